"""Mistakes that are possible without assistance and what they cost (rules 0.13); waits to be named (rules 1)."""

from __future__ import annotations

import pytest

from tests.game.build import dull, payments, play, rest_of, result, started, texts, throw_on
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.evolve import coming
from trainer.game.state import State
from trainer.game.view import count_visible, observe, visible
from trainer.game.winning import winning
from trainer.rules.answer import score_answer
from trainer.rules.score import score
from trainer.tiles import parse_tiles

SIX_NINE = "1112344455578"
"""Waits on 6 and 9."""
MESS = ("1155668899247", "1133344677882", "9")


def mess(**options: object) -> State:
    return started(*MESS, assist=False, **options)


# ------------------------------------------------------------------ what is offered


def test_win_is_always_on_offer_in_the_own_turn_and_after_every_discard() -> None:
    state = mess()
    assert texts(state, 0)[0] == "win"
    state, _ = play(state, "0 discard:9s:drawn")
    assert texts(state, 1) == ["win", "pass"]


def test_riichi_is_on_offer_with_any_discard() -> None:
    plain = {t for t in texts(mess(), 0) if t.startswith("discard") and "riichi" not in t}
    assert {f"{t}:riichi" for t in plain} <= set(texts(mess(), 0))


def test_being_asked_tells_nothing() -> None:
    """Every discard opens a window for the other seat, whatever he holds; his pass stays hidden and uncounted."""
    state = mess()
    state, events = play(state, "0 discard:9s:drawn", "1 pass", "1 discard:6s")
    assert [e.type for e in events] == ["discard", "pass", "draw", "discard"]
    assert visible(events[1], 0) is None
    assert visible(events[1], 1) == events[1]
    assert count_visible(events, 0) == 3
    assert count_visible(events, 1) == 4


# ------------------------------------------------------------------ what is wrong


def test_a_wrong_win_from_a_discard_costs_the_non_dealers_mangan() -> None:
    state, _ = play(mess(), "0 discard:9s:drawn")
    state, events = play(state, "1 win")
    assert result(events) == ["false_win 1 not_complete"]
    assert payments(events) == [(8_000, -8_000)]
    assert coming(state).dealer == 0
    assert engine.needs_deal(state)


def test_the_deal_is_void_and_the_same_seat_deals_again() -> None:
    state, _ = throw_on(started(*MESS, assist=False))
    assert coming(state).dealer == 1
    state = engine.fold(state, engine.deal(state, state.wall, state.salt))
    assert state.dealer == 1
    state, events = play(state, "1 win")
    assert result(events) == ["false_win 1 not_complete"]
    assert payments(events) == [(12_000, -12_000)]
    assert coming(state).dealer == 1


@pytest.mark.parametrize(
    ("options", "dealer", "other"),
    [
        ({}, 12_000, 8_000),
        ({"chombo": "baiman"}, 24_000, 16_000),
        ({"chombo": "yakuman"}, 48_000, 32_000),
        ({"mode": "units"}, 4, 4),
        ({"mode": "units", "chombo": "baiman"}, 4, 4),
    ],
)
def test_the_price_is_the_limit_chosen_and_in_units_always_four(
    options: dict[str, object], dealer: int, other: int
) -> None:
    _, events = play(mess(**options), "0 win")
    assert payments(events) == [(-dealer, dealer)]
    _, events = play(mess(**options), "0 discard:9s:drawn", "1 win")
    assert payments(events) == [(other, -other)]


def test_a_false_win_may_end_the_match() -> None:
    _, events = play(mess(start=10_000), "0 win")
    assert [e.reason for e in events if isinstance(e, ev.End)] == ["bust"]
    _, events = play(mess(hands=1), "0 win")
    assert [e.reason for e in events if isinstance(e, ev.End)] == ["length"]


def test_riichi_without_a_ready_hand_costs_at_the_empty_wall_for_each_seat() -> None:
    state = mess()
    state, _ = play(state, "0 discard:9s:drawn:riichi", "1 pass", "1 discard:2s:drawn:riichi", "0 pass")
    state, events = throw_on(state)
    assert result(events) == ["draw_game", "false_win 0 riichi_not_ready", "false_win 1 riichi_not_ready"]
    assert payments(events) == [(-12_000, 12_000), (8_000, -8_000)]
    assert coming(state).dealer == 0


def test_a_fifth_copy_does_not_make_riichi_right() -> None:
    hand, draws = "1111222235555", "9999888877"
    state = started(hand, rest_of(hand, draws), draws, assist=False)
    state, _ = play(state, "0 discard:9s:drawn:riichi", "1 pass")
    _, events = throw_on(state)
    assert "false_win 0 riichi_not_ready" in result(events)


