"""A similar puzzle: the idea of one that was just answered, in another picture."""

from __future__ import annotations

import random
import secrets

from trainer.drill import similar
from trainer.drill.pack import Puzzle, puzzle_from, puzzle_text
from trainer.drill.waits import WaitPuzzle
from trainer.store import Database, attempts, puzzles
from trainer.text import N_
from trainer.usecases.practice import library, rules_of
from trainer.usecases.site import NotFound
from trainer.usecases.stock import IMAGE

SHELF = 100
"""Of the puzzles made on the fly, how many of the latest are looked at."""


def similar_to(db: Database, user: str, puzzle: Puzzle, now: str) -> str:
    """The id of a puzzle with the same idea; raises NotFound when the game has no other puzzle.

    A wait drill is mirrored, put into another suit or shifted on the spot. A discard needs the solver: its picture is
    there if the stock has made it, otherwise it is the untried puzzle that shares most themes and is about as hard.
    """
    tried = attempts.tried(db, user)
    if isinstance(puzzle, WaitPuzzle):
        made = similar.other_waits(rules_of(puzzle), puzzle, random.Random(secrets.randbits(64)))
        if made is not None:
            origin = f"{IMAGE}{puzzle.id}"
            puzzles.add(db, made.id, made.variant, str(made.asks), origin, puzzle_text(made), now, None)
            return made.id
    else:
        text = puzzles.with_origin(db, f"{IMAGE}{puzzle.id}")
        if text is not None and (picture := puzzle_from(text)).id not in tried:
            return picture.id
    pool = [p for p in library().values() if p.variant == puzzle.variant and p.asks is puzzle.asks]
    pool += [puzzle_from(text) for _, text in puzzles.stock(db, puzzle.variant, str(puzzle.asks), SHELF)]
    pool = [p for p in pool if p.id != puzzle.id]
    if not pool:
        raise NotFound(N_("There is no other puzzle like this one."))
    tags = set(puzzle.tags)
    return min(pool, key=lambda p: (p.id in tried, -len(tags & set(p.tags)), abs(p.prior - puzzle.prior), p.id)).id
