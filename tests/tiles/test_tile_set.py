"""Tile sets: what exists in a game, and which tiles could not all come from it."""

from __future__ import annotations

import pytest

from trainer.tiles import NotationError, TileSet, counts, format_tiles, is_flower, parse_tiles

FULL = TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4, reds=(1, 2, 0), flowers=1)


@pytest.mark.parametrize(
    ("ranges", "copies", "flowers", "size", "kinds"),
    [
        ("1-9s", 4, 0, 36, 9),
        ("1-9m 1-7z", 4, 0, 64, 16),
        ("1-9m 5-7z", 4, 0, 48, 12),
        ("1-9m 1-7z", 4, 1, 72, 16),
        ("1-9m 1-7z", 8, 0, 128, 16),
        ("1-9m 1-9p 1-9s 1-7z", 4, 1, 144, 34),
    ],
)
def test_sets_of_every_size(ranges: str, copies: int, flowers: int, size: int, kinds: int) -> None:
    made = TileSet.of(ranges, copies=copies, flowers=flowers)
    assert made.size() == len(made.tiles()) == size
    assert len(made.kinds) == kinds
    assert counts(made.tiles()) == made.supply
    assert sum(is_flower(t) for t in made.tiles()) == 8 * flowers
    made.check(made.tiles())


def test_red_fives_replace_plain_ones() -> None:
    held = format_tiles(FULL.tiles())
    assert FULL.size() == 144
    assert [held.count("0"), held.split("m")[0].count("5"), held.split("m")[1].split("p")[0].count("5")] == [3, 3, 2]
    assert TileSet.of("1-9m", copies=4).tiles() == parse_tiles("111122223333444455556666777788889999m")


@pytest.mark.parametrize("ranges", ["1-9x", "1s", "9"])
def test_a_range_must_be_one(ranges: str) -> None:
    with pytest.raises(ValueError, match="not a range"):
        TileSet.of(ranges, copies=4)


@pytest.mark.parametrize("text", ["1111s", "5555s", "5555m", "0555m", "0055p", "12345678f", ""])
def test_tiles_that_exist_are_welcome(text: str) -> None:
    FULL.check(parse_tiles(text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("11111s", "Too many 1s: this game has only 4."),
        ("05555m", "Too many 5m: this game has only 4."),
        ("00m", "Too many 0m: this game has only 1."),
        ("000p", "Too many 0p: this game has only 2."),
        ("0s", "This game has no 0s."),
        ("0555p", "Too many plain 5p: this game has only 2, the other fives are red (0p)."),
        ("11f", "Too many 1f: this game has only 1."),
    ],
)
def test_tiles_that_do_not_exist_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        FULL.check(parse_tiles(text))
    assert str(refused.value) == sentence


@pytest.mark.parametrize("text", ["1m", "5z", "1f", "0s"])
def test_one_suit_has_nothing_else(text: str) -> None:
    with pytest.raises(NotationError, match="This game has no"):
        TileSet.of("1-9s", copies=4).check(parse_tiles(text))


def test_tiles_laid_out_are_what_they_look_like() -> None:
    """By kind four fives are welcome; as tiles only so many are plain."""
    FULL.check(parse_tiles("0555m0055p5555s"), faces=True)
    for text, sentence in (
        ("5555m", "Too many plain 5m: this game has only 3, the other fives are red (0m)."),
        ("555p", "Too many plain 5p: this game has only 2, the other fives are red (0p)."),
    ):
        FULL.check(parse_tiles(text))
        with pytest.raises(NotationError) as refused:
            FULL.check(parse_tiles(text), faces=True)
        assert str(refused.value) == sentence
