"""Shanten, useful tiles and waits against plain search, a public package and hand-made edges."""

from __future__ import annotations

import random

import pytest
from mahjong.shanten import Shanten

from tests.solver.positions import BOTH, FULL, NONE, ONE_SUIT, SMALL, deal, position, random_position, tiles
from trainer.solver import reference
from trainer.solver.efficiency import UNREACHABLE, shanten, ukeire
from trainer.solver.problem import ORPHANS, Goal, Problem
from trainer.tiles import TileSet


def steps(hand: str, *, held: str = "", melds: int = 0, supply=ONE_SUIT, goals=BOTH) -> int:
    return shanten(supply, tiles(hand), tiles(held), melds, goals)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("11122233344455s", -1),
        ("11112222333344s", -1),  # 111 222 333 123 44
        ("11223344556677s", -1),
        ("1112345678999s", 0),
        ("1223344556677s", 0),
        ("1111222235555s", 1),  # waits only for a fifth 5
    ],
)
def test_known_hands(hand, expected):
    assert steps(hand) == expected


def test_four_alike_are_not_two_pairs():
    assert steps("11112233446688s", goals=(Goal.SEVEN_PAIRS,)) == 1
    assert steps("11223344556688s", goals=(Goal.SEVEN_PAIRS,)) == -1


def test_seven_pairs_need_a_hand_without_melds():
    assert steps("1144s", held="222333555s", melds=3, goals=(Goal.SEVEN_PAIRS,)) == UNREACHABLE


def test_a_set_with_six_kinds_has_no_seven_pairs():
    supply = TileSet.of("1-6s", copies=4).supply
    assert steps("11223344556666s", supply=supply, goals=(Goal.SEVEN_PAIRS,)) == UNREACHABLE


def test_copies_in_melds_are_no_longer_wanted():
    assert steps("3444s", held="111222555s", melds=3) == 0
    assert steps("5s", held="1112223335555s", melds=4) == 1  # no other 5 exists to pair it


def test_a_hand_that_its_set_cannot_complete():
    supply = TileSet.of("1-3z", copies=1).supply
    assert steps("1z", supply=supply) == UNREACHABLE


@pytest.mark.parametrize("supply", [ONE_SUIT, FULL], ids=["one suit", "full"])
@pytest.mark.parametrize("size", [13, 14])
def test_shanten_agrees_with_a_public_package(supply, size):
    rng, oracle = random.Random(size), Shanten()
    for _ in range(1500):
        (hand,) = deal(rng, supply, size)
        assert shanten(supply, hand, NONE, 0, BOTH) == oracle.calculate_shanten(list(hand), use_kokushi=False), hand


def test_thirteen_orphans_agree_with_a_public_package():
    """Hands of mostly terminals and honors, where that shape is the nearest."""
    rng, oracle, nearest = random.Random(13), Shanten(), 0
    every = (Goal.STANDARD, Goal.SEVEN_PAIRS, Goal.THIRTEEN_ORPHANS)
    pile = [k for k in ORPHANS for _ in range(4)] + list(range(1, 8))
    for _ in range(1500):
        chosen = rng.sample(pile, rng.choice((13, 14)))
        hand = tuple(chosen.count(k) for k in range(34))
        found = shanten(FULL, hand, NONE, 0, every)
        assert found == oracle.calculate_shanten(list(hand), use_kokushi=True), hand
        nearest += found < shanten(FULL, hand, NONE, 0, BOTH)
    assert nearest > 100


def test_useful_tiles_of_orphans_are_those_of_the_definition():
    rng = random.Random(5)
    every = (Goal.STANDARD, Goal.SEVEN_PAIRS, Goal.THIRTEEN_ORPHANS)
    for _ in range(30):
        kinds = rng.sample(ORPHANS, 11)
        chosen = [*kinds, rng.choice(kinds), *rng.sample([4, 13, 22], 2)]
        hand = tuple(chosen.count(k) for k in range(34))
        problem = Problem(FULL, hand, 0, NONE, NONE, 0, every)
        for u in ukeire(problem):
            rest = problem.resting(u.discard)
            now = shanten(FULL, rest, NONE, 0, every)
            assert u.shanten == now
            better = {k for k in range(34) if shanten(FULL, reference.add(rest, k), NONE, 0, every) < now}
            assert {k for k, _ in u.kinds} == better


def test_shanten_agrees_with_a_public_package_on_hands_full_of_quads():
    rng, oracle = random.Random(7), Shanten()
    for _ in range(1000):
        kinds = rng.sample(range(34), 5)
        pile = [k for k in kinds for _ in range(4)]
        hand = tuple(pile[: rng.choice((13, 14))].count(k) for k in range(34))
        assert shanten(FULL, hand, NONE, 0, BOTH) == oracle.calculate_shanten(list(hand), use_kokushi=False), hand


@pytest.mark.parametrize("seed", range(40))
def test_twin_on_small_sets(seed):
    rng = random.Random(seed)
    supply = rng.choice([SMALL, ONE_SUIT, TileSet.of("1-5s 1-1z", copies=4).supply])
    melds = rng.randrange(5)
    p = random_position(rng, supply, draws=0, melds=melds, sets=4 if supply is ONE_SUIT else max(2, melds))
    asked = (p.supply, p.hand, p.held, p.melds, p.goals)
    try:
        expected = reference.shanten(*asked)
    except ValueError:
        expected = UNREACHABLE
    assert shanten(*asked) == expected
    if expected == UNREACHABLE:
        return
    for u in ukeire(p):
        if u.shanten < UNREACHABLE:
            assert dict(u.kinds) == reference.useful(p, u.discard)
            assert u.tiles == sum(n for _, n in u.kinds)


def test_ready_means_a_wait_that_is_not_all_owned():
    rng = random.Random(3)
    for _ in range(400):
        (hand,) = deal(rng, ONE_SUIT, 13)
        live, _ = reference.waits(ONE_SUIT, hand, NONE, 0, BOTH)
        assert (shanten(ONE_SUIT, hand, NONE, 0, BOTH) == 0) == bool(live)


def test_useful_tiles_are_those_unseen():
    (useful,) = ukeire(position("1112345678999s", seen="444s"))
    assert useful.discard is None
    assert useful.shanten == 0
    assert dict(useful.kinds) == {18: 1, 19: 3, 20: 3, 22: 3, 23: 3, 24: 3, 25: 3, 26: 1}
    assert useful.tiles == 20


def test_shanten_never_looks_at_what_is_seen():
    free = ukeire(position("11123346678899s"))
    blind = ukeire(position("11123346678899s", seen="5555s4s"))
    assert [u.shanten for u in free] == [u.shanten for u in blind]
    assert any(u.tiles > v.tiles for u, v in zip(free, blind, strict=True))


def test_impossible_positions_are_refused():
    with pytest.raises(ValueError, match="placed"):
        position("11111s")
    with pytest.raises(ValueError, match="concealed"):
        position("111s")
    with pytest.raises(ValueError, match="draws"):
        position("1s", held="111s", draws=40)
    with pytest.raises(ValueError, match="negative"):
        position("1s", draws=-1)
    with pytest.raises(ValueError, match="kinds"):
        Problem((4,) * 9, NONE, 0, NONE, NONE, 0, BOTH)
