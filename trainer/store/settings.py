"""Settings of a user, as text by key; what they mean and their defaults are the use cases' business."""

from __future__ import annotations

from collections.abc import Mapping

from sqlite_utils import Database

from trainer.store import write


def load(db: Database, user: str) -> dict[str, str]:
    return dict(db.execute("SELECT key, value FROM settings WHERE user = ?", [user]).fetchall())


def save(db: Database, user: str, values: Mapping[str, str]) -> None:
    with write(db):
        put(db, user, values)


def put(db: Database, user: str, values: Mapping[str, str]) -> None:
    """As `save`, inside a transaction of the caller's."""
    for key, value in values.items():
        db.execute(
            "INSERT INTO settings (user, key, value) VALUES (?, ?, ?) "
            "ON CONFLICT (user, key) DO UPDATE SET value = excluded.value",
            [user, key, value],
        )


def put_missing(db: Database, user: str, values: Mapping[str, str]) -> int:
    """Store those whose key has no value yet, inside the caller's transaction; returns how many."""
    rows = [(user, key, value) for key, value in values.items()]
    insert = "INSERT INTO settings (user, key, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    return db.conn.executemany(insert, rows).rowcount if rows else 0
