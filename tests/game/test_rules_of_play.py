"""Rules of play of the one-suit game (rules 0.3-0.13 and 1), each on a wall made for it."""

from __future__ import annotations

import pytest

from tests.game.build import play, started, texts
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Discard
from trainer.game.engine import IllegalAction
from trainer.game.evolve import coming
from trainer.game.state import State
from trainer.game.view import observe
from trainer.game.winning import circumstance
from trainer.rules.win import By
from trainer.tiles import is_terminal, kind


def score_ids(events: tuple[ev.Event, ...]) -> set[str]:
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    return {line["id"] for line in win.score["lines"]}


def settle(events: tuple[ev.Event, ...]) -> ev.Settle:
    return [e for e in events if isinstance(e, ev.Settle)][-1]


# ------------------------------------------------------------------ first turns


def test_the_dealer_may_win_with_his_first_fourteen_tiles() -> None:
    state = started("1112223334445", "6666777788889", "5")
    state, events = play(state, "0 win")
    assert {"tenhou", "suuankou"} <= score_ids(events)
    assert settle(events).payments == (96_000, -96_000)


def test_the_non_dealer_wins_with_his_first_draw() -> None:
    state = started("1155668899247", "1122334477889", "39")
    state, events = play(state, "0 discard:3s:drawn", "1 win")
    assert "chiihou" in score_ids(events)


def test_a_win_from_the_dealers_first_discard_is_a_human_hand() -> None:
    state = started("1155668899247", "1122334477889", "9")
    state, events = play(state, "0 discard:9s:drawn", "1 win")
    assert "renhou" in score_ids(events)
    assert settle(events).payments == (-32_000, 32_000)


def test_a_kong_ends_the_first_go_around() -> None:
    state = started("1111556688247", "2233447788995", "396")
    state, events = play(state, "0 kong:1s", "0 discard:9s:drawn")
    assert [e.type for e in events][:2] == ["kong", "draw"]
    assert events[1] == ev.Draw(0, events[1].tile, "replacement")  # type: ignore[union-attr]
    state, events = play(state, "1 discard:6s:drawn")
    assert state.interrupted


# ------------------------------------------------------------------ riichi


def test_double_riichi_with_the_first_discard_and_ippatsu_until_the_next_draw() -> None:
    state = started("2344456778999", "1133355666788", "2271")
    assert "discard:2s:drawn:riichi" in texts(state, 0)
    state, _ = play(state, "0 discard:2s:drawn:riichi", "1 discard:2s:drawn", "0 discard:7s:drawn")
    riichi = state.seats[0].riichi
    assert riichi is not None
    assert riichi.double
    assert not riichi.ippatsu


def test_after_riichi_only_the_drawn_tile_goes() -> None:
    state = started("2344456778999", "1133355666788", "2251")
    state, _ = play(state, "0 discard:2s:drawn:riichi", "1 discard:2s:drawn")
    assert texts(state, 0) == ["discard:5s:drawn"]
    with pytest.raises(IllegalAction, match="only the drawn tile"):
        engine.decide(state, {0: Discard(state.seats[0].hand.concealed[0])})


def test_riichi_needs_a_ready_hand_and_two_tiles_in_the_wall() -> None:
    state = started("1155668899247", "1133344677889", "2")
    with pytest.raises(IllegalAction, match="ready hand"):
        engine.decide(state, {0: Discard(state.seats[0].hand.concealed[0], riichi=True)})


def test_a_wait_on_a_fifth_copy_is_no_riichi() -> None:
    state = started("1111222235555", "3334444677889", "9")
    assert "discard:9s:drawn" in texts(state, 0)
    assert "discard:9s:drawn:riichi" not in texts(state, 0)


def test_a_double_riichi_win_pays_without_a_stick() -> None:
    state = started("2344456778999", "1133355666788", "221")
    state, events = play(state, "0 discard:2s:drawn:riichi", "1 discard:2s:drawn", "0 win")
    assert score_ids(events) == {"double_riichi", "ippatsu", "tsumo", "chinitsu"}
    assert sum(settle(events).payments) == 0


# ------------------------------------------------------------------ kongs


def test_the_kong_after_riichi_keeps_the_shape_or_is_refused() -> None:
    allowed = started("1113335557788", "2244466689992", "9" + "21")
    state, _ = play(allowed, "0 discard:9s:drawn:riichi", "1 discard:2s:drawn")
    assert "kong:1s" in texts(state, 0)
    refused = started("1112223337788", "4444555666999", "9" + "51")
    state, _ = play(refused, "0 discard:9s:drawn:riichi", "1 discard:5s:drawn")
    assert "kong:1s" not in texts(state, 0)
    waits_rule = started("1112223337788", "4444555666999", "9" + "51", riichiKan="waits")
    state, _ = play(waits_rule, "0 discard:9s:drawn:riichi", "1 discard:5s:drawn")
    assert "kong:1s" in texts(state, 0)


def test_a_replacement_tile_is_rinshan_and_never_the_last_tile() -> None:
    state = started("1112223334467", "5556667778889", "1" + "8")
    state, _ = play(state, "0 kong:1s")
    assert state.last_draw == "replacement"
    flags = circumstance(state, 0, By.SELF_DRAW).flags
    assert "kong_replacement" in flags
    assert "last_tile" not in flags


# ------------------------------------------------------------------ furiten


def test_one_wait_among_the_own_discards_blocks_every_win_from_a_discard() -> None:
    hand = ("1112344455578", "1233356667899", "92")  # the dealer waits on 6 9, and throws a 9
    state, _ = play(started(*hand), "0 discard:9s:drawn")
    assert observe(state, 0).furiten
    state, _ = play(state, "1 discard:6s")
    assert engine.to_act(state) == frozenset({0})
    assert state.turn == 0
    assert state.last_draw == "wall"
    other, _ = play(started(*hand, assist=False), "0 discard:9s:drawn", "1 pass", "1 discard:6s")
    _, events = play(other, "0 win")
    assert [(e.seat, e.wrong) for e in events if isinstance(e, ev.FalseWin)] == [(0, "furiten")]


