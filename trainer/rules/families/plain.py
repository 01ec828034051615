"""What the families share that have no fu, no limits, and rows worth the same with claimed melds as without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from trainer.rules.breakdown import ScoreLine, StruckLine, Unit, Weight, Worth
from trainer.rules.table import Hits, Pattern, Row
from trainer.text import N_
from trainer.tiles import Kind


class Plain:
    """A family in which every self-draw may be declared and no pung by itself is a reason to win."""

    __slots__ = ()
    by_waits: ClassVar[bool] = False
    unit: ClassVar[Unit]

    def may_refuse(self, *, concealed: bool, honba: int, discard: bool = False) -> bool:
        return False

    def short(self, worth: Worth | Weight) -> str:
        return N_("The hand is below the minimum.")

    def valued(self, kind_: Kind, *winds: Kind | None) -> bool:
        return False


def level(
    id_: str,
    pattern: Pattern,
    name: str,
    label: str,
    value: int,
    when: str,
    *supersedes: str,
    unit: Unit | None = None,
) -> Row:
    """A row that is worth the same whether melds are claimed or not."""
    return Row(id_, pattern, name, label, value, value, supersedes=supersedes, when=when, unit=unit)


def line(row: Row, value: int, count: int = 1) -> ScoreLine:
    """The row as counted: so many, each worth so much."""
    return ScoreLine(row.id, row.name, row.label, value, count)


def strike(rows: Iterable[Row], by: str) -> tuple[StruckLine, ...]:
    """The rows as struck by one id."""
    return tuple([StruckLine(r.id, r.name, r.label, by) for r in rows])


def superseded(hits: Hits) -> tuple[StruckLine, ...]:
    """The rows that others strike, as the table says."""
    return tuple([StruckLine(s.row.id, s.row.name, s.row.label, s.by) for s in hits.struck])


def worth(
    total: int,
    lines: tuple[ScoreLine, ...],
    struck: tuple[StruckLine, ...] = (),
    parts: tuple[tuple[str, object], ...] = (),
    *,
    enough: bool = True,
) -> Worth:
    """A worth that is paid as it stands, and all of which qualifies."""
    return Worth(lines, struck, total, None, (), None, 0, total, total, enough, parts)


def weight(total: int, *, enough: bool = True) -> Weight:
    """The numbers of such a worth."""
    return Weight(total, 0, total, 0, total, enough)
