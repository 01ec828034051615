"""Long work in a browser: progress that moves, an answer that comes by itself, a button that calls it off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from trainer.usecases import ask

LONG = 20.0
HAND = "/analysis?variant=fulldeck&hand=22m224446p123456s&draws="


class Steps:
    """An analysis that goes one step further each time it is let on."""

    def __init__(self) -> None:
        self.analyzed = ask.analyzed
        self.steps = [threading.Event() for _ in range(3)]

    def __call__(self, *posed: Any, pace: Any) -> Any:
        for n, step in enumerate(self.steps):
            pace.at(n, len(self.steps))
            step.wait(LONG)
        return self.analyzed(*posed)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[Steps]:
    held = Steps()
    monkeypatch.setattr(ask, "analyzed", held)
    yield held
    for step in held.steps:
        step.set()


def test_progress_moves_the_button_keeps_the_focus_and_the_answer_comes_by_itself(phone: Any, steps: Steps) -> None:
    phone.goto(HAND + "9")
    phone.get_by_text("0 % looked at").wait_for()
    phone.get_by_role("button", name="Cancel").focus()
    steps.steps[0].set()
    phone.get_by_text("33 % looked at").wait_for()
    assert phone.evaluate("document.activeElement.textContent") == "Cancel"
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    for step in steps.steps:
        step.set()
    phone.get_by_role("heading", name="All discards").wait_for()
    assert phone.url.endswith(HAND + "9")


def test_a_sent_form_shows_the_progress_and_cancel_gives_the_hand_back(phone: Any, steps: Steps) -> None:
    phone.goto(HAND + "8&edit=1")
    phone.get_by_role("button", name="Analyze").last.click()
    phone.get_by_text("looked at").wait_for()
    phone.get_by_role("button", name="Cancel").click()
    phone.wait_for_url("**edit=1")
    assert phone.locator('[name="drop"]').count() == 14


def test_without_scripts_the_page_loads_itself_again(plain: Any, steps: Steps) -> None:
    plain.goto(HAND + "7")
    assert plain.get_by_role("link", name="Look again").is_visible()
    for step in steps.steps:
        step.set()
    plain.get_by_role("heading", name="All discards").wait_for()
