"""An attempt's data form: everything comes back, and what is not an attempt is refused by the name of its field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.progress.attempt import MARKS, Attempt, BadAttempt, Kind, Mode, from_json

short = st.text(min_size=1, max_size=200)
maybe_count = st.none() | st.integers(0, 100)

attempts = st.sampled_from([(kind, mark) for kind in Kind for mark in sorted(MARKS[kind])]).flatmap(
    lambda graded: st.builds(
        Attempt,
        token=short, variant=short, edition=st.integers(0, 100), kind=st.just(graded[0]), mode=st.sampled_from(Mode),
        puzzle=short, answer=short, mark=st.just(graded[1]), ms=st.integers(0, 10**9),
        at=st.datetimes().map(lambda t: f"{t.isoformat(timespec='seconds')}+00:00"),
        first=st.booleans(), loss=st.none() | st.floats(0, 1e9), share=st.none() | st.floats(0, 1), hits=maybe_count,
        misses=maybe_count, false_calls=maybe_count, wait_count=maybe_count,
        themes=st.lists(short, max_size=20).map(tuple), day=st.none() | st.dates().map(lambda d: d.isoformat()),
        series=st.none() | short, legal=st.booleans(),
    )
)  # fmt: skip

GOOD: dict[str, Any] = {
    "token": "t1", "variant": "bamboo", "edition": 1, "kind": "discard", "mode": "practice", "puzzle": "p1",
    "answer": "discard:5s", "mark": "fine", "ms": 1500, "at": "2026-03-14T12:00:00+00:00", "loss": 0.012, "share": 0.02,
}  # fmt: skip


@given(attempts)
def test_an_attempt_survives_json(attempt: Attempt) -> None:
    assert from_json(json.loads(json.dumps(attempt.to_json()))) == attempt


def test_fields_that_are_left_out_are_unknown() -> None:
    attempt = from_json(GOOD)
    assert (attempt.first, attempt.hits, attempt.themes, attempt.day) == (True, None, (), None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("token", ""),
        ("token", "x" * 201),
        ("token", None),
        ("variant", 7),
        ("edition", -1),
        ("edition", True),
        ("kind", "guess"),
        ("mode", None),
        ("mark", "great"),
        ("ms", 1.5),
        ("ms", -1),
        ("at", "yesterday"),
        ("at", "2026-03-14T12:00:00"),
        ("at", "0001-01-01T00:00:00+23:59"),
        ("token", "\ud800"),
        ("answer", "discard:\udfff"),
        ("themes", ["\ud800"]),
        ("themes", [""]),
        ("mark", "right"),
        ("loss", 10**400),
        ("share", 1.1),
        ("legal", 1),
        ("day", "2026-13-01"),
        ("loss", "0.1"),
        ("loss", float("nan")),
        ("loss", float("inf")),
        ("loss", -0.1),
        ("hits", 101),
        ("themes", "blocked"),
        ("themes", [1]),
        ("themes", ["x"] * 21),
        ("first", "yes"),
        ("rating", 1500),
    ],
)
def test_a_wrong_field_is_refused_in_one_sentence(field: str, value: object) -> None:
    with pytest.raises(BadAttempt) as refused:
        from_json({**GOOD, field: value})
    sentence = str(refused.value)
    assert refused.value.field == field
    assert sentence.endswith(".")
    assert field in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("data", [None, [], "text", 5])
def test_what_is_no_object_is_no_attempt(data: object) -> None:
    with pytest.raises(BadAttempt):
        from_json(data)


@pytest.mark.parametrize(
    ("at", "stored"),
    [
        ("20260314T120000Z", "2026-03-14T12:00:00+00:00"),
        ("2026-W11-6T23:30:00-01:00", "2026-03-15T00:30:00+00:00"),
        ("2026-03-14 12:00:00.5+00:00", "2026-03-14T12:00:00+00:00"),
    ],
)
def test_every_form_of_a_time_is_stored_in_one(at: str, stored: str) -> None:
    """Sums by day cut the date off its front."""
    assert from_json({**GOOD, "at": at, "day": "20260314"}).at == stored
    assert from_json({**GOOD, "day": "20260314"}).day == "2026-03-14"


@pytest.mark.parametrize(("kind", "mark", "good"), [
    ("discard", "best", True), ("discard", "fine", True), ("waits", "right", True), ("discard", "inaccuracy", False),
    ("waits", "partial", False), ("waits", "wrong", False), ("discard", "blunder", False),
])  # fmt: skip
def test_good_is_best_fine_or_right(kind: str, mark: str, good: bool) -> None:
    assert from_json({**GOOD, "kind": kind, "mark": mark}).good is good
