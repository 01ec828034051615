"""Readings of complete hands: all of them and no other, for any tile that may have completed the hand."""

from __future__ import annotations

import random

import pytest

from tests.hands import brute
from tests.hands.brute import START, seven_pairs, spread, standard
from trainer.hands import (
    ORPHANS,
    SEVEN_PAIRS,
    SEVEN_PAIRS_WITH_QUADS,
    STANDARD,
    THIRTEEN_ORPHANS,
    Form,
    Meld,
    Reading,
    WaitShape,
    is_complete,
    parse_meld,
    readings,
    waits,
)
from trainer.tiles import KINDS, RANKS, Counts, Kind, Tile, TileSet, counts, parse_tile, parse_tiles

BOTH = (STANDARD, SEVEN_PAIRS)
FULL = (4,) * KINDS


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


@pytest.mark.parametrize(
    ("copies", "complete", "beyond"), [(4, 15_349, 2_090), pytest.param(8, 35_591, 4_962, marks=pytest.mark.slow)]
)
def test_pairs_with_quads_are_read_exactly_when_every_count_is_even(copies: int, complete: int, beyond: int) -> None:
    """Every hand of one suit: four alike are two pairs, six three, eight four; the rest is sets and a pair."""
    readable = set()
    for hand in brute.hands(RANKS, copies, 14):
        found = list(SEVEN_PAIRS_WITH_QUADS.read(spread(hand), ()))
        assert SEVEN_PAIRS_WITH_QUADS.fits(spread(hand), False) is bool(found)
        if found:
            assert [g.form for g in found[0]] == [Form.PAIR] * 7
            assert counts([Tile(k) for g in found[0] for k in g.kinds]) == spread(hand)
            assert len(found) == 1
            readable.add(hand)
    assert readable == brute.pairs_alike(copies)
    assert len(readable | set(standard(4, copies))) == complete
    assert len(readable - set(standard(4, copies))) == beyond


def test_pairs_with_quads_need_fourteen_tiles_and_no_melds() -> None:
    kong = parse_meld("ckong:9999s")
    for text in ("22s", "1122s", "112233445566s", "1122334455667788s"):
        assert not SEVEN_PAIRS_WITH_QUADS.fits(counts(parse_tiles(text)), False)
    whole = counts(parse_tiles("11113355667799s"))
    assert SEVEN_PAIRS_WITH_QUADS.fits(whole, False)
    assert not SEVEN_PAIRS_WITH_QUADS.fits(whole, True)
    assert not list(SEVEN_PAIRS_WITH_QUADS.read(whole, (kong,)))


def test_a_tile_that_completes_one_of_equal_pairs_is_read_once() -> None:
    counted = counts(parse_tiles("77m111111222277z"))
    (found,) = readings(counted, (), Kind(parse_tile("1z")), (SEVEN_PAIRS_WITH_QUADS,))
    assert (found.shape, found.wait) == (SEVEN_PAIRS.key, WaitShape.SINGLE)
    assert found.layout.pairs == (6, 27, 27, 27, 28, 28, 33)
    assert found.plain == "77m 11z 11z 11z 22z 22z 77z"


@pytest.mark.parametrize("copies", [4, 8])
def test_every_reading_of_a_suit_and_honors_is_found(copies: int) -> None:
    """Hands built from sets of a few kinds, half of them with a tile exchanged; eight copies allow equal pungs."""
    rng = random.Random(copies)
    equal = several = 0
    for n in range(1500):
        hand = built(rng, copies, rng.choice((1, 2, 3, 4)), exchanged=n % 2 == 1)
        found = [tuple(sorted((g.form, int(g.kind)) for g in groups)) for groups in STANDARD.read(hand, ())]
        assert len(found) == len(set(found))
        assert set(found) == brute.decompositions(hand)
        assert STANDARD.fits(hand, False) is bool(found)
        several += len(found) > 1
        equal += any(way.count(g) > 1 for way in found for g in way if g[0] is Form.PUNG)
    assert several > 40
    assert bool(equal) is (copies == 8)


