"""Puzzles that are in no pack: made on the fly for anybody, or from one user's own games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from trainer.store import write

_INSERT = (
    "INSERT INTO puzzles (id, user, variant, kind, origin, body, created) VALUES (?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """A puzzle of a user's own: `origin` is the game it was made from, `body` its text."""

    id: str
    variant: str
    kind: str
    origin: str
    body: str
    created: str


def add(db: Database, id_: str, variant: str, kind: str, origin: str, body: str, now: str, user: str | None) -> None:
    """Store a puzzle's text; one that this user (or, with None, everybody) has already stays as it is."""
    with write(db):
        db.execute(_INSERT, [id_, user, variant, kind, origin, body, now])


def put(db: Database, user: str, found: Sequence[OwnPuzzle]) -> int:
    """Store puzzles of the user's own inside the caller's transaction, but for those he has; returns how many."""
    rows = [(p.id, user, p.variant, p.kind, p.origin, p.body, p.created) for p in found]
    return db.conn.executemany(_INSERT, rows).rowcount if rows else 0


def find(db: Database, id_: str, user: str) -> str | None:
    """The puzzle's text, when it is this user's or for anybody."""
    where = "WHERE id = ? AND (user IS NULL OR user = ?) ORDER BY user IS NULL LIMIT 1"
    row = db.execute(f"SELECT body FROM puzzles {where}", [id_, user]).fetchone()
    return None if row is None else str(row[0])


def all_own(db: Database, user: str) -> list[OwnPuzzle]:
    """Every puzzle of the user's own, oldest first."""
    rows = db.execute(
        "SELECT id, variant, kind, origin, body, created FROM puzzles WHERE user = ? ORDER BY n", [user]
    ).fetchall()
    return [OwnPuzzle(*map(str, row)) for row in rows]


def own(db: Database, user: str, kind: str) -> list[str]:
    """The texts of the user's own puzzles of a kind, latest first."""
    where = "WHERE user = ? AND kind = ? ORDER BY created DESC, id"
    return [str(row[0]) for row in db.execute(f"SELECT body FROM puzzles {where}", [user, kind]).fetchall()]


def stock(db: Database, variant: str, kind: str, limit: int) -> list[tuple[str, str]]:
    """The latest puzzles made for anybody: id, text."""
    rows = db.execute(
        "SELECT id, body FROM puzzles WHERE user IS NULL AND variant = ? AND kind = ? "
        "ORDER BY created DESC, id LIMIT ?",
        [variant, kind, limit],
    ).fetchall()
    return [(str(a), str(b)) for a, b in rows]


def untried(db: Database, variant: str, kind: str) -> int:
    """How many of the puzzles made for anybody nobody has answered yet."""
    row = db.execute(
        "SELECT count(*) FROM puzzles WHERE user IS NULL AND variant = ? AND kind = ? "
        "AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.puzzle = puzzles.id)",
        [variant, kind],
    ).fetchone()
    return int(row[0])


def with_origin(db: Database, origin: str) -> str | None:
    """The text of the latest puzzle made for anybody with this origin."""
    row = db.execute(
        "SELECT body FROM puzzles WHERE user IS NULL AND origin = ? ORDER BY created DESC, id LIMIT 1", [origin]
    ).fetchone()
    return None if row is None else str(row[0])
