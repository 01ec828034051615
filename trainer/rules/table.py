"""Pattern tables: what a variant says each pattern is worth, and who supersedes whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from trainer.rules.win import Facts

Pattern = Callable[[Facts], int]
"""0 = no, 1 = yes, n = n times. A pattern never knows its value; a configurable one is made by a factory."""


@dataclass(frozen=True, slots=True)
class Row:
    """One pattern as a variant values it.

    `id` is the line id of the machine interface, `name` the game's own name, `label` the English one (marked for
    translation). `value` counts when no meld is claimed, `open` otherwise (None: worth nothing then).
    `limit` rows (yakuman) replace all others. `supersedes` names the rows that a hit strikes.
    """

    id: str
    pattern: Pattern
    name: str
    label: str
    value: int
    open: int | None = None
    limit: bool = False
    supersedes: tuple[str, ...] = ()
    double: Pattern | None = None
    """For a limit row: when it counts twice, where the rules allow that at all."""
    alone: bool = False
    """Counts only by itself: it replaces the other lines when it pays more, and is dropped otherwise."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that fits, how many times, and what it is worth each time."""

    row: Row
    times: int
    value: int


@dataclass(frozen=True, slots=True)
class Struck:
    """A row that fits but does not count, and the id of the row that replaced it."""

    row: Row
    by: str


@dataclass(frozen=True, slots=True)
class Hits:
    counted: tuple[Hit, ...]
    struck: tuple[Struck, ...]


@dataclass(frozen=True, slots=True)
class PatternTable:
    """Rows in the order of the score sheet; ids are unique and every superseded id exists."""

    rows: tuple[Row, ...]
    by_id: dict[str, Row] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        by_id = {r.id: r for r in self.rows}
        if len(by_id) != len(self.rows):
            raise ValueError("a row id stands twice in the table")
        for row in self.rows:
            for other in row.supersedes:
                if other not in by_id:
                    raise ValueError(f"{row.id} supersedes {other}, which is not in the table")
        object.__setattr__(self, "by_id", by_id)

    def without(self, *ids: str) -> PatternTable:
        """The table less these rows, dropped from what others supersede too."""
        for gone in ids:
            if gone not in self.by_id:
                raise ValueError(f"{gone} is not in the table")
        kept = tuple(
            replace(r, supersedes=tuple(s for s in r.supersedes if s not in ids)) for r in self.rows if r.id not in ids
        )
        return PatternTable(kept)

    def match(self, facts: Facts) -> Hits:
        """Every row that fits this reading, and which of them another one strikes."""
        hits = []
        concealed = facts.is_concealed
        for row in self.rows:
            value = row.value if concealed else row.open
            if value is not None and (times := row.pattern(facts)):
                hits.append(Hit(row, times, value))
        killer: dict[str, str] = {}
        if not any(hit.row.supersedes for hit in hits):
            return Hits(tuple(hits), ())
        for hit in hits:
            for other in hit.row.supersedes:
                killer.setdefault(other, hit.row.id)
        return Hits(
            tuple(h for h in hits if h.row.id not in killer),
            tuple(Struck(h.row, killer[h.row.id]) for h in hits if h.row.id in killer),
        )
