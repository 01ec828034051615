"""Games as event logs. The text of header and events is `game.record`'s; here they are opaque lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlite_utils import Database

from trainer.store import write


class Status(StrEnum):
    OPEN = "open"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as listed: `lines` events are stored."""

    id: str
    user: str
    variant: str
    header: str
    status: Status
    created: str
    updated: str
    lines: int


class Conflict(Exception):
    """Somebody else appended first; the caller shows what is stored now."""


def create(db: Database, game: str, user: str, variant: str, header: str, events: Sequence[str], now: str) -> None:
    with write(db):
        db.execute(
            "INSERT INTO games (id, user, variant, header, status, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [game, user, variant, header, str(Status.OPEN), now, now],
        )
        _insert(db, game, 0, events)


def append(
    db: Database, game: str, stored: int, events: Sequence[str], now: str, *, status: Status = Status.OPEN
) -> None:
    """Append events after the `stored` ones the caller has seen; raises Conflict when there are others by now."""
    with write(db):
        have = db.execute("SELECT count(*) FROM events WHERE game = ?", [game]).fetchone()[0]
        if have != stored:
            raise Conflict(game)
        _insert(db, game, stored, events)
        db.execute("UPDATE games SET updated = ?, status = ? WHERE id = ?", [now, str(status), game])


def _insert(db: Database, game: str, at: int, events: Sequence[str]) -> None:
    db.conn.executemany(
        "INSERT INTO events (game, n, body) VALUES (?, ?, ?)", [(game, at + i, body) for i, body in enumerate(events)]
    )


_LISTED = (
    "SELECT g.id, g.user, g.variant, g.header, g.status, g.created, g.updated, "
    "(SELECT count(*) FROM events e WHERE e.game = g.id) FROM games g"
)


def _game(row: tuple[object, ...]) -> StoredGame:
    i, user, variant, header, status, created, updated, lines = row
    return StoredGame(
        str(i), str(user), str(variant), str(header), Status(str(status)), str(created), str(updated), int(str(lines))
    )


def find(db: Database, game: str, user: str) -> StoredGame | None:
    """The user's game of this id; another user's game does not exist for him."""
    row = db.execute(f"{_LISTED} WHERE g.id = ? AND g.user = ?", [game, user]).fetchone()
    return None if row is None else _game(row)


def events(db: Database, game: str) -> list[str]:
    return [str(r[0]) for r in db.execute("SELECT body FROM events WHERE game = ? ORDER BY n", [game]).fetchall()]


def listing(db: Database, user: str, status: Status | None = None, limit: int = 50) -> list[StoredGame]:
    """The user's games, latest first."""
    where, values = " WHERE g.user = ?", [user]
    if status is not None:
        where, values = where + " AND g.status = ?", [user, str(status)]
    rows = db.execute(f"{_LISTED}{where} ORDER BY g.updated DESC, g.id LIMIT {int(limit)}", values).fetchall()
    return [_game(r) for r in rows]


def number(db: Database, user: str) -> int:
    """How many games this user has."""
    return int(db.execute("SELECT count(*) FROM games WHERE user = ?", [user]).fetchone()[0])


def put(db: Database, game: StoredGame, lines: Sequence[str]) -> bool:
    """Store a whole game (import) inside the caller's transaction; False when its id is taken already."""
    if db.execute("SELECT 1 FROM games WHERE id = ?", [game.id]).fetchone() is not None:
        return False
    db.execute(
        "INSERT INTO games (id, user, variant, header, status, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [game.id, game.user, game.variant, game.header, str(game.status), game.created, game.updated],
    )
    _insert(db, game.id, 0, lines)
    return True
