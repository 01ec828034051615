"""Empty walls, payments, who deals next, and the end of a match (rules 0.11, 0.12 and 1)."""

from __future__ import annotations

import pytest

from tests.game.build import SALT, dull, payments, play, rest_of, result, started, throw_on, wall
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.evolve import coming
from trainer.game.state import State

SIX_NINE = "1112344455578"
"""Waits on 6 and 9."""
MOVES = ("1155668899247", "1133344677882", "9")
"""A deal that ends in nothing when everybody throws what he draws: nobody is ready."""


def end_of(events: tuple[ev.Event, ...]) -> list[ev.End]:
    return [e for e in events if isinstance(e, ev.End)]


def redealt(state: State, dealer: str, other: str, draws: str) -> State:
    return engine.fold(state, engine.deal(state, wall(dealer, other, draws, state.rules), SALT))


# ------------------------------------------------------------------ draws


def test_a_draw_pays_nothing_whoever_is_ready() -> None:
    draws = "2837283737"
    _, events = throw_on(started(SIX_NINE, rest_of(SIX_NINE, draws), draws))
    (drawn,) = [e for e in events if isinstance(e, ev.DrawGame)]
    assert (drawn.reason, drawn.ready) == ("wall_empty", (True, False))
    assert payments(events) == [(0, 0)]


def test_a_wait_on_a_fifth_copy_is_not_ready_at_the_draw() -> None:
    hand, draws = "1111222235555", "9999888877"
    state, events = throw_on(started(hand, rest_of(hand, draws), draws))
    (drawn,) = [e for e in events if isinstance(e, ev.DrawGame)]
    assert not drawn.ready[0]
    assert coming(state).dealer == 1


# ------------------------------------------------------------------ nagashi


def river_of_ends(dealer_draws: str, other_draws: str, **options: object) -> tuple[ev.Event, ...]:
    dealer = "2233445566788"
    draws = "".join(a + b for a, b in zip(dealer_draws, other_draws, strict=True))
    state = started(dealer, rest_of(dealer, draws), draws, **options)
    return throw_on(state)[1]


def settle_of(events: tuple[ev.Event, ...]) -> ev.Settle:
    return next(e for e in events if isinstance(e, ev.Settle))


def test_a_river_of_terminals_pays_the_dealer_twelve_thousand() -> None:
    events = river_of_ends("19919", "77768")
    assert settle_of(events) == ev.Settle("draw", (12_000, -12_000), (112_000, 88_000), (0,))


def test_a_river_of_terminals_pays_the_non_dealer_eight_thousand() -> None:
    draws = "7179797169"
    hand = "2233445566888"
    state = started(rest_of(hand, draws), hand, draws)
    assert settle_of(throw_on(state)[1]) == ev.Settle("draw", (-8_000, 8_000), (92_000, 108_000), (1,))


def test_a_river_of_terminals_is_one_unit() -> None:
    events = river_of_ends("19919", "77768", mode="units")
    assert settle_of(events).payments == (1, -1)


def test_one_other_discard_spoils_the_river() -> None:
    events = river_of_ends("19917", "77968")
    assert settle_of(events).nagashi == ()
    assert settle_of(events).payments == (0, 0)


def test_both_rivers_pay_both_payments() -> None:
    """Each seat kongs once, so that eight discards, all the ones and nines, use up the wall."""
    state = started("2222445566778", "3333445566778", "18" + "18" + "991199")
    state, _ = play(state, "0 kong:2s", "0 discard:1s", "1 kong:3s", "1 discard:1s")
    _, events = throw_on(state)
    assert settle_of(events) == ev.Settle("draw", (4_000, -4_000), (104_000, 96_000), (0, 1))


@pytest.mark.parametrize(
    ("hand", "draws", "ready"), [("2222555588883", "1797971796", False), ("2224445556678", "1393931798", True)]
)
def test_a_river_that_pays_lets_the_dealer_stay_only_when_he_is_ready(hand: str, draws: str, ready: bool) -> None:
    state, events = throw_on(started(hand, rest_of(hand, draws), draws))
    assert settle_of(events).nagashi == (0,)
    (drawn,) = [e for e in events if isinstance(e, ev.DrawGame)]
    assert drawn.ready[0] is ready
    assert coming(state).dealer == (0 if ready else 1)


# ------------------------------------------------------------------ who deals next


def test_the_first_seat_deals_first() -> None:
    assert started(*MOVES).dealer == 0


def test_the_dealers_win_keeps_the_deal() -> None:
    state, events = play(started(SIX_NINE, dull(SIX_NINE + "6"), "6"), "0 win")
    assert result(events) == ["win 0"]
    assert coming(state).dealer == 0


