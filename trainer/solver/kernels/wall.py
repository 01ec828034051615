"""Optimal play against a true wall for sets of one suit: own throws remembered, draws without replacement.

A state is a hand and the unseen tiles: the hand's number in base 5 in the low bits, three bits a rank of unseen copies
above it. Layers of resting and of drawn hands alternate, each state once however it was reached, with its links to the
next layer; values are then carried back along the links, for several numbers of draws over the same layers. The layer
of resting hands with one draw to go, by far the largest, is never stored: such a hand is worth its waits. A hand that
needs more tiles than there are draws is worth nothing and is dropped, which loses nothing.

Differences from the exact-wall sketches in the literature of flush hands: drawn hands are states too (a tenth of the
look-ups), a locked hand after riichi is a stopping problem of its own, and readiness is a race to the first ready hand,
since a ready hand stays ready by throwing what it draws.
"""

from __future__ import annotations

import numpy as np

from trainer.solver.kernels import Array, kernel
from trainer.solver.kernels.lock import locked_worth
from trainer.solver.kernels.parts import place, rehashed

HAND = 21
"""Bits of a hand's number; the unseen copies of rank i are at HAND + 3 * i."""

NOTHING = -1
DONE = -2


@kernel
def listed(keys: Array, numbers: Array, n: int) -> Array:
    """The keys of a hash table in the order of their numbers."""
    out = np.empty(n, np.int64)
    for q in range(keys.shape[0]):
        if keys[q] != -1:
            out[numbers[q]] = keys[q]
    return out


@kernel
def draw(states: Array, need: Array, pow5: Array, left: int, end: int, short: int, lock: bool) -> tuple[Array, Array]:
    """Drawn hands that follow resting ones, and the links to them by rank; `left` draws remain afterwards.

    A drawn hand that needs at most `end` tiles is DONE. One is dropped (NOTHING) when its best discard leaves more than
    `left` + `short` tiles to find. `lock`: ready hands are not played on.
    """
    links = np.full((states.shape[0], 9), NOTHING, np.int32)
    keys = np.full(1 << 10, -1, np.int64)
    numbers = np.empty(1 << 10, np.int32)
    n = 0
    for p in range(states.shape[0]):
        state = states[p]
        hand = state & ((1 << HAND) - 1)
        if lock and need[hand] == 1:
            continue
        for i in range(9):
            if (state >> (HAND + 3 * i)) & 7 == 0:
                continue
            wants = need[hand + pow5[i]]
            if wants <= end:
                links[p, i] = DONE
                continue
            if max(wants, 1) > left + short:
                continue
            after = state + pow5[i] - (np.int64(1) << (HAND + 3 * i))
            s = place(after, keys)
            if keys[s] == -1:
                keys[s] = after
                numbers[s] = n
                links[p, i] = n
                n += 1
                if 2 * n > keys.shape[0]:
                    keys, numbers = rehashed(keys, numbers)
            else:
                links[p, i] = numbers[s]
    return listed(keys, numbers, n), links


@kernel
def throw(states: Array, need: Array, pow5: Array, most: int) -> tuple[Array, Array]:
    """Resting hands that follow drawn ones and need at most `most` tiles, and the links to them by rank."""
    links = np.full((states.shape[0], 9), NOTHING, np.int32)
    keys = np.full(1 << 10, -1, np.int64)
    numbers = np.empty(1 << 10, np.int32)
    n = 0
    for p in range(states.shape[0]):
        state = states[p]
        hand = state & ((1 << HAND) - 1)
        rest = hand
        for j in range(9):
            held = rest // pow5[j]
            rest -= held * pow5[j]
            if held == 0 or need[hand - pow5[j]] > most:
                continue
            after = state - pow5[j]
            s = place(after, keys)
            if keys[s] == -1:
                keys[s] = after
                numbers[s] = n
                links[p, j] = n
                n += 1
                if 2 * n > keys.shape[0]:
                    keys, numbers = rehashed(keys, numbers)
            else:
                links[p, j] = numbers[s]
    return listed(keys, numbers, n), links


@kernel
def waiting(states: Array, waits: Array) -> Array:
    """Unseen copies of the waits of each resting hand."""
    out = np.zeros(states.shape[0])
    for p in range(states.shape[0]):
        mask = waits[states[p] & ((1 << HAND) - 1)]
        for i in range(9):
            if mask >> i & 1:
                out[p] += (states[p] >> (HAND + 3 * i)) & 7
    return out


