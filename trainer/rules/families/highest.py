"""The family of wenzhou: the one row worth most multiplies the stake (rules of the Chinese family, 9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from trainer.rules.breakdown import Unit, Weight, Worth
from trainer.rules.families.plain import Plain, level, line, strike, superseded, weight, worth
from trainer.rules.patterns import forms, groups, holdings, honors, joined, sets, steps, suits, terminals
from trainer.rules.table import PatternTable
from trainer.rules.variant import Options
from trainer.rules.win import Facts
from trainer.text import N_

NO_ROW = 1
"""The multiplier of a hand that no row fits (rules of the Chinese family, G-3)."""


@dataclass(frozen=True, slots=True)
class Highest(Plain):
    """The highest row that fits is the multiplier; it strikes all others. With `add` the rows that fit are added,
    less those contained in another, which are the ones that it supersedes."""

    table: PatternTable
    add: bool = False
    unit: ClassVar[Unit] = Unit.MULTIPLIER

    def tally(self, facts: Facts) -> Worth:
        """What this reading is worth."""
        hits = self.table.match(facts)
        if not hits.counted:
            return worth(NO_ROW, ())
        if self.add:
            lines = tuple(line(h.row, h.value) for h in hits.counted)
            return worth(sum(x.value for x in lines), lines, superseded(hits))
        best = max(hits.counted, key=lambda h: h.value)
        others = [h.row for h in hits.counted if h is not best] + [s.row for s in hits.struck]
        return worth(best.value, (line(best.row, best.value),), strike(others, best.row.id))

    def weigh(self, facts: Facts) -> Weight:
        """The numbers of `tally`, without the lines that explain them."""
        values = [h.value for h in self.table.match(facts).counted]
        return weight((sum(values) if self.add else max(values)) if values else NO_ROW)


# From the highest row down, so that of several rows that contain another the one that counts is said to strike it.
TABLE = PatternTable((
    level("big_four_winds", honors.big_four_winds, "大四喜", N_("Big four winds"), 20,
          N_("Pungs or kongs of all four winds."), "big_three_winds"),
    level("big_three_dragons", honors.big_three_dragons, "大三元", N_("Big three dragons"), 20,
          N_("Pungs or kongs of all three dragons.")),
    level("all_honors", honors.all_honors, "字一色", N_("All honors"), 18, N_("Only honors."), "all_simples"),
    level("little_four_winds", honors.little_four_winds, "小四喜", N_("Little four winds"), 16,
          N_("Three pungs of winds and a pair of the fourth."), "big_three_winds"),
    level("little_three_dragons", honors.little_three_dragons, "小三元", N_("Little three dragons"), 16,
          N_("Two pungs of dragons and a pair of the third.")),
    level("four_concealed_pungs", groups.least_concealed_pungs(4), "4暗刻", N_("Four concealed pungs"), 16,
          N_("Four pungs or kongs that no other player's tile helped to finish."),
          "three_concealed_pungs", "concealed_hand"),
    level("quadruple_chow", steps.alike(4), "4同顺", N_("Quadruple chow"), 14, N_("Four runs that are the same."),
          "pure_triple_chow"),
    level("four_shifted_chows", steps.rising(4), "4步高", N_("Four shifted chows"), 12,
          N_("Four runs, each one rank above the one before, or each two ranks."), "pure_shifted_chows"),
    level("all_terminals_and_honors", holdings.terminals_with_honors, "混幺九", N_("Terminals and honors"), 12,
          N_("Only terminals and honors, and some of both.")),
    level("full_flush_all_pungs", joined.full_flush_pungs, "清一色碰碰胡", N_("Full flush of pungs"), 12,
          N_("Four pungs or kongs and a pair, all of one suit without honors."), "full_flush"),
    level("luxury_seven_pairs", joined.pairs_with_four_alike, "豪华七对子", N_("Luxury seven pairs"), 10,
          N_("Seven pairs, two of which are the four tiles of one kind."), "seven_pairs", "concealed_hand"),
    level("seven_pairs", forms.seven_pairs, "七对子", N_("Seven pairs"), 8,
          N_("Seven pairs; four tiles of one kind are two of them."), "concealed_hand"),
    level("full_flush", suits.full_flush, "清一色", N_("Full flush"), 8, N_("One suit and no honors.")),
    level("big_three_winds", groups.least_wind_pungs(3), "3风刻", N_("Big three winds"), 8,
          N_("Pungs or kongs of three winds.")),
    level("pure_triple_chow", steps.alike(3), "3同顺", N_("Pure triple chow"), 8, N_("Three runs that are the same.")),
    level("pure_shifted_chows", steps.rising(3), "3步高", N_("Pure shifted chows"), 6,
          N_("Three runs, each one rank above the one before, or each two ranks.")),
    level("pure_straight", sets.pure_straight, "青龙", N_("Straight from one to nine"), 6,
          N_("The runs 123, 456 and 789 of one suit.")),
    level("three_concealed_pungs", groups.least_concealed_pungs(3), "3暗刻", N_("Three concealed pungs"), 6,
          N_("Three pungs or kongs that no other player's tile helped to finish.")),
    level("half_flush_all_pungs", joined.half_flush_pungs, "混一色碰碰胡", N_("Half flush of pungs"), 4,
          N_("Four pungs or kongs and a pair, of one suit and honors.")),
    level("all_simples", holdings.no_terminals, "断幺九", N_("All simples"), 2,
          N_("No ones and no nines; honors are allowed.")),
    level("concealed_hand", groups.concealed_hand, "门前清", N_("Concealed hand"), 2,
          N_("No tile was claimed before the win.")),
))  # fmt: skip
"""The rows of section 9; what contains another supersedes it."""


def wenzhou(o: Options) -> Highest:
    """The scoring under `combine` and `g_duanyao_honours`."""
    table = TABLE
    if not o["g_duanyao_honours"]:
        plain = replace(
            table.by_id["all_simples"], pattern=terminals.all_simples, when=N_("No terminals and no honors.")
        )
        table = table.with_row(plain)
    return Highest(table, add=o["combine"] == "sum")
