"""Patterns about single groups: which are laid down, which were made without another seat's tile."""

from __future__ import annotations

from trainer.hands import Form, Group, Layout, WaitShape
from trainer.rules.patterns.honors import WINDS
from trainer.rules.table import Pattern, of_layout, of_own_pungs
from trainer.rules.win import Facts
from trainer.tiles import is_honor


@of_layout
def concealed_hand(h: Layout) -> int:
    """No tile was claimed, whichever way the hand was completed; concealed kongs are allowed."""
    return int(h.is_concealed)


@of_layout
def one_tile_left(h: Layout) -> int:
    """All groups but the pair are melds, concealed kongs among them or not."""
    return int(h.shape == "standard" and sum([g.meld is None for g in h.groups]) == 1)


def pair_completed(f: Facts) -> int:
    """The winning tile made the pair beside the groups."""
    return int(f.layout.shape == "standard" and f.wait is WaitShape.SINGLE)


def least_concealed_pungs(number: int) -> Pattern:
    """So many pungs or kongs made without another seat's tile, or more."""

    def pattern(own: int) -> int:
        return int(own >= number)

    return of_own_pungs(pattern)


def least_wind_pungs(number: int) -> Pattern:
    """Pungs or kongs of so many winds, or more."""

    def pattern(h: Layout) -> int:
        return int(len(h.pung_kinds & WINDS) >= number)

    return of_layout(pattern)


def is_honor_pung(group: Group) -> bool:
    return group.form is Form.PUNG and is_honor(group.kind)


def is_honor_kong(group: Group) -> bool:
    return group.form is Form.KONG and is_honor(group.kind)


def is_number_kong(group: Group) -> bool:
    return group.form is Form.KONG and not is_honor(group.kind)


@of_layout
def honor_pungs(h: Layout) -> int:
    """Each pung of honors."""
    return sum(map(is_honor_pung, h.pungs))


@of_layout
def honor_kongs(h: Layout) -> int:
    """Each kong of honors."""
    return sum(map(is_honor_kong, h.kongs))


@of_layout
def number_kongs(h: Layout) -> int:
    """Each kong of number tiles."""
    return sum(map(is_number_kong, h.kongs))


@of_layout
def any_pung(h: Layout) -> int:
    return int(bool(h.pungs))
