"""The engine: six functions over a state (design: start, deal, evolve, to_act, legal, decide)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from trainer.game import event as ev
from trainer.game.action import Action, Discard, Kong, Pass, TakeWin
from trainer.game.phases import turns
from trainer.game.state import Stage, State, begin, evolve
from trainer.text import N_, Refusal
from trainer.tiles import Tile, tile_text

__all__ = ["IllegalAction", "begin", "commitment", "deal", "decide", "evolve", "fold", "legal", "needs_deal", "to_act"]


class IllegalAction(Refusal):
    """An action the rules forbid now; the sentence says which rule."""


def commitment(wall: Sequence[Tile], salt: str) -> str:
    """sha256, in hex, of the wall's tiles joined by single spaces, a newline, the salt."""
    text = " ".join(tile_text(t) for t in wall) + "\n" + salt
    return hashlib.sha256(text.encode()).hexdigest()


def needs_deal(state: State) -> bool:
    """Whether the game waits for a shuffled wall."""
    return state.stage is Stage.DEAL and state.end is None


def deal(state: State, wall: Sequence[Tile], salt: str) -> tuple[ev.Event, ...]:
    """The next deal from a shuffled wall: four tiles at a time, then one, the dealer first (rules 0.1)."""
    rules = state.rules
    if not needs_deal(state):
        raise IllegalAction(N_("A deal is being played, or the match is over."))
    if sorted(wall) != sorted(rules.tiles.tiles()):
        raise IllegalAction(N_("The wall is not this game's set of tiles."))
    dealer = turns.next_dealer(state)
    hands: list[list[Tile]] = [[] for _ in range(rules.seats)]
    order = [(dealer + i) % rules.seats for i in range(rules.seats)]
    at = 0
    while len(hands[order[-1]]) < rules.deal.hand:
        for seat in order:
            take = min(4, rules.deal.hand - len(hands[seat]))
            hands[seat] += wall[at : at + take]
            at += take
    event = ev.Deal(
        deal=state.deal + 1,
        dealer=dealer,
        commitment=commitment(wall, salt),
        points=state.points,
        wall=tuple(wall),
        hands=tuple(tuple(h) for h in hands),
        salt=salt,
    )
    return (event, ev.Draw(dealer, wall[at]))


def fold(state: State, events: Sequence[ev.Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def to_act(state: State) -> frozenset[int]:
    """The seats the game waits for."""
    return turns.to_act(state)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may do now, in stable order; empty when it is not asked."""
    return turns.legal(state, seat)


def decide(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """The events that follow when every seat in `to_act` has answered. No chance, no clock.

    Raises IllegalAction when an answer is missing, not asked for, or forbidden.
    """
    asked = to_act(state)
    if set(answers) != asked:
        raise IllegalAction(N_("It is not this seat's turn."))
    for seat in sorted(answers):
        _check(state, seat, answers[seat])
    return turns.decide(state, answers)


def _check(state: State, seat: int, action: Action) -> None:
    allowed = legal(state, seat)
    plain = TakeWin() if isinstance(action, TakeWin) else action
    if plain not in allowed:
        raise IllegalAction(_reason(state, seat, action))
    if isinstance(action, TakeWin):
        win = turns.winning(state, seat)
        if win is not None and turns.asks_waits(state, win) and action.waits is None:
            raise IllegalAction(N_("Name all waits of the hand before the win."))


def _reason(state: State, seat: int, action: Action) -> str:
    """The rule that forbids an action, as a sentence."""
    rules, s = state.rules, state.seats[seat]
    if isinstance(action, Pass):
        return N_("There is nothing to pass on: discard a tile.")
    if isinstance(action, TakeWin):
        win = turns.winning(state, seat)
        why = "not_complete" if win is None else turns.fault(state, seat, win)
        return {
                "furiten": N_("Furiten: one of your waits is among your discards or was passed, so you may only win by "
                              "self-draw."),
                "no_yaku": N_("The hand has no yaku."),
            }.get(str(why), N_("The hand is not complete."))  # fmt: skip
    if state.stage is Stage.CLAIM:
        return N_("Answer the discard first: win or pass.")
    if isinstance(action, Kong):
        if s.hand.counts[action.kind] < 4:
            return N_("A concealed kong needs four equal tiles in your hand.")
        if state.left < rules.kongs.least_wall:
            return N_("The last tile of the wall may not be konged.")
        return N_("After riichi a kong is allowed only with the drawn tile and when it leaves the hand's shape alone.")
    assert isinstance(action, Discard)
    held = s.hand.drawn == action.tile if action.drawn else action.tile in s.hand.concealed
    if not held:
        return N_("This tile is not in your hand.")
    if s.riichi is not None:
        return N_("After riichi only the drawn tile may be discarded.")
    if rules.riichi is None or not s.hand.is_concealed:
        return N_("Riichi needs a concealed hand.")
    if state.left < rules.riichi.least_wall:
        return N_("Riichi needs two tiles left in the wall.")
    return N_("Riichi needs a ready hand after the discard.")
