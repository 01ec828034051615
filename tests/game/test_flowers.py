"""Flowers replaced right after the deal, as two seats play them (rules D)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import act, kinds_of, late, on_turn, table, texts
from tests.game.chinese import chinese, flowers_at_deal
from trainer.analysis import question_of
from trainer.game import engine, record
from trainer.game import event as ev
from trainer.game.state import Stage, State
from trainer.game.view import count_visible, observe, visible
from trainer.game.winning import circumstance, winning
from trainer.hands import Hand, parse_meld
from trainer.rules.score import check
from trainer.rules.variant import Flag
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.text import Refusal
from trainer.tiles import format_tiles, parse_tile, parse_tiles, tile_text

GAME = flowers_at_deal()
FLAGGED = replace(GAME, flags=frozenset(Flag))


def told(events: tuple[ev.Event, ...]) -> list[str]:
    """Draws and flowers in order: seat, what, tile."""
    out = []
    for e in events:
        if isinstance(e, ev.Draw | ev.Flower):
            assert e.tile is not None
            what = e.source if isinstance(e, ev.Draw) else e.type
            out.append(f"{e.seat} {what} {tile_text(e.tile)}")
    return out


def dealt(*args: object, **kwargs: object) -> tuple[State, list[str]]:
    """The state at the first turn, and what the deal's events told."""
    state = table(*args, **kwargs)  # type: ignore[arg-type]
    events = engine.deal(engine.begin(state.rules), state.wall, state.salt)
    return state, told(events)


def flags(state: State, seat: int, by: By = By.SELF_DRAW) -> set[str]:
    return {str(f) for f in circumstance(state, seat, by).flags}


# ------------------------------------------------------------------ shown and replaced


def test_a_drawn_flower_is_shown_at_once_and_replaced_from_the_tail_of_the_wall() -> None:
    state = table(GAME, ["", ""], "1m3f", tail="9m")
    left = state.left
    state, events = act(state, "0 throw")
    assert told(events) == ["1 wall 3f", "1 flower 3f", "1 replacement 9m"]
    assert (state.stage, state.turn, state.left) == (Stage.TURN, 1, left - 2)
    assert state.seats[1].flowers == parse_tiles("3f")
    assert state.seats[1].hand.drawn == parse_tile("9m")
    assert len(state.seats[1].hand.concealed) == 13


def test_a_replacement_that_is_a_flower_is_replaced_again() -> None:
    state, events = act(table(GAME, ["", ""], "1m3f", tail="9m8f1f"), "0 throw")
    assert told(events) == [
        "1 wall 3f", "1 flower 3f", "1 replacement 1f", "1 flower 1f", "1 replacement 8f", "1 flower 8f",
        "1 replacement 9m",
    ]  # fmt: skip
    assert state.seats[1].flowers == parse_tiles("3f1f8f")


def test_after_the_deal_the_dealer_replaces_first_then_the_other_seat_then_the_dealer_plays() -> None:
    state, events = dealt(GAME, ["1f2f", "3f"], "4f", tail="5m6m7m8m9m")
    assert events == [
        "0 wall 4f",
        "0 flower 1f", "0 replacement 9m", "0 flower 2f", "0 replacement 8m", "0 flower 4f", "0 replacement 7m",
        "1 flower 3f", "1 replacement 6m",
    ]  # fmt: skip
    assert engine.to_act(state) == {0}
    assert state.seats[0].hand.drawn == parse_tile("7m")
    assert state.seats[0].flowers == parse_tiles("1f2f4f")
    assert state.seats[1].flowers == parse_tiles("3f")
    assert (len(state.seats[1].hand.concealed), state.seats[1].hand.drawn) == (13, None)
    assert parse_tile("6m") in state.seats[1].hand.concealed


def test_at_the_deal_too_the_replacement_of_a_flower_may_be_another() -> None:
    _, events = dealt(GAME, ["", "3f"], "1m", tail="6m5f")
    assert events == ["0 wall 1m", "1 flower 3f", "1 replacement 5f", "1 flower 5f", "1 replacement 6m"]


def test_the_deal_tells_of_dealt_flowers_in_the_hands() -> None:
    state = table(GAME, ["1f2f", "3f"], "4f")
    deal = engine.deal(engine.begin(GAME), state.wall, state.salt)[0]
    assert isinstance(deal, ev.Deal)
    assert [sum(tile_text(t).endswith("f") for t in hand or ()) for hand in deal.hands] == [2, 1]


def test_from_a_wall_without_tail_or_dead_wall_the_next_tile_replaces() -> None:
    game = replace(GAME, deal=replace(GAME.deal, tail=False))
    state, events = act(table(game, ["", ""], "1m3f7m8m"), "0 throw", "1 throw")
    assert told(events) == ["1 wall 3f", "1 flower 3f", "1 replacement 7m", "0 wall 8m"]
    assert record.check(state, game.tiles) == []


