"""Three tiles of one suit exchanged before the first draw, by option (Chinese rules C-1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import kinds_of, play, table, texts
from trainer import bots, variants
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.game.action import BadAction, Swap, parse
from trainer.game.engine import IllegalAction
from trainer.game.state import Stage, State
from trainer.game.view import observe
from trainer.tiles import format_tiles, parse_tiles, tile_text

FIRST = "11122233p45789s"
SECOND = "5566778899p336s"


def exchanging(first: str = FIRST, second: str = SECOND, draws: str = "9s") -> State:
    """The game with the exchange, seat 0 as dealer."""
    rules = variants.get("xueliu").ruleset({"swap3": True})
    return table(replace(rules, match=replace(rules.match, first_lot=False)), [first, second], draws)


def test_nothing_is_exchanged_unless_the_option_is_on() -> None:
    rules = variants.get("xueliu").ruleset()
    wall, salt = driver.wall_of(rules, 1, 1)
    assert kinds_of(engine.deal(engine.begin(rules), wall, salt)) == ["deal", "draw"]


def test_both_seats_choose_at_once_before_the_dealers_first_draw() -> None:
    state = exchanging()
    assert state.stage is Stage.SWAP
    assert engine.to_act(state) == {0, 1}
    assert [s.hand.drawn for s in state.seats] == [None, None]
    with pytest.raises(IllegalAction):
        engine.decide(state, {0: parse("swap:111p")})


def test_three_tiles_go_each_way_and_then_the_dealer_draws() -> None:
    state, events = play(exchanging(), "0 swap:457s, 1 swap:557p")
    assert kinds_of(events) == ["swap", "swap", "draw"]
    swaps = [e for e in events if isinstance(e, ev.Swap)]
    assert [(e.seat, format_tiles(e.tiles), format_tiles(e.got)) for e in swaps] == [
        (0, "457s", "557p"), (1, "557p", "457s"),
    ]  # fmt: skip
    assert format_tiles(state.seats[0].hand.concealed) == "11122233557p89s"
    assert format_tiles(state.seats[1].hand.concealed) == "6678899p334567s"
    assert (state.stage, state.turn, state.left) == (Stage.TURN, 0, 45)
    assert [tile_text(t) for t in state.seats[0].hand.tiles][-1] == "9s"


def test_the_dealer_is_the_first_to_give_whichever_seat_he_has() -> None:
    rules = variants.get("xueliu").ruleset({"swap3": True})
    for seed in range(6):
        events = driver.play(rules, [bots.get("random")] * 2, driver.seeded_walls(rules, seed), deals=1)
        dealt, first, second, draw = events[:4]
        assert isinstance(dealt, ev.Deal)
        assert isinstance(first, ev.Swap)
        assert isinstance(second, ev.Swap)
        assert isinstance(draw, ev.Draw)
        assert (first.seat, second.seat, draw.seat) == (dealt.dealer, 1 - dealt.dealer, dealt.dealer)


@pytest.mark.parametrize("tiles", ["11p4s", "11p", "1112p", "999s", "6p67s"])
def test_only_three_tiles_of_one_suit_in_the_hand_may_be_given(tiles: str) -> None:
    state = exchanging()
    with pytest.raises(IllegalAction):
        engine.decide(state, {0: Swap(parse_tiles(tiles)), 1: parse("swap:557p")})
    assert f"swap:{tiles}" not in texts(state, 0)


def test_every_choice_of_one_suit_is_offered_and_nothing_else() -> None:
    offered = texts(exchanging(), 0)
    assert "swap:111p" in offered
    assert "swap:457s" in offered
    # 1p and 2p thrice, 3p twice: of three kinds 7 choices of three tiles have no more than there are
    assert len([t for t in offered if t.endswith("p")]) == 9
    assert len([t for t in offered if t.endswith("s")]) == 10
    assert len(offered) == 19


def test_what_the_other_seat_gives_is_not_seen_before_both_have_chosen() -> None:
    state = exchanging()
    other = replace(state, seats=(state.seats[0], exchanging(FIRST, "44455566778p33s").seats[1]))
    assert observe(state, 0).legal == observe(other, 0).legal
    assert observe(state, 0).seats == observe(other, 0).seats


def test_the_fourteenth_tile_may_make_a_heavenly_hand_after_the_exchange() -> None:
    state = exchanging("111222333p1479s", "5566778899p678s", "9s")
    _, events = play(state, "0 swap:147s, 1 swap:678s", "0 win")
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert [line["id"] for line in win.score["lines"]] == ["heavenly_hand"]


def test_a_choice_has_a_text_and_a_place_in_the_record() -> None:
    assert parse("swap:312p").text == "swap:123p"
    with pytest.raises(BadAction):
        parse("swap:")
    event = ev.Swap(0, parse_tiles("457s"), parse_tiles("557p"))
    assert ev.to_json(event) == {"type": "swap", "seat": 0, "tiles": ["4s", "5s", "7s"], "got": ["5p", "5p", "7p"]}
    assert ev.loads(ev.dumps(event)) == event


def test_a_record_with_an_exchange_that_was_not_made_is_found_out() -> None:
    rules = variants.get("xueliu").ruleset({"swap3": True})
    events = list(driver.play(rules, [bots.get("speed")] * 2, driver.seeded_walls(rules, 3), deals=1))
    assert record.verify(rules, events) == []
    first = events[1]
    assert isinstance(first, ev.Swap)
    assert record.verify(rules, [events[0], replace(first, got=first.tiles), *events[2:]])
