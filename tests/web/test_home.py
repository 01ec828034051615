"""Home and progress: what a person sees of today and of the days before."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from trainer.web import present


def attempt(number: int, **fields: Any) -> dict[str, Any]:
    """An answered wait question as an export holds it."""
    return {
        "token": f"token{number:07d}", "variant": "bamboo", "edition": 1, "kind": "waits", "mode": "practice",
        "puzzle": "fae523f917fb", "answer": "47s", "mark": "wrong", "ms": 800, "at": "2026-03-13T08:18:18+00:00",
        "first": True, "loss": None, "share": None, "hits": 0, "misses": 1, "false_calls": 2, "wait_count": 2,
        "themes": ["two"], "day": None, "series": None, **fields,
    }  # fmt: skip


def bring(client: FlaskClient, attempts: list[dict[str, Any]]) -> str:
    """The progress page after these answers were imported."""
    data = json.dumps({"format": 1, "settings": {}, "attempts": attempts, "games": []}).encode()
    assert client.post("/progress/import", data={"file": (io.BytesIO(data), "a.json")}).status_code == 303
    return client.get("/progress").text


def test_the_daily_position_is_answered_from_home_by_its_tiles(client: FlaskClient) -> None:
    home = client.get("/").text
    form = re.search(r'<form method="post" action="(/daily/[^"]+)">(.*?)</form>', home, re.S)
    assert form
    tiles = re.findall(r'name="action" value="(discard:\w+)"', form[2])
    assert len(tiles) == 14
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[2]))
    answered = client.post(form[1].replace("&amp;", "&"), data={**fields, "action": tiles[0]}, follow_redirects=True)
    assert "All discards" in answered.text
    home = client.get("/").text
    assert 'name="action"' not in home, "once a day"
    assert "See your answer" in home
    assert "1 day in a row" in home


def test_every_way_in_is_one_link_with_its_words_inside(client: FlaskClient) -> None:
    ways = re.findall(r'<a class="way" href="([^"]+)">.*?<small>(.+?)</small></span></a>', client.get("/").text, re.S)
    assert {"/discards", "/waits", "/play", "/analysis", "/score", "/rules"} <= {url for url, _ in ways}


def test_a_skill_is_listed_once(client: FlaskClient) -> None:
    page = bring(client, [attempt(n) for n in range(5)])
    weak = re.findall(r'<section class="card skill">.*?<h3>(.*?)</h3>', page, re.S)
    assert weak == ["2 waits"]
    assert "two waits" not in page
    assert re.findall(r'class="card skill".*?<h3>(.*?)</h3>', client.get("/").text, re.S) == weak


def test_ten_answers_come_first_and_the_others_are_folded(client: FlaskClient) -> None:
    page = bring(client, [attempt(n, at=f"2026-03-{n + 1:02d}T08:00:00+00:00") for n in range(12)])
    tables = re.findall(r'<table class="grid recent">.*?</table>', page, re.S)
    assert [t.count("<tr>") - 1 for t in tables] == [10, 2]
    assert "Mar 12" in tables[0]
    assert "Lost" in tables[0]


def test_the_streak_has_its_unit_and_the_days_their_names(client: FlaskClient) -> None:
    page = bring(client, [attempt(n, at=f"2026-03-{n + 11:02d}T08:00:00+00:00") for n in range(3)])
    assert re.search(r'class="num">3 <span class="unit">days in a row<', page)
    calendar = re.search(r'<svg class="calendar".*?</svg>', page, re.S)
    assert calendar
    assert all(name in calendar[0] for name in ("Mon", "Wed", "Fri", "Feb"))
    assert "16 weeks" in page
    assert 'class="chart"' in page, "the share of good answers over time"


def test_with_one_day_the_page_says_when_the_curve_begins(client: FlaskClient) -> None:
    page = bring(client, [attempt(1)])
    assert "The curve begins on the second day of practice." in page


@pytest.mark.parametrize(("amount", "shown"), [(-10_000, "−10,000"), (12_000, "12,000"), (-1.5, "−1.5"), (0, "0")])
def test_there_is_one_minus_sign(amount: float, shown: str) -> None:
    assert present.number(amount) == shown


def test_settings_offer_every_value_and_keep_the_chosen_one(client: FlaskClient) -> None:
    client.post("/settings", data={"board": "plum", "digits": "on"})
    page = client.get("/settings").text
    assert re.search(r'name="board" value="plum" checked', page)
    assert re.search(r'name="digits" value="on" checked', page)
    assert page.count("checked") == page.count("<fieldset")
