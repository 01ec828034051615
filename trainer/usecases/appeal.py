"""“I think I was right”: the position is solved again, deeper where that is possible, and a wrong grade is mended."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trainer.analysis import Analysis, Goal, analyze
from trainer.drill.puzzle import DiscardPuzzle, question, solved
from trainer.progress.attempt import Mark
from trainer.solver.pace import UNWATCHED, Pace
from trainer.store import Database, appeals
from trainer.tiles import Tile
from trainer.usecases.practice import DiscardAnswer, rules_of

SAME = 1e-6
"""Relative difference below which two measures are the same: what is stored is rounded."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """`puzzle` is the position as it was solved just now, `first` as it was asked; `thrown` is what the user threw.

    `upheld`: the discard is among the best for the goal.
    """

    puzzle: DiscardPuzzle
    first: DiscardPuzzle
    thrown: Tile
    goal: Goal
    upheld: bool

    @property
    def found(self) -> Analysis:
        """The new answer for the goal that graded the attempt."""
        return self.puzzle.analysis(self.goal)

    @property
    def other(self) -> Analysis:
        """The new answer for the other goal."""
        return self.puzzle.analysis(Goal.VALUE if self.goal is Goal.WIN else Goal.WIN)

    @property
    def same(self) -> bool:
        """Whether solving again gave the numbers of the first answer."""
        for old in self.first.options:
            new = self.puzzle.option(old.discard)
            pairs = ((old.win_prob, new.win_prob), (old.value, new.value))
            if any(abs(a - b) > SAME * max(1.0, a, b) for a, b in pairs):
                return False
        return True


def deeper(puzzle: DiscardPuzzle, pace: Pace = UNWATCHED) -> DiscardPuzzle:
    """The position solved again, one exchange deeper than before; `pace` is told how far that is.

    An answer that was exact is solved to the end again: there is nothing deeper.
    """
    rules = rules_of(puzzle)
    asked = replace(question(rules, puzzle.position, Goal.VALUE), budget=puzzle.model.budget + 1)
    found = analyze(rules, asked, pace=pace)
    return solved(puzzle.position, found, puzzle.themes, puzzle.prior, puzzle.provenance, puzzle.aim)


def again(done: DiscardAnswer, goal: Goal, found: DiscardPuzzle) -> Appeal:
    """The answer weighed once more by what was `found` by looking deeper."""
    return Appeal(found, done.puzzle, done.thrown, goal, done.thrown in found.analysis(goal).best)


def decide(db: Database, user: str, done: DiscardAnswer, found: Appeal) -> None:
    """An attempt that was among the best after all counts as best from now on."""
    if found.upheld and done.attempt.mark is not Mark.BEST:
        appeals.uphold(db, user, done.attempt.token)
