"""Puzzles that are in no pack: made on the fly for anybody, or from one user's own games."""

from __future__ import annotations

from sqlite_utils import Database

from trainer.store import write


def add(db: Database, id_: str, variant: str, kind: str, origin: str, body: str, now: str, user: str | None) -> None:
    """Store a puzzle's text; one that is there already stays as it is. `user` None: for anybody."""
    with write(db):
        db.execute(
            "INSERT OR IGNORE INTO puzzles (id, user, variant, kind, origin, body, created) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [id_, user, variant, kind, origin, body, now],
        )


def find(db: Database, id_: str, user: str) -> str | None:
    """The puzzle's text, when it is for anybody or for this user."""
    row = db.execute("SELECT body FROM puzzles WHERE id = ? AND (user IS NULL OR user = ?)", [id_, user]).fetchone()
    return None if row is None else str(row[0])


def own(db: Database, user: str, kind: str) -> list[tuple[str, str, str]]:
    """The user's own puzzles, latest first: id, origin, text."""
    rows = db.execute(
        "SELECT id, origin, body FROM puzzles WHERE user = ? AND kind = ? ORDER BY created DESC, id", [user, kind]
    ).fetchall()
    return [(str(a), str(b), str(c)) for a, b, c in rows]


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
