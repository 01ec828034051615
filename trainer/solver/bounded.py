"""The outlook in sets of any kind: a limited number of exchanges, against a hand-only wall.

Remembered is the hand alone: unseen copies of a kind are those unseen at the start less what the hand has gained, the
pool shrinks by one a draw, and thrown tiles, taken to be draws that did not help, do not come back. Hands are visited
while the tiles gained and the exchanges to ready are together at most the shortest path plus the problem's budget; a
search that grows too large is done again with less, and the outlook says with how much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from trainer.solver import efficiency
from trainer.solver.books import grid, layout, packed, store, unpacked
from trainer.solver.pace import UNWATCHED, Pace
from trainer.solver.problem import Leaf, Problem
from trainer.solver.suits import Array
from trainer.solver.value import LeafBook, NotSearched, Option, Outlook
from trainer.tiles import KINDS

ROOM = 500_000
"""Most hands visited in one search."""

FAR = 3
"""From so many exchanges on the shortest paths may be too many."""

STRIDE = 24
"""Draws that numbers are carried over at a time: less than a second's work in the largest search."""

SEARCHING = 0.4
"""The share of the work that looking for the hands is taken to be; the rest is carrying numbers over them."""


def solve(
    problem: Problem, book: LeafBook | None, lock: bool, judge: LeafBook | None, curve: bool, pace: Pace = UNWATCHED
) -> Outlook:
    """The outlook for every discard. Raises NotSearched when even the shortest paths are too many."""
    graphs, budget = search(problem, pace.stretch(0, SEARCHING))
    parts = zip(graphs, pace.stretch(SEARCHING, 1).parts(len(graphs)), strict=True)
    found = {option.discard: option for g, part in parts for option in g.options(book, lock, judge, curve, part)}
    return Outlook(tuple(found[k] for k in problem.discards), exact=False, wall="shrinking", budget=budget)


def search(problem: Problem, pace: Pace = UNWATCHED) -> tuple[list[Graph], int]:
    """The hands to visit for every discard, and with which budget. Raises NotSearched.

    A larger budget visits every hand that a smaller one visits, so what is far is tried with the shortest paths first:
    where they are too many, that is known after one search.
    """
    away = {
        k: efficiency.shanten(problem.supply, problem.resting(k), problem.held, problem.melds, problem.goals)
        for k in problem.discards
    }
    shortest: list[Graph] | None = None
    tries = pace.parts(problem.budget + 2)
    if min(away.values()) >= FAR or not problem.budget:
        shortest = _within(problem, away, 0, next(tries))
        if shortest is None:
            raise NotSearched("too many hands lie between this one and a complete one")
    for budget in range(problem.budget, -1, -1):
        graphs = _within(problem, away, budget, next(tries)) if budget or shortest is None else shortest
        if graphs is not None:
            return graphs, budget
    raise NotSearched("too many hands lie between this one and a complete one")


def _within(problem: Problem, away: dict[int | None, int], budget: int, pace: Pace) -> list[Graph] | None:
    """The hands to visit for every discard; None if too many. `away` are the exchanges that each leaves.

    Discards that lie farther from ready than the others' budget are searched on their own, and first, as they have the
    most hands; those equally far together, as they lead to the same hands.
    """
    most = min(away.values()) + budget
    groups: dict[int, list[int | None]] = {}
    for k, steps in away.items():
        groups.setdefault(max(most, steps), []).append(k)
    out: list[Graph] = []
    for limit, part in zip(sorted(groups, reverse=True), pace.parts(len(groups)), strict=True):
        graph = Graph.explore(problem, groups[limit], limit)
        if graph is not None:
            out.append(graph)
        elif limit == most or any(k is not None and problem.unseen[k] for k in groups[limit]):
            return None  # one who draws again what he threw may throw any other: each leads to all these hands
        else:
            each = zip(groups[limit], part.parts(len(groups[limit])), strict=True)
            alone = [Graph.explore(problem, [k], limit) for k, _ in each]
            if None in alone:
                return None
            out += [g for g in alone if g is not None]
    return out


def _strides(draws: int) -> Iterator[tuple[int, int]]:
    """Draws in parts of at most STRIDE, the last draws first: how many come after the part, and how many are in it."""
    for done in range(0, draws, STRIDE):
        yield done, min(STRIDE, draws - done)


