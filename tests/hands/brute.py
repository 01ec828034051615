"""Complete hands the slow way: every choice of groups is laid out, and what it adds up to is looked up."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from trainer.hands import Form
from trainer.tiles import KINDS, RANKS, Counts

Groups = tuple[tuple[Form, int], ...]
START = 18  # bamboo


def spread(ranks: tuple[int, ...]) -> Counts:
    """Copies of each rank of bamboo as counts of every kind."""
    return (0,) * START + ranks + (0,) * (KINDS - START - RANKS)


@lru_cache(maxsize=8)
def standard(sets: int, copies: int) -> dict[tuple[int, ...], frozenset[Groups]]:
    """Every hand of `sets` groups and a pair in one suit, with every way to read it, groups sorted."""
    groups = [(Form.PUNG, r) for r in range(RANKS)] + [(Form.CHOW, r) for r in range(RANKS - 2)]
    found: dict[tuple[int, ...], set[Groups]] = defaultdict(set)
    for pair in range(RANKS):
        for chosen in combinations_with_replacement(groups, sets):
            held = [0] * RANKS
            held[pair] += 2
            for form, r in chosen:
                if form is Form.PUNG:
                    held[r] += 3
                else:
                    for i in range(3):
                        held[r + i] += 1
            if max(held) <= copies:
                found[tuple(held)].add(tuple(sorted([*chosen, (Form.PAIR, pair)])))
    return {held: frozenset(ways) for held, ways in found.items()}


@lru_cache(maxsize=1)
def seven_pairs() -> frozenset[tuple[int, ...]]:
    """Every hand of seven different pairs in one suit."""
    return frozenset(tuple(2 * (r in pairs) for r in range(RANKS)) for pairs in combinations(range(RANKS), 7))
