"""Seven pairs that may be alike, hands of five tiles and eight copies: distances, useful tiles, outlooks and counts.

The slow side lists every complete hand of a set and takes the nearest, or follows the definition (`reference`).
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from tests.hands.brute import hands, spread
from tests.solver.positions import NONE, ONE_SUIT, deal, position, random_position, tiles, with_melds
from tests.solver.test_models import priced
from tests.solver.test_value import agree, worth
from trainer import analysis, variants
from trainer import hands as readers
from trainer.solver import efficiency, reference, suits, value
from trainer.solver.census import Array, Tally, one_suit_census
from trainer.solver.efficiency import UNREACHABLE, rated, shanten, ukeire
from trainer.solver.mixed import complete_hands, shanten_census
from trainer.solver.problem import PAIRS, Goal, Problem, has_seven_pairs
from trainer.solver.reference import Play
from trainer.tiles import FIRST_HONOR, KINDS, RANKS, TileSet, parse_tiles

PAIRED = (Goal.SEVEN_PAIRS_WITH_QUADS,)
QUADS = (Goal.STANDARD, Goal.SEVEN_PAIRS_WITH_QUADS)
FOUR, EIGHT = (TileSet.of("1-9m 1-7z", copies=copies).supply for copies in (4, 8))
FIVE_TILES = TileSet.of("1-9m 5-7z", copies=4).supply
SUIT_OF_EIGHT = TileSet.of("1-9s", copies=8).supply
THREE = TileSet.of("1-5m 1-4z", copies=3).supply


@lru_cache(maxsize=16)
def targets(limits: tuple[int, ...], sets: int, goals: tuple[Goal, ...]) -> Array:
    """Every complete hand of a set with a suit and honors at most, as rows of copies of its kinds."""
    kinds = [k for k, n in enumerate(limits) if n]
    most = np.array([limits[k] for k in kinds], np.int8)
    rows = []

    def listed(groups: list[tuple[int, ...]], number: int) -> Array:
        held = np.array([[g.count(k) for k in kinds] for g in groups], np.int8)
        chosen = np.array(list(combinations_with_replacement(range(len(groups)), number)), np.int64)
        out = np.zeros((len(chosen), len(kinds)), np.int8)
        for column in chosen.T:
            out += held[column]
        return out[(out <= most).all(axis=1)]

    if Goal.STANDARD in goals:
        chows = [(k, k + 1, k + 2) for k in kinds if k < FIRST_HONOR and k % RANKS + 2 < RANKS]
        body = listed([*[(k,) * 3 for k in kinds], *[c for c in chows if limits[c[1]] and limits[c[2]]]], sets)
        for i in range(len(kinds)):
            whole = body + 2 * (np.arange(len(kinds)) == i)
            rows.append(whole[(whole <= most).all(axis=1)])
    if Goal.SEVEN_PAIRS_WITH_QUADS in goals and sets == 4:
        rows.append(listed([(k, k) for k in kinds], PAIRS))
    return np.unique(np.concatenate(rows).astype(np.int8), axis=0)


def nearest(limits: tuple[int, ...], hand: tuple[int, ...], goals: tuple[Goal, ...]) -> tuple[int, set[int]]:
    """Shanten by the nearest complete hand, and the kinds that any of the nearest has more of."""
    kinds = [k for k, n in enumerate(limits) if n or hand[k]]
    lacking = np.maximum(0, targets(limits, sum(hand) // 3, goals) - np.array([hand[k] for k in kinds], np.int8))
    far = lacking.sum(axis=1)
    wanted = (lacking[far == far.min()] > 0).any(axis=0)
    return int(far.min()) - 1, {k for k, w in zip(kinds, wanted, strict=True) if w}


def awkward(rng: random.Random, supply: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Tiles of few kinds: triples, quads and more alike."""
    kinds = [k for k, n in enumerate(supply) if n]
    wall: list[int] = []
    while len(wall) < size:
        some = rng.sample(kinds, min(len(kinds), rng.choice((3, 4, 5, 6, 8))))
        wall = [k for k in some for _ in range(supply[k])]
    chosen = rng.sample(wall, size)
    return tuple(chosen.count(k) for k in range(KINDS))


@pytest.mark.parametrize(
    ("hand", "supply", "expected"),
    [
        ("11112233446688s", ONE_SUIT, -1),
        ("11112222333344s", ONE_SUIT, -1),
        ("1111222233334s", ONE_SUIT, 0),
        ("1112223334445s", ONE_SUIT, 2),  # four kinds of which a fourth copy makes two pairs, and a single
        ("1133557799m114z", EIGHT, 0),
        ("11111111222222z", EIGHT, -1),
        ("1111111222222z", EIGHT, 0),
        ("1111111m1111111z", EIGHT, 0),
        ("1234567m1234567z", FOUR, 6),
    ],
)
def test_known_distances_of_pairs_that_may_be_alike(hand, supply, expected):
    assert shanten(supply, tiles(hand), NONE, 0, PAIRED) == expected


