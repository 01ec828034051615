"""Positions for discard puzzles: moments of seeded deals played by bots, seen by the seat that is to discard."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from trainer.analysis import Goal, analyze, every_win, one_suit, shanten
from trainer.bots import speed
from trainer.drill.puzzle import Position, building_of, position_of, question
from trainer.game.action import Action, Build, Discard, SetAside, TakeWin
from trainer.game.driver import choice, shuffled
from trainer.game.engine import begin, deal, decide, needs_deal, to_act
from trainer.game.evolve import fold
from trainer.game.state import State
from trainer.game.view import View, observe
from trainer.hands import ready_throws
from trainer.rules.variant import Ruleset, Value
from trainer.tiles import counts

RECIPE = "played-1"
"""Changed whenever the same seed would give another position."""

STRAY_SHARE = 0.3
"""Of the asked seat's discards on the way, how many are any tile: people do not play like the bot."""

LEAST_TILES = 4
"""Different tiles a hand must hold to be worth asking about."""


LEAST_BUILT, LEAST_WINNING = 3, 2
"""Of the tiles that may be left out of a hand, how many must leave a ready one, and how many one that may win."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What can be asked with an answer to trust: own draws to come, steps from ready, and whether another seat may have
    declared itself ready already, which the solver takes to do nothing. Where play goes on after a win another seat's
    hand takes nothing away, ready or not."""

    least_draws: int
    most_draws: int
    most_steps: int
    others_ready: bool


EVERYTHING = Reach(1, 99, 99, others_ready=True)
NEAR = Reach(4, 12, 2, others_ready=False)
NEXT = Reach(4, 99, 2, others_ready=False)
HONBA = (0, 0, 0, 0, 1, 1, 2, 3)
"""Counters on the table, in games that count them."""


def reach(rules: Ruleset) -> Reach:
    """In one suit every hand can be searched to the end; elsewhere only what is near: late in a deal, or looking at the
    next draws alone."""
    if one_suit(rules):
        return EVERYTHING
    return replace(NEXT, others_ready=rules.wins.go_on) if every_win(rules) else NEAR


def position(rules: Ruleset, options: tuple[tuple[str, Value], ...], rng: random.Random) -> Position | None:
    """A moment of a fresh deal, all of them equally likely; None when the deal had no decision to ask about."""
    state = _begun(rules, rng)
    state = fold(state, deal(state, *shuffled(rules, rng)))
    hero = rng.randrange(rules.seats)
    if rules.building is not None:
        return _building(observe(state, hero), options, rng)
    moments = [position_of(view, options) for view in _turns(state, hero, rng) if worth_asking(rules, view)]
    return rng.choice(moments) if moments else None


def _building(view: View, options: tuple[tuple[str, Value], ...], rng: random.Random) -> Position | None:
    """The hand that the bot builds and one tile more, such that several tiles may be left out of the fourteen."""
    built = speed.choose(view, rng)
    assert isinstance(built, Build)
    rest = list(view.hand.concealed)
    for t in built.tiles:
        rest.remove(t)
    fitting = []
    for more in sorted(set(rest)):
        hand = (*built.tiles, more)
        if len(ready_throws(counts(hand), (), view.rules.shapes, view.rules.tiles.supply)) < LEAST_BUILT:
            continue
        position = building_of(view, options, hand)
        found = analyze(view.rules, question(view.rules, position, Goal.VALUE))
        if sum(bool(c.value) for c in found.choices) >= LEAST_WINNING:
            fitting.append(position)
    return rng.choice(fitting) if fitting else None


def _begun(rules: Ruleset, rng: random.Random) -> State:
    """A match at any of its places, where it has rounds."""
    state = begin(rules)
    if not rules.match.rounds:
        return state
    place = rng.randrange(len(rules.match.rounds) * rules.seats)
    honba = rng.choice(HONBA) if rules.match.counters else 0
    return replace(state, hand=place, dealer=place % rules.seats, honba=honba)


def _turns(state: State, hero: int, rng: random.Random) -> Iterator[View]:
    """What the hero sees at each of its turns, until the deal ends or nothing more can be asked."""
    least = reach(state.rules).least_draws

    def choose(view: View, bot_rng: random.Random) -> Action:
        action = speed.choose(view, bot_rng)
        if view.seat != hero or not isinstance(action, Discard):
            return action
        plain = [a for a in view.legal if isinstance(a, Discard) and not a.riichi]
        stray = rng.random() < STRAY_SHARE
        return rng.choice(plain) if stray else Discard(action.tile, action.drawn)

    number = 0
    while state.end is None and not needs_deal(state):
        asked = sorted(to_act(state))
        if asked == [hero]:
            view = observe(state, hero)
            if view.offered is None:
                if view.draws < least:
                    return
                yield view
        made = decide(state, {seat: choice(state, seat, number, choose) for seat in asked})
        number += len(made)
        state = fold(state, made)


def worth_asking(rules: Ruleset, view: View) -> bool:
    """A free choice between several tiles and nothing but discards, with draws to come, and no win to take."""
    throws = [a for a in view.legal if isinstance(a, Discard)]
    free = not view.me.locked and len({a.tile for a in throws}) >= LEAST_TILES
    far = reach(rules)
    if not free or not far.least_draws <= view.draws <= far.most_draws or view.hand.drawn is None:
        return False
    others = any(s.locked for s in view.seats if s.seat != view.seat)
    if (others and not far.others_ready) or any(isinstance(a, SetAside) for a in view.legal):
        return False
    steps = shanten(rules, view.hand)
    may_win = any(isinstance(a, TakeWin) for a in view.legal) and steps < 0
    return not may_win and steps <= far.most_steps
