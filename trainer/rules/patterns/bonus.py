"""Bonus tiles: each counts as often as it is there, and none is a reason to win."""

from __future__ import annotations

from trainer.rules.variant import Flag
from trainer.rules.win import Facts
from trainer.tiles import Kind


def _pointed_at(f: Facts, kinds: tuple[Kind, ...]) -> int:
    """Tiles of these kinds in the whole hand and among those set aside; a kind named twice counts twice."""
    aside = f.circumstance.bonus.nuki
    return sum(f.layout.counts[k] + aside.count(k) for k in kinds)


def dora(f: Facts) -> int:
    return _pointed_at(f, f.circumstance.bonus.dora)


def ura_dora(f: Facts) -> int:
    """Under the indicators: only a hand in riichi turns them."""
    return _pointed_at(f, f.circumstance.bonus.ura) if f.has(Flag.RIICHI) or f.has(Flag.DOUBLE_RIICHI) else 0


def red_fives(f: Facts) -> int:
    return f.reds


def set_aside(f: Facts) -> int:
    return len(f.circumstance.bonus.nuki)
