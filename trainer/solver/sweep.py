"""Sets of one suit with many draws: every resting hand at once, every draw and every discard, against a hand-only wall.

Remembered is the hand alone: unseen copies of a rank are those unseen at the start less what the hand has gained, the
pool shrinks by one a draw, and thrown tiles, taken to be draws that did not help, do not come back. (A state of the
true wall also remembers throws; there are too many of those beyond a few draws.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trainer.solver.pace import UNWATCHED, Pace
from trainer.solver.problem import Problem
from trainer.solver.suits import BASE, POW, RANKS, Array, Suit
from trainer.solver.value import Option, Outlook, PriceBook

NOISE = 1e-12
"""What a drawn tile must gain to count as help: less is arithmetic, which would let a hand and its mirror image differ.
"""


def vectors(limits: tuple[int, ...], total: int) -> Array:
    """Every hand of `total` tiles within the limits, as rows of counts in the order of their numbers."""
    rows = np.zeros((1, 0), np.int64)
    for rank, limit in enumerate(limits):
        most = sum(limits[rank + 1 :])
        grown = [np.concatenate([rows, np.full((len(rows), 1), n)], axis=1) for n in range(min(limit, BASE - 1) + 1)]
        rows = np.concatenate(grown)
        held = rows.sum(axis=1)
        rows = rows[(held <= total) & (held + most >= total)]
    return rows[np.argsort(rows @ POW[:RANKS])]


@dataclass(frozen=True, slots=True)
class Universe:
    """Every hand of a suit that rests and every one with a drawn tile, as rows of counts in the order of their numbers.

    `up[r, i]` is the hand that drawing rank i makes of resting hand r, `down[f, i]` the one that throwing it leaves of
    drawn hand f; -1 where that cannot be. `done` are the drawn hands that are complete.
    """

    rest: Array
    full: Array
    key: Array
    up: Array
    down: Array
    done: Array

    def carried(self, copies: Array, pool: int, draws: int) -> Array:
        """The chance of each resting hand to have won after so many draws from a pool of so many tiles, of which
        `copies` [n, 9] are the ranks that it may draw."""
        win = np.zeros(len(self.rest))
        for left in range(1, draws + 1):
            win = _step(copies, pool - draws + left, _onward(self.up, _best(self.down, win, self.done, 1.0)), win)
        return win


def universe(suit: Suit, size: int) -> Universe:
    """All hands of `size` resting tiles within the limits of the suit."""
    need, _, pow5 = suit.tables()
    rest, full = vectors(suit.limits, size), vectors(suit.limits, size + 1)
    key, key14 = rest @ pow5, full @ pow5
    up = np.full(rest.shape, -1)
    down = np.full(full.shape, -1)
    for i in range(RANKS):
        can = rest[:, i] < min(suit.limits[i], BASE - 1)
        up[can, i] = np.searchsorted(key14, key[can] + pow5[i])
        can = full[:, i] > 0
        down[can, i] = np.searchsorted(key, key14[can] - pow5[i])
    return Universe(rest, full, key, up, down, need[key14] == 0)


def solve(
    problem: Problem, suit: Suit, book: PriceBook | None, lock: bool, pace: Pace = UNWATCHED
) -> Outlook:
    """The outlook for every discard; see the module's model."""
    need, _, pow5 = suit.tables()
    start = np.array(suit.part(problem.hand))
    unseen = np.array(suit.part(problem.unseen))
    hands = universe(suit, int(start.sum()) // 3 * 3 + 1)
    rest, key, up, down, done = hands.rest, hands.key, hands.up, hands.down, hands.done
    copies = np.clip(unseen - np.maximum(0, rest - start), 0, None) * (up >= 0)
    ready = need[key] == 1
    price = free = None
    if book is not None:
        rows = np.zeros((len(rest), RANKS))
        rows[ready] = book.rows(key[ready], locked=lock, pace=pace.stretch(0, 0.2))
        price = rows
        free = rows if not lock else np.zeros_like(rows)
        if lock and problem.discards == (None,) and need[int(start @ pow5)] == 1:
            at = int(np.searchsorted(key, int(start @ pow5)))
            free[at] = book.rows(key[at : at + 1], locked=False)[0]
    chance, worth = ready.astype(np.float64), np.zeros(len(rest))
    places = [int(np.searchsorted(key, int((start - (np.arange(RANKS) == j)) @ pow5))) for j in _throws(problem, suit)]
    pool = int(unseen.sum())
    resting = problem.discards == (None,)
    curves = []
    curving, carrying = pace.stretch(0.2, 0.8), pace.stretch(0.8, 1)
    for draws in range(1, problem.draws + 1):
        curving.at(draws * (draws - 1), problem.draws * (problem.draws + 1))
        curves.append(hands.carried(copies, pool, draws)[places])
    for left in range(1, problem.draws + 1):
        carrying.at(left - 1, problem.draws)
        tiles = pool - problem.draws + left
        chance = _step(copies, tiles, _onward(up, _best(down, chance, done, 1.0)), chance)
        if price is not None and free is not None:
            onward = np.maximum(free, _onward(up, _best(down, worth, done, 0.0)))
            if lock and not (resting and left == problem.draws):
                onward = np.where(ready[:, None], price, onward)
            worth = _step(copies, tiles, onward, worth)
    return Outlook(
        tuple(
            Option(k, float(curves[-1][i]) if curves else 0.0, float(chance[p]),
                   None if price is None else float(worth[p]), tuple(float(c[i]) for c in curves))
            for i, (k, p) in enumerate(zip(problem.discards, places, strict=True))
        ),
        exact=False,
        wall="shrinking",
        budget=problem.draws,
    )  # fmt: skip


def _throws(problem: Problem, suit: Suit) -> list[int]:
    """Ranks thrown, -1 for none."""
    return [-1 if k is None else k - suit.start for k in problem.discards]


def _best(down: Array, rest: Array, done: Array, won: float) -> Array:
    """Each drawn hand: the best hand it can fall back to, or at least `won` when it is complete."""
    back: Array = np.where(down >= 0, rest[down], 0.0).max(axis=1)
    return np.where(done, np.maximum(won, back), back)


def _onward(up: Array, drawn: Array) -> Array:
    """What each draw of each resting hand leads to."""
    return np.where(up >= 0, drawn[up], 0.0)


def _step(copies: Array, pool: int, onward: Array, stays: Array) -> Array:
    """One draw more: what helps comes in proportion to its copies, anything else leaves the hand as it is."""
    helps = copies * (onward > stays[:, None] + NOISE)
    tiles = helps.sum(axis=1)
    worth: Array = ((helps * onward).sum(axis=1) + np.maximum(0, pool - tiles) * stays) / np.maximum(pool, tiles)
    return worth
