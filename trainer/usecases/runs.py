"""Runs of wait drills: a sprint of ten, survival against a clock that hits wind up, a streak with one skip.

A run is the attempts of one series; nothing else is stored. Time runs only while a question is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from trainer.progress.attempt import Attempt, Mark, Mode
from trainer.store import Database, attempts
from trainer.usecases.practice import SPRINT


class Run(StrEnum):
    SPRINT = "sprint"
    SURVIVAL = "survival"
    STREAK = "streak"


MODES = {Run.SPRINT: Mode.SPRINT, Run.SURVIVAL: Mode.SURVIVAL, Run.STREAK: Mode.STREAK}

SURVIVAL_MS = 60_000
"""What the clock of a survival shows at its beginning."""

HIT_MS = 4_000
"""What a hit adds to that clock and a false call takes from it; "not ready", rightly said, counts as one hit."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run has come. `left_ms` is what the clock of a survival still shows, None in other runs."""

    run: Run
    done: tuple[Attempt, ...]
    left_ms: int | None
    over: bool

    @property
    def right(self) -> int:
        """Questions answered without a fault."""
        return sum(a.mark is Mark.RIGHT for a in self.done)

    @property
    def ms(self) -> int:
        """Time spent on the questions so far."""
        return sum(a.ms for a in self.done)


def of(run: Run, done: tuple[Attempt, ...]) -> Standing:
    """The standing after these answers, oldest first."""
    if run is Run.SPRINT:
        return Standing(run, done, None, len(done) >= SPRINT)
    if run is Run.STREAK:
        return Standing(run, done, None, any(a.mark is not Mark.RIGHT for a in done))
    left = SURVIVAL_MS
    for a in done:
        left -= a.ms
        if left > 0:
            left += gain(a)
    return Standing(run, done, max(0, left), left <= 0)


def gain(a: Attempt) -> int:
    """What an answer given in time does to the clock of a survival, in ms."""
    if a.mark is Mark.RIGHT:
        return HIT_MS * max(1, a.hits or 0)
    return HIT_MS * ((a.hits or 0) - (a.false_calls or 0))


def standing(db: Database, user: str, run: Run, series: str) -> Standing:
    """How far this user's run has come; one that nobody began has no answers."""
    return of(run, tuple(a for a in attempts.by_series(db, user, series) if a.mode is MODES[run]))


def best(db: Database, user: str, run: Run) -> int:
    """Most right answers of any run of this kind."""
    right: dict[str | None, int] = {}
    for a in attempts.history(db, user):
        if a.mode is MODES[run]:
            right[a.series] = right.get(a.series, 0) + (a.mark is Mark.RIGHT)
    return max(right.values(), default=0)
