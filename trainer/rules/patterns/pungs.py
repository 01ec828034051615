"""Patterns about which pungs there are, kongs among them. With more than four copies of a kind a hand may hold two
pungs of it: each counts (rules F-3)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise

from trainer.hands import Layout
from trainer.rules.patterns.honors import DRAGONS, WINDS
from trainer.rules.table import Pattern, of_layout
from trainer.tiles import FIRST_HONOR, KINDS, RANKS, Kind, is_honor, is_terminal

TERMINALS = frozenset(Kind(k) for k in range(KINDS) if is_terminal(Kind(k)))
HONORS = frozenset(Kind(k) for k in range(KINDS) if is_honor(Kind(k)))


def _among(h: Layout, kinds: frozenset[Kind]) -> int:
    return sum([g.kind in kinds for g in h.pungs]) if h.pung_kinds & kinds else 0


def _each(kinds: frozenset[Kind]) -> Pattern:
    """Every pung of these kinds."""

    def pattern(h: Layout) -> int:
        return _among(h, kinds)

    return of_layout(pattern)


def _at_least(number: int, kinds: frozenset[Kind], *, pair: bool = False) -> Pattern:
    """So many pungs of these kinds or more, where asked for beside a pair of them."""

    def pattern(h: Layout) -> int:
        return int(_among(h, kinds) >= number and (not pair or h.pairs[0] in kinds))

    return of_layout(pattern)


each_dragon = _each(DRAGONS)
each_wind = _each(WINDS)
each_terminal = _each(TERMINALS)
two_dragons = _at_least(2, DRAGONS)
three_winds = _at_least(3, WINDS)
two_winds_and_pair = _at_least(2, WINDS, pair=True)
four_honors = _at_least(4, HONORS)


@of_layout
def each_terminal_or_wind(h: Layout) -> int:
    """Every pung of a terminal or a wind; three pungs of winds are something else (rules 2.7)."""
    winds = _among(h, WINDS)
    return _among(h, TERMINALS) + (winds if winds < 3 else 0)


# ------------------------------------------------------------------ consecutive ranks


def _are_shifted(kinds: Iterable[Kind]) -> bool:
    """Whether these kinds follow one another in one suit."""
    ranks = sorted(kinds)
    return (
        ranks[-1] < FIRST_HONOR
        and ranks[0] // RANKS == ranks[-1] // RANKS
        and all(b == a + 1 for a, b in pairwise(ranks))
    )


def shifted_pungs(number: int) -> Pattern:
    """Some `number` pungs of consecutive ranks."""

    def pattern(h: Layout) -> int:
        if len(h.pungs) < number:
            return 0
        return int(any(_are_shifted(some) for some in combinations([g.kind for g in h.pungs], number)))

    return of_layout(pattern)


@of_layout
def two_shifted_pungs(h: Layout) -> int:
    """Pungs of consecutive ranks two by two; where three are, the fourth with one of them (rules 2.6)."""
    if len(h.pungs) < 2:
        return 0
    kinds = [g.kind for g in h.pungs]
    for three in combinations(range(len(kinds)), 3):
        if _are_shifted(kinds[i] for i in three):
            return int(any(
                _are_shifted((kinds[rest], kinds[i])) for rest in range(len(kinds)) if rest not in three for i in three
            ))  # fmt: skip
    pairs = [set(two) for two in combinations(range(len(kinds)), 2) if _are_shifted(kinds[i] for i in two)]
    return 2 if any(not a & b for a, b in combinations(pairs, 2)) else int(bool(pairs))


# ------------------------------------------------------------------ kongs and what could have been one


def _largest(h: Layout, kind: Kind) -> int:
    """Tiles in the largest kong of this kind, 0 without one."""
    return max([len(g.kinds) for g in h.kongs if g.kind == kind], default=0)


def kongs_of(size: int, *, concealed: bool, least: int = 0) -> Pattern:
    """Every kong of so many tiles that holds all of its kind in the hand; with `least` whether there are so many.

    A kong beside more tiles of its kind is a tile hog instead (rules F, "N歸一").
    """

    def pattern(h: Layout) -> int:
        if not h.kongs:
            return 0
        number = sum([
            len(g.kinds) == size == h.counts[g.kind] and (g.meld is not None and g.meld.is_concealed) == concealed
            for g in h.kongs
        ])  # fmt: skip
        return int(number >= least) if least else number

    return of_layout(pattern)


def tile_hog(copies: int) -> Pattern:
    """Every kind of which the hand holds exactly so many, not all of them in one kong."""

    def pattern(h: Layout) -> int:
        if copies not in h.counts:
            return 0
        return sum([n == copies > _largest(h, Kind(k)) for k, n in enumerate(h.counts)])

    return of_layout(pattern)
