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
    day="2026-03-14", series="s1", legal=True,
)  # fmt: skip
PRACTICE = replace(ATTEMPT, mode=Mode.PRACTICE, day=None, series=None)


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
            attempts.add(db, f"user{number}", replace(PRACTICE, token=f"t{i}"))

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
    attempts.add(db, "ann", PRACTICE)
    assert not attempts.add(db, "ann", replace(PRACTICE, token="t2")).first
    assert attempts.add(db, "ann", replace(PRACTICE, token="t3", puzzle="p2")).first
    assert attempts.add(db, "bob", replace(PRACTICE, token="t4")).first


def test_imported_attempts_keep_what_they_say_of_themselves(db: Database) -> None:
    attempts.add(db, "ann", ATTEMPT)
    again = replace(ATTEMPT, token="t2", day="2026-03-15", first=False)
    attempts.stage(db, "ann", [PRACTICE])
    attempts.stage(db, "ann", [replace(ATTEMPT, answer="9s"), again, replace(again, token="t3"), again])
    with write(db):
        assert attempts.put_staged(db) == 1
    assert attempts.history(db, "ann") == [ATTEMPT, again]


def test_a_day_has_one_daily_answer(db: Database) -> None:
    attempts.add(db, "ann", ATTEMPT)
    assert attempts.add(db, "ann", replace(ATTEMPT, token="t2", mark=Mark.RIGHT, series=None)) == ATTEMPT
    attempts.add(db, "ann", replace(ATTEMPT, token="t3", day="2026-03-15", series=None))
    attempts.add(db, "ann", replace(ATTEMPT, token="t4", day=None, mode=Mode.PRACTICE, series=None))
    attempts.add(db, "bob", replace(ATTEMPT, token="t5"))
    found = attempts.by_day(db, "ann", "bamboo")
    assert {day: a.token for day, a in found.items()} == {"2026-03-14": "t1", "2026-03-15": "t3"}
    assert attempts.by_day(db, "ann", "classic") == {}


def test_a_day_answered_by_eight_at_once_has_one_answer(path: Path) -> None:
    db = reading(path)
    users.ensure(db, "ann", NOW)
    db.close()
    tokens: list[str] = []
    in_threads(path, lambda db, n: tokens.append(attempts.add(db, "ann", replace(ATTEMPT, token=f"t{n}")).token))
    db = reading(path)
    assert [a.token for a in attempts.history(db, "ann")] == tokens[:1]
    assert set(tokens) == set(tokens[:1])
    db.close()


def test_a_series_takes_each_puzzle_once_and_no_more_than_its_length(db: Database) -> None:
    sprint = replace(ATTEMPT, mode=Mode.SPRINT, day=None)
    attempts.add(db, "ann", sprint, longest=2)
    with pytest.raises(attempts.SeriesClosed):
        attempts.add(db, "ann", replace(sprint, token="t2"), longest=2)
    attempts.add(db, "ann", replace(sprint, token="t3", puzzle="p2"), longest=2)
    with pytest.raises(attempts.SeriesClosed):
        attempts.add(db, "ann", replace(sprint, token="t4", puzzle="p3"), longest=2)
    assert attempts.add(db, "ann", replace(sprint, token="t3", puzzle="p2"), longest=2).token == "t3"
    attempts.add(db, "bob", sprint, longest=2)
    assert [a.token for a in attempts.by_series(db, "ann", "s1")] == ["t1", "t3"]


def test_what_was_tried_and_when(db: Database) -> None:
    for n, at in enumerate(("2026-03-13T23:59:59+00:00", NOW, NOW)):
        one = replace(ATTEMPT, token=f"t{n}", puzzle=f"p{n % 2}", at=at, mode=Mode.PRACTICE, day=None, series=None)
        attempts.add(db, "ann", one)
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


def test_an_imported_game_is_stored_once_under_an_id_of_its_own(db: Database) -> None:
    games.create(db, "g1", "ann", "bamboo", "header", ["deal 1", "draw"], NOW)
    game = games.find(db, "g1", "ann")
    assert game is not None
    ids = iter(["fresh1", "fresh2"])
    file = [(game, ["deal 1", "draw"]), (game, ["deal 2", "draw"]), (replace(game, id="g2"), ["deal 3"])]
    with write(db):
        assert games.put(db, "ann", file, ids.__next__) == 2
        assert games.put(db, "bob", file[:1], ids.__next__) == 1
        assert games.put(db, "bob", file[:1], ids.__next__) == 0
    assert games.first_lines(db, "ann") == {"deal 1": "g1", "deal 2": "fresh1", "deal 3": "g2"}
    assert games.events(db, "fresh2") == ["deal 1", "draw"]
    assert games.find(db, "fresh2", "ann") is None


