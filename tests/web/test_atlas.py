"""The pages of the atlas: reached from everywhere, complete, filtered, and a way into the drill."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer.tiles import Tile, tile_text
from trainer.usecases import practice
from trainer.usecases.warmup import Warmup

HAND = "1123344455678s"
ROW = re.compile(r'<ol class="hands">.*?</ol>', re.DOTALL)
PLACE = re.compile(r"page (\d+) of (\d+)")


@pytest.fixture(autouse=True)
def prepared(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the atlas waits here: it is made when first asked for."""
    monkeypatch.setitem(app.extensions, "site", replace(app.extensions["site"], warmup=Warmup(lambda report: None)))


def hands_of(text: str) -> list[str]:
    found = ROW.search(text)
    return re.findall(r'href="/atlas/hand/([1-9]+s)\?', found.group()) if found else []


def train(client: FlaskClient, **form: str) -> str:
    answer = client.post("/atlas/train", data=form)
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def solve(client: FlaskClient, address: str) -> None:
    """Answer the drill at this address rightly."""
    id_ = address.partition("?")[0].rpartition("/")[2]
    text = client.get(address).text
    hidden = dict(re.findall(r'name="(token|shown)" value="([^"]*)"', text))
    with client.application.app_context():
        db = client.application.extensions["site"].connect()
        puzzle: Any = practice.find(db, "", id_, practice.Puzzling.WAITS)
        db.close()
    waits = [tile_text(Tile(k)) for k in puzzle.waits]
    fields = {"waits": waits} if waits else {"none": "1"}
    assert client.post(f"/waits/{id_}/answer", data={**hidden, **fields}).status_code == 303


def test_the_atlas_is_reached_from_every_page_and_from_home(client: FlaskClient) -> None:
    home = client.get("/").text
    assert '<a class="way" href="/atlas">' in home
    for page in ("/", "/settings", "/rules"):
        menu = re.search(r"<nav.*?</nav>", client.get(page, follow_redirects=True).text, re.DOTALL)
        assert menu is not None
        assert 'href="/atlas"' in menu.group()


def test_the_overview_tells_all_counts_and_the_rule_of_mastery(client: FlaskClient) -> None:
    text = client.get("/atlas").text
    for number in ("93,600", "40,196", "14,193", "14,493", "6,739", "2,948", "1,335", "392", "79", "16", "53,404"):
        assert f">{number}<" in text, number
    assert "right on the last two days" in text
    assert "count apart" in text
    assert " style=" not in text


def test_a_list_shows_every_hand_of_seven_waits_over_its_pages(client: FlaskClient) -> None:
    seen: list[str] = []
    url: str | None = "/atlas/hands?waits=7"
    while url:
        text = client.get(url).text
        seen += hands_of(text)
        onward = re.search(r'href="([^"]+)" rel="next"', text)
        url = onward.group(1).replace("&amp;", "&") if onward else None
    assert len(seen) == len(set(seen)) == 79


def test_a_list_goes_on_to_the_next_page_not_to_the_next_puzzle(client: FlaskClient) -> None:
    text = client.get("/atlas/hands?waits=7", headers={"Accept-Language": "zh-CN"}).text
    assert 'rel="next">' in text
    assert 'rel="next">下一题' not in text


def test_a_page_beyond_the_end_is_the_last_one_and_nonsense_is_no_filter(client: FlaskClient) -> None:
    place = PLACE.search(client.get("/atlas/hands?waits=7&page=999").text)
    assert place is not None
    assert place.groups() == ("4", "4")
    assert "93,600 hands" in client.get("/atlas/hands?waits=x&gap=y&page=²").text
    assert hands_of(client.get("/atlas/hands?waits=12").text) == []


def test_a_list_does_not_tell_the_waits(client: FlaskClient) -> None:
    text = client.get("/atlas/hands?waits=7").text
    assert 'class="proof"' not in text


def test_a_hand_has_its_waits_with_readings_its_chances_and_its_mirror_image(client: FlaskClient) -> None:
    text = client.get(f"/atlas/hand/{HAND}").text
    assert "Waits for 4 kinds · 12 tiles" in text
    assert text.count('class="proof"') == 9
    assert "two-sided, closed" in text
    assert '<svg class="chart"' in text
    assert "/atlas/hand/2345566677899s" in text
    assert f'href="/analysis?hand={HAND}&amp;variant=bamboo"' in text
    assert " style=" not in text


def test_the_waits_of_a_hand_not_met_are_folded_until_it_is_met(client: FlaskClient) -> None:
    page = f"/atlas/hand/{HAND}"
    assert '<details class="card"><summary>Its waits' in client.get(page).text
    solve(client, train(client, variant="bamboo", hand=HAND, waits="4"))
    text = client.get(page).text
    assert '<details class="card" open><summary>Its waits' in text
    assert ">met<" in text


def test_train_this_hand_asks_about_it_and_goes_on_with_as_many_waits(client: FlaskClient) -> None:
    address = train(client, variant="bamboo", hand=HAND, waits="4")
    assert address.startswith("/waits/")
    assert address.endswith("?count=4")
    text = client.get(address).text
    assert "Which tiles complete this hand?" in text
    assert 'name="count" value="4"' in text


def test_an_answer_moves_the_hand_from_not_met_to_met_in_overview_and_lists(client: FlaskClient, clock: Any) -> None:
    assert len(hands_of(client.get("/atlas/hands?waits=9&unmet=1").text)) == 1
    for expected in ("met", "mastered"):
        solve(client, train(client, waits="9"))
        assert f'class="standing {expected}">{expected}<' in client.get("/atlas/hands?waits=9").text
        clock.tick(days=1)
    assert hands_of(client.get("/atlas/hands?waits=9&unmet=1").text) == []
    assert "No hand is left here" in client.get("/atlas/hands?waits=9&unmet=1").text
    assert '"1 of 1 met"' in client.get("/atlas").text


@pytest.mark.parametrize("address", ["/atlas/hand/123", "/atlas/hand/1112345678999m", "/atlas?variant=fulldeck"])
def test_what_the_atlas_does_not_hold_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_training_what_does_not_exist_is_refused(client: FlaskClient) -> None:
    assert client.post("/atlas/train", data={"hand": "123"}).status_code == 404
    assert client.post("/atlas/train", data={"waits": "12"}).status_code == 404


def test_warm_pages_are_quick(client: FlaskClient) -> None:
    """What readers are promised, which is ten times what these pages take on a machine with nothing else to do."""
    for url, seconds in (("/atlas", 0.05), ("/atlas/hands?waits=2&page=9", 0.1), (f"/atlas/hand/{HAND}", 0.1)):
        client.get(url)
        taken = []
        for _ in range(5):
            began = time.perf_counter()
            assert client.get(url).status_code == 200
            taken.append(time.perf_counter() - began)
        assert min(taken) < seconds, url
