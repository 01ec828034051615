"""Who pays what: points as in the rules' own table, units in halves, and payments that sum to zero."""

from __future__ import annotations

import pytest

from trainer.rules.breakdown import Limit
from trainer.rules.families.riichi import BASE
from trainer.rules.settle import Loser, Stakes, transfer, whole
from trainer.rules.win import Bonus, By, Circumstance

POINTS, UNITS = Stakes(), Stakes(units=True)


@pytest.mark.parametrize(
    ("base", "dealer", "other", "units"),
    [
        (BASE[Limit.MANGAN], 12_000, 8_000, 1),
        (BASE[Limit.HANEMAN], 18_000, 12_000, 1.5),
        (BASE[Limit.BAIMAN], 24_000, 16_000, 2),
        (BASE[Limit.SANBAIMAN], 36_000, 24_000, 3),
        (BASE[Limit.YAKUMAN], 48_000, 32_000, 4),
        (2 * BASE[Limit.YAKUMAN], 96_000, 64_000, 8),
        (3 * BASE[Limit.YAKUMAN], 144_000, 96_000, 12),
    ],
)
@pytest.mark.parametrize("self_draw", [True, False])
def test_from_a_mangan_up_both_ways_to_win_pay_alike(
    base: int, dealer: int, other: int, units: float, self_draw: bool
) -> None:
    assert POINTS.amount(base, dealer=True, self_draw=self_draw) == dealer
    assert POINTS.amount(base, dealer=False, self_draw=self_draw) == other
    for seat in (True, False):
        assert UNITS.amount(base, dealer=seat, self_draw=self_draw) == units


@pytest.mark.parametrize(
    ("han", "fu", "dealer", "self_draw", "points"),
    [
        (1, 30, False, False, 1000),
        (1, 30, False, True, 1100),  # 500 + 300 + 300
        (1, 30, True, False, 1500),
        (1, 30, True, True, 1500),  # 3 x 500
        (3, 40, False, False, 5200),
        (3, 40, False, True, 5200),  # 2600 + 1300 + 1300
        (4, 30, True, False, 11600),
        (4, 30, True, True, 11700),  # 3 x 3900
        (2, 25, False, False, 1600),
    ],
)
def test_below_a_mangan_every_payment_is_rounded_up(
    han: int, fu: int, dealer: bool, self_draw: bool, points: int
) -> None:
    assert POINTS.amount(fu * 2 ** (han + 2), dealer=dealer, self_draw=self_draw) == points


@pytest.mark.parametrize(
    ("limit", "dealer", "other"),
    [(Limit.MANGAN, 12_000, 8_000), (Limit.BAIMAN, 24_000, 16_000), (Limit.YAKUMAN, 48_000, 32_000)],
)
def test_a_false_win_costs_ones_own_limit_and_in_units_always_four(limit: Limit, dealer: int, other: int) -> None:
    assert POINTS.false_win(limit, dealer=True) == dealer
    assert POINTS.false_win(limit, dealer=False) == other
    assert UNITS.false_win(limit, dealer=True) == UNITS.false_win(limit, dealer=False) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_payments_sum_to_zero(seats: int) -> None:
    paid = transfer(seats, seats - 1, 0, 1.5)
    assert paid == (-1.5, *[0] * (seats - 2), 1.5)
    assert sum(paid) == 0


@pytest.mark.parametrize(("how", "of"), [(By.SELF_DRAW, None), (By.DISCARD, 1), (By.ROBBED_KONG, 1)])
@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize(
    ("stakes", "seats"),
    [(POINTS, 2), (POINTS, 3), (UNITS, 2), (Stakes(share=True, honba_share=100), 2), (Loser(), 2), (Loser(3), 4)],
)
def test_the_payments_of_a_win_sum_to_zero_and_the_winner_receives_what_it_is_worth(
    stakes: Stakes | Loser, seats: int, dealer: bool, how: By, of: int | None
) -> None:
    c = Circumstance(how, dealer, bonus=Bonus(honba=2))
    paid = stakes.payments(2000, c, 0, of, seats)
    assert len(paid) == seats
    assert sum(paid) == 0
    assert paid[0] == stakes.received(2000, c)
    losers = [x for x in paid[1:] if x]
    assert len(losers) == (seats - 1 if of is None else 1)
    assert len(set(losers)) == 1


def test_at_four_seats_all_three_pay_a_self_draw_one_a_discard_and_one_for_three_a_robbed_kong() -> None:
    def paid(how: By, of: int | None) -> tuple[float, ...]:
        return Loser(3).payments(20, Circumstance(how, dealer=False), 2, of, 4)

    assert paid(By.SELF_DRAW, None) == (-20, -20, 60, -20)
    assert paid(By.DISCARD, 3) == (0, 0, 20, -20)
    assert paid(By.ROBBED_KONG, 0) == (-60, 0, 60, 0)


def test_whole_amounts_are_whole_numbers() -> None:
    assert [repr(whole(x)) for x in (2.0, 1.5, 4)] == ["2", "1.5", "4"]
    assert repr(UNITS.amount(BASE[Limit.BAIMAN], dealer=True, self_draw=True)) == "2"


@pytest.mark.parametrize(
    ("others", "how", "received"),
    [
        (1, By.DISCARD, 20), (1, By.SELF_DRAW, 20), (1, By.ROBBED_KONG, 20),
        (3, By.DISCARD, 20), (3, By.SELF_DRAW, 60), (3, By.ROBBED_KONG, 60),
    ],
)  # fmt: skip
def test_a_self_draw_is_paid_by_every_other_seat_and_a_robbed_kong_as_much_by_one(
    others: int, how: By, received: int
) -> None:
    assert Loser(others).received(20, Circumstance(how, dealer=False)) == received
