"""Answers and turns by the clock: who is late passes or throws the last tile, and wins by himself from then on (G)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.conftest import START, Clock
from tests.game import build
from trainer import variants
from trainer.game import engine, record
from trainer.game import event as ev
from trainer.game.action import Action, Discard, Pass
from trainer.game.record import Header
from trainer.game.state import State
from trainer.tiles import parse_tile
from trainer.usecases import play

RULES = variants.get("wenzhou").ruleset({"claimSeconds": 10})
READY = "123456m22789m55z"
"""Waits on 2m and 5z."""
PAIRS = "112m369m1234677z"


def still(header: Header, state: State, seat: int, number: int) -> Action:
    """A bot that passes and throws what it draws."""
    legal = engine.legal(state, seat)
    return next(a for a in legal if isinstance(a, Pass) or (isinstance(a, Discard) and a.drawn))


@pytest.fixture
def game(db: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Starts a game: the person deals and is dealt `hand`, the bot idles."""
    monkeypatch.setattr(play, "_bot", still)
    monkeypatch.setattr(play.secrets, "randbelow", lambda n: 0)

    def start(hand: str, draws: str, seconds: int = 10) -> str:
        wall = build.tables_wall(RULES, [hand], draws)
        monkeypatch.setattr(play, "_shuffle", lambda rules: (wall, build.SALT))
        return play.start(db, "ann", "wenzhou", {"claimSeconds": seconds}, ("speed",), START.isoformat())

    return start


def sent(db: Any, id_: str, now: Clock, text: str) -> play.Table:
    seen = play.table(play.load(db, "ann", id_)).view.seen
    return play.act(db, "ann", id_, text, seen, now().isoformat())


def answers(table: play.Table) -> list[ev.Event]:
    """What the person did, in order."""
    mine = (ev.Discard, ev.Pass, ev.Win, ev.Chow, ev.Pung, ev.Kong)
    return [e for e in table.game.events if isinstance(e, mine) and e.seat == table.game.seat]


def test_in_time_the_answer_counts(db: Any, game: Any, clock: Clock) -> None:
    id_ = game(READY, "4z3z")
    clock.tick(seconds=9)
    (thrown,) = answers(sent(db, id_, clock, "discard:1m"))
    assert thrown == ev.Discard(0, parse_tile("1m"), drawn=False)


@pytest.mark.parametrize("text", ["discard:1m", "timeout", "win", "nonsense"])
def test_a_turn_that_is_over_throws_the_tile_drawn(db: Any, game: Any, clock: Clock, text: str) -> None:
    id_ = game(READY, "4z3z")
    clock.tick(seconds=10)
    table = sent(db, id_, clock, text)
    (thrown,) = answers(table)
    assert ev.to_json(thrown) == {
        "type": "discard", "seat": 0, "tile": "4z", "drawn": True, "riichi": False, "timeout": True
    }  # fmt: skip
    assert table.refused is None


def test_an_answer_that_is_late_is_a_pass(db: Any, game: Any, clock: Clock) -> None:
    id_ = game(PAIRS, "5z1m")
    assert sent(db, id_, clock, "discard:5z:drawn").view.offered is not None
    clock.tick(seconds=11)
    table = sent(db, id_, clock, "pung:1m1m")
    assert ev.to_json(answers(table)[-1]) == {"type": "pass", "seat": 0, "declined": "claim", "timeout": True}


def test_after_a_claim_the_last_tile_of_the_hand_is_thrown(db: Any, game: Any, clock: Clock) -> None:
    id_ = game(PAIRS, "5z1m")
    sent(db, id_, clock, "discard:5z:drawn")
    sent(db, id_, clock, "pung:1m1m")
    clock.tick(seconds=10)
    thrown = answers(sent(db, id_, clock, "timeout"))[-1]
    assert ev.to_json(thrown) == {
        "type": "discard", "seat": 0, "tile": "7z", "drawn": False, "riichi": False, "timeout": True
    }  # fmt: skip


def test_who_was_late_wins_by_himself_when_he_can(db: Any, game: Any, clock: Clock) -> None:
    id_ = game(READY, "4z3z5z")
    clock.tick(seconds=30)
    table = sent(db, id_, clock, "timeout")
    won = answers(table)[-1]
    assert isinstance(won, ev.Win)
    assert won.timeout
    assert record.verify(RULES, table.game.events) == []
    lines = [ev.dumps(e) for e in table.game.events]
    assert tuple(map(ev.loads, lines)) == table.game.events


def test_who_acts_again_is_asked_again(db: Any, game: Any, clock: Clock) -> None:
    id_ = game(READY, "4z3z4z3z5z")
    clock.tick(seconds=30)
    sent(db, id_, clock, "timeout")
    table = sent(db, id_, clock, "discard:4z:drawn")
    assert not table.view.over
    assert table.view.legal[0].text == "win"


def test_without_the_option_there_is_no_clock(db: Any, game: Any, clock: Clock) -> None:
    id_ = game(READY, "4z3z", seconds=0)
    clock.tick(days=1)
    assert play.answer_until(play.load(db, "ann", id_)) is None
    assert answers(sent(db, id_, clock, "discard:1m"))[0] == ev.Discard(0, parse_tile("1m"), drawn=False)


def said_late(events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """The person's discards marked as made by the clock."""
    return tuple(replace(e, timeout=True) if isinstance(e, ev.Discard) and e.seat == 0 else e for e in events)


def test_a_record_whose_clock_did_something_else_does_not_hold(db: Any, game: Any, clock: Clock) -> None:
    id_ = game(READY, "4z3z")
    table = sent(db, id_, clock, "discard:1m")
    lied = said_late(table.game.events)
    assert record.verify(RULES, table.game.events) == []
    assert "no clock" in record.verify(RULES, lied)[0]
    no_clock = variants.get("wenzhou").ruleset()
    late = sent(db, game(READY, "4z3z"), clock, "discard:4z:drawn").game.events
    marked = said_late(late)
    assert record.verify(RULES, marked) == []
    assert "no clock" in record.verify(no_clock, marked)[0]
