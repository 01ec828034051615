"""What lies on the table: riichi sticks and honba (rules 0.4, 0.8, 0.11, 0.13)."""

from __future__ import annotations

import pytest

from tests.game.build import SALT, act, kinds_of, next_deal, payments, result, table, tables_wall, texts, throw_on
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.engine import IllegalAction

MYRIADS = "123406789m" + 3 * "123456789m"
"""Draws that nobody without characters can use."""
DULL = "2468p2468s35566z"
WAITING = "123456p789s1177z"
"""Waits on east and red dragons."""
THREE_SIX = "123m456m789m45p22z"
"""Waits on 3p and 6p: a straight."""


def settled(events: tuple[ev.Event, ...]) -> list[tuple[str, tuple[float, ...], float]]:
    return [(e.reason, e.payments, e.table) for e in events if isinstance(e, ev.Settle)]


# ------------------------------------------------------------------ the stick of a riichi


def test_a_riichi_costs_a_stick_once_nobody_won_on_the_discard() -> None:
    state, events = act(table("fulldeck", [WAITING, DULL], MYRIADS), "0 discard:1m:drawn:riichi")
    assert settled(events) == [("riichi", (-1000, 0), 1000)]
    assert kinds_of(events) == ["discard", "settle", "draw"]
    assert (state.points, state.sticks) == ((24_000, 25_000), 1)
    _, events = act(state, "1 throw", "0 throw")
    assert settled(events) == []  # once


def test_a_riichi_whose_discard_is_won_on_costs_nothing() -> None:
    state = table("fulldeck", [THREE_SIX, WAITING], "7z")
    state, events = act(state, "0 discard:7z:drawn:riichi", "1 win")
    assert [reason for reason, _, _ in settled(events)] == ["win"]
    assert state.sticks == 0
    assert sum(state.points) == 50_000


def test_a_riichi_whose_discard_was_passed_costs_its_stick() -> None:
    _, events = act(table("fulldeck", [THREE_SIX, WAITING], "7z"), "0 discard:7z:drawn:riichi", "1 pass")
    assert settled(events) == [("riichi", (-1000, 0), 1000)]


@pytest.mark.parametrize(("other", "thrown", "claim"), [
    ("77z", "7z", "pung:7z7z"), ("777z", "7z", "kong:7z"), ("79s", "8s", "chow:7s9s"),
])  # fmt: skip
def test_a_riichi_whose_discard_is_claimed_costs_its_stick(other: str, thrown: str, claim: str) -> None:
    state = table("fulldeck", [THREE_SIX, other], thrown)
    state, events = act(state, f"0 discard:{thrown}:drawn:riichi", f"1 {claim}")
    assert kinds_of(events)[:3] == ["discard", "settle", claim.partition(":")[0]]
    assert settled(events) == [("riichi", (-1000, 0), 1000)]
    assert state.sticks == 1


@pytest.mark.parametrize(("points", "allowed"), [(999, False), (1000, True)])
def test_a_riichi_needs_a_thousand_points(points: int, allowed: bool) -> None:
    before = {"points": (points, 50_000 - points)}
    state = table("fulldeck", [WAITING, DULL], MYRIADS, before=before)
    assert any("riichi" in t for t in texts(state, 0)) is allowed
    if allowed:
        state, _ = act(state, "0 discard:1m:drawn:riichi")
        assert state.points[0] == 0
        assert state.end is None
    else:
        with pytest.raises(IllegalAction, match="points for its stick"):
            act(state, "0 discard:1m:drawn:riichi")


def test_the_stick_counts_points_of_the_seat_that_declares() -> None:
    state = table("fulldeck", [DULL, WAITING], MYRIADS, before={"points": (49_500, 500)})
    state, _ = act(state, "0 throw")
    assert not any("riichi" in t for t in texts(state, 1))


# ------------------------------------------------------------------ who gets the sticks


@pytest.mark.parametrize("winner", [0, 1])
def test_the_sticks_on_the_table_go_to_the_winner(winner: int) -> None:
    hands = [WAITING, DULL] if winner == 0 else [DULL, WAITING]
    state = table("fulldeck", hands, at={winner: "7z"}, before={"sticks": 2, "points": (24_000, 24_000)})
    plain = table("fulldeck", hands, at={winner: "7z"})
    steps = ("0 win",) if winner == 0 else ("0 throw", "1 win")
    state, events = act(state, *steps)
    without = payments(act(plain, *steps)[1])[0]
    ((reason, paid, laid),) = settled(events)
    assert (reason, laid) == ("win", -2000)
    assert paid[winner] == without[winner] + 2000
    assert paid[1 - winner] == without[1 - winner]
    assert (state.sticks, sum(state.points)) == (0, 50_000)


def test_the_own_stick_comes_back_and_the_others_comes_along() -> None:
    state = table("fulldeck", [THREE_SIX, WAITING], at={0: "8s", 1: "8s", 2: "1z"})
    state, events = act(state, "0 discard:8s:drawn:riichi", "1 discard:8s:drawn:riichi", "0 throw", "1 win")
    assert [laid for _, _, laid in settled(events)] == [1000, 1000, -2000]
    assert (state.sticks, sum(state.points)) == (0, 50_000)


def test_after_a_draw_the_sticks_stay_for_the_next_deal() -> None:
    state, _ = act(table("fulldeck", [WAITING, DULL], MYRIADS), "0 discard:1m:drawn:riichi")
    state, events = throw_on(state)
    assert settled(events) == [("draw", (1500, -1500), 0)]
    assert state.sticks == 1
    state = next_deal(state)
    assert state.sticks == 1
    assert sum(state.points) == 49_000


# ------------------------------------------------------------------ a void deal


