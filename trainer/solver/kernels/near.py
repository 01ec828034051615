"""How far hands are from complete, and which tiles bring them nearer.

Whatever is looked up often is looked up here and not in a helper: handing over the arrays would cost more than that.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, kernel
from trainer.solver.kernels.parts import (
    FAR,
    FULL,
    NIBBLE,
    RANKS,
    SUITS,
    lacking,
    own_class,
    packed_suit,
    tabled,
    unite,
)

LARGEST = 14


@kernel
def distance(hand: Array, limits: Array, table: Array, first: Array, second: Array, third: Array, radix: int,
             rows: Array, pairs: Array, united: Array, by_rank: Array, keys: Array, numbers: Array, met: Array,
             sets: int, seven: bool, thirteen: bool, standard: bool) -> Any:  # fmt: skip
    """Tiles to add until the hand contains a complete one; FULL when the book has no room. `hand` are counts [4, 9];
    the others are a Book."""
    facts = np.int64(0)
    c = np.empty(SUITS, np.int64)
    for g in range(SUITS):
        packed = packed_suit(hand, g)
        if table[g] >= 0:
            c[g] = tabled(table[g], packed, radix, first, second, third)
        else:
            c[g] = own_class(g, packed, limits, rows, keys, numbers, met)
            if c[g] == FULL:
                return np.int64(FULL)
        for r in range(RANKS):
            facts += by_rank[g, r, hand[g, r]]
    front, back = np.int64(pairs[c[0], c[1]]), np.int64(pairs[c[2], c[3]])
    if front == 0:
        front = unite(c[0], c[1], rows, pairs, united, met)
    if back == 0:
        back = unite(c[2], c[3], rows, pairs, united, met)
    if min(front, back) == 0:
        return np.int64(FULL)
    return lacking(front, back, facts, united, sets, seven, thirteen, standard)


@kernel
def around(suit: int, hand: Array, limits: Array, table: Array, first: Array, second: Array, third: Array, radix: int,
           rows: Array, keys: Array, numbers: Array, met: Array, out: Array) -> Any:  # fmt: skip
    """The classes of a suit and of those near it, in `out` [10, 10]: element [i, j] after rank i was thrown and rank j
    drawn, 9 for neither. Whether there was room for all of them."""
    packed = packed_suit(hand, suit)
    for i in range(RANKS + 1):
        if i < RANKS and hand[suit, i] == 0:
            continue
        rest = packed if i == RANKS else packed - (np.int64(1) << (NIBBLE * i))
        for j in range(RANKS + 1):
            if j < RANKS and hand[suit, j] - int(i == j) >= limits[suit, j]:
                continue
            tiles = rest if j == RANKS else rest + (np.int64(1) << (NIBBLE * j))
            if table[suit] >= 0:
                out[i, j] = tabled(table[suit], tiles, radix, first, second, third)
            else:
                out[i, j] = own_class(suit, tiles, limits, rows, keys, numbers, met)
                if out[i, j] == FULL:
                    return False
    return True


@kernel
def useful(hand: Array, seen: Array, every: bool, limits: Array, table: Array, first: Array, second: Array,
           third: Array, radix: int, rows: Array, pairs: Array, united: Array, by_rank: Array, keys: Array,
           numbers: Array, met: Array, sets: int, seven: bool, thirteen: bool, standard: bool) -> Array:  # fmt: skip
    """What each discard leaves, in order of kind (a resting hand has one row): (kind or -1, tiles to add until
    complete, the kinds that bring that nearer as bits, their unseen copies). Empty when the book has no room.

    Unless `every` discard is asked about, those that leave more tiles to add than others have no bits and no copies.
    `hand` and what is `seen` elsewhere are counts [4, 9]; the others are a Book.
    """
    options = np.empty((LARGEST, 4), np.int64)
    near = np.zeros((SUITS, RANKS + 1, RANKS + 1), np.int64)
    now = np.zeros(SUITS, np.int64)
    facts = np.int64(0)
    total = 0
    for g in range(SUITS):
        if not around(g, hand, limits, table, first, second, third, radix, rows, keys, numbers, met, near[g]):
            return options[:0]
        for r in range(RANKS):
            facts += by_rank[g, r, hand[g, r]]
            total += hand[g, r]
    least = np.int64(FAR)
    if not every:  # whatever is missing, a tile too many can go; a complete hand lacks what it throws
        for h in range(SUITS):
            now[h] = near[h, RANKS, RANKS]
        front, back = np.int64(pairs[now[0], now[1]]), np.int64(pairs[now[2], now[3]])
        if front == 0:
            front = unite(now[0], now[1], rows, pairs, united, met)
        if back == 0:
            back = unite(now[2], now[3], rows, pairs, united, met)
        if min(front, back) == 0:
            return options[:0]
        least = max(np.int64(1), lacking(front, back, facts, united, sets, seven, thirteen, standard))
    n = 0
    for t in range(SUITS * RANKS) if total % 3 == 2 else range(-1, 0):
        g, r = (SUITS, RANKS) if t < 0 else (t // RANKS, t % RANKS)
        kept = facts
        for h in range(SUITS):
            now[h] = near[h, RANKS, RANKS]
        if t >= 0:
            if hand[g, r] == 0:
                continue
            now[g] = near[g, r, RANKS]
            kept += by_rank[g, r, hand[g, r] - 1] - by_rank[g, r, hand[g, r]]
        front, back = np.int64(pairs[now[0], now[1]]), np.int64(pairs[now[2], now[3]])
        if front == 0:
            front = unite(now[0], now[1], rows, pairs, united, met)
        if back == 0:
            back = unite(now[2], now[3], rows, pairs, united, met)
        if min(front, back) == 0:
            return options[:0]
        need = lacking(front, back, kept, united, sets, seven, thirteen, standard)
        bits = np.int64(0)
        tiles = np.int64(0)
        for h in range(SUITS if need <= least else 0):
            i = r if h == g else RANKS
            a, b = now[h - h % 2], now[h - h % 2 + 1]
            for q in range(RANKS):
                own = hand[h, q] - int(h == g and q == r)
                if own >= limits[h, q]:
                    continue
                if h % 2 == 0:
                    a = near[h, i, q]
                else:
                    b = near[h, i, q]
                at = np.int64(pairs[a, b])
                if at == 0:
                    at = unite(a, b, rows, pairs, united, met)
                    if at == 0:
                        return options[:0]
                then = kept + by_rank[h, q, own + 1] - by_rank[h, q, own]
                one, two = (at, back) if h < 2 else (front, at)
                if lacking(one, two, then, united, sets, seven, thirteen, standard) < need:
                    bits |= np.int64(1) << (RANKS * h + q)
                    tiles += limits[h, q] - hand[h, q] - seen[h, q]
        options[n, 0] = t
        options[n, 1] = need
        options[n, 2] = bits
        options[n, 3] = tiles
        n += 1
    return options[:n]
