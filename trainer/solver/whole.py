"""Shanten and useful tiles of whole hands (13 or 14 tiles, no melds) given as arrays, one by one or many in one call.

What `efficiency` answers about any hand, for whoever asks about very many of them: everything is worked out when
`Hands` is made (a second at most), after that a hand costs a few look-ups.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np

from trainer.solver import tables
from trainer.solver.books import facts_of, grid, shapes
from trainer.solver.problem import MAX_SETS, Goal, pairs_alike
from trainer.solver.suits import Array

_HALF = MAX_SETS + 1


class Hands:
    """Whole hands of one set of tiles with these goals, the standard shape among them.

    Hands and unseen copies are arrays of 34 small integers (`int8` is fastest); no hand may hold more copies of a kind
    than the set.
    """

    def __init__(self, supply: tuple[int, ...], goals: tuple[Goal, ...]) -> None:
        from trainer.solver.kernels import whole

        if Goal.STANDARD not in goals:
            raise ValueError("hands without the standard shape are not looked up")
        self._kernels = whole
        self._book, self._final = _book(supply, goals)

    def shanten(self, hand: Array) -> int:
        """Exchanges from ready, -1 when it is complete."""
        return self._kernels.shanten(hand, self._book, self._final)  # type: ignore[no-any-return]

    def shantens(self, hands: Array) -> Array:
        """The shanten of each of many hands [n, 34], as `int8`."""
        return self._kernels.shantens(hands, self._book, self._final)

    def useful(self, hand: Array, unseen: Array, out: Array) -> None:
        """For each kind of a hand of 14 tiles, in `out` [34, 2]: the shanten after it is thrown and how many unseen
        tiles lower it; -2 and 0 for kinds that are not held."""
        self._kernels.useful(hand, unseen, self._book, self._final, out)

    def useful_of(self, hands: Array, unseen: Array) -> Array:
        """`useful` of each of many hands [n, 34], with what is unseen then [n, 34]: [n, 34, 2]."""
        return self._kernels.useful_of(hands, unseen, self._book, self._final)


@lru_cache(maxsize=4)
def _book(supply: tuple[int, ...], goals: tuple[Goal, ...]) -> tuple[Array, Array]:
    """The arrays of the kernels: see there."""
    from trainer.solver.kernels import whole

    radix = max(5, max(supply) + 1)
    chosen = [tables.table(tuple(part.tolist()), g < 3, radix) for g, part in enumerate(grid(supply))]
    rows, where = np.unique(np.concatenate([t.rows for t in chosen]), axis=0, return_inverse=True)
    classes = np.split(where.reshape(-1), np.cumsum([len(t.rows) for t in chosen])[:-1])
    known = [np.unique(c) for c in classes]
    front, fronts = _united(rows, known[0], known[1])
    back, backs = _united(rows, known[2], known[3])
    final = _final(fronts, backs, 4)
    seven, thirteen, _ = shapes(supply, goals, MAX_SETS, 0)
    facts = facts_of(supply, pairs_alike(goals))
    head = np.zeros(whole.HEAD, np.int64)
    head[whole.RADIX], head[whole.CUBE], head[whole.CLASSES] = radix, radix**tables.STEP, len(rows)
    head[whole.SEVEN], head[whole.THIRTEEN] = seven, thirteen
    parts: list[Array] = [head]
    at = len(head)
    places: dict[int, list[int]] = {}

    def put(array: Array) -> int:
        nonlocal at
        parts.append(np.ascontiguousarray(array).reshape(-1).astype(np.int64))
        at += len(parts[-1])
        return at - len(parts[-1])

    for g, t in enumerate(chosen):
        if id(t) not in places:
            low, middle, high = _of_three(facts[g], radix)
            six = t.second[t.first].astype(np.int64) << whole.FACTS | low[:, None] + middle
            places[id(t)] = [put(six), put(classes[g][t.third] | high << whole.CLASS)]
        head[whole.TABLES + 2 * g : whole.TABLES + 2 * g + 2] = places[id(t)]
    head[whole.FRONT], head[whole.BACK] = put(front), put(back)
    return np.concatenate(parts).astype(np.int32), final


def _of_three(facts: Array, radix: int) -> Array:
    """The facts of three ranks together, in the kernels' few bits, by the number of their counts: [3, radix ** 3]."""
    from trainer.solver.kernels import parts, whole

    there = parts.PAIRS, parts.BEGUN, parts.ORPHANS, parts.TWINS
    here = whole.PAIRS, whole.BEGUN, whole.ORPHANS, whole.TWINS
    bits = np.sum([(facts >> one & 255) << other for one, other in zip(there, here, strict=True)], axis=0)
    out = np.zeros((3, radix**tables.STEP), np.int64)
    for step, (number, digits) in product(range(3), enumerate(product(range(radix), repeat=tables.STEP))):
        ranks = range(tables.STEP * step, tables.STEP * (step + 1))
        out[step, number] = sum(int(bits[r, min(n, bits.shape[1] - 1)]) for r, n in zip(ranks, digits, strict=True))
    return out & ((1 << whole.FACTS) - 1)  # too many tiles for a hand tell nothing


def _united(rows: Array, one: Array, two: Array) -> tuple[Array, Array]:
    """For each pair of classes of two suits the place of their row among the different ones, and those."""
    a, b = rows[one].astype(np.int16), rows[two].astype(np.int16)
    out = np.full((len(one), len(two), tables.WIDTH), tables.FAR, np.int16)
    for (p, s), (q, t) in product(product(range(2), range(_HALF)), repeat=2):
        if p + q < 2 and s + t < _HALF:
            then = out[:, :, (p + q) * _HALF + s + t]
            np.minimum(then, a[:, None, p * _HALF + s] + b[None, :, q * _HALF + t], out=then)
    different, where = np.unique(out.reshape(-1, tables.WIDTH), axis=0, return_inverse=True)
    places = np.zeros((len(rows), len(rows)), np.int64)
    places[np.ix_(one, two)] = where.reshape(len(one), len(two))
    return places, different


def _final(fronts: Array, backs: Array, sets: int) -> Array:
    """What a hand lacks by the rows of its two halves, FAR for what cannot be."""
    out = np.full((len(fronts), len(backs)), tables.FAR, np.int16)
    for s in range(sets + 1):
        np.minimum(out, fronts[:, None, s] + backs[None, :, _HALF + sets - s], out=out)
        np.minimum(out, fronts[:, None, _HALF + s] + backs[None, :, sets - s], out=out)
    return out.astype(np.int8)
