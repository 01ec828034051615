"""Riichi, double riichi and ippatsu (rules 0.4)."""

from __future__ import annotations

import pytest

from tests.game.build import dull, lines, payments, play, started, texts, throw_on
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import State

SIX_NINE = "1112344455578"
"""Waits on 6 and 9."""


def dealer_ready(draws: str, holding: str = "", hand: str = SIX_NINE, **options: object) -> State:
    return started(hand, dull(hand + draws, holding), draws, **options)


def test_riichi_is_free_and_moves_no_points() -> None:
    state, events = play(dealer_ready("28"), "0 discard:2s:drawn:riichi")
    assert state.points == (100_000, 100_000)
    assert payments(events) == []
    assert events[0] == ev.Discard(0, events[0].tile, drawn=True, riichi=True)  # type: ignore[union-attr]


def test_riichi_may_be_declared_with_a_tile_of_the_hand() -> None:
    state = started("1112344455572", dull("11123444555728"), "8")  # 7 and 8 with the drawn tile, the 2 goes
    assert "discard:2s:riichi" in texts(state, 0)
    state, _ = play(state, "0 discard:2s:riichi")
    assert not state.seats[0].river[0].drawn
    assert state.seats[0].river[0].riichi


DULL_DRAWS = "2837283737"
"""Ten draws, none of which is a 6 or a 9."""


def when_offered(state: State, seat: int) -> dict[int, bool]:
    """Whether this seat could declare riichi, by the tiles left, if both throw what they draw."""
    out = {}
    while engine.to_act(state):
        if seat in engine.to_act(state):
            out[state.left] = any("riichi" in t for t in texts(state, seat))
        state, _ = throw_on(state, 1)
    return out


def test_riichi_needs_two_tiles_left_after_the_draw() -> None:
    assert when_offered(dealer_ready(DULL_DRAWS), 0) == {9: True, 7: True, 5: True, 3: True, 1: False}
    other = started(dull(SIX_NINE + DULL_DRAWS), SIX_NINE, DULL_DRAWS)
    assert when_offered(other, 1) == {8: True, 6: True, 4: True, 2: True, 0: False}


def test_without_assistance_too_the_two_tiles_are_needed() -> None:
    assert when_offered(dealer_ready(DULL_DRAWS, assist=False), 0) == {9: True, 7: True, 5: True, 3: True, 1: False}


def test_too_late_a_riichi_is_refused_with_its_rule() -> None:
    state, _ = throw_on(dealer_ready(DULL_DRAWS), 8)
    assert (state.turn, state.left) == (0, 1)
    with pytest.raises(IllegalAction, match="two tiles left"):
        play(state, "0 discard:3s:drawn:riichi")


def test_riichi_is_declared_once() -> None:
    state, _ = play(dealer_ready("283"), "0 discard:2s:drawn:riichi", "1 discard:8s:drawn")
    assert texts(state, 0) == ["discard:3s:drawn"]
    with pytest.raises(IllegalAction, match="only the drawn tile"):
        play(state, "0 discard:3s:drawn:riichi")


def test_riichi_after_a_concealed_kong() -> None:
    hand = "1111444555783"
    state, _ = play(started(hand, dull(hand + "23"), "23"), "0 kong:1s")
    assert "discard:2s:riichi" in texts(state, 0)  # 444 555 33 and 78
    state, _ = play(state, "0 discard:2s:riichi")
    assert state.seats[0].riichi is not None


def test_both_in_riichi_play_on() -> None:
    state = started(SIX_NINE, "2223336667799", "8881")
    state, _ = play(state, "0 discard:8s:drawn:riichi", "1 discard:8s:drawn:riichi")
    assert state.results == ()
    assert texts(state, 0) == ["discard:8s:drawn"]
    state, _ = play(state, "0 discard:8s:drawn")
    assert texts(state, 1) == ["discard:1s:drawn"]


# ------------------------------------------------------------------ double riichi


def test_the_first_discard_makes_it_double_for_both_seats() -> None:
    state = started(dull(SIX_NINE + "82"), SIX_NINE, "82")
    state, _ = throw_on(state, 1)
    state, _ = play(state, "1 discard:2s:drawn:riichi")
    riichi = state.seats[1].riichi
    assert riichi is not None
    assert riichi.double


def test_a_later_riichi_is_not_double() -> None:
    state, _ = throw_on(dealer_ready("282"), 2)
    state, _ = play(state, "0 discard:2s:drawn:riichi")
    riichi = state.seats[0].riichi
    assert riichi is not None
    assert not riichi.double
    assert riichi.ippatsu


def test_a_kong_before_makes_riichi_single_for_both_seats() -> None:
    hand = "1111444555783"
    state = started("9999337776266", SIX_NINE, "882")
    state, _ = play(state, "0 kong:9s", "0 discard:8s:drawn", "1 discard:2s:drawn:riichi")
    assert [s.riichi is not None and s.riichi.double for s in state.seats] == [False, False]
    own = started(hand, dull(hand + "23"), "23")
    own, _ = play(own, "0 kong:1s", "0 discard:2s:riichi")
    assert [s.riichi is not None and s.riichi.double for s in own.seats] == [False, False]


# ------------------------------------------------------------------ ippatsu


def test_ippatsu_by_self_draw_at_the_next_draw() -> None:
    _, events = play(dealer_ready("286"), "0 discard:2s:drawn:riichi", "1 discard:8s:drawn", "0 win")
    assert {"double_riichi", "ippatsu", "tsumo"} <= set(lines(events))
    assert "riichi" not in lines(events)


def test_ippatsu_from_the_discard_before_the_next_draw() -> None:
    _, events = play(dealer_ready("289", "6"), "0 discard:2s:drawn:riichi", "1 discard:6s", "0 win")
    assert {"double_riichi", "ippatsu"} <= set(lines(events))
    assert "tsumo" not in lines(events)


def test_no_ippatsu_after_the_own_next_discard() -> None:
    steps = ("0 discard:2s:drawn:riichi", "1 discard:8s:drawn", "0 discard:2s:drawn", "1 discard:8s:drawn", "0 win")
    _, events = play(dealer_ready("28286"), *steps)
    assert "double_riichi" in lines(events)
    assert "ippatsu" not in lines(events)


def test_a_kong_of_the_other_seat_ends_ippatsu() -> None:
    steps = ("0 discard:2s:drawn:riichi", "1 kong:9s", "1 discard:8s:drawn", "0 win")
    _, events = play(dealer_ready("2886", "9999"), *steps)
    assert "double_riichi" in lines(events)
    assert "ippatsu" not in lines(events)


def test_the_own_kong_ends_ippatsu_and_brings_rinshan_instead() -> None:
    hand = "1114455667899"
    state = started(hand, dull(hand + "2213"), "2213")
    state, events = play(state, "0 discard:2s:drawn:riichi", "1 discard:2s:drawn", "0 kong:1s", "0 win")
    assert {"double_riichi", "tsumo", "rinshan"} <= set(lines(events))
    assert "ippatsu" not in lines(events)


def test_a_win_after_riichi_may_be_declined() -> None:
    state, _ = play(dealer_ready("286"), "0 discard:2s:drawn:riichi", "1 discard:8s:drawn")
    assert texts(state, 0) == ["win", "discard:6s:drawn"]
    state, _ = play(state, "0 discard:6s:drawn")
    assert not state.results
