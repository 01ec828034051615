"""Shanten and useful tiles of hands without melds, hand by hand or of many in one call: nothing is looked up that was
not worked out before, so that these kernels change none of their arguments and need no lock.

Two arrays tell everything. `book` holds, from the places that its first numbers tell, the tables of each suit (see
`trainer.solver.tables`), the facts of three ranks each (see `parts`) and where two classes together are; `final` is
what a hand lacks, by its first two suits and its last two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, Int, kernel
from trainer.solver.kernels.parts import BEGUN, ORPHANS, PAIRS, RANKS, SUITS, TWINS

RADIX, CUBE, SEVEN, THIRTEEN, CLASSES, FRONT, BACK = range(7)
TABLES = 8
"""Where the places of the first suit's tables are: the states after six ranks, by the numbers of the first three and
the next three; the classes, by state and the number of the last three; facts. Then those of the next suit."""

HEAD = TABLES + 3 * SUITS
KINDS = 34
NONE = -1


@kernel
def walked(suit: int, low: Int, middle: Int, high: Int, cube: Int, book: Array) -> tuple[Any, Any]:
    """The class and the facts of a suit by the numbers of its ranks."""
    at = TABLES + 3 * suit
    facts = np.int64(book[at + 2])
    state = np.int64(book[book[at] + low * cube + middle])
    found = np.int64(book[book[at + 1] + state * cube + high])
    told = np.int64(book[facts + low]) + book[facts + cube + middle] + book[facts + 2 * cube + high]
    return found, told


@kernel
def changed(hand: Array, kind: int, thrown: int, drawn: int, radix: Int) -> Any:
    """The counts of three ranks from this kind on, as the tables take them, with a kind less and a kind more."""
    out = np.int64(0)
    for k in range(kind, kind + 3):
        out = out * radix + int(k == drawn) - int(k == thrown)
        if k < KINDS:
            out += hand[k]
    return out


@kernel
def classes(hand: Array, suit: int, thrown: int, drawn: int, book: Array) -> tuple[Any, Any]:
    """The class and the facts of a suit of `hand` [34] after one kind was thrown and one drawn, NONE for neither."""
    radix, cube = np.int64(book[RADIX]), np.int64(book[CUBE])
    k = RANKS * suit
    low = changed(hand, k, thrown, drawn, radix)
    middle = changed(hand, k + 3, thrown, drawn, radix)
    return walked(suit, low, middle, changed(hand, k + 6, thrown, drawn, radix), cube, book)


@kernel
def lacking(front: Int, back: Int, facts: Int, book: Array, final: Array) -> Any:
    """Tiles to add to a hand until it contains a complete one."""
    out: Any = np.int64(final[front, back])
    if book[SEVEN]:
        out = min(out, 7 - (facts >> PAIRS & 255) + max(np.int64(0), 7 - (facts >> BEGUN & 255)))
    if book[THIRTEEN]:
        out = min(out, 13 - (facts >> ORPHANS & 255) + np.int64(facts >> TWINS & 255 == 0))
    return out


@kernel
def number(hand: Array, kind: int, radix: Int) -> Any:
    """The counts of three ranks from this kind on, as the tables take them."""
    high = np.int64(hand[kind]) * radix + np.int64(hand[kind + 1])
    return high * radix + np.int64(hand[kind + 2])


@kernel
def shanten(hand: Array, book: Array, final: Array) -> Any:
    """Exchanges from ready of a hand [34], -1 when it is complete."""
    radix, cube = np.int64(book[RADIX]), np.int64(book[CUBE])
    a, one = walked(0, number(hand, 0, radix), number(hand, 3, radix), number(hand, 6, radix), cube, book)
    b, two = walked(1, number(hand, 9, radix), number(hand, 12, radix), number(hand, 15, radix), cube, book)
    c, three = walked(2, number(hand, 18, radix), number(hand, 21, radix), number(hand, 24, radix), cube, book)
    last = np.int64(hand[KINDS - 1]) * radix * radix
    d, four = walked(3, number(hand, 27, radix), number(hand, 30, radix), last, cube, book)
    n = np.int64(book[CLASSES])
    front = book[book[FRONT] + a * n + b]
    back = book[book[BACK] + c * n + d]
    return lacking(front, back, one + two + three + four, book, final) - 1


@kernel
def shantens(hands: Array, book: Array, final: Array) -> Array:
    """`shanten` of each of many hands [n, 34]."""
    out = np.empty(hands.shape[0], np.int8)
    for i in range(hands.shape[0]):
        out[i] = shanten(hands[i], book, final)
    return out


@kernel
def useful(hand: Array, unseen: Array, book: Array, final: Array, out: Array) -> None:
    """For each kind of a hand of fourteen tiles, in `out` [34, 2]: the shanten after it is thrown, and how many unseen
    tiles lower that; -2 and 0 for kinds that are not held. `unseen` [34] are the copies nobody has shown."""
    base = np.empty((SUITS, 2), np.int64)
    more = np.empty((KINDS, 2), np.int64)
    now = np.empty(SUITS, np.int64)
    n = np.int64(book[CLASSES])
    all_facts = np.int64(0)
    for g in range(SUITS):
        base[g, 0], base[g, 1] = classes(hand, g, NONE, NONE, book)
        all_facts += base[g, 1]
    for k in range(KINDS):
        out[k, 0] = -2
        out[k, 1] = 0
        if unseen[k] > 0:
            more[k, 0], more[k, 1] = classes(hand, k // RANKS, NONE, k, book)
    for t in range(KINDS):
        if hand[t] == 0:
            continue
        g = t // RANKS
        for h in range(SUITS):
            now[h] = base[h, 0]
        now[g], facts = classes(hand, g, t, NONE, book)
        others = all_facts - base[g, 1]
        front = book[book[FRONT] + now[0] * n + now[1]]
        back = book[book[BACK] + now[2] * n + now[3]]
        need = lacking(front, back, others + facts, book, final)
        tiles = 0
        for k in range(KINDS):
            if unseen[k] <= 0:
                continue
            h = k // RANKS
            if h == g:
                x, then = classes(hand, g, t, k, book)
                then += others
            else:
                x = more[k, 0]
                then = others + facts + more[k, 1] - base[h, 1]
            one, two = front, back
            if h == 0:
                one = book[book[FRONT] + x * n + now[1]]
            elif h == 1:
                one = book[book[FRONT] + now[0] * n + x]
            elif h == 2:
                two = book[book[BACK] + x * n + now[3]]
            else:
                two = book[book[BACK] + now[2] * n + x]
            if lacking(one, two, then, book, final) < need:
                tiles += unseen[k]
        out[t, 0] = need - 1
        out[t, 1] = tiles


@kernel
def useful_of(hands: Array, unseen: Array, book: Array, final: Array) -> Array:
    """`useful` of each of many hands [n, 34], with what is unseen then: [n, 34, 2]."""
    out = np.empty((hands.shape[0], KINDS, 2), np.int16)
    for i in range(hands.shape[0]):
        useful(hands[i], unseen[i], book, final, out[i])
    return out
