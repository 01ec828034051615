"""The riichi family: han by openness, fu from groups, pair, wait and method, limits, yakuman (rules 0.8-0.10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from trainer.hands import Form, Group, Layout, WaitShape, noted
from trainer.rules.breakdown import FuLine, Limit, ScoreLine, StruckLine, Unit, Weight, Worth
from trainer.rules.patterns.honors import DRAGONS, Values
from trainer.rules.table import Hit, Hits, PatternTable
from trainer.rules.win import Facts
from trainer.text import N_
from trainer.tiles import KINDS, Kind, is_honor, is_terminal

YAKUMAN_HAN = 13
KIRIAGE = ((4, 30), (3, 60))
"""Han and fu just short of a mangan."""

BASE = {
    Limit.MANGAN: 2000,
    Limit.HANEMAN: 3000,
    Limit.BAIMAN: 4000,
    Limit.SANBAIMAN: 6000,
    Limit.YAKUMAN: 8000,
    Limit.KAZOE_YAKUMAN: 8000,
}


Least = tuple[tuple[int, int], ...]
"""(han, fu) pairs: a hand that has both numbers of one of them may be declared."""

NO_HAN: Least = ((0, 0),)
ONE_HAN: Least = ((1, 0),)
TWO_HAN: Least = ((2, 0),)
KIRIAGE_MANGAN: Least = ((5, 0), *KIRIAGE)


EVERY_HONOR = Values()


@dataclass(frozen=True, slots=True)
class Riichi:
    """Arithmetic over hits. `kazoe`: thirteen han make a yakuman; `stack`: several yakuman add up;
    `double`: rows that say so count twice; `least`: what the rows that qualify must reach to be declared, two han from
    `two_han_from` counters on;
    `kiriage`: 4 han 30 fu and 3 han 60 fu are a mangan; `values`: honors whose pair is worth fu."""

    table: PatternTable
    kazoe: bool = True
    stack: bool = True
    double: bool = False
    least: Least = ONE_HAN
    two_han_from: int | None = None
    kiriage: bool = False
    values: Values = EVERY_HONOR
    unit: ClassVar[Unit] = Unit.HAN
    by_waits: ClassVar[bool] = False

    def tally(self, facts: Facts) -> Worth:
        """What this reading is worth. Yakuman replace all other lines."""
        hits = self.table.match(facts)
        struck = tuple([StruckLine(s.row.id, s.row.name, s.row.label, s.by) for s in hits.struck])
        limits: list[Hit] = []
        alone: list[Hit] = []
        rest: list[Hit] = []
        for h in hits.counted:
            (limits if h.row.limit else alone if h.row.alone else rest).append(h)
        if limits:
            best = self._yakuman(limits, hits, facts, struck)
            if any(h.row.qualifies for h in limits):
                return best
            needed = self._sum([*rest, *alone], facts, ())  # the limit is a reward for a hand that could win anyway
            return replace(best, qualified=needed.qualified, enough=needed.enough)
        best = self._sum(rest, facts, struck)
        for h in alone:
            by_itself = self._sum([h], facts, struck)
            if by_itself.base > best.base:
                best, rest = replace(by_itself, struck=struck + _strike(rest, h.row.id)), [h]
            else:
                best = replace(best, struck=best.struck + _strike([h], max(rest, key=_worth).row.id))
        return best

    def weigh(self, facts: Facts) -> Weight:
        """The numbers of `tally`, without the lines that explain them."""
        added = self.table.sum(facts)
        if added is None:
            w = self.tally(facts)
            return Weight(w.base, w.yakuman, w.total, w.fu or 0, w.qualified, w.enough)
        han, qualified, late = added
        rounded = _rounded(fu_total(facts, self.values, pinfu="pinfu" in late), facts)
        _, base = _limit(han, rounded, self.kazoe, self.kiriage)
        enough = _enough(qualified, rounded, self.needed(facts.circumstance.bonus.honba))
        return Weight(base, 0, han, rounded, qualified, enough)

    def may_refuse(self, *, concealed: bool, honba: int, discard: bool = False) -> bool:
        """An open hand, or any from a discard, may have no yaku; where the least worth is more than that of a
        self-draw, any may be below."""
        least = self.needed(honba)
        return least != NO_HAN and (discard or not concealed or least != ONE_HAN)

    def short(self, worth: Worth | Weight) -> str:
        return N_("The hand has no yaku.") if worth.qualified == 0 else N_("The hand is below the minimum.")

    def valued(self, kind_: Kind, *winds: Kind | None) -> bool:
        return (self.values.dragons and kind_ in DRAGONS) or (self.values.winds and kind_ in winds)

    def needed(self, honba: int) -> Least:
        """What the rows that qualify must reach with so many counters on the table."""
        late = self.two_han_from is not None and honba >= self.two_han_from
        return TWO_HAN if late else self.least

    def _sum(self, counted: list[Hit], facts: Facts, struck: tuple[StruckLine, ...]) -> Worth:
        lines = tuple([_line(h.row.id, h.row.name, h.row.label, h.value, h.times) for h in counted])
        han, counts_for_least, pinfu = 0, 0, False
        for h in counted:
            worth = h.value * h.times
            han += worth
            counts_for_least += worth if h.row.qualifies else 0
            pinfu = pinfu or h.row.id == "pinfu"
        fu_lines = fu(facts, self.values, pinfu=pinfu)
        total_fu = sum([line.value for line in fu_lines])
        rounded = _rounded(total_fu, facts)
        limit, base = self.limit(han, rounded)
        enough = _enough(counts_for_least, rounded, self.needed(facts.circumstance.bonus.honba))
        return Worth(lines, struck, han, rounded, fu_lines, limit, 0, base, counts_for_least, enough)

    def _yakuman(self, limits: list[Hit], hits: Hits, facts: Facts, struck: tuple[StruckLine, ...]) -> Worth:
        def times(hit: Hit) -> int:
            return 2 if self.double and hit.row.double is not None and hit.row.double(facts) else 1

        limits = sorted(limits, key=times, reverse=True) if not self.stack else limits
        counted = limits if self.stack else limits[:1]
        best = counted[0].row.id
        out = {h.row.id for h in counted}
        struck += _strike([h for h in hits.counted if h.row.id not in out], best)
        lines = tuple([_line(h.row.id, h.row.name, h.row.label, YAKUMAN_HAN, times(h)) for h in counted])
        number = sum(line.count for line in lines)
        return Worth(
            lines, struck, YAKUMAN_HAN * number, None, (), Limit.YAKUMAN, number, number * BASE[Limit.YAKUMAN],
            YAKUMAN_HAN * number, True,
        )  # fmt: skip

    def limit(self, han: int, fu_: int) -> tuple[Limit | None, int]:
        """The limit reached and the base points (rules 0.8)."""
        return _limit(han, fu_, self.kazoe, self.kiriage)


@lru_cache(maxsize=1 << 10)
def _limit(han: int, fu_: int, kazoe: bool, kiriage: bool) -> tuple[Limit | None, int]:
    if han >= YAKUMAN_HAN:
        named = Limit.KAZOE_YAKUMAN if kazoe else Limit.SANBAIMAN
    elif han >= 11:
        named = Limit.SANBAIMAN
    elif han >= 8:
        named = Limit.BAIMAN
    elif han >= 6:
        named = Limit.HANEMAN
    elif han == 5 or fu_ * 2 ** (han + 2) >= BASE[Limit.MANGAN] or (kiriage and (han, fu_) in KIRIAGE):
        named = Limit.MANGAN
    else:
        return None, fu_ * 2 ** (han + 2)
    return named, BASE[named]


@lru_cache(maxsize=1 << 10)
def _enough(qualified: int, fu_: int, least: Least) -> bool:
    return any(qualified >= han and fu_ >= fu_least for han, fu_least in least)


def _rounded(total: int, facts: Facts) -> int:
    """Fu are rounded up to tens, but for the flat ones of seven pairs."""
    return total if facts.layout.shape == "seven_pairs" else -(-total // 10) * 10


_line = lru_cache(maxsize=1 << 10)(ScoreLine)
_fu_line = lru_cache(maxsize=1 << 10)(FuLine)
"""The same few lines are wanted for hundreds of readings."""


def _worth(hit: Hit) -> int:
    return hit.value * hit.times


def _strike(hits: list[Hit], by: str) -> tuple[StruckLine, ...]:
    return tuple(StruckLine(h.row.id, h.row.name, h.row.label, by) for h in hits)


_OUTER = frozenset(Kind(k) for k in range(KINDS) if is_honor(Kind(k)) or is_terminal(Kind(k)))
_PUNG_LABELS = ((N_("Open pung"), N_("Concealed pung")), (N_("Open kong"), N_("Concealed kong")))
"""By being a kong and being hidden."""


_NARROW = frozenset({WaitShape.CLOSED, WaitShape.EDGE, WaitShape.SINGLE})


def _pung_fu(group: Group, *, hidden: bool) -> int:
    return (4 if group.kind in _OUTER else 2) * (2 if hidden else 1) * (4 if group.form is Form.KONG else 1)


@noted
def _pungs_fu(layout: Layout) -> int:
    """Fu of all pungs and kongs as they are when no other seat's tile completed one."""
    return sum([_pung_fu(g, hidden=g.meld is None or g.meld.is_concealed) for g in layout.pungs])


