"""Concealed kongs, in the open turn and after riichi (rules 0.6)."""

from __future__ import annotations

import pytest

from tests.game.build import dull, lines, payments, play, result, rules, started, table, texts, throw_on
from trainer.game import engine
from trainer.game.engine import IllegalAction
from trainer.game.readiness import kong_keeps_riichi
from trainer.hands import Hand
from trainer.tiles import kind, parse_tile, parse_tiles


@pytest.mark.parametrize(
    ("resting", "drawn", "shape", "waits"),
    [
        ("1113335557788", 1, True, True),
        ("1113335557788", 3, True, True),
        ("1113335557788", 5, True, True),
        ("1112223337788", 1, False, True),  # the waits stay 7 and 8, but 123 123 123 is lost
        ("5556667788899", 5, False, False),  # the wait on 4 is lost
        ("1113456789999", 1, False, False),  # the wait on 2 is lost
        ("2223456777999", 9, True, True),
        ("4455566679999", 5, True, True),  # waits on the 8 alone; a fifth 9 would need the three 5 in runs
        ("5556667779999", 5, True, True),
        ("1113335557788", 7, False, False),  # two only, and a wait
        ("1112345678999", 1, False, False),  # the fourth is itself a wait
        ("1112344455578", 9, False, False),  # none held
    ],
)
def test_which_kongs_riichi_allows(resting: str, drawn: int, shape: bool, waits: bool) -> None:
    tile = parse_tile(f"{drawn}s")
    hand = Hand(parse_tiles(resting + "s"), (), tile)
    assert kong_keeps_riichi(rules(), hand, kind(tile)) is shape
    assert kong_keeps_riichi(rules(riichiKan="waits"), hand, kind(tile)) is waits


def test_after_riichi_the_drawn_tile_must_be_the_fourth() -> None:
    hand = Hand(parse_tiles("1111345678899s"), (), parse_tile("2s"))
    assert not kong_keeps_riichi(rules(), hand, kind(parse_tile("1s")))
    assert not kong_keeps_riichi(rules(riichiKan="waits"), hand, kind(parse_tile("1s")))


def test_after_riichi_a_refused_kong_names_the_rule() -> None:
    state = started("1112223337788", "4444555666999", "951")
    state, _ = play(state, "0 discard:9s:drawn:riichi", "1 discard:5s:drawn")
    with pytest.raises(IllegalAction, match="leaves the hand's shape alone"):
        play(state, "0 kong:1s")


def test_before_riichi_any_four_alike_may_be_konged() -> None:
    state = started("1111222233344", "5555666677788", "9")
    assert [t for t in texts(state, 0) if t.startswith("kong")] == ["kong:1s", "kong:2s"]


def test_a_game_without_kongs_says_so() -> None:
    state = table("jisu", ["555m1m"], "5m")
    assert not [t for t in texts(state, 0) if t.startswith("kong")]
    with pytest.raises(IllegalAction, match="This game has no such kong"):
        play(state, "0 kong:5m")


def test_the_last_tile_may_not_be_konged() -> None:
    draws = "2837283737"
    other = "1111445556669"
    state = started("2234456788999", other, draws)
    offered = {}
    while engine.to_act(state):
        if 1 in engine.to_act(state):
            offered[state.left] = "kong:1s" in texts(state, 1)
            last = state
        state, _ = throw_on(state, 1)
    assert offered == {8: True, 6: True, 4: True, 2: True, 0: False}
    with pytest.raises(IllegalAction, match="last tile of the wall may not be konged"):
        play(last, "1 kong:1s")


def test_without_assistance_too_the_last_tile_may_not_be_konged() -> None:
    draws = "2837283737"
    other = "1111445556669"
    state, _ = throw_on(started("2234456788999", other, draws, assist=False), 9)
    assert (state.turn, state.left) == (1, 0)
    assert not any(t.startswith("kong") for t in texts(state, 1))


