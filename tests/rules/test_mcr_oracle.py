"""The additive engine against the public calculator of the official Chinese rules: with that table's values both give
the same total (rules 2.9).

The calculator is built from source with a C++ compiler. Where it is not installed these tests skip; in CI they must
run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest

from tests.rules import chinese, mcr
from trainer.hands import Form
from trainer.rules.score import score
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Win
from trainer.tiles import FIRST_HONOR, RANKS, Kind, Tile, TileSet

RULES = chinese.with_scoring(mcr.SCORING, TileSet.of("1-9m 1-7z", copies=4))
NAMES = [*(f"W{r}" for r in range(1, 10)), *(f"F{r}" for r in range(1, 5)), *(f"J{r}" for r in (3, 2, 1))]
PACKS = {Form.CHOW: "CHI", Form.PUNG: "PENG", Form.KONG: "GANG"}
NOTHING = "无番和"


Calculator = Callable[..., Any]


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    """The package's function."""
    if find_spec("MahjongGB") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI needs the public calculator of requirements-oracle.txt: make oracle.", pytrace=False)
        pytest.skip("the public calculator is not installed: make oracle, which needs a C++ compiler")
    from MahjongGB import MahjongFanCalculator

    return MahjongFanCalculator


def named(k: int) -> str:
    return NAMES[k if k < FIRST_HONOR else RANKS + k - FIRST_HONOR]


def theirs(calculator: Calculator, w: Win) -> int:
    """The package's total. It is told the middle tile of a chow, and a concealed kong comes from nobody."""
    packs = tuple(
        (PACKS[m.form], named(m.kind + (m.form is Form.CHOW)), 0 if m.is_concealed else 1) for m in w.hand.melds
    )
    flags, by = w.circumstance.flags, w.circumstance.by
    found = calculator(
        pack=packs, hand=tuple(named(t) for t in w.hand.concealed), winTile=named(w.tile), flowerCount=0,
        isSelfDrawn=by is By.SELF_DRAW, is4thTile=Flag.LAST_OF_KIND in flags,
        isAboutKong=by is By.ROBBED_KONG or Flag.KONG_REPLACEMENT in flags, isWallLast=Flag.LAST_TILE in flags,
        seatWind=0, prevalentWind=0,
    )  # fmt: skip
    return sum(points for points, name in found if name != NOTHING)


def differences(calculator: Calculator, rules: Ruleset, seed: int, number: int) -> list[str]:
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        w = chinese.random_win(rules, rng)
        ours = score(rules, w)
        total = theirs(calculator, w)
        if ours.worth.total != total:
            lines = [(x.id, x.value, x.count) for x in ours.worth.lines]
            found.append(f"{w}: {ours.worth.total} {lines}, not {total}")
    return found


def test_totals_are_those_of_the_public_calculator(calculator: Calculator) -> None:
    assert not differences(calculator, RULES, 1, 500)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2, 7))
def test_100_000_totals_are_those_of_the_public_calculator(calculator: Calculator, seed: int) -> None:
    assert not differences(calculator, RULES, seed, 20_000)


@pytest.mark.parametrize("by", ["discard", "self_draw"])
@pytest.mark.parametrize("won", range(RANKS))
def test_nine_gates_are_worth_what_the_public_calculator_says(calculator: Calculator, won: int, by: str) -> None:
    w = chinese.win("1112345678999m", f"{won + 1}m", by)
    assert Kind(w.tile) == Tile(won)
    assert score(RULES, w).worth.total == theirs(calculator, w) > 88
