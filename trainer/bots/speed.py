"""Tile efficiency: win when possible, otherwise the discard that leaves the fewest steps and the most useful tiles."""

from __future__ import annotations

import random

from trainer.bots import claims, phases
from trainer.game.action import Action, Discard, TakeWin
from trainer.game.view import View

ALIVE = 2
"""Unseen copies of its waits that make a hand worth declaring where nothing else of it can change any more."""


def choose(view: View, rng: random.Random) -> Action:
    return sure(view) or phases.choose(view, rng) or extra(view) or discard(view, rng)


def sure(view: View) -> Action | None:
    """What needs no thought: a right win, the only action left."""
    first, number = view.legal[0], len(view.legal)
    if not isinstance(first, TakeWin):  # it would stand first
        return first if number == 1 else None
    if wins(view):
        return first
    return view.legal[1] if number == 2 else None


def extra(view: View) -> Action | None:
    """What comes before a discard, or instead of one: a claim or a pass, a kong, a tile set aside, an abortion."""
    if isinstance(view.legal[0], Discard):  # whatever else may be done stands before the discards
        return None
    return claims.claim(view) or claims.kong(view) or claims.aside(view)


def wins(view: View) -> bool:
    """Whether taking the win now is right. Only without assistance is it offered when it is not."""
    return view.rules.training.assist or view.may_win


def discard(view: View, rng: random.Random) -> Action:
    """Best discard by steps, then unseen useful tiles; ties by chance. An open hand keeps what it can win with."""
    throws = claims.keeping(view, claims.planned(view, [a for a in view.legal if isinstance(a, Discard)]))
    leaves = claims.left_by(view, throws)
    steps = min(leaves)[0]
    best = steps, max([tiles for n, tiles in leaves if n == steps])
    equal = [a for a, left in zip(throws, leaves, strict=True) if left == best]
    pick = equal[0] if len(equal) == 1 else rng.choice(equal)
    return declare(view, pick, ready=steps == 0, tiles=best[1])


def declare(view: View, pick: Discard, *, ready: bool, tiles: int) -> Discard:
    """The same discard with riichi or another declaration, when the hand is ready after it and that may be declared.

    `tiles` are unseen copies of what it would wait for. Without a price a hand is declared unless hardly any is left:
    the declaration is worth little, and the hand could still change.
    """
    if ready and (view.rules.ready is None or tiles >= ALIVE):
        for way in (Discard(pick.tile, pick.drawn, riichi=True), Discard(pick.tile, pick.drawn, ready=True)):
            if way in view.legal:
                return way
    return Discard(pick.tile, pick.drawn) if pick.riichi or pick.ready else pick


