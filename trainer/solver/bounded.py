"""The outlook in sets of any kind: a limited number of exchanges, against a hand-only wall.

Remembered is the hand alone: unseen copies of a kind are those unseen at the start less what the hand has gained, the
pool shrinks by one a draw, and thrown tiles, taken to be draws that did not help, do not come back. Hands are visited
while the tiles gained and the exchanges to ready are together at most the shortest path plus the problem's budget; a
search that grows too large is done again with less, and the outlook says with how much.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trainer.solver import efficiency
from trainer.solver.problem import Leaf, Problem, pairs_alike
from trainer.solver.suits import Array
from trainer.solver.value import LeafBook, NotSearched, Option, Outlook
from trainer.tiles import KINDS, RANKS

ROOM = 500_000
"""Most hands visited in one search."""

_SUITS = -(-KINDS // RANKS)


FAR = 3
"""From so many exchanges on the shortest paths may be too many."""


def solve(problem: Problem, book: LeafBook | None, lock: bool, judge: LeafBook | None) -> Outlook:
    """The outlook for every discard. Raises NotSearched when even the shortest paths are too many."""
    graphs, budget = search(problem)
    found = {option.discard: option for g in graphs for option in g.options(book, lock, judge)}
    return Outlook(tuple(found[k] for k in problem.discards), exact=False, wall="shrinking", budget=budget)


def search(problem: Problem) -> tuple[list[Graph], int]:
    """The hands to visit for every discard, and with which budget. Raises NotSearched.

    A larger budget visits every hand that a smaller one visits, so what is far is tried with the shortest paths first:
    where they are too many, that is known after one search.
    """
    away = {
        k: efficiency.shanten(problem.supply, problem.resting(k), problem.held, problem.melds, problem.goals)
        for k in problem.discards
    }
    shortest: list[Graph] | None = None
    if min(away.values()) >= FAR or not problem.budget:
        shortest = _within(problem, away, 0)
        if shortest is None:
            raise NotSearched("too many hands lie between this one and a complete one")
    for budget in range(problem.budget, -1, -1):
        graphs = _within(problem, away, budget) if budget or shortest is None else shortest
        if graphs is not None:
            return graphs, budget
    raise NotSearched("too many hands lie between this one and a complete one")


def _within(problem: Problem, away: dict[int | None, int], budget: int) -> list[Graph] | None:
    """The hands to visit for every discard; None if too many. `away` are the exchanges that each leaves.

    Discards that lie farther from ready than the others' budget are searched on their own, and first, as they have the
    most hands; those equally far together, as they lead to the same hands.
    """
    most = min(away.values()) + budget
    groups: dict[int, list[int | None]] = {}
    for k, steps in away.items():
        groups.setdefault(max(most, steps), []).append(k)
    out: list[Graph] = []
    for limit in sorted(groups, reverse=True):
        graph = Graph.explore(problem, groups[limit], limit)
        if graph is not None:
            out.append(graph)
        elif limit == most or any(k is not None and problem.unseen[k] for k in groups[limit]):
            return None  # one who draws again what he threw may throw any other: each leads to all these hands
        else:
            alone = [Graph.explore(problem, [k], limit) for k in groups[limit]]
            if None in alone:
                return None
            out += [g for g in alone if g is not None]
    return out


class Graph:
    """The hands of one search and the numbers carried over it; see the kernel `explore` for the arrays."""

    def __init__(self, problem: Problem, discards: list[int | None], arrays: tuple[Array, ...]) -> None:
        self.problem, self.discards = problem, discards
        self.suits, self.rest_need, self.rest_ends, self.draws, self.drawn_need, self.drawn_ends, self.throws = arrays
        self.pool = sum(problem.unseen)

    @classmethod
    def explore(cls, problem: Problem, discards: list[int | None], most: int) -> Graph | None:
        """None when more than ROOM hands would be visited."""
        from trainer.solver.kernels import graph

        limits = tuple(a - b for a, b in zip(problem.supply, problem.held, strict=True))
        sets = sum(problem.hand) // 3
        arrays = graph.explore(
            np.stack([efficiency.grid(problem.resting(k)) for k in discards]),
            efficiency.grid(problem.hand),
            efficiency.grid(problem.unseen),
            efficiency.grid(limits),
            sets,
            pairs_alike(problem.goals),
            *efficiency.shapes(limits, problem.goals, sets, problem.melds),
            min(most, problem.draws),  # a gained tile took a draw, so that farther hands are never reached
            ROOM,
        )
        return cls(problem, discards, arrays) if len(arrays[0]) else None

    def options(self, book: LeafBook | None, lock: bool, judge: LeafBook | None) -> Iterator[Option]:
        draws = self.problem.draws
        won = (self.drawn_need[self.draws[:, 0]] == 0).astype(np.float64)
        if judge is not None:
            won *= self.prices(judge) > 0
        start = np.zeros(len(self.rest_need))
        curve = [self._carried(start, n, won) for n in range(1, draws + 1)]
        ready = self._carried((self.rest_need == 1).astype(np.float64), draws, won)
        value = None
        if book is not None:
            value = self._carried(start, draws, self.prices(book, lock=lock), refuse=True, lock=lock)
        for i, k in enumerate(self.discards):
            yield Option(
                discard=k,
                win_prob=float(curve[-1][i]) if curve else 0.0,
                ready_prob=float(ready[i]),
                value=None if value is None else float(value[i]),
                by_draw=tuple(float(chance[i]) for chance in curve),
            )

    def _carried(self, end: Array, draws: int, prices: Array, *, refuse: bool = False, lock: bool = False) -> Array:
        """Worth of every resting hand with `draws` draws to come, given its worth after the last."""
        worth = end
        rests = self.problem.discards == (None,)
        for left in range(1, draws + 1):
            pool = self.pool - draws + left
            worth = self.carry(worth, pool, prices, refuse=refuse, lock=lock, free_first=rests and left == draws)
        return worth

    def carry(
        self, worth: Array, pool: int, prices: Array, *, refuse: bool, lock: bool = False, free_first: bool = False
    ) -> Array:
        """One draw more for every resting hand; see the kernel."""
        from trainer.solver.kernels import graph

        out: Array = graph.carry(
            worth, self.rest_need, self.rest_ends, self.draws, self.drawn_need, self.drawn_ends, self.throws,
            pool, prices, refuse, lock, free_first,
        )  # fmt: skip
        return out

    def prices(self, book: LeafBook, *, lock: bool = False) -> Array:
        """The price of every draw that completes a hand, 0 for other draws."""
        out = np.zeros(len(self.draws))
        winning = np.flatnonzero(self.drawn_need[self.draws[:, 0]] == 0)
        hands = np.searchsorted(self.rest_ends, winning, side="right")
        ranks = self.suits[hands][:, :, None] >> (4 * np.arange(RANKS)) & 15
        leaves = []
        for p, counts, k in zip(
            hands, ranks.reshape(len(hands), _SUITS * RANKS)[:, :KINDS], self.draws[winning, 2], strict=True
        ):
            counts[k] += 1
            free = p == 0 and self.problem.discards == (None,)
            leaves.append(Leaf(tuple(counts.tolist()), int(k), lock and not free))
        out[winning] = book.prices_of(leaves)
        return out
