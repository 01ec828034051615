"""The daily puzzle: the same for everyone, by the date alone, none twice within a lap of the pack."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from trainer.analysis import Goal
from trainer.drill.pack import Puzzling
from trainer.progress.attempt import Mode
from trainer.tiles import tile_text
from trainer.usecases import practice
from trainer.usecases.practice import FIRST_DAY, Asked
from trainer.usecases.site import NotFound

FIRST_THREE = ["e3979490cff4", "4e97f5bc76c8", "c64d9fcae6ef"]


def day(number: int) -> date:
    return FIRST_DAY + timedelta(days=number)


def test_the_first_days_are_what_they_always_were() -> None:
    """A change here changes what everybody's archive shows: only a new pack may do that."""
    assert [practice.daily("bamboo", day(n)).id for n in range(3)] == FIRST_THREE


def test_no_puzzle_returns_before_all_have_been_shown() -> None:
    size = sum(p.asks is Puzzling.DISCARD for p in practice.library().values())
    lap = [practice.daily("bamboo", day(n)).id for n in range(size)]
    assert len(set(lap)) == size
    assert [practice.daily("bamboo", day(size + n)).id for n in range(5)] != lap[:5]


def test_a_game_without_a_pack_has_no_daily() -> None:
    with pytest.raises(NotFound):
        practice.daily("nothing", day(0))


@pytest.mark.parametrize("text", ["", "today", "2026-13-01", "1999-01-01", "99999-01-01"])
def test_days_that_do_not_exist_are_not_found(text: str) -> None:
    with pytest.raises(NotFound):
        practice.day_of(text, day(10))


def test_tomorrow_is_not_told() -> None:
    assert practice.day_of(day(10).isoformat(), day(10)) == day(10)
    with pytest.raises(NotFound):
        practice.day_of(day(11).isoformat(), day(10))


def test_the_archive_shows_each_days_first_answer(db: Any) -> None:
    today = day(5)
    puzzle = practice.daily("bamboo", day(3))
    for turn, rank in enumerate((1, 0)):
        tile = puzzle.options[rank].discard
        how = Asked(f"daily-{turn}", Mode.DAILY, 900, day=day(3).isoformat())
        practice.answer_discard(db, "ann", puzzle, f"discard:{tile_text(tile)}", how, Goal.WIN, day(3).isoformat())
    found = practice.archive(db, "ann", "bamboo", today)
    assert [d for d, _ in found] == [day(n) for n in range(5, -1, -1)]
    answers = {d: a for d, a in found if a is not None}
    assert set(answers) == {day(3)}
    assert answers[day(3)].answer == f"discard:{tile_text(puzzle.options[1].discard)}"
    assert practice.daily_answer(db, "ann", "bamboo", day(3)) == answers[day(3)]
    assert practice.daily_answer(db, "bob", "bamboo", day(3)) is None
    assert len(practice.archive(db, "ann", "bamboo", day(400), days=60)) == 60
