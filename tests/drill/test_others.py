"""Discard puzzles that count the others' discards: where, how they are asked again, and what must hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.drill.test_pack import committed
from trainer import variants
from trainer.analysis import Goal, analyze
from trainer.drill import curate, generate
from trainer.drill.puzzle import DiscardPuzzle, Puzzling, counts_others, discard_from, question
from trainer.rules.variant import Ruleset
from trainer.tiles import kind
from trainer.usecases import appeal

GAME = "sanma2"


def rules_of(key: str) -> Ruleset:
    return variants.get(key).ruleset()


def puzzles(key: str) -> list[DiscardPuzzle]:
    return [p for p in committed(Puzzling.DISCARD, key).puzzles if isinstance(p, DiscardPuzzle)]


def nearest(key: str) -> DiscardPuzzle:
    """One that is quickly solved again."""
    return min(puzzles(key), key=lambda p: (min(o.shanten for o in p.options), p.position.draws, p.id))


def test_others_count_where_one_may_win_on_their_discards_and_own_draws_are_not_searched_to_the_end() -> None:
    """The race and the hands that are built know no such wins while one draws; one suit and five tiles are exact."""
    alone = {v.key for v in variants.all_variants() if not counts_others(v.ruleset())}
    assert alone == {"bamboo", "jisu", "tenhodori", "seventeen"}


def test_puzzles_are_solved_as_their_game_has_it(every_variant: variants.Variant) -> None:
    rules = every_variant.ruleset()
    assert {p.others for p in puzzles(every_variant.key)} == {counts_others(rules)}


def test_a_puzzle_asks_the_solver_what_it_was_solved_with() -> None:
    """The others' discards, and the own river, which makes hands furiten; a puzzle solved without them stays so."""
    rules = rules_of(GAME)
    p = next(p for p in puzzles(GAME) if p.position.river)
    q = p.question(rules, Goal.WIN)
    assert q.opponent
    assert set(q.thrown) == {kind(t.tile) for t in p.position.river}
    before = replace(p, model=replace(p.model, wall="shrinking"))
    assert not before.question(rules, Goal.WIN).opponent
    assert not discard_from(before.to_json()).others


def test_solving_a_puzzle_again_keeps_to_its_assumption() -> None:
    p = nearest(GAME)
    rules = rules_of(GAME)
    assert generate.again(rules, p) == p
    assert appeal.deeper(p).others
    alone = generate.solve(rules, p.position, p.provenance, others=False)
    assert not alone.others
    assert not generate.again(rules, alone).others
    assert not appeal.deeper(alone).others


@pytest.mark.parametrize("key", [v.key for v in variants.all_variants() if counts_others(v.ruleset())])
def test_a_best_discard_is_best_without_the_others_too(key: str) -> None:
    rules, p = rules_of(key), nearest(key)
    q = replace(question(rules, p.position, p.aim), budget=generate.exchanges(rules) + 1)
    assert set(analyze(rules, q, curve=False).best) <= {o.discard for o in p.best(p.aim)}


def test_a_best_discard_that_would_be_waited_for_spoils_a_puzzle_where_furiten_counts() -> None:
    p = puzzles(GAME)[0]
    rules = rules_of(GAME)
    assert not curate.spoils(rules, p)
    best = p.best(p.aim)[0]
    back = replace(best, ukeire=((kind(best.discard), 1),))
    spoilt = replace(p, options=tuple(back if o is best else o for o in p.options))
    assert curate.spoils(rules, spoilt)
    assert not curate.spoils(rules_of("hk64"), spoilt)


def test_answers_agree_when_their_best_discards_are_the_same() -> None:
    p = puzzles(GAME)[0]
    worst = min(p.options, key=lambda o: o.measure(p.aim))
    other = replace(p, options=tuple(replace(o, win_prob=1.0, value=1e6) if o is worst else o for o in p.options))
    assert curate.agree(p, p)
    assert not curate.agree(p, other)
