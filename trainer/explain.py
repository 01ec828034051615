"""What the chances leave unsaid of a discard: how good the waits are that it leads to, what would improve it, which
useful tiles it loses and gains, and the win that it mostly ends in.

Nothing is searched anew: everything follows from useful tiles, a few hands ahead, and from the one scorer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trainer.analysis import Analysis, Choice, Goal, Question, leaf_book, pricing_of, shapes
from trainer.rules.breakdown import ScoreBreakdown
from trainer.rules.score import score
from trainer.rules.variant import Ruleset
from trainer.rules.win import Win
from trainer.solver import efficiency
from trainer.solver.efficiency import Step
from trainer.solver.problem import Leaf
from trainer.solver.value import LeafBook
from trainer.tiles import KINDS, Counts, Kind, Tile, is_red, kind

NEAR = 2
"""Most exchanges from ready at which the wins of a hand are followed; beyond, there are too many ways."""

Useful = tuple[tuple[Kind, int], ...]
"""Kinds with their unseen copies."""


@dataclass(frozen=True, slots=True)
class Improvement:
    """A kind with `copies` unseen whose draw brings the hand no nearer, but with the best throw after it `tiles` useful
    copies instead of fewer."""

    kind: Kind
    copies: int
    tiles: int


@dataclass(frozen=True, slots=True)
class Typical:
    """The win that a discard mostly ends in, priced as the analysis prices wins; `share` of all wins on the shortest
    ways are finished with these tiles."""

    win: Win
    breakdown: ScoreBreakdown
    share: float


@dataclass(frozen=True, slots=True)
class Explained:
    """One discard in more words.

    `good_share`: of the unseen useful copies of a hand one from ready, the share that lead to a good wait; None for any
    other hand, and where no useful copy is left. `good_wait`: whether a ready hand's wait is good; None for any other.
    `lost` are useful kinds that only the best discard has, `gained` those that only this one has, with the copies they
    differ by. `typical` is None where no win was found, or the hand is farther than NEAR. After a discard that was not
    `followed` neither improvements nor a win were looked for.
    """

    choice: Choice
    good_share: float | None
    good_wait: bool | None
    improvements: tuple[Improvement, ...]
    lost: Useful
    gained: Useful
    followed: bool
    typical: Typical | None


def good(rules: Ruleset) -> int:
    """Fewest unseen winning copies of a good wait: one more than there are copies of a kind, so that no wait on one
    kind is good. With four copies of each these are the field's five or more, with eight nine or more.

    Counted by shape, as useful tiles are: whether the hand may be declared is for the typical win to say."""
    return max(rules.tiles.supply) + 1


def difference(one: Choice, other: Choice) -> Useful:
    """Copies of each useful kind that `one` has beyond `other`."""
    have = dict(other.ukeire)
    return tuple((k, n - have.get(k, 0)) for k, n in one.ukeire if n > have.get(k, 0))


def explain(
    rules: Ruleset, q: Question, a: Analysis, choices: Iterable[Choice] | None = None, *, farther: bool = True
) -> tuple[Explained, ...]:
    """The choices of an analysis explained, all of them unless some are named.

    Without `farther` a discard that leaves the hand farther from ready than the best one does is not followed: no
    improvements and no typical win are looked for after it.
    """
    ahead = _Ahead(rules, q)
    rank = {kind(c.discard): i for i, c in reversed(list(enumerate(a.choices))) if c.discard is not None}
    best = a.choices[0]
    out = []
    for c in a.choices if choices is None else choices:
        hand, seen = ahead.after(c.discard)
        followed = farther or c.shanten <= best.shanten
        out.append(
            Explained(
                choice=c,
                good_share=_good_share(ahead, c, hand, seen),
                good_wait=c.tiles >= good(rules) if c.shanten == 0 else None,
                improvements=_improvements(ahead, c, hand, seen) if followed else (),
                lost=difference(best, c),
                gained=difference(c, best),
                followed=followed,
                typical=_typical(ahead, c, rank) if followed else None,
            )
        )
    return tuple(out)


Place = tuple[Counts, Counts]
"""A resting hand, and all other tiles seen by then, own throws among them."""


class _Ahead:
    """The hands that lie ahead of a question, each looked at once."""

    def __init__(self, rules: Ruleset, q: Question) -> None:
        self.rules, self.q = rules, q
        self.held, self.melds, self.goals = q.hand.held, len(q.hand.melds), shapes(rules)
        self.own = tuple(s - h for s, h in zip(rules.tiles.supply, self.held, strict=True))
        self.may_refuse = rules.scoring.may_refuse(
            concealed=q.hand.is_concealed, honba=q.circumstance.bonus.honba, discard=not rules.wins.self_draw
        )
        self._known: dict[Place, Mapping[int, Step]] = {}

    def after(self, discard: Tile | None) -> Place:
        """The hand that a discard leaves."""
        if discard is None:
            return self.q.hand.counts, self.q.seen
        return _add(self.q.hand.counts, kind(discard), -1), _add(self.q.seen, kind(discard))

    def unseen(self, hand: Counts, seen: Counts) -> Counts:
        return tuple([o - h - s for o, h, s in zip(self.own, hand, seen, strict=True)])

    def throws(self, hand: Counts, seen: Counts, drawn: Kind) -> Mapping[int, Step]:
        """What the throws leave after this draw that leave the hand nearest to ready."""
        full = _add(hand, drawn)
        found = self._known.get((full, seen))
        if found is None:
            found = efficiency.nearest(self.rules.tiles.supply, full, self.held, seen, self.melds, self.goals)
            self._known[full, seen] = found
        return found


def _add(counted: Counts, k: int, n: int = 1) -> Counts:
    return (*counted[:k], counted[k] + n, *counted[k + 1 :])


def _good_share(ahead: _Ahead, c: Choice, hand: Counts, seen: Counts) -> float | None:
    if c.shanten != 1 or not c.tiles:
        return None
    least = good(ahead.rules)
    lead = sum(n for k, n in c.ukeire if _most(ahead.throws(hand, seen, k)) >= least)
    return lead / c.tiles


def _most(throws: Mapping[int, Step]) -> int:
    """Most useful copies that one of them leaves."""
    return max([s.tiles for s in throws.values()])


def _improvements(ahead: _Ahead, c: Choice, hand: Counts, seen: Counts) -> tuple[Improvement, ...]:
    """Widest first. A hand that was built never changes."""
    if ahead.q.built:
        return ()
    nearer = dict(c.ukeire)
    found = [
        Improvement(Kind(k), n, _most(ahead.throws(hand, seen, Kind(k))))
        for k, n in enumerate(ahead.unseen(hand, seen))
        if n and k not in nearer
    ]
    return tuple(sorted((i for i in found if i.tiles > c.tiles), key=lambda i: (-i.tiles, i.kind)))


# ------------------------------------------------------------------ the typical win


def _typical(ahead: _Ahead, c: Choice, rank: Mapping[Kind, int]) -> Typical | None:
    """The finished hand that most of the shortest ways from a discard end in.

    A way is one useful draw after the other, each as likely as copies of it are unseen by then, with the best throw
    after each: one that brings the hand nearer and leaves the most useful copies, the analysis' order deciding ties;
    the last throw is the one whose waits serve the goal best. All ways of a hand are equally long, so that products of
    copies compare their chances; those that end in the same tiles are added. Hands that may not be declared do not
    count. Own definition: a model of the plan, not the solver's own, which remembers no ways.
    """
    q = ahead.q
    if not c.ukeire or c.shanten > NEAR or q.draws <= c.shanten:
        return None
    pricing = pricing_of(ahead.rules, q, without=c.discard if c.discard is not None and is_red(c.discard) else None)
    locks = ahead.rules.riichi is not None and q.hand.is_concealed and (c.discard is not None or c.shanten > 0)
    book = leaf_book(pricing)
    leaves = _leaves(ahead, c, rank, book, locks=locks)
    worth = dict(zip(leaves, book.prices_of(list(leaves)), strict=True))
    ends: dict[Counts, int] = defaultdict(int)
    dearest: dict[Counts, float] = defaultdict(float)
    for leaf, ways in leaves.items():
        if worth[leaf] > 0:
            ends[leaf.hand] += ways
            dearest[leaf.hand] = max(dearest[leaf.hand], worth[leaf])
    if not ends:
        return None
    top = max(ends, key=lambda hand: (ends[hand], dearest[hand], hand))
    last = max((x for x in leaves if x.hand == top and worth[x] > 0), key=lambda x: (leaves[x], worth[x], -x.kind))
    win = pricing.win(last)
    return Typical(win, score(ahead.rules, win), ends[top] / sum(ends.values()))


def _leaves(
    ahead: _Ahead, c: Choice, rank: Mapping[Kind, int], book: LeafBook, *, locks: bool
) -> dict[Leaf, int]:
    """Every finished hand at the end of a shortest way, with the products of copies of all ways there added."""
    useful: tuple[int, ...] = tuple(k for k, _ in c.ukeire)
    at: dict[Place, tuple[int, tuple[int, ...]]] = {ahead.after(c.discard): (1, useful)}
    for left in range(c.shanten - 1, -1, -1):
        then: dict[Place, tuple[int, tuple[int, ...]]] = {}
        for (hand, seen), (ways, kinds) in at.items():
            unseen = ahead.unseen(hand, seen)
            for k in kinds:
                thrown, useful = _best_throw(ahead, (hand, seen), Kind(k), left, rank, book, locks=locks)
                to = _add(_add(hand, k), thrown, -1), _add(seen, thrown)
                then[to] = then.get(to, (0, ()))[0] + ways * unseen[k], useful
        at = then
    out: dict[Leaf, int] = defaultdict(int)
    for (hand, seen), (ways, kinds) in at.items():
        unseen = ahead.unseen(hand, seen)
        for k in kinds:
            out[Leaf(_add(hand, k), int(k), locks)] += ways * unseen[k]
    return out


def _best_throw(
    ahead: _Ahead, at: Place, drawn: Kind, left: int, rank: Mapping[Kind, int], book: LeafBook, *, locks: bool
) -> tuple[Kind, tuple[int, ...]]:
    """The throw after a useful draw and the useful kinds it leaves, with `left` exchanges to go."""
    hand, seen = at
    full = _add(hand, drawn)
    unseen = ahead.unseen(full, seen)
    by_price = ahead.q.goal is Goal.VALUE
    priced = not left and (by_price or ahead.may_refuse)

    def serves(t: int, step: Step) -> float:
        if not priced:
            return step.tiles
        rest, useful = _add(full, t, -1), step.kinds(unseen)
        prices = book.prices_of([Leaf(_add(rest, k), k, locks) for k in useful])
        return sum(unseen[k] * (p if by_price else p > 0) for k, p in zip(useful, prices, strict=True))

    throws = ahead.throws(hand, seen, drawn).items()
    best, step = max(throws, key=lambda x: (serves(*x), -rank.get(Kind(x[0]), KINDS), -x[0]))
    return Kind(best), step.kinds(unseen)