# ------------------------------------------------------------------ the end of the wall


def drawn_out(state: State) -> tuple[State, tuple[ev.Event, ...]]:
    """Both throw what they draw until the wall is empty, passing every win."""
    events: tuple[ev.Event, ...] = ()
    while engine.to_act(state):
        (seat,) = engine.to_act(state)
        offered = texts(state, seat)
        step = "pass" if "pass" in offered else next(t for t in offered if t.endswith(":drawn"))
        state, made = play(state, f"{seat} {step}")
        events += made
    return state, events


def test_an_empty_wall_pays_nothing_and_a_ready_dealer_stays() -> None:
    state, events = drawn_out(started("2344456778999", "1133355666788", "2"))
    (draw,) = [e for e in events if isinstance(e, ev.DrawGame)]
    assert draw.ready[0]
    assert settle(events).reason == "draw"
    assert settle(events).payments == (0, 0)
    assert coming(state).dealer == 0


def test_a_dealer_who_is_not_ready_moves() -> None:
    state, events = drawn_out(started("1155668899247", "1133344677882", "9"))
    (draw,) = [e for e in events if isinstance(e, ev.DrawGame)]
    assert not draw.ready[0]
    assert coming(state).dealer == 1


def test_a_river_of_ones_and_nines_pays_a_mangan() -> None:
    # the dealer draws only ones and nines, the opponent throws what he draws
    state = started("2233445566788", "2233445566777", "1818199991")
    events: tuple[ev.Event, ...] = ()
    state, made = play(state, "0 discard:1s:drawn")
    events += made
    while engine.to_act(state):
        (seat,) = engine.to_act(state)
        offered = texts(state, seat)
        if "pass" in offered:
            step = "pass"
        else:
            ends = [t for t in offered if t.startswith(("discard:1s", "discard:9s")) and "riichi" not in t]
            step = ends[0] if ends else next(t for t in offered if t.endswith(":drawn"))
        state, made = play(state, f"{seat} {step}")
        events += made
    paid = settle(events)
    ends = tuple(i for i, s in enumerate(state.seats) if all(is_terminal(kind(t.tile)) for t in s.river))
    assert paid.nagashi == ends == (0,)
    assert paid.payments == (12_000, -12_000)


# ------------------------------------------------------------------ errors


def test_without_assistance_a_win_that_is_none_voids_the_deal_and_costs_a_mangan() -> None:
    state = started("1155668899247", "1133344677889", "2", assist=False)
    assert "win" in texts(state, 0)
    state, events = play(state, "0 win")
    assert [e.type for e in events] == ["false_win", "settle"]
    assert events[0].wrong == "not_complete"  # type: ignore[union-attr]
    assert settle(events).payments == (-12_000, 12_000)
    assert coming(state).dealer == 0
    assert engine.needs_deal(state)


@pytest.mark.parametrize(
    ("options", "cost"),
    [({"chombo": "baiman"}, 24_000), ({"preset": "training"}, 48_000), ({"mode": "units"}, 4)],
)
def test_the_price_of_a_false_win(options: dict[str, object], cost: float) -> None:
    state = started("1155668899247", "1133344677889", "2", **{"assist": False, **options})
    _, events = play(state, "0 win")
    assert settle(events).payments == (-cost, cost)


def test_riichi_without_a_ready_hand_comes_to_light_at_the_empty_wall() -> None:
    state = started("1155668899247", "1133344677882", "9", assist=False)
    state, _ = play(state, "0 discard:9s:drawn:riichi")
    state, made = drawn_out(state)
    false = [e for e in made if isinstance(e, ev.FalseWin)]
    assert [(e.seat, e.wrong) for e in false] == [(0, "riichi_not_ready")]
    assert coming(state).dealer == 0


def test_declared_waits_must_be_all_of_them_and_kinds_held_four_times_are_free() -> None:
    state = started("1112345666678", "2333445578899", "291", declareWaits=True)
    state, _ = play(state, "0 discard:2s:drawn", "1 discard:9s:drawn")
    with pytest.raises(IllegalAction, match="Name all waits"):
        play(state, "0 win")
    for named, right in (("12345789s", True), ("123456789s", True), ("1234578s", False), ("none", False)):
        text = "win:" if named == "none" else f"win:{named}"
        _, events = play(state, f"0 {text}")
        assert (events[0].type == "win") is right


# ------------------------------------------------------------------ the match


def test_a_player_below_zero_ends_the_match() -> None:
    state = started("1112223334445", "6666777788889", "5", start=90_000)
    state, events = play(state, "0 win")
    (end,) = [e for e in events if isinstance(e, ev.End)]
    assert end == ev.End((0, 1), (186_000, -6_000), "bust")


def test_zero_is_alive() -> None:
    state = started("1112223334445", "6666777788889", "5", start=96_000)
    state, events = play(state, "0 win")
    assert not any(isinstance(e, ev.End) for e in events)


def test_a_number_of_deals_ends_the_match() -> None:
    state = started("1112223334445", "6666777788889", "5", hands=1)
    _, events = play(state, "0 win")
    assert [e.reason for e in events if isinstance(e, ev.End)] == ["length"]


def test_units_count_halves() -> None:
    state = started("2344456778999", "1133355666788", "221", mode="units")
    state, events = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn", "0 win")
    assert settle(events).payments == (1.5, -1.5)
    assert state.points == (13.5, 10.5)
