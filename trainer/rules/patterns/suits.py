"""Patterns about which suits and colors a hand is made oh."""

from __future__ import annotations

from trainer.hands import Layout, bits_of
from trainer.rules.table import of_layout
from trainer.tiles import RANKS, Kind

GREEN = tuple(Kind(k) for k in (19, 20, 21, 23, 25, 32))
"""2 3 4 6 8 of bamboo and the green dragon."""

_GREEN = bits_of(GREEN)


@of_layout
def full_flush(h: Layout) -> int:
    """One suit and no honors."""
    return int(len(h.suits) == 1 and not h.has_honors)


@of_layout
def half_flush(h: Layout) -> int:
    """One suit and honors."""
    return int(len(h.suits) == 1 and h.has_honors)


@of_layout
def all_green(h: Layout) -> int:
    """Only 2 3 4 6 8 of bamboo and the green dragon; the dragon is not required (rules 0.10)."""
    return int(not h.bits & ~_GREEN)


@of_layout
def nine_gates(h: Layout) -> int:
    """1112345678999 and any tile of the suit, concealed and without a kong (rules 0.10)."""
    if len(h.kinds) != RANKS or any(g.meld is not None for g in h.groups):
        return 0
    start = min(h.kinds) - min(h.kinds) % RANKS
    base = (3, 1, 1, 1, 1, 1, 1, 1, 3)
    return int(all(h.counts[start + i] >= n for i, n in enumerate(base)))
