"""What the rules page shows of each pattern besides its row of the table: a win that has it."""

from __future__ import annotations

from functools import lru_cache

from trainer.rules.cases import WorkedCase
from trainer.usecases import catalog


@lru_cache(maxsize=32)
def pattern_examples(key: str) -> dict[str, WorkedCase]:
    """For each row of the table the worked case under the usual rules that shows it with the least beside it."""
    usual = catalog.variant(key).ruleset()
    out: dict[str, tuple[int, WorkedCase]] = {}
    for case in catalog.worked_cases(key):
        lines = case.breakdown.worth.lines
        for line in lines if case.rules.options == usual.options else ():
            if line.id not in out or len(lines) < out[line.id][0]:
                out[line.id] = (len(lines), case)
    return {row: case for row, (_, case) in out.items()}
