"""Shanten and useful tiles of hands without melds, hand by hand or of many in one call: nothing is looked up that was
not worked out before, so that these kernels change none of their arguments and need no lock.

Two arrays tell everything. `book` holds, from the places that its first numbers tell, the tables of each suit (see
`trainer.solver.tables`) and where two classes together are; `final` is what a hand lacks, by its first two suits and
its last two. As a hand costs what it looks up, the tables also tell of seven pairs and thirteen orphans: FACTS bits,
four each for pairs, pairs and single tiles that can become one, orphans, and orphans held twice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, Int, kernel
from trainer.solver.kernels.parts import RANKS, SUITS

FACTS, CLASS = 16, 10
"""Bits of facts, and of a class."""

PAIRS, BEGUN, ORPHANS, TWINS = 0, 4, 8, 12

RADIX, CUBE, SEVEN, THIRTEEN, CLASSES, FRONT, BACK = range(7)
TABLES = 8
"""Where the places of the first suit's tables are: by the numbers of the first three ranks and the next three the state
and, below it, the facts; by state and number of the last three their facts and, below them, the class. Then those of
the next suit."""

HEAD = TABLES + 2 * SUITS
KINDS = 34
NONE = -1


@kernel
def walked(suit: int, low: Int, middle: Int, high: Int, cube: Int, book: Array) -> tuple[Any, Any]:
    """The class and the facts of a suit by the numbers of its ranks."""
    at = TABLES + 2 * suit
    six = np.int64(book[book[at] + low * cube + middle])
    nine = np.int64(book[book[at + 1] + (six >> FACTS) * cube + high])
    return nine & ((1 << CLASS) - 1), (six & ((1 << FACTS) - 1)) + (nine >> CLASS)


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
        out = min(out, 7 - (facts >> PAIRS & 15) + max(np.int64(0), 7 - (facts >> BEGUN & 15)))
    if book[THIRTEEN]:
        out = min(out, 13 - (facts >> ORPHANS & 15) + np.int64(facts >> TWINS == 0))
    return out


@kernel
def three(hands: Array, i: int, kind: int, radix: Int) -> Any:
    """The counts of three ranks from this kind on, as the tables take them."""
    high = np.int64(hands[i, kind]) * radix + np.int64(hands[i, kind + 1])
    return high * radix + np.int64(hands[i, kind + 2])


@kernel
def shantens(hands: Array, book: Array, final: Array) -> Array:
    """Exchanges from ready of each of many hands [n, 34], -1 when it is complete."""
    out = np.empty(hands.shape[0], np.int8)
    radix, cube, n, front, back = book[RADIX], book[CUBE], book[CLASSES], book[FRONT], book[BACK]
    for i in range(hands.shape[0]):
        a, one = walked(0, three(hands, i, 0, radix), three(hands, i, 3, radix), three(hands, i, 6, radix), cube, book)
        high = three(hands, i, 15, radix)
        b, two = walked(1, three(hands, i, 9, radix), three(hands, i, 12, radix), high, cube, book)
        high = three(hands, i, 24, radix)
        c, more = walked(2, three(hands, i, 18, radix), three(hands, i, 21, radix), high, cube, book)
        high = np.int64(hands[i, KINDS - 1]) * radix * radix
        d, rest = walked(3, three(hands, i, 27, radix), three(hands, i, 30, radix), high, cube, book)
        facts = one + two + more + rest
        out[i] = lacking(book[front + a * n + b], book[back + c * n + d], facts, book, final) - 1
    return out


@kernel
def shanten(hand: Array, book: Array, final: Array) -> Any:
    """Exchanges from ready of a hand [34], -1 when it is complete."""
    return shantens(hand.reshape((1, KINDS)), book, final)[0]


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
