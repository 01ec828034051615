"""Optimal play against a true wall, for any set: own throws remembered, draws without replacement.

A state is a hand and the tiles drawn so far; together they tell what is still unseen. Layers of resting and of drawn
hands alternate, each state once however it was reached, with its links to the next layer; values are then carried back
along the links, for several numbers of draws over the same layers. The layer of resting hands with one draw to go, by
far the largest, is never stored: such a hand is worth its waits. A hand that needs more tiles than there are draws is
worth nothing and is dropped, which loses nothing.

Kinds of no use in any hand within reach are junk, all alike: a hand is the tiles that are none, and one is thrown
before any other tile, except where throwing it would lock the hand. (One-suit sets have kernels of their own in `wall`,
where nothing is junk and a table holds every hand.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, Int, kernel
from trainer.solver.kernels.graph import ABSENT, NONE, UNKNOWN, doubled, part
from trainer.solver.kernels.lock import locked_worth
from trainer.solver.kernels.parts import (
    BEGUN,
    FAR,
    HALF,
    NIBBLE,
    ORPHANS,
    PAIRS,
    RANKS,
    SUITS,
    TILES,
    TWINS,
    WIDTH,
    lacking,
    place,
    suit_needs,
    unite,
)

CODE = 6
"""Bits of a tile drawn: its kind plus 1; the tiles drawn are in ascending order from the low bits on."""

NOTHING = -1


@kernel
def slot_of(key: Int, drawn: Int, keys: Array, lists: Array, slots: Array) -> Any:
    """Where a state's number is, or would be put, in a hash table whose size is a power of two; -1 marks a free
    place."""
    mask = slots.shape[0] - 1
    h = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(drawn) * np.uint64(0xC2B2AE3D27D4EB4F)
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xD6E8FEB86659FD93)
    i = np.int64((h >> np.uint64(20)) & np.uint64(mask))
    while slots[i] >= 0 and not (keys[slots[i]] == key and lists[slots[i]] == drawn):
        i = (i + 1) & mask
    return i


@kernel
def wider(keys: Array, lists: Array, n: int, size: int) -> Array:
    """A hash table of that size with the first n states."""
    slots = np.full(size, -1, np.int32)
    for i in range(n):
        slots[slot_of(keys[i], lists[i], keys, lists, slots)] = i
    return slots


@kernel
def with_tile(drawn: Int, kind: int) -> Any:
    """The tiles drawn and one more."""
    code = np.int64(kind + 1)
    at = 0
    while 0 < (drawn >> at & 63) < code:
        at += CODE
    low = drawn & ((np.int64(1) << at) - 1)
    return low | code << at | drawn >> at << (at + CODE)


@kernel
def times(drawn: Int, kind: int) -> Any:
    """How often a kind was drawn."""
    n = 0
    while drawn:
        n += int(drawn & 63 == kind + 1)
        drawn >>= CODE
    return n


@kernel
def first_states(starts: Array, shifts: Array, packs: Array, classes: Array, tells: Array, more: Array, less: Array,
                 part_keys: Array, part_numbers: Array, parts_met: Array, limits: Array, table: Array, first: Array,
                 second: Array, third: Array, radix: int, rows: Array, pairs: Array, united: Array, by_rank: Array,
                 keys: Array, numbers: Array, met: Array, sets: int, seven: bool, thirteen: bool, standard: bool
                 ) -> Array:  # fmt: skip
    """The keys of hands given suit by suit [n, 4], four bits a rank; -1 where the book has no room.

    The arguments from `shifts` to `parts_met` are the parts of this search (see `graph.explore`), those from `limits`
    on a Book; so they are for all kernels here.
    """
    out = np.zeros(starts.shape[0], np.int64)
    for g in range(SUITS):
        if shifts[g] == ABSENT and parts_met[0] == 0:
            part(g, np.int64(0), packs, classes, tells, more, less, part_keys, part_numbers, parts_met, limits, table,
                 first, second, third, radix, rows, by_rank, keys, numbers, met)  # fmt: skip
    for p in range(starts.shape[0]):
        for g in range(SUITS):
            x = np.int64(0)
            if shifts[g] != ABSENT:
                x = part(g, starts[p, g], packs, classes, tells, more, less, part_keys, part_numbers, parts_met, limits,
                         table, first, second, third, radix, rows, by_rank, keys, numbers, met)  # fmt: skip
            if x < 0:
                out[p] = -1
                break
            out[p] |= np.int64(x) << shifts[g]
    return out


@kernel
def needs(states: Array, shifts: Array, packs: Array, classes: Array, tells: Array, more: Array, less: Array,
          part_keys: Array, part_numbers: Array, parts_met: Array, limits: Array, table: Array, first: Array,
          second: Array, third: Array, radix: int, rows: Array, pairs: Array, united: Array, by_rank: Array,
          keys: Array, numbers: Array, met: Array, sets: int, seven: bool, thirteen: bool, standard: bool
          ) -> Array:  # fmt: skip
    """Tiles that each hand lacks; -1 where the book has no room."""
    out = np.empty(states.shape[0], np.int64)
    for p in range(states.shape[0]):
        mask = packs.shape[0] - 1
        a, b = states[p] >> shifts[0] & mask, states[p] >> shifts[1] & mask
        c, d = states[p] >> shifts[2] & mask, states[p] >> shifts[3] & mask
        front = np.int64(pairs[classes[a], classes[b]])
        back = np.int64(pairs[classes[c], classes[d]])
        if front == 0:
            front = unite(classes[a], classes[b], rows, pairs, united, met)
        if back == 0:
            back = unite(classes[c], classes[d], rows, pairs, united, met)
        if min(front, back) == 0:
            out[p] = -1
        else:
            facts = tells[a] + tells[b] + tells[c] + tells[d]
            out[p] = lacking(front, back, facts, united, sets, seven, thirteen, standard)
    return out


@kernel
def step(states: Array, lists: Array, drawing: bool, useful: Array, unseen: Array, junk: int, made: int, size: int,
         most: int, end: int, spare: bool, lock: bool, room: int, shifts: Array, packs: Array, classes: Array,
         tells: Array, more: Array, less: Array, part_keys: Array, part_numbers: Array, parts_met: Array,
         limits: Array, table: Array, first: Array, second: Array, third: Array, radix: int, rows: Array, pairs: Array,
         united: Array, by_rank: Array, keys: Array, numbers: Array, met: Array, sets: int, seven: bool,
         thirteen: bool, standard: bool) -> tuple[Array, Array, Array, Array, Array, Array]:  # fmt: skip
    """The drawn hands that follow resting ones, or the resting hands that follow drawn ones, and the links to them.

    States are keys of hands without their junk and `lists` of the tiles drawn; `made` draws were made before. `useful`
    kinds [4, 9] are those that are no junk, of which `junk` tiles were unseen at first; resting hands have `size`
    tiles. Answers (keys and lists of the next states; the end of each state's links; where each leads, NOTHING for a
    hand that is finished; in how many ways; the kind, -1 for junk). All are empty when there are more than `room`.

    Drawing: a hand that lacks at most `end` tiles is finished. One is dropped when it lacks more than `most`; `lock`:
    ready hands are not played on. Throwing: a hand is dropped when it lacks more than `most`; junk goes first unless
    `spare`, where anything may.
    """
    next_keys = np.empty(1024, np.int64)
    next_lists = np.empty(1024, np.int64)
    slots = np.full(4096, -1, np.int32)
    ends = np.empty(states.shape[0], np.int64)
    to = np.empty(8192, np.int32)
    ways = np.empty(8192, np.int16)
    what = np.empty(8192, np.int8)
    n = n_links = 0
    now = np.zeros(SUITS, np.int64)
    mask = np.int64(packs.shape[0] - 1)
    for p in range(states.shape[0]):
        key, drawn = states[p], lists[p]
        facts = np.int64(0)
        for g in range(SUITS):
            now[g] = key >> shifts[g] & mask
            facts += tells[now[g]]
        front = np.int64(pairs[classes[now[0]], classes[now[1]]])
        back = np.int64(pairs[classes[now[2]], classes[now[3]]])
        if front == 0:
            front = unite(classes[now[0]], classes[now[1]], rows, pairs, united, met)
        if back == 0:
            back = unite(classes[now[2]], classes[now[3]], rows, pairs, united, met)
        if min(front, back) == 0 or n > room or parts_met[0] > packs.shape[0] - SUITS * RANKS:
            return next_keys[:0], next_lists[:0], ends[:0], to[:0], ways[:0], what[:0]
        need = lacking(front, back, facts, united, sets, seven, thirteen, standard)
        if drawing and lock and need == 1:
            ends[p] = n_links
            continue
        if n_links + SUITS * RANKS + 1 > to.shape[0]:
            to, ways, what = doubled(to), doubled(ways), doubled(what)
        held_junk = size + int(not drawing) - (facts >> TILES & 255)
        if drawing:
            found = 0
            rest = drawn
            while rest:
                found += 1
                rest >>= CODE
            left = junk - (made - found)
        else:
            left = int(held_junk > 0)
        for t in range(-1, SUITS * RANKS):
            g, r = (0, 0) if t < 0 else (t // RANKS, t % RANKS)
            x = now[g]
            then, list_, wants, copies = key, drawn, need, np.int64(left)
            if t < 0:
                if copies <= 0:
                    continue
            else:
                if not useful[g, r] or (not drawing and held_junk > 0 and not spare):
                    continue
                y = np.int64(more[x, r] if drawing else less[x, r])
                if y == NONE:
                    continue
                copies = np.int64(1)
                if drawing:
                    copies = np.int64(unseen[g, r] - times(drawn, t))
                    if copies <= 0:
                        continue
                    list_ = with_tile(drawn, t)
                if y == UNKNOWN:
                    one = np.int64(1) << (NIBBLE * r)
                    y = part(g, packs[x] + one if drawing else packs[x] - one, packs, classes, tells, more, less,
                             part_keys, part_numbers, parts_met, limits, table, first, second, third, radix, rows,
                             by_rank, keys, numbers, met)  # fmt: skip
                    if y < 0:
                        return next_keys[:0], next_lists[:0], ends[:0], to[:0], ways[:0], what[:0]
                    if drawing:
                        more[x, r] = y
                    else:
                        less[x, r] = y
                a, b = classes[now[g - g % 2]], classes[now[g - g % 2 + 1]]
                if g % 2 == 0:
                    a = classes[y]
                else:
                    b = classes[y]
                at = np.int64(pairs[a, b])
                if at == 0:
                    at = unite(a, b, rows, pairs, united, met)
                    if at == 0:
                        return next_keys[:0], next_lists[:0], ends[:0], to[:0], ways[:0], what[:0]
                one, two = (at, back) if g < 2 else (front, at)
                wants = lacking(one, two, facts - tells[x] + tells[y], united, sets, seven, thirteen, standard)
                then = key + ((y - x) << shifts[g])
            if drawing and wants <= end:
                to[n_links] = NOTHING
                ways[n_links] = copies
                what[n_links] = t
                n_links += 1
                continue
            if (max(wants, 1) if drawing else wants) > most:
                continue
            s = slot_of(then, list_, next_keys, next_lists, slots)
            if slots[s] < 0:
                if n == next_keys.shape[0]:
                    next_keys, next_lists = doubled(next_keys), doubled(next_lists)
                slots[s] = n
                next_keys[n] = then
                next_lists[n] = list_
                n += 1
            to[n_links] = slots[s]
            ways[n_links] = copies
            what[n_links] = t
            n_links += 1
            if 2 * n > slots.shape[0]:
                slots = wider(next_keys, next_lists, n, 2 * slots.shape[0])
        ends[p] = n_links
    return (next_keys[:n].copy(), next_lists[:n].copy(), ends, to[:n_links].copy(), ways[:n_links].copy(),
            what[:n_links].copy())  # fmt: skip


@kernel
def gains(states: Array, ends: Array, what: Array, at_keys: Array, at: Array, worth: Array) -> Array:
    """What each link of resting hands is worth by completing the hand: see `last_draw`; 0 where it does not."""
    out = np.zeros(what.shape[0])
    link = 0
    for p in range(states.shape[0]):
        s = place(states[p], at_keys)
        while link < ends[p]:
            if at_keys[s] != -1 and what[link] >= 0:
                out[link] = worth[at[s], what[link]]
            link += 1
    return out


@kernel
def mean(ends: Array, to: Array, ways: Array, gain: Array, drawn: Array, unseen: int) -> Array:
    """What each resting hand is worth over the tile drawn: what the link gains at once, or the drawn hand."""
    out = np.zeros(ends.shape[0])
    at = 0
    for p in range(ends.shape[0]):
        total = 0.0
        while at < ends[p]:
            then = gain[at]
            if to[at] != NOTHING:
                then = max(then, drawn[to[at]])
            total += ways[at] * then
            at += 1
        out[p] = total / unseen
    return out


@kernel
def lock(states: Array, lists: Array, unseen: Array, left: int, tiles: int, at_keys: Array, at: Array, worth: Array,
         out: Array) -> None:  # fmt: skip
    """Put what each ready hand is worth that may only win or throw what it draws into `out`."""
    copies = np.empty(SUITS * RANKS, np.int64)
    for p in range(states.shape[0]):
        s = place(states[p], at_keys)
        if at_keys[s] == -1:
            continue
        for k in range(SUITS * RANKS):
            copies[k] = unseen[k // RANKS, k % RANKS] - times(lists[p], k)
        out[p] = locked_worth(copies, worth[at[s]], left, tiles)


@kernel
def best(ends: Array, to: Array, resting: Array) -> Array:
    """The best of the resting hands each drawn hand can fall back to."""
    out = np.zeros(ends.shape[0])
    at = 0
    for p in range(ends.shape[0]):
        while at < ends[p]:
            out[p] = max(out[p], resting[to[at]])
            at += 1
    return out


@kernel
def useful_kinds(hand: Array, most: int, orphans: Array, limits: Array, by_rank: Array, sets: int, seven: bool,
                 thirteen: bool, standard: bool) -> Array:  # fmt: skip
    """The kinds [4, 9] that are in some complete hand which lacks at most so many tiles of this one; `orphans` are
    those of thirteen orphans. A few more may be answered."""
    out = np.zeros((SUITS, RANKS), np.bool_)
    nothing = np.zeros(RANKS, np.int64)
    own = np.empty((SUITS, WIDTH), np.int64)
    facts = np.int64(0)
    for g in range(SUITS):
        own[g] = suit_needs(hand[g], limits[g], nothing, g < SUITS - 1, HALF - 1)
        for r in range(RANKS):
            facts += by_rank[g, r, hand[g, r]]
    pairs, begun = facts >> PAIRS & 255, facts >> BEGUN & 255
    least = np.zeros(RANKS, np.int64)
    for g in range(SUITS):
        for r in range(RANKS):
            if limits[g, r] == 0:
                continue
            if standard:
                least[r] = 1
                total = suit_needs(hand[g], limits[g], least, g < SUITS - 1, HALF - 1)
                least[r] = 0
                for h in range(SUITS):
                    if h != g:
                        both = np.full(WIDTH, FAR, np.int64)
                        for s in range(HALF):
                            for t in range(HALF - s):
                                both[s + t] = min(both[s + t], total[s] + own[h, t])
                                pair = min(total[HALF + s] + own[h, t], total[s] + own[h, HALF + t])
                                both[HALF + s + t] = min(both[HALF + s + t], pair)
                        total = both
                out[g, r] = total[HALF + sets] <= most
            if seven:
                dearer = int(hand[g, r] == 0 and begun >= 7)
                out[g, r] |= 7 - pairs + max(np.int64(0), 7 - begun) + dearer <= most
            if thirteen and orphans[g, r]:
                out[g, r] |= 13 - (facts >> ORPHANS & 255) + (facts >> TWINS & 255 == 0) <= most
    return out


@kernel
def ready_hands(states: Array, drawn: bool, size: int, spare: bool, useful: Array, shifts: Array, packs: Array,
                classes: Array, tells: Array, more: Array, less: Array, part_keys: Array, part_numbers: Array,
                parts_met: Array, limits: Array, table: Array, first: Array, second: Array, third: Array, radix: int,
                rows: Array, pairs: Array, united: Array, by_rank: Array, keys: Array, numbers: Array, met: Array,
                sets: int, seven: bool, thirteen: bool, standard: bool
                ) -> tuple[Array, Array, Array, Array]:  # fmt: skip
    """The different ready hands among resting states, or among what `drawn` ones can be thrown to: their keys, the
    kinds each waits for [n, 36], and a hash table of the keys with their places. No table where the book has no room.
    """
    found = np.empty(256, np.int64)
    at_keys = np.full(1024, -1, np.int64)
    at = np.empty(1024, np.int32)
    n = 0
    now = np.zeros(SUITS, np.int64)
    mask = np.int64(packs.shape[0] - 1)
    for p in range(states.shape[0]):
        facts = np.int64(0)
        for g in range(SUITS):
            now[g] = states[p] >> shifts[g] & mask
            facts += tells[now[g]]
        junk = size + int(drawn) - (facts >> TILES & 255)
        for t in range(-1, SUITS * RANKS if drawn else 0):
            key = states[p]
            tiles = facts
            if t >= 0:
                g, r = t // RANKS, t % RANKS
                if junk > 0:
                    break
                if not useful[g, r] or less[now[g], r] == NONE:
                    continue
                one = np.int64(1) << (NIBBLE * r)
                x = np.int64(less[now[g], r])
                if x == UNKNOWN:
                    x = part(g, packs[now[g]] - one, packs, classes, tells, more, less, part_keys, part_numbers,
                             parts_met, limits, table, first, second, third, radix, rows, by_rank, keys, numbers,
                             met)  # fmt: skip
                    if x < 0:
                        return found[:0], np.zeros((0, 0), np.bool_), at_keys[:0], at[:0]
                    less[now[g], r] = x
                key += (x - now[g]) << shifts[g]
                tiles += tells[x] - tells[now[g]]
            if (tiles >> TILES & 255) != size or junk > int(drawn and t < 0):
                continue
            s = place(key, at_keys)
            if at_keys[s] != -1:
                continue
            a, b = key >> shifts[0] & mask, key >> shifts[1] & mask
            c, d = key >> shifts[2] & mask, key >> shifts[3] & mask
            front, back = np.int64(pairs[classes[a], classes[b]]), np.int64(pairs[classes[c], classes[d]])
            if front == 0:
                front = unite(classes[a], classes[b], rows, pairs, united, met)
            if back == 0:
                back = unite(classes[c], classes[d], rows, pairs, united, met)
            if min(front, back) == 0 or parts_met[0] > packs.shape[0] - SUITS * RANKS:
                return found[:0], np.zeros((0, 0), np.bool_), at_keys[:0], at[:0]
            if lacking(front, back, tiles, united, sets, seven, thirteen, standard) != 1:
                continue
            if n == found.shape[0]:
                found = doubled(found)
            at_keys[s] = key
            at[s] = n
            found[n] = key
            n += 1
            if 2 * n > at_keys.shape[0]:
                fresh = np.full(2 * at_keys.shape[0], -1, np.int64)
                at = np.empty(2 * at_keys.shape[0], np.int32)
                for i in range(n):
                    q = place(found[i], fresh)
                    fresh[q] = found[i]
                    at[q] = i
                at_keys = fresh
    waits = np.zeros((n, SUITS * RANKS), np.bool_)
    for i in range(n):
        for g in range(SUITS):
            x = found[i] >> shifts[g] & mask
            for r in range(RANKS):
                if more[x, r] == NONE:
                    continue
                y = np.int64(more[x, r])
                if y == UNKNOWN:
                    one = np.int64(1) << (NIBBLE * r)
                    y = part(g, packs[x] + one, packs, classes, tells, more, less, part_keys, part_numbers, parts_met,
                             limits, table, first, second, third, radix, rows, by_rank, keys, numbers, met)  # fmt: skip
                    if y < 0 or parts_met[0] > packs.shape[0] - SUITS * RANKS:
                        return found[:0], np.zeros((0, 0), np.bool_), at_keys[:0], at[:0]
                    more[x, r] = y
                facts = np.int64(0)
                for h in range(SUITS):
                    now[h] = y if h == g else found[i] >> shifts[h] & mask
                    facts += tells[now[h]]
                front = np.int64(pairs[classes[now[0]], classes[now[1]]])
                back = np.int64(pairs[classes[now[2]], classes[now[3]]])
                if front == 0:
                    front = unite(classes[now[0]], classes[now[1]], rows, pairs, united, met)
                if back == 0:
                    back = unite(classes[now[2]], classes[now[3]], rows, pairs, united, met)
                if min(front, back) == 0:
                    return found[:0], np.zeros((0, 0), np.bool_), at_keys[:0], at[:0]
                waits[i, RANKS * g + r] = lacking(front, back, facts, united, sets, seven, thirteen, standard) == 0
    return found[:n].copy(), waits, at_keys, at


@kernel
def last_draw(states: Array, lists: Array, drawn: bool, size: int, useful: Array, unseen: Array, at_keys: Array,
              at: Array, worth: Array, shifts: Array, packs: Array, tells: Array, less: Array) -> Array:  # fmt: skip
    """With one draw to go, of each state the `worth` [n, 36] of the waits of its ready hand, or of the best that a
    `drawn` one can be thrown to, times their unseen copies. `at_keys` and `at` find the hands; see `ready_hands`."""
    out = np.zeros(states.shape[0])
    mask = np.int64(packs.shape[0] - 1)
    for p in range(states.shape[0]):
        junk = size + int(drawn)
        for g in range(SUITS):
            junk -= tells[states[p] >> shifts[g] & mask] >> TILES & 255
        top = 0.0
        for t in range(-1, SUITS * RANKS if drawn and junk == 0 else 0):
            key = states[p]
            if t >= 0:
                g, r = t // RANKS, t % RANKS
                x = key >> shifts[g] & mask
                if not useful[g, r] or less[x, r] < 0:
                    continue
                key += (np.int64(less[x, r]) - x) << shifts[g]
            elif drawn and junk != 1:
                continue
            s = place(key, at_keys)
            if at_keys[s] == -1:
                continue
            total = 0.0
            for k in range(SUITS * RANKS):
                if worth[at[s], k] > 0.0:
                    total += worth[at[s], k] * (unseen[k // RANKS, k % RANKS] - times(lists[p], k))
            top = max(top, total)
        out[p] = top
    return out
