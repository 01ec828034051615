"""Positions for the solver's tests, written as text or drawn at random."""

from __future__ import annotations

import random

from trainer.solver.problem import Goal, Problem
from trainer.tiles import KINDS, RANKS, SUITS, TileSet, counts, parse_tiles

BOTH = (Goal.STANDARD, Goal.SEVEN_PAIRS)
NONE = (0,) * KINDS
ONE_SUIT = TileSet.of("1-9s", copies=4).supply
FULL = TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4).supply
SMALL = TileSet.of("1-4m 2-3p 1-2z", copies=3).supply
"""A set with everything: runs, a suit too short for them, honors, three copies of each."""
MIXED = TileSet.of("1-5m 3-5p 1-3z", copies=2).supply
EIGHT = TileSet.of("1-4m 1-2z", copies=8).supply


def tiles(text: str) -> tuple[int, ...]:
    return counts(parse_tiles(text))


def position(
    hand: str,
    *,
    draws: int = 0,
    supply: tuple[int, ...] = ONE_SUIT,
    held: str = "",
    melds: int = 0,
    seen: str = "",
    goals: tuple[Goal, ...] = BOTH,
    budget: int = 1,
) -> Problem:
    return Problem(supply, tiles(hand), melds, tiles(held), tiles(seen), draws, goals, budget)


def deal(rng: random.Random, supply: tuple[int, ...], *sizes: int) -> list[tuple[int, ...]]:
    """Disjoint random piles of these sizes, as counts."""
    wall = [k for k, n in enumerate(supply) for _ in range(n)]
    drawn = rng.sample(wall, sum(sizes))
    piles = []
    for size in sizes:
        pile, drawn = drawn[:size], drawn[size:]
        piles.append(tuple(pile.count(k) for k in range(KINDS)))
    return piles


def with_melds(rng: random.Random, supply: tuple[int, ...], melds: int) -> tuple[int, ...]:
    """Counts of `melds` random pungs, kongs and chows that the set has tiles for."""
    held = [0] * KINDS
    placed = 0
    while placed < melds:
        k = rng.randrange(KINDS)
        runs = k < RANKS * len(SUITS) and k % RANKS + 2 < RANKS
        group = rng.choice([(k,) * 3, (k,) * 4, *([(k, k + 1, k + 2)] if runs else [])])
        if all(held[t] + group.count(t) <= supply[t] for t in group):
            placed += 1
            for t in group:
                held[t] += 1
    return tuple(held)


def random_position(
    rng: random.Random, supply: tuple[int, ...], *, draws: int, melds: int = 0, resting: bool = False, sets: int = 4
) -> Problem:
    """A hand (its melds included) of `sets` sets and a pair, with up to six tiles seen elsewhere."""
    held = with_melds(rng, supply, melds)
    left = tuple(a - b for a, b in zip(supply, held, strict=True))
    size = 3 * (sets - melds) + (1 if resting else 2)
    hand, seen = deal(rng, left, size, rng.randrange(min(7, sum(left) - size - draws)))
    return Problem(supply, hand, melds, held, seen, draws, BOTH)
