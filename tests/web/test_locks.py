"""Win or wait on its pages: what is asked, what is told, and what is kept of an answer."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Any

import pytest

from trainer import variants
from trainer.drill import generate
from trainer.drill.locks import WIN, Lesson, LockPuzzle
from trainer.usecases import practice

FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@cache
def of(lesson: Lesson, *, offered: bool) -> LockPuzzle:
    rules = variants.get("xueliu").ruleset()
    made = (generate.lock(rules, (), 7, index) for index in range(300))
    return next(p for p in made if p is not None and p.lesson is lesson and (p.offered is not None) == offered)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> LockPuzzle:
    """The only puzzle of its kind: a win offered by the other seat's discard."""
    p = of(Lesson.WIN_NOW, offered=True)
    for other in [q for q in practice.library().values() if isinstance(q, LockPuzzle)]:
        monkeypatch.delitem(practice.library(), other.id)
    monkeypatch.setitem(practice.library(), p.id, p)
    return p


def answer(client: Any, p: LockPuzzle, **given: str) -> Any:
    (form,) = re.findall(r"<form [^>]*data-commit.*?</form>", client.get(f"/locks/{p.id}").text, re.DOTALL)
    fields = {**dict(FIELD.findall(form)), **given}
    return client.post(f"/locks/{p.id}/answer", data=fields, follow_redirects=True)


def test_the_drill_is_reached_from_the_discards_of_its_game(
    client: Any, asked: LockPuzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = variants.get("xueliu").ruleset()
    p = next(p for i in range(30) if (p := generate.discard(rules, (), 1, i)) is not None)
    monkeypatch.setitem(practice.library(), p.id, p)
    assert "/locks?variant=xueliu" in client.get(f"/discards/{p.id}").text
    assert client.get("/locks").headers["Location"].endswith(f"/locks/{asked.id}")
    bamboo = next(p for p in practice.library().values() if p.variant == "bamboo")
    assert "/locks" not in client.get(f"/discards/{bamboo.id}").text


def test_nothing_is_told_before_the_answer(client: Any, asked: LockPuzzle) -> None:
    page = plain(client.get(f"/locks/{asked.id}").text)
    assert "Do you win, or wait?" in page
    assert "Just thrown" in page
    assert "Your first win locks the hand" in page
    assert "further wins" not in page


def test_both_ways_are_told_with_their_points_and_their_model(client: Any, asked: LockPuzzle) -> None:
    won = asked.answer(WIN)
    page = plain(answer(client, asked, instead="win").text)
    assert re.search(rf"Win now: {won.now:g} \+ [\d.]+ points, with {round(won.hits, 1):g} further wins", page)
    assert re.search(r"Go on: [\d.]+ points\.", page)
    assert "tiles to come × copies unseen / all unseen" in page
    assert "Best" in page


def test_the_answer_is_kept_with_its_loss(client: Any, asked: LockPuzzle) -> None:
    page = answer(client, asked, instead="pass").text
    assert f"{100 * asked.share(asked.answer('pass')):.1f} %" in page
    table = plain(client.get("/progress").text)
    assert "Win or wait" in table
    assert "win and stay in these waits" in table or "Win or wait" in table
    exported = client.get("/progress/export").get_json(force=True)
    (kept,) = [a for a in exported["attempts"] if a["kind"] == "lock"]
    assert (kept["answer"], kept["puzzle"], kept["themes"]) == ("pass", asked.id, ["win_now"])


def test_an_answer_that_is_not_there_is_refused(client: Any, asked: LockPuzzle) -> None:
    assert answer(client, asked, instead="discard:1p").status_code == 422
    assert answer(client, asked, action="").status_code == 422


def test_at_ones_own_turn_a_tile_is_thrown_or_the_win_taken(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    p = of(Lesson.LET_GO, offered=False)
    monkeypatch.setitem(practice.library(), p.id, p)
    page = client.get(f"/locks/{p.id}").text
    assert 'value="win"' in page
    assert 'value="pass"' not in page
    assert page.count('name="action"') == len(p.position.hand.tiles)
    said = answer(client, p, action=p.answers[0].text).text
    assert 'class="grade best"' in said


def test_with_htmx_the_answer_is_the_fragment(client: Any, asked: LockPuzzle, htmx: dict[str, str]) -> None:
    form = dict(FIELD.findall(client.get(f"/locks/{asked.id}").text))
    got = client.post(f"/locks/{asked.id}/answer", data={**form, "instead": "win"}, headers=htmx)
    assert got.status_code == 200
    assert "<html" not in got.text
