"""What a user has done so far, summed up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from trainer.progress import summary
from trainer.progress.attempt import Attempt
from trainer.progress.summary import Skill, Streak, WaitSums
from trainer.store import Database, attempts

RECENT = 30


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything the progress page shows. `days` counts attempts by UTC date; `recent` is newest first."""

    streak: Streak
    days: dict[date, int]
    number: int
    discards: Skill
    waits: Skill
    sums: WaitSums
    by_wait_count: tuple[Skill, ...]
    by_theme: tuple[Skill, ...]
    weakest: tuple[Skill, ...]
    recent: tuple[Attempt, ...]
    trend: tuple[tuple[date, float], ...]


def dashboard(db: Database, user: str, today: date) -> Dashboard:
    log = attempts.history(db, user)
    days = {date.fromisoformat(d): n for d, n in attempts.days(db, user).items()}
    kinds = {s.key: s for s in summary.group(log, lambda a: [str(a.kind)])}
    counts, themes = summary.by_wait_count(log), summary.by_theme(log)
    weak = [*(replace(s, key=f"count:{s.key}") for s in counts), *themes]
    return Dashboard(
        streak=summary.streak(days, today),
        days=days,
        number=len(log),
        discards=kinds.get("discard", Skill("discard", 0, 0, None)),
        waits=kinds.get("waits", Skill("waits", 0, 0, None)),
        sums=summary.wait_sums(log),
        by_wait_count=tuple(counts),
        by_theme=tuple(themes),
        weakest=tuple(summary.weakest(weak)),
        recent=tuple(log[::-1][:RECENT]),
        trend=tuple(summary.daily_accuracy(log)),
    )


def streak(db: Database, user: str, today: date) -> Streak:
    return summary.streak([date.fromisoformat(d) for d in attempts.days(db, user)], today)
