"""Nothing is revealed before the choice: a question's page is the same whatever its answer is."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.themes import Theme, Trap
from trainer.drill.waits import WaitPuzzle
from trainer.usecases import practice

LIBRARY = practice.library()


def shown(client: Any, url: str, headers: dict[str, str]) -> str:
    """The page without what differs from form to form: token and time."""
    text = client.get(url, headers=headers).text
    assert "<form" in text
    return re.sub(r'value="[\w-]{12}"|value="\d{13}"|data-since="\d{13}"', "", text)


@pytest.mark.parametrize("fragment", [False, True])
def test_a_discard_question_depends_on_its_position_alone(
    client: Any, htmx: dict[str, str], monkeypatch: pytest.MonkeyPatch, fragment: bool
) -> None:
    puzzle = next(p for p in LIBRARY.values() if isinstance(p, DiscardPuzzle))
    turned = tuple(
        replace(o, discard=other.discard)
        for o, other in zip(puzzle.options, reversed(puzzle.options), strict=True)
    )
    other = replace(puzzle, options=turned, themes=(Theme.FURITEN,), prior=2200)
    headers, url = htmx if fragment else {}, f"/discards/{puzzle.id}"
    before = shown(client, url, headers)
    monkeypatch.setattr(practice, "library", lambda: {other.id: other})
    assert shown(client, url, headers) == before


@pytest.mark.parametrize("query", ["", "?legal=1", "?unsorted=1", "?sprint=series-x"])
def test_a_wait_question_depends_on_its_hand_alone(
    client: Any, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    puzzle = next(p for p in LIBRARY.values() if isinstance(p, WaitPuzzle) and len(p.waits) == 3)
    other = replace(puzzle, waits=(), exhausted=(), legal=(), trap=Trap.NOT_READY, prior=2200)
    url = f"/waits/{puzzle.id}{query}"
    before = shown(client, url, {})
    monkeypatch.setattr(practice, "library", lambda: {other.id: other})
    assert shown(client, url, {}) == before
