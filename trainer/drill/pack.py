"""Packs: puzzles as a text file that a command makes again byte for byte, and single puzzles as text.

A pack is one JSON object: a header, then one puzzle a line, sorted by id, so that a change shows as a line. What all
its puzzles share stands in the header alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from trainer.drill import curate, generate, locks
from trainer.drill.codec import BadPuzzle, Fields, damaged
from trainer.drill.generate import Options, Puzzle
from trainer.drill.locks import LockPuzzle, lock_from
from trainer.drill.puzzle import DiscardPuzzle, Puzzling, discard_from
from trainer.drill.symmetry import essence
from trainer.drill.waits import WaitPuzzle, waits_from
from trainer.rules.variant import Ruleset
from trainer.text import N_
from trainer.tiles import Counts, counts

__all__ = ["BadPuzzle", "Pack", "Puzzle", "Puzzling", "dumps", "loads", "puzzle_from", "puzzle_text"]

FORMAT = 1
_SHARED = ("kind", "variant", "edition", "options", "recipe", "solver")
"""Fields of a puzzle that its pack's header holds for all."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles of one kind, made by `command`; `counts` says how many have each theme or trap."""

    variant: str
    edition: int
    options: Options
    kind: Puzzling
    recipe: str
    solver: str
    seed: int
    puzzles: tuple[Puzzle, ...]

    @property
    def command(self) -> str:
        """What makes this file again."""
        n, name = len(self.puzzles), f"puzzles/{self.variant}/{self.kind}.json"
        return f"python -m trainer packs generate {self.variant} --kind {self.kind} -n {n} --seed {self.seed} -o {name}"

    @property
    def counts(self) -> dict[str, int]:
        return dict(sorted(Counter(tag for p in self.puzzles for tag in p.tags).items()))


def pack_of(rules: Ruleset, options: Options, kind: Puzzling, seed: int, puzzles: Iterable[Puzzle]) -> Pack:
    """A pack of puzzles that were made by this version, in the order of files."""
    ordered = tuple(sorted(puzzles, key=lambda p: p.id))
    return Pack(
        rules.key, rules.edition, options, kind, generate.RECIPES[kind], generate.SOLVER, seed, ordered
    )


# ------------------------------------------------------------------ text


def puzzle_text(puzzle: Puzzle) -> str:
    """One puzzle as one line of JSON that stands alone."""
    return _line(puzzle.to_json())


@lru_cache(maxsize=2048)
def puzzle_from(text: str) -> Puzzle:
    """The inverse of `puzzle_text`; raises BadPuzzle."""
    return _puzzle(_json(text))


def dumps(pack: Pack) -> str:
    """The text of the file."""
    head = {
        "format": FORMAT,
        "command": pack.command,
        "kind": str(pack.kind),
        "variant": pack.variant,
        "edition": pack.edition,
        "options": dict(pack.options),
        "recipe": pack.recipe,
        "solver": pack.solver,
        "seed": pack.seed,
        "number": len(pack.puzzles),
        "counts": pack.counts,
    }
    lines = [f"{json.dumps(key)}:{_line(value)}," for key, value in head.items()]
    rows = [_line({k: v for k, v in p.to_json().items() if k not in _SHARED}) for p in pack.puzzles]
    return "\n".join(["{", *lines, '"puzzles":[', ",\n".join(rows), "]}"]) + "\n"


def loads(text: str) -> Pack:
    """The inverse of `dumps`; raises BadPuzzle when anything is missing, damaged, doubled or out of order."""
    f = Fields(_json(text), "pack")
    if f.number("format") != FORMAT:
        raise damaged("format")
    shared = {key: f.data.get(key) for key in _SHARED}
    rows = f.items("puzzles")
    puzzles = tuple(_puzzle({**shared, **Fields(row).data}) for row in rows)
    pack = Pack(
        variant=f.text("variant"),
        edition=f.number("edition"),
        options=f.options("options"),
        kind=f.word("kind", Puzzling),
        recipe=f.text("recipe"),
        solver=f.text("solver"),
        seed=f.number("seed", 0, 2**63),
        puzzles=puzzles,
    )
    if any(p.asks is not pack.kind for p in puzzles):
        raise damaged("kind")
    if [p.id for p in puzzles] != sorted({p.id for p in puzzles}):
        raise BadPuzzle(N_("The puzzles of a pack must be sorted by id, none of them twice."))
    for field, value in (("number", len(puzzles)), ("counts", pack.counts), ("command", pack.command)):
        if f.data.get(field) != value:
            raise damaged(field)
    return pack


