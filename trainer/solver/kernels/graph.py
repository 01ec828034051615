"""Hands of any set as a graph of exchanges: which are worth visiting, what they lead to.

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
    FAR,
    NIBBLE,
    RANKS,
    SUITS,
    lacking,
    lacking_others,
    lacking_sets,
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

DONE, MANY, FULL, SHORT = 0, 1, 2, 3

RESTS, DRAWNS, LINKS, RESTS_DONE, DRAWNS_DONE, ROWS = range(6)
"""Where a visit counts its resting and drawn hands, the links between them, and the hands that it has been to."""

STEPS = SUITS * RANKS
"""Most links of one hand."""


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
def spread(at: Array, start: Array, unseen: Array, most: int, room: int, parts: int, shifts: Array, limits: Array,
           table: Array, first: Array, second: Array, third: Array, radix: int, rows: Array, pairs: Array,
           united: Array, by_rank: Array, keys: Array, numbers: Array, met: Array, sets: int, seven: bool,
           thirteen: bool, standard: bool, packs: Array, classes: Array, tells: Array, more: Array, less: Array,
           part_keys: Array, part_numbers: Array, parts_met: Array, rest_list: Array, rest_need: Array,
           rest_keys: Array, rest_numbers: Array, drawn_list: Array, drawn_need: Array, drawn_keys: Array,
           drawn_numbers: Array, links: Array, tiles: Array,
           rows_met: Array, rows_at: Array, lacks: Array) -> Any:  # fmt: skip
    """Visit hands until all are visited (DONE) or an array has no room for the next one's (SHORT); see `explore`.

    A loop of its own, because arrays that are never exchanged for larger ones cost nothing to look into. `at` says how
    far the visit has come.
    """
    n_rest, n_drawn, n_links, n_rows = at[RESTS], at[DRAWNS], at[LINKS], at[ROWS]
    done_rest, done_drawn = at[RESTS_DONE], at[DRAWNS_DONE]
    end = DONE
    mask = np.int64(parts - 1)
    now = np.zeros(SUITS, np.int64)
    kind_class = np.zeros(SUITS, np.int64)
    while (done_rest < n_rest or done_drawn < n_drawn) and end == DONE:
        if (n_rest + STEPS > rest_list.shape[0] or n_drawn + STEPS > drawn_list.shape[0]
                or n_links + STEPS > links.shape[0] or parts_met[0] + STEPS > packs.shape[0]
                or n_rows + SUITS > lacks.shape[0]):  # fmt: skip
            end = SHORT
            break
        drawing = done_drawn == n_drawn
        if drawing:
            n = done_rest
            done_rest += 1
            key, gained, known = rest_list[n, 0], rest_list[n, 1], rest_list[n, 2]
        else:
            n = done_drawn
            done_drawn += 1
            key, gained, known = drawn_list[n, 0], drawn_list[n, 1], drawn_list[n, 2]
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
        need = rest_need[n] if drawing else drawn_need[n]
        others = lacking_others(facts, seven, thirteen)
        for_sets = need
        if others == need:
            for_sets = lacking_sets(front, back, united, sets) if standard else FAR
        for g in range(SUITS):
            x = now[g]
            mate, half = kind_class[g ^ 1], back if g < 2 else front
            s = place(mate << 32 | half, rows_met)
            if rows_met[s] == -1:
                rows_met[s] = mate << 32 | half
                rows_at[s] = n_rows
                n_rows += 1
            row = rows_at[s]
            for r in range(RANKS):
                bit = np.int64(1) << (RANKS * g + r)
                y = np.int64(more[x, r] if drawing else less[x, r])
                if y == NONE or known & bit:
                    continue
                held = packs[x] >> (NIBBLE * r) & 15
                left = unseen[g, r] - max(0, held - start[g, r] - (not drawing))
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
                wants = for_sets
                c = classes[y]
                if standard and c != kind_class[g]:
                    wants = np.int64(lacks[row, c] if c < lacks.shape[1] else UNKNOWN)
                    if wants == UNKNOWN:
                        a, b = (c, mate) if g % 2 == 0 else (mate, c)
                        both = np.int64(pairs[a, b])
                        if both == 0:
                            both = unite(a, b, rows, pairs, united, met)
                            if both == 0:
                                end = FULL
                                break
                        wants = lacking_sets(both, half, united, sets)
                        if c < lacks.shape[1]:
                            lacks[row, c] = wants
                if others <= need:  # else a tile more or less does not bring them near
                    wants = min(wants, lacking_others(facts - tells[x] + tells[y], seven, thirteen))
                if got + wants - 1 > most:
                    continue
                then = key + ((y - x) << shifts[g])
                if drawing:
                    s = place(then, drawn_keys)
                    if drawn_keys[s] == -1:
                        drawn_keys[s] = then
                        drawn_numbers[s] = n_drawn
                        drawn_list[n_drawn, 0], drawn_list[n_drawn, 1], drawn_list[n_drawn, 2] = then, got, 0
                        drawn_need[n_drawn] = wants
                        n_drawn += 1
                    links[n_links, 0], links[n_links, 1] = n, drawn_numbers[s]
                    drawn_list[drawn_numbers[s], 2] |= bit
                else:
                    s = place(then, rest_keys)
                    if rest_keys[s] == -1:
                        rest_keys[s] = then
                        rest_numbers[s] = n_rest
                        rest_list[n_rest, 0], rest_list[n_rest, 1], rest_list[n_rest, 2] = then, got, 0
                        rest_need[n_rest] = wants
                        n_rest += 1
                    links[n_links, 0], links[n_links, 1] = rest_numbers[s], n
                    rest_list[rest_numbers[s], 2] |= bit
                tiles[n_links, 0], tiles[n_links, 1] = max(0, left), RANKS * g + r
                n_links += 1
        if n_rest + n_drawn > room or parts_met[0] > parts - SUITS * RANKS:
            end = MANY
    at[ROWS] = n_rows
    at[RESTS], at[DRAWNS], at[LINKS], at[RESTS_DONE], at[DRAWNS_DONE] = n_rest, n_drawn, n_links, done_rest, done_drawn
    return end


@kernel
def explore(starts: Array, start: Array, unseen: Array, most: int, room: int, parts: int, shifts: Array, limits: Array,
            table: Array, first: Array, second: Array, third: Array, radix: int, rows: Array, pairs: Array,
            united: Array, by_rank: Array, keys: Array, numbers: Array, met: Array, sets: int, seven: bool,
            thirteen: bool, standard: bool
            ) -> tuple[Array, Array, Array, Array, Array, Array, Array, Array, Array, Array, Array, int]:  # fmt: skip
    """Every resting hand within reach of the first ones, and every drawn hand between them.

    A hand is the numbers of its suits, or `parts`, of which there is room for so many, at the `shifts` of the suits
    (see `books.layout`). `starts` are the first resting hands, no two the same, suit by suit, four bits a rank [n, 4];
    `start` is the position's hand and `unseen` the tiles not seen, as counts [4, 9]; the arguments from `limits` on are
    a Book. Where tiles were melded since, `start` is less by those tiles, even below 0. A hand is visited when the
    tiles it has gained over `start` plus the exchanges to ready are at most `most`.

    Answers (packed suits [n, 4] and distances of resting hands; the end of each one's draws; the drawn hand of each
    draw, its unseen copies, its kind; distances of drawn hands; the end of each one's discards; the resting hand of
    each discard; DONE). The arrays are empty where it is MANY, more than `room` hands, or FULL, more than the book has
    room for.
    """
    size = 1024
    while size < SUITS * starts.shape[0] + STEPS:
        size *= 2
    packs = np.empty(size, np.int64)
    classes = np.empty(size, np.int64)
    tells = np.empty(size, np.int64)
    more = np.empty((size, RANKS), np.int32)
    less = np.empty((size, RANKS), np.int32)
    part_keys = np.full(2 * size, -1, np.int64)
    part_numbers = np.empty(2 * size, np.int32)
    parts_met = np.zeros(1, np.int64)
    rest_list = np.empty((size, 3), np.int64)  # key, tiles gained, kinds of which the draw is known
    rest_need = np.empty(size, np.int64)
    rest_keys = np.full(4 * size, -1, np.int64)
    rest_numbers = np.empty(4 * size, np.int32)
    drawn_list = np.empty((size, 3), np.int64)
    drawn_need = np.empty(size, np.int64)
    drawn_keys = np.full(4 * size, -1, np.int64)
    drawn_numbers = np.empty(4 * size, np.int32)
    rows_met = np.full(1024, -1, np.int64)
    rows_at = np.empty(1024, np.int32)
    lacks = np.full((512, min(rows.shape[0], met[0] + 64)), UNKNOWN, np.int8)
    links = np.empty((4096, 2), np.int32)  # resting hand, drawn hand
    tiles = np.empty((4096, 2), np.int16)  # unseen copies, kind
    n_rest = 0
    end = DONE
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
        if parts_met[0] > parts - SUITS:
            end = MANY
            break
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
        rest_list[n_rest, 0], rest_list[n_rest, 1], rest_list[n_rest, 2] = key, gained, 0
        rest_need[n_rest] = lacking(front, back, facts, united, sets, seven, thirteen, standard)
        n_rest += 1

    at = np.zeros(6, np.int64)
    at[RESTS] = n_rest
    while end == DONE:
        end = spread(at, start, unseen, most, room, parts, shifts, limits, table, first, second, third, radix, rows,
                     pairs, united, by_rank, keys, numbers, met, sets, seven, thirteen, standard, packs, classes, tells,
                     more, less, part_keys, part_numbers, parts_met, rest_list, rest_need, rest_keys, rest_numbers,
                     drawn_list, drawn_need, drawn_keys, drawn_numbers, links, tiles, rows_met, rows_at,
                     lacks)  # fmt: skip
        if end != SHORT:
            break
        end = DONE
        if parts_met[0] + STEPS > packs.shape[0]:
            packs, classes, tells = doubled(packs), doubled(classes), doubled(tells)
            more, less = doubled(more), doubled(less)
            part_keys, part_numbers = rehashed(part_keys, part_numbers)
        if at[ROWS] + SUITS > lacks.shape[0]:
            more_lacks = np.full((2 * lacks.shape[0], lacks.shape[1]), UNKNOWN, np.int8)
            more_lacks[: lacks.shape[0]] = lacks
            lacks = more_lacks
            rows_met, rows_at = rehashed(rows_met, rows_at)
        if at[RESTS] + STEPS > rest_list.shape[0]:
            rest_list, rest_need = doubled(rest_list), doubled(rest_need)
            rest_keys, rest_numbers = rehashed(rest_keys, rest_numbers)
        if at[DRAWNS] + STEPS > drawn_list.shape[0]:
            drawn_list, drawn_need = doubled(drawn_list), doubled(drawn_need)
            drawn_keys, drawn_numbers = rehashed(drawn_keys, drawn_numbers)
        if at[LINKS] + STEPS > links.shape[0]:
            links, tiles = doubled(links), doubled(tiles)
    n_rest, n_drawn, n_links = at[RESTS], at[DRAWNS], at[LINKS]
    if end != DONE:
        n_rest = n_drawn = n_links = 0
    suits = np.zeros((n_rest, SUITS), np.int64)
    for p in range(n_rest):
        for g in range(SUITS):
            suits[p, g] = packs[rest_list[p, 0] >> shifts[g] & mask]
    rest_ends, rest_next = ends_of(links[:n_links, 0], n_rest)
    drawn_ends, drawn_next = ends_of(links[:n_links, 1], n_drawn)
    draws = np.empty(n_links, np.int32)
    copies = np.empty(n_links, np.int16)
    kinds = np.empty(n_links, np.int16)
    throws = np.empty(n_links, np.int32)
    for i in range(n_links):
        p, d = links[i, 0], links[i, 1]
        e = rest_next[p]
        rest_next[p] += 1
        draws[e], copies[e], kinds[e] = d, tiles[i, 0], tiles[i, 1]
        throws[drawn_next[d]] = p
        drawn_next[d] += 1
    return (suits, rest_need[:n_rest].copy(), rest_list[:n_rest, 1].copy(), rest_ends, draws, copies, kinds,
            drawn_need[:n_drawn].copy(), drawn_list[:n_drawn, 1].copy(), drawn_ends, throws, end)  # fmt: skip


@kernel
def ends_of(owner: Array, owners: int) -> tuple[Array, Array]:
    """Where each owner's items end when they lie in the order of their owners, and where they begin."""
    ends = np.zeros(owners, np.int64)
    for n in owner:
        ends[n] += 1
    begins = np.empty(owners, np.int64)
    total = 0
    for n in range(owners):
        begins[n] = total
        total += ends[n]
        ends[n] = total
    return ends, begins
