"""What comes back from an export: stored in one transaction, all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from trainer.progress.attempt import Attempt
from trainer.store import attempts, games, puzzles, settings, write
from trainer.store.games import StoredGame
from trainer.store.puzzles import OwnPuzzle


@dataclass(frozen=True, slots=True)
class Bundle:
    """Everything of one user, checked by the caller; games with their events."""

    attempts: Sequence[Attempt] = ()
    games: Sequence[tuple[StoredGame, Sequence[str]]] = ()
    puzzles: Sequence[OwnPuzzle] = ()
    settings: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """How much was new; what was there already is left as it was."""

    attempts: int
    games: int
    puzzles: int
    settings: int


def add(db: Database, user: str, bundle: Bundle, fresh: Callable[[], str]) -> Added:
    """Add what the user does not have yet. `fresh` makes ids for games whose id is another user's."""
    attempts.stage(db, user, bundle.attempts)
    with write(db):
        return Added(
            attempts=attempts.put_staged(db),
            games=games.put(db, user, bundle.games, fresh),
            puzzles=puzzles.put(db, user, bundle.puzzles),
            settings=settings.put_missing(db, user, bundle.settings or {}),
        )
