"""Patterns about the family of complete hands."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.table import of_layout


@of_layout
def seven_pairs(h: Layout) -> int:
    return int(h.shape == "seven_pairs")
