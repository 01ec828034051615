"""Expected points: every discard is analyzed as deeply as the time allows, and the most valuable one is thrown."""

from __future__ import annotations

import random

from trainer.analysis import Goal, TooFar, analyze, one_suit, question_of, shanten
from trainer.bots import phases, speed
from trainer.game.action import Action, Discard
from trainer.game.view import View

COST_MS = (0.1, 0.3, 0.8, 1.6, 7.5, 45.0)
"""Rough cost of looking 0, 1, 2 … own draws ahead in a set of few kinds; more draws than listed are not looked at."""


NEAR = 1
"""In sets of several suits only hands so many exchanges from ready are looked ahead with."""

DEEP_MS = 20.0
"""The time that takes at least."""

FAR_AHEAD = 6
"""How many own draws, there."""

STATES = 10_000
"""How many states an exact answer may take, there: some milliseconds."""

BESIDE_MELDS = 3
"""Own draws looked ahead beside a kong: its hands are seldom met, so each time they have to be priced anew."""


def horizon(draws: int, think_ms: float) -> int:
    """How many of the own draws to look ahead within the time; one at least."""
    affordable = sum(cost <= think_ms for cost in COST_MS) - 1
    return min(draws, max(1, affordable))


def choose(view: View, rng: random.Random, *, think_ms: float) -> Action:
    forced = speed.sure(view) or phases.choose(view, rng) or speed.extra(view)
    if forced is not None:
        return forced
    draws = horizon(view.draws, think_ms)
    if not one_suit(view.rules):
        near = think_ms >= DEEP_MS and shanten(view.rules, view.hand) <= NEAR
        draws = min(view.draws, FAR_AHEAD) if near else 0
    elif view.hand.melds:
        draws = min(draws, BESIDE_MELDS)
    if draws < 1:
        return speed.discard(view, rng)
    try:
        a = analyze(view.rules, question_of(view, Goal.VALUE, draws), curve=False, states=STATES)
    except TooFar:
        return speed.discard(view, rng)
    ranked = {c.discard: (c.value or 0.0, c.ready_prob) for c in a.choices}
    after = {c.discard: c for c in a.choices}
    throws = [d for d in view.legal if isinstance(d, Discard)]
    best = max(ranked[d.tile] for d in throws)
    if best[0] <= 0.0:
        return speed.discard(view, rng)
    pick = rng.choice([d for d in throws if ranked[d.tile] == best])
    chosen = after[pick.tile]
    return speed.declare(view, pick, ready=chosen.shanten == 0, tiles=chosen.tiles)
