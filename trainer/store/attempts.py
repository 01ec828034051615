"""The log of attempts: appended once per token, read whole or by day and series."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from trainer.progress.attempt import Attempt, Kind, Mark, Mode
from trainer.store import write

_COLUMNS = (
    "token, variant, edition, kind, mode, puzzle, answer, mark, ms, at, first, loss, share, hits, misses, false_calls, "
    "wait_count, themes, day, series, legal"
)
_INSERT = f"INSERT INTO attempts (user, {_COLUMNS}) VALUES ({', '.join('?' * (_COLUMNS.count(',') + 2))})"


@dataclass(frozen=True, slots=True)
class NamedWaits:
    """An answer that named waits: whether it was all right, its UTC day, the puzzle's text unless that is in a pack."""

    puzzle: str
    right: bool
    day: str
    body: str | None


class SeriesClosed(Exception):
    """The series takes no further answer, or none to this puzzle; nothing was stored."""


def _row(user: str, a: Attempt) -> list[object]:
    return [
        user, a.token, a.variant, a.edition, str(a.kind), str(a.mode), a.puzzle, a.answer, str(a.mark), a.ms, a.at,
        int(a.first), a.loss, a.share, a.hits, a.misses, a.false_calls, a.wait_count, json.dumps(list(a.themes)),
        a.day, a.series, int(a.legal),
    ]  # fmt: skip


def _attempt(row: tuple[object, ...]) -> Attempt:
    values = dict(zip(_COLUMNS.replace(" ", "").split(","), row, strict=True))
    values |= {
        "kind": Kind(str(values["kind"])),
        "mode": Mode(str(values["mode"])),
        "mark": Mark(str(values["mark"])),
        "first": bool(values["first"]),
        "legal": bool(values["legal"]),
        "themes": tuple(json.loads(str(values["themes"]))),
    }
    return Attempt(**values)  # type: ignore[arg-type]


def add(db: Database, user: str, attempt: Attempt, *, longest: int | None = None) -> Attempt:
    """Append it, unless its token was seen before: then the stored attempt is returned and nothing changes.

    The same holds for a second answer to a day's daily puzzle. `first` is decided here: false when this user has
    tried this puzzle before. A series takes each puzzle once, and `longest` answers at most (SeriesClosed).
    """
    with write(db):
        stored = by_token(db, user, attempt.token) or _of_day(db, user, attempt)
        if stored is not None:
            return stored
        if attempt.series is not None:
            done = by_series(db, user, attempt.series)
            if any(a.puzzle == attempt.puzzle for a in done) or (longest is not None and len(done) >= longest):
                raise SeriesClosed
        tried = db.execute("SELECT 1 FROM attempts WHERE user = ? AND puzzle = ?", [user, attempt.puzzle]).fetchone()
        attempt = replace(attempt, first=tried is None)
        db.execute(_INSERT, _row(user, attempt))
    return attempt


def _of_day(db: Database, user: str, attempt: Attempt) -> Attempt | None:
    """The stored answer to the same day's daily puzzle, when the attempt is one."""
    where = "user = ? AND variant = ? AND day = ? AND mode = 'daily'"
    found = _select(db, where, [user, attempt.variant, attempt.day]) if attempt.mode is Mode.DAILY else []
    return found[0] if found else None


_STAGE = "temp.attempts_to_import"


def stage(db: Database, user: str, log: Iterable[Attempt]) -> None:
    """Lay attempts ready for `put_staged`, where nobody waits: outside of a transaction, on this connection alone."""
    db.execute(f"DROP TABLE IF EXISTS {_STAGE}")
    db.execute(f"CREATE TABLE {_STAGE} (user, {_COLUMNS})")
    places = ", ".join("?" * (_COLUMNS.count(",") + 2))
    db.conn.executemany(f"INSERT INTO {_STAGE} VALUES ({places})", [_row(user, a) for a in log])
    db.conn.commit()


def put_staged(db: Database) -> int:
    """Append the attempts laid ready as they say of themselves, `first` too, inside the caller's transaction.

    Left out are those whose token, or whose day's daily puzzle, is answered already. Returns how many were new.
    """
    copy = f"INSERT INTO attempts (user, {_COLUMNS}) SELECT * FROM {_STAGE} WHERE true ORDER BY rowid"
    return int(db.execute(f"{copy} ON CONFLICT DO NOTHING").rowcount)


def _select(db: Database, where: str, values: list[object]) -> list[Attempt]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM attempts WHERE {where}", values).fetchall()
    return [_attempt(r) for r in rows]


def by_token(db: Database, user: str, token: str) -> Attempt | None:
    found = _select(db, "user = ? AND token = ?", [user, token])
    return found[0] if found else None


def by_series(db: Database, user: str, series: str) -> list[Attempt]:
    return _select(db, "user = ? AND series = ? ORDER BY n", [user, series])


def by_day(db: Database, user: str, variant: str) -> dict[str, Attempt]:
    """The answer to each day's daily puzzle of a variant."""
    where = "user = ? AND mode = 'daily' AND variant = ? AND day IS NOT NULL"
    return {str(a.day): a for a in _select(db, where, [user, variant])}


def history(db: Database, user: str) -> list[Attempt]:
    """Attempts oldest first."""
    return _select(db, "user = ? ORDER BY n", [user])


def of_waits(db: Database, user: str, variant: str) -> list[NamedWaits]:
    """The answers that named all waits of a hand of this game, oldest first; those about legal waits are left out."""
    rows = db.execute(
        "SELECT a.puzzle, a.mark, substr(a.at, 1, 10), p.body FROM attempts a "
        "LEFT JOIN puzzles p ON p.id = a.puzzle AND p.user IS NULL "
        "WHERE a.user = ? AND a.variant = ? AND a.kind = ? AND NOT a.legal ORDER BY a.at, a.n",
        [user, variant, str(Kind.WAITS)],
    ).fetchall()
    return [NamedWaits(str(puzzle), mark == Mark.RIGHT, str(day), body) for puzzle, mark, day, body in rows]


def tried(db: Database, user: str) -> set[str]:
    """Ids of every puzzle this user has answered."""
    return {str(r[0]) for r in db.execute("SELECT DISTINCT puzzle FROM attempts WHERE user = ?", [user]).fetchall()}


def last_tries(db: Database, user: str) -> dict[str, int]:
    """The number of the user's latest attempt at each puzzle he has answered: greater is later."""
    rows = db.execute("SELECT puzzle, max(n) FROM attempts WHERE user = ? GROUP BY puzzle", [user]).fetchall()
    return {str(puzzle): int(n) for puzzle, n in rows}


def days(db: Database, user: str) -> dict[str, int]:
    """Attempts on each UTC day."""
    rows = db.execute("SELECT substr(at, 1, 10), count(*) FROM attempts WHERE user = ? GROUP BY 1", [user]).fetchall()
    return {str(d): int(n) for d, n in rows}


def last(db: Database) -> int:
    """The number of the latest attempt of anybody, 0 when there is none."""
    return int(db.execute("SELECT coalesce(max(n), 0) FROM attempts").fetchone()[0])


def marked(db: Database, kind: str, marks: Sequence[str], after: int) -> list[tuple[int, str]]:
    """Attempts of anybody after number `after` with one of these marks, oldest first: number, puzzle."""
    places = ", ".join("?" * len(marks))
    rows = db.execute(
        f"SELECT n, puzzle FROM attempts WHERE n > ? AND kind = ? AND mark IN ({places}) ORDER BY n",
        [after, kind, *marks],
    ).fetchall()
    return [(int(n), str(puzzle)) for n, puzzle in rows]
