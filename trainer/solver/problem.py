"""The solver's own vocabulary: a position as numbers, the shapes that count, and prices from outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import sub
from typing import NamedTuple

from trainer.tiles import FIRST_HONOR, KINDS, RANKS

MAX_SETS = 4
"""Most sets a concealed hand may need beside its pair."""

PAIRS = 7
ORPHANS = tuple(k for k in range(KINDS) if k >= FIRST_HONOR or k % RANKS in (0, RANKS - 1))


class Goal(StrEnum):
    """A shape that completes a hand."""

    STANDARD = "standard"
    """Sets of three (chow in a suit, or three alike) and a pair."""
    SEVEN_PAIRS = "seven_pairs"
    """Seven different pairs, no melds; four of a kind is one pair and two tiles too many."""
    SEVEN_PAIRS_WITH_QUADS = "seven_pairs_with_quads"
    """Seven pairs, no melds; four of a kind are two of them, six three, eight four."""
    THIRTEEN_ORPHANS = "thirteen_orphans"
    """One of each terminal and honor and one of them twice, no melds."""


def pairs_alike(goals: tuple[Goal, ...]) -> int:
    """How many of seven pairs may be of one kind; 0 where no goal is seven pairs."""
    return PAIRS if Goal.SEVEN_PAIRS_WITH_QUADS in goals else int(Goal.SEVEN_PAIRS in goals)


def has_seven_pairs(limits: tuple[int, ...], goals: tuple[Goal, ...]) -> bool:
    """Whether seven pairs are a goal and can be made of so many copies of each kind."""
    alike = pairs_alike(goals)
    return sum(min(n // 2, alike) for n in limits) >= PAIRS


class Leaf(NamedTuple):
    """A complete hand as it would be declared; hashable, so that prices can be remembered.

    `hand` is the concealed tiles with the winning one (34 counts), `kind` the tile that completed it, `locked` whether
    the hand had locked itself when it became ready.
    """

    hand: tuple[int, ...]
    kind: int
    locked: bool


Prices = Callable[[Sequence[Leaf]], Sequence[float]]
"""What each leaf is worth, in the same order; 0 or less for one that may not be declared."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A position of one player. All tuples have `KINDS` entries; ValueError when tiles do not add up.

    `hand` is resting (3s + 1 tiles) or holds a drawn tile (3s + 2); `held` are the copies locked in own melds, `seen`
    all other tiles the player can see. `draws` own draws follow this discard. `budget` bounds the search where it
    cannot be exhaustive: how many tiles beyond the shortest path may be thrown away and replaced.
    """

    supply: tuple[int, ...]
    hand: tuple[int, ...]
    melds: int
    held: tuple[int, ...]
    seen: tuple[int, ...]
    draws: int
    goals: tuple[Goal, ...]
    budget: int = 1

    def __post_init__(self) -> None:
        if not len(self.supply) == len(self.hand) == len(self.held) == len(self.seen) == KINDS:
            raise ValueError(f"counts must cover {KINDS} kinds")
        if min(self.hand) < 0 or min(self.held) < 0 or min(self.seen) < 0:
            raise ValueError("a count is negative")
        if sum(self.hand) % 3 == 0 or sum(self.hand) // 3 > MAX_SETS:
            raise ValueError(f"a hand of {sum(self.hand)} concealed tiles cannot be played on")
        unseen = self.unseen
        if min(unseen) < 0:
            raise ValueError("more copies of a kind are placed than the set holds")
        if self.draws < 0 or self.budget < 0 or self.melds < 0:
            raise ValueError("draws, budget and melds cannot be negative")
        if self.draws > sum(unseen):
            raise ValueError("more draws than unseen tiles")

    @property
    def unseen(self) -> tuple[int, ...]:
        """Copies of each kind the player cannot see."""
        return tuple(map(sub, map(sub, map(sub, self.supply, self.hand), self.held), self.seen))

    @property
    def discards(self) -> tuple[int | None, ...]:
        """The kinds that can be thrown; only None for a resting hand."""
        if sum(self.hand) % 3 == 1:
            return (None,)
        return tuple(k for k, n in enumerate(self.hand) if n)

    def resting(self, discard: int | None) -> tuple[int, ...]:
        """The hand after this discard."""
        return self.hand if discard is None else tuple(n - (k == discard) for k, n in enumerate(self.hand))
