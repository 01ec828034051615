"""Puzzles about wins that lock the hand, where play goes on after them: a win or a wait, and which waits to stay in."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from trainer import variants
from trainer.analysis import Goal, Question, locked_income, turns, unseen
from trainer.drill import generate, locks, pack
from trainer.drill.codec import BadPuzzle
from trainer.drill.locks import PASS, WIN, Lesson, LockPuzzle, lock_from
from trainer.drill.puzzle import NotAnOption, Place, Position, Provenance, Puzzling
from trainer.game.state import Thrown
from trainer.hands import Hand, parse_meld
from trainer.rules.score import score
from trainer.rules.win import By, Circumstance, Win
from trainer.tiles import KINDS, Tile, counts, kind, parse_tile, parse_tiles
from trainer.usecases import packs

RULES = variants.get("xueliu").ruleset()
MADE = Provenance("test", "0", "1")


@cache
def made() -> tuple[LockPuzzle, ...]:
    found = (generate.lock(RULES, (), 7, index) for index in range(120))
    return tuple(p for p in found if p is not None)


def posed(hand: str, *, drawn: str = "", offered: str = "", melds: str = "", left: int = 20) -> LockPuzzle:
    laid = tuple(map(parse_meld, melds.split()))
    mine = Hand(parse_tiles(hand), laid, parse_tile(drawn) if drawn else None)
    theirs = (Thrown(parse_tile(offered), True, False),) if offered else ()
    tile = parse_tile(offered) if offered else None
    position = Position(
        variant="xueliu", edition=RULES.edition, options=(), seat=0, dealer=0, hand=mine,
        places=(Place((), laid, len(mine.tiles)), Place(theirs, (), 13)), left=left, draws=0,
    )  # fmt: skip
    position = replace(position, draws=sum(locks.coming(position, tile, won=False)))
    return locks.solve(RULES, position, tile, MADE)


# ------------------------------------------------------------------ the model


def test_the_other_seat_draws_first_but_who_lets_a_discard_go_draws_next() -> None:
    assert turns(5, mine=False) == (False, True, False, True, False)
    own, thrown = posed("234567p22s45678s", drawn="9s", left=5), posed("234567p22s45678s", offered="9s", left=5)
    assert locks.coming(own.position, None, won=True) == locks.coming(own.position, None, won=False)
    assert locks.coming(thrown.position, thrown.offered, won=True) == (False, True, False, True, False)
    assert locks.coming(thrown.position, thrown.offered, won=False) == (True, False, True, False, True)


@pytest.mark.parametrize(
    ("hand", "won", "discard"), [("1112345678999s", "5s", False), ("234567p22s45678s", "3s", True)]
)
def test_a_locked_hand_earns_what_shuffled_walls_bring_on_average(hand: str, won: str, discard: bool) -> None:
    """Every tile to come from a shuffle, each wait scored by the scorer."""
    rest, tile = Hand(parse_tiles(hand)), parse_tile(won)
    coming = turns(21, mine=False)
    q = Question(rest, counts((tile,)), 0, Goal.VALUE)
    income = locked_income(RULES, q, kind(tile), coming, discard=discard)

    def points(k: int, by: By) -> float:
        found = score(RULES, Win(rest, Tile(k), Circumstance(by, dealer=False)))
        return float(found.points) if found.legal else 0.0

    paid = {by: [points(k, by) if k in RULES.tiles.kinds else 0.0 for k in range(KINDS)] for by in By}
    assert income.now == paid[By.DISCARD if discard else By.SELF_DRAW][kind(tile)]
    pool = [k for k, n in enumerate(unseen(RULES, q)) for _ in range(n)]
    rng, runs, total, hits = random.Random(2), 8000, 0.0, 0
    for _ in range(runs):
        for k, mine in zip(rng.sample(pool, len(coming)), coming, strict=True):
            earned = paid[By.SELF_DRAW if mine else By.DISCARD][k]
            total, hits = total + earned, hits + (earned > 0)
    assert total / runs == pytest.approx(income.later, rel=0.03)
    assert hits / runs == pytest.approx(income.hits, rel=0.03)


def test_after_a_self_draw_the_locked_hand_is_as_good_as_throwing_the_tile_and_staying() -> None:
    """Winning is then that and the points of the win: only a change of the hand can make up for them."""
    p = posed("1112345678999s", drawn="5s")
    assert p.answer(WIN).later == p.answer("discard:5s").later > 0
    assert p.answers[0].text == WIN
    assert p.answer(WIN).now == 12, "a full flush, drawn"


def test_passing_a_discard_is_a_draw_more() -> None:
    p = posed("234567p22s45678s", offered="3s", left=21)
    assert p.answer(PASS).later > p.answer(WIN).later
    assert p.lesson is Lesson.WIN_NOW


def test_a_win_that_would_lock_poor_waits_is_let_go() -> None:
    p = posed("22235567p22s", offered="4p", melds="kong:6666s", left=22)
    assert {a.text for a in p.answers} == {WIN, PASS}
    assert p.lesson is Lesson.LET_GO
    assert p.grade(p.answer(WIN)) != p.grade(p.answer(PASS))


def test_a_wait_of_more_tiles_wins_oftener() -> None:
    """Ready on 1s, 4s, 7s or on 4s alone, at the same price."""
    p = posed("234p777p99s23456s", drawn="8s", left=20)
    wide, narrow = p.answer("discard:8s"), p.answer("discard:2s")
    assert p.lesson is Lesson.STAY_IN
    assert p.answers[0] == wide
    assert wide.later > 1.4 * narrow.later > 0


# ------------------------------------------------------------------ puzzles


@pytest.mark.slow
def test_positions_are_before_the_first_win_and_free_of_luck() -> None:
    assert Counter(p.lesson for p in made()).keys() == set(Lesson)
    for p in made():
        at = p.position
        assert at.places[at.seat].won == ()
        assert at.places[at.seat].river, "not the first turn: no heavenly hand"
        assert locks.LEAST_LEFT <= at.left <= locks.MOST_LEFT
        p.check(RULES)
        assert lock_from(p.to_json()) == p
        assert pack.differences(RULES, p) == []


def test_one_answer_is_best_and_another_tempts() -> None:
    for p in made():
        assert len(p.best) == 1
        assert locks.MARGIN <= locks.margin(p) <= locks.TEMPTING
        assert [a.total for a in p.answers] == sorted((a.total for a in p.answers), reverse=True)
        if p.lesson is not Lesson.STAY_IN:
            assert p.answer(WIN).now > 0
            assert (p.answers[0].text == WIN) == (p.lesson is Lesson.WIN_NOW)


def test_what_is_not_offered_is_no_answer() -> None:
    p = posed("234567p22s45678s", offered="3s")
    for text in ("discard:2p", "kong:2p", ""):
        with pytest.raises(NotAnOption):
            p.answer(text)
    assert posed("234567p22s45678s", drawn="3s").answer("discard:3s:drawn").text == "discard:3s"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("offered", "9p"), ("left", 30), ("answers", [{"answer": "win", "now": 1.0, "later": 1.0}]), ("prior", 1),
        ("answers", [{"answer": "discard:9f9", "now": 1.0, "later": 1.0}]),
    ],
)  # fmt: skip
def test_a_damaged_puzzle_is_refused(field: str, value: object) -> None:
    p = next(p for p in made() if p.offered is not None)

    def read() -> None:
        lock_from({**p.to_json(), field: value}).check(RULES)

    with pytest.raises(BadPuzzle):
        read()


def test_games_that_end_with_a_win_have_no_such_puzzles() -> None:
    assert [v.key for v in variants.all_variants() if generate.asks(v.ruleset(), Puzzling.LOCK)] == ["xueliu"]
    with pytest.raises(ValueError, match="no such puzzles"):
        packs.make("hk64", Puzzling.LOCK, 3, 1, lambda solve, chunks: map(solve, chunks))


def test_a_pack_holds_every_lesson_in_its_share_and_comes_back_whole() -> None:
    found = packs.make("xueliu", Puzzling.LOCK, 10, 3, lambda solve, chunks: map(solve, chunks))
    assert Counter(p.lesson for p in found.puzzles if isinstance(p, LockPuzzle)) == pack.quotas(locks.SHARES, 10)
    assert pack.loads(pack.dumps(found)) == found
    assert packs.check(pack.dumps(found)) == []
