"""The official Chinese table as far as one suit and honors reach, for tests only: the same engine with other values.

Against flower72 (rules 2.9): no luck of the deal and no declared ready, no pair of 2, 5, 8 or of terminals, no flowers;
an open and a concealed kong together are worth 5; seat and round are east, whose pung counts as both and not as one of
terminals or honors; nine gates leave all but one pung of terminals.
"""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.families import chinese
from trainer.rules.families.additive import Additive
from trainer.rules.families.chinese_rows import Meaning, pure_nine_gates
from trainer.rules.families.chinese_tables import COMMON, FLOWER72, OUTER_PUNGS, SELF_DRAW_WITHIN, Sheet, Strikes
from trainer.rules.patterns import honors, pungs
from trainer.rules.table import of_layout
from trainer.rules.win import Facts
from trainer.tiles import Kind

EAST = Kind(27)

_ABSENT = {
    "terminal_pair", "two_five_eight_pair", "declared_ready", "ready_at_deal", "heavenly_hand", "earthly_hand",
    "human_hand", "eight_flowers", "flower_tiles", "seat_flowers", "four_plants", "four_seasons",
}  # fmt: skip
_SHEET: Sheet = (
    *(line for line in FLOWER72 if line[0] not in _ABSENT),
    ("mixed_kongs", "明暗杠", 5), ("round_wind", "圈风刻", 2), ("seat_wind", "门风刻", 2),
)  # fmt: skip
_STRIKES: Strikes = {
    "big_four_winds": "round_wind seat_wind",
    "three_kongs": "mixed_kongs",
    "four_kongs": "mixed_kongs",
    "mixed_kongs": "concealed_kong melded_kong",
}


@of_layout
def mixed_kongs(h: Layout) -> int:
    return int(len(h.kongs) == 2 and {g.meld is not None and g.meld.is_concealed for g in h.kongs} == {True, False})


def outer_pungs(f: Facts) -> int:
    """East is no such pung while winds count at all."""
    h = f.layout
    few_winds = len(h.pung_kinds & honors.WINDS) < 3
    return pungs.each_terminal_or_wind.test(h) - (few_winds and EAST in h.pung_kinds) - pure_nine_gates(f)


_MEANINGS = {
    "mixed_kongs": Meaning(mixed_kongs, "", ""),
    "round_wind": Meaning(honors.pung_of(EAST), "", ""),
    "seat_wind": Meaning(honors.pung_of(EAST), "", ""),
    "pung_of_terminals_or_honors": Meaning(outer_pungs, "", ""),
}
_WITHOUT_GATES: Strikes = COMMON | {"nine_gates": "full_flush concealed_hand fully_concealed_hand"}

SCORING = Additive(chinese.table(_SHEET, (_WITHOUT_GATES, OUTER_PUNGS, SELF_DRAW_WITHIN, _STRIKES), _MEANINGS))
