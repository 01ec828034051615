"""One attempt at a puzzle: the only fact that progress is computed from.

Attempts are appended; only a grade that was found to be wrong is ever changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TypeVar

Word = TypeVar("Word", bound=StrEnum)


class Kind(StrEnum):
    DISCARD = "discard"
    WAITS = "waits"
    LOCK = "lock"


class Mode(StrEnum):
    PRACTICE = "practice"
    SPRINT = "sprint"
    SURVIVAL = "survival"
    STREAK = "streak"
    DAILY = "daily"
    OWN = "own"


class Mark(StrEnum):
    """How an answer was graded: discards by loss, waits by hits, misses and false calls."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    RIGHT = "right"
    PARTIAL = "partial"
    WRONG = "wrong"


MARKS = {
    Kind.DISCARD: frozenset({Mark.BEST, Mark.FINE, Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER}),
    Kind.LOCK: frozenset({Mark.BEST, Mark.FINE, Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER}),
    Kind.WAITS: frozenset({Mark.RIGHT, Mark.PARTIAL, Mark.WRONG}),
}
"""What each kind of puzzle may be graded."""

GOOD = frozenset({Mark.BEST, Mark.FINE, Mark.RIGHT})
"""Marks that count as a success in accuracy figures."""


class BadAttempt(ValueError):
    """Data that is not an attempt: the sentence, and the name of the field that it is about."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class Attempt:
    """`token` is unique per answer form, so that a repeated submission is the same attempt.

    `at` is UTC, ISO 8601 with seconds; `ms` the time to answer; `loss` in the puzzle's own measure, `share` of the
    best; `hits`, `misses`, `false_calls` and `wait_count` belong to wait drills; `first` is false for repeats;
    `day` is the puzzle's date in the daily; `series` names the run (sprint, survival, streak) it belongs to.
    `legal` says that only waits that may be won on were asked for; `wait_count` then counts those.
    """

    token: str
    variant: str
    edition: int
    kind: Kind
    mode: Mode
    puzzle: str
    answer: str
    mark: Mark
    ms: int
    at: str
    first: bool = True
    loss: float | None = None
    share: float | None = None
    hits: int | None = None
    misses: int | None = None
    false_calls: int | None = None
    wait_count: int | None = None
    themes: tuple[str, ...] = ()
    day: str | None = None
    series: str | None = None
    legal: bool = False

    @property
    def good(self) -> bool:
        return self.mark in GOOD

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "themes": list(self.themes)}


_LONGEST = 200
_MOST_THEMES = 20
_NUMBERS = ("hits", "misses", "false_calls", "wait_count")
_GREATEST = {"loss": 1e9, "share": 1.0}


def _is_text(value: object) -> bool:
    """Short, not empty, and free of halves of characters, which no file and no page can hold."""
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST:
        return False
    return not any("\ud800" <= c <= "\udfff" for c in value)


def _text(data: Mapping[str, object], name: str) -> str:
    value = data.get(name)
    if not _is_text(value):
        raise BadAttempt(name, f"The attempt's field {name} must be a short text.")
    return str(value)


def _maybe(data: Mapping[str, object], name: str) -> str | None:
    return None if data.get(name) is None else _text(data, name)


def _count(data: Mapping[str, object], name: str, most: int) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadAttempt(name, f"The attempt's field {name} must be a whole number from 0 to {most}.")
    return value


def _measure(data: Mapping[str, object], name: str) -> float | None:
    value, most = data.get(name), _GREATEST[name]
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise BadAttempt(name, f"The attempt's field {name} must be a number from 0 to {most:g}.")
    return float(value)


def _flag(data: Mapping[str, object], name: str, default: bool) -> bool:
    value = data.get(name, default)
    if not isinstance(value, bool):
        raise BadAttempt(name, f"The attempt's field {name} must be true or false.")
    return value


def _word(data: Mapping[str, object], name: str, words: type[Word]) -> Word:
    try:
        return words(str(data.get(name)))
    except ValueError:
        raise BadAttempt(name, f"The attempt's field {name} is not one of {', '.join(words)}.") from None


def _time(data: Mapping[str, object]) -> str:
    """The time in the one form that is stored: other forms of ISO 8601 would sort and cut differently."""
    try:
        at = datetime.fromisoformat(_text(data, "at"))
        if at.utcoffset() is None:
            raise ValueError(at)
        return at.astimezone(UTC).isoformat(timespec="seconds")
    except (BadAttempt, ValueError, OverflowError):
        raise BadAttempt("at", "The attempt's field at must be a time in ISO 8601 with a zone.") from None


def _day(data: Mapping[str, object]) -> str | None:
    try:
        found = _maybe(data, "day")
        return None if found is None else date.fromisoformat(found).isoformat()
    except ValueError:
        raise BadAttempt("day", "The attempt's field day must be a date in ISO 8601.") from None


def _themes(data: Mapping[str, object]) -> tuple[str, ...]:
    found = data.get("themes", [])
    if not isinstance(found, (list, tuple)) or len(found) > _MOST_THEMES or not all(map(_is_text, found)):
        raise BadAttempt("themes", "The attempt's field themes must be a list of short texts.")
    return tuple(found)


def from_json(data: object) -> Attempt:
    """An attempt from exported data; raises BadAttempt naming the field that is wrong."""
    if not isinstance(data, Mapping):
        raise BadAttempt("", "An attempt must be an object.")
    unknown = set(data) - {f.name for f in fields(Attempt)}
    if unknown:
        name = min(map(str, unknown))
        raise BadAttempt(name, f"The attempt has an unknown field {name}.")
    kind, mark = _word(data, "kind", Kind), _word(data, "mark", Mark)
    if mark not in MARKS[kind]:
        raise BadAttempt("mark", f"The attempt's field mark is not one that {kind} puzzles have.")
    return Attempt(
        token=_text(data, "token"),
        variant=_text(data, "variant"),
        edition=_count(data, "edition", 10**6),
        kind=kind,
        mode=_word(data, "mode", Mode),
        puzzle=_text(data, "puzzle"),
        answer=_text(data, "answer"),
        mark=mark,
        ms=_count(data, "ms", 10**9),
        at=_time(data),
        first=_flag(data, "first", True),
        loss=_measure(data, "loss"),
        share=_measure(data, "share"),
        themes=_themes(data),
        day=_day(data),
        series=_maybe(data, "series"),
        legal=_flag(data, "legal", False),
        **{name: None if data.get(name) is None else _count(data, name, 100) for name in _NUMBERS},
    )
