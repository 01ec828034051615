"""Jintan: flowers, fan, the cap, what a discard needs and who pays; the examples of the rules and a slow twin."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import NamedTuple

import pytest

from tests.rules.others import lines, random_win, rules, splits, win
from trainer import variants
from trainer.hands import Form, parse_meld
from trainer.rules.answer import score_answer
from trainer.rules.families.flowers import Flowers, jintan
from trainer.rules.score import check, score
from trainer.rules.variant import Flag
from trainer.rules.win import By, Win
from trainer.text import Refusal
from trainer.tiles import FIRST_HONOR, RANKS, Kind

H = rules("jintan")
REPLACEMENT = Flag.KONG_REPLACEMENT
PLAIN = "23m456p678s22p333s"
PUNGS = ("44m33z", "3z", ("pung:777z", "pung:222m", "kong:9999m"))


class Example(NamedTuple):
    win: Win
    flowers: int
    fan: int
    score: int
    received: int


EXAMPLES = {
    "H2": Example(win(PLAIN, "1m", "self_draw"), 0, 0, 10, 30),
    "H3": Example(win("23m456p678s22p", "1m", melds=("pung:555z",), flowers="1f2f"), 3, 0, 25, 25),
    "H4": Example(win("2344m333z", "1m", melds=("pung:777z", "chow:123m"), flowers="1f"), 4, 1, 60, 60),
    "H5": Example(win(*PUNGS[:2], melds=PUNGS[2], flowers="1f"), 4, 2, 120, 120),
    "H6": Example(win(*PUNGS[:2], "self_draw", melds=PUNGS[2], flowers="1f"), 5, 2, 140, 420),
    "H7": Example(win("5s", "5s", melds=("chow:123m", "pung:888p", "chow:345s", "pung:999m")), 0, 1, 20, 20),
    "H8": Example(win("1133m5577p2299s7z", "7z"), 0, 2, 40, 40),
    "H9": Example(win("2345699m", "1m", "self_draw", REPLACEMENT, melds=("ckong:7777m", "kong:8888m"),
                      flowers="1f2f3f"), 6, 3, 160, 480),
    "H10": Example(win("45p678s22m", "3p", "robbed_kong", melds=("chow:123m", "chow:789p")), 0, 0, 10, 30),
    "H11": Example(win("2z", "2z", "self_draw", melds=("pung:111z", "kong:5555z", "ckong:6666z", "pung:777z")),
                   9, 3, 220, 660),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_flowers_add_fan_double_and_four_times_is_the_most(name: str) -> None:
    w, flowers, fan, each, received = EXAMPLES[name]
    check(H, w)
    found = score_answer(score(H, w))
    assert (found["flower_count"], found["fan"], found["total"], found["points"]) == (flowers, fan, each, received)
    assert (found["legal"], found["unit"]) == (True, "score")


def test_a_discard_without_a_flower_or_a_fan_is_no_legal_win() -> None:  # H1
    found = score(H, win(PLAIN, "1m"))
    assert (found.complete, found.legal, found.worth.total, found.points) == (True, False, 10, 0)
    assert found.reason == "A win from a discard needs at least one flower or one fan."


@pytest.mark.parametrize(
    "w",
    [
        win(PLAIN, "1m", flowers="8f"),
        win("23m456p678s22p", "1m", melds=("pung:111z",)),
        win("23m456p678s22p", "1m", melds=("kong:3333s",)),
        win("23456789m333m22z", "1m"),
    ],
)
def test_one_flower_or_one_fan_makes_a_discard_win_legal(w: Win) -> None:
    assert score(H, w).legal


def test_a_flower_made_by_the_winning_discard_counts_for_the_minimum() -> None:
    assert score(H, win("123m456p22s678p55z", "5z")).legal
    assert not score(H, win("123m456p22s678p55z", "2s")).legal


@pytest.mark.parametrize(
    ("melds", "counted"),
    [
        (("pung:555z",), [("honor_pung", 1, 1)]),
        (("kong:5555z",), [("honor_kong", 3, 1)]),
        (("ckong:5555z",), [("honor_kong", 4, 1)]),
        (("kong:5555m",), [("number_kong", 1, 1)]),
        (("ckong:5555m",), [("number_kong", 2, 1)]),
        (("pung:555m",), []),
        (("pung:111z", "kong:2222z"), [("honor_pung", 1, 1), ("honor_kong", 3, 1)]),
        (("kong:5555m", "kong:6666m", "ckong:7777m"), [("number_kong", 1, 2), ("number_kong", 2, 1)]),
    ],
)
def test_flowers_of_melds(melds: tuple[str, ...], counted: list[tuple[str, int, int]]) -> None:
    hand = {1: "23m55p678s789s", 2: "23m55p678s", 3: "23m55p"}[len(melds)]
    found = score(H, win(hand, "1m", "self_draw", melds=melds))
    assert [(x.id, x.value, x.count) for x in found.worth.lines] == counted


def test_a_concealed_pung_of_honors_is_two_flowers_and_one_finished_by_a_discard_is_one() -> None:
    assert lines(H, win("234m567p55s33z678s", "3z")) == {"honor_pung": 1}
    assert lines(H, win("234m567p55s33z678s", "3z", "self_draw")) == {"honor_pung": 2}
    assert lines(H, win("34m567p55s333z678s", "2m")) == {"honor_pung": 2}


def test_four_alike_in_hand_are_no_kong() -> None:
    assert lines(H, win("555567m678p789s3z", "3z", "self_draw")) == {}


@pytest.mark.parametrize(
    ("w", "fan"),
    [
        (win("23456789m333m22z", "1m"), {"half_flush": 1}),
        (win("22m33z", "3z", "self_draw", melds=("pung:555p", "pung:888s", "pung:999s")), {"all_pungs": 1}),
        (win("23456789m333m55m", "1m"), {"full_flush": 2}),
        (win("1122334455667z", "7z"), {"half_flush": 1, "seven_pairs": 2}),  # honors only
        (win("1122445577889m", "9m"), {"full_flush": 2, "seven_pairs": 2}),
    ],
)
def test_fan_of_the_hand(w: Win, fan: dict[str, int]) -> None:
    found = lines(H, w)
    assert {x: n for x, n in found.items() if not x.startswith(("honor", "number", "flower"))} == fan


def test_the_last_single_tile_needs_all_four_sets_laid_down() -> None:
    melds = ("chow:123m", "pung:888p", "chow:345s", "ckong:9999m")
    assert "single_wait" in lines(H, win("5s", "5s", melds=melds))
    assert "single_wait" not in lines(H, win("5s678p", "5s", "self_draw", melds=melds[:3]))


def test_any_wait_for_the_pair_counts_where_the_option_says_so() -> None:
    given, melds = rules("jintan", dudiao="any"), ("chow:123m", "pung:888p", "chow:345s")
    assert "single_wait" in lines(given, win("5s678p", "5s", melds=melds))
    assert "single_wait" in lines(given, win("5s", "5s", melds=(*melds, "pung:999m")))
    assert "single_wait" not in lines(given, win("55s67p", "8p", "self_draw", melds=melds))
    assert "single_wait" not in lines(given, win("1133m5577p2299s7z", "7z"))


def test_base_and_flower_value_are_options() -> None:
    w = EXAMPLES["H4"].win
    assert score(rules("jintan", base=1, flower=0), w).worth.total == 2
    assert score(rules("jintan", base=0, flower=7), w).worth.total == 4 * 7 * 2


def test_the_best_reading_counts() -> None:
    assert lines(H, win("111222333m4p", "4p", "self_draw", melds=("pung:777s",))) == {"all_pungs": 1}
    assert lines(H, win("112233m445566p7s", "7s")) == {"seven_pairs": 2}


def test_whoever_shows_all_eight_flowers_is_paid_the_most_that_they_can_score() -> None:  # H12
    scoring = H.scoring
    assert isinstance(scoring, Flowers)
    assert scoring.for_eight_flowers([parse_meld("pung:555z")]) == (10 + 5 * 9) * 4 == 220
    assert scoring.for_eight_flowers([]) == (10 + 5 * 8) * 4
    melds = ["chow:123m", "pung:999m", "kong:1111z", "ckong:2222s"]
    assert scoring.for_eight_flowers(map(parse_meld, melds)) == (10 + 5 * (8 + 3 + 2)) * 4
    assert jintan({"base": 1, "flower": 1, "dudiao": "narrow", "flower_kai": True}).for_eight_flowers([]) == 9 * 4


def test_one_discard_may_be_worth_a_different_score_to_each_winner() -> None:  # H13
    assert score(H, win("1133m5577p2299s4p", "4p")).points == 40
    assert score(H, win("5622333p", "4p", melds=("kong:1111z", "chow:678p"), flowers="1f")).points == 60


def test_a_tile_that_adds_fan_may_be_worth_more() -> None:  # H14
    assert score(H, win("45p678s22m", "6p", melds=("chow:123m", "chow:789p"), flowers="1f2f")).points == 20
    assert score(H, win("4522777p", "3p", melds=("chow:123p", "chow:789p"), flowers="1f2f")).points == 80


# ------------------------------------------------------------------ the slow twin


def _slowly(w: Win) -> int | None:
    """The best score of a win straight from the rules page; None where a discard would not be legal."""
    own = Counter(int(t) for t in (*w.hand.concealed, w.tile))
    kinds = {*own, *(int(m.kind) for m in w.hand.melds)}
    suits, honors = {k // RANKS for k in kinds if k < FIRST_HONOR}, any(k >= FIRST_HONOR for k in kinds)
    c, won, found = w.circumstance, int(w.tile), []
    flush = 1 if len(suits) <= 1 and honors else 2 if len(suits) == 1 else 0
    fixed = len(c.bonus.flowers)
    for m in w.hand.melds:
        honor = m.kind >= FIRST_HONOR
        if m.form is Form.KONG:
            fixed += (3 if honor else 1) + m.is_concealed
        elif m.form is Form.PUNG and honor:
            fixed += 1
    fan = flush + (REPLACEMENT in c.flags)
    for mine in splits(own):
        pungs = [k for form, k in mine if form == "pung"]
        chows = [x for x in mine if x[0] == "chow"] or [m for m in w.hand.melds if m.form is Form.CHOW]
        mine_fixed = sum(2 - (k == won and c.by is By.DISCARD) for k in pungs if k >= FIRST_HONOR)
        found.append((fixed + mine_fixed, fan + (not chows) + (len(mine) == 1)))
    if not w.hand.melds and not any(n % 2 for n in own.values()):
        found.append((fixed, fan + 2))
    scores = [
        (10 + 5 * flowers) * min(4, 2**f) for flowers, f in found if c.by is not By.DISCARD or flowers + f
    ]  # fmt: skip
    return max(scores, default=None)


@pytest.mark.parametrize("number", [2500, pytest.param(20_000, marks=pytest.mark.slow)])
def test_random_wins_score_what_a_slow_reading_of_the_rules_says(number: int) -> None:
    rng, seen, refused = random.Random(10), set(), 0
    for _ in range(number):
        w = random_win(rng, H)
        found, slowly = score(H, w), _slowly(w)
        assert found.legal == (slowly is not None), w
        if slowly is None:
            refused += 1
            continue
        assert found.worth.total == slowly, w
        assert found.points == slowly * (1 if w.circumstance.by is By.DISCARD else 3)
        seen |= {x.id for x in found.worth.lines}
    assert seen == set(H.scoring.table.by_id)
    assert refused


def test_a_pung_of_honors_is_by_itself_a_reason_to_win() -> None:
    assert [H.scoring.valued(Kind(k)) for k in (0, 26, 27, 33)] == [False, False, True, True]


@pytest.mark.parametrize(("kai", "flowers", "said"), [
    (False, "", "A replacement tile needs a kong."),
    (False, "1f", "A replacement tile needs a kong."),
    (True, "", "A replacement tile needs a kong or a flower."),
    (True, "1f", None),
])  # fmt: skip
def test_a_replacement_tile_needs_a_kong_or_with_flower_kai_a_flower(kai: bool, flowers: str, said: str | None) -> None:
    game = variants.get("jintan").ruleset({"flower_kai": kai})
    asked = win(PLAIN, "1m", "self_draw", REPLACEMENT, flowers=flowers)
    if said is None:
        check(game, asked)
        assert score(game, asked).worth.total == 30
    else:
        with pytest.raises(Refusal, match=re.escape(said) + "$"):
            check(game, asked)
