"""What is true of a win besides its tiles: first turns, last of a kind, kongs (Chinese rules 1.9, 2.10, 3, 6, 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import act, holding, late, on_turn, play, table, two_player
from trainer.game import event as ev
from trainer.game.state import State
from trainer.game.winning import circumstance, face_up, winning
from trainer.hands import Hand
from trainer.rules.score import check
from trainer.rules.variant import Flag, Kongs, Ruleset, Wins
from trainer.rules.win import By, Circumstance, Win
from trainer.text import Refusal
from trainer.tiles import TileSet, parse_tile, parse_tiles, tile_text

READY = "123456m22789m55z"
"""Waits on 2m and 5z."""
FOUR_EAST = "111456789m222z5z"
"""Waits on 5z, with a kong of 1m or 2z to come."""
FIRST = {Flag.HEAVENLY, Flag.EARTHLY, Flag.HUMAN}


def lenient() -> Ruleset:
    """Where concealed kongs spoil no heavenly, earthly or human hand (Chinese rules 7)."""
    wins = Wins(furiten=False, first_kongs=True)
    return two_player(wins=wins, kongs=Kongs(added=True, after_claim=True))


def drawn(state: State) -> set[Flag]:
    """The flags of a win with the tile just drawn."""
    return set(circumstance(state, state.turn, By.SELF_DRAW).flags)


def offered(state: State) -> set[Flag]:
    """The flags of a win with the tile thrown."""
    return set(circumstance(state, 1 - state.turn, By.DISCARD).flags)


# ------------------------------------------------------------------ heavenly


@pytest.mark.parametrize("game", [two_player(), lenient()])
def test_the_dealer_who_wins_with_the_dealt_tiles_has_a_heavenly_hand(game: Ruleset) -> None:
    assert drawn(table(game, [READY], "5z")) == {Flag.HEAVENLY}


@pytest.mark.parametrize(("game", "flags"), [
    (two_player(), {Flag.KONG_REPLACEMENT}),
    (lenient(), {Flag.KONG_REPLACEMENT, Flag.HEAVENLY}),
])  # fmt: skip
def test_a_concealed_kong_before_it_spoils_a_heavenly_hand_or_counts_as_well(game: Ruleset, flags: set[Flag]) -> None:
    state, _ = act(table(game, [FOUR_EAST], "2z", tail="5z"), "0 kong:2z")
    assert drawn(state) == flags
    win = winning(state, 0)
    assert win is not None
    check(game, win)
    _, events = act(state, "0 win")
    assert any(isinstance(e, ev.Win) for e in events)


@pytest.mark.parametrize("game", [two_player(), lenient()])
def test_after_the_first_discard_nothing_is_heavenly(game: Ruleset) -> None:
    state, _ = act(table(game, [READY], "4z6z5z"), "0 throw", "1 throw")
    assert drawn(on_turn(state)) == set()


# ------------------------------------------------------------------ earthly


@pytest.mark.parametrize("game", [two_player(), lenient()])
def test_the_non_dealer_who_wins_with_his_first_tile_has_an_earthly_hand(game: Ruleset) -> None:
    state, _ = act(table(game, ["", READY], "4z5z"), "0 throw")
    assert drawn(on_turn(state)) == {Flag.EARTHLY}


@pytest.mark.parametrize(("game", "flags"), [
    (two_player(), {Flag.KONG_REPLACEMENT}),
    (lenient(), {Flag.KONG_REPLACEMENT, Flag.EARTHLY}),
])  # fmt: skip
def test_a_concealed_kong_in_between_spoils_an_earthly_hand_or_counts_as_well(game: Ruleset, flags: set[Flag]) -> None:
    state, _ = act(table(game, ["", FOUR_EAST], "4z2z", tail="5z"), "0 throw", "1 kong:2z")
    assert drawn(state) == flags


@pytest.mark.parametrize(("game", "flags"), [(two_player(), set()), (lenient(), {Flag.EARTHLY})])
def test_a_kong_of_the_dealers_before_spoils_it_too_or_does_not(game: Ruleset, flags: set[Flag]) -> None:
    state, _ = act(table(game, ["111z", READY], "1z5z", tail="4z"), "0 kong:1z", "0 throw")
    assert drawn(on_turn(state)) == flags


@pytest.mark.parametrize("game", [two_player(), lenient()])
def test_who_called_the_dealers_discard_has_no_earthly_hand(game: Ruleset) -> None:
    state, _ = act(table(game, ["", "456789m222z333z5z"], "2z", tail="5z"), "0 throw", "1 kong:2z")
    assert drawn(state) == {Flag.KONG_REPLACEMENT}


# ------------------------------------------------------------------ human


@pytest.mark.parametrize("game", [two_player(), lenient()])
def test_the_non_dealer_who_wins_on_the_dealers_first_discard_has_a_human_hand(game: Ruleset) -> None:
    state, _ = act(table(game, ["", READY], "5z"), "0 throw")
    assert offered(state) == {Flag.HUMAN}


@pytest.mark.parametrize("game", [two_player(), lenient()])
def test_on_a_later_discard_it_is_none(game: Ruleset) -> None:
    state, _ = act(table(game, ["", READY], "4z6z5z"), "0 throw", "1 throw", "0 throw")
    assert offered(state) == set()
    dealer, _ = act(table(game, [READY, ""], "4z5z"), "0 throw", "1 throw")
    assert offered(dealer) == set(), "and never the dealer's"


@pytest.mark.parametrize(("game", "flags"), [
    (two_player(), {Flag.AFTER_KONG}), (lenient(), {Flag.AFTER_KONG, Flag.HUMAN}),
])  # fmt: skip
def test_a_kong_of_the_dealers_before_spoils_a_human_hand_or_does_not(game: Ruleset, flags: set[Flag]) -> None:
    state, _ = act(table(game, ["111z", READY], "1z", tail="5z"), "0 kong:1z", "0 throw")
    assert offered(state) == flags


@pytest.mark.parametrize("game", [two_player(), lenient()])
def test_a_robbed_kong_is_no_human_hand(game: Ruleset) -> None:
    """Made up: after a single discard the dealer adds a tile, and the other has thrown nothing yet."""
    state, _ = act(table(game, ["", "22z"], "4z6z5z"), "0 throw", "1 throw")
    state = holding(holding(on_turn(state), 0, "123m789m4466z", "pung:555z"), 1, READY)
    state, _ = act(replace(state, seats=(state.seats[0], replace(state.seats[1], river=()))), "0 kong:5z")
    win = winning(state, 1)
    assert win is not None
    assert win.circumstance.by is By.ROBBED_KONG
    assert not win.circumstance.flags & FIRST


# ------------------------------------------------------------------ what `score` takes


def first_turn(game: Ruleset, flag: Flag, *melds: str) -> None:
    """`check` of a self-draw in the first turn with these melds."""
    state = holding(table(game, []), 0, "456789m5z" if melds else "456789m111222z5z", *melds)
    hand = Hand(state.seats[0].hand.concealed, state.seats[0].hand.melds)
    win = Win(hand, parse_tile("5z"), Circumstance(By.SELF_DRAW, flag is Flag.HEAVENLY, flags=frozenset({flag})))
    check(game, win)


@pytest.mark.parametrize("flag", [Flag.HEAVENLY, Flag.EARTHLY])
def test_a_first_turn_with_kongs_is_scored_only_where_they_spoil_nothing(flag: Flag) -> None:
    first_turn(two_player(), flag)
    first_turn(lenient(), flag, "ckong:1111z", "ckong:2222z")
    with pytest.raises(Refusal, match="without melds"):
        first_turn(two_player(), flag, "ckong:1111z", "ckong:2222z")
    with pytest.raises(Refusal, match="without melds"):
        first_turn(lenient(), flag, "ckong:1111z", "pung:222z")


# ------------------------------------------------------------------ the last tile, after a kong


def test_the_last_tile_drawn_and_the_discard_after_it() -> None:
    state = table(two_player(), [READY, "1m"], "5z")
    assert Flag.LAST_TILE in drawn(late(state, 0))
    assert Flag.LAST_TILE not in drawn(late(state, 1))
    thrown, _ = act(late(table(two_player(), ["", READY], "5z"), 0), "0 throw")
    assert Flag.LAST_TILE in offered(thrown)


def test_a_replacement_that_is_not_the_last_tile_is_a_replacement_only() -> None:
    state, _ = act(late(table(two_player(), [FOUR_EAST], "2z", tail="6z5z"), 2), "0 kong:2z")
    assert drawn(state) == {Flag.KONG_REPLACEMENT}


def test_the_discard_directly_after_the_opponents_kong() -> None:
    state, _ = act(late(table(two_player(), ["111z", READY], "1z", tail="5z"), 9), "0 kong:1z", "0 throw")
    assert offered(state) == {Flag.AFTER_KONG}
    other, _ = act(late(table(two_player(), ["111z", READY], "1z4z5z", tail="6z"), 9), "0 kong:1z", "0 throw")
    other, _ = act(other, "1 throw", "0 throw")
    assert Flag.AFTER_KONG not in offered(other), "the next one is not"


def test_after_a_claimed_kong_too_but_not_after_a_claim_since() -> None:
    state, _ = act(table(two_player(), [READY, "333z"], "3z", tail="5z"), "0 throw", "1 kong:3z", "1 throw")
    assert Flag.AFTER_KONG in offered(state)
    konged = table(two_player(), ["111z5z", "44z"], "1z", tail="4z")
    state, _ = act(konged, "0 kong:1z", "0 throw", "1 pung:4z4z")
    state, _ = act(state, "1 discard:" + _any(state))
    assert Flag.AFTER_KONG not in offered(state)


def _any(state: State) -> str:
    """A tile of seat 1's hand: whichever stands first."""
    return tile_text(state.seats[1].hand.concealed[0])


