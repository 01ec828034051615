"""Tables of suits, and whole hands looked up in them, against the slow ways."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import numpy as np
import pytest
from mahjong.shanten import Shanten

from tests.solver.positions import FULL, NONE, deal
from trainer.solver import efficiency, tables
from trainer.solver.problem import Goal, Problem
from trainer.solver.whole import Hands
from trainer.tiles import TileSet

EVERY = (Goal.STANDARD, Goal.SEVEN_PAIRS, Goal.THIRTEEN_ORPHANS)
QUADS = (Goal.STANDARD, Goal.SEVEN_PAIRS_WITH_QUADS)
SUIT, HONORS = (4,) * 9, (4,) * 7 + (0, 0)
EIGHT, EIGHT_HONORS = (8,) * 9, (8,) * 7 + (0, 0)


def lacking(counts: tuple[int, ...], limits: tuple[int, ...], runs: bool, pairs: int, sets: int) -> int:
    """Tiles to add until the counts hold so many sets and pairs, by trying every choice of them."""
    groups = [tuple(3 * (i == k) for i in range(9)) for k in range(9)]
    if runs:
        groups += [tuple(int(k <= i < k + 3) for i in range(9)) for k in range(7)]
    best = tables.FAR
    for chosen in combinations_with_replacement(groups, sets):
        for pair in range(9) if pairs else (None,):
            want = [sum(column) for column in zip(*chosen, strict=True)] if chosen else [0] * 9
            if pair is not None:
                want[pair] += 2
            if all(n <= most for n, most in zip(want, limits, strict=True)):
                best = min(best, sum(max(0, n - have) for n, have in zip(want, counts, strict=True)))
    return best


def row(table: tables.Table, counts: tuple[int, ...]) -> list[int]:
    low, middle, high = (
        sum(n * table.radix**p for n, p in zip(counts[i : i + 3], (2, 1, 0), strict=True)) for i in (0, 3, 6)
    )
    found: list[int] = table.rows[table.third[table.second[table.first[low], middle], high]].tolist()
    return found


@pytest.mark.parametrize(
    ("limits", "runs"),
    [(SUIT, True), (HONORS, False), (EIGHT, True), (EIGHT_HONORS, False), ((4, 4, 1, 3, 4, 0, 2, 4, 4), True),
     ((4, 0, 0, 0, 0, 0, 0, 0, 4), True), ((0,) * 9, True)],
)  # fmt: skip
def test_a_row_is_what_trying_every_choice_finds(limits: tuple[int, ...], runs: bool) -> None:
    rng = random.Random(sum(limits))
    table = tables.table(limits, runs, max(5, max(limits) + 1))
    pile = [r for r, n in enumerate(limits) for _ in range(n)]
    for _ in range(40):
        drawn = rng.sample(pile, min(len(pile), rng.randrange(tables.LARGEST + 1)))
        counts = tuple(drawn.count(r) for r in range(9))
        found = row(table, counts)
        for pairs in range(2):
            for sets in range(3):
                wanted = lacking(counts, limits, runs, pairs, sets)
                assert found[5 * pairs + sets] == wanted, (counts, pairs, sets)


def test_the_numbers_of_different_rows_are_those_known() -> None:
    """126 and 55 with four copies, 118 and 66 with eight."""
    given = ((SUIT, True, 5), (HONORS, False, 5), (EIGHT, True, 9), (EIGHT_HONORS, False, 9))
    assert [len(tables.table(*g).rows) for g in given] == [126, 55, 118, 66]


def test_a_limit_that_no_digit_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        tables.table(EIGHT, True, 5)


SETS = [
    (FULL, EVERY),
    (TileSet.of("1-9m 1-7z", copies=4).supply, QUADS),
    (TileSet.of("1-9m 1-7z", copies=8).supply, QUADS),
    (TileSet.of("1-1m 9-9m 1-9p 1-9s 1-7z", copies=4).supply, EVERY),
    (TileSet.of("1-9s", copies=4).supply, (Goal.STANDARD,)),
]


@pytest.mark.parametrize("size", [13, 14])
@pytest.mark.parametrize(("supply", "goals"), SETS)
def test_whole_hands_alone_and_together(supply: tuple[int, ...], goals: tuple[Goal, ...], size: int) -> None:
    rng, known = random.Random(size), Hands(supply, goals)
    dealt = [deal(rng, supply, size)[0] for _ in range(400)]
    expected = [efficiency.shanten(supply, hand, NONE, 0, goals) for hand in dealt]
    rows = np.array(dealt, np.int8)
    assert known.shantens(rows).tolist() == expected
    assert [known.shanten(hand) for hand in rows[:50]] == expected[:50]


def test_whole_hands_agree_with_a_public_package() -> None:
    rng, oracle, known = random.Random(7), Shanten(), Hands(FULL, EVERY)
    for _ in range(1000):
        (hand,) = deal(rng, FULL, 14)
        assert known.shanten(np.array(hand, np.int8)) == oracle.calculate_shanten(list(hand)), hand


@pytest.mark.parametrize(("supply", "goals"), SETS)
def test_useful_tiles_of_whole_hands(supply: tuple[int, ...], goals: tuple[Goal, ...]) -> None:
    rng, known = random.Random(3), Hands(supply, goals)
    hands, unseen, expected = [], [], []
    for _ in range(60):
        hand, seen = deal(rng, supply, 14, rng.randrange(min(20, sum(supply) - 14)))
        problem = Problem(supply, hand, 0, NONE, seen, 0, goals)
        hands.append(hand)
        unseen.append(problem.unseen)
        steps = {u.discard: (u.shanten, u.tiles) for u in efficiency.ukeire(problem)}
        expected.append([list(steps.get(k, (-2, 0))) for k in range(34)])
    found = known.useful_of(np.array(hands, np.int8), np.array(unseen, np.int8))
    assert found.tolist() == expected
    out = np.zeros((34, 2), np.int16)
    known.useful(np.array(hands[0], np.int8), np.array(unseen[0], np.int8), out)
    assert out.tolist() == expected[0]


def test_hands_need_the_standard_shape() -> None:
    with pytest.raises(ValueError, match="standard"):
        Hands(FULL, (Goal.SEVEN_PAIRS,))
