"""Walls that bring about what a test needs: given hands for both seats and the draws after them."""

from __future__ import annotations

import random

from trainer import variants
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Action, Discard, Pass, parse
from trainer.game.readiness import is_ready
from trainer.game.state import State
from trainer.hands import Hand
from trainer.rules.variant import Ruleset
from trainer.tiles import Tile, parse_tiles, tile_text

SALT = "00" * 16


def rules(**options: object) -> Ruleset:
    return variants.get("bamboo").ruleset(options)


def wall(dealer: str, other: str, draws: str, game: Ruleset | None = None) -> tuple[Tile, ...]:
    """A whole wall from the ranks of both hands (13 each) and of the draws; the rest follows in order."""
    game = game or rules()
    first, second, drawn = (list(parse_tiles(text + "s")) if text else [] for text in (dealer, other, draws))
    out: list[Tile] = []
    a, b = first.copy(), second.copy()
    for take in (4, 4, 4, 1):
        out += a[:take] + b[:take]
        a, b = a[take:], b[take:]
    rest = list(game.tiles.tiles())
    for t in (*out, *drawn):
        rest.remove(t)
    return (*out, *drawn, *rest)


def dull(taken: str, holding: str = "") -> str:
    """Ranks of a hand that is not ready, from the tiles that `taken` leaves, with those of `holding` in it."""
    game = rules()
    rest = list(game.tiles.tiles())
    for t in parse_tiles(taken + holding + "s"):
        rest.remove(t)
    rng = random.Random(0)
    for _ in range(1000):
        rng.shuffle(rest)
        hand = (*parse_tiles(holding + "s" if holding else ""), *rest[: game.deal.hand - len(holding)])
        if not is_ready(game, Hand(hand)):
            return "".join(tile_text(t)[0] for t in hand)
    raise ValueError(f"every hand beside {taken} is ready")


def rest_of(hand: str, draws: str) -> str:
    """Ranks of the other hand, where one hand and all ten draws are given."""
    left = list(rules().tiles.tiles())
    for t in parse_tiles(hand + draws + "s"):
        left.remove(t)
    return "".join(tile_text(t)[0] for t in left)


def started(dealer: str, other: str, draws: str, **options: object) -> State:
    """A first deal: the dealer has drawn his fourteenth tile, the first of `draws`."""
    game = rules(**options)
    state = engine.begin(game)
    return engine.fold(state, engine.deal(state, wall(dealer, other, draws, game), SALT))


def play(state: State, *steps: str) -> tuple[State, tuple[ev.Event, ...]]:
    """Each step is `seat action` or, for a window with several seats, `0 pass, 1 win`; returns all events."""
    events: tuple[ev.Event, ...] = ()
    for step in steps:
        answers: dict[int, Action] = {}
        for part in step.split(","):
            seat, _, action = part.strip().partition(" ")
            answers[int(seat)] = parse(action)
        made = engine.decide(state, answers)
        events += made
        state = engine.fold(state, made)
    return state, events


def texts(state: State, seat: int) -> list[str]:
    return [a.text for a in engine.legal(state, seat)]


def throw_on(state: State, draws: int | None = None) -> tuple[State, tuple[ev.Event, ...]]:
    """Everybody passes and throws what he draws, until so many more tiles are drawn or the deal is over."""
    events: tuple[ev.Event, ...] = ()
    while engine.to_act(state):
        answers: dict[int, Action] = {}
        for seat in engine.to_act(state):
            answers[seat] = next(
                a for a in engine.legal(state, seat) if isinstance(a, Pass) or (isinstance(a, Discard) and a.drawn)
            )
        made = engine.decide(state, answers)
        events += made
        state = engine.fold(state, made)
        if draws is not None and sum(isinstance(e, ev.Draw) for e in events) >= draws:
            break
    return state, events


def result(events: tuple[ev.Event, ...]) -> list[str]:
    """What ended the deal, in order: `win 0`, `false_win 1 furiten`, `draw_game`."""
    out = []
    for e in events:
        if isinstance(e, ev.Win):
            out.append(f"win {e.seat}")
        elif isinstance(e, ev.FalseWin):
            out.append(f"false_win {e.seat} {e.wrong}")
        elif isinstance(e, ev.DrawGame):
            out.append("draw_game")
    return out


def payments(events: tuple[ev.Event, ...]) -> list[tuple[float, ...]]:
    return [e.payments for e in events if isinstance(e, ev.Settle)]


def lines(events: tuple[ev.Event, ...]) -> list[str]:
    """Ids of the lines that counted in the only win."""
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    return [line["id"] for line in win.score["lines"]]
