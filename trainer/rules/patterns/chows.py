"""Patterns that several chows make together, and which of them may be counted at once.

A chow is not paid for twice without end: rules 2.5 say how many of these patterns one hand may take. `ways` lists the
sets that are allowed; which of them is worth most only a table knows. The rule for two chows is the one that players
call "account once", written as a graph: chows are points, patterns are edges, and no edge may close a circle.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, pairwise

from trainer.hands import Layout
from trainer.rules.table import of_layout
from trainer.tiles import RANKS, Kind


class Joint(StrEnum):
    """What two, three or four chows of one suit may make."""

    PURE_TERMINAL_CHOWS = "pure_terminal_chows"
    QUADRUPLE_CHOW = "quadruple_chow"
    FOUR_SHIFTED_CHOWS = "four_shifted_chows"
    PURE_STRAIGHT = "pure_straight"
    PURE_TRIPLE_CHOW = "pure_triple_chow"
    PURE_SHIFTED_CHOWS = "pure_shifted_chows"
    TWO_PURE_DOUBLE_CHOWS = "two_pure_double_chows"
    PURE_DOUBLE_CHOW = "pure_double_chow"
    SHORT_STRAIGHT = "short_straight"
    TWO_TERMINAL_CHOWS = "two_terminal_chows"


Way = tuple[tuple[Joint, int], ...]
"""Patterns that may be counted at once, and how many times each."""

_STEPS = {
    (0, 0, 0): Joint.QUADRUPLE_CHOW, (1, 1, 1): Joint.FOUR_SHIFTED_CHOWS, (2, 2, 2): Joint.FOUR_SHIFTED_CHOWS,
    (0, 0): Joint.PURE_TRIPLE_CHOW, (1, 1): Joint.PURE_SHIFTED_CHOWS, (2, 2): Joint.PURE_SHIFTED_CHOWS,
    (3, 3): Joint.PURE_STRAIGHT,
    (0,): Joint.PURE_DOUBLE_CHOW, (3,): Joint.SHORT_STRAIGHT, (6,): Joint.TWO_TERMINAL_CHOWS,
}  # fmt: skip
"""By how many ranks lie between the first tiles of one chow and the next."""


@dataclass(frozen=True, slots=True)
class Together(of_layout):
    """Whether some chows of a layout make this pattern, were it the only one counted."""

    joint: Joint


def together(joint: Joint) -> Together:
    def pattern(h: Layout) -> int:
        return int(len(h.chows) > 1 and joint in _made(h.chows, h.pairs[0]))

    return Together(pattern, joint)


def ways(h: Layout) -> tuple[Way, ...]:
    """Every set of patterns that the chows of this layout may be counted for at once, those left out that lack a
    pattern of another one (rules 2.5). At least one, which may be empty.

    A pattern of four chows stands alone. One of three leaves the fourth chow a pattern with one of the three. Otherwise
    patterns of two are taken so that they close no circle, and no chow is in two of one sort.
    """
    return _ways(h.chows, h.pairs[0]) if h.chows else ((),)


def _named(chows: tuple[Kind, ...]) -> Joint | None:
    """What these chows, sorted, make all together."""
    if chows[0] // RANKS != chows[-1] // RANKS:
        return None
    return _STEPS.get(tuple([b - a for a, b in pairwise(chows)]))


def _whole(chows: tuple[Kind, ...], pair: Kind) -> Joint | None:
    """What four chows make, together with the pair where it matters: 123 123 789 789 around a pair of fives."""
    first = chows[0]
    if first % RANKS == 0 and chows == (first, first, first + 6, first + 6) and pair == first + 4:
        return Joint.PURE_TERMINAL_CHOWS
    return _named(chows)


@lru_cache(maxsize=1 << 13)
def _made(chows: tuple[Kind, ...], pair: Kind) -> frozenset[Joint]:
    """Every pattern that some of the chows make, whatever else they are counted for."""
    made = {_named(some) for n in (2, 3) for some in combinations(chows, n)}
    if len(chows) == 4:
        made.add(_whole(chows, pair))
        if chows[0] == chows[1] != chows[2] == chows[3]:
            made.add(Joint.TWO_PURE_DOUBLE_CHOWS)
    return frozenset(joint for joint in made if joint)


@lru_cache(maxsize=1 << 13)
def _ways(chows: tuple[Kind, ...], pair: Kind) -> tuple[Way, ...]:
    whole = _whole(chows, pair) if len(chows) == 4 else None
    if whole:
        return (((whole, 1),),)
    three = _with_three(chows)
    return tuple(three or _forests(chows))


def _with_three(chows: tuple[Kind, ...]) -> dict[Way, None]:
    """The ways to count three chows, and the fourth with one of them."""
    out: dict[Way, None] = {}
    for some in combinations(range(len(chows)), 3):
        joint = _named(tuple([chows[i] for i in some]))
        if joint is None:
            continue
        links = [
            link
            for rest in range(len(chows)) if rest not in some
            for i in some if (link := _named((chows[min(i, rest)], chows[max(i, rest)])))
        ]  # fmt: skip
        linked: list[Way] = [((joint, 1), (link, 1)) for link in links]
        out.update(dict.fromkeys(linked or [((joint, 1),)]))
    return out


def _forests(chows: tuple[Kind, ...]) -> dict[Way, None]:
    """The ways to count chows two by two."""
    edges = [(i, j, link) for i, j in combinations(range(len(chows)), 2) if (link := _named((chows[i], chows[j])))]
    found = {
        tuple(sorted(Counter(link for _, _, link in some).items()))
        for n in range(len(chows))
        for some in combinations(edges, n)
        if _is_allowed(some)
    }
    most = [way for way in found if not any(way != other and _within(way, other) for other in found)]
    # reversed, so that where two are worth the same the one with more equal chows comes first
    return {_doubled(way): None for way in sorted(most, reverse=True)}


def _is_allowed(edges: tuple[tuple[int, int, Joint], ...]) -> bool:
    """Whether the edges close no circle, and no chow is in two of one sort."""
    tree: dict[int, int] = {}
    taken: set[tuple[int, Joint]] = set()
    for i, j, link in edges:
        a, b = tree.get(i, i), tree.get(j, j)
        if a == b or (i, link) in taken or (j, link) in taken:
            return False
        taken |= {(i, link), (j, link)}
        tree = {k: a if tree.get(k, k) == b else tree.get(k, k) for k in {*tree, i, j}}
    return True


def _within(way: Way, other: Way) -> bool:
    more = dict(other)
    return all(times <= more.get(joint, 0) for joint, times in way)


def _doubled(way: Way) -> Way:
    """Two pairs of equal chows are a pattern of their own, too; a table that has it strikes the single ones."""
    return (*way, (Joint.TWO_PURE_DOUBLE_CHOWS, 1)) if (Joint.PURE_DOUBLE_CHOW, 2) in way else way
