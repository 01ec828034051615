"""Building a ready hand out of the tiles dealt (rules 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from trainer.game import event as ev
from trainer.game.action import Action, Build
from trainer.game.readiness import is_ready
from trainer.game.state import State
from trainer.hands import Hand
from trainer.text import N_
from trainer.tiles import FIRST_HONOR, RANKS, Tile, counts, kind, sort_tiles

Packed = int
"""Copies of each kind in one number, `BITS` for each kind, the highest of them to spare."""

BITS = 5

EXAMPLES = 3
"""Hands that are offered to a seat that wants none of its own."""


def asked(state: State) -> frozenset[int]:
    """The seats that have not built yet."""
    return frozenset(seat for seat, s in enumerate(state.seats) if s.riichi is None)


def candidates(state: State, seat: int) -> list[Action]:
    """A few hands that may be built; the first tiles dealt where no ready hand is found."""
    dealt, size = state.seats[seat].hand.concealed, state.rules.deal.hand
    found: list[Action] = []
    for hand in ready_hands(dealt, size):
        chosen = faces(dealt, hand)
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


def ready_hands(dealt: tuple[Tile, ...], size: int) -> Iterator[Packed]:
    """Hands of sets and one lone tile, of sets, a pair and two tiles that want a third, of pairs and a lone tile; their
    tiles are told by `faces`.

    They are ready unless every copy of what they wait for is used.
    """
    counted = counts(dealt)
    kinds = [k for k, n in enumerate(counted) if n]
    one = [1 << BITS * k for k in range(len(counted))]
    sets = [3 * one[k] for k in kinds if counted[k] >= 3]
    sets += [one[k] + one[k + 1] + one[k + 2] for k in kinds if _run(k, 2) and counted[k + 1] and counted[k + 2]]
    pairs = [2 * one[k] for k in kinds if counted[k] >= 2]
    gaps = [*pairs, *(one[k] + one[k + d] for d in (1, 2) for k in kinds if _run(k, d) and counted[k + d])]
    lone = [one[k] for k in reversed(kinds)]
    spare = sum(one) << BITS - 1
    have = sum(n * x for n, x in zip(counted, one, strict=True)) + spare

    def complete(begun: Iterator[Packed], ends: list[Packed]) -> Iterator[Packed]:
        for start in begun:
            if (have - start) & spare == spare:  # no kind is wanted more often than it is there
                yield from [start + end for end in ends if (have - start - end) & spare == spare]

    number = size // 3
    yield from complete(map(sum, combinations(sets, number)), lone)
    threes = complete(map(sum, combinations(sets, number - 1)), pairs)
    yield from complete(threes, gaps)
    yield from complete(map(sum, combinations(pairs, size // 2)), lone)


def _run(k: int, steps: int) -> bool:
    """Whether the kind so many ranks above is of the same suit."""
    return k < FIRST_HONOR and k % RANKS + steps < RANKS


def faces(dealt: tuple[Tile, ...], hand: Packed) -> tuple[Tile, ...]:
    """The tiles of a hand, red fives last."""
    out = []
    for t in sorted(dealt):
        one = 1 << BITS * kind(t)
        if hand & one * (2 ** (BITS - 1) - 1):
            hand -= one
            out.append(t)
    return sort_tiles(out)
