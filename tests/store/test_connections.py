"""Connections that are kept: who takes one gets a clean one, whatever was left undone with it."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from trainer import store
from trainer.store import Connections, users


def test_a_connection_is_kept_for_whoever_asks_next_in_any_thread(tmp_path: Path) -> None:
    connections = Connections(store.prepare(tmp_path))
    first, second = connections.take(), connections.take()
    assert first is not second
    connections.give(first)
    taken: list[store.Database] = []

    def other() -> None:
        db = connections.take()
        users.ensure(db, "somebody", "2026-11-30T00:00:00+00:00")
        taken.append(db)

    thread = Thread(target=other)
    thread.start()
    thread.join()
    assert taken == [first]
    connections.give(first)
    connections.give(second)
    connections.close()


def test_what_was_not_committed_is_undone(tmp_path: Path) -> None:
    connections = Connections(store.prepare(tmp_path))
    db = connections.take()
    db.execute("BEGIN IMMEDIATE")
    db.execute("CREATE TABLE left_behind (n)")
    connections.give(db)
    again = connections.take()
    assert again is db
    assert not again.conn.in_transaction
    assert not again["left_behind"].exists()
    connections.give(again)
    connections.close()


def test_no_more_are_kept_than_are_of_use(tmp_path: Path) -> None:
    connections = Connections(store.prepare(tmp_path))
    many = [connections.take() for _ in range(Connections.KEPT + 3)]
    for db in many:
        connections.give(db)
    again = [connections.take() for _ in many]
    assert sum(db in many for db in again) == Connections.KEPT
    for db in again:
        connections.give(db)
    connections.close()
