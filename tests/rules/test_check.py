"""Wins that cannot be: each contradiction is refused in its own sentence, and what can be is not refused."""

from __future__ import annotations

import pytest

from tests.rules.build import win
from trainer import variants
from trainer.rules.score import check
from trainer.rules.variant import Flag
from trainer.rules.win import Win
from trainer.text import Refusal

RULES = variants.get("bamboo").ruleset()
HAND, TILE = "2344456778999s", "1s"
KONG = ("ckong:9999s",)

CONTRADICTIONS = [
    (win("234445677899s", TILE), "The concealed hand must have 13 tiles without the winning tile, not 12."),
    (win(HAND, TILE, melds=KONG), "The concealed hand must have 10 tiles without the winning tile, not 13."),
    (win("2344456778999m", "1m"), "This game has no 2m."),
    (win("1111456778999s", TILE), "Too many 1s: this game has only 4."),
    (win("2344456778s", TILE, melds=("kong:9999s",)), "This game has no such meld: kong:9999s."),
    (win("2344456778s", TILE, melds=("pung:999s",)), "This game has no such meld: pung:999s."),
    (win("2344456999s", TILE, melds=("chow:678s",)), "This game has no such meld: chow:678s."),
    (win(HAND, TILE, "discard", Flag.READY), "This game does not know the flag ready."),
    (win(HAND, TILE, "robbed_kong"), "This game has no added kong that could be robbed."),
    (win(HAND, TILE, "discard", Flag.IPPATSU), "Ippatsu needs riichi."),
    (
        win("2344456778s", TILE, "self_draw", Flag.RIICHI, Flag.IPPATSU, Flag.KONG_REPLACEMENT, melds=KONG),
        "Ippatsu and a replacement tile cannot meet: a kong ends ippatsu.",
    ),
    (
        win("2344456778s", TILE, "discard", Flag.KONG_REPLACEMENT, melds=KONG),
        "A replacement tile is always a self-draw.",
    ),
    (win(HAND, TILE, "self_draw", Flag.KONG_REPLACEMENT), "A replacement tile needs a kong."),
    (
        win(HAND, TILE, "self_draw", Flag.HEAVENLY),
        "A heavenly hand is the dealer's self-draw without melds.",
    ),
    (
        win(HAND, TILE, "discard", Flag.HEAVENLY, dealer=True),
        "A heavenly hand is the dealer's self-draw without melds.",
    ),
    (
        win("2344456778s", TILE, "self_draw", Flag.HEAVENLY, dealer=True, melds=KONG),
        "A heavenly hand is the dealer's self-draw without melds.",
    ),
    (
        win(HAND, TILE, "self_draw", Flag.EARTHLY, dealer=True),
        "An earthly hand is the non-dealer's self-draw without melds.",
    ),
    (win(HAND, TILE, "discard", Flag.EARTHLY), "An earthly hand is the non-dealer's self-draw without melds."),
    (
        win(HAND, TILE, "discard", Flag.HUMAN, dealer=True),
        "A human hand is the non-dealer's win from a discard without melds.",
    ),
    (win(HAND, TILE, "self_draw", Flag.HUMAN), "A human hand is the non-dealer's win from a discard without melds."),
    (
        win(HAND, TILE, "discard", Flag.HUMAN, Flag.RIICHI),
        "A heavenly, earthly or human hand cannot be in riichi.",
    ),
    (
        win(HAND, TILE, "self_draw", Flag.EARTHLY, Flag.DOUBLE_RIICHI),
        "A heavenly, earthly or human hand cannot be in riichi.",
    ),
]