# ------------------------------------------------------------------ the last of a kind


def waiting(river: str, *melds: str, copies: int = 4) -> State:
    """The dealer has thrown a 5z, which seat 1 waits for; seat 1 has these melds, and its own river."""
    game = two_player() if copies == 4 else two_player(tiles=TileSet.of("1-9m 1-7z", copies=copies))
    state, _ = act(table(game, ["", READY], "5z"), "0 throw")
    state = holding(state, 0, "1112223334447m", *melds)
    seats = list(state.seats)
    thrown = [replace(seats[0].river[0], tile=t) for t in (parse_tiles(river) if river else ())]
    seats[1] = replace(seats[1], river=tuple(thrown))
    return replace(state, seats=tuple(seats))


def test_the_last_of_a_kind_is_won_when_three_others_lie_face_up() -> None:
    for river, number in (("55z", 2), ("555z", 3), ("555z6z", 3), ("666z", 0)):
        state = waiting(river)
        assert face_up(state, 1) == number, "the tile thrown is not counted"
        assert (Flag.LAST_OF_KIND in offered(state)) is (number == 3)


def test_exposed_melds_of_both_count_and_concealed_kongs_do_not() -> None:
    assert face_up(waiting("", "pung:555z"), 1) == 3
    assert face_up(waiting("", "kong:5555z", copies=8), 1) == 4
    assert face_up(waiting("", "ckong:5555z", copies=8), 1) == 0
    own = holding(waiting(""), 1, "123456m55z22m", "pung:555z")
    assert face_up(own, 1) == 3


