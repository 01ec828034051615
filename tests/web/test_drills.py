"""Drills through their forms: nothing before the answer, everything after it, each answer once."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.tiles import Tile, tile_text
from trainer.usecases import practice

DISCARDS = [p for p in practice.library().values() if isinstance(p, DiscardPuzzle) and p.variant == "bamboo"]
WAITS = [p for p in practice.library().values() if isinstance(p, WaitPuzzle) and p.variant == "bamboo"]
HIDDEN = re.compile(r'name="(token|shown)" value="([^"]*)"')


def fields(text: str) -> dict[str, str]:
    return dict(HIDDEN.findall(text))


def test_the_packs_hold_three_hundred_of_each() -> None:
    assert (len(DISCARDS), len(WAITS)) == (300, 300)


def test_a_question_gives_nothing_away(client: FlaskClient) -> None:
    puzzle = DISCARDS[0]
    text = client.get(f"/discards/{puzzle.id}").text
    for secret in ("Why.", "All discards", "toss-up", f"{100 * puzzle.options[0].win_prob:.1f}"):
        assert secret not in text


def test_the_best_discard_is_best_and_counts_once(client: FlaskClient) -> None:
    puzzle = DISCARDS[1]
    form = fields(client.get(f"/discards/{puzzle.id}").text)
    best = tile_text(puzzle.best()[0].discard)
    for _ in range(2):
        answer = client.post(
            f"/discards/{puzzle.id}/answer", data={**form, "action": f"discard:{best}"}, follow_redirects=True
        )
        assert answer.status_code == 200
        assert re.search(r'<h1 class="grade best"[^>]*>Best', answer.text)
    data = client.get("/progress/export").json
    assert data is not None
    assert len(data["attempts"]) == 1
    assert data["attempts"][0]["mark"] == "best"


def test_a_worse_discard_shows_the_difference_and_the_loss(client: FlaskClient) -> None:
    puzzle = next(p for p in DISCARDS if p.analysis().choices[-1].grade == "blunder")
    worst = puzzle.analysis().choices[-1].discard
    assert worst is not None
    form = fields(client.get(f"/discards/{puzzle.id}").text)
    text = client.post(
        f"/discards/{puzzle.id}/answer", data={**form, "action": f"discard:{tile_text(worst)}"}, follow_redirects=True
    ).text
    assert "Blunder" in text
    assert "points of win chance" in text
    assert "I think I was right" in text
    (why,) = re.findall(r"<b>Why\.</b>(.*?)</p>", text, re.DOTALL)
    assert tile_text(worst) in why
    assert not re.search(r"after \d+[ ,.]", why)


@pytest.mark.parametrize("action", ["", "discard:", "discard:9m", "discard:77s", "win", "x" * 5000])
def test_an_answer_that_is_none_is_refused_and_the_question_stays(client: FlaskClient, action: str) -> None:
    puzzle = DISCARDS[2]
    form = fields(client.get(f"/discards/{puzzle.id}").text)
    answer = client.post(f"/discards/{puzzle.id}/answer", data={**form, "action": action})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "Why." not in answer.text


def test_a_form_without_its_token_is_refused(client: FlaskClient) -> None:
    answer = client.post(f"/discards/{DISCARDS[0].id}/answer", data={"action": "discard:1s"})
    assert answer.status_code == 422


def test_waits_hits_misses_and_false_calls_apart(client: FlaskClient) -> None:
    puzzle = next(p for p in WAITS if len(p.waits) == 3 and not p.exhausted)
    right = [tile_text(Tile(k)) for k in puzzle.waits]
    wrong = next(t for t in (f"{n}s" for n in range(1, 10)) if t not in right)
    form = fields(client.get(f"/waits/{puzzle.id}").text)
    text = client.post(
        f"/waits/{puzzle.id}/answer", data={**form, "waits": [right[0], wrong]}, follow_redirects=True
    ).text
    assert "1 of 3 waits" in text
    assert text.count('class="key missed"') == 2
    assert text.count('class="key false"') == 1
    assert text.count('class="key hit"') == 1


def test_not_ready_is_an_answer_and_nothing_is_none(client: FlaskClient) -> None:
    puzzle = next(p for p in WAITS if not p.waits and not p.exhausted)
    form = fields(client.get(f"/waits/{puzzle.id}").text)
    assert client.post(f"/waits/{puzzle.id}/answer", data=form).status_code == 422
    text = client.post(f"/waits/{puzzle.id}/answer", data={**form, "none": "1"}, follow_redirects=True).text
    assert "Not ready, and you said so" in text


def test_a_blocked_wait_is_shown_for_what_it_is(client: FlaskClient) -> None:
    puzzle = next(p for p in WAITS if p.exhausted and p.waits)
    form = fields(client.get(f"/waits/{puzzle.id}").text)
    right = [tile_text(Tile(k)) for k in puzzle.waits]
    text = client.post(f"/waits/{puzzle.id}/answer", data={**form, "waits": right}, follow_redirects=True).text
    assert "[blocked]" in text
    assert "you hold every copy" in text


def test_a_sprint_ends_after_ten_with_its_sums(client: FlaskClient) -> None:
    where = client.get("/waits?sprint=new").headers["Location"]
    for _ in range(practice.SPRINT):
        text = client.get(where).text
        form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text))
        (address,) = re.findall(r'action="(/waits/[^"]+/answer)"', text)
        client.post(address, data={**form, "none": "1"})
        where = client.get(f"/waits?sprint={form['sprint']}").headers["Location"]
    assert "/waits/sprint/" in where
    assert "of 10 right" in client.get(where).text


def test_the_daily_is_the_same_for_everyone_and_once_a_day(client: FlaskClient, app) -> None:  # type: ignore[no-untyped-def]
    today = client.get("/daily").text
    (day, *_) = re.findall(r"/daily/(\d{4}-\d\d-\d\d)", today)
    mine, others = client.get(f"/daily/{day}").text, app.test_client().get(f"/daily/{day}").text
    hand = re.compile(r'value="(discard:[^"]+)"')
    assert hand.findall(mine) == hand.findall(others)
    form = fields(mine)
    answer = client.post(
        f"/daily/{day}/answer", data={**form, "action": hand.findall(mine)[0]}, follow_redirects=True
    )
    assert "Copy the result" in answer.text
    assert "Why." in client.get(f"/daily/{day}").text
    assert "Why." not in app.test_client().get(f"/daily/{day}").text


@pytest.mark.parametrize(
    "address",
    [
        "/daily/2999-01-01",
        "/daily/yesterday",
        "/discards/nothing",
        "/waits/nothing",
        "/rules/nothing",
        "/discards?variant=nothing",
        "/waits?theme=nothing",
    ],
)
def test_what_is_not_there_is_404_in_a_sentence(client: FlaskClient, address: str) -> None:
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text
