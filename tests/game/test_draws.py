"""Deals that nobody wins: noten payment, nagashi, nine kinds, four kongs, who deals next (rules 0.6, 0.11)."""

from __future__ import annotations

import pytest

from tests.game.build import (
    act,
    holding,
    kinds_of,
    late,
    next_deal,
    on_turn,
    payments,
    play,
    result,
    table,
    texts,
    throw_on,
)
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import Stage, State

MYRIADS = "123406789m" + 3 * "123456789m"
"""Draws that nobody without characters can use."""
DULL = "2468p2468s35566z"
DULL_TOO = "13579p13579s344z"
WAITING = "123456p789s1177z"
WAITING_TOO = "123456s789p3344z"


def reasons(events: tuple[ev.Event, ...]) -> list[str]:
    return [e.reason for e in events if isinstance(e, ev.DrawGame)]


# ------------------------------------------------------------------ noten payment


@pytest.mark.parametrize(("dealer", "other", "ready", "paid"), [
    (WAITING, DULL, (True, False), (1500, -1500)),
    (DULL, WAITING, (False, True), (-1500, 1500)),
    (WAITING, WAITING_TOO, (True, True), (0, 0)),
    (DULL, DULL_TOO, (False, False), (0, 0)),
])  # fmt: skip
def test_the_one_who_is_not_ready_pays_the_one_who_is(
    dealer: str, other: str, ready: tuple[bool, bool], paid: tuple[int, int]
) -> None:
    _, events = throw_on(table("fulldeck", [dealer, other], MYRIADS))
    assert payments(events) == [paid]
    assert [e.ready for e in events if isinstance(e, ev.DrawGame)] == [ready]


@pytest.mark.parametrize("amount", [0, 1000, 3000])
def test_the_noten_payment_is_an_option(amount: int) -> None:
    _, events = throw_on(table("fulldeck", [WAITING, DULL], MYRIADS, noten=amount))
    assert payments(events) == [(amount, -amount)]


def last_turns(key: str) -> State:
    """The dealer draws a middle tile, and the other seat the last one, another."""
    suit = "m" if key == "honglong" else "p"
    return late(table(key, [""], "5" + suit, tail="6" + suit), 1)


def test_sanma_pays_a_thousand_and_the_dealership_moves() -> None:
    state = holding(last_turns("sanma2"), 1, "123456p999s1177z")
    state = holding(state, 0, "2468p19m19s25566z")
    state, events = act(state, "0 throw", "1 throw")
    assert payments(events) == [(-1000, 1000)]
    state = next_deal(state)
    assert (state.dealer, state.honba) == (1, 1)


def test_no_yaku_is_needed_to_be_ready() -> None:
    state = holding(table("fulldeck", [DULL], MYRIADS), 1, "45p44z", "pung:999p", "chow:123s", "pung:333z")
    _, events = throw_on(state)
    assert payments(events) == [(-1500, 1500)]


@pytest.mark.parametrize(("meld", "ready"), [("pung:222z", False), ("pung:333z", True)])
def test_a_wait_on_a_fifth_tile_is_not_ready_pungs_on_the_table_counted(meld: str, ready: bool) -> None:
    """The hand waits on 2z alone, and holds one."""
    state = holding(last_turns("honglong"), 0, "2468m1234567z68m")
    state = holding(state, 1, "234m567m777m2z", meld)
    _, events = act(state, "0 throw", "1 throw")
    assert [e.ready[1] for e in events if isinstance(e, ev.DrawGame)] == [ready]


# ------------------------------------------------------------------ nagashi


def end_with(
    dealer: str, other: str, *, ready: str = "", before: dict[str, object] | None = None, **options: object
) -> State:
    """The last two discards of a deal are the only ones: these, thrown as drawn."""
    state = table("honglong", [""], dealer, tail=other, before=before, **options)
    state = holding(holding(late(state, 1), 0, "2468m1234567z68m"), 1, "2468m1234567z68m")
    for seat in map(int, ready):
        state = holding(state, seat, "123456m888m2255z")
    return act(state, "0 throw", "1 throw")[0]


def test_a_river_of_terminals_and_honors_pays_a_mangan() -> None:
    state = end_with("5m", "1z")
    assert [s.nagashi for s in state.settled] == [(1,)]
    assert state.settled[0].payments == (-8000, 8000)
    assert [r.reason for r in state.results if isinstance(r, ev.DrawGame)] == ["wall_empty"]


