"""Patterns about several chows of one suit that are alike or rise in even steps."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.table import Pattern, of_layout


def alike(number: int) -> Pattern:
    """So many equal chows, or more."""

    def pattern(h: Layout) -> int:
        return int(any(h.chows.count(k) >= number for k in set(h.chows)))

    return of_layout(pattern)


def rising(number: int) -> Pattern:
    """So many chows of which each begins one rank above the one before, or each begins two ranks above it."""

    def pattern(h: Layout) -> int:
        # no chow begins on 8 or 9, so that such steps never lead from one suit into the next
        chows = set(h.chows)
        return int(any({k + step * i for i in range(number)} <= chows for k in chows for step in (1, 2)))

    return of_layout(pattern)