def test_four_kongs_of_one_seat_play_on_and_win() -> None:
    state = started("1112223334447", "5555666888999", "12347")
    steps = ("0 kong:1s", "0 kong:2s", "0 kong:3s", "0 kong:4s", "0 win")
    _, events = play(state, *steps)
    assert sorted(lines(events)) == ["suuankou", "suukantsu"]
    assert payments(events) == [(96_000, -96_000)]


def test_four_kongs_of_both_seats_are_no_draw() -> None:
    state = started("1111222234567", "8888999934567", "3")
    state, _ = play(state, "0 kong:1s", "0 kong:2s", "0 discard:7s", "1 pass")
    state, events = play(state, "1 kong:8s", "1 kong:9s", "1 discard:7s")
    assert not result(events)
    assert state.results == ()


def test_a_concealed_kong_cannot_be_robbed() -> None:
    ready = "2233445566778"
    state = started("1111889999357", ready, "8")
    _, events = play(state, "0 kong:1s")
    assert [e.type for e in events] == ["kong", "draw"]  # nobody is asked


def test_a_kong_shows_its_four_tiles_and_leaves_ten() -> None:
    state, _ = play(started("1111223344557", "6666777888899", "9"), "0 kong:1s")
    hand = state.seats[0].hand
    assert [m.text for m in hand.melds] == ["ckong:1111s"]
    assert len(hand.concealed) == 10
    assert hand.drawn is not None


# ------------------------------------------------------------------ without assistance


def locked_out(draws: str, other: str = "4444555666999") -> tuple[str, str, str]:
    return "1112223337788", other, draws


def test_an_illegal_kong_after_riichi_comes_to_light_at_the_own_win() -> None:
    state = started(*locked_out("9517"), assist=False)
    state, _ = play(state, "0 discard:9s:drawn:riichi", "1 pass", "1 discard:5s:drawn", "0 pass", "0 kong:1s")
    assert state.seats[0].bad_kong
    _, events = play(state, "0 win")
    assert result(events) == ["false_win 0 riichi_kong"]
    assert payments(events) == [(-12_000, 12_000)]


def test_an_illegal_kong_after_riichi_comes_to_light_at_the_empty_wall() -> None:
    state = started(*locked_out("951"), assist=False)
    state, _ = play(state, "0 discard:9s:drawn:riichi", "1 pass", "1 discard:5s:drawn", "0 pass", "0 kong:1s")
    _, events = throw_on(state)
    assert result(events) == ["draw_game", "false_win 0 riichi_kong"]


def test_a_kong_of_four_locked_tiles_after_riichi_is_illegal() -> None:
    hand = "1111345678899"
    assert len(hand) == 13
    state = started(hand, dull(hand + "22"), "22", assist=False)
    state, _ = play(state, "0 discard:2s:drawn:riichi", "1 pass", "1 discard:2s:drawn", "0 pass")
    assert "kong:1s" in texts(state, 0)
    state, _ = play(state, "0 kong:1s")
    assert state.seats[0].bad_kong


def test_a_legal_kong_after_riichi_is_no_fault() -> None:
    hand = "1114455667899"
    state = started(hand, dull(hand + "2213"), "2213", assist=False)
    state, _ = play(state, "0 discard:2s:drawn:riichi", "1 pass", "1 discard:2s:drawn", "0 pass", "0 kong:1s")
    assert not state.seats[0].bad_kong
    _, events = play(state, "0 win")
    assert result(events) == ["win 0"]


def test_an_illegal_kong_costs_nothing_when_the_other_seat_wins_first() -> None:
    state = started(*locked_out("95146", "4445556667899"), assist=False)
    state, _ = play(state, "0 discard:9s:drawn:riichi", "1 pass", "1 discard:5s:drawn", "0 pass", "0 kong:1s")
    assert state.seats[0].bad_kong
    _, events = play(state, "0 discard:4s:drawn", "1 pass", "1 win")
    assert result(events) == ["win 1"]
    assert payments(events)[0][0] < 0 < payments(events)[0][1]
