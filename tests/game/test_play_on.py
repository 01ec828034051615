"""Play that goes on after a win: what is laid aside and locked, who draws, kong income and refunds, the reckoning
(Chinese rules 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import act, holding, kinds_of, late, next_deal, table, texts
from trainer import bots, variants
from trainer.game import driver, engine, lot, record
from trainer.game import event as ev
from trainer.game.action import parse
from trainer.game.engine import IllegalAction
from trainer.game.state import Stage, State
from trainer.game.view import observe
from trainer.hands import Form
from trainer.rules.variant import Ruleset
from trainer.tiles import format_tiles, kind, parse_tiles, tile_text

BASIC = "234567p2245678s"
"""Waits on 3s, 6s and 9s, for a basic hand of 2 fan."""
OTHER = "2234678p345678s"
"""Waits on 2p and 5p."""
FAR = "1133557799p135s"
"""Not ready; pairs of the odd dots."""
FAR_TOO = "33557799p12358s"
"""Not ready, without 1p."""
LOOSE = "147258p1379s"
"""Ten tiles far from ready."""


def game(**options: object) -> Ruleset:
    """The game with seat 0 as first dealer."""
    rules = variants.get("xueliu").ruleset(options)
    return replace(rules, match=replace(rules.match, first_lot=False))


def deal(hands: list[str], draws: str = "", tail: str = "", **options: object) -> State:
    return table(game(**options), hands, draws, tail=tail)


def settled(events: tuple[ev.Event, ...]) -> list[tuple[str, tuple[float, ...]]]:
    return [(e.reason, e.payments) for e in events if isinstance(e, ev.Settle)]


def drawn(events: tuple[ev.Event, ...]) -> list[str]:
    return [f"{e.seat} {tile_text(e.tile)} {e.source}" for e in events if isinstance(e, ev.Draw) and e.tile is not None]


def won(events: tuple[ev.Event, ...]) -> dict[str, int]:
    """What each line of the only win is worth."""
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    return {line["id"]: line["value"] * line["count"] for line in win.score["lines"]}


def with_last(state: State, seat: int, tile: str) -> State:
    """The same turn with another tile drawn."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], hand=seats[seat].hand.with_drawn(parse_tiles(tile)[0]))
    return replace(state, seats=tuple(seats))


def after_a_win(draws: str, hand: str = BASIC, other: str = FAR, tail: str = "") -> State:
    """The dealer has thrown 1s and then won on the third draw, which must complete his hand; the other seat has drawn
    the tile after it."""
    state, _ = act(deal([hand, other], draws, tail), "0 throw", "1 throw", "0 win")
    return state


# ------------------------------------------------------------------ tiles and claims


