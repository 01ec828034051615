"""Making and checking packs: work in chunks that depend on nothing but themselves, so that any number may share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from trainer import variants
from trainer.drill import generate, pack
from trainer.drill.locks import LockPuzzle
from trainer.drill.pack import Pack, Puzzle, Puzzling
from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.rules.variant import Ruleset
from trainer.text import N_, Refusal

CHUNK = 16
MOST_CANDIDATES = 200
"""Candidates tried for each puzzle asked for, before giving up."""

MOST_PUZZLES = 5_000


@dataclass(frozen=True, slots=True)
class Chunk:
    """Candidates `start` to `stop` of a pack."""

    variant: str
    kind: Puzzling
    seed: int
    start: int
    stop: int


Share = Callable[[Callable[[Chunk], list[Puzzle]], list[Chunk]], Iterable[list[Puzzle]]]
"""How chunks are shared out: gives the results in the order of the chunks, as they come."""


@lru_cache(maxsize=8)
def _rules(variant: str) -> Ruleset:
    return variants.get(variant).ruleset()


def solve_chunk(chunk: Chunk) -> list[Puzzle]:
    """The candidates of one chunk, in order."""
    rules, indices = _rules(chunk.variant), range(chunk.start, chunk.stop)
    if chunk.kind is Puzzling.WAITS:
        return [next(generate.waits(rules, (), chunk.seed, slot)) for slot in indices]
    if chunk.kind is Puzzling.LOCK:
        return [p for i in indices if (p := generate.lock(rules, (), chunk.seed, i)) is not None]
    return list(generate.discards(rules, (), chunk.seed, indices))


def make(
    variant: str, kind: Puzzling, n: int, seed: int, share: Share, report: Callable[[int], None] = lambda done: None
) -> Pack:
    """A pack of n puzzles under the game's default rules; `report` is told how many there are so far.

    Raises Refusal when so many cannot be had.
    """
    if not 1 <= n <= MOST_PUZZLES:
        raise Refusal(N_("A pack holds from 1 to %(most)d puzzles."), most=MOST_PUZZLES)
    if not 0 <= seed < 2**63:
        raise Refusal(N_("A seed is a whole number from 0 to 2**63 - 1."))
    rules = _rules(variant)
    if not generate.asks(rules, kind):
        raise Refusal(N_("There are no such puzzles about this game."))
    last = n if kind is Puzzling.WAITS else n * MOST_CANDIDATES
    chunks = [Chunk(variant, kind, seed, at, min(at + CHUNK, last)) for at in range(0, last, CHUNK)]
    candidates = chain.from_iterable(share(solve_chunk, chunks))
    puzzles: list[Puzzle] = []
    for puzzle in _fill(rules, kind, n, seed, candidates):
        puzzles.append(puzzle)
        report(len(puzzles))
    if len(puzzles) < n:
        raise Refusal(N_("Only %(have)d different puzzles of the %(want)d were found."), have=len(puzzles), want=n)
    return pack.pack_of(rules, (), kind, seed, puzzles)


def _fill(rules: Ruleset, kind: Puzzling, n: int, seed: int, candidates: Iterator[Puzzle]) -> Iterator[Puzzle]:
    if kind is Puzzling.WAITS:
        return pack.fill_waits(rules, (), seed, (p for p in candidates if isinstance(p, WaitPuzzle)))
    if kind is Puzzling.LOCK:
        return pack.fill_locks(rules, (p for p in candidates if isinstance(p, LockPuzzle)), n)
    return pack.fill_discards(rules, (p for p in candidates if isinstance(p, DiscardPuzzle)), n)


def check(
    text: str, *, sample: int | None = None, report: Callable[[int, int], None] = lambda done, of: None
) -> list[str]:
    """What solving a pack's puzzles again finds different; `sample`: only so many of them, evenly spread.

    Raises Refusal when the text is no pack.
    """
    found = pack.loads(text)
    rules = variants.get(found.variant).ruleset(dict(found.options))
    step = 1 if sample is None else max(1, len(found.puzzles) // max(1, sample))
    chosen = found.puzzles[::step]
    out = pack.faults(rules, found, ())
    for done, puzzle in enumerate(chosen):
        report(done, len(chosen))
        out += pack.differences(rules, puzzle)
    report(len(chosen), len(chosen))
    return out
