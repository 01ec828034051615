"""What is drawn by lot besides the wall, and who deals for it (Chinese rules A-1, A-7, D-5, E-5)."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from tests.game.build import SALT, act, next_deal, table, tables_wall, throw_on, two_player
from trainer import variants
from trainer.game import driver, engine, lot, record
from trainer.game import event as ev
from trainer.game.view import observe, visible
from trainer.game.winning import circumstance
from trainer.rules.variant import DealerRule, Ruleset
from trainer.rules.win import By
from trainer.tiles import parse_tile

READY = "123456m22789m55z"
"""Waits on 2m and 5z."""


def match(**changes: object) -> Ruleset:
    return two_player(match=replace(two_player().match, **changes))


def dealt(game: Ruleset, salt: str) -> ev.Deal:
    event = engine.deal(engine.begin(game), tables_wall(game, []), salt)[0]
    assert isinstance(event, ev.Deal)
    return event


def salts(number: int) -> list[str]:
    return [f"{i:032x}" for i in range(number)]


# ------------------------------------------------------------------ dice


def test_an_odd_sum_chooses_seat_0_and_an_even_one_seat_1() -> None:
    for thrown in product(range(1, 7), repeat=2):
        assert lot.dealer_by(thrown, 2) == (0 if sum(thrown) % 2 else 1)


def test_with_more_seats_they_are_counted_off() -> None:
    assert [lot.dealer_by((1, n), 4) for n in range(1, 7)] == [1, 2, 3, 0, 1, 2]


def test_dice_are_fair_and_follow_from_the_salt_alone() -> None:
    thrown = Counter(lot.dice(salt) for salt in salts(3600))
    assert set(thrown) == set(product(range(1, 7), repeat=2))
    assert all(60 < n < 145 for n in thrown.values()), "100 each, four and a half deviations around"
    digest = int(hashlib.sha256(f"{SALT}/dice".encode()).hexdigest(), 16)
    assert lot.dice(SALT) == (digest % 6 + 1, digest // 6 % 6 + 1)


@pytest.mark.parametrize("salt", salts(6))
def test_by_lot_the_dice_of_every_deal_choose_its_dealer(salt: str) -> None:
    event = dealt(match(dealer=DealerRule.LOT), salt)
    assert event.dice == lot.dice(salt)
    assert event.dealer == lot.dealer_by(lot.dice(salt), 2)


def test_by_lot_neither_a_win_nor_a_draw_decides_who_deals_next() -> None:
    dealers = set()
    for seed in range(8):
        game = match(dealer=DealerRule.LOT)
        state, _ = act(table(game, [READY], "5z"), "0 win") if lot.dealer_by(lot.dice(SALT), 2) == 0 else (
            throw_on(table(game, []))
        )
        wall, salt = driver.wall_of(game, seed, 2)
        event = engine.deal(state, wall, salt)[0]
        assert isinstance(event, ev.Deal)
        assert event.dealer == lot.dealer_by(lot.dice(salt), 2)
        dealers.add(event.dealer)
    assert dealers == {0, 1}


def test_the_first_dealer_by_lot_and_the_others_by_the_rule() -> None:
    game = match(dealer=DealerRule.FIRST_WINNER, first_lot=True)
    first = dealt(game, SALT)
    assert first.dice == lot.dice(SALT)
    assert first.dealer == lot.dealer_by(lot.dice(SALT), 2)
    after, _ = throw_on(table(game, []))
    second = next_deal(after)
    assert second.dealer == first.dealer
    (event,) = [e for e in engine.deal(after, tables_wall(game, []), SALT) if isinstance(e, ev.Deal)]
    assert event.dice is None


def test_without_a_lot_no_dice_are_thrown() -> None:
    assert dealt(two_player(), SALT).dice is None


# ------------------------------------------------------------------ who deals next


def first_winner() -> Ruleset:
    return match(dealer=DealerRule.FIRST_WINNER)


def test_the_winner_deals_next() -> None:
    for hands, draws, steps in ((["", READY], "4z5z", ("0 throw", "1 win")), ([READY], "5z", ("0 win",))):
        state, _ = act(table(first_winner(), hands, draws), *steps)
        assert next_deal(state).dealer == (1 if len(steps) == 2 else 0)


@pytest.mark.parametrize("key", ["jingdian", "jisu", "flower72", "hk64", "hk128", "wenzhou"])
def test_where_a_deal_has_one_winner_the_first_winner_is_the_winner(key: str) -> None:
    first, winner = (variants.get(key).ruleset({"dealer_rule": rule}) for rule in ("first_winner", "winner"))
    assert first.match == winner.match != variants.get(key).ruleset({"dealer_rule": "lot"}).match


@pytest.mark.parametrize("dealer", [0, 1])
def test_after_a_draw_the_dealer_stays(dealer: int) -> None:
    state, _ = throw_on(table(first_winner(), [], before={"dealer": dealer}))
    assert state.dealer == dealer
    assert next_deal(state).dealer == dealer


# ------------------------------------------------------------------ the bonus kind


def bonus() -> Ruleset:
    return two_player(deal=replace(two_player().deal, bonus_kind=True))


def test_each_kind_of_the_set_is_as_likely_to_be_the_bonus_kind() -> None:
    game = bonus()
    drawn = Counter(dealt(game, salt).bonus_kind for salt in salts(200))
    assert set(drawn) == set(game.tiles.kinds)
    assert max(drawn.values()) < 30


def test_the_bonus_kind_takes_no_tile_from_the_wall() -> None:
    state = table(bonus(), [])
    assert state.left == 37
    assert record.check(state, state.rules.tiles) == []


def test_everybody_sees_the_bonus_kind() -> None:
    event, state = dealt(bonus(), SALT), table(bonus(), [])
    assert event.bonus_kind is not None
    for seat in range(2):
        shown = visible(event, seat)
        assert isinstance(shown, ev.Deal)
        assert shown.bonus_kind == event.bonus_kind
        assert observe(state, seat).bonus_kind == event.bonus_kind


def test_the_bonus_kind_reaches_a_win() -> None:
    state = table(bonus(), [READY], "5z")
    assert circumstance(state, 0, By.SELF_DRAW).bonus.kind == state.bonus_kind
    assert state.bonus_kind is not None
    assert circumstance(table(two_player(), [READY], "5z"), 0, By.SELF_DRAW).bonus.kind is None


# ------------------------------------------------------------------ in the record


def played() -> tuple[Ruleset, tuple[ev.Event, ...]]:
    deal = replace(two_player().deal, bonus_kind=True)
    game = two_player(deal=deal, match=replace(two_player().match, dealer=DealerRule.LOT))
    state = table(game, [])
    return game, (*engine.deal(engine.begin(game), state.wall, state.salt), *throw_on(state)[1])


def test_dice_and_bonus_kind_come_back_from_the_record() -> None:
    game, events = played()
    data = ev.to_json(events[0])
    assert data["dice"] == list(lot.dice(SALT))
    assert parse_tile(data["bonus_kind"]) == lot.bonus_kind(game, SALT)
    assert tuple(ev.loads(ev.dumps(e)) for e in events) == events
    assert record.verify(game, events) == []


@pytest.mark.parametrize("field", ["dice", "bonus_kind", "dealer"])
def test_a_lot_that_does_not_follow_from_the_salt_is_found_out(field: str) -> None:
    game, events = played()
    first = events[0]
    assert isinstance(first, ev.Deal)
    assert first.bonus_kind is not None
    assert first.dice is not None
    other = {
        "dice": (first.dice[0] % 6 + 1, first.dice[1]),
        "bonus_kind": next(k for k in game.tiles.kinds if k != first.bonus_kind),
        "dealer": 1 - first.dealer,
    }
    for value in (other[field], None):
        if (field, value) == ("dealer", None):
            continue
        forged = replace(first, **{field: value})
        assert record.verify(game, [forged, *events[1:]])[0].startswith("event 1: the rules give")


@pytest.mark.parametrize(("field", "value"), [("bonus_kind", "3f"), ("dice", "5"), ("dice", [True, 2])])
def test_a_lot_that_is_none_is_refused(field: str, value: object) -> None:
    _, events = played()
    with pytest.raises(ev.BadRecord, match=field):
        ev.from_json({**ev.to_json(events[0]), field: value})


def test_other_games_say_nothing_of_it() -> None:
    event = dealt(two_player(), SALT)
    assert not {"dice", "bonus_kind"} & ev.to_json(event).keys()


