"""The deal and the order of play (rules 0.1 and 1)."""

from __future__ import annotations

import random

import pytest

from tests.game.build import SALT, play, rules, started, texts, throw_on, wall
from trainer.game import driver, engine
from trainer.game import event as ev
from trainer.game.engine import IllegalAction
from trainer.game.state import State
from trainer.tiles import Tile, tile_text


def shuffled(seed: int = 1) -> tuple[Tile, ...]:
    return driver.shuffled(rules(), random.Random(seed))[0]


def test_the_deal_is_four_four_four_then_one_the_dealer_first() -> None:
    w = shuffled()
    dealt, first = engine.deal(engine.begin(rules()), w, SALT)
    assert isinstance(dealt, ev.Deal)
    assert dealt.hands == (w[0:4] + w[8:12] + w[16:20] + w[24:25], w[4:8] + w[12:16] + w[20:24] + w[25:26])
    assert first == ev.Draw(0, w[26], "wall")


def test_the_second_dealer_is_dealt_first() -> None:
    state = throw_on(started("1155668899247", "1133344677882", "9"))[0]  # the dealer is not ready: he moves
    w = shuffled()
    dealt, first = engine.deal(state, w, SALT)
    assert isinstance(dealt, ev.Deal)
    assert (dealt.deal, dealt.dealer) == (2, 1)
    assert dealt.hands[1] == w[0:4] + w[8:12] + w[16:20] + w[24:25]
    assert first == ev.Draw(1, w[26], "wall")


def test_nine_tiles_remain_and_each_seat_discards_five_times() -> None:
    state = started("1155668899247", "1133344677882", "9")
    assert state.left == 9
    w = state.wall
    state, events = throw_on(state)
    drawn = [(e.seat, e.tile) for e in events if isinstance(e, ev.Draw)]
    assert drawn == [((i + 1) % 2, w[27 + i]) for i in range(9)]
    assert [len(s.river) for s in state.seats] == [5, 5]


def test_the_replacement_is_the_next_tile_of_the_wall_and_the_turn_stays() -> None:
    state = started("1111223344557", "6666777888899", "9")
    next_tile = state.wall[27]
    state, events = play(state, "0 kong:1s")
    assert events == (ev.Kong(0, "concealed", Tile(18)), ev.Draw(0, next_tile, "replacement"))
    assert (state.turn, state.left, state.next) == (0, 8, 28)


def test_a_kong_lets_the_other_seat_draw_one_tile_fewer() -> None:
    state, _ = play(started("1111223344557", "6666777888899", "9"), "0 kong:1s")
    _, events = throw_on(state)
    assert [e.seat for e in events if isinstance(e, ev.Draw)] == [1, 0] * 4


def test_the_commitment_is_the_hash_of_wall_and_salt() -> None:
    assert engine.commitment(shuffled(), "ab") != engine.commitment(shuffled(), "ac")
    # printf '1s 2s\nab' | sha256sum
    known = "2ccbc89e18fc679c8a369e424ff0c5f6e7bc93ba1346489f75c89961f2b97ceb"
    assert engine.commitment((Tile(18), Tile(19)), "ab") == known


def test_a_deal_needs_the_whole_set() -> None:
    w = shuffled()
    for wrong in (w[:-1], (*w[:-1], w[0]), (*w, w[0]), ()):
        with pytest.raises(IllegalAction, match="set of tiles"):
            engine.deal(engine.begin(rules()), wrong, SALT)


def test_no_deal_while_one_is_played_or_when_the_match_is_over() -> None:
    state = started("1155668899247", "1133344677882", "9", hands=1)
    assert not engine.needs_deal(state)
    with pytest.raises(IllegalAction, match="being played"):
        engine.deal(state, shuffled(), SALT)
    over, _ = throw_on(state)
    assert over.end is not None
    assert not engine.needs_deal(over)
    with pytest.raises(IllegalAction, match="being played"):
        engine.deal(over, shuffled(), SALT)


def test_nobody_acts_between_deals() -> None:
    state, _ = throw_on(started("1155668899247", "1133344677882", "9"))
    assert engine.needs_deal(state)
    assert engine.to_act(state) == frozenset()
    assert engine.legal(state, 0) == engine.legal(state, 1) == ()


def test_a_new_deal_keeps_the_points_and_nothing_else() -> None:
    state, _ = play(started("1112223334445", "6666777788889", "5"), "0 win")
    points = state.points
    assert points == (196_000, 4_000)
    state = engine.fold(state, engine.deal(state, shuffled(), SALT))
    assert (state.points, state.deal, state.dealer) == (points, 2, 0)
    assert state.results == state.settled == ()
    assert not state.interrupted
    assert all(not s.river and s.riichi is None and not s.hand.melds for s in state.seats)


def plain_turn() -> State:
    return started("1155668899247", "1133344677882", "9")


def test_every_tile_of_the_hand_and_the_drawn_one_may_be_thrown() -> None:
    assert [t for t in texts(plain_turn(), 0) if not t.endswith("riichi")] == [
        *(f"discard:{t}" for t in ("1s", "2s", "4s", "5s", "6s", "7s", "8s", "9s")), "discard:9s:drawn",
    ]  # fmt: skip


def test_the_drawn_tile_and_an_equal_one_of_the_hand_differ() -> None:
    from_hand, events = play(plain_turn(), "0 discard:9s")
    assert events[0] == ev.Discard(0, Tile(26), drawn=False)
    as_drawn, events = play(plain_turn(), "0 discard:9s:drawn")
    assert events[0] == ev.Discard(0, Tile(26), drawn=True)
    assert from_hand.seats[0].hand.counts == as_drawn.seats[0].hand.counts
    assert not from_hand.seats[0].river[0].drawn
    assert as_drawn.seats[0].river[0].drawn


def test_tiles_stay_in_the_order_dealt_and_drawn() -> None:
    state, _ = play(plain_turn(), "0 discard:5s")
    assert "".join(tile_text(t)[0] for t in state.seats[0].hand.concealed) == "1156688992479"


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ("1 discard:1s", "not this seat's turn"),
        ("0 discard:9s:drawn,1 pass", "not this seat's turn"),
        ("0 pass", "nothing to pass on"),
        ("0 win", "not complete"),
        ("0 discard:3s", "not in your hand"),
        ("0 discard:8s:drawn", "not in your hand"),
        ("0 kong:1s", "four equal tiles"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_rule(answers: str, sentence: str) -> None:
    with pytest.raises(IllegalAction, match=sentence):
        play(plain_turn(), answers)


def test_a_discard_cannot_be_answered_with_a_discard() -> None:
    state = started("1155668899247", "1122334477889", "9")
    state, _ = play(state, "0 discard:9s:drawn")
    assert engine.to_act(state) == frozenset({1})
    assert texts(state, 1) == ["win", "pass"]
    with pytest.raises(IllegalAction, match="take it or pass"):
        play(state, "1 discard:1s")


def test_the_wall_helper_puts_tiles_where_they_are_wanted() -> None:
    w = wall("1112223334445", "6666777788889", "59")
    assert len(w) == 36
    assert [tile_text(t) for t in w[26:28]] == ["5s", "9s"]