@pytest.mark.parametrize(("asked", "sentence"), CONTRADICTIONS, ids=[s[:40] for _, s in CONTRADICTIONS])
def test_a_contradiction_is_refused(asked: Win, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(RULES, asked)
    assert str(refused.value) == sentence


POSSIBLE = [
    win(HAND, TILE),
    win(HAND, TILE, "self_draw", Flag.RIICHI, Flag.DOUBLE_RIICHI, Flag.IPPATSU, Flag.LAST_TILE),
    win(HAND, TILE, "discard", Flag.RIICHI, Flag.IPPATSU, Flag.LAST_TILE),
    win("2344456778s", TILE, "self_draw", Flag.RIICHI, Flag.KONG_REPLACEMENT, Flag.LAST_TILE, melds=KONG),
    win(HAND, TILE, "self_draw", Flag.HEAVENLY, dealer=True),
    win(HAND, TILE, "self_draw", Flag.EARTHLY),
    win(HAND, TILE, "discard", Flag.HUMAN),
    win("8s", "8s", "discard", melds=("ckong:2222s", "ckong:3333s", "ckong:4444s", "ckong:6666s")),
]


@pytest.mark.parametrize("asked", POSSIBLE)
def test_what_can_be_is_not_refused(asked: Win) -> None:
    check(RULES, asked)


SET, LAST, CONCEALED = "123456789m1122z", "1z", ("ckong:2222z",)
CHINESE_CONTRADICTIONS = [
    ("jingdian", win("1122z456789m", LAST, "discard", Flag.READY_AT_DEAL, melds=("chow:123m",)),
     "A hand that was declared ready at the deal has claimed nothing."),
    ("flower72", win(SET, LAST, "self_draw", Flag.HEAVENLY, Flag.READY_AT_DEAL, dealer=True),
     "A heavenly, earthly or human hand comes before a discard that declares it ready."),
    ("hk64", win(SET, LAST, "self_draw", Flag.EARTHLY, Flag.READY),
     "A heavenly, earthly or human hand comes before a discard that declares it ready."),
    ("hk64", win("123456789m1122z", "1z", "discard", Flag.LAST_OF_KIND),
     "Three other 1z cannot lie face up: the hand holds too many."),
    ("jingdian", win("456789m1133z", "3z", "self_draw", Flag.HEAVENLY, dealer=True, melds=CONCEALED),
     "A heavenly hand is the dealer's self-draw without melds."),
]  # fmt: skip


@pytest.mark.parametrize(("key", "asked", "sentence"), CHINESE_CONTRADICTIONS)
def test_a_contradiction_of_the_chinese_games_is_refused(key: str, asked: Win, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(variants.get(key).ruleset(), asked)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("hk64", win("456789m1133z", "3z", "self_draw", Flag.HEAVENLY, Flag.KONG_REPLACEMENT, dealer=True,
                     melds=CONCEALED)),
        ("hk128", win("456789m1133z", "3z", "self_draw", Flag.EARTHLY, melds=CONCEALED)),
        ("flower72", win(SET, LAST, "discard", Flag.HUMAN, Flag.READY_AT_DEAL)),
        ("jingdian", win(SET, LAST, "self_draw", Flag.EARTHLY, Flag.READY_AT_DEAL)),
        ("hk64", win("23456789m11222z", "1m", "discard", Flag.LAST_OF_KIND)),
        ("hk128", win("123456789m1112z", "2z", "discard", Flag.LAST_OF_KIND)),
        ("jingdian", win("8999m555z", "7m", "discard", Flag.LAST_OF_KIND, melds=("pung:666z", "chow:789m"))),
        ("wenzhou", win(SET, LAST, "discard", Flag.AFTER_KONG, Flag.LAST_TILE)),
        ("wenzhou", win(SET, LAST, "self_draw", Flag.AFTER_KONG)),
        ("wenzhou", win(SET, LAST, "self_draw", Flag.AFTER_KONG, Flag.KONG_REPLACEMENT, Flag.LAST_TILE)),
        ("jisu", win("1235m", "5m", "discard", Flag.READY)),
    ],
)  # fmt: skip
def test_what_can_be_in_the_chinese_games_is_not_refused(key: str, asked: Win) -> None:
    check(variants.get(key).ruleset(), asked)


def test_a_human_hand_may_be_asked_where_the_option_is_off() -> None:
    check(variants.get("bamboo").ruleset({"renhou": "off"}), win(HAND, TILE, "discard", Flag.HUMAN))
