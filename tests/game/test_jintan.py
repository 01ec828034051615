"""金坛麻将 at the table: claims, several winners, kongs, flowers, who pays, who deals next (rules H)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import SALT, act, holding, kinds_of, late, next_deal, on_turn, payments, result, table, texts
from trainer import variants
from trainer.game import engine, lot, record
from trainer.game import event as ev
from trainer.game.action import Kong, TakeWin
from trainer.game.engine import IllegalAction
from trainer.game.state import Stage, State
from trainer.rules.flowers import FlowersAt
from trainer.rules.variant import Ruleset
from trainer.tiles import KINDS, format_tiles, is_flower, kind, parse_tiles

JINTAN = variants.get("jintan")


def rules(**options: object) -> Ruleset:
    """The game with seat 0 as the first dealer."""
    usual = JINTAN.ruleset(options)
    return replace(usual, match=replace(usual.match, first_lot=False))


GAME = rules()
PAIRS = "1133m5577p2299s7z"
"""Waits for 7z: seven pairs, two fan."""
PLAIN = "123m789m234s99s45p"
"""Waits for 3p and 6p; neither is worth a fan."""


def showing(state: State, seat: int, flowers: str) -> State:
    """The same state, but this seat has shown flowers."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], flowers=parse_tiles(flowers))
    return replace(state, seats=tuple(seats))


def settled(events: tuple[ev.Event, ...]) -> list[str]:
    return [e.reason for e in events if isinstance(e, ev.Settle)]


# ------------------------------------------------------------------ tiles, deal, dice


def test_the_set_is_four_of_each_kind_and_eight_flowers() -> None:
    assert GAME.tiles.supply == (4,) * KINDS
    assert GAME.tiles.size() == 144
    assert sum(map(is_flower, GAME.tiles.tiles())) == 8


def test_the_dealer_has_fourteen_tiles_the_others_thirteen_and_ninety_one_are_left() -> None:
    state = table(GAME, [""] * 4, "1z")
    assert [len(s.hand.tiles) for s in state.seats] == [14, 13, 13, 13]
    assert (state.left, len(state.undrawn)) == (91, 91)


def test_the_dealers_fourteenth_tile_is_the_next_but_three_after_his_thirteenth() -> None:
    """He jumps one stack: of the last five tiles dealt he takes the first and the fifth."""
    wall = table(GAME, [""] * 4, "1z").wall
    dealt, drawn = engine.deal(engine.begin(GAME), wall, SALT)[:2]
    assert isinstance(dealt, ev.Deal)
    assert isinstance(drawn, ev.Draw)
    assert [hand[-1] for hand in dealt.hands if hand is not None] == list(wall[48:52])
    assert drawn.tile == wall[52]


def test_two_dice_are_thrown_before_every_deal_and_only_the_first_chooses_the_dealer() -> None:
    """They say where the wall is broken; the place changes nothing in a shuffled wall."""
    usual = JINTAN.ruleset()
    for salt in (f"{n:032x}" for n in range(8)):
        state = engine.begin(usual)
        wall = table(GAME, [""] * 4).wall
        first = engine.deal(state, wall, salt)[0]
        assert isinstance(first, ev.Deal)
        assert first.dice == lot.dice(salt)
        assert first.dealer == lot.dealer_by(lot.dice(salt), 4)
        later = engine.deal(replace(state, deal=1, dealer=2, results=(ev.DrawGame("wall_empty", ()),)), wall, salt)[0]
        assert isinstance(later, ev.Deal)
        assert (later.dice, later.dealer) == (lot.dice(salt), 2)


# ------------------------------------------------------------------ claims


def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    state = showing(table(GAME, ["", "45p", "66p", PLAIN], "6p"), 3, "1f")
    offered, _ = act(state, "0 throw")
    assert engine.to_act(offered) == {1, 2, 3}
    _, events = act(offered, "1 chow:4p5p, 2 pung:6p6p, 3 win")
    assert result(events) == ["win 3"]
    _, events = act(offered, "1 chow:4p5p, 2 pung:6p6p")
    assert kinds_of(events)[-1] == "pung"
    _, events = act(offered, "1 chow:4p5p")
    assert kinds_of(events)[-1] == "chow"


