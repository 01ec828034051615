"""Patterns about how and when a hand was won."""

from __future__ import annotations

from trainer.rules.table import Pattern
from trainer.rules.variant import Flag
from trainer.rules.win import Facts


def flagged(flag: Flag) -> Pattern:
    def pattern(f: Facts) -> int:
        return int(f.has(flag))

    return pattern


def concealed_self_draw(f: Facts) -> int:
    return int(f.circumstance.self_draw)


def last_draw(f: Facts) -> int:
    """Self-draw when no tile is left, whether it came from the wall or as a replacement."""
    return int(f.circumstance.self_draw and f.has(Flag.LAST_TILE))


def last_discard(f: Facts) -> int:
    return int(f.has(Flag.LAST_TILE) and not f.circumstance.self_draw)
