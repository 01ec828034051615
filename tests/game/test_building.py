"""Hands built out of 34 tiles, and seventeen discards to survive (rules 6)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.game.build import SALT
from trainer import variants
from trainer.game import driver, engine
from trainer.game import event as ev
from trainer.game.action import Build, Discard, Pass, TakeWin
from trainer.game.evolve import coming, fold
from trainer.game.state import Stage, State
from trainer.game.view import observe, visible
from trainer.rules.variant import Ruleset
from trainer.tiles import Tile, parse_tiles, sort_tiles

HAND = "22334455667m88p"
LIMIT = "19m19p19s1234567z"


def wall(rules: Ruleset, hands: list[str], stocks: list[str], indicators: str = "") -> tuple[Tile, ...]:
    """Each seat's 34 tiles begin with its hand and the stock it throws first; the rest as it comes."""
    rest = list(rules.tiles.tiles())
    begun = [list(parse_tiles(h + s)) for h, s in zip(hands, stocks, strict=True)]
    shown = list(parse_tiles(indicators)) if indicators else []
    for t in (*shown, *(t for b in begun for t in b)):
        rest.remove(t)
    random.Random(3).shuffle(rest)
    for b in begun:
        while len(b) < 34:
            b.append(rest.pop())
    return (*(t for b in begun for t in b), *shown, *rest)


def built(hands: list[str], stocks: list[str], indicators: str = "1z1z", **options: Any) -> State:
    """All hands are built; the first seat is to discard."""
    rules = variants.get("seventeen").ruleset({"seats": len(hands), **options})
    state = engine.begin(rules)
    state = fold(state, engine.deal(state, wall(rules, hands, stocks, indicators), SALT))
    return fold(state, engine.decide(state, {i: Build(sort_tiles(parse_tiles(h))) for i, h in enumerate(hands)}))


def throw(state: State, tile: str, **answers: str) -> tuple[State, tuple[ev.Event, ...]]:
    """The seat in turn throws; whoever is asked wins or passes."""
    (seat,) = engine.to_act(state)
    made = engine.decide(state, {seat: Discard(parse_tiles(tile)[0])})
    state = fold(state, made)
    asked = engine.to_act(state) if state.stage is Stage.CLAIM else frozenset()
    if asked:
        more = engine.decide(state, {s: TakeWin() if answers.get(f"s{s}") == "win" else Pass() for s in asked})
        state, made = fold(state, more), made + more
    return state, made


def test_everybody_builds_at_once_and_nobody_sees_another_hand() -> None:
    rules = variants.get("seventeen").ruleset()
    state = engine.begin(rules)
    state = fold(state, engine.deal(state, *driver.wall_of(rules, 4, 1)))
    assert (state.stage, engine.to_act(state)) == (Stage.BUILD, {0, 1})
    assert [len(s.hand.concealed) for s in state.seats] == [34, 34]
    made = engine.decide(state, {seat: engine.legal(state, seat)[0] for seat in (0, 1)})
    hidden = visible(made[0], 1)
    assert isinstance(hidden, ev.Build)
    assert hidden.hand is None
    state = fold(state, made)
    assert state.stage is Stage.TURN
    assert observe(state, 1).seats[0].hand is None
    assert observe(state, 1).seats[0].stock == ()
    assert [len(s.stock) for s in state.seats] == [21, 21]


@pytest.mark.parametrize(
    ("hand", "says"), [("19m19p19s123456z", "thirteen"), ("1111111111111m", "dealt"), ("258m258p258s1234z", "ready")]
)
def test_only_a_ready_hand_of_the_dealt_tiles_is_built(hand: str, says: str) -> None:
    rules = variants.get("seventeen").ruleset()
    state = engine.begin(rules)
    dealt = "258m258p258s1234z19m19p19s567z"
    state = fold(state, engine.deal(state, wall(rules, [dealt, HAND], ["", ""]), SALT))
    other = engine.legal(state, 1)[0]
    with pytest.raises(engine.IllegalAction, match=says):
        engine.decide(state, {0: Build(sort_tiles(parse_tiles(hand))), 1: other})


