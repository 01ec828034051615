"""A race (rules 5): a declared hand draws in batches, and before each the other seat names kinds it may wait for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from trainer.game import event as ev
from trainer.game.action import Action, Discard, Name
from trainer.game.closing import abort, hit, riichi_stick
from trainer.game.evolve import evolve, fold
from trainer.game.readiness import counted_waits
from trainer.game.state import State
from trainer.hands import Hand
from trainer.text import N_
from trainer.tiles import kind


def candidates(state: State) -> Iterator[Action]:
    """Every pair of kinds that may be named."""
    race = state.rules.race
    assert race is not None
    return (Name(kinds) for kinds in combinations(state.rules.tiles.kinds, race.names))


def refuse_name(state: State, action: Action) -> str | None:
    """The rule that forbids this answer of the defender, as a sentence, or None."""
    race = state.rules.race
    assert race is not None
    kinds = action.kinds if isinstance(action, Name) else ()
    if len(kinds) == race.names and all(state.rules.tiles.supply[k] for k in kinds):
        return None
    return N_("Name two different kinds.")


def refuse_declaration(state: State, rest: Hand, d: Discard) -> str | None:
    """The rule that forbids to declare with this discard, which leaves the hand `rest`, or None.

    The shape alone makes it ready, and none of its waits may lie among the own discards (rules 5).
    """
    found = counted_waits(state.rules, rest)
    if not found:
        return N_("Only a ready hand can be declared.")
    thrown = {kind(d.tile), *(kind(t.tile) for t in state.seats[state.turn].river)}
    if not found.isdisjoint(thrown):
        return N_("A hand that waits for one of its own discards cannot be declared.")
    return None


def decide_name(state: State, action: Name) -> tuple[ev.Event, ...]:
    """A hit ends the deal; a miss lets the attacker draw."""
    assert state.attacker is not None
    waits = counted_waits(state.rules, state.seats[state.attacker].hand)
    named = ev.Name(state.defender, action.kinds, not waits.isdisjoint(action.kinds))
    if named.hit:
        return (named, *hit(evolve(state, named)))
    return (named, ev.Draw(state.attacker, state.wall[state.next]))


def after_discard(state: State) -> tuple[ev.Event, ...]:
    """What follows a declaration, or a tile that the attacker threw: the stick, the next draw of the batch, the end."""
    stick = riichi_stick(state)
    after = fold(state, stick)
    assert after.attacker is not None
    if not after.left:
        return (*stick, *abort(after, "wall_empty"))
    if after.batch:
        return (*stick, ev.Draw(after.attacker, after.wall[after.next]))
    return stick

