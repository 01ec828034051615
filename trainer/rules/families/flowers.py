"""The family of jintan: flowers add to the base, fan double the sum up to a cap (rules of the Chinese family, 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from trainer.hands import Group, Meld
from trainer.rules.breakdown import Unit, Weight, Worth
from trainer.rules.families.plain import Plain, level, line, weight, worth
from trainer.rules.patterns import endings, forms, groups, holdings, sets, suits
from trainer.rules.table import PatternTable, Row, flagged
from trainer.rules.variant import Flag, Options
from trainer.rules.win import By, Facts
from trainer.text import N_
from trainer.tiles import FLOWERS, Kind, is_honor

MOST = 4
"""A score is never more than so many times what it is without fan."""

CONCEALED = 1
"""What a group is worth more when no other seat's tile helped to make it."""

SHOWN = "flower_tiles"
GROUPS: dict[str, Callable[[Group], bool]] = {
    "honor_pung": groups.is_honor_pung,
    "honor_kong": groups.is_honor_kong,
    "number_kong": groups.is_number_kong,
}
"""Which groups each row of flowers counts."""

Counted = tuple[Row, int, int]
"""A row, what one is worth, how many."""


@dataclass(frozen=True, slots=True)
class Flowers(Plain):
    """(`base` + flowers x `flower`) doubled for each fan, at most `MOST` times as much. The rows `SHOWN` and `GROUPS`
    are worth flowers, a concealed group `CONCEALED` more; the others are worth fan. A win from a discard needs at least
    one flower or one fan; self-draws and robbed kongs need nothing."""

    table: PatternTable
    base: int
    flower: int
    unit: ClassVar[Unit] = Unit.SCORE

    def tally(self, facts: Facts) -> Worth:
        """What each payer owes under this reading; `parts` are the flowers and the fan. A row of groups has one line
        for the exposed ones and one for the concealed ones."""
        counted = self._counted(facts)
        flowers, fan = _sums(counted)
        lines = tuple(line(row, value, count) for row, value, count in counted)
        parts = (("flower_count", flowers), ("fan", fan))
        return worth(self.score(flowers, fan), lines, parts=parts, enough=_enough(facts, flowers, fan))

    def weigh(self, facts: Facts) -> Weight:
        """The numbers of `tally`, without the lines that explain them."""
        flowers, fan = _sums(self._counted(facts))
        return weight(self.score(flowers, fan), enough=_enough(facts, flowers, fan))

    def may_refuse(self, *, concealed: bool, honba: int, discard: bool = False) -> bool:
        """A win from a discard may have neither flower nor fan."""
        return discard

    def short(self, worth: Worth | Weight) -> str:
        return N_("A win from a discard needs at least one flower or one fan.")

    def valued(self, kind_: Kind, *winds: Kind | None) -> bool:
        """A pung of honors is a flower, with which any discard may be won."""
        return is_honor(kind_)

    def score(self, flowers: int, fan: int) -> int:
        """What each payer owes for so many flowers and fan."""
        return (self.base + self.flower * flowers) * min(1 << fan, MOST)

    def for_eight_flowers(self, melds: Iterable[Meld]) -> int:
        """What every other seat pays at once to the one who has shown all eight flowers and has these melds: as much
        as such flowers can score (rules of the Chinese family, H-9)."""
        rows = self.table.by_id
        flowers = FLOWERS * rows[SHOWN].value
        for m in melds:
            group = Group(m.form, m.kind, m)
            flowers += sum(rows[id_].value + CONCEALED * m.is_concealed for id_, test in GROUPS.items() if test(group))
        return (self.base + self.flower * flowers) * MOST

    def _counted(self, facts: Facts) -> list[Counted]:
        out: list[Counted] = []
        for h in self.table.match(facts).counted:
            test = GROUPS.get(h.row.id)
            if test is None:
                out.append((h.row, h.value, h.times))
                continue
            concealed = sum([facts.is_hidden(g) for g in facts.layout.pungs if test(g)])
            split = ((h.value, h.times - concealed), (h.value + CONCEALED, concealed))
            out += [(h.row, value, count) for value, count in split if count]
        return out


def _sums(counted: list[Counted]) -> tuple[int, int]:
    """The flowers and the fan."""
    flowers = fan = 0
    for row, value, count in counted:
        if row.id == SHOWN or row.id in GROUPS:
            flowers += value * count
        else:
            fan += value * count
    return flowers, fan


def _enough(facts: Facts, flowers: int, fan: int) -> bool:
    return facts.circumstance.by is not By.DISCARD or flowers + fan > 0


_fan, _flower = partial(level, unit=Unit.FAN), partial(level, unit=Unit.FLOWER)

TABLE = PatternTable((
    _fan("full_flush", suits.full_flush, "清一色", N_("Full flush"), 2, N_("One suit and no honors.")),
    _fan("seven_pairs", forms.seven_pairs, "七对", N_("Seven pairs"), 2,
          N_("Seven pairs; four tiles of one kind are two of them.")),
    _fan("half_flush", holdings.flush_with_honors, "混一色", N_("Half flush"), 1,
          N_("One suit and honors, or honors alone.")),
    _fan("all_pungs", sets.all_pungs, "对对胡", N_("All pungs"), 1, N_("Four pungs or kongs and a pair.")),
    _fan("out_with_replacement", flagged(Flag.KONG_REPLACEMENT), "杠开", N_("Out with a replacement tile"), 1,
          N_("Self-draw with the tile that replaces a kong.")),
    _fan("single_wait", groups.one_tile_left, "独吊", N_("Single wait"), 1,
          N_("All groups are laid down, and the one tile left completes the pair.")),
    _flower(SHOWN, endings.flowers_shown, "花牌", N_("Flower tiles"), 1, N_("A flower for each flower tile.")),
    _flower("honor_pung", groups.honor_pungs, "字牌刻子", N_("Pung of honors"), 1,
          N_("A flower for each pung of honors that another player's tile helped to finish, two for any other.")),
    _flower("honor_kong", groups.honor_kongs, "字牌杠", N_("Kong of honors"), 3,
          N_("Three flowers for each exposed kong of honors, four for a concealed one.")),
    _flower("number_kong", groups.number_kongs, "数牌杠", N_("Kong of number tiles"), 1,
          N_("A flower for each exposed kong of number tiles, two for a concealed one.")),
))  # fmt: skip
"""The fan, then the flowers."""

ANY_PAIR = replace(
    TABLE.by_id["single_wait"], pattern=groups.pair_completed, when=N_("The winning tile completes the pair.")
)
AFTER_FLOWERS_TOO = replace(
    TABLE.by_id["out_with_replacement"], when=N_("Self-draw with the tile that replaces a kong or a flower.")
)
"""The flag of the win says which replacements count."""


def jintan(o: Options) -> Flowers:
    """The scoring under `base`, `flower`, `dudiao` and `flower_kai`."""
    table = TABLE.with_row(ANY_PAIR) if o["dudiao"] == "any" else TABLE
    table = table.with_row(AFTER_FLOWERS_TOO) if o["flower_kai"] else table
    return Flowers(table, base=int(o["base"]), flower=int(o["flower"]))
