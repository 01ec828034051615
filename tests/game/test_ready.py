"""Declaring ready without a price: when it is allowed, what a declared hand may do (Chinese rules 1.10, 3, 6, 7)."""

from __future__ import annotations

import pytest

from tests.game.build import act, holding, kinds_of, on_turn, play, result, table, texts, two_player
from trainer.game import engine, record
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import Stage, State
from trainer.game.view import count_visible, observe, visible
from trainer.game.winning import circumstance
from trainer.rules.variant import Flag, ReadyBy, ReadyKong, ReadyRules, Ruleset
from trainer.rules.win import By

READY = "123456m22789m55z"
"""Waits on 2m and 5z."""
EXHAUSTED = "222333444m1111z"
"""Its only wait is a fifth east."""
SINGLE = "456789m222z333z5z"
"""Waits on 5z."""


def at_deal(kong: ReadyKong = ReadyKong.SAME_WAITS) -> Ruleset:
    return two_player(ready=ReadyRules(kong, at_deal=True))


def ready_throws(state: State, seat: int) -> list[str]:
    return [t for t in texts(state, seat) if t.endswith(":ready")]


def kongs(state: State, seat: int) -> list[str]:
    return [t for t in texts(state, seat) if t.startswith("kong")]


def locked(hand: str, drawn: str, *melds: str, kong: ReadyKong = ReadyKong.SAME_WAITS) -> State:
    """The dealer has declared some turns ago; he holds this hand, and the tile drawn."""
    state = table(two_player(ready=ReadyRules(kong)), [READY], f"4z6z{drawn}")
    state, _ = act(state, "0 discard:4z:drawn:ready", "1 throw")
    return holding(on_turn(state), 0, hand, *melds)


# ------------------------------------------------------------------ the declaration


def test_ready_is_declared_with_a_discard_that_leaves_a_ready_hand() -> None:
    state = table(two_player(), [READY], "4z")
    assert ready_throws(state, 0) == ["discard:4z:drawn:ready"]
    with pytest.raises(IllegalAction, match="Only a ready hand"):
        play(state, "0 discard:1m:ready")
    state, events = act(state, "0 discard:4z:drawn:ready")
    assert kinds_of(events) == ["discard", "draw"], "nothing is paid"
    thrown = events[0]
    assert isinstance(thrown, ev.Discard)
    assert thrown.ready
    assert state.seats[0].declared is Flag.READY
    assert state.points == (0, 0)


def test_a_hand_is_ready_by_the_games_own_definition() -> None:
    by_shape = table(two_player(), [EXHAUSTED], "9m")
    alive = table(two_player(ready_by=ReadyBy.LIVE), [EXHAUSTED], "9m")
    assert ready_throws(by_shape, 0) == ["discard:9m:drawn:ready", "discard:1z:ready"]
    assert ready_throws(alive, 0) == ["discard:1z:ready"]


def test_nothing_is_declared_where_the_game_has_no_declaration() -> None:
    state = table(two_player(ready=None), [READY], "4z")
    assert ready_throws(state, 0) == []
    with pytest.raises(IllegalAction, match="no such declaration"):
        play(state, "0 discard:4z:drawn:ready")


def test_an_open_hand_is_declared_too_with_the_discard_after_a_claim() -> None:
    state = table(two_player(), ["", "123456m2278m55z9m"], "5z1z")
    state, _ = act(state, "0 throw", "1 pung:5z5z")
    assert "discard:9m:ready" in texts(state, 1)
    state, _ = act(state, "1 discard:9m:ready")
    assert state.seats[1].declared is Flag.READY


def test_ready_is_not_declared_twice() -> None:
    state = locked(SINGLE, "9m")
    with pytest.raises(IllegalAction, match="only the drawn tile"):
        play(state, "0 discard:9m:drawn:ready")


def test_everybody_sees_who_has_declared() -> None:
    state = locked(SINGLE, "9m")
    assert [s.declared for s in observe(state, 1).seats] == [Flag.READY, None]
    assert [s.locked for s in observe(state, 1).seats] == [True, False]


# ------------------------------------------------------------------ the lock


