"""The daily puzzle: the same for everyone, by the date alone, none twice within a lap of the pack."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from trainer import variants
from trainer.analysis import Goal
from trainer.drill.pack import Puzzling
from trainer.progress.attempt import Mode
from trainer.text import Refusal
from trainer.tiles import tile_text
from trainer.usecases import practice
from trainer.usecases.practice import FIRST_DAY, Asked
from trainer.usecases.site import NotFound

FIRST_THREE = ["e47716d500cb", "4e97f5bc76c8", "c7ccd64e485d"]


def day(number: int) -> date:
    return FIRST_DAY + timedelta(days=number)


def test_the_first_days_are_what_they_always_were() -> None:
    """A change here changes what everybody's archive shows: only a new pack may do that."""
    assert [practice.daily("bamboo", day(n)).id for n in range(3)] == FIRST_THREE


@pytest.mark.parametrize("game", [v.key for v in variants.all_variants()])
def test_no_puzzle_returns_before_all_have_been_shown(game: str) -> None:
    size = sum(p.asks is Puzzling.DISCARD and p.variant == game for p in practice.library().values())
    assert size >= 100
    lap = [practice.daily(game, day(n)).id for n in range(size)]
    assert len(set(lap)) == size
    assert [practice.daily(game, day(size + n)).id for n in range(5)] != lap[:5]


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


def test_an_answer_is_shown_with_the_puzzle_it_was_given_for(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when another pack asks something else on that day; a puzzle that is gone is told as such."""
    puzzle = practice.daily("bamboo", day(3))
    text = f"discard:{tile_text(puzzle.options[0].discard)}"
    how = Asked("daily-1", Mode.DAILY, 900, day=day(3).isoformat())
    practice.answer_discard(db, "ann", puzzle, text, how, Goal.WIN, day(3).isoformat())
    other = practice.daily("bamboo", day(4))
    monkeypatch.setattr(practice, "daily", lambda variant, when: other)
    found = practice.daily_answered(db, "ann", "bamboo", day(3))
    assert found is not None
    assert (found.puzzle, found.thrown) == (puzzle, puzzle.options[0].discard)
    assert practice.daily_answered(db, "bob", "bamboo", day(3)) is None
    again = Asked("daily-2", Mode.DAILY, 900, day=day(3).isoformat())
    with pytest.raises(Refusal):
        practice.answer_discard(
            db, "ann", other, f"discard:{tile_text(other.options[0].discard)}", again, Goal.WIN, day(3).isoformat()
        )
    monkeypatch.setattr(practice, "library", dict)
    with pytest.raises(NotFound, match="no longer kept"):
        practice.daily_answered(db, "ann", "bamboo", day(3))
