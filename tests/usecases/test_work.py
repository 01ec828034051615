"""Long work: one job for one question, told how far it is, ended when nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from trainer.solver.pace import Pace
from trainer.text import Refusal
from trainer.usecases import work
from trainer.usecases.work import Failed, Lane, Unfinished, Work

LONG = 20.0


class Slow:
    """A question that does one step, halves its way on each time it is let on, and says how it ended."""

    def __init__(self, answer: object = "answer") -> None:
        self.answer, self.calls = answer, 0
        self.reached, self.go, self.ended = threading.Event(), threading.Event(), threading.Event()

    def __call__(self, pace: Pace) -> object:
        self.calls += 1
        try:
            pace.at(1, 4)
            self.reached.set()
            assert self.go.wait(LONG)
            pace.at(3, 4)
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer
        finally:
            self.ended.set()


class Seconds:
    """A clock that tests move."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
def table(clock: Seconds) -> Iterator[Work]:
    found = Work(clock)
    yield found
    assert found.stop(LONG)


@pytest.fixture
def slow() -> Iterator[Callable[..., Slow]]:
    """Makes slow questions, and lets all of them on in the end."""
    made: list[Slow] = []

    def make(answer: object = "answer") -> Slow:
        made.append(Slow(answer))
        return made[-1]

    yield make
    for question in made:
        question.go.set()


def unfinished(table: Work, key: str, user: str, question: Slow, lane: Lane = Lane.USUAL) -> Unfinished:
    """What somebody is told who does not wait for the answer."""
    with pytest.raises(Unfinished) as told:
        table.ask(key, user, question, patience=0, lane=lane)
    return told.value


def test_a_quick_question_is_answered_at_once(table: Work) -> None:
    assert table.ask("sum", "ann", lambda pace: 2 + 2, patience=LONG) == 4


def test_a_slow_question_says_how_far_it_is_and_is_answered_when_asked_again(table: Work, slow: type[Slow]) -> None:
    question = slow()
    unfinished(table, "q", "ann", question)
    assert question.reached.wait(LONG)
    told = unfinished(table, "q", "ann", question)
    assert (told.share, told.ahead) == (0.25, 0)
    question.go.set()
    assert table.ask("q", "ann", question, patience=LONG) == "answer"
    assert table.ask("q", "bob", question, patience=0) == "answer", "kept"
    assert question.calls == 1


def test_the_share_that_is_told_never_goes_back(table: Work) -> None:
    shown, told, go = threading.Event(), threading.Event(), threading.Event()

    def question(pace: Pace) -> None:
        pace.at(0.5)
        pace.at(0.2)
        told.set()
        go.wait(LONG)
        shown.set()

    with pytest.raises(Unfinished):
        table.ask("q", "ann", question, patience=0)
    assert told.wait(LONG)
    with pytest.raises(Unfinished) as found:
        table.ask("q", "ann", question, patience=0)
    assert found.value.share == 0.5
    go.set()


def test_the_same_question_of_two_visitors_is_worked_on_once(table: Work, slow: type[Slow]) -> None:
    question, other = slow(), slow("another")
    first = unfinished(table, "q", "ann", question)
    assert unfinished(table, "q", "bob", other).id == first.id
    question.go.set()
    assert table.ask("q", "bob", other, patience=LONG) == "answer"
    assert (question.calls, other.calls) == (1, 0)


def test_a_cancelled_question_ends_at_its_next_step(table: Work, slow: type[Slow]) -> None:
    question, again = slow(), slow("second")
    told = unfinished(table, "q", "ann", question)
    assert question.reached.wait(LONG)
    table.cancel(told.id, "ann")
    unfinished(table, "q", "ann", again)  # asked anew: another job, which the first one's end does not touch
    question.go.set()
    assert question.ended.wait(LONG)
    again.go.set()
    assert table.ask("q", "ann", again, patience=LONG) == "second"


def test_one_visitor_does_not_cancel_what_another_waits_for(table: Work, slow: type[Slow]) -> None:
    question = slow()
    told = unfinished(table, "q", "ann", question)
    unfinished(table, "q", "bob", question)
    table.cancel(told.id, "ann")
    table.cancel(told.id, "eve")
    question.go.set()
    assert table.ask("q", "bob", question, patience=LONG) == "answer"
    assert question.calls == 1


def test_a_question_in_line_knows_how_many_come_before_it_and_is_never_begun_once_cancelled(
    table: Work, slow: type[Slow]
) -> None:
    running, waiting, last = slow(), slow(), slow("last")
    unfinished(table, "running", "ann", running, Lane.DEEP)
    assert running.reached.wait(LONG)
    told = unfinished(table, "waiting", "bob", waiting, Lane.DEEP)
    assert (told.share, told.ahead) == (0.0, 1)
    assert unfinished(table, "last", "eve", last, Lane.DEEP).ahead == 2
    table.cancel(told.id, "bob")
    assert unfinished(table, "last", "eve", last, Lane.DEEP).ahead == 1
    running.go.set()
    last.go.set()
    assert table.ask("last", "eve", last, patience=LONG, lane=Lane.DEEP) == "last"
    assert waiting.calls == 0


