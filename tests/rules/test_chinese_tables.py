"""What options change in the additive tables, what eight copies of a kind make, and what the tables themselves say."""

from __future__ import annotations

import pytest

from tests.rules.chinese import GAMES, rules, total, win, worth
from trainer.rules.answer import score_answer
from trainer.rules.score import score
from trainer.rules.win import Win

# ------------------------------------------------------------------ options


def test_without_stacking_a_self_draw_or_what_implies_it_counts() -> None:
    a2 = win("1223345556m777z", "4m", "self_draw")
    a7 = win("7899m333z", "6m", "self_draw", melds="ckong:1111z kong:7777z", flags="kong_replacement")
    assert [total("jingdian", w, zimo_stacks=False) for w in (a2, a7)] == [19, 24]
    last = win("1223345556m777z", "4m", "self_draw", flags="last_tile")
    assert total("jingdian", last, zimo_stacks=False) == 23
    assert "self_drawn" not in worth("jingdian", last, zimo_stacks=False)
    plain = win("7899m", "6m", "self_draw", melds="pung:111z pung:222z chow:123m")
    assert total("jingdian", plain, zimo_stacks=False) == total("jingdian", plain)


def test_no_kind_counts_where_none_is_drawn_by_lot() -> None:
    a3 = win("46678m22z", "5m", melds="pung:777z chow:345m", kind="6m")
    assert total("jingdian", a3, jia_fan=0) == total("jingdian", a3) - 20 == 10


def test_all_green_is_a_matter_of_the_bamboo_deck() -> None:
    green = win("2233446688s666z", "8s", melds="")
    bamboo = rules("jingdian", suit="s")
    found = score(bamboo, green).worth
    assert {x.id: x.value for x in found.lines}["all_green"] == 88
    assert ("half_flush", "all_green") in {(x.id, x.by) for x in found.struck}
    assert "all_green" in {row.id for row in bamboo.scoring.table.possible(bamboo)}
    plain = rules("jingdian")
    assert "all_green" not in {row.id for row in plain.scoring.table.possible(plain)}


def test_ready_at_the_deal_is_ignored_where_the_option_is_off() -> None:
    w = win("1223345556789m", "1m", flags="ready_at_deal")
    assert worth("flower72", w)["ready_at_deal"] == 16
    assert "ready_at_deal" not in worth("flower72", w, tian_ting=False)


@pytest.mark.parametrize(
    ("dealer", "seat2", "flowers", "own"),
    [
        (True, "W", "15f", 2), (True, "S", "37f", 0), (False, "W", "37f", 2), (False, "S", "26f", 2),
        (False, "W", "26f", 0),
    ],
)  # fmt: skip
def test_flowers_of_the_seat_follow_the_winds(dealer: bool, seat2: str, flowers: str, own: int) -> None:
    found = worth("flower72", win("1223345556m777z", "4m", dealer=dealer, flowers=flowers), seat2=seat2)
    assert (found["flower_tiles"], found.get("seat_flowers", 0)) == (2, own)


def test_four_flowers_of_a_sort_add_one_unless_all_eight_are_there() -> None:
    hand = ("1223345556m777z", "4m")
    assert worth("flower72", win(*hand, flowers="1234f"))["four_seasons"] == 1
    assert worth("flower72", win(*hand, flowers="5678f"))["four_plants"] == 1
    every = worth("flower72", win(*hand, flowers="12345678f"))
    assert every["eight_flowers"] == 88
    assert not every.keys() & {"four_seasons", "four_plants"}


def test_only_table_d_has_a_cap() -> None:
    d5 = win("2z", "2z", "self_draw", melds="kong:5555z ckong:6666z kong:7777z ckong:1111z", flags="kong_replacement")
    capped = score_answer(score(rules("flower72"), d5))
    assert (capped["total"], capped["raw"], capped["points"], capped["unit"]) == (200, 250, 200, "fan")
    free = score_answer(score(rules("flower72", table="D-ACH"), d5))
    assert free["total"] == free["raw"] == 88 + 88 + 64 + 24 + 8 + 2


@pytest.mark.parametrize(
    ("w", "lines"),
    [
        (win("1133557799m226z", "6z"), {"seven_pairs": 24, "half_flush": 6}),
        (win("22m11223344556z", "6z"), {"four_winds_seven_pairs": 48, "half_flush": 6, "concealed_hand": 2,
                                         "single_wait": 1}),
        (win("1122m115566773z", "3z"), {"three_dragons_seven_pairs": 48, "half_flush": 6, "concealed_hand": 2,
                                        "single_wait": 1}),
        (win("1122334455667z", "7z"), {"seven_stars": 88, "four_winds_seven_pairs": 48, "three_dragons_seven_pairs": 48,
                                       "outside_hand": 4, "concealed_hand": 2, "single_wait": 1}),
        (win("9m", "9m", melds="pung:111z pung:222z pung:555z kong:3333z"),
         {"all_terminals_and_honors": 32, "four_honor_pungs": 24, "half_flush": 6, "melded_hand": 6, "dragon_pung": 2,
          "melded_kong": 1}),
        (win("1122334m", "4m", "self_draw", melds="pung:444m pung:111m"), {"lower_four": 88, "full_flush": 16,
                                                                          "pure_double_chow": 1, "self_drawn": 1}),
    ],
)  # fmt: skip
def test_the_other_table_of_flower72_has_its_own_lines(w: Win, lines: dict[str, int]) -> None:
    assert worth("flower72", w, table="D-ACH") == lines


