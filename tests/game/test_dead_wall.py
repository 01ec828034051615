"""Replacement tiles, indicators and when they are turned, ura, what a kong takes from the wall (rules 0.1, 0.6)."""

from __future__ import annotations

import pytest

from tests.game.build import act, holding, kinds_of, late, lines, on_turn, table, texts, throw_on, worth
from trainer.game import event as ev
from trainer.game.state import State
from trainer.tiles import parse_tile, tile_text

MYRIADS = "123406789m" + 3 * "123456789m"
"""Draws that nobody without characters can use."""
KONGS = "1111z2222z24p468s"
"""Two concealed kongs, far from ready."""
OTHER = "2468p2468s35567z"


def drawn(state: State) -> str:
    tile = state.seats[state.turn].hand.drawn
    assert tile is not None
    return tile_text(tile)


def turned(state: State) -> str:
    return "".join(map(tile_text, state.indicators))


# ------------------------------------------------------------------ the dead wall


@pytest.mark.parametrize(("key", "options", "left"), [
    ("fulldeck", {}, 35), ("honglong", {}, 23), ("sanma2", {"nuki": "none"}, 39), ("sanma2", {"nuki": "N"}, 35),
    ("sanma2", {"nuki": "WN"}, 31),
])  # fmt: skip
def test_live_tiles_after_the_deal_are_drawn_to_the_last(key: str, options: dict[str, object], left: int) -> None:
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
    state = on_turn(act(state, "0 throw")[0])
    assert (state.turn, drawn(state)) == (1, "8m")  # the live wall goes on where it was


def test_each_kong_takes_a_tile_from_the_end_of_the_wall() -> None:
    state = table("honglong", ["1111z2222z2468m3z"], "5m", tail="7z6z5z")
    state, _ = act(state, "0 kong:1z")
    assert state.left == 22
    state, _ = act(state, "0 kong:2z")
    assert state.left == 21
    _, events = throw_on(state)
    live = [e.tile for e in events if isinstance(e, ev.Draw)]
    assert len(live) == 21
    assert live[-1] == parse_tile("7z")  # the last two are never drawn


def test_claimed_and_added_kongs_take_one_too() -> None:
    claimed, _ = act(table("honglong", ["", "555z"], "5z"), "0 throw", "1 kong:5z")
    assert (claimed.turn, claimed.left) == (1, 22)
    added, _ = act(holding(table("honglong", [""], "5z"), 0, "2468m123467z", "pung:555z"), "0 kong:5z")
    assert (added.turn, added.left) == (0, 22)


def test_no_kong_shortens_a_wall_that_the_discards_end_first() -> None:
    state, _ = act(table("fulldeck", [KONGS, OTHER], MYRIADS), "0 kong:1z")
    assert state.left == 35


def test_a_replacement_is_rinshan_and_never_haitei() -> None:
    """A kong with one tile left: that tile is never drawn, and only the replacement may win."""
    state = late(table("honglong", ["1111z234m555z66z8m"], "7m", replacements="9m"), 1)
    state, _ = act(state, "0 kong:1z")
    assert state.left == 0
    _, events = act(state, "0 win")
    assert "rinshan" in lines(events)
    assert "haitei" not in lines(events)


def test_the_discard_after_the_last_replacement_is_houtei() -> None:
    ready = "123m456m77z333z22z"
    state = late(table("honglong", ["1111z34m555z66z8m4z", ready], "9m", replacements="7z"), 1)
    _, events = act(state, "0 kong:1z", "0 throw", "1 win")
    assert "houtei" in lines(events)


def test_with_two_tiles_left_after_the_kong_nothing_is_the_last() -> None:
    ready = "123m456m77z333z22z"
    state = late(table("honglong", ["1111z34m555z66z8m4z", ready], "9m", replacements="7z"), 3)
    _, events = act(state, "0 kong:1z", "0 throw", "1 win")
    assert "houtei" not in lines(events)


