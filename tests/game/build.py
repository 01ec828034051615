"""Walls that bring about what a test needs: given hands for both seats and the draws after them."""

from __future__ import annotations

from trainer import variants
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Action, parse
from trainer.game.state import State
from trainer.rules.variant import Ruleset
from trainer.tiles import Tile, parse_tiles

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
