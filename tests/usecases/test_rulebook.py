"""Every pattern of every game is explained and shown."""

from __future__ import annotations

from trainer.rules.variant import Variant
from trainer.usecases import rulebook


def test_every_pattern_says_when_it_fits(every_variant: Variant) -> None:
    said = [row.when for row in every_variant.ruleset().scoring.table.rows]
    assert all(text.endswith(".") for text in said)
    assert len(set(said)) == len(said), "no two patterns fit for the same reason"


def test_every_pattern_is_shown_by_a_win_that_has_it(every_variant: Variant) -> None:
    examples = rulebook.pattern_examples(every_variant.key)
    rules = every_variant.ruleset()
    for row in rules.scoring.table.possible(rules):
        shown = examples[row.id].breakdown
        assert shown.legal
        assert row.id in {line.id for line in shown.worth.lines}
