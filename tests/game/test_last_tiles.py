"""Wins by the last tile, by a replacement tile and in the first go-around (rules 0.7)."""

from __future__ import annotations

from tests.game.build import dull, lines, payments, play, rest_of, started, throw_on
from trainer.game.winning import circumstance
from trainer.rules.variant import Flag
from trainer.rules.win import By

SIX_NINE = "1112344455578"
"""Waits on 6 and 9."""
FIRST = {"tenhou", "chiihou", "renhou"}


# ------------------------------------------------------------------ the last tile


def test_the_last_tile_of_the_wall_is_haitei() -> None:
    draws = "8273283736"
    state, _ = throw_on(started(rest_of(SIX_NINE, draws), SIX_NINE, draws), 9)
    assert (state.turn, state.left) == (1, 0)
    _, events = play(state, "1 win")
    assert {"haitei", "tsumo"} <= set(lines(events))
    assert "houtei" not in lines(events)


def test_the_last_tile_but_one_is_not() -> None:
    draws = "2837283763"
    state, _ = throw_on(started(SIX_NINE, rest_of(SIX_NINE, draws), draws), 8)
    assert (state.turn, state.left) == (0, 1)
    _, events = play(state, "0 win")
    assert not {"haitei", "houtei"} & set(lines(events))


def test_the_last_discard_is_houtei() -> None:
    draws = "2837283736"
    state, _ = throw_on(started(SIX_NINE, rest_of(SIX_NINE, draws), draws), 9)
    state, _ = play(state, "1 discard:6s:drawn")
    _, events = play(state, "0 win")
    assert "houtei" in lines(events)
    assert not {"haitei", "tsumo"} & set(lines(events))


def test_a_replacement_that_is_the_last_tile_is_rinshan_without_haitei() -> None:
    hand, draws = "9999112345567", "2367236781"
    state, _ = throw_on(started(hand, rest_of(hand, draws), draws), 8)
    assert (state.turn, state.left) == (0, 1)
    state, _ = play(state, "0 kong:9s")
    flags = circumstance(state, 0, By.SELF_DRAW).flags
    assert Flag.KONG_REPLACEMENT in flags
    assert Flag.LAST_TILE not in flags
    _, events = play(state, "0 win")
    assert sorted(lines(events)) == ["chinitsu", "rinshan", "tsumo"]
    assert payments(events) == [(24_000, -24_000)]


def test_the_discard_after_the_last_replacement_is_houtei() -> None:
    draws = "8273283736"
    state, _ = throw_on(started(rest_of(SIX_NINE, draws), SIX_NINE, draws), 8)
    _, events = play(state, "0 kong:9s", "0 discard:6s:drawn", "1 win")
    assert "houtei" in lines(events)


def test_a_replacement_in_the_middle_of_the_wall_is_rinshan() -> None:
    hand = "1111444555783"
    _, events = play(started(hand, dull(hand + "36"), "36"), "0 kong:1s", "0 win")
    assert {"rinshan", "tsumo"} <= set(lines(events))


# ------------------------------------------------------------------ the first go-around


def test_no_heavenly_hand_after_an_own_kong() -> None:
    hand = "1111444555783"
    _, events = play(started(hand, dull(hand + "36"), "36"), "0 kong:1s", "0 win")
    assert not FIRST & set(lines(events))


def test_no_earthly_hand_after_a_kong() -> None:
    state = started(dull(SIX_NINE + "226", "9999"), SIX_NINE, "226")
    _, events = play(state, "0 kong:9s", "0 discard:2s:drawn", "1 win")
    assert "tsumo" in lines(events)
    assert not FIRST & set(lines(events))


def test_no_human_hand_after_a_kong() -> None:
    state = started(dull(SIX_NINE + "26", "9999"), SIX_NINE, "26")
    _, events = play(state, "0 kong:9s", "0 discard:6s:drawn", "1 win")
    assert not FIRST & set(lines(events))


def test_no_earthly_hand_with_the_second_draw() -> None:
    state = started(dull(SIX_NINE + "2286"), SIX_NINE, "2286")
    _, events = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn", "0 discard:8s:drawn", "1 win")
    assert not FIRST & set(lines(events))


def test_no_human_hand_from_the_second_discard() -> None:
    state = started(dull(SIX_NINE + "226"), SIX_NINE, "226")
    _, events = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn", "0 discard:6s:drawn", "1 win")
    assert not FIRST & set(lines(events))


def test_no_heavenly_hand_for_the_dealers_second_draw() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "226"), "226")
    _, events = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn", "0 win")
    assert not FIRST & set(lines(events))


def test_the_dealer_is_never_human() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "28", "6"), "28")
    _, events = play(state, "0 discard:2s:drawn", "1 discard:6s", "0 win")
    assert not FIRST & set(lines(events))


def test_an_earthly_hand_stands_beside_the_dealers_riichi() -> None:
    state = started("2223336667799", SIX_NINE, "89")
    state, _ = play(state, "0 discard:8s:drawn:riichi")
    _, events = play(state, "1 win")
    assert lines(events) == ["chiihou"]
    assert payments(events) == [(-32_000, 32_000)]


def test_a_human_hand_that_is_switched_off_scores_as_the_rest() -> None:
    state = started(dull(SIX_NINE + "6"), SIX_NINE, "6", renhou="off")
    _, events = play(state, "0 discard:6s:drawn", "1 win")
    assert "renhou" not in lines(events)
    assert "chinitsu" in lines(events)
