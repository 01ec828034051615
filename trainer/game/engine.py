"""The engine: `begin`, `deal`, `evolve`, `to_act`, `legal`, `decide`. Everything else in a game follows from them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from trainer.game import event as ev
from trainer.game import lot
from trainer.game.action import Action, Build, Discard, Name, Swap, TakeWin, order
from trainer.game.evolve import coming, evolve, fold
from trainer.game.phases import building, claims, exchange, flowers, opening, race, turns
from trainer.game.readiness import ready_as_dealt
from trainer.game.state import Stage, State, begin, last_kept
from trainer.game.winning import win_to_name
from trainer.rules.variant import Ruleset
from trainer.text import N_, Refusal
from trainer.tiles import Kind, Tile, tile_text

__all__ = ["IllegalAction", "begin", "commitment", "deal", "decide", "evolve", "fold", "legal", "needs_deal", "to_act"]

PACKET = 4
"""Tiles dealt at a time."""


class IllegalAction(Refusal):
    """An action the rules forbid now; the sentence says which rule."""


def commitment(wall: Sequence[Tile], salt: str) -> str:
    """sha256, in hex, of the wall's tiles joined by single spaces, a newline, the salt."""
    text = " ".join(map(tile_text, wall)) + "\n" + salt
    return hashlib.sha256(text.encode()).hexdigest()


def needs_deal(state: State) -> bool:
    """Whether the game waits for a shuffled wall."""
    return state.stage is Stage.DEAL and state.end is None


def deal(state: State, wall: Sequence[Tile], salt: str) -> tuple[ev.Event, ...]:
    """The next deal from a shuffled wall: four tiles at a time, then one, the dealer first (rules 0.1); then flowers
    are shown that must be. What else is drawn by lot comes from the salt.
    """
    rules = state.rules
    if not needs_deal(state):
        raise IllegalAction(N_("A deal is being played, or the match is over."))
    if sorted(wall) != sorted(rules.tiles.tiles()):
        raise IllegalAction(N_("The wall is not this game's set of tiles."))
    next_ = coming(state)
    number, thrown = state.deal + 1, lot.dice(salt)
    dealer = lot.dealer_by(thrown, rules.seats) if lot.chooses_dealer(rules, number) else next_.dealer
    each = rules.deal.hand if rules.building is None else rules.building.tiles
    hands: list[list[Tile]] = [[] for _ in range(rules.seats)]
    turn = [(dealer + i) % rules.seats for i in range(rules.seats)]
    if rules.building is not None:
        hands = [list(wall[seat * each : (seat + 1) * each]) for seat in range(rules.seats)]
        turn = []
    at = 0
    while turn and len(hands[turn[-1]]) < each:
        for seat in turn:
            take = min(PACKET, each - len(hands[seat]))
            hands[seat] += wall[at : at + take]
            at += take
    event = ev.Deal(
        deal=number,
        dealer=dealer,
        commitment=commitment(wall, salt),
        points=state.points,
        wall=tuple(wall),
        hands=tuple(tuple(h) for h in hands),
        salt=salt,
        round=_round(rules, next_.hand),
        honba=next_.honba if rules.match.counters else None,
        sticks=state.sticks if rules.riichi is not None and rules.riichi.cost else None,
        dora=wall[len(wall) - rules.deal.dead_wall + rules.deal.replacements] if rules.dora.shown else None,
        dice=thrown if lot.throws_dice(rules, number) else None,
        bonus_kind=lot.bonus_kind(rules, salt) if rules.deal.bonus_kind else None,
    )
    if rules.building is not None or rules.deal.exchange:
        return (event,)
    return _with_flowers(state, (event, ev.Draw(dealer, wall[at])))


def _with_flowers(state: State, made: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """These events, and what the flowers bring about that they put into a hand."""
    return made if state.rules.flowers is None else (*made, *flowers.follow(fold(state, made)))


def _round(rules: Ruleset, hand: int) -> Kind | None:
    rounds = rules.match.rounds
    return rounds[min(hand // rules.seats, len(rounds) - 1)] if rounds else None


@last_kept
def to_act(state: State) -> frozenset[int]:
    """The seats the game waits for; empty when it waits for a deal or is over."""
    match state.stage:
        case Stage.TURN:
            showing = state.rules.flowers is not None and flowers.is_showing(state)
            return frozenset(() if showing else (state.turn,))
        case Stage.CLAIM:
            return claims.asked(state)
        case Stage.READY:
            return ready_as_dealt(state)
        case Stage.NAME:
            return frozenset({state.defender})
        case Stage.BUILD:
            return building.asked(state)
        case Stage.SWAP:
            return frozenset(range(state.rules.seats))
    return frozenset()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may do now, in stable order; empty when it is not asked.

    A win is listed without the waits that some rules want named with it; of hands that could be built only a few are.
    """
    return offers(state, seat) if seat in to_act(state) else ()


def offers(state: State, seat: int) -> tuple[Action, ...]:
    """`legal` for a seat that is known to be asked."""
    sure: list[Action] = []
    match state.stage:
        case Stage.TURN:
            sure, found = turns.candidates(state, seat)
            offered: Iterable[Action] = found
        case Stage.CLAIM:
            offered = claims.candidates(state, seat)
        case Stage.READY:
            offered = opening.candidates()
        case Stage.NAME:
            offered = race.candidates(state)
        case Stage.SWAP:
            offered = exchange.candidates(state, seat)
        case _:
            offered = building.candidates(state, seat)
    allowed = sorted([a for a in offered if refusal(state, seat, a) is None], key=order)
    if allowed and isinstance(allowed[-1], Discard):  # declarations stand among the plain discards
        return tuple(sorted([*sure, *allowed], key=order))
    return (*allowed, *sure)


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids an action of a seat that is asked, as a sentence, or None."""
    match state.stage:
        case Stage.TURN:
            return turns.refusal(state, seat, action)
        case Stage.CLAIM:
            return claims.refusal(state, seat, action)
        case Stage.READY:
            return opening.refusal(action)
        case Stage.NAME:
            return race.refuse_name(state, action)
        case Stage.SWAP:
            return exchange.refusal(state, seat, action)
        case _:
            return building.refusal(state, seat, action)


def decide(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """The events that follow when every seat in `to_act` has answered. No chance, no clock.

    Raises IllegalAction when an answer is missing, not asked for, or forbidden.
    """
    asked = to_act(state)
    if answers.keys() != asked or not asked:
        raise IllegalAction(N_("It is not this seat's turn."))
    for seat, action in sorted(answers.items()):
        forbidden = refusal(state, seat, action)
        if forbidden is not None:
            raise IllegalAction(forbidden)
        if isinstance(action, TakeWin) and action.waits is None and win_to_name(state, seat) is not None:
            raise IllegalAction(N_("Name all waits of the hand before the win."))
    if state.stage is Stage.TURN:
        return _with_flowers(state, turns.decide(state, state.turn, answers[state.turn]))
    if state.stage is Stage.CLAIM:
        return _with_flowers(state, claims.decide(state, answers))
    if state.stage is Stage.READY:
        return opening.decide(state, answers)
    if state.stage is Stage.NAME:
        (named,) = answers.values()
        assert isinstance(named, Name)
        return race.decide_name(state, named)
    if state.stage is Stage.SWAP:
        return exchange.decide(state, {seat: a for seat, a in answers.items() if isinstance(a, Swap)})
    return building.decide(state, {seat: a for seat, a in answers.items() if isinstance(a, Build)})
