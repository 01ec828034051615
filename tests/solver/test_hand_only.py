"""The wall that remembers the hand alone: the sweep over a suit and the bounded search, against plain recursion."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.solver.positions import BOTH, EIGHT, FULL, MIXED, NONE, ONE_SUIT, SMALL, position, random_position
from tests.solver.test_pairs_alike import QUADS, awkward
from tests.solver.test_value import worth
from trainer.solver import bounded, efficiency, suits, sweep, value
from trainer.solver.books import unpacked
from trainer.solver.problem import ORPHANS, Goal, Problem
from trainer.solver.reference import HandOnly
from trainer.tiles import KINDS, TileSet

EVERY = (*BOTH, Goal.THIRTEEN_ORPHANS)
SHORT = TileSet.of("2-7p", copies=3).supply


@pytest.fixture(autouse=True)
def nothing_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers are those of the plans."""
    monkeypatch.setattr(bounded, "CROWDED", 0)


def same(found: value.Option, twin: HandOnly, discard: int | None) -> None:
    assert found.discard == discard
    assert found.win_prob == pytest.approx(twin.win_prob(discard), abs=1e-9)
    assert found.ready_prob == pytest.approx(twin.ready_prob(discard), abs=1e-9)
    assert found.value == pytest.approx(twin.value(discard), abs=1e-9)
    curve = [twin.win_prob(discard, n) for n in range(1, twin.problem.draws + 1)]
    assert list(found.by_draw) == pytest.approx(curve, abs=1e-9)


def swept(problem: Problem, *, lock: bool) -> None:
    """The sweep visits every hand."""
    suit = suits.only_suit(problem)
    assert suit is not None
    book = value.PriceBook(suit, lambda leaves: [worth(leaf) for leaf in leaves])
    twin = HandOnly(problem, worth, lock=lock)
    for o, k in zip(sweep.solve(problem, suit, book, lock).options, problem.discards, strict=True):
        same(o, twin, k)


def searched(problem: Problem, *, lock: bool, fast: bool = False) -> None:
    """Each discard within its own limit: the shortest path's and the budget, or its own distance. `fast`: the twin
    takes distances from `efficiency`, where the definition would take too long."""

    def steps(hand: tuple[int, ...]) -> int:
        return efficiency.shanten(problem.supply, hand, problem.held, problem.melds, problem.goals)

    book = value.LeafBook(lambda leaves: [worth(leaf) for leaf in leaves])
    found = bounded.solve(problem, book, lock, None, curve=True)
    assert found.budget == problem.budget
    away = {k: steps(problem.resting(k)) for k in problem.discards}
    for o, k in zip(found.options, problem.discards, strict=True):
        most = max(min(away.values()) + problem.budget, away[k])
        twin = HandOnly(problem, worth, lock=lock, most=most, steps=steps if fast else None)
        same(o, twin, k)


