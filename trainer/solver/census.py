"""Every hand of a one-suit set, counted: how many are complete, ready and further off, and how many waits they have.

These are exact counts, independent of the rest of the solver: complete hands are built from their groups, shanten is
breadth first over single exchanges, waits are look-ups. Published figures of flush hands can be compared directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Any, TypeAlias

import numpy as np

from trainer.solver.problem import PAIRS, Goal, pairs_alike
from trainer.tiles import RANKS

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


@dataclass(frozen=True, slots=True)
class Tally:
    """`hands` distinct hands; `weight` counts each as often as it can be dealt."""

    hands: int
    weight: int


@dataclass(frozen=True, slots=True)
class Census:
    """Hands by shanten, resting and with a drawn tile; resting hands by their waits.

    `waits` counts hands by the number of kinds that complete them and of which the hand does not hold every copy;
    `formal_waits` also counts kinds all held; `exhausted_only` are the hands that wait for nothing else.
    """

    resting: dict[int, Tally]
    drawn: dict[int, Tally]
    waits: dict[int, Tally]
    formal_waits: dict[int, Tally]
    exhausted_only: Tally


def one_suit_census(
    copies: int, goals: tuple[Goal, ...] = (Goal.STANDARD, Goal.SEVEN_PAIRS), *, ranks: int = RANKS, sets: int = 4
) -> Census:
    """Counts every hand of `sets` sets and a pair in one suit of `ranks` ranks, `copies` tiles of each.

    The nine ranks with four copies take about half a second, with eight about two.
    """
    size = 3 * sets + 1
    powers = (copies + 2) ** np.arange(ranks - 1, -1, -1, dtype=np.int64)  # one copy too many must have a number too
    rest, full = _vectors(ranks, copies, size), _vectors(ranks, copies, size + 1)
    rest_keys, full_keys = rest @ powers, full @ powers
    complete_keys = _complete(ranks, copies + 1, sets, goals) @ powers
    up = np.full(rest.shape, -1, np.int64)
    formal = np.zeros(len(rest), np.int64)
    live = np.zeros(len(rest), np.int64)
    complete = np.isin(full_keys, complete_keys)
    for k in range(ranks):
        room = rest[:, k] < copies
        up[room, k] = np.searchsorted(full_keys, rest_keys[room] + powers[k])
        completes = np.isin(rest_keys + powers[k], complete_keys)
        formal += completes
        live += completes & room
    shanten, drawn_shanten = _exchanges(up, full, full_keys, rest_keys, powers, complete)
    weight, full_weight = _weights(rest, copies), _weights(full, copies)
    return Census(
        resting=_tallies(shanten, weight),
        drawn=_tallies(drawn_shanten, full_weight),
        waits={n: t for n, t in _tallies(live, weight).items() if n},
        formal_waits={n: t for n, t in _tallies(formal, weight).items() if n},
        exhausted_only=_tally((formal > 0) & (live == 0), weight),
    )


def _vectors(ranks: int, most: int, total: int) -> Array:
    """All rows of `ranks` counts of at most `most` that add up to `total`, in lexicographic order."""
    rows = np.zeros((1, 0), np.int64)
    for rank in range(ranks):
        rows = np.concatenate(
            [np.repeat(rows, most + 1, axis=0), np.tile(np.arange(most + 1), len(rows))[:, None]], axis=1
        )
        held = rows.sum(axis=1)
        rows = rows[(held <= total) & (held + most * (ranks - 1 - rank) >= total)]
    return rows


def _complete(ranks: int, most: int, sets: int, goals: tuple[Goal, ...]) -> Array:
    """Every complete hand with at most `most` copies of a rank."""
    found = [np.zeros((0, ranks), np.int64)]
    if Goal.STANDARD in goals:
        hands = 2 * np.eye(ranks, dtype=np.int64)
        chows = [[int(k <= i < k + 3) for i in range(ranks)] for k in range(ranks - 2)]
        groups = np.concatenate([3 * np.eye(ranks, dtype=np.int64), np.array(chows, np.int64).reshape(-1, ranks)])
        for _ in range(sets):
            hands = np.unique((hands[:, None] + groups).reshape(-1, ranks), axis=0)
            hands = hands[(hands <= most).all(axis=1)]
        found.append(hands)
    if 3 * sets + 2 == 2 * PAIRS:
        found.append(2 * _vectors(ranks, min(most // 2, pairs_alike(goals)), PAIRS))
    return np.concatenate(found)


def _exchanges(
    up: Array, full: Array, full_keys: Array, rest_keys: Array, powers: Array, complete: Array
) -> tuple[Array, Array]:
    """Shanten of resting and drawn hands; raises ValueError where no number of exchanges completes a hand."""
    unknown = len(rest_keys) + 1
    shanten = np.full(len(rest_keys), unknown)
    drawn = np.where(complete, -1, unknown)
    steps = 0
    while (shanten == unknown).any() or (drawn == unknown).any():
        near = ((up >= 0) & (drawn[up] == steps - 1)).any(axis=1) & (shanten == unknown)
        if not near.any():
            raise ValueError("some hands of this set can never be complete")
        shanten[near] = steps
        for k in range(full.shape[1]):
            can = full[:, k] > 0
            back = shanten[np.searchsorted(rest_keys, full_keys[can] - powers[k])]
            drawn[can] = np.where((drawn[can] == unknown) & (back == steps), steps, drawn[can])
        steps += 1
    return shanten, drawn


def _weights(hands: Array, copies: int) -> Array:
    ways = np.array([comb(copies, n) for n in range(copies + 1)], np.int64)
    weights: Array = ways[hands].prod(axis=1)
    return weights


def _tally(which: Array, weight: Array) -> Tally:
    return Tally(int(which.sum()), int(weight[which].sum()))


def _tallies(values: Array, weight: Array) -> dict[int, Tally]:
    def each() -> Iterator[tuple[int, Tally]]:
        for value in np.unique(values):
            yield int(value), _tally(values == value, weight)

    return dict(each())
