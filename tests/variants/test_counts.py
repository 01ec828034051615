"""Every number of every counts.toml, counted again: quick sections always, the rest among the slow tests."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from trainer import variants
from trainer.bench import facts
from trainer.rules.variant import Variant
from trainer.solver.mixed import complete_hands
from trainer.solver.problem import Goal

QUICK = (*facts.MAIN, "values.4")


def wrong(variant: Variant, sections: tuple[str, ...], workers: int | None) -> list[str]:
    found = facts.facts(variant.key, sections, workers=workers)
    assert found
    return [f"{f.name}: stated {f.stated}, counted {f.counted}" for f in found if not f.holds]


def test_quick_counts(every_variant: Variant) -> None:
    assert not wrong(every_variant, QUICK, 1)


BY_STEPS = [v.key for v in variants.all_variants() if {"dealt", "shanten"} <= facts.stated(v.key).keys()]


@pytest.mark.parametrize("key", BY_STEPS)
def test_hands_by_shanten_are_all_the_hands_dealt(key: str) -> None:
    """Both as stated; they are counted apart."""
    stated = facts.stated(key)
    for name, by_steps in stated["shanten"].items():
        assert [sum(column) for column in zip(*by_steps.values(), strict=True)] == stated["dealt"][name]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_count(every_variant: Variant) -> None:
    assert not wrong(every_variant, facts.ALL, None)


def test_a_wrong_number_a_missing_and_an_unstated_one_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(variant: str) -> dict[str, object]:
        return {"values": {"4": {"hands": 631, "discard": {"yakuman": {"2": 625, "4": 1}}}}}

    monkeypatch.setattr(facts, "stated", other)
    found = {f.name: f for f in facts.facts("bamboo", ("values.4",), workers=1)}
    assert (found["values.4.hands"].stated, found["values.4.hands"].counted) == (631, 630)
    assert found["values.4.discard.yakuman.2"].holds
    assert found["values.4.discard.yakuman.4"].counted is None
    assert found["values.4.discard.yakuman.3"].stated is None
    assert not found["values.4.discard.yakuman.3"].holds


def test_what_wins_pay_is_counted_where_the_file_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {f.name for f in facts.facts("bamboo", ("values.4",), workers=1)}
    assert not any("pays" in name for name in plain)

    def other(variant: str) -> dict[str, object]:
        return {"values": {"4": {"hands": 630, "discard": {"pays": {"32000": 1}}}}}

    monkeypatch.setattr(facts, "stated", other)
    found = {f.name: f.counted for f in facts.facts("bamboo", ("values.4",), workers=1)}
    assert found.keys() - plain == {f"values.4.discard.pays.{n}" for n in (32_000, 64_000, 96_000)}


@pytest.mark.slow
def test_the_dealer_is_paid_half_as_much_again() -> None:
    chunk = facts.Chunk("honglong", True, (), (0, 4))
    other, dealer = (facts.count(replace(chunk, dealer=dealer)) for dealer in (False, True))
    assert other["values", "0", "hands"] == dealer["dealer_values", "0", "hands"] > 0
    assert other["values", "0", "discard", "pays", "8000"] > 0
    assert sum(n for path, n in dealer.items() if path[3:] == ("pays", "8000")) == 0
    assert dealer["dealer_values", "0", "discard", "pays", "12000"] > 0


def test_a_section_that_the_file_does_not_have_is_not_counted() -> None:
    named = {f.name.split(".")[0] for f in facts.facts("fulldeck", facts.ALL, workers=1)}
    assert named == {"complete", "nine_kinds"}


def test_complete_hands_of_several_suits_are_met_one_by_one() -> None:
    """What the values are counted over is all that is complete: here every hand that begins with four twos."""
    supply = variants.get("honglong").ruleset().tiles.supply
    prefix = (0, 4)
    met = list(facts.count(facts.Chunk("honglong", True, (), prefix)).items())
    hands = dict(met)["values", "0", "hands"]
    kept = (prefix[0], prefix[1], *supply[2:])
    less = (prefix[0], prefix[1] - 1, *supply[2:])
    shapes = (Goal.STANDARD, Goal.SEVEN_PAIRS)
    assert hands == complete_hands(kept, shapes)["all"].hands - complete_hands(less, shapes)["all"].hands


def test_progress_is_told_and_reaches_the_end() -> None:
    seen: list[tuple[int, int]] = []
    facts.facts("bamboo", ("values.4",), workers=1, progress=lambda done, of: seen.append((done, of)))
    assert [done for done, _ in seen] == list(range(1, len(seen) + 1))
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize(
    ("text", "name"), [("[guesses]\nx = 1\n", "guesses.x"), ("[values.9]\nhands = 1\n", "values.9")]
)
def test_a_section_that_nobody_counts_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, name: str
) -> None:
    (tmp_path / facts.FILE).write_text(text, encoding="utf-8")
    monkeypatch.setattr(variants, "folder", lambda key: tmp_path)
    with pytest.raises(ValueError, match=re.escape(f"nobody counts the section {name}")):
        facts.stated("bamboo")