@pytest.mark.parametrize("supply", [ONE_SUIT, SHORT], ids=["with three melds", "three copies"])
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 12))])
def test_the_sweep_of_random_hands(seed: int, supply: tuple[int, ...]) -> None:
    melds = 3 if supply is ONE_SUIT else 0
    problem = random_position(
        random.Random(seed), supply, draws=5, melds=melds, sets=1 + melds, resting=seed % 4 == 1
    )
    swept(problem, lock=seed // 2 % 2 == 0)


@pytest.mark.parametrize(
    ("hand", "goals", "lock"),
    [
        ("1112345678999s", BOTH, True), ("1111222235555s", BOTH, False),
        pytest.param("1122334455669s", BOTH, True, marks=pytest.mark.slow),
        pytest.param("11112222333345s", BOTH, False, marks=pytest.mark.slow),
        pytest.param("11112222333345s", QUADS, True, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_the_sweep_of_awkward_whole_hands(hand: str, goals: tuple[Goal, ...], lock: bool) -> None:
    swept(position(hand, draws=2, goals=goals), lock=lock)


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(n, marks=pytest.mark.slow) for n in range(8, 32))])
def test_the_bounded_search_of_small_sets(seed: int) -> None:
    rng = random.Random(seed)
    supply = (SMALL, MIXED, EIGHT)[seed % 3]
    melds = rng.randrange(2)
    problem = random_position(rng, supply, draws=1 + seed % 4, melds=melds, sets=1 + melds, resting=seed % 5 == 0)
    searched(replace(problem, budget=rng.randrange(3)), lock=seed % 2 == 1)


@pytest.mark.parametrize("seed", [3, 6, 15])
def test_a_hand_given_as_ready_is_locked_when_it_has_drawn_and_thrown(seed: int) -> None:
    """So what it wins with its first draw is worth what an unlocked hand gets, and later what a locked one gets."""
    rng = random.Random(seed)
    supply = rng.choice([SMALL, MIXED, EIGHT])
    melds = rng.randrange(2)
    problem = random_position(rng, supply, draws=1 + seed % 4, melds=melds, sets=1 + melds, resting=True)
    assert HandOnly(problem).steps(problem.hand) == 0
    searched(problem, lock=True)


@pytest.mark.parametrize("seed", range(4))
def test_the_bounded_search_of_two_sets_of_eight_copies(seed: int) -> None:
    rng = random.Random(seed)
    problem = Problem(EIGHT, awkward(rng, EIGHT, 7 + seed % 2), 0, NONE, NONE, 3, BOTH, budget=1)
    searched(problem, lock=seed % 2 == 1, fast=True)


@pytest.mark.parametrize(("seed", "draws"), [(0, 2), *(pytest.param(n, 3, marks=pytest.mark.slow) for n in range(3))])
def test_the_bounded_search_of_near_orphans(seed: int, draws: int) -> None:
    rng = random.Random(seed)
    kinds = rng.sample(ORPHANS, 12 - seed % 2)
    hand = [*kinds, *rng.sample([4, 13, 22], 13 - len(kinds))]
    counts = tuple(hand.count(k) for k in range(KINDS))
    searched(Problem(FULL, counts, 0, NONE, NONE, draws, EVERY, budget=1), lock=False, fast=True)


@pytest.mark.parametrize(
    "hand",
    ["1122m3344p5566s7z", "1111222233334m5p",
     *(pytest.param(hand, marks=pytest.mark.slow) for hand in ("1111m2222p3333s4z", "123m456p789s1123z"))],
)  # fmt: skip
def test_the_bounded_search_of_awkward_hands_of_the_full_set(hand: str) -> None:
    problem = position(hand, supply=FULL, draws=3, goals=EVERY)
    searched(problem, lock=False, fast=True)


def test_the_bounded_search_of_one_suit() -> None:
    """One suit has a sweep of its own; asked the bounded way with exchanges enough it answers the same."""
    rng = random.Random(5)
    for melds in (3, 4):
        problem = random_position(rng, ONE_SUIT, draws=5, melds=melds)
        suit = suits.only_suit(problem)
        assert suit is not None
        every = sweep.solve(problem, suit, None, False).options
        wide = bounded.solve(replace(problem, budget=6), None, False, None, curve=True).options
        for a, b in zip(every, wide, strict=True):
            assert (a.discard, a.win_prob, a.ready_prob) == pytest.approx((b.discard, b.win_prob, b.ready_prob))
            assert a.by_draw == pytest.approx(b.by_draw, abs=1e-12)



@pytest.mark.parametrize("budget", [0, 1, 2])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_search_visits_the_hands_within_its_limit_and_no_others(seed: int, budget: int) -> None:
    problem = random_position(random.Random(seed), SMALL, draws=9, sets=2, resting=True)
    ((graph,), _) = bounded.search(replace(problem, budget=budget))
    twin = HandOnly(problem, most=int(graph.rest_need[0]) - 1 + budget)
    rests, drawn, fresh = {problem.hand}, set(), {problem.hand}
    while fresh:
        met = {hand for rest in fresh for _, _, hand in twin.draws(rest)} - drawn
        drawn |= met
        fresh = {rest for hand in met for rest in twin.throws(hand)} - rests
        rests |= fresh
    assert (len(graph.rest_need), len(graph.drawn_need)) == (len(rests), len(drawn))
    assert {tuple(hand) for hand in unpacked(graph.suits).tolist()} == rests
