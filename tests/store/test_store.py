"""The database: nothing written is lost or doubled, whoever else writes at the same time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from trainer import store
from trainer.progress.attempt import Attempt, Kind, Mark, Mode
from trainer.store import Database, attempts, games, puzzles, settings, users, write

NOW = "2026-03-14T12:00:00+00:00"
THREADS = 8
EACH = 25

ATTEMPT = Attempt(
    token="t1", variant="bamboo", edition=1, kind=Kind.WAITS, mode=Mode.DAILY, puzzle="p1", answer="25s",
    mark=Mark.PARTIAL, ms=4_200, at=NOW, hits=2, misses=1, false_calls=0, wait_count=3, themes=("blocked", "long"),
    day="2026-03-14", series="s1",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store.prepare(tmp_path)


def in_threads(path: Path, work: Callable[[Database, int], None]) -> None:
    """Run `work(db, number of the thread)` in every thread at once, each with a connection of its own."""
    gate, failed = threading.Barrier(THREADS), []

    def run(number: int) -> None:
        db = store.connect(path)
        try:
            gate.wait()
            work(db, number)
        except Exception as error:
            failed.append(error)
        finally:
            db.close()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(THREADS)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert failed == []


def reading(path: Path) -> Database:
    return store.connect(path)


def test_eight_threads_reading_and_writing_lose_nothing(path: Path) -> None:
    def work(db: Database, number: int) -> None:
        users.ensure(db, f"user{number}", NOW)
        for i in range(EACH):
            attempts.add(db, f"user{number}", replace(ATTEMPT, token=f"t{i}"))

    in_threads(path, work)
    db = reading(path)
    assert [len(attempts.history(db, f"user{n}")) for n in range(THREADS)] == [EACH] * THREADS
    db.close()


def test_counting_up_in_eight_threads_counts_every_step(path: Path) -> None:
    """Read, then write, in one transaction: the pattern that a deferred transaction fails at."""
    db = reading(path)
    users.ensure(db, "ann", NOW)
    settings.save(db, "ann", {"n": "0"})
    db.close()

    def work(db: Database, number: int) -> None:
        for _ in range(EACH):
            with write(db):
                settings.put(db, "ann", {"n": str(int(settings.load(db, "ann")["n"]) + 1)})

    in_threads(path, work)
    db = reading(path)
    assert settings.load(db, "ann")["n"] == str(THREADS * EACH)
    db.close()


def test_a_failing_write_leaves_nothing_behind(db: Database) -> None:
    def half() -> None:
        with write(db):
            settings.put(db, "ann", {"theme": "dark"})
            raise KeyError

    with pytest.raises(KeyError):
        half()
    assert settings.load(db, "ann") == {}
    settings.save(db, "ann", {"theme": "light"})
    assert settings.load(db, "ann") == {"theme": "light"}


# ------------------------------------------------------------------ attempts


def test_an_attempt_comes_back_as_it_was_stored(db: Database) -> None:
    assert attempts.add(db, "ann", ATTEMPT) == ATTEMPT
    assert attempts.by_token(db, "ann", "t1") == ATTEMPT
    assert attempts.history(db, "ann") == [ATTEMPT]


def test_the_same_token_again_returns_the_first_answer_and_stores_nothing(db: Database) -> None:
    attempts.add(db, "ann", ATTEMPT)
    again = attempts.add(db, "ann", replace(ATTEMPT, answer="258s", mark=Mark.RIGHT))
    assert again == ATTEMPT
    assert attempts.history(db, "ann") == [ATTEMPT]


def test_the_same_token_from_eight_threads_is_one_attempt(path: Path) -> None:
    db = reading(path)
    users.ensure(db, "ann", NOW)
    db.close()
    answers: list[str] = []
    in_threads(
        path, lambda db, n: answers.append(attempts.add(db, "ann", replace(ATTEMPT, answer=f"{n + 1}s")).answer)
    )
    db = reading(path)
    assert len(attempts.history(db, "ann")) == 1
    assert set(answers) == {attempts.history(db, "ann")[0].answer}
    db.close()


def test_two_users_may_send_the_same_token(db: Database) -> None:
    attempts.add(db, "ann", ATTEMPT)
    assert attempts.add(db, "bob", replace(ATTEMPT, answer="1s")).answer == "1s"


def test_only_the_first_try_at_a_puzzle_is_first(db: Database) -> None:
    attempts.add(db, "ann", ATTEMPT)
    assert not attempts.add(db, "ann", replace(ATTEMPT, token="t2")).first
    assert attempts.add(db, "ann", replace(ATTEMPT, token="t3", puzzle="p2")).first
    assert attempts.add(db, "bob", replace(ATTEMPT, token="t4")).first


def test_an_imported_attempt_keeps_what_it_says_of_itself(db: Database) -> None:
    with write(db):
        attempts.put(db, "ann", replace(ATTEMPT, first=False), keep_first=True)
    assert not attempts.history(db, "ann")[0].first


def test_the_daily_counts_its_first_answer(db: Database) -> None:
    attempts.add(db, "ann", ATTEMPT)
    attempts.add(db, "ann", replace(ATTEMPT, token="t2", mark=Mark.RIGHT))
    attempts.add(db, "ann", replace(ATTEMPT, token="t3", day="2026-03-15"))
    attempts.add(db, "ann", replace(ATTEMPT, token="t4", day=None, mode=Mode.PRACTICE))
    found = attempts.by_day(db, "ann", "bamboo")
    assert {day: a.token for day, a in found.items()} == {"2026-03-14": "t1", "2026-03-15": "t3"}
    assert attempts.by_day(db, "ann", "classic") == {}


def test_attempts_are_found_by_puzzle_series_and_day(db: Database) -> None:
    for n, at in enumerate(("2026-03-13T23:59:59+00:00", NOW, NOW)):
        attempts.add(db, "ann", replace(ATTEMPT, token=f"t{n}", puzzle=f"p{n % 2}", series=f"s{n % 2}", at=at))
    attempts.add(db, "bob", ATTEMPT)
    assert [a.token for a in attempts.by_puzzle(db, "ann", "p0")] == ["t0", "t2"]
    assert [a.token for a in attempts.by_series(db, "ann", "s1")] == ["t1"]
    assert [a.token for a in attempts.history(db, "ann", limit=2)] == ["t1", "t2"]
    assert attempts.tried(db, "ann") == {"p0", "p1"}
    assert attempts.days(db, "ann") == {"2026-03-13": 1, "2026-03-14": 2}


def test_the_log_belongs_to_somebody(db: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        attempts.add(db, "nobody", ATTEMPT)


# ------------------------------------------------------------------ games


def test_a_game_is_its_events_in_order(db: Database) -> None:
    games.create(db, "g1", "ann", "bamboo", "header", ["deal", "draw"], NOW)
    games.append(db, "g1", 2, ["discard"], "2026-03-14T12:00:05+00:00")
    found = games.find(db, "g1", "ann")
    assert found is not None
    assert games.events(db, "g1") == ["deal", "draw", "discard"]
    assert (found.header, found.lines, found.status) == ("header", 3, games.Status.OPEN)
    assert (found.created, found.updated) == (NOW, "2026-03-14T12:00:05+00:00")


def test_appending_to_a_game_that_went_on_is_a_conflict(db: Database) -> None:
    games.create(db, "g1", "ann", "bamboo", "header", ["deal"], NOW)
    games.append(db, "g1", 1, ["discard:1s"], NOW)
    with pytest.raises(games.Conflict):
        games.append(db, "g1", 1, ["discard:2s"], NOW)
    assert games.events(db, "g1") == ["deal", "discard:1s"]


def test_of_eight_who_act_at_once_one_succeeds(path: Path) -> None:
    db = reading(path)
    users.ensure(db, "ann", NOW)
    games.create(db, "g1", "ann", "bamboo", "header", ["deal"], NOW)
    db.close()
    won: list[int] = []

    def work(db: Database, number: int) -> None:
        try:
            games.append(db, "g1", 1, [f"discard:{number + 1}s", "draw"], NOW)
        except games.Conflict:
            return
        won.append(number)

    in_threads(path, work)
    db = reading(path)
    assert games.events(db, "g1") == ["deal", f"discard:{won[0] + 1}s", "draw"]
    assert len(won) == 1
    db.close()


def test_a_game_of_somebody_else_does_not_exist(db: Database) -> None:
    games.create(db, "g1", "ann", "bamboo", "header", [], NOW)
    assert games.find(db, "g1", "bob") is None
    assert games.listing(db, "bob") == []
    assert games.number(db, "bob") == 0


def test_games_are_listed_latest_first_and_by_status(db: Database) -> None:
    for n in range(3):
        games.create(db, f"g{n}", "ann", "bamboo", "header", [], f"2026-03-1{n}T00:00:00+00:00")
    games.append(db, "g0", 0, ["end"], NOW, status=games.Status.OVER)
    assert [g.id for g in games.listing(db, "ann")] == ["g0", "g2", "g1"]
    assert [g.id for g in games.listing(db, "ann", games.Status.OPEN)] == ["g2", "g1"]
    assert [g.id for g in games.listing(db, "ann", limit=1)] == ["g0"]


def test_an_imported_game_is_stored_once(db: Database) -> None:
    games.create(db, "g1", "ann", "bamboo", "header", ["deal"], NOW)
    game = games.find(db, "g1", "ann")
    assert game is not None
    with write(db):
        assert not games.put(db, replace(game, user="bob"), ["deal"])
        assert games.put(db, replace(game, id="g2"), ["deal", "draw"])
    assert games.events(db, "g2") == ["deal", "draw"]


# ------------------------------------------------------------------ settings, puzzles, users


def test_settings_are_replaced_by_key(db: Database) -> None:
    settings.save(db, "ann", {"theme": "dark", "sort": "off"})
    settings.save(db, "ann", {"theme": "light"})
    assert settings.load(db, "ann") == {"theme": "light", "sort": "off"}
    assert settings.load(db, "bob") == {}


def test_own_puzzles_are_seen_by_their_owner_and_the_stock_by_anybody(db: Database) -> None:
    puzzles.add(db, "o1", "bamboo", "discard", "game g1, 12", "{}", NOW, "ann")
    puzzles.add(db, "s1", "bamboo", "discard", "seed 7", "{1}", NOW, None)
    puzzles.add(db, "s1", "bamboo", "discard", "seed 8", "{2}", NOW, None)
    assert puzzles.own(db, "ann", "discard") == [("o1", "game g1, 12", "{}")]
    assert puzzles.own(db, "bob", "discard") == []
    assert puzzles.find(db, "o1", "bob") is None
    assert puzzles.find(db, "s1", "bob") == "{1}"
    assert puzzles.stock(db, "bamboo", "discard", 10) == [("s1", "{1}")]
    assert puzzles.stock(db, "bamboo", "waits", 10) == []


def test_tables_are_strict_and_the_column_names_are_checked(db: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("INSERT INTO attempts (user, token, ms) VALUES ('ann', 't', 'soon')")
    with pytest.raises(sqlite3.OperationalError):
        db.execute("INSERT INTO users (id, since) VALUES ('cat', 'now')")


# ------------------------------------------------------------------ migrations and backup


def test_a_database_of_the_first_release_keeps_its_content(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / store.FILE)
    old.executescript((Path(__file__).parent / "first_release.sql").read_text(encoding="utf-8"))
    old.close()
    db = reading(store.prepare(tmp_path))
    assert [(a.token, a.mark, a.themes) for a in attempts.history(db, "ann")] == [("t1", Mark.PARTIAL, ("blocked",))]
    assert games.events(db, "g1") == ["deal", "draw"]
    assert settings.load(db, "ann") == {"theme": "dark"}
    db.close()


def test_preparing_twice_changes_nothing(tmp_path: Path) -> None:
    db = reading(store.prepare(tmp_path))
    users.ensure(db, "ann", NOW)
    before = db.execute("SELECT name, sql FROM sqlite_master").fetchall()
    db.close()
    db = reading(store.prepare(tmp_path))
    assert db.execute("SELECT name, sql FROM sqlite_master").fetchall() == before
    assert db.execute("SELECT id FROM users").fetchall() == [("ann",)]
    db.close()


def test_starting_eight_times_at_once_migrates_once(tmp_path: Path) -> None:
    gate, failed = threading.Barrier(THREADS), []

    def start() -> None:
        gate.wait()
        try:
            store.prepare(tmp_path)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(THREADS)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert failed == []


def test_the_database_is_a_write_ahead_log_with_foreign_keys(path: Path) -> None:
    db = reading(path)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
    db.close()


def test_a_backup_holds_what_is_committed_while_somebody_writes(path: Path, tmp_path: Path) -> None:
    db = reading(path)
    users.ensure(db, "ann", NOW)
    attempts.add(db, "ann", ATTEMPT)
    with write(db):
        attempts.put(db, "ann", replace(ATTEMPT, token="t2"))
        store.backup(path, tmp_path / "copy.db")
    db.close()
    copy = reading(tmp_path / "copy.db")
    assert attempts.history(copy, "ann") == [ATTEMPT]
    copy.close()


def test_a_backup_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("the last good one")
    broken = tmp_path / "broken.db"
    broken.write_text("no database at all, but long enough to be looked at " * 40)
    with pytest.raises(sqlite3.DatabaseError):
        store.backup(broken, target)
    with pytest.raises(FileNotFoundError):
        store.backup(tmp_path / "absent.db", target)
    assert target.read_text() == "the last good one"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["broken.db", "copy.db"]
