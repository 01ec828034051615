"""What the rules page says about each pattern besides its name and value: when it fits, and a win that shows it."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from trainer import variants
from trainer.rules.cases import SOURCE_LANGUAGE, WorkedCase
from trainer.usecases import catalog

FILE = "patterns.toml"


@lru_cache(maxsize=32)
def _notes(key: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((variants.folder(key) / FILE).read_text(encoding="utf-8"))


def pattern_notes(key: str, language: str) -> dict[str, str]:
    """When each pattern of a variant fits, by row: in this language, or else in English."""
    return {row: texts.get(language, texts[SOURCE_LANGUAGE]) for row, texts in _notes(key).items()}


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
