"""Answers that take long: the page says how far they are, asks again, can be called off, and then holds the answer."""

from __future__ import annotations

import html
import io
import json
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import Deal
from tests.web.test_table import throw_on
from trainer.drill.puzzle import DiscardPuzzle
from trainer.progress.attempt import Mark
from trainer.solver.pace import UNWATCHED, Pace
from trainer.text import Refusal
from trainer.tiles import tile_text
from trainer.usecases import appeal, ask, play, practice, transfer
from trainer.usecases.work import Cancelled, Work

LONG = 20.0
HAND = "/analysis?variant=fulldeck&hand=22m224446p123456s&draws=3"
AGAIN = {"HX-Request": "true", "HX-Target": "looking"}
"""What the part of the page that asks again sends."""


class Held:
    """A real question that first says that a quarter is done, and then waits until it may go on."""

    def __init__(self, question: Any) -> None:
        self.question, self.calls, self.cancelled = question, 0, threading.Event()
        self.reached, self.go = threading.Event(), threading.Event()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        pace = kwargs.get("pace") or next(a for a in args if isinstance(a, Pace))
        self.calls += 1
        try:
            pace.at(0.25)
            self.reached.set()
            assert self.go.wait(LONG)
            pace.at(0.5)
        except Cancelled:
            self.cancelled.set()
            raise
        return self.question(*(UNWATCHED if a is pace else a for a in args))


@pytest.fixture
def work(app: Flask) -> Iterator[Work]:
    """The site's work, for whose answers no page waits."""
    app.config["PATIENCE"] = 0
    table = Work()
    app.extensions["site"] = replace(app.extensions["site"], work=table)
    yield table
    assert table.stop(LONG)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """What analyzes, held up."""
    question = Held(ask.analyzed)
    monkeypatch.setattr(ask, "analyzed", question)
    yield question
    question.go.set()


def settled(app: Flask, question: Held) -> None:
    """Let the question go on, and have pages wait for its end."""
    question.go.set()
    app.config["PATIENCE"] = LONG