class Graph:
    """The hands of one search and the numbers carried over it; see the kernel `explore` for the arrays."""

    def __init__(self, problem: Problem, discards: list[int | None], arrays: tuple[Array, ...]) -> None:
        self.problem, self.discards = problem, discards
        self.suits, self.rest_need, self.rest_ends, self.draws, self.copies, self.kinds = arrays[:6]
        self.drawn_need, self.drawn_ends, self.throws = arrays[6:9]
        self.pool = sum(problem.unseen)

    @classmethod
    def explore(cls, problem: Problem, discards: list[int | None], most: int) -> Graph | None:
        """None when more than ROOM hands would be visited."""
        from trainer.solver.kernels import graph

        starts = np.stack([packed(grid(problem.resting(k))) for k in discards])
        hand, unseen = grid(problem.hand), grid(problem.unseen)
        far = min(most, problem.draws)  # a gained tile took a draw, so that farther hands are never reached
        book = store(problem.supply, sum(problem.hand) // 3, problem.goals, problem.melds and 1)
        room = ROOM, *layout(problem.supply)

        def search(b: Any) -> tuple[Any, ...]:
            found: tuple[Any, ...] = graph.explore(starts, hand, unseen, far, *room, *b)
            return found

        arrays = book.ask(problem.held, search, lambda found: found[-1] == graph.FULL)
        return cls(problem, discards, arrays) if len(arrays[0]) else None

    def options(
        self, book: LeafBook | None, lock: bool, judge: LeafBook | None, curve: bool, pace: Pace = UNWATCHED
    ) -> Iterator[Option]:
        draws, judging, pricing = self.problem.draws, pace.stretch(0, 0.1), pace.stretch(0.7, 0.95)
        won = self.won(judge, judging)
        nothing = np.zeros(len(self.rest_need))
        win = self.chance(nothing, draws, won, pace.stretch(0.1, 0.15))
        ready = self.chance((self.rest_need == 1).astype(np.float64), draws, won, pace.stretch(0.15, 0.2))
        curves = []
        if curve and draws:
            lengths = zip(range(1, draws), pace.stretch(0.2, 0.7).parts(draws - 1), strict=True)
            curves = [*(self.chance(nothing, n, won, part) for n, part in lengths), win]
        value = None
        if book is not None:
            prices = self.prices(book, lock=lock, pace=pricing)
            value = self.value(draws, prices, lock, pace.stretch(0.95, 1))
        for i, k in enumerate(self.discards):
            yield Option(
                discard=k,
                win_prob=float(win[i]),
                ready_prob=float(ready[i]),
                value=None if value is None else float(value[i]),
                by_draw=tuple(float(chance[i]) for chance in curves),
            )

    def won(self, judge: LeafBook | None, pace: Pace = UNWATCHED) -> Array:
        """Which draws complete a hand, and one that may be declared."""
        out: Array = self.drawn_need[self.draws] == 0
        return out if judge is None else out & (self.prices(judge, pace=pace) > 0)

    def chance(self, end: Array, draws: int, won: Array, pace: Pace) -> Array:
        """The chance of every resting hand before so many draws, given that after them as `end`."""
        for done, more in _strides(draws):
            pace.at(done, draws)
            end = self.plan(end, more, won, self.pool - draws + done + more)[-1]
        return end

    def value(self, draws: int, prices: Array, lock: bool, pace: Pace) -> Array:
        """What winning is worth to every resting hand before so many draws."""
        worth, resting = np.zeros(len(self.rest_need)), self.problem.discards == (None,)
        for done, more in _strides(draws):
            pace.at(done, draws)
            free = resting and done + more == draws
            worth = self.carried(worth, more, self.pool - draws + done + more, prices, lock=lock, free_first=free)
        return worth

    def plan(self, end: Array, draws: int, won: Array, pool: int) -> Array:
        """The chances of every resting hand before 0, 1, ... draws, the first of all of them from `pool` tiles; see
        the kernel."""
        from trainer.solver.kernels import graph

        out: Array = graph.plan(
            end, draws, pool, self.rest_ends, self.draws, self.copies, won, self.drawn_ends, self.throws
        )
        return out

    def realized(self, discard: int | None, walls: int, seed: int, judge: LeafBook | None) -> float:
        """The share of so many shuffled walls on which the plan of the model wins after this discard: what its chance
        to win is worth, within the error of the sample."""
        from trainer.solver.kernels import walls as kernels

        won = self.won(judge)
        chances = self.plan(np.zeros(len(self.rest_need)), self.problem.draws, won, self.pool)
        unseen = np.repeat(np.arange(KINDS), self.problem.unseen)
        found = kernels.wins(
            walls, seed, self.discards.index(discard), unseen, self.problem.draws, chances, self.rest_ends, self.draws,
            self.kinds, won, self.drawn_ends, self.throws,
        )  # fmt: skip
        return float(found) / walls

    def carried(
        self, end: Array, draws: int, pool: int, prices: Array, *, lock: bool = False, free_first: bool = False
    ) -> Array:
        """What every resting hand is worth before so many draws, the first of them from `pool` tiles, given what it is
        worth after them; see the kernel `worth`."""
        from trainer.solver.kernels import graph

        out: Array = graph.worth(
            end, draws, pool, self.rest_need, self.rest_ends, self.draws, self.copies, prices, self.drawn_ends,
            self.throws, lock, free_first,
        )  # fmt: skip
        return out

    def prices(self, book: LeafBook, *, lock: bool = False, pace: Pace = UNWATCHED) -> Array:
        """The price of every draw that completes a hand, 0 for other draws."""
        out = np.zeros(len(self.draws))
        winning = np.flatnonzero(self.drawn_need[self.draws] == 0)
        hands = np.searchsorted(self.rest_ends, winning, side="right")
        kinds = self.kinds[winning]
        leaves = []
        for p, counts, k in zip(hands, unpacked(self.suits[hands]), kinds, strict=True):
            counts[k] += 1
            free = p == 0 and self.problem.discards == (None,)
            leaves.append(Leaf(tuple(counts.tolist()), int(k), lock and not free))
        out[winning] = book.prices_of(leaves, pace)
        return out
