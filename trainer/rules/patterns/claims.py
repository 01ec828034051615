"""Patterns about what was claimed: melds, and the winning tile."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.table import of_circumstance
from trainer.rules.win import Circumstance


@of_circumstance
def fully_concealed(h: Layout, c: Circumstance) -> int:
    """Self-draw without a claimed meld."""
    return int(c.self_draw and h.is_concealed)


@of_circumstance
def concealed(h: Layout, c: Circumstance) -> int:
    """A win with another seat's tile, without a claimed meld."""
    return int(not c.self_draw and h.is_concealed)


@of_circumstance
def all_claimed(h: Layout, c: Circumstance) -> int:
    """Four claimed melds, and the pair made with another seat's tile."""
    return int(not c.self_draw and sum([g.meld is not None and not g.meld.is_concealed for g in h.groups]) == 4)