def test_a_false_win_gives_this_deals_sticks_back_and_no_others() -> None:
    state = table(
        "fulldeck", [WAITING, DULL], MYRIADS, assist=False,
        before={"sticks": 1, "honba": 2, "points": (24_500, 24_500)},
    )  # fmt: skip
    state, _ = act(state, "0 discard:1m:drawn:riichi", "1 pass")
    assert state.sticks == 2
    state, events = act(state, "1 win")
    assert result(events) == ["false_win 1 not_complete"]
    assert settled(events) == [("false_win", (9000, -8000), -1000)]
    assert (state.sticks, state.points) == (1, (32_500, 16_500))
    state = next_deal(state)
    assert (state.dealer, state.honba, state.sticks) == (0, 2, 1)


def test_who_wins_falsely_gets_his_own_stick_back_too() -> None:
    state = table("fulldeck", [DULL, WAITING], MYRIADS, assist=False)
    state, _ = act(state, "0 throw", "1 pass", "1 discard:2m:drawn:riichi", "0 pass", "0 throw")
    state, events = act(state, "1 win")
    assert settled(events) == [("false_win", (8000, -7000), -1000)]
    assert (state.sticks, state.points) == (0, (33_000, 17_000))


def test_a_riichi_that_was_not_ready_is_found_at_the_draw_and_its_stick_given_back() -> None:
    state = table("fulldeck", [DULL, WAITING], MYRIADS, assist=False)
    state, _ = act(state, "0 discard:1m:drawn:riichi", "1 pass")
    state, events = throw_on(state)
    assert result(events) == ["draw_game", "false_win 0 riichi_not_ready"]
    assert settled(events) == [("false_win", (-11_000, 12_000), -1000)]  # and no noten payment
    assert (state.sticks, state.points) == (0, (13_000, 37_000))
    state = next_deal(state)
    assert (state.dealer, state.honba) == (0, 0)


def test_a_bad_riichi_costs_nothing_when_the_other_seat_wins_first() -> None:
    state = table("fulldeck", [DULL, WAITING], at={0: "1m", 1: "7z"}, assist=False)
    state, _ = act(state, "0 discard:1m:drawn:riichi", "1 pass")
    _, events = act(state, "1 win")
    assert result(events) == ["win 1"]
    assert settled(events)[-1][2] == -1000


# ------------------------------------------------------------------ honba



def waiting(key: str) -> str:
    return {"fulldeck": WAITING, "honglong": "123456m999m1177z", "sanma2": "123456p999s1177z"}[key]


@pytest.mark.parametrize("key", ["fulldeck", "honglong", "sanma2"])
@pytest.mark.parametrize("self_draw", [True, False])
@pytest.mark.parametrize("share", [True, False])
def test_honba_are_paid_with_a_win(key: str, self_draw: bool, share: bool) -> None:
    """300 each in the full deck and red dragon, 100 of them for a shared self-draw; always 100 in sanma."""
    each = 100 if key == "sanma2" or (share and self_draw) else 300
    paid = {}
    for honba in (0, 3):
        state = table(
            key, ["", waiting(key)], at={0: "4z", 1: "7z"} if self_draw else {0: "7z"}, before={"honba": honba},
            tsumoPayment="share" if share else "full",
        )  # fmt: skip
        _, events = act(state, "0 throw", "1 win")
        paid[honba] = payments(events)[0]
    assert paid[3][1] - paid[0][1] == 3 * each
    assert paid[3][0] - paid[0][0] == -3 * each


def test_after_the_dealers_win_one_more_and_he_stays() -> None:
    state = table("fulldeck", [WAITING, DULL], "1m2m7z", before={"honba": 2})
    state, _ = act(state, "0 throw", "1 throw", "0 win")
    state = next_deal(state)
    assert (state.honba, state.dealer, state.hand) == (3, 0, 0)


def test_after_the_other_seats_win_none_and_the_dealership_moves() -> None:
    state, _ = act(table("fulldeck", [DULL, WAITING], "7z", before={"honba": 2}), "0 throw", "1 win")
    state = next_deal(state)
    assert (state.honba, state.dealer, state.hand) == (0, 1, 1)


@pytest.mark.parametrize(("dealer_ready", "other_ready", "dealer"), [
    (True, True, 0), (True, False, 0), (False, True, 1), (False, False, 1),
])  # fmt: skip
def test_after_every_draw_one_more_and_a_ready_dealer_stays(
    dealer_ready: bool, other_ready: bool, dealer: int
) -> None:
    hands = [WAITING if dealer_ready else DULL, "123456s789p3344z" if other_ready else "13579p13579s344z"]
    state, _ = throw_on(table("fulldeck", hands, MYRIADS, before={"honba": 2}))
    state = next_deal(state)
    assert (state.honba, state.dealer, state.hand) == (3, dealer, dealer)


def test_after_an_abortive_draw_one_more_and_the_same_dealer() -> None:
    state = table("fulldeck", ["19m19p19s123z2345p"], "5z", before={"honba": 2})
    state, events = act(state, "0 abort")
    assert settled(events) == [("draw", (0, 0), 0)]
    state = next_deal(state)
    assert (state.honba, state.dealer, state.hand) == (3, 0, 0)


def test_honba_and_sticks_stand_in_the_deal_event() -> None:
    state, _ = act(table("fulldeck", [WAITING, DULL], "1m7z", before={"honba": 2}), "0 discard:1m:drawn:riichi")
    state, _ = throw_on(state)
    dealt = engine.deal(state, tables_wall(state.rules, ()), SALT)[0]
    assert isinstance(dealt, ev.Deal)
    assert (dealt.honba, dealt.sticks) == (3, 1)