def test_the_dealers_river_pays_twelve_thousand() -> None:
    assert end_with("9m", "5m").settled[0].payments == (12_000, -12_000)


def test_both_rivers_are_both_paid() -> None:
    state = end_with("9m", "1z")
    assert state.settled[0].nagashi == (0, 1)
    assert state.settled[0].payments == (4000, -4000)


@pytest.mark.parametrize(("dealer", "other", "paid"), [("5m", "1z", (-4000, 4000)), ("9m", "5m", (4000, -4000))])
def test_a_shared_self_draw_makes_it_four_thousand(dealer: str, other: str, paid: tuple[int, int]) -> None:
    assert end_with(dealer, other, tsumoPayment="share").settled[0].payments == paid


@pytest.mark.parametrize("ready", ["", "0", "1"])
def test_nagashi_takes_the_place_of_the_noten_payment(ready: str) -> None:
    assert end_with("5m", "1z", ready=ready).settled[0].payments == (-8000, 8000)


def test_nagashi_is_paid_without_honba_and_leaves_the_sticks() -> None:
    state = end_with("5m", "1z", before={"honba": 3, "sticks": 2, "points": (49_000, 49_000)})
    assert state.settled[0].payments == (-8000, 8000)
    assert state.sticks == 2
    assert next_deal(state).honba == 4


@pytest.mark.parametrize(("ready", "dealer"), [("", 1), ("1", 1), ("0", 0), ("01", 0)])
def test_after_nagashi_the_dealer_stays_only_when_ready(ready: str, dealer: int) -> None:
    for rivers in (("5m", "1z"), ("9m", "5m")):
        assert next_deal(end_with(*rivers, ready=ready)).dealer == dealer


def nagashi(state: State) -> list[tuple[int, ...]]:
    return [s.nagashi for s in state.settled]


def test_no_nagashi_when_a_discard_was_claimed() -> None:
    state = holding(late(table("honglong", [""], "5m", tail="1z9m9m"), 3), 0, "2468m112345z68m")
    state = holding(state, 1, "2468m1234567z68m")
    passed, _ = act(state, "0 throw", "1 throw", "0 throw", "1 throw")
    assert nagashi(passed) == [(1,)]
    claimed, _ = act(state, "0 throw", "1 throw", "0 pung:1z1z", "0 discard:6m", "1 throw", "0 throw")
    assert nagashi(claimed) == [()]


def test_own_claims_do_not_matter_to_nagashi() -> None:
    state = holding(late(table("honglong", [""], "7z", tail="5m9m2m"), 3), 0, "2468m123456z688m")
    state = holding(state, 1, "2468m1234577z6m")
    state, _ = act(state, "0 throw", "1 pung:7z7z", "1 discard:1z", "0 throw", "1 throw", "0 throw")
    assert nagashi(state) == [(1,)]


# ------------------------------------------------------------------ nine kinds

NINE = "19m19p19s123z2345p"
EIGHT = "19m19p19s12z22345p"


def test_nine_kinds_of_terminals_and_honors_may_abort_the_deal() -> None:
    """The drawn tile counts."""
    assert "abort" in texts(table("fulldeck", [NINE], "5s"), 0)
    assert "abort" in texts(table("fulldeck", [EIGHT], "3z"), 0)
    state = table("fulldeck", [EIGHT], "5s")
    assert "abort" not in texts(state, 0)
    with pytest.raises(IllegalAction, match="nine kinds"):
        play(state, "0 abort")


def test_nine_kinds_end_without_payment_and_the_sticks_stay() -> None:
    state = table("fulldeck", [NINE, WAITING_TOO], "5s", before={"sticks": 1, "points": (24_000, 25_000)})
    state, events = act(state, "0 abort")
    assert kinds_of(events) == ["draw_game", "settle"]
    assert reasons(events) == ["nine_kinds"]
    assert payments(events) == [(0, 0)]
    assert next_deal(state).sticks == 1


def test_the_other_seat_may_abort_at_its_first_draw() -> None:
    state = on_turn(act(table("fulldeck", [DULL, NINE], "7m5s"), "0 throw")[0])
    assert "abort" in texts(state, 1)
    state, _ = act(state, "1 abort")
    state = next_deal(state)
    assert (state.dealer, state.honba) == (0, 1)


