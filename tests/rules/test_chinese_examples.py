"""Every worked example of the additive games: jingdian (A), flower72 (D), hk64 (E), hk128 (F) of the rules page."""

from __future__ import annotations

import pytest

from tests.rules import chinese
from tests.rules.chinese import win
from trainer.rules.score import check, score
from trainer.rules.win import Win

GAMES = {"A": "jingdian", "D": "flower72", "E": "hk64", "F": "hk128"}

EXAMPLES: dict[str, tuple[Win, str, int]] = {
    "A1": (win("1223345556m777z", "4m", "discard"),
        "half_flush 6, two_five_eight_pair 2, dragon_pung 2, concealed_hand 2, short_straight 1", 13),
    "A2": (win("1223345556m777z", "4m", "self_draw"),
        "self_drawn 8, half_flush 6, fully_concealed_hand 4, two_five_eight_pair 2, dragon_pung 2, "
        "short_straight 1", 23),
    "A3": (win("46678m22z", "5m", "discard", melds="pung:777z chow:345m", kind="6m"),
        "bonus_kind 10 x 2, half_flush 6, dragon_pung 2, closed_wait 1, short_straight 1", 30),
    "A4": (win("1112345678999m", "5m", "self_draw"),
        "nine_gates 88, self_drawn 8, two_five_eight_pair 2, two_concealed_pungs 2", 100),
    "A5": (win("1111337799m166z", "1z", "discard", flags="ready"),
        "seven_pairs 24, half_flush 6, declared_ready 4, tile_hog 2", 36),
    "A6": (win("2234m555z", "5m", "discard", melds="pung:666z pung:777z"),
        "big_three_dragons 88, half_flush 6, two_five_eight_pair 2", 96),
    "A7": (win("7899m333z", "6m", "self_draw", melds="ckong:1111z kong:7777z", flags="kong_replacement"),
        "out_with_replacement 8, self_drawn 8, half_flush 6, two_concealed_pungs 2, concealed_kong 2, "
        "dragon_pung 2, pung_of_terminals_or_honors 1 x 2, terminal_pair 1, melded_kong 1", 32),
    "A8": (win("1223345556789m", "1m", "discard", flags="ready_at_deal"),
        "full_flush 24, ready_at_deal 16, pure_straight 16, two_five_eight_pair 2, all_chows 2, "
        "concealed_hand 2, pure_double_chow 1", 63),
    "A9": (win("1235688m", "4m", "robbed_kong", melds="chow:789m chow:678m"),
        "full_flush 24, pure_straight 16, robbing_the_kong 8, two_five_eight_pair 2, tile_hog 2, all_chows 2", 54),
    "A10": (win("4z", "4z", "self_draw", melds="pung:111z pung:222z pung:333z chow:123m", flags="last_tile"),
        "little_four_winds 64, last_tile_draw 8, self_drawn 8, half_flush 6, single_wait 1", 87),
    "A11": (win("122333444556m1z", "1z", "discard"),
        "four_shifted_chows 32, half_flush 6, concealed_hand 2, single_wait 1", 41),
    "A12": (win("111333m2224445z", "5z", "self_draw", flags="earthly"),
        "four_concealed_pungs 64, earthly_hand 24, self_drawn 8, half_flush 6, single_wait 1, "
        "pung_of_terminals_or_honors 1 x 3", 106),
    "A13": (win("5z", "5z", "discard", melds="pung:111z pung:222z kong:3333z pung:999m", flags="last_tile"),
        "all_terminals_and_honors 32, big_three_winds 12, last_tile_claim 8, half_flush 6, single_wait 1, "
        "melded_kong 1", 60),
    "A14": (win("2223334445558m", "8m", "discard"),
        "four_concealed_pungs 64, four_shifted_pungs 48, full_flush 24, two_five_eight_pair 2, all_simples 2, "
        "single_wait 1", 141),
    "D1": (win("1223345556m777z", "4m", "discard", dealer=True, flags="ready", flowers="1f3f"),
        "half_flush 6, declared_ready 2, dragon_pung 2, concealed_hand 2, two_five_eight_pair 1, seat_flowers "
        "1, flower_tiles 1 x 2, short_straight 1", 17),
    "D2": (win("123456789m1122z", "1z", "self_draw", dealer=True, flags="heavenly"),
        "heavenly_hand 48, pure_straight 16, half_flush 6, fully_concealed_hand 4, "
        "pung_of_terminals_or_honors 1", 75),
    "D3": (win("1133557799m226z", "6z", "discard", flags="human", flowers="4f"),
        "seven_pairs 24, human_hand 24, half_flush 6, flower_tiles 1", 55),
    "D4": (win("2346799m", "8m", "discard", melds="pung:111z chow:567m", dealer=True, flowers="1f2f3f4f5f6f7f8f"),
        "eight_flowers 88, half_flush 6, seat_flowers 1 x 2, pung_of_terminals_or_honors 1, terminal_pair 1, "
        "flower_tiles 1 x 8, short_straight 1", 107),
    "D5": (win(
            "2z", "2z", "self_draw", melds="kong:5555z ckong:6666z kong:7777z ckong:1111z", flags="kong_replacement"),
        "four_kongs 88, big_three_dragons 88, all_honors 64, out_with_replacement 8, two_concealed_pungs 2", 200),
    "D6": (win("5567m", "8m", "self_draw", melds="kong:2222z chow:123m pung:999m", flowers="2f4f6f"),
        "half_flush 6, two_five_eight_pair 1, pung_of_terminals_or_honors 1 x 2, melded_kong 1, self_drawn 1, "
        "flower_tiles 1 x 3", 14),
    "D7": (win("4577m666z", "3m", "robbed_kong", melds="pung:222z chow:678m", flags="ready"),
        "robbing_the_kong 8, half_flush 6, declared_ready 2, dragon_pung 2, pung_of_terminals_or_honors 1, "
        "short_straight 1", 20),
    "D8": (win("2245m", "3m", "self_draw", melds="chow:789m pung:777z pung:444z", flags="last_tile"),
        "last_tile_draw 8, half_flush 6, dragon_pung 2, two_five_eight_pair 1, pung_of_terminals_or_honors 1", 18),
    "D9": (win("4z", "4z", "discard", melds="pung:111z chow:123m chow:789m chow:123m", flags="last_tile"),
        "last_tile_claim 8, melded_hand 6, half_flush 6, outside_hand 4, pure_double_chow 1, "
        "pung_of_terminals_or_honors 1, two_terminal_chows 1", 27),
    "D10": (win("23m11122233344z", "1m", "self_draw", flags="ready"),
        "little_four_winds 64, three_concealed_pungs 16, half_flush 6, fully_concealed_hand 4, outside_hand "
        "4, declared_ready 2", 96),
    "D11": (win("2223334445567m", "5m", "self_draw"),
        "pure_shifted_pungs 24, full_flush 24, three_concealed_pungs 16, fully_concealed_hand 4, all_simples "
        "2, two_five_eight_pair 1", 71),
    "D12": (win("8999m555z", "7m", "discard", melds="pung:666z chow:789m", flags="last_of_kind"),
        "two_dragon_pungs 6, half_flush 6, outside_hand 4, last_of_kind 4, tile_hog 2, pure_double_chow 1, "
        "terminal_pair 1", 24),
    "E1": (win("1223345556m777z", "4m", "discard", flags="ready"),
        "half_flush 6, dragon_pung 2, concealed_hand 2, declared_ready 1, short_straight 1", 12),
    "E2": (win("1223345556m777z", "4m", "self_draw", flags="ready"),
        "half_flush 6, fully_concealed_hand 4, dragon_pung 2, declared_ready 1, short_straight 1", 14),
    "E3": (win("2z", "2z", "discard", melds="pung:111z pung:333z pung:999m chow:123m"),
        "melded_hand 6, little_three_winds 6, half_flush 6, mixed_outside_hand 4, pung_of_terminals_or_honors "
        "1", 23),
    "E4": (win("1122334455667z", "7z", "discard"),
        "seven_stars 128", 128),
    "E5": (win("1111222233334z", "4z", "discard"),
        "winds_only 128, seven_pairs 24, tile_hog 2 x 3", 158),
    "E6": (win("1113335557799m", "9m", "self_draw"),
        "four_concealed_pungs 64, odd_tiles 48, full_flush 24, pung_of_terminals_or_honors 1 x 2, self_drawn "
        "1", 139),
    "E7": (win("22m11z", "2m", "self_draw", melds="pung:333z ckong:4444z kong:5555z", flags="kong_replacement"),
        "out_with_replacement 8, little_three_winds 6, half_flush 6, all_pungs 6, two_concealed_pungs 2, "
        "concealed_kong 2, dragon_pung 2, melded_kong 1", 33),
    "E8": (win("1122335577889m", "9m", "discard"),
        "pure_terminal_chows 64, concealed_hand 2", 66),
    "E9": (win("4556m", "5m", "discard", melds="chow:234m pung:222z pung:777z"),
        "half_flush 6, dragon_pung 2, single_wait 1, wind_pung 1", 10),
    "E10": (win("4556788m", "6m", "discard", melds="chow:234m pung:222z"),
        "half_flush 6, short_straight 1, wind_pung 1", 8),
    "E11": (win("2233m", "3m", "discard", melds="pung:444m kong:5555m pung:666m"),
        "four_shifted_pungs 48, full_flush 24, all_simples 2, melded_kong 1", 75),
    "E12": (win("112233789m1177z", "7z", "self_draw"),
        "half_flush 6, fully_concealed_hand 4, mixed_outside_hand 4, dragon_pung 2, pure_double_chow 1, "
        "two_terminal_chows 1", 18),
    "E13": (win("5m", "5m", "discard", melds="ckong:2222m ckong:3333m kong:4444m pung:777z"),
        "three_kongs 32, pure_shifted_pungs 24, half_flush 6, all_pungs 6, two_concealed_pungs 2, dragon_pung "
        "2, single_wait 1", 73),
    "F1": (win("5556667777777z", "7z", "self_draw"),
        "dragons_only 168, four_concealed_pungs 64, tile_hog_8 32, single_wait 1, self_drawn 1", 266),
    "F2": (win("3499m", "5m", "self_draw", melds="ckong:77777777z kong:55555z pung:111m", flags="kong_replacement"),
        "concealed_kong_8 64, out_with_replacement 8, two_dragon_pungs 6, half_flush 6, melded_kong_5 6, "
        "pung_of_terminals_or_honors 1", 91),
    "F3": (win("3445555m", "6m", "discard", melds="chow:345m chow:567m"),
        "one_rank_everywhere 32, full_flush 24, pure_shifted_chows 16, tile_hog_6 8, all_chows 2, "
        "pure_double_chow 1", 83),
    "F4": (win("2333m", "1m", "discard", melds="chow:123m chow:123m pung:111m"),
        "lower_tiles 88, pure_triple_chow 24, full_flush 24, tile_hog_6 8, tile_hog_5 4, "
        "pung_of_terminals_or_honors 1", 149),
    "F5": (win("2333344m", "2m", "discard", melds="chow:234m chow:234m"),
        "lower_four 64, quadruple_chow 48, one_rank_everywhere 32, full_flush 24, tile_hog_6 8, all_chows 2", 178),
    "F6": (win("34678m22z", "5m", "discard", melds="kong:55555m pung:999m"),
        "tile_hog_6 8, half_flush 6, pung_of_terminals_or_honors 1, short_straight 1", 16),
    "F7": (win("1111222666666z", "2z", "discard", flags="ready"),
        "all_honors 64, seven_pairs 24, tile_hog_6 8, tile_hog 2 x 2, declared_ready 1", 101),
    "F8": (win("7m", "7m", "discard", melds="pung:111z pung:222z chow:123m chow:789m", flags="last_of_kind"),
        "melded_hand 6, half_flush 6, last_of_kind 4, two_terminal_chows 1, wind_pung 1 x 2", 19),
    "F9": (win("2222244466688m", "8m", "self_draw"),
        "four_concealed_pungs 64, even_tiles 64, full_flush 24, tile_hog_5 4, self_drawn 1", 157),
    "F10": (win("1111111999999m", "1m", "discard"),
        "terminals_only 168, four_concealed_pungs 64, tile_hog_8 32, full_flush 24, tile_hog_6 8, single_wait "
        "1", 297),
    "F11": (win("46m22277z", "5m", "discard", melds="kong:555555m chow:456m"),
        "tile_hog_8 32, half_flush 6, pure_double_chow 1, closed_wait 1, wind_pung 1", 41),
}  # fmt: skip
"""By number: the win, its lines (id, value of one, how many when more than one), the total after the cap."""


def lines(text: str) -> list[tuple[str, int, int]]:
    parts = [line.split() for line in text.split(", ")]
    return sorted((p[0], int(p[1]), int(p[3]) if len(p) > 2 else 1) for p in parts)


@pytest.mark.parametrize("number", EXAMPLES)
def test_a_worked_example_is_worth_what_the_rules_say(number: str) -> None:
    asked, expected, total = EXAMPLES[number]
    rules = chinese.rules(GAMES[number[0]])
    check(rules, asked)
    found = score(rules, asked)
    assert sorted((x.id, x.value, x.count) for x in found.worth.lines) == lines(expected)
    assert (found.worth.total, found.points) == (total, total)
    assert found.legal
