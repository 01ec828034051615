"""The models beyond the exact wall: bounded exchanges in sets of any kind, and all hands of a suit with many draws."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import comb

import numpy as np
import pytest

from tests.solver.positions import EIGHT, FULL, MIXED, ONE_SUIT, SMALL, position, random_position
from tests.solver.test_value import worth
from trainer.solver import bounded, efficiency, value
from trainer.solver.books import unpacked
from trainer.solver.reference import Play, add, is_complete
from trainer.tiles import KINDS, TileSet


def outlook(problem, book=None, *, lock=False):
    """The answer of the bounded search, also where there is an exact one."""
    return bounded.solve(problem, book, lock, None, curve=True)


def priced(problem, price=worth):
    return value.price_book(problem, lambda leaves: [price(leaf) for leaf in leaves])


@pytest.mark.parametrize("seed", range(16))
def test_one_draw_is_exact(seed):
    rng = random.Random(seed)
    supply = rng.choice([SMALL, MIXED, EIGHT])
    melds = rng.randrange(2)
    problem = random_position(rng, supply, draws=1, melds=melds, sets=2 + melds, resting=seed % 3 == 0)
    lock = seed % 2 == 0
    play = Play(problem, worth, lock=lock)
    for o in outlook(problem, priced(problem), lock=lock).options:
        assert o.win_prob == pytest.approx(play.win_prob(o.discard), abs=1e-9)
        assert o.ready_prob == pytest.approx(play.ready_prob(o.discard), abs=1e-9)
        assert o.value == pytest.approx(play.value(o.discard), abs=1e-9)


@pytest.mark.parametrize("seed", [*range(1, 4), *(pytest.param(n, marks=pytest.mark.slow) for n in (0, *range(4, 12)))])
def test_with_budget_enough_it_is_near_the_best_play(seed):
    rng = random.Random(seed)
    problem = replace(random_position(rng, rng.choice([SMALL, MIXED]), draws=3, sets=2), budget=3)
    play = Play(problem, worth)
    for o in outlook(problem).options:
        assert o.win_prob == pytest.approx(play.win_prob(o.discard), abs=0.04)
        assert o.ready_prob == pytest.approx(play.ready_prob(o.discard), abs=0.04)


@pytest.mark.parametrize("seed", range(6))
def test_more_budget_and_more_draws_never_hurt(seed):
    rng = random.Random(seed)
    problem = random_position(rng, FULL, draws=6, melds=3)
    found = [outlook(replace(problem, budget=b)) for b in range(3)]
    for fewer, more in pairwise(found):
        assert (fewer.exact, more.budget) == (False, fewer.budget + 1)
        for a, b in zip(fewer.options, more.options, strict=True):
            assert a.discard == b.discard
            assert a.win_prob <= b.win_prob + 1e-4
            assert a.ready_prob <= b.ready_prob + 1e-4
    for o in found[-1].options:
        assert list(o.by_draw) == sorted(o.by_draw)
        assert o.by_draw[-1] == o.win_prob <= o.ready_prob + 1e-9


def test_waiting_without_exchanges_is_a_closed_form():
    problem = position("123m456p789s1122z", supply=FULL, draws=8, seen="1z555m", budget=0)
    (option,) = outlook(problem).options
    unseen = sum(problem.unseen)
    assert option.win_prob == pytest.approx(1 - comb(unseen - 3, 8) / comb(unseen, 8), abs=1e-12)
    assert option.ready_prob == 1.0


def test_figures_of_an_exhaustive_search():
    """Chances by an independent recursion over hand and unseen tiles, kept as numbers: discard, to win, to be ready."""
    seen = "1113445679m233456789p122666789s1222355z"
    problem = position("56m456p4567889s66z", supply=FULL, draws=2, budget=2, seen=seen)
    found = {o.discard: o for o in outlook(problem).options}
    for k, win, ready in ((25, 0.112269447, 1.0), (4, 0.010692328, 0.493584603), (5, 0.009088479, 0.476744186)):
        assert found[k].win_prob == pytest.approx(win, abs=1e-3)
        assert found[k].ready_prob == pytest.approx(ready, abs=3e-3)
    supply = TileSet.of("1-9m 1-7z", copies=4).supply
    problem = position("4567779m1235z", supply=supply, melds=1, held="7777z", draws=4, budget=2, seen="2z")
    found = {o.discard: o for o in outlook(problem).options}
    assert found[28].win_prob == pytest.approx(0.041824699, abs=1e-3)
    assert found[28].ready_prob == pytest.approx(0.556396469, abs=4e-3)


def test_a_search_too_large_is_done_with_less(monkeypatch):
    problem = position("13m1238p244556s66z", supply=FULL, draws=6, budget=2)
    full = outlook(problem)
    assert full.budget == 2
    monkeypatch.setattr(bounded, "ROOM", 20_000)
    assert outlook(problem).budget < 2
    monkeypatch.setattr(bounded, "ROOM", 10)
    with pytest.raises(value.NotSearched):
        outlook(problem)


@pytest.mark.parametrize("hand", ["1147m258p369s1234z", "148m2578p3699s123z"])
def test_what_is_too_far_is_known_after_one_search(hand, monkeypatch):
    """Whatever the budget: the shortest paths of the nearest discards are tried first."""
    from trainer.solver.kernels import graph

    searches = []
    real = graph.explore
    monkeypatch.setattr(graph, "explore", lambda *given: searches.append(given) or real(*given))
    monkeypatch.setattr(bounded, "ROOM", 5_000)
    for budget in (0, 1, 3):
        searches.clear()
        with pytest.raises(value.NotSearched):
            outlook(position(hand, supply=FULL, draws=17, budget=budget))
        assert len(searches) == 1


def test_equally_far_discards_are_searched_together_and_answered_as_alone():
    problem = position("1238m2378p245s115z", supply=FULL, draws=7, budget=0)
    away = {
        k: efficiency.shanten(problem.supply, problem.resting(k), problem.held, 0, problem.goals)
        for k in problem.discards
    }
    farther = [k for k in problem.discards if away[k] > min(away.values())]
    assert len(farther) > 2
    together = {o.discard: o for o in outlook(problem).options}
    for k in farther:
        graph = bounded.Graph.explore(problem, [k], away[k])
        assert graph is not None
        (alone,) = graph.options(None, lock=False, judge=None, curve=True)
        found, lone = ((o.win_prob, o.ready_prob, *o.by_draw) for o in (together[k], alone))
        assert found == pytest.approx(lone, abs=1e-15)


def test_prices_of_any_set_are_asked_for_once():
    problem = position("123m456p789s11223z", supply=FULL, draws=4)
    asked = []
    book = value.price_book(problem, lambda leaves: asked.extend(leaves) or [2.0] * len(leaves))
    first = outlook(problem, book, lock=True)
    n = len(asked)
    assert n == len(set(asked)) > 0
    assert outlook(problem, book, lock=True) == first
    assert len(asked) == n
    assert all(leaf.locked for leaf in asked)
    for o in outlook(problem, priced(problem, lambda leaf: 2.0)).options:
        assert o.value == pytest.approx(2 * o.win_prob, abs=1e-12)


def test_a_book_of_another_set_is_refused():
    other = position("11123346678899s", draws=2)
    with pytest.raises(TypeError, match="another kind"):
        value.solve(position("123m456p789s11223z", supply=FULL, draws=2), priced(other))


@pytest.mark.parametrize("seed", range(3))
def test_many_draws_in_one_suit_are_near_the_exact_wall(seed, monkeypatch):
    rng = random.Random(seed)
    problem = random_position(rng, ONE_SUIT, draws=5)
    book = priced(problem, lambda leaf: 10.0 + leaf.kind % 4)
    exact = value.solve(problem, book, lock=True)
    monkeypatch.setattr(value, "EXACT_DRAWS", 0)
    swept = value.solve(problem, book, lock=True)
    assert (exact.exact, swept.exact) == (True, False)
    for a, b in zip(exact.options, swept.options, strict=True):
        assert b.by_draw[0] == pytest.approx(a.by_draw[0], abs=1e-12)
        assert b.win_prob == pytest.approx(a.win_prob, abs=0.03)
        assert b.ready_prob == pytest.approx(a.ready_prob, abs=0.03)
        assert b.value == pytest.approx(a.value, rel=0.05)


def test_many_draws_in_one_suit():
    problem = position("11123346678899s", draws=7)
    outlook = value.solve(problem, priced(problem, lambda leaf: 1.0))
    assert (outlook.exact, outlook.wall) == (False, "shrinking")
    for o in outlook.options:
        assert list(o.by_draw) == sorted(o.by_draw)
        assert o.value == pytest.approx(o.win_prob, abs=1e-12)
    (rests,) = value.solve(position("1112345678999s", draws=7)).options
    assert rests.win_prob == pytest.approx(1.0)


def followed(graph, first, ahead, price):
    """A plain twin of the kernel: hands as counts, every tile that can be drawn and every tile that can be thrown."""
    problem, number = graph.problem, {tuple(h): i for i, h in enumerate(unpacked(graph.suits).tolist())}
    rests, ends = list(number), graph.rest_ends.tolist()
    drawn = {
        add(rests[i], k) for i, end in enumerate(ends) for k in graph.kinds[ends[i - 1] if i else 0 : end].tolist()
    }
    hands = {tuple(problem.resting(first)): (1.0, Counter())}
    total = 0.0
    for left in reversed(range(problem.draws)):
        later = {}

        def moves(to, share, gone, at=later):
            chance, before = at.get(to, (0.0, Counter()))
            at[to] = chance + share, before + gone

        for hand, (chance, drawn_so_far) in hands.items():
            unseen = [max(0.0, problem.unseen[k] - drawn_so_far[k] / chance) for k in range(KINDS)]
            for k in (k for k in range(KINDS) if unseen[k]):
                flow = chance * unseen[k] / sum(unseen)
                gone = Counter({j: n * flow / chance for j, n in drawn_so_far.items()})
                full = add(hand, k)
                thrown_back = (add(full, j, -1) for j in range(KINDS) if full[j] and full in drawn)
                after = {r: ahead[left][number[r]] for r in thrown_back if r in number}
                after[hand] = ahead[left][number[hand]]
                best = max(after.values())
                alike = (r for r, x in after.items() if x > best - 1e-12)
                rest = min(alike, key=lambda r: (graph.rest_need[number[r]], r != hand, number[r]))
                if price(hand, k) > max(0.0, best - 1e-12):
                    total += flow * price(hand, k)
                    continue
                gone[k] += flow
                moves(rest, flow, gone)
        hands = later
    return total + sum(chance * ahead[0][number[h]] for h, (chance, _) in hands.items())


HANDS = "1138m2378p", "222m45p113z", "1123334m", "112m11p2m67z"


@pytest.mark.parametrize(
    ("hand", "melds", "tiles", "seen", "draws"),
    [
        *((hand, 2, "1-9m 1-9p 1-7z", "4456m4456p4455z", 10) for hand in HANDS),
        ("23568m", 0, "1-9m 5-7z", "", 12),  # sure to be ready in more than one way
    ],
)
def test_a_plan_is_followed_with_what_it_throws_gone(hand, melds, tiles, seen, draws):
    problem = position(hand, supply=TileSet.of(tiles, copies=3).supply, melds=melds, seen=seen, draws=draws)
    (graph, *_), _ = bounded.search(problem)
    won, nothing = graph.won(None), np.zeros(len(graph.rest_need))
    ready = (graph.rest_need == 1).astype(float)
    assert bounded.crowded(problem)
    found = {o.discard: o for o in graph.options(None, lock=False, judge=None, curve=False)}
    for k in graph.discards:
        for end, answer in ((nothing, found[k].win_prob), (ready, found[k].ready_prob)):
            ahead = graph.plan(end, problem.draws, won)

            def price(rest, drawn):
                return float(is_complete(add(rest, drawn), problem.melds, problem.goals))

            assert answer == pytest.approx(followed(graph, k, ahead, price), abs=1e-9)
            assert answer <= ahead[-1][graph.discards.index(k)] + 1e-9


@pytest.mark.parametrize("hand", ["12378m", "469m56z"])
def test_a_plan_that_is_sure_of_more_than_one_way_takes_the_first_that_comes(hand):
    problem = position(hand, supply=TileSet.of("1-9m 5-7z", copies=4).supply, draws=20)
    assert bounded.crowded(problem)
    for o in outlook(problem).options:
        assert o.ready_prob >= o.win_prob
        assert o.ready_prob > 0.99
