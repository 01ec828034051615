"""“I think I was right”: the position is solved again, deeper where that is possible, and a wrong grade is mended."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trainer.analysis import Analysis, Goal, analyze
from trainer.drill.puzzle import DiscardPuzzle, question, solved
from trainer.progress.attempt import Mark
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


def again(done: DiscardAnswer, goal: Goal) -> Appeal:
    """Solve the position again, one exchange deeper than before.

    An answer that was exact is solved to the end again: there is nothing deeper.
    """
    puzzle = done.puzzle
    rules = rules_of(puzzle)
    asked = replace(question(rules, puzzle.position, Goal.VALUE), budget=puzzle.model.budget + 1)
    deeper = solved(puzzle.position, analyze(rules, asked), puzzle.themes, puzzle.prior, puzzle.provenance, puzzle.aim)
    return Appeal(deeper, puzzle, done.thrown, goal, done.thrown in deeper.analysis(goal).best)


def decide(db: Database, user: str, done: DiscardAnswer, goal: Goal) -> Appeal:
    """As `again`; an attempt that was among the best after all counts as best from now on."""
    found = again(done, goal)
    if found.upheld and done.attempt.mark is not Mark.BEST:
        appeals.uphold(db, user, done.attempt.token)
    return found
