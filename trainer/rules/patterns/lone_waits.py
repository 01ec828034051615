"""Patterns about the last gap of a hand that waited for one kind only, by shape (rules 2.4)."""

from __future__ import annotations

from trainer.hands import WaitShape
from trainer.rules.table import Pattern
from trainer.rules.win import Facts


def _lone(shape: WaitShape) -> Pattern:
    def pattern(f: Facts) -> int:
        return int(f.lone and f.wait is shape)

    return pattern


edge_wait = _lone(WaitShape.EDGE)
closed_wait = _lone(WaitShape.CLOSED)
single_wait = _lone(WaitShape.SINGLE)