def test_what_most_people_ask_does_not_stand_behind_deep_questions(table: Work, slow: type[Slow]) -> None:
    deep = slow()
    unfinished(table, "deep", "ann", deep, Lane.DEEP)
    assert deep.reached.wait(LONG)
    assert table.ask("quick", "bob", lambda pace: 1, patience=LONG) == 1


def test_one_visitor_may_have_a_few_questions_at_once(table: Work, slow: type[Slow]) -> None:
    for n in range(work.MOST_EACH):
        unfinished(table, f"q{n}", "ann", slow())
    with pytest.raises(Refusal, match="3 questions of yours are being worked on"):
        table.ask("more", "ann", slow(), patience=0)
    unfinished(table, "q0", "ann", slow())
    unfinished(table, "more", "bob", slow())


def test_all_visitors_together_may_have_so_many(table: Work, slow: type[Slow]) -> None:
    for n in range(work.MOST):
        unfinished(table, f"q{n}", f"user {n}", slow())
    with pytest.raises(Refusal, match="Too many long questions"):
        table.ask("more", "ann", slow(), patience=0)
    unfinished(table, "q0", "ann", slow())


def test_a_question_nobody_asks_again_is_given_up(table: Work, clock: Seconds, slow: type[Slow]) -> None:
    left, held = slow(), slow()
    first = unfinished(table, "left", "ann", left, Lane.DEEP)
    unfinished(table, "held", "bob", held)
    assert left.reached.wait(LONG)
    clock.now += work.ABANDONED - 1
    unfinished(table, "held", "bob", held)
    clock.now += 2
    left.go.set()
    assert left.ended.wait(LONG)
    assert unfinished(table, "left", "ann", slow(), Lane.DEEP).id != first.id, "asked anew, it is other work"
    held.go.set()
    assert table.ask("held", "bob", held, patience=LONG) == "answer"


def test_what_is_given_up_in_line_makes_room(table: Work, clock: Seconds, slow: type[Slow]) -> None:
    questions = [slow() for _ in range(work.MOST)]
    for n, question in enumerate(questions):
        unfinished(table, f"q{n}", f"user {n}", question, Lane.DEEP)
    clock.now += work.ABANDONED + 1
    unfinished(table, "more", "ann", slow(), Lane.DEEP)
    assert sum(question.calls for question in questions) <= 1


@pytest.mark.parametrize(("raised", "type_", "said"), [
    (Refusal("Too far."), Refusal, "Too far."),
    (ZeroDivisionError("by zero"), Failed, "Something went wrong"),
])  # fmt: skip
def test_what_a_question_raises_reaches_everybody_who_asks_as_one_sentence(
    table: Work, raised: Exception, type_: type[Refusal], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    def question(pace: Pace) -> None:
        raise raised

    for user in ("ann", "bob"):
        with pytest.raises(type_, match=said):
            table.ask("q", user, question, patience=LONG)
    assert bool(caplog.records) is (type_ is Failed), "a fault of ours is logged"


def test_answers_are_forgotten_when_they_are_old_or_too_many(table: Work, clock: Seconds) -> None:
    asked: list[int] = []

    def ask(n: int) -> None:
        table.ask(n, "ann", lambda pace: asked.append(n), patience=LONG)

    for n in range(work.KEPT):
        ask(n)
    ask(0)
    assert len(asked) == work.KEPT
    ask(-1)
    ask(0)
    assert asked[-1] == -1, "what was asked for lately stays"
    ask(1)
    assert asked[-1] == 1
    clock.now += work.LIFE + 1
    ask(0)
    assert asked[-1] == 0


def test_asking_for_what_was_never_asked_is_refused(table: Work) -> None:
    with pytest.raises(Refusal, match="given up"):
        table.ask("q", "ann", None, patience=0)
    table.ask("q", "ann", lambda pace: 1, patience=LONG)
    assert table.ask("q", "ann", None, patience=0) == 1


def test_stopping_ends_what_is_being_worked_on_and_what_waits(slow: type[Slow]) -> None:
    table, running, waiting = Work(), slow(), slow()
    unfinished(table, "running", "ann", running, Lane.DEEP)
    unfinished(table, "waiting", "ann", waiting, Lane.DEEP)
    assert running.reached.wait(LONG)
    assert not table.stop(0.0), "given up, but its next step is not there yet"
    running.go.set()
    assert table.stop(LONG)
    assert (running.ended.is_set(), waiting.calls) == (True, 0)


def test_a_question_that_ended_leaves_no_thread(table: Work) -> None:
    table.ask("q", "ann", lambda pace: 1, patience=LONG)
    assert table.stop(LONG)
    assert not [t for t in threading.enumerate() if t.name.startswith("work-")]
