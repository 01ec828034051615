"""What bots do at the two-player table: declarations without a price, kongs, claims of hands that need no value."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.game.build import act, holding, on_turn, table, texts, two_player
from trainer import bots, variants
from trainer.game import driver, engine
from trainer.game import event as ev
from trainer.game.action import Action, DeclareReady, Discard, Kong, Pass, Pung
from trainer.game.state import State, Thrown
from trainer.game.view import observe
from trainer.rules.variant import Deal, DealerRule, Dora, Kongs, ReadyKong, ReadyRules, Ruleset
from trainer.tiles import parse_tiles

READY = "123456m22789m55z"
"""Waits on 2m and 5z."""
SINGLE = "456789m222z333z5z"
"""Waits on 5z."""
EXHAUSTED = "222333444m1111z"
"""Its only wait is a fifth east."""


def answer(state: State, seat: int, name: str = "speed") -> Action:
    """What the bot does now; always something legal."""
    chosen = bots.get(name)(observe(state, seat), random.Random(0))
    assert engine.refusal(state, seat, chosen) is None
    return chosen


@pytest.mark.parametrize("name", ["speed", "value"])
def test_a_ready_hand_is_declared_for_nothing(name: str) -> None:
    assert answer(table(two_player(), [READY], "4z"), 0, name).text == "discard:4z:drawn:ready"


@pytest.mark.parametrize(("river", "declares"), [("56z", True), ("5566z", False)])
def test_a_hand_is_not_locked_for_a_single_tile(river: str, declares: bool) -> None:
    """It throws a 5z or a 6z and waits for the other, of which two or one are still to come."""
    state = table(two_player(), [SINGLE], "6z")
    thrown = tuple(Thrown(tile, drawn=True, riichi=False) for tile in parse_tiles(river))
    chosen = answer(replace(state, seats=(state.seats[0], replace(state.seats[1], river=thrown))), 0)
    assert isinstance(chosen, Discard)
    assert chosen.tile in parse_tiles("56z")
    assert chosen.ready is declares


def test_a_hand_that_is_ready_as_dealt_is_declared_if_it_can_still_win() -> None:
    game = two_player(ready=ReadyRules(at_deal=True))
    assert answer(table(game, ["", READY], "4z"), 1) == DeclareReady()
    assert answer(table(game, ["", EXHAUSTED], "4z"), 1) == Pass()


def test_a_declared_hand_makes_the_kongs_that_are_allowed() -> None:
    for kong in ReadyKong:
        state = table(two_player(ready=ReadyRules(kong)), [SINGLE], "4z6z2z")
        state, _ = act(state, "0 discard:4z:drawn:ready", "1 throw")
        assert isinstance(answer(on_turn(state), 0), Kong) is (kong is ReadyKong.SAME_WAITS)


WITH_DORA = two_player(dora=Dora(shown=True), deal=Deal(hand=13, dead_wall=14, replacements=4))


@pytest.mark.parametrize(("game", "adds"), [(two_player(), True), (WITH_DORA, False)])
def test_a_tile_is_added_to_a_pung_where_that_turns_no_indicator(game: Ruleset, adds: bool) -> None:
    state = holding(table(game, ["", "1m"], "2z"), 0, "13579m1367z6z", "pung:222z")
    assert "kong:2z" in texts(state, 0)
    assert isinstance(answer(state, 0), Kong) is adds


def test_a_tile_that_a_chow_needs_is_not_added() -> None:
    """With the 5m at 34m nothing is missing but one tile of the pair."""
    state = holding(table(two_player(), [], "5m"), 0, "34m123789m5z6z", "pung:555m")
    assert "kong:5m" in texts(state, 0)
    assert not isinstance(answer(state, 0), Kong)


@pytest.mark.parametrize(("game", "kongs"), [(two_player(), True), (WITH_DORA, False)])
def test_a_kong_is_claimed_for_its_replacement_where_it_costs_no_step(game: Ruleset, kongs: bool) -> None:
    state, _ = act(table(game, ["", "222z13579m4z66z7z5z"], "2z"), "0 throw")
    assert "kong:2z" in texts(state, 1)
    assert isinstance(answer(state, 1), Kong) is kongs


def test_no_kong_is_claimed_of_tiles_that_the_hand_needs_otherwise() -> None:
    """The threes are a pair and part of a chow."""
    state, _ = act(table(two_player(), ["", "33345m789m111z66z"], "3m"), "0 throw")
    assert "kong:3m" in texts(state, 1)
    assert not isinstance(answer(state, 1), Kong)


@pytest.mark.parametrize("any_hand", [True, False])
def test_any_claim_that_brings_nearer_is_made_where_every_hand_may_win(any_hand: bool) -> None:
    """A pung of winds without a value, beside terminals: by the riichi rules there would be nothing to win with."""
    deck = variants.get("fulldeck").ruleset({"red": 0})
    game = two_player(tiles=deck.tiles, seat_winds=(None, None), round_wind=None)
    game = game if any_hand else replace(game, scoring=deck.scoring)
    state, _ = act(table(game, ["", "33z123m789p12s99s5p"], "3z"), "0 throw")
    assert isinstance(answer(state, 1), Pung) is any_hand


@pytest.mark.parametrize("pair", [("speed", "random"), ("value", "speed")])
def test_bots_play_whole_matches(pair: tuple[str, str]) -> None:
    for at_deal in (True, False):
        game = two_player(
            ready=ReadyRules(at_deal=at_deal),
            kongs=Kongs(added=True, after_claim=not at_deal),
            match=replace(two_player().match, hands=2, dealer=DealerRule.LOT),
        )
        events = driver.play(game, [bots.get(name) for name in pair], driver.seeded_walls(game, 3))
        assert isinstance(events[-1], ev.End)


def test_the_speed_bot_declares_and_wins_with_it() -> None:
    """Among fifty deals many a hand is declared, and most of those win."""
    game = two_player()
    declared = won = 0
    for seed in range(50):
        events = driver.play(game, [bots.get("speed")] * 2, driver.seeded_walls(game, seed), deals=1)
        who = {e.seat for e in events if isinstance(e, ev.Discard) and e.ready}
        declared += bool(who)
        won += any(isinstance(e, ev.Win) and e.seat in who for e in events)
    assert declared > 25
    assert won > declared / 2
