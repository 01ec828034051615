"""What a hand is worth, in a form that can explain itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from trainer.hands import Reading

Points = int | float
"""Table points. Unit games count in halves, which binary floats hold exactly; whole values are ints."""


class Unit(StrEnum):
    """What a family counts in: han, added fan, a multiplier of the stake, or points that each payer owes; and what some
    lines are worth that make up such a total: flowers, or doublings."""

    HAN = "han"
    FAN = "fan"
    MULTIPLIER = "multiplier"
    SCORE = "score"
    FLOWER = "flower"
    DOUBLING = "doubling"


class Limit(StrEnum):
    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"
    KAZOE_YAKUMAN = "kazoe_yakuman"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A pattern that counted: `value` of one, `count` how many."""

    id: str
    name: str
    label: str
    value: int
    count: int


@dataclass(frozen=True, slots=True)
class StruckLine:
    """A pattern that fits but does not count, and the id of the one that struck it."""

    id: str
    name: str
    label: str
    by: str


@dataclass(frozen=True, slots=True)
class FuLine:
    """One part of the fu; `kind` names the group's tile where there is one."""

    label: str
    value: int
    kind: int | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What one reading is worth before anybody pays: the family's tally, `total` in the family's unit.

    `base` is what payments are reckoned from (base points of the riichi family, all yakuman added; elsewhere the
    total); `qualified` the part of `total` that may help to reach the least worth, `enough` whether it does. `fu`,
    `limit` and `yakuman` are those of the riichi family; `parts` are numbers beside the total that other families
    state by name (contract 3).
    """

    lines: tuple[ScoreLine, ...]
    struck: tuple[StruckLine, ...]
    total: int
    fu: int | None
    fu_lines: tuple[FuLine, ...]
    limit: Limit | None
    yakuman: int
    base: int
    qualified: int = 0
    enough: bool = False
    parts: tuple[tuple[str, object], ...] = ()


class Weight(NamedTuple):
    """The numbers of a `Worth`, by which readings are compared."""

    base: int
    yakuman: int
    total: int
    fu: int
    qualified: int
    enough: bool


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """The answer of `score`: worth, whether it may be declared, what the winner receives, the reading used.

    `reason` says which rule forbids declaring a hand that is complete. `stakes` are the points as multiples of a
    mangan, in games that count so. `unit` is that of the total.
    """

    complete: bool
    legal: bool
    worth: Worth
    points: Points
    reading: Reading | None
    reason: str | None = None
    stakes: Points | None = None
    unit: Unit = Unit.HAN


NOTHING = Worth((), (), 0, None, (), None, 0, 0)
