"""Every worked case of every variant gives the lines and payments it states."""

from __future__ import annotations

import pytest

from trainer import variants
from trainer.rules import cases
from trainer.rules.cases import WorkedCase

CASES = [
    pytest.param(case, id=f"{v.key}:{case.key}")
    for v in variants.all_variants()
    for case in cases.load(v, variants.folder(v.key))
]


@pytest.mark.parametrize("case", CASES)
def test_worked_case(case: WorkedCase) -> None:
    got = case.breakdown
    assert got.complete
    assert got.legal
    assert tuple(sorted((x.id, x.value) for x in got.worth.lines)) == case.expected.lines
    assert got.worth.total == case.expected.total
    assert got.worth.fu == case.expected.fu
    assert got.worth.limit == case.expected.limit
    assert got.points == case.expected.points


def test_every_row_of_a_table_has_a_worked_case() -> None:
    for v in variants.all_variants():
        shown = {x for case in cases.load(v, variants.folder(v.key)) for x, _ in case.expected.lines}
        rows = {row.id for row in v.ruleset().scoring.table.rows}
        assert rows <= shown
