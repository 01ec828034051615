"""Replacement tiles, indicators and when they are turned, ura, what a kong takes from the wall (rules 0.1, 0.6)."""

from __future__ import annotations

import pytest

from tests.game.build import act, holding, kinds_of, late, lines, on_turn, play, result, table, texts, throw_on, worth
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import State
from trainer.tiles import format_tiles, parse_tile, parse_tiles, tile_text

MYRIADS = "123406789m" + 3 * "123456789m"
KONGS = "1111z2222z46p468s"
"""Two concealed kongs, nothing near ready."""
OTHER = "2468p2468s35567z"
WAITING = "123456p789s1177z"
"""Waits on east and red dragons."""


def drawn(state: State) -> str:
    tile = state.seats[state.turn].hand.drawn
    assert tile is not None
    return tile_text(tile)


def turned(state: State) -> str:
    return "".join(map(tile_text, state.indicators))


# ------------------------------------------------------------------ the dead wall


def test_the_deal_turns_the_first_indicator() -> None:
    state = table("fulldeck", [KONGS, OTHER], MYRIADS, indicators="9s3s")
    assert turned(state) == "9s"
    assert format_tiles(map(type(state.wall[0]), state.dora())) == "1s"


@pytest.mark.parametrize(("key", "options", "left"), [
    ("fulldeck", {}, 35), ("honglong", {}, 23), ("sanma2", {"nuki": "none"}, 39), ("sanma2", {"nuki": "N"}, 35),
    ("sanma2", {"nuki": "WN"}, 31),
])  # fmt: skip
def test_live_tiles_after_the_deal(key: str, options: dict[str, object], left: int) -> None:
    state = table(key, [], **options)
    assert state.left == left
    _, events = throw_on(state)
    assert len([e for e in events if isinstance(e, ev.Draw)]) == left


def test_replacements_come_from_the_dead_wall_in_order() -> None:
    state = table("fulldeck", [KONGS, OTHER], "5m8m", replacements="3p9s7s1p")
    state, events = act(state, "0 kong:1z")
    assert [(e.tile, e.source) for e in events if isinstance(e, ev.Draw)] == [(parse_tile("3p"), "replacement")]
    state, _ = act(state, "0 kong:2z")
    assert drawn(state) == "9s"
    state, _ = act(state, "0 throw")
    state = on_turn(state)
    assert drawn(state) == "8m"  # the live wall goes on where it was


def test_a_kong_takes_a_tile_from_the_end_of_the_wall() -> None:
    hands = ["1111z2222z46m468m", "35567z2468m3579m"[:13] + "z"]
    state = table("honglong", ["1111z23468m2222z", ""], "5m", tail="7z6z5z")
    del hands
    assert state.left == 23
    state, _ = act(state, "0 kong:1z")
    assert state.left == 22
    state, _ = act(state, "0 kong:2z")
    assert state.left == 21
    _, events = throw_on(state)
    live = [e.tile for e in events if isinstance(e, ev.Draw)]
    assert len(live) == 21
    assert live[-1] == parse_tile("7z")  # two tiles of the end are never drawn


def test_a_claimed_and_an_added_kong_take_one_tile_each() -> None:
    state = table("honglong", ["", "555z"], "5z")
    state, _ = act(state, "0 throw", "1 kong:5z")
    assert state.left == 22
    state = holding(table("honglong", [""], "5z"), 0, "2468m1234z67z", "pung:555z")
    state, _ = act(state, "0 kong:5z")
    state = on_turn(state)
    assert state.left == 22


def test_a_replacement_is_never_haitei_and_the_discard_after_it_is_houtei() -> None:
    """A kong with one tile left: that tile is never drawn."""
    ready = "1111z234m555z66z8m"  # after the kong it waits on the 8m
    state = late(table("honglong", [ready, ""], "4z", replacements="8m"), 1)
    state, _ = act(state, "0 kong:1z")
    assert state.left == 0
    state, _ = act(holding(state, 0, "234m555z66z78m", "ckong:1111z"), "0 throw") if False else (state, ())
    assert texts(state, 0)[0] == "win"
    _, events = play(state, "0 win")
    assert "rinshan" in lines(events)
    assert "haitei" not in lines(events)
