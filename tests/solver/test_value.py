"""The exact outlook against plain recursion over the true wall: chances, curves, values, the lock."""

from __future__ import annotations

import random
import subprocess
import sys
from math import comb

import pytest

from tests.solver.positions import ONE_SUIT, position, random_position, tiles
from trainer.solver import suits, value
from trainer.solver.problem import Leaf, Problem
from trainer.solver.reference import Play
from trainer.tiles import TileSet


def worth(leaf: Leaf) -> float:
    """Prices that differ by hand, by winning kind and by the lock; some hands may not be declared."""
    spread = sum((k + 1) * n for k, n in enumerate(leaf.hand)) * 7 + leaf.kind * 13
    return 0.0 if spread % 5 == 0 else float(1 + spread % 11) * (30.0 if spread % 7 == 0 else 1.0) + 2 * leaf.locked


def book(problem: Problem, price=worth) -> value.PriceBook:
    suit = suits.only_suit(problem)
    assert suit is not None
    return value.PriceBook(suit, lambda leaves: [price(leaf) for leaf in leaves])


def agree(problem: Problem, lock: bool) -> None:
    found = value.solve(problem, book(problem), lock=lock)
    play = Play(problem, worth, lock=lock)
    assert found.exact
    assert [o.discard for o in found.options] == list(problem.discards)
    for o in found.options:
        assert o.win_prob == pytest.approx(play.win_prob(o.discard), abs=1e-9)
        assert o.ready_prob == pytest.approx(play.ready_prob(o.discard), abs=1e-9)
        assert o.value == pytest.approx(play.value(o.discard), abs=1e-9)
        curve = [play.win_prob(o.discard, k) for k in range(1, problem.draws + 1)]
        assert list(o.by_draw) == pytest.approx(curve, abs=1e-9)


@pytest.mark.parametrize("seed", range(24))
def test_twin_on_random_hands(seed):
    rng = random.Random(seed)
    melds = rng.choice((0, 0, 1, 2, 3, 4))
    draws = rng.randrange((3, 3, 4, 5, 5)[melds])
    agree(random_position(rng, ONE_SUIT, draws=draws, melds=melds, resting=rng.random() < 0.3), lock=seed % 2 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 115))
def test_twin_on_more_random_hands(seed):
    rng = random.Random(seed)
    agree(random_position(rng, ONE_SUIT, draws=3, melds=rng.randrange(3)), lock=seed % 2 == 0)


@pytest.mark.parametrize("lock", [True, False])
@pytest.mark.parametrize(
    ("hand", "held", "seen"),
    [
        ("1111222233334s", "", "444s"),
        ("5s", "111222333s4444s", "555s"),
        ("11114444s", "555666s", ""),
        ("1111222235555s", "", ""),
        ("2344445666678s", "", "9999s"),
        ("11122233344455s", "", ""),
        ("1112345678999s", "", "1s"),
    ],
)
def test_twin_on_edges(hand, held, seen, lock):
    melds = (14 - sum(tiles(hand))) // 3
    agree(position(hand, held=held, melds=melds, seen=seen, draws=2), lock)


def test_twin_in_a_short_suit():
    supply = TileSet.of("2-7p", copies=3).supply
    for seed in range(6):
        agree(random_position(random.Random(seed), supply, draws=3, sets=2 + seed % 2), lock=seed % 2 == 0)


def test_no_draws_left():
    outlook = value.solve(position("11123346678899s"), book(position("11123346678899s")), lock=True)
    for o in outlook.options:
        assert (o.win_prob, o.value, o.by_draw) == (0.0, 0.0, ())
        assert o.ready_prob == (1.0 if o.discard == 20 else 0.0)


def test_a_wait_of_one_kind_is_a_closed_form():
    problem = position("1112223334448s", seen="567s", draws=5)
    (option,) = value.solve(problem).options
    assert option.ready_prob == 1.0
    assert option.win_prob > 1 - comb(17, 5) / comb(20, 5)  # it may also wait better