def test_laying_attempts_ready_keeps_nobody_waiting(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TIMEOUT", 0.05)
    one, other = reading(path), reading(path)
    users.ensure(one, "ann", NOW)
    with write(one):
        attempts.stage(other, "ann", [ATTEMPT])
    with write(other):
        assert attempts.put_staged(other) == 1
    assert attempts.history(one, "ann") == [ATTEMPT]
    one.close()
    other.close()


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
    assert puzzles.own(db, "ann", "discard") == ["{}"]
    assert puzzles.own(db, "bob", "discard") == []
    assert puzzles.find(db, "o1", "bob") is None
    assert puzzles.find(db, "s1", "bob") == "{1}"
    assert puzzles.stock(db, "bamboo", "discard", 10) == [("s1", "{1}")]
    assert puzzles.stock(db, "bamboo", "waits", 10) == []


def test_two_users_may_own_the_same_position_which_is_in_the_stock_as_well(db: Database) -> None:
    for user, body in ((None, "{0}"), ("ann", "{1}"), ("bob", "{2}"), ("ann", "{3}")):
        puzzles.add(db, "p", "bamboo", "discard", "g", body, NOW, user)
    assert [puzzles.find(db, "p", user) for user in ("ann", "bob", "cat")] == ["{1}", "{2}", "{0}"]
    (mine,) = puzzles.all_own(db, "ann")
    assert mine == puzzles.OwnPuzzle("p", "bamboo", "discard", "g", "{1}", NOW)
    with write(db):
        assert puzzles.put(db, "ann", [mine, replace(mine, id="q")]) == 1


def test_settings_that_are_there_stay(db: Database) -> None:
    settings.save(db, "ann", {"theme": "dark"})
    with write(db):
        assert settings.put_missing(db, "ann", {"theme": "light", "sort": "off"}) == 1
    assert settings.load(db, "ann") == {"theme": "dark", "sort": "off"}


def test_who_cannot_write_in_time_is_told_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TIMEOUT", 0.05)
    one, other = reading(path), reading(path)
    with write(one), pytest.raises(store.Busy):
        settings.save(other, "ann", {"theme": "dark"})
    users.ensure(other, "ann", NOW)
    settings.save(other, "ann", {"theme": "dark"})
    one.close()
    other.close()


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
    assert not attempts.history(db, "ann")[0].legal
    db.close()


def test_answers_too_many_of_the_first_release_stay_as_practice(tmp_path: Path) -> None:
    """It could store several answers of a day's daily, and sprints longer than ten or with a puzzle twice."""
    old = sqlite3.connect(tmp_path / store.FILE)
    old.executescript((Path(__file__).parent / "first_release.sql").read_text(encoding="utf-8"))
    copy = (
        "INSERT INTO attempts SELECT ?, user, ?, variant, edition, kind, ?, ?, answer, mark, ms, at, first, loss, "
        "share, hits, misses, false_calls, wait_count, themes, ?, ? FROM attempts WHERE n = 1"
    )
    rows = [(n, f"d{n}", "daily", "p", "2026-03-14", None) for n in (11, 12)]
    rows += [(20 + n, f"s{n}", "sprint", f"p{n}", None, "run") for n in range(1, 12)]
    rows += [(40, "s40", "sprint", "p1", None, "run")]
    old.executemany(copy, rows)
    old.executemany(
        "INSERT INTO puzzles VALUES (?, ?, 'bamboo', 'discard', 'g1', '{}', '2026')", [("p", "ann"), ("q", None)]
    )
    old.commit()
    old.close()
    db = reading(store.prepare(tmp_path))
    assert {day: a.token for day, a in attempts.by_day(db, "ann", "bamboo").items()} == {"2026-03-14": "d11"}
    assert [a.token for a in attempts.by_series(db, "ann", "run")] == [f"s{n}" for n in range(1, 11)]
    beyond = [a for a in attempts.history(db, "ann") if a.token in ("d12", "s11", "s40")]
    assert [(a.mode, a.day, a.series) for a in beyond] == [(Mode.PRACTICE, None, None)] * 3
    assert puzzles.own(db, "ann", "discard") == ["{}"]
    assert puzzles.find(db, "q", "bob") == "{}"
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
    attempts.stage(db, "ann", [replace(PRACTICE, token="t2")])
    with write(db):
        attempts.put_staged(db)
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
