"""The database: the only package that touches the disk through SQLite.

Functions, not repository classes; every write goes through `write(db)`. The attempts and events are append-only.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from trainer.store.migrations import MIGRATIONS

FILE = "trainer.db"
TIMEOUT = 5.0
"""Seconds that a writer waits for another one."""


def connect(path: Path | str) -> Database:
    """One connection, for one thread; close it with `db.close()`."""
    conn = sqlite3.connect(path, timeout=TIMEOUT)
    db = Database(conn)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = NORMAL")
    return db


def open_db(path: Path | str) -> Database:
    """A connection to a migrated database; ":memory:" for tests."""
    db = connect(path)
    if str(path) != ":memory:":
        db.enable_wal()
    MIGRATIONS.apply(db)
    return db


def prepare(data: Path) -> Path:
    """Create or migrate the database in the data folder, one process at a time; returns its path."""
    data.mkdir(parents=True, exist_ok=True)
    path = data / FILE
    with (data / "migrate.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        open_db(path).close()
    return path


@contextmanager
def write(db: Database) -> Iterator[Database]:
    """A write transaction that takes the write lock at its start.

    A deferred transaction that reads first would fail at once, not wait, when another writer got in between.
    Never compute inside it.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.conn.commit()
    except BaseException:
        db.conn.rollback()
        raise


def backup(source: Path, target: Path) -> None:
    """An online copy of the database into a new file."""
    src = sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=TIMEOUT)
    try:
        dst = sqlite3.connect(target)
        try:
            src.backup(dst)
        finally:
            dst.close()
    finally:
        src.close()
