"""Patterns about the last gap."""

from __future__ import annotations

from trainer.hands import WaitShape
from trainer.rules.patterns.honors import Values
from trainer.rules.table import Pattern
from trainer.rules.win import Facts


def nine_sided(f: Facts) -> int:
    """The thirteen tiles before the win were 1112345678999: every rank of the suit completes them."""
    ranks = [n - (k == f.won) for k, n in enumerate(f.layout.counts) if n - (k == f.won)]
    return int(ranks == [3, 1, 1, 1, 1, 1, 1, 1, 3])


def single_wait(f: Facts) -> int:
    """The winning tile made the pair."""
    return int(f.wait is WaitShape.SINGLE)


def all_chows_open_wait(values: Values) -> Pattern:
    """Pinfu: four chows, a pair that is worth no fu, an open wait."""

    def pattern(f: Facts) -> int:
        return int(
            f.wait is WaitShape.OPEN
            and f.layout.shape == "standard"
            and len(f.layout.chows) == len(f.layout.groups) - 1
            and not values.of(f.layout.pairs[0], f)
        )

    return pattern
