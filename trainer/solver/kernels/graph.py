"""Hands of any set as a graph of exchanges: how far from complete, which are worth visiting, what they lead to.

Distances: the tiles wanted are a sum over ranks, so one pass over a suit's ranks suffices that remembers how many chows
reach into the next two. Every rank has its own limit of copies, what the set holds less what melds hold. This is the
per-suit table of the "shanten number" literature (tomohxx), one row at a time, so that any limits and any number of
copies are right. Rows of suits met are kept, with links to the suits one tile more and one tile less; a hand is four
such rows.

The graph is that of the usual "what to discard" programmes (mahjong-cpp, tomohxx): resting hands and drawn hands, the
hand alone remembered, a limit on tiles gained plus tiles still needed. Differences: thrown tiles do not return to the
wall (what was thrown is taken to be what did not help), and any shape of set is allowed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, Int, kernel

FAR = 99
"""Distance of what cannot be built from the tiles that exist."""

SUITS = 4
RANKS = 9
ROOM = 1 << 15
"""Most different suits (parts of a hand) in one search; a hand is four of their numbers in one integer."""

BITS = 15
FACTS = 5
SUIT_FACTS = 9
UNKNOWN = -1
NONE = -2


@kernel
def suit_needs(counts: Array, limits: Array, runs: bool, sets: int) -> Array:
    """Tiles to add so that `counts` contains p pairs and s sets: element p * (sets + 1) + s, for p 0-1 and s 0-`sets`.

    Three equal chows are three equal pungs, so at most two chows start on one rank.
    """
    ranks = counts.shape[0]
    now = np.full((2, sets + 1, 3, 3), FAR, np.int64)  # pair taken, sets, chows from two ranks below, from one below
    now[0, 0, 0, 0] = 0
    for r in range(ranks):
        nxt = np.full((2, sets + 1, 3, 3), FAR, np.int64)
        most_chows = 2 if runs and r + 2 < ranks else 0
        for p in range(2):
            for s in range(sets + 1):
                for a in range(3):
                    for b in range(3):
                        cost = now[p, s, a, b]
                        if cost == FAR:
                            continue
                        for c in range(min(most_chows, sets - s) + 1):
                            for pungs in range(sets - s - c + 1):
                                want = a + b + c + 3 * pungs
                                if want > limits[r]:
                                    break
                                t = s + c + pungs
                                more = cost + max(0, want - counts[r])
                                if more < nxt[p, t, b, c]:
                                    nxt[p, t, b, c] = more
                                want += 2
                                if p == 0 and want <= limits[r]:
                                    more = cost + max(0, want - counts[r])
                                    if more < nxt[1, t, b, c]:
                                        nxt[1, t, b, c] = more
        now = nxt
    out = np.empty(2 * (sets + 1), np.int64)
    for p in range(2):
        for s in range(sets + 1):
            out[p * (sets + 1) + s] = now[p, s, 0, 0]
    return out


@kernel
def place(key: Int, keys: Array) -> Any:
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
def part(packed: Int, suit: int, start: Array, limits: Array, sets: int, alike: int, packs: Array, rows: Array,
         facts: Array, more: Array, less: Array, keys: Array, numbers: Array, met: Array) -> Any:  # fmt: skip
    """The number of a suit's tiles, added when new: its row of distances; facts: (gained, pairs, those and single tiles
    that can become one, orphans, twins); links to neighbors. `alike`: how many of seven pairs may be of one kind.

    `packed` holds four bits a rank. `met[0]` counts the suits met; more of them than `packs` has room for answer -1.
    """
    key = packed | np.int64(suit) << 36
    s = place(key, keys)
    if keys[s] != -1:
        return numbers[s]
    n = met[0]
    if n == packs.shape[0]:
        return -1
    met[0] = n + 1
    keys[s] = key
    numbers[s] = n
    packs[n] = packed
    counts = np.empty(RANKS, np.int64)
    facts[n] = 0
    for r in range(RANKS):
        counts[r] = packed >> (4 * r) & 15
        facts[n, 0] += max(0, counts[r] - start[suit, r])
        paired = min(counts[r], 2 * min(limits[suit, r] // 2, alike))
        facts[n, 1] += paired // 2
        facts[n, 2] += (paired + 1) // 2
        if suit == SUITS - 1 or r == 0 or r == RANKS - 1:
            facts[n, 3] += counts[r] >= 1
            facts[n, 4] += counts[r] >= 2
        more[n, r] = UNKNOWN if counts[r] < limits[suit, r] else NONE
        less[n, r] = UNKNOWN if counts[r] else NONE
    rows[n] = suit_needs(counts, limits[suit], suit < SUITS - 1, sets)
    return n


@kernel
def merged(a: Array, b: Array, out: Array) -> None:
    """The distances of two suits together, in `out`."""
    sets = out.shape[0] // 2 - 1
    out[:] = FAR
    for s in range(sets + 1):
        for t in range(sets + 1 - s):
            out[s + t] = min(out[s + t], a[s] + b[t])
            pair = min(a[sets + 1 + s] + b[t], a[s] + b[sets + 1 + t])
            out[sets + 1 + s + t] = min(out[sets + 1 + s + t], pair)


@kernel
def needed(rest: Array, row: Array, sums: Array, seven: bool, thirteen: bool, standard: bool) -> Any:
    """Tiles to add to a hand: its suit `row` and the `rest` of it merged; seven pairs and thirteen orphans when asked,
    by the `sums` of the suits' facts."""
    out: Any = np.int64(FAR)
    if standard:
        sets = row.shape[0] // 2 - 1
        for s in range(sets + 1):
            out = min(out, rest[s] + row[2 * sets + 1 - s], rest[sets + 1 + s] + row[sets - s])
    if seven:
        out = min(out, 7 - sums[1] + max(0, 7 - sums[2]))
    if thirteen:
        out = min(out, 13 - sums[3] + (sums[4] == 0))
    return out


