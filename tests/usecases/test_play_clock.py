"""A match by the clock: a deal begun is played out, and no other begins after the minutes are gone (rules 5)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import START, Clock
from tests.game.build import act, table
from trainer.game import event as ev
from trainer.game import record
from trainer.game.closing import out_of_time
from trainer.game.state import begin
from trainer.store.games import Status
from trainer.text import Refusal
from trainer.usecases import play, transfer


def started(db: Any, **options: Any) -> str:
    return play.start(db, "ann", "tenhodori", {"minutes": 10, **options}, ("random",), START.isoformat())


def acted(db: Any, game: str, now: Clock, text: str = "") -> play.Table:
    """The action named, or else any that does not end a deal early."""
    seen = play.table(play.load(db, "ann", game)).view
    return play.act(db, "ann", game, text or seen.legal[-1].text, seen.seen, now().isoformat())


def to_the_end_of_the_deal(db: Any, game: str, now: Clock) -> play.Table:
    seen = play.table(play.load(db, "ann", game))
    while not seen.view.over:
        seen = acted(db, game, now)
    return seen


def end_of(table: play.Table) -> ev.End | None:
    return table.game.state.end


def test_a_deal_is_played_out_when_the_minutes_are_gone(db: Any, clock: Clock) -> None:
    game = started(db)
    clock.tick(minutes=11)
    assert end_of(acted(db, game, clock)) is None
    over = to_the_end_of_the_deal(db, game, clock)
    end = end_of(over)
    assert end is not None
    assert (end.reason, sum(end.points)) == ("time", sum(over.game.state.points))
    assert play.load(db, "ann", game).stored.status is Status.OVER


def test_no_deal_begins_after_the_minutes(db: Any, clock: Clock) -> None:
    game = started(db)
    clock.tick(minutes=9, seconds=59)
    assert end_of(to_the_end_of_the_deal(db, game, clock)) is None
    clock.tick(seconds=1)
    over = acted(db, game, clock, "deal")
    assert end_of(over) is not None
    assert over.game.state.deal == 1


def test_before_that_the_next_deal_begins(db: Any, clock: Clock) -> None:
    game = started(db)
    clock.tick(minutes=9)
    to_the_end_of_the_deal(db, game, clock)
    after = acted(db, game, clock, "deal")
    assert (end_of(after), after.game.state.deal) == (None, 2)


@pytest.mark.parametrize("options", [{"minutes": 0, "hands": 8}, {"minutes": 0, "hands": 0}])
def test_without_minutes_no_clock_ends_a_match(db: Any, clock: Clock, options: dict[str, Any]) -> None:
    game = started(db, **options)
    clock.tick(days=3)
    assert end_of(to_the_end_of_the_deal(db, game, clock)) is None


def test_the_record_of_such_a_match_holds_and_says_that_a_clock_ended_it(db: Any, clock: Clock) -> None:
    game = started(db)
    clock.tick(hours=1)
    to_the_end_of_the_deal(db, game, clock)
    ended = play.load(db, "ann", game)
    text = play.text_of(ended)
    assert '"reason":"time","timeout":true' in text.splitlines()[-1]
    read = record.loads(text)
    assert play.faults(ended) == record.verify(ended.rules, read.events) == []
    assert [at for at, _, _ in record.steps(ended.rules, read.events)][-1] < len(read.events) - 1
    assert record.verify(ended.rules, (*read.events, read.events[-1])), "a match ends once"


def test_such_a_match_is_taken_over_with_its_end(db: Any, clock: Clock) -> None:
    game = started(db)
    clock.tick(hours=1)
    to_the_end_of_the_deal(db, game, clock)
    whole = json.dumps(transfer.export(db, "ann", clock().isoformat()))
    transfer.import_(db, "bob", whole, clock().isoformat())
    (found,) = play.listing(db, "bob")
    taken = play.load(db, "bob", found.stored.id)
    assert (taken.stored.status, taken.events) == (Status.OVER, play.load(db, "ann", game).events)


def test_an_end_by_the_clock_is_no_end_of_another_match(db: Any, clock: Clock) -> None:
    game = started(db)
    clock.tick(hours=1)
    to_the_end_of_the_deal(db, game, clock)
    ended = play.load(db, "ann", game)
    other = play.catalog.variant("tenhodori").ruleset({"minutes": 0, "hands": 0})
    assert record.verify(other, ended.events)


def test_sticks_on_the_table_go_to_whoever_leads() -> None:
    state = table("tenhodori", ["23m567p345678s55z"], "9s1z2z3z4z", minutes=10)
    state, _ = act(state, "0 discard:9s:drawn:riichi", "1 name:4m6p")
    assert (state.points, state.sticks) == ((9000, 10000), 1)
    refund, end = out_of_time(state)
    assert isinstance(refund, ev.Settle)
    assert (refund.reason, refund.payments, refund.table) == ("refund", (0, 1000), -1000)
    assert end == ev.End((1, 0), (9000, 11000), "time")


def test_a_deal_being_played_or_not_begun_is_not_ended() -> None:
    state = table("tenhodori", ["23m567p345678s55z"], "9s", minutes=10)
    for early in (state, begin(state.rules)):
        with pytest.raises(Refusal, match="when a deal is over"):
            out_of_time(early)


def test_a_match_that_a_reckless_bot_would_never_let_end_is_not_begun(db: Any) -> None:
    def begun(bot: str, **options: Any) -> str:
        return play.start(db, "ann", "honglong", options, (bot,), START.isoformat())

    with pytest.raises(Refusal, match="nearly every deal void"):
        begun("random", assist=False, bust=False)
    assert begun("random", assist=False)
    assert begun("random", bust=False)
    assert begun("speed", assist=False, bust=False)
