"""What a person is told at the table besides what he sees: what has come about since he acted, what his hand waits for
once it is locked, why it may not win."""

from __future__ import annotations

from trainer.game import engine, record
from trainer.game import event as ev
from trainer.game.readiness import live_waits
from trainer.game.view import View
from trainer.game.winning import completes, refuse_win
from trainer.tiles import Kind, Tile
from trainer.usecases.play import Game, this_deal


def since_act(events: tuple[ev.Event, ...], seat: int) -> tuple[ev.Event, ...]:
    """What has happened in a deal since a seat last did something of itself, which is the first of these events."""
    acts = (ev.Discard, ev.Chow, ev.Pung, ev.Kong, ev.Pass, ev.Win, ev.Swap)
    last = max((i for i, e in enumerate(events) if isinstance(e, acts) and e.seat == seat), default=0)
    return events[last:]


def locked_waits(view: View) -> tuple[Kind, ...]:
    """What the viewer's own hand waits for once it is locked, where the game assists; before that nothing."""
    if view.over or not view.me.locked or not view.rules.training.assist or view.rules.training.no_sorting:
        return ()
    return tuple(sorted(live_waits(view.rules, view.hand)))


def missed(game: Game) -> tuple[tuple[Tile, str], ...]:
    """Discards of others since the person last acted that complete his hand and yet may not be won on, each with the
    rule that forbids it, as a sentence; only where wins are locked, and the game assists.

    What is told depends on his own hand and on what lies open, so it gives nothing away.
    """
    if not game.rules.wins.locks or not game.rules.training.assist or game.state.results:
        return ()
    seat, news = game.seat, since_act(this_deal(game.events), game.seat)
    state = record.replay(game.rules, game.events, len(game.events) - len(news) + 1)
    out = []
    for e in news[1:]:
        state = engine.evolve(state, e)
        if isinstance(e, ev.Discard) and e.tile is not None and completes(state, seat):
            why = refuse_win(state, seat)
            out += [(e.tile, why)] if why is not None else []
    return tuple(out)