def fu_total(facts: Facts, values: Values, *, pinfu: bool) -> int:
    """The sum of `fu`, in which the pungs of a layout are kept."""
    layout, self_draw = facts.layout, facts.circumstance.self_draw
    if layout.shape != "standard":
        return 25
    total = 20 + _pungs_fu(layout) + 2 * values.of(layout.pairs[0], facts) + 2 * (facts.wait in _NARROW)
    if self_draw:
        total += 0 if pinfu else 2
    else:
        total += 10 if layout.is_concealed else 0
        if facts.completed.form is Form.PUNG:
            total -= _pung_fu(facts.completed, hidden=True) - _pung_fu(facts.completed, hidden=False)
    return 30 if total == 20 and not layout.is_concealed else total


def fu(facts: Facts, values: Values, *, pinfu: bool) -> tuple[FuLine, ...]:
    """Fu line by line, before rounding (rules 0.9)."""
    self_draw = facts.circumstance.self_draw
    if facts.layout.shape != "standard":  # other shapes than pairs are yakuman, which need none
        return (_fu_line(N_("Seven pairs"), 25),)
    lines = [_fu_line(N_("Base"), 20)]
    if facts.layout.is_concealed and not self_draw:
        lines.append(_fu_line(N_("Concealed win from a discard"), 10))
    if self_draw and not pinfu:
        lines.append(_fu_line(N_("Self-draw"), 2))
    for group in facts.layout.pungs:
        hidden = facts.is_hidden(group)
        kong = group.form is Form.KONG
        lines.append(_fu_line(_PUNG_LABELS[kong][hidden], _pung_fu(group, hidden=hidden), group.kind))
    worth = 2 * values.of(facts.layout.pairs[0], facts)
    if worth:
        lines.append(_fu_line(N_("Pair of value"), worth, facts.layout.pairs[0]))
    if facts.wait in _NARROW:
        lines.append(_fu_line(N_("Closed, edge or single wait"), 2))
    if len(lines) == 1 and not facts.layout.is_concealed:
        lines.append(_fu_line(N_("Open hand without fu"), 10))
    return tuple(lines)
