"""Kernels asked directly, against plain recursion and plain trying; whole answers are compared in the other files."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from math import sqrt

import numpy as np
import pytest

from tests.solver.positions import BOTH, EIGHT, FULL, MIXED, NONE, ONE_SUIT, SMALL, position, random_position, tiles
from tests.solver.test_pairs_alike import QUADS, awkward
from trainer.solver import bounded, efficiency, reference
from trainer.solver.problem import ORPHANS, Goal, Problem
from trainer.solver.reference import HandOnly, add
from trainer.solver.whole import Hands
from trainer.tiles import KINDS

EVERY = (*BOTH, Goal.THIRTEEN_ORPHANS)


@pytest.mark.parametrize("seed", range(30))
def test_a_locked_hand_wins_or_refuses_as_the_definition_says(seed: int) -> None:
    from trainer.solver.kernels.lock import locked_worth

    rng = random.Random(seed)
    kinds = rng.randrange(1, 5)
    copies = tuple(rng.randrange(5) for _ in range(kinds))
    prices = tuple(float(rng.choice((0, 1, 2, 2, 30, 100))) for _ in range(kinds))
    unseen = sum(copies) + rng.randrange(4)
    left = rng.randrange(min(6, unseen + 1))
    found = locked_worth(np.array(copies), np.array(prices), left, unseen) if left else 0.0
    assert found == pytest.approx(reference.locked_worth(copies, prices, left, unseen), abs=1e-12)


def tries(counts: tuple[int, ...], limits: tuple[int, ...], least: tuple[int, ...], pair: bool, sets: int) -> int:
    """Tiles to add until the counts hold so many chows and pungs, and a pair, with at least so many of each rank."""
    from trainer.solver.kernels.parts import FAR

    ranks = len(counts)
    groups = [(k,) * 3 for k in range(ranks)] + [(k, k + 1, k + 2) for k in range(ranks - 2)]
    best = FAR
    for chosen in combinations_with_replacement(groups, sets):
        for head in range(ranks) if pair else (None,):
            want = [sum(g.count(k) for g in chosen) + 2 * (k == head) for k in range(ranks)]
            if all(low <= n <= most for n, low, most in zip(want, least, limits, strict=True)):
                best = min(best, sum(max(0, n - have) for n, have in zip(want, counts, strict=True)))
    return best


@pytest.mark.parametrize("seed", range(20))
def test_what_a_suit_lacks_with_some_kind_in_it(seed: int) -> None:
    from trainer.solver.kernels.parts import suit_needs

    rng = random.Random(seed)
    limits = tuple(rng.choice((0, 1, 2, 4, 8)) for _ in range(6))
    counts = tuple(rng.randrange(n + 1) for n in limits)
    for kind in (None, *range(6)):
        least = tuple(int(k == kind) for k in range(6))
        found = suit_needs(np.array(counts), np.array(limits), np.array(least), True, 2).tolist()
        expected = [tries(counts, limits, least, bool(p), s) for p in range(2) for s in range(3)]
        assert found == expected, (counts, limits, kind)


def test_chance_numbers_are_those_published() -> None:
    """The first five of splitmix64 from 1234567, as its author's program prints them."""
    from trainer.solver.kernels.walls import following, mixed

    state, found = np.uint64(1234567), []
    for _ in range(5):
        state = np.uint64(following(state))
        found.append(int(mixed(state)))
    assert found == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821
    ]  # fmt: skip


def realized(twin: HandOnly, rest: tuple[int, ...], unseen: tuple[int, ...], left: int) -> float:
    """The chance of the plan on the true wall: a tile is kept only for a hand that the model says is better."""
    if not left:
        return 0.0
    onward = {k: hand for k, _, hand in twin.draws(rest)}
    total = 0.0
    for k, n in enumerate(unseen):
        if k in onward and twin.complete(onward[k]):
            total += n
        elif n:
            to, best = rest, twin.chance(rest, left - 1, twin.problem.draws, False)
            for after in twin.throws(onward[k]) if k in onward else ():
                chance = twin.chance(after, left - 1, twin.problem.draws, False)
                if chance > best + 1e-12:
                    to, best = after, chance
            total += n * realized(twin, to, add(unseen, k, -1), left - 1)
    return total / sum(unseen)


