"""Patterns about the winner's flowers, and about the kind that was drawn by lot before the deal."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.hands import Layout
from trainer.rules.patterns.honors import WINDS
from trainer.rules.table import Pattern, of_circumstance
from trainer.rules.win import Circumstance
from trainer.tiles import FIRST_FLOWER, FLOWERS, Kind, Tile

_ALL = tuple(Tile(FIRST_FLOWER + i) for i in range(FLOWERS))


@of_circumstance
def each_flower(h: Layout, c: Circumstance) -> int:
    return len(c.bonus.flowers)


def seat_flowers(dealer: Kind, other: Kind) -> Pattern:
    """Every flower of the seat, whose wind is that of the dealer or of the other: seasons and plants are each in the
    order of the winds."""

    def pattern(h: Layout, c: Circumstance) -> int:
        place = (dealer if c.dealer else other) - min(WINDS)
        return sum([(flower - FIRST_FLOWER) % len(WINDS) == place for flower in c.bonus.flowers])

    return of_circumstance(pattern)


def _every(flowers: Iterable[Tile]) -> Pattern:
    """All of these flowers."""
    wanted = frozenset(flowers)

    def pattern(h: Layout, c: Circumstance) -> int:
        return int(wanted.issubset(c.bonus.flowers))

    return of_circumstance(pattern)


all_eight = _every(_ALL)
four_seasons = _every(_ALL[:4])
four_plants = _every(_ALL[4:])


@of_circumstance
def bonus_kind(h: Layout, c: Circumstance) -> int:
    """Every tile of the kind drawn by lot, melds and the winning tile included."""
    return 0 if c.bonus.kind is None else h.counts[c.bonus.kind]
