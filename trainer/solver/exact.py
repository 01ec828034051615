"""The exact answers for sets of any kind: own throws remembered, draws without replacement.

Only where the number of states stays under a bound; `solve` answers None above it. What a state is and how junk is
merged is told by the kernels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from trainer.solver.books import grid, is_full, layout, packed, store, unpacked
from trainer.solver.pace import UNWATCHED, Pace
from trainer.solver.problem import ORPHANS, Leaf, Problem
from trainer.solver.suits import Array
from trainer.solver.value import LeafBook, Option, Outlook
from trainer.tiles import KINDS, RANKS

LESS = (0.45, 0.3, 0.15, 0.1, 0.1)
"""Growth from layer to layer as a share of that from the first to the second, measured on sets of 36 to 136 tiles."""

HOPE = 4
"""How many times too many states may be expected before a search is given up: a last layer is often far smaller."""

MOST_DRAWS = 9
"""More tiles than these are not remembered."""


class _TooMany(Exception):
    """More states than asked for, or than the kernels have room for."""


class _Full(Exception):
    """The book has no room; an empty one may have."""


def solve(
    problem: Problem, book: LeafBook | None, lock: bool, judge: LeafBook | None, curve: bool, states: int,
    pace: Pace = UNWATCHED,
) -> Outlook | None:  # fmt: skip
    """The outlook for every discard, each measure with at most so many states; None where one needs more."""
    if problem.draws > MOST_DRAWS:
        return None

    def answer(kept: Any) -> Outlook | type[_Full] | None:
        try:
            return _answer(problem, kept, book, lock, judge, curve, states, pace)
        except _TooMany:
            return None
        except _Full:
            return _Full

    asked = store(problem.supply, sum(problem.hand) // 3, problem.goals, problem.melds and 1)
    found = asked.ask(problem.held, answer, lambda given: given is _Full)
    return found if isinstance(found, Outlook) else None


def _answer(
    problem: Problem, kept: Any, book: LeafBook | None, lock: bool, judge: LeafBook | None, curve: bool, states: int,
    pace: Pace,
) -> Outlook:  # fmt: skip
    parts = pace.parts(3)
    win = _Wall(problem, kept, states, next(parts)).win(judge, curve)
    ready = _Wall(problem, kept, states, next(parts), ahead=1).ready()
    value = None if book is None else _Wall(problem, kept, states, next(parts), spare=lock).value(book, lock)
    options = tuple(
        Option(
            discard=k,
            win_prob=float(win[-1][i]) if win else 0.0,
            ready_prob=float(ready[i]),
            value=None if value is None else float(value[i]),
            by_draw=tuple(float(chance[i]) for chance in win) if curve else (),
        )
        for i, k in enumerate(problem.discards)
    )
    return Outlook(options, exact=True, wall="exact", budget=problem.draws)


@dataclass(slots=True)
class _Links:
    """From the states of one layer to the next; see the kernel `step`."""

    ends: Array
    to: Array
    ways: Array
    what: Array


def _expected(layers: _Layers, more: int) -> float:
    """About how many drawn hands the largest of so many more layers will hold, by the growth of the first two: it
    lessens as the hands of a layer become alike."""
    first, now = (max(1, len(keys)) for keys, _ in layers.drawn[:2])
    out = float(now)
    for share in LESS[:more]:
        out *= max(1.0, share * now / first)
    return out


@dataclass(slots=True)
class _Ready:
    """Ready hands: their keys, the kinds each waits for, and a hash table that finds them."""

    keys: Array
    waits: Array
    at_keys: Array
    at: Array


@dataclass(slots=True)
class _Layers:
    """States by draws made: `rests[d]` the resting hands, `drawn[d]` what each can draw; `down[d]` links the one to the
    other, `up[d]` links `drawn[d]` to `rests[d + 1]`."""

    rests: list[tuple[Array, Array]]
    drawn: list[tuple[Array, Array]] = field(default_factory=list)
    down: list[_Links] = field(default_factory=list)
    up: list[_Links] = field(default_factory=list)


class _Wall:
    """One measure of one problem. `ahead`: a hand counts that is so many tiles short of complete; `spare`: junk need
    not be thrown first."""

    def __init__(
        self, problem: Problem, book: Any, states: int, pace: Pace, *, ahead: int = 0, spare: bool = False
    ) -> None:
        from trainer.solver.kernels import exact

        self.kernels, self.book, self.states, self.pace, self.spare = exact, book, states, pace, spare
        self.draws, self.unseen = problem.draws, sum(problem.unseen)
        self.size = sum(problem.hand) // 3 * 3 + 1
        self.rests = problem.discards == (None,)
        room, shifts = layout(problem.supply)
        links = room, RANKS
        self.parts = (
            shifts,
            np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int64),
            np.empty(links, np.int32), np.empty(links, np.int32),
            np.full(2 * room, -1, np.int64), np.empty(2 * room, np.int32), np.zeros(1, np.int64),
        )  # fmt: skip
        orphans = grid(tuple(int(k in ORPHANS) for k in range(KINDS))) > 0
        self.useful = exact.useful_kinds(
            grid(problem.hand), problem.draws + ahead, orphans, book.limits, book.facts, book.sets, book.seven,
            book.thirteen, book.standard,
        )  # fmt: skip
        self.copies = grid(problem.unseen)
        self.junk = int(self.copies[~self.useful].sum())
        hands = [grid(problem.resting(k)) for k in problem.discards]
        starts = np.stack([packed(np.where(self.useful, hand, 0)) for hand in hands])
        found = exact.first_states(starts, *self.parts, *book)
        if found.min() < 0:
            raise self._failed()
        self.first, self.place = np.unique(found, return_inverse=True)

    def win(self, judge: LeafBook | None, curve: bool) -> list[Array]:
        """Chances to have won after 1, 2, ... draws, or only after all."""
        if not self.draws:
            return []
        layers = self._layers(end=-1 if judge else 0, short=0, last=1)
        curves = []
        for draws in range(1 if curve else self.draws, self.draws + 1):
            there = layers.drawn[draws - 2] if draws > 1 else layers.rests[0]
            ready = self._ready(there[0], drawn=draws > 1)
            allowed = ready.waits if judge is None else self._worth(ready, judge, locked=False) > 0
            now = self._last(there, ready, allowed.astype(np.float64), drawn=draws > 1) / (self.unseen - draws + 1)
            for made in range(draws - 2, -1, -1):
                down = layers.down[made]
                gain = (down.to == self.kernels.NOTHING).astype(np.float64)
                if judge is not None:
                    gain = (self._gain(layers, made, judge, locked=False) > 0).astype(np.float64)
                now = self.kernels.mean(down.ends, down.to, down.ways, gain, now, self.unseen - made)
                if made:
                    now = self.kernels.best(layers.up[made - 1].ends, layers.up[made - 1].to, now)
            curves.append(now[self.place])
        return curves

    def ready(self) -> Array:
        """Chances to be ready in the end or to have won: to become ready once, as a ready hand can stay so."""
        out: Array = (self._needs(self.first) <= 1).astype(np.float64)
        far = np.flatnonzero(out == 0)
        if self.draws and len(far):
            layers = self._layers(far, end=1, short=1, last=0)
            now = np.zeros(len(layers.drawn[-1][0]))
            for made in range(self.draws - 1, -1, -1):
                down = layers.down[made]
                gain = (down.to == self.kernels.NOTHING).astype(np.float64)
                now = self.kernels.mean(down.ends, down.to, down.ways, gain, now, self.unseen - made)
                if made:
                    now = self.kernels.best(layers.up[made - 1].ends, layers.up[made - 1].to, now)
            out[far] = now
        return out[self.place]

    def value(self, book: LeafBook, lock: bool) -> Array:
        """Expected worth of the win."""
        if not self.draws:
            return np.zeros(len(self.place))
        layers = self._layers(end=-1, short=0, last=1, lock=lock)
        there = layers.drawn[-1] if self.draws > 1 else layers.rests[0]
        ready = self._ready(there[0], drawn=self.draws > 1)
        free = self.rests and self.draws == 1  # the hand given as resting has not discarded yet
        now = self._last(there, ready, self._worth(ready, book, locked=lock and not free), drawn=self.draws > 1)
        now /= self.unseen - self.draws + 1
        for made in range(self.draws - 2, -1, -1):
            down, rests = layers.down[made], layers.rests[made]
            locks = lock and not (self.rests and made == 0)
            gain = np.zeros(len(down.to)) if locks else self._gain(layers, made, book, locked=False)
            now = self.kernels.mean(down.ends, down.to, down.ways, gain, now, self.unseen - made)
            if locks:
                ready = self._ready(rests[0], drawn=False)
                worth = self._worth(ready, book, locked=True)
                self.kernels.lock(
                    *rests, self.copies, self.draws - made, self.unseen - made, ready.at_keys, ready.at, worth, now
                )
            if made:
                now = self.kernels.best(layers.up[made - 1].ends, layers.up[made - 1].to, now)
        return now[self.place]

    def _ready(self, states: Array, *, drawn: bool) -> _Ready:
        found = self.kernels.ready_hands(states, drawn, self.size, self.spare, self.useful, *self.parts, *self.book)
        if not len(found[2]):
            raise self._failed()
        return _Ready(*found)

    def _worth(self, ready: _Ready, book: LeafBook, *, locked: bool) -> Array:
        """The price of every wait of these hands, 0 for other kinds and for what may not be declared."""
        out = np.zeros(ready.waits.shape)
        hands, kinds = np.nonzero(ready.waits)
        numbers = ready.keys[hands][:, None] >> self.parts[0] & (len(self.parts[1]) - 1)
        counts = unpacked(self.parts[1][numbers])
        counts[np.arange(len(hands)), kinds] += 1
        leaves = [Leaf(tuple(c), k, locked) for c, k in zip(counts.tolist(), kinds.tolist(), strict=True)]
        out[hands, kinds] = book.prices_of(leaves, self.pace.stretch(0.5, 1))
        return out

    def _gain(self, layers: _Layers, made: int, book: LeafBook, *, locked: bool) -> Array:
        ready = self._ready(layers.rests[made][0], drawn=False)
        down, worth = layers.down[made], self._worth(ready, book, locked=locked)
        found: Array = self.kernels.gains(
            layers.rests[made][0], down.ends, down.what, ready.at_keys, ready.at, worth
        )
        return found

    def _last(self, there: tuple[Array, Array], ready: _Ready, worth: Array, *, drawn: bool) -> Array:
        """Of each state with one draw to go, the worth of its waits times their unseen copies."""
        found: Array = self.kernels.last_draw(
            *there, drawn, self.size, self.useful, self.copies, ready.at_keys, ready.at, worth, self.parts[0],
            self.parts[1], self.parts[3], self.parts[5],
        )  # fmt: skip
        return found

    def _failed(self) -> Exception:
        """Why a kernel has not answered. What is kept from earlier questions must not decide whether this one is."""
        return _Full() if is_full(self.book) else _TooMany()

    def _needs(self, states: Array) -> Array:
        return self._checked(self.kernels.needs(states, *self.parts, *self.book))

    def _checked(self, needs: Array) -> Array:
        if len(needs) and needs.min() < 0:
            raise self._failed()
        return needs

    def _layers(self, chosen: Array | None = None, *, end: int, short: int, last: int, lock: bool = False) -> _Layers:
        """All layers until `last` draws are left; see the kernel `step` for `end` and `lock`. `short`: tiles that a
        hand may lack beyond those it can draw."""
        first = self.first if chosen is None else self.first[chosen]
        layers = _Layers([(first, np.zeros(len(first), np.int64))])
        for made in range(self.draws - last):
            self.pace.at(made, 2 * self.draws)
            left = self.draws - made - 1
            if made:
                rests, links = self._step(layers.drawn[-1], made, left + 1 + short, drawing=False)
                layers.rests.append(rests)
                layers.up.append(links)
            locks = lock and not (self.rests and made == 0)
            drawn, links = self._step(layers.rests[-1], made, left + short, drawing=True, end=end, lock=locks)
            layers.drawn.append(drawn)
            layers.down.append(links)
            if made == 1 and _expected(layers, left - 1) > HOPE * self.states:
                raise _TooMany
        return layers

    def _step(
        self, states: tuple[Array, Array], made: int, most: int, *, drawing: bool, end: int = -1, lock: bool = False
    ) -> tuple[tuple[Array, Array], _Links]:
        keys, lists, *links = self.kernels.step(
            *states, drawing, self.useful, self.copies, self.junk, made, self.size, most, end, self.spare, lock,
            self.states, *self.parts, *self.book,
        )  # fmt: skip
        if len(links[0]) < len(states[0]):
            raise self._failed()
        return (keys, lists), _Links(*links)
