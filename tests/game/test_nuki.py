"""Tiles set aside for a replacement (rules 4)."""

from __future__ import annotations

import pytest

from tests.game.build import act, holding, kinds_of, late, lines, on_turn, play, table, texts, worth
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import Stage, State
from trainer.tiles import tile_text

PLAIN = "258p19m19s25566z2p"
"""Far from ready."""
NORTH = "123456789p111m4z"
"""Waits on north, with a straight."""
TWO_PUNGS = "123456p999s4455z"
"""Waits on north, without a yaku, and on white dragons."""
OTHER_WAIT = "123456789p99s11m"
"""Waits on 1m and 9s."""


def offered(state: State, seat: int = 1) -> bool:
    """Whether the seat may win on the tile that lies open."""
    return state.stage is Stage.CLAIM and "win" in texts(state, seat)


def drawn(state: State) -> str:
    tile = state.seats[state.turn].hand.drawn
    assert tile is not None
    return tile_text(tile)


# ------------------------------------------------------------------ when


def test_a_north_is_set_aside_and_replaced() -> None:
    state = table("sanma2", [PLAIN], "4z", replacements="8p7p")
    state, events = act(state, "0 nuki:4z")
    assert kinds_of(events) == ["nuki", "draw"]
    assert [e.source for e in events if isinstance(e, ev.Draw)] == ["replacement"]
    assert (state.turn, drawn(state)) == (0, "8p")
    assert [tile_text(t) for t in state.seats[0].aside] == ["4z"]


def test_also_one_that_was_in_the_hand_and_one_after_the_other() -> None:
    state = table("sanma2", ["44z258p19m19s2556z"], "1m", replacements="8p4z")
    state, _ = act(state, "0 nuki:4z", "0 nuki:4z")
    assert drawn(state) == "4z"  # also on a replacement
    state, _ = act(state, "0 nuki:4z")
    assert len(state.seats[0].aside) == 3


def test_not_after_a_pung() -> None:
    state, _ = act(table("sanma2", [PLAIN, "771244z"], "7z"), "0 throw", "1 pung:7z7z")
    assert not any(t.startswith("nuki") for t in texts(state, 1))
    with pytest.raises(IllegalAction, match="cannot be set aside"):
        act(state, "1 nuki:4z")


@pytest.mark.parametrize(("left", "allowed"), [(1, True), (0, False)])
def test_not_after_the_last_tile_is_drawn(left: int, allowed: bool) -> None:
    state = late(table("sanma2", [PLAIN], "4z"), left)
    assert ("nuki:4z" in texts(state, 0)) is allowed
    if not allowed:
        with pytest.raises(IllegalAction, match="After the last tile"):
            play(state, "0 nuki:4z")


@pytest.mark.parametrize(("draw", "allowed"), [("4z", True), ("8p", False)])
def test_in_riichi_only_the_drawn_one(draw: str, allowed: bool) -> None:
    state = table("sanma2", [PLAIN, "123456p999s4455z"], at={1: "2z", 3: draw})
    state, _ = act(state, "0 throw", "1 discard:2z:drawn:riichi", "0 throw")
    state = on_turn(state)
    assert (state.turn, drawn(state)) == (1, draw)
    assert ("nuki:4z" in texts(state, 1)) is allowed


def test_in_riichi_one_of_the_hand_names_its_rule() -> None:
    state = table("sanma2", [PLAIN, TWO_PUNGS], at={1: "2z", 3: "8p"})
    state = on_turn(act(state, "0 throw", "1 discard:2z:drawn:riichi", "0 throw")[0])
    with pytest.raises(IllegalAction, match="only the drawn tile may be set aside"):
        play(state, "1 nuki:4z")


