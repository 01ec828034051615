"""What a bot does in the phases that only some games have: exchanging tiles, declaring the hand it was dealt, naming
kinds, building a hand, surviving with it."""

from __future__ import annotations

import random
from itertools import islice

from trainer.analysis import Goal, prices, question_of
from trainer.game.action import Action, Build, DeclareReady, Discard, Name, Pass, Swap
from trainer.game.phases.building import faces, ready_hands
from trainer.game.readiness import counted_waits
from trainer.game.view import View
from trainer.hands import Hand
from trainer.tiles import FIRST_HONOR, RANKS, Counts, Kind, Tile, counts, kind

FOUND, LOOKED_AT = 4000, 400
"""So many hands are found, and of those so many weighed, from all over: neighbors differ in one tile."""


def choose(view: View, rng: random.Random) -> Action | None:
    """The answer in such a phase; None elsewhere."""
    first = view.legal[0]
    if isinstance(first, DeclareReady):
        unseen = _unseen(view)
        return first if any(unseen[k] for k in counted_waits(view.rules, view.hand)) else Pass()
    if isinstance(first, Name):
        return name(view, rng)
    if isinstance(first, Build):
        return build(view, first)
    if isinstance(first, Swap):
        return exchange(view)
    if view.rules.building is not None and isinstance(first, Discard):
        return survive(view, rng)
    return None


def _unseen(view: View) -> Counts:
    own = counts(view.hand.tiles)
    placed = zip(view.rules.tiles.supply, own, view.hand.held, view.visible, strict=True)
    return tuple(total - mine - held - seen for total, mine, held, seen in placed)


def name(view: View, rng: random.Random) -> Action:
    """The kinds that a declared hand may most likely wait for: never thrown by it, not named before, many unseen."""
    assert view.attacker is not None
    safe = {kind(t.tile) for t in view.seats[view.attacker].river} | set(view.named)
    unseen = _unseen(view)

    def weight(k: Kind) -> tuple[bool, int, float]:
        central = 0 if k >= FIRST_HONOR else min(k % RANKS, RANKS - 1 - k % RANKS)
        return (k in safe, -unseen[k] * (2 + min(2, central)), rng.random())

    race = view.rules.race
    assert race is not None
    return Name(tuple(sorted(sorted(view.rules.tiles.kinds, key=weight)[: race.names])))


def exchange(view: View) -> Action:
    """The tiles that leave one suit as strong as it can be, since a flush is worth most, and then the most pairs and
    neighbors."""

    def kept(action: Action) -> tuple[int, int]:
        assert isinstance(action, Swap)
        left = list(view.hand.concealed)
        for t in action.tiles:
            left.remove(t)
        held = counts(left)
        suits = [sum(held[start : start + RANKS]) for start in range(0, FIRST_HONOR, RANKS)]
        pairs = sum(n * (n - 1) for n in held)
        near = sum(held[k] * held[k + 1] for k in range(FIRST_HONOR - 1) if k % RANKS < RANKS - 1)
        return max(suits), pairs + near

    return max(view.legal, key=kept)


def build(view: View, first: Build) -> Action:
    """Of ready hands that the tiles allow, the one whose waits are worth most."""
    dealt = view.hand.concealed
    unseen = tuple(n - have for n, have in zip(view.rules.tiles.supply, counts(dealt), strict=True))
    found = list(islice(ready_hands(dealt, view.rules.deal.hand), FOUND))
    looked_at = [faces(dealt, hand) for hand in dict.fromkeys(found[:: 1 + (len(found) - 1) // LOOKED_AT])]
    who = question_of(view, Goal.VALUE).circumstance

    def worth(tiles: tuple[Tile, ...]) -> float:
        """Points of each wait by the copies others may throw."""
        hand = Hand(tiles)
        waits = sorted(k for k in counted_waits(view.rules, hand) if unseen[k] > 0)
        return sum(p * unseen[k] for p, k in zip(prices(view.rules, hand, waits, who), waits, strict=True))

    weighed = {tiles: worth(tiles) for tiles in looked_at}
    best = max(weighed, key=lambda tiles: weighed[tiles], default=first.tiles)
    return Build(best) if weighed.get(best, 0) > 0 else first


def survive(view: View, rng: random.Random) -> Action:
    """The discard that others can least win on; never a wait of one's own while there is another."""
    mine = counted_waits(view.rules, view.hand)
    thrown = [{kind(t.tile) for t in s.river} for s in view.seats if s.seat != view.seat]
    seen = view.visible

    def danger(tile: Tile) -> tuple[bool, int, int, int, float]:
        k = kind(tile)
        open_to = sum(k not in river for river in thrown)
        central = 0 if k >= FIRST_HONOR else 1 + min(k % RANKS, RANKS - 1 - k % RANKS)
        return (k in mine, open_to, -seen[k], central, rng.random())

    return Discard(min(view.me.stock, key=danger))