def test_the_other_seats_win_moves_the_deal_even_from_a_ready_dealer() -> None:
    state = started("2223336667799", SIX_NINE, "89")
    state, events = play(state, "0 discard:8s:drawn", "1 win")
    assert result(events) == ["win 1"]
    assert coming(state).dealer == 1


def test_the_deal_moves_back() -> None:
    state, _ = throw_on(started(*MOVES))
    state = redealt(state, *MOVES)
    assert (state.deal, state.dealer) == (2, 1)
    state, _ = throw_on(state)
    assert coming(state).dealer == 0
    state = redealt(state, *MOVES)
    assert (state.deal, state.dealer) == (3, 0)


# ------------------------------------------------------------------ payments


def test_a_discard_and_a_self_draw_pay_the_same() -> None:
    hand = "2344456778999"  # haneman with the 1 either way
    _, drawn = play(started(hand, dull(hand + "221"), "221"), "0 discard:2s:drawn", "1 discard:2s:drawn", "0 win")
    _, thrown = play(started(hand, dull(hand + "22", "1"), "22"), "0 discard:2s:drawn", "1 discard:1s", "0 win")
    assert payments(drawn) == payments(thrown) == [(18_000, -18_000)]


def test_the_non_dealer_is_paid_two_thirds() -> None:
    hand = "2344456778999"
    state = started(dull(hand + "2271"), hand, "2271")
    _, events = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn", "0 discard:7s:drawn", "1 win")
    assert payments(events) == [(-12_000, 12_000)]


# ------------------------------------------------------------------ the end


def test_the_winner_keeps_all_and_the_loser_shows_a_debt() -> None:
    hand = "2344456778999"
    steps = ("0 discard:2s:drawn", "1 discard:2s:drawn", "0 win")
    state, events = play(started(hand, dull(hand + "221"), "221", start=10_000), *steps)
    assert end_of(events) == [ev.End((0, 1), (28_000, -8_000), "bust")]
    assert state.points == (28_000, -8_000)
    assert not engine.needs_deal(state)


def test_without_bust_a_debt_plays_on() -> None:
    hand = "2344456778999"
    steps = ("0 discard:2s:drawn", "1 discard:2s:drawn", "0 win")
    state, events = play(started(hand, dull(hand + "221"), "221", start=10_000, bust=False), *steps)
    assert end_of(events) == []
    assert engine.needs_deal(state)


def test_the_number_of_deals_counts_every_deal() -> None:
    state, events = throw_on(started(*MOVES, hands=2))
    assert end_of(events) == []
    state, events = throw_on(redealt(state, *MOVES))
    assert end_of(events) == [ev.End((0, 1), (100_000, 100_000), "length")]


def test_equal_points_rank_the_first_dealer_first() -> None:
    _, events = throw_on(started(*MOVES, hands=1))
    assert end_of(events)[0].ranking == (0, 1)


def test_more_points_rank_first() -> None:
    state = started("2223336667799", SIX_NINE, "89", hands=1)
    _, events = play(state, "0 discard:8s:drawn", "1 win")
    assert end_of(events)[0].ranking == (1, 0)


def test_bust_is_named_before_length() -> None:
    hand = "2344456778999"
    steps = ("0 discard:2s:drawn", "1 discard:2s:drawn", "0 win")
    _, events = play(started(hand, dull(hand + "221"), "221", start=10_000, hands=1), *steps)
    assert end_of(events)[0].reason == "bust"


def test_units_start_at_twelve_and_end_below_zero() -> None:
    hand = "1112223334445"
    state, events = play(started(hand, dull(hand + "5"), "5", mode="units"), "0 win")
    assert payments(events) == [(8, -8)]
    assert state.points == (20, 4)
    state = redealt(state, hand, dull(hand + "5"), "5")
    _, events = play(state, "0 win")
    assert end_of(events) == [ev.End((0, 1), (28, -4), "bust")]


def test_halves_that_make_a_whole_are_written_whole() -> None:
    hand = "2344456778999"
    steps = ("0 discard:2s:drawn", "1 discard:2s:drawn", "0 win")
    state, _ = play(started(hand, dull(hand + "221"), "221", mode="units"), *steps)
    state, events = play(redealt(state, hand, dull(hand + "221"), "221"), *steps)
    assert state.points == (15, 9)
    assert all(isinstance(p, int) for p in state.points)
    assert '"points":[15,9]' in ev.dumps(events[-1])


@pytest.mark.parametrize("hands", [0, 5])
def test_a_match_goes_on_while_nothing_ends_it(hands: int) -> None:
    state, _ = throw_on(started(*MOVES, hands=hands))
    assert engine.needs_deal(state)
