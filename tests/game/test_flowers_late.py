"""Flowers replaced at each seat's own first turn, as four seats play them; all eight end the deal (rules H)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import act, holding, kinds_of, late, on_turn, payments, result, table, texts
from tests.game.chinese import MADE_UP, flowers_at_turn
from tests.game.test_flowers import dealt, told
from trainer.game import engine, record
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.readiness import is_ready, live_waits
from trainer.game.state import Stage, State
from trainer.game.view import observe
from trainer.tiles import format_tiles, is_flower, parse_tile, parse_tiles

GAME = flowers_at_turn()


def flowers_in(state: State, seat: int) -> int:
    return sum(is_flower(t) for t in state.seats[seat].hand.tiles)


# ------------------------------------------------------------------ when


def test_the_dealer_replaces_before_his_first_discard_and_nobody_else_yet() -> None:
    state, events = dealt(GAME, ["1f", "2f", "3f", ""], "4f", tail="8m9m")
    assert events == ["0 wall 4f", "0 flower 1f", "0 replacement 9m", "0 flower 4f", "0 replacement 8m"]
    assert engine.to_act(state) == {0}
    assert [flowers_in(state, seat) for seat in range(4)] == [0, 1, 1, 0]


def test_each_seat_replaces_at_its_own_first_turn_in_turn_order() -> None:
    """Its draw comes first, then the flowers, one by one."""
    state = table(GAME, ["", "2f", "3f5f", ""], "1z2z3z", tail="6m7m8m")
    _, events = act(state, "0 throw", "1 throw", "2 throw")
    assert told(events)[:8] == [
        "1 wall 2z", "1 flower 2f", "1 replacement 8m",
        "2 wall 3z", "2 flower 3f", "2 replacement 7m", "2 flower 5f", "2 replacement 6m",
    ]  # fmt: skip


def test_a_flower_drawn_later_is_replaced_at_once() -> None:
    state = table(GAME, [""] * 4, "1z2z3z4z6f", tail="9m")
    state, _ = act(state, "0 throw", "1 throw", "2 throw")
    _, events = act(on_turn(state), "3 throw")
    assert told(events) == ["0 wall 6f", "0 flower 6f", "0 replacement 9m"]


def test_flowers_not_yet_shown_are_concealed_tiles_that_no_other_seat_sees() -> None:
    state = table(GAME, ["", "2f", "3f5f", ""], "1m")
    assert [s.tiles for s in observe(state, 0).seats] == [14, 13, 13, 13]
    assert all(s.hand is None for s in observe(state, 0).seats if s.seat != 0)
    assert [s.flowers for s in observe(state, 2).seats] == [()] * 4
    assert format_tiles(t for t in observe(state, 2).hand.tiles if is_flower(t)) == "35f"


# ------------------------------------------------------------------ before the first turn


def test_before_its_first_turn_a_seat_may_claim_and_replaces_right_after_before_discarding() -> None:
    state = table(GAME, ["", "", "55z2f3f", ""], "5z", tail="8m9m")
    state, events = act(state, "0 throw", "2 pung:5z5z")
    assert told(events) == ["2 flower 2f", "2 replacement 9m", "2 flower 3f", "2 replacement 8m"]
    assert (state.turn, state.stage) == (2, Stage.TURN)
    assert sum(state.seats[2].hand.counts) == 11
    assert all(t.startswith("discard") for t in texts(state, 2))


def test_a_chow_too_is_followed_by_the_flowers() -> None:
    state = table(GAME, ["", "13m2f", "", ""], "2m", tail="7z")
    _, events = act(state, "0 throw", "1 chow:1m3m")
    assert kinds_of(events)[-3:] == ["chow", "flower", "draw"]


def test_a_claimed_kong_is_replaced_first_and_then_the_flowers() -> None:
    state = table(GAME, ["", "", "555z2f", ""], "5z", tail="8m9m")
    state, events = act(state, "0 throw", "2 kong:5z")
    assert told(events) == ["2 replacement 9m", "2 flower 2f", "2 replacement 8m"]
    assert sum(state.seats[2].hand.counts) == 11


def test_what_a_claim_forbids_to_discard_stays_forbidden_after_the_flowers() -> None:
    state = table(GAME, ["", "34m2f", "", ""], "2m", tail="5m")
    state, _ = act(state, "0 discard:2m:drawn", "1 chow:3m4m")
    assert state.seats[1].hand.drawn == parse_tile("5m")
    assert state.forbidden == (parse_tile("2m"), parse_tile("5m"))
    with pytest.raises(IllegalAction, match="swap-calling"):
        act(state, "1 throw")


def test_a_claim_that_leaves_only_what_it_forbids_and_flowers_is_refused() -> None:
    """Nobody knows yet what will replace them."""
    state = table(GAME, [""] * 4, "5z")
    state = holding(state, 2, "555z2f", "pung:111m", "pung:222m", "pung:333m")
    state, _ = act(replace(state, rules=replace(GAME, claims=replace(GAME.claims, kong=False))), "0 throw")
    assert 2 not in engine.to_act(state)
    state = holding(table(GAME, [""] * 4, "5z"), 2, "556z2f", "pung:111m", "pung:222m", "pung:333m")
    state, _ = act(state, "0 throw")
    assert "pung:5z5z" in texts(state, 2)


def test_a_flower_is_no_discard_even_right_after_a_claim() -> None:
    state = table(GAME, ["", "", "55z2f", ""], "5z")
    state, _ = act(state, "0 throw", "2 pung:5z5z")
    with pytest.raises(IllegalAction, match="not in your hand"):
        act(state, "2 discard:2f")


def test_a_replacement_after_a_claim_is_a_draw_that_may_win() -> None:
    state = table(GAME, ["", "", "55z123456m11z2f3z", ""], "5z", tail="1z")
    state, _ = act(state, "0 throw", "2 pung:5z5z")
    assert "win" not in texts(state, 2)
    state = holding(state, 2, "123456m11z22z", "pung:555z")
    assert "win" in texts(state, 2)


THREE_SETS = "123456789m1z"
"""Ten tiles that together with three flowers look like a hand of three groups that waits for its pair."""


def test_a_seat_with_flowers_to_replace_cannot_win_by_discard() -> None:
    state = table(GAME, ["", "", THREE_SETS + "2f3f4f", ""], "1z")
    assert not is_ready(GAME, state.seats[2].hand)
    assert not live_waits(GAME, state.seats[2].hand)
    state, _ = act(state, "0 throw")
    assert 2 not in engine.to_act(state)


def test_without_assistance_too_flowers_are_replaced_before_a_win() -> None:
    training = replace(GAME.training, assist=False)
    state = table(replace(GAME, training=training), ["", "", THREE_SETS + "2f3f4f", ""], "1z")
    state, _ = act(state, "0 throw")
    assert "win" not in texts(state, 2)
    assert not observe(state, 2).may_win
    with pytest.raises(IllegalAction, match="replace your flowers before you win"):
        act(state, "2 win")


def test_a_seat_with_flowers_to_replace_cannot_rob_a_kong() -> None:
    """The dealer adds a tile to a pung before the seat has had a turn."""
    for flowers, robs in (("2f3f4f", False), ("555z", True)):
        state = table(GAME, ["1z", "", "", ""], "5m")
        state = holding(state, 0, "1z234m567m789m", "pung:111z")
        state = holding(state, 2, THREE_SETS + flowers)
        state, _ = act(state, "0 kong:1z")
        assert (2 in engine.to_act(state)) is robs


# ------------------------------------------------------------------ all eight


def test_the_eighth_flower_ends_the_deal_at_once_and_every_other_seat_pays() -> None:
    state = table(GAME, ["", "1234567f", "", ""], "1z8f")
    state, events = act(state, "0 throw")
    assert kinds_of(events)[-3:] == ["flower", "draw_game", "settle"]
    assert kinds_of(events).count("flower") == 8
    assert [e.reason for e in events if isinstance(e, (ev.DrawGame, ev.Settle))] == ["eight_flowers", "flowers"]
    assert payments(events) == [(-MADE_UP, 3 * MADE_UP, -MADE_UP, -MADE_UP)]
    assert state.points == (1000 - MADE_UP, 1000 + 3 * MADE_UP, 1000 - MADE_UP, 1000 - MADE_UP)
    assert engine.needs_deal(state)


def test_the_dealer_may_show_all_eight_before_anybody_acts() -> None:
    state, events = dealt(GAME, ["12345678f", "", "", ""], "1z")
    assert events[-1] == "0 flower 8f"
    assert payments(engine.deal(engine.begin(GAME), state.wall, state.salt)) == [
        (3 * MADE_UP, -MADE_UP, -MADE_UP, -MADE_UP)
    ]


def test_the_payment_is_told_the_melds() -> None:
    state = table(GAME, ["", "1234567f", "", ""], "1z8f")
    state = holding(state, 1, "1234567f123m", "kong:5555z")
    _, events = act(state, "0 throw")
    assert payments(events) == [(-2 * MADE_UP, 6 * MADE_UP, -2 * MADE_UP, -2 * MADE_UP)]


def test_the_eighth_flower_counts_also_when_it_was_the_last_tile_of_the_wall() -> None:
    state = late(table(GAME, [""] * 4, "1z", tail="8f"), 1)
    seats = list(state.seats)
    seats[1] = replace(seats[1], flowers=parse_tiles("1234567f"))
    _, events = act(replace(state, seats=tuple(seats)), "0 throw")
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["eight_flowers"]
    assert payments(events) == [(-MADE_UP, 3 * MADE_UP, -MADE_UP, -MADE_UP)]


def test_seven_flowers_of_one_seat_and_the_eighth_of_another_end_nothing() -> None:
    state = table(GAME, ["8f", "1234567f", "", ""], "1z")
    state, events = act(state, "0 throw")
    assert "draw_game" not in kinds_of(events)
    assert len(state.seats[1].flowers) == 7


def test_where_nothing_is_paid_for_them_play_goes_on_after_the_eighth() -> None:
    state = table(flowers_at_turn(pays=None), ["", "1234567f", "", ""], "1z8f")
    state, events = act(state, "0 throw")
    assert "draw_game" not in kinds_of(events)
    assert len(state.seats[1].flowers) == 8
    assert engine.to_act(on_turn(state)) == {1}


def test_a_deal_that_ends_with_eight_flowers_is_verified_and_changed_ones_are_not() -> None:
    state = table(GAME, ["", "1234567f", "", ""], "1z8f")
    deal = engine.deal(engine.begin(GAME), state.wall, state.salt)
    _, events = act(state, "0 throw")
    whole = (*deal, *events)
    assert record.verify(GAME, whole) == []
    assert result(whole) == ["draw_game"]
    settle = whole[-1]
    assert isinstance(settle, ev.Settle)
    assert record.verify(GAME, (*whole[:-1], replace(settle, payments=(0, 0, 0, 0))))
