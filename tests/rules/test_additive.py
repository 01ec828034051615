"""The additive engine held to its rules: what may be counted at once, what strikes what, what 64 tiles cannot make."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product

import pytest

from tests.rules import chinese
from tests.rules.chinese import random_win, rules, win, worth
from trainer.hands import SEVEN_PAIRS_WITH_QUADS, STANDARD, Layout, layouts, readings, waits
from trainer.rules.patterns.chows import Together
from trainer.rules.score import price, score
from trainer.rules.table import PatternTable
from trainer.rules.variant import Ruleset, Value
from trainer.rules.win import Facts, Win
from trainer.tiles import FIRST_HONOR, KINDS, Counts, Kind, counts, kind, parse_tiles

SHAPES = (STANDARD, SEVEN_PAIRS_WITH_QUADS)
TABLES: list[tuple[str, dict[str, Value]]] = [
    ("jingdian", {}), ("jingdian", {"zimo_stacks": False}), ("flower72", {}), ("flower72", {"table": "D-ACH"}),
    ("hk64", {}), ("hk128", {}),
]  # fmt: skip
IDS = [" ".join([game, *map(str, options.values())]) for game, options in TABLES]


def all_facts(game: Ruleset, w: Win) -> list[Facts]:
    """The win under each reading."""
    resting = counts(w.hand.concealed)
    lone = len(waits(resting, w.hand.melds, game.shapes, game.tiles.supply)) == 1
    found = readings(w.counts, w.hand.melds, kind(w.tile), game.shapes)
    return [Facts(kind(w.tile), w.circumstance, r, lone=lone) for r in found]


# ------------------------------------------------------------------ a slow twin


def slow_ways(h: Layout) -> Iterator[dict[str, int]]:
    """Rules 2.5 word for word, the smaller sets not left out; forests grow by one chow at a time."""
    chows = [k % 9 + 1 for k in h.chows]
    four = {(1, 1, 7, 7): "pure_terminal_chows"} if h.pairs[0] % 9 + 1 == 5 and h.pairs[0] < FIRST_HONOR else {}
    four |= {(a, a, a, a): "quadruple_chow" for a in range(1, 8)}
    four |= {(a, a + d, a + 2 * d, a + 3 * d): "four_shifted_chows" for a in range(1, 8) for d in (1, 2)}
    three = {(a, a, a): "pure_triple_chow" for a in range(1, 8)} | {(1, 4, 7): "pure_straight"}
    three |= {(a, a + d, a + 2 * d): "pure_shifted_chows" for a in range(1, 8) for d in (1, 2)}
    links = {0: "pure_double_chow", 3: "short_straight", 6: "two_terminal_chows"}
    if tuple(chows) in four:
        yield {four[tuple(chows)]: 1}
        return
    threes = [some for some in combinations(range(len(chows)), 3) if tuple(chows[i] for i in some) in three]
    for some in threes:
        name = three[tuple(chows[i] for i in some)]
        yield {name: 1}
        for i, rest in product(some, set(range(len(chows))) - set(some)):
            if abs(chows[i] - chows[rest]) in links:
                yield {name: 1, links[abs(chows[i] - chows[rest])]: 1}
    if not threes:
        for order in permutations(range(len(chows))):
            for partners in product(*([None, *order[:n]] for n in range(len(order)))):
                used = [(i, links.get(abs(chows[i] - chows[j]))) for i, j in zip(order, partners, strict=True)
                        if j is not None]  # fmt: skip
                ends = [(i, links.get(abs(chows[i] - chows[j]))) for i, j in zip(partners, order, strict=True)
                        if i is not None]  # fmt: skip
                both = used + ends
                if all(name for _, name in both) and len(set(both)) == len(both):
                    names = [str(name) for _, name in used]
                    double = names.count("pure_double_chow") == 2
                    yield {name: names.count(name) for name in names} | ({"two_pure_double_chows": 1} if double else {})


@cache
def slow_choices(h: Layout) -> list[dict[str, int]]:
    return [dict(way) for way in {tuple(sorted(way.items())) for way in slow_ways(h)}]


def struck_out(table: PatternTable, found: dict[str, int]) -> int:
    """Rules 2.8: what is left adds up."""
    gone: set[str] = set()
    for row in sorted(table.rows, key=lambda row: -row.value):
        if row.id in found and row.id not in gone:
            gone.update(row.supersedes)
    return sum(row.value * found[row.id] for row in table.rows if row.id in found and row.id not in gone)


def slow_total(game: Ruleset, w: Win) -> int:
    """The best sum over readings and choices, without the cap."""
    table = game.scoring.table
    best = 0
    for facts in all_facts(game, w):
        free = {r.id: n for r in table.rows if not isinstance(r.pattern, Together) and (n := r.pattern(facts))}
        for way in slow_choices(facts.layout):
            best = max(best, struck_out(table, free | {id_: n for id_, n in way.items() if id_ in table.by_id}))
    return best


@pytest.mark.parametrize(("game", "options"), [x for x in TABLES if x[1].get("zimo_stacks", True)])
def test_the_raw_total_is_that_of_the_slow_twin(game: str, options: dict[str, Value]) -> None:
    here = rules(game, **options)
    rng = random.Random(7)
    for _ in range(150):
        w = random_win(here, rng)
        assert dict(score(here, w).worth.parts)["raw"] == slow_total(here, w), w


# ------------------------------------------------------------------ properties


@pytest.mark.parametrize(("game", "options"), TABLES, ids=IDS)
def test_what_is_struck_names_a_line_that_counts_and_strikes_it(game: str, options: dict[str, Value]) -> None:
    here = rules(game, **options)
    rng = random.Random(11)
    seen = 0
    for _ in range(200):
        found = score(here, random_win(here, rng)).worth
        lines = {x.id for x in found.lines}
        for x in found.struck:
            seen += 1
            sides = here.scoring.sides
            assert x.by in lines - {x.id}
            assert x.id not in lines
            assert x.id in here.scoring.table.by_id[x.by].supersedes or {x.id, x.by} <= sides[0] | sides[1]
        assert sum(x.value * x.count for x in found.lines) == dict(found.parts)["raw"]
    assert seen > 50


@pytest.mark.parametrize(("game", "options"), TABLES, ids=IDS)
def test_no_row_strikes_itself_or_one_that_comes_before_it(game: str, options: dict[str, Value]) -> None:
    table = chinese.scoring(game, **options).table
    order = [row.id for row in sorted(table.rows, key=lambda row: -row.value)]
    mutual = {("pure_shifted_pungs", "pure_triple_chow")}  # three chows and three pungs are more than four sets
    for row in table.rows:
        for other in row.supersedes:
            assert order.index(row.id) < order.index(other) or (row.id, other) in mutual


@pytest.mark.parametrize(("game", "options"), TABLES, ids=IDS)
def test_the_total_does_not_depend_on_the_order_of_rows_or_tiles(game: str, options: dict[str, Value]) -> None:
    here = rules(game, **options)
    rng = random.Random(13)
    rows = list(here.scoring.table.rows)
    rng.shuffle(rows)
    other = replace(here, scoring=replace(here.scoring, table=PatternTable(tuple(rows))))
    for _ in range(100):
        w = random_win(here, rng)
        tiles, melds = list(w.hand.concealed), list(w.hand.melds)
        rng.shuffle(tiles)
        rng.shuffle(melds)
        shuffled = replace(w, hand=replace(w.hand, concealed=tuple(tiles), melds=tuple(melds)))
        assert score(other, shuffled).worth.total == score(here, w).worth.total


@pytest.mark.parametrize(("game", "options"), TABLES, ids=IDS)
def test_readings_are_weighed_by_what_they_are_worth(game: str, options: dict[str, Value]) -> None:
    here = rules(game, **options)
    rng = random.Random(17)
    for _ in range(100):
        w = random_win(here, rng)
        for facts in all_facts(here, w):
            weight, full = here.scoring.weigh(facts), here.scoring.tally(facts)
            assert (weight.base, weight.qualified) == (full.base, full.qualified) == (full.total, full.total)
            assert weight.total == dict(full.parts)["raw"]
        assert price(here, w.counts, w.hand.melds, kind(w.tile), w.circumstance) == score(here, w).points


# ------------------------------------------------------------------ what 64 tiles cannot make (rules 2.9)

IMPOSSIBLE = {
    "dragons_only", "terminals_only", "lower_tiles", "middle_tiles", "upper_tiles", "one_rank_everywhere",
    *(f"{what}_{number}" for what in ("tile_hog", "melded_kong", "concealed_kong") for number in range(5, 9)),
}  # fmt: skip


def test_rows_that_need_eight_copies_are_not_possible_with_four() -> None:
    def ids(here: Ruleset) -> set[str]:
        return {row.id for row in here.scoring.table.possible(here)}

    assert ids(rules("hk128")) - ids(rules("hk64")) == IMPOSSIBLE
    assert ids(rules("hk128")) == set(rules("hk128").scoring.table.by_id)


@pytest.mark.parametrize("game", ["jingdian", "hk64"])
def test_what_64_tiles_cannot_make_never_appears(game: str) -> None:
    here = rules(game)
    rng = random.Random(19)
    seen: set[str] = set()
    for _ in range(1500):
        found = score(here, random_win(here, rng)).worth
        seen |= {x.id for x in (*found.lines, *found.struck)}
    assert not seen & IMPOSSIBLE
    assert len(seen) > 40


def complete_of(kinds: str, copies: int = 4) -> set[str]:
    """The shapes of all complete hands of fourteen tiles of these kinds."""
    those = [kind(t) for t in parse_tiles(kinds)]
    out: set[str] = set()
    for held in product(range(copies + 1), repeat=len(those)):
        if sum(held) == 14:
            counted: Counts = tuple(held[those.index(Kind(k))] if k in those else 0 for k in range(KINDS))
            out.update(layout.shape for layout in layouts(counted, (), SHAPES))
    return out


@pytest.mark.parametrize("kinds", ["1234z", "2468m"])
def test_four_kinds_that_make_no_runs_are_complete_only_as_pairs(kinds: str) -> None:
    assert complete_of(kinds) == {"seven_pairs"}


@pytest.mark.parametrize("kinds", ["567z", "19m", "123m", "456m", "789m"])
def test_three_kinds_do_not_fill_a_hand(kinds: str) -> None:
    assert complete_of(kinds) == set()


# ------------------------------------------------------------------ chows and pungs


@pytest.mark.parametrize(
    ("chows", "game", "lines"),
    [
        ("123 123 456 456", "jingdian", {"pure_double_chow": 2, "short_straight": 1}),
        ("123 123 456 456", "hk64", {"two_pure_double_chows": 4, "short_straight": 1}),
        ("123 123 456 789", "jingdian", {"pure_straight": 16, "pure_double_chow": 1}),
        ("123 123 789 789", "jingdian", {"pure_double_chow": 2, "two_terminal_chows": 1}),
        ("123 234 345 678", "jingdian", {"pure_shifted_chows": 16, "short_straight": 1}),
        ("123 456 456 789", "jingdian", {"pure_straight": 16, "pure_double_chow": 1}),
        ("123 123 123 456", "jingdian", {"pure_triple_chow": 24, "short_straight": 1}),
        ("123 123 456 567", "jingdian", {"pure_double_chow": 1, "short_straight": 1}),
        ("123 345 567 789", "jingdian", {"four_shifted_chows": 32}),
    ],
)
def test_chows_are_counted_so_often_and_no_more(chows: str, game: str, lines: dict[str, int]) -> None:
    joints = {row.id for row in rules(game).scoring.table.rows if isinstance(row.pattern, Together)}
    found = worth(game, win("7z", "7z", melds=" ".join(f"chow:{chow}m" for chow in chows.split())))
    assert {id_: n for id_, n in found.items() if id_ in joints} == lines


@pytest.mark.parametrize(
    ("concealed", "melds", "pays"),
    [
        ("1m", "pung:222m pung:333m pung:666m pung:777m", 4),
        ("1m", "pung:222m pung:333m pung:444m pung:666m", 0),
        ("1m", "pung:222m pung:333m pung:666m pung:888m", 2),
        ("1m", "pung:222m pung:333m pung:333m pung:444m", 2),
        ("1m", "pung:222m pung:222m pung:333m pung:333m", 4),
        ("1m", "pung:222m pung:222m pung:333m pung:777z", 2),
        ("1m", "pung:111z pung:222z pung:333z pung:888m", 0),
    ],
)
def test_two_shifted_pungs_count_on_pairs_that_share_no_pung(concealed: str, melds: str, pays: int) -> None:
    assert worth("hk128", win(concealed, concealed, melds=melds)).get("two_shifted_pungs", 0) == pays


def test_the_best_shifted_pungs_strike_the_lesser_ones() -> None:
    found = score(rules("hk64"), win("9m", "9m", melds="pung:222m pung:333m pung:444m pung:555m")).worth
    assert {"pure_shifted_pungs", "two_shifted_pungs", "all_pungs"} <= {
        x.id for x in found.struck if x.by == "four_shifted_pungs"
    }


def test_a_shorter_chow_pattern_inside_a_longer_one_is_struck_by_it() -> None:
    found = score(rules("jingdian"), win("122333444556m1z", "1z")).worth
    assert ("pure_shifted_chows", "four_shifted_chows") in {(x.id, x.by) for x in found.struck}


def test_a_struck_line_strikes_nothing() -> None:
    found = score(rules("flower72"), win("111333m2224445z", "5z", "self_draw")).worth
    struck = {x.id: x.by for x in found.struck}
    assert struck["fully_concealed_hand"] == "four_concealed_pungs"
    assert "self_drawn" in {x.id for x in found.lines}


def test_three_pungs_of_winds_are_no_pungs_of_honors_but_terminals_stay() -> None:
    three = win("2m", "2m", melds="pung:111z pung:222z pung:333z pung:999m")
    assert worth("jingdian", three)["pung_of_terminals_or_honors"] == 1
    assert worth("jingdian", three)["big_three_winds"] == 12
    two = win("2m", "2m", melds="pung:111z pung:222z pung:777z pung:999m")
    assert worth("jingdian", two)["pung_of_terminals_or_honors"] == 3
    assert worth("hk64", two)["pung_of_terminals_or_honors"] == 1
    assert worth("hk64", two)["wind_pung"] == 2
