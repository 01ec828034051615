"""The two-player table: the wall without a dead wall, claims and what follows them, passing, the last tile, draws
(Chinese rules 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import (
    act,
    holding,
    kinds_of,
    late,
    payments,
    play,
    result,
    table,
    texts,
    throw_on,
    two_player,
)
from trainer.game import engine, record
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import State
from trainer.game.view import observe
from trainer.game.winning import circumstance
from trainer.rules.variant import Claims, DrawRules, Flag, Kongs, Wins
from trainer.rules.win import By
from trainer.tiles import Kind, kind, parse_tile, tile_text

SINGLE = "456789m222z333z5z"
"""Waits on 5z."""
OPEN_ENDED = "23m456789m222z55z"
"""Waits on 1m and 4m."""
KONGS = Kongs(added=True, after_claim=True)


def drawn(events: tuple[ev.Event, ...]) -> list[str]:
    return [f"{tile_text(e.tile)} {e.source}" for e in events if isinstance(e, ev.Draw) and e.tile is not None]


# ------------------------------------------------------------------ the wall (1.1, 1.2)


def test_every_tile_of_the_wall_can_be_drawn() -> None:
    state = table(two_player(), [])
    assert (state.turn, state.dealer) == (0, 0)
    assert state.left == 37, "and the dealer has his fourteenth"
    _, events = throw_on(state)
    assert result(events) == ["draw_game"]
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["wall_empty"]
    assert sum(isinstance(e, ev.Draw) for e in events) == 37


def test_replacements_come_from_the_tail_and_normal_draws_from_the_head() -> None:
    state = table(two_player(), ["111z222z"], "1z6m2z", tail="9m8m7m")
    state, events = act(state, "0 kong:1z")
    assert drawn(events) == ["7m replacement"]
    state, events = act(state, "0 throw", "1 throw", "0 kong:2z")
    assert drawn(events) == ["6m wall", "2z wall", "8m replacement"]
    assert state.left == 37 - 2 - 2


def test_without_a_tail_the_replacement_is_the_next_of_the_wall() -> None:
    head = two_player(deal=replace(two_player().deal, tail=False))
    _, events = act(table(head, ["111z222z"], "1z6m", tail="7m"), "0 kong:1z")
    assert drawn(events) == ["6m replacement"]


def test_the_replacement_of_a_claimed_kong_comes_from_the_tail_too() -> None:
    _, events = act(table(two_player(), ["", "111z"], "1z6m", tail="7m"), "0 throw", "1 kong:1z")
    assert drawn(events) == ["7m replacement"]


def test_a_tile_set_aside_is_replaced_from_the_tail_too() -> None:
    north = Kind(30)
    game = two_player(kongs=Kongs(nuki=(north,)), claims=Claims())
    state, events = act(table(game, ["", "1m"], "4z", tail="7m"), "0 nuki:4z")
    assert drawn(events) == ["7m replacement"]
    assert state.left == 36
    assert record.check(state, game.tiles) == []


def last_but_one(hand: str, drawn_: str) -> State:
    """The dealer holds this hand and the tile drawn, and one tile is left in the wall: a 5z."""
    return late(table(two_player(flags=frozenset(Flag)), [hand], drawn_, tail="5z"), 1)


def test_the_last_tile_of_the_wall_may_be_drawn_as_a_replacement() -> None:
    state, events = act(last_but_one(SINGLE, "2z"), "0 kong:2z")
    assert drawn(events) == ["5z replacement"]
    assert state.left == 0
    assert {Flag.LAST_TILE, Flag.KONG_REPLACEMENT} <= circumstance(state, 0, By.SELF_DRAW).flags
    assert result(act(state, "0 win")[1]) == ["win 0"]


# ------------------------------------------------------------------ the turn (1.3, 1.9)


def test_after_the_last_tile_no_kong_is_declared() -> None:
    state = table(two_player(), [SINGLE], "2z")
    assert "kong:2z" in texts(state, 0)
    assert "kong:2z" not in texts(late(state, 0), 0)
    with pytest.raises(IllegalAction, match="last tile"):
        play(late(state, 0), "0 kong:2z")


def test_on_the_last_discard_there_is_nothing_but_a_win() -> None:
    state = table(two_player(), ["", "45666m"], "6m")
    early, _ = act(state, "0 throw")
    assert texts(early, 1) == ["kong:6m", "pung:6m6m", "chow:4m5m", "pass"]
    _, events = act(late(state, 0), "0 throw")
    assert result(events) == ["draw_game"]
    winner, _ = act(late(table(two_player(), ["", OPEN_ENDED], "1m"), 0), "0 throw")
    assert texts(winner, 1) == ["win", "pass"]
    assert Flag.LAST_TILE in circumstance(winner, 1, By.DISCARD).flags


# ------------------------------------------------------------------ claims (1.4, 1.5)


def claimed(hand: str, tile: str, how: str, kongs: Kongs = KONGS, swap: bool = True) -> State:
    """Seat 1 has claimed the dealer's discard."""
    game = two_player(kongs=kongs, claims=Claims(chow=True, pung=True, kong=True, swap=swap))
    state, _ = act(table(game, ["", hand], tile), "0 throw", f"1 {how}")
    return state


