"""Drills of Jintan mahjong: what a win from a discard needs, and what forbids it until one acts (Chinese rules 10)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from trainer import variants
from trainer.drill import deal_waits, generate, similar
from trainer.drill.codec import BadPuzzle
from trainer.drill.puzzle import Provenance
from trainer.drill.waits import STANDINGS, Place, Standing, WaitPuzzle, build, sheet, waits_from
from trainer.hands import Hand, parse_meld
from trainer.rules.score import score
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.tiles import Kind, Tile, counts, format_tiles, kind, parse_tile, parse_tiles

RULES = variants.get("jintan").ruleset()
MADE = Provenance("test", "0", "1")
EAST = Kind(27)


def posed(
    hand: str, melds: str = "", *, flowers: str = "", thrown: str = "", declined: str = ""
) -> WaitPuzzle:
    place = Place(
        False, EAST, flowers=parse_tiles(flowers), declined=kind(parse_tile(declined)) if declined else None
    )
    held = Hand(parse_tiles(hand), tuple(map(parse_meld, melds.split())))
    return build(RULES, (), held, parse_tiles(thrown), MADE, place)


def legal(p: WaitPuzzle) -> str:
    return format_tiles(Tile(k) for k in p.legal)


def standing(p: WaitPuzzle, tile: str, *, of_legal: bool = True) -> Standing:
    return next(x.standing for x in sheet(RULES, p, legal=of_legal) if x.kind == kind(parse_tile(tile)))


@cache
def made() -> tuple[WaitPuzzle, ...]:
    return tuple(next(generate.waits(RULES, (), 4, slot)) for slot in range(150))


def test_a_hand_without_flower_or_fan_waits_and_wins_from_no_discard() -> None:
    p = posed("23m456p678s22p333s")
    assert (format_tiles(Tile(k) for k in p.waits), legal(p)) == ("14m", "")
    assert standing(p, "1m") is Standing.SHORT
    assert standing(p, "1m", of_legal=False) is Standing.WAIT
    line = next(x for x in sheet(RULES, p, legal=True) if x.kind == 0)
    assert line.short == "A win from a discard needs at least one flower or one fan."


def test_one_flower_is_enough_for_every_wait() -> None:
    assert legal(posed("23m456p678s22p333s", flowers="3f")) == "14m"


def test_a_pung_that_the_discard_finishes_is_the_flower_it_needs() -> None:
    p = posed("123m456p678s22p77z")
    assert (format_tiles(Tile(k) for k in p.waits), legal(p)) == ("2p7z", "7z")


def test_the_single_wait_of_one_tile_left_is_the_fan_it_needs() -> None:
    assert legal(posed("5s", "chow:123m pung:888p chow:345s pung:999m")) == "5s"


def test_the_kind_just_thrown_is_locked_and_no_other() -> None:
    p = posed("23m456p678s22p333s", flowers="3f", thrown="4m")
    assert legal(p) == "1m"
    assert standing(p, "4m") is Standing.THROWN


def test_after_a_win_let_go_an_equal_one_may_not_be_won() -> None:
    p = posed("23m456p678s22p333s", flowers="3f", declined="1m")
    assert p.legal == ()
    assert standing(p, "1m") is standing(p, "4m") is Standing.DECLINED


def test_after_a_win_let_go_more_fan_and_more_pay_may_be_won() -> None:
    """On 4s the hand is all pungs, on 2s and 5s it has no fan."""
    melds = "pung:111m pung:222p pung:555z"
    assert legal(posed("3334s", melds)) == "245s"
    assert legal(posed("3334s", melds, declined="2s")) == "4s"
    assert legal(posed("3334s", melds, declined="4s")) == ""


@pytest.mark.parametrize("slot", range(0, 150, 7))
def test_what_is_legal_is_what_the_scorer_and_the_locks_say(slot: int) -> None:
    """Worked out once more, from scores alone."""
    p = made()[slot]

    def worth(k: Kind) -> tuple[bool, int, object]:
        c = Circumstance(By.DISCARD, p.place.dealer, bonus=Bonus(flowers=p.place.flowers))
        found = score(RULES, Win(p.hand, Tile(k), c))
        return found.legal, dict(found.worth.parts)["fan"], found.points  # type: ignore[return-value]

    thrown = {kind(t) for t in p.river}
    for k in p.waits:
        right, fan, points = worth(k)
        free = True
        if p.place.declined is not None:
            _, least, paid = worth(p.place.declined)
            free = fan > least and points > paid  # type: ignore[operator]
        assert (k in p.legal) == (right and k not in thrown and free)


def test_flowers_locks_and_their_absence_are_all_met() -> None:
    barred: Counter[Standing] = Counter()
    for p in made():
        barred.update(x.standing for x in sheet(RULES, p, legal=True) if x.kind in p.waits)
        assert len(p.river) <= 1
        p.check(RULES)
        assert waits_from(p.to_json()) == p
    assert set(barred) == {Standing.WAIT, Standing.SHORT, Standing.THROWN, Standing.DECLINED}
    assert barred[Standing.WAIT] > max(barred[s] for s in barred if s is not Standing.WAIT)
    assert sum(bool(p.place.flowers) for p in made()) / 150 == pytest.approx(1 - deal_waits.FLOWERLESS, abs=0.15)
    assert all(s in STANDINGS for s in barred)


def test_a_win_let_go_that_could_not_have_been_won_is_refused() -> None:
    p = posed("23m456p678s22p333s", declined="1m")
    with pytest.raises(BadPuzzle, match="declined"):
        p.check(RULES)
    with pytest.raises(BadPuzzle, match="flowers"):
        replace(posed("23m456p678s22p333s"), place=replace(p.place, flowers=parse_tiles("7z"), declined=None)).check(
            RULES
        )


def test_another_picture_lets_the_picture_of_the_win_go() -> None:
    p = next(p for p in made() if p.place.declined is not None)
    found = [x for n in range(8) if (x := similar.other_waits(RULES, p, random.Random(n))) is not None]
    assert found
    for other in found:
        assert other.place.declined in other.waits
        other.check(RULES)
        assert len(other.legal) == len(p.legal)


def test_the_copy_let_go_is_no_more_to_come() -> None:
    plain, gone = (posed("23m456p678s22p333s", flowers="3f", declined=d) for d in ("", "1m"))
    left = [next(x.left for x in sheet(RULES, p, legal=True) if x.kind == 0) for p in (plain, gone)]
    assert left == [4, 3]
    assert counts(plain.hand.concealed) == counts(gone.hand.concealed)