def test_the_first_undealt_tile_is_the_indicator_and_the_next_lies_under_it() -> None:
    state = built([HAND, LIMIT], ["9p", "9p"], "6z7z")
    assert state.indicators == parse_tiles("6z")
    assert state.indicator(0, ura=True) == parse_tiles("7z")[0]


def test_four_players_leave_no_tile_for_an_indicator() -> None:
    rules = variants.get("seventeen").ruleset({"seats": 4})
    assert not rules.dora.shown
    state = engine.begin(rules)
    state = fold(state, engine.deal(state, *driver.wall_of(rules, 1, 1)))
    assert state.indicators == ()


def test_a_win_on_somebodys_first_discard_is_ippatsu_and_riichi_counts_before_the_own_first_discard() -> None:
    state = built([HAND, LIMIT], ["9p", ""])
    state, events = throw(state, "9p", s1="win")
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert win.score["yakuman"] == 1
    state = built(["22334455667m88p", "234567m345s3477p"], ["2p", ""], "6p9s")
    _, events = throw(state, "2p", s1="win")
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert {"riichi", "ippatsu"} <= {x["id"] for x in win.score["lines"]}
    assert win.by == "discard"


def test_a_hand_below_the_minimum_cannot_win_and_is_furiten_from_then_on() -> None:
    """Riichi and pinfu alone; the same wait thrown again changes nothing."""
    state = built([HAND, "123m456p45699s78s"], ["99s", "1z"], "1z1z")
    state, events = throw(state, "9s")
    assert not [e for e in events if isinstance(e, ev.Win)]
    assert parse_tiles("9s")[0] in state.seats[1].passed_riichi
    assert observe(state, 1).furiten


def test_the_discarder_pays_every_winner_of_one_discard() -> None:
    state = built([HAND, LIMIT, "19m19p19s123456z7z"], ["5z", "", ""])
    before = state.points
    state, events = throw(state, "5z", s1="win", s2="win")
    wins = [e.seat for e in events if isinstance(e, ev.Win)]
    assert wins == [1, 2]
    assert sum(state.points) == sum(before)
    assert before[0] - state.points[0] == 64_000


def test_a_deal_ends_after_seventeen_discards_each() -> None:
    state = built([HAND, "22334455667s88p"], ["", ""], carry=True)
    events: tuple[ev.Event, ...] = ()
    while engine.to_act(state):
        (seat,) = engine.to_act(state)
        if state.stage is Stage.CLAIM:
            made = engine.decide(state, {seat: Pass()})
        else:
            made = engine.decide(state, {seat: engine.legal(state, seat)[0]})
        state, events = fold(state, made), events + made
    assert [len(s.river) for s in state.seats] == [17, 17]
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["discard_limit"]
    assert (coming(state).dealer, coming(state).stake) == (1, 2)


def test_the_winner_of_two_begins_the_next_deal_and_with_more_seats_everybody_in_turn() -> None:
    state, _ = throw(built([HAND, LIMIT], ["5z", ""]), "5z", s1="win")
    assert coming(state).dealer == 1
    state, _ = throw(built([HAND, LIMIT, "22334455667s88p"], ["5z", "", ""]), "5z", s1="win")
    assert coming(state).dealer == 1
    state = built([HAND, "22334455667s88p", LIMIT], ["5z", "", ""])
    state, _ = throw(state, "5z", s2="win")
    assert coming(state).dealer == 1


def test_stakes_are_multiples_of_a_mangan_and_a_drawn_deal_doubles_them() -> None:
    state = built([HAND, LIMIT], ["5z", ""], mode="units")
    state, _ = throw(state, "5z", s1="win")
    assert state.points == (-4, 4)
