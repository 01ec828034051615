"""How far a suit is from sets and a pair, as a table: three look-ups from its counts to a row of distances.

The tiles wanted are a sum over ranks, so one pass over a suit's ranks suffices that remembers the pair, the sets and
how many chows reach into the next two ranks, each with the fewest tiles that must be added. Few different memories are
ever met (about three thousand after eight ranks, a hundred and twenty at the end), so the pass is an automaton: its
states are numbered, and three ranks are taken in one step. That the last memory of a suit has so few values is known
from the "shanten number" tables of tomohxx; the automaton also covers sets of eight copies, which a table of all counts
would not, and any other limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from trainer.solver.problem import MAX_SETS
from trainer.solver.suits import Array
from trainer.tiles import RANKS

FAR = 20
"""More tiles than any hand lacks, and the distance of what cannot be built; two of them fit into a byte."""

STEP = 3
"""Ranks taken at once."""

WIDTH = 2 * (MAX_SETS + 1)
"""Entries of a row: p * (MAX_SETS + 1) + s for p pairs and s sets."""

LARGEST = 3 * MAX_SETS + 2
"""Tiles of the largest hand: a suit of more is not looked up."""


@dataclass(frozen=True, slots=True)
class Table:
    """With the counts of three ranks as a number in base `radix`, the first rank foremost, the row of a suit is
    `rows[third[second[first[a], b], c]]`. A suit beyond its limits or of too many tiles has no meaning there."""

    radix: int
    first: Array
    second: Array
    third: Array
    rows: Array


@lru_cache(maxsize=32)
def table(limits: tuple[int, ...], runs: bool, radix: int) -> Table:
    """The table of a suit with so many copies of each rank (nine; 0 where the set has none), with chows or without.

    ValueError when a digit of `radix` cannot hold the copies. A suit of four copies takes a tenth of a second.
    """
    if len(limits) != RANKS or max(limits) >= radix:
        raise ValueError("a limit does not fit the table")
    memories = np.full((1, 2, MAX_SETS + 1, 3, 3), FAR, np.int8)
    memories[0, 0, 0, 0, 0] = 0
    least = np.zeros(1, np.int64)
    steps: list[Array] = []
    for start in range(0, RANKS, STEP):
        walk = np.arange(len(memories))[:, None]
        for rank in range(start, start + STEP):
            last = runs and rank + 2 < RANKS
            to, memories, least = _step(memories, least, rank, limits, chows=2 if last else 0, radix=radix)
            walk = to[walk].reshape(len(walk), -1)
        steps.append(walk.astype(np.int16))
    rows, where = np.unique(memories[:, :, :, 0, 0].reshape(len(memories), WIDTH), axis=0, return_inverse=True)
    return Table(radix, steps[0][0], steps[1], where.reshape(-1)[steps[2]].astype(np.int16), rows)


def _step(
    memories: Array, least: Array, rank: int, limits: tuple[int, ...], *, chows: int, radix: int
) -> tuple[Array, Array, Array]:
    """One rank more: where each memory goes with each count (0 where it may not be), the memories there, and the
    fewest tiles with which each is met."""
    grown = np.concatenate([_with(memories, count, limits[rank], chows) for count in range(limits[rank] + 1)])
    tiles = np.concatenate([least + count for count in range(limits[rank] + 1)])
    fits = np.flatnonzero(tiles <= LARGEST)
    flat = np.ascontiguousarray(grown[fits].reshape(len(fits), -1))
    _, first, where = np.unique(flat.view(np.dtype((np.void, flat.shape[1]))), return_index=True, return_inverse=True)
    fewest = np.full(len(first), LARGEST, np.int64)
    np.minimum.at(fewest, where.reshape(-1), tiles[fits])
    to = np.zeros(radix * len(memories), np.int64)
    to[fits] = where.reshape(-1)
    return to.reshape(radix, len(memories)).T, grown[fits][first], fewest


def _with(memories: Array, count: int, limit: int, chows: int) -> Array:
    """The memories after a rank with `count` tiles. Three equal chows are three equal pungs, so at most two start on
    one rank; what is wanted beyond `count` is added, and beyond `limit` nothing may be wanted."""
    out = np.full_like(memories, FAR)
    for p, s, a, b in np.argwhere((memories < FAR).any(axis=0)):
        cost = memories[:, p, s, a, b]
        for c in range(min(chows, MAX_SETS - s) + 1):
            for pungs in range(MAX_SETS - s - c + 1):
                for pair in range(2 - p):
                    want = a + b + c + 3 * pungs + 2 * pair
                    if want <= limit:
                        then = out[:, p + pair, s + c + pungs, b, c]
                        np.minimum(then, np.minimum(cost + max(0, want - count), FAR), out=then)
    return out
