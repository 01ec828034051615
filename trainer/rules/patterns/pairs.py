"""Patterns about pairs: seven of them, or the one beside four sets."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.hands import PAIRS, Layout
from trainer.rules.patterns.honors import DRAGONS, WINDS
from trainer.rules.table import Pattern, of_layout
from trainer.tiles import FIRST_HONOR, RANKS, Kind


@of_layout
def seven_shifted_pairs(h: Layout) -> int:
    """Seven pairs of consecutive ranks of one suit."""
    first, last = h.kinds[0], h.kinds[-1]
    return int(
        h.shape == "seven_pairs"
        and len(h.kinds) == PAIRS
        and last == first + PAIRS - 1
        and last < FIRST_HONOR
        and first // RANKS == last // RANKS
    )


def seven_pairs_with(kinds: frozenset[Kind]) -> Pattern:
    """Seven pairs, with all of these kinds among them."""

    def pattern(h: Layout) -> int:
        return int(h.shape == "seven_pairs" and kinds.issubset(h.kinds))

    return of_layout(pattern)


with_four_winds = seven_pairs_with(WINDS)
with_three_dragons = seven_pairs_with(DRAGONS)
seven_stars = seven_pairs_with(WINDS | DRAGONS)
"""The seven honors, two of each."""


def pair_of(ranks: Iterable[int]) -> Pattern:
    """Four sets and a pair of one of these ranks of a suit."""
    places = frozenset(rank - 1 for rank in ranks)

    def pattern(h: Layout) -> int:
        return int(h.shape == "standard" and h.pairs[0] < FIRST_HONOR and h.pairs[0] % RANKS in places)

    return of_layout(pattern)


@of_layout
def all_chows(h: Layout) -> int:
    """Four chows and any pair."""
    return int(len(h.chows) == 4)


@of_layout
def all_chows_plain_pair(h: Layout) -> int:
    """Four chows and a pair of a suit."""
    return int(len(h.chows) == 4 and h.pairs[0] < FIRST_HONOR)