def test_a_kong_goes_before_a_chow() -> None:
    state, _ = act(table(GAME, ["", "45p", "666p", ""], "6p"), "0 throw")
    _, events = act(state, "1 chow:4p5p, 2 kong:6p")
    assert kinds_of(events)[-2:] == ["kong", "draw"]


def test_a_chow_is_claimed_only_from_the_player_before() -> None:
    state, _ = act(table(GAME, ["", "45p", "45p", "45p"], "6p"), "0 throw")
    assert engine.to_act(state) == {1}


def test_a_pung_is_claimed_from_anybody_and_the_turn_goes_on_from_there() -> None:
    state, _ = act(table(GAME, ["", "", "", "66p"], "6p"), "0 throw", "3 pung:6p6p")
    discard = texts(state, 3)[0]
    assert on_turn(act(state, f"3 {discard}")[0]).turn == 0


def test_the_kind_just_claimed_may_be_thrown() -> None:
    state, _ = act(table(GAME, ["", "", "666p", ""], "6p"), "0 throw", "2 pung:6p6p")
    assert "discard:6p" in texts(state, 2)


# ------------------------------------------------------------------ wins and who pays them


def test_a_discard_win_needs_a_flower_or_a_fan() -> None:
    state, _ = act(table(GAME, ["", "", PLAIN, "66p"], "6p"), "0 throw")
    assert engine.to_act(state) == {3}
    assert engine.refusal(state, 2, TakeWin()) == "A win from a discard needs at least one flower or one fan."
    for hand, flowers in ((PLAIN, "5f"), ("45p66778899p678p", "")):
        state = table(GAME, ["", "", hand, ""], "6p")
        state, _ = act(showing(state, 2, flowers) if flowers else state, "0 throw")
        assert engine.refusal(state, 2, TakeWin()) is None


def test_a_self_draw_needs_nothing_and_each_of_the_three_pays_it() -> None:
    state, _ = act(table(GAME, ["", PLAIN, "", ""], "1z6p"), "0 throw")
    _, events = act(state, "1 win")
    assert payments(events) == [(-10, 30, -10, -10)]


def test_a_discard_is_paid_once_by_the_discarder_alone() -> None:
    state, _ = act(table(GAME, ["", "", PAIRS, ""], "7z"), "0 throw")
    _, events = act(state, "2 win")
    assert payments(events) == [(-40, 0, 40, 0)]


def test_h13_several_seats_win_one_discard_and_each_is_paid_its_own_hand() -> None:
    """40 and 60, in turn order from the discarder."""
    state = table(GAME, ["", "1133m5577p2299s4p", "2266m1188p3355s4p", ""], "4p")
    state, _ = act(showing(state, 2, "1f"), "0 throw")
    state, events = act(state, "1 win, 2 win")
    assert result(events) == ["win 1", "win 2"]
    assert payments(events) == [(-40, 40, 0, 0), (-60, 0, 60, 0)]
    assert state.points == (-100, 40, 60, 0)


def test_of_several_seats_each_must_qualify_by_itself() -> None:
    state, _ = act(table(GAME, ["", PLAIN, "2266m1188p3355s6p", ""], "6p"), "0 throw")
    assert [engine.refusal(state, seat, TakeWin()) is None for seat in (1, 2, 3)] == [False, True, False]


def robbed() -> State:
    """Seat 0 adds 6p to its pung, which seat 1 waits for without flower or fan, and seat 3 too."""
    state = table(GAME, ["", PLAIN, "", "678m345m11s678s45p"], "6p")
    state = holding(state, 0, "1z4z7z1s5s9s2m5m8m9m", "pung:666p")
    return act(state, "0 kong:6p")[0]


