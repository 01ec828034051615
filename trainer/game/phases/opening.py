"""Before the first turn: a non-dealer who is ready as dealt may declare it (Chinese rules 3, 6)."""

from __future__ import annotations

from collections.abc import Mapping

from trainer.game import event as ev
from trainer.game.action import Action, DeclareReady, Pass
from trainer.game.state import State
from trainer.text import N_


def candidates() -> list[Action]:
    """Every answer there is."""
    return [DeclareReady(), Pass()]


def refusal(action: Action) -> str | None:
    """The rule that forbids this answer of a seat that is asked, as a sentence, or None."""
    if isinstance(action, (DeclareReady, Pass)):
        return None
    return N_("Declare the hand you were dealt ready, or pass.")


def decide(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """The declarations, and the passes that nobody else sees, in turn order."""
    return tuple(
        ev.Declare(seat) if isinstance(answers[seat], DeclareReady) else ev.Pass(seat, "ready")
        for seat in state.others(state.dealer)
        if seat in answers
    )
