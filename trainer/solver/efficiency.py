"""Shanten, useful tiles and waits: how many exchanges a hand is from complete, and what brings it nearer.

Distances count tiles of the nearest complete hand that exists: no kind is wanted beyond the copies the set holds less
those in own melds. What other players show is never looked at, except to count the unseen copies of useful tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from trainer.solver.problem import MAX_SETS, ORPHANS, PAIRS, Goal, Problem
from trainer.tiles import FIRST_HONOR, KINDS, RANKS

UNREACHABLE = 98
"""The shanten of a hand that no tiles of its set can complete."""

_FAR = UNREACHABLE + 1
_WIDTH = MAX_SETS + 1
_PAIRS_SIZES = (2 * PAIRS - 1, 2 * PAIRS)
_Row = tuple[int, ...]  # tiles to add for p pairs and s sets, at p * _WIDTH + s


@dataclass(frozen=True, slots=True)
class Ukeire:
    """What lowers the shanten of the hand left after `discard` (None: the hand rests already).

    `kinds` are (kind, unseen copies), only kinds with an unseen copy; `tiles` their sum.
    """

    discard: int | None
    shanten: int
    kinds: tuple[tuple[int, int], ...]
    tiles: int


class _Rows:
    """Distance rows, interned: equal rows have one number, and the sum of two rows is looked up by their numbers."""

    def __init__(self) -> None:
        self.rows: list[_Row] = []
        self._numbers: dict[_Row, int] = {}
        self._merged: dict[tuple[int, int], int] = {}
        self.nothing = self.number((0,) + (_FAR,) * (2 * _WIDTH - 1))

    def number(self, row: _Row) -> int:
        known = self._numbers.get(row)
        if known is None:
            self.rows.append(row)
            known = self._numbers[row] = len(self.rows) - 1
        return known

    def merge(self, a: int, b: int) -> int:
        """The row of two suits together: the cheapest way to share pair and sets between them."""
        known = self._merged.get((a, b))
        if known is None:
            left, right, out = self.rows[a], self.rows[b], [_FAR] * (2 * _WIDTH)
            for p, q in ((0, 0), (0, 1), (1, 0)):
                for s in range(_WIDTH):
                    for t in range(_WIDTH - s):
                        at = (p + q) * _WIDTH + s + t
                        out[at] = min(out[at], left[p * _WIDTH + s] + right[q * _WIDTH + t])
            known = self._merged[a, b] = self.number(tuple(out))
        return known


_ROWS = _Rows()


class _Part:
    """What one suit of a hand is worth: its distance row, what counts for the other shapes, the same with a tile more.

    `pairs` and `kinds` count for seven pairs, `orphans` (kinds of terminals and honors) and `twins` (those held twice)
    for thirteen orphans.
    """

    __slots__ = ("_more", "_suit", "counts", "kinds", "orphans", "pairs", "row", "twins")

    def __init__(self, counts: tuple[int, ...], suit: _Suit) -> None:
        from trainer.solver.kernels.graph import suit_needs  # loads numba, so not before it is needed

        needs = suit_needs(np.array(counts, np.int64), np.array(suit.limits, np.int64), suit.runs, MAX_SETS)
        self.row = _ROWS.number(tuple(min(int(n), _FAR) for n in needs))
        self.pairs = sum(n >= 2 for n in counts)
        self.kinds = sum(n >= 1 and most >= 2 for n, most in zip(counts, suit.limits, strict=True))
        lone = [n for r, n in enumerate(counts) if not suit.runs or r in (0, RANKS - 1)]
        self.orphans = sum(n >= 1 for n in lone)
        self.twins = sum(n >= 2 for n in lone)
        self.counts = counts
        self._suit = suit
        self._more: list[_Part | None] = [None] * len(counts)

    def more(self, rank: int) -> _Part:
        part = self._more[rank]
        if part is None:
            part = self._more[rank] = self._suit[_with(self.counts, rank)]
        return part


class _Suit(dict[tuple[int, ...], _Part]):
    """The parts met so far of one suit under fixed limits of copies."""

    MOST = 60_000

    def __init__(self, limits: tuple[int, ...], runs: bool) -> None:
        super().__init__()
        self.limits = limits
        self.runs = runs
        self.pairable = sum(n >= 2 for n in limits)

    def __missing__(self, counts: tuple[int, ...]) -> _Part:
        if len(self) >= self.MOST:
            self.clear()
        self[counts] = part = _Part(counts, self)
        return part


_suit = lru_cache(maxsize=128)(_Suit)


class _Sum(NamedTuple):
    """Parts together: the number of their merged row, and the sums of what counts for the other shapes."""

    row: int
    pairs: int
    kinds: int
    orphans: int
    twins: int

    def plus(self, part: _Part) -> _Sum:
        return _Sum(
            _ROWS.merge(self.row, part.row),
            self.pairs + part.pairs,
            self.kinds + part.kinds,
            self.orphans + part.orphans,
            self.twins + part.twins,
        )


_NOTHING = _Sum(_ROWS.nothing, 0, 0, 0, 0)


class _Shapes:
    """Distances to the goals when kind k can be used at most `limits[k]` times."""

    def __init__(self, limits: tuple[int, ...]) -> None:
        starts = [*range(0, FIRST_HONOR, RANKS), FIRST_HONOR]
        ends = [*starts[1:], KINDS]
        self.suits = [
            (slice(a, b), _suit(limits[a:b], a < FIRST_HONOR))
            for a, b in zip(starts, ends, strict=True)
            if any(limits[a:b])
        ]
        self._pairable = sum(suit.pairable for _, suit in self.suits)
        lone = [limits[k] for k in ORPHANS]
        self._has_orphans = min(lone) >= 1 and max(lone) >= 2

    def needs(self, hand: tuple[int, ...], melds: int, goals: tuple[Goal, ...]) -> int:
        """Tiles to add until the hand contains a complete one; _FAR when none exists."""
        return self.combine([suit[hand[where]] for where, suit in self.suits], sum(hand), melds, goals)

    def combine(self, parts: list[_Part], size: int, melds: int, goals: tuple[Goal, ...]) -> int:
        return self.finish(self.rest(parts), size, melds, goals)

    def rest(self, parts: list[_Part]) -> _Sum:
        """Several suits together."""
        out = _NOTHING
        for part in parts:
            out = out.plus(part)
        return out

    def finish(self, total: _Sum, size: int, melds: int, goals: tuple[Goal, ...]) -> int:
        best = _FAR
        if Goal.STANDARD in goals:
            best = _ROWS.rows[total.row][_WIDTH + size // 3]
        if melds or size not in _PAIRS_SIZES:
            return best
        if Goal.SEVEN_PAIRS in goals and self._pairable >= PAIRS:
            best = min(best, PAIRS - total.pairs + max(0, PAIRS - total.kinds))
        if Goal.THIRTEEN_ORPHANS in goals and self._has_orphans:
            best = min(best, len(ORPHANS) - total.orphans + (not total.twins))
        return best


@lru_cache(maxsize=256)
def _shapes(supply: tuple[int, ...], held: tuple[int, ...]) -> _Shapes:
    return _Shapes(tuple(a - b for a, b in zip(supply, held, strict=True)))


def shanten(
    supply: tuple[int, ...], hand: tuple[int, ...], held: tuple[int, ...], melds: int, goals: tuple[Goal, ...]
) -> int:
    """Exchanges from ready: -1 complete, 0 ready (some kind of which the player does not own every copy completes it).

    `hand` may rest or hold a drawn tile. UNREACHABLE when the set holds no complete hand for it.
    """
    return _shapes(supply, held).needs(hand, melds, goals) - 1


def ukeire(problem: Problem) -> tuple[Ukeire, ...]:
    """What each discard leaves useful, in the order of `problem.discards`."""
    shapes = _shapes(problem.supply, problem.held)
    unseen = problem.unseen
    out = []
    for discard in problem.discards:
        resting = problem.resting(discard)
        size = sum(resting)
        parts = [suit[resting[where]] for where, suit in shapes.suits]
        needed = shapes.combine(parts, size, problem.melds, problem.goals)
        kinds = []
        for i, (where, suit) in enumerate(shapes.suits):
            others = shapes.rest(parts[:i] + parts[i + 1 :])
            for rank in range(len(suit.limits)):
                k = where.start + rank
                if unseen[k]:
                    grown = others.plus(parts[i].more(rank))
                    if needed > shapes.finish(grown, size + 1, problem.melds, problem.goals):
                        kinds.append((k, unseen[k]))
        out.append(Ukeire(discard, needed - 1, tuple(kinds), sum(n for _, n in kinds)))
    return tuple(out)


def waits(
    supply: tuple[int, ...], hand: tuple[int, ...], held: tuple[int, ...], melds: int, goals: tuple[Goal, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Kinds that complete a resting hand: (those with a copy the player does not own, those all owned)."""
    shapes = _shapes(supply, held)
    live, exhausted = [], []
    for where, suit in shapes.suits:
        for rank, limit in enumerate(suit.limits):
            k = where.start + rank
            drawn = _with(hand, k)
            if hand[k] < limit:
                if shapes.needs(drawn, melds, goals) == 0:
                    live.append(k)
            elif supply[k] and _Shapes(_raised(supply, held, k)).needs(drawn, melds, goals) == 0:
                exhausted.append(k)
    return tuple(live), tuple(exhausted)


def _raised(supply: tuple[int, ...], held: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """Limits as if the set held one copy more of a kind."""
    return tuple(a - b + (k == kind) for k, (a, b) in enumerate(zip(supply, held, strict=True)))


def _with(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])
