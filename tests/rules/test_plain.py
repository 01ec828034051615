"""What holds of every family without fu: the order of rows and tiles never matters, and nothing strikes itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.rules.others import OPTIONS, SCORINGS, random_win, rules
from trainer.hands import Hand, readings
from trainer.rules.score import price, score
from trainer.rules.table import PatternTable, Row
from trainer.rules.variant import Ruleset, Value
from trainer.rules.win import Facts, Win
from trainer.tiles import Kind, kind

OTHERS: dict[str, dict[str, Value]] = {
    "wenzhou": {"combine": "sum", "g_duanyao_honours": False},
    "jisu": {"b_triplet": 0},
    "xueliu": {"gang_kai_total": 3, "cap": 100},
    "jintan": {"dudiao": "any", "flower_kai": True},
}
GAMES = [rules(key) for key in OPTIONS] + [rules(key, **options) for key, options in OTHERS.items()]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda g: f"{g.key}-{'-'.join(str(v) for _, v in g.options)}")


def sample(game: Ruleset, number: int = 150) -> list[Win]:
    rng = random.Random(game.key)
    return [random_win(rng, game) for _ in range(number)]


@each_game
def test_what_strikes_counts_and_no_row_strikes_itself(game: Ruleset) -> None:
    for row in game.scoring.table.rows:
        assert row.id not in row.supersedes
    for w in sample(game):
        worth = score(game, w).worth
        counted, struck = {x.id for x in worth.lines}, {x.id for x in worth.struck}
        assert not counted & struck
        assert {x.by for x in worth.struck} <= counted


@each_game
def test_the_order_of_tiles_and_melds_does_not_matter(game: Ruleset) -> None:
    rng = random.Random(1)
    for w in sample(game):
        tiles, melds = list(w.hand.concealed), list(w.hand.melds)
        rng.shuffle(tiles)
        rng.shuffle(melds)
        again = score(game, replace(w, hand=Hand(tuple(tiles), tuple(melds))))
        assert (again.worth.total, again.points) == (score(game, w).worth.total, score(game, w).points)


def _in_other_orders(table: PatternTable) -> list[PatternTable]:
    shuffled: list[Row] = random.Random(2).sample(table.rows, len(table.rows))
    return [PatternTable(tuple(rows)) for rows in (shuffled, table.rows[::-1])]


@each_game
def test_the_order_of_rows_does_not_matter(game: Ruleset) -> None:
    for table in _in_other_orders(game.scoring.table):
        other = replace(game, scoring=replace(game.scoring, table=table))  # type: ignore[type-var]
        for w in sample(game):
            assert score(other, w).worth.total == score(game, w).worth.total


@each_game
def test_a_weight_has_the_numbers_of_the_tally(game: Ruleset) -> None:
    for w in sample(game):
        for reading in readings(w.counts, w.hand.melds, kind(w.tile), game.shapes):
            facts = Facts(kind(w.tile), w.circumstance, reading)
            worth, weight = game.scoring.tally(facts), game.scoring.weigh(facts)
            numbers = (worth.base, worth.yakuman, worth.total, 0, worth.qualified, worth.enough)
            assert tuple(weight) == numbers
        assert price(game, w.counts, w.hand.melds, kind(w.tile), w.circumstance) == score(game, w).points


@each_game
def test_every_self_draw_may_be_declared(game: Ruleset) -> None:
    assert not game.scoring.may_refuse(concealed=False, honba=0)
    assert all(score(game, w).legal for w in sample(game) if w.circumstance.self_draw)


@each_game
def test_every_row_says_when_it_fits_and_is_worth_the_same_with_claimed_melds(game: Ruleset) -> None:
    for row in game.scoring.table.rows:
        assert row.when.endswith(".")
        assert row.value == row.open
        assert row.name
        assert row.label


IDS = {
    "wenzhou": "concealed_hand all_simples half_flush_all_pungs three_concealed_pungs pure_straight "
    "pure_shifted_chows pure_triple_chow big_three_winds full_flush seven_pairs luxury_seven_pairs "
    "full_flush_all_pungs all_terminals_and_honors four_shifted_chows quadruple_chow four_concealed_pungs "
    "little_three_dragons little_four_winds all_honors big_three_dragons big_four_winds",
    "jisu": "faces pung five_dragons declared_ready bonus_flip",
    "xueliu": "basic all_pungs full_flush seven_pairs flush_all_pungs golden_single flush_golden_single "
    "flush_seven_pairs heavenly_hand root self_drawn after_kong robbing_the_kong out_with_replacement last_tile",
    "jintan": "half_flush all_pungs out_with_replacement single_wait full_flush seven_pairs flower_tiles honor_pung "
    "honor_kong number_kong",
}


@pytest.mark.parametrize("key", IDS)
def test_the_rows_are_those_of_the_machine_interface(key: str) -> None:
    assert set(rules(key).scoring.table.by_id) == set(IDS[key].split())


@pytest.mark.parametrize(("key", "make"), SCORINGS.items())
def test_equal_options_give_equal_scorings(key: str, make: Callable[[dict[str, Value]], object]) -> None:
    assert make(OPTIONS[key]) == make(dict(OPTIONS[key]))
    assert make(OPTIONS[key]) != make(OPTIONS[key] | OTHERS[key])


@pytest.mark.parametrize("key", ["wenzhou", "jisu", "xueliu"])
def test_no_pung_is_by_itself_a_reason_to_win_where_every_win_is_legal(key: str) -> None:
    assert not any(rules(key).scoring.valued(Kind(k), None) for k in rules(key).tiles.kinds)
