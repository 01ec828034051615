"""Kongs of five to eight tiles, where a set has eight copies of each kind (rules F)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import act, holding, kinds_of, late, on_turn, result, table, texts
from tests.game.chinese import chinese, eight_copies
from trainer.game import engine, kongs, record
from trainer.game import event as ev
from trainer.game.action import BadAction, Kong, parse
from trainer.game.engine import IllegalAction
from trainer.game.kongs import CONCEALED
from trainer.game.state import State
from trainer.game.winning import circumstance
from trainer.hands import Hand, parse_meld
from trainer.rules.score import check, check_melds
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.text import Refusal
from trainer.tiles import kind, parse_tile, parse_tiles

GAME = eight_copies()
FIVE = kind(parse_tile("5m"))


def with_hand(concealed: str, *melds: str, drawn: str = "5m", game: Ruleset = GAME) -> State:
    """The dealer's turn with this hand; the first replacement is a 9m."""
    return holding(table(game, ["", ""], drawn, tail="9m"), 0, concealed, *melds)


def laid(state: State, seat: int = 0) -> list[str]:
    return [m.text for m in state.seats[seat].hand.melds]


def kong_texts(texts: list[str]) -> list[str]:
    return [t for t in texts if t.startswith("kong")]


def only_kong(events: tuple[ev.Event, ...]) -> ev.Kong:
    (found,) = [e for e in events if isinstance(e, ev.Kong)]
    return found


REST = "123m1234z77z9m"
"""What else is in hand beside one meld."""


# ------------------------------------------------------------------ growing


def test_a_fifth_copy_drawn_may_be_added_to_an_exposed_kong_with_a_replacement() -> None:
    state = with_hand(REST, "kong:5555m")
    assert kong_texts(texts(state, 0)) == ["kong:5m"]
    state, events = act(state, "0 kong:5m")
    assert laid(state) == ["kong:55555m"]
    assert only_kong(events) == ev.Kong(0, "added", parse_tile("5m"))
    assert kinds_of(events) == ["kong", "draw"]
    assert isinstance(events[-1], ev.Draw)
    assert (events[-1].tile, events[-1].source) == (parse_tile("9m"), "replacement")
    assert state.seats[0].hand.melds[0].of == 1


@pytest.mark.parametrize("size", [5, 6, 7])
def test_one_tile_at_a_time_up_to_eight(size: int) -> None:
    state, _ = act(with_hand(REST, "kong:" + "5" * size + "m"), "0 kong:5m")
    assert laid(state) == ["kong:" + "5" * (size + 1) + "m"]


def test_where_kongs_have_four_tiles_none_grows() -> None:
    state = with_hand(REST, "kong:5555m", game=eight_copies(tiles=4))
    assert kong_texts(texts(state, 0)) == []
    with pytest.raises(IllegalAction, match="A kong needs four equal tiles"):
        act(state, "0 kong:5m")


def test_a_concealed_kong_that_grows_stays_concealed_and_cannot_be_robbed() -> None:
    state = holding(with_hand(REST, "ckong:5555m"), 1, "46m123m789m11122z")
    state, events = act(state, "0 kong:5m")
    assert laid(state) == ["ckong:55555m"]
    assert only_kong(events) == ev.Kong(0, "concealed", parse_tile("5m"))
    assert kinds_of(events) == ["kong", "draw"]
    assert state.seats[0].hand.is_concealed


def test_a_tile_added_to_an_exposed_kong_can_be_robbed() -> None:
    state = holding(with_hand(REST, "kong:5555m"), 1, "46m123m789m11122z")
    state, events = act(state, "0 kong:5m")
    assert kinds_of(events) == ["kong"]
    assert "win" in texts(state, 1)
    _, events = act(state, "1 win")
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert (win.by, win.tile, win.of) == ("robbed_kong", parse_tile("5m"), 0)


def test_a_robbery_that_is_let_go_gives_the_replacement() -> None:
    state = holding(with_hand(REST, "kong:5555m"), 1, "46m123m789m11122z")
    state, events = act(state, "0 kong:5m", "1 pass")
    assert kinds_of(events) == ["kong", "pass", "draw"]
    assert laid(state) == ["kong:55555m"]


def test_copies_already_in_hand_count_as_drawn() -> None:
    """Six in hand: a kong of four, then the fifth and the sixth, each with a replacement of its own."""
    state = holding(table(GAME, ["", ""], "5m", tail="7m8m9m"), 0, "55555m123m12347z")
    state, events = act(state, "0 kong:5m", "0 kong:5m", "0 kong:5m")
    assert kinds_of(events) == ["kong", "draw"] * 3
    assert laid(state) == ["ckong:555555m"]
    assert state.seats[0].hand.drawn == parse_tile("7m")


def test_the_tile_added_need_not_be_the_one_just_drawn() -> None:
    state = with_hand("123m1234z77z5m", "kong:5555m", drawn="8m")
    state, _ = act(state, "0 kong:5m")
    assert laid(state) == ["kong:55555m"]
    assert parse_tile("8m") in state.seats[0].hand.concealed


