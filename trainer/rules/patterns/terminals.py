"""Patterns about terminals and simples."""

from __future__ import annotations

from trainer.rules.win import Facts
from trainer.tiles import KINDS, Kind, is_honor, is_terminal

_YAOCHU = frozenset(Kind(k) for k in range(KINDS) if is_honor(Kind(k)) or is_terminal(Kind(k)))


def all_simples(f: Facts) -> int:
    """No terminals and no honors."""
    return int(_YAOCHU.isdisjoint(f.kinds))


def pure_outside_hand(f: Facts) -> int:
    """A terminal in every group and in the pair, with at least one chow."""
    return int(f.shape == "standard" and bool(f.chows) and all(f.group_has_terminal(g) for g in f.groups))
