"""The family of xueliu: the highest base hand, doubled for roots and extras (rules of the Chinese family, 5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from trainer.rules.breakdown import Unit, Weight, Worth
from trainer.rules.families.plain import Plain, level, line, strike, superseded, weight, worth
from trainer.rules.patterns import circumstances, endings, forms, holdings, joined, sets, suits
from trainer.rules.table import Hit, PatternTable, flagged
from trainer.rules.variant import Flag, Options
from trainer.rules.win import Facts
from trainer.text import N_

ROOT = "root"
EXTRAS = ("self_drawn", "after_kong", "robbing_the_kong", "out_with_replacement", "last_tile")
SELF_DRAW_INSIDE = 2
"""The `gang_kai_total` under which a win on a kong's replacement holds the self-draw (rules of the Chinese family,
C-3)."""


@dataclass(frozen=True, slots=True)
class Doubling(Plain):
    """Of the base hands the highest counts. The rows `ROOT` and `EXTRAS` are worth doublings. `cap`: the most that a
    win is worth, 0 for no limit."""

    table: PatternTable
    cap: int = 0
    unit: ClassVar[Unit] = Unit.FAN

    def tally(self, facts: Facts) -> Worth:
        """What this reading is worth; `parts` are the base hand, the roots and the doublings of the extras."""
        hits = self.table.match(facts)
        base, roots, extras = _split(hits.counted)
        root_lines = tuple(line(h.row, h.value, h.times) for h in roots)
        extra_lines = tuple(line(h.row, h.value * h.times) for h in extras)
        lower = [h.row for h in hits.counted if h.row.id not in (base.row.id, ROOT, *EXTRAS)]
        struck = strike(lower, base.row.id) + superseded(hits)
        parts = (
            ("base", {"id": base.row.id, "value": base.value}),
            ("roots", sum(x.count for x in root_lines)),
            ("extra", sum(x.value for x in extra_lines)),
        )
        return worth(
            self._total(base, roots, extras), (line(base.row, base.value), *root_lines, *extra_lines), struck, parts
        )

    def weigh(self, facts: Facts) -> Weight:
        """The numbers of `tally`, without the lines that explain them."""
        return weight(self._total(*_split(self.table.match(facts).counted)))

    def _total(self, base: Hit, roots: list[Hit], extras: list[Hit]) -> int:
        total = base.value << sum([h.value * h.times for h in (*roots, *extras)])
        return min(total, self.cap) if self.cap else total


def _split(counted: tuple[Hit, ...]) -> tuple[Hit, list[Hit], list[Hit]]:
    """The highest base hand (some base hand fits every win), the roots, the extras."""
    roots = [h for h in counted if h.row.id == ROOT]
    extras = [h for h in counted if h.row.id in EXTRAS]
    bases = [h for h in counted if h.row.id not in (ROOT, *EXTRAS)]
    return max(bases, key=lambda h: h.value), roots, extras


_extra = partial(level, unit=Unit.DOUBLING)

TABLE = PatternTable((
    level("heavenly_hand", flagged(Flag.HEAVENLY), "天和", N_("Heavenly hand"), 64,
          N_("The dealer's first fourteen tiles are complete; nothing is doubled."), ROOT, *EXTRAS),
    level("flush_seven_pairs", joined.full_flush_pairs, "清七对", N_("Full flush of pairs"), 16,
          N_("Seven pairs of one suit.")),
    level("flush_golden_single", joined.full_flush_last_tile_of_pungs, "清金钩钓", N_("Full flush golden single"), 16,
          N_("Four pungs or kongs laid down and the pair completed with the one tile left, all of one suit.")),
    level("flush_all_pungs", joined.full_flush_pungs, "清对", N_("Full flush of pungs"), 10,
          N_("Four pungs or kongs and a pair, all of one suit.")),
    level("golden_single", joined.last_tile_of_pungs, "金钩钓", N_("Golden single"), 10,
          N_("Four pungs or kongs laid down, and the pair completed with the one tile left.")),
    level("seven_pairs", forms.seven_pairs, "七对", N_("Seven pairs"), 6,
          N_("Seven pairs; four tiles of one kind are two of them.")),
    level("full_flush", suits.full_flush, "清一色", N_("Full flush"), 6, N_("Only one suit.")),
    level("all_pungs", sets.all_pungs, "对对和", N_("All pungs"), 4, N_("Four pungs or kongs and a pair.")),
    level("basic", holdings.any_hand, "基本和", N_("Basic hand"), 2, N_("Any win.")),
    _extra(ROOT, holdings.fours, "根", N_("Root"), 1,
          N_("Doubles the hand for each kind of which all four tiles are held, in a kong or not.")),
    _extra("self_drawn", circumstances.self_draw, "自摸", N_("Self-draw"), 1,
          N_("Doubles the hand when the winning tile was drawn.")),
    _extra("after_kong", endings.discard_after_kong, "杠上炮", N_("Discard after a kong"), 1,
          N_("Doubles the hand when the opponent discarded the winning tile directly after a kong.")),
    _extra("robbing_the_kong", circumstances.robbed_kong, "抢杠", N_("Robbing a kong"), 1,
          N_("Doubles the hand when the opponent was adding the winning tile to a pung.")),
    _extra("out_with_replacement", flagged(Flag.KONG_REPLACEMENT), "杠上开花", N_("Out with a replacement tile"), 2,
          N_("Doubles the hand twice when the winning tile replaced a kong.")),
    _extra("last_tile", endings.last_tile_twice_from_a_discard, "海底捞月", N_("Last tile"), 1,
          N_("Doubles the hand once for a self-draw of the last tile, twice for a win from the discard after it.")),
))  # fmt: skip
"""Base hands with their fan, then the doublings."""

SELF_DRAW_COUNTED_WITHIN = replace(
    TABLE.by_id["out_with_replacement"],
    supersedes=("self_drawn",),
    when=N_("Doubles the hand twice when the winning tile replaced a kong; the self-draw is within it."),
)


def xueliu(o: Options) -> Doubling:
    """The scoring under `gang_kai_total` and `cap`."""
    inside = o["gang_kai_total"] == SELF_DRAW_INSIDE
    return Doubling(TABLE.with_row(SELF_DRAW_COUNTED_WITHIN) if inside else TABLE, cap=int(o["cap"]))
