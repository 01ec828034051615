"""The clock of building in a browser: what is chosen when it runs out is sent by the page itself."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from trainer.game.state import Stage
from trainer.usecases import play

SECONDS = 4


def test_the_page_sends_what_is_chosen_when_the_time_is_over(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def soon(game: play.Game) -> datetime | None:
        building = game.state.stage is Stage.BUILD
        return datetime.fromisoformat(game.stored.updated) + timedelta(seconds=SECONDS) if building else None

    page.goto("/play?variant=seventeen&o.buildSeconds=180")
    monkeypatch.setattr(play, "build_until", soon)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator(".phase .clock").wait_for()
    assert page.locator(".phase .clock").inner_text().startswith("0:0")
    last = page.locator("input[name=tiles]").last
    kept = last.get_attribute("value")
    page.locator(".phase label.key").last.click()
    assert last.is_checked()
    page.locator(".phase").wait_for(state="detached", timeout=20_000)
    hand = page.locator("#table .own .hand use, #table .hand use").evaluate_all("us => us.map(u => u.href.baseVal)")
    assert any(address.endswith(f"#{kept[1]}{kept[0]}") for address in hand)
