"""Analyses that count the others' discards: what the games let a hand take, and at what price."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from trainer import variants
from trainer.analysis import (
    MODEL_ERROR,
    Analysis,
    Goal,
    Question,
    analyze,
    asker,
    pricing_of,
    takes_discards,
    unseen,
)
from trainer.hands import Hand
from trainer.rules.variant import Ruleset, Variant
from trainer.solver.claims import Claimed
from trainer.solver.problem import Leaf
from trainer.text import Refusal
from trainer.tiles import KINDS, counts, join_tiles, parse_tiles, tiles_of

NOTHING = (0,) * KINDS


def question(rules: Ruleset, tiles: str, draws: int, goal: Goal = Goal.WIN, **more: object) -> Question:
    held = parse_tiles(tiles)
    drawn = len(held) % 3 == 2
    hand = Hand(held[:-1], (), held[-1]) if drawn else Hand(held, ())
    return Question(hand, NOTHING, draws, goal, circumstance=asker(rules, 1, 0), **{"opponent": True, **more})  # type: ignore[arg-type]


def near_ready(rules: Ruleset) -> str:
    """A hand with a drawn tile, one exchange from ready at most."""
    rng, every = random.Random(3), tiles_of(rules.tiles.supply)
    while True:
        found = rng.sample(every, rules.deal.hand + 1)
        q = question(rules, join_tiles(found), 1, opponent=False)
        if analyze(rules, q, curve=False).shanten == 1:
            return join_tiles(found)


def test_every_game_counts_what_its_rules_let_a_hand_take(every_variant: Variant) -> None:
    rules = every_variant.ruleset()
    tiles = near_ready(rules)
    if not takes_discards(rules):
        with pytest.raises(Refusal, match="nothing is taken"):
            analyze(rules, question(rules, tiles, 2))
        assert rules.building is not None
        return
    # within the model's own error, as the answer without them is exact
    q = question(rules, tiles, 2, Goal.VALUE, budget=2)  # as many exchanges as draws: as deep as the exact answer
    counted, alone = analyze(rules, q), analyze(rules, replace(q, opponent=False))
    assert (counted.model.wall, counted.model.exact) == ("opponent", False)
    most = {c.discard: c for c in alone.choices}
    assert {c.discard for c in counted.choices} == set(most)
    for c in counted.choices[:1]:
        assert c.ready_prob >= most[c.discard].ready_prob - MODEL_ERROR
        assert c.win_prob >= most[c.discard].win_prob - MODEL_ERROR
        assert c.value is not None
        assert c.value >= (1 - MODEL_ERROR) * (most[c.discard].value or 0.0)


def test_a_hand_that_waits_is_paid_as_it_wins() -> None:
    """One throw and one draw: the first wait that comes is won, each at its own price."""
    rules = variants.get("hk64").ruleset()
    q = question(rules, "123456789m1122z", 1, Goal.VALUE, budget=0)
    left, pool = unseen(rules, q), sum(unseen(rules, q))
    held = q.hand.counts
    leaves = {k: Leaf(tuple(n + (i == k) for i, n in enumerate(held)), k, False) for k in (27, 28)}
    drawn, thrown = (pricing_of(rules, q, discard=d).prices(list(leaves.values())) for d in (False, True))
    assert min(drawn) > min(thrown) > 0, "a self-draw is worth more"
    by_throw = sum(left[k] * p for k, p in zip(leaves, thrown, strict=True)) / pool
    missed = 1 - sum(left[k] for k in leaves) / pool
    by_draw = sum(left[k] * p for k, p in zip(leaves, drawn, strict=True)) / (pool - 1)
    (choice,) = analyze(rules, q).choices
    assert choice.value == pytest.approx(by_throw + missed * by_draw)


def found(key: str, tiles: str, draws: int, **more: object) -> Analysis:
    rules = variants.get(key).ruleset()
    return analyze(rules, question(rules, tiles, draws, **more))  # type: ignore[arg-type]


def test_a_claim_that_leaves_no_yaku_wins_nothing() -> None:
    """One claim from ready with one draw to come: only a claim and a discard could win, and an open hand needs yaku."""
    plain = found("fulldeck", "11m55s456p789s12p34z", 1)
    assert {c.win_prob for c in plain.choices} == {0.0}
    yaku = found("fulldeck", "55z55s456p789s12p34z", 1)
    assert yaku.choices[0].win_prob > 0


def test_a_claim_costs_what_a_concealed_hand_is_worth() -> None:
    rules = variants.get("hk64").ruleset()
    q = question(rules, "123456789m1155z", 4, Goal.VALUE)
    bare = replace(q, hand=Hand(parse_tiles("123456m1155z"), ()))
    chow = Claimed(6, True)
    full = counts(parse_tiles("123456789m11555z"))
    own = tuple(n - (k in chow.kinds) for k, n in enumerate(full))
    (closed,) = pricing_of(rules, q, discard=True).prices([Leaf(full, 31, False)])
    (open_,) = pricing_of(rules, bare, discard=True, claimed=(chow,)).prices([Leaf(own, 31, False)])
    assert open_ < closed


def test_a_claimed_meld_takes_the_red_five_along() -> None:
    rules = variants.get("fulldeck").ruleset()
    q = question(rules, "0567m11p22333s55z", 2, Goal.VALUE)
    pung, chow = (pricing_of(rules, q, claimed=(m,)) for m in (Claimed(4, False), Claimed(1, True)))
    assert ([m.text for m in pung.melds], pung.reds) == (["pung:055m"], (0, 0, 0))
    assert ([m.text for m in chow.melds], chow.reds) == (["chow:234m"], (1, 0, 0))


def test_a_ready_hand_in_riichi_wins_from_discards_at_that_price() -> None:
    """A concealed hand without yaku of its own is declared when it is ready; before its next discard it is not."""
    resting = found("fulldeck", "123m456p789s2299s", 1, budget=0)
    drawn = found("fulldeck", "123m456p789s2299s1z", 1, budget=0)
    assert drawn.choices[0].win_prob > resting.choices[0].win_prob > 0


def test_a_hand_that_waits_for_an_own_discard_wins_by_self_draw_alone() -> None:
    """Furiten by the river: nothing is won from others by any wait; the kinds that are no waits do not matter."""
    rules = variants.get("fulldeck").ruleset()
    resting = question(rules, "234678m456p2234s", 1, Goal.VALUE, budget=0)
    free, beside, spoilt = (analyze(rules, replace(resting, thrown=t)).choices[0] for t in ((), (28,), (22,)))
    assert beside == free
    (drawn,) = analyze(rules, replace(resting, opponent=False)).choices
    throws = 1 / sum(unseen(rules, resting))
    waits_ = sum(unseen(rules, resting)[k] for k in (19, 22))
    assert spoilt.win_prob < free.win_prob
    assert spoilt.win_prob == pytest.approx(drawn.win_prob), "the throw before the draw is of no use"
    assert free.win_prob == pytest.approx(waits_ * throws + (1 - waits_ * throws) * waits_ / (1 / throws - 1))


def test_own_discards_do_not_matter_where_the_game_knows_no_furiten() -> None:
    rules = variants.get("hk64").ruleset()
    q = question(rules, "123456789m1122z", 2, Goal.VALUE)
    assert analyze(rules, replace(q, thrown=(27,))) == analyze(rules, q)
