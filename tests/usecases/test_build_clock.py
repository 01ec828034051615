"""Building by the clock: what is chosen when the time is over is the hand; what comes later is too late (rules 6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import START, Clock
from trainer.game import event as ev
from trainer.game import record
from trainer.game.action import Build
from trainer.game.readiness import is_ready
from trainer.hands import Hand
from trainer.text import Refusal
from trainer.tiles import Tile, format_tiles, sort_tiles
from trainer.usecases import play


def started(db: Any, seconds: int = 180) -> str:
    return play.start(db, "ann", "seventeen", {"buildSeconds": seconds}, ("speed",), START.isoformat())


def dealt(db: Any, game: str) -> tuple[Tile, ...]:
    return play.table(play.load(db, "ann", game)).view.hand.concealed


def sent(db: Any, game: str, now: Clock, text: str) -> play.Table:
    seen = play.table(play.load(db, "ann", game)).view.seen
    return play.act(db, "ann", game, text, seen, now().isoformat())


def hand_of(table: play.Table) -> tuple[Tile, ...] | None:
    """The hand that the person has built, None while it is not."""
    made = [e for e in table.game.events if isinstance(e, ev.Build) and e.seat == table.game.seat]
    return made[0].hand if made else None


def offered(db: Any, game: str) -> Build:
    return next(a for a in play.table(play.load(db, "ann", game)).view.legal if isinstance(a, Build))


def poor(tiles: tuple[Tile, ...], number: int = 13) -> tuple[Tile, ...]:
    """So many of the last tiles dealt, which are not ready."""
    assert not is_ready(play.catalog.variant("seventeen").ruleset(), Hand(sort_tiles(tiles[-13:])))
    return tiles[-number:]


def test_in_time_only_a_ready_hand_is_confirmed(db: Any, clock: Clock) -> None:
    game = started(db)
    clock.tick(seconds=179)
    refused = sent(db, game, clock, f"build:{format_tiles(poor(dealt(db, game)))}")
    assert isinstance(refused.refused, Refusal)
    assert str(refused.refused) == "The hand must be ready."
    assert hand_of(refused) is None
    few = sent(db, game, clock, f"build:{format_tiles(dealt(db, game)[:5])}")
    assert "thirteen" in str(few.refused)
    ready = offered(db, game)
    assert hand_of(sent(db, game, clock, ready.text)) == ready.tiles


@pytest.mark.parametrize("seconds", [180, 185])
@pytest.mark.parametrize("number", [0, 5, 13, 20])
def test_what_stands_when_the_time_is_over_is_filled_up_with_the_first_tiles(
    db: Any, clock: Clock, seconds: int, number: int
) -> None:
    game = started(db)
    tiles = dealt(db, game)
    chosen = poor(tiles, number) if number else ()
    clock.tick(seconds=seconds)
    built = hand_of(sent(db, game, clock, f"build:{format_tiles(chosen)}" if chosen else "build"))
    kept, rest = sort_tiles(chosen)[:13], list(tiles)
    for t in kept:
        rest.remove(t)
    assert built == sort_tiles((*kept, *rest[: 13 - len(kept)]))


@pytest.mark.parametrize("seconds", [186, 100_000])
def test_what_comes_later_finds_nothing_standing(db: Any, clock: Clock, seconds: int) -> None:
    game = started(db)
    tiles, ready = dealt(db, game), offered(db, game)
    clock.tick(seconds=seconds)
    table = sent(db, game, clock, ready.text)
    assert hand_of(table) == sort_tiles(tiles[:13])
    assert play.build_until(table.game) is None


def test_tiles_that_were_not_dealt_do_not_stand(db: Any, clock: Clock) -> None:
    game = started(db)
    tiles = dealt(db, game)
    clock.tick(seconds=181)
    strange = next(Tile(k) for k in range(34) if Tile(k) not in tiles)
    assert hand_of(sent(db, game, clock, f"build:{format_tiles([strange] * 4)}")) == sort_tiles(tiles[:13])


def played_out_of_time(db: Any, game: str, clock: Clock) -> play.Table:
    """A deal to its end, with a hand that was taken as it stood."""
    clock.tick(seconds=200)
    table = sent(db, game, clock, "build")
    while not table.view.over:
        table = sent(db, game, clock, table.view.legal[-1].text)
    return table


def test_a_game_with_a_hand_that_is_not_ready_goes_on_and_its_record_holds(db: Any, clock: Clock) -> None:
    table = played_out_of_time(db, started(db), clock)
    events = table.game.events
    assert not any(isinstance(e, ev.Win) and e.seat == table.game.seat for e in events)
    assert record.verify(table.game.rules, events) == []


def test_every_deal_has_its_own_time(db: Any, clock: Clock) -> None:
    game = started(db)
    played_out_of_time(db, game, clock)
    clock.tick(hours=1)
    sent(db, game, clock, "deal")
    clock.tick(seconds=100)
    ready = offered(db, game)
    after = sent(db, game, clock, ready.text)
    made = [e.hand for e in after.game.events if isinstance(e, ev.Build) and e.seat == after.game.seat]
    assert made[-1] == ready.tiles


def test_without_the_option_there_is_no_clock(db: Any, clock: Clock) -> None:
    game = started(db, 0)
    assert play.build_until(play.load(db, "ann", game)) is None
    clock.tick(days=1)
    refused = sent(db, game, clock, f"build:{format_tiles(poor(dealt(db, game)))}")
    assert str(refused.refused) == "The hand must be ready."