def test_the_pair_of_all_chows_may_be_made_an_honor_or_not() -> None:
    honor, number = win("123345567789m7z", "7z"), win("1233455677898m", "8m")
    assert ["all_chows" in worth("hk64", w) for w in (honor, number)] == [True, True]
    assert ["all_chows" in worth("hk64", w, pinghu_pair="number") for w in (honor, number)] == [False, True]
    assert ["all_chows" in worth("jingdian", w) for w in (honor, number)] == [False, True]


# ------------------------------------------------------------------ eight copies (rules 8)


@pytest.mark.parametrize(
    ("melds", "line", "pays"),
    [
        ("kong:55555m", "melded_kong_5", 6), ("ckong:55555m", "concealed_kong_5", 8),
        ("kong:555555m", "melded_kong_6", 12), ("ckong:555555m", "concealed_kong_6", 16),
        ("kong:5555555m", "melded_kong_7", 24), ("ckong:5555555m", "concealed_kong_7", 32),
        ("kong:55555555m", "melded_kong_8", 48), ("ckong:55555555m", "concealed_kong_8", 64),
        ("kong:5555m", "melded_kong", 1), ("ckong:5555m", "concealed_kong", 2),
    ],
)
def test_a_kong_is_worth_more_the_more_tiles_it_has(melds: str, line: str, pays: int) -> None:
    found = worth("hk128", win("123m78m2z111z2z", "9m", melds=melds))
    assert {id_: n for id_, n in found.items() if "kong" in id_} == {line: pays}


def test_a_kong_beside_more_of_its_kind_is_a_tile_hog() -> None:
    two_fours = worth("hk128", win("1m", "1m", melds="kong:5555m ckong:5555m pung:111z chow:789m"))
    assert two_fours["tile_hog_8"] == 32
    assert not any("kong" in id_ for id_ in two_fours)
    three = worth("hk128", win("5m", "5m", melds="kong:5555m ckong:1111z kong:2222z chow:789m"))
    assert (three["tile_hog_6"], three["three_kongs"]) == (8, 32)


def test_large_kongs_add_to_three_and_four_kongs() -> None:
    found = worth("hk128", win("1m", "1m", melds="kong:55555m ckong:666666z kong:7777z ckong:8888m"))
    assert (found["four_kongs"], found["melded_kong_5"], found["concealed_kong_6"]) == (88, 6, 16)
    assert not found.keys() & {"melded_kong", "concealed_kong"}


@pytest.mark.parametrize(
    ("melds", "pair", "lines"),
    [
        ("pung:555z pung:555z chow:123m chow:789m", "1m", {"two_dragon_pungs": 6}),
        ("pung:555z pung:555z pung:666z chow:789m", "7z", {"little_three_dragons": 64}),
        ("pung:555z pung:666z chow:123m chow:789m", "5z", {"two_dragon_pungs": 6}),
        ("pung:555z pung:666z pung:777z chow:789m", "5z", {"big_three_dragons": 88}),
        ("pung:111z pung:111z pung:222z chow:789m", "1m", {"three_wind_pungs": 24}),
        ("pung:111z pung:111z chow:123m chow:789m", "1z", {"little_three_winds": 6}),
        ("pung:111z pung:222z pung:333z chow:789m", "1z", {"three_wind_pungs": 24}),
        ("pung:111z pung:222z pung:333z chow:789m", "4z", {"little_four_winds": 64}),
    ],
)
def test_pungs_of_one_honor_are_sets_but_not_other_kinds(melds: str, pair: str, lines: dict[str, int]) -> None:
    found = worth("hk128", win(pair, pair, melds=melds))
    asked = {
        "two_dragon_pungs", "little_three_dragons", "big_three_dragons", "three_wind_pungs", "little_three_winds",
        "little_four_winds",
    }  # fmt: skip
    assert {id_: n for id_, n in found.items() if id_ in asked} == lines


def test_six_and_eight_alike_are_three_and_four_pairs() -> None:
    found = worth("hk128", win("1111111133m777z", "7z"))
    assert (found["seven_pairs"], found["tile_hog_8"], found["tile_hog"]) == (24, 32, 2)


# ------------------------------------------------------------------ the table itself


def test_every_row_says_when_it_fits_and_is_worth_the_same_open() -> None:
    for game in GAMES:
        for row in rules(game).scoring.table.rows:
            assert row.when.endswith(".")
            assert row.label
            assert row.open == row.value > 0
