"""The outlook of a hand: the chance to win, to be ready, and the value of winning, for every discard.

Enumerate the positions that can come, price the finished hands (by a function that is handed in), carry the numbers
back. Each measure is its own optimum. Which answer is given:

- a set of one suit and at most `EXACT_DRAWS` draws: exact, the wall drawn without replacement;
- a set of one suit and more draws: every hand and every discard, but a hand-only wall (`sweep`): the unseen tiles
  shrink by one a draw, and what was thrown does not come back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np

from trainer.solver import suits
from trainer.solver.problem import Leaf, Prices, Problem

EXACT_DRAWS = 6


class NotSearched(ValueError):
    """The solver has no search for such a set."""


@dataclass(frozen=True, slots=True)
class Option:
    """One discard (None: the hand rests). `by_draw[k]` is the best chance to have won after k + 1 draws; `value` is
    None when no prices were given."""

    discard: int | None
    win_prob: float
    ready_prob: float
    value: float | None
    by_draw: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The options in order of kind, and what was searched: `wall` is `exact` or `shrinking`."""

    options: tuple[Option, ...]
    exact: bool
    wall: str
    budget: int


class PriceBook:
    """Prices of the waits of ready hands, each asked for once and kept: one row of nine for every hand met.

    `prices` is called with the leaves that are new. Keep a book as long as the question stays the same: shapes, melds,
    and what the prices depend on.
    """

    def __init__(self, suit: suits.Suit, prices: Prices) -> None:
        self.suit, self.prices = suit, prices
        self._waits = suit.tables()[1]
        self._rows = {True: np.zeros((0, suits.RANKS)), False: np.zeros((0, suits.RANKS))}
        self._places = {flag: np.full(suits.BASE**suits.RANKS, -1, np.int32) for flag in (True, False)}
        self._lock = Lock()

    def rows(self, hands: Array, *, locked: bool) -> Array:
        """A row of prices for each resting hand (numbers in base 5); 0 where a rank is no wait."""
        with self._lock:
            places = self._places[locked]
            fresh = hands[places[hands] < 0]
            if len(fresh):
                places[fresh] = len(self._rows[locked]) + np.arange(len(fresh))
                self._rows[locked] = np.concatenate([self._rows[locked], self._priced(fresh, locked)])
            return self._rows[locked][places[hands]]

    def _priced(self, hands: Array, locked: bool) -> Array:
        leaves, places = [], []
        for row, number in enumerate(hands.tolist()):
            counts = self.suit.counts(number)
            mask = int(self._waits[number])
            for i in range(suits.RANKS):
                if mask >> i & 1:
                    full = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
                    leaves.append(Leaf(self.suit.whole(full), self.suit.start + i, locked))
                    places.append((row, i))
        out = np.zeros((len(hands), suits.RANKS))
        if leaves:
            rows, ranks = zip(*places, strict=True)
            out[np.array(rows), np.array(ranks)] = np.maximum(0.0, np.array(self.prices(leaves), np.float64))
        return out


def solve(problem: Problem, book: PriceBook | None = None, *, lock: bool = False) -> Outlook:
    """The answer for every discard. With a `book` of prices also the expected value; `lock`: a hand that is ready after a
    discard may from then on only win or throw what it draws. Raises NotSearched for a set of more than one suit."""
    suit = suits.only_suit(problem)
    if suit is None:
        raise NotSearched("only sets of one suit are searched")
    if problem.draws <= EXACT_DRAWS:
        return _exact(problem, suit, book, lock)
    from trainer.solver import sweep

    return sweep.solve(problem, suit, book, lock)


def _exact(problem: Problem, suit: suits.Suit, book: PriceBook | None, lock: bool) -> Outlook:
    from trainer.solver.kernels import wall

    hand = suit.part(problem.hand)
    unseen = suit.part(problem.unseen)
    need, waits, pow5 = suit.tables()
    base = sum(n << (3 * i) for i, n in enumerate(hand)) | sum(n << (wall.SEEN + 3 * i) for i, n in enumerate(unseen))
    throws = [None if k is None else k - suit.start for k in problem.discards]
    first = np.array([base if j is None else base - (1 << (3 * j)) for j in throws], np.int64)
    at = np.array([wall.index(s, pow5) for s in first], np.int64)
    pool = sum(unseen)
    curves = np.array([_win(first, at, k, pool, need, waits, pow5) for k in range(1, problem.draws + 1)])
    curves = curves.reshape(problem.draws, len(first))
    ready = _ready(first, at, problem.draws, pool, need, pow5)
    value = None
    if book is not None:
        value = _value(first, at, problem.draws, pool, need, pow5, book, lock, throws == [None])
    return Outlook(
        tuple(
            Option(
                discard=k,
                win_prob=float(curves[-1, i]) if problem.draws else 0.0,
                ready_prob=float(ready[i]),
                value=None if value is None else float(value[i]),
                by_draw=tuple(float(x) for x in curves[:, i]),
            )
            for i, k in enumerate(problem.discards)
        ),
        exact=True,
        wall="exact",
        budget=problem.draws,
    )