@kernel
def suit_wants(counts: Array, limits: Array, runs: bool, sets: int) -> Array:
    """The distances of `suit_needs`, and for each of them the ranks that bring it nearer as bits: row 0 and row 1.

    A tile brings a hand nearer when one of the nearest complete hands has more copies of it; each step of the pass
    keeps the ranks wanted by any of the ways that cost least.
    """
    ranks = counts.shape[0]
    reach = 3 if runs else 1
    now = np.full((2, sets + 1, reach, reach), FAR, np.int64)
    wanted = np.zeros((2, sets + 1, reach, reach), np.int64)
    nxt, bits = now.copy(), wanted.copy()
    now[0, 0, 0, 0] = 0
    for r in range(ranks):
        nxt[:] = FAR
        most_chows = 2 if runs and r + 2 < ranks else 0
        for p in range(2):
            for s in range(sets + 1):
                for a in range(reach):
                    for b in range(reach):
                        if now[p, s, a, b] == FAR:
                            continue
                        for c in range(min(most_chows, sets - s) + 1):
                            for pungs in range(sets - s - c + 1):
                                if a + b + c + 3 * pungs > limits[r]:
                                    break
                                for pair in range(2 - p):
                                    want = a + b + c + 3 * pungs + 2 * pair
                                    if want > limits[r]:
                                        break
                                    t = s + c + pungs
                                    more = now[p, s, a, b] + max(0, want - counts[r])
                                    old = nxt[p + pair, t, b, c]
                                    if more <= old:
                                        mine = wanted[p, s, a, b]
                                        if want > counts[r]:
                                            mine |= np.int64(1) << r
                                        if more == old:
                                            mine |= bits[p + pair, t, b, c]
                                        nxt[p + pair, t, b, c] = more
                                        bits[p + pair, t, b, c] = mine
        now, wanted, nxt, bits = nxt, bits, now, wanted
    out = np.empty((2, 2 * (sets + 1)), np.int64)
    for p in range(2):
        for s in range(sets + 1):
            out[0, p * (sets + 1) + s] = now[p, s, 0, 0]
            out[1, p * (sets + 1) + s] = wanted[p, s, 0, 0]
    return out


