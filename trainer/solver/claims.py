"""The outlook with the others' discards as further chances: a win from a discard, a pung, a chow.

The model. After each own discard the other seats throw a tile each, then this one draws: so many own draws are so many
turns of all seats, or where the unseen tiles are too few for that, the last draws come without throws between them.
Every tile thrown or drawn is any of the unseen ones and gone for good; nobody else claims, declares or is careful. On a
thrown tile the hand may win, or claim it for a pung, or from the seat before it for a chow, whenever that brings it
nearer to ready. A claim is its turn: it throws a tile, and the others go on throwing, so that a claim costs the draw
that would have come; the end of the wall comes no later. Not modeled: kongs, furiten by tiles thrown on the way (the
books of prices may know the river), a claim that brings the hand no nearer.

The search is that of `bounded`, with one graph of hands for every set of claimed melds: a claimed tile is a tile
gained. The wall is that of a hand without others (`kernels.carry.worth`), where a tile that the hand would have taken
from any throw is among none of those gone, and one that it would only have drawn may be among the throws; where the
unseen tiles are few the plan is followed forward, as there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from operator import add, sub
from typing import NamedTuple

import numpy as np

from trainer.solver import bounded
from trainer.solver.books import grid, packed, store
from trainer.solver.bounded import Graph
from trainer.solver.pace import UNWATCHED, Pace
from trainer.solver.problem import Problem
from trainer.solver.suits import Array
from trainer.solver.value import LeafBook, NotSearched, Option, Outlook
from trainer.tiles import KINDS

WALL = "opponent"
"""The assumption about the tiles to come, as outlooks name it."""


CURVES = 50_000_000
"""Most draws of hands x tiles to come x own draws for which the chances are worked out draw by draw: a few seconds."""


KEPT = 12_000_000
"""Most numbers of a plan that are kept to follow it: 100 MB."""


TOGETHER = 256
"""Finished hands that are priced both ways before the next ones: what is found out about them is still kept."""


class Claimed(NamedTuple):
    """A meld claimed on the way: a chow from its lowest kind on, or a pung."""

    kind: int
    chow: bool

    @property
    def kinds(self) -> tuple[int, int, int]:
        return (self.kind, self.kind + self.chow, self.kind + 2 * self.chow)


Melds = tuple[Claimed, ...]
"""Claimed melds in order."""


_Prices = tuple[Array, Array, Array, Array]
"""By draw of a hand: the price of a win by self-draw and from a discard, and both at the opening."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """The other seats, and what the game lets a hand do with their discards.

    `books` has the prices of wins by self-draw and from a discard for every set of claimed melds. The chances count a
    complete hand as a win when it has a price there, where it may have none: `judged` says so for self-draws and for
    discards. `swap`: after a claim the claimed kind may be thrown, and the one at the other end of a chow. `lock`: a
    hand without claimed melds that is ready after a discard has declared so; its value knows only wins from then on,
    and the chances let it win from a discard at that price.
    """

    seats: int
    books: Callable[[Melds], tuple[LeafBook, LeafBook]]
    judged: tuple[bool, bool] = (False, False)
    wins: bool = True
    pung: bool = True
    chow: bool = True
    swap: bool = True
    lock: bool = False


@dataclass(frozen=True, slots=True)
class Turns:
    """The tiles to come: so many of all seats, of which the last `alone` are own draws without throws between them."""

    tiles: int
    alone: int

    @classmethod
    def of(cls, draws: int, seats: int, pool: int) -> Turns:
        """Own draws, each after one throw of every other seat as long as the pool suffices for all draws."""
        turns = min(draws, (pool - draws) // (seats - 1))
        return cls(draws + turns * (seats - 1), draws - turns)


def solve(
    problem: Problem, opponent: Opponent, *, valued: bool, curve: bool, pace: Pace = UNWATCHED
) -> Outlook:
    """The outlook for every discard; with `valued` also the expected worth, with `curve` the chances by draw, unless
    that takes too long. Each is its own optimum. Raises NotSearched when even the shortest paths are too many."""
    found: dict[int | None, Option] = {}
    families, budget = _search(problem, opponent, pace.stretch(0, bounded.SEARCHING))
    for family, part in zip(families, pace.stretch(bounded.SEARCHING, 1).parts(len(families)), strict=True):
        found |= {option.discard: option for option in family.options(valued, curve, part)}
    return Outlook(tuple(found[k] for k in problem.discards), exact=False, wall=WALL, budget=budget)


def _search(problem: Problem, opponent: Opponent, pace: Pace) -> tuple[list[Family], int]:
    """The hands to visit for every discard, and with which budget."""
    away = bounded.exchanges(problem)
    for budget, part in zip(range(problem.budget, -1, -1), pace.parts(problem.budget + 1), strict=True):
        groups = bounded.reaches(away, min(away.values()) + budget)
        families = []
        room = bounded.ROOM
        for limit, looking in zip(sorted(groups, reverse=True), part.parts(len(groups)), strict=True):
            family = Family.explore(problem, opponent, groups[limit], limit, room, looking)
            if family is None:
                break
            families.append(family)
            room -= family.size
        else:
            return families, budget
    raise NotSearched("too many hands lie between this one and a complete one")


@dataclass(slots=True)
class _Branch:
    """The hands with one set of claimed melds, and how many resting hands, drawn hands and draws stand before them."""

    melds: Melds
    graph: Graph
    rests: int
    drawns: int
    links: int


class _Calls(NamedTuple):
    """Claims that lead to one set of melds: the number of the draw with the same tile, the packed suits that are left
    before the throw, how far the hand was from complete, the kinds that may not be thrown as bits, whether a chow."""

    links: Array
    left: Array
    need: Array
    barred: Array
    chow: Array


class Family:
    """All hands of one search, those with fewer claims first, and the numbers carried over them."""

    def __init__(self, problem: Problem, opponent: Opponent, discards: list[int | None], most: int) -> None:
        self.problem, self.opponent, self.discards, self.most = problem, opponent, discards, most
        self.branches: list[_Branch] = []
        self.levels: list[tuple[int, int]] = []
        self.claims: list[tuple[Array, Array, Array]] = []
        self.rests = self.drawns = self.links = 0

    @property
    def size(self) -> int:
        """Hands visited."""
        return self.rests + self.drawns

    @classmethod
    def explore(
        cls, problem: Problem, opponent: Opponent, discards: list[int | None], most: int, room: int, pace: Pace
    ) -> Family | None:
        """None when more than `room` hands would be visited."""
        out = cls(problem, opponent, discards, most)
        resting = np.array([packed(grid(problem.resting(k))) for k in discards])
        if not out._grow((), resting, room):
            return None
        first = 0
        while first < len(out.branches):
            level, first = out.branches[first:], len(out.branches)
            out.levels.append((out.rests, out.drawns))
            calls: dict[Melds, list[_Calls]] = {}
            for branch in level:
                for meld, found in out._calls(branch):
                    calls.setdefault(tuple(sorted((*branch.melds, meld))), []).append(found)
            for melds, several in calls.items():
                pace.at(out.size, room)
                together = _Calls(*(np.concatenate(column) for column in zip(*several, strict=True)))
                if not out._claim(melds, together, room):
                    return None
        return out

    def _grow(self, melds: Melds, starts: Array, room: int) -> bool:
        """Add the hands that can be reached from these with these melds; whether there was room for them."""
        p, melded = self.problem, _melded(melds)
        hand, held = tuple(map(sub, p.hand, melded)), tuple(map(add, p.held, melded))
        turns = Turns.of(p.draws, self.opponent.seats, sum(p.unseen))
        most = min(self.most, turns.tiles)
        left = room - self.size
        graph = Graph.visit(p, self.discards, starts, hand, held, p.melds + len(melds), most, left)
        if graph is None or len(graph.rest_need) + len(graph.drawn_need) > left:
            return False
        self.branches.append(_Branch(melds, graph, self.rests, self.drawns, self.links))
        self.rests += len(graph.rest_need)
        self.drawns += len(graph.drawn_need)
        self.links += len(graph.draws)
        return True

    def _calls(self, branch: _Branch) -> Iterator[tuple[Claimed, _Calls]]:
        """The claims of the hands of a branch that may bring them nearer to ready, by what is claimed."""
        from trainer.solver.kernels import claims

        g, may = branch.graph, self.opponent
        found, left = claims.calls(
            g.suits, g.rest_need, g.rest_ends, g.draws, g.kinds, g.copies, g.drawn_need, may.pung, may.chow, may.swap
        )
        if not len(found):
            return
        order = np.argsort(found[:, 0], kind="stable")
        melds, starts = np.unique(found[order, 0], return_index=True)
        for meld, these in zip(melds, np.split(order, starts[1:]), strict=True):
            _, links, hands, barred = found[these].T
            chow = np.full(len(these), meld % 2 == 1)
            calls = _Calls(links + branch.links, left[these], g.rest_need[hands], barred.copy(), chow)
            yield Claimed(int(meld) // 2, bool(meld % 2)), calls

    def _claim(self, melds: Melds, calls: _Calls, room: int) -> bool:
        """Add the hands that these claims lead to, and the claims that bring theirs nearer; whether there was room."""
        from trainer.solver.kernels import claims

        p = self.problem
        book = store(p.supply, sum(p.hand) // 3 - len(melds), p.goals, 1)
        held = tuple(map(add, p.held, _melded(melds)))
        told = calls.left, calls.need, calls.barred
        found, hands, _ = book.ask(held, lambda b: claims.claimed(*told, *b), lambda answer: bool(answer[-1]))
        if not len(hands):
            return True
        call, to = found.T
        self.claims.append((calls.links[call], self.rests + to, calls.chow[call]))
        return self._grow(melds, hands, room)

    def options(self, valued: bool, curve: bool, pace: Pace) -> Iterator[Option]:
        """The outlook for the discards of this search."""
        carry, paces = self._carrier(), pace.parts(2 + valued + self.problem.draws)
        next(paces)
        pool = sum(self.problem.unseen)
        turns = Turns.of(self.problem.draws, self.opponent.seats, pool)
        won = self._prices(judging=True)
        need = np.concatenate([b.graph.rest_need for b in self.branches])
        nothing = np.zeros(self.rests)
        follows = bounded.CROWDED * turns.tiles > pool and (turns.tiles + 1) * need.size * self.opponent.seats <= KEPT
        claimed, win = carry(nothing, turns, won, 0, follows)
        next(paces)
        _, ready = carry((need == 1).astype(np.float64), turns, won, 0, follows)
        value = None
        if valued:
            next(paces)
            locked = len(self.branches[0].graph.rest_need) if self.opponent.lock else 0
            _, value = carry(nothing, turns, self._prices(judging=False), locked, follows)
        curve = curve and 0 < self.links * turns.tiles * self.problem.draws <= CURVES
        fewer = range(1, self.problem.draws) if curve else ()
        shorter = (Turns.of(n, self.opponent.seats, pool) for n, _ in zip(fewer, paces, strict=False))
        by_draw = [carry(nothing, turns, won, 0, False)[0] for turns in shorter]
        rows = np.array(by_draw).reshape(len(by_draw), len(self.discards)).T if curve else None
        yield from bounded.told(self.discards, win, ready, value, claimed, rows)

    def _prices(self, *, judging: bool) -> _Prices:
        """The price of every draw that completes a hand, by self-draw and from a discard, and those at the opening;
        `judging`: 1 for every win that may be declared."""
        opening = self.problem.discards == (None,)
        rows: list[tuple[Array, ...]] = []
        for branch in self.branches:
            usual = self._paid(branch, judging, free_first=False)
            rows.append((*usual, *(self._paid(branch, judging, free_first=True) if opening and not rows else usual)))
        drawn, thrown, first_drawn, first_thrown = (np.concatenate(column) for column in zip(*rows, strict=True))
        return drawn, thrown, first_drawn, first_thrown

    def _paid(self, branch: _Branch, judging: bool, *, free_first: bool) -> Array:
        """The prices of the draws of a branch by self-draw and from a discard [2, n]; see `_prices`."""
        o, g = self.opponent, branch.graph
        lock = o.lock and not branch.melds
        winning = g.winning()
        listed = cache(partial(g.leaves, winning, free_first=free_first))
        paid = np.zeros((2, len(g.draws)))
        paid[: 1 + o.wins, winning] = 1.0
        asked = [
            (prices, book, listed(lock=lock and (discard or not judging)))
            for prices, book, judged, discard in zip(paid, o.books(branch.melds), o.judged, (False, True), strict=True)
            if (judged or not judging) and (o.wins or not discard)
        ]
        for start in range(0, len(winning), TOGETHER):
            these = slice(start, start + TOGETHER)
            for prices, book, leaves in asked:
                prices[winning[these]] = book.prices_of(leaves[these])
        return (paid > 0).astype(np.float64) if judging else paid

    def _carrier(self) -> Callable[[Array, Turns, _Prices, int, bool], tuple[Array, Array]]:
        """The kernels with everything that stays the same from one measure to the next: a function of what hands are
        worth at the end, the tiles to come, the prices, how many hands lock themselves, and whether the plan is
        followed. It answers for each discard what `worth` says, and what `followed` says or again the same."""
        from trainer.solver.kernels import claims

        seats, pool = self.opponent.seats, sum(self.problem.unseen)
        graphs = [b.graph for b in self.branches]
        rest_need = np.concatenate([g.rest_need for g in graphs])
        rest_ends = np.concatenate([g.rest_ends + b.links for b, g in zip(self.branches, graphs, strict=True)])
        draws = np.concatenate([g.draws + np.int32(b.drawns) for b, g in zip(self.branches, graphs, strict=True)])
        throws = np.concatenate([g.throws + np.int32(b.rests) for b, g in zip(self.branches, graphs, strict=True)])
        ends = np.cumsum([0, *(len(g.throws) for g in graphs)])[:-1]
        drawn_ends = np.concatenate([g.drawn_ends + n for n, g in zip(ends, graphs, strict=True)])
        copies = np.concatenate([g.copies for g in graphs])
        links, to, chow = (np.concatenate(c) for c in zip(*self.claims, strict=True)) if self.claims else _NO_CLAIMS
        order = np.argsort(links, kind="stable")
        links, to, chow = links[order], to[order].astype(np.int32), chow[order]
        claim_ends = np.searchsorted(links, rest_ends, side="left")
        rests, drawns = np.array(self.levels).T
        phases = _phases(len(self.levels), seats)
        free = self.problem.discards == (None,)

        kinds = np.concatenate([g.kinds for g in graphs])
        unseen = np.array(self.problem.unseen)

        def carry(end: Array, turns: Turns, prices: _Prices, locked: int, follows: bool) -> tuple[Array, Array]:
            drawn, thrown, first_drawn, first_thrown = prices
            ahead = claims.worth(
                end, turns.tiles, turns.alone, seats, pool, phases, np.ascontiguousarray(rests),
                np.ascontiguousarray(drawns), rest_need, rest_ends, draws, copies, drawn, thrown, drawn_ends, throws,
                claim_ends, links, to, chow, locked, first_drawn, first_thrown, free, turns.tiles + 1 if follows else 2,
            )  # fmt: skip
            told = ahead[turns.tiles % len(ahead), seats - 1, : len(self.discards)]
            if not follows:
                return told, told
            here, there = np.empty((2, seats * len(end), KINDS))
            earned = [
                claims.followed(
                    i, ahead, turns.alone, unseen, rest_need, rest_ends, draws, kinds, copies, drawn, thrown,
                    drawn_ends, throws, claim_ends, links, to, chow, locked, first_drawn, first_thrown, free, here,
                    there,
                )
                for i in range(len(self.discards))
            ]  # fmt: skip
            return told, np.array(earned)

        return carry


_NO_CLAIMS = np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.bool_)


def _melded(melds: Melds) -> list[int]:
    """The tiles of these melds by kind."""
    out = [0] * KINDS
    for k in (k for m in melds for k in m.kinds):
        out[k] += 1
    return out


def _phases(levels: int, seats: int) -> Array:
    """What the tiles to come less the throws before the next draw can be, modulo `seats`, after 0, 1, ... claims: 1 at
    the start, and each claim of the i-th throw before the draw moves it by i."""
    out = np.zeros((levels, seats), np.bool_)
    out[0, 1 % seats] = True
    for level in range(1, levels):
        for i in range(1, seats):
            out[level] |= np.roll(out[level - 1], i)
    return out
