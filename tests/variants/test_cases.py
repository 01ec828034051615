"""Every worked case of every variant is answered as it states, and the cases are many and whole enough to show."""

from __future__ import annotations

import re

import pytest

from trainer import variants
from trainer.rules import cases
from trainer.rules.cases import WorkedCase
from trainer.rules.variant import Variant
from trainer.rules.win import NO_BONUS, Bonus
from trainer.tiles import Kind

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


def test_every_row_that_can_occur_has_a_worked_case(every_variant: Variant) -> None:
    found = cases.load(every_variant, variants.folder(every_variant.key))
    shown = {i for case in found for i, _, _ in case.expected.lines}
    for rules in [every_variant.ruleset({o.key: v}) for o in every_variant.options for v in o.choices or ()]:
        assert {row.id for row in rules.scoring.table.possible(rules)} <= shown, rules.options
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


BONUS = """
[one]
title = { en = "Two tiles set aside" }
hand = "999m12456789p11s"
win = "3p"
by = "discard"
seat = "non_dealer"
flags = ["riichi"]
dora = "5z 8p"
ura = "6z 9m"
nuki = 2
honba = 3
round_wind = "S"
seat_wind = "N"
lines = { riichi = 1, ittsuu = 2, dora = 1, nuki_dora = [1, 2] }
total = 6
fu = 40
limit = "haneman"
points = 12300
source = { en = "by hand" }
"""


def test_indicators_tiles_aside_counters_and_winds_are_read() -> None:
    (case,) = cases.parse(variants.get("sanma2"), BONUS)
    c = case.win.circumstance
    assert (c.seat_wind, c.round_wind) == (30, 28)
    assert c.bonus == Bonus(dora=(Kind(32), Kind(17)), ura=(Kind(33), Kind(0)), nuki=(Kind(30),) * 2, honba=3)
    assert case.answered.total == 6
    assert case.answered.points == 12_300


def test_a_case_without_them_has_the_winds_of_the_game() -> None:
    text = re.sub(r"^(dora|ura|nuki|honba|round_wind|seat_wind) = .*\n", "", BONUS, flags=re.MULTILINE)
    (case,) = cases.parse(variants.get("sanma2"), text)
    c = case.win.circumstance
    assert (c.seat_wind, c.round_wind, c.bonus) == (28, 27, NO_BONUS)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("nuki = 2", "nuki = 5", "case one: nuki cannot be 5"),
        ("honba = 3", "honba = -1", "case one: honba cannot be -1"),
        ("honba = 3", 'honba = "3"', "case one: honba cannot be 3"),
        ('round_wind = "S"', 'round_wind = "south"', "case one: "),
        ('dora = "5z 8p"', 'dora = "5m"', "case one: This game has no 5m"),
        ("nuki = 2", 'nuki = 2\noptions = { nuki = "none" }', "case one: nuki must not be there"),
    ],
)
def test_a_circumstance_that_cannot_be_is_named(old: str, new: str, said: str) -> None:
    assert old in BONUS
    with pytest.raises(ValueError, match=said):
        cases.parse(variants.get("sanma2"), BONUS.replace(old, new))


@pytest.mark.parametrize("field", ['dora = "1s"', 'ura = "1s"', "nuki = 1", "honba = 1", 'round_wind = "E"'])
def test_a_circumstance_that_the_game_does_not_know_is_named(field: str) -> None:
    with pytest.raises(ValueError, match=f"case one: {field.split()[0]} must not be there"):
        cases.parse(variants.get("bamboo"), GOOD.replace("[one]", f"[one]\n{field}"))


def test_a_case_is_read_from_text() -> None:
    (case,) = cases.parse(variants.get("bamboo"), GOOD)
    assert (case.key, case.title("zh_Hans"), case.source("en")) == ("one", "The least", "by hand")
    assert case.win.circumstance.dealer
    assert case.expected.lines == (("chinitsu", 6, 1),)
    assert case.answered == case.expected


TWICE = """
[one]
title = { en = "An exposed and a concealed kong" }
hand = "2345699m"
melds = ["ckong:7777m", "kong:8888m"]
win = "1m"
by = "self_draw"
seat = "dealer"
lines = { full_flush = 2, number_kong = [[1, 1], [2, 1]] }
total = 100
points = 300
source = { en = "by hand" }
"""


def test_one_id_may_count_in_lines_of_different_values() -> None:
    (case,) = cases.parse(variants.get("jintan"), TWICE)
    assert case.expected.lines == (("full_flush", 2, 1), ("number_kong", 1, 1), ("number_kong", 2, 1))
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
