"""From deal to deal and to the end of a match (rules 0.12), and what is counted over deals (rules 2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game.build import act, holding, lines, next_deal, payments, result, table, texts, throw_on
from trainer.game import event as ev
from trainer.game.state import Stage, State
from trainer.tiles import Tile, tile_text

MYRIADS = "123406789m" + 3 * "123456789m"
"""Draws that nobody without characters can use."""
DULL = "2468p2468s35566z"
DULL_TOO = "13579p13579s344z"
WAITING = "123456p789s1177z"
"""Waits on east and red dragons."""
NO_YAKU = "123345678p11z23s"
"""Waits on 1s and 4s without any yaku."""


def drawn_deal(*, ready: bool, noten: int = 0, options: dict[str, Any] | None = None, **before: Any) -> State:
    """A deal that ends with its discards; the dealer is ready or not, the other is not. `before` is the match."""
    hands = [WAITING if ready else DULL_TOO, DULL]
    return throw_on(table("fulldeck", hands, MYRIADS, before=before, noten=noten, **(options or {})))[0]


def won_deal(dealer_wins: bool, options: dict[str, Any] | None = None, **before: Any) -> tuple[State, list[ev.Event]]:
    """The dealer or the other seat wins by self-draw at its second draw: 1 han for the draw, 1 for the dragons."""
    hands = [WAITING, DULL] if dealer_wins else [DULL, WAITING]
    at = {0: "1m", 1: "2m", 2: "7z" if dealer_wins else "3m", 3: "3m" if dealer_wins else "7z"}
    state = table("fulldeck", hands, at=at, indicators="4m", before=before, **(options or {}))
    dealer, other = state.dealer, 1 - state.dealer
    last = (f"{dealer} win",) if dealer_wins else (f"{dealer} throw", f"{other} win")
    state, events = act(state, f"{dealer} throw", f"{other} throw", *last)
    return state, list(events)


def ended(state: State) -> str | None:
    return None if state.end is None else state.end.reason


SOUTH_TWO = {"hand": 3, "dealer": 1, "deal": 6}
"""The last hand; seat 1 deals."""


# ------------------------------------------------------------------ rounds and winds


def test_each_seat_deals_once_in_the_east_and_once_in_the_south() -> None:
    state = drawn_deal(ready=False)
    seen = []
    while True:
        wind = state.round_wind
        assert wind is not None
        seen.append((state.dealer, tile_text(Tile(wind)), state.honba))
        if state.end is not None:
            break
        state = next_deal(state)
        assert state.stage is Stage.TURN
        state = throw_on(holding(holding(state, 0, DULL), 1, DULL_TOO))[0]
    assert seen == [(0, "1z", 0), (1, "1z", 1), (0, "2z", 2), (1, "2z", 3)]
    assert ended(state) == "length"


def test_a_dealer_who_stays_does_not_bring_the_round_forward() -> None:
    state = next_deal(drawn_deal(ready=True, hand=1, dealer=1))
    assert (state.hand, state.dealer, tile_text(Tile(state.round_wind or 0))) == (1, 1, "1z")


@pytest.mark.parametrize(("pung", "hand", "found"), [
    ("111z", 0, {"yakuhai_round"}), ("222z", 0, {"yakuhai_seat"}), ("111z", 2, set()),
    ("222z", 2, {"yakuhai_seat", "yakuhai_round"}), ("333z", 0, set()), ("444z", 2, set()),
])  # fmt: skip
def test_the_other_seat_is_always_south(pung: str, hand: int, found: set[str]) -> None:
    at = {0: "9m", 1: "8m", 2: "8m", 3: "9s"}
    state = table("fulldeck", [DULL, pung + "123456p7899s"], at=at, before={"hand": hand})
    _, events = act(state, "0 throw", "1 throw", "0 throw", "1 win")
    assert {x for x in lines(events) if x.startswith("yakuhai")} == found


def test_the_dealer_is_always_east() -> None:
    for hand, found in ((0, {"yakuhai_seat", "yakuhai_round"}), (2, {"yakuhai_seat"})):
        at = {0: "9m", 1: "8m", 2: "9s"}
        state = table("fulldeck", ["111z123456p7899s", DULL], at=at, before={"hand": hand})
        _, events = act(state, "0 throw", "1 throw", "0 win")
        assert {x for x in lines(events) if x.startswith("yakuhai")} == found


# ------------------------------------------------------------------ the end by length


def test_after_the_last_hand_the_match_is_over() -> None:
    assert ended(drawn_deal(ready=False, **SOUTH_TWO)) == "length"
    assert ended(won_deal(False, **SOUTH_TWO)[0]) == "length"
    assert ended(drawn_deal(ready=False, hand=2, dealer=0)) is None


def test_the_east_round_alone() -> None:
    assert ended(drawn_deal(ready=False, hand=1, dealer=1, options={"length": "east"})) == "length"
    assert ended(drawn_deal(ready=False, hand=1, dealer=1)) is None


@pytest.mark.parametrize(("ready", "points", "reason"), [
    (True, (25_000, 25_000), None),  # equal is not ahead
    (True, (25_100, 24_900), None),
    (True, (24_900, 25_100), "ahead"),
    (False, (24_900, 25_100), "length"),
])  # fmt: skip
def test_a_dealer_who_would_stay_in_the_last_hand_ends_it_when_ahead(
    ready: bool, points: tuple[int, int], reason: str | None
) -> None:
    assert ended(drawn_deal(ready=ready, points=points, **SOUTH_TWO)) == reason


def test_a_dealer_who_wins_the_last_hand_ends_it_when_that_puts_him_ahead() -> None:
    assert ended(won_deal(True, points=(26_000, 24_000), **SOUTH_TWO)[0]) == "ahead"
    assert ended(won_deal(True, points=(40_000, 10_000), **SOUTH_TWO)[0]) is None


def test_a_dealer_ahead_goes_on_before_the_last_hand() -> None:
    assert ended(won_deal(True, hand=2, dealer=0, points=(40_000, 10_000))[0]) is None


# ------------------------------------------------------------------ the end below zero


def test_zero_is_still_alive_and_below_it_is_not() -> None:
    for left, reason in ((1500, None), (1499, "bust")):
        state = drawn_deal(ready=True, noten=1500, points=(50_000 - left, left))
        assert state.points[1] == left - 1500
        assert ended(state) == reason


def test_without_bust_the_match_goes_on_below_zero() -> None:
    state = drawn_deal(ready=True, noten=1500, points=(49_900, 100), options={"bust": False})
    assert state.points[1] == -1400
    assert ended(state) is None
    assert next_deal(state).points[1] == -1400


def test_a_false_win_may_end_the_match() -> None:
    state = table("fulldeck", [DULL, DULL_TOO], MYRIADS, assist=False, before={"points": (45_000, 5000)})
    state, events = act(state, "0 throw", "1 win")
    assert result(events) == ["false_win 1 not_complete"]
    assert ended(state) == "bust"


# ------------------------------------------------------------------ ranking, sticks, uma


@pytest.mark.parametrize("first", [0, 1])
def test_equal_points_rank_the_first_dealer_first(first: int) -> None:
    state = drawn_deal(ready=False, first_dealer=first, **SOUTH_TWO)
    assert state.end is not None
    assert state.end.ranking == (first, 1 - first)


def test_the_sticks_left_over_go_to_the_winner() -> None:
    state = drawn_deal(ready=False, points=(23_000, 25_000), sticks=2, **SOUTH_TWO)
    assert state.end is not None
    assert [(s.reason, s.payments, s.table) for s in state.settled][-1] == ("refund", (0, 2000), -2000)
    assert (state.end.ranking, state.end.points) == ((1, 0), (23_000, 27_000))
    assert state.sticks == 0


def test_sticks_left_over_decide_no_ranking() -> None:
    state = drawn_deal(ready=False, points=(24_000, 24_000), sticks=2, **SOUTH_TWO)
    assert state.end is not None
    assert (state.end.ranking, state.end.points) == ((0, 1), (26_000, 24_000))


def test_uma_goes_from_the_last_to_the_first() -> None:
    state = drawn_deal(ready=False, points=(20_000, 30_000), options={"uma": 10_000}, **SOUTH_TWO)
    assert state.end is not None
    assert (state.end.ranking, state.end.points) == ((1, 0), (10_000, 40_000))
    assert state.points == (20_000, 30_000)
    plain = drawn_deal(ready=False, points=(20_000, 30_000), **SOUTH_TWO)
    assert plain.end is not None
    assert plain.end.points == (20_000, 30_000)


# ------------------------------------------------------------------ two more hands after a tie

EXTRA = {"extraHands": 2}
AHEAD = (26_000, 24_000)


def test_a_tie_after_the_last_hand_brings_two_more() -> None:
    assert ended(drawn_deal(ready=False, **SOUTH_TWO)) == "length"
    state = drawn_deal(ready=False, options=EXTRA, **SOUTH_TWO)
    assert ended(state) is None
    state = next_deal(state)
    assert (state.hand, state.dealer, tile_text(Tile(state.round_wind or 0))) == (4, 0, "2z")


def test_no_more_hands_without_a_tie() -> None:
    assert ended(drawn_deal(ready=False, points=AHEAD, options=EXTRA, **SOUTH_TWO)) == "length"


def test_both_hands_after_a_tie_are_played_and_no_third() -> None:
    for points in (AHEAD, (25_000, 25_000)):
        assert ended(drawn_deal(ready=False, points=points, options=EXTRA, hand=4, dealer=0, deal=5)) is None
        assert ended(drawn_deal(ready=False, points=points, options=EXTRA, hand=5, dealer=1, deal=6)) == "length"


def test_ahead_ends_the_last_of_the_added_hands_alone() -> None:
    assert ended(drawn_deal(ready=True, points=AHEAD, options=EXTRA, hand=4, dealer=0, deal=5)) is None
    assert ended(drawn_deal(ready=True, points=(24_000, 26_000), options=EXTRA, hand=5, dealer=1, deal=6)) == "ahead"


# ------------------------------------------------------------------ eight wins in a row

EIGHT = {"paarenchan": True}


@pytest.mark.parametrize(("streak", "option", "counted"), [
    ((1, 7), True, True), ((1, 7), False, False), ((1, 6), True, False), ((0, 7), True, False), ((1, 8), True, False),
])  # fmt: skip
def test_the_eighth_win_in_a_row_is_a_yakuman(streak: tuple[int, int], option: bool, counted: bool) -> None:
    _, events = won_deal(False, {"paarenchan": option}, streak=streak)
    assert (lines(tuple(events)) == ["paarenchan"]) is counted
    assert (payments(tuple(events))[0][1] == 32_000) is counted


@pytest.mark.parametrize(("before", "dealer_wins", "after"), [
    ((0, 0), True, (0, 1)), ((0, 3), True, (0, 4)), ((1, 3), True, (0, 1)), ((1, 3), False, (1, 4)),
    ((1, 7), False, (1, 8)), ((1, 8), False, (1, 1)),
])  # fmt: skip
def test_wins_in_a_row_are_counted_over_deals_and_from_the_start_after_eight(
    before: tuple[int, int], dealer_wins: bool, after: tuple[int, int]
) -> None:
    state, _ = won_deal(dealer_wins, EIGHT | {"bust": False}, streak=before)
    assert next_deal(state).streak == after


def test_any_draw_ends_the_row_and_a_void_deal_does_not() -> None:
    assert next_deal(drawn_deal(ready=True, streak=(0, 5))).streak == (0, 0)
    state, _ = act(table("fulldeck", ["19m19p19s123z2345p"], "5s", before={"streak": (0, 5)}), "0 abort")
    assert next_deal(state).streak == (0, 0)
    state = table("fulldeck", [DULL, DULL_TOO], MYRIADS, assist=False, before={"streak": (0, 5)})
    assert next_deal(act(state, "0 throw", "1 win")[0]).streak == (0, 5)


def test_the_eighth_win_pays_its_honba_and_adds_to_other_yakuman() -> None:
    _, events = won_deal(True, EIGHT, streak=(0, 7), honba=7, points=(0, 100_000))
    assert payments(tuple(events)) == [(50_100, -50_100)]
    state = table("fulldeck", ["19m19p19s1234567z"], "1m", **EIGHT, before={"streak": (0, 7)})
    _, events_ = act(state, "0 win")
    assert sorted(lines(events_)) == ["kokushi", "paarenchan", "tenhou"]


def test_the_eighth_win_needs_a_yaku_of_its_own() -> None:
    for hand, offered in ((NO_YAKU, False), ("234345678p77z23s", False), ("234345678p55m23s", True)):
        state = table("fulldeck", [DULL, hand], at={0: "9m", 1: "8m", 2: "4s"}, **EIGHT, before={"streak": (1, 7)})
        state, _ = act(state, "0 throw", "1 throw", "0 throw")
        assert (state.stage is Stage.CLAIM and "win" in texts(state, 1)) is offered


# ------------------------------------------------------------------ two han from some counters on


def riichi_of_one_han(honba: int, at: dict[int, str], least: object = 5) -> State:
    """A riichi at the second discard, worth nothing but two dora; the winning tile comes where `at` says."""
    draws = {0: "9m", 1: "8m", 2: "9m", 3: "7m", 4: "9m", 5: "6m", 6: "9m", **at}
    state = table(
        "fulldeck", [DULL, NO_YAKU], at=draws, indicators="4z", before={"honba": honba}, ryanhanShibari=least
    )
    state, _ = act(state, "0 throw", "1 throw", "0 throw", "1 discard:7m:drawn:riichi", "0 throw")
    return state


def may_win(state: State) -> bool:
    return state.stage is Stage.CLAIM and "win" in texts(state, 1)


@pytest.mark.parametrize(("honba", "least", "enough"), [
    (5, 5, False), (4, 5, True), (4, 4, False), (3, 4, True), (9, "off", True),
])  # fmt: skip
def test_from_so_many_counters_on_riichi_with_dora_is_not_enough(honba: int, least: object, enough: bool) -> None:
    state, _ = act(riichi_of_one_han(honba, {6: "4s"}, least), "1 throw", "0 throw")
    assert may_win(state) is enough


def test_riichi_with_ippatsu_or_self_draw_is_two_han() -> None:
    assert may_win(riichi_of_one_han(5, {4: "4s"}))
    state, _ = act(riichi_of_one_han(5, {7: "4s"}), "1 throw", "0 throw")
    assert texts(state, 1)[0] == "win"
