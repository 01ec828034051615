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
    """Self-draw with the last tile of the wall; a replacement tile is never that (rules 0.7)."""
    return int(f.has(Flag.LAST_TILE) and f.circumstance.self_draw and not f.has(Flag.KONG_REPLACEMENT))


def last_discard(f: Facts) -> int:
    return int(f.has(Flag.LAST_TILE) and not f.circumstance.self_draw)
