"""What the running site shares: the data folder, the clock, preferences, and how a connection is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from trainer import paths, store
from trainer.store import Busy, Database, settings, users
from trainer.text import N_, Refusal
from trainer.usecases.warmup import Warmup, prepare
from trainer.usecases.work import Work

__all__ = ["CHOICES", "N_", "Busy", "Clock", "Database", "NotFound", "Refusal", "Site"]

Clock = Callable[[], datetime]

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("auto", "light", "dark"),
    "board": ("pine", "navy", "plum"),
    "digits": ("off", "on"),
    "sort": ("on", "off"),
    "timers": ("on", "off"),
    "animations": ("on", "off"),
    "goal": ("win", "value"),
}
"""Every preference with its values, the default first."""


class NotFound(Refusal):
    """What was asked for does not exist (for this user)."""


@dataclass(frozen=True, slots=True)
class Site:
    """Opened once per process. `clock` returns an aware UTC time; `warmup` knows whether the solver is ready,
    `work` answers what takes long."""

    data: Path
    database: Path
    clock: Clock
    warmup: Warmup
    connections: store.Connections
    work: Work

    @classmethod
    def open(cls, data: str | Path | None, *, clock: Clock) -> Site:
        """Prepare the data folder and migrate the database; raises paths.FolderError when it cannot be written."""
        folder = paths.writable_folder(data)
        database = store.prepare(folder)
        warmup = Warmup(prepare(folder / "cache", puzzles=True))
        return cls(folder, database, clock, warmup, store.Connections(database), Work())

    def secret_key(self) -> str:
        """What identities are signed with."""
        return paths.secret_key(self.data)

    def connect(self) -> Database:
        return store.connect(self.database)

    def now(self) -> str:
        """UTC to the second, ISO 8601."""
        return self.clock().astimezone(UTC).isoformat(timespec="seconds")

    def today(self) -> date:
        """The site's day: UTC, so that the daily puzzle changes everywhere at once."""
        return self.clock().astimezone(UTC).date()

    def ensure_user(self, db: Database, user: str) -> None:
        users.ensure(db, user, self.now())

    def default_preferences(self) -> dict[str, str]:
        return {key: values[0] for key, values in CHOICES.items()}

    def preferences(self, db: Database, user: str) -> dict[str, str]:
        """Every preference of this user; a stored value that no longer exists falls back to the default."""
        stored = settings.load(db, user)
        return {key: stored[key] if stored.get(key) in values else values[0] for key, values in CHOICES.items()}

    def save_preferences(self, db: Database, user: str, given: Mapping[str, str]) -> None:
        """Store those preferences that are named; raises Refusal on a value that does not exist."""
        chosen = {key: given[key] for key in CHOICES if key in given}
        for key, value in chosen.items():
            if value not in CHOICES[key]:
                raise Refusal(N_("%(key)s must be one of %(allowed)s."), key=key, allowed=", ".join(CHOICES[key]))
        settings.save(db, user, chosen)
