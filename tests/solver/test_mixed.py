"""Counts of hands of several suits and honors: published figures, closed forms, and every hand of small sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, prod

import pytest

from trainer.solver import reference
from trainer.solver.census import Tally, one_suit_census
from trainer.solver.mixed import all_hands, complete_hands, kinds_among, shanten_census
from trainer.solver.problem import ORPHANS, Goal
from trainer.tiles import FIRST_HONOR, KINDS

PAIRED = (Goal.STANDARD, Goal.SEVEN_PAIRS)
EVERY = (*PAIRED, Goal.THIRTEEN_ORPHANS)
FULL = (4,) * KINDS
SUIT = tuple(4 * (k < 9) for k in range(KINDS))
EIGHT = tuple(8 * (k < 9 or k >= FIRST_HONOR) for k in range(KINDS))
SUIT_AND_HONORS = tuple(4 * (k < 9 or k >= FIRST_HONOR) for k in range(KINDS))


def supply(**copies: int) -> tuple[int, ...]:
    """A small set by kinds: `k27=3` are three copies of kind 27."""
    named = {int(name[1:]): n for name, n in copies.items()}
    return tuple(named.get(k, 0) for k in range(KINDS))


def hands(limits: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Every hand of so many tiles."""
    if not limits:
        if size == 0:
            yield ()
        return
    for n in range(min(limits[0], size) + 1):
        for rest in hands(limits[1:], size - n):
            yield (n, *rest)


def weight(limits: tuple[int, ...], hand: tuple[int, ...]) -> int:
    return prod(comb(a, b) for a, b in zip(limits, hand, strict=True))


@pytest.mark.parametrize("size", [0, 1, 4, 7, 12])
def test_all_hands_of_a_small_set_are_so_many(size: int) -> None:
    limits = supply(k0=4, k1=1, k4=3, k30=2, k33=8)
    every = list(hands(limits, size))
    assert all_hands(limits, size) == Tally(len(every), sum(weight(limits, hand) for hand in every))


@pytest.mark.parametrize(
    ("copies", "size", "number"), [(4, 13, 93_600), (4, 14, 118_800), (8, 13, 199_035), (8, 14, 308_187)]
)
def test_all_hands_of_one_suit_are_so_many(copies: int, size: int, number: int) -> None:
    limits = tuple(copies * (k < 9) for k in range(KINDS))
    assert all_hands(limits, size) == Tally(number, comb(9 * copies, size))


def test_complete_hands_of_the_full_deck() -> None:
    found = complete_hands(FULL, EVERY)
    assert found["standard"].hands == 11_498_658
    assert found["seven_pairs"] == Tally(comb(34, 7), comb(34, 7) * 6**7)
    assert found["thirteen_orphans"] == Tally(13, 13 * 6 * 4**12)
    assert round(comb(136, 14) / found["all"].weight) == 330_530


def test_a_suit_alone_is_what_its_own_census_says() -> None:
    census = one_suit_census(4)
    assert shanten_census(SUIT, PAIRED, 13) == census.resting
    assert shanten_census(SUIT, PAIRED, 14) == census.drawn
    assert complete_hands(SUIT, PAIRED)["all"] == census.drawn[-1]


def test_a_suit_whose_hands_may_wait_for_a_fifth_copy() -> None:
    """Rules 8: 40,872 of the 93,600 hands, 676 of them for nothing else; 48.6216, 51.2536 and 0.1248 % of all deals."""
    found = shanten_census(SUIT, PAIRED, 13, formal=True)
    census = one_suit_census(4)
    assert found[0].hands == 40_872 == sum(t.hands for t in census.formal_waits.values())
    assert found[0].hands - census.resting[0].hands == 676
    whole = comb(36, 13)
    assert [round(100 * found[n].weight / whole, 4) for n in (0, 1, 2)] == [48.6216, 51.2536, 0.1248]
    drawn = shanten_census(SUIT, PAIRED, 14, formal=True)
    assert round(100 * drawn[0].weight / comb(36, 14), 4) == 80.4035


def test_a_suit_and_the_honors() -> None:
    resting = shanten_census(SUIT_AND_HONORS, PAIRED, 13)
    drawn = shanten_census(SUIT_AND_HONORS, PAIRED, 14)
    assert sum(t.weight for t in resting.values()) == comb(64, 13)
    assert sum(t.weight for t in drawn.values()) == comb(64, 14)
    assert drawn[-1] == complete_hands(SUIT_AND_HONORS, PAIRED)["all"] == Tally(138_592, 10_712_272_362)
    assert resting[0] == Tally(551_203, 37_605_260_732)


SMALL = [
    supply(k0=2, k1=3, k2=1, k3=2, k27=3, k28=1),
    supply(k0=4, k1=1, k2=1, k27=2, k28=4),
    supply(k9=1, k10=4, k11=3, k12=2, k13=2),
    supply(k27=3, k28=2, k29=4, k33=1),
]


@pytest.mark.parametrize("limits", SMALL)
@pytest.mark.parametrize("size", [4, 5, 7, 8])
def test_every_hand_of_a_small_set(limits: tuple[int, ...], size: int) -> None:
    number: Counter[int] = Counter()
    ways: Counter[int] = Counter()
    for hand in hands(limits, size):
        steps = reference.shanten(limits, hand, (0,) * KINDS, 0, (Goal.STANDARD,))
        number[steps] += 1
        ways[steps] += weight(limits, hand)
    found = shanten_census(limits, (Goal.STANDARD,), size, sets=size // 3)
    assert found == {steps: Tally(number[steps], ways[steps]) for steps in number}
    if size % 3 == 2:
        assert complete_hands(limits, (Goal.STANDARD,), sets=size // 3)["all"] == found.get(-1, Tally(0, 0))


def test_hands_of_both_shapes_are_counted_once() -> None:
    limits = supply(k0=2, k1=2, k2=2, k3=2, k4=3, k5=2, k6=2, k27=2, k28=1)
    complete = [h for h in hands(limits, 14) if reference.is_complete(h, 0, PAIRED)]
    paired = [h for h in complete if reference.is_complete(h, 0, (Goal.SEVEN_PAIRS,))]
    sets = [h for h in complete if reference.is_complete(h, 0, (Goal.STANDARD,))]
    found = complete_hands(limits, PAIRED)
    for name, those in (("all", complete), ("seven_pairs", paired), ("standard", sets)):
        assert found[name] == Tally(len(those), sum(weight(limits, h) for h in those))
    assert found["both"].hands == len(paired) + len(sets) - len(complete) > 0


@pytest.mark.parametrize(
    ("limits", "goals"),
    [(FULL, PAIRED), (SUIT_AND_HONORS, EVERY), (SUIT_AND_HONORS, (Goal.SEVEN_PAIRS,)), (EIGHT, PAIRED)],
)
def test_what_is_not_counted_is_refused(limits: tuple[int, ...], goals: tuple[Goal, ...]) -> None:
    with pytest.raises(ValueError, match="not counted"):
        shanten_census(limits, goals, 13)


def test_kinds_met() -> None:
    limits = supply(k0=2, k1=3, k8=1, k27=2)
    met: Counter[int] = Counter()
    for hand in hands(limits, 4):
        met[sum(hand[k] > 0 for k in ORPHANS)] += weight(limits, hand)
    assert kinds_among(limits, ORPHANS, 4) == met
    assert sum(kinds_among(SUIT_AND_HONORS, ORPHANS, 14).values()) == comb(64, 14)