def test_of_the_72_tiles_of_two_suits_45_are_left_after_the_deal() -> None:
    state = deal([])
    assert {kind(t) // 9 for t in state.wall} == {1, 2}
    assert (len(state.wall), state.left) == (72, 45)


def test_there_is_no_chow_and_a_pung_or_kong_may_be_claimed() -> None:
    hand = "46888p14711479s"
    state, _ = act(deal(["", hand], "5p"), "0 throw")
    assert (state.turn, state.stage) == (1, Stage.TURN), "nothing to ask: 46p make no chow"
    state, _ = act(deal(["", hand], "8p"), "0 throw")
    assert texts(state, 1) == ["kong:8p", "pung:8p8p", "pass"]


# ------------------------------------------------------------------ kong income


def test_a_concealed_kong_earns_four_at_once() -> None:
    _, events = act(deal(["1111p"], "9s", tail="9p"), "0 kong:1p")
    assert kinds_of(events) == ["kong", "settle", "draw"]
    assert settled(events) == [("kong", (4, -4))]


def test_a_claimed_kong_earns_two_at_once() -> None:
    _, events = act(deal(["", "888p"], "8p"), "0 throw", "1 kong:8p")
    assert kinds_of(events)[-3:] == ["kong", "settle", "draw"]
    assert settled(events) == [("kong", (-2, 2))]


def test_an_added_kong_earns_two_at_once() -> None:
    state = holding(deal(["4s"], "4s"), 0, "258p258p1133s", "pung:444s")
    _, events = act(with_last(state, 0, "4s"), "0 kong:4s")
    assert kinds_of(events) == ["kong", "settle", "draw"]
    assert settled(events) == [("kong", (2, -2))]


def test_kong_income_is_in_the_points_while_the_deal_goes_on() -> None:
    state, _ = act(deal(["1111p"], "9s"), "0 kong:1p")
    assert state.points == (4, -4)
    assert state.stage is Stage.TURN
    assert engine.to_act(state) == {0}


# ------------------------------------------------------------------ robbing


def robbery() -> State:
    """The dealer adds 1s to his pung; the other seat waits for it (C8)."""
    state = holding(deal([""], "1s"), 0, "2235566888p", "pung:111s")
    state = holding(with_last(state, 0, "1s"), 1, "2355567s", "pung:888s", "pung:444s")
    return act(state, "0 kong:1s")[0]


def test_an_added_kong_may_be_robbed_before_it_earns_anything() -> None:
    state = robbery()
    assert state.points == (0, 0)
    assert texts(state, 1) == ["win", "pass"]


def test_a_robbed_kong_earns_nothing_and_the_win_is_doubled_for_it() -> None:
    _, events = act(robbery(), "1 win")
    assert kinds_of(events) == ["win", "settle", "draw"]
    assert settled(events) == [("win", (-12, 12))]
    assert won(events) == {"full_flush": 6, "robbing_the_kong": 1}


def test_a_robbed_kong_is_void_the_pung_stays_and_its_tile_goes_to_the_winner() -> None:
    state, _ = act(robbery(), "1 win")
    (meld,) = state.seats[0].hand.melds
    assert (meld.form, format_tiles(meld.tiles)) == (Form.PUNG, "111s")
    assert format_tiles(state.seats[1].won) == "1s"
    assert len(state.seats[0].hand.concealed) == 10


def test_after_a_robbed_kong_whoever_made_it_draws_from_the_wall() -> None:
    _, events = act(robbery(), "1 win")
    (draw,) = drawn(events)
    assert draw.startswith("0 ")
    assert draw.endswith(" wall")


def test_a_kong_that_was_not_robbed_is_paid_after_the_pass() -> None:
    _, events = act(robbery(), "1 pass")
    assert kinds_of(events) == ["pass", "settle", "draw"]
    assert settled(events) == [("kong", (2, -2))]


def test_a_concealed_kong_cannot_be_robbed() -> None:
    state = holding(deal([""], "1s"), 0, "2235688p111s", "pung:999p")
    state = holding(state, 1, "2355567s", "pung:888s", "pung:444s")
    _, events = act(state, "0 kong:1s")
    assert kinds_of(events) == ["kong", "settle", "draw"]


# ------------------------------------------------------------------ a win does not end the deal


def test_after_a_self_draw_the_tile_is_laid_aside_and_the_other_seat_draws() -> None:
    state, events = act(deal([BASIC, FAR], "1s9p9s8p"), "0 throw", "1 throw", "0 win")
    assert kinds_of(events)[-3:] == ["win", "settle", "draw"]
    assert settled(events) == [("win", (4, -4))]
    assert format_tiles(state.seats[0].won) == "9s"
    assert format_tiles(state.seats[0].hand.tiles) == BASIC
    assert drawn(events)[-1] == "1 8p wall"
    assert state.results == ()


def test_after_a_discard_win_the_discarder_draws_again() -> None:
    state, events = act(deal([FAR, BASIC], "9s7s"), "0 throw", "1 win")
    assert kinds_of(events)[-3:] == ["win", "settle", "draw"]
    assert settled(events) == [("win", (-2, 2))]
    assert drawn(events) == ["0 7s wall"]
    assert format_tiles(state.seats[1].won) == "9s"
    assert [t.called for t in state.seats[0].river] == [True]


def test_both_seats_may_win_any_number_of_times() -> None:
    state = deal([BASIC, OTHER], "1s1s9s6s5p3s")
    state, _ = act(state, "0 throw", "1 throw", "0 win", "1 throw", "0 win", "1 win", "0 win")
    assert [(w.seat, tile_text(w.tile)) for w in state.wins] == [(0, "9s"), (0, "6s"), (1, "5p"), (0, "3s")]
    assert record.check(state, state.rules.tiles) == []


def test_the_deal_goes_on_until_the_wall_is_empty() -> None:
    state, events = act(after_a_win("1s9p9s8p"), "1 throw")
    while engine.to_act(state):
        (seat,) = engine.to_act(state)
        state, made = act(state, f"{seat} " + ("pass" if state.stage is Stage.CLAIM else "throw"))
        events += made
    assert state.left == 0
    assert kinds_of(events)[-2:] == ["draw_game", "settle"]
    (end,) = [e for e in events if isinstance(e, ev.DrawGame)]
    assert end.reason == "wall_empty"
    assert [type(r).__name__ for r in state.results] == ["Win", "DrawGame"]


# ------------------------------------------------------------------ the locked hand


def test_a_winner_throws_only_what_he_draws() -> None:
    state, _ = act(after_a_win("1s9p9s8p1p"), "1 throw")
    assert texts(state, 0) == ["discard:1p:drawn"]
    with pytest.raises(IllegalAction, match="only the drawn tile"):
        engine.decide(state, {0: parse("discard:2s")})


def test_a_winner_wins_again_on_a_discard() -> None:
    state, events = act(after_a_win("1s9p9s6s"), "1 throw", "0 win")
    assert settled(events) == [("win", (2, -2))]
    assert format_tiles(state.seats[0].won) == "69s"


def test_a_winner_claims_no_pung() -> None:
    state, _ = act(after_a_win("1s1s9s2s"), "1 throw")
    assert state.turn == 0
    assert state.stage is Stage.TURN, "the pair of 2s was not asked"


KEPT = "111p456p2245678s"
"""Waits on 3s, 6s and 9s; a kong of the pung of 1p leaves them alone."""


def test_a_winner_may_claim_a_kong_that_leaves_his_waits_alone() -> None:
    state, _ = act(after_a_win("1s9p9s1p", KEPT, FAR_TOO), "1 throw")
    assert texts(state, 0) == ["kong:1p", "pass"]
    state, events = act(state, "0 kong:1p")
    assert settled(events) == [("kong", (2, -2))]
    assert [a.split(":")[-1] for a in texts(state, 0)] == ["drawn"]


def test_a_winner_may_not_claim_a_kong_that_changes_his_waits() -> None:
    """With 1112p he waits on 2p and 3p, with a kong of 1p on 2p alone."""
    state = after_a_win("9s9p3p1p", "1112p222345678s", FAR_TOO)
    thrown = engine.evolve(state, ev.Discard(1, parse_tiles("1p")[0], drawn=True))
    assert engine.to_act(thrown) == set()
    unlocked = replace(thrown, seats=(replace(thrown.seats[0], won=()), thrown.seats[1]))
    assert texts(unlocked, 0) == ["kong:1p", "pung:1p1p", "pass"]


def test_a_winner_may_make_a_concealed_kong_with_the_drawn_tile() -> None:
    state, _ = act(after_a_win("1s9p9s8s1p", KEPT, FAR_TOO), "1 throw")
    assert texts(state, 0) == ["kong:1p", "discard:1p:drawn"]
    _, events = act(state, "0 kong:1p")
    assert settled(events) == [("kong", (4, -4))]


def test_a_winner_may_not_make_a_kong_of_his_own_that_changes_his_waits() -> None:
    """As above, with the fourth 1p drawn."""
    state, _ = act(after_a_win("9s9p3p8p1p", "1112p222345678s", FAR_TOO), "1 throw")
    assert texts(state, 0) == ["discard:1p:drawn"]


def test_a_concealed_kong_after_a_win_must_contain_the_drawn_tile() -> None:
    """The drawn 4p would make a run with 23p, and the waits would stay."""
    state, _ = act(after_a_win("1s9p9s8s4p", "111123p2245678s", FAR_TOO), "1 throw")
    assert texts(state, 0) == ["discard:4p:drawn"]
    with pytest.raises(IllegalAction, match="of the drawn tile"):
        engine.decide(state, {0: parse("kong:1p")})


def test_a_winner_may_add_the_drawn_tile_to_his_pung() -> None:
    state = holding(after_a_win("1s9p9s8s1p", KEPT, FAR_TOO), 0, "456p2245678s", "pung:111p")
    state, _ = act(state, "1 throw")
    assert texts(state, 0) == ["kong:1p", "discard:1p:drawn"]
    _, events = act(state, "0 kong:1p")
    assert settled(events) == [("kong", (2, -2))]


# ------------------------------------------------------------------ passing, the last tile


def test_a_win_may_be_let_pass_and_locks_nothing() -> None:
    state, _ = act(deal([FAR, BASIC], "9s1p9s"), "0 throw", "1 pass")
    assert state.seats[1].won == ()
    state, _ = act(state, "1 throw", "0 throw")
    assert texts(state, 1) == ["win", "pass"]


def test_a_win_on_the_last_tile_ends_the_deal_with_its_settlement() -> None:
    state = late(act(deal([BASIC, FAR], "1s9p9s"), "0 throw", "1 throw")[0], 0)
    _, events = act(state, "0 win")
    assert kinds_of(events) == ["win", "settle", "draw_game", "settle"]
    assert won(events) == {"basic": 2, "self_drawn": 1, "last_tile": 1}


def test_a_win_on_the_last_discard_ends_the_deal_with_its_settlement() -> None:
    state = late(deal([FAR, BASIC], "9s"), 0)
    _, events = act(state, "0 throw", "1 win")
    assert kinds_of(events) == ["discard", "win", "settle", "draw_game", "settle"]
    assert won(events) == {"basic": 2, "last_tile": 2}


def test_with_the_last_tile_drawn_there_is_no_kong_and_its_discard_may_only_be_won_on() -> None:
    state = late(deal(["1111p", "999s"], "9s"), 0)
    assert "kong:1p" not in texts(state, 0)
    state, events = act(state, "0 throw")
    assert kinds_of(events) == ["discard", "draw_game", "settle"]


# ------------------------------------------------------------------ 杠上开花, 杠上炮


def test_a_win_on_a_replacement_counts_two_doublings_or_three() -> None:
    for total, worth in ((2, 8), (3, 16)):
        state = holding(deal(["1p"], "1p", tail="5p", gang_kai_total=total), 0, "34p22s666s789s", "pung:111p")
        state = with_last(state, 0, "1p")
        _, events = act(state, "0 kong:1p", "0 win")
        assert settled(events)[1:] == [("win", (2 * worth, -2 * worth))], "the kong is a root"


C9 = ("2233s", "pung:555s", "pung:777s", "pung:999s")


def test_what_a_kong_earned_goes_back_when_the_discard_after_it_is_won_on() -> None:
    """C15: the winner gets 20 and the 4 of the kong."""
    state = holding(deal(["1111p"], "4p", tail="3s"), 1, *C9)
    _, events = act(state, "0 kong:1p", "0 throw", "1 win")
    assert settled(events) == [("kong", (4, -4)), ("win", (-20, 20)), ("refund", (-4, 4))]
    assert won(events) == {"flush_all_pungs": 10, "after_kong": 1}
    assert kinds_of(events)[-4:] == ["win", "settle", "settle", "draw"]


def two_kongs() -> tuple[State, tuple[ev.Event, ...]]:
    """The dealer makes a concealed kong and adds its replacement to a pung; C9 wins on what he throws then."""
    state = holding(deal([""], "4p6p", tail="3s7p"), 0, "1111258p256s", "pung:777p")
    return act(holding(state, 1, *C9), "0 kong:1p", "0 kong:7p", "0 throw", "1 win")


def test_of_several_kongs_in_a_row_only_the_last_goes_back() -> None:
    _, events = two_kongs()
    assert settled(events) == [("kong", (4, -4)), ("kong", (2, -2)), ("win", (-20, 20)), ("refund", (-2, 2))]


def test_a_later_discard_is_no_discard_after_a_kong() -> None:
    state = holding(deal(["1111p"], "4p6p3s", tail="4s"), 1, *C9)
    _, events = act(state, "0 kong:1p", "0 throw", "1 throw", "0 throw", "1 win")
    assert settled(events)[1:] == [("win", (-10, 10))]


def test_what_a_claimer_throws_is_no_discard_after_the_others_kong() -> None:
    """The dealer's 2p after his kong is claimed, and he wins on 6s himself: no extra, only the root of his kong."""
    state = deal(["1111345678p499s", "22678p13567789s"], "5s", tail="2p")
    _, events = act(state, "0 kong:1p", "0 throw", "1 pung:2p2p", "1 discard:6s", "0 win")
    assert won(events) == {"basic": 2, "root": 1}
    assert settled(events) == [("kong", (4, -4)), ("win", (4, -4))]


def test_what_went_back_is_not_given_back_again_at_the_end() -> None:
    """Of the two kongs the 2 of the last have gone back; the dealer is not ready and pays for the largest win, too."""
    state, _ = two_kongs()
    assert ends(state) == [("draw", (-10, 10)), ("refund", (-4, 4))]


# ------------------------------------------------------------------ 天和


def test_a_heavenly_hand_is_64_flat() -> None:
    """C16: seven pairs of one suit with a root would be 32 and more."""
    _, events = act(deal(["1111335577998p"], "8p"), "0 win")
    assert settled(events) == [("win", (64, -64))]
    assert won(events) == {"heavenly_hand": 64}


def test_only_the_first_win_is_heavenly() -> None:
    state, _ = act(deal([BASIC, FAR], "9s8p6s"), "0 win", "1 throw")
    _, events = act(state, "0 win")
    assert won(events) == {"basic": 2, "self_drawn": 1}


def test_a_win_on_the_non_dealers_first_tile_is_worth_nothing_extra() -> None:
    _, events = act(deal([FAR, BASIC], "1s9s"), "0 throw", "1 win")
    assert won(events) == {"basic": 2, "self_drawn": 1}


# ------------------------------------------------------------------ the reckoning


def ends(state: State) -> list[tuple[str, tuple[float, ...]]]:
    """What is settled when the dealer throws the last tile and nobody takes it."""
    _, events = act(late(state, 0), "0 throw")
    assert kinds_of(events)[1] == "draw_game"
    return settled(events)


C13 = ("2233s", "pung:555p", "pung:888s", "kong:9999p")
"""Waits on 2s and 3s for all pungs with a root, 8 fan."""
def kongs_made(state: State, *incomes: int) -> State:
    """The same state after kongs of the dealer that earned so much."""
    for income in incomes:
        made = ev.Settle("kong", (income, -income), (state.points[0] + income, state.points[1] - income))
        state = engine.evolve(state, made)
    return state


def test_who_has_not_won_and_is_not_ready_pays_the_largest_win_and_gives_back_his_kongs() -> None:
    """C13: X pays 8 and returns 6."""
    state = holding(holding(deal([""], "1s"), 1, *C13), 0, "1347p149s", "kong:2222p", "ckong:6666s")
    state = kongs_made(state, 4, 2)
    assert ends(state) == [("draw", (-8, 8)), ("refund", (-6, 6))]


def test_the_largest_win_is_over_all_waits() -> None:
    """5p makes a run, 2p all pungs."""
    state = holding(deal([FAR], "1s"), 1, "2223p", "pung:555s", "pung:888s", "pung:777p")
    assert ends(state)[0] == ("draw", (-4, 4))


def test_kong_income_goes_back_also_when_nobody_is_ready() -> None:
    state = holding(holding(deal([""], "1s"), 1, "1346799p235689s"), 0, LOOSE, "ckong:9999p")
    assert ends(kongs_made(state, 4)) == [("draw", (0, 0)), ("refund", (-4, 4))]


def test_who_is_ready_without_having_won_pays_nothing_and_keeps_his_kongs() -> None:
    state = holding(deal(["", FAR], "1s"), 0, "234567p2s", "ckong:6666s", "pung:888s")
    assert ends(kongs_made(state, 4)) == [("draw", (4, -4))], "a basic hand with a root"


def test_between_a_winner_and_one_that_is_ready_nothing_more_is_paid() -> None:
    """C14."""
    state = after_a_win("1s9p9s8p", BASIC, FAR)
    state = kongs_made(holding(state, 1, "345678p3345678s"), 2)
    _, events = act(late(state, 0), "1 throw")
    assert settled(events) == [("draw", (0, 0))]


def test_who_has_won_pays_nothing_at_the_end_and_keeps_his_kongs() -> None:
    state = kongs_made(after_a_win("1s9p9s8p"), 4)
    _, events = act(late(state, 0), "1 throw")
    assert settled(events) == [("draw", (2, -2))], "the other one has not won and is not ready"


def test_a_wait_of_which_one_holds_all_four_does_not_make_ready() -> None:
    state = holding(deal(["", BASIC], "1p"), 0, "123456789p1111s")
    assert ends(with_last(state, 0, "9p"))[0] == ("draw", (-2, 2))


def test_a_winner_is_always_ready_at_the_end() -> None:
    rules = game()
    winners = 0
    for seed in range(60):
        events = driver.play(rules, [bots.get("speed")] * 2, driver.seeded_walls(rules, seed), deals=1)
        state = record.replay(rules, events)
        (over,) = [e for e in events if isinstance(e, ev.DrawGame)]
        for w in state.wins:
            assert over.ready[w.seat]
            winners += 1
    assert winners > 100


# ------------------------------------------------------------------ dealer and match


def to_the_end(state: State) -> State:
    """The dealer's last discard ends the deal."""
    seat = state.turn
    return act(late(state, 0), f"{seat} throw")[0]


def test_the_first_dealer_is_by_lot() -> None:
    rules = variants.get("xueliu").ruleset()
    state = engine.begin(rules)
    dealers = set()
    for seed in range(20):
        wall, salt = driver.wall_of(rules, seed, 1)
        dealt = engine.deal(state, wall, salt)[0]
        assert isinstance(dealt, ev.Deal)
        assert dealt.dealer == lot.dealer_by(lot.dice(salt), 2)
        dealers.add(dealt.dealer)
    assert dealers == {0, 1}


def test_the_first_winner_deals_next_however_often_the_other_wins() -> None:
    state = deal([BASIC, OTHER], "5p9s1p6s1s")
    state, _ = act(state, "0 throw", "1 win", "0 win", "1 throw", "0 win")
    assert [w.seat for w in state.wins] == [1, 0, 0]
    assert next_deal(to_the_end(state)).dealer == 1


def test_the_dealer_stays_when_nobody_won() -> None:
    assert next_deal(to_the_end(deal([FAR], "1s"))).dealer == 0
    assert next_deal(to_the_end(replace(deal([FAR], "1s"), dealer=1, turn=0))).dealer == 1


def test_the_dealer_may_be_by_lot_every_time() -> None:
    rules = variants.get("xueliu").ruleset({"dealer_rule": "lot"})
    assert all(lot.throws_dice(rules, number) for number in range(1, 9))
    assert not lot.throws_dice(variants.get("xueliu").ruleset(), 2)


def test_a_match_is_eight_deals() -> None:
    state = replace(deal([FAR], "1s"), deal=8)
    assert to_the_end(state).end is not None
    assert to_the_end(deal([FAR], "1s")).end is None


# ------------------------------------------------------------------ what is seen


def test_a_view_shows_the_tiles_won_on_and_counts_them() -> None:
    state = after_a_win("1s9p9s8p")
    for seat in (0, 1):
        view = observe(state, seat)
        assert format_tiles(view.seats[0].won) == "9s"
        assert view.seats[0].locked
        assert not view.seats[1].locked
        assert [w.seat for w in view.wins] == [0]
        assert view.visible[kind(parse_tiles("9s")[0])] == 1
        assert not view.over


def test_a_tile_won_on_from_a_discard_is_seen_once() -> None:
    state, _ = act(deal([FAR, BASIC], "9s7s"), "0 throw", "1 win")
    assert observe(state, 0).visible[kind(parse_tiles("9s")[0])] == 1