Array = suits.Array


def _layers(first: Array, draws: int, grow: Callable[[Array, int], Array], last: int) -> list[Array]:
    """States by draws made, the first ones given, down to the layer that has `last` draws left."""
    layers = [np.unique(first)]
    for made in range(1, draws - last + 1):
        layers.append(grow(layers[-1], draws - made))
    return layers


def _pick(layer: Array, values: Array, first: Array) -> Array:
    return values[np.searchsorted(layer, first)]


def _win(first: Array, at: Array, draws: int, pool: int, need: Array, waits: Array, pow5: Array) -> Array:
    from trainer.solver.kernels import wall

    if draws == 1:
        return np.array([wall.waiting(s, i, waits) / pool for s, i in zip(first, at, strict=True)])
    layers = _layers(first, draws, lambda x, left: wall.expand(x, need, pow5, left, False, True), 2)
    keys, later = np.full(2, -1, np.int64), np.zeros(2)
    for made in range(len(layers) - 1, -1, -1):
        values = wall.win_layer(layers[made], keys, later, made == len(layers) - 1, pool - made, need, waits, pow5)
        keys, later = wall.stored(layers[made], values)
    return _pick(layers[0], values, first)


def _ready(first: Array, at: Array, draws: int, pool: int, need: Array, pow5: Array) -> Array:
    from trainer.solver.kernels import wall

    out = (need[at] <= 1).astype(np.float64)
    waiting = np.flatnonzero(out == 0)
    if draws == 0 or not len(waiting):
        return out
    start = first[waiting]
    layers = _layers(start, draws, lambda x, left: wall.expand(x, need, pow5, left + 1, False, False), 1)
    keys, later = np.full(2, -1, np.int64), np.zeros(2)
    for made in range(len(layers) - 1, -1, -1):
        values = wall.ready_layer(layers[made], keys, later, made == len(layers) - 1, pool - made, need, pow5)
        keys, later = wall.stored(layers[made], values)
    out[waiting] = _pick(layers[0], values, start)
    return out


def _value(
    first: Array, at: Array, draws: int, pool: int, need: Array, pow5: Array, price: PriceBook, lock: bool, rests: bool
) -> Array:
    from trainer.solver.kernels import wall

    if draws == 0:
        return np.zeros(len(first))
    layers = [np.unique(first)]
    for made in range(1, draws - 1):
        grown = wall.expand(layers[-1], need, pow5, draws - made, lock and not (rests and made == 1), True)
        layers.append(grown)
    marks = np.zeros(len(need), np.bool_)
    for made, layer in enumerate(layers):
        wall.mark_ready(layer, draws - made == 2, need, pow5, marks, lock and not (rests and made == 0))
    hands = np.flatnonzero(marks)
    rows = np.full(len(need), -1, np.int32)
    rows[hands] = np.arange(len(hands))
    empty = np.zeros((1, suits.RANKS))
    locking = price.rows(hands, locked=True) if lock and len(hands) else empty
    if not lock:
        free = price.rows(hands, locked=False) if len(hands) else empty
    else:
        free = np.zeros_like(locking)
        if rests and need[at[0]] == 1:
            free[rows[at[0]]] = price.rows(at, locked=False)[0]
    keys, later = np.full(2, -1, np.int64), np.zeros(2)
    for made in range(len(layers) - 1, -1, -1):
        unlocked = rests and made == 0
        values = wall.value_layer(
            layers[made], keys, later, draws - made, pool - made, need, pow5, rows, free, locking, lock, unlocked
        )
        keys, later = wall.stored(layers[made], values)
    return _pick(layers[0], values, first)


@lru_cache(maxsize=1)
def _example() -> Problem:
    """A position that runs every kernel."""
    from trainer.solver.problem import Goal
    from trainer.tiles import KINDS

    def ranks(*counts: int) -> tuple[int, ...]:
        return (*counts, *(0,) * (KINDS - len(counts)))

    return Problem(
        supply=ranks(*(4,) * 9),
        hand=ranks(3, 1, 0, 2, 3, 0, 2, 0, 3),
        melds=0,
        held=ranks(),
        seen=ranks(),
        draws=3,
        goals=(Goal.STANDARD, Goal.SEVEN_PAIRS),
    )


def warm(progress: Callable[[int, int], None] | None = None) -> None:
    """Compile or load every kernel; `progress(done, total)` is called between the parts."""
    from trainer.solver import efficiency

    problem = _example()
    suit = suits.only_suit(problem)
    assert suit is not None
    parts: list[Callable[[], object]] = [
        lambda: efficiency.ukeire(problem),
        lambda: solve(problem),
        lambda: solve(problem, PriceBook(suit, lambda leaves: [1.0] * len(leaves)), lock=True),
    ]
    for done, part in enumerate(parts):
        if progress:
            progress(done, len(parts))
        part()
    if progress:
        progress(len(parts), len(parts))