def test_the_locked_hand_may_refuse_a_cheap_win():
    problem = position("2233445566778s", draws=4)
    cheap = {19: 1.0, 22: 1.0, 25: 100.0}
    prices = book(problem, lambda leaf: cheap.get(leaf.kind, 0.0))
    drawn = position("22334455667789s", draws=4)
    (locked,) = [o for o in value.solve(drawn, prices, lock=True).options if o.discard == 26]
    dear = 1 - comb(20, 4) / comb(22, 4)
    assert locked.value is not None
    assert locked.value > 100 * dear


def test_known_outlooks():
    """Figures of an independent exhaustive recursion, kept as numbers."""
    found = {o.discard: o for o in value.solve(position("11123346678899s", draws=2)).options}
    expected = {20: 0.372294372, 25: 0.324675325, 23: 0.313852814, 26: 0.287878788, 19: 0.166666667, 18: 0.149350649}
    for k, p in expected.items():
        assert found[k].win_prob == pytest.approx(p, abs=1e-8)
    assert found[24].ready_prob == pytest.approx(0.935064935, abs=1e-8)
    found = {o.discard: o for o in value.solve(position("22233466778999s", seen="24s", draws=5)).options}
    assert found[21].win_prob == pytest.approx(0.934500774, abs=1e-8)
    assert found[25].win_prob == pytest.approx(0.873211214, abs=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_more_draws_never_hurt_and_the_dead_end_is_never_better(seed):
    rng = random.Random(seed)
    problem = random_position(rng, ONE_SUIT, draws=5)
    for o in value.solve(problem).options:
        assert list(o.by_draw) == sorted(o.by_draw)
        assert o.by_draw[-1] == o.win_prob
        assert o.win_prob <= o.ready_prob + 1e-12


def test_prices_are_asked_for_once():
    problem = position("11123346678899s", draws=3)
    asked: list[Leaf] = []

    def prices(leaves):
        asked.extend(leaves)
        return [1.0] * len(leaves)

    suit = suits.only_suit(problem)
    assert suit is not None
    kept = value.PriceBook(suit, prices)
    first = value.solve(problem, kept, lock=True)
    assert len(asked) == len(set(asked)) > 0
    n = len(asked)
    assert value.solve(problem, kept, lock=True) == first
    assert len(asked) == n


def test_value_of_one_point_without_lock_is_the_chance_to_win():
    problem = position("11123346678899s", draws=4)
    for o in value.solve(problem, book(problem, lambda leaf: 1.0)).options:
        assert o.value == pytest.approx(o.win_prob, abs=1e-12)


PROGRAM = """
import sys
from dataclasses import replace
import trainer.solver.efficiency
from trainer.solver import claims, value
assert "numba" not in sys.modules
told = []
value.warm(lambda done, total: told.append((done, total)))
assert told == [(n, len(told) - 1) for n in range(len(told))], told
from tests.solver.positions import FULL, position
from trainer.solver.kernels import claims as others, exact, graph, near, wall
modules = others, exact, graph, near, wall
kernels = [f for module in modules for f in vars(module).values() if hasattr(f, "signatures")]
compiled = [len(f.signatures) for f in kernels]
for problem in (position("11123346678899s", draws=4), position("123m456p789s11223z", supply=FULL, draws=3),
                position("123m456p789s11223z", supply=FULL, draws=8)):
    for hand in (problem, replace(problem, hand=problem.resting(problem.discards[0]))):
        for lock in (True, False):
            value.solve(hand, value.price_book(hand, lambda leaves: [1.0] * len(leaves)), lock=lock)
    books = value.LeafBook(lambda leaves: [1.0] * len(leaves)), value.LeafBook(lambda leaves: [2.0] * len(leaves))
    claims.solve(replace(problem, draws=12), claims.Opponent(2, lambda melds: books), valued=True, curve=True)
assert sum(compiled) > 10
assert compiled == [len(f.signatures) for f in kernels]
"""


def test_importing_is_light_and_after_warming_up_nothing_is_compiled():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
