"""Candidate puzzles from seeds. Each depends on its seed and index alone, never on who computes it or when."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from trainer.analysis import UNWATCHED, Goal, Pace, TooFar, analyze, one_suit
from trainer.drill import curate, deal_waits, locks, positions
from trainer.drill.deal_waits import traps
from trainer.drill.locks import LockPuzzle
from trainer.drill.puzzle import DiscardPuzzle, Position, Provenance, Puzzling, aim_of, question, solved
from trainer.drill.themes import FEW_TILES
from trainer.drill.waits import WaitPuzzle
from trainer.rules.variant import Ruleset, Value

SOLVER = "1"
"""Edition of the numbers in puzzles: raised whenever solving a stored position again would give others."""

Puzzle = DiscardPuzzle | WaitPuzzle | LockPuzzle
Options = tuple[tuple[str, Value], ...]

RECIPES = {Puzzling.DISCARD: positions.RECIPE, Puzzling.WAITS: deal_waits.RECIPE, Puzzling.LOCK: locks.RECIPE}


def asks(rules: Ruleset, kind: Puzzling) -> bool:
    """Whether there are puzzles of this kind in a game: locked waits are where play goes on after a win."""
    return kind is not Puzzling.LOCK or rules.wins.go_on


def exchanges(rules: Ruleset) -> int:
    """How many exchanges are searched at first where the search cannot be exhaustive; one more must confirm them."""
    return FEW_TILES - 1 if rules.deal.hand <= FEW_TILES else 1


def solve(
    rules: Ruleset, position: Position, provenance: Provenance, budget: int | None = None, pace: Pace = UNWATCHED
) -> DiscardPuzzle:
    """The puzzle about a position, solved: needs the solver, unlike everything that is done with a puzzle later.

    `budget` bounds the search where it cannot be exhaustive (None: `exchanges`). `pace` is told how far it is.
    Raises TooFar.
    """
    return curate.finished(rules, _solved(rules, position, provenance, budget, Goal.VALUE, pace))


def deeper(rules: Ruleset, puzzle: DiscardPuzzle) -> DiscardPuzzle:
    """A model's puzzle with one exchange more, and with its doubts: what that exchange has changed."""
    found = solve(rules, puzzle.position, puzzle.provenance, puzzle.model.budget + 1)
    return curate.finished(rules, curate.doubted(puzzle, found))


def again(rules: Ruleset, puzzle: DiscardPuzzle) -> DiscardPuzzle:
    """The puzzle solved anew, in the way it was solved."""
    budget = puzzle.model.budget
    if not any(any(o.doubts) for o in puzzle.options):
        return solve(rules, puzzle.position, puzzle.provenance, None if puzzle.model.exact else budget)
    return deeper(rules, solve(rules, puzzle.position, puzzle.provenance, max(0, budget - 1)))


def discard(rules: Ruleset, options: Options, seed: int | str, index: int) -> DiscardPuzzle | None:
    """Candidate `index` under a seed; None when its deal gave nothing that deserves to be asked.

    Where the answer is that of a model and not exact, one exchange more must leave it standing. Where puzzles are about
    chances, points are worked out last, as most candidates are turned down for their chances.
    """
    name = f"{seed}/{index}"
    position = positions.position(rules, options, random.Random(name))
    if position is None:
        return None
    made = Provenance(positions.RECIPE, name, SOLVER)
    if one_suit(rules) or position.stock:
        puzzle = solve(rules, position, made)
        return None if curate.fault(puzzle) else puzzle
    try:
        aim, budget = aim_of(rules, position), exchanges(rules)
        first = _solved(rules, position, made, budget, aim)
        if curate.fault(first) or curate.undeclarable(rules, first):
            return None
        second = first
        if not first.model.exact:
            second = curate.doubted(first, _solved(rules, position, made, budget + 1, aim))
            if not curate.holds(first, second):
                return None
        if aim is Goal.VALUE:
            return curate.finished(rules, second)
        puzzle = solve(rules, position, made)
        if not puzzle.model.exact:
            puzzle = deeper(rules, puzzle)
        return None if curate.undeclarable(rules, puzzle) else puzzle
    except TooFar:
        return None


def _solved(
    rules: Ruleset, position: Position, provenance: Provenance, budget: int | None, goal: Goal,
    pace: Pace = UNWATCHED,
) -> DiscardPuzzle:
    """As `solve`, without themes, and without points unless they are the goal."""
    asked = replace(question(rules, position, goal), budget=exchanges(rules) if budget is None else budget)
    return solved(position, analyze(rules, asked, pace=pace), (), 0, provenance, aim_of(rules, position))


def discards(rules: Ruleset, options: Options, seed: int | str, indices: range) -> list[DiscardPuzzle]:
    """The candidates in this range that deserve to be asked, in order."""
    return [p for i in indices if (p := discard(rules, options, seed, i)) is not None]


def lock(rules: Ruleset, options: Options, seed: int | str, index: int) -> LockPuzzle | None:
    """Candidate `index` about locked waits; None when its deal gave nothing that deserves to be asked."""
    return locks.one(rules, options, Provenance(locks.RECIPE, f"{seed}/{index}", SOLVER))


def waits(rules: Ruleset, options: Options, seed: int | str, slot: int) -> Iterator[WaitPuzzle]:
    """Puzzles of the slot's trap class: the first is meant, the next ones are for a pack that holds it already."""
    attempt = 0
    while True:
        name = f"{seed}/{slot}/{attempt}"
        made = Provenance(deal_waits.RECIPE, name, SOLVER)
        yield deal_waits.one(rules, options, deal_waits.trap_at(rules, slot), random.Random(name), made)
        attempt += 1


KEPT = {curate.Lesson.JUDGMENT: 1.0, curate.Lesson.CLOSE: 0.27, curate.Lesson.READING: 0.47}
"""Of candidates made on the fly, how many are kept, so that lessons come about as often as in packs (measured)."""
KEPT_BUILT = {curate.Lesson.JUDGMENT: 1.0, curate.Lesson.CLOSE: 1.0, curate.Lesson.READING: 0.6}
"""The same where a hand is built (measured)."""
KEPT_NEAR = dict.fromkeys(curate.Lesson, 1.0)
"""The same in sets of several suits, where packs follow chance."""


def endless(rules: Ruleset, options: Options, kind: Puzzling, seed: str) -> Puzzle | None:
    """One puzzle made for the moment, from a seed nobody else uses; None when this seed gives none."""
    rng = random.Random(f"{seed}/kept")
    if kind is Puzzling.WAITS:
        classes = traps(rules)
        trap = rng.choices(list(classes), list(classes.values()))[0]
        return deal_waits.one(rules, options, trap, random.Random(seed), Provenance(deal_waits.RECIPE, seed, SOLVER))
    if kind is Puzzling.LOCK:
        return lock(rules, options, seed, 0)
    found = discard(rules, options, seed, 0)
    share = KEPT_BUILT if rules.building is not None else KEPT if one_suit(rules) else KEPT_NEAR
    return found if found is not None and rng.random() < share[curate.lesson(found)] else None
