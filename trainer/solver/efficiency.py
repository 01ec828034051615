"""Shanten and useful tiles: how many exchanges a hand is from complete, and what brings it nearer.

Distances count tiles of the nearest complete hand that exists: no kind is wanted beyond the copies the set holds less
those in own melds. What other players show is never looked at, except to count the unseen copies of useful tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import sub

import numpy as np

from trainer.solver.problem import MAX_SETS, ORPHANS, PAIRS, Goal, Problem, has_seven_pairs, pairs_alike
from trainer.solver.suits import Array
from trainer.tiles import KINDS, RANKS

UNREACHABLE = 98
"""The shanten of a hand that no tiles of its set can complete."""

_SUITS = -(-KINDS // RANKS)
_SPARE = (0,) * (_SUITS * RANKS - KINDS)


@dataclass(frozen=True, slots=True)
class Ukeire:
    """What lowers the shanten of the hand left after `discard` (None: the hand rests already).

    `kinds` are (kind, unseen copies), only kinds with an unseen copy; `tiles` their sum.
    """

    discard: int | None
    shanten: int
    kinds: tuple[tuple[int, int], ...]
    tiles: int


def grid(counts: tuple[int, ...]) -> Array:
    """Counts by suit and rank; the honors' suit has ranks to spare."""
    return np.array((*counts, *_SPARE), np.int64).reshape(_SUITS, RANKS)


def shapes(limits: tuple[int, ...], goals: tuple[Goal, ...], sets: int, melds: int) -> tuple[bool, bool, bool]:
    """Which of the goals a hand whose concealed tiles want so many sets can reach, where there are `limits` copies of
    each kind: seven pairs, thirteen orphans, standard. The first two take a whole hand without melds."""
    whole = melds == 0 and sets == 2 * PAIRS // 3
    lone = [limits[k] for k in ORPHANS]
    orphans = Goal.THIRTEEN_ORPHANS in goals and min(lone) >= 1 and max(lone) >= 2
    return whole and has_seven_pairs(limits, goals), whole and orphans, Goal.STANDARD in goals


class _Store:
    """The suits met so far under fixed limits of copies, for hands of so many sets and with these goals, as the kernels
    keep them."""

    ROOM, MELDED_ROOM = 1 << 16, 1 << 11
    """Suits kept before all are forgotten: hands without melds are asked about most, and under the same limits."""

    def __init__(self, limits: tuple[int, ...], sets: int, goals: tuple[Goal, ...]) -> None:
        self.limits, self.sets, self.alike = grid(limits), sets, pairs_alike(goals)
        self.concealed, self.melded = (shapes(limits, goals, sets, melds) for melds in (0, 1))
        self._empty()

    def _empty(self) -> None:
        from trainer.solver.kernels import graph

        room, width = self.ROOM if self.sets == MAX_SETS else self.MELDED_ROOM, 2 * self.sets + 2
        self.kept = (
            np.zeros((room, 2, width), np.int64), np.zeros((room, graph.SUIT_FACTS), np.int64),
            np.full(2 * room, -1, np.int64), np.zeros(2 * room, np.int32), np.zeros(1, np.int64),
        )  # fmt: skip

    def distance(self, hand: tuple[int, ...], melds: int) -> int:
        from trainer.solver.kernels import graph

        asked = grid(hand), self.limits, self.sets, self.alike, *(self.melded if melds else self.concealed)
        found = int(graph.distance(*asked, *self.kept))
        if found < 0:
            self._empty()
            found = int(graph.distance(*asked, *self.kept))
        return found

    def useful(self, hand: tuple[int, ...], seen: tuple[int, ...], melds: int) -> list[list[int]]:
        from trainer.solver.kernels import graph

        both = np.array((*hand, *_SPARE, *seen, *_SPARE), np.int64).reshape(2, _SUITS, RANKS)
        asked = both[0], both[1], self.limits, self.sets, self.alike, *(self.melded if melds else self.concealed)
        found = graph.useful(*asked, *self.kept)
        if not len(found):
            self._empty()
            found = graph.useful(*asked, *self.kept)
        rows: list[list[int]] = found.tolist()
        return rows


@lru_cache(maxsize=64)
def _store(limits: tuple[int, ...], sets: int, goals: tuple[Goal, ...]) -> _Store:
    return _Store(limits, sets, goals)


@lru_cache(maxsize=1 << 14)
def shanten(
    supply: tuple[int, ...], hand: tuple[int, ...], held: tuple[int, ...], melds: int, goals: tuple[Goal, ...]
) -> int:
    """Exchanges from ready: -1 complete, 0 ready (some kind of which the player does not own every copy completes it).

    `hand` may rest or hold a drawn tile. UNREACHABLE when the set holds no complete hand for it.
    """
    return _store(tuple(map(sub, supply, held)), sum(hand) // 3, goals).distance(hand, melds) - 1


def ukeire(problem: Problem) -> tuple[Ukeire, ...]:
    """What each discard leaves useful, in the order of `problem.discards`."""
    out = []
    unseen = [(1 << k, (k, n)) for k, n in enumerate(problem.unseen) if n]
    store = _store(tuple(map(sub, problem.supply, problem.held)), sum(problem.hand) // 3, problem.goals)
    for thrown, need, bits, tiles in store.useful(problem.hand, problem.seen, problem.melds):
        kinds = tuple([found for bit, found in unseen if bits & bit])
        out.append(Ukeire(None if thrown < 0 else thrown, need - 1, kinds, tiles))
    return tuple(out)


def rated(
    supply: tuple[int, ...],
    hand: tuple[int, ...],
    held: tuple[int, ...],
    seen: tuple[int, ...],
    melds: int,
    goals: tuple[Goal, ...],
) -> dict[int, tuple[int, int]]:
    """Shanten and unseen useful tiles of the hand that each discard leaves: `ukeire` for whoever is in a hurry, without
    the kinds and without a look at whether the tiles add up."""
    limits = tuple(map(sub, supply, held)) if melds else supply
    rows = _store(limits, sum(hand) // 3, goals).useful(hand, seen, melds)
    return {thrown: (need - 1, tiles) for thrown, need, _, tiles in rows if thrown >= 0}
