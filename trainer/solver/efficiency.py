"""Shanten and useful tiles: how many exchanges a hand is from complete, and what brings it nearer.

Distances count tiles of the nearest complete hand that exists: no kind is wanted beyond the copies the set holds less
those in own melds. What other players show is never looked at, except to count the unseen copies of useful tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from trainer.solver.books import grid, store
from trainer.solver.problem import Goal, Problem
from trainer.solver.tables import FAR

UNREACHABLE = FAR - 1
"""The shanten of a hand that no tiles of its set can complete."""


@dataclass(frozen=True, slots=True)
class Ukeire:
    """What lowers the shanten of the hand left after `discard` (None: the hand rests already).

    `kinds` are (kind, unseen copies), only kinds with an unseen copy; `tiles` their sum.
    """

    discard: int | None
    shanten: int
    kinds: tuple[tuple[int, int], ...]
    tiles: int


@lru_cache(maxsize=1)
def _kernels() -> Any:
    """The module of the kernels, which takes long to load the first time, and a while to be found again."""
    from trainer.solver.kernels import near

    return near


@lru_cache(maxsize=1 << 14)
def shanten(
    supply: tuple[int, ...], hand: tuple[int, ...], held: tuple[int, ...], melds: int, goals: tuple[Goal, ...]
) -> int:
    """Exchanges from ready: -1 complete, 0 ready (some kind of which the player does not own every copy completes it).

    `hand` may rest or hold a drawn tile. UNREACHABLE when the set holds no complete hand for it.
    """
    near = _kernels()
    asked = grid(hand)
    book = store(supply, sum(hand) // 3, goals, melds and 1)
    return int(book.ask(held, lambda b: near.distance(asked, *b), lambda found: found == near.FULL)) - 1


def ukeire(problem: Problem) -> tuple[Ukeire, ...]:
    """What each discard leaves useful, in the order of `problem.discards`."""
    out = []
    unseen = [(1 << k, (k, n)) for k, n in enumerate(problem.unseen) if n]
    p = problem
    for thrown, need, bits, tiles in _useful(p.supply, p.hand, p.held, p.seen, p.melds, p.goals, True):
        kinds = tuple([found for bit, found in unseen if bits & bit])
        out.append(Ukeire(None if thrown < 0 else thrown, need - 1, kinds, tiles))
    return tuple(out)


def rated(
    supply: tuple[int, ...],
    hand: tuple[int, ...],
    held: tuple[int, ...],
    seen: tuple[int, ...],
    melds: int,
    goals: tuple[Goal, ...],
    *,
    every: bool,
) -> dict[int, tuple[int, int]]:
    """Shanten and unseen useful tiles of the hand that each discard leaves: `ukeire` for whoever is in a hurry, without
    the kinds and without a look at whether the tiles add up. Unless `every` one is asked for, the tiles are counted for
    discards that leave the least shanten, and others have none."""
    rows = _useful(supply, hand, held, seen, melds, goals, every)
    return {thrown: (need - 1, tiles) for thrown, need, _, tiles in rows if thrown >= 0}


class Step(NamedTuple):
    """What a throw leaves: the unseen copies of what lowers the shanten, and the kinds of that as bits."""

    tiles: int
    bits: int

    def kinds(self, unseen: tuple[int, ...]) -> tuple[int, ...]:
        """The useful kinds with an unseen copy, given the unseen copies of every kind."""
        out = []
        bits = self.bits
        while bits:
            k = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            if unseen[k]:
                out.append(k)
        return tuple(out)


def nearest(
    supply: tuple[int, ...],
    hand: tuple[int, ...],
    held: tuple[int, ...],
    seen: tuple[int, ...],
    melds: int,
    goals: tuple[Goal, ...],
) -> dict[int, Step]:
    """As `rated`, with the useful kinds, for the throws alone that leave the hand nearest to ready: for whoever goes on
    from them."""
    rows = _useful(supply, hand, held, seen, melds, goals, every=False)
    least = min([row[1] for row in rows])
    return {thrown: Step(tiles, bits) for thrown, need, bits, tiles in rows if need == least}


def _useful(
    supply: tuple[int, ...],
    hand: tuple[int, ...],
    held: tuple[int, ...],
    seen: tuple[int, ...],
    melds: int,
    goals: tuple[Goal, ...],
    every: bool,
) -> list[list[int]]:
    """The rows of the kernel `useful`."""
    near = _kernels()
    mine, others = grid(hand), grid(seen)
    book = store(supply, sum(hand) // 3, goals, melds and 1)
    found = book.ask(held, lambda b: near.useful(mine, others, every, *b), lambda rows: not len(rows))
    rows: list[list[int]] = found.tolist()
    return rows
