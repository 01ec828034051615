"""The outlook of a hand: the chance to win, to be ready, and the value of winning, for every discard.

Enumerate the positions that can come, price the finished hands (by a function that is handed in), carry the numbers
back. Each measure is its own optimum. Which answer is given:

- at most `EXACT_DRAWS` draws, in a set of one suit, or in any other whenever there are few enough states (`exact`):
  exact, the wall drawn without replacement;
- a set of one suit and more draws: every hand and every discard, but a hand-only wall (`sweep`): the unseen tiles
  shrink by one a draw, and what was thrown does not come back;
- other sets: the same wall, and only hands that are a few exchanges off the shortest paths; where the draws are many of
  the unseen tiles, with what is thrown on the way missing from it (`bounded`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from threading import Lock
from typing import TypeVar

import numpy as np

from trainer.solver import suits
from trainer.solver.pace import UNWATCHED, Pace
from trainer.solver.problem import Leaf, Prices, Problem
from trainer.solver.suits import Array

EXACT_DRAWS = 6

BATCH = 256
"""Hands that are priced before others may ask the same book: a few hundredths of a second's work."""

EXACT_STATES = 400_000
"""Most states of one measure where the set is no single suit: a fraction of a second's work."""

_Book = TypeVar("_Book")


class NotSearched(ValueError):
    """The question is too large for every search the solver has."""


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
    """The options in order of kind, and what was searched: `wall` is `exact`, `shrinking` or `followed` (`bounded`)."""

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
        self._rows = {flag: np.zeros((1, suits.RANKS)) for flag in (True, False)}
        # Row 0 is nobody's: untouched zeros cost no memory, and most numbers are no hand that is ever met.
        self._places = {flag: np.zeros(suits.BASE**suits.RANKS, np.int32) for flag in (True, False)}
        self._lock = Lock()

    def rows(self, hands: Array, *, locked: bool, pace: Pace = UNWATCHED) -> Array:
        """A row of prices for each resting hand (numbers in base 5); 0 where a rank is no wait."""
        places = self._places[locked]
        fresh = hands[places[hands] == 0]
        for start in range(0, len(fresh), BATCH):
            pace.at(start, len(fresh))
            with self._lock:
                new = fresh[start : start + BATCH]
                new = new[places[new] == 0]
                self._learn(new, self._priced(new, locked), locked)
        with self._lock:
            return self._rows[locked][places[hands]]

    def fill(self, step: int, steps: int, *, locked: bool) -> None:
        """Price one of `steps` equal parts of all ready hands."""
        self.rows(np.array_split(self.suit.ready(), steps)[step], locked=locked)

    def dumps(self, *, locked: bool) -> bytes:
        """The prices of all ready hands, as `loads` takes them."""
        kept = BytesIO()
        np.save(kept, self.rows(self.suit.ready(), locked=locked))
        return kept.getvalue()

    def loads(self, data: bytes, *, locked: bool) -> bool:
        """Take over the prices of all ready hands from an earlier run; False when the data are not of that form."""
        hands = self.suit.ready()
        try:
            rows: Array = np.load(BytesIO(data), allow_pickle=False)
        except (ValueError, EOFError):
            return False
        if rows.shape != (len(hands), suits.RANKS) or rows.dtype != np.float64:
            return False
        with self._lock:
            fresh = self._places[locked][hands] == 0
            self._learn(hands[fresh], rows[fresh], locked)
        return True

    def _learn(self, hands: Array, rows: Array, locked: bool) -> None:
        self._places[locked][hands] = len(self._rows[locked]) + np.arange(len(hands))
        self._rows[locked] = np.concatenate([self._rows[locked], rows])

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


