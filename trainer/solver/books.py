"""The books that kernels look hands up in, one for every set, own melds, number of sets and goals asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import sub
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from trainer.solver import tables
from trainer.solver.problem import ORPHANS, PAIRS, Goal, has_seven_pairs, pairs_alike
from trainer.solver.suits import Array
from trainer.tiles import KINDS, RANKS

if TYPE_CHECKING:
    from trainer.solver.kernels.parts import Book

_SUITS = -(-KINDS // RANKS)
_SPARE = (0,) * (_SUITS * RANKS - KINDS)

HAND_BITS, MOST_BITS = 60, 17
"""Bits of the number of a hand, and most bits of that of a suit of it."""

_T = TypeVar("_T")


def grid(counts: tuple[int, ...]) -> Array:
    """Counts by suit and rank; the honors' suit has ranks to spare."""
    return np.array(counts + _SPARE, np.int64).reshape(_SUITS, RANKS)


def packed(hand: Array) -> Array:
    """The suits of counts by suit and rank, with four bits a rank."""
    out: Array = (hand << 4 * np.arange(RANKS)).sum(axis=1)
    return out


def unpacked(suits: Array) -> Array:
    """The counts [n, 34] of hands given as `packed` suits [n, 4]."""
    ranks = suits[:, :, None] >> 4 * np.arange(RANKS) & 15
    out: Array = ranks.reshape(len(suits), _SUITS * RANKS)[:, :KINDS]
    return out


