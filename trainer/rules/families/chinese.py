"""The additive games of the Chinese family: what their options make of the tables (rules 2, 3, 6-8).

Each function takes the options of its game, all of them present, and gives the scoring.
"""

from __future__ import annotations

from trainer.rules.families.additive import Additive
from trainer.rules.families.chinese_rows import MEANINGS, Meaning
from trainer.rules.families.chinese_tables import (
    ACH,
    ACH_STRIKES,
    COMMON,
    FLOWER72,
    JINGDIAN,
    OUTER_PUNGS,
    SELF_DRAW_WITHIN,
    Sheet,
    Strikes,
)
from trainer.rules.families.chinese_values import HONG_KONG, HONG_KONG_STRIKES
from trainer.rules.patterns import flowers, pairs, pungs
from trainer.rules.table import PatternTable
from trainer.rules.variant import Options
from trainer.text import N_
from trainer.tiles import Kind

EAST, SOUTH, WEST = (Kind(k) for k in range(27, 30))
FLOWER_CAP = 200
"""No hand of flower72 pays more (rules 6)."""

PLAIN_SELF_DRAW = frozenset({"self_drawn"})
BEYOND_SELF_DRAW = frozenset(SELF_DRAW_WITHIN)
"""What needs a self-draw and says more than that."""

_SEAT_FLOWERS = {
    "W": Meaning(flowers.seat_flowers(EAST, WEST), N_("Flower of the seat"),
                 N_("Each flower of the winner's seat: the dealer's is east, the other one's west.")),
    "S": Meaning(flowers.seat_flowers(EAST, SOUTH), N_("Flower of the seat"),
                 N_("Each flower of the winner's seat: the dealer's is east, the other one's south.")),
}  # fmt: skip
_HONG_KONG_MEANINGS = {
    "pung_of_terminals_or_honors": Meaning(
        pungs.each_terminal, N_("Pung of terminals"), N_("Each pung or kong of a one or a nine.")),
    "last_of_kind": Meaning(
        MEANINGS["last_of_kind"].pattern, N_("Last of its kind"),
        N_("Three or more tiles of the winning kind lie face up, the winning tile not counted.")),
}  # fmt: skip
_ANY_PAIR = Meaning(pairs.all_chows, N_("All chows"), N_("Four runs and any pair."))


def table(sheet: Sheet, strikes: tuple[Strikes, ...], meanings: dict[str, Meaning] | None = None) -> PatternTable:
    """A sheet as a table. `strikes` add up; `meanings` come before the common ones."""
    known = MEANINGS | (meanings or {})
    here = {id_ for id_, _, _ in sheet}
    rows = []
    for id_, name, value in sheet:
        struck = [other for each in strikes for other in each.get(id_, "").split()]
        rows.append(known[id_].row(id_, name, value, tuple(other for other in struck if other in here)))
    return PatternTable(tuple(rows))


def jingdian(o: Options) -> Additive:
    """jingdian (rules 3). Without `zimo_stacks` a self-draw counts, or what says more than that, whichever is better;
    without `jia_fan` no kind is drawn by lot."""
    found = table(JINGDIAN, (COMMON, OUTER_PUNGS))
    if not o["jia_fan"]:
        found = found.without("bonus_kind")
    return Additive(found) if o["zimo_stacks"] else Additive(found, sides=(PLAIN_SELF_DRAW, BEYOND_SELF_DRAW))


def flower72(o: Options) -> Additive:
    """flower72 (rules 6): `table` D or D-ACH, `tian_ting`, and `seat2`, the wind of the seat that does not deal."""
    if o["table"] == "D":
        meanings = {"seat_flowers": _SEAT_FLOWERS[str(o["seat2"])]}
        found = table(FLOWER72, (COMMON, OUTER_PUNGS, SELF_DRAW_WITHIN), meanings)
    else:
        found = table(ACH, (COMMON, SELF_DRAW_WITHIN, ACH_STRIKES))
    if not o["tian_ting"]:
        found = found.without("ready_at_deal")
    return Additive(found, cap=FLOWER_CAP if o["table"] == "D" else 0)


def hk64(o: Options) -> Additive:
    """hk64 (rules 7): `pinghu_pair` says whether the pair of all chows may be an honor."""
    meanings = _HONG_KONG_MEANINGS | ({"all_chows": _ANY_PAIR} if o["pinghu_pair"] == "any" else {})
    return Additive(table(HONG_KONG, (COMMON, SELF_DRAW_WITHIN, HONG_KONG_STRIKES), meanings))


hk128 = hk64
"""hk128 has the same list; eight copies of each kind make more of it possible (rules 8)."""
