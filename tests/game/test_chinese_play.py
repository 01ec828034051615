"""Games with flowers and large kongs hold the invariants of every game, played at random and by the bots."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.game.chinese import eight_copies, flowers_at_deal, flowers_at_turn
from tests.variants.test_random_play import any_action, eager, watch
from trainer import bots
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.game.action import Action, Kong, Pass, TakeWin
from trainer.game.record import Header, Record
from trainer.game.view import View
from trainer.rules.flowers import Flowers, FlowersAt
from trainer.rules.variant import Deal, Ruleset
from trainer.tiles import TileSet, is_flower

GAMES = {
    "deal": flowers_at_deal(),
    "deal-kai": flowers_at_deal(kong_replacement=True),
    "turn": flowers_at_turn(),
    "turn-unpaid": flowers_at_turn(pays=None),
    "from-the-head": replace(flowers_at_turn(), deal=Deal(hand=13)),
    "dead-wall": replace(flowers_at_deal(), deal=Deal(hand=13, dead_wall=10, replacements=10)),
    "eight": eight_copies(),
    "eight-copies-kongs-of-four": eight_copies(tiles=4),
    "eight-and-flowers": replace(
        eight_copies(), tiles=TileSet.of("1-4m 1-2z", copies=8, flowers=1), flowers=Flowers(FlowersAt.TURN)
    ),
}
"""Many flowers and few kinds, so that everything that can happen does."""

game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)


@game
@pytest.mark.parametrize("seed", range(2))
def test_a_random_deal_holds_every_invariant(rules: Ruleset, seed: int) -> None:
    events = watch(rules, seed)
    assert record.verify(rules, events) == []
    written = Record(Header.of(rules, ["random"] * rules.seats), events)
    assert record.loads(record.dumps(written)) == written
    assert record.replay(rules, record.loads(record.dumps(written)).events) == record.replay(rules, events)


@pytest.mark.slow
@pytest.mark.timeout(600)
@game
def test_many_random_deals_hold_every_invariant(rules: Ruleset) -> None:
    for seed in range(100, 115):
        assert record.verify(rules, watch(rules, seed)) == []


def konger(view: View, rng: random.Random) -> Action:
    """Every kong, no win: the deal goes on as long as it can."""
    kongs = [a for a in view.legal if isinstance(a, Kong)]
    if kongs:
        return rng.choice(kongs)
    if Pass() in view.legal:
        return Pass()
    return rng.choice([a for a in view.legal if not isinstance(a, TakeWin)] or view.legal)


PLAYERS: dict[str, driver.Choose] = {
    "random": any_action, "eager": eager, "kongs": konger, "speed": bots.get("speed"),
}  # fmt: skip


@game
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_whole_matches_are_verified(rules: Ruleset, player: str, seed: int) -> None:
    events = driver.play(rules, [PLAYERS[player]] * rules.seats, driver.seeded_walls(rules, seed))
    assert record.verify(rules, events) == []
    assert isinstance(events[-1], ev.End)


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].flowers is not None])
def test_every_flower_drawn_is_shown_before_anybody_acts_and_none_is_thrown(name: str) -> None:
    """So that when nobody has won, all those that were drawn lie open in the end."""
    rules = GAMES[name]
    state = engine.begin(rules)
    shown = Counter[str]()
    for event in driver.play(rules, [konger] * rules.seats, driver.seeded_walls(rules, 5)):
        state = engine.evolve(state, event)
        shown[event.type] += 1
        if isinstance(event, ev.Draw | ev.Flower) and engine.to_act(state):
            hand = state.seats[state.turn].hand
            assert sum(hand.counts) + 3 * len(hand.melds) == rules.deal.hand + 1  # whole, without a flower
        if isinstance(event, ev.DrawGame) and event.reason == "wall_empty":
            undrawn = sum(is_flower(state.wall[place]) for place in state.undrawn)
            assert sum(len(s.flowers) for s in state.seats) + undrawn == sum(rules.tiles.flowers)
    assert shown["flower"]


def test_kongs_of_every_size_are_made() -> None:
    sizes = set()
    for seed in range(150):
        rules = GAMES["eight-and-flowers"]
        events = driver.play(rules, [konger] * 2, driver.seeded_walls(rules, seed), deals=1)
        state = record.replay(rules, events)
        sizes |= {(m.is_concealed, len(m.tiles)) for s in state.seats for m in s.hand.melds}
    assert sizes >= {(hidden, size) for hidden in (False, True) for size in range(4, 9)}
