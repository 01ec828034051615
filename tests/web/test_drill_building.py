"""The pages of the drill where a tile is left out of a hand to build, and where hands race to ready."""

from __future__ import annotations

import html
import re
from datetime import date
from typing import Any

import pytest

from trainer.drill.puzzle import DiscardPuzzle
from trainer.tiles import tile_text
from trainer.usecases import practice

FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
PUZZLES = [p for p in practice.library().values() if isinstance(p, DiscardPuzzle)]
BUILT = [p for p in PUZZLES if p.variant == "seventeen"]
RACED = [p for p in PUZZLES if p.variant == "tenhodori"]


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def throw(client: Any, p: DiscardPuzzle, rank: int) -> str:
    (form,) = re.findall(r"<form [^>]*data-commit.*?</form>", client.get(f"/discards/{p.id}").text, re.DOTALL)
    fields = {**dict(FIELD.findall(form)), "action": f"discard:{tile_text(p.options[rank].discard)}"}
    return str(client.post(f"/discards/{p.id}/answer", data=fields, follow_redirects=True).text)


def test_the_question_says_what_is_left_out_and_shows_the_other_tiles(client: Any) -> None:
    text = client.get(f"/discards/{BUILT[0].id}").text
    said = plain(text)
    assert "Which tile do you leave out?" in said
    assert "14 of your 34 tiles are chosen." in said
    assert "Others will throw 17 tiles" in said
    assert "Goal points expected" in said
    assert text.count('<section class="river">') == 1
    assert "Your other tiles 20" in said
    for absent in ("What do you discard?", "the last tile is the one you drew", "Your draws left", "Turn", "Opponent"):
        assert absent not in text


@pytest.mark.parametrize("wanted", ["win", "value"])
def test_the_answer_is_graded_by_points_and_states_its_model(client: Any, wanted: str) -> None:
    client.post("/settings", data={"goal": wanted})
    p = next(p for p in BUILT if p.best(p.aim) != p.best())
    told = plain(throw(client, p, 0))
    assert "17 tiles thrown by others · points expected" in told
    assert "Model: others throw 17 tiles, each of them any of the 101 that you cannot see" in told
    assert "The first wait that comes decides" in told
    assert "Searched to the end: exact." in told
    assert "best tile to leave out" in told
    attempt = re.search(r'class="grade (\w+)"', throw(client, p, 0))
    assert attempt is not None
    assert attempt[1] == "best"


def test_the_table_has_the_hands_that_can_be_built_and_ones_own(client: Any) -> None:
    p = next(p for p in BUILT if sum(o.ready_prob > 0 for o in p.options) < len(p.options))
    ready = sum(o.ready_prob > 0 for o in p.options)
    for rank, rows in ((0, ready), (-1, ready + 1)):
        (table,) = re.findall(r'<table class="grid">.*?</table>', throw(client, p, rank), re.DOTALL)
        assert table.count("<tr") == 1 + rows
        assert "Shanten" not in table


def test_a_cheap_wait_is_told(client: Any) -> None:
    p = next(p for p in BUILT if p.options[0].ready_prob and any(o.ready_prob and not o.value for o in p.options))
    rank = next(i for i, o in enumerate(p.options) if o.ready_prob and not o.value)
    assert "too cheap to win on" in plain(throw(client, p, rank))


def test_an_appeal_solves_again_and_offers_only_what_it_can(client: Any) -> None:
    text = throw(client, BUILT[0], -1)
    (token,) = re.findall(r'<button class="btn text" name="token" value="([^"]+)"', text)
    page = client.post(f"/discards/{BUILT[0].id}/check", data={"token": token}, follow_redirects=True).text
    said = plain(page)
    assert "The verdict stands" in said
    assert "every number came out the same" in said
    assert "All ready hands, solved again" in said
    assert "Open in Analysis" not in said
    assert "Change the goal" not in said


def test_the_daily_of_both_games_can_be_answered(client: Any, app: Any) -> None:
    day = app.extensions["site"].today().isoformat()
    for key, send in (("seventeen", "Leave out"), ("tenhodori", "Discard")):
        p = practice.daily(key, date.fromisoformat(day))
        text = client.get(f"/daily/{day}?variant={key}").text
        assert send in plain(text)
        (form,) = re.findall(r"<form [^>]*data-commit.*?</form>", text, re.DOTALL)
        fields = {**dict(FIELD.findall(form)), "action": f"discard:{tile_text(p.options[0].discard)}"}
        told = client.post(f"/daily/{day}/answer?variant={key}", data=fields, follow_redirects=True).text
        assert 'class="grade best"' in told


def test_themes_offered_are_those_of_the_game(client: Any) -> None:
    said = plain(client.get(f"/discards/{BUILT[0].id}").text)
    assert "waits below the minimum" in said
    assert "the rivers decide" not in said
    assert client.get("/discards?variant=seventeen&theme=below_minimum").status_code == 303


def test_a_race_says_that_nobody_wins_in_it(client: Any) -> None:
    told = plain(throw(client, RACED[0], 0))
    assert "In the race nobody wins yet" in told
    assert "Your draws left" in plain(client.get(f"/discards/{RACED[0].id}").text)
