"""Practice: which puzzle comes next, what an answer stores, and that nothing is stored twice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import START
from trainer.analysis import Goal
from trainer.drill.grade import BadAnswer
from trainer.drill.pack import Puzzling, puzzle_text
from trainer.drill.puzzle import DiscardPuzzle, NotAnOption
from trainer.drill.themes import Theme, Trap, level
from trainer.drill.waits import WaitPuzzle
from trainer.progress.attempt import Kind, Mark, Mode
from trainer.store import attempts, puzzles
from trainer.text import Refusal
from trainer.tiles import tile_text
from trainer.usecases import practice
from trainer.usecases.practice import Asked
from trainer.usecases.site import NotFound

NOW = START.isoformat()


def discards() -> list[DiscardPuzzle]:
    return [p for p in practice.library().values() if isinstance(p, DiscardPuzzle) and p.variant == "bamboo"]


def waits() -> list[WaitPuzzle]:
    return [p for p in practice.library().values() if isinstance(p, WaitPuzzle) and p.variant == "bamboo"]


def asked(token: str, **more: Any) -> Asked:
    return Asked(f"token-{token}", more.pop("mode", Mode.PRACTICE), more.pop("ms", 1500), **more)


def throw(db: Any, puzzle: DiscardPuzzle, rank: int, token: str, user: str = "ann", goal: Goal = Goal.WIN) -> Any:
    tile = puzzle.options[rank].discard
    return practice.answer_discard(db, user, puzzle, f"discard:{tile_text(tile)}", asked(token), goal, NOW)


# ------------------------------------------------------------------ choosing


def test_what_was_not_tried_comes_first_then_the_longest_ago(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    three = {p.id: p for p in discards()[:3]}
    monkeypatch.setattr(practice, "library", lambda: three)
    order = []
    for turn in range(3):
        id_ = practice.choose(db, "ann", "bamboo", Puzzling.DISCARD)
        assert id_ not in order
        order.append(id_)
        throw(db, three[id_], 0, f"first-{turn}")
    for turn, expected in enumerate(order * 2):
        id_ = practice.choose(db, "ann", "bamboo", Puzzling.DISCARD)
        assert id_ == expected
        throw(db, three[id_], 1, f"again-{turn}")
    assert practice.choose(db, "bob", "bamboo", Puzzling.DISCARD) in three, "what one user tried is new to another"


def test_filters_hold(db: Any) -> None:
    for theme in (Theme.QUAD, Theme.SEVEN_PAIRS):
        for _ in range(5):
            id_ = practice.choose(db, "ann", "bamboo", Puzzling.DISCARD, theme=theme)
            assert theme in practice.library()[id_].tags
    for wanted in ("easy", "hard"):
        id_ = practice.choose(db, "ann", "bamboo", Puzzling.WAITS, level_=wanted)
        assert level(practice.library()[id_].prior) == wanted
    found = practice.library()[practice.choose(db, "ann", "bamboo", Puzzling.WAITS, count="0")]
    assert isinstance(found, WaitPuzzle)
    assert found.waits == ()
    for filters in ({"theme": "nonsense"}, {"count": "99"}, {"theme": Trap.ONE, "count": "5"}):
        with pytest.raises(NotFound):
            practice.choose(db, "ann", "bamboo", Puzzling.WAITS, **filters)


def test_the_stock_serves_when_the_pack_is_used_up(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = waits()[:2]
    monkeypatch.setattr(practice, "library", lambda: {one.id: one})
    puzzles.add(db, other.id, "bamboo", "waits", "endless", puzzle_text(other), NOW, None)
    practice.answer_waits(db, "ann", one, frozenset(), asked("1"), NOW, legal=False)
    assert practice.choose(db, "ann", "bamboo", Puzzling.WAITS) == other.id
    assert practice.find(db, "ann", other.id, Puzzling.WAITS) == other


def test_a_users_own_puzzles_are_his_alone(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = discards()[0]
    monkeypatch.setattr(practice, "library", dict)
    puzzles.add(db, mine.id, "bamboo", "discard", "game", puzzle_text(mine), NOW, "ann")
    assert practice.choose(db, "ann", "bamboo", Puzzling.DISCARD, own=True) == mine.id
    assert practice.find(db, "ann", mine.id, Puzzling.DISCARD) == mine
    with pytest.raises(NotFound):
        practice.find(db, "bob", mine.id, Puzzling.DISCARD)
    with pytest.raises(NotFound):
        practice.choose(db, "bob", "bamboo", Puzzling.DISCARD, own=True)


@pytest.mark.parametrize("id_", ["", "nothing", "../../etc/passwd", "0" * 12, "x" * 5000])
def test_an_unknown_puzzle_is_not_found(db: Any, id_: str) -> None:
    with pytest.raises(NotFound):
        practice.find(db, "ann", id_, Puzzling.DISCARD)


def test_a_puzzle_of_the_other_kind_is_not_found(db: Any) -> None:
    with pytest.raises(NotFound):
        practice.find(db, "ann", waits()[0].id, Puzzling.DISCARD)


# ------------------------------------------------------------------ discards


def test_an_answer_stores_grade_and_loss(db: Any) -> None:
    puzzle = discards()[0]
    for rank, choice in enumerate(puzzle.analysis().choices):
        assert choice.discard is not None
        done = practice.answer_discard(
            db, "ann", puzzle, f"discard:{tile_text(choice.discard)}", asked(f"t{rank}"), Goal.WIN, NOW
        )
        a = done.attempt
        assert (a.kind, a.mark, a.loss, a.share) == (Kind.DISCARD, Mark(choice.grade), choice.loss, choice.share)
        assert (a.puzzle, a.themes, a.ms, a.at) == (puzzle.id, puzzle.tags, 1500, NOW)
        assert a.first == (rank == 0), "only the first attempt counts"


def test_the_goal_decides_the_grade(db: Any) -> None:
    puzzle = next(p for p in discards() if Theme.POINTS in p.themes)
    fast, dear = puzzle.analysis().choices[0], puzzle.analysis(Goal.VALUE).choices[0]
    assert fast.discard is not None
    assert fast.discard != dear.discard
    text = f"discard:{tile_text(fast.discard)}"
    by_chance = practice.answer_discard(db, "ann", puzzle, text, asked("1"), Goal.WIN, NOW)
    by_points = practice.answer_discard(db, "bob", puzzle, text, asked("1"), Goal.VALUE, NOW)
    assert by_chance.attempt.mark is Mark.BEST
    assert by_points.attempt.mark is not Mark.BEST
    assert by_points.attempt.loss is not None
    assert by_points.attempt.loss > 1, "in points"


def test_a_form_sent_twice_counts_once_and_keeps_its_first_answer(db: Any) -> None:
    puzzle = discards()[0]
    one, two = throw(db, puzzle, 1, "same"), throw(db, puzzle, 0, "same")
    assert two == one
    assert two.thrown == puzzle.options[1].discard
    assert len(attempts.history(db, "ann")) == 1
    assert throw(db, puzzle, 0, "same", user="bob").attempt.mark is Mark.BEST, "tokens are each user's own"


@pytest.mark.parametrize("text", ["", "pass", "discard:", "discard:1m", "discard:xx", "kong:1s"])
def test_an_illegal_answer_is_refused_and_stores_nothing(db: Any, text: str) -> None:
    with pytest.raises(NotAnOption):
        practice.answer_discard(db, "ann", discards()[0], text, asked("1"), Goal.WIN, NOW)
    assert attempts.history(db, "ann") == []


@pytest.mark.parametrize("token", ["", "short", "x" * 65])
def test_a_form_without_its_token_is_refused(db: Any, token: str) -> None:
    with pytest.raises(Refusal):
        practice.answer_discard(
            db, "ann", discards()[0], "discard:1s", Asked(token, Mode.PRACTICE, 1), Goal.WIN, NOW
        )
    with pytest.raises(Refusal):
        practice.answer_waits(db, "ann", waits()[0], frozenset(), Asked(token, Mode.PRACTICE, 1), NOW, legal=False)
    assert attempts.history(db, "ann") == []


def test_an_old_token_opens_no_other_puzzle(db: Any) -> None:
    """Or its answer could be seen without an attempt."""
    throw(db, discards()[0], 0, "used")
    with pytest.raises(Refusal):
        throw(db, discards()[1], 0, "used")
    with pytest.raises(Refusal):
        practice.answer_waits(db, "ann", waits()[0], frozenset(), asked("used"), NOW, legal=False)
    assert len(attempts.history(db, "ann")) == 1


# ------------------------------------------------------------------ waits


def test_hits_misses_and_false_calls_are_stored_apart(db: Any) -> None:
    puzzle = next(p for p in waits() if len(p.waits) == 4)
    wrong = next(k for k in range(18, 27) if k not in puzzle.waits)
    named = practice.parse_waits(puzzle, [tile_text(t) for t in (*puzzle.waits[:3], wrong)], none=False)
    a = practice.answer_waits(db, "ann", puzzle, named, asked("1"), NOW, legal=False).attempt
    assert (a.mark, a.hits, a.misses, a.false_calls, a.wait_count) == (Mark.PARTIAL, 3, 1, 1, 4)
    assert a.themes == (puzzle.trap,)
    assert practice.named_in(a) == named


def test_not_ready_is_stored_as_an_answer(db: Any) -> None:
    puzzle = next(p for p in waits() if p.trap is Trap.EXHAUSTED_ONLY)
    none = practice.parse_waits(puzzle, [], none=True)
    right = practice.answer_waits(db, "ann", puzzle, none, asked("1"), NOW, legal=False).attempt
    assert (right.mark, right.wait_count, practice.named_in(right)) == (Mark.RIGHT, 0, frozenset())
    blocked = practice.parse_waits(puzzle, [tile_text(k) for k in puzzle.exhausted], none=False)
    false = practice.answer_waits(db, "bob", puzzle, blocked, asked("1"), NOW, legal=False).attempt
    assert (false.mark, false.false_calls) == (Mark.WRONG, len(puzzle.exhausted))
    with pytest.raises(BadAnswer):
        practice.parse_waits(puzzle, [], none=False)


def test_legal_waits_are_another_question(db: Any) -> None:
    puzzle = next(p for p in waits() if p.furiten)
    named = frozenset(puzzle.waits)
    assert practice.answer_waits(db, "ann", puzzle, named, asked("1"), NOW, legal=False).attempt.mark is Mark.RIGHT
    assert practice.answer_waits(db, "bob", puzzle, named, asked("1"), NOW, legal=True).attempt.mark is Mark.WRONG
    assert (
        practice.answer_waits(db, "bob", puzzle, frozenset(), asked("2"), NOW, legal=True).attempt.mark is Mark.RIGHT
    )


def test_what_was_asked_is_stored_with_the_answer(db: Any) -> None:
    puzzle = next(p for p in waits() if p.furiten)
    done = practice.answer_waits(db, "ann", puzzle, frozenset(), asked("1"), NOW, legal=True)
    assert (done.legal, done.attempt.legal, done.attempt.wait_count) == (True, True, 0)
    again = practice.answer_waits(db, "ann", puzzle, frozenset(), asked("1"), NOW, legal=False)
    assert again.legal, "the answer was given to another question"
    plain = practice.answer_waits(db, "ann", puzzle, frozenset(puzzle.waits), asked("2"), NOW, legal=False)
    assert (plain.legal, plain.attempt.wait_count) == (False, len(puzzle.waits))


def test_a_wait_form_sent_twice_counts_once(db: Any) -> None:
    puzzle = waits()[0]
    one = practice.answer_waits(db, "ann", puzzle, frozenset(), asked("1"), NOW, legal=False)
    two = practice.answer_waits(db, "ann", puzzle, frozenset(puzzle.waits), asked("1"), NOW, legal=False)
    assert two == one
    assert len(attempts.history(db, "ann")) == 1


def test_a_sprint_takes_ten_answers_and_no_puzzle_twice(db: Any) -> None:
    def say(turn: int, puzzle: WaitPuzzle) -> Any:
        how = asked(f"s{turn}", mode=Mode.SPRINT, series="series-a")
        return practice.answer_waits(db, "ann", puzzle, frozenset(puzzle.waits), how, NOW, legal=False)

    for turn, puzzle in enumerate(waits()[: practice.SPRINT]):
        say(turn, puzzle)
        with pytest.raises(Refusal):
            say(100 + turn, puzzle)
    with pytest.raises(Refusal):
        say(50, waits()[practice.SPRINT])
    found = attempts.by_series(db, "ann", "series-a")
    assert [a.puzzle for a in found] == [p.id for p in waits()[: practice.SPRINT]]
    assert say(0, waits()[0]).attempt == found[0], "the same form again is no second answer"


def test_a_run_is_asked_no_puzzle_twice(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    three = {p.id: p for p in waits()[:3]}
    monkeypatch.setattr(practice, "library", lambda: three)
    for turn in range(3):
        id_ = practice.choose(db, "ann", "bamboo", Puzzling.WAITS, series="run")
        how = asked(f"s{turn}", mode=Mode.SPRINT, series="run")
        practice.answer_waits(db, "ann", three[id_], frozenset(), how, NOW, legal=False)
    with pytest.raises(NotFound):
        practice.choose(db, "ann", "bamboo", Puzzling.WAITS, series="run")
    assert practice.choose(db, "ann", "bamboo", Puzzling.WAITS, series="next") in three


def test_only_the_user_sees_the_answer_behind_a_token(db: Any) -> None:
    puzzle = discards()[0]
    done = throw(db, puzzle, 0, "mine")
    assert practice.attempt_of(db, "ann", puzzle.id, done.attempt.token) == done.attempt
    assert practice.attempt_of(db, "bob", puzzle.id, done.attempt.token) is None
    assert practice.attempt_of(db, "ann", discards()[1].id, done.attempt.token) is None
    assert practice.attempt_of(db, "ann", puzzle.id, "") is None
