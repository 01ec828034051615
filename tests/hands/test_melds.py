"""Melds and hands: their text form, and what is no meld."""

from __future__ import annotations

import pytest

from trainer.hands import Form, Hand, Meld, Source, parse_meld
from trainer.text import Refusal
from trainer.tiles import Tile, parse_tile, parse_tiles, sort_tiles


@pytest.mark.parametrize(
    ("text", "form", "source", "canonical"),
    [
        ("chow:345m", Form.CHOW, Source.CLAIMED, "chow:345m"),
        ("chow:543m", Form.CHOW, Source.CLAIMED, "chow:345m"),
        ("chow:406m", Form.CHOW, Source.CLAIMED, "chow:406m"),
        ("pung:777z", Form.PUNG, Source.CLAIMED, "pung:777z"),
        ("pung:055p", Form.PUNG, Source.CLAIMED, "pung:055p"),
        ("kong:1111m", Form.KONG, Source.CLAIMED, "kong:1111m"),
        ("ckong:1111m", Form.KONG, Source.CONCEALED, "ckong:1111m"),
        ("ckong:11111111z", Form.KONG, Source.CONCEALED, "ckong:11111111z"),
        (" CKONG : 中中中中 ", Form.KONG, Source.CONCEALED, "ckong:7777z"),
    ],
)
def test_a_meld_is_read_and_written(text: str, form: Form, source: Source, canonical: str) -> None:
    meld = parse_meld(text)
    assert (meld.form, meld.source, meld.text) == (form, source, canonical)
    assert parse_meld(meld.text) == meld
    assert meld.is_concealed is (source is Source.CONCEALED)


@pytest.mark.parametrize(
    "text",
    [
        "", "345m", "run:345m", "chow:3457m", "chow:346m", "chow:333m", "chow:89m1p", "chow:123z", "pung:77z",
        "pung:776z", "pung:7777z", "kong:111m", "ckong:1112m", "ckong:1111f", "chow:",
    ],
)  # fmt: skip
def test_what_is_no_meld_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refusal, match=r"is not a .*\."):
        parse_meld(text)


def test_bad_tiles_in_a_meld_are_named() -> None:
    with pytest.raises(Refusal, match="There is no tile 8z"):
        parse_meld("pung:888z")


def test_an_added_kong_is_written_as_an_exposed_one() -> None:
    added = Meld(Form.KONG, parse_tiles("1111m"), Source.ADDED)
    assert added.text == "kong:1111m"
    assert not added.is_concealed


def test_the_kind_of_a_meld_is_its_lowest() -> None:
    assert parse_meld("chow:789s").kind == parse_tile("7s")
    assert parse_meld("pung:055p").kind == parse_tile("5p")


def test_a_hand_counts_what_is_concealed_and_what_its_melds_hold() -> None:
    hand = Hand(parse_tiles("123s0p"), (parse_meld("ckong:9999s"), parse_meld("pung:055m")), Tile(parse_tile("5p")))
    assert hand.tiles == parse_tiles("123s0p5p")
    assert (hand.counts[13], hand.held[26], hand.held[4], sum(hand.held)) == (2, 4, 3, 7)
    assert not hand.is_concealed
    assert Hand(hand.concealed, hand.melds[:1]).is_concealed
    assert hand.with_drawn(None).tiles == hand.concealed
    assert sort_tiles(hand.tiles) == parse_tiles("05p123s")
