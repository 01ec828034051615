"""Hands as four suits: each suit's class of distances, and what a hand lacks that is put together of such classes.

A class is a row of distances (see `trainer.solver.tables`); suits of which melds hold copies have rows of their own,
worked out when they are met. Two classes put together are a row as well; which, is remembered. So a hand costs two
remembered sums and one last addition.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trainer.solver.kernels import Array, Int, kernel

FAR = 20
"""Distance of what cannot be built from the tiles that exist (that of the tables)."""

SUITS = 4
RANKS = 9
NIBBLE = 4
WIDTH = 10
HALF = 5
"""A row has HALF entries without the pair, by sets, and as many with it."""

CLASSES, UNITED, OWN = 1024, (1 << 15) - 2, 1 << 14
"""Room for classes, sums of two, and suits with rows of their own."""

FULL = -1
"""Answer where a book has no room for another class, another sum of classes or another suit with a row of its own."""

PAIRS, BEGUN, ORPHANS, TWINS, TILES = 0, 8, 16, 24, 32
"""Where the facts of a rank or a hand lie: pairs, those and single tiles that can become one, orphans, those held
twice, tiles."""


class Book(NamedTuple):
    """What is known of hands of so many sets under `limits` [4, 9] of copies.

    `table[g]` is the table of suit g, or -1 where it has rows of its own, as melds hold some of its copies; `first`,
    `second` and `third` are those of all tables, their classes numbered as in `rows`, and `radix` the base of their
    digits. `pairs[a, b]` is the place of the classes a and b put together in `united`, plus 1. `facts[g, r, n]` are
    those of n tiles of a rank. `keys` and `numbers` find the classes of suits with rows of their own, by their tiles
    and limits; `met` counts classes, sums and such suits.
    """

    limits: Array
    table: Array
    first: Array
    second: Array
    third: Array
    radix: int
    rows: Array
    pairs: Array
    united: Array
    facts: Array
    keys: Array
    numbers: Array
    met: Array
    sets: int
    seven: bool
    thirteen: bool
    standard: bool


@kernel
def suit_needs(counts: Array, limits: Array, least: Array, runs: bool, sets: int) -> Array:
    """Tiles to add so that `counts` contains p pairs and s sets with at least so many tiles of each rank: element
    p * (sets + 1) + s, for p 0-1 and s 0-`sets`.

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
                        if cost >= FAR:
                            continue
                        for c in range(min(most_chows, sets - s) + 1):
                            for pungs in range(sets - s - c + 1):
                                want = a + b + c + 3 * pungs
                                if want > limits[r]:
                                    break
                                t = s + c + pungs
                                more = cost + max(0, want - counts[r])
                                if want >= least[r] and more < nxt[p, t, b, c]:
                                    nxt[p, t, b, c] = more
                                want += 2
                                if p == 0 and least[r] <= want <= limits[r]:
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
def packed_suit(counts: Array, suit: int) -> Any:
    """The tiles of a suit of `counts` [4, 9], four bits a rank."""
    packed = np.int64(0)
    for r in range(RANKS):
        packed |= np.int64(counts[suit, r]) << (NIBBLE * r)
    return packed


@kernel
def tabled(table: int, packed: Int, radix: int, first: Array, second: Array, third: Array) -> Any:
    """The class of a suit's tiles, of at most as many as a hand has, by the table of this number."""
    a = ((packed & 15) * radix + (packed >> 4 & 15)) * radix + (packed >> 8 & 15)
    b = ((packed >> 12 & 15) * radix + (packed >> 16 & 15)) * radix + (packed >> 20 & 15)
    c = ((packed >> 24 & 15) * radix + (packed >> 28 & 15)) * radix + (packed >> 32 & 15)
    return np.int64(third[table, second[table, first[table, a], b], c])


