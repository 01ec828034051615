"""Xueliu: base hands, roots, extras; the examples of the rules and a slow twin that never reads a hand into groups."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.rules.others import lines, random_win, rules, win
from trainer.hands import Form, Hand, parse_meld
from trainer.rules.answer import score_answer
from trainer.rules.score import check, score
from trainer.rules.settle import largest_win
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Win
from trainer.text import Refusal
from trainer.tiles import RANKS, parse_tiles

C = rules("xueliu")
LAST, REPLACEMENT, AFTER, HEAVENLY = Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.AFTER_KONG, Flag.HEAVENLY

EXAMPLES = {
    "C1": (win("234567p22s45678s", "9s"), "basic", 2, 0, 0, 2),
    "C2": (win("22234567p45678s", "9s", "self_draw"), "basic", 2, 0, 1, 4),
    "C3": (win("22333p55s", "5s", melds=("pung:777s", "pung:999p")), "all_pungs", 4, 0, 0, 4),
    "C4": (win("1133557799p224s", "4s"), "seven_pairs", 6, 0, 0, 6),
    "C5": (win("1111335577998p", "8p", "self_draw"), "flush_seven_pairs", 16, 1, 1, 64),
    "C6": (win("5s", "5s", melds=("pung:111p", "kong:3333p", "pung:777s", "ckong:8888s")),
           "golden_single", 10, 2, 0, 40),
    "C7": (win("5s", "5s", "self_draw", REPLACEMENT, melds=("pung:111s", "kong:3333s", "pung:777s", "ckong:8888s")),
           "flush_golden_single", 16, 2, 2, 256),
    "C8": (win("2355567s", "1s", "robbed_kong", melds=("pung:888s", "pung:444s")), "full_flush", 6, 0, 1, 12),
    "C9": (win("2233s", "3s", "discard", AFTER, melds=("pung:555s", "pung:777s", "pung:999s")),
           "flush_all_pungs", 10, 0, 1, 20),
    "C10": (win("3s", "3s", "discard", LAST, melds=("pung:222p", "pung:444p", "pung:777s", "kong:9999p")),
            "golden_single", 10, 1, 2, 80),
    "C11": (win("34p22s", "5p", "self_draw", REPLACEMENT, melds=("pung:555s", "pung:888s", "kong:7777p")),
            "basic", 2, 1, 2, 16),
    "C12": (win("34p22s", "5p", "self_draw", REPLACEMENT, LAST, melds=("pung:555s", "pung:888s", "kong:7777p")),
            "basic", 2, 1, 3, 32),
    "C16": (win("1111335577998p", "8p", "self_draw", HEAVENLY, dealer=True), "heavenly_hand", 64, 0, 0, 64),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_base_hand_is_doubled_for_roots_and_extras(name: str) -> None:
    w, base, value, roots, extra, total = EXAMPLES[name]
    check(C, w)
    found = score_answer(score(C, w))
    assert found["base"] == {"id": base, "value": value}
    assert (found["roots"], found["extra"], found["total"], found["points"]) == (roots, extra, total, total)
    assert (found["legal"], found["unit"]) == (True, "fan")


def test_the_lines_are_the_base_hand_the_roots_and_the_doublings_of_each_extra() -> None:
    hand, melds = "34p22s", ("pung:555s", "kong:8888s", "kong:7777p")
    found = score(C, win(hand, "5p", "self_draw", REPLACEMENT, LAST, melds=melds))
    assert [(x.id, x.value, x.count) for x in found.worth.lines] == [
        ("basic", 2, 1), ("root", 1, 2), ("out_with_replacement", 2, 1), ("last_tile", 1, 1),
    ]  # fmt: skip
    assert {x.id: x.by for x in found.worth.struck} == {"self_drawn": "out_with_replacement"}
    from_a_discard = score(C, win(hand, "5p", "discard", LAST, melds=melds))
    assert [(x.id, x.value, x.count) for x in from_a_discard.worth.lines] == [
        ("basic", 2, 1), ("root", 1, 2), ("last_tile", 2, 1),
    ]  # fmt: skip


def test_the_self_draw_counts_beside_the_replacement_where_the_option_says_three_in_all() -> None:
    w = EXAMPLES["C12"][0]
    assert lines(rules("xueliu", gang_kai_total=3), w) == {
        "basic": 2, "root": 1, "self_drawn": 1, "out_with_replacement": 2, "last_tile": 1,
    }  # fmt: skip
    assert score(rules("xueliu", gang_kai_total=3), w).points == 2 * 2 ** (1 + 3 + 1)


def test_a_root_is_a_kind_held_whole_with_a_kong_or_without() -> None:
    assert lines(C, win("111123p2s", "2s", melds=("kong:7777s", "pung:333s"))) == {"basic": 2, "root": 2}


def test_the_winning_tile_may_complete_a_root() -> None:
    assert lines(C, win("11123p22s", "1p", melds=("pung:777s", "pung:333s"))) == {"basic": 2, "root": 1}
    assert lines(C, win("11123p22s", "4p", melds=("pung:777s", "pung:333s"))) == {"basic": 2}


def test_a_heavenly_hand_has_no_roots_no_extras_and_no_other_pattern() -> None:
    found = score(C, win("1111335577998p", "8p", "self_draw", HEAVENLY, dealer=True))
    assert [(x.id, x.value) for x in found.worth.lines] == [("heavenly_hand", 64)]
    assert {x.by for x in found.worth.struck} == {"heavenly_hand"}


def test_a_golden_single_may_have_concealed_kongs_but_no_tile_more_in_hand() -> None:
    four = ("pung:111p", "ckong:3333p", "pung:777s", "ckong:8888s")
    assert "golden_single" in lines(C, win("5s", "5s", melds=four))
    assert "golden_single" not in lines(C, win("5999s", "5s", melds=four[:3]))


def test_the_tile_after_a_kong_counts_only_from_a_discard() -> None:
    hand, melds = "2233s", ("pung:555s", "pung:777s", "pung:999s")
    assert "after_kong" in lines(C, win(hand, "3s", "discard", AFTER, melds=melds))
    with pytest.raises(Refusal, match="Only a discard can follow"):
        check(C, win(hand, "3s", "self_draw", AFTER, melds=melds))


@pytest.mark.parametrize(("cap", "total"), [(0, 256), (100, 100), (256, 256), (1000, 256)])
def test_a_cap_is_the_most_that_a_win_is_worth(cap: int, total: int) -> None:
    found = score(rules("xueliu", cap=cap), EXAMPLES["C7"][0])
    assert found.worth.total == found.points == total


@pytest.mark.parametrize(
    ("hand", "melds", "points"),
    [
        ("2233s", ("pung:555p", "pung:888s", "kong:9999p"), 8),  # C13: all pungs 4, a root
        ("1113335557778p", (), 10),  # 6p and 9p: one suit 6; 8p: in pungs 10
        ("1112223334445p", (), 12),  # 5p: in pungs 10; 3p: one suit 6, and a root
        ("23p99s", ("pung:555p", "pung:888s", "kong:9999p"), 4),
        ("5s", ("pung:111s", "kong:3333s", "pung:777s", "ckong:8888s"), 64),  # a discard win without extras
        ("46p22s", ("kong:5555p", "pung:888s", "pung:999s"), 0),  # it holds every 5p itself
        ("1133557799p246s", (), 0),
    ],
)
def test_at_the_end_a_hand_is_owed_its_largest_value_over_all_waits(
    hand: str, melds: tuple[str, ...], points: int
) -> None:
    assert largest_win(C, Hand(parse_tiles(hand), tuple(map(parse_meld, melds)))) == points


# ------------------------------------------------------------------ the slow twin


def _by_counts(w: Win, given: Ruleset) -> int:
    """The rules as a sum over tile counts: which base hands fit shows in the numbers of copies alone."""
    own = Counter(int(t) for t in (*w.hand.concealed, w.tile))
    whole = own + Counter(int(t) for m in w.hand.melds for t in m.tiles)
    c = w.circumstance
    if Flag.HEAVENLY in c.flags:
        return 64
    flush = len({k // RANKS for k in whole}) == 1
    pairs = not w.hand.melds and not any(n % 2 for n in own.values())
    pungs = sorted(own.values())[0] == 2 and set(sorted(own.values())[1:]) <= {3}
    pungs = pungs and all(m.form is not Form.CHOW for m in w.hand.melds)
    single = pungs and len(w.hand.melds) == 4
    worth = [2, 4 * pungs, 6 * flush, 6 * pairs, 10 * single]
    worth += [10 * (flush and pungs), 16 * (flush and (single or pairs))]
    doubled = sum(n == 4 for n in whole.values())
    last, replaced = LAST in c.flags, REPLACEMENT in c.flags
    if c.by is By.SELF_DRAW:
        doubled += (int(str(given.option("gang_kai_total"))) if replaced else 1) + last
    elif c.by is By.DISCARD:
        doubled += 2 * last + (AFTER in c.flags)
    else:
        doubled += 1
    return max(worth) * 2**doubled


@pytest.mark.parametrize("number", [2500, pytest.param(20_000, marks=pytest.mark.slow)])
def test_random_wins_are_worth_what_their_counts_say(number: int) -> None:
    rng, seen = random.Random(5), set()
    three = rules("xueliu", gang_kai_total=3)
    for _ in range(number):
        w = random_win(rng, C)
        for given in (C, three):
            found = score(given, w)
            assert found.worth.total == found.points == _by_counts(w, given), w
            seen |= {x.id for x in found.worth.lines}
    assert seen == set(C.scoring.table.by_id)
