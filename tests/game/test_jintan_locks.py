"""Wins from a discard that are locked in jintan: one's own discards, wins that were let go, the way out (rules H)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import act, holding, on_turn, payments, table
from trainer import variants
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import TakeWin
from trainer.game.state import State
from trainer.hands import Hand
from trainer.tiles import kind, parse_tile, parse_tiles

USUAL = variants.get("jintan").ruleset()
GAME = replace(USUAL, match=replace(USUAL.match, first_lot=False))
"""Seat 0 deals."""

PLAIN = "123m789m234s99s45p"
"""Waits for 3p and 6p; neither is worth a fan."""
PUNGS = "111m555s888s2223p"
"""Waits for 1p, 3p and 4p; with 3p it is all pungs, one fan."""


def deal(hand: str, draws: str, flowers: str = "1f2f") -> State:
    """Seat 1 holds this hand, and has shown some flowers."""
    state = table(GAME, ["", hand], draws)
    seats = list(state.seats)
    seats[1] = replace(seats[1], flowers=parse_tiles(flowers) if flowers else ())
    return replace(state, seats=tuple(seats))


OWN, LET_GO, SHORT = "You have thrown this tile", "You let a win go", "A win from a discard needs"


def lock(state: State, seat: int) -> str | None:
    """What forbids seat 1 to win on the tile that this seat has drawn and throws now, by its first words."""
    state = on_turn(state)
    drawn = state.seats[seat].hand.drawn
    assert drawn is not None
    found = engine.refusal(engine.evolve(state, ev.Discard(seat, drawn, drawn=True)), 1, TakeWin())
    return next((why for why in (OWN, LET_GO, SHORT) if found is not None and found.startswith(why)), found)


def thrown_by(state: State, *steps: str) -> State:
    return act(state, *steps)[0]


# ------------------------------------------------------------------ one's own discard


def test_a_kind_just_thrown_cannot_be_won_on_from_others_until_the_next_draw() -> None:
    state = thrown_by(deal(PLAIN, "1z6p6p2z3z4z6p"), "0 throw", "1 throw")
    assert lock(state, 2) == OWN
    state = thrown_by(state, "2 throw", "3 throw", "0 throw", "1 throw")
    assert lock(state, 2) is None


def test_a_locked_seat_is_not_asked() -> None:
    state = thrown_by(deal(PLAIN, "1z6p6p"), "0 throw", "1 throw")
    assert 1 not in engine.to_act(thrown_by(state, "2 throw"))


def test_another_wait_than_the_kind_thrown_may_be_won_on() -> None:
    state = thrown_by(deal(PLAIN, "1z6p3p"), "0 throw", "1 throw")
    assert lock(state, 2) is None


def test_a_kind_just_thrown_may_be_drawn() -> None:
    state = thrown_by(deal(PLAIN, "1z6p2z3z4z6p"), "0 throw", "1 throw", "2 throw", "3 throw", "0 throw")
    _, events = act(state, "1 win")
    assert payments(events) == [(-20, 60, -20, -20)]


def konging(state: State, drawn: str) -> State:
    """Seat 2, whose turn it is, has a pung of the tile that it has drawn."""
    state = holding(on_turn(state), 2, "1z4z7z1s5s9s2m5m8m9m", f"pung:{3 * drawn[0]}{drawn[1]}")
    assert state.seats[2].hand.drawn == parse_tile(drawn)
    return state


def test_a_kind_just_thrown_may_be_robbed_from_a_kong() -> None:
    """The lock is one on wins from a discard."""
    state = konging(thrown_by(deal(PLAIN, "1z6p6p"), "0 throw", "1 throw"), "6p")
    state = thrown_by(state, "2 kong:6p")
    assert engine.refusal(state, 1, TakeWin()) is None


@pytest.mark.parametrize(("locked", "found"), [(True, OWN), (False, None)])
def test_a_claim_is_no_draw_and_what_was_thrown_before_it_stays_locked(locked: bool, found: str | None) -> None:
    state = holding(deal("", "1z6p9s6p"), 1, "66p99s1z3z3z", "chow:123m", "chow:234s")
    state = thrown_by(state, "0 throw", "1 throw", "2 throw", "1 pung:9s9s", "1 discard:1z")
    seats = list(state.seats)
    hand = Hand(parse_tiles("66p33z"), seats[1].hand.melds)
    seats[1] = replace(seats[1], hand=hand, thrown=seats[1].thrown if locked else ())
    assert lock(replace(state, seats=tuple(seats)), 2) == found


# ------------------------------------------------------------------ a win that was let go


def test_h14_a_win_let_go_locks_every_wait_until_one_acts() -> None:
    """Score 20 with 6p; it is let go, and before a turn comes 3p is thrown, worth no more."""
    state = thrown_by(deal(PLAIN, "1z2z6p3p3z4z3p"), "0 throw", "1 throw", "2 throw", "1 pass")
    assert lock(state, 3) == LET_GO
    state = thrown_by(state, "3 throw", "0 throw", "1 throw")
    assert lock(state, 2) is None


def test_h14_more_fan_and_a_higher_payment_may_be_won_all_the_same() -> None:
    state = thrown_by(deal(PUNGS, "1z2z1p3p"), "0 throw", "1 throw", "2 throw", "1 pass")
    assert lock(state, 3) is None
    _, events = act(state, "3 throw", "1 win")
    assert payments(events) == [(0, 40, 0, -40)]


@pytest.mark.parametrize("later", ["1p", "3p"])
def test_a_better_win_let_go_locks_worse_ones_and_its_like(later: str) -> None:
    state = thrown_by(deal(PUNGS, f"1z2z3p{later}"), "0 throw", "1 throw", "2 throw", "1 pass")
    assert lock(state, 3) == LET_GO


def test_of_two_wins_let_go_the_better_one_is_to_be_beaten() -> None:
    state = thrown_by(deal(PUNGS, "1z2z1p3p3p"), "0 throw", "1 throw", "2 throw", "1 pass", "3 throw", "1 pass")
    assert lock(state, 0) == LET_GO


def test_a_higher_payment_for_flowers_alone_is_no_way_out() -> None:
    """With 5z there is a pung of honors: one flower more, and no more fan."""
    draws = "1z2z9s5z"
    assert lock(thrown_by(deal("123m789m234s99s55z", draws), "0 throw", "1 throw", "2 throw", "1 pass"), 3) == LET_GO


def test_more_fan_is_no_way_out_when_both_payments_have_reached_the_cap() -> None:
    """A full flush has two fan, one of pungs three; both pay four times the base and the flowers."""
    state = holding(deal("", "1z2z1m3m"), 1, "2223m", "pung:555m", "pung:777m", "pung:999m")
    state = thrown_by(state, "0 throw", "1 throw", "2 throw", "1 pass")
    assert lock(state, 3) == LET_GO


def test_a_discard_that_could_not_be_won_on_locks_nothing() -> None:
    """Without flower and fan no win was let go."""
    state = thrown_by(deal(PUNGS, "1z2z1p3p", flowers=""), "0 throw", "1 throw")
    assert lock(state, 2) == SHORT
    assert lock(thrown_by(state, "2 throw"), 3) is None


def test_a_kong_not_robbed_locks_nothing() -> None:
    state = konging(thrown_by(deal(PLAIN, "1z2z6p3p"), "0 throw", "1 throw"), "6p")
    state = thrown_by(state, "2 kong:6p", "1 pass", "2 discard:1z")
    assert lock(state, 3) is None


def test_a_win_let_go_does_not_forbid_a_self_draw() -> None:
    steps = ("0 throw", "1 throw", "2 throw", "1 pass", "3 throw", "0 throw")
    state = on_turn(thrown_by(deal(PLAIN, "1z2z6p3z4z3p"), *steps))
    assert engine.refusal(state, 1, TakeWin()) is None


def test_a_win_let_go_does_not_forbid_to_rob_a_kong() -> None:
    state = konging(thrown_by(deal(PLAIN, "1z2z3p"), "0 throw", "1 throw"), "3p")
    seats = list(state.seats)
    seats[1] = replace(seats[1], declined=(kind(parse_tile("6p")),))
    state = replace(state, seats=tuple(seats))
    assert lock(state, 2) == LET_GO
    assert engine.refusal(thrown_by(state, "2 kong:3p"), 1, TakeWin()) is None


@pytest.mark.parametrize(
    ("claim", "offered", "hand"),
    [
        ("pung:9s9s", "9s", PLAIN),
        ("kong:9s", "9s", "123m789m24s999s45p"),
        ("chow:4p5p", "3p", PLAIN),
    ],
)
def test_a_claim_unlocks_a_hand_that_let_a_win_go(claim: str, offered: str, hand: str) -> None:
    state = thrown_by(deal(PLAIN, f"1z2z6p3z{offered}"), "0 throw", "1 throw", "2 throw", "1 pass", "3 throw")
    assert state.seats[1].declined
    state = thrown_by(holding(state, 1, hand), "0 throw", f"1 {claim}")
    assert not state.seats[1].declined


def test_a_win_given_up_for_a_claim_that_another_seat_outdoes_was_let_go() -> None:
    """Seat 1 would chow what it could win on, seat 3 pungs it; seat 1 has not acted."""
    state = table(GAME, ["", PLAIN, "", "66p"], "6p")
    seats = list(state.seats)
    seats[1] = replace(seats[1], flowers=parse_tiles("1f2f"))
    state = thrown_by(replace(state, seats=tuple(seats)), "0 throw", "1 chow:4p5p, 3 pung:6p6p")
    state = holding(state, 3, "3p1z4z7z1s5s9s2m5m8m3z", "pung:666p")
    offered = engine.evolve(state, ev.Discard(3, parse_tile("3p"), drawn=False))
    assert str(engine.refusal(offered, 1, TakeWin())).startswith(LET_GO)


# ------------------------------------------------------------------ the way out by the single wait


SETS = ("chow:123m", "pung:888p", "chow:345s")


@pytest.mark.parametrize(
    ("concealed", "draws", "before", "claim"),
    [
        ("34s55m", "5s5m", (), "chow:3s4s"),
        ("33s55m", "1z2z4z7z3s5m", ("0 throw", "1 throw", "2 throw", "3 throw"), "pung:3s3s"),
    ],
)
def test_half_of_the_pair_thrown_after_claiming_a_winning_tile_may_be_won_on_at_once(
    concealed: str, draws: str, before: tuple[str, ...], claim: str
) -> None:
    """With four tiles in hand the win is let go, its tile claimed, the pair broken: one fan is added."""
    state = holding(deal("", draws, "1f"), 1, concealed, *SETS)
    state = thrown_by(state, *before, "0 throw")
    assert engine.refusal(state, 1, TakeWin()) is None
    state = thrown_by(state, f"1 {claim}", "1 discard:5m")
    assert lock(state, 2) is None
    _, events = act(state, "2 throw", "1 win")
    assert payments(events) == [(0, 30, -30, 0)]


def test_the_way_out_holds_for_a_kind_that_was_thrown_before_the_claim_too() -> None:
    state = holding(deal("", "1z5m4z7z5s5m", "1f"), 1, "34s55m", *SETS)
    state = thrown_by(state, "0 throw", "1 throw", "2 throw", "3 throw")
    seats = list(state.seats)
    assert seats[1].thrown == (kind(parse_tile("5m")),)
    state = thrown_by(state, "0 throw", "1 chow:3s4s", "1 discard:5m")
    assert lock(state, 2) is None


def test_the_like_of_the_last_tile_drawn_and_thrown_stays_locked() -> None:
    """With one tile left it is drawn and thrown: no pair was broken after a claim."""
    state = holding(deal("", "1z5m5m", "1f"), 1, "5m", *SETS, "pung:999s")
    assert lock(thrown_by(state, "0 throw", "1 throw"), 2) == OWN


def test_one_of_two_unlike_tiles_thrown_after_a_claim_is_locked() -> None:
    """Nothing was let go."""
    state = holding(deal("", "5s", "1f"), 1, "34s56m", *SETS)
    state = thrown_by(state, "0 throw", "1 chow:3s4s", "1 discard:5m")
    assert state.seats[1].thrown == (kind(parse_tile("5m")),)
