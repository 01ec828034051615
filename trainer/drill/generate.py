"""Candidate puzzles from seeds. Each depends on its seed and index alone, never on who computes it or when."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from trainer.analysis import Goal, TooFar, analyze, one_suit
from trainer.drill import curate, deal_waits, positions
from trainer.drill.deal_waits import traps
from trainer.drill.puzzle import DiscardPuzzle, Position, Provenance, Puzzling, question, solved
from trainer.drill.waits import WaitPuzzle
from trainer.rules.variant import Ruleset, Value

SOLVER = "1"
"""Edition of the numbers in puzzles: raised whenever solving a stored position again would give others."""

Puzzle = DiscardPuzzle | WaitPuzzle
Options = tuple[tuple[str, Value], ...]

RECIPES = {Puzzling.DISCARD: positions.RECIPE, Puzzling.WAITS: deal_waits.RECIPE}


def solve(rules: Ruleset, position: Position, provenance: Provenance, budget: int = 1) -> DiscardPuzzle:
    """The puzzle about a position, solved: needs the solver, unlike everything that is done with a puzzle later.

    `budget` bounds the search where it cannot be exhaustive. Raises TooFar.
    """
    found = analyze(rules, replace(question(rules, position, Goal.VALUE), budget=budget))
    return curate.finished(rules, solved(position, found, (), 0, provenance))


def deeper(rules: Ruleset, puzzle: DiscardPuzzle) -> DiscardPuzzle:
    """A model's puzzle with one exchange more, and with its doubts: what that exchange has changed."""
    found = solve(rules, puzzle.position, puzzle.provenance, puzzle.model.budget + 1)
    return curate.finished(rules, curate.doubted(puzzle, found))


def again(rules: Ruleset, puzzle: DiscardPuzzle) -> DiscardPuzzle:
    """The puzzle solved anew, in the way it was solved."""
    budget = puzzle.model.budget
    if not any(any(o.doubts) for o in puzzle.options):
        return solve(rules, puzzle.position, puzzle.provenance, 1 if puzzle.model.exact else budget)
    return deeper(rules, solve(rules, puzzle.position, puzzle.provenance, max(0, budget - 1)))


def discard(rules: Ruleset, options: Options, seed: int | str, index: int) -> DiscardPuzzle | None:
    """Candidate `index` under a seed; None when its deal gave nothing that deserves to be asked.

    Where the answer is that of a model, one exchange more must leave it standing. Points are worked out last, as most
    candidates are turned down for their chances.
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
        first = _chances(rules, position, made, 1)
        if curate.fault(first) or curate.undeclarable(rules, first):
            return None
        if not curate.holds(first, curate.doubted(first, _chances(rules, position, made, 2))):
            return None
        puzzle = deeper(rules, solve(rules, position, made))
        return None if curate.undeclarable(rules, puzzle) else puzzle
    except TooFar:
        return None


def _chances(rules: Ruleset, position: Position, provenance: Provenance, budget: int) -> DiscardPuzzle:
    """As `solve`, without points and themes."""
    found = analyze(rules, replace(question(rules, position), budget=budget))
    return solved(position, found, (), 0, provenance)


def discards(rules: Ruleset, options: Options, seed: int | str, indices: range) -> list[DiscardPuzzle]:
    """The candidates in this range that deserve to be asked, in order."""
    return [p for i in indices if (p := discard(rules, options, seed, i)) is not None]


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
    found = discard(rules, options, seed, 0)
    share = KEPT_BUILT if rules.building is not None else KEPT if one_suit(rules) else KEPT_NEAR
    return found if found is not None and rng.random() < share[curate.lesson(found)] else None
