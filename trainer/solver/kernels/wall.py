"""Optimal play against a true wall for sets of one suit: own throws remembered, draws without replacement.

A state is the resting hand and the unseen tiles, three bits a rank each; `left` draws remain. Layer by layer the
reachable states are collected (positions reached by different orders are one), then values are carried back. The last
layer is never stored: with one draw to go a hand is worth its waits. A hand that needs more tiles than there are draws
is worth nothing and is dropped, which loses nothing.

Differences from the exact-wall sketches in the literature of flush hands: the locked hand after riichi is a chain of
its own, and readiness needs only the hands that are not ready yet, since a ready hand stays ready by throwing what it
draws.
"""

from __future__ import annotations

import numpy as np

from trainer.solver.kernels import Array, kernel

RANKS = 9
SEEN = 27
"""Bit offset of the unseen counts in a state."""


@kernel
def slot(key: int, keys: Array) -> int:
    """Where a key is, or would be put, in an open hash table whose size is a power of two; -1 marks a free place."""
    mask = keys.shape[0] - 1
    h = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    i = np.int64((h >> np.uint64(20)) & np.uint64(mask))
    while keys[i] != -1 and keys[i] != key:
        i = (i + 1) & mask
    return i


@kernel
def index(state: int, pow5: Array) -> int:
    """The hand's number in base 5, rank 1 most significant."""
    out = np.int64(0)
    for i in range(9):
        out += ((state >> (3 * i)) & 7) * pow5[i]
    return out


@kernel
def expand(states: Array, need: Array, pow5: Array, most: int, ready_ends: bool, keep_ready: bool) -> Array:
    """Resting states one draw and one discard on, each once: those that need at most `most` tiles.

    `ready_ends`: a ready state is not played on. `keep_ready` false drops ready ones from the answer.
    """
    keys = np.full(1 << 10, -1, np.int64)
    n = 0
    for p in range(states.shape[0]):
        state = states[p]
        at = index(state, pow5)
        if ready_ends and need[at] == 1:
            continue
        for i in range(9):
            if (state >> (27 + 3 * i)) & 7 == 0 or need[at + pow5[i]] == 0:
                continue
            drawn = state + (np.int64(1) << (3 * i)) - (np.int64(1) << (27 + 3 * i))
            for j in range(9):
                if (drawn >> (3 * j)) & 7 == 0:
                    continue
                wants = need[at + pow5[i] - pow5[j]]
                if wants > most or (wants == 1 and not keep_ready):
                    continue
                after = drawn - (np.int64(1) << (3 * j))
                s = slot(after, keys)
                if keys[s] == -1:
                    keys[s] = after
                    n += 1
                    if 2 * n > keys.shape[0]:
                        old = keys
                        keys = np.full(2 * old.shape[0], -1, np.int64)
                        for q in range(old.shape[0]):
                            if old[q] != -1:
                                keys[slot(old[q], keys)] = old[q]
    out = np.empty(n, np.int64)
    m = 0
    for q in range(keys.shape[0]):
        if keys[q] != -1:
            out[m] = keys[q]
            m += 1
    return out


@kernel
def stored(states: Array, values: Array) -> tuple[Array, Array]:
    """An open hash table of these states, and their values in its places."""
    size = 16
    while size < 2 * states.shape[0] + 2:
        size *= 2
    keys = np.full(size, -1, np.int64)
    held = np.zeros(size)
    for p in range(states.shape[0]):
        s = slot(states[p], keys)
        keys[s] = states[p]
        held[s] = values[p]
    return keys, held


@kernel
def waiting(state: int, at: int, waits: Array) -> int:
    """Unseen copies of the hand's waits."""
    out = np.int64(0)
    mask = waits[at]
    i = 0
    while mask:
        if mask & 1:
            out += (state >> (27 + 3 * i)) & 7
        mask >>= 1
        i += 1
    return out


@kernel
def win_layer(states: Array, keys: Array, later: Array, last: bool, unseen: int, need: Array, waits: Array,
              pow5: Array) -> Array:  # fmt: skip
    """Chance to win from each state with at least two draws left; `keys`, `later` hold the layer after it.

    `last`: the layer after it has one draw left and is computed from its waits. `unseen` tiles are unseen now.
    """
    out = np.zeros(states.shape[0])
    for p in range(states.shape[0]):
        state = states[p]
        at = index(state, pow5)
        total = 0.0
        for i in range(9):
            copies = (state >> (27 + 3 * i)) & 7
            if copies == 0:
                continue
            if need[at + pow5[i]] == 0:
                total += copies
                continue
            drawn = state + (np.int64(1) << (3 * i)) - (np.int64(1) << (27 + 3 * i))
            best = 0.0
            for j in range(9):
                if (drawn >> (3 * j)) & 7 == 0:
                    continue
                then = at + pow5[i] - pow5[j]
                if last:
                    if need[then] != 1:
                        continue
                    v = waiting(drawn, then, waits) / (unseen - 1)
                else:
                    s = slot(drawn - (np.int64(1) << (3 * j)), keys)
                    if keys[s] == -1:
                        continue
                    v = later[s]
                if v > best:
                    best = v
            total += copies * best
        out[p] = total / unseen
    return out


