"""Patterns about the family of complete hands."""

from __future__ import annotations

from trainer.rules.win import Facts


def seven_pairs(f: Facts) -> int:
    return int(f.shape == "seven_pairs")
