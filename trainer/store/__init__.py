"""The database: the only package that touches the disk through SQLite.

Functions, not repository classes; every write goes through `write(db)`. The attempts and events are append-only.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import weakref
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from trainer.store.migrations import MIGRATIONS

__all__ = ["Busy", "Connections", "Database", "backup", "connect", "open_db", "prepare", "write"]

FILE = "trainer.db"
TIMEOUT = 5.0
"""Seconds that a writer waits for another one."""


class Busy(Exception):
    """Another writer kept the database for longer than `TIMEOUT`; nothing was written."""


def connect(path: Path | str, *, one_thread: bool = True) -> Database:
    """One connection, for one thread (or for one at a time); close it with `db.close()`."""
    conn = sqlite3.connect(path, timeout=TIMEOUT, check_same_thread=one_thread)
    try:
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        conn.close()
        raise
    return Database(conn)


class Connections:
    """Connections to one database, each kept for whoever asks next: opening one costs as much as a small page.

    Whoever gives one back has read its answers to the end. Not to be shared with a forked process.
    """

    KEPT = 8

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[Database] = deque()
        weakref.finalize(self, _close, self._idle)

    def take(self) -> Database:
        """A connection for the calling thread, until it is given back."""
        try:
            return self._idle.pop()
        except IndexError:
            return connect(self._path, one_thread=False)

    def give(self, db: Database) -> None:
        """Give back a connection; what was not committed is undone."""
        try:
            db.conn.rollback()
        except sqlite3.Error:  # one that is of no use any more
            db.close()
            return
        if len(self._idle) < self.KEPT:
            self._idle.append(db)
        else:
            db.close()

    def close(self) -> None:
        """Close those that nobody has taken."""
        _close(self._idle)


def _close(idle: deque[Database]) -> None:
    while idle:
        idle.pop().close()


def open_db(path: Path | str) -> Database:
    """A connection to a migrated database; ":memory:" for tests."""
    db = connect(path)
    try:
        if str(path) != ":memory:":
            db.enable_wal()
        MIGRATIONS.apply(db)
    except BaseException:
        db.close()
        raise
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
    Never compute inside it. Raises Busy when the lock is not to be had.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:  # the low byte is the primary code
            raise Busy from None
        raise
    try:
        yield db
        db.conn.commit()
    except BaseException:
        db.conn.rollback()
        raise


def backup(source: Path, target: Path) -> None:
    """An online copy of the database, while others may be writing; replaces `target` only once it is whole.

    Raises OSError when either file cannot be used, sqlite3.Error when the source is no database.
    """
    if not source.is_file():
        raise FileNotFoundError(2, os.strerror(2), str(source))
    aside = target.with_name(f"{target.name}.part-{os.getpid()}")
    aside.touch()
    try:
        with closing(sqlite3.connect(source, timeout=TIMEOUT)) as src, closing(sqlite3.connect(aside)) as dst:
            src.backup(dst)
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
