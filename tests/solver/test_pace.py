"""A search tells how far it is, can be ended between its parts, and answers the same whether anybody listens."""

from __future__ import annotations

from itertools import pairwise

import pytest

from trainer import variants
from trainer.analysis import Analysis, Goal, Question, analyze, problem
from trainer.hands import Hand
from trainer.solver import bounded
from trainer.solver.pace import UNWATCHED, Pace
from trainer.tiles import KINDS, parse_tiles

ASKED = {
    "several suits": ("fulldeck", "2267m24p1235668s6z", 9, 1),
    "two budgets, the larger too large": ("fulldeck", "112468m1568p34s36z", 8, 2),
    "red fives": ("fulldeck", "340m345p40s556s111z", 7, 1),
    "exact": ("fulldeck", "340m345p40s556s111z", 2, 1),
    "one suit": ("bamboo", "12344567788999s", 7, 1),
    "one suit, exact": ("bamboo", "12344567788999s", 3, 1),
}
"""Game, hand, draws and budget for every search there is."""


class Ended(Exception):
    """What a test ends a search with."""


def answer(name: str, pace: Pace = UNWATCHED) -> Analysis:
    key, text, draws, budget = ASKED[name]
    rules, tiles = variants.get(key).ruleset(), parse_tiles(text)
    hand = Hand(tiles[:-1], (), tiles[-1])
    return analyze(rules, Question(hand, (0,) * KINDS, draws, Goal.VALUE, budget), pace=pace)


@pytest.mark.parametrize("name", ASKED)
def test_what_is_told_goes_from_nothing_upwards(name: str) -> None:
    told: list[float] = []
    assert answer(name, Pace(told.append)) == answer(name)
    assert told[0] == 0
    assert all(a <= b + 1e-12 for a, b in pairwise(told))
    assert 0.5 <= told[-1] < 1
    assert len(set(told)) >= 3


@pytest.mark.parametrize("name", ASKED)
def test_a_search_ends_where_it_is_ended_and_can_be_asked_again(name: str) -> None:
    told: list[float] = []
    whole = answer(name)  # prices are kept from now on: every later search has the same parts
    assert answer(name, Pace(told.append)) == whole
    for stop in (1, len(told) // 2, len(told)):
        left = iter(range(stop - 1))

        def tell(share: float, left: object = left) -> None:
            if next(left, None) is None:  # type: ignore[call-overload]
                raise Ended

        with pytest.raises(Ended):
            answer(name, Pace(tell))
    assert answer(name) == whole


def test_chances_carried_in_groups_are_those_carried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, tiles = variants.get("fulldeck").ruleset(), parse_tiles("23m2347p4668s555z")
    asked = problem(rules, Question(Hand(tiles, (), None), (0,) * KINDS, 2 * bounded.STRIDE + 5))
    (groups,) = bounded.solve(asked, None, False, None, curve=True).options
    monkeypatch.setattr(bounded, "STRIDE", asked.draws)
    (at_once,) = bounded.solve(asked, None, False, None, curve=True).options
    assert groups == at_once
    assert len(set(groups.by_draw)) > asked.draws // 2


def test_stretches_of_a_stretch_are_shares_of_the_whole() -> None:
    told: list[float] = []
    part = Pace(told.append).stretch(0.5, 1).stretch(0, 0.5)
    part.at(1, 4)
    assert told == [0.5625]
    assert [p.low for p in part.parts(2)] == [0.5, 0.625]
    assert told[1:] == [0.5, 0.625]