def test_each_growth_may_bring_a_win_on_the_replacement() -> None:
    flagged = replace(GAME, flags=frozenset(Flag))
    state = holding(table(flagged, ["", ""], "5m", tail="9m"), 0, REST, "kong:5555m")
    state, _ = act(state, "0 kong:5m")
    assert Flag.KONG_REPLACEMENT in circumstance(state, 0, By.SELF_DRAW).flags


def test_growing_makes_no_further_kong() -> None:
    state = with_hand(REST, "kong:5555m")
    before = state.kongs
    state, _ = act(state, "0 kong:5m")
    assert before == state.kongs == 1


def test_nothing_is_added_when_the_wall_is_empty() -> None:
    state = late(with_hand(REST, "kong:5555m"), 0)
    assert kong_texts(texts(state, 0)) == []


# ------------------------------------------------------------------ discards


def test_a_discard_is_never_added_to_an_existing_kong() -> None:
    state = holding(table(GAME, ["", ""], "5m"), 1, REST, "kong:5555m")
    _, events = act(state, "0 throw")
    assert kinds_of(events) == ["discard", "draw"]
    open_ = replace(GAME, training=replace(GAME.training, assist=False))
    state = holding(table(open_, ["", ""], "5m"), 1, REST, "kong:5555m")
    state, _ = act(state, "0 throw")
    assert kong_texts(texts(state, 1)) == []
    with pytest.raises(IllegalAction, match="claimed kong needs three tiles"):
        act(state, "1 kong:5m")


def test_a_claimed_kong_takes_three_of_those_in_hand_and_the_rest_may_follow() -> None:
    state = holding(table(GAME, ["", ""], "5m", tail="8m9m"), 1, "55555m12m12347z9m")
    state, events = act(state, "0 throw", "1 kong:5m")
    assert laid(state, 1) == ["kong:5555m"]
    assert only_kong(events) == ev.Kong(1, "claimed", parse_tile("5m"), 0)
    assert state.seats[1].hand.counts[FIVE] == 2
    state, events = act(state, "1 kong:5m")
    assert laid(state, 1) == ["kong:55555m"]
    assert only_kong(events).form == "added"


def test_a_discard_and_three_in_hand_make_a_second_kong_of_the_kind() -> None:
    state = holding(table(GAME, ["", ""], "5m", tail="9m"), 1, "555m123m1237z", "kong:5555m")
    state, _ = act(state, "0 throw", "1 kong:5m")
    assert laid(state, 1) == ["kong:5555m", "kong:5555m"]


def test_a_claimed_kong_has_no_second_way() -> None:
    state = holding(table(GAME, ["", ""], "5m"), 1, "555m123m1237z", "kong:5555m")
    state, _ = act(state, "0 throw")
    assert kong_texts(texts(state, 1)) == ["kong:5m"]
    with pytest.raises(IllegalAction, match="claimed kong needs three tiles"):
        act(state, "1 kong:5m:new")


# ------------------------------------------------------------------ two ways


FOUR_MORE = "555m123m1234z"


@pytest.mark.parametrize("first", ["kong", "ckong"])
def test_four_more_in_hand_may_grow_a_kong_or_start_a_second_one(first: str) -> None:
    state = with_hand(FOUR_MORE, f"{first}:5555m")
    assert kong_texts(texts(state, 0)) == ["kong:5m", "kong:5m:new"]
    grown, events = act(state, "0 kong:5m")
    assert laid(grown) == [f"{first}:55555m"]
    assert not only_kong(events).new
    second, events = act(state, "0 kong:5m:new")
    assert laid(second) == [f"{first}:5555m", "ckong:5555m"]
    assert only_kong(events) == ev.Kong(0, "concealed", parse_tile("5m"), new=True)
    assert second.kongs == 2


def test_three_more_in_hand_can_only_grow_it() -> None:
    state = with_hand("55m123m12347z", "kong:5555m")
    assert kong_texts(texts(state, 0)) == ["kong:5m"]
    with pytest.raises(IllegalAction, match="A kong needs four equal tiles"):
        act(state, "0 kong:5m:new")


def test_a_pung_and_four_in_hand_are_added_to_or_make_a_concealed_kong() -> None:
    state = with_hand(FOUR_MORE, "pung:555m")
    assert kong_texts(texts(state, 0)) == ["kong:5m", "kong:5m:new"]
    assert laid(act(state, "0 kong:5m")[0]) == ["kong:5555m"]
    assert laid(act(state, "0 kong:5m:new")[0]) == ["pung:555m", "ckong:5555m"]


def test_beside_a_kong_the_last_copy_may_also_be_added_to_a_pung() -> None:
    state = with_hand("123m1237z", "pung:555m", "ckong:5555m")
    assert kong_texts(texts(state, 0)) == ["kong:5m", "kong:5m:new"]
    assert laid(act(state, "0 kong:5m")[0]) == ["pung:555m", "ckong:55555m"]
    assert laid(act(state, "0 kong:5m:new")[0]) == ["kong:5555m", "ckong:5555m"]


