"""Sets of one suit with many draws: every resting hand at once, every draw and every discard, against a hand-only wall.

Remembered is the hand alone: unseen copies of a rank are those unseen at the start less what the hand has gained, the
pool shrinks by one a draw, and thrown tiles do not come back. (A state of the true wall also remembers throws; there
are too many of those beyond a few draws.)
"""

from __future__ import annotations

import numpy as np

from trainer.solver.problem import Problem
from trainer.solver.suits import BASE, POW, RANKS, Array, Suit
from trainer.solver.value import Option, Outlook, PriceBook


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


def solve(problem: Problem, suit: Suit, book: PriceBook | None, lock: bool) -> Outlook:
    """The outlook for every discard; see the module's model."""
    need, _, pow5 = suit.tables()
    start = np.array(suit.part(problem.hand))
    unseen = np.array(suit.part(problem.unseen))
    size = int(start.sum()) // 3 * 3 + 1
    rest, full = vectors(suit.limits, size), vectors(suit.limits, size + 1)
    key, key14 = rest @ pow5, full @ pow5
    up = np.full(rest.shape, -1)
    down = np.full(full.shape, -1)
    for i in range(RANKS):
        can = rest[:, i] < min(suit.limits[i], BASE - 1)
        up[can, i] = np.searchsorted(key14, key[can] + pow5[i])
        can = full[:, i] > 0
        down[can, i] = np.searchsorted(key, key14[can] - pow5[i])
    copies = np.clip(unseen - np.maximum(0, rest - start), 0, None) * (up >= 0)
    done = need[key14] == 0
    ready = need[key] == 1
    price = free = None
    if book is not None:
        rows = np.zeros((len(rest), RANKS))
        rows[ready] = book.rows(key[ready], locked=lock)
        price = rows
        free = rows if not lock else np.zeros_like(rows)
        if lock and problem.discards == (None,) and need[int(start @ pow5)] == 1:
            at = int(np.searchsorted(key, int(start @ pow5)))
            free[at] = book.rows(key[at : at + 1], locked=False)[0]
    win, chance, worth = np.zeros(len(rest)), ready.astype(np.float64), np.zeros(len(rest))
    places = [int(np.searchsorted(key, int((start - (np.arange(RANKS) == j)) @ pow5))) for j in _throws(problem, suit)]
    curves = []
    pool = int(unseen.sum())
    resting = problem.discards == (None,)
    for left in range(1, problem.draws + 1):
        tiles = max(1, pool - (problem.draws - left))
        share = copies / tiles
        total = share.sum(axis=1, keepdims=True)
        share = np.where(total > 1, share / np.maximum(total, 1e-300), share)
        win = _step(share, up, _best(down, win, done, 1.0))
        chance = _step(share, up, _best(down, chance, done, 1.0))
        if price is not None and free is not None:
            worth = _worth(share, up, down, worth, price, free, ready, lock, resting and left == problem.draws)
        curves.append(win[places])
    return Outlook(
        tuple(
            Option(k, float(win[p]), float(chance[p]), None if price is None else float(worth[p]),
                   tuple(float(c[i]) for c in curves))
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
    """Each drawn hand: won, or the best hand it can fall back to."""
    back = np.where(down >= 0, rest[down], 0.0).max(axis=1)
    drawn: Array = np.where(done, won, back)
    return drawn


def _step(share: Array, up: Array, drawn: Array) -> Array:
    """One draw on: shares of the pool times what each draw leads to."""
    chance: Array = (share * np.where(up >= 0, drawn[up], 0.0)).sum(axis=1)
    return chance


def _worth(
    share: Array, up: Array, down: Array, later: Array, price: Array, free: Array, ready: Array, lock: bool, first: bool
) -> Array:
    """Expected value one draw on; a locked hand wins or keeps waiting, a draw of nothing known changes nothing."""
    back = np.where(down >= 0, later[down], 0.0).max(axis=1)
    onward = np.where(up >= 0, back[up], 0.0)
    roaming: Array = (share * np.maximum(free, onward)).sum(axis=1)
    if not lock:
        return roaming
    stays = later[:, None]
    held = (share * np.maximum(price, stays)).sum(axis=1) + np.maximum(0.0, 1 - share.sum(axis=1)) * later
    out: Array = roaming if first else np.where(ready, held, roaming)
    return out
