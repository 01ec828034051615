"""Prices of all ready hands of a game, worked out once and kept beside the compiled kernels.

Whoever asks for points first (the bot, the value page) would otherwise wait for thousands of hands to be scored.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from trainer import analysis, paths, variants
from trainer.rules.variant import Ruleset
from trainer.solver.value import PriceBook

log = logging.getLogger(__name__)

STEPS = 20
"""Parts that one book is worked out and reported in."""


def digest(rules: Ruleset) -> str:
    """Changes whenever a price could: with the source of the rules and of the game, and with the options."""
    found = hashlib.sha256(repr(rules.options).encode())
    source = paths.ROOT / "trainer"
    for part in (source / "tiles.py", source / "hands.py", source / "rules", source / "variants" / rules.key):
        for file in [part] if part.is_file() else sorted(part.rglob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Priced:
    """A book of concealed hands that a game by its default rules asks, and the file that keeps it."""

    book: PriceBook
    locked: bool
    file: str

    def load(self, cache: Path | None, report: Callable[[int], None]) -> None:
        """Fill the book from `cache`, or work it out in STEPS parts and keep it there."""
        file = None if cache is None else cache / self.file
        if file is not None and self.book.loads(_read(file), locked=self.locked):
            return
        for step in range(STEPS):
            report(step)
            self.book.fill(step, STEPS, locked=self.locked)
        if file is not None:
            _write(file, self.book.dumps(locked=self.locked))


def all_books() -> list[Priced]:
    """The books of every game whose set is one suit, for the dealer and for the others."""
    out = []
    for variant in variants.all_variants():
        rules = variant.ruleset()
        for dealer in (True, False):
            book = analysis.concealed_book(rules, dealer=dealer)
            if book is not None:
                name = f"prices-{variant.key}-{'dealer' if dealer else 'other'}-{digest(rules)}.npy"
                out.append(Priced(book, rules.riichi is not None, name))
    return out


def load(cache: Path | None, report: Callable[[int, int], None]) -> None:
    """Fill every book, telling (steps done, steps in all)."""
    books = all_books()
    for done, priced in enumerate(books):

        def told(step: int, before: int = done * STEPS) -> None:
            report(before + step, len(books) * STEPS)

        priced.load(cache, told)
    report(len(books) * STEPS, len(books) * STEPS)


def _read(file: Path) -> bytes:
    """What is kept; nothing where that cannot be read."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _write(file: Path, data: bytes) -> None:
    """Keep the prices; written aside and moved into place, and left out where the folder cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        for old in file.parent.glob(f"{file.name.rpartition('-')[0]}-*.npy"):
            old.unlink(missing_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as aside:
            aside.write(data)
        os.replace(aside.name, file)
    except OSError:
        log.warning("prices of hands could not be kept in %s", file.parent)