@pytest.mark.parametrize(("nuki", "kinds"), [("none", []), ("N", ["nuki:4z"]), ("WN", ["nuki:3z", "nuki:4z"])])
def test_which_winds_are_set_aside(nuki: str, kinds: list[str]) -> None:
    state = table("sanma2", ["344z258p19m19s256z"], "1m", nuki=nuki)
    assert [t for t in texts(state, 0) if t.startswith("nuki")] == kinds


def test_it_may_also_be_kept_or_thrown() -> None:
    state = table("sanma2", [PLAIN], "4z")
    assert "discard:4z:drawn" in texts(state, 0)


# ------------------------------------------------------------------ what it leaves alone


def test_the_wall_shrinks_for_kongs_and_not_for_tiles_set_aside() -> None:
    state = table("sanma2", ["111144z258p19m19s"], "8p")
    assert state.left == 35
    state, _ = act(state, "0 nuki:4z")
    assert state.left == 35
    state, _ = act(state, "0 kong:1z")
    assert state.left == 34
    state, _ = act(state, "0 nuki:4z")
    assert state.left == 34


def test_it_keeps_the_hand_concealed() -> None:
    state = table("sanma2", ["44z123456789p11m"], "9s", replacements="9s5z")
    state, _ = act(state, "0 nuki:4z")
    assert "discard:4z:riichi" in texts(state, 0)


@pytest.mark.parametrize("aside", [True, False])
def test_it_is_no_discard_and_makes_nothing_furiten(aside: bool) -> None:
    """The hand waits on north after one was set aside, or else thrown."""
    state = table("sanma2", [PLAIN, NORTH], at={0: "1z", 1: "4z", 2: "4z"}, replacements="2z")
    steps = ("1 nuki:4z", "1 throw") if aside else ("1 throw",)
    state, _ = act(state, "0 throw", *steps, "0 throw")
    assert offered(state) is aside


def test_it_is_no_part_of_the_hand() -> None:
    """Three are set aside, the fourth is held: the hand that waits on north is still ready."""
    state = table("sanma2", [PLAIN, NORTH], at={0: "1z", 1: "4z"}, replacements="442z")
    state, _ = act(state, "0 throw", "1 nuki:4z", "1 nuki:4z", "1 nuki:4z")
    assert "discard:2z:drawn:riichi" in texts(state, 1)


# ------------------------------------------------------------------ it interrupts


def test_it_ends_ippatsu_of_the_other_seat() -> None:
    for step, ippatsu in (("0 throw", True), ("0 nuki:4z", False)):
        state = table("sanma2", [PLAIN, OTHER_WAIT], at={0: "2z", 1: "2z", 2: "4z", 3: "9s"}, replacements="3z")
        state, _ = act(state, "0 throw", "1 discard:2z:drawn:riichi", step)
        if state.turn == 0 and state.stage is Stage.TURN:
            state, _ = act(state, "0 throw")
        _, events = act(state, "1 win")
        assert ("ippatsu" in lines(events)) is ippatsu


def test_the_own_one_ends_ippatsu_and_brings_rinshan_instead() -> None:
    state = table("sanma2", [PLAIN, OTHER_WAIT], at={0: "2z", 1: "2z", 2: "3z", 3: "4z"}, replacements="9s")
    _, events = act(state, "0 throw", "1 discard:2z:drawn:riichi", "0 throw", "1 nuki:4z", "1 win")
    assert {"double_riichi", "rinshan", "tsumo"} <= set(lines(events))
    assert "ippatsu" not in lines(events)


def test_after_one_there_is_no_double_riichi() -> None:
    state = table("sanma2", [PLAIN, OTHER_WAIT], at={0: "4z", 1: "2z"}, replacements="3z")
    state, _ = act(state, "0 nuki:4z", "0 throw", "1 discard:2z:drawn:riichi")
    riichi = state.seats[1].riichi
    assert riichi is not None
    assert not riichi.double


def test_after_one_there_is_no_heavenly_hand() -> None:
    state = table("sanma2", ["4z123456789p11m9s"], "9s", replacements="9s")
    _, events = act(state, "0 nuki:4z", "0 win")
    assert "tenhou" not in lines(events)