def test_a_ready_riichi_costs_nothing_at_the_empty_wall() -> None:
    draws = "2837283737"
    state = started(SIX_NINE, rest_of(SIX_NINE, draws), draws, assist=False)
    state, _ = play(state, "0 discard:2s:drawn:riichi", "1 pass")
    _, events = throw_on(state)
    assert result(events) == ["draw_game"]
    assert payments(events) == [(0, 0)]


def test_a_wrong_riichi_costs_nothing_when_the_other_seat_wins_first() -> None:
    state = started(dull(SIX_NINE + "26"), SIX_NINE, "26", assist=False)
    state, _ = play(state, "0 discard:2s:drawn:riichi", "1 pass")
    _, events = play(state, "1 win")
    assert result(events) == ["win 1"]


def test_a_void_deal_pays_no_river() -> None:
    hand, draws = "2222555588883", "1797971796"
    state = started(hand, rest_of(hand, draws), draws, assist=False)
    state, _ = play(state, "0 discard:1s:drawn:riichi", "1 pass")
    _, events = throw_on(state)
    assert result(events) == ["draw_game", "false_win 0 riichi_not_ready"]
    assert payments(events) == [(-12_000, 12_000)]


def test_a_right_win_needs_no_assistance() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "6"), "6", assist=False)
    _, events = play(state, "0 win")
    assert result(events) == ["win 0"]


def test_a_win_carries_the_answer_of_score() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "226"), "226")
    state, _ = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn")
    win = winning(state, 0)
    assert win is not None
    _, events = play(state, "0 win")
    assert isinstance(events[0], ev.Win)
    assert events[0].score == score_answer(score(state.rules, win))
    assert (events[0].by, events[0].of) == ("self_draw", None)


# ------------------------------------------------------------------ named waits


def asked_for_waits(hand: str, draws: str, **options: object) -> State:
    state = started(hand, dull(hand + draws), draws, declareWaits=True, **options)
    return play(state, "0 discard:2s:drawn", "1 discard:2s:drawn")[0]


@pytest.mark.parametrize(
    ("named", "right"),
    [("69s", True), ("96s", True), ("6s", False), ("9s", False), ("369s", False), ("", False), ("6m9m", False)],
)
def test_all_waits_and_no_others_are_named(named: str, right: bool) -> None:
    _, events = play(asked_for_waits(SIX_NINE, "226"), f"0 win:{named}")
    assert result(events) == (["win 0"] if right else ["false_win 0 waits"])
    first = events[0]
    assert isinstance(first, ev.Win | ev.FalseWin)
    assert first.waits == tuple(sorted({int(t) for t in parse_tiles(named)}))


def test_wrong_waits_cost_the_penalty_even_with_assistance() -> None:
    _, events = play(asked_for_waits(SIX_NINE, "226", chombo="yakuman"), "0 win:6s")
    assert payments(events) == [(-48_000, 48_000)]


def test_waits_are_named_for_a_discard_too() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "28", "6"), "28", declareWaits=True)
    state, _ = play(state, "0 discard:2s:drawn", "1 discard:6s")
    with pytest.raises(engine.IllegalAction, match="Name all waits"):
        play(state, "0 win")
    _, events = play(state, "0 win:69s")
    assert result(events) == ["win 0"]


def test_a_heavenly_hand_names_no_waits() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "6"), "6", declareWaits=True)
    for text in ("0 win", "0 win:1s"):
        _, events = play(state, text)
        assert result(events) == ["win 0"]
        assert isinstance(events[0], ev.Win)
        assert events[0].waits is None


def test_waits_named_where_nobody_asks_are_left_out() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "226"), "226")
    _, events = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn", "0 win:1s")
    assert result(events) == ["win 0"]
    assert not any(isinstance(e, ev.Win) and e.waits for e in events)


def test_a_win_that_is_none_is_wrong_whatever_is_named() -> None:
    _, events = play(mess(declareWaits=True), "0 discard:9s:drawn", "1 pass", "1 discard:6s", "0 win:1s")
    assert result(events) == ["false_win 0 not_complete"]


def test_the_view_of_the_next_decision_knows_what_happened() -> None:
    state, events = play(mess(), "0 win")
    view = observe(state, 1)
    assert view.over
    assert [r.wrong for r in view.results if isinstance(r, ev.FalseWin)] == ["not_complete"]
    assert view.settled == tuple(e for e in events if isinstance(e, ev.Settle))
