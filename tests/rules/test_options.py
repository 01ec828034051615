"""Options: what a variant makes of those given, and what it refuses."""

from __future__ import annotations

import pytest

from trainer import variants
from trainer.rules.variant import Chombo, Implied, Option, RiichiKong, Variant
from trainer.text import Refusal

BAMBOO = variants.get("bamboo")


def test_nothing_given_is_the_defaults() -> None:
    assert BAMBOO.resolve() == {o.key: o.default for o in BAMBOO.options} == BAMBOO.resolve({})


def test_a_preset_sets_several_and_single_keys_win() -> None:
    training = BAMBOO.resolve({"preset": "training"})
    assert (training["chombo"], training["assist"]) == ("yakuman", False)
    mixed = BAMBOO.resolve({"assist": True, "preset": "training"})
    assert (mixed["chombo"], mixed["assist"]) == ("yakuman", True)
    assert BAMBOO.resolve({"preset": "bamboo"}) == BAMBOO.resolve()


def test_units_start_at_twelve_unless_told_otherwise() -> None:
    assert BAMBOO.resolve({"mode": "units"})["start"] == 12
    assert BAMBOO.resolve({"mode": "units", "start": 30})["start"] == 30
    assert BAMBOO.resolve({"mode": "points"})["start"] == 100_000
    assert BAMBOO.ruleset({"mode": "units"}).match.start == 12


def test_what_is_implied_by_a_default_holds_too() -> None:
    made = Variant(
        key="x", edition=1, order=1, names=BAMBOO.names, seats=(2,),
        options=(Option("a", 1, "A", (1, 2)), Option("b", 5, "B"), Option("c", 7, "C")),
        implied=(Implied("a", 1, (("b", 6),)), Implied("a", 2, (("c", 8),))), build=BAMBOO.build,
    )  # fmt: skip
    assert made.resolve() == {"a": 1, "b": 6, "c": 7}
    assert made.resolve({"a": 2}) == {"a": 2, "b": 5, "c": 8}
    assert made.resolve({"b": 9}) == {"a": 1, "b": 9, "c": 7}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"red": 3}, "Unknown option red."),
        ({"suit": "z"}, "Option suit must be one of m, p, s."),
        ({"suit": 1}, "Option suit must be one of m, p, s."),
        ({"suit": None}, "Option suit must be one of m, p, s."),
        ({"suit": ["s"]}, "Option suit must be one of m, p, s."),
        ({"assist": 1}, "Option assist must be one of true, false."),
        ({"assist": "true"}, "Option assist must be one of true, false."),
        ({"renhou": False}, "Option renhou must be one of off, mangan, yakuman."),
        ({"start": 0}, "Option start must be a whole number from 1 to 1000000000."),
        ({"start": -5}, "Option start must be a whole number from 1 to 1000000000."),
        ({"start": 1.5}, "Option start must be a whole number from 1 to 1000000000."),
        ({"start": True}, "Option start must be a whole number from 1 to 1000000000."),
        ({"start": "100"}, "Option start must be a whole number from 1 to 1000000000."),
        ({"start": 10**10}, "Option start must be a whole number from 1 to 1000000000."),
        ({"hands": -1}, "Option hands must be a whole number from 0 to 1000000000."),
    ],
)
def test_a_bad_option_is_refused_in_a_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        BAMBOO.resolve(given)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        ({"start": "250"}, {"start": 250}),
        ({"assist": "FALSE"}, {"assist": False}),
        ({"kazoe": " true "}, {"kazoe": True}),
        ({"suit": " m "}, {"suit": "m"}),
    ],
)
def test_options_are_read_from_text(texts: dict[str, str], values: dict[str, object]) -> None:
    assert BAMBOO.parse_options(texts) == values


@pytest.mark.parametrize(
    "texts",
    [
        {"start": "many"}, {"start": "-1"}, {"start": "٣"}, {"start": "9" * 5000}, {"assist": "1"}, {"suit": ""},
        {"x": "1"},
    ],
)  # fmt: skip
def test_bad_texts_of_options_are_refused(texts: dict[str, str]) -> None:
    with pytest.raises(Refusal, match=r"\.$"):
        BAMBOO.parse_options(texts)


def test_every_choice_of_every_option_builds_its_rules(every_variant: Variant) -> None:
    for option in every_variant.options:
        for value in option.choices if option.choices is not None else (max(option.least, 1), 77):
            rules = every_variant.ruleset({option.key: value})
            assert rules.option(option.key) == value
            assert rules.key == every_variant.key


def test_options_reach_the_part_they_are_about() -> None:
    rules = BAMBOO.ruleset(
        {
            "suit": "p", "hands": 4, "bust": False, "chombo": "baiman", "declareWaits": True, "noSorting": True,
            "kazoe": False, "doubleYakuman": True, "stackYakuman": False, "riichiKan": "waits", "roundLabel": True,
            "assist": False,
        }
    )  # fmt: skip
    assert [k for k, n in enumerate(rules.tiles.supply) if n] == list(range(9, 18))
    assert (rules.match.hands, rules.match.bust) == (4, False)
    t = rules.training
    assert (t.assist, t.chombo, t.declare_waits, t.no_sorting) == (False, Chombo.BAIMAN, True, True)
    assert (rules.scoring.kazoe, rules.scoring.double, rules.scoring.stack) == (False, True, False)
    assert rules.riichi is not None
    assert rules.riichi.kong is RiichiKong.WAITS
    assert rules.round_label