def test_a_declared_hand_throws_only_the_drawn_tile() -> None:
    state = locked(SINGLE, "9m")
    assert texts(state, 0) == ["discard:9m:drawn"]
    with pytest.raises(IllegalAction, match="only the drawn tile"):
        play(state, "0 discard:5z")


def test_a_declared_hand_claims_nothing_but_a_win() -> None:
    for tile in ("2z", "6m"):
        open_ = table(two_player(), ["", SINGLE], f"4z9m{tile}")
        thrown, _ = act(open_, "0 throw", "1 throw", "0 throw")
        assert any(t.startswith(("pung", "kong", "chow")) for t in texts(thrown, 1))
        thrown, _ = act(open_, "0 throw", "1 discard:9m:drawn:ready", "0 throw")
        assert engine.to_act(thrown) == {1}, "it draws"
        assert thrown.stage is Stage.TURN
    won, _ = act(table(two_player(), ["", SINGLE], "4z9m5z"), "0 throw", "1 discard:9m:drawn:ready", "0 throw")
    assert texts(won, 1) == ["win", "pass"]
    with pytest.raises(IllegalAction, match="claims nothing but a win"):
        play(won, "1 pung:2z2z")


def test_a_declared_hand_may_pass_a_win_and_win_later() -> None:
    state = table(two_player(), ["", SINGLE], "4z9m5z4z5z")
    _, events = act(state, "0 throw", "1 discard:9m:drawn:ready", "0 throw", "1 pass", "1 throw", "0 throw", "1 win")
    assert result(events) == ["win 1"]


@pytest.mark.parametrize(("kong", "allowed"), [("same_waits", True), ("never", False), ("added", False)])
def test_a_concealed_kong_of_the_drawn_tile(kong: str, allowed: bool) -> None:
    state = locked(SINGLE, "2z", kong=ReadyKong(kong))
    assert kongs(state, 0) == (["kong:2z"] if allowed else [])
    if not allowed:
        with pytest.raises(IllegalAction, match="this kong is not allowed"):
            play(state, "0 kong:2z")


@pytest.mark.parametrize(("kong", "allowed"), [("same_waits", True), ("never", False), ("added", True)])
def test_a_kong_added_with_the_drawn_tile(kong: str, allowed: bool) -> None:
    state = locked("456789m333z5z", "2z", "pung:222z", kong=ReadyKong(kong))
    assert kongs(state, 0) == (["kong:2z"] if allowed else [])


def test_a_kong_that_changes_the_waits_is_not_allowed() -> None:
    """Waits on 2 4 5 7 8; with the threes set apart on 4 7."""
    state = locked("3334567m111222z", "3m")
    assert kongs(state, 0) == []
    assert kongs(table(two_player(), ["3334567m111222z"], "3m"), 0) == ["kong:3m"]


@pytest.mark.parametrize("kong", ["same_waits", "added"])
def test_the_thirteen_tiles_are_frozen_for_kongs_too(kong: str) -> None:
    assert kongs(locked(EXHAUSTED, "9m", kong=ReadyKong(kong)), 0) == []
    assert kongs(locked("456789m333z1z", "4z", "pung:555m", kong=ReadyKong(kong)), 0) == []


def test_after_a_kong_the_hand_is_still_locked() -> None:
    state, _ = act(locked(SINGLE, "2z"), "0 kong:2z")
    throws = [t for t in texts(state, 0) if t.startswith("discard")]
    assert len(throws) == 1
    assert throws[0].endswith(":drawn")


# ------------------------------------------------------------------ as dealt


def test_a_non_dealer_who_is_ready_as_dealt_may_declare_before_the_first_discard() -> None:
    state = table(at_deal(), ["", READY], "4z")
    assert engine.to_act(state) == {1}
    assert texts(state, 1) == ["ready", "pass"]
    state, events = play(state, "1 ready")
    assert events == (ev.Declare(1, "ready_at_deal"),)
    assert state.seats[1].declared is Flag.READY_AT_DEAL
    assert engine.to_act(state) == {0}
    assert texts(play(state, "0 discard:4z:drawn")[0], 1)[-1].endswith(":drawn"), "and the hand is locked"