def test_a_flower_that_is_the_last_tile_of_the_wall_is_shown_and_the_deal_is_drawn() -> None:
    state = late(table(GAME, ["", ""], "1m", tail="3f"), 1)
    state, events = act(state, "0 throw")
    assert kinds_of(events) == ["discard", "draw", "flower", "draw_game", "settle"]
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["wall_empty"]
    assert state.seats[1].flowers == parse_tiles("3f")
    assert state.stage is Stage.DEAL


def test_the_flower_that_replaces_a_kong_with_the_last_tile_is_shown_and_the_deal_is_drawn() -> None:
    state = late(table(GAME, ["1111m", ""], "5m", tail="3f"), 1)
    _, events = act(state, "0 kong:1m")
    assert kinds_of(events) == ["kong", "draw", "flower", "draw_game", "settle"]


def test_nobody_acts_between_a_flower_and_its_replacement() -> None:
    """Each moment can be looked at, also for a review."""
    state = table(GAME, ["1f", "3f"], "4f", tail="9m")
    events = engine.deal(engine.begin(GAME), state.wall, state.salt)
    assert len(events) == 8
    for upto in range(1, len(events)):
        between = record.replay(GAME, events, upto)
        assert not engine.to_act(between)
        assert not observe(between, 0).legal
        assert not observe(between, 1).waiting
    assert engine.to_act(record.replay(GAME, events)) == {0}


# ------------------------------------------------------------------ what a flower does not disturb


READY = "123456789m1122z"


def test_a_heavenly_hand_is_not_spoilt_by_flowers() -> None:
    state = table(FLAGGED, ["23456789m1122z1f", "2f"], "1m", tail="6m1z")
    assert state.seats[0].hand.drawn == parse_tile("1z")
    assert "win" in texts(state, 0)
    assert flags(state, 0) == {"heavenly"}


def test_an_earthly_hand_is_not_spoilt_by_flowers() -> None:
    state = table(FLAGGED, ["1f", READY], "9m3f", tail="1z6m")
    state = on_turn(act(state, "0 throw")[0])
    assert (state.turn, state.seats[1].hand.drawn) == (1, parse_tile("1z"))
    assert "win" in texts(state, 1)
    assert flags(state, 1) == {"earthly"}


def test_a_human_hand_is_not_spoilt_by_flowers() -> None:
    state = table(FLAGGED, ["1f", "23456789m1122z3f"], "1z", tail="1m9m")
    state, _ = act(state, "0 discard:1z")
    assert "win" in texts(state, 1)
    assert flags(state, 1, By.DISCARD) == {"human"}


def test_a_kong_before_it_spoils_an_earthly_hand_with_or_without_flowers() -> None:
    state = table(FLAGGED, ["", "1111m3f"], "9m5m", tail="6m7m8m")
    state, _ = act(state, "0 throw", "1 kong:1m")
    assert flags(state, 1) == {"kong_replacement"}


def test_a_flowers_replacement_is_no_kongs_replacement() -> None:
    state = table(FLAGGED, ["", READY], "9m3f", tail="1z")
    state = on_turn(act(state, "0 throw")[0])
    assert "win" in texts(state, 1)
    assert "kong_replacement" not in flags(state, 1)


def test_nor_is_it_when_the_flower_replaced_a_kong() -> None:
    """Two kongs: the first is replaced by a flower, the second by an ordinary tile."""
    state = table(FLAGGED, ["", "1111m3333z"], "9m5m", tail="6m7m8f")
    state, events = act(state, "0 throw", "1 kong:1m")
    assert told(events)[-3:] == ["1 replacement 8f", "1 flower 8f", "1 replacement 7m"]
    assert flags(state, 1) == set()
    state, _ = act(state, "1 kong:3z")
    assert flags(state, 1) == {"kong_replacement"}


@pytest.mark.parametrize("draws", ["9m3f", "9m5m"])
def test_with_the_parameter_only_a_flowers_replacement_counts_as_a_kongs(draws: str) -> None:
    game = replace(flowers_at_deal(kong_replacement=True), flags=frozenset(Flag))
    state = on_turn(act(table(game, ["", READY], draws, tail="1z"), "0 throw")[0])
    assert ("kong_replacement" in flags(state, 1)) is (draws == "9m3f")
    assert "kong_replacement" not in flags(state, 0, By.DISCARD)


def test_a_replacement_may_be_the_last_tile_of_the_wall() -> None:
    state = late(table(FLAGGED, ["", READY], "9m", tail="3f1z"), 2)
    state = replace(state, wall=(*state.wall[: state.next], *parse_tiles("3f1z")))
    state = on_turn(act(state, "0 throw")[0])
    assert state.left == 0
    assert flags(state, 1) == {"last_tile"}