def test_self_draw_from_the_wall_is_no_rinshan_after_an_earlier_kong() -> None:
    state = table("honglong", ["1111z234m555z66z8m"], "7m", at={2: "9m"}, replacements="2z")
    _, events = act(state, "0 kong:1z", "0 throw", "1 throw", "0 win")
    assert "rinshan" not in lines(events)


# ------------------------------------------------------------------ when indicators are turned


def test_the_deal_turns_the_first_indicator_alone() -> None:
    state = table("fulldeck", [KONGS, OTHER], MYRIADS, indicators="9s3s", ura="1p2p")
    assert turned(state) == "9s"
    assert [tile_text(t) for t in state.wall[-10:-6]] == ["9s", "1p", "3s", "2p"]


def test_a_concealed_kong_turns_one_at_once() -> None:
    state, events = act(table("fulldeck", [KONGS, OTHER], MYRIADS, indicators="9s3s"), "0 kong:1z")
    assert kinds_of(events) == ["kong", "indicator", "draw"]
    assert turned(state) == "9s3s"
    _, events = act(state, "0 throw")
    assert "indicator" not in kinds_of(events)


def test_a_claimed_kong_turns_one_just_before_the_next_discard() -> None:
    state = table("fulldeck", ["", "555z"], "5z", indicators="9s3s")
    state, events = act(state, "0 throw", "1 kong:5z")
    assert kinds_of(events) == ["discard", "kong", "draw"]
    assert turned(state) == "9s"
    state, events = act(state, "1 throw")
    assert kinds_of(events)[:2] == ["indicator", "discard"]
    assert turned(state) == "9s3s"


def pung_and_fourth() -> State:
    """The dealer has a pung of white dragons, draws the fourth, and holds four east winds."""
    return holding(table("fulldeck", [""], "5z", indicators="9s3s7p"), 0, "1111z234p234s", "pung:555z")


def test_an_added_kong_turns_one_just_before_the_next_discard() -> None:
    state, events = act(pung_and_fourth(), "0 kong:5z")
    assert kinds_of(events) == ["kong", "draw"]
    assert turned(state) == "9s"
    state, events = act(state, "0 throw")
    assert kinds_of(events)[:2] == ["indicator", "discard"]
    assert turned(state) == "9s3s"


def test_an_added_kong_turns_one_just_before_the_next_kong() -> None:
    state, events = act(pung_and_fourth(), "0 kong:5z", "0 kong:1z")
    assert kinds_of(events) == ["kong", "draw", "indicator", "kong", "indicator", "draw"]
    assert [tile_text(e.tile) for e in events if isinstance(e, ev.Indicator)] == ["3s", "7p"]
    assert turned(state) == "9s3s7p"
    _, events = act(state, "0 throw")
    assert "indicator" not in kinds_of(events)


def test_the_indicator_of_an_added_kong_waits_through_tiles_set_aside() -> None:
    state = table("sanma2", [""], "5z", indicators="9s1s", replacements="4z2p")
    state = holding(state, 0, "1111z234p22p6z", "pung:555z")
    state, events = act(state, "0 kong:5z", "0 nuki:4z")
    assert "indicator" not in kinds_of(events)
    _, events = act(state, "0 throw")
    assert kinds_of(events)[:2] == ["indicator", "discard"]


def test_a_win_on_the_replacement_of_a_concealed_kong_counts_its_indicator() -> None:
    hand = "111z234p567p23s66z"
    state = table("fulldeck", [hand], "1z", replacements="4s", indicators="9p4z")
    _, events = act(state, "0 kong:1z", "0 win")
    assert worth(events)["dora"] == 4


def test_a_win_on_the_replacement_of_an_added_kong_does_not_count_its_indicator() -> None:
    state = table("fulldeck", [""], "5z", replacements="4s", indicators="9p7z")
    state = holding(state, 0, "234p567p23s66z", "pung:555z")
    state, events = act(state, "0 kong:5z", "0 win")
    assert "rinshan" in lines(events)
    assert "dora" not in lines(events)
    assert turned(state) == "9p"


