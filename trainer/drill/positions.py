"""Positions for discard puzzles: moments of seeded deals played by bots, seen by the seat that is to discard."""

from __future__ import annotations

import random
from collections.abc import Iterator

from trainer.analysis import shanten
from trainer.bots import speed
from trainer.drill.puzzle import Position, position_of
from trainer.game.action import Action, Discard, TakeWin
from trainer.game.driver import choice, shuffled
from trainer.game.engine import begin, deal, decide, needs_deal, to_act
from trainer.game.evolve import fold
from trainer.game.state import State
from trainer.game.view import View, observe
from trainer.rules.variant import Ruleset, Value

RECIPE = "played-1"
"""Changed whenever the same seed would give another position."""

STRAY_SHARE = 0.3
"""Of the asked seat's discards on the way, how many are any tile: people do not play like the bot."""

LEAST_TILES = 4
"""Different tiles a hand must hold to be worth asking about."""


def position(rules: Ruleset, options: tuple[tuple[str, Value], ...], rng: random.Random) -> Position | None:
    """A moment of a fresh deal, all of them equally likely; None when the deal had no decision to ask about."""
    state = begin(rules)
    state = fold(state, deal(state, *shuffled(rules, rng)))
    hero = rng.randrange(rules.seats)
    moments = [position_of(view, options) for view in _turns(state, hero, rng) if worth_asking(rules, view)]
    return rng.choice(moments) if moments else None


def _turns(state: State, hero: int, rng: random.Random) -> Iterator[View]:
    """What the hero sees at each of its turns, until the deal ends."""

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
                yield view
        made = decide(state, {seat: choice(state, seat, number, choose) for seat in asked})
        number += len(made)
        state = fold(state, made)


def worth_asking(rules: Ruleset, view: View) -> bool:
    """A free choice between several tiles, with a draw to come, and no win to take."""
    throws = [a for a in view.legal if isinstance(a, Discard)]
    free = view.me.riichi is None and len({a.tile for a in throws}) >= LEAST_TILES
    may_win = any(isinstance(a, TakeWin) for a in view.legal) and shanten(rules, view.hand) < 0
    return free and not may_win and view.draws > 0
