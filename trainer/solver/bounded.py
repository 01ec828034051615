"""The outlook in sets of any kind: a limited number of exchanges, against a hand-only wall.

Remembered is the hand alone: unseen copies of a kind are those unseen at the start less what the hand has gained, the
pool shrinks by one a draw, and thrown tiles, taken to be draws that did not help, do not come back. Hands are visited
while the tiles gained and the exchanges to ready are together at most the shortest path plus the problem's budget; a
search that grows too large is done again with less, and the outlook says with how much.

That makes good plans and, on small sets, claims too much for them: a kind that helps now may have been thrown while it
did not. So where the draws to come are many of the unseen tiles (`crowded`), what is answered is what each discard's
plan earns when it is followed forward, with the copies that it is expected to have thrown by then gone from the wall.
The chances by draw keep their shape and are scaled to that answer. `bench --walls` measures what bias is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from trainer.solver import efficiency
from trainer.solver.books import grid, layout, packed, store, unpacked
from trainer.solver.pace import UNWATCHED, Pace
from trainer.solver.problem import Leaf, Problem
from trainer.solver.suits import Array
from trainer.solver.value import LeafBook, NotSearched, Option, Outlook
from trainer.tiles import KINDS, RANKS

ROOM = 500_000
"""Most hands visited in one search."""

CROWDED = 6
"""So many times the draws to come are more than the unseen tiles: what is thrown away on the way counts."""

FAR = 3
"""From so many exchanges on the shortest paths may be too many."""

STRIDE = 24
"""Numbers of draws whose chances are carried over the hands at a time."""

SEARCHING = 0.4
"""The share of the work that looking for the hands is taken to be; the rest is carrying numbers over them."""


def solve(
    problem: Problem, book: LeafBook | None, lock: bool, judge: LeafBook | None, curve: bool, pace: Pace = UNWATCHED
) -> Outlook:
    """The outlook for every discard. Raises NotSearched when even the shortest paths are too many."""
    graphs, budget = search(problem, pace.stretch(0, SEARCHING))
    parts = zip(graphs, pace.stretch(SEARCHING, 1).parts(len(graphs)), strict=True)
    found = {option.discard: option for g, part in parts for option in g.options(book, lock, judge, curve, part)}
    wall = "followed" if crowded(problem) else "shrinking"
    return Outlook(tuple(found[k] for k in problem.discards), exact=False, wall=wall, budget=budget)


def crowded(problem: Problem) -> bool:
    """Whether the draws to come are so large a part of the unseen tiles that what is thrown away on the way counts:
    each plan is then followed once more with those tiles missing."""
    return CROWDED * problem.draws > sum(problem.unseen)


def search(problem: Problem, pace: Pace = UNWATCHED) -> tuple[list[Graph], int]:
    """The hands to visit for every discard, and with which budget. Raises NotSearched.

    A larger budget visits every hand that a smaller one visits, so what is far is tried with the shortest paths first:
    where they are too many, that is known after one search.
    """
    away = exchanges(problem)
    least = min(away.values())
    nearest = [k for k, steps in away.items() if steps == least]
    tries = pace.parts(problem.budget + 2)
    next(tries)
    if least < FAR or not problem.budget or Graph.explore(problem, nearest, least):
        for budget in range(problem.budget, -1, -1):
            graphs = _within(problem, away, budget, next(tries))
            if graphs is not None:
                return graphs, budget
    raise NotSearched("too many hands lie between this one and a complete one")


def exchanges(problem: Problem) -> dict[int | None, int]:
    """The exchanges to ready that each discard leaves."""
    return {
        k: efficiency.shanten(problem.supply, problem.resting(k), problem.held, problem.melds, problem.goals)
        for k in problem.discards
    }


def reaches(away: dict[int | None, int], most: int) -> dict[int, list[int | None]]:
    """The discards that are searched with each limit: `most`, or where they lie farther from ready, just that far."""
    groups: dict[int, list[int | None]] = {}
    for k, steps in away.items():
        groups.setdefault(max(most, steps), []).append(k)
    return groups


def _within(problem: Problem, away: dict[int | None, int], budget: int, pace: Pace) -> list[Graph] | None:
    """The hands to visit for every discard; None if too many. `away` are the exchanges that each leaves.

    Discards that lie farther from ready than the others' budget are searched on their own, and first, as they have the
    most hands; those equally far together, as they lead to the same hands.
    """
    most = min(away.values()) + budget
    groups = reaches(away, most)
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


def told(
    discards: list[int | None], win: Array, ready: Array, points: Array | None, claimed: Array, shorter: Array | None
) -> Iterator[Option]:
    """The options of discards, given the chances by hand, the first hands being theirs: what plans earn, what was
    `claimed` for the win, and the chances after fewer draws [n, draws - 1] that go with that claim; these keep their
    shape and are scaled to what is earned."""
    for i, k in enumerate(discards):
        scale = win[i] / claimed[i] if claimed[i] else 1.0
        yield Option(
            discard=k,
            win_prob=float(win[i]),
            ready_prob=float(ready[i]),
            value=None if points is None else float(points[i]),
            by_draw=() if shorter is None else (*(scale * shorter[i]).tolist(), float(win[i])),
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What every resting hand is worth before 0, 1, ... draws [draws + 1, n], the `prices` of the wins, those at the
    first draw where they differ (`opening`), and whether a ready hand may only win or wait."""

    ahead: Array
    prices: Array
    opening: Array | None = None
    lock: bool = False