def _line(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadPuzzle(N_("The text is not JSON.")) from None


def _puzzle(data: Mapping[str, Any]) -> Puzzle:
    f = Fields(data)
    read: Mapping[Puzzling, Callable[[Mapping[str, Any]], Puzzle]] = {
        Puzzling.DISCARD: discard_from, Puzzling.WAITS: waits_from, Puzzling.LOCK: lock_from,
    }  # fmt: skip
    return read[f.word("kind", Puzzling)](data)


# ------------------------------------------------------------------ filling


def idea(rules: Ruleset, puzzle: Puzzle) -> tuple[Counts, ...]:
    """The same for puzzles that are one idea in two pictures."""
    supply = rules.tiles.supply
    if isinstance(puzzle, WaitPuzzle):
        return essence(supply, counts(puzzle.hand.concealed), puzzle.hand.held)
    p = puzzle.position
    return (*essence(supply, p.hand.counts, p.hand.held, p.seen), (p.draws, int(p.seat == p.dealer)))


Lesson = TypeVar("Lesson", bound=Hashable)


def quotas(shares: Mapping[Lesson, int], n: int) -> dict[Lesson, int]:
    """Whole numbers that sum to n and follow the shares (largest remainders first)."""
    total = sum(shares.values())
    out = {key: n * share // total for key, share in shares.items()}
    rest = sorted(shares, key=lambda key: -(n * shares[key] % total))
    for key in rest[: n - sum(out.values())]:
        out[key] += 1
    return out


def fill_discards(rules: Ruleset, candidates: Iterable[DiscardPuzzle], n: int) -> Iterator[DiscardPuzzle]:
    """The first candidates that fit: lessons in their shares, no idea twice. Stops, not reading on, at n."""
    open_, ideas = quotas(curate.lessons(rules), n), set()
    if not n:
        return
    for puzzle in candidates:
        lesson, this = curate.lesson(puzzle), idea(rules, puzzle)
        if open_[lesson] and this not in ideas:
            open_[lesson] -= 1
            ideas.add(this)
            yield puzzle
            if not any(open_.values()):
                return


def fill_locks(rules: Ruleset, candidates: Iterable[LockPuzzle], n: int) -> Iterator[LockPuzzle]:
    """As `fill_discards`, by the lessons of locked waits."""
    open_, ideas = quotas(locks.SHARES, n), set()
    for puzzle in candidates:
        this = idea(rules, puzzle)
        if open_[puzzle.lesson] and this not in ideas:
            open_[puzzle.lesson] -= 1
            ideas.add(this)
            yield puzzle
            if not any(open_.values()):
                return


MOST_RETRIES = 200


def fill_waits(
    rules: Ruleset, options: Options, seed: int, firsts: Iterable[WaitPuzzle]
) -> Iterator[WaitPuzzle]:
    """The first puzzle of every slot, in the order of slots, or the next one there whose idea is new.

    Where a class is so small that its ideas run out, a slot is left empty.
    """
    ideas = set()
    for slot, first in enumerate(firsts):
        puzzle: WaitPuzzle | None = first
        if idea(rules, first) in ideas:
            later = generate.waits(rules, options, seed, slot)
            tries = (p for p, _ in zip(later, range(MOST_RETRIES), strict=False))
            puzzle = next((p for p in tries if idea(rules, p) not in ideas), None)
        if puzzle is not None:
            ideas.add(idea(rules, puzzle))
            yield puzzle


# ------------------------------------------------------------------ checking


def differences(rules: Ruleset, puzzle: Puzzle) -> list[str]:
    """What solving again finds different, one sentence each; empty when the puzzle holds."""
    try:
        puzzle.check(rules)
    except ValueError as fault:
        return [f"{puzzle.id}: {fault}"]
    if isinstance(puzzle, WaitPuzzle):
        return []
    if isinstance(puzzle, LockPuzzle):
        again = locks.solve(rules, puzzle.position, puzzle.offered, puzzle.provenance, puzzle.budget).to_json()
    else:
        again = generate.again(rules, puzzle).to_json()
    before = puzzle.to_json()
    return [
        f"{puzzle.id}: {key} is {_line(before[key])}, solving again gives {_line(again[key])}"
        for key in before
        if before[key] != again[key]
    ]


def faults(rules: Ruleset, pack: Pack, puzzles: Sequence[Puzzle]) -> list[str]:
    """Differences of some puzzles of a pack, after what concerns the pack as a whole."""
    out = []
    if pack.solver != generate.SOLVER:
        out.append(f"the pack is of solver edition {pack.solver}, this is {generate.SOLVER}")
    if pack.recipe != generate.RECIPES[pack.kind]:
        out.append(f"the pack is of recipe {pack.recipe}, this is {generate.RECIPES[pack.kind]}")
    return [*out, *(line for p in puzzles for line in differences(rules, p))]