def test_a_kongs_replacement_may_be_the_last_tile_too() -> None:
    state = late(table(FLAGGED, ["1111m", ""], "5m", tail="1z"), 1)
    state, _ = act(state, "0 kong:1m")
    assert flags(state, 0) == {"last_tile", "kong_replacement"}


# ------------------------------------------------------------------ who knows, what counts


def test_shown_flowers_are_public_and_no_concealed_tiles() -> None:
    state = table(GAME, ["1f2f", "3f"], "4f")
    for seat in range(2):
        view = observe(state, seat)
        assert [format_tiles(s.flowers) for s in view.seats] == ["124f", "3f"]
        assert [s.tiles for s in view.seats] == [14, 13]


def test_flowers_are_counted_nowhere_as_kinds() -> None:
    state = table(GAME, ["1f2f", "3f"], "4f")
    view = observe(state, 1)
    assert sum(view.visible) == 0
    assert sum(view.hand.counts) == 13


def test_a_flower_is_seen_by_all_and_the_draws_around_it_only_by_their_seat() -> None:
    state = table(GAME, ["", ""], "1m3f", tail="9m")
    _, events = act(state, "0 throw")
    drawn = [e for e in events if isinstance(e, ev.Draw)]
    assert [visible(e, 0) for e in drawn] == [replace(e, tile=None) for e in drawn]
    assert [visible(e, 1) for e in drawn] == drawn
    flower = events[-2]
    assert isinstance(flower, ev.Flower)
    assert visible(flower, 0) == visible(flower, 1) == flower
    assert count_visible(events, 0) == len(events)


def test_the_winners_flowers_reach_the_score_and_only_his() -> None:
    state = table(GAME, ["1f", "3f7f" + "3456789m1122z"], "9m1z", tail="2m1m5m")
    state, _ = act(state, "0 throw")
    win = winning(state, 1)
    assert win is not None
    assert win.circumstance.bonus.flowers == parse_tiles("3f7f")
    check(GAME, win)


def test_flowers_in_a_view_reach_the_question_it_asks() -> None:
    view = observe(table(GAME, ["1f2f", "3f"], "4m"), 0)
    question = question_of(view)
    assert question.circumstance is not None
    assert question.circumstance.bonus.flowers == parse_tiles("1f2f")


@pytest.mark.parametrize(
    ("flowers", "wrong"), [("1f3f", ""), ("12345678f", ""), ("11f", "Too many 1f"), ("1f", "has no 1f")]
)
def test_score_knows_the_flowers_of_the_set(flowers: str, wrong: str) -> None:
    game = chinese() if "has no" in wrong else GAME
    who = Circumstance(By.DISCARD, dealer=False, bonus=Bonus(flowers=parse_tiles(flowers)))
    win = Win(Hand(parse_tiles(READY)), parse_tile("1z"), who)
    if not wrong:
        check(game, win)
        return
    with pytest.raises(Refusal, match=wrong):
        check(game, win)


@pytest.mark.parametrize(
    ("parameter", "flowers", "melds", "fine"),
    [(True, "1f", "", True), (True, "", "", False), (False, "1f", "", False), (False, "", "ckong:1111m", True)],
)
def test_a_replacement_needs_a_kong_or_a_flower_that_counts_as_one(
    parameter: bool, flowers: str, melds: str, fine: bool
) -> None:
    game = replace(flowers_at_deal(kong_replacement=parameter), flags=frozenset(Flag))
    bonus = Bonus(flowers=parse_tiles(flowers) if flowers else ())
    who = Circumstance(By.SELF_DRAW, dealer=False, flags=frozenset({Flag.KONG_REPLACEMENT}), bonus=bonus)
    hand = Hand(parse_tiles("456789m1122z"), (parse_meld(melds),)) if melds else Hand(parse_tiles(READY))
    win = Win(hand, parse_tile("1z"), who)
    if fine:
        check(game, win)
        return
    with pytest.raises(Refusal, match="needs a kong"):
        check(game, win)


def test_a_flower_in_the_record() -> None:
    line = '{"type":"flower","seat":1,"tile":"3f"}'
    assert ev.loads(line) == ev.Flower(1, parse_tile("3f"))
    assert ev.dumps(ev.Flower(1, parse_tile("3f"))) == line


def test_a_record_in_which_a_flower_was_not_shown_is_found_out() -> None:
    state = table(GAME, ["", ""], "1m3f", tail="9m")
    deal = engine.deal(engine.begin(GAME), state.wall, state.salt)
    _, events = act(state, "0 throw")
    whole = (*deal, *events)
    assert record.verify(GAME, whole) == []
    assert "the rules give" in record.verify(GAME, (*whole[:-2], whole[-1]))[0]
    assert "breaks off before a flower" in record.verify(GAME, whole[:-2])[0]
