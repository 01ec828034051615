"""Patterns about which kinds a hand is made of."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.hands import Layout, bits_of
from trainer.rules.patterns import terminals
from trainer.rules.table import Pattern, of_layout
from trainer.tiles import FIRST_HONOR, RANKS, Kind


def kinds_of_ranks(ranks: Iterable[int]) -> frozenset[Kind]:
    """The kinds of these ranks in every suit."""
    wanted = set(ranks)
    return frozenset(Kind(k) for k in range(FIRST_HONOR) if k % RANKS + 1 in wanted)


def only(kinds: Iterable[Kind]) -> Pattern:
    """No other kinds than these."""
    others = ~bits_of(kinds)

    def pattern(h: Layout) -> int:
        return int(not h.bits & others)

    return of_layout(pattern)


@of_layout
def terminals_and_honors(h: Layout) -> int:
    """Only terminals and honors, and some of both."""
    return int(h.has_honors and bool(h.suits) and terminals.all_terminals_and_honors.test(h))


@of_layout
def outside_everywhere(h: Layout) -> int:
    """A terminal or an honor in every set and every pair, with or without chows."""
    return int(terminals.in_every_group(h))


@of_layout
def mixed_outside_hand(h: Layout) -> int:
    """A terminal or an honor in every set and the pair, at least one chow and one honor."""
    return int(h.has_honors and terminals.outside_hand.test(h))


@of_layout
def one_rank_everywhere(h: Layout) -> int:
    """The kind of the pair is in every set."""
    return int(h.shape == "standard" and all(g.holds(h.pairs[0]) for g in h.groups))