def test_either_chows_from_the_other_and_only_number_tiles() -> None:
    state, _ = act(table(two_player(), ["34m", "57m12z"], "6m5m"), "0 throw")
    assert "chow:5m7m" in texts(state, 1)
    state, _ = act(state, "1 pass", "1 throw")
    assert "chow:3m4m" in texts(state, 0)
    honors, _ = act(table(two_player(), ["", "12z"], "3z"), "0 throw")
    assert not [t for t in texts(honors, 1) if t.startswith("chow")]


def test_after_a_claim_a_tile_is_thrown_and_no_win_is_declared() -> None:
    for how, tile in (("pung:2z2z", "2z"), ("chow:5m6m", "4m")):
        state = claimed("23m456789m22z555z", tile, how, kongs=Kongs())
        assert {t.split(":")[0] for t in texts(state, 1)} == {"discard"}
        with pytest.raises(IllegalAction, match="not complete"):
            play(state, "1 win")


def test_a_complete_hand_does_not_win_with_a_claim() -> None:
    """2z2z is the pair of a hand that waits for 1m and 4m; with 4m chowed it would be complete."""
    state = claimed("23m456789m555z22z", "4m", "chow:2m3m")
    assert "win" not in texts(state, 1)


@pytest.mark.parametrize(("tile", "how"), [("2z", "pung:2z2z"), ("4m", "chow:5m6m"), ("4m", "chow:2m3m")])
def test_the_kind_just_claimed_may_be_thrown(tile: str, how: str) -> None:
    hand = "23m4567m222z555z8m"
    assert f"discard:{tile}" in texts(claimed(hand, tile, how), 1)
    forbidden = claimed(hand, tile, how, swap=False)
    assert f"discard:{tile}" not in texts(forbidden, 1)
    with pytest.raises(IllegalAction, match="swap-calling"):
        play(forbidden, f"1 discard:{tile}")


def test_so_may_the_other_end_of_the_run() -> None:
    hand = "4567m22z555z666z8m"
    assert "discard:7m" in texts(claimed(hand, "4m", "chow:5m6m"), 1)
    assert "discard:7m" not in texts(claimed(hand, "4m", "chow:5m6m", swap=False), 1)


def test_a_claim_that_leaves_only_such_tiles_is_allowed_where_they_may_be_thrown() -> None:
    for swap in (True, False):
        claims = Claims(chow=True, pung=True, kong=True, swap=swap)
        state = holding(table(two_player(claims=claims), [""], "6m"), 1, "3345m", "pung:111z", "pung:222z", "pung:333z")
        state, _ = act(state, "0 throw")
        assert ("chow:4m5m" in texts(state, 1)) is swap


@pytest.mark.parametrize("allowed", [True, False])
def test_a_kong_right_after_a_claim_is_a_parameter(allowed: bool) -> None:
    kongs = replace(KONGS, after_claim=allowed)
    state = claimed("1111z22m4567m33z9m", "2m", "pung:2m2m", kongs)
    assert ("kong:1z" in texts(state, 1)) is allowed
    if not allowed:
        with pytest.raises(IllegalAction, match="Right after a chow or a pung no kong"):
            play(state, "1 kong:1z")
        return
    state, events = act(state, "1 kong:1z")
    assert kinds_of(events) == ["kong", "draw"], "and a replacement follows"
    assert state.turn == 1
    assert Flag.KONG_REPLACEMENT in circumstance(state, 1, By.SELF_DRAW).flags


