"""What every variant must hold when played at random: nothing lost, nothing leaked, everything repeatable."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from trainer import bots, variants
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.game.action import Action, order
from trainer.game.record import Header, Record
from trainer.game.state import State
from trainer.game.view import View, observe
from trainer.rules.variant import Ruleset

OPTIONS: dict[str, list[dict[str, object]]] = {
    "bamboo": [
        {},
        {"assist": False},
        {"mode": "units", "assist": False, "chombo": "baiman"},
        {"declareWaits": True, "noSorting": True},
        {"preset": "training", "declareWaits": True},
        {"suit": "m", "riichiKan": "waits", "renhou": "mangan"},
    ]
}
GAMES = [
    pytest.param(v.key, options, id=f"{v.key}-{i}")
    for v in variants.all_variants()
    for i, options in enumerate(OPTIONS.get(v.key, [{}]))
]


def any_action(view: View, rng: random.Random) -> Action:
    """All legal actions alike, wins included, so that every corner is visited."""
    return rng.choice(view.legal)


def always(action: Action) -> driver.Choose:
    return lambda _view, _rng: action


def shuffled_unseen(state: State, seat: int, rng: random.Random) -> State:
    """The same state with everything dealt anew that this seat cannot see."""
    others = state.others(seat)
    pool = list(state.wall[state.next :])
    for other in others:
        pool += state.seats[other].hand.tiles
    rng.shuffle(pool)
    seats = list(state.seats)
    for other in others:
        hand = seats[other].hand
        rest, pool = pool[: len(hand.concealed)], pool[len(hand.concealed) :]
        drawn = hand.drawn if hand.drawn is None else pool.pop()
        seats[other] = replace(seats[other], hand=replace(hand, concealed=tuple(rest), drawn=drawn))
    return replace(state, seats=tuple(seats), wall=(*state.wall[: state.next], *pool))


def watch(rules: Ruleset, seed: int) -> tuple[ev.Event, ...]:
    """One deal at random, every invariant checked at every step."""
    rng = random.Random(seed)
    state = engine.begin(rules)
    events = [*engine.deal(state, *driver.wall_of(rules, seed, 1))]
    state = engine.fold(state, events)
    while not state.results:
        assert record.check(state, rules.tiles) == []
        asked = engine.to_act(state)
        assert asked
        answers: dict[int, Action] = {}
        for seat in range(rules.seats):
            legal = engine.legal(state, seat)
            assert bool(legal) is (seat in asked)
            assert list(legal) == sorted(legal, key=order)
            assert len(set(legal)) == len(legal)
            if rules.training.assist is False or seat in asked:
                # A seat that is not asked could learn from being passed over only with assistance, where a bot
                # answers at once; what it is shown must not depend on what it cannot see.
                other = shuffled_unseen(state, seat, rng)
                seen, again = observe(state, seat), observe(other, seat)
                assert replace(seen, waiting=False) == replace(again, waiting=False)
            if seat in asked:
                answers[seat] = driver.choice(state, seat, len(events), any_action)
        for seat in asked:
            for action in engine.legal(state, seat):
                assert engine.decide(state, {**answers, seat: driver.choice(state, seat, 0, always(action))})
        made = engine.decide(state, answers)
        events += made
        state = engine.fold(state, made)
    assert record.check(state, rules.tiles) == []
    assert len(events) <= 4 * rules.tiles.size()  # no seat acts without end
    assert all(sum(s.payments) == 0 for s in state.settled)
    return tuple(events)


@pytest.mark.parametrize(("key", "options"), GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_a_random_deal_holds_every_invariant(key: str, options: dict[str, object], seed: int) -> None:
    rules = variants.get(key).ruleset(options)
    events = watch(rules, seed)
    assert record.verify(rules, events) == []
    written = Record(Header.of(rules, ["random"] * rules.seats), events)
    assert record.loads(record.dumps(written)) == written
    assert record.replay(rules, record.loads(record.dumps(written)).events) == record.replay(rules, events)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), GAMES)
def test_many_random_deals_hold_every_invariant(key: str, options: dict[str, object]) -> None:
    rules = variants.get(key).ruleset(options)
    for seed in range(100, 200):
        assert record.verify(rules, watch(rules, seed)) == []


PAIRINGS = [
    pytest.param(v.key, pair, id=f"{v.key}-{'-'.join(pair)}")
    for v in variants.all_variants()
    for pair in product(bots.LABELS, repeat=2)
]


def deals(key: str, pair: tuple[str, str], seeds: range) -> None:
    rules = variants.get(key).ruleset()
    chosen = [bots.get(name, 1.0) for name in pair]
    for seed in seeds:
        events = driver.play(rules, chosen, driver.seeded_walls(rules, seed), deals=1)
        assert record.verify(rules, events) == []
        assert driver.play(rules, chosen, driver.seeded_walls(rules, seed), deals=1) == events


@pytest.mark.parametrize(("key", "pair"), PAIRINGS)
def test_a_few_deals_of_every_bot_pairing(key: str, pair: tuple[str, str]) -> None:
    deals(key, pair, range(3))


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("key", "pair"), PAIRINGS)
def test_five_hundred_deals_of_every_bot_pairing(key: str, pair: tuple[str, str]) -> None:
    deals(key, pair, range(1000, 1500))


def test_a_changed_record_is_found_out() -> None:
    rules = variants.get("bamboo").ruleset()
    events = list(driver.play(rules, [any_action] * 2, driver.seeded_walls(rules, 4), deals=1))
    assert record.verify(rules, events) == []
    dealt = events[0]
    assert isinstance(dealt, ev.Deal)
    assert dealt.wall is not None
    swapped = replace(dealt, wall=(*dealt.wall[:30], *reversed(dealt.wall[30:])))
    assert "commitment" in record.verify(rules, [swapped, *events[1:]])[0]
    settle = events[-1]
    assert isinstance(settle, ev.Settle)
    richer = replace(settle, payments=(1000, -1000), points=(101_000, 99_000))
    assert record.verify(rules, [*events[:-1], richer])
    assert record.verify(rules, events[:-1])
