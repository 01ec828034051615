"""What a clock does in place of a seat that does not act in time (Chinese rules 9). Time itself is the caller's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trainer.game import event as ev
from trainer.game.action import Action, Discard, Pass, TakeWin
from trainer.game.engine import legal
from trainer.game.state import State
from trainer.tiles import sort_key


def overdue(state: State, seat: int) -> Action:
    """A seat that is asked and does not answer passes; in its turn it throws the tile that stands last: the one drawn,
    after a claim the highest of the hand."""
    allowed = legal(state, seat)
    if Pass() in allowed:
        return Pass()
    plain = [a for a in allowed if isinstance(a, Discard) and not (a.riichi or a.ready)]
    return max(plain, key=lambda a: (a.drawn, sort_key(a.tile)))


def marked(made: Sequence[ev.Event], seat: int) -> tuple[ev.Event, ...]:
    """The same events, the seat's own answer among them marked as made by a clock."""
    out = list(made)
    for i, e in enumerate(out):
        if isinstance(e, (ev.Discard, ev.Pass, ev.Win)) and e.seat == seat:
            out[i] = replace(e, timeout=True)
            break
    return tuple(out)


def timed(events: Sequence[ev.Event]) -> int | None:
    """The seat whose answer among these events was made by a clock, if there is one."""
    return next((e.seat for e in events if isinstance(e, (ev.Discard, ev.Pass, ev.Win)) and e.timeout), None)


def may_be_timed(state: State, seat: int, action: Action) -> bool:
    """Whether a clock could have made this answer: what is overdue, or a win for a seat that is away."""
    return bool(state.rules.seconds) and (isinstance(action, TakeWin) or action == overdue(state, seat))