def test_a_win_on_the_replacement_of_a_claimed_kong_does_not_count_its_indicator() -> None:
    state = table("fulldeck", ["", "555z234p567p23s66z"], "5z", replacements="4s", indicators="9p7z")
    state, events = act(state, "0 throw", "1 kong:5z", "1 win")
    assert "rinshan" in lines(events)
    assert "dora" not in lines(events)
    assert turned(state) == "9p"


def test_a_win_on_the_discard_after_a_claimed_kong_counts_its_indicator() -> None:
    hands = ["123456p789s1177z", "555z2468s3579m2p6z"]
    state = table("fulldeck", hands, "5z", replacements="7z", indicators="9m9p")
    _, events = act(state, "0 throw", "1 kong:5z", "1 throw", "0 win")
    assert worth(events)["dora"] == 1


# ------------------------------------------------------------------ ura

RIICHI = "111z234p567p23s66z"
"""Waits on 1s and 4s, and may kong the east wind."""


def riichi_and_kong(**options: object) -> tuple[ev.Event, ...]:
    """Under the first indicator a 4s, under the second two green dragons."""
    state = table(
        "fulldeck", [RIICHI], "9m", at={1: "5m", 2: "1z"}, replacements="4s", indicators="9s9s", ura="3s5z", **options
    )
    _, events = act(state, "0 discard:9m:drawn:riichi", "1 throw", "0 kong:1z", "0 win")
    return events


def test_a_riichi_win_turns_what_lies_under_every_indicator() -> None:
    assert worth(riichi_and_kong())["ura_dora"] == 3


def test_without_kong_ura_only_the_first_counts() -> None:
    assert worth(riichi_and_kong(kanUra=False))["ura_dora"] == 1


def test_without_riichi_nothing_is_turned_under_the_indicators() -> None:
    state = table("fulldeck", [RIICHI], "1z", replacements="4s", indicators="9s9s", ura="3s5z")
    _, events = act(state, "0 kong:1z", "0 win")
    assert "ura_dora" not in lines(events)


def test_what_lies_under_an_indicator_not_turned_does_not_count() -> None:
    """One indicator is shown; the dragons under the second stay out of it."""
    state = table("fulldeck", [RIICHI], "9m", at={1: "5m", 2: "4s"}, indicators="9s9s", ura="3s5z")
    _, events = act(state, "0 discard:9m:drawn:riichi", "1 throw", "0 win")
    assert worth(events)["ura_dora"] == 1


def test_the_kong_of_the_other_seat_adds_ura_too() -> None:
    hands = [RIICHI, "777z2468m3579m2p2z"]
    state = table("fulldeck", hands, "7z", replacements="4s", indicators="9s9s", ura="3s5z")
    _, events = act(state, "0 discard:7z:drawn:riichi", "1 kong:7z", "1 throw", "0 win")
    assert worth(events)["ura_dora"] == 3


# ------------------------------------------------------------------ four kongs at most

FOUR = ("ckong:1111z", "ckong:2222z", "ckong:3333z", "ckong:4444z")


def test_after_four_kongs_nobody_makes_another_in_his_turn() -> None:
    state = table("fulldeck", ["", "5555z"], "6m")
    assert "kong:5z" in texts(on_turn(act(state, "0 throw")[0]), 1)
    state = on_turn(act(holding(state, 0, "6z", *FOUR), "0 throw")[0])
    assert state.turn == 1
    assert "kong:5z" not in texts(state, 1)


def test_after_four_kongs_nobody_claims_another() -> None:
    state, _ = act(holding(table("fulldeck", ["", "555z"], "5z"), 0, "6z", *FOUR), "0 throw")
    assert texts(state, 1) == ["pung:5z5z", "pass"]
