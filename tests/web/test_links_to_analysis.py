"""A link to the analysis page asks what review, drill and appeal asked: nothing on the table is left out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from trainer import bots, variants
from trainer.analysis import Goal, Question
from trainer.drill.puzzle import Position, position_of, question
from trainer.game.action import Discard
from trainer.game.driver import choice, shuffled
from trainer.game.engine import begin, deal, decide, needs_deal, to_act
from trainer.game.evolve import fold
from trainer.game.view import observe
from trainer.rules.variant import Ruleset
from trainer.rules.win import Circumstance
from trainer.tiles import Kind
from trainer.usecases import ask, play
from trainer.web import analysis, present_drill

OPTIONS: tuple[tuple[str, dict[str, object]], ...] = (
    ("bamboo", {}),
    ("bamboo", {"suit": "m"}),
    ("fulldeck", {}),
    ("fulldeck", {"red": 0, "length": "east"}),
    ("honglong", {"red": 1, "suit": "p"}),
    ("sanma2", {"red": 2}),
    ("sanma2", {"nuki": "WN", "fullSuit": "s"}),
    ("tenhodori", {}),
    ("seventeen", {"red": 3}),
    ("seventeen", {"seats": 3}),
    ("seventeen", {"seats": 4, "roundWind": "none"}),
    ("jingdian", {"suit": "s"}),
    ("jisu", {}),
    ("flower72", {"seat2": "S"}),
    ("hk128", {}),
    ("wenzhou", {"combine": "sum"}),
)


def positions(rules: Ruleset, seed: int) -> Iterator[Position]:
    """Every moment of a seeded deal at which a seat throws a tile with draws to come, late in a match."""
    rng = random.Random(seed)
    state = begin(rules)
    if rules.match.rounds:
        hand = rng.randrange(len(rules.match.rounds) * rules.seats)
        state = replace(state, hand=hand, dealer=hand % rules.seats)
    if rules.match.counters:
        state = replace(state, honba=rng.randrange(4))
    state = fold(state, deal(state, *shuffled(rules, rng)))
    choose = bots.get("random", 0) if seed % 2 else bots.get("speed", 0)
    number = 0
    while not needs_deal(state) and state.end is None:
        answers = {seat: choice(state, seat, number, choose) for seat in sorted(to_act(state))}
        for seat, action in answers.items():
            view = observe(state, seat)
            if isinstance(action, Discard) and view.draws:
                yield position_of(view, play.changed(rules))
        made = decide(state, answers)
        number += len(made)
        state = fold(state, made)


def laid(q: Question) -> tuple[object, ...]:
    """The tiles of the hand, red fives apart; where a claimed tile lies in its meld is no part of a question."""
    return q.hand.tiles, [m.text for m in q.hand.melds]


def table(q: Question) -> Circumstance:
    """Who asks and what lies there; of tiles set aside only their number counts."""
    c = q.circumstance
    return replace(c, bonus=replace(c.bonus, nuki=(Kind(0),) * len(c.bonus.nuki)))


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 6), marks=pytest.mark.slow)], ids=["two", "more"])
@pytest.mark.parametrize(("key", "options"), OPTIONS, ids=lambda x: x if isinstance(x, str) else "-".join(map(str, x)))
def test_the_link_asks_the_question_of_the_position(
    app: Flask, key: str, options: dict[str, object], seeds: range
) -> None:
    rules = variants.get(key).ruleset(options)
    met = 0
    for seed in seeds:
        for at in positions(rules, seed):
            goal = Goal.VALUE if met % 2 else Goal.WIN
            with app.test_request_context("/analysis" + present_drill.position_query(rules, at, goal)):
                found, request = analysis.asked_of(variants.get(key))
            asked = ask.ask_steps(request).question
            wanted = replace(question(rules, at, goal), barred=())
            assert found == rules
            assert laid(asked) == laid(wanted)
            assert table(asked) == table(wanted)
            assert (asked.seen, asked.draws, asked.goal) == (wanted.seen, wanted.draws, wanted.goal)
            met += 1
    assert met > len(seeds)
