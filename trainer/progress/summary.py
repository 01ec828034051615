"""Sums over attempts: streak, accuracy, time, and what to train next. Everything can be recomputed from the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median

from trainer.progress.attempt import Attempt, Kind

WINDOW = 50
"""Attempts a skill is judged by: the last ones."""

LEAST_FAILURES = 3
"""A skill is called weak only after this many failures in the window."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row with at least one attempt: the run that reaches today or yesterday, and the longest ever."""

    current: int
    best: int
    today: bool


@dataclass(frozen=True, slots=True)
class Skill:
    """Attempts under one heading: `good` of `number`, median time of the answers in ms (None without attempts)."""

    key: str
    number: int
    good: int
    ms: int | None

    @property
    def accuracy(self) -> float:
        """Share of good answers, 0 without attempts."""
        return self.good / self.number if self.number else 0.0


@dataclass(frozen=True, slots=True)
class WaitSums:
    """Waits named, missed and called falsely, over all wait attempts."""

    hits: int
    misses: int
    false_calls: int


def streak(days: Iterable[date], today: date) -> Streak:
    practiced = set(days)
    best = run = 0
    previous: date | None = None
    for day in sorted(practiced):
        run = run + 1 if previous is not None and day - previous == timedelta(days=1) else 1
        best = max(best, run)
        previous = day
    current = 0
    day = today if today in practiced else today - timedelta(days=1)
    while day in practiced:
        current += 1
        day -= timedelta(days=1)
    return Streak(current, best, today in practiced)


def skill(key: str, attempts: Sequence[Attempt]) -> Skill:
    """One heading over the latest attempts (given oldest first); only first tries count."""
    judged = [a for a in attempts if a.first][-WINDOW:]
    times = [a.ms for a in judged]
    return Skill(key, len(judged), sum(a.good for a in judged), round(median(times)) if times else None)


def group(attempts: Iterable[Attempt], keys: Callable[[Attempt], Iterable[str]]) -> list[Skill]:
    """Skills by key, in key order; an attempt counts under each of its keys."""
    found: dict[str, list[Attempt]] = defaultdict(list)
    for a in attempts:
        for key in keys(a):
            found[key].append(a)
    return [skill(key, found[key]) for key in sorted(found)]


def by_wait_count(attempts: Iterable[Attempt]) -> list[Skill]:
    """Wait drills by number of waits asked for, 0 being "not ready".

    Of questions about legal waits, those without any are left out: such a hand may be ready, only not to be won with.
    """
    asked = (a for a in attempts if a.kind is Kind.WAITS and a.wait_count is not None)
    waits = (a for a in asked if a.wait_count or not a.legal)
    return sorted(group(waits, lambda a: [str(a.wait_count)]), key=lambda s: int(s.key))


def by_theme(attempts: Iterable[Attempt]) -> list[Skill]:
    return group(attempts, lambda a: [f"{a.kind}:{theme}" for theme in a.themes])


def wait_sums(attempts: Iterable[Attempt]) -> WaitSums:
    first = [a for a in attempts if a.kind is Kind.WAITS and a.first]
    return WaitSums(
        sum(a.hits or 0 for a in first), sum(a.misses or 0 for a in first), sum(a.false_calls or 0 for a in first)
    )


def weakest(skills: Iterable[Skill], number: int = 3) -> list[Skill]:
    """The skills most worth training: lowest accuracy first, only those with enough failures."""
    weak = [s for s in skills if s.number - s.good >= LEAST_FAILURES]
    return sorted(weak, key=lambda s: (s.accuracy, -s.number, s.key))[:number]


def daily_accuracy(attempts: Iterable[Attempt]) -> list[tuple[date, float]]:
    """Share of good first tries on each UTC day that has any, oldest first."""
    days: dict[date, list[bool]] = defaultdict(list)
    for a in attempts:
        if a.first:
            days[date.fromisoformat(a.at[:10])].append(a.good)
    return [(d, sum(days[d]) / len(days[d])) for d in sorted(days)]
