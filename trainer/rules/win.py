"""A win, and what is true of it under one reading.

`Facts` is the single argument of every pattern: it derives each property once, so that forty predicates do not count
the same tiles again. A family or a settlement looks at groups through it alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from trainer.hands import Form, Group, Hand, Reading, WaitShape
from trainer.rules.variant import Flag
from trainer.tiles import Counts, Kind, Tile, counts, is_honor, is_terminal, rank, suit


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


@dataclass(frozen=True, slots=True)
class Whole:
    """What is true of the tiles of a whole hand, melds and winning tile included, however they are read."""

    counts: Counts
    kinds: tuple[Kind, ...]
    suits: frozenset[int]
    has_honors: bool


@lru_cache(maxsize=1 << 12)
def _whole(counted: Counts) -> Whole:
    kinds = tuple(Kind(k) for k, n in enumerate(counted) if n)
    return Whole(
        counted, kinds, frozenset(suit(k) for k in kinds if not is_honor(k)), any(is_honor(k) for k in kinds)
    )


class Facts:
    """A win under one reading; every attribute is derived once, when it is made.

    `chows` are the lowest kinds, sorted; `pungs` hold the kongs, too. `twin_chows` counts pairs of equal chows: 1 for
    two or three alike, 2 for two twins or four alike. `suits` leave honors apart. `is_concealed`: no claimed meld; a
    tile won from a discard does not open a hand.
    """

    __slots__ = (
        "chows",
        "circumstance",
        "concealed_pungs",
        "counts",
        "groups",
        "has_honors",
        "is_concealed",
        "kinds",
        "kongs",
        "pairs",
        "pungs",
        "reading",
        "shape",
        "suits",
        "twin_chows",
        "wait",
        "win",
    )

    def __init__(self, win: Win, reading: Reading) -> None:
        self.win = win
        self.reading = reading
        self.circumstance = win.circumstance
        self.groups: tuple[Group, ...] = reading.groups
        self.wait: WaitShape = reading.wait
        self.shape = reading.shape
        self.is_concealed: bool = win.hand.is_concealed
        melds = win.hand.melds
        whole = _whole(counts((*win.hand.concealed, win.tile, *(t for m in melds for t in m.tiles))))
        self.counts, self.kinds = whole.counts, whole.kinds
        self.suits, self.has_honors = whole.suits, whole.has_honors
        chows: list[Kind] = []
        pairs: list[Kind] = []
        pungs: list[Group] = []
        for g in self.groups:
            if g.form is Form.CHOW:
                chows.append(g.kind)
            elif g.form is Form.PAIR:
                pairs.append(g.kind)
            else:
                pungs.append(g)
        self.chows: tuple[Kind, ...] = tuple(sorted(chows))
        self.pairs: tuple[Kind, ...] = tuple(pairs)
        self.pungs: tuple[Group, ...] = tuple(pungs)
        self.kongs: tuple[Group, ...] = tuple(g for g in pungs if g.form is Form.KONG)
        self.concealed_pungs: int = sum(1 for g in pungs if self.is_hidden(g))
        self.twin_chows: int = sum(chows.count(k) // 2 for k in set(chows))

    def has(self, flag: Flag) -> bool:
        flags = self.circumstance.flags
        return bool(flags) and flag in flags  # hashing a member is slow, and most wins have no flag

    def is_hidden(self, group: Group) -> bool:
        """Whether a group was made without another seat's tile: not claimed, and not completed by a discard."""
        if group.meld is not None:
            return group.meld.is_concealed
        return self.circumstance.self_draw or group is not self.groups[self.reading.completed]

    def pair_fu(self, pair: Kind) -> int:
        """2 each for a dragon, the seat wind and the round wind (rules 0.9)."""
        dragon = is_honor(pair) and rank(pair) >= 5
        winds = (self.circumstance.seat_wind, self.circumstance.round_wind)
        return 2 * (dragon + sum(1 for w in winds if w == pair))

    def group_has_terminal(self, group: Group) -> bool:
        if group.form is Form.CHOW:
            return is_terminal(group.kind) or is_terminal(Kind(group.kind + 2))
        return is_terminal(group.kind)