def test_after_one_of_the_dealer_there_is_no_earthly_hand() -> None:
    for nuki, earthly in ((True, False), (False, True)):
        state = table("sanma2", [PLAIN, OTHER_WAIT], at={0: "4z", 1: "9s"}, replacements="3z")
        _, events = act(state, *(("0 nuki:4z",) if nuki else ()), "0 throw", "1 win")
        assert (lines(events) == ["chiihou"]) is earthly


def test_after_one_nine_kinds_end_nothing() -> None:
    state = table("sanma2", ["19m19p19s123444z5p"], "5z", replacements="6z")
    assert "abort" in texts(state, 0)
    state, _ = act(state, "0 nuki:4z")
    assert "abort" not in texts(state, 0)


# ------------------------------------------------------------------ what it is worth


@pytest.mark.parametrize(("indicators", "dora"), [("5z", 0), ("3z", 1)])
def test_each_is_a_dora_and_once_more_when_the_indicator_points_at_it(indicators: str, dora: int) -> None:
    state = table("sanma2", ["4z123456789p11m9s"], "9s", replacements="9s", indicators=indicators)
    _, events = act(state, "0 nuki:4z", "0 win")
    assert worth(events)["nuki_dora"] == 1
    assert worth(events).get("dora", 0) == dora


def test_a_win_on_the_replacement_is_rinshan() -> None:
    state = table("sanma2", ["4z123456789p11m9s"], "9s", replacements="9s", indicators="5z")
    _, events = act(state, "0 nuki:4z", "0 win")
    assert "rinshan" in lines(events)


def test_it_is_no_yaku() -> None:
    state = table("sanma2", [PLAIN, ""], at={0: "4z", 1: "4z", 2: "9s"}, replacements="1z", indicators="5z")
    state = holding(state, 1, "456p11m99s", "pung:333z", "pung:999m")
    state, _ = act(state, "0 throw", "1 nuki:4z", "1 throw", "0 throw")
    assert not offered(state)


# ------------------------------------------------------------------ winning on it


def test_the_other_seat_may_win_on_it_and_that_is_no_robbed_kong() -> None:
    state, events = act(table("sanma2", [PLAIN, NORTH], "4z"), "0 nuki:4z")
    assert kinds_of(events) == ["nuki"]
    _, events = act(state, "1 win")
    assert "chankan" not in lines(events)
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert (win.by, win.of) == ("discard", 0)


def test_thirteen_orphans_win_on_it() -> None:
    _, events = act(table("sanma2", [PLAIN, "119m19p19s123567z"], "4z"), "0 nuki:4z", "1 win")
    assert lines(events) == ["kokushi"]


def riichi_on_north(at: dict[int, str], replacements: str) -> State:
    state = table("sanma2", [PLAIN, NORTH], at={0: "1z", 1: "3z", **at}, replacements=replacements)
    return act(state, "0 throw", "1 discard:3z:drawn:riichi")[0]


def test_one_that_was_won_on_did_not_happen_and_leaves_ippatsu() -> None:
    _, events = act(riichi_on_north({2: "4z"}, "2z"), "0 nuki:4z", "1 win")
    assert {"double_riichi", "ippatsu"} <= set(lines(events))


def test_passing_one_is_temporary_furiten() -> None:
    state = table("sanma2", [PLAIN, NORTH], at={0: "4z", 1: "3z", 2: "4z"}, replacements="4z")
    state, _ = act(state, "0 nuki:4z", "1 pass", "0 throw")
    assert not offered(state)
    state, _ = act(state, "1 throw", "0 throw")  # his own draw ended it
    assert offered(state)