def test_a_kong_right_after_a_claim_may_be_an_added_one() -> None:
    state = claimed("22z4567m333z9m", "2z", "pung:2z2z")
    state = holding(state, 1, "3m789m5566z", "pung:222z", "pung:333m")
    state, events = act(state, "1 kong:3m")
    assert [e.form for e in events if isinstance(e, ev.Kong)] == ["added"]


def test_after_a_kong_one_may_kong_again() -> None:
    state, _ = act(table(two_player(), ["111z222z"], "1z", tail="2z"), "0 kong:1z")
    assert "kong:2z" in texts(state, 0)


# ------------------------------------------------------------------ robbing (1.7)


def test_an_added_kong_can_be_robbed() -> None:
    state = holding(table(two_player(), ["", OPEN_ENDED], "4m"), 0, "678m33z4466z", "pung:444m")
    state, events = act(state, "0 kong:4m")
    assert kinds_of(events) == ["kong"], "no replacement before the other has answered"
    assert texts(state, 1) == ["win", "pass"]
    _, events = act(state, "1 win")
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert (win.by, win.of) == ("robbed_kong", 0)


def test_a_concealed_kong_cannot_be_robbed() -> None:
    state = holding(table(two_player(), ["", OPEN_ENDED], "4m"), 0, "444678m33z4466z5z")
    _, events = act(state, "0 kong:4m")
    assert kinds_of(events) == ["kong", "draw"]


# ------------------------------------------------------------------ passing locks nobody (1.8)


@pytest.mark.parametrize("furiten", [True, False])
def test_an_own_discard_locks_nobody(furiten: bool) -> None:
    game = two_player(wins=Wins(furiten=furiten))
    state, _ = act(table(game, ["", OPEN_ENDED], "6z1m4m"), "0 throw", "1 discard:1m:drawn")
    assert observe(state, 1).furiten is furiten
    state, _ = act(state, "0 throw")
    assert ("win" in texts(state, 1)) is not furiten


@pytest.mark.parametrize("furiten", [True, False])
def test_a_passed_win_locks_nobody(furiten: bool) -> None:
    """A 4m went by since its last draw."""
    game = two_player(wins=Wins(furiten=furiten))
    state, _ = act(table(game, ["", OPEN_ENDED], "1m"), "0 throw")
    assert texts(state, 1)[0] == "win"
    seats = (state.seats[0], replace(state.seats[1], passed=(kind(parse_tile("4m")),)))
    assert ("win" in texts(replace(state, seats=seats), 1)) is not furiten


# ------------------------------------------------------------------ draws


def test_at_an_exhaustive_draw_nothing_is_paid() -> None:
    after, events = throw_on(table(two_player(), [SINGLE]))
    (ended,) = [e for e in events if isinstance(e, ev.DrawGame)]
    assert ended.ready == (True, False)
    assert payments(events) == [(0, 0)]
    assert after.points == (0, 0)


def test_a_limit_of_discards_ends_the_deal() -> None:
    after, events = throw_on(table(two_player(draws=DrawRules(discards=3)), []))
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["discard_limit"]
    assert [len(s.river) for s in after.seats] == [3, 3]
    assert payments(events) == [(0, 0)]


def test_tiles_that_were_claimed_count_for_the_limit() -> None:
    state = table(two_player(draws=DrawRules(discards=3)), ["", "22z"], "2z")
    state, _ = act(state, "0 throw", "1 pung:2z2z")
    after, events = throw_on(play(state, f"1 {texts(state, 1)[-1]}")[0])
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["discard_limit"]
    assert [len(s.river) for s in after.seats] == [3, 3]


def test_with_the_whole_wall_of_64_the_limit_of_26_is_never_reached() -> None:
    _, events = throw_on(table(two_player(draws=DrawRules(discards=26)), []))
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["wall_empty"]


def test_a_match_is_a_number_of_deals_and_zero_has_no_end() -> None:
    for hands, ends in ((1, True), (2, False), (0, False)):
        game = two_player(match=replace(two_player().match, hands=hands))
        after, _ = throw_on(table(game, []))
        assert (after.end is not None) is ends
        assert engine.needs_deal(after) is not ends


def test_points_below_zero_end_nothing() -> None:
    state = table(two_player(), [SINGLE], "5z")
    after, _ = act(state, "0 win")
    assert after.points[1] < 0
    assert after.points[0] == -after.points[1]
    assert after.end is None
