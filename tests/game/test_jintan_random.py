"""Random deals of jintan by bots that often let wins go: the locks are worked out again from the record alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.game.build import tables_wall
from trainer import bots, variants
from trainer.analysis import shanten
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.game.action import Action, Discard, TakeWin
from trainer.game.record import Header, Record
from trainer.game.state import Stage, State
from trainer.game.view import View
from trainer.game.winning import circumstance
from trainer.hands import is_complete
from trainer.rules.score import score
from trainer.rules.win import By, Win
from trainer.tiles import Tile, counts, is_flower, kind

GAME = variants.get("jintan").ruleset()
UNEQUAL = "111m555s888s2223p"
"""Ready, and one of its waits is worth a fan more than the others."""
SPEED = bots.get("speed")


NEAR = 1


def reluctant(view: View, rng: random.Random) -> Action:
    """It lets most wins go, and throws even the tile it could have won with. A hand far from ready throws anything, so
    that hands that are ready are offered much."""
    rest = [a for a in view.legal if not isinstance(a, TakeWin)]
    if len(rest) == len(view.legal):
        return SPEED(view, rng) if shanten(view.rules, view.hand) <= NEAR else rng.choice(rest)
    if rng.random() < 0.1:
        return view.legal[0]
    drawn = [a for a in rest if isinstance(a, Discard) and a.drawn]
    return drawn[0] if drawn else rng.choice(rest)


Past = list[tuple[State, ev.Event]]
"""Every event of a deal so far, with the state before it."""


def value(state: State, seat: int, tile: Tile) -> tuple[int, float] | None:
    """Fan and payment of a win of this seat on a discard of this tile; None when it is no legal win."""
    hand = state.seats[seat].hand
    if any(map(is_flower, hand.tiles)) or not is_complete(counts((*hand.concealed, tile)), hand.melds, GAME.shapes):
        return None
    found = score(GAME, Win(hand, tile, circumstance(state, seat, By.DISCARD)))
    return (int(str(dict(found.worth.parts)["fan"])), found.points) if found.legal else None


def since(past: Past, seat: int, *types: type) -> Past:
    """The part of a deal after the last of these events of a seat; the replacement of a flower is no draw."""
    start = 0
    for i, ((_, before), (_, e)) in enumerate(pairwise(past), 1):
        if isinstance(e, types) and getattr(e, "seat", None) == seat and not isinstance(before, ev.Flower):
            start = i
    return past[start:]


def threw(past: Past, seat: int, tile: Tile) -> bool:
    """Whether the seat has thrown such a tile since its last draw, other than as half of the pair that a claim left."""
    part = since(past, seat, ev.Draw)
    alike = [
        i for i, (_, e) in enumerate(part)
        if isinstance(e, ev.Discard) and e.seat == seat and e.tile is not None and kind(e.tile) == kind(tile)
    ]  # fmt: skip
    if not alike:
        return False
    last = alike[-1]
    claimed = last > 0 and isinstance(part[last - 1][1], (ev.Chow, ev.Pung))
    return not (claimed and [kind(t) for t in part[last][0].seats[seat].hand.tiles] == [kind(tile)] * 2)


def expected(past: Past, state: State, seat: int, tile: Tile) -> str:
    """What the rules say of a win on this discard: `none`, `own`, `let go`, `allowed` or `better`."""
    now = value(state, seat, tile)
    if now is None:
        return "none"
    if threw(past, seat, tile):
        return "own"
    let_go = [
        value(before, seat, before.offer)
        for before, e in since(past, seat, ev.Draw, ev.Chow, ev.Pung, ev.Kong)
        if isinstance(e, ev.Pass) and e.seat == seat and e.declined == "win" and before.offer is not None
        if before.offered_by == "discard"
    ]
    if not let_go:
        return "allowed"
    beaten = all(old is not None and now[0] > old[0] and now[1] > old[1] for old in let_go)
    return "better" if beaten else "let go"


def walls(seed: int, hand: str) -> Iterator[tuple[tuple[Tile, ...], str]]:
    """A wall from which the seat after the dealer is dealt this hand."""
    rng = random.Random(seed)
    dealt = 4 * GAME.deal.hand
    wall = tables_wall(GAME, ["", hand])
    yield (*wall[:dealt], *rng.sample(wall[dealt:], len(wall) - dealt)), f"{rng.getrandbits(128):032x}"


def judged(seed: int, hand: str = "") -> Counter[str]:
    """One deal: for every discard and every other seat, what is expected, which the engine must agree with."""
    shuffled = walls(seed, hand) if hand else driver.seeded_walls(GAME, seed)
    events = driver.play(GAME, [reluctant] * 4, shuffled, deals=1)
    assert record.verify(GAME, events) == []
    written = Record(Header.of(GAME, ["random"] * 4), events)
    assert record.loads(record.dumps(written)) == written
    state, past, out = engine.begin(GAME), Past(), Counter[str]()
    for event in events:
        past.append((state, event))
        state = engine.evolve(state, event)
        if not isinstance(event, ev.Discard):
            continue
        assert state.stage is Stage.CLAIM
        assert event.tile is not None
        for seat in state.others(event.seat):
            found = expected(past, state, seat, event.tile)
            out[found] += 1
            assert (engine.refusal(state, seat, TakeWin()) is None) is (found in ("allowed", "better")), (seat, found)
    return out


def seen(deals: range) -> Counter[str]:
    return sum((judged(seed, hand) for hand in ("", UNEQUAL) for seed in deals), Counter())


LOCKS = ("allowed", "own", "let go", "better")


def test_the_locks_are_what_the_record_says() -> None:
    found = seen(range(20))
    assert all(found[what] for what in LOCKS), found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_locks_are_what_the_record_says_in_many_deals() -> None:
    found = seen(range(1000, 1300))
    assert min(found[what] for what in LOCKS) >= 5, found


@pytest.mark.parametrize("seed", range(20))
def test_every_payment_of_a_match_sums_to_zero(seed: int) -> None:
    """Each win is paid as the rules say: its score, by those whom it names."""
    events = driver.play(GAME, [SPEED] * 4, driver.seeded_walls(GAME, seed), deals=4)
    for before, settle in pairwise(events):
        if isinstance(settle, ev.Settle):
            assert sum(settle.payments) == 0
        if isinstance(before, ev.Win):
            assert isinstance(settle, ev.Settle)
            each = before.score["total"]
            owed = [0] * 4
            for other in range(4):
                if before.of is None and other != before.seat:
                    owed[other] = -each
                elif other == before.of:
                    owed[other] = -each * (3 if before.by == "robbed_kong" else 1)
            owed[before.seat] = -sum(owed)
            assert list(settle.payments) == owed