def test_at_the_second_draw_nobody_aborts() -> None:
    state, _ = act(table("fulldeck", [NINE, DULL], "6s6p5s"), "0 throw", "1 throw")
    assert "abort" not in texts(on_turn(state), 0)


def test_after_a_claim_or_a_kong_nobody_aborts() -> None:
    state, _ = act(table("fulldeck", [NINE, "19m19p19s126z6688s"], "8s"), "0 throw", "1 pung:8s8s")
    assert "abort" not in texts(state, 1)
    state, _ = act(table("fulldeck", ["8888s2468p24566z", NINE], "3s1m"), "0 kong:8s", "0 throw")
    assert "abort" not in texts(on_turn(state), 1)


def test_red_dragon_needs_all_nine_of_its_kinds() -> None:
    assert "abort" in texts(table("honglong", ["19m1234567z2346m"], "5m"), 0)
    assert "abort" not in texts(table("honglong", ["1m1234567z22346m"], "5m"), 0)


# ------------------------------------------------------------------ four kongs

THREE = ("ckong:9999s", "ckong:1111s", "ckong:2222z")


def fourth(other: str, by: int = 1) -> State:
    """Three kongs were made by one seat; the dealer holds four east winds and draws a red dragon for them."""
    state = table("fulldeck", [""], "3m", at={1: "7p"}, replacements="7z")
    if by == 1:
        return holding(holding(state, 0, "1111z258m258p258s"), 1, other, *THREE)
    return holding(holding(state, 0, "1111z", *THREE), 1, other)


def test_four_kongs_of_both_end_the_deal_after_the_next_discard() -> None:
    state, events = act(fourth("2468p"), "0 kong:1z")
    assert not reasons(events)
    assert state.kongs == 4
    state, events = act(state, "0 throw")
    assert reasons(events) == ["four_kongs"]
    assert payments(events) == [(0, 0)]
    state = next_deal(state)
    assert (state.dealer, state.honba) == (0, 1)


def test_the_discard_after_the_fourth_kong_may_be_won_on() -> None:
    _, events = act(fourth("44z77z"), "0 kong:1z", "0 throw", "1 win")
    assert result(events) == ["win 1"]


def test_the_discard_after_the_fourth_kong_that_nobody_wins_on_ends_the_deal() -> None:
    _, events = act(fourth("44z77z"), "0 kong:1z", "0 throw", "1 pass")
    assert reasons(events) == ["four_kongs"]


def test_the_discard_after_the_fourth_kong_is_not_claimed() -> None:
    state, events = act(fourth("77z28p"), "0 kong:1z", "0 throw")
    assert reasons(events) == ["four_kongs"]
    assert state.seats[1].hand.melds == fourth("77z28p").seats[1].hand.melds


def test_three_kongs_end_nothing() -> None:
    _, events = act(fourth("2468p"), "0 throw")
    assert not reasons(events)


def test_four_kongs_of_one_seat_end_nothing() -> None:
    state, events = act(fourth("2468p2468s35566z", by=0), "0 kong:1z", "0 throw")
    assert not reasons(events)
    state = on_turn(state)
    assert (state.turn, state.stage) == (1, Stage.TURN)


def test_a_riichi_with_the_discard_after_the_fourth_kong_costs_its_stick() -> None:
    state, _ = act(holding(table("fulldeck", [""], "1z", replacements="7z"), 0, "111z234567m55p78s"), "0 kong:1z")
    state = holding(state, 1, "2468p", *THREE)
    state, events = act(state, "0 discard:7z:drawn:riichi")
    assert kinds_of(events) == ["discard", "settle", "draw_game", "settle"]
    assert payments(events) == [(-1000, 0), (0, 0)]
    assert state.sticks == 1


# ------------------------------------------------------------------ what ends nothing


def test_riichi_of_both_seats_ends_nothing() -> None:
    state, events = act(
        table("fulldeck", [WAITING, WAITING_TOO], MYRIADS), "0 discard:1m:drawn:riichi", "1 discard:2m:drawn:riichi"
    )
    assert not reasons(events)
    assert state.sticks == 2


def test_four_equal_winds_thrown_first_end_nothing() -> None:
    state = table("fulldeck", [DULL_TOO, DULL], "1111z")
    _, events = act(state, "0 throw", "1 throw", "0 throw", "1 throw")
    assert not reasons(events)
