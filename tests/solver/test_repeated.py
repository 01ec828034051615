"""Repeated wins: the recursion against its plain twin, and a hand that stays against chance itself."""

from __future__ import annotations

import random
from functools import cache

import pytest

from trainer.solver import repeated
from trainer.solver.problem import Goal, Leaf, Problem
from trainer.solver.reference import is_complete
from trainer.solver.value import LeafBook
from trainer.tiles import KINDS, counts, parse_tiles

ORDERS = ((True, False) * 3, (False, True) * 3, (True,) * 4, (False, False, True, False))


def posed(hand: str, seen: str, draws: int, budget: int = 9) -> Problem:
    """A hand with three melds in two suits of few copies, so that every path is searched."""
    supply = tuple(4 * (9 <= k < 27) for k in range(KINDS))
    return Problem(
        supply=supply, hand=counts(parse_tiles(hand)), melds=3, held=counts(parse_tiles("111222333s")),
        seen=counts(parse_tiles(seen)), draws=draws, goals=(Goal.STANDARD,), budget=budget,
    )  # fmt: skip


def price(leaf: Leaf) -> float:
    """Any prices: dearer in one suit, and by the tile won on."""
    return 1.0 + 3.0 * (sum(leaf.hand[9:18]) == 0) + 0.1 * (leaf.kind % 4)


def books() -> tuple[LeafBook, LeafBook]:
    return (
        LeafBook(lambda leaves: [2 * price(x) for x in leaves]), LeafBook(lambda leaves: [price(x) for x in leaves]),
    )  # fmt: skip


def twin(p: Problem, turns: tuple[bool, ...]) -> dict[int | None, float]:
    """The same recursion over hands as tuples, every draw and every discard tried."""
    unseen, start = p.unseen, p.hand

    def left(hand: tuple[int, ...], k: int) -> int:
        return unseen[k] - max(0, hand[k] - start[k])

    def grown(hand: tuple[int, ...], k: int, by: int = 1) -> tuple[int, ...]:
        return tuple(n + by * (i == k) for i, n in enumerate(hand))

    @cache
    def waits(hand: tuple[int, ...]) -> tuple[tuple[int, int, float], ...]:
        found = [k for k in range(KINDS) if left(hand, k) > 0 and is_complete(grown(hand, k), 3, p.goals)]
        return tuple((k, left(hand, k), price(Leaf(grown(hand, k), k, False))) for k in found)

    def locked(hand: tuple[int, ...], won: int, at: int, pool: int) -> float:
        draws, throws = sum(turns[at:]), len(turns[at:]) - sum(turns[at:])
        return sum((n - (k == won)) * x * (2 * draws + throws) for k, n, x in waits(hand)) / max(1, pool - 1)

    @cache
    def worth(hand: tuple[int, ...], at: int, pool: int) -> float:
        if at == len(turns):
            return 0.0
        stays = sum(n * x * (2 * sum(turns[at:]) + turns[at:].count(False)) for _, n, x in waits(hand)) / pool
        won = {k: x for k, _, x in waits(hand)}
        if not turns[at]:
            then = worth(hand, at + 1, pool)
            gains = (n * max(0.0, x + locked(hand, k, at + 1, pool) - then) for k, n, x in waits(hand))
            return max(stays, then + sum(gains) / pool)
        then = worth(hand, at + 1, pool - 1)
        total, copies = 0.0, 0
        for k in range(KINDS):
            n = left(hand, k)
            if n <= 0:
                continue
            full = grown(hand, k)
            best = max(worth(grown(full, j, -1), at + 1, pool - 1) for j in range(KINDS) if full[j])
            if k in won:
                best = max(best, 2 * won[k] + locked(hand, k, at + 1, pool))
            if best > then:  # others leave the hand as it is, with their share of the pool
                total, copies = total + n * best, copies + n
        return max(stays, (total + max(0, pool - copies) * then) / max(pool, copies))

    return {k: worth(p.resting(k), 0, sum(unseen)) for k in p.discards}


@pytest.mark.parametrize("turns", ORDERS)
@pytest.mark.parametrize("hand", ["3455p", "34p99s", "6789s", "36p78s"])
def test_the_recursion_is_its_plain_twin(hand: str, turns: tuple[bool, ...]) -> None:
    p = posed(hand, "11112222777788889999p44445555s", sum(turns))
    found, budget = repeated.solve(p, turns, *books())
    assert budget == 9
    assert max(found.values()) > 0
    assert found == pytest.approx(twin(p, turns), rel=1e-9)


def test_every_discard_is_answered() -> None:
    p = posed("3455p9s", "1111p", 2)
    found, _ = repeated.solve(p, (False, True, False, True), *books())
    assert set(found) == set(p.discards)
    assert max(found, key=lambda k: found[k]) == 26, "the tile that fits nothing"


def test_a_ready_hand_that_cannot_get_better_earns_its_share_of_every_tile_to_come() -> None:
    """Against shuffled tiles: every one that is a wait is a win, drawn for twice as much as thrown."""
    p = posed("4567s", "", 4, budget=0)
    turns = (False, True) * 4
    one = LeafBook(lambda leaves: [2.0] * len(leaves)), LeafBook(lambda leaves: [1.0] * len(leaves))
    found, _ = repeated.solve(p, turns, *one)
    pool = [k for k, n in enumerate(p.unseen) for _ in range(n)]
    rng, total, runs = random.Random(1), 0, 20_000
    for _ in range(runs):
        total += sum((1 + mine) * (k in (21, 24)) for k, mine in zip(rng.sample(pool, 8), turns, strict=True))
    exact = 12 * sum(p.unseen[k] for k in (21, 24)) / len(pool)
    assert found[None] == pytest.approx(exact)
    assert total / runs == pytest.approx(exact, rel=0.03)