def test_only_who_is_ready_as_dealt_is_asked() -> None:
    assert engine.to_act(table(at_deal(), [READY, ""], "4z")) == {0}
    assert engine.to_act(table(two_player(), ["", READY], "4z")) == {0}, "the game has no such declaration"
    by_shape = table(at_deal(), ["", EXHAUSTED], "4z")
    assert engine.to_act(by_shape) == {1}


def test_whoever_passes_is_not_asked_again_and_nobody_notices() -> None:
    asked = table(at_deal(), ["1111z", READY], "4z")
    state, events = play(asked, "1 pass")
    assert events == (ev.Pass(1, "ready"),)
    assert visible(events[0], 0) is None
    assert count_visible(events, 0) == 0
    assert engine.to_act(state) == {0}
    assert state.seats[1].declared is None
    state, _ = play(state, "0 kong:1z")
    assert engine.to_act(state) == {0}


def test_only_to_declare_or_to_pass_is_possible_then() -> None:
    with pytest.raises(IllegalAction, match="or pass"):
        play(table(at_deal(), ["", READY], "4z"), "1 discard:1m")


@pytest.mark.parametrize("answer", ["ready", "pass"])
def test_the_answer_as_dealt_comes_back_from_the_record(answer: str) -> None:
    game = at_deal()
    state = table(game, ["", READY], "4z6z")
    begun = engine.deal(engine.begin(game), state.wall, state.salt)
    after, events = play(state, f"1 {answer}", "0 discard:4z:drawn", "1 discard:6z:drawn")
    whole = (*begun, *events)
    assert record.verify(game, whole) == []
    assert tuple(ev.loads(ev.dumps(e)) for e in whole) == whole
    assert record.replay(game, whole) == after
    other = ev.Pass(1, "ready") if answer == "ready" else ev.Declare(1)
    replayed = record.replay(game, [*begun, other, *events[1:]])
    assert replayed.seats[1].declared is not after.seats[1].declared


# ------------------------------------------------------------------ what a declaration counts


def how(state: State, seat: int) -> Flag | None:
    return state.seats[seat].declared


def test_the_dealer_who_declares_with_the_first_discard_is_ready_at_the_deal() -> None:
    state, _ = act(table(at_deal(), [READY], "4z"), "0 discard:4z:drawn:ready")
    assert how(state, 0) is Flag.READY_AT_DEAL
    assert Flag.READY_AT_DEAL in circumstance(state, 0, By.DISCARD).flags
    assert Flag.READY not in circumstance(state, 0, By.DISCARD).flags


def test_where_nothing_is_declared_as_dealt_the_dealers_first_discard_is_like_any() -> None:
    state, _ = act(table(two_player(), [READY], "4z"), "0 discard:4z:drawn:ready")
    assert how(state, 0) is Flag.READY


def test_a_dealer_who_has_konged_is_ready_only() -> None:
    state = table(at_deal(), ["456789m222z333z5z"], "2z", tail="4z")
    state, _ = act(state, "0 kong:2z", "0 discard:4z:drawn:ready")
    assert how(state, 0) is Flag.READY


def test_a_later_declaration_is_ready_only() -> None:
    state = table(at_deal(), [READY], "4z6z4z")
    state, _ = act(state, "0 throw", "1 throw", "0 discard:4z:drawn:ready")
    assert how(state, 0) is Flag.READY


def test_a_non_dealer_who_declares_with_a_discard_is_ready_only() -> None:
    state, _ = play(table(at_deal(), ["", READY], "4z6z"), "1 pass", "0 discard:4z:drawn")
    state, _ = act(state, "1 discard:6z:drawn:ready")
    assert how(state, 1) is Flag.READY


def test_a_declaration_as_dealt_spoils_no_human_and_no_earthly_hand() -> None:
    state, _ = play(table(at_deal(), ["", READY], "5z"), "1 ready", "0 discard:5z:drawn")
    assert {Flag.HUMAN, Flag.READY_AT_DEAL} <= circumstance(state, 1, By.DISCARD).flags
    state, _ = play(table(at_deal(), ["", READY], "4z5z"), "1 ready", "0 discard:4z:drawn")
    assert {Flag.EARTHLY, Flag.READY_AT_DEAL} <= circumstance(state, 1, By.SELF_DRAW).flags
