"""Pattern tables: what a variant says each pattern is worth, and who supersedes whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from trainer.hands import Layout, noted
from trainer.rules.breakdown import Unit
from trainer.rules.variant import Flag
from trainer.rules.win import Circumstance, Facts
from trainer.tiles import Kind

if TYPE_CHECKING:
    from trainer.rules.variant import Ruleset

RECENT = 64
"""Circumstances known by being the same value in memory."""

Pattern = Callable[[Facts], int]
"""0 = no, 1 = yes, n = n times. A pattern never knows its value; a configurable one is made by a factory."""


@dataclass(frozen=True, slots=True)
class of_layout:  # noqa: N801  (a decorator)
    """A pattern that sees the layout alone, so that its answer holds for every way to have completed it."""

    test: Callable[[Layout], int]

    def __call__(self, facts: Facts) -> int:
        return self.test(facts.layout)


@dataclass(frozen=True, slots=True)
class of_circumstance:  # noqa: N801  (a decorator)
    """A pattern that sees the layout and the circumstance: its answer holds whichever group was completed."""

    test: Callable[[Layout, Circumstance], int]

    def __call__(self, facts: Facts) -> int:
        return self.test(facts.layout, facts.circumstance)


@dataclass(frozen=True, slots=True)
class flagged:  # noqa: N801  (a factory of patterns)
    """A pattern that needs a flag and, where given, more than that."""

    flag: Flag
    more: of_circumstance | None = None

    def test(self, layout: Layout, c: Circumstance) -> int:
        return int(self.flag in c.flags and (self.more is None or self.more.test(layout, c) > 0))

    def __call__(self, facts: Facts) -> int:
        return self.test(facts.layout, facts.circumstance)


@dataclass(frozen=True, slots=True)
class of_own_pungs:  # noqa: N801  (a decorator)
    """A pattern that sees the number of pungs and kongs made without another seat's tile; with a self-draw its answer
    holds whichever group was completed."""

    test: Callable[[int], int]

    def __call__(self, facts: Facts) -> int:
        return self.test(facts.concealed_pungs)


def _nothing(rules: Ruleset) -> bool:
    return True


def made_of(kinds: Iterable[Kind]) -> Callable[[Ruleset], bool]:
    """Whether the set has so many tiles of these kinds that a whole hand may be made of them."""
    these = tuple(kinds)
    return lambda rules: sum(rules.tiles.supply[k] for k in these) > rules.deal.hand


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
    unit: Unit | None = None
    """What its value is counted in, where that is not the unit of the total."""
    needs: Callable[[Ruleset], bool] = _nothing
    """Whether rules let it occur at all; a row that cannot is never hit and need not be shown."""


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
class Standing:
    """What is true of layouts under one circumstance, whichever group was completed: the numbers of the rows that fit
    and how many times, and what they add (see `PatternTable.sum`). `late` rows hang on the group completed."""

    found: Callable[[Layout], list[tuple[int, int]]]
    added: Callable[[Layout], tuple[int, int] | None]
    late: tuple[tuple[int, Row], ...]


@dataclass(frozen=True, slots=True)
class PatternTable:
    """Rows in the order of the score sheet; ids are unique and every superseded id exists."""

    rows: tuple[Row, ...]
    by_id: dict[str, Row] = field(init=False, compare=False, repr=False)
    _standing: Callable[[Circumstance], Standing] = field(init=False, compare=False, repr=False)
    _entangled: frozenset[str] = field(init=False, compare=False, repr=False)
    """Ids of rows that say more than what they add."""

    def __post_init__(self) -> None:
        by_id = {r.id: r for r in self.rows}
        if len(by_id) != len(self.rows):
            raise ValueError("a row id stands twice in the table")
        for row in self.rows:
            for other in row.supersedes:
                if other not in by_id:
                    raise ValueError(f"{row.id} supersedes {other}, which is not in the table")
        numbered = tuple(enumerate(self.rows))
        whole = tuple((i, r.pattern.test) for i, r in numbered if isinstance(r.pattern, of_layout))
        luck = tuple((i, r.pattern) for i, r in numbered if isinstance(r.pattern, (flagged, of_circumstance)))
        pungs = tuple((i, r.pattern.test) for i, r in numbered if isinstance(r.pattern, of_own_pungs))
        known_early = (of_layout, flagged, of_circumstance)
        by_draw = tuple((i, r) for i, r in numbered if not isinstance(r.pattern, (*known_early, of_own_pungs)))
        by_others = tuple((i, r) for i, r in numbered if not isinstance(r.pattern, known_early))

        @noted
        def settled(layout: Layout) -> list[tuple[int, int]]:
            return [(i, times) for i, test in whole if (times := test(layout))]

        @lru_cache(maxsize=1 << 7)
        def standing(c: Circumstance) -> Standing:
            here = [(i, p.test) for i, p in luck if not isinstance(p, flagged) or p.flag in c.flags]
            own = pungs if c.self_draw else ()

            @noted
            def stands(layout: Layout) -> list[tuple[int, int]]:
                lucky = [(i, times) for i, test in here if (times := test(layout, c))]
                return sorted([*settled(layout), *lucky, *[(i, n) for i, test in own if (n := test(layout.own_pungs))]])

            @noted
            def added(layout: Layout) -> tuple[int, int] | None:
                return self._added(stands(layout), concealed=layout.is_concealed)

            return Standing(stands, added, by_draw if c.self_draw else by_others)

        recent: dict[int, tuple[Circumstance, Standing]] = {}

        def known(c: Circumstance) -> Standing:
            """As `standing`, without a look into the value where hundreds of wins share one: that takes longer."""
            kept = recent.get(id(c))  # it keeps its circumstance, so no other one can have this id
            if kept is not None:
                return kept[1]
            if len(recent) >= RECENT:
                recent.clear()
            found = standing(c)
            recent[id(c)] = c, found
            return found

        struck = {other for r in self.rows for other in r.supersedes}
        object.__setattr__(self, "by_id", by_id)
        object.__setattr__(self, "_standing", known)
        object.__setattr__(
            self, "_entangled",
            frozenset(r.id for r in self.rows if r.limit or r.alone or r.supersedes or r.id in struck),
        )  # fmt: skip

    def _added(self, found: list[tuple[int, int]], *, concealed: bool) -> tuple[int, int] | None:
        """What these rows are worth in all, and the part that qualifies; None where some of them does not just add."""
        rows: list[tuple[Row, int]] = [(self.rows[i], times) for i, times in found]
        if not self._entangled.isdisjoint([row.id for row, _ in rows]):
            rows = [(h.row, h.times) for h in self._hits(found, concealed=concealed).counted]
        total = qualified = 0
        for row, times in rows:
            value = row.value if concealed else row.open
            if value is not None:
                if row.limit or row.alone:
                    return None
                total += value * times
                qualified += value * times if row.qualifies else 0
        return total, qualified

    def sum(self, facts: Facts) -> tuple[int, int, tuple[str, ...]] | None:
        """The short way to what `match` finds where all rows just add up: their worth, the part of it that qualifies,
        and the ids of those that hang on the group completed; None where `match` must be asked."""
        standing = self._standing(facts.circumstance)
        added = standing.added(facts.layout)
        if added is None:
            return None
        total, qualified = added
        late: tuple[str, ...] = ()
        for _, row in standing.late:
            times = row.pattern(facts)
            if not times:
                continue
            value = row.value if facts.layout.is_concealed else row.open
            if value is not None:
                if row.id in self._entangled:
                    return None
                total += value * times
                qualified += value * times if row.qualifies else 0
                late = (*late, row.id)
        return total, qualified, late

    def possible(self, rules: Ruleset) -> tuple[Row, ...]:
        """The rows that can occur under these rules."""
        return tuple(row for row in self.rows if row.needs(rules))

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

    def fits(self, facts: Facts) -> list[tuple[int, int]]:
        """The number of every row that fits this reading, in order, and how many times; not to be changed."""
        standing = self._standing(facts.circumstance)
        found = standing.found(facts.layout)
        late = [(i, times) for i, row in standing.late if (times := row.pattern(facts))]
        return sorted([*found, *late]) if late else found

    def match(self, facts: Facts) -> Hits:
        """Every row that fits this reading, and which of them another one strikes."""
        return self._hits(self.fits(facts), concealed=facts.layout.is_concealed)

    def _hits(self, found: list[tuple[int, int]], *, concealed: bool) -> Hits:
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
