"""Jisu: the sum of the faces and its bonuses, and every five-tile win there is."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from tests.rules.others import SETS, lines, rules, win
from trainer.hands import STANDARD, readings
from trainer.rules.answer import score_answer
from trainer.rules.score import price, score
from trainer.rules.variant import Flag
from trainer.rules.win import By, Circumstance
from trainer.tiles import Kind, counts, format_tiles, rank, suit

B = rules("jisu")


@pytest.mark.parametrize(
    ("hand", "tile", "how", "ready", "flip", "parts"),
    [
        ("1235m", "5m", "discard", False, "", {"faces": 16}),  # B1
        ("7799m", "7m", "discard", False, "", {"faces": 39, "pung": 10}),  # B2
        ("6677z", "7z", "self_draw", False, "", {"five_dragons": 70}),  # B3
        ("34m77z", "2m", "discard", True, "", {"faces": 29, "declared_ready": 2}),  # B4
        ("11m55z", "5z", "discard", False, "", {"faces": 32, "pung": 10}),  # B5
        ("7899m", "9m", "self_draw", False, "", {"faces": 42}),  # B6
        ("1235m", "5m", "discard", False, "5m7z2m9m3m", {"faces": 16, "bonus_flip": 30}),  # B7
        ("1113m", "3m", "discard", False, "", {"faces": 9, "pung": 10}),  # B8
        ("1113m", "2m", "discard", False, "", {"faces": 8}),  # B9
    ],
)
def test_a_hand_is_worth_its_faces_and_its_bonuses(
    hand: str, tile: str, how: str, ready: bool, flip: str, parts: dict[str, int]
) -> None:
    w = win(hand, tile, how, *([Flag.READY] if ready else []), flip=flip)
    assert lines(B, w) == parts
    found = score(B, w)
    assert found.worth.total == found.points == sum(parts.values())


def test_the_faces_are_one_line_and_hits_are_counted() -> None:
    found = score_answer(score(B, win("1235m", "5m", flip="5m7z2m9m3m")))
    assert [(x["id"], x["count"], x["value"]) for x in found["lines"]] == [("faces", 1, 16), ("bonus_flip", 3, 10)]  # type: ignore[attr-defined]
    assert (found["unit"], found["total"]) == ("fan", 46)


def test_five_dragons_take_the_place_of_faces_and_pung() -> None:
    found = score(B, win("6677z", "7z", "discard", Flag.READY, flip="7z7z1m"))
    assert found.worth.total == 70 + 2 + 20
    assert {x.id: x.by for x in found.worth.struck} == {"faces": "five_dragons", "pung": "five_dragons"}


@pytest.mark.parametrize(("option", "less"), [("b_triplet", 10), ("b_ting", 2), ("b_bonus", 20)])
def test_each_bonus_can_be_switched_off(option: str, less: int) -> None:
    w = win("77m77z", "7m", "discard", Flag.READY, flip="7m7z9m")
    assert score(B, w).points - score(rules("jisu", **{option: 0}), w).points == less


def test_five_dragons_switched_off_are_faces_and_a_pung() -> None:
    assert lines(rules("jisu", b_dragons=0), win("6677z", "7z")) == {"faces": 50, "pung": 10}


def test_every_win_of_five_tiles_has_one_reading_and_its_sum() -> None:
    # 7 chows with each of 12 pairs, 12 pungs with each of 11 other pairs
    seen = 0
    for five in combinations_with_replacement([Kind(k) for k, n in enumerate(SETS["jisu"].supply) if n], 5):
        if len(set(five)) == 1:
            continue
        tiles = counts(five)
        for won, how in product(sorted(set(five)), By):
            found = readings(tiles, (), won, (STANDARD,))
            assert len({r.layout for r in found}) <= 1, format_tiles(five)
            if not found:
                continue
            same = max(map(five.count, five)) >= 3 and sorted(map(five.count, set(five))) == [2, 3]
            faces = sum(10 if suit(k) == 3 else rank(k) for k in five)
            expected = 70 if min(five) >= 31 else faces + 10 * same
            assert price(B, tiles, (), won, Circumstance(how, dealer=False)) == expected
            seen += how is By.DISCARD and won == five[0]
    assert seen == 7 * 12 + 12 * 11