class LeafBook:
    """Prices of finished hands in sets of any kind, each asked for once and kept; see PriceBook for how long."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        self._known: dict[Leaf, float] = {}
        self._lock = Lock()

    def prices_of(self, leaves: list[Leaf], pace: Pace = UNWATCHED) -> list[float]:
        """The price of each leaf, 0 for one that may not be declared."""
        fresh = [leaf for leaf in dict.fromkeys(leaves) if leaf not in self._known]
        for start in range(0, len(fresh), BATCH):
            pace.at(start, len(fresh))
            with self._lock:
                new = [leaf for leaf in fresh[start : start + BATCH] if leaf not in self._known]
                prices = self.prices(new)
                self._known.update((leaf, max(0.0, price)) for leaf, price in zip(new, prices, strict=True))
        return [self._known[leaf] for leaf in leaves]


def price_book(problem: Problem, prices: Prices) -> PriceBook | LeafBook:
    """The book that `solve` wants for problems with this set, hand size and melds."""
    suit = suits.only_suit(problem)
    return LeafBook(prices) if suit is None else PriceBook(suit, prices)


def solve(
    problem: Problem,
    book: PriceBook | LeafBook | None = None,
    *,
    lock: bool = False,
    judge: PriceBook | LeafBook | None = None,
    curve: bool = True,
    states: int = EXACT_STATES,
    pace: Pace = UNWATCHED,
) -> Outlook:
    """The answer for every discard; with a `book` of prices (see price_book) also the expected value.

    With a `judge` a complete hand that has no price there, not locked, is no win for the chances either (sets of
    several suits; in one suit every complete hand may win).
    Without `curve` the options say nothing `by_draw`. In a set of several suits an answer is exact only where no
    measure takes more than so many `states`. `lock`: a hand that is ready after a discard may from then on only win or
    throw what it draws; one that was given as resting has not discarded yet. `pace` is told how far it is. Raises
    NotSearched when a set of many kinds leaves too much to search.
    """
    suit = suits.only_suit(problem)
    if suit is None:
        from trainer.solver import bounded, exact

        prices, judging = _of(LeafBook, book), _of(LeafBook, judge)
        if problem.draws <= EXACT_DRAWS:
            found = exact.solve(problem, prices, lock, judging, curve, states, pace.stretch(0, 0.5))
            if found is not None:
                return found
            pace = pace.stretch(0.5, 1)
        return bounded.solve(problem, prices, lock, judging, curve, pace)
    if problem.draws <= EXACT_DRAWS:
        return _exact(problem, suit, _of(PriceBook, book), lock, pace)
    from trainer.solver import sweep

    return sweep.solve(problem, suit, _of(PriceBook, book), lock, pace)


def _of(kind: type[_Book], book: PriceBook | LeafBook | None) -> _Book | None:
    if book is None or isinstance(book, kind):
        return book
    raise TypeError("this book of prices is for another kind of set")


def _exact(problem: Problem, suit: suits.Suit, book: PriceBook | None, lock: bool, pace: Pace) -> Outlook:
    wall = _Wall(problem, suit)
    pace.at(0)
    curves = wall.win()
    pace.at(0.3)
    ready = wall.ready()
    pace.at(0.5)
    value = None if book is None else wall.value(book, lock, pace.stretch(0.5, 1))
    return Outlook(
        tuple(
            Option(
                discard=k,
                win_prob=float(curves[-1][i]) if curves else 0.0,
                ready_prob=float(ready[i]),
                value=None if value is None else float(value[i]),
                by_draw=tuple(float(curve[i]) for curve in curves),
            )
            for i, k in enumerate(problem.discards)
        ),
        exact=True,
        wall="exact",
        budget=problem.draws,
    )


@dataclass(frozen=True, slots=True)
class _Layers:
    """States by draws made: `rests[d]` the resting hands, `drawn[d]` what each can draw, with the links between them.

    `down[d]` links `rests[d]` to `drawn[d]`, `up[d]` links `drawn[d]` to `rests[d + 1]`.
    """

    rests: list[Array]
    drawn: list[Array]
    down: list[Array]
    up: list[Array]


class _Wall:
    """The exact answers to one problem, one for each of `problem.discards`."""

    def __init__(self, problem: Problem, suit: suits.Suit) -> None:
        from trainer.solver.kernels import wall

        self.kernels = wall
        self.need, self.waits, self.pow5 = suit.tables()
        self.draws = problem.draws
        self.unseen = sum(problem.unseen)
        self.rests = problem.discards == (None,)
        unseen = sum(n << (wall.HAND + 3 * i) for i, n in enumerate(suit.part(problem.unseen)))
        hands = [np.array(suit.part(problem.resting(k)), np.int64) @ self.pow5 for k in problem.discards]
        self.hands = np.array(hands, np.int64)
        self.first = self.hands | unseen

    def win(self) -> list[Array]:
        """Chances to have won after 1, 2, ... `draws` draws."""
        if not self.draws:
            return []
        layers = self._layers(self.first, end=0, short=0, last=1)
        curves = [self.kernels.waiting(self.first, self.waits) / self.unseen]
        for draws in range(2, self.draws + 1):
            drawn = self.kernels.throw_last(layers.drawn[draws - 2], self.waits, self.pow5, self.unseen - draws + 1)
            curves.append(self._carried(layers, drawn, draws - 2))
        return curves

    def ready(self) -> Array:
        """Chances to be ready in the end or to have won: to become ready once, as a ready hand can stay so."""
        out: Array = (self.need[self.hands] <= 1).astype(np.float64)
        far = np.flatnonzero(out == 0)
        if self.draws and len(far):
            layers = self._layers(self.first[far], end=1, short=1, last=0)
            out[far] = self._carried(layers, np.zeros(len(layers.drawn[-1])), self.draws - 1)
        return out

    def value(self, book: PriceBook, lock: bool, pace: Pace) -> Array:
        """Expected worth of the win."""
        if not self.draws:
            return np.zeros(len(self.first))
        layers = self._layers(self.first, end=-1, short=0, last=1, lock=lock)
        marks = np.zeros(len(self.need), np.bool_)
        for rests in layers.rests:
            self.kernels.mark(rests, False, self.need, self.pow5, marks)
        if self.draws > 1:
            self.kernels.mark(layers.drawn[-1], True, self.need, self.pow5, marks)
        hands = np.flatnonzero(marks)
        rows = np.zeros(len(self.need), np.int32)
        rows[hands] = np.arange(len(hands))
        kept = book.rows(hands, locked=lock, pace=pace) if len(hands) else np.zeros((1, suits.RANKS))
        free = np.zeros_like(kept) if lock else kept
        if lock and self.rests and self.need[self.hands[0]] == 1:
            free[rows[self.hands[0]]] = book.rows(self.hands, locked=False)[0]
        if self.draws == 1:
            links = np.full((len(self.first), suits.RANKS), self.kernels.NOTHING, np.int32)
            return self._mean_worth(self.first, links, np.zeros(1), 0, rows, free, kept, lock)
        drawn = self.kernels.throw_last_worth(
            layers.drawn[-1], self.need, self.pow5, rows, kept, self.unseen - self.draws + 1
        )
        for made in range(self.draws - 2, -1, -1):
            value = self._mean_worth(layers.rests[made], layers.down[made], drawn, made, rows, free, kept, lock)
            if made:
                drawn = self.kernels.best(layers.up[made - 1], value)
        return value

    def _layers(self, first: Array, *, end: int, short: int, last: int, lock: bool = False) -> _Layers:
        """All layers until `last` draws are left; see the kernel `draw` for `end`, `short` and `lock`."""
        layers = _Layers([first], [], [], [])
        for made in range(self.draws - last):
            left = self.draws - made - 1
            if made:
                rests, up = self.kernels.throw(layers.drawn[-1], self.need, self.pow5, left + 1 + short)
                layers.rests.append(rests)
                layers.up.append(up)
            locks = lock and not (self.rests and made == 0)
            drawn, down = self.kernels.draw(layers.rests[-1], self.need, self.pow5, left, end, short, locks)
            layers.drawn.append(drawn)
            layers.down.append(down)
        return layers

    def _carried(self, layers: _Layers, drawn: Array, made: int) -> Array:
        """Chances of the first resting hands from those of the hands drawn after `made` draws and one more."""
        while True:
            rests = self.kernels.mean(layers.rests[made], layers.down[made], drawn, self.unseen - made)
            if not made:
                return rests
            made -= 1
            drawn = self.kernels.best(layers.up[made], rests)

    def _mean_worth(
        self, rests: Array, links: Array, drawn: Array, made: int, rows: Array, free: Array, kept: Array, lock: bool
    ) -> Array:
        return self.kernels.mean_worth(
            rests, links, drawn, self.draws - made, self.unseen - made, self.need, self.pow5, rows, free, kept,
            lock and not (self.rests and made == 0),
        )  # fmt: skip


def _example(suits_in_set: int) -> Problem:
    """A small position in a set of so many suits."""
    from trainer.solver.problem import Goal
    from trainer.tiles import KINDS

    hand = (3, 1, 0, 2, 0, 0, 2)
    nothing = (0,) * KINDS
    return Problem(
        supply=tuple(4 * int(k < suits_in_set * suits.RANKS) for k in range(KINDS)),
        hand=hand + nothing[len(hand) :],
        melds=2,
        held=nothing,
        seen=nothing,
        draws=3,
        goals=(Goal.STANDARD, Goal.SEVEN_PAIRS),
    )


def warm(progress: Callable[[int, int], None] | None = None) -> None:
    """Compile or load every kernel; `progress(done, total)` is called between the parts."""
    from trainer.solver import claims, efficiency

    def answer(problem: Problem) -> None:
        for lock in (True, False):
            solve(problem, price_book(problem, lambda leaves: [1.0] * len(leaves)), lock=lock)

    def look(problem: Problem) -> None:
        efficiency.ukeire(problem)
        efficiency.shanten(problem.supply, problem.hand, problem.held, problem.melds, problem.goals)

    def among_others(problem: Problem) -> None:
        books = LeafBook(lambda leaves: [1.0] * len(leaves)), LeafBook(lambda leaves: [1.0] * len(leaves))
        claims.solve(problem, claims.Opponent(2, lambda melds: books), valued=False, curve=False)

    one, two = _example(1), _example(2)
    parts: list[Callable[[], object]] = [
        lambda: look(two),
        lambda: solve(one),
        lambda: answer(one),
        lambda: answer(two),
        lambda: answer(replace(two, draws=EXACT_DRAWS + 1)),
        lambda: among_others(replace(two, draws=EXACT_DRAWS + 1)),
    ]
    for done, part in enumerate(parts):
        if progress:
            progress(done, len(parts))
        part()
    if progress:
        progress(len(parts), len(parts))
