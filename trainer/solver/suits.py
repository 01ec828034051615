"""Sets of one suit: every hand has a number in base 5, so distances and waits are plain tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

import numpy as np

from trainer.solver.problem import PAIRS, Problem, has_seven_pairs, pairs_alike
from trainer.tiles import FIRST_HONOR, KINDS, RANKS

__all__ = ["RANKS", "Array", "Suit", "only_suit"]

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

BASE = 5
"""Digits of a hand's number: up to four copies of a rank."""

POW = BASE ** np.arange(RANKS - 1, -1, -1, dtype=np.int64)
FAR = 99

GROUPS = (
    *(tuple(3 * int(i == k) for i in range(RANKS)) for k in range(RANKS)),
    *(tuple(int(k <= i < k + 3) for i in range(RANKS)) for k in range(RANKS - 2)),
)
"""Every pung and chow of a suit, as counts."""


@dataclass(frozen=True, slots=True)
class Suit:
    """The suit that a problem is about: `start` is its first kind, `limits` the copies that hands may hold; seven pairs
    complete a hand where `pairs`, the number of them that may be alike, is not 0."""

    start: int
    limits: tuple[int, ...]
    sets: int
    pairs: int

    def part(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        return counts[self.start : self.start + RANKS]

    def whole(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        return (0,) * self.start + counts + (0,) * (KINDS - RANKS - self.start)

    def counts(self, number: int) -> tuple[int, ...]:
        out = []
        for _ in range(RANKS):
            number, n = divmod(number, BASE)
            out.append(n)
        return tuple(reversed(out))

    def tables(self) -> tuple[Array, Array, Array]:
        """(tiles to add until complete, waits as bits, powers of 5), the first two by hand number."""
        need, waits = _tables(self.limits, self.sets, self.pairs)
        return need, waits, POW

    def ready(self) -> Array:
        """Numbers of all resting hands that are ready: within the limits, and one tile from complete."""
        return _ready(self)


def only_suit(problem: Problem) -> Suit | None:
    """The suit whose ranks are all the kinds of the set, with at most four copies; None for other sets."""
    kinds = [k for k, n in enumerate(problem.supply) if n]
    starts = {k - k % RANKS for k in kinds}
    if len(starts) != 1 or kinds[-1] >= FIRST_HONOR or max(problem.supply) >= BASE:
        return None
    start = starts.pop()
    supply, held = problem.supply[start : start + RANKS], problem.held[start : start + RANKS]
    limits = tuple(a - b for a, b in zip(supply, held, strict=True))
    sets = sum(problem.hand) // 3
    whole = problem.melds == 0 and sets == 2 * PAIRS // 3
    pairs = pairs_alike(problem.goals) if whole and has_seven_pairs(limits, problem.goals) else 0
    return Suit(start, limits, sets, pairs)


@lru_cache(maxsize=1)
def _digits() -> Array:
    """Copies of each rank (columns) in every hand number (rows)."""
    numbers = np.arange(BASE**RANKS, dtype=np.int32)
    out = np.empty((len(numbers), RANKS), np.int8)
    for rank, p in enumerate(POW.tolist()):
        out[:, rank] = numbers // p % BASE
    return out


@lru_cache(maxsize=8)
def targets(sets: int) -> Array:
    """Numbers of all hands of `sets` chows or pungs and a pair, at most four copies of a rank."""
    found = set()
    for chosen in combinations_with_replacement(GROUPS, sets):
        body = [sum(column) for column in zip(*chosen, strict=True)] if chosen else [0] * RANKS
        for pair in range(RANKS):
            whole = body.copy()
            whole[pair] += 2
            if max(whole) < BASE:
                found.add(tuple(whole))
    return np.array(sorted(found), np.int64)


@lru_cache(maxsize=64)
def _tables(limits: tuple[int, ...], sets: int, pairs: int) -> tuple[Array, Array]:
    """Distances relax one rank at a time: wanting one copy more costs one tile, a copy too many costs nothing."""
    goals = targets(sets)
    goals = goals[(goals <= np.array(limits)).all(axis=1)]
    need = np.full(BASE**RANKS, FAR, np.int8)
    need[goals @ POW] = 0
    cube = need.reshape((BASE,) * RANKS)
    for axis in range(RANKS):
        lane = np.moveaxis(cube, axis, 0)
        for n in range(BASE - 2, -1, -1):
            np.minimum(lane[n], lane[n + 1] + 1, out=lane[n])
        for n in range(1, BASE):
            np.minimum(lane[n], lane[n - 1], out=lane[n])
    if pairs:
        digits = _digits()
        paired = np.minimum(digits, [2 * min(n // 2, pairs) for n in limits], dtype=np.int8)
        held, begun = (paired // 2).sum(axis=1), ((paired + 1) // 2).sum(axis=1)
        np.minimum(need, (np.maximum(0, PAIRS - held) + np.maximum(0, PAIRS - begun)).astype(np.int8), out=need)
    waits = np.zeros(BASE**RANKS, np.int16)
    complete, waiting = cube == 0, waits.reshape(cube.shape)
    for axis, n in enumerate(limits):
        most = min(BASE - 1, n)
        here = np.moveaxis(waiting, axis, 0)[:most]
        here |= np.moveaxis(complete, axis, 0)[1 : most + 1] * np.int16(1 << axis)
    need.setflags(write=False)
    waits.setflags(write=False)
    return need, waits


@lru_cache(maxsize=4)
def _ready(suit: Suit) -> Array:
    digits = _digits()
    fits = (digits <= np.array(suit.limits)).all(axis=1) & (digits.sum(axis=1) == 3 * suit.sets + 1)
    return np.flatnonzero(fits & (suit.tables()[0] == 1))