@kernel
def either(out: Array, at: int, cost: Int, bits: Int) -> None:
    """One more way to reach place `at`: the least cost counts, ways of equal cost add their bits."""
    if cost < out[0, at]:
        out[0, at] = cost
        out[1, at] = bits
    elif cost == out[0, at]:
        out[1, at] |= bits


@kernel
def merged_wants(a: Array, b: Array, out: Array) -> None:
    """`merged` for rows of `suit_wants`."""
    sets = out.shape[1] // 2 - 1
    pair = sets + 1
    out[0] = FAR
    out[1] = 0
    for s in range(sets + 1):
        for t in range(sets + 1 - s):
            either(out, s + t, a[0, s] + b[0, t], a[1, s] | b[1, t])
            either(out, pair + s + t, a[0, pair + s] + b[0, t], a[1, pair + s] | b[1, t])
            either(out, pair + s + t, a[0, s] + b[0, pair + t], a[1, s] | b[1, pair + t])


@kernel
def suit_known(packed: Int, suit: int, limits: Array, sets: int, alike: int, rows: Array, facts: Array, keys: Array,
               numbers: Array, met: Array) -> Any:  # fmt: skip
    """The number of a suit's tiles among those kept, added when new; -1 when there is no room for it.

    Kept are its rows of `suit_wants`, the bits moved to the place of the suit; and facts: those of `part`, of which the
    first is left out, then as bits the ranks whose next copy makes a pair, those whose next copy is the first of one,
    the orphans with one copy, with none.
    """
    key = packed | np.int64(suit) << 36
    s = place(key, keys)
    if keys[s] != -1:
        return numbers[s]
    n = met[0]
    if n == rows.shape[0]:
        return -1
    met[0] = n + 1
    keys[s] = key
    numbers[s] = n
    counts = np.empty(RANKS, np.int64)
    facts[n] = 0
    for r in range(RANKS):
        counts[r] = packed >> (4 * r) & 15
        bit = np.int64(1) << (RANKS * suit + r)
        orphan = suit == SUITS - 1 or r == 0 or r == RANKS - 1
        most = 2 * min(limits[suit, r] // 2, alike)
        paired = min(counts[r], most)
        facts[n, 1] += paired // 2
        facts[n, 2] += (paired + 1) // 2
        facts[n, 3] += counts[r] >= 1 and orphan
        facts[n, 4] += counts[r] >= 2 and orphan
        if paired < most:
            facts[n, FACTS + 1 - paired % 2] |= bit
        if orphan and counts[r] == 1 and limits[suit, r] >= 2:
            facts[n, FACTS + 2] |= bit
        elif orphan and counts[r] == 0 and limits[suit, r] >= 1:
            facts[n, FACTS + 3] |= bit
    rows[n] = suit_wants(counts, limits[suit], suit < SUITS - 1, sets)
    rows[n, 1] <<= RANKS * suit
    return n


@kernel
def useful(hand: Array, seen: Array, limits: Array, sets: int, alike: int, seven: bool, thirteen: bool, standard: bool,
           rows: Array, facts: Array, keys: Array, numbers: Array, met: Array) -> Any:  # fmt: skip
    """What each discard leaves, in order of kind (a resting hand has one row): (kind or -1, tiles to add until
    complete, the kinds that bring that nearer as bits, their unseen copies). Empty when there is no room for another
    suit.

    `hand`, what is `seen` elsewhere and `limits` are counts [4, 9]; the arrays after them are kept between calls with
    the same limits, sets and `alike` (see `part`).
    """
    total = hand.sum()
    options = np.empty((14, 4), np.int64)
    around = np.zeros(SUIT_FACTS, np.int64)
    held = np.zeros(SUITS, np.int64)
    now = np.zeros(SUITS, np.int64)
    sums = np.zeros(SUIT_FACTS, np.int64)
    width = 2 * sets + 2
    left = np.zeros((SUITS + 1, 2, width), np.int64)
    right = np.zeros((SUITS + 1, 2, width), np.int64)
    rest = np.zeros((2, width), np.int64)
    best = np.zeros((2, 1), np.int64)
    for g in range(SUITS):
        for r in range(RANKS):
            held[g] |= hand[g, r] << (4 * r)
        now[g] = suit_known(held[g], g, limits, sets, alike, rows, facts, keys, numbers, met)
        if now[g] < 0:
            return options[:0]
    left[0, 0] = FAR
    left[0, 0, 0] = 0
    right[SUITS] = left[0]
    for g in range(SUITS):
        merged_wants(left[g], rows[now[g]], left[g + 1])
        merged_wants(right[SUITS - g], rows[now[SUITS - 1 - g]], right[SUITS - 1 - g])
    n = 0
    for g in range(SUITS):
        merged_wants(left[g], right[g + 1], rest)
        around[:] = 0
        for other in range(SUITS if seven or thirteen else 0):
            if other != g:
                around[:FACTS] += facts[now[other], :FACTS]
                around[FACTS:] |= facts[now[other], FACTS:]
        for r in range(RANKS if total % 3 == 2 else int(g == 0)):
            x = now[g]
            if total % 3 == 2:
                if hand[g, r] == 0:
                    continue
                less = held[g] - (np.int64(1) << (4 * r))
                x = suit_known(less, g, limits, sets, alike, rows, facts, keys, numbers, met)
                if x < 0:
                    return options[:0]
            best[0] = FAR
            best[1] = 0
            if standard:
                for s in range(sets + 1):
                    last = sets - s
                    either(best, 0, rest[0, s] + rows[x, 0, sets + 1 + last], rest[1, s] | rows[x, 1, sets + 1 + last])
                    either(best, 0, rest[0, sets + 1 + s] + rows[x, 0, last], rest[1, sets + 1 + s] | rows[x, 1, last])
            if seven or thirteen:
                for f in range(SUIT_FACTS):
                    sums[f] = around[f] + facts[x, f] if f < FACTS else around[f] | facts[x, f]
            if seven:
                new = max(0, 7 - sums[2])
                either(best, 0, 7 - sums[1] + new, sums[FACTS] | (sums[FACTS + 1] if new else 0))
            if thirteen:
                twin = int(sums[4] == 0)
                either(best, 0, 13 - sums[3] + twin, sums[FACTS + 3] | (sums[FACTS + 2] if twin else 0))
            options[n, 0] = RANKS * g + r if total % 3 == 2 else -1
            options[n, 1] = best[0, 0]
            options[n, 2] = best[1, 0]
            options[n, 3] = 0
            for k in range(SUITS * RANKS):
                if best[1, 0] >> k & 1:
                    at = k // RANKS, k % RANKS
                    options[n, 3] += limits[at] - hand[at] - seen[at]
            n += 1
    return options[:n]


@kernel
def distance(hand: Array, limits: Array, sets: int, alike: int, seven: bool, thirteen: bool, standard: bool,
             rows: Array, facts: Array, keys: Array, numbers: Array, met: Array) -> Any:  # fmt: skip
    """Tiles to add until the hand contains a complete one; -1 when there is no room for another suit. See `useful`."""
    sums = np.zeros(FACTS, np.int64)
    rest = np.full(2 * sets + 2, FAR, np.int64)
    rest[0] = 0
    both = np.zeros(2 * sets + 2, np.int64)
    last = np.int64(0)
    for g in range(SUITS):
        packed = np.int64(0)
        for r in range(RANKS):
            packed |= hand[g, r] << (4 * r)
        last = suit_known(packed, g, limits, sets, alike, rows, facts, keys, numbers, met)
        if last < 0:
            return -1
        sums += facts[last, :FACTS]
        if g < SUITS - 1:
            merged(rest, rows[last, 0], both)
            rest[:] = both
    return needed(rest, rows[last, 0], sums, seven, thirteen, standard)


@kernel
def doubled(a: Array) -> Array:
    """The same array with room for as much again."""
    out = np.empty((2 * a.shape[0], *a.shape[1:]), a.dtype)
    out[: a.shape[0]] = a
    return out


@kernel
def rehashed(keys: Array, numbers: Array) -> tuple[Array, Array]:
    """The same hash table with twice the room."""
    more = np.full(2 * keys.shape[0], -1, np.int64)
    numbered = np.empty(2 * keys.shape[0], np.int32)
    for q in range(keys.shape[0]):
        if keys[q] != -1:
            s = place(keys[q], more)
            more[s] = keys[q]
            numbered[s] = numbers[q]
    return more, numbered


@kernel
def explore(first: Array, start: Array, unseen: Array, limits: Array, sets: int, alike: int, seven: bool,
            thirteen: bool, standard: bool, most: int, room: int
            ) -> tuple[Array, Array, Array, Array, Array, Array, Array]:  # fmt: skip
    """Every resting hand within reach of the `first` ones, and every drawn hand between them.

    Hands are counts [4, 9]; `start` is the position's hand; `alike` as for `part`. A hand is visited when the tiles it
    has gained over `start` plus the exchanges to ready are at most `most`. Answers (packed suits [n, 4] and distances
    of resting hands; the end of each one's draws; the drawn hand, unseen copies and kind of each draw; distances of
    drawn hands; the end of each one's discards; the resting hand of each discard). All are empty when more than `room`
    hands would be visited.
    """
    packs = np.zeros(ROOM, np.int64)
    rows = np.zeros((ROOM, 2 * sets + 2), np.int64)
    facts = np.zeros((ROOM, FACTS), np.int64)
    more = np.zeros((ROOM, RANKS), np.int32)
    less = np.zeros((ROOM, RANKS), np.int32)
    part_keys = np.full(2 * ROOM, -1, np.int64)
    part_numbers = np.zeros(2 * ROOM, np.int32)
    met = np.zeros(1, np.int64)
    rest_list = np.zeros(1024, np.int64)
    rest_need = np.zeros(1024, np.int64)
    rest_ends = np.zeros(1024, np.int64)
    rest_keys = np.full(4096, -1, np.int64)
    rest_numbers = np.zeros(4096, np.int32)
    drawn_list = np.zeros(1024, np.int64)
    drawn_need = np.zeros(1024, np.int64)
    drawn_ends = np.zeros(1024, np.int64)
    drawn_keys = np.full(4096, -1, np.int64)
    drawn_numbers = np.zeros(4096, np.int32)
    draws = np.zeros((4096, 3), np.int32)
    throws = np.zeros(4096, np.int32)
    n_rest = n_drawn = n_draws = n_throws = 0
    crowded = False
    now = np.zeros(SUITS, np.int64)
    sums = np.zeros(FACTS, np.int64)
    changed = np.zeros(FACTS, np.int64)
    others = np.zeros((SUITS, 2 * sets + 2), np.int64)
    left = np.zeros((SUITS + 1, 2 * sets + 2), np.int64)
    right = np.zeros((SUITS + 1, 2 * sets + 2), np.int64)
    nothing = np.full(2 * sets + 2, FAR, np.int64)
    nothing[0] = 0

    for p in range(first.shape[0]):
        key = np.int64(0)
        for g in range(SUITS):
            packed = np.int64(0)
            for r in range(RANKS):
                packed |= first[p, g, r] << (4 * r)
            x = part(packed, g, start, limits, sets, alike, packs, rows, facts, more, less, part_keys, part_numbers,
                     met)  # fmt: skip
            key |= np.int64(x) << (BITS * g)
        s = place(key, rest_keys)
        rest_keys[s] = key
        rest_numbers[s] = n_rest
        rest_list[n_rest] = key
        n_rest += 1

    done_rest = done_drawn = 0
    while (done_rest < n_rest or done_drawn < n_drawn) and not crowded:
        drawing = done_drawn == n_drawn
        key = rest_list[done_rest] if drawing else drawn_list[done_drawn]
        sums[:] = 0
        for g in range(SUITS):
            now[g] = key >> (BITS * g) & (ROOM - 1)
            sums += facts[now[g]]
        left[0] = nothing
        right[SUITS] = nothing
        for g in range(SUITS):
            merged(left[g], rows[now[g]], left[g + 1])
            merged(right[SUITS - g], rows[now[SUITS - 1 - g]], right[SUITS - 1 - g])
        for g in range(SUITS):
            merged(left[g], right[g + 1], others[g])
        if drawing:
            rest_need[done_rest] = needed(others[0], rows[now[0]], sums, seven, thirteen, standard)
        for g in range(SUITS):
            x = now[g]
            for r in range(RANKS):
                links = more if drawing else less
                if links[x, r] == NONE:
                    continue
                held = packs[x] >> (4 * r) & 15
                copies = unseen[g, r] - max(0, held - start[g, r])
                if drawing and copies <= 0:
                    continue
                if links[x, r] == UNKNOWN:
                    step = np.int64(1) << (4 * r)
                    to = part(packs[x] + step if drawing else packs[x] - step, g, start, limits, sets, alike, packs,
                              rows, facts, more, less, part_keys, part_numbers, met)  # fmt: skip
                    if to < 0:
                        crowded = True
                        continue
                    links[x, r] = to
                y = links[x, r]
                changed[:] = sums - facts[x] + facts[y]
                wants = needed(others[g], rows[y], changed, seven, thirteen, standard)
                if changed[0] + wants - 1 > most:
                    continue
                then = key + (np.int64(y) - x << (BITS * g))
                if drawing:
                    s = place(then, drawn_keys)
                    if drawn_keys[s] == -1:
                        drawn_keys[s] = then
                        drawn_numbers[s] = n_drawn
                        if n_drawn == drawn_list.shape[0]:
                            drawn_list, drawn_need = doubled(drawn_list), doubled(drawn_need)
                            drawn_ends = doubled(drawn_ends)
                        drawn_list[n_drawn] = then
                        drawn_need[n_drawn] = wants
                        n_drawn += 1
                    if n_draws == draws.shape[0]:
                        draws = doubled(draws)
                    draws[n_draws, 0] = drawn_numbers[s]
                    draws[n_draws, 1] = copies
                    draws[n_draws, 2] = RANKS * g + r
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
                        rest_list[n_rest] = then
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
        crowded = crowded or n_rest + n_drawn > room
    if crowded:
        n_rest = n_drawn = n_draws = n_throws = 0
    suits = np.zeros((n_rest, SUITS), np.int64)
    for p in range(n_rest):
        for g in range(SUITS):
            suits[p, g] = packs[rest_list[p] >> (BITS * g) & (ROOM - 1)]
    return (suits, rest_need[:n_rest].copy(), rest_ends[:n_rest].copy(), draws[:n_draws].copy(),
            drawn_need[:n_drawn].copy(), drawn_ends[:n_drawn].copy(), throws[:n_throws].copy())  # fmt: skip


@kernel
def carry(resting: Array, rest_need: Array, rest_ends: Array, draws: Array, drawn_need: Array, drawn_ends: Array,
          throws: Array, pool: int, prices: Array, refuse: bool, lock: bool, free_first: bool) -> Array:  # fmt: skip
    """One draw more: what each resting hand is worth before a draw from `pool` tiles, given what it is worth after one.

    `prices` are those of each draw that completes the hand, 0 where it may not be declared. `refuse`: a win may be
    refused for what follows. `lock`: a
    ready hand only wins or waits, but the first hand may play on when `free_first`. A draw that does not help leaves
    the hand as it is. Tiles thrown so far are taken to be such draws, so copies of helpful ones have their full share
    of the pool; more of them than the pool are scaled to it.
    """
    drawn = np.zeros(drawn_need.shape[0])
    at = 0
    for d in range(drawn_need.shape[0]):
        top = 0.0
        while at < drawn_ends[d]:
            top = max(top, resting[throws[at]])
            at += 1
        drawn[d] = top
    out = np.zeros(resting.shape[0])
    at = 0
    for p in range(resting.shape[0]):
        total = 0.0
        copies: Any = np.int64(0)
        waits = lock and rest_need[p] == 1 and not (free_first and p == 0)
        while at < rest_ends[p]:
            d = draws[at, 0]
            then = resting[p] if waits else drawn[d]
            if drawn_need[d] == 0 and prices[at] > 0 and (then < prices[at] or not refuse):
                then = prices[at]
            if then > resting[p]:
                total += draws[at, 1] * then
                copies += draws[at, 1]
            at += 1
        if copies < pool:
            total += (pool - copies) * resting[p]
        out[p] = total / max(pool, copies)
    return out
