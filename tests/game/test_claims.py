"""Chow, pung and kong of a discard: who goes first, from whom, with which tiles, what may follow (rules 0.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import act, holding, kinds_of, late, lines, on_turn, play, result, table, texts, throw_on
from trainer import variants
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import State
from trainer.hands import Meld
from trainer.hands import Source as MeldSource
from trainer.rules.variant import Ruleset
from trainer.tiles import Kind, parse_tile, parse_tiles, tile_text

ALL_SIMPLES = "24m567p345678s88p"
"""Waits on the 3m alone."""


def four_seats() -> Ruleset:
    """A made-up table of four, where claims meet."""
    winds = tuple(Kind(k) for k in range(27, 31))
    return replace(variants.get("fulldeck").ruleset(), seats=4, seat_winds=winds)


def claimable(first: str, second: str, third: str) -> State:
    """The dealer of four has thrown a 3m; the others hold what is given."""
    state, _ = act(table(four_seats(), ["", first, second, third], "3m"), "0 throw")
    return state


def claims(state: State, seat: int) -> list[str]:
    return [t for t in texts(state, seat) if t.startswith(("chow", "pung", "kong"))]


def melds(state: State, seat: int) -> list[str]:
    return [m.text for m in state.seats[seat].hand.melds]


# ------------------------------------------------------------------ priority


def test_a_win_goes_before_pung_and_chow() -> None:
    state = claimable("24m", "33m", ALL_SIMPLES)
    assert engine.to_act(state) == {1, 2, 3}
    _, events = act(state, "1 chow:2m4m, 2 pung:3m3m, 3 win")
    assert result(events) == ["win 3"]
    assert kinds_of(events) == ["pass", "pass", "win", "settle"]


def test_a_pung_goes_before_a_chow_of_an_earlier_seat() -> None:
    after, events = act(claimable("24m", "33m", ALL_SIMPLES), "1 chow:2m4m, 2 pung:3m3m")
    assert kinds_of(events) == ["pass", "pass", "pung"]
    assert (after.turn, melds(after, 2), melds(after, 1)) == (2, ["pung:333m"], [])


def test_a_kong_goes_before_a_chow_of_an_earlier_seat() -> None:
    after, events = act(claimable("24m", "333m", ""), "1 chow:2m4m, 2 kong:3m")
    assert kinds_of(events) == ["pass", "kong", "draw"]
    assert (after.turn, melds(after, 2)) == (2, ["kong:3333m"])


def test_a_chow_stands_when_the_others_pass() -> None:
    after, _ = act(claimable("24m", "33m", ALL_SIMPLES), "1 chow:2m4m")
    assert (after.turn, melds(after, 1)) == (1, ["chow:234m"])


def test_a_chow_is_claimed_only_from_the_player_before() -> None:
    state = claimable("", "2334m", "24m")
    assert claims(state, 2) == ["pung:3m3m"]
    assert engine.to_act(state) == {2}
    with pytest.raises(IllegalAction, match="only from the player before"):
        play(state, "2 chow:2m4m")


def test_with_two_players_either_chows_from_the_other() -> None:
    state, _ = act(table("fulldeck", ["24p", "24m"], "3m3p"), "0 throw")
    assert claims(state, 1) == ["chow:2m4m"]
    state, _ = act(state, "1 throw")
    assert claims(state, 0) == ["chow:2p4p"]


# ------------------------------------------------------------------ the turn after a claim


def test_a_claim_replaces_the_draw_and_skips_nobody() -> None:
    state, events = act(table("fulldeck", ["", "33m"], "3m4z"), "0 throw", "1 pung:3m3m")
    assert kinds_of(events) == ["discard", "pung"]
    assert (state.turn, state.seats[1].hand.drawn, len(state.seats[1].hand.concealed)) == (1, None, 11)
    left = state.left
    throw = next(t for t in texts(state, 1) if t.startswith("discard"))
    state, _ = act(state, f"1 {throw}")
    state = on_turn(state)
    assert state.turn == 0
    assert state.seats[0].hand.drawn == parse_tile("4z")  # what the claimer would have drawn
    assert state.left == left - 1


def test_the_claimed_tile_stays_in_its_river_as_called_and_lies_in_the_meld() -> None:
    state, _ = act(table("fulldeck", ["", "333m"], "3m"), "0 throw", "1 kong:3m")
    assert state.seats[0].river[0].called
    (meld,) = state.seats[1].hand.melds
    assert meld == Meld(meld.form, parse_tiles("3333m"), MeldSource.CLAIMED, parse_tile("3m"), 0)


def test_no_kong_directly_after_chow_or_pung() -> None:
    state, _ = act(table("fulldeck", ["", "33m1111p"], "3m"), "0 throw", "1 pung:3m3m")
    assert not claims(state, 1)
    with pytest.raises(IllegalAction, match="Right after a chow or a pung no kong"):
        act(state, "1 kong:1p")


def test_no_added_kong_directly_after_the_pung() -> None:
    state, _ = act(table("fulldeck", ["", "333m"], "3m"), "0 throw", "1 pung:3m3m")
    assert not claims(state, 1)


def test_a_complete_hand_after_a_claim_is_no_win() -> None:
    """A claim is no draw: there is no self-draw to win by."""
    state, _ = act(table("fulldeck", ["", "33m456p789s111z7z2z"], "3m"), "0 throw", "1 pung:3m3m")
    assert "win" not in texts(state, 1)


def test_after_riichi_nothing_is_claimed_but_a_win() -> None:
    state = table("fulldeck", ["123m456p789s1177z", ""], "9m17z")
    state, _ = act(state, "0 discard:9m:drawn:riichi", "1 discard:1z:drawn")
    assert texts(state, 0) == ["win", "pass"]
    with pytest.raises(IllegalAction, match="nothing is claimed but a win"):
        act(state, "0 pung:1z1z")


# ------------------------------------------------------------------ red fives


def test_a_pung_with_or_without_the_red_five() -> None:
    state, _ = act(table("fulldeck", ["", "055p"], "5p"), "0 throw")
    assert claims(state, 1) == ["kong:5p", "pung:0p5p", "pung:5p5p"]
    plain, _ = act(state, "1 pung:5p5p")
    assert parse_tile("0p") in plain.seats[1].hand.concealed
    red, _ = act(state, "1 pung:0p5p")
    assert melds(red, 1) == ["pung:055p"]
    assert parse_tile("0p") not in red.seats[1].hand.concealed


def test_a_chow_with_or_without_the_red_five() -> None:
    state, _ = act(table("fulldeck", ["", "4057p"], "6p"), "0 throw")
    assert claims(state, 1) == ["chow:4p0p", "chow:4p5p", "chow:0p7p", "chow:5p7p"]
    state, _ = act(state, "1 chow:4p0p")
    assert melds(state, 1) == ["chow:406p"]


def test_a_claimed_red_five_stays_red_in_the_meld_and_counts() -> None:
    state, _ = act(table("fulldeck", ["", "55p46678m222667s"], at={0: "0p", 1: "7z", 2: "5m"}), "0 throw")
    state, _ = act(state, "1 pung:5p5p", "1 discard:7s", "0 throw")
    assert melds(state, 1) == ["pung:055p"]
    _, events = act(state, "1 win")
    assert "red_dora" in lines(events)


# ------------------------------------------------------------------ swap-calling


@pytest.mark.parametrize(
    ("held", "called", "claim", "forbidden"),
    [
        ("56s", "4s", "chow:5s6s", "47s"),
        ("56s", "7s", "chow:5s6s", "47s"),
        ("46s", "5s", "chow:4s6s", "5s"),
        ("12s", "3s", "chow:1s2s", "3s"),
        ("23s", "1s", "chow:2s3s", "14s"),
        ("23s", "4s", "chow:2s3s", "14s"),
        ("89s", "7s", "chow:8s9s", "7s"),
        ("78s", "9s", "chow:7s8s", "69s"),
        ("78s", "6s", "chow:7s8s", "69s"),
        ("44s", "4s", "pung:4s4s", "4s"),
    ],
)
def test_no_swap_calling_at_either_end(held: str, called: str, claim: str, forbidden: str) -> None:
    """The called kind stays, and after a chow the kind at the other end of the run; only for this one discard."""
    state = holding(table("fulldeck", [""], called), 1, held + "123456789s11z")
    state, _ = act(state, "0 throw", f"1 {claim}")
    left = {tile_text(t) for t in state.seats[1].hand.concealed}
    barred = {tile_text(t) for t in parse_tiles(forbidden)}
    assert barred <= left
    assert throws(state, 1) == left - barred
    with pytest.raises(IllegalAction, match="swap-calling"):
        act(state, f"1 discard:{min(barred)}")
    state, _ = act(state, "1 discard:1z", "0 throw")
    state = on_turn(state)
    assert state.turn == 1
    assert barred <= throws(state, 1)


def throws(state: State, seat: int) -> set[str]:
    return {t.split(":")[1] for t in texts(state, seat) if t.startswith("discard")}


def test_swap_calling_counts_kinds_a_red_five_is_a_five() -> None:
    state, _ = act(table("fulldeck", ["", "055p"], "5p"), "0 throw", "1 pung:5p5p")
    assert "discard:0p" not in texts(state, 1)


MELDS = ("pung:111z", "pung:222z", "chow:123m")


@pytest.mark.parametrize(
    ("hand", "called", "offered"),
    [
        ("4567s", "4s", []),  # a 4 and a 7 would be left
        ("5677s", "4s", []),
        ("5678s", "4s", ["chow:5s6s"]),
        ("4468s", "4s", ["pung:4s4s"]),
        ("5556s", "5s", ["kong:5s", "pung:5s5s"]),
        ("4556s", "5s", ["pung:5s5s"]),  # a chow with 46 would leave 55
        ("2345s", "5s", []),
        ("3456s", "5s", ["chow:3s4s", "chow:4s6s"]),
    ],
)
def test_a_claim_that_leaves_no_legal_discard_is_not_offered(hand: str, called: str, offered: list[str]) -> None:
    """Three melds lie on the table; two of the four tiles would join the called one."""
    state, _ = act(holding(table("fulldeck", [""], called), 1, hand, *MELDS), "0 throw")
    assert claims(state, 1) == offered


def test_a_claim_that_leaves_no_legal_discard_names_its_rule() -> None:
    state, _ = act(holding(table("fulldeck", [""], "4s", assist=False), 1, "4567s", *MELDS), "0 throw")
    assert claims(state, 1) == []
    with pytest.raises(IllegalAction, match="no discard would be allowed"):
        act(state, "1 chow:5s6s")


# ------------------------------------------------------------------ the last tiles

TWO_DRAGONS = "123m111z77z555z66z"
"""Waits on green and red dragons."""


@pytest.mark.parametrize(("left", "tail", "offered"), [
    (1, "6z", ["win", "pass"]),
    (3, "6z2m3m", ["win", "pung:6z6z", "pass"]),
])  # fmt: skip
def test_the_last_discard_of_the_wall_may_only_be_won_on(left: int, tail: str, offered: list[str]) -> None:
    state = late(table("honglong", [TWO_DRAGONS, ""], "4z", tail=tail), left)
    state, _ = act(state, "0 throw", "1 throw")
    assert texts(state, 0) == offered


def test_a_claim_of_the_last_discard_names_its_rule() -> None:
    state = late(table("honglong", [TWO_DRAGONS, ""], "4z", tail="6z"), 1)
    state, _ = act(state, "0 throw", "1 throw")
    with pytest.raises(IllegalAction, match="last discard may only be won on"):
        play(state, "0 pung:6z6z")


@pytest.mark.parametrize(("left", "offered"), [(2, True), (0, False)])
def test_no_kong_after_the_last_tile_of_the_wall_is_drawn(left: int, offered: bool) -> None:
    state = late(table("honglong", ["", "1111z2345678m5z6z"], "4m"), left + 1)
    state, _ = act(state, "0 throw")
    state = on_turn(state)
    assert (state.turn, state.left) == (1, left)
    assert ("kong:1z" in texts(state, 1)) is offered


@pytest.mark.parametrize(("left", "offered"), [(2, True), (0, False)])
def test_no_added_kong_after_the_last_tile_of_the_wall_is_drawn(left: int, offered: bool) -> None:
    state = late(table("honglong", [""], "4m", tail="1z2m3m" if left else "1z"), left + 1)
    state = holding(state, 1, "2345678m5z6z7z", "pung:111z")
    state, _ = act(state, "0 throw")
    state = on_turn(state)
    assert (state.turn, state.left) == (1, left)
    assert ("kong:1z" in texts(state, 1)) is offered


# ------------------------------------------------------------------ the limit of eighteen discards (rules 2)

MYRIADS = "123406789m" + 3 * "123456789m"
"""The thirty-six draws of a deal; nobody whose hand has no characters can use them."""
DULL = "2468p2468s11345z"
READY = "123456p789s1177z"
"""Waits on east and red dragons."""
CLAIMER = "24689p24689s774z"


def rivers(state: State) -> list[int]:
    return [len(s.river) for s in state.seats]


def test_a_deal_ends_after_eighteen_discards_of_each() -> None:
    state = table("fulldeck", [DULL, READY], MYRIADS)
    assert state.left == 35
    state, events = throw_on(state)
    assert rivers(state) == [18, 18]
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["discard_limit"]
    assert not state.left
    assert len([e for e in events if isinstance(e, ev.Draw)]) == 35


def test_called_discards_count_to_the_eighteen() -> None:
    state = table("fulldeck", [DULL, CLAIMER], MYRIADS, at={0: "7z"})
    state, _ = act(state, "0 throw", "1 pung:7z7z", "1 discard:4z")
    state, events = throw_on(state)
    assert rivers(state) == [18, 18]
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["discard_limit"]


def test_kongs_do_not_shorten_the_eighteen_discards() -> None:
    state = table("fulldeck", ["2222z2468p24688s", READY], MYRIADS)
    state, _ = act(state, "0 kong:2z")
    assert state.left == 35
    state, _ = throw_on(state)
    assert rivers(state) == [18, 18]


@pytest.mark.parametrize(("draw", "last"), [(33, False), (35, True)])
def test_haitei_is_a_self_draw_before_the_very_last_discard(draw: int, last: bool) -> None:
    state, _ = throw_on(table("fulldeck", [DULL, READY], MYRIADS, at={draw: "7z"}), draw)
    _, events = act(state, "1 win")
    assert ("haitei" in lines(events)) is last


@pytest.mark.parametrize(("draw", "last"), [(33, False), (35, True)])
def test_houtei_is_a_win_on_the_non_dealers_last_discard(draw: int, last: bool) -> None:
    state, _ = throw_on(table("fulldeck", [READY, DULL], MYRIADS, at={draw: "7z"}), draw)
    _, events = act(state, "1 throw", "0 win")
    assert ("houtei" in lines(events)) is last


def test_the_dealers_eighteenth_discard_is_not_the_last() -> None:
    state, _ = throw_on(table("fulldeck", [DULL, READY], MYRIADS, at={34: "7z"}), 34)
    _, events = act(state, "0 throw", "1 win")
    assert "houtei" not in lines(events)


def test_the_dealers_eighteenth_discard_may_be_called_and_the_next_is_houtei() -> None:
    """The caller has no last draw, so no haitei; what he throws is the last discard."""
    dealer = "123456p123s1144z"
    state, _ = throw_on(table("fulldeck", [dealer, CLAIMER], MYRIADS, at={34: "7z"}), 34)
    state, _ = act(state, "0 throw", "1 pung:7z7z")
    assert state.left == 0
    assert all(t.startswith("discard") for t in texts(state, 1))
    state, events = act(state, "1 discard:4z", "0 win")
    assert lines(events) == ["houtei"]
    assert rivers(state) == [18, 18]


def test_the_non_dealers_eighteenth_discard_may_only_be_won_on() -> None:
    state, _ = throw_on(table("fulldeck", [READY, DULL], MYRIADS, at={35: "7z"}), 35)
    state, _ = act(state, "1 throw")
    assert texts(state, 0) == ["win", "pass"]


@pytest.mark.parametrize(("draw", "offered"), [(33, True), (35, False)])
def test_no_kong_on_the_last_turn(draw: int, offered: bool) -> None:
    state, _ = throw_on(table("fulldeck", [DULL, "2222z2468p24688s"], MYRIADS), draw)
    assert ("kong:2z" in texts(state, 1)) is offered


@pytest.mark.parametrize(("draw", "offered"), [(32, True), (33, True), (34, False), (35, False)])
def test_riichi_with_the_seventeenth_discard_at_the_latest(draw: int, offered: bool) -> None:
    hands = ["123456p789s2277z", "123456s789p3366z"]
    state, _ = throw_on(table("fulldeck", hands, MYRIADS), draw)
    assert any("riichi" in t for t in texts(state, state.turn)) is offered
