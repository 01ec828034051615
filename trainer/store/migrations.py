"""One named function per change of the database; never edited after a release."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

MIGRATIONS = Migrations("trainer")


def _run(db: Database, script: str) -> None:
    """Statement by statement: `executescript` would commit the migration's transaction first."""
    for statement in script.split(";"):
        if statement.strip():
            db.execute(statement)


@MIGRATIONS()
def first_tables(db: Database) -> None:
    """Users, their attempts and settings; games as event logs; puzzles made for a user or on the fly."""
    _run(
        db,
        """
        CREATE TABLE users (id TEXT PRIMARY KEY, created TEXT NOT NULL) STRICT;

        CREATE TABLE attempts (
            n INTEGER PRIMARY KEY,
            user TEXT NOT NULL REFERENCES users(id),
            token TEXT NOT NULL,
            variant TEXT NOT NULL,
            edition INTEGER NOT NULL,
            kind TEXT NOT NULL,
            mode TEXT NOT NULL,
            puzzle TEXT NOT NULL,
            answer TEXT NOT NULL,
            mark TEXT NOT NULL,
            ms INTEGER NOT NULL,
            at TEXT NOT NULL,
            first INTEGER NOT NULL,
            loss REAL,
            share REAL,
            hits INTEGER,
            misses INTEGER,
            false_calls INTEGER,
            wait_count INTEGER,
            themes TEXT NOT NULL,
            day TEXT,
            series TEXT,
            UNIQUE (user, token)
        ) STRICT;
        CREATE INDEX attempts_user_at ON attempts(user, at);
        CREATE INDEX attempts_user_puzzle ON attempts(user, puzzle);
        CREATE INDEX attempts_user_series ON attempts(user, series);

        CREATE TABLE settings (
            user TEXT NOT NULL REFERENCES users(id),
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (user, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE games (
            id TEXT PRIMARY KEY,
            user TEXT NOT NULL REFERENCES users(id),
            variant TEXT NOT NULL,
            header TEXT NOT NULL,
            status TEXT NOT NULL,
            created TEXT NOT NULL,
            updated TEXT NOT NULL
        ) STRICT;
        CREATE INDEX games_user ON games(user, updated);

        CREATE TABLE events (
            game TEXT NOT NULL REFERENCES games(id),
            n INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (game, n)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE puzzles (
            id TEXT PRIMARY KEY,
            user TEXT REFERENCES users(id),
            variant TEXT NOT NULL,
            kind TEXT NOT NULL,
            origin TEXT NOT NULL,
            body TEXT NOT NULL,
            created TEXT NOT NULL
        ) STRICT;
        CREATE INDEX puzzles_user ON puzzles(user, kind);
        """,
    )