def test_with_eight_copies_three_or_more_are_enough() -> None:
    assert Flag.LAST_OF_KIND in offered(waiting("5555z", copies=8))
    assert Flag.LAST_OF_KIND not in offered(waiting("55z", copies=8))


def test_a_claimed_tile_counts_once_in_its_meld() -> None:
    """The dealer's 5z is claimed for a pung: it lies there, no longer in the river."""
    state, _ = act(table(two_player(), ["", "55z"], "5z4z5z"), "0 throw", "1 pung:5z5z")
    assert sum(t.called for t in state.seats[0].river) == 1
    state, _ = play(state, "1 discard:" + _any(state))
    state = on_turn(state)
    first = replace(state.seats[0], hand=Hand(parse_tiles("123m"), (), parse_tile("5z")))
    assert face_up(replace(state, seats=(first, state.seats[1])), 0) == 3


def test_a_tile_drawn_counts_the_same_and_is_not_face_up_itself() -> None:
    state = table(two_player(), [READY], "5z")
    assert face_up(state, 0) == 0
    seats = list(state.seats)
    thrown, _ = act(table(two_player(), [""], "5z"), "0 throw")
    seats[1] = replace(seats[1], river=thrown.seats[0].river * 3)
    state = replace(state, seats=tuple(seats))
    assert face_up(state, 0) == 3
    assert Flag.LAST_OF_KIND in drawn(state)


def test_flags_that_a_game_does_not_know_are_never_set() -> None:
    for flag in Flag:
        game = two_player(flags=frozenset({flag}))
        state, _ = act(table(game, [FOUR_EAST], "2z", tail="5z"), "0 kong:2z")
        assert drawn(state) <= {flag}
