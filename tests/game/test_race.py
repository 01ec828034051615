"""The race of two phases (rules 5): declaring, naming, drawing in batches, and what is paid by whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game.build import act, result, table, texts
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Name
from trainer.game.evolve import coming
from trainer.game.state import Stage, State
from trainer.game.view import observe, visible
from trainer.tiles import Kind, parse_tile

OPEN_ENDED = "23m567p345678s55z"  # waits 1m 4m


def declared(*steps: str, hand: str = OPEN_ENDED, first: str = "9s", **options: Any) -> State:
    """The dealer declares with his first discard, and `steps` follow."""
    state = table("tenhodori", [hand], first + "1z2z3z4z", **options)
    state, _ = act(state, f"0 discard:{first}:drawn:riichi", *steps)
    return state


def settles(events: tuple[ev.Event, ...]) -> list[ev.Settle]:
    return [e for e in events if isinstance(e, ev.Settle)]


def test_nobody_wins_while_the_race_is_on() -> None:
    state = table("tenhodori", [OPEN_ENDED], "4m")
    assert "win" not in texts(state, 0)


def test_a_declaration_ends_the_race_at_once_and_cannot_be_claimed() -> None:
    state = declared()
    assert (state.stage, state.attacker, state.defender) == (Stage.NAME, 0, 1)
    assert engine.to_act(state) == {1}
    assert (state.points, state.sticks) == ((9000, 10000), 1)


def test_a_plain_declaration_lays_no_stick_and_is_no_riichi() -> None:
    state = table("tenhodori", [OPEN_ENDED], "9s")
    state, _ = act(state, "0 discard:9s:drawn:ready")
    assert (state.stage, state.sticks, state.seats[0].riichi) == (Stage.NAME, 0, None)


def test_a_hand_that_is_not_ready_is_not_declared() -> None:
    state = table("tenhodori", ["1379m1379p1379s1z"], "2z")
    assert not [t for t in texts(state, 0) if "riichi" in t or "ready" in t]


def test_a_hand_that_waits_for_its_own_discard_is_not_declared() -> None:
    state = table("tenhodori", [OPEN_ENDED], "1m")
    assert "discard:1m:drawn:riichi" not in texts(state, 0)
    assert "discard:1m:drawn:ready" not in texts(state, 0)


def test_a_shape_that_waits_for_tiles_all_held_may_be_declared() -> None:
    state = table("tenhodori", ["1111m222333p444s"], "9s")
    assert "discard:9s:drawn:ready" in texts(state, 0)


def test_two_different_kinds_are_named() -> None:
    state = declared()
    offered = engine.legal(state, 1)
    assert len(offered) == 34 * 33 // 2
    assert all(isinstance(a, Name) and len(set(a.kinds)) == 2 for a in offered)
    with pytest.raises(engine.IllegalAction):
        act(state, "1 name:4m")


def test_a_hit_draws_the_deal_and_the_stick_stays_on_the_table() -> None:
    state, events = act(declared(), "1 name:4m6p")
    assert [e.hit for e in events if isinstance(e, ev.Name)] == [True]
    assert [(e.reason, e.ready[0]) for e in events if isinstance(e, ev.DrawGame)] == [("hit", True)]
    assert (state.points, state.sticks, state.bank) == ((9000, 10000), 1, 0)


@pytest.mark.parametrize(
    ("award", "points", "sticks", "bank"),
    [("1000", (9000, 11000), 1, -1000), ("1500", (9000, 11500), 1, -1500), ("returnStick", (10000, 10000), 0, 0)],
)
def test_a_hit_earns_what_the_option_says(award: str, points: tuple[int, ...], sticks: int, bank: int) -> None:
    state, _ = act(declared(hitAward=award), "1 name:1m9p")
    assert (state.points, state.sticks, state.bank) == (points, sticks, bank)


def test_a_miss_lets_the_attacker_draw_five_times_then_kinds_are_named_again() -> None:
    state = declared("1 name:9p8p")
    for left in (4, 3, 2, 1, 0):
        assert (state.stage, state.turn, state.batch) == (Stage.TURN, 0, left)
        throws = [t for t in texts(state, 0) if t.startswith("discard")]
        assert len(throws) == 1, "the hand is frozen: only the drawn tile is thrown"
        state, _ = act(state, f"0 {throws[0]}")
    assert (state.stage, state.named) == (Stage.NAME, (Kind(16), Kind(17)))


def test_what_the_attacker_throws_lies_face_down_until_the_deal_is_over() -> None:
    state = declared("1 name:9p8p")
    state, events = act(state, f"0 {texts(state, 0)[0]}")
    thrown = next(e for e in events if isinstance(e, ev.Discard))
    assert thrown.tile is not None
    hidden = visible(thrown, 1)
    assert isinstance(hidden, ev.Discard)
    assert hidden.tile is None
    assert [s.face_down for s in observe(state, 1).seats] == [1, 0]
    assert len(observe(state, 1).seats[0].river) == 1
    assert len(observe(state, 0).seats[0].river) == 2


def winning_state(at: int) -> State:
    """The attacker's winning tile is the drawn one of this number, counted from 1."""
    draws = "9s" + "".join("9p" if i != at else "4m" for i in range(1, 4))
    state = table("tenhodori", [OPEN_ENDED], draws)
    state, _ = act(state, "0 discard:9s:drawn:riichi", "1 name:7z6z")
    for _ in range(at - 1):
        state, _ = act(state, "0 discard:9p:drawn")
    return state