def test_of_two_pungs_of_one_kind_a_tile_joins_one() -> None:
    state = with_hand("123m1237z", "pung:555m", "pung:555m")
    assert kong_texts(texts(state, 0)) == ["kong:5m"]
    assert laid(act(state, "0 kong:5m")[0]) == ["kong:5555m", "pung:555m"]


@pytest.mark.parametrize(
    ("concealed", "melds", "ways"),
    [
        ("5m", (), ()),
        ("555m", ("pung:666m",), ()),
        ("5555m", (), (CONCEALED,)),
        ("55555555m", (), (CONCEALED,)),
        ("5m", ("pung:666m", "pung:555m"), (1,)),
        ("5m", ("chow:567m",), ()),
        ("5m", ("kong:5555m",), (0,)),
        ("5m", ("pung:555m", "kong:5555m"), (1, 0)),
        ("5555m", ("kong:5555m",), (0, CONCEALED)),
        ("6m", ("kong:5555m",), ()),
    ],
)
def test_ways_to_make_a_kong(concealed: str, melds: tuple[str, ...], ways: tuple[int, ...]) -> None:
    hand = Hand(parse_tiles(concealed), tuple(map(parse_meld, melds)))
    assert kongs.ways(hand, FIVE, 8) == ways


def test_a_kong_that_is_full_does_not_grow() -> None:
    hand = Hand(parse_tiles("5555m"), (parse_meld("kong:5555m"),))
    assert kongs.ways(hand, FIVE, 4) == (CONCEALED,)


def test_the_choice_is_told_apart_in_text_and_record() -> None:
    assert Kong(FIVE, new=True).text == "kong:5m:new"
    assert parse("kong:5m:new") == Kong(FIVE, new=True)
    assert parse("kong:5m") == Kong(FIVE)
    line = '{"type":"kong","seat":0,"form":"concealed","tile":"5m","new":true}'
    assert ev.dumps(ev.loads(line)) == line
    assert ev.loads(line) == ev.Kong(0, "concealed", parse_tile("5m"), new=True)
    assert '"new"' not in ev.dumps(ev.Kong(0, "added", parse_tile("5m")))


@pytest.mark.parametrize("text", ["kong:5m:", "kong:5m:old", "kong:5m:new:new", "kong::new"])
def test_other_marks_of_a_kong_are_no_actions(text: str) -> None:
    with pytest.raises(BadAction):
        parse(text)


@pytest.mark.parametrize(("second", "melds"), [("kong:5m", ["ckong:55555m"]), ("kong:5m:new", ["ckong:5555m"] * 2)])
def test_replaying_tells_the_two_ways_apart(second: str, melds: list[str]) -> None:
    state = table(GAME, ["5555555m123m123z", ""], "5m")
    start = engine.deal(engine.begin(GAME), state.wall, state.salt)
    state, events = act(state, "0 kong:5m", f"0 {second}")
    assert laid(state) == melds
    whole = (*start, *events)
    assert record.verify(GAME, whole) == []
    assert record.replay(GAME, whole) == state
    other = [replace(e, new=not e.new) if isinstance(e, ev.Kong) else e for e in whole]
    assert record.verify(GAME, other)


# ------------------------------------------------------------------ score


@pytest.mark.parametrize(("size", "most", "fine"), [(4, 4, True), (5, 4, False), (8, 8, True), (6, 8, True)])
def test_score_knows_how_large_a_kong_may_be(size: int, most: int, fine: bool) -> None:
    melds = (parse_meld("kong:" + "5" * size + "m"),)
    if fine:
        check_melds(eight_copies(tiles=most), melds)
        return
    with pytest.raises(Refusal, match="no such meld"):
        check_melds(eight_copies(tiles=most), melds)


@pytest.mark.parametrize(("held", "copies", "fine"), [(4, 8, True), (5, 8, False), (1, 4, False)])
def test_a_kong_that_could_be_robbed_needs_four_copies_elsewhere(held: int, copies: int, fine: bool) -> None:
    game = GAME if copies == 8 else chinese()
    concealed = {4: "5555m46m789m1122z", 5: "55555m46m789m112z", 1: "1235m46m789m1122z"}[held]
    win = Win(Hand(parse_tiles(concealed)), parse_tile("5m"), Circumstance(By.ROBBED_KONG, dealer=False))
    if fine:
        check(game, win)
        return
    with pytest.raises(Refusal, match="Nobody else can have a kong"):
        check(game, win)


def test_a_win_with_a_kong_of_eight_is_scored() -> None:
    state = with_hand("123456m2z", "ckong:55555555z", "pung:111z", drawn="2z")
    _, events = act(on_turn(state), "0 win")
    assert result(events) == ["win 0"]
