"""Patterns about chows, pungs and kongs."""

from __future__ import annotations

from trainer.rules.table import Pattern
from trainer.rules.win import Facts
from trainer.tiles import FIRST_HONOR, RANKS


def all_pungs(f: Facts) -> int:
    """Four pungs or kongs and a pair."""
    return int(f.shape == "standard" and not f.chows)


def pure_double_chow(f: Facts) -> int:
    """Exactly one pair of equal chows."""
    return int(f.twin_chows == 1)


def two_pure_double_chows(f: Facts) -> int:
    """Two pairs of equal chows; four alike count as two pairs."""
    return int(f.twin_chows == 2)


def pure_straight(f: Facts) -> int:
    """123, 456 and 789 of one suit."""
    chows = set(f.chows)
    return int(len(chows) >= 3 and any({k, k + 3, k + 6} <= chows for k in range(0, FIRST_HONOR, RANKS)))


def concealed_pungs(number: int) -> Pattern:
    """Exactly `number` pungs or kongs made without another seat's tile."""

    def pattern(f: Facts) -> int:
        return int(f.concealed_pungs == number)

    return pattern


def kongs(number: int) -> Pattern:
    """Exactly `number` kongs."""

    def pattern(f: Facts) -> int:
        return int(len(f.kongs) == number)

    return pattern