@kernel
def ready_layer(states: Array, keys: Array, later: Array, last: bool, unseen: int, need: Array,
                pow5: Array) -> Array:  # fmt: skip
    """Chance to be ready in the end, from states that are not ready; a ready hand stays so, a won one counts."""
    out = np.zeros(states.shape[0])
    for p in range(states.shape[0]):
        state = states[p]
        at = index(state, pow5)
        total = 0.0
        for i in range(9):
            copies = (state >> (27 + 3 * i)) & 7
            if copies == 0:
                continue
            if need[at + pow5[i]] <= 1:
                total += copies
                continue
            drawn = state + (np.int64(1) << (3 * i)) - (np.int64(1) << (27 + 3 * i))
            best = 0.0
            for j in range(9):
                if (drawn >> (3 * j)) & 7 == 0:
                    continue
                if need[at + pow5[i] - pow5[j]] == 1:
                    best = 1.0
                    break
                if not last:
                    s = slot(drawn - (np.int64(1) << (3 * j)), keys)
                    if keys[s] != -1 and later[s] > best:
                        best = later[s]
            total += copies * best
        out[p] = total / unseen
    return out


@kernel
def mark_ready(states: Array, onward: bool, need: Array, pow5: Array, marks: Array, ready_ends: bool) -> None:
    """Mark the hands of these states that are ready; `onward` also those one draw and one discard further."""
    for p in range(states.shape[0]):
        state = states[p]
        at = index(state, pow5)
        if need[at] == 1:
            marks[at] = True
            if ready_ends:
                continue
        if not onward:
            continue
        for i in range(9):
            if (state >> (27 + 3 * i)) & 7 == 0:
                continue
            for j in range(9):
                if j == i or (state >> (3 * j)) & 7:
                    then = at + pow5[i] - pow5[j]
                    if need[then] == 1:
                        marks[then] = True


@kernel
def locked(state: int, left: int, unseen: int, prices: Array) -> float:
    """Value of a hand that may only win or throw what it draws, with `left` draws: an optimal stopping of its own.

    Waits of one price are alike, so only the copies drawn of each price matter; a win may be refused for a dearer one.
    """
    worth = np.zeros(9)
    copies = np.zeros(9, np.int64)
    n = 0
    blank = unseen
    for i in range(9):
        c = (state >> (27 + 3 * i)) & 7
        if c == 0 or prices[i] <= 0.0:
            continue
        blank -= c
        g = 0
        while g < n and worth[g] != prices[i]:
            g += 1
        worth[g] = prices[i]
        copies[g] += c
        n = max(n, g + 1)
    if n == 0:
        return 0.0
    step = np.ones(n + 1, np.int64)
    for g in range(n):
        step[g + 1] = step[g] * left
    size = step[n]
    later = np.zeros(size)
    now = np.zeros(size)
    taken = np.zeros(n, np.int64)
    for t in range(left - 1, -1, -1):
        for at in range(size):
            rest = at
            gone = 0
            fits = True
            for g in range(n):
                taken[g] = rest % left
                rest //= left
                gone += taken[g]
                if taken[g] > copies[g]:
                    fits = False
            if not fits or gone > t or t - gone > blank:
                continue
            total = 0.0
            if blank > t - gone:
                total += (blank - (t - gone)) * later[at]
            for g in range(n):
                some = copies[g] - taken[g]
                if some == 0:
                    continue
                refused = later[at + step[g]] if t < left - 1 else 0.0
                total += some * max(worth[g], refused)
            now[at] = total / (unseen - t)
        later, now = now, later
    return later[0]


@kernel
def value_layer(states: Array, keys: Array, later: Array, left: int, unseen: int, need: Array, pow5: Array,
                rows: Array, free: Array, locking: Array, lock: bool, unlocked: bool) -> Array:  # fmt: skip
    """Expected value of each state with `left` draws. `rows[hand]` is its row in the price tables (-1: not ready).

    `free` and `locking` hold the prices of each wait without and with the lock. `lock`: ready hands are locked, but
    those of this layer when `unlocked` (a hand that rests as it was given).
    """
    out = np.zeros(states.shape[0])
    for p in range(states.shape[0]):
        state = states[p]
        at = index(state, pow5)
        if lock and not unlocked and need[at] == 1:
            out[p] = locked(state, left, unseen, locking[rows[at]])
            continue
        total = 0.0
        for i in range(9):
            copies = (state >> (27 + 3 * i)) & 7
            if copies == 0:
                continue
            best = 0.0
            if need[at + pow5[i]] == 0 and rows[at] >= 0:
                best = free[rows[at], i]
            if left > 1:
                drawn = state + (np.int64(1) << (3 * i)) - (np.int64(1) << (27 + 3 * i))
                for j in range(9):
                    if (drawn >> (3 * j)) & 7 == 0:
                        continue
                    then = at + pow5[i] - pow5[j]
                    v = 0.0
                    if left == 2:
                        if need[then] != 1:
                            continue
                        for k in range(9):
                            price = locking[rows[then], k] if lock else free[rows[then], k]
                            v += ((drawn >> (27 + 3 * k)) & 7) * price
                        v /= unseen - 1
                    else:
                        s = slot(drawn - (np.int64(1) << (3 * j)), keys)
                        if keys[s] == -1:
                            continue
                        v = later[s]
                    if v > best:
                        best = v
            total += copies * best
        out[p] = total / unseen
    return out
