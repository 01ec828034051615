"""Patterns about winds and dragons."""

from __future__ import annotations

from dataclasses import dataclass

from trainer.hands import Layout
from trainer.rules.table import Pattern, of_circumstance, of_layout
from trainer.rules.win import Circumstance, Facts
from trainer.tiles import FIRST_HONOR, Kind

WINDS = frozenset(Kind(k) for k in range(27, 31))
DRAGONS = frozenset(Kind(k) for k in range(31, 34))
WHITE, GREEN, RED = Kind(31), Kind(32), Kind(33)


@dataclass(frozen=True, slots=True)
class Values:
    """Which honors are worth something: the dragons, and the winds of the seat and the round."""

    dragons: bool = True
    winds: bool = True

    def of(self, kind: Kind, facts: Facts) -> int:
        """How many times this kind has value: twice when it is the wind of the seat and of the round."""
        if kind < FIRST_HONOR:
            return 0
        c = facts.circumstance
        return (self.dragons and kind in DRAGONS) + (self.winds and (kind == c.seat_wind) + (kind == c.round_wind))


def pung_of(kind: Kind) -> Pattern:
    """A pung or kong of this kind."""

    def pattern(h: Layout) -> int:
        return int(kind in h.pung_kinds)

    return of_layout(pattern)


@of_circumstance
def pung_of_seat_wind(h: Layout, c: Circumstance) -> int:
    return int(c.seat_wind in h.pung_kinds)


@of_circumstance
def pung_of_round_wind(h: Layout, c: Circumstance) -> int:
    return int(c.round_wind in h.pung_kinds)


def _big(kinds: frozenset[Kind]) -> Pattern:
    """Pungs of all these kinds."""

    def pattern(h: Layout) -> int:
        return int(kinds <= h.pung_kinds)

    return of_layout(pattern)


def _little(kinds: frozenset[Kind]) -> Pattern:
    """Pungs of all these kinds but one, and a pair of that one."""

    def pattern(h: Layout) -> int:
        missing = kinds - h.pung_kinds
        return int(len(missing) == 1 and h.shape == "standard" and h.pairs[0] in missing)

    return of_layout(pattern)


little_three_dragons = _little(DRAGONS)
big_three_dragons = _big(DRAGONS)
little_four_winds = _little(WINDS)
big_four_winds = _big(WINDS)


@of_layout
def all_honors(h: Layout) -> int:
    return int(h.has_honors and not h.suits)

