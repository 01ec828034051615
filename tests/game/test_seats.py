"""Nothing in the engine counts on two seats: a table of three, its windows and its winners."""

from __future__ import annotations

from dataclasses import replace

from tests.game.build import SALT, lines, payments, result, rules
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Action, Discard, Pass, TakeWin, parse
from trainer.game.record import verify
from trainer.game.state import State
from trainer.game.view import observe, visible
from trainer.rules.variant import Ruleset
from trainer.tiles import Tile, TileSet, parse_tiles


def table(**options: object) -> Ruleset:
    """Two suits and three seats; a self-draw has no payment here, so only discards are won."""
    return replace(rules(**options), seats=3, tiles=TileSet.of("1-9m 1-9s", copies=4), seat_winds=(None,) * 3)


HANDS = ("1199446m114457s", "123456789m2278s", "123456789m3378s")
"""Seats 1 and 2 wait on 6s and 9s."""


def dealt(game: Ruleset, draws: str, hands: tuple[str, ...] = HANDS) -> tuple[State, tuple[ev.Event, ...]]:
    piles = [list(parse_tiles(h)) for h in hands]
    out: list[Tile] = []
    for take in (4, 4, 4, 1):
        for pile in piles:
            out += pile[:take]
            del pile[:take]
    out += parse_tiles(draws)
    rest = list(game.tiles.tiles())
    for t in out:
        rest.remove(t)
    state = engine.begin(game)
    events = engine.deal(state, (*out, *rest), SALT)
    return engine.fold(state, events), events


def step(state: State, answers: dict[int, str]) -> tuple[State, tuple[ev.Event, ...]]:
    made = engine.decide(state, {seat: parse(text) for seat, text in answers.items()})
    return engine.fold(state, made), made


def test_the_deal_and_the_draws_go_around() -> None:
    state, events = dealt(table(), "2m")
    w = state.wall
    assert isinstance(events[0], ev.Deal)
    assert events[0].hands[2] == w[8:12] + w[20:24] + w[32:36] + w[38:39]
    assert events[1] == ev.Draw(0, w[39])
    assert state.others(1) == (2, 0)
    state, made = step(state, {0: "discard:2m:drawn"})
    assert made[-1] == ev.Draw(1, w[40])


def test_everybody_who_may_win_is_asked_and_both_win_in_turn_order() -> None:
    state, begun = dealt(table(), "6s")
    state, thrown = step(state, {0: "discard:6s:drawn"})
    assert engine.to_act(state) == frozenset({1, 2})
    state, made = step(state, {1: "win", 2: "win"})
    assert result(made) == ["win 1", "win 2"]
    paid = payments(made)
    assert paid[0][2] == paid[1][1] == 0
    assert state.points == tuple(100_000 + a + b for a, b in zip(*paid, strict=True))
    assert verify(table(), (*begun, *thrown, *made)) == []


def test_a_human_hand_comes_from_the_dealers_first_discard_alone() -> None:
    state, _ = dealt(table(), "6s2m9s")
    _, made = step(step(state, {0: "discard:6s:drawn"})[0], {1: "pass", 2: "win"})
    assert "renhou" in lines(made)
    state, _ = step(dealt(table(), "2m9s3m")[0], {0: "discard:2m:drawn"})
    state, _ = step(state, {1: "discard:9s:drawn"})
    assert engine.to_act(state) == {2}, "who has not drawn yet"
    _, made = step(state, {2: "win"})
    assert "renhou" not in lines(made)


def test_one_passes_and_the_other_wins() -> None:
    state, begun = dealt(table(), "6s")
    state, thrown = step(state, {0: "discard:6s:drawn"})
    _, made = step(state, {1: "pass", 2: "win"})
    assert [e.type for e in made] == ["pass", "win", "settle"]
    assert visible(made[0], 0) is visible(made[0], 2) is None
    assert verify(table(), (*begun, *thrown, *made)) == []


def test_all_answers_of_a_window_are_needed_at_once() -> None:
    state, _ = dealt(table(), "6s")
    state, _ = step(state, {0: "discard:6s:drawn"})
    for answers in ({1: Pass()}, {2: TakeWin()}, {0: Pass(), 1: Pass(), 2: Pass()}):
        try:
            engine.decide(state, answers)
        except engine.IllegalAction:
            continue
        raise AssertionError("a window was resolved without all its answers")


def test_a_passed_tile_blocks_until_the_own_next_draw() -> None:
    state, _ = dealt(table(), "6s9s3m6s")
    state, _ = step(state, {0: "discard:6s:drawn"})
    state, _ = step(state, {1: "pass", 2: "pass"})
    assert state.seats[1].passed == ()  # it is his own draw that follows
    assert observe(state, 2).furiten
    state, made = step(state, {1: "discard:9s:drawn"})
    assert [e.type for e in made] == ["discard", "draw"]  # seat 2 is not asked about the 9
    assert state.turn == 2
    assert not observe(state, 2).furiten


def test_without_assistance_both_others_are_asked_and_a_wrong_claim_beside_a_right_one_is_a_pass() -> None:
    game = table(assist=False)
    hands = (HANDS[0], HANDS[1], "23782378m13579s")
    state, begun = dealt(game, "6s", hands)
    state, thrown = step(state, {0: "discard:6s:drawn"})
    assert engine.to_act(state) == frozenset({1, 2})
    ended, made = step(state, {1: "win", 2: "win"})
    assert [e.type for e in made] == ["pass", "win", "settle"]
    assert isinstance(made[0], ev.Pass)
    assert made[0].seat == 2
    assert verify(game, (*begun, *thrown, *made)) == []
    assert [r.seat for r in ended.results if isinstance(r, ev.Win)] == [1]


def test_wrong_claims_alone_cost_each_claimer() -> None:
    game = table(assist=False)
    hands = (HANDS[0], "13571357m24689s", "23782378m13579s")
    state, begun = dealt(game, "6s", hands)
    state, thrown = step(state, {0: "discard:6s:drawn"})
    _, made = step(state, {1: "win", 2: "win"})
    assert result(made) == ["false_win 1 not_complete", "false_win 2 not_complete"]
    assert payments(made) == [(8_000, -16_000, 8_000), (8_000, 8_000, -16_000)]
    assert verify(game, (*begun, *thrown, *made)) == []


def test_the_wall_runs_out_and_the_deal_goes_to_the_next_seat() -> None:
    game = table()
    state, begun = dealt(game, "2m")
    events = list(begun)
    while engine.to_act(state):
        answers: dict[int, Action] = {}
        for seat in engine.to_act(state):
            answers[seat] = next(
                a for a in engine.legal(state, seat) if isinstance(a, Pass) or (isinstance(a, Discard) and a.drawn)
            )
        made = engine.decide(state, answers)
        events += made
        state = engine.fold(state, made)
    assert verify(game, events) == []
    assert state.left == 0
    (drawn,) = state.results
    assert isinstance(drawn, ev.DrawGame)
    assert len(drawn.ready) == 3
    next_deal = engine.deal(state, state.wall, SALT)[0]
    assert isinstance(next_deal, ev.Deal)
    assert next_deal.dealer == (0 if drawn.ready[0] else 1)
