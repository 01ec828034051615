"""Hands of any set as a graph of exchanges: which are worth visiting, what they lead to, what they are worth.

The graph is that of the usual "what to discard" programmes (mahjong-cpp, tomohxx): resting hands and drawn hands, the
hand alone remembered, a limit on tiles gained plus tiles still needed. Differences: thrown tiles do not return to the
wall (what was thrown is taken to be what did not help), and any shape of set is allowed.

Whatever is looked up often is looked up here and not in a helper: handing over the arrays would cost more than that.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, Int, kernel
from trainer.solver.kernels.parts import (
    NIBBLE,
    RANKS,
    SUITS,
    lacking,
    own_class,
    place,
    rehashed,
    tabled,
    unite,
)

ABSENT = 62
"""The shift of a suit that is not in the set."""

UNKNOWN = -1
NONE = -2

DONE, MANY, FULL = 0, 1, 2


@kernel
def doubled(a: Array) -> Array:
    """The same array with room for as much again."""
    out = np.empty((2 * a.shape[0], *a.shape[1:]), a.dtype)
    out[: a.shape[0]] = a
    return out


@kernel
def part(suit: int, packed: Int, packs: Array, classes: Array, facts: Array, more: Array, less: Array,
         part_keys: Array, part_numbers: Array, parts_met: Array, limits: Array, table: Array, first: Array,
         second: Array, third: Array, radix: int, rows: Array, by_rank: Array, keys: Array, numbers: Array, met: Array
         ) -> Any:  # fmt: skip
    """The number of a suit's tiles in this search, added when new, with its facts and with links to its neighbors to
    be found; -1 when there is no room for it. `parts_met[0]` counts them."""
    key = packed | np.int64(suit) << 36
    s = place(key, part_keys)
    if part_keys[s] != -1:
        return np.int64(part_numbers[s])
    n = parts_met[0]
    if n == packs.shape[0]:
        return np.int64(-1)
    if table[suit] >= 0:
        found = tabled(table[suit], packed, radix, first, second, third)
    else:
        found = own_class(suit, packed, limits, rows, keys, numbers, met)
        if found < 0:
            return np.int64(-1)
    parts_met[0] = n + 1
    part_keys[s] = key
    part_numbers[s] = n
    packs[n] = packed
    classes[n] = found
    facts[n] = 0
    for r in range(RANKS):
        held = packed >> (NIBBLE * r) & 15
        facts[n] += by_rank[suit, r, held]
        more[n, r] = UNKNOWN if held < limits[suit, r] else NONE
        less[n, r] = UNKNOWN if held else NONE
    return n


@kernel
def explore(starts: Array, start: Array, unseen: Array, most: int, room: int, parts: int, shifts: Array, limits: Array,
            table: Array, first: Array, second: Array, third: Array, radix: int, rows: Array, pairs: Array,
            united: Array, by_rank: Array, keys: Array, numbers: Array, met: Array, sets: int, seven: bool,
            thirteen: bool, standard: bool
            ) -> tuple[Array, Array, Array, Array, Array, Array, Array, Array, Array, int]:  # fmt: skip
    """Every resting hand within reach of the first ones, and every drawn hand between them.

    A hand is the numbers of its suits, or `parts`, of which there is room for so many, at the `shifts` of the suits
    (see `books.layout`). `starts` are the first resting hands, suit by suit, four bits a rank [n, 4]; `start` is the
    position's hand and `unseen` the tiles not seen, as counts [4, 9]; the arguments from `limits` on are a Book. A hand
    is visited when the tiles it has gained over `start` plus the exchanges to ready are at most `most`.

    Answers (packed suits [n, 4] and distances of resting hands; the end of each one's draws; the drawn hand of each
    draw, its unseen copies, its kind; distances of drawn hands; the end of each one's discards; the resting hand of
    each discard; DONE). The arrays are empty where it is MANY, more than `room` hands, or FULL, more than the book has
    room for.
    """
    packs = np.empty(parts, np.int64)
    classes = np.empty(parts, np.int64)
    tells = np.empty(parts, np.int64)
    more = np.empty((parts, RANKS), np.int32)
    less = np.empty((parts, RANKS), np.int32)
    part_keys = np.full(2 * parts, -1, np.int64)
    part_numbers = np.empty(2 * parts, np.int32)
    parts_met = np.zeros(1, np.int64)
    rest_list = np.empty((1024, 2), np.int64)  # key, tiles gained
    rest_need = np.empty(1024, np.int64)
    rest_ends = np.empty(1024, np.int64)
    rest_keys = np.full(4096, -1, np.int64)
    rest_numbers = np.empty(4096, np.int32)
    drawn_list = np.empty((1024, 2), np.int64)
    drawn_need = np.empty(1024, np.int64)
    drawn_ends = np.empty(1024, np.int64)
    drawn_keys = np.full(4096, -1, np.int64)
    drawn_numbers = np.empty(4096, np.int32)
    draws = np.empty(4096, np.int32)
    copies = np.empty(4096, np.int16)
    kinds = np.empty(4096, np.int16)
    throws = np.empty(4096, np.int32)
    n_rest = n_drawn = n_draws = n_throws = 0
    end = DONE
    now = np.zeros(SUITS, np.int64)
    kind_class = np.zeros(SUITS, np.int64)

    mask = np.int64(parts - 1)
    for g in range(SUITS):
        if shifts[g] == ABSENT and parts_met[0] == 0:
            part(g, np.int64(0), packs, classes, tells, more, less, part_keys, part_numbers, parts_met, limits, table,
                 first, second, third, radix, rows, by_rank, keys, numbers, met)  # fmt: skip
    for p in range(starts.shape[0]):
        key = np.int64(0)
        gained = np.int64(0)
        facts = np.int64(0)
        for g in range(SUITS):
            x = np.int64(0)
            if shifts[g] != ABSENT:
                x = part(g, starts[p, g], packs, classes, tells, more, less, part_keys, part_numbers, parts_met, limits,
                         table, first, second, third, radix, rows, by_rank, keys, numbers, met)  # fmt: skip
            if x < 0:
                end = FULL
                break
            key |= np.int64(x) << shifts[g]
            kind_class[g] = classes[x]
            facts += tells[x]
            for r in range(RANKS):
                gained += max(0, (starts[p, g] >> (NIBBLE * r) & 15) - start[g, r])
        if end != DONE:
            break
        front = unite(kind_class[0], kind_class[1], rows, pairs, united, met)
        back = unite(kind_class[2], kind_class[3], rows, pairs, united, met)
        if min(front, back) == 0:
            end = FULL
            break
        s = place(key, rest_keys)
        rest_keys[s] = key
        rest_numbers[s] = n_rest
        rest_list[n_rest, 0] = key
        rest_list[n_rest, 1] = gained
        rest_need[n_rest] = lacking(front, back, facts, united, sets, seven, thirteen, standard)
        n_rest += 1

    special = seven or thirteen
    done_rest = done_drawn = 0
    while (done_rest < n_rest or done_drawn < n_drawn) and end == DONE:
        drawing = done_drawn == n_drawn
        if drawing:
            key, gained = rest_list[done_rest, 0], rest_list[done_rest, 1]
            need = rest_need[done_rest]
        else:
            key, gained = drawn_list[done_drawn, 0], drawn_list[done_drawn, 1]
            need = drawn_need[done_drawn]
        facts = np.int64(0)
        for g in range(SUITS):
            now[g] = key >> shifts[g] & mask
            kind_class[g] = classes[now[g]]
            facts += tells[now[g]]
        front = np.int64(pairs[kind_class[0], kind_class[1]])
        back = np.int64(pairs[kind_class[2], kind_class[3]])
        if front == 0:
            front = unite(kind_class[0], kind_class[1], rows, pairs, united, met)
        if back == 0:
            back = unite(kind_class[2], kind_class[3], rows, pairs, united, met)
        if min(front, back) == 0:
            end = FULL
            break
        for g in range(SUITS):
            x = now[g]
            a, b = kind_class[g - g % 2], kind_class[g - g % 2 + 1]
            for r in range(RANKS):
                y = np.int64(more[x, r] if drawing else less[x, r])
                if y == NONE:
                    continue
                held = packs[x] >> (NIBBLE * r) & 15
                left = unseen[g, r] - max(0, held - start[g, r])
                if drawing and left <= 0:
                    continue
                if y == UNKNOWN:
                    step = np.int64(1) << (NIBBLE * r)
                    y = part(g, packs[x] + step if drawing else packs[x] - step, packs, classes, tells, more, less,
                             part_keys, part_numbers, parts_met, limits, table, first, second, third, radix, rows,
                             by_rank, keys, numbers, met)  # fmt: skip
                    if y < 0:
                        end = FULL
                        break
                    if drawing:
                        more[x, r] = y
                    else:
                        less[x, r] = y
                got = gained + int(held >= start[g, r]) if drawing else gained - int(held > start[g, r])
                wants = need
                if classes[y] != kind_class[g] or special:
                    if g % 2 == 0:
                        a = classes[y]
                    else:
                        b = classes[y]
                    at = np.int64(pairs[a, b])
                    if at == 0:
                        at = unite(a, b, rows, pairs, united, met)
                        if at == 0:
                            end = FULL
                            break
                    one, two = (at, back) if g < 2 else (front, at)
                    wants = lacking(one, two, facts - tells[x] + tells[y], united, sets, seven, thirteen, standard)
                if got + wants - 1 > most:
                    continue
                then = key + ((y - x) << shifts[g])
                if drawing:
                    s = place(then, drawn_keys)
                    if drawn_keys[s] == -1:
                        drawn_keys[s] = then
                        drawn_numbers[s] = n_drawn
                        if n_drawn == drawn_list.shape[0]:
                            drawn_list, drawn_need = doubled(drawn_list), doubled(drawn_need)
                            drawn_ends = doubled(drawn_ends)
                        drawn_list[n_drawn, 0] = then
                        drawn_list[n_drawn, 1] = got
                        drawn_need[n_drawn] = wants
                        n_drawn += 1
                    if n_draws == draws.shape[0]:
                        draws, copies, kinds = doubled(draws), doubled(copies), doubled(kinds)
                    draws[n_draws] = drawn_numbers[s]
                    copies[n_draws] = left
                    kinds[n_draws] = RANKS * g + r
                    n_draws += 1
                    if 2 * n_drawn > drawn_keys.shape[0]:
                        drawn_keys, drawn_numbers = rehashed(drawn_keys, drawn_numbers)
                else:
                    s = place(then, rest_keys)
                    if rest_keys[s] == -1:
                        rest_keys[s] = then
                        rest_numbers[s] = n_rest
                        if n_rest == rest_list.shape[0]:
                            rest_list, rest_need = doubled(rest_list), doubled(rest_need)
                            rest_ends = doubled(rest_ends)
                        rest_list[n_rest, 0] = then
                        rest_list[n_rest, 1] = got
                        rest_need[n_rest] = wants
                        n_rest += 1
                    if n_throws == throws.shape[0]:
                        throws = doubled(throws)
                    throws[n_throws] = rest_numbers[s]
                    n_throws += 1
                    if 2 * n_rest > rest_keys.shape[0]:
                        rest_keys, rest_numbers = rehashed(rest_keys, rest_numbers)
        if drawing:
            rest_ends[done_rest] = n_draws
            done_rest += 1
        else:
            drawn_ends[done_drawn] = n_throws
            done_drawn += 1
        if n_rest + n_drawn > room or parts_met[0] > parts - SUITS * RANKS:
            end = MANY
    if end != DONE:
        n_rest = n_drawn = n_draws = n_throws = 0
    suits = np.zeros((n_rest, SUITS), np.int64)
    for p in range(n_rest):
        for g in range(SUITS):
            suits[p, g] = packs[rest_list[p, 0] >> shifts[g] & mask]
    return (suits, rest_need[:n_rest].copy(), rest_ends[:n_rest].copy(), draws[:n_draws].copy(),
            copies[:n_draws].copy(), kinds[:n_draws].copy(), drawn_need[:n_drawn].copy(), drawn_ends[:n_drawn].copy(),
            throws[:n_throws].copy(), end)  # fmt: skip


@kernel
def fallbacks(resting: Array, drawn_ends: Array, throws: Array, out: Array) -> None:
    """What each drawn hand is worth: the best of the resting hands it can throw itself back to."""
    at = 0
    for d in range(drawn_ends.shape[0]):
        top = 0.0
        while at < drawn_ends[d]:
            top = max(top, resting[throws[at]])
            at += 1
        out[d] = top


@kernel
def plan(end: Array, draws_left: int, pool: int, rest_ends: Array, draws: Array, copies: Array, won: Array,
            drawn_ends: Array, throws: Array) -> Array:  # fmt: skip
    """The chance of each resting hand before 0, 1, ... and so many draws [draws + 1, n], the first of all of them from
    `pool` tiles: to have won where `end` is 0, and otherwise to have won or be as `end` says after the last.

    `won` marks the draws that win. A draw that does not help leaves the hand as it is. Tiles thrown so far are taken to
    be such draws, so copies of helpful ones have their full share of the pool; more of them than the pool are scaled to
    it.
    """
    out = np.empty((draws_left + 1, end.shape[0]))
    out[0] = end
    drawn = np.empty(drawn_ends.shape[0])
    for left in range(1, draws_left + 1):
        fallbacks(out[left - 1], drawn_ends, throws, drawn)
        tiles = pool - draws_left + left
        at = 0
        for p in range(end.shape[0]):
            stays = out[left - 1, p]
            total = 0.0
            helpful = 0
            while at < rest_ends[p]:
                next_ = 1.0 if won[at] else drawn[draws[at]]
                if next_ > stays:
                    total += copies[at] * next_
                    helpful += copies[at]
                at += 1
            if helpful < tiles:
                out[left, p] = (total + (tiles - helpful) * stays) / tiles
            else:
                out[left, p] = total / helpful
    return out


@kernel
def worth(end: Array, draws_left: int, pool: int, rest_need: Array, rest_ends: Array, draws: Array, copies: Array,
          prices: Array, drawn_ends: Array, throws: Array, lock: bool, free_first: bool) -> Array:  # fmt: skip
    """The expected price of the win of each resting hand before so many draws, given that after them as `end`; the
    wall is that of `plan`.

    `prices` are those of each draw that completes the hand, 0 for any other and where it may not be declared; a win may
    be refused for what follows. `lock`: a ready hand only wins or waits, but before the first of all draws the first
    hand may play on when `free_first`.
    """
    now = end.copy()
    then = np.empty_like(now)
    drawn = np.empty(drawn_ends.shape[0])
    for left in range(1, draws_left + 1):
        fallbacks(now, drawn_ends, throws, drawn)
        tiles = pool - draws_left + left
        at = 0
        for p in range(now.shape[0]):
            stays = now[p]
            total = 0.0
            helpful = 0
            waits = lock and rest_need[p] == 1 and not (free_first and p == 0 and left == draws_left)
            while at < rest_ends[p]:
                next_ = max(prices[at], stays if waits else drawn[draws[at]])
                if next_ > stays:
                    total += copies[at] * next_
                    helpful += copies[at]
                at += 1
            if helpful < tiles:
                then[p] = (total + (tiles - helpful) * stays) / tiles
            else:
                then[p] = total / helpful
        now, then = then, now
    return now