def test_a_kind_whose_last_copy_is_held_cannot_be_paired():
    """Three copies in all: a triple has no fourth, so its third tile is of no use and its kind is no wait."""
    hand = tiles("111m22334455m11z")
    assert shanten(THREE, hand, NONE, 0, PAIRED) == 1
    (found,) = ukeire(Problem(THREE, hand, 0, NONE, NONE, 0, PAIRED))
    assert {k for k, _ in found.kinds} == {28, 29, 30}


def test_pairs_that_may_be_alike_need_a_whole_hand_without_melds():
    assert shanten(ONE_SUIT, tiles("1111s"), tiles("222333555s"), 3, PAIRED) == UNREACHABLE
    assert shanten(FIVE_TILES, tiles("11m55z"), NONE, 0, PAIRED) == UNREACHABLE


def test_a_set_may_have_too_few_pairs():
    few = TileSet.of("1-5z", copies=3).supply
    assert not has_seven_pairs(few, PAIRED)
    assert shanten(few, tiles("1112223334445z"), NONE, 0, PAIRED) == UNREACHABLE
    assert has_seven_pairs(TileSet.of("1-4z", copies=4).supply, PAIRED)
    assert not has_seven_pairs(TileSet.of("1-6z", copies=4).supply, (Goal.SEVEN_PAIRS,))
    assert not has_seven_pairs(FOUR, (Goal.STANDARD,))


@pytest.mark.parametrize(
    ("supply", "goals", "size", "melds"),
    [
        (FOUR, QUADS, 14, 0), (FOUR, PAIRED, 14, 0), (FOUR, QUADS, 13, 0), (EIGHT, QUADS, 14, 0),
        (EIGHT, PAIRED, 14, 0), (EIGHT, QUADS, 13, 0), (SUIT_OF_EIGHT, QUADS, 14, 0), (SUIT_OF_EIGHT, QUADS, 8, 2),
        (EIGHT, QUADS, 11, 1), (EIGHT, QUADS, 5, 3), (FIVE_TILES, (Goal.STANDARD,), 5, 0), (FIVE_TILES, QUADS, 4, 0),
        (THREE, QUADS, 14, 0), (THREE, PAIRED, 13, 0), (ONE_SUIT, QUADS, 14, 0),
    ],
)  # fmt: skip
def test_distances_and_useful_tiles_are_those_to_the_nearest_complete_hand(supply, goals, size, melds):
    rng = random.Random(size * sum(supply))
    for n in range(12):
        held = with_melds(rng, supply, melds)
        limits = tuple(a - b for a, b in zip(supply, held, strict=True))
        hand = awkward(rng, limits, size) if n % 2 else deal(rng, limits, size)[0]
        spare = tuple(a - b for a, b in zip(limits, hand, strict=True))
        seen = deal(rng, spare, 5)[0]
        p = Problem(supply, hand, melds, held, seen, 0, goals)
        assert shanten(supply, hand, held, melds, goals) == nearest(limits, hand, goals)[0]
        quick = rated(supply, hand, held, seen, melds, goals, every=True)
        fewest = min([steps for steps, _ in quick.values()], default=0)
        near = {k: (steps, tiles if steps == fewest else 0) for k, (steps, tiles) in quick.items()}
        assert rated(supply, hand, held, seen, melds, goals, every=False) == near
        for u in ukeire(p):
            steps, wanted = nearest(limits, p.resting(u.discard), goals)
            assert u.shanten == steps
            assert dict(u.kinds) == {k: n for k, n in enumerate(p.unseen) if n and k in wanted}
            assert u.discard is None or quick[u.discard] == (steps, u.tiles)


@pytest.mark.parametrize("seed", range(16))
def test_twin_on_small_sets(seed):
    rng = random.Random(seed)
    supply = rng.choice([ONE_SUIT, THREE, TileSet.of("1-4m 1-2z", copies=8).supply, FIVE_TILES])
    sets = 1 if supply is FIVE_TILES else 4
    melds = 0 if supply is FIVE_TILES else rng.choice((0, 0, 0, 1, 2, 3))
    p = replace(random_position(rng, supply, draws=0, melds=melds, sets=sets), goals=QUADS)
    if melds == 0 and seed % 2:
        p = replace(p, hand=awkward(rng, supply, sum(p.hand)), seen=NONE)
    asked = (p.supply, p.hand, p.held, p.melds, p.goals)
    assert shanten(*asked) == reference.shanten(*asked)
    for u in ukeire(p):
        assert dict(u.kinds) == reference.useful(p, u.discard)