def test_a_kong_is_robbed_without_flower_or_fan_and_the_konger_pays_for_three() -> None:
    _, events = act(robbed(), "1 win")
    assert payments(events) == [(-30, 30, 0, 0)]
    assert [e.by for e in events if isinstance(e, ev.Win)] == ["robbed_kong"]


def test_several_seats_rob_one_kong_and_each_is_paid_three_times_its_own_hand() -> None:
    state, events = act(showing(robbed(), 3, "1f2f"), "1 win, 3 win")
    assert payments(events) == [(-30, 30, 0, 0), (-60, 0, 0, 60)]
    assert sum(state.points) == 0


def test_a_robbed_kong_counts_as_a_self_draw_without_a_fan() -> None:
    _, events = act(robbed(), "1 win")
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert (win.score["fan"], win.score["flower_count"], win.score["total"]) == (0, 0, 10)


def test_a_concealed_kong_cannot_be_robbed() -> None:
    state = holding(table(GAME, ["", PLAIN, "", ""], "6p"), 0, "666p1z4z7z1s5s9s2m5m8m9m")
    state, events = act(state, "0 kong:6p")
    assert kinds_of(events) == ["kong", "draw"]


def test_the_base_and_the_value_of_a_flower_are_options() -> None:
    state = table(rules(base=2, flower=3), ["", "", PAIRS, ""], "7z")
    state, _ = act(showing(state, 2, "1f2f"), "0 throw")
    _, events = act(state, "2 win")
    assert payments(events) == [(-32, 0, 32, 0)]  # (2 + 3 x 2) x 4


# ------------------------------------------------------------------ kongs


def test_a_replacement_is_the_last_tile_of_the_wall() -> None:
    state = holding(table(GAME, [""] * 4, "1z", tail="4s8s"), 0, "1111m4z7z1s5s9s2m5m8m9m")
    state, _ = act(state, "0 kong:1m")
    assert state.seats[0].hand.drawn == parse_tiles("8s")[0]
    assert state.left == 90


def test_a_kong_may_wait_a_pung_first_and_its_fourth_tile_later() -> None:
    """The fourth is held through a draw, and added right after a chow."""
    state = table(GAME, ["", "6p", "", ""], "1z2z3z4z3s")
    state = holding(state, 1, "6p12s4z7z5m8m9m1s9s", "pung:666p")
    state, _ = act(state, "0 throw")
    assert "kong:6p" in texts(state, 1)
    state, _ = act(state, "1 throw", "2 throw", "3 throw", "0 throw", "1 chow:1s2s")
    assert "kong:6p" in texts(state, 1)
    state, events = act(state, "1 kong:6p")
    assert [e.form for e in events if isinstance(e, ev.Kong)] == ["added"]


@pytest.mark.parametrize("claim", ["pung:5z5z", "kong:5z"])
def test_four_in_hand_may_be_konged_after_a_later_claim_and_one_kong_after_another(claim: str) -> None:
    held = "55z" if claim.startswith("pung") else "555z"
    rest = "1111m2222m5s8s9p" if held == "55z" else "1111m2222m5s8s"
    state = holding(table(GAME, [""] * 4, "5z", tail="7s1p4p"), 2, held + rest)
    state, _ = act(state, "0 throw", f"2 {claim}")
    assert {"kong:1m", "kong:2m"} <= set(texts(state, 2))
    state, _ = act(state, "2 kong:1m")
    assert "kong:2m" in texts(state, 2)
    state, events = act(state, "2 kong:2m")
    assert [e.form for e in events if isinstance(e, ev.Kong)] == ["concealed"]


def test_a_kong_of_ones_own_is_never_made_in_anothers_turn() -> None:
    state = holding(table(GAME, [""] * 4, "5z"), 2, "55z1111m2222m5s8s9p")
    state, _ = act(state, "0 throw")
    assert engine.to_act(state) == {2}
    assert engine.refusal(state, 2, Kong(parse_tiles("1m")[0])) is not None
    with pytest.raises(IllegalAction):
        engine.decide(state, {2: Kong(parse_tiles("1m")[0])})


