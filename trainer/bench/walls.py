"""How honest the solver is: the chances it claims beside what its plan wins on real shuffled walls (`bench --walls`).

The positions are those of deals that two speed bots play, in each of them the discard that the solver thinks best. What
is claimed and what is realized are chances to win; both look at own draws alone, as the question is asked (the
opponent's tiles are no help).
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trainer import bots
from trainer.analysis import Goal, judge_of, problem, question_of, shanten
from trainer.game import driver
from trainer.game.action import Action, Discard
from trainer.game.view import View
from trainer.rules.variant import Ruleset
from trainer.solver import bounded, value
from trainer.solver.problem import Problem
from trainer.solver.value import LeafBook, PriceBook

Judge = PriceBook | LeafBook | None

MOST_DRAWS = 17
"""Own draws looked ahead: no anchor of this kind is measured beyond."""

POSITIONS = 12
WALLS = 20_000
PARTS = (1.0, 0.6, 0.3)
"""Stages of a deal, as shares of its own draws."""

DEALS = 300
"""Deals looked through for positions."""

NEAR = 2
"""Most exchanges from ready."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Claimed less realized, in percentage points, over positions with so many own draws to come.

    `mean` and `worst` are over the positions (the worst by size, with its sign), `error` is the standard error of one
    position's realized chance. `exact` is how many of the positions are answered exactly, which has no bias.
    """

    draws: int
    positions: int
    exact: int
    claimed: float
    mean: float
    worst: float
    error: float


def measure(rules: Ruleset) -> Iterator[Stage]:
    """Every stage of a game's deals, the longest first."""
    longest = _longest(rules)
    for share in PARTS:
        draws = max(1, round(share * longest))
        found = _positions(rules, draws)
        if found:
            yield _stage(draws, found)


def _longest(rules: Ruleset) -> int:
    """Own draws after the first discard of a deal that nobody interrupts, at most MOST_DRAWS."""
    left = len(rules.tiles.tiles()) - rules.deal.dead_wall - rules.deal.hand * rules.seats - 1
    most = left // rules.seats
    return min(MOST_DRAWS, most, rules.draws.discards or most)


class _Watcher:
    """A bot that plays for speed and keeps the first position of each deal that is asked about: a drawn tile in a hand
    not too far from ready, with at least so many own draws to come."""

    def __init__(self, rules: Ruleset, draws: int) -> None:
        self.rules, self.draws, self.plays = rules, draws, bots.get("speed")
        self.found: list[tuple[Problem, Judge]] = []
        self.waiting = True

    def __call__(self, view: View, rng: random.Random) -> Action:
        throws = any(isinstance(a, Discard) for a in view.legal) and view.hand.drawn is not None
        if self.waiting and throws and view.draws >= self.draws and not view.me.locked:
            question = question_of(view, Goal.WIN, self.draws)
            if shanten(self.rules, view.hand) <= NEAR:
                asked = problem(self.rules, question)
                self.found.append((asked, judge_of(self.rules, question, asked)))
                self.waiting = False
        return self.plays(view, rng)


def _positions(rules: Ruleset, draws: int) -> list[tuple[Problem, Judge]]:
    """Problems with so many draws to come, at most one of a deal."""
    watcher = _Watcher(rules, draws)
    walls = driver.seeded_walls(rules, 1000 + draws)
    for _ in range(DEALS):
        if len(watcher.found) == POSITIONS:
            break
        watcher.waiting = True
        driver.play(rules, [watcher] * rules.seats, walls, deals=1)
    return watcher.found


def _stage(draws: int, found: Sequence[tuple[Problem, Judge]]) -> Stage:
    """Every position claimed and played."""
    bias, claims, errors, exact = [], [], [], 0
    for number, (asked, judge) in enumerate(found):
        try:
            outlook = value.solve(asked, judge=judge, curve=False)
        except value.NotSearched:
            continue
        best = max(outlook.options, key=lambda o: o.win_prob)
        claims.append(100 * best.win_prob)
        if outlook.exact:
            exact += 1
            bias.append(0.0)
            continue
        graphs, _ = bounded.search(asked)
        (graph,) = [g for g in graphs if best.discard in g.discards]
        if isinstance(judge, PriceBook):
            raise TypeError("in one suit every complete hand may win")
        realized = graph.realized(best.discard, WALLS, number, judge)
        bias.append(100 * (best.win_prob - realized))
        errors.append(100 * math.sqrt(max(realized * (1 - realized), 1 / WALLS) / WALLS))
    return Stage(
        draws=draws,
        positions=len(bias),
        exact=exact,
        claimed=statistics.mean(claims),
        mean=statistics.mean(bias),
        worst=max(bias, key=abs),
        error=max(errors, default=0.0),
    )