def layout(supply: tuple[int, ...]) -> tuple[int, Array]:
    """How many different suits a search has room for, and where the number of each suit lies in the number of a hand:
    those of the set one after the other, the others at a place that is always 0."""
    from trainer.solver.kernels import graph

    there = grid(supply).any(axis=1)
    bits = min(MOST_BITS, HAND_BITS // int(there.sum()))
    return 1 << bits, np.where(there, bits * (np.cumsum(there) - 1), graph.ABSENT)


def shapes(limits: tuple[int, ...], goals: tuple[Goal, ...], sets: int, melds: int) -> tuple[bool, bool, bool]:
    """Which of the goals a hand whose concealed tiles want so many sets can reach, where there are `limits` copies of
    each kind: seven pairs, thirteen orphans, standard. The first two take a whole hand without melds."""
    whole = melds == 0 and sets == 2 * PAIRS // 3
    lone = [limits[k] for k in ORPHANS]
    orphans = Goal.THIRTEEN_ORPHANS in goals and min(lone) >= 1 and max(lone) >= 2
    return whole and has_seven_pairs(limits, goals), whole and orphans, Goal.STANDARD in goals


class Store:
    """The book for one set of tiles, number of sets and goals, for hands without melds or for all others: what depends
    on the melds is put in when it is asked. Kernels fill the rest, so that one thread at a time may use it."""

    MELDS = 4096
    """Own melds remembered before all are forgotten."""

    def __init__(self, supply: tuple[int, ...], sets: int, goals: tuple[Goal, ...], melds: int) -> None:
        self._supply, self._sets, self._goals, self._melds = supply, sets, goals, melds
        self._lock = Lock()
        self._books: dict[tuple[int, ...], Book] = {}
        self._book = self._empty()

    def ask(self, held: tuple[int, ...], kernel: Callable[[Any], _T], full: Callable[[_T], bool]) -> _T:
        """The kernel's answer about hands whose melds hold `held`; once more with an empty book when this one is
        `full`."""
        with self._lock:
            found = kernel(self._of_melds(held))
            if full(found):
                self._book = self._empty()
                self._books.clear()
                found = kernel(self._of_melds(held))
            return found

    def _of_melds(self, held: tuple[int, ...]) -> Book:
        """The book with the fields that depend on the melds put in: limits, which suits still are as in the tables,
        facts of their ranks. It shares all others with the books of other melds."""
        book = self._books.get(held)
        if book is None:
            if len(self._books) == self.MELDS:
                self._books.clear()
            limits = tuple(map(sub, self._supply, held))
            whole = ~grid(held).any(axis=1)
            book = self._books[held] = self._book._replace(
                limits=grid(limits),
                table=np.where(whole, self._book.table, -1),
                facts=facts_of(limits, 0 if self._melds else pairs_alike(self._goals)),
            )
        return book

    def _empty(self) -> Book:
        """A book with the classes of the suits no melds are of, and no sums."""
        from trainer.solver.kernels import parts

        radix = max(5, max(self._supply) + 1)
        suits = enumerate(grid(self._supply).tolist())
        chosen = [tables.table(tuple(copies), g < _SUITS - 1, radix) for g, copies in suits]
        known = list({id(t): t for t in chosen}.values())
        rows, classes = _together([t.rows for t in known])
        width = radix**tables.STEP
        first = np.zeros((len(known), width), np.int16)
        second = np.zeros((len(known), max(len(t.second) for t in known), width), np.int16)
        third = np.zeros((len(known), max(len(t.third) for t in known), width), np.int16)
        for i, t in enumerate(known):
            first[i], second[i, : len(t.second)] = t.first, t.second
            third[i, : len(t.third)] = classes[i][t.third]
        every = np.full((parts.CLASSES, parts.WIDTH), parts.FAR, np.int8)
        every[: len(rows)] = rows
        own = 2 * parts.OWN if self._melds else 1
        reached = shapes(self._supply, self._goals, self._sets, self._melds)
        return parts.Book(
            limits=grid(self._supply),
            table=np.array([[id(k) for k in known].index(id(t)) for t in chosen], np.int64),
            first=first, second=second, third=third, radix=radix,
            rows=every,
            pairs=np.zeros((parts.CLASSES, parts.CLASSES), np.int16),
            united=np.zeros((parts.UNITED, parts.WIDTH), np.int8),
            facts=np.zeros((1, 1, 1), np.int64),
            keys=np.full((own, 2), -1, np.int64),
            numbers=np.zeros(own, np.int16),
            met=np.array([len(rows), 0, 0], np.int64),
            sets=self._sets,
            **dict(zip(("seven", "thirteen", "standard"), reached, strict=True)),
        )  # fmt: skip


def is_full(book: Book) -> bool:
    """Whether there is no room for another class, sum of two, or suit with a row of its own."""
    room = len(book.rows), len(book.united), len(book.keys) // 2
    return any(n >= most > 0 for n, most in zip(book.met.tolist(), room, strict=True))


def _together(rows: list[Array]) -> tuple[Array, list[Array]]:
    """The different rows of several tables, and where those of each table are among them."""
    both, where = np.unique(np.concatenate(rows), axis=0, return_inverse=True)
    return both, np.split(where.reshape(-1).astype(np.int16), np.cumsum([len(r) for r in rows])[:-1])


def facts_of(limits: tuple[int, ...], alike: int) -> Array:
    """How many tiles so many of each rank are, and what they tell of seven pairs, of which so many may be `alike`, and
    of thirteen orphans: [suit, rank, tiles]."""
    from trainer.solver.kernels import parts

    tiles = np.arange(max(limits) + 2)
    paired = np.minimum(tiles, 2 * np.minimum(grid(limits) // 2, alike)[:, :, None])
    orphan = grid(tuple(int(k in ORPHANS) for k in range(KINDS)))[:, :, None]
    out: Array = (
        tiles << parts.TILES
        | paired // 2 << parts.PAIRS
        | (paired + 1) // 2 << parts.BEGUN
        | orphan * ((tiles >= 1) << parts.ORPHANS | (tiles >= 2) << parts.TWINS)
    )
    return out


@lru_cache(maxsize=64)
def store(supply: tuple[int, ...], sets: int, goals: tuple[Goal, ...], melds: int) -> Store:
    """The store for hands that want so many sets, with `melds` (1) or without (0); kept."""
    return Store(supply, sets, goals, melds)
