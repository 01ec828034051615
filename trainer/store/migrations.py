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


@MIGRATIONS()
def one_daily_answer_and_own_puzzles_for_each_user(db: Database) -> None:
    """A day has one daily answer a user; a sprint ten answers, no puzzle twice; own puzzles are keyed by user.

    Attempts beyond that were answered all the same, so they stay, as practice.
    """
    _run(
        db,
        """
        ALTER TABLE attempts ADD COLUMN legal INTEGER NOT NULL DEFAULT 0;

        UPDATE attempts SET mode = 'practice', day = NULL WHERE n IN (
            SELECT n FROM (
                SELECT n, row_number() OVER (PARTITION BY user, variant, day ORDER BY n) AS place
                FROM attempts WHERE mode = 'daily'
            ) WHERE place > 1
        );
        CREATE UNIQUE INDEX attempts_daily ON attempts(user, variant, day) WHERE mode = 'daily';

        UPDATE attempts SET mode = 'practice', series = NULL WHERE n IN (
            SELECT n FROM (
                SELECT n, row_number() OVER (PARTITION BY user, series, puzzle ORDER BY n) AS place
                FROM attempts WHERE series IS NOT NULL
            ) WHERE place > 1
        );
        UPDATE attempts SET mode = 'practice', series = NULL WHERE n IN (
            SELECT n FROM (
                SELECT n, row_number() OVER (PARTITION BY user, series ORDER BY n) AS place
                FROM attempts WHERE mode = 'sprint' AND series IS NOT NULL
            ) WHERE place > 10
        );

        CREATE TABLE puzzles_of_users (
            n INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            user TEXT REFERENCES users(id),
            variant TEXT NOT NULL,
            kind TEXT NOT NULL,
            origin TEXT NOT NULL,
            body TEXT NOT NULL,
            created TEXT NOT NULL
        ) STRICT;
        INSERT INTO puzzles_of_users (id, user, variant, kind, origin, body, created)
            SELECT id, user, variant, kind, origin, body, created FROM puzzles ORDER BY created, id;
        DROP TABLE puzzles;
        ALTER TABLE puzzles_of_users RENAME TO puzzles;
        CREATE UNIQUE INDEX puzzles_id ON puzzles(id, coalesce(user, ''));
        CREATE INDEX puzzles_user ON puzzles(user, kind);
        """,
    )