def test_distance_never_looks_at_what_is_seen():
    free = ukeire(position("1112223334445s", goals=QUADS))
    blind = ukeire(position("1112223334445s", goals=QUADS, seen="1234s"))
    assert [u.shanten for u in free] == [u.shanten for u in blind]
    assert {18, 19, 20, 21}.isdisjoint(k for u in blind for k, _ in u.kinds)
    assert shanten(ONE_SUIT, tiles("1112223334445s"), NONE, 0, PAIRED) == 2


def test_every_shape_of_hands_has_a_goal_of_its_own():
    shapes = {shape for shape in vars(readers).values() if isinstance(shape, readers.Shape)}
    assert set(analysis.SHAPES) == shapes
    assert sorted(analysis.SHAPES.values()) == sorted(Goal)
    rules = variants.get("honglong").ruleset()
    chinese = replace(rules, shapes=(readers.STANDARD, readers.SEVEN_PAIRS_WITH_QUADS))
    hand = readers.Hand(parse_tiles("1111222233334z"))
    assert (analysis.shapes(chinese), analysis.shanten(chinese, hand)) == (QUADS, 0)
    assert analysis.shanten(rules, hand) == 3  # 444z and a pair of some other kind


def test_goals_of_one_set_do_not_share_what_was_met():
    """The same suits have other facts where pairs may be alike."""
    hand = tiles("11112233446688s")
    for goals, expected in ((PAIRED, -1), ((Goal.SEVEN_PAIRS,), 1), (PAIRED, -1), ((Goal.SEVEN_PAIRS,), 1)):
        assert shanten(ONE_SUIT, hand, NONE, 0, goals) == expected
        efficiency.shanten.cache_clear()


