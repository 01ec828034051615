"""“I think I was right”: an exact answer stands, a wrong one is mended and the attempt credited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.conftest import START
from trainer.analysis import Goal, Model
from trainer.drill.puzzle import DiscardPuzzle
from trainer.progress.attempt import Mark, Mode
from trainer.store import attempts
from trainer.tiles import tile_text
from trainer.usecases import appeal, practice

NOW = START.isoformat()


def puzzle() -> DiscardPuzzle:
    """One with a single best discard and a blunder."""
    return next(
        p
        for p in practice.library().values()
        if isinstance(p, DiscardPuzzle) and len(p.best()) == 1 and p.analysis().choices[-1].grade == "blunder"
    )


def throw(db: Any, p: DiscardPuzzle, rank: int) -> practice.DiscardAnswer:
    tile = tile_text(p.options[rank].discard)
    return practice.answer_discard(
        db, "ann", p, f"discard:{tile}", practice.Asked(f"token-{rank}", Mode.PRACTICE, 900), Goal.WIN, NOW
    )


def decided(db: Any, done: practice.DiscardAnswer) -> appeal.Appeal:
    """Looked at again, with what that changes."""
    found = appeal.again(done, Goal.WIN, appeal.deeper(done.puzzle))
    appeal.decide(db, "ann", done, found)
    return found


def test_an_exact_answer_stands_with_the_same_numbers(db: Any) -> None:
    p = puzzle()
    done = throw(db, p, -1)
    found = decided(db, done)
    assert not found.upheld
    assert found.same
    assert found.found.choices[0].discard == p.best()[0].discard
    assert attempts.by_token(db, "ann", "token--1").mark is Mark.BLUNDER  # type: ignore[union-attr]


def wronged(p: DiscardPuzzle) -> DiscardPuzzle:
    """The puzzle as a bad model would have solved it: the best and the worst discard have changed places."""
    best, worst = p.options[0], p.options[-1]
    moved = (replace(worst, discard=best.discard), *p.options[1:-1], replace(best, discard=worst.discard))
    return replace(p, options=moved, model=Model("shrinking", 1, False, p.position.draws))


def test_a_wrong_grade_is_mended_and_only_that_attempt(db: Any) -> None:
    p = wronged(puzzle())
    done, other = throw(db, p, 0), throw(db, p, 1)
    assert done.attempt.mark is Mark.BLUNDER
    found = decided(db, done)
    assert found.upheld
    assert not found.same
    stored = attempts.by_token(db, "ann", "token-0")
    assert stored is not None
    assert (stored.mark, stored.loss, stored.share, stored.first) == (Mark.BEST, 0, 0, True)
    assert attempts.by_token(db, "ann", "token-1") == other.attempt


def test_looking_again_changes_nothing(db: Any) -> None:
    done = throw(db, wronged(puzzle()), 0)
    assert appeal.again(done, Goal.WIN, appeal.deeper(done.puzzle)).upheld
    assert attempts.by_token(db, "ann", "token-0") == done.attempt


def test_the_other_goal_is_answered_too(db: Any) -> None:
    done = throw(db, puzzle(), -1)
    found = appeal.again(done, Goal.VALUE, appeal.deeper(done.puzzle))
    assert (found.found.goal, found.other.goal) == (Goal.VALUE, Goal.WIN)
