"""Every worked case of every variant is answered as it states, and the cases are many and whole enough to show."""

from __future__ import annotations

import pytest

from trainer import variants
from trainer.rules import cases
from trainer.rules.cases import WorkedCase
from trainer.rules.variant import Variant

LANGUAGES = ("en", "zh_Hans")
CASES = [
    pytest.param(case, id=f"{v.key}-{case.key}")
    for v in variants.all_variants()
    for case in cases.load(v, variants.folder(v.key))
]


@pytest.mark.parametrize("case", CASES)
def test_worked_case(case: WorkedCase) -> None:
    assert case.answered == case.expected


@pytest.mark.parametrize("case", CASES)
def test_a_case_says_what_it_shows_and_where_it_comes_from(case: WorkedCase) -> None:
    for language in LANGUAGES:
        assert dict(case.titles).get(language)
        assert dict(case.sources).get(language)
    assert case.title("ja") == case.title("en")


def test_every_row_of_a_table_has_a_worked_case(every_variant: Variant) -> None:
    found = cases.load(every_variant, variants.folder(every_variant.key))
    shown = {i for case in found for i, _, _ in case.expected.lines}
    assert {row.id for row in every_variant.ruleset().scoring.table.rows} <= shown
    assert len(found) >= 10


GOOD = """
[one]
title = { en = "The least" }
hand = "2344456778999s"
win = "1s"
by = "discard"
seat = "dealer"
lines = { chinitsu = 6 }
total = 6
fu = 40
limit = "haneman"
points = 18000
source = { en = "by hand" }
"""


def test_a_case_is_read_from_text() -> None:
    (case,) = cases.parse(variants.get("bamboo"), GOOD)
    assert (case.key, case.title("zh_Hans"), case.source("en")) == ("one", "The least", "by hand")
    assert case.win.circumstance.dealer
    assert case.expected.lines == (("chinitsu", 6, 1),)
    assert case.answered == case.expected


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("points = 18000\n", "", "case one: no points"),
        ('seat = "dealer"', 'seat = "east"', "case one: "),
        ("total = 6", "total = 6\nvalue = 3", "case one: value must not be there"),
        ('title = { en = "The least" }', 'title = { zh_Hans = "最低" }', "case one: a text is not there in English"),
        ('hand = "2344456778999s"', 'hand = "234445677899s"', "case one: The concealed hand must have 13 tiles"),
        ("[one]", "[one]\ncomplete = false", "case one: "),
        ("[one]", '[one]\noptions = { suit = "z" }', "case one: Option suit must be one of"),
    ],
)
def test_a_bad_case_is_named(old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(ValueError, match=said):
        cases.parse(variants.get("bamboo"), GOOD.replace(old, new))
