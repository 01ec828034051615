"""The ordinary phase: draw, discard, and answers to the discard (rules 0.3-0.7)."""

from __future__ import annotations

from collections.abc import Mapping

from trainer.game import event as ev
from trainer.game.action import Action, Discard, Kong, Pass, TakeWin, order
from trainer.game.closing import advance, overtaken, settle_wins
from trainer.game.readiness import is_ready, kong_keeps_riichi
from trainer.game.state import Seat, Stage, State, evolve
from trainer.game.winning import fault, winning
from trainer.hands import Hand
from trainer.text import N_
from trainer.tiles import Kind, Tile, kind

KONG_TILES = 4

# ------------------------------------------------------------------ legal


def to_act(state: State) -> frozenset[int]:
    """The seats the game waits for; empty when it waits for a deal or is over."""
    if state.stage is Stage.TURN:
        return frozenset({state.turn})
    if state.stage is Stage.CLAIM:
        return frozenset(seat for seat in state.others(state.turn) if _may_answer(state, seat))
    return frozenset()


def _may_answer(state: State, seat: int) -> bool:
    """Without assistance everybody is asked after every discard, so that being asked tells nothing."""
    if not state.rules.training.assist:
        return True
    win = winning(state, seat)
    return win is not None and fault(state, seat, win) is None


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Everything the seat may do now, in stable order; empty when it is not asked.

    A win is listed without the waits that some rules want named with it.
    """
    if seat not in to_act(state):
        return ()
    hand = state.seats[seat].hand
    candidates: list[Action] = [TakeWin(), Pass()]
    candidates += [Kong(Kind(k)) for k, n in enumerate(hand.counts) if n >= KONG_TILES]
    throws = [(t, False) for t in set(hand.concealed)]
    if hand.drawn is not None:
        throws.append((hand.drawn, True))
    candidates += [Discard(t, drawn, riichi) for t, drawn in throws for riichi in (False, True)]
    return tuple(sorted((a for a in candidates if refusal(state, seat, a) is None), key=order))


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this action now, as a sentence, or None. The seat is one of those asked."""
    if isinstance(action, TakeWin):
        return _refuse_win(state, seat)
    if state.stage is Stage.CLAIM:
        return None if isinstance(action, Pass) else N_("Answer the discard first: win or pass.")
    if isinstance(action, Kong):
        return _refuse_kong(state, state.seats[seat], action.kind)
    if isinstance(action, Discard):
        return _refuse_discard(state, state.seats[seat], action)
    return N_("There is nothing to pass on: discard a tile.")


def _refuse_win(state: State, seat: int) -> str | None:
    """Without assistance any win may be claimed, at its price; with it, a window asks only those who may win."""
    win = winning(state, seat)
    if win is not None and not state.rules.training.assist:
        return None
    why = "not_complete" if win is None else fault(state, seat, win)
    if why == "no_yaku":
        return N_("The hand has no yaku.")
    return None if why is None else N_("The hand is not complete.")


def _refuse_kong(state: State, s: Seat, k: Kind) -> str | None:
    rules = state.rules
    if not rules.kongs.concealed or s.hand.drawn is None or s.hand.counts[k] < KONG_TILES:
        return N_("A concealed kong needs four equal tiles in your hand.")
    if state.left < rules.kongs.least_wall:
        return N_("The last tile of the wall may not be konged.")
    if s.riichi is not None and rules.training.assist and not kong_keeps_riichi(rules, s.hand, k):
        return N_("After riichi a kong is allowed only with the drawn tile and when it leaves the hand's shape alone.")
    return None


def _refuse_discard(state: State, s: Seat, d: Discard) -> str | None:
    rules = state.rules
    if (d.tile != s.hand.drawn) if d.drawn else (d.tile not in s.hand.concealed):
        return N_("This tile is not in your hand.")
    if s.riichi is not None and (not d.drawn or d.riichi):
        return N_("After riichi only the drawn tile may be discarded.")
    if not d.riichi:
        return None
    if rules.riichi is None or not s.hand.is_concealed:
        return N_("Riichi needs a concealed hand.")
    if state.left < rules.riichi.least_wall:
        return N_("Riichi needs two tiles left in the wall.")
    if rules.training.assist and not is_ready(rules, _without(s.hand, d.tile)):
        return N_("Riichi needs a ready hand after the discard.")
    return None


def _without(hand: Hand, tile: Tile) -> Hand:
    """The hand at rest after it gave up this tile."""
    kept = list(hand.tiles)
    kept.remove(tile)
    return Hand(tuple(kept), hand.melds)


# ------------------------------------------------------------------ decide


def decide(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """What follows from the answers of every seat in `to_act`; they are allowed already."""
    if state.stage is Stage.CLAIM:
        return _resolve(state, answers)
    ((seat, action),) = answers.items()
    if isinstance(action, TakeWin):
        return settle_wins(state, {seat: action})
    if isinstance(action, Kong):
        tile = next(t for t in state.seats[seat].hand.tiles if kind(t) == action.kind)
        return (
            ev.Kong(seat, "concealed", tile),
            ev.Draw(seat, state.wall[state.next], "replacement"),
        )
    assert isinstance(action, Discard)
    thrown = ev.Discard(seat, action.tile, action.drawn, action.riichi)
    after = evolve(state, thrown)
    return (thrown, *(() if to_act(after) else advance(after)))


def _resolve(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """One window: the passes in turn order, then every win, or the next draw."""
    asked = [seat for seat in state.others(state.turn) if seat in answers]
    claims = {seat: answer for seat in asked if isinstance(answer := answers[seat], TakeWin)}
    late = overtaken(state, claims)
    standing = {seat: claim for seat, claim in claims.items() if seat not in late}
    passes = tuple(ev.Pass(seat) for seat in asked if seat not in standing)
    return (*passes, *(settle_wins(state, standing) if standing else advance(state)))
