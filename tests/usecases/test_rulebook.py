"""Every pattern of every game is explained and shown."""

from __future__ import annotations

from trainer.rules.variant import Variant
from trainer.usecases import rulebook
from trainer.web.i18n import languages


def test_every_pattern_says_when_it_fits_in_every_language(every_variant: Variant) -> None:
    rows = {row.id for row in every_variant.ruleset().scoring.table.rows}
    for language in languages():
        notes = rulebook.pattern_notes(every_variant.key, language.code)
        assert set(notes) == rows
        assert len(set(notes.values())) == len(rows), "no two patterns fit for the same reason"
        if language.code.startswith("zh"):
            assert all(any("一" <= c <= "鿿" for c in note) for note in notes.values())


def test_every_pattern_is_shown_by_a_win_that_has_it(every_variant: Variant) -> None:
    examples = rulebook.pattern_examples(every_variant.key)
    for row in every_variant.ruleset().scoring.table.rows:
        shown = examples[row.id].breakdown
        assert shown.legal
        assert row.id in {line.id for line in shown.worth.lines}
