"""Before the first draw the two seats exchange three tiles of one suit, each without seeing the other's (C-1)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from trainer.game import event as ev
from trainer.game.action import Action, Swap
from trainer.game.state import State
from trainer.text import N_
from trainer.tiles import kind, sort_tiles, suit

EXCHANGED = 3


def candidates(state: State, seat: int) -> list[Action]:
    """Every choice of tiles of the hand, of whatever suits."""
    held = sort_tiles(state.seats[seat].hand.concealed)
    return [Swap(tiles) for tiles in set(combinations(held, EXCHANGED))]


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this choice, as a sentence, or None."""
    if not isinstance(action, Swap):
        return N_("Choose three tiles to exchange first.")
    rest = list(state.seats[seat].hand.concealed)
    for t in action.tiles:
        if t not in rest:
            return N_("These tiles are not in your hand.")
        rest.remove(t)
    if len(action.tiles) != EXCHANGED or len({suit(kind(t)) for t in action.tiles}) > 1:
        return N_("Exchange three tiles of one suit.")
    return None


def decide(state: State, answers: Mapping[int, Swap]) -> tuple[ev.Event, ...]:
    """Both choices, the dealer's first, and then his first draw."""
    order = (state.dealer, *state.others(state.dealer))
    swaps = [ev.Swap(seat, answers[seat].tiles, answers[state.others(seat)[0]].tiles) for seat in order]
    return (*swaps, ev.Draw(state.dealer, state.wall[state.next]))
