"""What bots do where play goes on after a win, and where a win from a discard must be worth something."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.game.build import table
from trainer import bots, variants
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Action, Discard, Kong, TakeWin
from trainer.game.driver import choice, shuffled
from trainer.game.evolve import fold
from trainer.game.state import State
from trainer.game.view import observe
from trainer.rules.variant import Ruleset
from trainer.tiles import parse_tiles

BOTS = ("speed", "value")


def rules(key: str) -> Ruleset:
    """The game with seat 0 as the first dealer."""
    usual = variants.get(key).ruleset()
    return replace(usual, match=replace(usual.match, first_lot=False))


def answer(state: State, seat: int, name: str) -> Action:
    chosen = bots.get(name)(observe(state, seat), random.Random(0))
    assert engine.refusal(state, seat, chosen) is None
    return chosen


def thrown(game: Ruleset, hand: str, drawn: str, name: str, flowers: str = "") -> str:
    """What the dealer throws from this hand."""
    state = table(game, [hand], drawn)
    seats = (replace(state.seats[0], flowers=parse_tiles(flowers)), *state.seats[1:])
    chosen = answer(replace(state, seats=seats), 0, name)
    assert isinstance(chosen, Discard)
    return chosen.text.removeprefix("discard:").partition(":")[0]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("flowers", "throws"), [("", "37s"), ("1f", "5z")])
def test_a_ready_hand_keeps_its_only_flower_unless_a_wider_wait_pays_more(
    name: str, flowers: str, throws: str
) -> None:
    """Thrown 5z, eleven tiles complete the hand, without a flower of its own by self-draw alone; with the pung of 5z
    six do, from any seat and for two flowers more: 11 x 30 against 6 x 120, and 11 x 90 against 6 x 150."""
    tile = thrown(rules("jintan"), "123m789p34567s55z", "5z", name, flowers)
    assert tile[1] == throws[-1]
    assert tile[0] in throws[:-1]


@pytest.mark.parametrize("name", BOTS)
def test_a_hand_that_has_won_goes_on_winning_and_makes_every_kong_it_may(name: str) -> None:
    """Whole deals: no win is ever let go, and a locked hand never lets a kong go that leaves its waits."""
    game, again, kongs = variants.get("xueliu").ruleset(), 0, 0
    for seed in range(12):
        rng = random.Random(seed)
        state, number = engine.begin(game), 0
        state = fold(state, engine.deal(state, *shuffled(game, rng)))
        while state.end is None and not engine.needs_deal(state):
            asked = sorted(engine.to_act(state))
            answers = {seat: choice(state, seat, number, bots.get(name)) for seat in asked}
            for seat, action in answers.items():
                legal = engine.legal(state, seat)
                if any(isinstance(a, TakeWin) for a in legal):
                    assert isinstance(action, TakeWin)
                elif state.seats[seat].won and any(isinstance(a, Kong) for a in legal):
                    assert isinstance(action, Kong)
                    kongs += 1
            events = engine.decide(state, answers)
            again += sum(isinstance(e, ev.Win) and bool(state.seats[e.seat].won) for e in events)
            number += len(events)
            state = fold(state, events)
    assert again > 40
    assert kongs > 0
