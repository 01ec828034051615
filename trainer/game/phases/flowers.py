"""Flowers: shown without being asked, each for a replacement (rules D, H). The engine appends what they bring about."""

from __future__ import annotations

from trainer.game import event as ev
from trainer.game.closing import all_flowers, exhausted
from trainer.game.evolve import fold
from trainer.game.phases.claims import replacement
from trainer.game.state import Source, Stage, State
from trainer.rules.flowers import FlowersAt
from trainer.tiles import has_flower, is_flower


def due(state: State) -> int | None:
    """The seat that shows a flower next, if any: the one whose turn it is; right after a deal, where all are replaced
    then, the others after it in turn order."""
    rules = state.rules.flowers
    if rules is None or state.stage is not Stage.TURN:
        return None
    seats = (state.turn, *state.others(state.turn)) if rules.at is FlowersAt.DEAL else (state.turn,)
    return next((seat for seat in seats if has_flower(state.seats[seat].hand.tiles)), None)


def is_showing(state: State) -> bool:
    """Whether the engine is at it, so that nobody may act: a flower is due, or a replacement for one."""
    return state.stage is Stage.TURN and (state.offered_by is Source.FLOWER or due(state) is not None)


def follow(state: State) -> tuple[ev.Event, ...]:
    """Everything that the flowers in the hands bring about now: they are shown and replaced one by one.

    The last of all flowers may end the deal, also where no tile is left for it; otherwise a flower that cannot be
    replaced is shown, and the deal is drawn.
    """
    out: tuple[ev.Event, ...] = ()
    while (seat := due(state)) is not None:
        made = _shown(state, seat)
        out += made
        state = fold(state, made)
    return out


def _shown(state: State, seat: int) -> tuple[ev.Event, ...]:
    rules = state.rules
    assert rules.flowers is not None
    flower = ev.Flower(seat, next(filter(is_flower, state.seats[seat].hand.tiles)))
    after = fold(state, (flower,))
    if rules.flowers.pays is not None and len(after.seats[seat].flowers) == sum(rules.tiles.flowers):
        return (flower, *all_flowers(after, seat, rules.flowers.pays(after.seats[seat].hand.melds)))
    if not after.left:
        return (flower, *exhausted(after))
    return (flower, ev.Draw(seat, replacement(after), "replacement"))
