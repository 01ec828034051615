"""The exact answers for sets of any kind, against plain recursion over every draw and every discard."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.solver.positions import EIGHT, FULL, MIXED, ONE_SUIT, SMALL, position, random_position
from tests.solver.test_value import worth
from trainer.solver import exact, value
from trainer.solver.problem import Goal, Leaf
from trainer.solver.reference import Play
from trainer.solver.value import EXACT_STATES as STATES

EVERY = (Goal.STANDARD, Goal.SEVEN_PAIRS, Goal.THIRTEEN_ORPHANS)


def book(price=worth):
    return value.LeafBook(lambda leaves: [price(leaf) for leaf in leaves])


def compare(problem, *, lock=False, price=worth):
    found = exact.solve(problem, book(price), lock, None, curve=True, states=STATES)
    assert found is not None
    assert (found.exact, found.wall) == (True, "exact")
    play = Play(problem, price, lock=lock)
    for o, k in zip(found.options, problem.discards, strict=True):
        assert o.discard == k
        assert o.ready_prob == pytest.approx(play.ready_prob(k), abs=1e-9)
        assert o.value == pytest.approx(play.value(k), abs=1e-9)
        for draws, chance in enumerate(o.by_draw, 1):
            assert chance == pytest.approx(play.win_prob(k, draws), abs=1e-9)
        assert o.win_prob == (o.by_draw[-1] if o.by_draw else 0.0)


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("seed", range(24))
def test_any_hand_of_small_sets(seed, lock):
    rng = random.Random(seed)
    supply = rng.choice([SMALL, MIXED, EIGHT])
    melds = rng.randrange(2)
    draws = rng.randrange(4)
    compare(random_position(rng, supply, draws=draws, melds=melds, sets=1 + melds, resting=seed % 3 == 0), lock=lock)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_four_draws_of_a_small_set(seed):
    compare(random_position(random.Random(seed), MIXED, draws=4, sets=1), lock=seed % 2 == 0)


@pytest.mark.parametrize(
    ("hand", "goals"),
    [
        ("123m456p789s1123z", EVERY),
        ("1122m3344p5566s7z", EVERY),
        ("19m19p19s1234567z", EVERY),
        ("19m19p199s123456z", EVERY),
        ("11m22p3344556s77z", (Goal.SEVEN_PAIRS_WITH_QUADS,)),
        ("1111m33p44556s77z", (Goal.STANDARD, Goal.SEVEN_PAIRS_WITH_QUADS)),
    ],
)
def test_the_whole_set_where_most_kinds_are_junk(hand, goals):
    compare(position(hand, supply=FULL, draws=1, goals=goals))
    compare(position(hand, supply=FULL, draws=1, goals=goals), lock=True)


@pytest.mark.slow
@pytest.mark.parametrize("lock", [False, True])
def test_two_draws_of_the_whole_set(lock):
    compare(position("123m456p789s1235z2p", supply=FULL, draws=2, goals=EVERY), lock=lock)


def test_one_suit_by_both_kernels():
    for draws in (2, 3, 4):
        problem = position("11122445666799s", draws=draws)
        price = book(lambda leaf: 1.0 + leaf.kind % 5 + 2.0 * leaf.locked)
        other = value.price_book(problem, price.prices)
        for lock in (False, True):
            mine = exact.solve(problem, price, lock, None, curve=True, states=STATES)
            theirs = value.solve(problem, other, lock=lock)
            assert mine is not None
            for a, b in zip(mine.options, theirs.options, strict=True):
                assert a.by_draw == pytest.approx(b.by_draw, abs=1e-12)
                assert (a.ready_prob, a.value) == pytest.approx((b.ready_prob, b.value), abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_that_may_not_be_declared_is_no_win(seed):
    rng = random.Random(seed)
    problem = random_position(rng, MIXED, draws=3, sets=1, resting=seed % 2 == 0)

    def odd(leaf: Leaf) -> float:
        return float(leaf.kind % 2)

    found = exact.solve(problem, None, False, book(odd), curve=True, states=STATES)
    assert found is not None
    allowed = Play(problem, odd)
    for o in found.options:
        assert o.win_prob == pytest.approx(allowed.value(o.discard), abs=1e-9)  # every win allowed is worth one point


def test_a_limit_of_states_is_kept_and_none_is_the_answer():
    problem = position("12345679p122689s", supply=FULL, draws=3)
    assert exact.solve(problem, None, False, None, curve=False, states=100) is None
    many = replace(problem, draws=exact.MOST_DRAWS + 1)
    assert exact.solve(many, None, False, None, curve=False, states=STATES) is None
    assert exact.solve(position("11122445666799s", draws=0), None, False, None, curve=True, states=STATES) is not None


def test_few_draws_are_answered_exactly_in_any_set():
    problem = position("123m456p789s11223z", supply=FULL, draws=2)
    assert value.solve(problem).exact
    assert not value.solve(replace(problem, draws=value.EXACT_DRAWS + 1)).exact
    assert problem.supply != ONE_SUIT