@pytest.mark.parametrize("seed", range(6))
def test_the_plan_wins_on_shuffled_walls_what_it_wins_on_all_of_them(seed: int) -> None:
    """Against every order of draws; within five standard errors of the sample."""
    walls = 400_000
    rng = random.Random(seed)
    problem = random_position(rng, rng.choice([SMALL, MIXED, EIGHT]), draws=3, sets=1 + seed % 2, resting=True)
    ((graph,), _) = bounded.search(problem)
    twin = HandOnly(problem, most=int(graph.rest_need[0]) - 1 + problem.budget)
    exact = realized(twin, problem.hand, problem.unseen, problem.draws)
    assert 0 < exact < 1
    found = graph.realized(None, walls, seed, None)
    assert found == pytest.approx(exact, abs=5 * sqrt(exact * (1 - exact) / walls))


@pytest.mark.parametrize(
    "hand",
    [
        "19m19p19s1234567z",  # thirteen waits
        "19m19p19s1234566z",
        pytest.param("119m19p19s234566z", marks=pytest.mark.slow),  # one exchange away
    ],
)
def test_distance_and_useful_tiles_of_near_orphans(hand: str) -> None:
    problem = position(hand, supply=FULL, goals=EVERY, seen="1m2z")
    (found,) = efficiency.ukeire(problem)
    assert found.shanten == reference.shanten(FULL, problem.hand, NONE, 0, EVERY)
    assert dict(found.kinds) == reference.useful(problem, None)


AWKWARD = [
    pytest.param(FULL, EVERY, "1111m2222p3333s4z", marks=pytest.mark.slow),
    (FULL, EVERY, "1112345678999m5p"), (FULL, EVERY, "19m19p19s11234567z"),
    (FULL, EVERY, "1122m3344p5566s77z"), (ONE_SUIT, BOTH, "1111222235555s"), (ONE_SUIT, QUADS, "1111222233334s"),
    (ONE_SUIT, QUADS, "11112222333345s"),
]  # fmt: skip


@pytest.mark.parametrize(("supply", "goals", "hand"), AWKWARD)
def test_whole_hands_that_are_awkward(supply: tuple[int, ...], goals: tuple[Goal, ...], hand: str) -> None:
    counts = tiles(hand)
    expected = reference.shanten(supply, counts, NONE, 0, goals)
    known = Hands(supply, goals)
    assert known.shanten(np.array(counts, np.int8)) == expected
    assert known.shantens(np.array([counts], np.int8)).tolist() == [expected]


@pytest.mark.parametrize("seed", [1, 2, 3, pytest.param(0, marks=pytest.mark.slow)])
def test_useful_tiles_of_whole_hands_that_are_awkward(seed: int) -> None:
    """Hands of one suit, with quads, after each discard: by trying every exchange."""
    hand = awkward(random.Random(seed), ONE_SUIT, 14)
    problem = Problem(ONE_SUIT, hand, 0, NONE, NONE, 0, QUADS)
    (found,) = Hands(ONE_SUIT, QUADS).useful_of(np.array([hand], np.int8), np.array([problem.unseen], np.int8)).tolist()
    for k in range(KINDS):
        if not hand[k]:
            assert found[k] == [-2, 0]
            continue
        steps = reference.shanten(ONE_SUIT, problem.resting(k), NONE, 0, QUADS)
        assert found[k] == [steps, sum(reference.useful(problem, k).values())]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_whole_hands_of_orphans_and_pairs(seed: int) -> None:
    rng = random.Random(seed)
    kinds = rng.sample(ORPHANS, 13)
    hand = [*kinds[: 12 + seed % 2], rng.choice(kinds[:12]), *[4] * (1 - seed % 2)]
    counts = tuple(hand.count(k) for k in range(KINDS))
    expected = reference.shanten(FULL, counts, NONE, 0, EVERY)
    assert expected in (-1, 0)
    assert Hands(FULL, EVERY).shanten(np.array(counts, np.int8)) == expected
