"""Patterns about terminals and simples."""

from __future__ import annotations

from trainer.hands import Form, Group, Layout, bits_of
from trainer.rules.table import of_layout
from trainer.tiles import KINDS, Kind, is_honor, is_terminal

_YAOCHU = bits_of(Kind(k) for k in range(KINDS) if is_honor(Kind(k)) or is_terminal(Kind(k)))


def _holds_terminal(group: Group) -> bool:
    last = Kind(group.kind + 2) if group.form is Form.CHOW else group.kind
    return is_terminal(group.kind) or is_terminal(last)


def _holds_yaochu(group: Group) -> bool:
    return is_honor(group.kind) or _holds_terminal(group)


@of_layout
def all_simples(h: Layout) -> int:
    """No terminals and no honors."""
    return int(not h.bits & _YAOCHU)


@of_layout
def pure_outside_hand(h: Layout) -> int:
    """A terminal in every group and in the pair, with at least one chow."""
    return int(h.shape == "standard" and bool(h.chows) and all(_holds_terminal(g) for g in h.groups))


def in_every_group(h: Layout) -> bool:
    """Whether every group, pairs included, holds a terminal or an honor."""
    return all(_holds_yaochu(g) for g in h.groups)


@of_layout
def outside_hand(h: Layout) -> int:
    """A terminal or honor in every group and in the pair, with at least one chow."""
    return int(h.shape == "standard" and bool(h.chows) and in_every_group(h))


@of_layout
def all_terminals_and_honors(h: Layout) -> int:
    return int(not h.bits & ~_YAOCHU)


@of_layout
def all_terminals(h: Layout) -> int:
    return int(not h.has_honors and not h.bits & ~_YAOCHU)
