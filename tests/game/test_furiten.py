"""Furiten in its three forms (rules 0.3), and what each win that is offered or passed leaves behind."""

from __future__ import annotations

import pytest

from tests.game.build import dull, play, result, started, texts
from trainer import bots, variants
from trainer.game import driver, engine
from trainer.game import event as ev
from trainer.game.state import State
from trainer.game.view import observe
from trainer.tiles import Kind

SIX_NINE = "1112344455578"
"""Waits on 6 and 9."""
EIGHT_KINDS = "2223456777789"
"""Waits on every kind but the 7, of which it holds all four."""


def dealer(hand: str, draws: str, holding: str = "", **options: object) -> State:
    return started(hand, dull(hand + draws, holding), draws, **options)


# ------------------------------------------------------------------ own discards


def test_one_discarded_wait_blocks_all_of_them_but_no_self_draw() -> None:
    state, _ = play(dealer(EIGHT_KINDS, "551", "1"), "0 discard:5s:drawn", "1 discard:1s")
    assert state.turn == 0  # nobody was asked
    assert texts(state, 0)[0] == "win"
    _, events = play(state, "0 win")
    assert result(events) == ["win 0"]


def test_a_win_blocked_by_the_own_discard_is_a_false_one() -> None:
    state, _ = play(dealer(EIGHT_KINDS, "551", "1", assist=False), "0 discard:5s:drawn", "1 pass", "1 discard:1s")
    _, events = play(state, "0 win")
    assert result(events) == ["false_win 0 furiten"]


def test_a_discard_that_is_no_wait_blocks_nothing() -> None:
    state, _ = play(dealer(EIGHT_KINDS, "521", "1"), "0 discard:5s:drawn")
    assert observe(state, 0).furiten
    free, _ = play(dealer(SIX_NINE, "22", "6"), "0 discard:2s:drawn", "1 discard:6s")
    assert not observe(free, 0).furiten
    assert engine.to_act(free) == frozenset({0})


def test_changing_the_waits_ends_furiten_by_own_discards() -> None:
    # 9 is thrown while the hand waits on 6 and 9; once a 7 and an 8 are exchanged it waits on neither
    state, _ = play(dealer(SIX_NINE, "9232"), "0 discard:9s:drawn", "1 discard:2s:drawn")
    assert observe(state, 0).furiten
    state, _ = play(state, "0 discard:8s")
    view = observe(state, 0)
    assert engine.to_act(state) == frozenset({1})
    assert not view.furiten


# ------------------------------------------------------------------ passed tiles


def test_a_passed_win_counts_until_the_own_next_draw() -> None:
    state, _ = play(dealer(SIX_NINE, "22289", "69"), "0 discard:2s:drawn", "1 discard:6s")
    state, events = play(state, "0 pass")
    assert events[0] == ev.Pass(0)
    assert state.seats[0].passed == ()  # the draw that closed the window was his own
    state, _ = play(state, "0 discard:2s:drawn", "1 discard:9s")
    assert engine.to_act(state) == frozenset({0})
    _, events = play(state, "0 win")
    assert result(events) == ["win 0"]


@pytest.mark.parametrize(("game", "kept"), [("sanma2", True), ("hk64", False)])
def test_passed_tiles_are_kept_only_where_furiten_counts(game: str, kept: bool) -> None:
    rules = variants.get(game).ruleset()
    passed: list[tuple[Kind, ...]] = []
    for seed in range(6):
        state = engine.begin(rules)
        for event in driver.play(rules, [bots.get("random")] * 2, driver.seeded_walls(rules, seed), deals=1):
            state = engine.evolve(state, event)
            passed += [s.passed for s in state.seats]
    assert any(passed) is kept


def test_a_win_passed_in_riichi_blocks_every_later_discard() -> None:
    steps = ("0 discard:2s:drawn:riichi", "1 discard:6s", "0 pass", "0 discard:2s:drawn", "1 discard:9s")
    state, _ = play(dealer(SIX_NINE, "22286", "69"), *steps)
    assert observe(state, 0).furiten
    assert (state.turn, engine.to_act(state)) == (0, frozenset({0}))  # not asked about the 9
    assert texts(state, 0) == ["win", "discard:6s:drawn"]  # a self-draw is never blocked


def test_a_win_passed_in_riichi_makes_a_later_one_false() -> None:
    steps = ("0 discard:2s:drawn:riichi", "1 pass", "1 discard:6s", "0 pass", "0 discard:2s:drawn", "1 pass")
    state, _ = play(dealer(SIX_NINE, "22286", "69", assist=False), *steps, "1 discard:9s")
    _, events = play(state, "0 win")
    assert result(events) == ["false_win 0 furiten"]


def test_a_self_draw_declined_in_riichi_blocks_every_later_discard() -> None:
    steps = ("0 discard:2s:drawn:riichi", "1 discard:2s:drawn", "0 discard:6s:drawn", "1 discard:9s")
    state, _ = play(dealer(SIX_NINE, "2268", "9"), *steps)
    assert observe(state, 0).furiten
    assert state.turn == 0


def test_without_riichi_a_declined_self_draw_is_an_own_discard() -> None:
    steps = ("0 discard:2s:drawn", "1 discard:2s:drawn", "0 discard:6s:drawn", "1 discard:9s")
    state, _ = play(dealer(SIX_NINE, "2268", "9"), *steps)
    assert observe(state, 0).furiten
    assert state.turn == 0


def test_with_assistance_a_furiten_seat_is_not_asked() -> None:
    state, _ = play(dealer(SIX_NINE, "922", "6"), "0 discard:9s:drawn")
    state, events = play(state, "1 discard:6s")
    assert [e.type for e in events] == ["discard", "draw"]


def test_a_pass_is_an_event_only_where_something_was_offered() -> None:
    _, events = play(dealer(SIX_NINE, "2289"), "0 discard:2s:drawn", "1 discard:2s:drawn", "0 discard:8s:drawn")
    assert not any(isinstance(e, ev.Pass) for e in events)
