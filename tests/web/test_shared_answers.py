"""What is kept for all readers stays as it was: nobody's marks, language or preferences are in another's page."""

from __future__ import annotations

from typing import Any

from trainer.analysis import Goal
from trainer.drill.puzzle import DiscardPuzzle
from trainer.tiles import tile_text
from trainer.usecases import practice
from trainer.web import present_drill

PUZZLE = next(p for p in practice.library().values() if isinstance(p, DiscardPuzzle) and len(p.options) > 2)


def marked(answer: dict[str, Any]) -> list[str]:
    return [t["text"] for t in answer["hand"] if t["you"]]


def test_two_readers_answers_to_one_puzzle_keep_their_marks(app: Any) -> None:
    rules = practice.rules_of(PUZZLE)
    with app.test_request_context("/"):
        asked = repr(present_drill.position(PUZZLE, True))
        first, last = PUZZLE.options[0].discard, PUZZLE.options[-1].discard
        mine = present_drill.answer(rules, PUZZLE, first, Goal.VALUE, sort=True)
        other = present_drill.answer(rules, PUZZLE, last, Goal.VALUE, sort=True)
        assert (marked(mine), marked(other)) == ([tile_text(first)], [tile_text(last)])
        assert repr(present_drill.position(PUZZLE, True)) == asked


def test_a_question_is_drawn_in_the_readers_own_language_and_order(app: Any) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        english = present_drill.board(PUZZLE, "tiles.svg", sort=True)
        assert present_drill.board(PUZZLE, "tiles.svg", sort=False) != english
    with app.test_request_context("/", headers={"Accept-Language": "zh-CN"}):
        assert present_drill.board(PUZZLE, "tiles.svg", sort=True) != english
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        assert present_drill.board(PUZZLE, "tiles.svg", sort=True) == english
