"""A win, and what is true of it under one reading.

A pattern looks at the layout of the hand alone where it can: its answer is then kept for every tile that may have
completed that layout. The others look at `Facts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from trainer.hands import Form, Group, Hand, Reading
from trainer.rules.variant import Flag
from trainer.tiles import FIRST_FLOWER, FIRST_RED, Counts, Kind, Tile, counts


class By(StrEnum):
    """How a hand was completed."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"


@dataclass(frozen=True, slots=True)
class Bonus:
    """What adds to a win without being a reason to win: kinds that indicators point at (one entry an indicator, `ura`
    those under them), tiles set aside, counters on the table, the winner's flowers, the kind that was drawn by lot
    before the deal, and the tiles turned after the win."""

    dora: tuple[Kind, ...] = ()
    ura: tuple[Kind, ...] = ()
    nuki: tuple[Kind, ...] = ()
    honba: int = 0
    flowers: tuple[Tile, ...] = ()
    kind: Kind | None = None
    flip: tuple[Tile, ...] = ()


NO_BONUS = Bonus()


@dataclass(frozen=True, slots=True)
class Circumstance:
    """Everything about a win that its tiles do not show. Winds are kinds; None where the game has none."""

    by: By
    dealer: bool
    seat_wind: Kind | None = None
    round_wind: Kind | None = None
    flags: frozenset[Flag] = frozenset()
    bonus: Bonus = NO_BONUS
    self_draw: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "self_draw", self.by is By.SELF_DRAW)  # asked several times by every pattern


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

    @property
    def reds(self) -> int:
        """Red fives in the whole hand."""
        melded = [t for m in self.hand.melds for t in m.tiles]
        return sum([FIRST_RED <= t < FIRST_FLOWER for t in (*self.hand.concealed, self.tile, *melded)])


class Facts:
    """A win under one reading: the argument of every pattern. What is true however the hand was won is in `layout`;
    `reds` are the red fives of the whole hand; `lone`: it waited for one kind only, by shape, as far as the scoring
    asks for that (`by_waits`)."""

    __slots__ = ("circumstance", "completed", "layout", "lone", "reading", "reds", "wait", "won")

    def __init__(
        self, won: Kind, circumstance: Circumstance, reading: Reading, reds: int = 0, *, lone: bool = False
    ) -> None:
        self.won = won
        self.reds = reds
        self.lone = lone
        self.circumstance = circumstance
        self.reading = reading
        self.layout = reading.layout
        self.wait = reading.wait
        self.completed: Group = reading.layout.groups[reading.completed]

    def has(self, flag: Flag) -> bool:
        return flag in self.circumstance.flags

    @property
    def concealed_pungs(self) -> int:
        """Pungs and kongs made without another seat's tile."""
        mine = self.circumstance.self_draw or self.completed.form is not Form.PUNG
        return self.layout.own_pungs - (not mine)

    def is_hidden(self, group: Group) -> bool:
        """Whether a group was made without another seat's tile: not claimed, and not completed by a discard."""
        if group.meld is not None:
            return group.meld.is_concealed
        return self.circumstance.self_draw or group is not self.completed

