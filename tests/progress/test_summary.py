"""Sums over attempts, by hand-worked examples."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from trainer.progress import summary
from trainer.progress.attempt import Attempt, Kind, Mark, Mode
from trainer.progress.summary import Skill, Streak, WaitSums

TODAY = date(2026, 3, 14)
WAITS = Attempt(
    token="t", variant="bamboo", edition=1, kind=Kind.WAITS, mode=Mode.PRACTICE, puzzle="p", answer="25s",
    mark=Mark.RIGHT, ms=1000, at="2026-03-14T12:00:00+00:00", hits=2, misses=0, false_calls=0, wait_count=2,
)  # fmt: skip
DISCARD = replace(WAITS, kind=Kind.DISCARD, mark=Mark.BEST, hits=None, misses=None, false_calls=None, wait_count=None)


def days(*back: int) -> list[date]:
    return [TODAY - timedelta(days=n) for n in back]


@pytest.mark.parametrize(
    ("practiced", "expected"),
    [
        (days(), Streak(0, 0, today=False)),
        (days(0), Streak(1, 1, today=True)),
        (days(1), Streak(1, 1, today=False)),
        (days(2), Streak(0, 1, today=False)),
        (days(0, 1, 2), Streak(3, 3, today=True)),
        (days(1, 2, 3), Streak(3, 3, today=False)),
        (days(0, 2, 3, 4), Streak(1, 3, today=True)),
        (days(2, 1, 0, 0, 1), Streak(3, 3, today=True)),
        (days(0, 1, 10, 11, 12, 13), Streak(2, 4, today=True)),
    ],
)
def test_a_streak_reaches_today_or_yesterday(practiced: list[date], expected: Streak) -> None:
    assert summary.streak(practiced, TODAY) == expected


def test_a_streak_runs_over_the_end_of_a_leap_february() -> None:
    assert summary.streak([date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)], date(2028, 3, 1)).current == 3


def test_a_skill_counts_first_tries_only_and_takes_the_median_time() -> None:
    log = [
        replace(WAITS, ms=1000),
        replace(WAITS, ms=9000, mark=Mark.PARTIAL),
        replace(WAITS, ms=2000, mark=Mark.WRONG),
        replace(WAITS, ms=50, first=False),
    ]
    assert summary.skill("x", log) == Skill("x", number=3, good=1, ms=2000)
    assert summary.skill("x", log).accuracy == pytest.approx(1 / 3)


def test_a_skill_is_judged_by_the_last_attempts() -> None:
    log = [replace(WAITS, mark=Mark.WRONG)] * 30 + [WAITS] * summary.WINDOW
    assert summary.skill("x", log) == Skill("x", number=summary.WINDOW, good=summary.WINDOW, ms=1000)


def test_no_attempts_are_no_accuracy_and_no_time() -> None:
    assert summary.skill("x", []) == Skill("x", 0, 0, None)
    assert summary.skill("x", []).accuracy == 0


def test_wait_counts_are_in_order_of_number_with_not_ready_first() -> None:
    log = [replace(WAITS, wait_count=n) for n in (10, 2, 0, 2)] + [DISCARD]
    assert [(s.key, s.number) for s in summary.by_wait_count(log)] == [("0", 1), ("2", 2), ("10", 1)]


def test_a_hand_that_may_not_be_won_with_is_not_counted_as_not_ready() -> None:
    log = [replace(WAITS, legal=True, wait_count=n) for n in (0, 3)] + [replace(WAITS, wait_count=0)]
    assert [(s.key, s.number) for s in summary.by_wait_count(log)] == [("0", 1), ("3", 1)]


def test_an_attempt_counts_under_each_of_its_themes_of_its_kind() -> None:
    log = [replace(WAITS, themes=("blocked", "long")), replace(DISCARD, themes=("long",))]
    assert [(s.key, s.number) for s in summary.by_theme(log)] == [
        ("discard:long", 1),
        ("waits:blocked", 1),
        ("waits:long", 1),
    ]


def test_misses_and_false_calls_are_summed_apart() -> None:
    log = [
        replace(WAITS, hits=2, misses=1, false_calls=0),
        replace(WAITS, hits=0, misses=0, false_calls=3),
        replace(WAITS, hits=9, misses=9, false_calls=9, first=False),
        DISCARD,
    ]
    assert summary.wait_sums(log) == WaitSums(hits=2, misses=1, false_calls=3)


def test_the_weakest_have_three_failures_and_the_lowest_accuracy() -> None:
    skills = [
        Skill("two failures", 2, 0, 1),
        Skill("half", 6, 3, 1),
        Skill("third", 9, 3, 1),
        Skill("good", 50, 47, 1),
        Skill("none right", 3, 0, 1),
    ]
    assert [s.key for s in summary.weakest(skills)] == ["none right", "third", "half"]
    assert [s.key for s in summary.weakest(skills[:2])] == ["half"]


def test_accuracy_by_day_leaves_out_days_without_first_tries() -> None:
    log = [
        replace(WAITS, at="2026-03-13T23:59:59+00:00"),
        WAITS,
        replace(WAITS, mark=Mark.WRONG),
        replace(WAITS, at="2026-03-15T00:00:00+00:00", first=False),
    ]
    assert summary.daily_accuracy(log) == [(date(2026, 3, 13), 1.0), (date(2026, 3, 14), 0.5)]
