"""Committed puzzle packs: files beside the program, read and indexed by id. The database holds none of them."""

from __future__ import annotations

from pathlib import Path

from trainer.drill.pack import BadPuzzle, Puzzle, loads
from trainer.text import N_


def load_all(folder: Path) -> dict[str, Puzzle]:
    """Every puzzle of `folder/<variant>/*.json`, by id, in the order of files and ids.

    Raises BadPuzzle, naming the file, when one is damaged, in another variant's folder, or repeats another's puzzle.
    """
    found: dict[str, Puzzle] = {}
    for path in sorted(folder.glob("*/*.json")):
        try:
            pack = loads(path.read_text(encoding="utf-8"))
        except (BadPuzzle, UnicodeDecodeError) as fault:
            raise BadPuzzle(N_("The pack %(file)s cannot be used: %(why)s"), file=path, why=fault) from None
        if pack.variant != path.parent.name or found.keys() & {p.id for p in pack.puzzles}:
            raise BadPuzzle(N_("The pack %(file)s is in the wrong folder or repeats puzzles of another."), file=path)
        found.update((p.id, p) for p in pack.puzzles)
    return found