def built(rng: random.Random, copies: int, sets: int, *, exchanged: bool) -> Counts:
    """A complete hand of six kinds of a suit and the winds; or a tile away from one."""
    low = rng.randrange(RANKS - 3)
    groups = [*[(k,) * 3 for k in (low, low + 1, low + 2, 27, 28)], *[(k, k + 1, k + 2) for k in (low, low + 1)]]
    while True:
        pair = rng.choice((low, low + 2, 27, 29))
        held = counts([Tile(k) for g in rng.choices(groups, k=sets) for k in g] + [Tile(pair)] * 2)
        if exchanged:
            out, into = rng.choice([k for k, n in enumerate(held) if n]), rng.choice((low, low + 1, low + 4, 27))
            held = tuple(n - (k == out) + (k == into) for k, n in enumerate(held))
        if max(held) <= copies:
            return held


@pytest.mark.parametrize(("text", "won", "ways"), [
    ("22222255z", "2z", ["222z 222z 55z"]),
    ("2222225555z", "5z", []),
    ("22222244m", "2m", ["222m 222m 44m"]),
    ("11111111m", "1m", ["111m 111m 11m"]),
    ("222233334444m55z", "2m", ["222m 234m 333m 444m 55z", "234m 234m 234m 234m 55z"]),
])  # fmt: skip
def test_two_pungs_of_one_kind_are_legal_where_there_are_eight_copies(text: str, won: str, ways: list[str]) -> None:
    assert {" ".join(sorted(r.plain.split())) for r in read(text, won)} == set(ways)


def test_hands_of_five_tiles_are_one_set_and_a_pair() -> None:
    """Every hand of the 48 tiles of rules 4, against every set and pair; each is read in one way only."""
    kinds = TileSet.of("1-9m 5-7z", copies=4).kinds
    complete = 0
    for hand in brute.hands(len(kinds), 4, 5):
        counted = tuple(dict(zip(kinds, hand, strict=True)).get(Kind(k), 0) for k in range(KINDS))
        found = list(STANDARD.read(counted, ()))
        assert len(found) == len(brute.decompositions(counted)) <= 1
        assert is_complete(counted, (), (STANDARD, SEVEN_PAIRS_WITH_QUADS, THIRTEEN_ORPHANS)) is bool(found)
        complete += len(found)
    assert complete == 12 * 11 + 7 * 12


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


def test_a_hand_fits_a_shape_exactly_when_it_can_be_read() -> None:
    """The quick answer and the readings, over hands of few kinds, where complete ones are frequent."""
    rng = random.Random(4)
    kinds = [*range(5), 8, 9, 10, 11, 27, 28, 31]
    fitting = 0
    for size in (2, 5, 8, 11, 14):
        for _ in range(1500):
            some = rng.sample(kinds, 5)
            tiles = rng.sample([k for k in some for _ in range(4)], size)
            counted = counts(map(Tile, tiles))
            for shape in (STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS):
                read = any(True for _ in shape.read(counted, ()))
                assert shape.fits(counted, False) == read, (shape.key, counted)
                fitting += read
    assert fitting > 300


def test_thirteen_orphans_need_each_terminal_and_honor_and_one_of_them_twice() -> None:
    def readable(text: str, melds: tuple[Meld, ...] = ()) -> bool:
        counted = counts(parse_tiles(text))
        found = list(THIRTEEN_ORPHANS.read(counted, melds))
        assert bool(found) == THIRTEEN_ORPHANS.fits(counted, bool(melds))
        return bool(found)

    assert readable("19m19p19s12345677z")
    assert readable("119m19p19s1234567z")
    assert not readable("19m19p19s12345666z")
    assert not readable("129m19p19s1234567z")
    assert not readable("19m19p19s1234567z")
    assert not readable("19m19p19s12345677z", (parse_meld("ckong:1111m"),))
    thirteen = waits(counts(parse_tiles("19m19p19s1234567z")), (), (THIRTEEN_ORPHANS,), FULL)
    assert {w.kind for w in thirteen} == set(ORPHANS)
    single = waits(counts(parse_tiles("119m19p19s123456z")), (), (THIRTEEN_ORPHANS,), FULL)
    assert [w.kind for w in single] == [parse_tile("7z")]