@pytest.mark.parametrize(("at", "ippatsu"), [(1, True), (2, False)])
def test_ippatsu_is_a_win_on_the_first_of_all_draws(at: int, ippatsu: bool) -> None:
    _, events = act(winning_state(at), "0 win")
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    lines = {x["id"] for x in win.score["lines"]}
    assert "double_riichi" in lines
    assert ("ippatsu" in lines) == ippatsu


def test_a_win_is_paid_by_the_bank_and_takes_the_sticks() -> None:
    state = winning_state(2)
    before = state.points
    after, events = act(state, "0 win")
    (settle,) = settles(events)
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    worth = win.score["points"]
    assert settle.payments == (worth + 1000, 0)
    assert (settle.bank, settle.table) == (-worth, -1000)
    assert after.points == (before[0] + worth + 1000, before[1])
    assert result(events) == ["win 0"]


def test_a_win_may_be_refused_without_harm() -> None:
    state = winning_state(1)
    state, _ = act(state, "0 discard:4m:drawn", "0 discard:9p:drawn")
    assert state.stage is Stage.TURN
    assert state.seats[0].passed == ()


def test_the_dealer_stays_until_the_other_wins() -> None:
    drawn, _ = act(declared(), "1 name:4m6p")
    assert (coming(drawn).dealer, coming(drawn).honba) == (0, 1)
    won, _ = act(winning_state(1), "0 win")
    assert (coming(won).dealer, coming(won).honba) == (0, 1)


def test_the_non_dealers_win_moves_the_deal_and_clears_the_counters() -> None:
    state = table("tenhodori", ["", OPEN_ENDED], "7z9s9p4m", before={"honba": 2})
    state, _ = act(state, "0 discard:7z:drawn", "1 discard:9s:drawn:riichi", "0 name:7z6z")
    if state.seats[1].hand.drawn != parse_tile("4m"):
        state, _ = act(state, f"1 {next(t for t in texts(state, 1) if t.startswith('discard'))}")
    state, events = act(state, "1 win")
    assert result(events) == ["win 1"]
    assert (coming(state).dealer, coming(state).honba) == (1, 0)


def test_the_race_is_over_when_everybody_has_made_all_discards() -> None:
    state = table("tenhodori", ["1379m1379p1379s1z"], "2z")
    events: tuple[ev.Event, ...] = ()
    while engine.to_act(state):
        answers = {}
        for seat in engine.to_act(state):
            offered = [t for t in texts(state, seat) if t == "pass" or (":drawn" in t and ":r" not in t)]
            answers[seat] = offered[0]
        state, made = act(state, ", ".join(f"{seat} {action}" for seat, action in answers.items()))
        events += made
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["discard_limit"]
    assert [len(s.river) for s in state.seats] == [18, 18]
