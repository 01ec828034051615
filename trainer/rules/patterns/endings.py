"""Patterns about the tile that completed the hand and those turned or shown beside it."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.table import Pattern, flagged, of_circumstance
from trainer.rules.variant import Flag
from trainer.rules.win import By, Circumstance
from trainer.tiles import kind


@of_circumstance
def _discard(h: Layout, c: Circumstance) -> int:
    return int(c.by is By.DISCARD)


discard_after_kong: Pattern = flagged(Flag.AFTER_KONG, _discard)
"""A win from the tile that another seat discarded directly after its kong."""


@of_circumstance
def last_tile_twice_from_a_discard(h: Layout, c: Circumstance) -> int:
    """Once for a self-draw of the last tile, twice for the discard after it. No kong is left to be robbed then."""
    if Flag.LAST_TILE not in c.flags:
        return 0
    return {By.SELF_DRAW: 1, By.DISCARD: 2, By.ROBBED_KONG: 0}[c.by]


@of_circumstance
def turned_kinds(h: Layout, c: Circumstance) -> int:
    """Each tile turned after the win whose kind is in the hand."""
    return sum([h.counts[kind(t)] > 0 for t in c.bonus.flip])


@of_circumstance
def flowers_shown(h: Layout, c: Circumstance) -> int:
    """Each flower that the winner has shown."""
    return len(c.bonus.flowers)