# ------------------------------------------------------------------ flowers


def test_flowers_are_replaced_at_each_seats_own_first_turn() -> None:
    assert GAME.flowers is not None
    assert GAME.flowers.at is FlowersAt.TURN
    state = table(GAME, ["1f", "2f", "", ""], "1z2z", tail="8s9s")
    assert [format_tiles(s.flowers) for s in state.seats] == ["1f", "", "", ""]
    state, _ = act(state, "0 throw")
    assert [format_tiles(s.flowers) for s in state.seats] == ["1f", "2f", "", ""]


def test_a_seat_with_flowers_to_replace_wins_neither_by_discard_nor_by_a_robbed_kong() -> None:
    """With another tile in the flower's place it would."""
    for last, wins in (("3f", False), ("7z", True)):
        hand = "1133m5577p2299s" + last
        state, _ = act(table(GAME, ["", "", hand, ""], "7z"), "0 throw")
        assert (2 in engine.to_act(state)) is wins
    for last, wins in (("3f", False), ("5p", True)):
        state = holding(table(GAME, ["", "", "", ""], "6p"), 0, "1z4z7z1s5s9s2m5m8m9m", "pung:666p")
        state, _ = act(holding(state, 2, "123m789m234s99s4p" + last), "0 kong:6p")
        assert (2 in engine.to_act(state)) is wins


@pytest.mark.parametrize(("kai", "each"), [(False, 15), (True, 30)])
def test_a_win_on_a_flowers_replacement_is_one_on_a_kongs_only_with_flower_kai(kai: bool, each: int) -> None:
    state, _ = act(table(rules(flower_kai=kai), ["", PLAIN, "", ""], "1z1f", tail="6p"), "0 throw")
    _, events = act(state, "1 win")
    assert payments(events) == [(-each, 3 * each, -each, -each)]


@pytest.mark.parametrize("kai", [False, True])
def test_a_win_on_a_kongs_replacement_is_worth_a_fan(kai: bool) -> None:
    """(10 + 5 x 2 for the concealed kong) x 2."""
    state = holding(table(rules(flower_kai=kai), [""] * 4, "1z1m", tail="6p"), 1, "111m789m99s45p345s")
    state, _ = act(state, "0 throw", "1 kong:1m")
    _, events = act(state, "1 win")
    assert payments(events) == [(-40, 120, -40, -40)]


def test_h12_the_eighth_flower_is_paid_the_cap_by_each_of_the_three_and_ends_the_deal() -> None:
    """Nine flowers with an exposed pung of honors: (10 + 45) x 4."""
    state = table(GAME, [""] * 4, "1z8f")
    state = showing(holding(state, 1, "1m4m7m1p4p7p1s4s7s2z", "pung:555z"), 1, "1234567f")
    state, events = act(state, "0 throw")
    assert kinds_of(events)[-3:] == ["flower", "draw_game", "settle"]
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["eight_flowers"]
    assert settled(events) == ["flowers"]
    assert payments(events) == [(-220, 660, -220, -220)]
    assert engine.needs_deal(state)


def test_a_flower_as_the_last_tile_of_the_wall_is_shown_and_the_deal_is_drawn() -> None:
    state = late(table(GAME, [""] * 4, "1z", tail="8f"), 1)
    state, events = act(state, "0 throw")
    assert kinds_of(events)[-4:] == ["draw", "flower", "draw_game", "settle"]
    assert payments(events) == [(0, 0, 0, 0)]
    assert format_tiles(state.seats[1].flowers) == "8f"


def test_the_eighth_flower_is_paid_as_the_last_tile_of_the_wall_too() -> None:
    state = late(showing(table(GAME, [""] * 4, "1z", tail="8f"), 1, "1234567f"), 1)
    _, events = act(state, "0 throw")
    assert payments(events) == [(-200, 600, -200, -200)]  # (10 + 5 x 8) x 4


# ------------------------------------------------------------------ the end of a deal and of a match


