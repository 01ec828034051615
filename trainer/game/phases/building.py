"""Building a ready hand out of the tiles dealt (rules 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from trainer.game import event as ev
from trainer.game.action import Action, Build
from trainer.game.readiness import is_ready
from trainer.game.state import State
from trainer.hands import Hand
from trainer.text import N_
from trainer.tiles import FIRST_HONOR, RANKS, Counts, Tile, counts, kind, sort_tiles

EXAMPLES = 3
"""Hands that are offered to a seat that wants none of its own."""


def asked(state: State) -> frozenset[int]:
    """The seats that have not built yet."""
    return frozenset(seat for seat, s in enumerate(state.seats) if s.riichi is None)


def candidates(state: State, seat: int) -> list[Action]:
    """A few hands that may be built; the first tiles dealt where no ready hand is found."""
    dealt, size = state.seats[seat].hand.concealed, state.rules.deal.hand
    found: list[Action] = []
    for chosen in ready_hands(dealt, size):
        if is_ready(state.rules, Hand(chosen)):
            found.append(Build(chosen))
        if len(found) == EXAMPLES:
            break
    return found or [Build(sort_tiles(dealt[:size]))]


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this hand, as a sentence, or None.

    Where building is by the clock, which is the caller's, the hand may be one that was taken as it stood.
    """
    if not isinstance(action, Build):
        return N_("Build a hand first.")
    rest = list(state.seats[seat].hand.concealed)
    if len(action.tiles) != state.rules.deal.hand:
        return N_("A hand has thirteen tiles.")
    for t in action.tiles:
        if t not in rest:
            return N_("These tiles are not among those you were dealt.")
        rest.remove(t)
    building = state.rules.building
    return None if building is not None and building.seconds else unready(state, seat, action)


def unready(state: State, seat: int, action: Build) -> str | None:
    """The rule that forbids to confirm a hand that is not ready, or None."""
    if is_ready(state.rules, Hand(action.tiles)) or action in candidates(state, seat):
        return None
    return N_("The hand must be ready.")


def as_it_stands(state: State, seat: int, chosen: Sequence[Tile]) -> Build:
    """The hand when the time is over: of the tiles chosen those that were dealt, filled up with the first ones dealt.

    It need not be ready (rules 6).
    """
    rest, size = list(state.seats[seat].hand.concealed), state.rules.deal.hand
    kept: list[Tile] = []
    for t in chosen:
        if t in rest and len(kept) < size:
            rest.remove(t)
            kept.append(t)
    return Build(sort_tiles((*kept, *rest[: size - len(kept)])))


def decide(state: State, answers: dict[int, Build]) -> tuple[ev.Event, ...]:
    """The hands that were built, in the order of seats."""
    return tuple(ev.Build(seat, action.tiles) for seat, action in sorted(answers.items()))


def ready_hands(dealt: tuple[Tile, ...], size: int) -> Iterator[tuple[Tile, ...]]:
    """Hands of sets and one lone tile, of sets, a pair and two tiles that want a third, of pairs and a lone tile.

    They are ready unless every copy of what they wait for is used.
    """
    counted = counts(dealt)
    kinds = [k for k, n in enumerate(counted) if n]
    sets = [(k, k, k) for k in kinds if counted[k] >= 3]
    sets += [(k, k + 1, k + 2) for k in kinds if _run(k, 2) and counted[k + 1] and counted[k + 2]]
    pairs = [(k, k) for k in kinds if counted[k] >= 2]
    gaps = [*pairs, *((k, k + d) for d in (1, 2) for k in kinds if _run(k, d) and counted[k + d])]
    lone = [(k,) for k in reversed(kinds)]
    number = size // 3
    ways: Iterator[tuple[tuple[int, ...], ...]] = chain(
        ((*four, one) for four in combinations(sets, number) for one in lone),
        ((*three, pair, gap) for three in combinations(sets, number - 1) for pair in pairs for gap in gaps),
        ((*six, one) for six in combinations(pairs, size // 2) for one in lone),
    )
    for way in ways:
        wanted = [0] * len(counted)
        for group in way:
            for k in group:
                wanted[k] += 1
        if all(want <= have for want, have in zip(wanted, counted, strict=True)):
            yield _faces(dealt, tuple(wanted))


def _run(k: int, steps: int) -> bool:
    """Whether the kind so many ranks above is of the same suit."""
    return k < FIRST_HONOR and k % RANKS + steps < RANKS


def _faces(dealt: tuple[Tile, ...], wanted: Counts) -> tuple[Tile, ...]:
    """Tiles of the deal with these counts, red fives last."""
    left, out = list(wanted), []
    for t in sorted(dealt):
        if left[kind(t)]:
            left[kind(t)] -= 1
            out.append(t)
    return sort_tiles(out)
