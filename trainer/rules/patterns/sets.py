"""Patterns about chows, pungs and kongs."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.hands import Layout
from trainer.rules.table import Pattern, of_layout, of_own_pungs
from trainer.tiles import FIRST_HONOR, RANKS, Kind


@of_layout
def all_pungs(h: Layout) -> int:
    """Four pungs or kongs and a pair."""
    return int(h.shape == "standard" and not h.chows)


@of_layout
def pure_double_chow(h: Layout) -> int:
    """Exactly one pair of equal chows."""
    return int(h.twin_chows == 1)


@of_layout
def two_pure_double_chows(h: Layout) -> int:
    """Two pairs of equal chows; four alike count as two pairs."""
    return int(h.twin_chows == 2)


@of_layout
def pure_straight(h: Layout) -> int:
    """123, 456 and 789 of one suit."""
    chows = set(h.chows)
    return int(len(chows) >= 3 and any({k, k + 3, k + 6} <= chows for k in range(0, FIRST_HONOR, RANKS)))


def concealed_pungs(number: int) -> Pattern:
    """Exactly `number` pungs or kongs made without another seat's tile."""

    def pattern(own: int) -> int:
        return int(own == number)

    return of_own_pungs(pattern)


def kongs(number: int) -> Pattern:
    """Exactly `number` kongs."""

    def pattern(h: Layout) -> int:
        return int(len(h.kongs) == number)

    return of_layout(pattern)


def _in_every_suit(kinds: Iterable[Kind]) -> bool:
    """Whether some kind stands in all three suits with the same rank."""
    here = set(kinds)
    return len(here) >= 3 and any({k, k + RANKS, k + 2 * RANKS} <= here for k in here if k < RANKS)


@of_layout
def mixed_triple_chow(h: Layout) -> int:
    """The same chow in three suits."""
    return int(_in_every_suit(h.chows))


@of_layout
def triple_pung(h: Layout) -> int:
    """Pungs of one rank in three suits."""
    return int(_in_every_suit(h.pung_kinds))
