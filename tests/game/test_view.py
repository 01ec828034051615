"""What a seat is shown and what is kept from it."""

from __future__ import annotations

from dataclasses import fields, replace

from tests.game.build import dull, play, started, throw_on
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.state import Stage, Thrown
from trainer.game.view import View, count_visible, observe, visible
from trainer.tiles import Tile, counts

SIX_NINE = "1112344455578"
"""Waits on 6 and 9."""
MESS = ("1155668899247", "1133344677882", "9")


def test_the_other_hand_is_a_number_of_tiles() -> None:
    state, _ = play(started(*MESS), "0 discard:9s:drawn")
    view = observe(state, 0)
    other = view.seats[1]
    assert (other.hand, other.tiles, other.holds_drawn) == (None, 14, True)
    assert view.hand == state.seats[0].hand
    assert (view.me.tiles, view.me.holds_drawn) == (13, False)


def test_wall_and_salt_are_hidden_until_the_deal_is_over() -> None:
    state = started(*MESS)
    view = observe(state, 0)
    assert (view.wall, view.salt, view.over) == ((), None, False)
    assert view.commitment == state.commitment
    assert view.left == 9
    over, _ = throw_on(state)
    for seat in (0, 1):
        view = observe(over, seat)
        assert engine.commitment(view.wall, view.salt or "") == view.commitment
        assert all(s.hand is not None for s in view.seats)
        assert view.over


def test_the_next_deal_hides_everything_again() -> None:
    state, _ = throw_on(started(*MESS))
    state = engine.fold(state, engine.deal(state, tuple(reversed(state.wall)), "ff"))
    view = observe(state, 0)
    assert (view.wall, view.salt, view.seats[1].hand, view.results, view.settled) == ((), None, None, (), ())


def test_a_view_holds_no_state_and_no_tile_it_should_not() -> None:
    """Whatever field a view has, it is equal for two deals that look alike from this seat."""
    state = started(*MESS)
    other = started(MESS[0], "2233344677881", "9")
    alike = replace(other, commitment=state.commitment)
    for field in fields(View):
        assert getattr(observe(state, 0), field.name) == getattr(observe(alike, 0), field.name), field.name


def test_rivers_and_melds_are_open() -> None:
    state = started("1111223344557", "6666777888899", "9")
    state, _ = play(state, "0 kong:1s", "0 discard:7s")
    view = observe(state, 1)
    assert view.seats[0].river == (Thrown(Tile(24), drawn=False, riichi=False),)
    assert [m.text for m in view.seats[0].melds] == ["ckong:1111s"]
    assert view.visible == counts([Tile(24), *[Tile(18)] * 4])
    assert observe(state, 0).visible == counts([Tile(24)])  # the own kong is part of the own hand


def test_only_the_own_draw_has_a_tile() -> None:
    drawn = ev.Draw(1, Tile(20))
    assert visible(drawn, 1) == drawn
    assert visible(drawn, 0) == ev.Draw(1, None)


def test_the_deal_shows_the_own_hand_and_the_commitment() -> None:
    dealt = engine.deal(engine.begin(started(*MESS).rules), started(*MESS).wall, "00")[0]
    assert isinstance(dealt, ev.Deal)
    seen = visible(dealt, 1)
    assert isinstance(seen, ev.Deal)
    assert (seen.wall, seen.salt, seen.hands) == (None, None, (None, dealt.hands[1]))
    assert (seen.commitment, seen.points, seen.dealer) == (dealt.commitment, dealt.points, dealt.dealer)


def test_only_passes_of_others_leave_no_trace() -> None:
    state, events = play(started(SIX_NINE, dull(SIX_NINE + "28", "6"), "28"), "0 discard:2s:drawn", "1 discard:6s")
    _, more = play(state, "0 pass")
    assert [e.type for e in more] == ["pass", "draw"]
    assert count_visible((*events, *more), 0) == count_visible((*events, *more), 1) + 1


def test_the_offered_tile_is_shown_to_who_is_asked() -> None:
    state, _ = play(started(SIX_NINE, dull(SIX_NINE + "28", "6"), "28"), "0 discard:2s:drawn", "1 discard:6s")
    view = observe(state, 0, 7)
    assert (view.offered, view.stage, view.turn, view.seen, view.waiting) == (Tile(23), Stage.CLAIM, 1, 7, False)
    assert [a.text for a in view.legal] == ["win", "pass"]
    assert observe(state, 1).offered is None


def test_who_is_not_asked_has_no_actions_and_waits() -> None:
    view = observe(started(*MESS), 1)
    assert view.legal == ()
    assert view.waiting
    assert view.turn == 0


def test_the_draws_still_to_come() -> None:
    state = started(*MESS)
    assert observe(state, 0).draws == 4
    state, _ = play(state, "0 discard:9s:drawn")
    assert observe(state, 1).draws == 4


def test_furiten_is_told_while_the_deal_is_played() -> None:
    state, _ = play(started(SIX_NINE, dull(SIX_NINE + "92"), "92"), "0 discard:9s:drawn")
    assert observe(state, 0).furiten
    assert not observe(state, 1).furiten
    over, _ = throw_on(state)
    assert not observe(over, 0).furiten


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    view = observe(engine.begin(started(*MESS).rules), 0)
    assert (view.seats, view.legal, view.left, view.over, view.waiting) == ((), (), 0, False, False)


def test_the_result_is_shown_with_its_score_and_payments() -> None:
    state, _ = play(started(SIX_NINE, dull(SIX_NINE + "6"), "6", hands=1), "0 win")
    view = observe(state, 1)
    (win,) = view.results
    assert isinstance(win, ev.Win)
    assert win.score["total"] > 0
    assert view.settled[0].payments == (view.seats[0].points - 100_000, view.seats[1].points - 100_000)
    assert view.end is not None
    assert view.end.reason == "length"
