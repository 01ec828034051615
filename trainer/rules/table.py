"""Pattern tables: what a variant says each pattern is worth, and who supersedes whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from trainer.hands import Layout
from trainer.rules.variant import Flag
from trainer.rules.win import Facts

Pattern = Callable[[Facts], int]
"""0 = no, 1 = yes, n = n times. A pattern never knows its value; a configurable one is made by a factory."""


@dataclass(frozen=True, slots=True)
class of_layout:  # noqa: N801  (a decorator)
    """A pattern that sees the layout alone, so that its answer holds for every way to have completed it."""

    test: Callable[[Layout], int]

    def __call__(self, facts: Facts) -> int:
        return self.test(facts.layout)


@dataclass(frozen=True, slots=True)
class flagged:  # noqa: N801  (a factory of patterns)
    """A pattern that needs a flag and, where given, more than that."""

    flag: Flag
    more: Pattern | None = None

    def __call__(self, facts: Facts) -> int:
        return int(facts.has(self.flag) and (self.more is None or self.more(facts) > 0))


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
    qualifies: bool = True
    """Whether it helps to reach the least worth that may be declared."""
    alone: bool = False
    """Counts only by itself: it replaces the other lines when it pays more, and is dropped otherwise."""
    when: str = ""
    """When it fits, in a sentence for the rules page (marked for translation)."""


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
    _settled: Callable[[Layout], tuple[tuple[int, int], ...]] = field(init=False, compare=False, repr=False)
    _open: tuple[tuple[int, Row], ...] = field(init=False, compare=False, repr=False)
    _flagged: dict[Flag, tuple[tuple[int, Row], ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        by_id = {r.id: r for r in self.rows}
        if len(by_id) != len(self.rows):
            raise ValueError("a row id stands twice in the table")
        for row in self.rows:
            for other in row.supersedes:
                if other not in by_id:
                    raise ValueError(f"{row.id} supersedes {other}, which is not in the table")
        numbered = tuple(enumerate(self.rows))
        by_flag = {
            flag: tuple((i, r) for i, r in numbered if isinstance(r.pattern, flagged) and r.pattern.flag is flag)
            for flag in Flag
        }
        whole = tuple((i, r.pattern.test) for i, r in numbered if isinstance(r.pattern, of_layout))
        rest = tuple((i, r) for i, r in numbered if not isinstance(r.pattern, (of_layout, flagged)))

        def settled(layout: Layout) -> tuple[tuple[int, int], ...]:
            return tuple((i, times) for i, test in whole if (times := test(layout)))

        object.__setattr__(self, "by_id", by_id)
        object.__setattr__(self, "_settled", lru_cache(maxsize=1 << 15)(settled))
        object.__setattr__(self, "_open", rest)
        object.__setattr__(self, "_flagged", by_flag)

    def without(self, *ids: str) -> PatternTable:
        """The table less these rows, dropped from what others supersede too."""
        for gone in ids:
            if gone not in self.by_id:
                raise ValueError(f"{gone} is not in the table")
        kept = tuple(
            replace(r, supersedes=tuple(s for s in r.supersedes if s not in ids)) for r in self.rows if r.id not in ids
        )
        return PatternTable(kept)

    def with_row(self, row: Row) -> PatternTable:
        """The table with this row in place of the one of its id, or at the end."""
        if row.id in self.by_id:
            return PatternTable(tuple(row if r.id == row.id else r for r in self.rows))
        return PatternTable((*self.rows, row))

    def match(self, facts: Facts) -> Hits:
        """Every row that fits this reading, and which of them another one strikes."""
        found = list(self._settled(facts.layout))
        found += [(i, times) for i, row in self._open if (times := row.pattern(facts))]
        for flag in facts.circumstance.flags:
            found += [(i, times) for i, row in self._flagged[flag] if (times := row.pattern(facts))]
        found.sort()
        concealed = facts.layout.is_concealed
        hits = []
        for i, times in found:
            row = self.rows[i]
            value = row.value if concealed else row.open
            if value is not None:
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
