"""A practice game through its forms, the way a browser without scripts plays it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer import variants
from trainer.game import record
from trainer.usecases import play
from trainer.usecases.warmup import Warmup

FORM = re.compile(r'name="seen" value="(\d+)"')
ACTION = re.compile(r'<button[^>]*name="action" value="([^"]+)"')


@pytest.fixture(autouse=True)
def unprepared(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is not prepared ahead of need: a test would not wait for it, only be slowed by it."""
    ready = replace(app.extensions["site"], warmup=Warmup(lambda report: None))
    monkeypatch.setitem(app.extensions, "site", ready)


def start(client: FlaskClient, **fields: str) -> str:
    answer = client.post("/play", data={"variant": "bamboo", "bot": "random", **fields})
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def running(client: FlaskClient) -> str:
    """A game in which the person may discard now; one deal in nine is won by the dealer at once."""
    for _ in range(50):
        game = start(client)
        if any(a.startswith("discard") for a in page(client, game)[2]):
            return game
    pytest.fail("no deal was left to play")


def act(client: FlaskClient, game: str, action: str, seen: str, **more: object) -> tuple[int, str]:
    answer = client.post(f"{game}/act", data={"action": action, "seen": seen, **more}, follow_redirects=True)
    return answer.status_code, answer.text


def page(client: FlaskClient, game: str) -> tuple[str, str, list[str]]:
    text = client.get(game).text
    (seen,) = FORM.findall(text)
    return text, seen, ACTION.findall(text)


def finish(client: FlaskClient, game: str, *, deals: int = 40) -> None:
    for _ in range(deals * 12):
        _, seen, actions = page(client, game)
        if not actions:
            return
        choice = next((a for a in actions if a == "win"), actions[-1])
        status, _ = act(client, game, choice, seen)
        assert status == 200
    pytest.fail("the match did not end")


def test_a_whole_match_from_deal_to_record(client: FlaskClient) -> None:
    game = start(client, **{"o.hands": "2"})
    assert client.get(f"{game}/record").status_code == 422
    finish(client, game)
    text = client.get(f"{game}/record").text
    found = record.loads(text)
    assert record.verify(variants.get("bamboo").ruleset(dict(found.header.options)), found.events) == []
    assert client.get(f"{game}/review").status_code == 200
    assert client.get(f"{game}/at/5").status_code == 200


def test_a_second_press_changes_nothing(client: FlaskClient) -> None:
    game = running(client)
    _, seen, actions = page(client, game)
    discard = next(a for a in actions if a.startswith("discard") and "riichi" not in a)
    act(client, game, discard, seen)
    _, later, _ = page(client, game)
    status, again = act(client, game, discard, seen)
    assert status == 200
    assert FORM.findall(again) == [later]


def test_an_illegal_action_names_the_rule_and_changes_nothing(client: FlaskClient) -> None:
    game = running(client)
    _, seen, _ = page(client, game)
    status, text = act(client, game, "kong:1s:9s", seen)
    assert status == 422
    assert "is not an action" in text
    assert page(client, game)[1] == seen
    for action in ("", "win:xx", "discard:9m", "discard:", "nonsense"):
        status, _ = act(client, game, action, seen)
        assert status == 422, action


@pytest.mark.parametrize("seen", ["", "x", "-1", "999999", "１"])
def test_a_stale_or_damaged_form_shows_the_table_as_it_is(client: FlaskClient, seen: str) -> None:
    game = running(client)
    before = page(client, game)[1]
    status, text = act(client, game, "pass", seen)
    assert status == 200
    assert FORM.findall(text) == [before]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"bot": "god"}, "There is no bot"),
        ({"o.suit": "z"}, "suit must be one of"),
        ({"o.start": "many"}, "start must be a whole number"),
        ({"o.nothing": "1"}, "Unknown option nothing"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(client: FlaskClient, fields: dict[str, str], says: str) -> None:
    answer = client.post("/play", data={"variant": "bamboo", "bot": "speed", **fields})
    assert answer.status_code == 422
    assert says in answer.text


def test_another_persons_game_does_not_exist(client: FlaskClient, app: Flask) -> None:
    game = start(client)
    other = app.test_client()
    assert other.get(game).status_code == 404
    assert client.get("/play/nothing").status_code == 404


def test_every_bot_on_offer_plays(client: FlaskClient) -> None:
    for bot in play.BOTS:
        game = start(client, bot=bot, **{"o.hands": "1"})
        finish(client, game, deals=2)
