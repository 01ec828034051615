"""Drills of the Chinese games on their pages: what lies on the table, what is asked, what is told."""

from __future__ import annotations

import html
import random
import re
from functools import cache
from typing import Any

import pytest

from trainer import variants
from trainer.analysis import Goal
from trainer.drill import generate, positions
from trainer.drill.pack import Puzzle
from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import Place, WaitPuzzle, build
from trainer.hands import Hand
from trainer.tiles import Kind, Tile, parse_tiles, tile_text
from trainer.usecases import practice
from trainer.web import present_drill

FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@cache
def discard(key: str) -> DiscardPuzzle:
    rules = variants.get(key).ruleset()
    made = (generate.discard(rules, (), 1, index) for index in range(60))
    return next(p for p in made if p is not None and (key != "flower72" or p.position.bonus(rules).flowers))


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a puzzle among those of the packs."""

    def add(puzzle: Puzzle) -> None:
        monkeypatch.setitem(practice.library(), puzzle.id, puzzle)

    return add


def answer(client: Any, address: str, **more: str | list[str]) -> str:
    (form,) = re.findall(r"<form [^>]*data-commit.*?</form>", client.get(address).text, re.DOTALL)
    fields = {**dict(FIELD.findall(form)), **more}
    return str(client.post(f"{address}/answer", data=fields, follow_redirects=True).text)


@pytest.mark.parametrize("wanted", ["win", "value"])
def test_a_discard_is_graded_by_points_over_the_next_draws(client: Any, known: Any, wanted: str) -> None:
    p = discard("flower72")
    known(p)
    client.post("/settings", data={"goal": wanted})
    page = client.get(f"/discards/{p.id}").text
    assert "Your next draws 6" in plain(page)
    assert "Goal points expected" in plain(page)
    assert "flowers" in plain(page)
    best = answer(client, f"/discards/{p.id}", action=f"discard:{tile_text(p.best(p.aim)[0].discard)}")
    assert 'class="grade best"' in best
    assert "over the next 6 draws · points expected" in plain(best)
    worst = answer(client, f"/discards/{p.id}", action=f"discard:{tile_text(p.options[-1].discard)}")
    assert 'class="grade blunder"' in worst
    assert "is also worth more" in plain(worst)


def test_the_kind_drawn_by_lot_lies_on_the_felt(client: Any, known: Any) -> None:
    p = discard("jingdian")
    known(p)
    felt = client.get(f"/discards/{p.id}").text.partition('<section class="felt"')[2].partition("</section>")[0]
    assert "bonus kind" in plain(felt)


@pytest.mark.parametrize("key", ["jingdian", "flower72", "jisu"])
def test_the_analysis_page_answers_what_the_puzzle_asked(client: Any, known: Any, key: str) -> None:
    p = discard(key)
    rules = practice.rules_of(p)
    page = client.get("/analysis" + present_drill.analysis_query(rules, p, Goal.VALUE).replace("&amp;", "&"))
    assert page.status_code == 200
    assert "6 draws left" in plain(page.text)
    assert "points expected" in plain(page.text)
    if key != "jisu":
        assert ("bonus kind" if key == "jingdian" else "flowers") in page.text


def waits(key: str, hand: str) -> WaitPuzzle:
    return build(variants.get(key).ruleset(), (), Hand(parse_tiles(hand)), (), discard("jisu").provenance)


@pytest.mark.parametrize(
    ("key", "hand", "named"),
    [
        ("hk128", "1111111m234567m", ["1m", "4m", "7m"]),
        ("hk64", "1111335577m667z", ["7z"]),
        ("jisu", "3334m", ["2m", "4m", "5m"]),
    ],
)
def test_waits_of_quads_of_eight_copies_and_of_five_tiles(
    client: Any, known: Any, key: str, hand: str, named: list[str]
) -> None:
    p = waits(key, hand)
    known(p)
    page = client.get(f"/waits/{p.id}").text
    assert "counts as a wait in this game" in page
    assert "furiten" not in page, "nothing is"
    assert [tile_text(Tile(k)) for k in p.waits] == named
    said = answer(client, f"/waits/{p.id}", waits=named)
    assert '"right"' in said


def test_where_a_wait_may_be_barred_legal_waits_are_asked_for(client: Any) -> None:
    p = next(p for p in practice.library().values() if isinstance(p, WaitPuzzle) and p.variant == "bamboo")
    assert "only legal waits (furiten counts)" in client.get(f"/waits/{p.id}").text


def test_where_no_discard_is_furiten_legal_waits_are_named_without_it(client: Any, known: Any) -> None:
    rules = variants.get("jintan").ruleset()
    place = Place(dealer=False, round_wind=Kind(27), flowers=parse_tiles("3f"), declined=Kind(0))
    p = build(rules, (), Hand(parse_tiles("23m456p678s22p333s")), parse_tiles("9p"), discard("jisu").provenance, place)
    known(p)
    page = plain(client.get(f"/waits/{p.id}").text)
    assert "only waits that a discard may be won on" in page
    assert "furiten" not in page
    assert "You have just thrown" not in page, "only where it is asked for"
    asked = plain(client.get(f"/waits/{p.id}?legal=1").text)
    assert all(words in asked for words in ("Your flowers", "You have just thrown", "A win you let go"))
    said = plain(answer(client, f"/waits/{p.id}", legal="1", waits=["4m"]))
    assert "only more fan and a higher payment may be won" in said


def test_a_wait_with_neither_flower_nor_fan_is_said_in_the_words_of_the_game(client: Any, known: Any) -> None:
    rules = variants.get("jintan").ruleset()
    place = Place(dealer=False, round_wind=Kind(27))
    p = build(rules, (), Hand(parse_tiles("23m456p678s22p333s")), (), discard("jisu").provenance, place)
    known(p)
    said = plain(answer(client, f"/waits/{p.id}", legal="1", none="1"))
    assert "only by self-draw. A win from a discard needs at least one flower or one fan." in said
    assert "No wait may be won on from a discard" in said


def test_tiles_won_on_lie_before_the_seat_that_won_them(client: Any, known: Any) -> None:
    rules = variants.get("xueliu").ruleset()
    made = (positions.position(rules, (), random.Random(f"c/{i}")) for i in range(40))
    at = next(p for p in made if p is not None and p.places[1 - p.seat].won)
    p = generate.solve(rules, at, discard("jisu").provenance, 0)
    known(p)
    assert "won on" in plain(client.get(f"/discards/{p.id}").text)


def test_at_a_table_of_four_every_seat_has_a_name(client: Any, known: Any) -> None:
    rules = variants.get("jintan").ruleset()
    at = positions.position(rules, (), random.Random("c/0"))
    assert at is not None
    p = generate.solve(rules, at, discard("jisu").provenance, 0)
    known(p)
    page = plain(client.get(f"/discards/{p.id}").text)
    assert len(set(re.findall(r"Discards of (East|South|West|North)", page))) == 3
    assert "over the next 6 draws · points expected" in plain(
        answer(client, f"/discards/{p.id}", action=f"discard:{tile_text(p.options[0].discard)}")
    )
