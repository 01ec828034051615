"""Walls that bring about what a test needs: given hands for both seats and the draws after them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from trainer import variants
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Action, Discard, Pass, parse
from trainer.game.readiness import is_ready
from trainer.game.state import Stage, State
from trainer.hands import Hand, parse_meld
from trainer.rules.families.riichi import NO_HAN
from trainer.rules.variant import Claims, Deal, Dora, DrawRules, Flag, Kongs, Match, ReadyBy, ReadyRules, Ruleset, Wins
from trainer.tiles import FIRST_HONOR, RANKS, Kind, Tile, is_flower, kind, parse_tiles, tile_text

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


# ------------------------------------------------------------------ games with claims, a dead wall, any number of seats


def two_player(**changes: Any) -> Ruleset:
    """A game at the two-player table of the Chinese rules (section 1), made of one with the same tiles: any complete
    hand wins, a ready hand is declared for nothing, and the dealer is seat 0. What it is worth does not matter."""
    base = variants.get("honglong").ruleset()
    given: dict[str, Any] = {
        "deal": Deal(hand=13, tail=True),
        "claims": Claims(chow=True, pung=True, kong=True, swap=True),
        "kongs": Kongs(added=True),
        "riichi": None,
        "ready": ReadyRules(),
        "ready_by": ReadyBy.SHAPE,
        "draws": DrawRules(),
        "match": Match(start=0, hands=8, bust=False),
        "scoring": replace(base.scoring, least=NO_HAN),
        "wins": Wins(furiten=False),
        "dora": Dora(),
        "flags": frozenset(Flag) - {Flag.EIGHTH_WIN},
    }
    return replace(base, **(given | changes))


def tables_wall(
    game: Ruleset,
    hands: Sequence[str],
    draws: str = "",
    at: Mapping[int, str] | None = None,
    tail: str = "",
    replacements: str = "",
    indicators: str = "",
    ura: str = "",
) -> tuple[Tile, ...]:
    """A whole wall for any game. Hands are given from the dealer on; what is missing leaves them unready, and cannot
    use the tiles placed if there are enough such; flowers are only where they are placed, or deep in the wall.

    `draws` begin with the dealer's fourteenth tile, `at` places single ones by number, `tail` ends the live wall; the
    others fill the dead wall.
    """
    size = game.deal.hand * game.seats
    live = len(game.tiles.tiles()) - game.deal.dead_wall
    place: dict[int, Tile] = {size + i: t for i, t in enumerate(parse_tiles(draws) if draws else ())}
    place |= {size + i: parse_tiles(t)[0] for i, t in (at or {}).items()}
    last = parse_tiles(tail) if tail else ()
    place |= {live - len(last) + i: t for i, t in enumerate(last)}
    first = live + game.deal.replacements
    for text, start, step in ((replacements, live, 1), (indicators, first, 2), (ura, first + 1, 2)):
        place |= {start + step * i: t for i, t in enumerate(parse_tiles(text) if text else ())}
    held = [list(parse_tiles(h)) if h else [] for h in hands] + [[] for _ in range(game.seats - len(hands))]
    rest = list(game.tiles.tiles())
    for t in (*place.values(), *(t for h in held for t in h)):
        rest.remove(t)
    rng = random.Random(0)
    drawn = {kind(t) for t in place.values() if not is_flower(t)}
    for hand in held:
        short = game.deal.hand - len(hand)
        plain = [t for t in rest if not is_flower(t)]
        calm = [t for t in plain if not any(_near(kind(t), k) for k in drawn)]
        pool = calm if len(calm) >= short else plain
        while short:
            rng.shuffle(pool)
            if not is_ready(game, Hand((*hand, *pool[:short]))):
                hand += pool[:short]
                break
        for t in hand[-short:] if short else ():
            rest.remove(t)
    order: list[Tile] = []
    for take in (4, 4, 4, 1):
        for hand in held:
            order += hand[:take]
            del hand[:take]
    rng.shuffle(rest)
    rest = _inmost(rest)
    return (*order, *(place[i] if i in place else rest.pop() for i in range(size, live + game.deal.dead_wall)))


def _inmost(tiles: list[Tile]) -> list[Tile]:
    """The same tiles with the flowers in the middle: a test that places none meets none early, from either end."""
    plain = [t for t in tiles if not is_flower(t)]
    half = len(plain) // 2
    return [*plain[:half], *(t for t in tiles if is_flower(t)), *plain[half:]]


def _near(a: Kind, b: Kind) -> bool:
    """Whether tiles of these kinds could stand in one meld."""
    return a == b or (max(a, b) < FIRST_HONOR and a // RANKS == b // RANKS and abs(a - b) <= 2)


def table(
    game: str | Ruleset,
    hands: Sequence[str],
    draws: str = "",
    *,
    at: Mapping[int, str] | None = None,
    tail: str = "",
    replacements: str = "",
    indicators: str = "",
    ura: str = "",
    before: Mapping[str, Any] | None = None,
    **options: object,
) -> State:
    """A deal at the dealer's first turn; `before` changes the match that it belongs to (honba, sticks, points, ...)."""
    played = variants.get(game).ruleset(options) if isinstance(game, str) else game
    match = replace(engine.begin(played), **(before or {}))
    return engine.fold(
        match,
        engine.deal(match, tables_wall(played, hands, draws, at, tail, replacements, indicators, ura), SALT),
    )


