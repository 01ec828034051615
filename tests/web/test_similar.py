"""After an answer, a similar puzzle is one button away."""

from __future__ import annotations

import re
from typing import Any

import pytest

from trainer.drill.pack import Puzzling
from trainer.usecases import practice


@pytest.mark.parametrize(
    ("page", "kind", "answer"),
    [("discards", Puzzling.DISCARD, "action"), ("waits", Puzzling.WAITS, "none")],
)
def test_the_button_after_an_answer_opens_another_puzzle(
    client: Any, page: str, kind: Puzzling, answer: str
) -> None:
    puzzle = next(p for p in practice.library().values() if p.asks is kind)
    asked = client.get(f"/{page}/{puzzle.id}").text
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', asked))
    value = f"discard:{puzzle.to_json()['discards'][0]['discard']}" if kind is Puzzling.DISCARD else "1"
    text = client.post(f"/{page}/{puzzle.id}/answer", data={**form, answer: value}, follow_redirects=True).text
    url = f"/{page}/{puzzle.id}/similar"
    assert f'<form method="post" action="{url}">' in text
    sent = client.post(url)
    assert sent.status_code == 303
    assert sent.location.startswith(f"/{page}/")
    assert puzzle.id not in sent.location
    assert client.get(sent.location).status_code == 200


@pytest.mark.parametrize("page", ["discards", "waits"])
def test_nothing_is_similar_to_a_puzzle_that_does_not_exist(client: Any, page: str) -> None:
    assert client.post(f"/{page}/nothing/similar").status_code == 404
