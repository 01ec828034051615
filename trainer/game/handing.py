"""Tiles that go from seat to seat: a discard that is taken, a tile won on while the deal goes on, an exchange."""

from __future__ import annotations

from dataclasses import replace

from trainer.game import kongs
from trainer.game.event import Swap, Win
from trainer.game.state import Seat, Source, Stage, State, changed
from trainer.hands import Hand


def give(seats: list[Seat], giver: int) -> None:
    """The last tile of this seat's river is another one's now."""
    s = seats[giver]
    seats[giver] = changed(s, river=(*s.river[:-1], replace(s.river[-1], called=True)))


def won(state: State, event: Win) -> State:
    """The tile won on is laid aside, out of the hand or from where it lay open; the deal goes on (Chinese rules 5)."""
    seats = list(state.seats)
    if state.stage is Stage.TURN:
        s = seats[event.seat]
        seats[event.seat] = changed(s, hand=Hand(s.hand.concealed, s.hand.melds))
    elif state.offered_by is Source.DISCARD:
        give(seats, state.turn)
    else:
        s = seats[state.turn]
        seats[state.turn] = changed(s, hand=kongs.robbed(s.hand, event.tile))
    s = seats[event.seat]
    seats[event.seat] = changed(s, won=(*s.won, event.tile))
    return changed(
        state, stage=Stage.SETTLING, seats=tuple(seats), offer=None, interrupted=True, wins=(*state.wins, event)
    )


def exchanged(state: State, event: Swap) -> State:
    """The tiles go over; the deal waits for its first draw, which comes when those of both seats have."""
    seats = list(state.seats)
    giver, taker = event.seat, state.others(event.seat)[0]
    kept = list(seats[giver].hand.concealed)
    for t in event.tiles:
        kept.remove(t)
    seats[giver] = changed(seats[giver], hand=Hand(tuple(kept)))
    seats[taker] = changed(seats[taker], hand=Hand((*seats[taker].hand.concealed, *event.tiles)))
    return changed(state, seats=tuple(seats))
