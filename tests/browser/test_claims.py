"""Claims at the table in a browser: keys, thumbs, and a hand that stays where it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.game import build
from tests.web.test_table import idle
from trainer import variants
from trainer.usecases import play

PHONE = 390
Deal = Callable[..., Any]


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Opens a game of a variant on a page: the person deals and gets `mine`, the bot throws what it draws."""
    monkeypatch.setattr(play, "_bot", idle)
    monkeypatch.setattr(play.secrets, "randbelow", lambda n: 0)

    def open_(page: Any, variant: str, mine: str, draws: str, **more: Any) -> Any:
        wall = build.tables_wall(variants.get(variant).ruleset(), (mine, ""), draws, **more)
        monkeypatch.setattr(play, "_shuffle", lambda rules: (wall, build.SALT))
        page.goto(f"/play?variant={variant}")
        page.get_by_role("button", name="Deal", exact=True).click()
        page.locator(".table .hand").wait_for()
        page.wait_for_load_state()
        return page

    return open_


def top_of_hand(page: Any) -> int:
    return round(page.locator(".table .hand").bounding_box()["y"] - page.locator("#table").bounding_box()["y"])


def throw(page: Any) -> None:
    page.locator(".hand button.drawn").click()
    page.locator(".offer").wait_for()


SIX = ("honglong", "3455567m1122z34z", "7z5m")
"""Three chows, a pung, a kong and a pass."""


def test_keys_go_through_claims_of_one_kind_and_take_one(page: Any, deal: Deal) -> None:
    deal(page, *SIX)
    throw(page)
    for _ in range(2):
        page.keyboard.press("c")
    assert page.evaluate("document.activeElement.value") == "chow:4m6m"
    page.keyboard.press("Enter")
    page.locator(".hand .meld").wait_for()
    labels = page.locator(".hand .meld .tile").evaluate_all("xs => xs.map(x => x.ariaLabel)")
    assert labels == ["4 characters", "5 characters", "6 characters"]


@pytest.mark.parametrize(("key", "word"), [("p", "Pon"), ("k", "Kong")])
def test_a_key_claims_a_pung_or_a_kong(page: Any, deal: Deal, key: str, word: str) -> None:
    deal(page, *SIX)
    throw(page)
    assert page.locator(".act kbd", has_text=key).is_visible()
    page.keyboard.press(key)
    page.locator(".log", has_text=f"You call: {word}").wait_for()


def test_escape_lets_a_tile_pass(page: Any, deal: Deal) -> None:
    deal(page, *SIX)
    throw(page)
    page.keyboard.press("Escape")
    page.locator(".log", has_text="You pass").wait_for()


def test_a_key_sets_a_wind_aside(page: Any, deal: Deal) -> None:
    deal(page, "sanma2", "123456789p1155z", "4z")
    page.keyboard.press("a")
    page.locator(".hand .aside").wait_for()


@pytest.mark.parametrize("width", [360, PHONE, 1280])
def test_six_answers_fit_and_the_hand_stays_where_it_is(page: Any, deal: Deal, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    deal(page, *SIX)
    before = top_of_hand(page)
    throw(page)
    assert top_of_hand(page) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    felt = page.locator(".table").bounding_box()
    for act in [*page.locator(".act").all(), page.locator(".offer .tile")]:
        box = act.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["x"] >= felt["x"]
        assert box["x"] + box["width"] <= felt["x"] + felt["width"]
        inside = act.evaluate("x => x.scrollWidth <= x.clientWidth && x.scrollHeight <= x.clientHeight + 1")
        assert inside, act.inner_text()


def test_on_a_phone_a_table_with_long_rivers_is_seen_whole(phone: Any, deal: Deal) -> None:
    deal(phone, "fulldeck", "123456789m1122z", "7z")
    hand = phone.locator(".table .hand").bounding_box()
    tabs = phone.locator(".tabs").bounding_box()
    assert hand["y"] + hand["height"] <= tabs["y"]
    before = top_of_hand(phone)
    for _ in range(17):
        seen = phone.locator("input[name=seen]").get_attribute("value")
        if phone.locator("button[value=pass]").count():
            phone.locator("button[value=pass]").click()
        else:
            phone.locator(".hand button.drawn").click()
        phone.wait_for_function("x => document.querySelector('input[name=seen]').value !== x", arg=seen)
        assert top_of_hand(phone) == before
    assert phone.locator(".river .tile").count() > 26
