"""Complete hands the slow way: every choice of groups is laid out, and what it adds up to is looked up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from trainer.hands import Form
from trainer.tiles import FIRST_HONOR, KINDS, RANKS, Counts

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


def decompositions(counted: Counts) -> frozenset[Groups]:
    """Every way to read a hand of any kinds as sets and one pair: each pair, then from the lowest kind on each set."""
    found: set[Groups] = set()

    def fill(held: list[int], groups: Groups) -> None:
        low = next((k for k, n in enumerate(held) if n), None)
        if low is None:
            found.add(tuple(sorted(groups)))
            return
        for form, taken in ((Form.PUNG, (low, low, low)), (Form.CHOW, (low, low + 1, low + 2))):
            if form is Form.CHOW and (low >= FIRST_HONOR or low % RANKS > RANKS - 3):
                continue
            rest = held.copy()
            for k in taken:
                rest[k] -= 1
            if min(rest) >= 0:
                fill(rest, (*groups, (form, low)))

    for pair, n in enumerate(counted):
        if n >= 2:
            fill([m - 2 * (k == pair) for k, m in enumerate(counted)], ((Form.PAIR, pair),))
    return frozenset(found)


def hands(ranks: int, copies: int, total: int) -> Iterator[tuple[int, ...]]:
    """Every choice of `total` tiles from so many ranks, as copies of each."""
    if ranks == 1:
        if total <= copies:
            yield (total,)
        return
    for n in range(min(copies, total) + 1):
        yield from ((n, *rest) for rest in hands(ranks - 1, copies, total - n))


@lru_cache(maxsize=4)
def pairs_alike(copies: int) -> frozenset[tuple[int, ...]]:
    """Every hand of seven pairs in one suit, pairs of one kind among them."""
    chosen = combinations_with_replacement(range(RANKS), 7)
    hands = {tuple(2 * pairs.count(r) for r in range(RANKS)) for pairs in chosen}
    return frozenset(hand for hand in hands if max(hand) <= copies)


@lru_cache(maxsize=1)
def seven_pairs() -> frozenset[tuple[int, ...]]:
    """Every hand of seven different pairs in one suit."""
    return frozenset(tuple(2 * (r in pairs) for r in range(RANKS)) for pairs in combinations(range(RANKS), 7))
