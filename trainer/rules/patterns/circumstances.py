"""Patterns about how and when a hand was won; those that need a flag alone are made by `flagged`."""

from __future__ import annotations

from trainer.rules.table import Pattern, flagged
from trainer.rules.variant import Flag
from trainer.rules.win import By, Facts


def self_draw(f: Facts) -> int:
    return int(f.circumstance.self_draw)


def robbed_kong(f: Facts) -> int:
    return int(f.circumstance.by is By.ROBBED_KONG)


def _not_self_draw(f: Facts) -> int:
    return int(not f.circumstance.self_draw)


last_draw: Pattern = flagged(Flag.LAST_TILE, self_draw)
"""Self-draw when no tile is left, whether it came from the wall or as a replacement."""

last_discard: Pattern = flagged(Flag.LAST_TILE, _not_self_draw)
"""A win from another seat's tile when no tile is left."""
