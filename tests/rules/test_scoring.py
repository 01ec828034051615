"""Fu line by line, limits, stacking, what is struck and by what, and the choice between readings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.build import facts, win
from trainer import variants
from trainer.rules.answer import score_answer
from trainer.rules.breakdown import Limit
from trainer.rules.families.riichi import fu
from trainer.rules.patterns import circumstances, sets, suits, terminals, waits
from trainer.rules.patterns.honors import Values
from trainer.rules.score import score
from trainer.rules.table import PatternTable, Row
from trainer.rules.variant import Flag, Options, Ruleset

BAMBOO = variants.get("bamboo")
RULES = BAMBOO.ruleset()


def with_table(*rows: Row, minimum: int = 1) -> Ruleset:
    return replace(RULES, scoring=replace(RULES.scoring, table=PatternTable(rows), least=((minimum, 0),)))


# ------------------------------------------------------------------ fu


def fu_sum(hand: str, tile: str, how: str = "discard", *, pinfu: bool = False, **more: object) -> list[int]:
    """The values of the fu lines under the reading with the most fu."""
    found = facts(win(hand, tile, how, **more))  # type: ignore[arg-type]
    return max(([line.value for line in fu(f, Values(), pinfu=pinfu)] for f in found), key=sum)


@pytest.mark.parametrize(
    ("hand", "tile", "how", "values"),
    [
        ("234m567p23478s99s", "6s", "discard", [20, 10]),
        ("234m567p23478s99s", "6s", "self_draw", [20, 2]),
        ("234m567p23479s99s", "8s", "discard", [20, 10, 2]),  # closed
        ("234m567p23489s99s", "7s", "discard", [20, 10, 2]),  # edge
        ("234m567p234789s9s", "9s", "discard", [20, 10, 2]),  # single
        ("222m567p23478s99s", "6s", "discard", [20, 10, 4]),
        ("111m567p23478s99s", "6s", "discard", [20, 10, 8]),
        ("22m567p234678s99s", "2m", "discard", [20, 10, 2]),  # finished by a discard: open
        ("22m567p234678s99s", "2m", "self_draw", [20, 2, 4]),
        ("11m567p234678s99s", "1m", "discard", [20, 10, 4]),
        ("555z567p23478s99s", "6s", "discard", [20, 10, 8]),
        ("234m567p23478s55z", "6s", "discard", [20, 10, 2]),  # a pair of dragons
        ("1122334466779s", "9s", "discard", [25]),
    ],
)
def test_fu_of_concealed_hands(hand: str, tile: str, how: str, values: list[int]) -> None:
    assert fu_sum(hand, tile, how) == values


@pytest.mark.parametrize(
    ("meld", "value"),
    [
        ("pung:222m", 2), ("pung:111m", 4), ("pung:777z", 4), ("kong:2222m", 8), ("kong:1111m", 16),
        ("ckong:2222m", 16), ("ckong:9999m", 32), ("ckong:3333z", 32),
    ],
)  # fmt: skip
def test_fu_of_melds(meld: str, value: int) -> None:
    opened = [] if meld.startswith("c") else [20]
    assert fu_sum("567p23478s99s", "6s", melds=(meld,)) == [*(opened or [20, 10]), value]


def test_an_open_hand_without_fu_has_thirty() -> None:
    assert fu_sum("567p23478s99s", "6s", melds=("chow:234m",)) == [20, 10]
    assert fu_sum("567p23478s99s", "6s", "self_draw", melds=("chow:234m",)) == [20, 2]


def test_pinfu_by_self_draw_has_twenty() -> None:
    assert fu_sum("234m567p23478s99s", "6s", "self_draw", pinfu=True) == [20]


@pytest.mark.parametrize(
    ("seat", "round_", "value"), [("1z", "1z", 4), ("2z", "1z", 2), ("1z", "3z", 2), (None, None, 0)]
)
def test_a_pair_of_winds_counts_for_seat_and_round(seat: str | None, round_: str | None, value: int) -> None:
    pair = "11z" if seat != "2z" else "22z"
    found = fu_sum("234m567p23478s" + pair, "6s", seat_wind=seat, round_wind=round_)
    assert found == [20, 10, *([value] if value else [])]


def test_fu_are_rounded_up_but_seven_pairs_are_not() -> None:
    assert score(RULES, win("2344456778999s", "1s")).worth.fu == 40
    assert score(RULES, win("1124455778899s", "2s")).worth.fu == 25


# ------------------------------------------------------------------ limits


@pytest.mark.parametrize(
    ("han", "fu_", "limit", "base"),
    [
        (1, 30, None, 240),
        (1, 110, None, 880),
        (2, 25, None, 400),
        (3, 60, None, 1920),
        (3, 70, Limit.MANGAN, 2000),
        (4, 30, None, 1920),
        (4, 40, Limit.MANGAN, 2000),
        (5, 20, Limit.MANGAN, 2000),
        (6, 30, Limit.HANEMAN, 3000),
        (7, 110, Limit.HANEMAN, 3000),
        (8, 30, Limit.BAIMAN, 4000),
        (10, 30, Limit.BAIMAN, 4000),
        (11, 30, Limit.SANBAIMAN, 6000),
        (12, 30, Limit.SANBAIMAN, 6000),
        (13, 30, Limit.KAZOE_YAKUMAN, 8000),
        (30, 30, Limit.KAZOE_YAKUMAN, 8000),
    ],
)
def test_limits(han: int, fu_: int, limit: Limit | None, base: int) -> None:
    assert RULES.scoring.limit(han, fu_) == (limit, base)


def test_without_counted_yakuman_thirteen_han_stop_at_sanbaiman() -> None:
    scoring = replace(RULES.scoring, kazoe=False)
    assert scoring.limit(13, 30) == scoring.limit(30, 30) == (Limit.SANBAIMAN, 6000)


# ------------------------------------------------------------------ lines


def lines(options: Options, *asked: object, **more: object) -> dict[str, int]:
    found = score(BAMBOO.ruleset(options), win(*asked, **more))  # type: ignore[arg-type]
    return {x.id: x.count for x in found.worth.lines}


def struck(options: Options, *asked: object, **more: object) -> dict[str, str]:
    found = score(BAMBOO.ruleset(options), win(*asked, **more))  # type: ignore[arg-type]
    return {x.id: x.by for x in found.worth.struck}


def test_a_replacement_tile_is_never_the_last_tile() -> None:
    flags = (Flag.KONG_REPLACEMENT, Flag.LAST_TILE)
    asked = ("1123455678s", "1s", "self_draw", *flags)
    assert "haitei" not in lines({}, *asked, melds=("ckong:9999s",))
    assert struck({}, *asked, melds=("ckong:9999s",)) == {"haitei": "rinshan"}


def test_the_last_discard_is_not_the_last_draw() -> None:
    assert set(lines({}, "2344456778999s", "1s", "discard", Flag.LAST_TILE)) == {"houtei", "chinitsu"}
    assert set(lines({}, "2344456778999s", "1s", "self_draw", Flag.LAST_TILE)) == {"tsumo", "haitei", "chinitsu"}


def test_a_yakuman_strikes_every_ordinary_line() -> None:
    asked = ("1113335557799s", "7s", "self_draw", Flag.RIICHI)
    assert lines({}, *asked) == {"suuankou": 1}
    assert struck({}, *asked) == dict.fromkeys(("riichi", "tsumo", "toitoi", "chinitsu"), "suuankou")


def test_without_stacking_the_yakuman_that_counts_twice_is_kept() -> None:
    asked = ("2223334446668s", "8s", "discard", Flag.HUMAN)
    assert lines({"stackYakuman": False}, *asked) == {"renhou": 1}
    assert lines({"stackYakuman": False, "doubleYakuman": True}, *asked) == {"suuankou": 2}
    assert struck({"stackYakuman": False, "doubleYakuman": True}, *asked)["renhou"] == "suuankou"


def test_a_human_hand_as_a_mangan_counts_only_where_it_pays_more() -> None:
    human = Row("renhou", circumstances.flagged(Flag.HUMAN), "人和", "Human hand", 5, alone=True)
    tanyao = Row("tanyao", terminals.all_simples, "断幺九", "All simples", 1)
    pinfu = Row("pinfu", waits.all_chows_open_wait(Values()), "平和", "Pinfu", 1)
    flush = Row("chinitsu", suits.full_flush, "清一色", "Full flush", 6)
    asked = win("2334456677888s", "5s", "discard", Flag.HUMAN)
    cheap = score(with_table(pinfu, tanyao, human), asked).worth
    assert ([x.id for x in cheap.lines], cheap.limit) == (["renhou"], Limit.MANGAN)
    assert {x.id: x.by for x in cheap.struck} == {"pinfu": "renhou", "tanyao": "renhou"}
    dear = score(with_table(pinfu, tanyao, human, flush), asked).worth
    assert [x.id for x in dear.lines] == ["pinfu", "tanyao", "chinitsu"]
    assert {x.id: x.by for x in dear.struck} == {"renhou": "chinitsu"}


def test_a_real_yakuman_is_named_before_a_counted_one_that_pays_as_much() -> None:
    flags = (Flag.DOUBLE_RIICHI, Flag.IPPATSU, Flag.LAST_TILE)
    found = score(RULES, win("3334445577888s", "5s", "self_draw", *flags))
    assert [x.id for x in found.worth.lines] == ["suuankou"]
    assert found.points == 32_000


def test_most_han_then_most_fu_where_readings_pay_the_same() -> None:
    """222 333 444 with 567 and 88: three concealed pungs (2) and three equal chows (1) both are a baiman."""
    found = score(RULES, win("2223334446788s", "5s", "self_draw"))
    assert "sanankou" in [x.id for x in found.worth.lines]
    assert found.worth.total == 10
    assert found.reading is not None
    assert found.reading.plain.startswith("222s 333s 444s")


def test_an_open_hand_uses_the_open_value_or_none() -> None:
    table = (
        Row("flush", suits.full_flush, "清一色", "Full flush", 6, open=5),
        Row("twins", sets.pure_double_chow, "一杯口", "Pure double chow", 1),
    )
    opened = score(with_table(*table), win("2233447899s", "6s", melds=("chow:123s",))).worth
    assert [(x.id, x.value) for x in opened.lines] == [("flush", 5)]
    hidden = score(with_table(*table), win("1232233447899s", "6s")).worth
    assert [(x.id, x.value) for x in hidden.lines] == [("flush", 6), ("twins", 1)]


def test_a_complete_hand_below_the_minimum_says_so_and_pays_nothing() -> None:
    tanyao = Row("tanyao", terminals.all_simples, "断幺九", "All simples", 1)
    straight = Row("ittsuu", sets.pure_straight, "一气通贯", "Pure straight", 2)
    none = score(with_table(tanyao, straight), win("2344456778999s", "1s"))
    assert (none.complete, none.legal, none.points, none.reason) == (True, False, 0, "The hand has no yaku.")
    few = score(with_table(tanyao, straight, minimum=3), win("1334455678999s", "2s"))
    assert (few.legal, few.points, few.worth.total) == (False, 0, 2)
    assert score_answer(few)["reason"] == "The hand is below the minimum."


def test_an_incomplete_hand_is_worth_nothing() -> None:
    found = score(RULES, win("1111335566779s", "9s"))
    assert (found.complete, found.legal, found.worth.lines, found.points) == (False, False, (), 0)
    assert score_answer(found) == {
        "ok": True, "complete": False, "legal": False, "lines": [], "struck": [], "total": 0, "unit": "han",
        "fu": None, "limit": None, "yakuman": 0, "points": 0,
    }  # fmt: skip


def test_the_answer_says_everything_of_the_contract() -> None:
    found = score_answer(score(RULES, win("2344456778999s", "1s", "discard", Flag.RIICHI, Flag.DOUBLE_RIICHI)))
    assert found["lines"] == [
        {"id": "double_riichi", "name": "双立直", "count": 1, "value": 2},
        {"id": "chinitsu", "name": "清一色", "count": 1, "value": 6},
    ]
    assert found["struck"] == [{"id": "riichi", "name": "立直", "by": "double_riichi"}]
    assert (found["total"], found["unit"], found["fu"], found["limit"]) == (8, "han", 40, "baiman")
    assert "reason" not in found


# ------------------------------------------------------------------ tables


def test_a_row_cannot_stand_twice() -> None:
    row = Row("a", suits.full_flush, "a", "A", 1)
    with pytest.raises(ValueError, match="twice"):
        PatternTable((row, row))


def test_a_superseded_row_must_exist() -> None:
    with pytest.raises(ValueError, match="a supersedes b"):
        PatternTable((Row("a", suits.full_flush, "a", "A", 1, supersedes=("b",)),))


def test_rows_can_be_left_out_but_only_those_that_are_there() -> None:
    table = RULES.scoring.table
    less = table.without("riichi", "haitei")
    assert set(table.by_id) - set(less.by_id) == {"riichi", "haitei"}
    assert less.by_id["double_riichi"].supersedes == less.by_id["rinshan"].supersedes == ()
    with pytest.raises(ValueError, match="kokushi is not in the table"):
        table.without("kokushi")


@pytest.mark.parametrize(
    ("hand", "tile", "times"),
    [
        ("1122335557799s", "7s", 1),
        ("1122334455667s", "7s", 2),
        ("1112223337899s", "9s", 1),
        ("2222333344445s", "5s", 2),
    ],
)
def test_equal_chows_count_in_pairs(hand: str, tile: str, times: int) -> None:
    assert max(f.layout.twin_chows for f in facts(win(hand, tile))) == times


@pytest.mark.parametrize(
    ("hand", "tile", "points", "stakes"),
    [
        ("222m567p3456788s", "8s", 0, 0),
        ("22557788m3366p4s", "4s", 0, 0),
        ("1223399m789p789s", "1m", 12000, 1.5),
        ("1112223m777p888s", "3m", 32000, 4),
        ("1112223334555z", "4z", 96000, 12),
        ("1133557799m246s", "1s", 0, 0),
    ],
)
def test_where_the_dealer_does_not_count_a_win_is_so_many_times_a_mangan(
    hand: str, tile: str, points: int, stakes: float
) -> None:
    steps = variants.get("seventeen")
    asked = win(hand, tile, "discard", Flag.RIICHI)
    found = score_answer(score(steps.ruleset(), asked))
    assert (found["points"], found["stakes"]) == (points, stakes)
    assert score_answer(score(steps.ruleset({"mode": "units"}), asked))["points"] == stakes
    assert "stakes" not in score_answer(score(variants.get("fulldeck").ruleset(), asked))
