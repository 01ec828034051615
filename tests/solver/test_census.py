"""Exact counts of one-suit hands: published figures, and closed forms."""

from __future__ import annotations

from math import comb

import pytest

from trainer.solver.census import Census, Tally, one_suit_census
from trainer.solver.problem import Goal


@pytest.fixture(scope="module")
def four() -> Census:
    return one_suit_census(4)


def test_all_hands_of_four_copies_are_dealt(four):
    assert sum(t.hands for t in four.resting.values()) == 93_600
    assert sum(t.hands for t in four.drawn.values()) == 118_800
    assert sum(t.weight for t in four.resting.values()) == comb(36, 13)
    assert sum(t.weight for t in four.drawn.values()) == comb(36, 14)


def test_shanten_of_four_copies(four):
    assert {s: t.hands for s, t in four.drawn.items()} == {-1: 13_277, 0: 91_437, 1: 14_086}
    assert {s: t.hands for s, t in four.resting.items()} == {0: 40_196, 1: 52_791, 2: 613}
    assert four.drawn[-1].weight == 445_632_532
    assert [four.resting[s].weight for s in range(3)] == [1_122_505_864, 1_185_398_744, 2_884_992]


def test_waits_of_four_copies(four):
    waits = [14_193, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]
    assert [four.waits[n].hands for n in range(1, 10)] == waits
    formal = [13_578, 14_195, 7_442, 3_012, 1_800, 638, 155, 44, 8]
    assert [four.formal_waits[n].hands for n in range(1, 10)] == formal
    assert four.exhausted_only == Tally(676, 1_037_464)


def test_sets_and_a_pair_alone():
    census = one_suit_census(4, (Goal.STANDARD,))
    assert census.drawn[-1].hands == 13_259
    assert census.drawn[2].hands == 90
    assert census.resting[0] == Tally(40_070, 1_098_991_240)
    assert census.resting[2].hands == 852


def test_eight_copies():
    census = one_suit_census(8, (Goal.STANDARD,))
    assert sum(t.hands for t in census.resting.values()) == 199_035
    assert sum(t.hands for t in census.drawn.values()) == 308_187
    assert census.drawn[-1].hands == 30_629


def test_a_short_suit_cannot_always_be_completed():
    with pytest.raises(ValueError, match="never"):
        one_suit_census(1, (Goal.STANDARD,), ranks=3, sets=0)
