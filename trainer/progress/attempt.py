"""One attempt at a puzzle: the only fact that progress is computed from. Attempts are appended, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from enum import StrEnum


class Kind(StrEnum):
    DISCARD = "discard"
    WAITS = "waits"


class Mode(StrEnum):
    PRACTICE = "practice"
    SPRINT = "sprint"
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


GOOD = frozenset({Mark.BEST, Mark.FINE, Mark.RIGHT})
"""Marks that count as a success in accuracy figures."""


class BadAttempt(ValueError):
    """Data that is not an attempt; the sentence names the field."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """`token` is unique per answer form, so that a repeated submission is the same attempt.

    `at` is UTC, ISO 8601 with seconds; `ms` the time to answer; `loss` in the puzzle's own measure, `share` of the
    best; `hits`, `misses`, `false_calls` and `wait_count` belong to wait drills; `first` is false for repeats;
    `day` is the puzzle's date in the daily; `series` names the sprint it belongs to.
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

    @property
    def good(self) -> bool:
        return self.mark in GOOD

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "themes": list(self.themes)}


_LONGEST = 200
_NUMBERS = {"hits", "misses", "false_calls", "wait_count"}


def _text(data: Mapping[str, object], name: str, *, optional: bool = False) -> str | None:
    value = data.get(name)
    if value is None and optional:
        return None
    if not isinstance(value, str) or not value or len(value) > _LONGEST:
        raise BadAttempt(f"The attempt's field {name} must be a short text.")
    return value


def _count(data: Mapping[str, object], name: str, most: int, *, optional: bool = False) -> int | None:
    value = data.get(name)
    if value is None and optional:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadAttempt(f"The attempt's field {name} must be a whole number.")
    return value


def _measure(data: Mapping[str, object], name: str) -> float | None:
    value = data.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < float("inf"):
        raise BadAttempt(f"The attempt's field {name} must be a number.")
    return float(value)


def from_json(data: object) -> Attempt:
    """An attempt from exported data; raises BadAttempt naming the field that is wrong."""
    if not isinstance(data, Mapping):
        raise BadAttempt("An attempt must be an object.")
    unknown = set(data) - {f.name for f in fields(Attempt)}
    if unknown:
        raise BadAttempt(f"The attempt has an unknown field {sorted(map(str, unknown))[0]}.")
    words: dict[str, StrEnum] = {}
    for name, enum in (("kind", Kind), ("mode", Mode), ("mark", Mark)):
        try:
            words[name] = enum(str(data.get(name)))
        except ValueError:
            raise BadAttempt(f"The attempt's field {name} is not one of {', '.join(enum)}.") from None
    at, day = str(_text(data, "at")), _text(data, "day", optional=True)
    try:
        if datetime.fromisoformat(at).utcoffset() is None:
            raise ValueError(at)
        if day is not None:
            date.fromisoformat(day)
    except ValueError:
        raise BadAttempt("The attempt's time must be ISO 8601 with a zone.") from None
    themes = data.get("themes", [])
    if not isinstance(themes, (list, tuple)) or len(themes) > 20 or not all(
        isinstance(t, str) and len(t) <= _LONGEST for t in themes
    ):
        raise BadAttempt("The attempt's themes must be a list of texts.")
    if not isinstance(data.get("first", True), bool):
        raise BadAttempt("The attempt's field first must be true or false.")
    return Attempt(
        token=str(_text(data, "token")),
        variant=str(_text(data, "variant")),
        edition=_count(data, "edition", 10**6) or 0,
        kind=Kind(words["kind"]),
        mode=Mode(words["mode"]),
        puzzle=str(_text(data, "puzzle")),
        answer=str(_text(data, "answer")),
        mark=Mark(words["mark"]),
        ms=_count(data, "ms", 10**9) or 0,
        at=at,
        first=bool(data.get("first", True)),
        loss=_measure(data, "loss"),
        share=_measure(data, "share"),
        themes=tuple(map(str, themes)),
        day=day,
        series=_text(data, "series", optional=True),
        **{name: _count(data, name, 100, optional=True) for name in sorted(_NUMBERS)},
    )
