"""`bench`: what is measured beside the package `mahjong`, and how a figure that is held is shown."""

from __future__ import annotations

import random

import pytest

from trainer import cli_bench, variants
from trainer.bench import scoring, speed
from trainer.bench.speed import Figure
from trainer.rules.score import check, score
from trainer.rules.variant import Variant


def test_the_wins_of_the_figures_are_wins(every_variant: Variant) -> None:
    rules, rng = every_variant.ruleset(), random.Random(4)
    for _ in range(50):
        win = scoring.random_win(rules, rng)
        check(rules, win)
        assert score(rules, win).complete


def test_both_are_asked_about_the_same_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "WINS", 20)
    monkeypatch.setattr(scoring, "RUNS", 3)
    rates = list(scoring.cold(variants.get("fulldeck").ruleset()))
    assert len(rates) == 3
    assert all(mine > 0 and other is not None and other > 0 for mine, other in rates)


def test_a_position_is_priced_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "RUNS", 1)
    ((first, again),) = scoring.over_a_position(variants.get("hk64").ruleset())
    assert again[0] > first[0]


def test_medians_are_of_the_runs_and_of_their_ratios() -> None:
    assert scoring.medians([(10.0, 5.0), (30.0, 10.0), (20.0, 20.0)]) == (20.0, 2.0)
    assert scoring.medians([(10.0, None), (30.0, None)]) == (20.0, None)


def test_without_the_package_only_the_ratio_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "find_spec", lambda name: None)
    monkeypatch.setattr(scoring, "WINS", 5)
    monkeypatch.setattr(scoring, "RUNS", 1)
    figures = list(speed._scoring(variants.get("bamboo").ruleset()))
    assert [f.median is None for f in figures] == [False, True]
    assert cli_bench._line(figures[1]).endswith("not installed")


@pytest.mark.parametrize("key", ["jingdian", "hk64"])
def test_where_fan_are_added_the_rates_themselves_are_held(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr(scoring, "WINS", 5)
    monkeypatch.setattr(scoring, "RUNS", 1)
    figures = list(speed._scoring(variants.get(key).ruleset()))
    assert [f.least for f in figures] == [5_000, None, 20_000]
    assert all(f.unit == "/s" and f.median for f in figures)


@pytest.mark.parametrize(("median", "said"), [(250.0, "(held: 200)"), (150.0, "(MISSED: 200)")])
def test_a_figure_that_is_held_says_so(median: float, said: str) -> None:
    figure = Figure("deals", "/s", median, least=200.0)
    assert figure.holds == (median > 200)
    assert cli_bench._line(figure).endswith(said)


def test_hands_of_the_figures_hold_no_flowers(every_variant: Variant) -> None:
    rules = every_variant.ruleset()
    for hand in speed.hands(rules, 40):
        assert sum(hand.counts) == rules.deal.hand + 1


def test_a_position_of_a_game_with_flowers_is_priced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "RUNS", 1)
    ((first, again),) = scoring.over_a_position(variants.get("flower72").ruleset())
    assert min(first[0], again[0]) > 0
