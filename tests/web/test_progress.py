"""Progress, export and import through their forms; the daily and the first page beside them."""

from __future__ import annotations

import io
import json
import re
from contextlib import closing
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer import store, variants
from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.tiles import tile_text
from trainer.usecases import catalog, practice
from trainer.web import present_waits

HIDDEN = re.compile(r'name="(token|shown)" value="([^"]*)"')
ACTION = re.compile(r'<button[^>]*name="action" value="([^"]+)"')


def send(client: FlaskClient, text: str | bytes, **more: Any) -> Any:
    body = text if isinstance(text, bytes) else text.encode()
    return client.post("/progress/import", data={"file": (io.BytesIO(body), "progress.json")}, **more)


def play_two_deals(client: FlaskClient) -> str:
    """A game that is in its second deal or later; the person discards what he drew."""
    for _ in range(20):
        game = str(client.post("/play", data={"variant": "bamboo", "bot": "random"}).headers["Location"])
        dealt = 1
        for _ in range(60):
            text = client.get(game).text
            actions = ACTION.findall(text)
            if not actions:
                break
            if dealt > 1 and any(a.startswith("discard") for a in actions):
                return game
            choice = next((a for a in actions if a in ("deal", "pass")), actions[-1])
            dealt += choice == "deal"
            seen = re.findall(r'name="seen" value="(\d+)"', text)[0]
            client.post(f"{game}/act", data={"action": choice, "seen": seen})
    pytest.fail("no game came to its second deal")


def test_the_export_tells_nothing_of_the_deal_that_is_being_played(client: FlaskClient, app: Flask) -> None:
    game = play_two_deals(client)
    with app.app_context():
        db = app.extensions["site"].connect()
        lines = [row[0] for row in db.execute("SELECT body FROM events WHERE game = ? ORDER BY n", [game[6:]])]
        db.close()
    deals = [json.loads(line) for line in lines if line.startswith('{"type":"deal"')]
    text = client.get("/progress/export").text
    assert deals[-1]["salt"] not in text
    assert deals[-1]["commitment"] not in text
    assert deals[0]["salt"] in text
    assert "still being played is left out" in client.get("/progress").text


def test_a_new_identity_imports_what_the_old_one_exported(client: FlaskClient, app: Flask) -> None:
    play_two_deals(client)
    text = client.get("/progress/export").text
    number = len(json.loads(text)["games"])
    other = app.test_client()
    answer = send(other, text)
    assert answer.status_code == 303
    assert f"{number} new game" in other.get(answer.headers["Location"]).text
    (found, *_) = json.loads(other.get("/progress/export").text)["games"]
    assert other.get(f"/play/{found['id']}").status_code == 200
    assert client.get(f"/play/{found['id']}").status_code == 404, "it is a game of its own"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no json", "not JSON"),
        (b"\xff", "not JSON"),
        ("{}", "not an export"),
        (json.dumps({"format": 1, "attempts": [{"token": "\ud800"}]}), "Answer 1"),
        (json.dumps({"format": 1, "games": [{}]}), "Game 1"),
        (json.dumps({"format": 1, "puzzles": [{}]}), "Puzzle 1"),
    ],
)
def test_a_refused_import_is_told_on_the_progress_page(client: FlaskClient, text: str | bytes, says: str) -> None:
    answer = send(client, text)
    assert answer.status_code == 422
    (sentence,) = re.findall(r'role="alert">([^<]*)<', answer.text)
    assert says in sentence
    assert 'id="transfer"' in answer.text
    assert client.get("/progress").status_code == 200
    assert client.get("/progress/export").status_code == 200


