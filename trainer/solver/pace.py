"""How far a long search is: told between its parts to whoever asked, who may end it there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """A stretch of some work, from `low` to `high` of its whole, which is 1.

    `tell` gets the share of the whole that is done, never less than before while stretches follow one another. What it
    raises ends the search: no part of one takes longer than about a second.
    """

    tell: Callable[[float], None]
    low: float = 0.0
    high: float = 1.0

    def at(self, done: float, total: float = 1.0) -> None:
        """So much of this stretch is done."""
        self.tell(self.low + (self.high - self.low) * done / total)

    def stretch(self, start: float, end: float) -> Pace:
        """The part of this stretch between two shares of it."""
        length = self.high - self.low
        return Pace(self.tell, self.low + length * start, self.low + length * end)

    def parts(self, number: int) -> Iterator[Pace]:
        """So many equal parts of this stretch, each told when it begins."""
        for i in range(number):
            part = self.stretch(i / number, (i + 1) / number)
            part.at(0)
            yield part


UNWATCHED = Pace(lambda share: None)
"""For whoever only wants the answer."""