def test_a_long_analysis_shows_its_progress_and_then_what_a_short_one_shows(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = client.get(HAND)
    assert "All discards" in at_once.text
    question = Held(ask.analyzed)
    monkeypatch.setattr(ask, "analyzed", question)
    app.extensions["site"] = replace(app.extensions["site"], work=Work())
    app.config["PATIENCE"] = 0
    client.get(HAND)
    assert question.reached.wait(LONG)
    page = client.get(HAND)
    assert page.status_code == 202
    assert "25 % looked at" in page.text
    assert "All discards" not in page.text
    assert "The discards that leave it nearest" in page.text, "what can be said at once"
    assert f'hx-get="{html.escape(HAND)}"' in page.text
    assert re.search(r'<noscript><meta http-equiv="refresh" content="2"></noscript>\s*</head>', page.text)
    assert re.search(r"<noscript><a [^>]*>Look again", page.text)
    part = client.get(HAND, headers=AGAIN)
    assert part.status_code == 200
    assert part.text.lstrip().startswith('<div class="stack" id="looking"')
    assert "HX-Refresh" not in part.headers
    settled(app, question)
    there = client.get(HAND, headers=AGAIN)
    assert (there.headers["HX-Refresh"], there.text) == ("true", "")
    assert client.get(HAND).text == at_once.text
    assert question.calls == 1


def test_the_form_sent_by_htmx_is_answered_with_the_progress(
    client: FlaskClient, work: Work, held: Held, htmx: dict[str, str]
) -> None:
    told = client.get(HAND, headers=htmx)
    assert told.text.lstrip().startswith('<div id="ask"')
    assert 'id="looking"' in told.text
    assert "show:window:top" in told.headers["HX-Reswap"]


def test_cancel_ends_the_work_and_keeps_the_hand(client: FlaskClient, work: Work, held: Held) -> None:
    client.get("/")
    page = client.get(HAND).text
    assert held.reached.wait(LONG)
    (address,) = re.findall(r'action="(/waiting/[^"]+/cancel)"', page)
    (back,) = re.findall(r'name="back" value="([^"]+)"', page)
    left = client.post(address, data={"back": html.unescape(back)})
    assert left.headers["Location"] == HAND + "&edit=1"
    held.go.set()
    assert held.cancelled.wait(LONG)
    assert 'name="drop" value="2m"' in client.get(left.headers["Location"]).text


def test_calling_off_never_leads_to_another_site(client: FlaskClient, work: Work) -> None:
    for back in ("//other.example/", "https://other.example/", ""):
        assert client.post("/waiting/unknown/cancel", data={"back": back}).headers["Location"].startswith("/")
        assert not client.post("/waiting/unknown/cancel", data={"back": back}).headers["Location"].startswith("//")


def test_the_same_question_written_otherwise_is_the_same_work(
    app: Flask, client: FlaskClient, work: Work, held: Held
) -> None:
    client.get(HAND)
    app.test_client().get(HAND.replace("22m224446p123456s", "224p22m446p123456s") + "&budget=1")
    settled(app, held)
    assert "All discards" in client.get(HAND).text
    assert held.calls == 1


def test_too_many_long_questions_are_refused_above_the_form(client: FlaskClient, work: Work, held: Held) -> None:
    client.get("/")
    for draws in (3, 4, 5):
        assert client.get(HAND.replace("draws=3", f"draws={draws}")).status_code == 202
    refused = client.get(HAND.replace("draws=3", "draws=6"))
    assert refused.status_code == 422
    assert re.search(r'role="alert".*3 questions of yours are being worked on.*<details', refused.text, re.DOTALL)


@pytest.mark.parametrize(("raised", "said"), [
    (Refusal("Nobody can tell."), "Nobody can tell."),
    (MemoryError(), "Something went wrong while this was worked out."),
])  # fmt: skip
def test_what_goes_wrong_in_long_work_is_one_sentence_on_the_page(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, raised: Exception, said: str
) -> None:
    def analyzed(*args: object, **kwargs: object) -> None:
        raise raised

    monkeypatch.setattr(ask, "analyzed", analyzed)
    answer = client.get(HAND)
    assert answer.status_code == 422
    assert said in html.unescape(answer.text)


def test_a_model_can_be_asked_to_search_deeper_and_an_exact_answer_cannot(client: FlaskClient) -> None:
    model = "/analysis?variant=fulldeck&hand=22m224446p123456s&draws=9"
    page = client.get(model).text
    (deeper,) = re.findall(r'href="([^"]+)">Search deeper', page)
    found = client.get(html.unescape(deeper)).text
    assert "Searched to 1 exchange(s)" in page
    assert "Searched to 2 exchange(s)" in found
    assert "Search deeper" not in found
    assert "Search deeper" not in client.get("/analysis?variant=bamboo&hand=12344567788999s&draws=3").text


def test_where_nothing_deeper_can_be_looked_at_that_is_said(client: FlaskClient) -> None:
    far = client.get("/analysis?variant=fulldeck&hand=112468m1568p34s36z&draws=8&budget=2").text
    assert "More hands lie deeper than can be looked at." in far
    assert "Search deeper" not in far


# ------------------------------------------------------------------ forms whose answer takes long


def wronged() -> DiscardPuzzle:
    return next(
        p
        for p in practice.library().values()
        if isinstance(p, DiscardPuzzle) and p.variant == "bamboo" and p.analysis().choices[-1].grade == "blunder"
    )


def test_the_check_of_an_answer_is_asked_for_again_by_its_form(
    app: Flask, client: FlaskClient, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = wronged()
    tile = tile_text(p.analysis().choices[-1].discard)  # type: ignore[arg-type]
    token = practice.new_token()
    question = Held(lambda puzzle, pace: mended(puzzle, tile))
    monkeypatch.setattr(appeal, "deeper", question)
    client.post(f"/discards/{p.id}/answer", data={"token": token, "shown": "0", "action": f"discard:{tile}"})
    address = f"/discards/{p.id}/check"
    first = client.post(address, data={"token": token})
    assert first.status_code == 202, first.text
    assert question.reached.wait(LONG)
    page = client.post(address, data={"token": token})
    assert page.status_code == 202
    assert "25 % looked at" in page.text
    assert f'hx-post="{address}"' in page.text
    (sent,) = re.findall(r"hx-vals='([^']+)'", page.text)
    assert sent == json.dumps({"token": [token]})
    assert f'action="{address}"><input type="hidden" name="token" value="{token}">' in page.text
    assert "http-equiv" not in page.text, "a form is not sent again without being asked"
    settled(app, question)
    there = client.post(address, data={"token": token}, headers=AGAIN)
    assert there.status_code == 200
    assert "Location" not in there.headers
    assert "You were right" in client.get(there.headers["HX-Redirect"]).text
    assert question.calls == 1
    with closing(app.extensions["site"].connect()) as db:
        (mark,) = db.execute("select mark from attempts").fetchone()
    assert mark == Mark.BEST


def test_a_long_review_and_a_long_puzzle_from_it_show_their_progress(
    app: Flask, client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = deal("bamboo", ("1112335568889s", "2233445566778s"), "9s")
    throw_on(client, game)
    review = client.get(f"{game}/review").text
    at = max(map(int, re.findall(rf'{game}/at/(\d+)"', review)))
    app.extensions["site"] = replace(app.extensions["site"], work=Work())
    judged, solved = Held(play.review), Held(play.puzzle_of)
    monkeypatch.setattr(play, "review", judged)
    monkeypatch.setattr(play, "puzzle_of", solved)
    app.config["PATIENCE"] = 0
    assert client.get(f"{game}/review").status_code == 202
    made = client.post(f"{game}/at/{at}/puzzle")
    assert made.status_code == 202
    assert f'hx-post="{game}/at/{at}/puzzle"' in made.text
    settled(app, judged)
    settled(app, solved)
    assert client.get(f"{game}/review").text == review
    there = client.post(f"{game}/at/{at}/puzzle", headers=AGAIN)
    assert client.get(there.headers["HX-Redirect"]).status_code == 200


def test_a_long_import_leads_to_a_page_of_its_progress(
    app: Flask, client: FlaskClient, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = Held(transfer.import_)
    monkeypatch.setattr(transfer, "import_", question)
    data = json.dumps({"format": 1, "settings": {"theme": "dark"}}).encode()
    sent = client.post("/progress/import", data={"file": (io.BytesIO(data), "a.json")})
    assert sent.status_code == 303
    place = sent.headers["Location"]
    assert question.reached.wait(LONG)
    page = client.get(place)
    assert page.status_code == 202
    assert "25 % looked at" in page.text
    settled(app, question)
    assert client.get(place, headers=AGAIN).headers["HX-Refresh"] == "true"
    assert "1 setting" in client.get(place, follow_redirects=True).text
    unknown = client.get("/progress/import/unknown")
    assert unknown.status_code == 422
    assert "given up" in unknown.text


def mended(puzzle: DiscardPuzzle, tile: str) -> DiscardPuzzle:
    """The puzzle with the best discard's numbers for this tile too."""
    best = puzzle.options[0]
    options = tuple(replace(best, discard=o.discard) if tile_text(o.discard) == tile else o for o in puzzle.options)
    return replace(puzzle, options=options)
