"""What a hand earns where play goes on after a win: the winner's hand is locked and may win again and again.

The question of `bounded`, asked to the end of the wall: unseen tiles come by turns, one drawn or one thrown by another
seat, each any of them. A hand may be changed until its first win; from then on its waits stay. So many tiles of those
to come, each of equal chance, bring on average their number times the share of the waits among the unseen (the mean of
a hypergeometric count), whatever the order: that is the income of a locked hand, and of a free one that never changes.
A free hand that does change is worth what the recursion over its draws and throws says, at least that income.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trainer.solver import bounded
from trainer.solver.problem import Problem
from trainer.solver.suits import Array
from trainer.solver.value import LeafBook


def solve(
    problem: Problem, turns: Sequence[bool], drawn: LeafBook, thrown: LeafBook
) -> tuple[dict[int | None, float], int]:
    """The expected income after every discard (None: the hand rests), and the exchanges that were searched.

    `turns` are the tiles to come in order: True for an own draw, of which there are `problem.draws`, False for a throw
    that may be won on. `drawn` and `thrown` are the books of prices of a win with either. Raises NotSearched.
    """
    graphs, budget = bounded.search(problem)
    found: dict[int | None, float] = {}
    for graph in graphs:
        found |= dict(zip(graph.discards, _income(graph, turns, drawn, thrown).tolist(), strict=False))
    return {k: found[k] for k in problem.discards}, budget


def _income(graph: bounded.Graph, turns: Sequence[bool], drawn: LeafBook, thrown: LeafBook) -> Array:
    """The income of every resting hand of the search before the tiles to come."""
    by_draw, by_throw = graph.prices(drawn), graph.prices(thrown)
    number = len(graph.rest_need)
    hands = np.searchsorted(graph.rest_ends, np.arange(len(graph.draws)), side="right")
    copies = graph.copies.astype(np.float64)
    draw_rate = np.bincount(hands, copies * by_draw, number)
    throw_rate = np.bincount(hands, copies * by_throw, number)
    worth = np.zeros(number)
    pool = graph.pool - sum(turns)
    draws = throws = 0
    for mine in reversed(turns):
        pool += mine
        # one copy of the tile won on is gone from the waits, and from the pool
        later = (draws * (draw_rate[hands] - by_draw) + throws * (throw_rate[hands] - by_throw)) / max(1, pool - 1)
        if mine:
            worth = graph.carried(worth, 1, pool, np.where(by_draw > 0, by_draw + later, 0.0))[-1]
        else:
            gain = np.where(by_throw > 0, np.maximum(0.0, by_throw + later - worth[hands]), 0.0)
            worth = worth + np.bincount(hands, copies * gain, number) / pool
        draws, throws = draws + mine, throws + (not mine)
        worth = np.maximum(worth, (draws * draw_rate + throws * throw_rate) / pool)
    return worth
