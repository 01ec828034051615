"""Figures of hands of one suit, and of a suit with the honors, that others have counted: each from our own tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod

import numpy as np
import pytest

from tests.solver.positions import BOTH, NONE, ONE_SUIT, position, tiles
from trainer.solver import reference, suits, sweep
from trainer.solver.census import Array, Tally
from trainer.solver.efficiency import shanten
from trainer.solver.mixed import kinds_among, shanten_census
from trainer.solver.problem import ORPHANS, Goal
from trainer.tiles import KINDS, RANKS, TileSet

STANDARD = (Goal.STANDARD,)
QUADS = (Goal.STANDARD, Goal.SEVEN_PAIRS_WITH_QUADS)
SUIT_AND_HONORS = TileSet.of("1-9m 1-7z", copies=4).supply
WAYS = np.array([comb(4, n) for n in range(5)], np.int64)


@dataclass(frozen=True)
class Suit:
    """Every hand of one suit, as rows of counts with the ways it is dealt, and the tables of the solver."""

    rest: Array
    full: Array
    rest_ways: Array
    full_ways: Array
    need: Array
    waits: Array
    pow5: Array


def suit_of(goals: tuple[Goal, ...]) -> Suit:
    suit = suits.only_suit(position("1112345678999s", goals=goals))
    assert suit is not None
    rest, full = (sweep.vectors(suit.limits, n) for n in (13, 14))
    return Suit(rest, full, WAYS[rest].prod(axis=1), WAYS[full].prod(axis=1), *suit.tables())


@pytest.fixture(scope="module")
def suit() -> Suit:
    return suit_of(BOTH)


def tallies(values: Array, ways: Array) -> dict[int, Tally]:
    return {int(v): Tally(int((values == v).sum()), int(ways[values == v].sum())) for v in np.unique(values)}


# What the hand 1122345577889 wins with 18, 17, ... draws to come in the set of 136 tiles, as printed by
# github.com/tomohxx/flush-win-prob.
FLUSH = (
    0.462711, 0.434498, 0.405372, 0.375423, 0.344775, 0.313581, 0.282036, 0.250372, 0.218685, 0.187287, 0.15629,
    0.125972, 0.0968531, 0.0696154, 0.0451107, 0.0244029, 0.00881679, 0.0, 0.0,
)  # fmt: skip


def test_a_hand_of_one_suit_among_all_the_tiles_wins_as_often_as_published(suit: Suit) -> None:
    """The steps of the sweep over every hand of the suit: 123 tiles are unseen at first, what is thrown may come again
    (so the copies are those the hand lacks) and the tiles of other suits never help."""
    key, key14 = suit.rest @ suit.pow5, suit.full @ suit.pow5
    up, down = np.full(suit.rest.shape, -1), np.full(suit.full.shape, -1)
    for i in range(RANKS):
        can = suit.rest[:, i] < 4
        up[can, i] = np.searchsorted(key14, key[can] + suit.pow5[i])
        can = suit.full[:, i] > 0
        down[can, i] = np.searchsorted(key, key14[can] - suit.pow5[i])
    done = suit.need[key14] == 0
    asked = np.flatnonzero((suit.rest == tiles("1122345577889s")[18:27]).all(axis=1))
    win = np.zeros(len(suit.rest))
    found = [0.0]
    for left in range(1, 19):
        drawn = sweep._onward(up, sweep._best(down, win, done, 1.0))
        win = sweep._step(4 - suit.rest, 123 - 18 + left, drawn, win)
        found.append(float(win[asked].item()))
    assert [f"{p:.6g}" for p in reversed(found)] == [f"{p:.6g}" for p in FLUSH]


# ------------------------------------------------------------------ one suit


HELD_BACK = {
    STANDARD: (
        [128, 1_208, 5_028, 13_687, 1_772, 2_977, 5_356, 2_926, 2_061, 1_119, 1_542, 478, 814, 254, 334, 132, 143, 16,
         76, 8, 2, 9],
        224_916_312,
    ),
    BOTH: (
        [128, 1_208, 5_154, 13_687, 1_772, 2_977, 5_356, 2_926, 2_061, 1_119, 1_542, 478, 814, 254, 334, 132, 143, 16,
         76, 8, 2, 9],
        248_430_936,
    ),
    QUADS: (
        [2_838, 954, 10_409, 12_270, 2_362, 2_499, 6_587, 2_602, 2_365, 1_017, 1_728, 448, 862, 254, 352, 132, 143, 16,
         76, 8, 2, 9],
        258_242_656,
    ),
}  # fmt: skip
"""Ready hands by how many tiles complete them, from 1 to 20 and 22 to 23, and in how many ways those with 3 are
dealt."""


@pytest.mark.parametrize("goals", HELD_BACK, ids=["sets", "pairs", "alike"])
def test_ready_hands_by_the_tiles_that_complete_them(goals: tuple[Goal, ...]) -> None:
    known = suit_of(goals)
    bits = known.waits[known.rest @ known.pow5][:, None] >> np.arange(RANKS) & 1
    found = tallies((bits * (4 - known.rest)).sum(axis=1), known.rest_ways)
    hands, three = HELD_BACK[goals]
    assert [found[n].hands for n in (*range(1, 21), 22, 23)] == hands
    assert found[3].weight == three
    assert sum(t.hands for n, t in found.items() if n) == sum(hands)


def test_hands_of_sets_alone_by_the_kinds_they_wait_for() -> None:
    known = suit_of(STANDARD)
    bits = known.waits[known.rest @ known.pow5][:, None] >> np.arange(RANKS) & 1
    found = tallies(bits.sum(axis=1), known.rest_ways)
    ways = [343_090_808, 413_556_512, 225_438_896, 68_889_152, 32_848_640, 12_497_408, 2_176_256, 231_424, 262_144]
    assert [found[n].weight for n in range(1, 10)] == ways
    assert [found[n].hands for n in range(1, 10)] == [14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]


def test_the_eight_hands_that_nine_kinds_complete_where_a_fifth_copy_counts() -> None:
    """There are eight (`formal_waits` of the census), and these are eight."""
    nine = ("1112345666678", "1112345678999", "1233334567888", "2223456677778", "2223456777789", "2333344567888",
            "2344445666678", "2344445678999")  # fmt: skip
    for hand in nine:
        live, gone = reference.waits(ONE_SUIT, tiles(hand + "s"), NONE, 0, BOTH)
        assert len(live) + len(gone) == 9
        assert bool(gone) == (hand != "1112345678999")


FORMAL = {
    STANDARD: ([40_746, 52_071, 783], [1_100_028_704, 1_188_053_824, 22_707_072],
               [13_259, 91_153, 14_298, 90], [440_593_684, 2_987_409_668, 364_094_808, 4_199_040]),
    BOTH: ([40_872, 52_184, 544], [1_123_543_328, 1_184_362_816, 2_883_456],
           [13_277, 91_525, 13_998], [445_632_532, 3_052_354_820, 298_309_848]),
    QUADS: ([48_455, 45_129, 16], [1_140_552_800, 1_169_646_976, 589_824],
            [15_349, 97_268, 6_183], [449_251_504, 3_088_578_368, 258_467_328]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("goals", FORMAL, ids=["sets", "pairs", "alike"])
def test_hands_by_shanten_where_a_fifth_copy_counts(goals: tuple[Goal, ...]) -> None:
    supply = TileSet.of("1-9m", copies=4).supply
    resting, drawn = (shanten_census(supply, goals, n, formal=True) for n in (13, 14))
    hands, ways, hands14, ways14 = FORMAL[goals]
    assert resting == {s: Tally(*both) for s, both in enumerate(zip(hands, ways, strict=True))}
    assert drawn == {s: Tally(*both) for s, both in enumerate(zip(hands14, ways14, strict=True), -1)}


def test_a_hand_two_exchanges_away_is_one_away_whatever_it_draws(suit: Suit) -> None:
    far = suit.rest[suit.need[suit.rest @ suit.pow5] == 3]
    assert len(far) == 613
    for i in range(RANKS):
        drawn = far[far[:, i] < 4] @ suit.pow5 + suit.pow5[i]
        assert set(suit.need[drawn].tolist()) == {2}


def test_dealer_and_other_both_complete_with_their_first_fourteen_tiles(suit: Suit) -> None:
    """A complete hand, and one more from the tiles it leaves: 1.4357 % of all deals, so that the other wins with the
    first draw in 10.3029 % of them, and in 11.6731 % of those that the dealer has not won."""
    complete = suit.full[suit.need[suit.full @ suit.pow5] == 0]
    ways = np.zeros((5,) * RANKS, np.int64)
    ways[tuple(complete.T)] = 1
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
    for axis in range(RANKS):  # ways[left] becomes those to deal any complete hand from so many copies of each rank
        ways = np.moveaxis(np.tensordot(choose, ways, axes=(1, axis)), 0, axis)
    assert ways[(4,) * RANKS] == 445_632_532
    both = int((WAYS[complete].prod(axis=1) * ways[tuple((4 - complete).T)]).sum())
    assert both == 17_429_138_487_896
    deals = comb(36, 14) * comb(22, 14)
    assert deals == 1_213_941_955_644_000
    first = 445_632_532 / comb(36, 14)
    assert both / deals == pytest.approx(0.014357472700290507, rel=1e-12)
    assert first - both / deals == pytest.approx(0.10302862973657877, rel=1e-12)
    assert (first - both / deals) / (1 - first) == pytest.approx(0.11673125703213781, rel=1e-12)


def test_a_dealer_may_call_ready_or_win_at_once(suit: Suit) -> None:
    """Complete hands included, whose win may be declined."""
    assert suit.full_ways[suit.need[suit.full @ suit.pow5] <= 1].sum() / comb(36, 14) == pytest.approx(
        0.9214182345892202, rel=1e-12
    )


def test_complete_hands_of_the_rarest_patterns(suit: Suit) -> None:
    complete = suit.full[suit.need[suit.full @ suit.pow5] == 0]
    ways = WAYS[complete].prod(axis=1)
    green = ~complete[:, [0, 4, 6, 8]].any(axis=1)
    nine_gates = (complete >= [3, 1, 1, 1, 1, 1, 1, 1, 3]).all(axis=1)
    triplets = ((complete == 3).sum(axis=1) == 4) & ((complete == 2).sum(axis=1) == 1)
    for which, hands, dealt in ((green, 28, 11_628), (nine_gates, 9, 2_883_584), (triplets, 630, 967_680)):
        assert (int(which.sum()), int(ways[which].sum())) == (hands, dealt)
    assert (green & triplets).sum() == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kongs", "hands", "ready"), [(1, 118_260, 43_842), (2, 54_720, 21_750), (3, 10_584, 5_580), (4, 630, 630)]
)
def test_ready_hands_beside_concealed_kongs(kongs: int, hands: int, ready: int) -> None:
    """Nobody waits for a kind whose four tiles are a kong."""
    counted, found = 0, 0
    for chosen in combinations(range(RANKS), kongs):
        limits = tuple(4 * (r not in chosen) for r in range(RANKS))
        rest = sweep.vectors(limits, 13 - 3 * kongs)
        need, _, pow5 = suits.Suit(18, limits, 4 - kongs, 0).tables()
        counted += len(rest)
        found += int((need[rest @ pow5] == 1).sum())
    assert (counted, found) == (hands, ready)


# ------------------------------------------------------------------ a suit and the honors


SEVEN_PAIRS = {
    13: ([80_080, 1_969_968, 9_769_760, 13_023_920, 4_533_360, 310_128, 7_840],
         [14_944_849_920, 459_803_215_872, 2_828_589_603_840, 5_421_200_046_080, 3_602_588_720_640, 772_151_382_912,
          37_580_992_960]),
    14: ([11_440, 840_840, 8_816_808, 24_304_280, 19_295_640, 3_695_640, 139_048, 120],
         [3_202_467_840, 328_786_698_240, 4_225_614_801_408, 15_115_946_926_080, 18_726_123_037_440,
          8_274_187_683_840, 1_149_626_089_248, 32_212_254_720]),
}  # fmt: skip


@pytest.mark.parametrize("size", [13, 14])
def test_hands_of_a_suit_and_the_honors_by_their_exchanges_from_seven_pairs(size: int) -> None:
    """Only how many kinds are held once, twice, three and four times matters, so one hand of each such form is asked
    about and counted as often as there are."""
    kinds = [k for k, n in enumerate(SUIT_AND_HONORS) if n]
    hands: Counter[int] = Counter()
    ways: Counter[int] = Counter()
    for four in range(size // 4 + 1):
        for three in range((size - 4 * four) // 3 + 1):
            for two in range((size - 4 * four - 3 * three) // 2 + 1):
                one = size - 4 * four - 3 * three - 2 * two
                none = len(kinds) - one - two - three - four
                if none < 0:
                    continue
                copies = [1] * one + [2] * two + [3] * three + [4] * four
                held = dict(zip(kinds, copies, strict=False))
                hand = tuple(held.get(k, 0) for k in range(KINDS))
                steps = shanten(SUIT_AND_HONORS, hand, NONE, 0, (Goal.SEVEN_PAIRS,))
                number = factorial(len(kinds)) // prod(map(factorial, (none, one, two, three, four)))
                hands[steps] += number
                ways[steps] += number * prod(comb(4, n) for n in copies)
    first = 13 - size
    assert (sum(hands.values()), sum(ways.values())) == ({13: 29_695_056, 14: 57_103_816}[size], comb(64, size))
    assert [hands[s + first] for s in range(len(hands))] == SEVEN_PAIRS[size][0]
    assert [ways[s + first] for s in range(len(ways))] == SEVEN_PAIRS[size][1]


def test_all_nine_kinds_of_terminals_and_honors() -> None:
    found = [kinds_among(SUIT_AND_HONORS, ORPHANS, size)[9] for size in (13, 14)]
    assert found == [29_101_621_248, 224_674_725_888]
