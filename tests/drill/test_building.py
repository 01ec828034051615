"""Discard puzzles of the two games without common turns: a tile left out of a hand to build, a race to ready."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import lru_cache

import pytest

from trainer import variants
from trainer.analysis import Analysis, Goal, Grade, Question, analyze, asker, prices
from trainer.drill import curate, explain, generate, pack, positions, similar
from trainer.drill.codec import BadPuzzle, Fields
from trainer.drill.pack import Puzzling
from trainer.drill.puzzle import DiscardPuzzle, Place, Position, Provenance, discard_from, question
from trainer.drill.themes import Theme
from trainer.game.state import Thrown
from trainer.hands import Hand
from trainer.rules.win import Bonus
from trainer.tiles import Counts, Kind, Tile, counts, format_tiles, join_tiles, kind, parse_tile, parse_tiles, tile_text

RULES = variants.get("seventeen").ruleset()
STREET = variants.get("tenhodori").ruleset()
MADE = Provenance("test", "1", "1")
STOCK = "1133557799p1199s114477z"
"""Twenty tiles that no hand below waits for."""


def posed(hand: str, stock: str = STOCK, indicator: str = "1z", draws: int = 17) -> Position:
    """Nothing thrown yet: fourteen tiles chosen, the others set aside."""
    places = (Place((), (), 34), Place((), (), 34))
    own = Hand(parse_tiles(hand))
    table = parse_tiles(indicator)
    return Position(
        "seventeen", 1, (), 1, 0, own, places, 34, draws, RULES.round_wind, indicators=table, stock=parse_tiles(stock)
    )


def solved(hand: str, **more: str | int) -> DiscardPuzzle:
    return generate.solve(RULES, posed(hand, **more), MADE)  # type: ignore[arg-type]


def named(kinds: tuple[Kind, ...]) -> str:
    return format_tiles(Tile(k) for k in kinds)


# ------------------------------------------------------------------ what is computed


def walked(left: Counts, worth: dict[int, float], draws: int) -> tuple[float, float]:
    """The chance to win and the points expected, one thrown tile after the other; the first wait decides."""
    pool = sum(left)
    if not draws or not pool:
        return 0.0, 0.0
    win = value = 0.0
    for k, n in enumerate(left):
        if not n:
            continue
        if k in worth:
            win += n / pool * (worth[k] > 0)
            value += n / pool * worth[k]
        else:
            more = walked((*left[:k], n - 1, *left[k + 1 :]), worth, draws - 1)
            win += n / pool * more[0]
            value += n / pool * more[1]
    return win, value


@pytest.mark.parametrize("tile", ["3p", "1m", "7s"])
def test_the_measures_are_those_of_tiles_thrown_one_by_one(tile: str) -> None:
    """Rules 6: a wait that is too cheap makes the hand furiten, so whatever comes after it is lost."""
    p = posed("1223399m789p789s3p", draws=2)
    q = question(RULES, p)
    left = tuple(a - b - c for a, b, c in zip(RULES.tiles.supply, p.hand.counts, p.seen, strict=True))
    rest = p.resting(parse_tile(tile))
    who = asker(RULES, p.seat, p.dealer, round_wind=p.round_wind, bonus=p.bonus(RULES))
    waits = {"3p": "14m", "1m": "", "7s": ""}[tile]
    kinds = [kind(t) for t in parse_tiles(waits)]
    worth = dict(zip(kinds, prices(RULES, rest, kinds, who), strict=True))
    choice = next(c for c in analyze(RULES, q).choices if c.discard == parse_tile(tile))
    win, value = walked(left, {int(k): v for k, v in worth.items()}, 2)
    assert choice.win_prob == pytest.approx(win)
    assert choice.value == pytest.approx(value)
    assert choice.ready_prob == bool(waits)
    assert choice.by_draw[-1] == choice.win_prob


def test_points_are_those_of_the_rules_and_a_wait_below_the_minimum_is_worth_nothing() -> None:
    """Rules 6, M4 and M5: 6 han on 1m, 2 on 4m. Of seven copies that may come, three pay 12,000."""
    p = solved("1223399m789p789s3p")
    o = p.option(parse_tile("3p"))
    assert o.ukeire == ((Kind(0), 3), (Kind(3), 4))
    hit = 1.0
    for thrown in range(17):
        hit *= (101 - 7 - thrown) / (101 - thrown)
    assert o.win_prob == pytest.approx((1 - hit) * 3 / 7)
    assert o.value == pytest.approx(12_000 * o.win_prob, abs=0.01)
    assert named(curate.cheap(RULES, p, parse_tile("3p"))) == "4m"
    assert curate.cheap(RULES, p, parse_tile("7s")) == ()


def test_the_minimum_of_the_options_counts() -> None:
    """Rules 6, M1: 4 han 30 fu may win where a mangan is rounded up to, not where it must be a full one."""
    at = posed("234m567p3456788s9p", indicator="1m")
    full = variants.get("seventeen").ruleset({"minimum": "full-mangan"})
    paid = analyze(RULES, question(RULES, at, Goal.VALUE)).choices[0]
    assert (tile_text(paid.discard or Tile(0)), round(paid.value or 0) > 0) == ("9p", True)
    assert all(not c.value for c in analyze(full, question(full, at, Goal.VALUE)).choices)


def test_a_wait_whose_copies_all_lie_in_the_stock_never_comes() -> None:
    free, held = solved("123456m55p34777s9p"), solved("123456m55p34777s9p", stock="2222555s1133779p1144z")
    here = parse_tile("9p")
    assert [tile_text(Tile(k)) for k, _ in free.option(here).ukeire] == ["2s", "5s"]
    assert [(tile_text(Tile(k)), n) for k, n in held.option(here).ukeire] == [("5s", 1)]


def test_a_red_five_left_out_is_poorer_than_a_plain_one() -> None:
    red = variants.get("seventeen").ruleset({"red": 3})
    at = replace(posed("234678m0555p4678s", stock="11337799p1199s11144477z", indicator="3m"), options=(("red", 3),))
    found = analyze(red, question(red, at, Goal.VALUE))
    worth = {tile_text(c.discard): c.value for c in found.choices if c.discard is not None}
    assert (worth["5p"] or 0) > (worth["0p"] or 0) == 0


def test_answers_are_graded_by_points_whatever_one_plays_for() -> None:
    p = solved("23777m111333666z", stock="2256m2357p11334455779s", indicator="2p")
    assert {p.goal(g) for g in Goal} == {p.aim} == {Goal.VALUE}
    dear, often = p.option(parse_tile("2m")), p.option(parse_tile("7m"))
    assert dear.value > often.value
    assert often.win_prob > dear.win_prob
    assert p.options[0] == dear
    graded: Analysis = p.analysis(p.goal(Goal.WIN))
    assert [c.discard for c in graded.choices if c.grade is Grade.BEST] == [dear.discard]


# ------------------------------------------------------------------ what is asked


@lru_cache(maxsize=2)
def asked(seats: int) -> tuple[Position, ...]:
    rules = variants.get("seventeen").ruleset({"seats": seats})
    found = (positions.position(rules, (("seats", seats),), random.Random(f"s/{i}")) for i in range(12))
    return tuple(p for p in found if p is not None)


@pytest.mark.parametrize(("seats", "thrown"), [(2, 17), (4, 51)])
def test_one_tile_of_fourteen_is_left_out_and_the_rest_of_the_deal_is_seen(seats: int, thrown: int) -> None:
    rules = variants.get("seventeen").ruleset({"seats": seats})
    assert len(asked(seats)) >= 4
    for p in asked(seats):
        assert (len(p.hand.tiles), len(p.stock), p.hand.drawn, p.draws) == (14, 20, None, thrown)
        assert len(p.indicators) == (seats < 4)
        rules.tiles.check((*p.hand.tiles, *p.stock, *p.indicators))
        assert p.seen == counts((*p.stock, *p.indicators))
        assert Position.of(Fields(p.to_json())) == p
        found = analyze(rules, question(rules, p, Goal.VALUE))
        assert sum(c.ready_prob > 0 for c in found.choices) >= positions.LEAST_BUILT
        assert sum(bool(c.value) for c in found.choices) >= positions.LEAST_WINNING


def test_a_stock_that_was_not_dealt_is_refused() -> None:
    p = solved("1223399m789p789s3p")
    p.check(RULES)
    data = p.to_json()
    for wrong in (join_tiles(p.position.stock[1:]), ""):
        position = replace(p.position, stock=parse_tiles(wrong))
        with pytest.raises(BadPuzzle):
            discard_from({**data, "stock": wrong, "id": position.id}).check(RULES)


def test_a_picture_of_a_built_hand_is_worth_the_same() -> None:
    p = solved("1223399m789p789s3p")
    other = similar.other_position(RULES, p.position, random.Random(1))
    assert other is not None
    assert other.hand != p.position.hand
    again = generate.solve(RULES, other, MADE)
    assert [o.value for o in again.options] == pytest.approx([o.value for o in p.options])


def test_puzzles_made_on_the_fly_deserve_to_be_asked() -> None:
    made = [p for i in range(12) if (p := generate.endless(RULES, (), Puzzling.DISCARD, f"e/{i}")) is not None]
    assert len(made) >= 2
    for p in made:
        assert isinstance(p, DiscardPuzzle)
        p.check(RULES)
        assert curate.fault(p) is None
        assert pack.differences(RULES, p) == []


def test_themes_are_those_of_building() -> None:
    mine = curate.possible(RULES)
    assert {Theme.STOCK, Theme.BELOW_MINIMUM, Theme.WAIT_CHOICE, Theme.LIMIT_HAND} <= mine
    assert not mine & {Theme.SHAPE, Theme.TWO_STEPS, Theme.READY, Theme.RIVER, Theme.FURITEN, Theme.OPEN}
    assert not curate.possible(STREET) & {Theme.STOCK, Theme.BELOW_MINIMUM, Theme.FURITEN}
    p = solved("1223399m789p789s3p")
    assert Theme.BELOW_MINIMUM in p.themes
    dear = solved("23777m111333666z", stock="2256m2357p11334455779s", indicator="2p")
    assert {Theme.LIMIT_HAND, Theme.POINTS} <= set(dear.themes)


def test_reasons_speak_of_leaving_out_and_of_the_minimum() -> None:
    p = solved("1223399m789p789s3p")
    said = {r.code: r for r in explain.explain(RULES, p, parse_tile("7s"), Goal.VALUE).reasons}
    assert said["ready_lost"].template.startswith("Without")
    cheap = solved("567m12223456789p", stock="223899m39p2334556s12345z", indicator="8s")
    said = {r.code: r for r in explain.explain(RULES, cheap, parse_tile("1p"), Goal.VALUE).reasons}
    assert named(dict(said["cheap"].params)["kinds"]) == "34679p"  # type: ignore[arg-type]
    for code, template in explain._BUILDING.items():
        places = re.findall(r"%\((\w+)\)s", template)
        assert set(places) <= set(re.findall(r"%\((\w+)\)s", explain._SENTENCES[code])), code


# ------------------------------------------------------------------ a race


def racing(hand: str, drawn: str, river: str) -> DiscardPuzzle:
    held = Hand(parse_tiles(hand), (), parse_tile(drawn))
    thrown = tuple(Thrown(t, drawn=False, riichi=False) for t in parse_tiles(river))
    places = (Place(thrown, (), 14), Place((), (), 13))
    east = STREET.round_wind
    at = Position("tenhodori", 1, (), 0, 0, held, places, 16, 8, east, indicators=parse_tiles("4z"))
    return generate.solve(STREET, at, MADE)


@pytest.mark.parametrize(
    ("river", "out"),
    [("1z2z", False), ("3p2z", True), ("6p", True)],
)
def test_a_race_never_asks_where_own_discards_forbid_to_declare(river: str, out: bool) -> None:
    """Rules 5: none of the waits of a declared hand is among its own discards. 45p and 78s wait for 36p and 69s."""
    p = racing("234m55m45p78s123s9m", "9p", river)
    assert curate.undeclarable(STREET, p) is out


def test_a_complete_hand_is_no_question_in_a_race() -> None:
    """Nobody wins in the race, and whatever it throws, such a hand waits for that."""
    assert curate.undeclarable(STREET, racing("234m55m456p789s12s", "3s", ""))
    assert not curate.undeclarable(variants.get("fulldeck").ruleset(), racing("234m55m456p789s12s", "3s", ""))


@pytest.mark.parametrize(("river", "code", "kinds"), [("5m", "undeclarable", "5m"), ("1z", "", "")])
def test_a_wait_among_ones_own_discards_is_told_as_what_forbids_to_declare(river: str, code: str, kinds: str) -> None:
    p = racing("234m55m456p77s123s", "8s", river)
    told = {r.code: dict(r.params) for r in explain.explain(STREET, p, parse_tile("8s")).reasons}
    found = {c: named(told[c]["kinds"]) for c in ("undeclarable", "furiten") if c in told}  # type: ignore[arg-type]
    assert found == ({code: kinds} if code else {})


def test_a_question_without_a_stock_is_not_about_building() -> None:
    """The contract's answer for `seventeen` stays that of drawing."""
    q = Question(Hand(parse_tiles("1223399m789p789s3p")), (0,) * len(RULES.tiles.supply), 4, Goal.VALUE)
    assert analyze(RULES, replace(q, circumstance=asker(RULES, 0, 0, bonus=Bonus()))).model.wall == "shrinking"
