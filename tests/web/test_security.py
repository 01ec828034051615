"""Whatever a request holds, it is refused with a sentence or taken; it never breaks a page and leads nowhere else."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.usecases import practice
from trainer.web import forms

NO_NUMBERS = ("²", "٣", "1" * 5000, "-1", "1.5", " 7", "")


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number_in_plain_digits_is_the_default(text: str) -> None:
    assert forms.whole(text, 3) == 3


def test_a_number_is_read_up_to_its_bound() -> None:
    assert forms.whole("0042", -1) == 42
    assert forms.whole("9" * 9, -1) == 10**9 - 1
    assert forms.whole("9" * 10, -1) == -1
    assert forms.whole("9" * 14, -1, digits=14) == 10**14 - 1


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_an_action_whose_seen_is_no_number_changes_nothing(client: FlaskClient, text: str) -> None:
    game = client.post("/play", data={"variant": "bamboo", "bot": "random"}).headers["Location"]
    before = re.findall(r'name="seen" value="\d+"', client.get(game).text)
    answer = client.post(f"{game}/act", data={"action": "nonsense", "seen": text})
    assert answer.status_code == 303
    assert re.findall(r'name="seen" value="\d+"', client.get(game).text) == before != []


@pytest.mark.parametrize("text", NO_NUMBERS)
@pytest.mark.parametrize("kind", [DiscardPuzzle, WaitPuzzle])
def test_an_answer_whose_time_is_no_number_took_no_time(client: FlaskClient, kind: type, text: str) -> None:
    puzzle = next(p for p in practice.library().values() if isinstance(p, kind))
    if isinstance(puzzle, DiscardPuzzle):
        address, answer = f"/discards/{puzzle.id}", {"action": f"discard:{puzzle.best()[0].discard % 9 + 1}s"}
    else:
        address, answer = f"/waits/{puzzle.id}", {"waits": "1s"}
    token = re.search(r'name="token" value="([^"]+)"', client.get(address).text)
    assert token is not None
    sent = client.post(f"{address}/answer", data={**answer, "token": token[1], "shown": text})
    assert sent.status_code == 303
    (attempt,) = client.get("/progress/export").json["attempts"]  # type: ignore[index]
    assert attempt["ms"] == 0


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "//[", "http://[::1]x", ""])
def test_an_origin_that_is_no_address_is_foreign(app: Flask, origin: str) -> None:
    plain = FlaskClient(app, app.response_class)
    answer = plain.post("/settings", data={"theme": "dark"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "nothing was done" in answer.text


@pytest.mark.parametrize("rest", ["\t/evil.example", "/\t/evil.example", "\t\\evil.example", "\\evil.example"])
def test_a_redirect_stays_on_this_site_whatever_the_referrer_holds(client: FlaskClient, rest: str) -> None:
    goes = client.get("/language/en", headers={"Referer": f"http://localhost/{rest}"}).headers["Location"]
    assert re.fullmatch(r"/(?![/\\]).*", goes)