class Graph:
    """The hands of one search and the numbers carried over it; see the kernel `explore` for the arrays."""

    def __init__(self, problem: Problem, discards: list[int | None], arrays: tuple[Array, ...]) -> None:
        self.problem, self.discards = problem, discards
        self.suits, self.rest_need, self.rest_gained, self.rest_ends, self.draws, self.copies, self.kinds = arrays[:7]
        self.drawn_need, self.drawn_gained, self.drawn_ends, self.throws = arrays[7:11]
        self.pool = sum(problem.unseen)

    @classmethod
    def explore(cls, problem: Problem, discards: list[int | None], most: int) -> Graph | None:
        """None when more than ROOM hands would be visited."""
        hand = grid(problem.hand)
        starts = np.tile(packed(hand), (len(discards), 1))
        for start, k in zip(starts, discards, strict=True):
            if k is not None:
                start[k // RANKS] -= 1 << 4 * (k % RANKS)
        far = min(most, problem.draws)  # a gained tile took a draw, so that farther hands are never reached
        return cls.visit(problem, discards, starts, problem.hand, problem.held, problem.melds, far, ROOM)

    @classmethod
    def visit(
        cls,
        problem: Problem,
        discards: list[int | None],
        starts: Array,
        hand: tuple[int, ...],
        held: tuple[int, ...],
        melds: int,
        most: int,
        room: int,
    ) -> Graph | None:
        """The hands within reach of other `starts` (packed suits, no two the same) that the position leads to, with
        these melds and with `hand` less by what was melded since; None when they are more than `room`."""
        from trainer.solver.kernels import graph

        sets = sum(problem.hand) // 3 - (melds - problem.melds)
        book = store(problem.supply, sets, problem.goals, melds and 1)
        near, unseen, rooms = grid(hand), grid(problem.unseen), (room, *layout(problem.supply))

        def search(b: Any) -> tuple[Any, ...]:
            found: tuple[Any, ...] = graph.explore(starts, near, unseen, most, *rooms, *b)
            return found

        arrays = book.ask(held, search, lambda found: found[-1] == graph.FULL)
        return cls(problem, discards, arrays) if len(arrays[0]) else None

    def options(
        self, book: LeafBook | None, lock: bool, judge: LeafBook | None, curve: bool, pace: Pace = UNWATCHED
    ) -> Iterator[Option]:
        from trainer.solver.kernels import carry

        draws, won = self.problem.draws, self.won(judge, pace.stretch(0, 0.1))
        links = self._links(won)
        value = None if book is None else self._valued(book, lock, pace.stretch(0.1, 0.5))
        chances, following, curving = pace.stretch(0.5, 0.6), pace.stretch(0.6, 0.8).parts(3), pace.stretch(0.8, 1)
        chances.at(0)
        if crowded(self.problem):
            ends = np.zeros(len(self.rest_need)), (self.rest_need == 1).astype(np.float64)
            plans = [Plan(self.plan(end, draws, won), won.astype(np.float64)) for end in ends]
            claimed = plans[0].ahead[-1]
            win, ready = (self._followed(plan, next(following)) for plan in plans)
            points = None if value is None else self._followed(value, next(following))
        else:
            win, ready = carry.chances(draws, self.pool, self.rest_need, *links).T
            claimed, points = win, None if value is None else value.ahead[-1]
        shorter = self._curves(draws - 1, links, curving) if curve and draws else None
        yield from told(self.discards, win, ready, points, claimed, shorter)

    def _valued(self, book: LeafBook, lock: bool, pace: Pace) -> Plan:
        """The plan for the worth of the win. A hand given as resting, which has not discarded yet, is locked by nothing
        until it has: it wins its first draw at the price of an open hand, and every later one as all others do."""
        draws, nothing = self.problem.draws, np.zeros(len(self.rest_need))
        prices = self.prices(book, lock=lock, pace=pace)
        if not (lock and draws and self.problem.discards == (None,)):
            return Plan(self.carried(nothing, draws, self.pool, prices, lock=lock), prices, lock=lock)
        opening = self.prices(book, lock=lock, free_first=True)
        later = self.carried(nothing, draws - 1, self.pool - 1, prices, lock=True)
        first = self.carried(later[-1], 1, self.pool, opening, lock=True, free_first=True)
        return Plan(np.concatenate([later, first[-1:]]), prices, opening, lock=True)

    def _followed(self, plan: Plan, pace: Pace) -> Array:
        """What the plan earns after each of the discards; see the kernel `followed`."""
        from trainer.solver.kernels import carry

        unseen = np.array(self.problem.unseen)
        here, there = np.empty((2, len(self.rest_need), KINDS))
        opening, free_first = (plan.prices, False) if plan.opening is None else (plan.opening, True)
        return np.array([
            carry.followed(
                first, plan.ahead, unseen, self.rest_need, self.rest_ends, self.draws, self.kinds, opening,
                plan.prices, self.drawn_ends, self.throws, plan.lock, free_first, here, there,
            )
            for first, _ in enumerate(pace.parts(len(self.discards)))
        ])  # fmt: skip

    def _curves(self, most: int, links: tuple[Array, ...], pace: Pace) -> Array:
        """The chances to have won after 1, 2, ... and `most` draws [n, most]."""
        from trainer.solver.kernels import carry

        out = [np.zeros((len(self.rest_need), 0))]
        for least in range(0, most, STRIDE):
            pace.at(least, most)
            out.append(carry.curves(least, min(most, least + STRIDE), self.pool, self.rest_need, *links))
        return np.concatenate(out, axis=1)

    def won(self, judge: LeafBook | None, pace: Pace = UNWATCHED) -> Array:
        """Which draws complete a hand, and one that may be declared."""
        out: Array = self.drawn_need[self.draws] == 0
        return out if judge is None else out & (self.prices(judge, pace=pace) > 0)

    def _links(self, won: Array) -> tuple[Array, ...]:
        """What the kernels `chances` and `curves` want to know of the hands of the search besides their need."""
        rest = self.rest_gained, self.rest_ends, self.draws, self.copies, won
        return *rest, self.drawn_gained, self.drawn_ends, self.throws

    def plan(self, end: Array, draws: int, won: Array) -> Array:
        """The chances of every resting hand before 0, 1, ... draws, the first of all of them from the whole pool."""
        return self.carried(end, draws, self.pool, won.astype(np.float64))

    def realized(self, discard: int | None, walls: int, seed: int, judge: LeafBook | None) -> float:
        """The share of so many shuffled walls on which the plan of the model wins after this discard: what its chance
        to win is worth, within the error of the sample."""
        from trainer.solver.kernels import walls as kernels

        won = self.won(judge)
        chances = self.plan(np.zeros(len(self.rest_need)), self.problem.draws, won)
        unseen = np.repeat(np.arange(KINDS), self.problem.unseen)
        found = kernels.wins(
            walls, seed, self.discards.index(discard), unseen, self.problem.draws, chances, self.rest_ends, self.draws,
            self.kinds, won, self.drawn_ends, self.throws,
        )  # fmt: skip
        return float(found) / walls

    def carried(
        self, end: Array, draws: int, pool: int, prices: Array, *, lock: bool = False, free_first: bool = False
    ) -> Array:
        """What every resting hand is worth before 0, 1, ... and so many draws, the first of all of them from `pool`
        tiles, given what it is worth after them; see the kernel `worth`."""
        from trainer.solver.kernels import carry

        out: Array = carry.worth(
            end, draws, pool, self.rest_need, self.rest_ends, self.draws, self.copies, prices, self.drawn_ends,
            self.throws, lock, free_first,
        )  # fmt: skip
        return out

    def prices(
        self, book: LeafBook, *, lock: bool = False, free_first: bool = False, pace: Pace = UNWATCHED
    ) -> Array:
        """The price of every draw that completes a hand, 0 for other draws; the first hand's not locked when
        `free_first`."""
        out, winning = np.zeros(len(self.draws)), self.winning()
        out[winning] = book.prices_of(self.leaves(winning, lock=lock, free_first=free_first), pace)
        return out

    def winning(self) -> Array:
        """The draws that complete a hand."""
        return np.flatnonzero((self.drawn_need[self.draws] == 0) & (self.copies > 0))

    def leaves(self, winning: Array, *, lock: bool, free_first: bool = False) -> list[Leaf]:
        """The finished hands of these draws."""
        hands = np.searchsorted(self.rest_ends, winning, side="right")
        finished, kinds = unpacked(self.suits[hands]), self.kinds[winning]
        finished[np.arange(len(kinds)), kinds] += 1
        locked = lock & ~(free_first & (hands == 0))
        return list(map(Leaf, map(tuple, finished.tolist()), kinds.tolist(), locked.tolist()))
