"""Patterns about how and when a hand was won; those that need a flag alone are made by `flagged`."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.table import Pattern, flagged, of_circumstance
from trainer.rules.variant import Flag
from trainer.rules.win import By, Circumstance


@of_circumstance
def self_draw(h: Layout, c: Circumstance) -> int:
    return int(c.self_draw)


@of_circumstance
def robbed_kong(h: Layout, c: Circumstance) -> int:
    return int(c.by is By.ROBBED_KONG)


@of_circumstance
def _not_self_draw(h: Layout, c: Circumstance) -> int:
    return int(not c.self_draw)


last_draw: Pattern = flagged(Flag.LAST_TILE, self_draw)
"""Self-draw when no tile is left, whether it came from the wall or as a replacement."""

last_discard: Pattern = flagged(Flag.LAST_TILE, _not_self_draw)
"""A win from another seat's tile when no tile is left."""
