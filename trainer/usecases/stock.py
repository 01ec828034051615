"""The stock of puzzles made on the fly: one background thread keeps it filled, so that no request solves anything."""

from __future__ import annotations

import logging
import random
import secrets
import threading
import time
from contextlib import closing

from trainer import variants
from trainer.drill import generate, similar
from trainer.drill.pack import Puzzle, Puzzling, puzzle_from, puzzle_text
from trainer.drill.puzzle import DiscardPuzzle
from trainer.progress.attempt import Kind, Mark
from trainer.store import Database, attempts, puzzles
from trainer.usecases.practice import library
from trainer.usecases.site import Site

log = logging.getLogger(__name__)

LEVEL = 20
"""Puzzles of each game and kind that wait untried."""

PAUSE = 0.2
"""Least seconds of rest after each candidate, so that pages stay quick while the stock fills."""

REST = 9.0
"""Rest after a candidate as a multiple of the time it took: the stock never takes more than a tenth of one core."""

LOOK = 10.0
"""Seconds between looks at a full stock."""

AFTER_FAULT = 300.0
ENDLESS = "endless"
IMAGE = "image:"
"""Origin of a puzzle that is another picture of the one named after it."""

FAILED = frozenset({Mark.MISTAKE, Mark.BLUNDER})


def shared(db: Database, id_: str) -> Puzzle | None:
    """A puzzle that anybody may be asked; None for one of a user's own games."""
    text = puzzles.find(db, id_, user="")
    return library().get(id_) or (None if text is None else puzzle_from(text))


class Stock:
    """One worker per process: `start` it once, `stop` it before the process ends."""

    def __init__(
        self, site: Site, *, level: int = LEVEL, pause: float = PAUSE, look: float = LOOK, rest: float = REST
    ) -> None:
        self._site, self._level, self._pause, self._look, self._rest = site, level, pause, look, rest
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._last = 0

    def start(self) -> None:
        """Fill in the background, once the solver is ready; a second call does nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="stock", daemon=True)
            self._thread.start()

    def stop(self, seconds: float = 5.0) -> bool:
        """Ask the worker to end after the puzzle at hand, and wait; True when it has ended."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    def _run(self) -> None:
        while not self._site.warmup.wait(1.0).ready:
            if self._site.warmup.warmth.failed or self._stopping.is_set():
                return
        with closing(self._site.connect()) as db:
            self._last = attempts.last(db)
            while not self._stopping.is_set():
                began = time.monotonic()
                try:
                    busy = self.step(db)
                except Exception:
                    log.exception("a puzzle for the stock could not be made")
                    self._stopping.wait(AFTER_FAULT)
                else:
                    rest = max(self._pause, self._rest * (time.monotonic() - began))
                    self._stopping.wait(rest if busy else self._look)

    def step(self, db: Database) -> bool:
        """Try one candidate where one is wanted: pictures of what was just failed first, then the emptiest shelf.

        False when nothing is wanted.
        """
        for attempt_number, id_ in attempts.marked(db, str(Kind.DISCARD), [str(m) for m in FAILED], self._last):
            self._last = attempt_number
            if self._picture(db, id_):
                return True
        asked = {(p.variant, p.asks) for p in library().values()}  # what a game has no pack of, it does not drill
        shelves = [
            (puzzles.untried(db, v.key, str(kind)), v.key, kind)
            for v in variants.all_variants()
            for kind in Puzzling
            if (v.key, kind) in asked
        ]
        least, variant, kind = min(shelves, key=lambda shelf: shelf[0])
        if least >= self._level:
            return False
        rules = variants.get(variant).ruleset()
        puzzle = generate.endless(rules, (), kind, secrets.token_hex(6))
        if puzzle is not None:
            self._keep(db, puzzle, ENDLESS)
        return True

    def _picture(self, db: Database, id_: str) -> bool:
        """Solve another picture of a failed puzzle, unless it has been done."""
        origin = f"{IMAGE}{id_}"
        puzzle = shared(db, id_)
        if not isinstance(puzzle, DiscardPuzzle) or puzzles.with_origin(db, origin) is not None:
            return False
        rules = variants.get(puzzle.variant).ruleset(dict(puzzle.rule_options))
        position = similar.other_position(rules, puzzle.position, random.Random(id_))
        if position is None:
            return False
        self._keep(db, generate.solve(rules, position, similar.provenance(id_)), origin)
        return True

    def _keep(self, db: Database, puzzle: Puzzle, origin: str) -> None:
        puzzles.add(
            db, puzzle.id, puzzle.variant, str(puzzle.asks), origin, puzzle_text(puzzle), self._site.now(), None
        )
