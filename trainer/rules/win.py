"""A win, and what is true of it under one reading.

`Facts` is the single argument of every pattern: it derives each property once, so that forty predicates do not count
the same tiles again. A family or a settlement looks at groups through it alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from trainer.hands import Form, Group, Hand, Reading, WaitShape
from trainer.rules.variant import Flag
from trainer.tiles import Counts, Kind, Tile, counts, is_honor, is_terminal, kind, rank, suit


class By(StrEnum):
    """How a hand was completed."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"


@dataclass(frozen=True, slots=True)
class Circumstance:
    """Everything about a win that its tiles do not show. Winds are kinds; None where the game has none."""

    by: By
    dealer: bool
    seat_wind: Kind | None = None
    round_wind: Kind | None = None
    flags: frozenset[Flag] = frozenset()

    @property
    def self_draw(self) -> bool:
        return self.by is By.SELF_DRAW


@dataclass(frozen=True, slots=True)
class Win:
    """The scorer's input: a resting hand, the tile that completes it, and how it came."""

    hand: Hand
    tile: Tile
    circumstance: Circumstance

    @property
    def counts(self) -> Counts:
        """Concealed counts with the winning tile in them."""
        return counts((*self.hand.concealed, self.tile))


class Facts:
    """A win under one reading."""

    def __init__(self, win: Win, reading: Reading) -> None:
        self.win = win
        self.reading = reading
        self.circumstance = win.circumstance
        self.groups: tuple[Group, ...] = reading.groups
        self.wait: WaitShape = reading.wait
        self.shape = reading.shape

    def has(self, flag: Flag) -> bool:
        return flag in self.circumstance.flags

    @cached_property
    def is_concealed(self) -> bool:
        """No claimed meld; a tile won from a discard does not open a hand."""
        return self.win.hand.is_concealed

    @cached_property
    def counts(self) -> Counts:
        """Copies of each kind in the whole hand, melds and winning tile included."""
        return tuple(a + b for a, b in zip(self.win.counts, self.win.hand.held, strict=True))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        return tuple(Kind(k) for k, n in enumerate(self.counts) if n)

    @cached_property
    def suits(self) -> frozenset[int]:
        """The suits present, honors apart."""
        return frozenset(suit(k) for k in self.kinds if not is_honor(k))

    @cached_property
    def has_honors(self) -> bool:
        return any(is_honor(k) for k in self.kinds)

    @cached_property
    def chows(self) -> tuple[Kind, ...]:
        """Lowest kind of each chow, sorted."""
        return tuple(sorted(g.kind for g in self.groups if g.form is Form.CHOW))

    @cached_property
    def pungs(self) -> tuple[Group, ...]:
        """Pungs and kongs."""
        return tuple(g for g in self.groups if g.form in (Form.PUNG, Form.KONG))

    @cached_property
    def kongs(self) -> tuple[Group, ...]:
        return tuple(g for g in self.groups if g.form is Form.KONG)

    @cached_property
    def pairs(self) -> tuple[Kind, ...]:
        return tuple(g.kind for g in self.groups if g.form is Form.PAIR)

    def is_hidden(self, group: Group) -> bool:
        """Whether a group was made without another seat's tile: not claimed, and not completed by a discard."""
        if group.meld is not None:
            return group.meld.is_concealed
        return self.circumstance.self_draw or group is not self.groups[self.reading.completed]

    @cached_property
    def concealed_pungs(self) -> int:
        return sum(1 for g in self.pungs if self.is_hidden(g))

    @cached_property
    def twin_chows(self) -> int:
        """Pairs of equal chows: 1 for two or three alike, 2 for two twins or four alike."""
        return sum(self.chows.count(k) // 2 for k in set(self.chows))

    @cached_property
    def winning_kind(self) -> Kind:
        return kind(self.win.tile)

    def pair_fu(self, pair: Kind) -> int:
        """2 each for a dragon, the seat wind and the round wind (rules 0.9)."""
        dragon = is_honor(pair) and rank(pair) >= 5
        winds = (self.circumstance.seat_wind, self.circumstance.round_wind)
        return 2 * (dragon + sum(1 for w in winds if w == pair))

    def group_has_terminal(self, group: Group) -> bool:
        return any(is_terminal(k) for k in group.kinds)
