"""What the rules page shows of each pattern besides its row of the table: a win that has it."""

from __future__ import annotations

from functools import lru_cache

from trainer.rules.cases import WorkedCase
from trainer.usecases import catalog


@lru_cache(maxsize=32)
def pattern_examples(key: str) -> dict[str, WorkedCase]:
    """For each row of the table a win that shows it: the one with the least beside it, under the usual rules if any.

    Red fives or all green may need an option that is off.
    """
    usual = catalog.variant(key).ruleset()
    out: dict[str, tuple[tuple[bool, int], WorkedCase]] = {}
    for case in catalog.worked_cases(key):
        b = case.breakdown
        order = (case.rules.options != usual.options, len(b.worth.lines))
        for line in b.worth.lines if b.legal else ():
            if line.id not in out or order < out[line.id][0]:
                out[line.id] = (order, case)
    return {row: case for row, (_, case) in out.items()}
