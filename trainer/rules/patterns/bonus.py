"""Bonus tiles: each counts as often as it is there, and none is a reason to win."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.table import of_circumstance
from trainer.rules.variant import Flag
from trainer.rules.win import Circumstance, Facts
from trainer.tiles import Kind


def _pointed_at(h: Layout, c: Circumstance, kinds: tuple[Kind, ...]) -> int:
    """Tiles of these kinds in the whole hand and among those set aside; a kind named twice counts twice."""
    aside = c.bonus.nuki
    return sum([h.counts[k] + aside.count(k) for k in kinds])


@of_circumstance
def dora(h: Layout, c: Circumstance) -> int:
    return _pointed_at(h, c, c.bonus.dora)


@of_circumstance
def ura_dora(h: Layout, c: Circumstance) -> int:
    """Under the indicators: only a hand in riichi turns them."""
    return _pointed_at(h, c, c.bonus.ura) if c.flags & {Flag.RIICHI, Flag.DOUBLE_RIICHI} else 0


def red_fives(f: Facts) -> int:
    return f.reds


@of_circumstance
def set_aside(h: Layout, c: Circumstance) -> int:
    return len(c.bonus.nuki)
