"""Games as event logs. The text of header and events is `game.record`'s; here they are opaque lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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


def first_lines(db: Database, user: str) -> dict[str, str]:
    """The user's games by their first event, which no two games share."""
    rows = db.execute(
        "SELECT e.body, g.id FROM games g JOIN events e ON e.game = g.id AND e.n = 0 WHERE g.user = ?", [user]
    ).fetchall()
    return {str(body): str(game) for body, game in rows}


def put(db: Database, user: str, games: Sequence[tuple[StoredGame, Sequence[str]]], fresh: Callable[[], str]) -> int:
    """Store whole games (import) inside the caller's transaction; returns how many.

    A game that the user has already, known by its first event, stays as it is. An id that is taken is replaced by a
    `fresh` one.
    """
    known = first_lines(db, user)
    new: list[tuple[StoredGame, Sequence[str]]] = []
    for game, lines in games:
        if lines[0] not in known:
            taken = db.execute("SELECT 1 FROM games WHERE id = ?", [game.id]).fetchone() is not None
            known[lines[0]] = fresh() if taken or game.id in known.values() else game.id
            new.append((replace(game, id=known[lines[0]]), lines))
    db.conn.executemany(
        "INSERT INTO games (id, user, variant, header, status, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(g.id, user, g.variant, g.header, str(g.status), g.created, g.updated) for g, _ in new],
    )
    for g, lines in new:
        _insert(db, g.id, 0, lines)
    return len(new)
