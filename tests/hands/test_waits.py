"""Waits of resting hands: every tile that completes them, and whether a copy of it is left to wait for."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.hands.brute import START, seven_pairs, spread, standard
from trainer.hands import (
    SEVEN_PAIRS,
    SEVEN_PAIRS_WITH_QUADS,
    STANDARD,
    THIRTEEN_ORPHANS,
    Meld,
    Shape,
    is_complete,
    parse_meld,
    ready_throws,
    waits,
)
from trainer.solver.efficiency import shanten
from trainer.solver.problem import Goal
from trainer.tiles import KINDS, RANKS, Counts, Tile, TileSet, counts, parse_tiles, tile_text

BOTH = (STANDARD, SEVEN_PAIRS)
BAMBOO = TileSet.of("1-9s", copies=4).supply
FULL = TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4).supply


def found(text: str, melds: tuple[str, ...] = (), supply: Counts = BAMBOO) -> tuple[str, str]:
    """Live waits and exhausted ones, as text."""
    all_ = waits(counts(parse_tiles(text)), tuple(map(parse_meld, melds)), BOTH, supply)
    live, exhausted = (" ".join(tile_text(Tile(w.kind)) for w in all_ if w.live is left) for left in (True, False))
    return live, exhausted


def brute(held: tuple[int, ...]) -> list[tuple[int, bool]]:
    out = []
    for r in range(RANKS):
        grown = (*held[:r], held[r] + 1, *held[r + 1 :])
        if grown in standard(4, 5) or grown in seven_pairs():
            out.append((r, held[r] < 4))
    return out


def agree(held: tuple[int, ...]) -> None:
    assert [(w.kind - START, w.live) for w in waits(spread(held), (), BOTH, BAMBOO)] == brute(held), held


def test_waits_of_random_hands() -> None:
    rng = random.Random(1)
    tiles = [r for r in range(RANKS) for _ in range(4)]
    for _ in range(3000):
        drawn = rng.sample(tiles, 13)
        agree(tuple(drawn.count(r) for r in range(RANKS)))


@pytest.mark.slow
def test_waits_of_every_hand() -> None:
    number = 0
    for held in product(range(5), repeat=RANKS - 1):
        last = 13 - sum(held)
        if 0 <= last <= 4:
            number += 1
            agree((*held, last))
    assert number == 93_600


@pytest.mark.parametrize(
    ("hand", "live", "exhausted"),
    [
        ("1112345678999s", "1s 2s 3s 4s 5s 6s 7s 8s 9s", ""),
        ("1112345666678s", "1s 2s 3s 4s 5s 7s 8s 9s", "6s"),
        ("2223456777789s", "1s 2s 3s 4s 5s 6s 8s 9s", "7s"),
        ("1111222235555s", "", "5s"),
        ("1122335577889s", "6s 9s", ""),
        ("1111335566779s", "", ""),
        ("1113335557788s", "7s 8s", ""),
        ("5556667788899s", "4s 7s 8s 9s", ""),
    ],
)
def test_known_hands(hand: str, live: str, exhausted: str) -> None:
    assert found(hand) == (live, exhausted)


def test_a_copy_in_a_kong_is_held() -> None:
    assert found("2344567s", ("ckong:1111s", "ckong:8888s")) == ("4s 7s", "1s")
    assert found("2399s", ("ckong:1111s", "ckong:8888s", "ckong:7777s")) == ("4s", "1s")
    assert found("9s", ("ckong:1111s", "ckong:8888s", "ckong:7777s", "ckong:2222s")) == ("9s", "")


def test_a_kind_outside_the_set_is_no_wait() -> None:
    assert found("1199m", supply=BAMBOO) == ("", "")
    assert found("1199m", supply=FULL) == ("1m 9m", "")
    assert found("1112z", supply=FULL) == ("2z", "")


def test_a_hand_is_complete_exactly_where_the_solver_is_at_minus_one() -> None:
    """The one shape that exists twice: as a reader here and as a goal in the solver."""
    rng = random.Random(3)
    goals = (Goal.STANDARD, Goal.SEVEN_PAIRS)
    complete = 0
    for _ in range(1500):
        held = [0] * KINDS
        if rng.random() < 0.2:
            for k in rng.sample(range(KINDS), 7):
                held[k] = 2
        else:
            for _ in range(4):
                k = rng.randrange(KINDS)
                if k < 27 and k % 9 < 7 and rng.random() < 0.6:
                    for i in range(3):
                        held[k + i] += 1
                else:
                    held[k] += 3
            held[rng.randrange(KINDS)] += 2
        if rng.random() < 0.5:  # one exchange away, often not complete any more
            held[rng.choice([k for k in range(KINDS) if held[k]])] -= 1
            held[rng.randrange(KINDS)] += 1
        if max(held) > 4:
            continue
        hand = tuple(held)
        mine = any(True for shape in BOTH for _ in shape.read(hand, ()))
        complete += mine
        assert mine is (shanten(FULL, hand, (0,) * KINDS, 0, goals) == -1), hand
        if mine:
            k = next(k for k in range(KINDS) if held[k])
            resting = (*hand[:k], hand[k] - 1, *hand[k + 1 :])
            assert k in [w.kind for w in waits(resting, (), BOTH, FULL)]
    assert complete > 500


CHINESE = (STANDARD, SEVEN_PAIRS_WITH_QUADS)
FOUR, EIGHT = (TileSet.of("1-9m 1-7z", copies=copies).supply for copies in (4, 8))
FIVE_TILES = TileSet.of("1-9m 5-7z", copies=4).supply


def awkward(rng: random.Random, supply: Counts, size: int) -> Counts:
    """A hand of few kinds, so that quads, triples and (of eight copies) still more alike are frequent."""
    some = rng.sample([k for k, n in enumerate(supply) if n], rng.choice((4, 5, 6, 7, 8)))
    wall = [k for k in some for _ in range(supply[k])]
    held = rng.sample(wall, size)
    return tuple(held.count(k) for k in range(KINDS))


def completing(counted: Counts, shapes: tuple[Shape, ...], supply: Counts) -> list[int]:
    """Every kind of the set tried in turn."""
    grown = ((k, (*counted[:k], n + 1, *counted[k + 1 :])) for k, n in enumerate(counted) if supply[k])
    return [k for k, hand in grown if any(True for shape in shapes for _ in shape.read(hand, ()))]


@pytest.mark.parametrize(("supply", "shapes", "size"), [
    (FOUR, CHINESE, 13), (EIGHT, CHINESE, 13), (EIGHT, (SEVEN_PAIRS_WITH_QUADS,), 13),
    (FIVE_TILES, (STANDARD,), 4), (FIVE_TILES, CHINESE, 4), (EIGHT, CHINESE, 10),
])  # fmt: skip
def test_waits_are_the_kinds_that_complete_the_hand(supply: Counts, shapes: tuple[Shape, ...], size: int) -> None:
    rng = random.Random(size)
    ready = exhausted = 0
    for _ in range(1500):
        hand = awkward(rng, supply, size)
        found = waits(hand, (), shapes, supply)
        assert [w.kind for w in found] == completing(hand, shapes, supply), hand
        assert [w.live for w in found] == [hand[w.kind] < supply[w.kind] for w in found]
        ready += bool(found)
        exhausted += not all(w.live for w in found)
        full = awkward(rng, supply, size + 1)
        rests = {k: tuple(n - (i == k) for i, n in enumerate(full)) for k, n in enumerate(full) if n}
        slow = {k for k, rest in rests.items() if completing(rest, shapes, supply)}
        assert ready_throws(full, (), shapes, supply) == slow, full
    assert ready > 100
    assert exhausted > 0 or supply is EIGHT or size == 4


@pytest.mark.parametrize(("text", "supply", "live"), [
    ("1111222233334z", FOUR, "4z"),  # rules 7, E5
    ("1111335577m667z", FOUR, "7z"),  # rules 9, G6
    ("1111222666666z", EIGHT, "1z 2z"),  # rules 8, F7; 111z 222z 666z 666z and a lone 1z
    ("5556667777777z", EIGHT, "7z"),  # rules 8, F1
    ("1111111222222z", EIGHT, "1z"),
])  # fmt: skip
def test_known_waits_of_pairs_that_may_be_alike(text: str, supply: Counts, live: str) -> None:
    found_ = waits(counts(parse_tiles(text)), (), CHINESE, supply)
    assert " ".join(tile_text(Tile(w.kind)) for w in found_ if w.live) == live


@pytest.mark.parametrize(("supply", "sizes"), [(FOUR, (14, 13)), (EIGHT, (14, 13)), (FIVE_TILES, (5, 4))])
def test_chinese_shapes_are_complete_exactly_where_the_solver_is_at_minus_one(
    supply: Counts, sizes: tuple[int, int]
) -> None:
    """The contract between readers and goals for pairs that may be alike, five tiles and eight copies; and a resting
    hand is at 0 exactly where a wait is live."""
    rng = random.Random(sum(supply))
    goals = (Goal.STANDARD, Goal.SEVEN_PAIRS_WITH_QUADS)
    none = (0,) * KINDS
    complete = by_pairs = 0
    for _ in range(3000):
        hand, rest = (awkward(rng, supply, size) for size in sizes)
        if rng.random() < 0.3 and sizes[0] == 14:
            pairs = rng.choices([k for k, n in enumerate(supply) if n], k=7)
            hand = tuple(2 * pairs.count(k) for k in range(KINDS))
            if any(n > most for n, most in zip(hand, supply, strict=True)):
                continue
        for shapes, asked in ((CHINESE, goals), (CHINESE[1:], goals[1:])):
            read = any(True for shape in shapes for _ in shape.read(hand, ()))
            assert read is (shanten(supply, hand, none, 0, asked) == -1), hand
            live = any(w.live for w in waits(rest, (), shapes, supply))
            assert live is (shanten(supply, rest, none, 0, asked) == 0), rest
        complete += any(True for _ in STANDARD.read(hand, ()))
        by_pairs += read
    assert complete > 50
    assert by_pairs > 500 or sizes[0] == 5


def test_melds_are_part_of_the_question() -> None:
    melds: tuple[Meld, ...] = (parse_meld("ckong:9999s"),)
    assert found("1123455678s", ("ckong:9999s",)) == ("1s 5s", "")
    assert waits(counts(parse_tiles("1123455678s")), melds, (SEVEN_PAIRS,), BAMBOO) == ()


HONGLONG = TileSet.of("1-9m 1-7z", copies=4)
SANMA = TileSet.of("1-1m 9-9m 1-9p 1-1s 9-9s 1-7z", copies=4)
WHOLE = TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4)


@pytest.mark.parametrize("tiles", [TileSet.of("1-9s", copies=4), HONGLONG, SANMA, WHOLE])
def test_ready_throws_are_the_discards_that_leave_a_wait(tiles: TileSet) -> None:
    """Held against trying every tile on every hand at rest; half of the hands have three pungs already."""
    rng = random.Random(6)
    shapes = (STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS)
    ready = 0
    for n in range(120):
        hand = rng.sample(tiles.tiles(), 14)
        if n % 3 == 1:
            hand = [*[Tile(k) for k in rng.sample(tiles.kinds, 3) for _ in range(3)], *rng.sample(tiles.tiles(), 5)]
        if n % 3 == 2:
            hand = [*[Tile(k) for k in rng.sample(tiles.kinds, 5) for _ in range(2)], *rng.sample(tiles.tiles(), 4)]
        counted = counts(hand)
        if any(have > supply for have, supply in zip(counted, tiles.supply, strict=True)):
            continue
        slow = set()
        for k in (k for k in tiles.kinds if counted[k]):
            rest = [have - (i == k) for i, have in enumerate(counted)]
            for w in tiles.kinds:
                grown = tuple(have + (i == w) for i, have in enumerate(rest))
                if is_complete(grown, (), shapes):
                    slow.add(k)
                    break
        ready += bool(slow)
        assert ready_throws(counted, (), shapes, tiles.supply) == slow
    assert ready >= 10


def test_ready_throws_of_orphans() -> None:
    counted = counts(parse_tiles("19m19p19s1234567z5m"))
    shapes = (STANDARD, THIRTEEN_ORPHANS)
    assert ready_throws(counted, (), shapes, FULL) == {4}
    counted = counts(parse_tiles("19m19p19s123456z55m"))
    assert ready_throws(counted, (), shapes, FULL) == set()
