"""Grading: a look-up in the puzzle's own answer sheet. No solver, no scorer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from trainer.analysis import Choice, Goal
from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.text import N_, Refusal
from trainer.tiles import Kind, Tile, kind, parse_tiles

NONE = "none"
"""The answer that there is no wait: "not ready"; among legal waits, that no discard can be won on."""


def grade_discard(puzzle: DiscardPuzzle, tile: Tile, goal: Goal = Goal.WIN) -> Choice:
    """The option thrown, with its grade, its loss in the goal's measure and its share; raises NotAnOption."""
    puzzle.option(tile)
    return next(c for c in puzzle.analysis(goal).choices if c.discard == tile)


class Verdict(StrEnum):
    """A named set of waits: all right, some of them, or none of them."""

    RIGHT = "right"
    PARTIAL = "partial"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class WaitGrade:
    """Misses and false calls are different mistakes. All in order; exhausted kinds that were named are false calls."""

    verdict: Verdict
    hits: tuple[Kind, ...]
    misses: tuple[Kind, ...]
    false_calls: tuple[Kind, ...]


def grade_waits(puzzle: WaitPuzzle, named: frozenset[Kind], *, legal: bool = False) -> WaitGrade:
    """What was named against what counts; nothing named says "not ready" (or "none")."""
    answer = puzzle.answer(legal=legal)
    hits = answer & named
    verdict = Verdict.RIGHT if named == answer else Verdict.PARTIAL if hits else Verdict.WRONG
    return WaitGrade(
        verdict, tuple(sorted(hits)), tuple(sorted(answer - named)), tuple(sorted(named - answer))
    )


class BadAnswer(Refusal):
    """An answer that cannot be graded."""


def parse_named(text: str, kinds: tuple[Kind, ...]) -> frozenset[Kind]:
    """Kinds named in an answer: tiles in any order, or `none`; raises BadAnswer.

    Nothing at all is no answer: saying "not ready" must be a decision.
    """
    if text.strip().lower() == NONE:
        return frozenset()
    try:
        named = frozenset(kind(t) for t in parse_tiles(text))
    except ValueError:
        raise BadAnswer(N_("“%(text)s” does not name waits; write tiles, or “none”."), text=text[:40]) from None
    if not named:
        raise BadAnswer(N_("Name every wait, or say that there is none."))
    if not named <= set(kinds):
        raise BadAnswer(N_("This game does not have all of these tiles."))
    return named