def test_when_the_wall_is_empty_nothing_is_paid_and_every_tile_was_drawn() -> None:
    state = late(table(GAME, [""] * 4, "1z", tail="2z"), 1)
    state, _ = act(state, "0 throw")
    assert (state.left, state.undrawn) == (0, ())
    state, events = act(state, "1 throw")
    assert [e.reason for e in events if isinstance(e, ev.DrawGame)] == ["wall_empty"]
    assert payments(events) == [(0, 0, 0, 0)]


def test_no_kong_and_no_claim_without_a_tile_left() -> None:
    state = late(table(GAME, [""] * 4, "1z", tail="7z"), 1)
    state = holding(holding(state, 1, "1111m4m7m1p4p7p1s4s8s"), 2, "77z4m8m1p4p7p1s4s8s3z4z2m")
    state, _ = act(state, "0 throw")
    assert "kong:1m" not in texts(state, 1)
    _, events = act(state, "1 throw")
    assert kinds_of(events)[-2:] == ["draw_game", "settle"]


def finished(winner: int | None, game: Ruleset = GAME, **match: object) -> tuple[State, tuple[ev.Event, ...]]:
    """A deal of seat 0 that it or seat 1 has won by self-draw, or nobody."""
    if winner is None:
        return act(late(table(game, [""] * 4, "1z", before=match), 0), "0 throw")
    if winner:
        return act(table(game, ["", PLAIN], "1z6p", before=match), "0 throw", "1 win")
    return act(table(game, [PLAIN], "6p", before=match), "0 win")


def test_the_dealer_stays_when_he_wins_or_the_deal_is_drawn_else_the_next_player_deals() -> None:
    assert [next_deal(finished(winner)[0]).dealer for winner in (0, None, 1)] == [0, 0, 1]


def test_after_eight_flowers_which_nobody_has_won_the_dealer_stays() -> None:
    state = showing(table(GAME, [""] * 4, "1z8f"), 1, "1234567f")
    assert next_deal(act(state, "0 throw")[0]).dealer == 0


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_a_match_ends_when_everybody_has_lost_the_deal_once_in_each_round(rounds: int) -> None:
    game = rules(rounds=rounds)
    last = 4 * rounds - 1
    for hand, winner, over in ((last, 1, True), (last, 0, False), (last - 1, 1, False)):
        state, events = finished(winner, game, hand=hand, deal=9, results=(ev.DrawGame("wall_empty", ()),))
        assert (kinds_of(events)[-1] == "end") is over
        assert (state.stage is Stage.OVER) is over


def test_the_seats_winds_go_on_from_the_dealers_east() -> None:
    east, south, west, north = (kind(t) for t in parse_tiles("1234z"))
    assert GAME.seat_winds == (east, south, west, north)


def test_nobody_is_out_below_zero() -> None:
    state, events = act(table(GAME, ["", "", PAIRS, ""], "7z"), "0 throw", "2 win")
    assert min(state.points) < 0
    assert "end" not in kinds_of(events)


def test_a_record_with_several_winners_is_verified_and_a_changed_payment_is_not() -> None:
    state = table(GAME, ["", "1133m5577p2299s4p", "2266m1188p3355s4p", ""], "4p")
    deal = engine.deal(engine.begin(GAME), state.wall, state.salt)
    _, events = act(state, "0 throw", "1 win, 2 win")
    whole = (*deal, *events)
    assert record.verify(GAME, whole) == []
    last = whole[-1]
    assert isinstance(last, ev.Settle)
    assert record.verify(GAME, (*whole[:-1], replace(last, payments=(0, -40, 40, 0))))


def test_the_lines_of_a_score_have_the_ids_of_the_interface() -> None:
    known = "half_flush all_pungs out_with_replacement single_wait full_flush seven_pairs "
    known += "flower_tiles honor_pung honor_kong number_kong"
    for options in ({}, {"dudiao": "any"}, {"flower_kai": True}):
        assert {row.id for row in rules(**options).scoring.table.rows} == set(known.split())
