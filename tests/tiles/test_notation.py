"""Tiles as text: lenient to read, canonical to write, and a bad character is named with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.tiles import (
    FIRST_FLOWER,
    FIRST_RED,
    TILES,
    NotationError,
    Tile,
    counts,
    format_tiles,
    has_flower,
    is_flower,
    is_red,
    join_tiles,
    kind,
    parse_tile,
    parse_tiles,
    sort_tiles,
    tile_text,
    tiles_of,
)

EVERY = [Tile(t) for t in range(TILES)]


def test_every_tile_has_its_own_text() -> None:
    texts = [tile_text(t) for t in EVERY]
    assert len(set(texts)) == TILES
    assert [parse_tile(x) for x in texts] == EVERY
    assert (texts[0], texts[18], texts[27], texts[FIRST_RED], texts[FIRST_FLOWER]) == ("1m", "1s", "1z", "0m", "1f")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("123s", "123s"),
        ("321s", "123s"),
        ("1s2s3s", "123s"),
        (" 1 2 3 s ", "123s"),
        ("1,2、3s", "123s"),
        ("123S", "123s"),
        ("１２３ｓ", "123s"),
        ("s123", "123s"),
        ("s123 m45", "45m123s"),
        ("s123m45p6", "45m6p123s"),
        ("55z11m", "11m55z"),
        ("506m", "056m"),
        ("东南西北白发中", "1234567z"),
        ("東南西北白發中", "1234567z"),
        ("123s中中", "123s77z"),
        ("一二三万", "123m"),
        ("1萬9筒5條", "1m9p5s"),
        ("1饼 2索", "1p2s"),
        ("m1 东 23", "123m1z"),
        ("8f1f", "18f"),
    ],
)
def test_reading_is_lenient_and_writing_canonical(text: str, canonical: str) -> None:
    assert format_tiles(parse_tiles(text)) == canonical


def test_reading_keeps_the_order_written() -> None:
    assert join_tiles(parse_tiles("3s1s2m1s")) == "31s2m1s"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("12x", "“x” (position 3) is not part of a tile."),
        ("12ｘs", "“ｘ” (position 3) is not part of a tile."),
        ("1½s", "“½” (position 2) is not part of a tile."),
        ("8z", "There is no tile 8z (position 1)."),
        ("123m99z", "There is no tile 9z (position 5)."),
        ("0z", "There is no tile 0z (position 1)."),
        ("9f", "There is no tile 9f (position 1)."),
        ("z8", "There is no tile 8z (position 2)."),
        ("123", "The digit “3” (position 3) has no suit after it."),
        ("123m45", "The digit “5” (position 6) has no suit after it."),
        ("12东", "The digits before “东” (position 3) have no suit."),
        ("123ms", "The suit “s” (position 5) has no digits before it."),
        ("s", "The suit “s” (position 1) has no digits after it."),
        ("ms123", "The suit “m” (position 1) has no digits after it."),
        ("s123m", "The suit “m” (position 5) has no digits after it."),
        ("s12sm", "The suit “s” (position 4) has no digits after it."),
    ],
)
def test_an_error_names_the_character_and_its_place(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_tiles(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("text", ["", "12s", "1s2s"])
def test_one_tile_is_asked_for_and_one_is_needed(text: str) -> None:
    with pytest.raises(NotationError, match="is not one tile"):
        parse_tile(text)


tiles = st.lists(st.sampled_from(EVERY), max_size=40)


@given(tiles)
def test_text_round_trips(held: list[Tile]) -> None:
    assert list(parse_tiles(join_tiles(held))) == held
    text = format_tiles(held)
    assert parse_tiles(text) == sort_tiles(held)
    assert format_tiles(parse_tiles(text)) == text


@given(tiles)
def test_suit_first_reads_the_same(held: list[Tile]) -> None:
    text = "".join(x[-1] + x[:-1] for x in map(tile_text, held))
    assert list(parse_tiles(text)) == held


@given(tiles)
def test_counts_fold_red_fives_and_leave_flowers_out(held: list[Tile]) -> None:
    counted = counts(held)
    assert sum(counted) == sum(not is_flower(t) for t in held)
    plain = [t for t in held if not is_flower(t) and not is_red(t)]
    reds = [kind(t) for t in held if is_red(t)]
    assert sorted(tiles_of(counted)) == sorted([*plain, *map(Tile, reds)])


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    refused = ""
    held: tuple[Tile, ...] = ()
    try:
        held = parse_tiles(text)
    except NotationError as error:
        refused = str(error)
    assert not refused or refused.endswith(".")
    assert parse_tiles(format_tiles(held)) == sort_tiles(held)


@given(tiles)
def test_flowers_among_tiles_are_found(held: list[Tile]) -> None:
    assert has_flower(held) is any(is_flower(t) for t in held)


def test_a_flower_has_no_kind() -> None:
    with pytest.raises(ValueError, match="flower"):
        kind(parse_tile("1f"))
