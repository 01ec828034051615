"""Every hand of a set of suits and honors, counted: by shanten, and the complete ones by shape.

Exact like the census of one suit, and as independent of the rest of the solver. A hand falls into its suits and its
honors; hands whose parts are equally far from every number of sets and pair are counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np

from trainer.solver.census import Array, Tally
from trainer.solver.problem import ORPHANS, PAIRS, Goal, has_seven_pairs, pairs_alike
from trainer.tiles import FIRST_HONOR, KINDS, RANKS

LARGEST = 1 << 23
"""Most different parts of hands that are looked at; a suit of eight copies has far more."""

FAR = 15
"""More tiles than any hand lacks; it must fit into half a byte."""


@dataclass(frozen=True, slots=True)
class Classes:
    """Parts of hands counted together, a row each: `size` tiles, `need` to have so many sets without and with a pair,
    how many `pairs` they hold and how many with the single tiles that can become one (`begun`), how many `hands` those
    are and how often they are dealt."""

    size: Array
    need: Array
    pairs: Array
    begun: Array
    hands: Array
    weight: Array


def shanten_census(
    supply: tuple[int, ...], goals: tuple[Goal, ...], size: int, *, sets: int = 4, formal: bool = False
) -> dict[int, Tally]:
    """Hands of `size` tiles (a resting or a drawn hand) by shanten, for a set of one suit, with honors or without.

    `goals` are the standard shape, or that and seven pairs; ValueError for others, and for sets too large. With
    `formal` sets and a pair may want a copy more of a kind than there are. A suit and the honors take about three
    seconds.
    """
    parts = _parts(supply)
    large = any(prod(n + 1 for n in limits) > LARGEST for limits, _ in parts)
    if large or len(parts) > 2 or Goal.STANDARD not in goals or Goal.THIRTEEN_ORPHANS in goals:
        raise ValueError("this set or these shapes are not counted")
    alike = pairs_alike(goals)
    first, second = [_classes(*part, sets, formal, alike) for part in (*parts, ((0,), False))[:2]]
    pairs = has_seven_pairs(supply, goals) and size // 2 >= PAIRS - 1
    hands: Counter[int] = Counter()
    weight: Counter[int] = Counter()
    for n in range(size + 1):
        a, b = np.flatnonzero(first.size == n), np.flatnonzero(second.size == size - n)
        for row in b:
            lacking = (first.need[a] + second.need[row, ::-1]).min(axis=1)
            if pairs:
                twice = np.maximum(0, PAIRS - first.pairs[a] - second.pairs[row])
                once = np.maximum(0, PAIRS - first.begun[a] - second.begun[row])
                lacking = np.minimum(lacking, twice + once)
            for steps in np.unique(lacking):
                chosen = a[lacking == steps]
                hands[int(steps) - 1] += int(first.hands[chosen].sum()) * int(second.hands[row])
                weight[int(steps) - 1] += sum(first.weight[chosen].tolist()) * int(second.weight[row])
    return {steps: Tally(hands[steps], weight[steps]) for steps in sorted(hands)}


def complete_hands(supply: tuple[int, ...], goals: tuple[Goal, ...], *, sets: int = 4) -> dict[str, Tally]:
    """Complete hands by shape, those of several shapes under `both`, and all of them, each hand once."""
    out = {}
    parts = _parts(supply)
    if Goal.STANDARD in goals:
        out["standard"] = _standard(parts, sets)
    alike = pairs_alike(goals)
    if alike and 3 * sets + 2 == 2 * PAIRS:
        out["seven_pairs"] = _seven_pairs(supply, alike)
        out["both"] = _standard(parts, sets, alike)
    if Goal.THIRTEEN_ORPHANS in goals and all(supply[k] for k in ORPHANS):
        twice = [k for k in ORPHANS if supply[k] >= 2]
        ways = sum(comb(supply[k], 2) * prod(supply[j] for j in ORPHANS if j != k) for k in twice)
        out["thirteen_orphans"] = Tally(len(twice), ways)
    twofold = out.get("both", Tally(0, 0))
    shapes = [t for name, t in out.items() if name != "both"]
    out["all"] = Tally(sum(t.hands for t in shapes) - twofold.hands, sum(t.weight for t in shapes) - twofold.weight)
    return out


def _parts(supply: tuple[int, ...]) -> list[tuple[tuple[int, ...], bool]]:
    """The copies of each kind, suit by suit and then the honors, with whether chows exist; only parts with tiles."""
    cuts = [(supply[start : start + RANKS], True) for start in range(0, FIRST_HONOR, RANKS)]
    cuts.append((supply[FIRST_HONOR:KINDS], False))
    return [(limits, runs) for limits, runs in cuts if any(limits)]


def _seven_pairs(supply: tuple[int, ...], alike: int) -> Tally:
    """Hands of seven pairs, at most `alike` of one kind."""
    hands, weight = [1, *[0] * PAIRS], [1, *[0] * PAIRS]
    for copies in supply:
        ways = [comb(copies, 2 * n) for n in range(min(copies // 2, alike, PAIRS) + 1)]
        for pairs in range(PAIRS, 0, -1):
            taken = range(1, min(pairs, len(ways) - 1) + 1)
            hands[pairs] += sum(hands[pairs - n] for n in taken)
            weight[pairs] += sum(weight[pairs - n] * ways[n] for n in taken)
    return Tally(hands[PAIRS], weight[PAIRS])


@lru_cache(maxsize=64)
def _targets(limits: tuple[int, ...], runs: bool, sets: int, pair: bool) -> tuple[tuple[int, ...], ...]:
    """Every part that is exactly so many sets, with a pair or without, within the copies there are."""
    ranks = len(limits)
    groups = [tuple(3 * (i == k) for i in range(ranks)) for k in range(ranks)]
    if runs:
        groups += [tuple(int(k <= i < k + 3) for i in range(ranks)) for k in range(ranks - 2)]
    found = set()
    for chosen in combinations_with_replacement(groups, sets):
        body = [sum(column) for column in zip(*chosen, strict=True)] if chosen else [0] * ranks
        for k in range(ranks) if pair else (None,):
            whole = [n + 2 * (i == k) for i, n in enumerate(body)]
            if all(n <= most for n, most in zip(whole, limits, strict=True)):
                found.add(tuple(whole))
    return tuple(found)


def _standard(parts: list[tuple[tuple[int, ...], bool]], sets: int, alike: int | None = None) -> Tally:
    """Complete hands of sets and a pair; or only those that are nothing but pairs, at most `alike` of one kind."""
    even = None if alike is None else set(range(0, 2 * alike + 1, 2))
    sums: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (1, 1)}
    for limits, runs in parts:
        grown: dict[tuple[int, int], tuple[int, int]] = {}
        for (done, paired), (hands, weight) in sums.items():
            for m, p in product(range(sets - done + 1), range(2 - paired)):
                here = [t for t in _targets(limits, runs, m, bool(p)) if even is None or even.issuperset(t)]
                ways = sum(prod(comb(most, n) for most, n in zip(limits, t, strict=True)) for t in here)
                h, w = grown.get((done + m, paired + p), (0, 0))
                grown[done + m, paired + p] = (h + hands * len(here), w + weight * ways)
        sums = grown
    return Tally(*sums.get((sets, 1), (0, 0)))


@lru_cache(maxsize=8)
def _classes(limits: tuple[int, ...], runs: bool, sets: int, formal: bool, alike: int) -> Classes:
    """All parts of at most a whole hand; of one kind `alike` pairs count. The columns of `need` ascend by sets, each
    first without the pair; reversed they are what the other part must then bring."""
    shape = tuple(n + 1 for n in limits)
    digits = np.indices(shape).reshape(len(limits), -1)
    size = digits.sum(axis=0)
    fits = np.flatnonzero(size <= 3 * sets + 2)
    wanted = tuple(n + (formal and n > 0) for n in limits)
    here = tuple(slice(0, n + 1) for n in limits)
    needs = []
    for m, p in product(range(sets + 1), range(2)):
        cube = _needs(wanted, _targets(wanted, runs, m, bool(p))).reshape(tuple(n + 1 for n in wanted))
        needs.append(cube[here].reshape(-1)[fits].astype(np.int64))
    digits, size = digits[:, fits], size[fits]
    paired = np.minimum(digits, [[2 * min(n // 2, alike)] for n in limits])
    pairs, begun = (paired // 2).sum(axis=0), ((paired + 1) // 2).sum(axis=0)
    weight = np.ones(len(fits), np.int64)
    for row, copies in zip(digits, limits, strict=True):
        weight *= np.array([comb(copies, n) for n in range(copies + 1)], np.int64)[row]
    key = (size << 8) + (pairs << 4) + begun
    for need in needs:
        key = (key << 4) + need
    _, first, where, hands = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    total = np.zeros(len(first), np.int64)
    np.add.at(total, where, weight)
    columns = np.stack(needs, axis=1).astype(np.int64)
    return Classes(size[first], columns[first], pairs[first], begun[first], hands, total)


def _needs(limits: tuple[int, ...], targets: tuple[tuple[int, ...], ...]) -> Array:
    """Tiles to add to each part until it holds the nearest target, in the order of `np.indices`: distances relax one
    rank at a time, one copy more wanted costs one tile, a copy too many costs nothing."""
    cube = np.full(tuple(n + 1 for n in limits), FAR, np.int8)
    for t in targets:
        cube[t] = 0
    for axis, copies in enumerate(limits):
        lane = np.moveaxis(cube, axis, 0)
        for n in range(copies - 1, -1, -1):
            np.minimum(lane[n], lane[n + 1] + 1, out=lane[n])
        for n in range(1, copies + 1):
            np.minimum(lane[n], lane[n - 1], out=lane[n])
    out: Array = np.minimum(cube, FAR).reshape(-1)
    return out


def all_hands(supply: tuple[int, ...], size: int) -> Tally:
    """Every hand of `size` tiles, and in how many ways they are dealt."""
    hands = [1, *[0] * size]
    for copies in supply:
        hands = [sum(hands[max(0, n - copies) : n + 1]) for n in range(size + 1)]
    return Tally(hands[size], comb(sum(supply), size))


def kinds_among(supply: tuple[int, ...], kinds: tuple[int, ...], size: int) -> dict[int, int]:
    """In how many ways `size` tiles are dealt that hold so many of these kinds."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for k, copies in enumerate(supply):
        grown: Counter[tuple[int, int]] = Counter()
        for (held, met), number in ways.items():
            for n in range(min(copies, size - held) + 1):
                grown[held + n, met + (n > 0 and k in kinds)] += number * comb(copies, n)
        ways = grown
    return dict(_met(ways, size))


def _met(ways: dict[tuple[int, int], int], size: int) -> Iterator[tuple[int, int]]:
    return ((met, number) for (held, met), number in sorted(ways.items()) if held == size)