def test_one_without_a_yaku_is_not_offered_and_furiten_too() -> None:
    for nuki in (True, False):
        state = table("sanma2", ["2258p19m19s26677z", TWO_PUNGS], at={0: "4z" if nuki else "5z"}, replacements="5z")
        if nuki:
            state, events = act(state, "0 nuki:4z")
            assert kinds_of(events) == ["nuki", "draw"]
        state, _ = act(state, "0 throw")
        assert offered(state) is not nuki


def test_in_riichi_passing_one_is_furiten_to_the_end() -> None:
    state = riichi_on_north({2: "4z", 3: "2z", 4: "4z", 5: "4z"}, "2z")
    state, _ = act(state, "0 nuki:4z", "1 pass", "0 throw", "1 throw", "0 throw")
    assert not offered(state)
    assert (state.turn, texts(state, 1)[0]) == (1, "win")


@pytest.mark.parametrize("riichi", [True, False])
def test_setting_the_winning_tile_aside_in_riichi_declines_the_win(riichi: bool) -> None:
    """After riichi a win by self-draw that was declined is furiten to the end; before it nothing is."""
    state = table("sanma2", [PLAIN, NORTH], at={0: "1z", 1: "3z", 2: "2z", 3: "4z", 4: "4z"}, replacements="2z")
    state, _ = act(state, "0 throw", "1 discard:3z:drawn" + ":riichi" * riichi, "0 throw")
    state, _ = act(state, "1 nuki:4z", "1 throw", "0 throw")
    assert offered(state) is not riichi


# ------------------------------------------------------------------ no claims of it


def test_it_is_never_claimed_nor_konged() -> None:
    state = table("sanma2", ["2444z"], "4z")
    assert not any(t.startswith("kong") for t in texts(state, 0))
    with pytest.raises(IllegalAction, match="cannot be konged"):
        play(state, "0 kong:4z")
    state, _ = act(table("sanma2", [PLAIN, "444z"], "4z"), "0 throw")
    assert state.turn == 1  # nobody was asked


def test_a_claim_of_it_names_its_rule() -> None:
    state, _ = act(table("sanma2", [PLAIN, "444z"], "4z", assist=False), "0 throw")
    assert texts(state, 1) == ["win", "pass"]
    for claim in ("pung:4z4z", "kong:4z"):
        with pytest.raises(IllegalAction, match="cannot be claimed"):
            play(state, f"1 {claim}")


def test_what_was_set_aside_is_only_won_on() -> None:
    state, _ = act(table("sanma2", [PLAIN, "44z"], "4z", assist=False), "0 nuki:4z")
    assert texts(state, 1) == ["win", "pass"]


def test_where_nothing_is_set_aside_every_wind_is_claimed_and_konged() -> None:
    state, _ = act(table("sanma2", [PLAIN, "444z"], "4z", nuki="none"), "0 throw")
    assert texts(state, 1) == ["kong:4z", "pung:4z4z", "pass"]
    assert "kong:4z" in texts(table("sanma2", ["2444z"], "4z", nuki="none"), 0)


def test_no_chow_in_this_game() -> None:
    state, _ = act(table("sanma2", [PLAIN, "46p"], "5p", assist=False), "0 throw")
    assert texts(state, 1) == ["win", "pass"]
    with pytest.raises(IllegalAction, match="does not allow that claim"):
        play(state, "1 chow:4p6p")


def test_without_pon_there_are_concealed_kongs_alone() -> None:
    hands = ["777z258p19m19s255z", "666z258p19m19s113z"]
    for pon, offered_ in ((True, ["kong:6z", "pung:6z6z", "pass"]), (False, ["win", "pass"])):
        state, _ = act(table("sanma2", hands, "6z", pon=pon, assist=False), "0 throw")
        assert [t for t in texts(state, 1) if pon is False or t != "win"] == offered_
    assert "kong:7z" in texts(table("sanma2", hands, "7z", pon=False), 0)
    added = holding(table("sanma2", [""], "7z", pon=False), 0, "258p19m19s222z", "pung:777z")
    assert "kong:7z" not in texts(added, 0)