def next_deal(state: State) -> State:
    """The deal after this one, from an unshuffled wall."""
    return engine.fold(state, engine.deal(state, tables_wall(state.rules, ()), SALT))


def late(state: State, left: int) -> State:
    """The same turn so much later that this many live tiles are left."""
    return replace(state, next=state.next + state.left - left, interrupted=True)


def act(state: State, *steps: str) -> tuple[State, tuple[ev.Event, ...]]:
    """Like `play`, but whoever is asked and not named passes, and `throw` throws the drawn tile.

    A window that is open before somebody's own turn is passed by all.
    """
    events: tuple[ev.Event, ...] = ()
    for step in steps:
        named = [part.strip().partition(" ") for part in step.split(",")]
        seats = {int(seat) for seat, _, _ in named}
        own = any(action.startswith(("throw", "discard", "nuki", "abort")) for _, _, action in named)
        while not seats <= engine.to_act(state) or (own and state.stage is not Stage.TURN):
            assert state.stage is Stage.CLAIM, f"{step} is not asked, but {sorted(engine.to_act(state))}"
            made = engine.decide(state, dict.fromkeys(engine.to_act(state), Pass()))
            events += made
            state = engine.fold(state, made)
        answers: dict[int, Action] = dict.fromkeys(engine.to_act(state), Pass())
        for seat, _, action in named:
            answers[int(seat)] = _thrown(state, int(seat)) if action == "throw" else parse(action)
        made = engine.decide(state, answers)
        events += made
        state = engine.fold(state, made)
    return state, events


def _thrown(state: State, seat: int) -> Discard:
    drawn = state.seats[seat].hand.drawn
    assert drawn is not None
    return Discard(drawn, drawn=True)


def on_turn(state: State) -> State:
    """Everybody passes until somebody's turn comes."""
    while state.stage is Stage.CLAIM:
        state = engine.fold(state, engine.decide(state, dict.fromkeys(engine.to_act(state), Pass())))
    return state


def holding(state: State, seat: int, concealed: str, *melds: str) -> State:
    """The same state with another hand at rest; a drawn tile stays."""
    open_ = tuple(replace(m, of=1 - seat) for m in map(parse_meld, melds))
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], hand=Hand(parse_tiles(concealed), open_, seats[seat].hand.drawn))
    return replace(state, seats=tuple(seats))


def kinds_of(events: tuple[ev.Event, ...]) -> list[str]:
    return [e.type for e in events]


def worth(events: tuple[ev.Event, ...]) -> dict[str, int]:
    """What each line of the only win counted: its han times how often."""
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    return {line["id"]: line["value"] * line.get("count", 1) for line in win.score["lines"]}