@kernel
def own_class(suit: int, packed: Int, limits: Array, rows: Array, keys: Array, numbers: Array, met: Array) -> Any:
    """The class of the tiles of a suit with rows of its own; FULL where there is no room for a new one."""
    runs = suit < SUITS - 1
    under = np.int64(runs)
    for r in range(RANKS):
        under = under << NIBBLE | limits[suit, r]
    mask = keys.shape[0] - 1
    h = (np.uint64(packed) * np.uint64(0x9E3779B97F4A7C15)) ^ (np.uint64(under) * np.uint64(0xC2B2AE3D27D4EB4F))
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xD6E8FEB86659FD93)
    at = np.int64((h >> np.uint64(20)) & np.uint64(mask))
    while keys[at, 0] != -1 and not (keys[at, 0] == packed and keys[at, 1] == under):
        at = (at + 1) & mask
    if keys[at, 0] != -1:
        return np.int64(numbers[at])
    if 2 * met[2] == keys.shape[0]:
        return np.int64(FULL)
    counts = np.empty(RANKS, np.int64)
    for r in range(RANKS):
        counts[r] = packed >> (NIBBLE * r) & 15
    row = suit_needs(counts, limits[suit], np.zeros(RANKS, np.int64), runs, HALF - 1)
    n = 0
    while n < met[0]:
        i = 0
        while i < WIDTH and rows[n, i] == row[i]:
            i += 1
        if i == WIDTH:
            break
        n += 1
    if n == met[0]:
        if n == rows.shape[0]:
            return np.int64(FULL)
        for i in range(WIDTH):
            rows[n, i] = row[i]
        met[0] = n + 1
    keys[at, 0] = packed
    keys[at, 1] = under
    numbers[at] = n
    met[2] += 1
    return np.int64(n)


@kernel
def unite(a: Int, b: Int, rows: Array, pairs: Array, united: Array, met: Array) -> Any:
    """Where the distances of two classes together will be, plus 1: at pairs[a, b], too; 0 where there is no room."""
    n = met[1]
    if n == united.shape[0]:
        return np.int64(0)
    for i in range(WIDTH):
        united[n, i] = FAR
    for s in range(HALF):
        for t in range(HALF - s):
            united[n, s + t] = min(united[n, s + t], rows[a, s] + rows[b, t])
            pair = min(rows[a, HALF + s] + rows[b, t], rows[a, s] + rows[b, HALF + t])
            united[n, HALF + s + t] = min(united[n, HALF + s + t], pair)
    met[1] = n + 1
    pairs[a, b] = n + 1
    return np.int64(n + 1)


@kernel
def lacking_sets(front: Int, back: Int, united: Array, sets: int) -> Any:
    """Tiles to add to a hand until it contains so many sets and a pair: its first two suits and its last two as found
    in `pairs`."""
    out: Any = np.int64(FAR)
    for s in range(sets + 1):
        one = np.int64(united[front - 1, s]) + united[back - 1, HALF + sets - s]
        two = np.int64(united[front - 1, HALF + s]) + united[back - 1, sets - s]
        out = min(out, min(one, two))
    return out


@kernel
def lacking_others(facts: Int, seven: bool, thirteen: bool) -> Any:
    """Tiles to add to a hand until it contains seven pairs or thirteen orphans: the `facts` of all its ranks added up.
    """
    out: Any = np.int64(FAR)
    if seven:
        out = 7 - (facts >> PAIRS & 255) + max(0, 7 - (facts >> BEGUN & 255))
    if thirteen:
        out = min(out, 13 - (facts >> ORPHANS & 255) + (facts >> TWINS & 255 == 0))
    return out


@kernel
def lacking(front: Int, back: Int, facts: Int, united: Array, sets: int, seven: bool, thirteen: bool, standard: bool
            ) -> Any:  # fmt: skip
    """Tiles to add to a hand until it contains a complete one, FAR when it never does."""
    out = lacking_others(facts, seven, thirteen)
    return min(out, lacking_sets(front, back, united, sets)) if standard else out
