"""The log of attempts: appended once per token, read whole or by puzzle, day and series."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlite_utils import Database

from trainer.progress.attempt import Attempt, Kind, Mark, Mode
from trainer.store import write

_COLUMNS = (
    "token, variant, edition, kind, mode, puzzle, answer, mark, ms, at, first, loss, share, hits, misses, false_calls, "
    "wait_count, themes, day, series"
)


def _row(a: Attempt) -> list[object]:
    return [
        a.token, a.variant, a.edition, str(a.kind), str(a.mode), a.puzzle, a.answer, str(a.mark), a.ms, a.at,
        int(a.first), a.loss, a.share, a.hits, a.misses, a.false_calls, a.wait_count, json.dumps(list(a.themes)),
        a.day, a.series,
    ]  # fmt: skip


def _attempt(row: tuple[object, ...]) -> Attempt:
    values = dict(zip(_COLUMNS.replace(" ", "").split(","), row, strict=True))
    values |= {
        "kind": Kind(str(values["kind"])),
        "mode": Mode(str(values["mode"])),
        "mark": Mark(str(values["mark"])),
        "first": bool(values["first"]),
        "themes": tuple(json.loads(str(values["themes"]))),
    }
    return Attempt(**values)  # type: ignore[arg-type]


def add(db: Database, user: str, attempt: Attempt) -> Attempt:
    """Append it, unless its token was seen before: then the stored attempt is returned and nothing changes.

    `first` is decided here: false when this user has tried this puzzle before.
    """
    with write(db):
        return put(db, user, attempt)


def put(db: Database, user: str, attempt: Attempt, *, keep_first: bool = False) -> Attempt:
    """As `add`, inside a transaction of the caller's; `keep_first` trusts the attempt's own `first` (import)."""
    stored = by_token(db, user, attempt.token)
    if stored is not None:
        return stored
    row = _row(attempt)
    if not keep_first:
        tried = db.execute("SELECT 1 FROM attempts WHERE user = ? AND puzzle = ?", [user, attempt.puzzle]).fetchone()
        row[10] = int(tried is None)
    marks = ", ".join("?" * (len(row) + 1))
    db.execute(f"INSERT INTO attempts (user, {_COLUMNS}) VALUES ({marks})", [user, *row])
    fresh = by_token(db, user, attempt.token)
    assert fresh is not None
    return fresh


def _select(db: Database, where: str, values: list[object]) -> list[Attempt]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM attempts WHERE {where}", values).fetchall()
    return [_attempt(r) for r in rows]


def by_token(db: Database, user: str, token: str) -> Attempt | None:
    found = _select(db, "user = ? AND token = ?", [user, token])
    return found[0] if found else None


def by_puzzle(db: Database, user: str, puzzle: str) -> list[Attempt]:
    """Every attempt at one puzzle, oldest first."""
    return _select(db, "user = ? AND puzzle = ? ORDER BY n", [user, puzzle])


def by_series(db: Database, user: str, series: str) -> list[Attempt]:
    return _select(db, "user = ? AND series = ? ORDER BY n", [user, series])


def by_day(db: Database, user: str, variant: str) -> dict[str, Attempt]:
    """The first answer to each day's daily puzzle of a variant."""
    where = "user = ? AND mode = 'daily' AND variant = ? AND day IS NOT NULL ORDER BY n DESC"
    found = _select(db, where, [user, variant])
    return {str(a.day): a for a in found}


def history(db: Database, user: str, *, limit: int | None = None) -> list[Attempt]:
    """Attempts oldest first; with `limit`, only the latest."""
    if limit is None:
        return _select(db, "user = ? ORDER BY n", [user])
    return _select(db, "user = ? ORDER BY n DESC LIMIT ?", [user, limit])[::-1]


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