@kernel
def throw_last(states: Array, waits: Array, pow5: Array, unseen: int) -> Array:
    """Drawn hands with one draw to go: the chance of the discard that leaves most unseen copies to win on."""
    out = np.zeros(states.shape[0])
    spread = np.zeros(512, np.int64)  # the bits of a set of ranks, widened to the places of their unseen copies
    for mask in range(512):
        for i in range(9):
            if mask >> i & 1:
                spread[mask] |= np.int64(7) << (3 * i)
    even = np.int64(0o707070707)  # every other place of three bits
    for p in range(states.shape[0]):
        state = states[p]
        hand = state & ((1 << HAND) - 1)
        seen = state >> HAND
        rest = hand
        best = np.int64(0)
        for j in range(9):
            held = rest // pow5[j]
            rest -= held * pow5[j]
            if held == 0:
                continue
            mask = waits[hand - pow5[j]]
            if mask == 0:
                continue
            copies = seen & spread[mask]
            copies = ((copies & even) + (copies >> 3 & even)) % 63  # the sum of digits in base 64
            if copies > best:
                best = copies
        out[p] = best / unseen
    return out


@kernel
def mean(states: Array, links: Array, drawn: Array, unseen: int) -> Array:
    """Chance from each resting hand over the tile drawn: 1 where DONE, else that of the drawn hand."""
    out = np.zeros(states.shape[0])
    for p in range(states.shape[0]):
        total = 0.0
        for i in range(9):
            to = links[p, i]
            if to == NOTHING:
                continue
            copies = (states[p] >> (HAND + 3 * i)) & 7
            total += copies if to == DONE else copies * drawn[to]
        out[p] = total / unseen
    return out


@kernel
def best(links: Array, resting: Array) -> Array:
    """The best of the resting hands each drawn hand can fall back to."""
    out = np.zeros(links.shape[0])
    for p in range(links.shape[0]):
        for j in range(9):
            if links[p, j] >= 0:
                out[p] = max(out[p], resting[links[p, j]])
    return out


@kernel
def mark(states: Array, drawn: bool, need: Array, pow5: Array, marks: Array) -> None:
    """Mark the numbers of all ready hands among resting states, or among the discards of `drawn` ones."""
    for p in range(states.shape[0]):
        hand = states[p] & ((1 << HAND) - 1)
        if not drawn:
            if need[hand] == 1:
                marks[hand] = True
            continue
        rest = hand
        for j in range(9):
            held = rest // pow5[j]
            rest -= held * pow5[j]
            if held and need[hand - pow5[j]] == 1:
                marks[hand - pow5[j]] = True


@kernel
def throw_last_worth(states: Array, need: Array, pow5: Array, rows: Array, prices: Array, unseen: int) -> Array:
    """Drawn hands with one draw to go: the discard whose unseen waits are worth most, by its row of `prices`."""
    out = np.zeros(states.shape[0])
    for p in range(states.shape[0]):
        state = states[p]
        hand = state & ((1 << HAND) - 1)
        rest = hand
        top = 0.0
        for j in range(9):
            held = rest // pow5[j]
            rest -= held * pow5[j]
            if held == 0 or need[hand - pow5[j]] != 1:
                continue
            row = rows[hand - pow5[j]]
            total = 0.0
            for i in range(9):
                total += ((state >> (HAND + 3 * i)) & 7) * prices[row, i]
            top = max(top, total)
        out[p] = top / unseen
    return out


@kernel
def mean_worth(states: Array, links: Array, drawn: Array, left: int, unseen: int, need: Array, pow5: Array, rows: Array,
               free: Array, locking: Array, lock: bool) -> Array:  # fmt: skip
    """Expected value from each resting hand with `left` draws; a drawn win may be refused for what follows it.

    `free` and `locking` are the price rows without and with the lock; `lock`: ready hands are locked.
    """
    copies = np.empty(9, np.int64)
    out = np.zeros(states.shape[0])
    for p in range(states.shape[0]):
        state = states[p]
        hand = state & ((1 << HAND) - 1)
        if lock and need[hand] == 1:
            for i in range(9):
                copies[i] = (state >> (HAND + 3 * i)) & 7
            out[p] = locked_worth(copies, locking[rows[hand]], left, unseen)
            continue
        total = 0.0
        for i in range(9):
            n = (state >> (HAND + 3 * i)) & 7
            if n == 0:
                continue
            then = drawn[links[p, i]] if links[p, i] >= 0 else 0.0
            if need[hand + pow5[i]] == 0:
                then = max(then, free[rows[hand], i])
            total += n * then
        out[p] = total / unseen
    return out