def test_a_file_that_is_too_large_and_none_at_all(client: FlaskClient, app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 1000
    answer = send(client, " " * 2000)
    assert (answer.status_code, 'id="transfer"' in answer.text) == (413, True)
    assert "too large" in answer.text
    answer = client.post("/progress/import")
    assert (answer.status_code, 'id="transfer"' in answer.text) == (422, True)


@pytest.mark.parametrize("number", ["²", "1" * 5000, "-1", "", "x", "１"])
def test_a_number_in_strange_digits_tells_of_no_import(client: FlaskClient, number: str) -> None:
    for query in ({"attempts": number, "games": "1"}, {"attempts": "1", "games": number}):
        answer = client.get("/progress", query_string=query)
        assert answer.status_code == 200
        assert "Imported" not in answer.text
    told = client.get("/progress", query_string={"attempts": "1", "games": "0", "puzzles": number, "settings": "2"})
    assert "1 new answer · 0 new games · 2 settings" in told.text


def test_while_others_write_the_page_says_to_try_again(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TIMEOUT", 0.05)  # before the first connection, which is kept
    client.post("/settings", data={"theme": "dark"})
    with closing(app.extensions["site"].connect()) as other, store.write(other):
        for answer in (send(client, '{"format":1}'), client.post("/settings", data={"theme": "light"})):
            assert answer.status_code == 503
            assert answer.headers["Retry-After"]
            assert len(re.findall(r'role="alert"', answer.text)) == 1
    assert client.post("/settings", data={"theme": "light"}).status_code == 303


# ------------------------------------------------------------------ daily, waits, the first page


def test_a_second_daily_answer_shows_the_first(client: FlaskClient) -> None:
    (day, *_) = re.findall(r"/daily/(\d{4}-\d\d-\d\d)", client.get("/daily").text)
    question = client.get(f"/daily/{day}").text
    actions = re.findall(r'value="(discard:[^"]+)"', question)
    for n in range(2):
        form = {**dict(HIDDEN.findall(question)), "token": f"token-{n}", "action": actions[n]}
        assert client.post(f"/daily/{day}/answer", data=form).status_code == 303
    stored = json.loads(client.get("/progress/export").text)["attempts"]
    assert [a["answer"] for a in stored] == [actions[0]]


def test_another_pack_does_not_change_what_was_answered(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    (day, *_) = re.findall(r"/daily/(\d{4}-\d\d-\d\d)", client.get("/daily").text)
    question = client.get(f"/daily/{day}").text
    action = re.findall(r'value="(discard:[^"]+)"', question)[0]
    client.post(f"/daily/{day}/answer", data={**dict(HIDDEN.findall(question)), "action": action})
    before = client.get(f"/daily/{day}")
    tile = action.split(":")[1]
    other = next(
        p
        for p in practice.library().values()
        if isinstance(p, DiscardPuzzle) and tile not in {tile_text(t) for t in p.position.hand.tiles}
    )
    monkeypatch.setattr(practice, "daily", lambda variant, when: other)
    after = client.get(f"/daily/{day}")
    assert (before.status_code, after.status_code) == (200, 200)
    assert "Why." in after.text
    monkeypatch.setattr(practice, "library", dict)
    gone = client.get(f"/daily/{day}")
    assert gone.status_code == 404
    assert "no longer kept" in gone.text


def test_what_was_asked_is_what_the_result_shows_whatever_the_address_says(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(p for p in practice.library().values() if isinstance(p, WaitPuzzle) and p.furiten)
    form = {"token": "token-legal", "none": "1", "legal": "1"}
    assert client.post(f"/waits/{puzzle.id}/answer", data=form).status_code == 303
    shown: list[bool] = []
    result = present_waits.result

    def spy(*args: Any, legal: bool) -> dict[str, object]:
        shown.append(legal)
        return result(*args, legal=legal)

    monkeypatch.setattr(present_waits, "result", spy)
    for query in ("", "&legal=1"):
        assert client.get(f"/waits/{puzzle.id}?token=token-legal{query}").status_code == 200
    assert shown == [True, True]


def test_a_run_without_answers_does_not_exist(client: FlaskClient) -> None:
    assert client.get("/waits/sprint/nothing").status_code == 404


def test_the_first_page_does_without_puzzles_of_the_first_game(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = practice.daily

    def daily(variant: str, when: Any) -> DiscardPuzzle:
        asked.append(variant)
        return known("nothing" if len(asked) == 1 else variant, when)

    asked: list[str] = []
    bamboo = variants.get("bamboo")
    monkeypatch.setattr(catalog, "variants", lambda: (bamboo, bamboo))
    monkeypatch.setattr(practice, "daily", daily)
    answer = client.get("/")
    assert answer.status_code == 200
    assert "What do you discard?" in answer.text
    assert len(asked) == 2
    monkeypatch.setattr(practice, "library", dict)
    answer = client.get("/")
    assert answer.status_code == 200
    assert "What do you discard?" not in answer.text
