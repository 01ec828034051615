"""An attempt's data form: everything comes back, and what is not an attempt is refused by the name of its field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.progress.attempt import Attempt, BadAttempt, Kind, Mark, Mode, from_json

short = st.text(min_size=1, max_size=200)
maybe_count = st.none() | st.integers(0, 100)
measure = st.none() | st.floats(0, 1e9, allow_nan=False)

attempts = st.builds(
    Attempt,
    token=short, variant=short, edition=st.integers(0, 100), kind=st.sampled_from(Kind), mode=st.sampled_from(Mode),
    puzzle=short, answer=short, mark=st.sampled_from(Mark), ms=st.integers(0, 10**9),
    at=st.datetimes().map(lambda t: f"{t.isoformat(timespec='seconds')}+00:00"),
    first=st.booleans(), loss=measure, share=measure, hits=maybe_count, misses=maybe_count, false_calls=maybe_count,
    wait_count=maybe_count, themes=st.lists(short, max_size=20).map(tuple),
    day=st.none() | st.dates().map(lambda d: d.isoformat()), series=st.none() | short,
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
    assert sentence.endswith(".")
    assert field in sentence or field in ("at", "day")
    assert "\n" not in sentence


@pytest.mark.parametrize("data", [None, [], "text", 5])
def test_what_is_no_object_is_no_attempt(data: object) -> None:
    with pytest.raises(BadAttempt):
        from_json(data)


@pytest.mark.parametrize(("mark", "good"), [("best", True), ("fine", True), ("right", True), ("inaccuracy", False),
                                            ("partial", False), ("wrong", False), ("blunder", False)])  # fmt: skip
def test_good_is_best_fine_or_right(mark: str, good: bool) -> None:
    assert from_json({**GOOD, "mark": mark}).good is good
