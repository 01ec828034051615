"""Readings of complete hands: all of them and no other, for any tile that may have completed the hand."""

from __future__ import annotations

import random

import pytest

from tests.hands.brute import START, seven_pairs, spread, standard
from trainer.hands import (
    SEVEN_PAIRS,
    STANDARD,
    Form,
    Meld,
    Reading,
    WaitShape,
    is_complete,
    parse_meld,
    readings,
)
from trainer.tiles import KINDS, RANKS, Counts, Kind, counts, parse_tile, parse_tiles

BOTH = (STANDARD, SEVEN_PAIRS)


def read(text: str, won: str, melds: tuple[Meld, ...] = ()) -> list[Reading]:
    return list(readings(counts(parse_tiles(text)), melds, Kind(parse_tile(won)), BOTH))


def decompositions(counted: Counts) -> set[tuple[tuple[Form, int], ...]]:
    return {tuple(sorted((g.form, g.kind - START) for g in groups)) for groups in STANDARD.read(counted, ())}


def test_every_decomposition_of_every_hand_of_one_suit_is_found() -> None:
    twin = standard(4, 4)
    assert len(twin) == 13_259
    for held, ways in twin.items():
        found = list(STANDARD.read(spread(held), ()))
        assert len(found) == len(ways)
        assert decompositions(spread(held)) == ways


@pytest.mark.parametrize("copies", [4, 8])
def test_no_other_hand_of_one_suit_is_complete(copies: int) -> None:
    rng = random.Random(copies)
    tiles = [r for r in range(RANKS) for _ in range(copies)]
    for _ in range(1500):
        drawn = rng.sample(tiles, 14)
        held = tuple(drawn.count(r) for r in range(RANKS))
        assert decompositions(spread(held)) == standard(4, copies).get(held, set())
        assert is_complete(spread(held), (), BOTH) is (held in standard(4, copies) or held in seven_pairs())


@pytest.mark.parametrize("sets", [0, 1, 2, 3])
def test_fewer_groups_are_read_beside_melds(sets: int) -> None:
    for held, ways in standard(sets, 4).items():
        assert decompositions(spread(held)) == ways


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("123m456p789s11122z", True),
        ("123m456p78999s112z", False),
        ("111z222z333z444z55z", True),
        ("123z456z777z11122z", False),  # honors make no chows
        ("789m123p11222333z", True),
        ("891m22z", False),  # a chow does not go round
        ("99m11p", False),
        ("11m22p33s44z55z66z77z", True),
        ("1111m22p33s44z55z66z", False),
        ("22s", True),
        ("2s", False),
        ("", False),
    ],
)
def test_suits_do_not_mix(text: str, complete: bool) -> None:
    assert is_complete(counts(parse_tiles(text)), (), BOTH) is complete


def test_four_alike_are_never_two_pairs() -> None:
    assert not read("11113355667799s", "9s")
    assert [r.shape for r in read("11224455778899s", "9s")] == ["seven_pairs"]


def test_seven_pairs_need_a_hand_without_melds() -> None:
    kong = parse_meld("ckong:9999s")
    assert not list(SEVEN_PAIRS.read(counts(parse_tiles("11223355778899m")), (kong,)))


def test_two_shapes_of_one_hand_are_both_read() -> None:
    assert {r.shape for r in read("11223344556677s", "7s")} == {"standard", "seven_pairs"}


def test_melds_come_last_and_are_never_completed_by_the_win() -> None:
    kong = parse_meld("ckong:9999s")
    found = read("12345678911s", "9s", (kong,))
    assert found
    for r in found:
        assert r.groups[-1].meld is kong
        assert r.groups[r.completed].meld is None
    assert found[0].plain.endswith("9999s")


def test_a_hand_is_read_once_for_each_group_the_tile_may_have_completed() -> None:
    found = read("22345555777999s", "5s")
    shapes = {(r.groups[r.completed].form, r.wait) for r in found}
    assert shapes == {(Form.CHOW, WaitShape.OPEN), (Form.PUNG, WaitShape.DUAL_PUNG)}
    twice = read("11122233378999s", "1s")
    assert len(twice) == len({(r.groups, r.completed) for r in twice})


@pytest.mark.parametrize(
    ("text", "won", "waits"),
    [
        ("11123s", "3s", {WaitShape.EDGE}),
        ("11123s", "2s", {WaitShape.CLOSED}),
        ("11234s", "4s", {WaitShape.OPEN}),
        ("11234s", "2s", {WaitShape.OPEN}),
        ("11789s", "7s", {WaitShape.EDGE}),
        ("11789s", "9s", {WaitShape.OPEN}),
        ("11789s", "1s", {WaitShape.SINGLE}),
        ("11777s", "7s", {WaitShape.DUAL_PUNG}),
        ("22234s", "2s", {WaitShape.OPEN, WaitShape.SINGLE}),
        ("11123s", "1s", {WaitShape.OPEN, WaitShape.SINGLE}),
        ("11122z", "1z", {WaitShape.DUAL_PUNG}),
    ],
)
def test_the_last_gap(text: str, won: str, waits: set[WaitShape]) -> None:
    assert {r.wait for r in read(text, won)} == waits


def test_groups_say_what_they_hold() -> None:
    (reading,) = read("123s99s", "9s")
    chow, pair = reading.groups
    assert [chow.holds(Kind(k)) for k in range(KINDS)] == [k in chow.kinds for k in range(KINDS)]
    assert [pair.holds(Kind(k)) for k in range(KINDS)] == [k in pair.kinds for k in range(KINDS)]
    assert reading.plain == "123s 99s"
