"""Patterns about which tiles the whole hand is made of, however they are grouped."""

from __future__ import annotations

from trainer.hands import Layout, bits_of
from trainer.rules.patterns.honors import DRAGONS
from trainer.rules.table import of_layout
from trainer.tiles import KINDS, Kind, is_honor, is_terminal, rank

FOUR = 4
HONOR_FACE = 10

_TERMINALS = bits_of(Kind(k) for k in range(KINDS) if is_terminal(Kind(k)))
_HONORS = bits_of(Kind(k) for k in range(KINDS) if is_honor(Kind(k)))
_DRAGONS = bits_of(DRAGONS)
_FACES = tuple(HONOR_FACE if is_honor(Kind(k)) else rank(Kind(k)) for k in range(KINDS))


@of_layout
def any_hand(h: Layout) -> int:
    return 1


@of_layout
def faces(h: Layout) -> int:
    """The sum of the faces: the rank of a number tile, ten for an honor."""
    return sum([_FACES[k] * h.counts[k] for k in h.kinds])


@of_layout
def dragons_only(h: Layout) -> int:
    return int(not h.bits & ~_DRAGONS)


@of_layout
def fours(h: Layout) -> int:
    """Each kind of which all four are held, in a kong or not."""
    return h.counts.count(FOUR)


@of_layout
def no_terminals(h: Layout) -> int:
    """No 1 and no 9; honors are allowed."""
    return int(not h.bits & _TERMINALS)


@of_layout
def terminals_with_honors(h: Layout) -> int:
    """Terminals and honors, some of both sorts, and nothing else."""
    return int(h.has_honors and h.bits & _TERMINALS > 0 and not h.bits & ~(_TERMINALS | _HONORS))


@of_layout
def flush_with_honors(h: Layout) -> int:
    """One suit and honors, or honors alone."""
    return int(len(h.suits) <= 1 and h.has_honors)
