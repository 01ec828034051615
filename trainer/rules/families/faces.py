"""The family of jisu: the sum of what stands on the tiles, and bonuses (rules of the Chinese family, 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from trainer.rules.breakdown import Unit, Weight, Worth
from trainer.rules.families.plain import Plain, level, line, superseded, weight, worth
from trainer.rules.patterns import endings, groups, holdings
from trainer.rules.table import PatternTable, flagged
from trainer.rules.variant import Flag, Options
from trainer.rules.win import Facts
from trainer.text import N_

FACES = "faces"


@dataclass(frozen=True, slots=True)
class Faces(Plain):
    """Everything that fits is added."""

    table: PatternTable
    unit: ClassVar[Unit] = Unit.FAN

    def tally(self, facts: Facts) -> Worth:
        """What this reading is worth. The faces are one line with their sum."""
        hits = self.table.match(facts)
        lines = tuple([
            line(h.row, h.value * h.times) if h.row.id == FACES else line(h.row, h.value, h.times) for h in hits.counted
        ])  # fmt: skip
        return worth(sum(x.value * x.count for x in lines), lines, superseded(hits))

    def weigh(self, facts: Facts) -> Weight:
        """The numbers of `tally`, without the lines that explain them."""
        return weight(sum([h.value * h.times for h in self.table.match(facts).counted]))


TABLE = PatternTable((
    level(FACES, holdings.faces, "牌面", N_("Faces"), 1,
          N_("The sum of the five tiles: a number tile its rank, a dragon ten.")),
    level("pung", groups.any_pung, "刻子", N_("Pung"), 10, N_("Three tiles of one kind beside the pair.")),
    level("five_dragons", holdings.dragons_only, "五张箭牌", N_("Five dragons"), 70,
          N_("Only dragons; it takes the place of the faces and of the pung."), FACES, "pung"),
    level("declared_ready", flagged(Flag.READY), "报听", N_("Declared ready"), 2,
          N_("Ready was declared before the win.")),
    level("bonus_flip", endings.turned_kinds, "奖花", N_("Bonus tile"), 10,
          N_("Each tile turned from the wall after the win whose kind is in the hand.")),
))  # fmt: skip

_SWITCHES = {"b_triplet": "pung", "b_dragons": "five_dragons", "b_ting": "declared_ready", "b_bonus": "bonus_flip"}
"""The row that each option at 0 takes away."""


def jisu(o: Options) -> Faces:
    """The scoring under `b_triplet`, `b_dragons`, `b_ting` and `b_bonus`."""
    return Faces(TABLE.without(*(row for key, row in _SWITCHES.items() if not o[key])))
