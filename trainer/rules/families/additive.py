"""The additive family: every pattern that fits is found, higher ones strike lower ones, the rest add up
(rules of the Chinese family, 2.5-2.8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from trainer.hands import Layout, WaitShape, noted
from trainer.rules.breakdown import ScoreLine, StruckLine, Unit, Weight, Worth
from trainer.rules.patterns.chows import Together, ways
from trainer.rules.table import PatternTable
from trainer.rules.win import Facts
from trainer.text import N_
from trainer.tiles import Kind

Found = tuple[tuple[int, int], ...]
"""Numbers of rows that fit, and how many times each."""


@dataclass(frozen=True, slots=True)
class Account:
    """What counts of the rows that fit, highest first; which rows were struck, each with what struck it; the sum."""

    counted: Found
    struck: Found
    raw: int


@dataclass(frozen=True, slots=True)
class Additive:
    """Arithmetic over rows that fit.

    `cap`: the total is never more than this (0: no cap). `sides`: two groups of rows of which only one counts, the one
    that makes more. A row is worth its `value`, whatever was claimed.
    """

    table: PatternTable
    cap: int = 0
    sides: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    unit: ClassVar[Unit] = Unit.FAN
    by_waits: ClassVar[bool] = True
    _account: Callable[[Found, tuple[Found, ...]], Account] = field(init=False, compare=False, repr=False)
    _ways: Callable[[Layout], tuple[Found, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        rows = self.table.rows
        joints = {row.pattern.joint: i for i, row in enumerate(rows) if isinstance(row.pattern, Together)}
        competing = frozenset(joints.values())

        @noted
        def chosen(layout: Layout) -> tuple[Found, ...]:
            """The sets of patterns that the chows may be counted for, as far as the table has them."""
            return tuple([tuple([(joints[j], n) for j, n in way if j in joints]) for way in ways(layout)])

        @lru_cache(maxsize=1 << 14)
        def account(found: Found, choices: tuple[Found, ...]) -> Account:
            """The best of the choices. What chows make beyond the one chosen can be struck, and never strikes."""
            free = [(i, times) for i, times in found if i not in competing]
            spare = [i for i, _ in found if i in competing]
            return max([self._settled([*free, *way], spare) for way in choices], key=lambda a: a.raw)

        object.__setattr__(self, "_account", account)
        object.__setattr__(self, "_ways", chosen)

    def _settled(self, found: list[tuple[int, int]], spare: list[int]) -> Account:
        """Strike from the highest value down, ties in table order: a row that nothing struck strikes all that it
        supersedes, a struck one nothing."""
        rows = self.table.rows
        fitting = dict(found)
        order = sorted({*fitting, *spare}, key=lambda i: (-rows[i].value, i))
        by: dict[str, int] = {}
        for i in order:
            if i in fitting and rows[i].id not in by:
                for other in rows[i].supersedes:
                    by.setdefault(other, i)
        self._take_sides([i for i in order if i in fitting and rows[i].id not in by], fitting, by)
        counted = tuple([(i, fitting[i]) for i in order if i in fitting and rows[i].id not in by])
        struck = tuple([(i, by[rows[i].id]) for i in order if rows[i].id in by])
        return Account(counted, struck, sum([rows[i].value * times for i, times in counted]))

    def _take_sides(self, left: list[int], times: dict[int, int], by: dict[str, int]) -> None:
        """Of two sides that both have rows left, the one that makes more strikes the other."""
        rows = self.table.rows
        one, other = ([i for i in left if rows[i].id in side] for side in self.sides)
        if one and other:
            worth = [sum(rows[i].value * times[i] for i in side) for side in (one, other)]
            more, less = (one, other) if worth[0] >= worth[1] else (other, one)
            by.update({rows[i].id: more[0] for i in less})

    def tally(self, facts: Facts) -> Worth:
        """What this reading is worth; `raw` beside the total is what it would be without the cap."""
        rows = self.table.rows
        account = self._of(facts)
        total = self._capped(account.raw)
        return Worth(
            lines=tuple([_line(r.id, r.name, r.label, r.value, n) for i, n in account.counted for r in (rows[i],)]),
            struck=tuple([
                StruckLine(r.id, r.name, r.label, rows[by].id) for i, by in account.struck for r in (rows[i],)
            ]),
            total=total, fu=None, fu_lines=(), limit=None, yakuman=0, base=total, qualified=total, enough=True,
            parts=(("raw", account.raw),),
        )  # fmt: skip

    def weigh(self, facts: Facts) -> Weight:
        """What readings are compared by: what they pay; beyond a cap what they would pay without it, which stands for
        the total; then, in the place of the fu, whether the winning tile made the pair, as players call such a tie."""
        raw = self._of(facts).raw
        total = self._capped(raw)
        return Weight(total, 0, raw, int(facts.wait is WaitShape.SINGLE), total, True)

    def may_refuse(self, *, concealed: bool, honba: int, discard: bool = False) -> bool:
        """Every complete hand may be declared."""
        return False

    def short(self, worth: Worth | Weight) -> str:
        return N_("The hand is below the minimum.")

    def valued(self, kind_: Kind, *winds: Kind | None) -> bool:
        """No pung is needed to win."""
        return False

    def _of(self, facts: Facts) -> Account:
        return self._account(tuple(self.table.fits(facts)), self._ways(facts.layout))

    def _capped(self, raw: int) -> int:
        return min(raw, self.cap) if self.cap else raw


_line = lru_cache(maxsize=1 << 10)(ScoreLine)
"""The same few lines are wanted for hundreds of readings."""