@pytest.mark.parametrize(
    ("hand", "held", "seen"),
    [
        ("11112222333345s", "", ""), ("11223344667889s", "", "9s"), ("11115555s", "666777s", ""),
        ("1111222233334s", "", "4s"),
    ],
)  # fmt: skip
def test_exact_outlook_of_one_suit(hand, held, seen):
    """Against plain recursion over the true wall, prices and lock included."""
    agree(position(hand, goals=QUADS, melds=len(held) // 3, held=held, seen=seen, draws=2), lock=True)


@pytest.mark.parametrize("seed", range(5))
def test_exact_outlook_of_awkward_hands_of_one_suit(seed):
    rng = random.Random(seed)
    agree(Problem(ONE_SUIT, awkward(rng, ONE_SUIT, 14), 0, NONE, NONE, 2, QUADS), lock=seed % 2 == 0)


@pytest.mark.parametrize("supply", [FOUR, EIGHT, FIVE_TILES, THREE], ids=["4", "8", "five tiles", "3"])
def test_one_draw_is_exact_in_any_set(supply):
    rng = random.Random(sum(supply))
    size = 5 if supply is FIVE_TILES else 14
    won = 0.0
    for n in range(12):
        hand = awkward(rng, supply, size)
        problem = Problem(supply, hand, 0, NONE, NONE, 1, QUADS)
        play = Play(problem, worth, lock=n % 2 == 0)
        for o in value.solve(problem, priced(problem), lock=n % 2 == 0).options:
            assert o.win_prob == pytest.approx(play.win_prob(o.discard), abs=1e-9)
            assert o.ready_prob == pytest.approx(play.ready_prob(o.discard), abs=1e-9)
            assert o.value == pytest.approx(play.value(o.discard), abs=1e-9)
            won += o.win_prob
    assert won > 0


def test_with_budget_enough_five_tiles_are_near_the_best_play():
    for seed in range(6):
        rng = random.Random(seed)
        problem = Problem(FIVE_TILES, deal(rng, FIVE_TILES, 5)[0], 0, NONE, NONE, 2, (Goal.STANDARD,), budget=3)
        play = Play(problem, worth)
        for o in value.solve(problem).options:
            assert o.win_prob == pytest.approx(play.win_prob(o.discard), abs=0.01)
            assert o.ready_prob == pytest.approx(play.ready_prob(o.discard), abs=0.01)


def test_many_draws_in_one_suit_are_near_the_exact_wall(monkeypatch):
    problem = position("11122233445999s", goals=QUADS, draws=4)
    exact = value.solve(problem)
    monkeypatch.setattr(value, "EXACT_DRAWS", 0)
    swept = value.solve(problem)
    assert (exact.exact, swept.exact) == (True, False)
    for a, b in zip(exact.options, swept.options, strict=True):
        assert b.by_draw[0] == pytest.approx(a.by_draw[0], abs=1e-12)
        assert b.win_prob == pytest.approx(a.win_prob, abs=0.03)


# ------------------------------------------------------------------ counts


def test_census_of_four_copies_where_four_alike_are_two_pairs():
    """Figures of an independent enumeration."""
    census = one_suit_census(4, QUADS)
    assert {s: t.hands for s, t in census.drawn.items()} == {-1: 15_349, 0: 97_267, 1: 6_184}
    assert {s: t.hands for s, t in census.resting.items()} == {0: 47_933, 1: 45_651, 2: 16}
    assert [census.resting[s].weight for s in range(3)] == [1_139_570_912, 1_170_628_864, 589_824]
    assert census.drawn[-1].weight == 449_251_504
    assert census.drawn[-1].hands - one_suit_census(4, (Goal.STANDARD,)).drawn[-1].hands == 2_090
    waits = [20_766, 14_492, 7_670, 3_140, 1_377, 392, 79, 16, 1]
    assert [census.waits[n].hands for n in range(1, 10)] == waits
    formal = [20_173, 14_028, 8_179, 3_322, 1_818, 728, 155, 44, 8]
    assert [census.formal_waits[n].hands for n in range(1, 10)] == formal
    assert census.exhausted_only == Tally(522, 981_888)


@pytest.mark.slow
def test_a_suit_alone_is_what_its_own_census_says():
    suit = TileSet.of("1-9m", copies=4).supply
    census = one_suit_census(4, QUADS)
    assert shanten_census(suit, QUADS, 13) == census.resting
    assert shanten_census(suit, QUADS, 14) == census.drawn
    found = shanten_census(suit, QUADS, 14, formal=True)
    assert {s: t.hands for s, t in found.items()} == {-1: 15_349, 0: 97_268, 1: 6_183}


@pytest.mark.parametrize("copies", [4, 8])
def test_complete_hands_of_one_suit_by_shape(copies):
    """13,259 and 30,629 hands of four sets and a pair, 2,090 more by pairs where there are four copies; those by pairs
    are chosen by inclusion and exclusion."""
    census = one_suit_census(copies, QUADS)
    suit = TileSet.of("1-9m", copies=copies).supply
    found = complete_hands(suit, QUADS)
    assert found["all"] == census.drawn[-1]
    assert found["standard"].hands == {4: 13_259, 8: 30_629}[copies]
    assert found["all"].hands - found["standard"].hands == {4: 2_090, 8: 4_962}[copies]
    assert found["seven_pairs"].hands == sum(
        (-1) ** i * comb(9, i) * comb(7 - i * (copies // 2 + 1) + 8, 8) for i in range(3) if i * (copies // 2 + 1) <= 7
    )


def test_a_suit_and_honors_by_both_censuses():
    found = shanten_census(FOUR, QUADS, 14)
    whole = complete_hands(FOUR, QUADS)
    assert sum(t.weight for t in found.values()) == comb(64, 14)
    assert found[-1] == whole["all"]
    rows = targets(FOUR, 4, QUADS)
    assert len(rows) == whole["all"].hands
    ways = np.array([comb(4, n) for n in range(5)], np.int64)
    assert int(ways[rows].prod(axis=1).sum()) == whole["all"].weight


@pytest.mark.slow
def test_complete_hands_of_eight_copies_are_those_that_can_be_listed():
    rows = targets(EIGHT, 4, QUADS)
    whole = complete_hands(EIGHT, QUADS)
    assert len(rows) == whole["all"].hands
    assert len(targets(EIGHT, 4, PAIRED)) == whole["seven_pairs"].hands
    ways = np.array([comb(8, n) for n in range(9)], np.int64)
    assert int(ways[rows].prod(axis=1).sum()) == whole["all"].weight


@pytest.mark.slow
def test_every_hand_of_one_suit_is_as_far_as_the_census_says():
    """The kernel on all 93,600 resting hands of four copies, the tables of one suit on the same."""
    table = suits.only_suit(Problem(ONE_SUIT, tiles("1112223334445s"), 0, NONE, NONE, 0, QUADS))
    need, waits, pow5 = table.tables()
    far, live = {}, {}
    for hand in hands(RANKS, 4, 13):
        number = int(np.array(hand) @ pow5)
        steps = shanten(ONE_SUIT, spread(hand), NONE, 0, QUADS)
        assert steps == need[number] - 1
        far[steps] = far.get(steps, 0) + 1
        number = int(waits[number]).bit_count()
        live[number] = live.get(number, 0) + 1
    census = one_suit_census(4, QUADS)
    assert far == {s: t.hands for s, t in census.resting.items()}
    assert {n: live[n] for n in range(1, 10)} == {n: t.hands for n, t in census.waits.items()}


@pytest.mark.slow
def test_every_hand_of_a_suit_of_eight_copies_is_as_far_as_the_census_says():
    far: dict[int, int] = {}
    for hand in hands(RANKS, 8, 13):
        steps = shanten(SUIT_OF_EIGHT, spread(hand), NONE, 0, QUADS)
        far[steps] = far.get(steps, 0) + 1
    assert far == {s: t.hands for s, t in one_suit_census(8, QUADS).resting.items()}
