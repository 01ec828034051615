"""The stock: filled to its level and no further, by a thread that starts, stops, and survives what goes wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import START, Clock
from trainer import variants
from trainer.drill import generate
from trainer.drill.pack import Puzzling, puzzle_from
from trainer.drill.waits import WaitPuzzle
from trainer.progress.attempt import Attempt, Kind, Mark, Mode
from trainer.store import Database, attempts, puzzles, users
from trainer.usecases import stock as module
from trainer.usecases.practice import library
from trainer.usecases.similar import similar_to
from trainer.usecases.site import Site
from trainer.usecases.stock import IMAGE, Stock
from trainer.usecases.warmup import Warmup

NOW = START.isoformat()


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelves of one game, which fill in seconds; what fills them is the same for every game."""
    bamboo = variants.get("bamboo")
    monkeypatch.setattr(module.variants, "all_variants", lambda: (bamboo,))


@pytest.fixture
def site(tmp_path: Path, clock: Clock) -> Site:
    found = Site.open(tmp_path, clock=clock)
    return replace(found, warmup=Warmup(load=lambda report: report(1, 1)))


@pytest.fixture
def store(site: Site) -> Iterator[Database]:
    with closing(site.connect()) as db:
        users.ensure(db, "ann", NOW)
        yield db


def answered(db: Database, puzzle: Any, mark: Mark, token: str) -> None:
    kind = Kind(str(puzzle.asks))
    attempts.add(
        db, "ann", Attempt(token, puzzle.variant, puzzle.edition, kind, Mode.PRACTICE, puzzle.id, "x", mark, 1, NOW)
    )


def shelf(db: Database, kind: Puzzling) -> int:
    return puzzles.untried(db, "bamboo", str(kind))


def test_the_stock_is_filled_to_its_level_and_again_when_one_is_tried(site: Site, store: Database) -> None:
    work = Stock(site, level=1)
    while work.step(store):
        assert sum(shelf(store, kind) for kind in Puzzling) <= 2 * len(variants.all_variants())
    assert [shelf(store, kind) for kind in Puzzling] == [1, 1, 0]
    packed = {(p.variant, p.asks) for p in library().values()}
    for v in variants.all_variants():
        for kind in Puzzling:
            assert puzzles.untried(store, v.key, str(kind)) == int((v.key, kind) in packed)
    (_, text), = puzzles.stock(store, "bamboo", "waits", 5)
    made = puzzle_from(text)
    made.check(variants.get("bamboo").ruleset())
    answered(store, made, Mark.RIGHT, "token-1")
    assert shelf(store, Puzzling.WAITS) == 0
    while work.step(store):
        pass
    assert shelf(store, Puzzling.WAITS) == 1
    assert puzzles.find(store, made.id, "bob") is not None, "what was made stays answerable"


def test_a_failed_discard_comes_back_mirrored_and_solved(site: Site, store: Database) -> None:
    failed = next(p for p in library().values() if p.asks is Puzzling.DISCARD)
    assert similar_to(store, "ann", failed, NOW) in library(), "until then the nearest one of the pack serves"
    answered(store, failed, Mark.BLUNDER, "token-1")
    work = Stock(site, level=0)
    assert work.step(store)
    text = puzzles.with_origin(store, f"{IMAGE}{failed.id}")
    assert text is not None
    picture = puzzle_from(text)
    picture.check(variants.get("bamboo").ruleset())
    assert similar_to(store, "ann", failed, NOW) == picture.id
    assert not work.step(store), "once is enough"
    answered(store, failed, Mark.BLUNDER, "token-2")
    assert not work.step(store), "also when it is failed again"


def test_a_good_answer_or_a_wait_drill_is_not_pictured(site: Site, store: Database) -> None:
    discard = next(p for p in library().values() if p.asks is Puzzling.DISCARD)
    waits = next(p for p in library().values() if p.asks is Puzzling.WAITS)
    answered(store, discard, Mark.FINE, "token-1")
    answered(store, waits, Mark.WRONG, "token-2")
    assert not Stock(site, level=0).step(store)


def test_a_similar_wait_drill_is_another_picture_at_once(store: Database) -> None:
    waits = next(p for p in library().values() if isinstance(p, WaitPuzzle) and len(p.waits) == 5)
    found = similar_to(store, "ann", waits, NOW)
    text = puzzles.find(store, found, "ann")
    assert text is not None
    other = puzzle_from(text)
    assert isinstance(other, WaitPuzzle)
    assert other.hand != waits.hand
    assert other.provenance.seed == waits.id


def test_the_worker_fills_and_stops(site: Site, store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Puzzling", (Puzzling.WAITS,))
    site.warmup.start()
    work = Stock(site, level=3, pause=0.01, look=60, rest=0)
    work.start()
    work.start()
    until = time.monotonic() + 30
    while shelf(store, Puzzling.WAITS) < 3 and time.monotonic() < until:
        time.sleep(0.05)
    assert shelf(store, Puzzling.WAITS) == 3
    assert sum(t.name == "stock" for t in threading.enumerate()) == 1
    assert work.stop()
    assert not any(t.name == "stock" for t in threading.enumerate())


def test_the_worker_waits_for_the_solver(site: Site, store: Database) -> None:
    work = Stock(site, level=1)
    work.start()
    time.sleep(0.1)
    assert work.stop()
    assert shelf(store, Puzzling.WAITS) == 0
    assert Stock(site).stop(), "one that never started has ended"


def test_a_fault_does_not_end_the_worker(
    site: Site, store: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "Puzzling", (Puzzling.WAITS,))
    monkeypatch.setattr(module, "AFTER_FAULT", 0.01)
    real, calls = generate.endless, []

    def faulty(*args: Any) -> Any:
        calls.append(args)
        if len(calls) == 1:
            raise LookupError("no hand")
        return real(*args)

    monkeypatch.setattr(generate, "endless", faulty)
    site.warmup.start()
    work = Stock(site, level=1, pause=0.01, look=60, rest=0)
    work.start()
    until = time.monotonic() + 30
    while shelf(store, Puzzling.WAITS) < 1 and time.monotonic() < until:
        time.sleep(0.05)
    assert work.stop()
    assert shelf(store, Puzzling.WAITS) == 1
    assert "could not be made" in caplog.text
