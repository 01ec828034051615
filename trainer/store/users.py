"""Anonymous users: an id and when it was first seen."""

from __future__ import annotations

from sqlite_utils import Database

from trainer.store import write


def ensure(db: Database, user: str, now: str) -> None:
    """Make sure the user exists; nothing happens when he does."""
    if db.execute("SELECT 1 FROM users WHERE id = ?", [user]).fetchone() is None:
        with write(db):
            db.execute("INSERT OR IGNORE INTO users (id, created) VALUES (?, ?)", [user, now])
