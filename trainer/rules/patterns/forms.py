"""Patterns about the family of complete hands."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.table import of_layout
from trainer.rules.win import Facts


@of_layout
def seven_pairs(h: Layout) -> int:
    return int(h.shape == "seven_pairs")


@of_layout
def thirteen_orphans(h: Layout) -> int:
    return int(h.shape == "thirteen_orphans")


def thirteen_sided(f: Facts) -> int:
    """One of each terminal and honor was there before the win: every one of them completes it."""
    return int(f.layout.shape == "thirteen_orphans" and f.layout.counts[f.won] == 2)
