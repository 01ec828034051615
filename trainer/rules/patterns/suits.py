"""Patterns about which suits and colors a hand is made of."""

from __future__ import annotations

from trainer.rules.win import Facts
from trainer.tiles import RANKS, Kind

_GREEN = frozenset(Kind(k) for k in (19, 20, 21, 23, 25, 32))  # 2 3 4 6 8 of bamboo and the green dragon


def full_flush(f: Facts) -> int:
    """One suit and no honors."""
    return int(len(f.suits) == 1 and not f.has_honors)


def all_green(f: Facts) -> int:
    """Only 2 3 4 6 8 of bamboo and the green dragon; the dragon is not required (rules 0.10)."""
    return int(_GREEN.issuperset(f.kinds))


def nine_gates(f: Facts) -> int:
    """1112345678999 and any tile of the suit, concealed and without a kong (rules 0.10)."""
    if len(f.kinds) != RANKS or f.win.hand.melds or not full_flush(f):
        return 0
    start = min(f.kinds) - min(f.kinds) % RANKS
    base = (3, 1, 1, 1, 1, 1, 1, 1, 3)
    return int(all(f.counts[start + i] >= n for i, n in enumerate(base)))
