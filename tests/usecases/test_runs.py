"""Runs of wait drills: when each is over, and what the clock of a survival shows."""

from __future__ import annotations

from typing import Any

from tests.conftest import START
from trainer.progress.attempt import Attempt, Kind, Mark, Mode
from trainer.store import attempts
from trainer.usecases import runs
from trainer.usecases.practice import SPRINT
from trainer.usecases.runs import HIT_MS, SURVIVAL_MS, Run


def answer(
    n: int, mark: Mark, mode: Mode = Mode.SURVIVAL, *, ms: int = 1000, series: str = "run", **more: int
) -> Attempt:
    counted = {"hits": 0, "misses": 0, "false_calls": 0, **more}
    return Attempt(
        token=f"token-{series}-{n}", variant="bamboo", edition=1, kind=Kind.WAITS, mode=mode, puzzle=f"{series}-{n}",
        answer="none", mark=mark, ms=ms, at=START.isoformat(), series=series, **counted,
    )  # fmt: skip


def test_a_sprint_is_over_after_ten_whatever_was_said() -> None:
    done = tuple(answer(n, Mark.WRONG, Mode.SPRINT) for n in range(SPRINT))
    assert not runs.of(Run.SPRINT, done[:-1]).over
    assert runs.of(Run.SPRINT, done).over


def test_a_streak_lasts_until_the_first_answer_that_is_not_all_right() -> None:
    right = tuple(answer(n, Mark.RIGHT, Mode.STREAK, hits=2) for n in range(3))
    assert not runs.of(Run.STREAK, right).over
    ended = runs.of(Run.STREAK, (*right, answer(4, Mark.PARTIAL, Mode.STREAK, hits=1, misses=1)))
    assert ended.over
    assert ended.right == 3


def test_hits_wind_the_clock_up_and_false_calls_run_it_down() -> None:
    def left(*done: Attempt) -> int | None:
        return runs.of(Run.SURVIVAL, done).left_ms

    assert left() == SURVIVAL_MS
    assert left(answer(1, Mark.RIGHT, hits=3)) == SURVIVAL_MS - 1000 + 3 * HIT_MS
    assert left(answer(1, Mark.RIGHT)) == SURVIVAL_MS - 1000 + HIT_MS, "not ready, rightly said"
    assert left(answer(1, Mark.WRONG, false_calls=2)) == SURVIVAL_MS - 1000 - 2 * HIT_MS
    assert left(answer(1, Mark.PARTIAL, hits=1, misses=4)) == SURVIVAL_MS - 1000 + HIT_MS


def test_an_answer_after_the_time_is_up_wins_nothing_back() -> None:
    late = runs.of(Run.SURVIVAL, (answer(1, Mark.RIGHT, ms=SURVIVAL_MS, hits=9),))
    assert late.over
    assert late.left_ms == 0


def test_the_best_run_is_told_apart_by_kind_and_by_series(db: Any) -> None:
    for series, mode, right in (("a", Mode.STREAK, 2), ("b", Mode.STREAK, 4), ("c", Mode.SURVIVAL, 7)):
        for n in range(right):
            attempts.add(db, "ann", answer(n, Mark.RIGHT, mode, hits=1, series=series))
        attempts.add(db, "ann", answer(99, Mark.WRONG, mode, series=series))
    assert runs.best(db, "ann", Run.STREAK) == 4
    assert runs.best(db, "ann", Run.SPRINT) == 0
    assert runs.best(db, "bob", Run.STREAK) == 0
    assert len(runs.standing(db, "ann", Run.STREAK, "b").done) == 5
    assert runs.standing(db, "ann", Run.SPRINT, "b").done == (), "another kind of run"
