"""Wenzhou: which rows fit, which one counts, what a sum adds; against the rules' examples and a slow twin."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.rules.others import Groups, lines, random_win, rules, splits, win
from trainer.hands import Form
from trainer.rules.answer import score_answer
from trainer.rules.families.highest import TABLE
from trainer.rules.score import score
from trainer.rules.variant import Flag
from trainer.rules.win import Win
from trainer.tiles import FIRST_HONOR, RANKS

G = rules("wenzhou")
SUM = rules("wenzhou", combine="sum")

EXAMPLES = {
    # hand, melds, tile; the rows by discard; by discard, by self-draw, by discard in the sum
    "G1": ("24m55z", ("chow:456m", "pung:111z", "chow:678m"), "3m", {"pure_shifted_chows", "all_simples"}, 6, 6, 8),
    "G2": ("1223345556m777z", (), "4m", {"concealed_hand"}, 2, 2, 2),
    "G3": ("2255m", ("pung:777m", "pung:333z", "pung:888m"), "5m", {"half_flush_all_pungs", "all_simples"}, 4, 4, 6),
    "G4": ("123456789m1144z", (), "4z", {"pure_straight", "concealed_hand"}, 6, 6, 8),
    "G5": ("3344m", ("pung:666m", "pung:777m", "pung:888m"), "4m",
           {"full_flush_all_pungs", "full_flush", "all_simples"}, 12, 12, 14),
    "G6": ("1111335577m667z", (), "7z", {"luxury_seven_pairs", "seven_pairs", "concealed_hand"}, 10, 10, 10),
    "G7": ("4z", ("pung:111z", "pung:222z", "pung:333z", "chow:234m"), "4z",
           {"little_four_winds", "big_three_winds", "all_simples"}, 16, 16, 18),
    "G8": ("1133m222444z", ("ckong:9999m",), "1m",
           {"three_concealed_pungs", "half_flush_all_pungs", "concealed_hand"}, 6, 16, 12),
    "G9": ("122333444556m1z", (), "1z", {"four_shifted_chows", "pure_shifted_chows", "concealed_hand"}, 12, 12, 14),
    "G10": ("2233446m", ("chow:234m", "pung:111z"), "6m", {"pure_triple_chow", "all_simples"}, 8, 8, 10),
    "G11": ("1z", ("pung:555z", "pung:666z", "pung:777z", "ckong:2222z"), "1z",
            {"big_three_dragons", "all_honors", "all_simples"}, 20, 20, 38),
    "G12": ("88m44z", ("pung:555z", "pung:666z", "chow:234m"), "8m", {"all_simples"}, 2, 2, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_highest_row_multiplies_and_strikes_the_others(name: str) -> None:
    hand, melds, tile, fit, by_discard, by_self_draw, _ = EXAMPLES[name]
    found = score(G, win(hand, tile, melds=melds))
    assert found.worth.total == found.points == by_discard
    [counted] = found.worth.lines
    assert counted.value == by_discard
    assert {counted.id, *(x.id for x in found.worth.struck)} == fit
    assert {x.by for x in found.worth.struck} <= {counted.id}
    assert score(G, win(hand, tile, "self_draw", melds=melds)).points == by_self_draw


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_sum_adds_the_rows_that_no_other_contains(name: str) -> None:
    hand, melds, tile, fit, _, _, added = EXAMPLES[name]
    found = score(SUM, win(hand, tile, melds=melds))
    assert found.worth.total == found.points == sum(x.value for x in found.worth.lines) == added
    assert {x.id for x in (*found.worth.lines, *found.worth.struck)} == fit


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "outer", "inner"),
    [
        ("1111335577m667z", "7z", (), "luxury_seven_pairs", {"seven_pairs", "concealed_hand"}),
        ("1122335577m667z", "7z", (), "seven_pairs", {"concealed_hand"}),
        ("3344m", "4m", ("pung:111m", "pung:777m", "pung:888m"), "full_flush_all_pungs", {"full_flush"}),
        ("122333444556m1z", "1z", (), "four_shifted_chows", {"pure_shifted_chows"}),
        ("2222333344445m", "5m", (), "quadruple_chow", {"pure_triple_chow"}),
        ("111333m2224445z", "5z", (), "four_concealed_pungs", {"three_concealed_pungs", "concealed_hand"}),
        ("4z", "4z", ("pung:111z", "pung:222z", "pung:333z", "chow:123m"), "little_four_winds", {"big_three_winds"}),
        ("1m", "1m", ("pung:111z", "pung:222z", "pung:333z", "pung:444z"), "big_four_winds", {"big_three_winds"}),
        ("1z", "1z", ("pung:555z", "pung:666z", "pung:777z", "pung:222z"), "all_honors", {"all_simples"}),
    ],
)
def test_a_row_contained_in_another_is_no_part_of_the_sum(
    hand: str, tile: str, melds: tuple[str, ...], outer: str, inner: set[str]
) -> None:
    struck = {x.id: x.by for x in score(SUM, win(hand, tile, melds=melds)).worth.struck}
    assert {x for x, by in struck.items() if by == outer} == inner


def test_a_hand_without_a_row_pays_the_stake_once() -> None:
    found = score(G, win("23m55z", "1m", melds=("chow:456m", "pung:111z", "chow:678m")))
    assert (found.legal, found.worth.lines, found.worth.total, found.points) == (True, (), 1, 1)
    assert score_answer(found)["unit"] == "multiplier"


def test_all_simples_may_hold_honors_unless_the_option_forbids_them() -> None:
    plain = win("2455m", "3m", melds=("chow:456m", "chow:678m", "pung:888m"))
    honors = win("24m55z", "3m", melds=("chow:456m", "pung:111z", "chow:678m"))
    strict = rules("wenzhou", g_duanyao_honours=False, combine="sum")
    assert "all_simples" in lines(SUM, honors)
    assert "all_simples" not in lines(strict, honors)
    assert "all_simples" in lines(strict, plain)


def test_a_triplet_finished_by_a_discard_is_not_concealed() -> None:
    hand = ("1133m222444z", "1m")
    assert lines(G, win(*hand, melds=("ckong:9999m",))) == {"three_concealed_pungs": 6}
    assert lines(G, win(*hand, "self_draw", melds=("ckong:9999m",))) == {"four_concealed_pungs": 16}


def test_a_pung_laid_down_is_never_read_as_part_of_a_run() -> None:
    assert "pure_triple_chow" in lines(SUM, win("333444m555m6z", "6z", melds=("chow:678m",)))
    assert "pure_triple_chow" not in lines(SUM, win("444m555m6z", "6z", melds=("pung:333m", "chow:678m")))


def test_how_the_hand_was_completed_earns_nothing() -> None:
    hand, tile, melds = "24m55z", "3m", ("kong:9999m", "pung:111z", "chow:678m")
    plain = score(G, win(hand, tile, melds=melds)).points
    for how, flags in (
        ("self_draw", (Flag.LAST_TILE,)), ("self_draw", (Flag.KONG_REPLACEMENT,)), ("discard", (Flag.AFTER_KONG,)),
        ("robbed_kong", ()),
    ):  # fmt: skip
        assert score(G, win(hand, tile, how, *flags, melds=melds)).points == plain


# ------------------------------------------------------------------ the slow twin


def _readings(w: Win) -> Iterator[tuple[Groups, int]]:
    """Groups, melds with them, and how many pungs and kongs no other seat's tile helped to make."""
    held = Counter(int(t) for t in (*w.hand.concealed, w.tile))
    won = int(w.tile)
    laid = [("chow" if m.form is Form.CHOW else "pung", int(m.kind)) for m in w.hand.melds]
    own = sum(m.is_concealed for m in w.hand.melds)
    for mine in splits(held):
        pungs = [k for form, k in mine if form == "pung"]
        elsewhere = any(form == "chow" and k <= won <= k + 2 for form, k in mine) or ("pair", won) in mine
        finished = won in pungs and not elsewhere and not w.circumstance.self_draw
        yield [*mine, *laid], own + len(pungs) - finished
    if not laid and not any(n % 2 for n in held.values()):
        yield [("pair", k) for k, n in held.items() for _ in range(n // 2)], 0


def _fit(groups: Groups, own: int, w: Win) -> dict[str, int]:
    """The rows of the rules page that fit, each by its own sentence."""
    kinds = {int(t) for t in (*w.hand.concealed, w.tile)} | {int(t) for m in w.hand.melds for t in m.tiles}
    held = Counter(int(t) for t in (*w.hand.concealed, w.tile))
    pungs, chows, pairs = ([k for f, k in groups if f == form] for form in ("pung", "chow", "pair"))
    honors, ends = {k for k in kinds if k >= FIRST_HONOR}, {0, RANKS - 1} & kinds
    numbers = kinds - honors
    winds, dragons = set(range(27, 31)), set(range(31, 34))
    seven, four = len(pairs) == 7, len(pungs) == 4
    w3, d3 = len(winds & set(pungs)), len(dragons & set(pungs))

    def steps(n: int) -> bool:
        return any(all(k + s * i in chows for i in range(n)) for k in chows for s in (1, 2))

    def same(n: int) -> bool:
        return any(chows.count(k) >= n for k in chows)

    found = {
        "concealed_hand": (2, all(m.is_concealed for m in w.hand.melds)),
        "all_simples": (2, not ends),
        "half_flush_all_pungs": (4, four and bool(honors) and bool(numbers)),
        "three_concealed_pungs": (6, own >= 3),
        "pure_straight": (6, {0, 3, 6} <= set(chows)),
        "pure_shifted_chows": (6, steps(3)),
        "pure_triple_chow": (8, same(3)),
        "big_three_winds": (8, w3 >= 3),
        "full_flush": (8, not honors),
        "seven_pairs": (8, seven),
        "luxury_seven_pairs": (10, seven and 4 in held.values()),
        "full_flush_all_pungs": (12, four and not honors),
        "all_terminals_and_honors": (12, bool(honors) and bool(ends) and numbers == ends),
        "four_shifted_chows": (12, steps(4)),
        "quadruple_chow": (14, same(4)),
        "four_concealed_pungs": (16, own == 4),
        "little_three_dragons": (16, d3 == 2 and pairs[0] in dragons and not seven),
        "little_four_winds": (16, w3 == 3 and pairs[0] in winds and not seven),
        "all_honors": (18, not numbers),
        "big_three_dragons": (20, d3 == 3),
        "big_four_winds": (20, w3 == 4),
    }
    return {row: value for row, (value, fits) in found.items() if fits}


CONTAINS = {
    "luxury_seven_pairs": "seven_pairs concealed_hand", "seven_pairs": "concealed_hand",
    "full_flush_all_pungs": "full_flush", "four_shifted_chows": "pure_shifted_chows",
    "quadruple_chow": "pure_triple_chow", "four_concealed_pungs": "three_concealed_pungs concealed_hand",
    "little_four_winds": "big_three_winds", "big_four_winds": "big_three_winds", "all_honors": "all_simples",
}  # fmt: skip


def _summed(fit: dict[str, int]) -> int:
    gone = {inner for outer in fit for inner in CONTAINS.get(outer, "").split()}
    return sum(value for row, value in fit.items() if row not in gone) or 1


@pytest.mark.parametrize("number", [2500, pytest.param(20_000, marks=pytest.mark.slow)])
def test_random_wins_are_worth_what_a_slow_reading_of_the_rules_says(number: int) -> None:
    rng, seen = random.Random(9), set()
    for _ in range(number):
        w = random_win(rng, G)
        fits = [_fit(groups, own, w) for groups, own in _readings(w)]
        assert score(G, w).worth.total == max(max(fit.values(), default=1) for fit in fits), w
        assert score(SUM, w).worth.total == max(map(_summed, fits)), w
        seen |= {x.id for x in (*score(SUM, w).worth.lines, *score(SUM, w).worth.struck)}
    assert seen == set(TABLE.by_id)
