"""The frame around every page, in a browser."""

from __future__ import annotations

import re
from typing import Any

import pytest

PAGES = ("/", "/nowhere")


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("address", PAGES)
def test_no_page_is_wider_than_the_screen(page: Any, quiet_console: list[str], address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # Chromium reports the 404 of a page that is meant not to be there
    quiet_console[:] = [text for text in quiet_console if "404" not in text]


def test_the_first_page_loads_every_part_under_the_strict_policy(page: Any) -> None:
    answers = []
    page.on("response", lambda r: answers.append((r.status, r.url)))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert [a for a in answers if a[0] >= 400] == []
    assert page.locator("h1").count() == 1


def test_the_language_is_chosen_without_javascript(plain: Any) -> None:
    plain.goto("/")
    assert plain.locator("html").get_attribute("lang") == "en"
    plain.locator('a[lang="zh-Hans"]').click()
    assert plain.locator("html").get_attribute("lang") == "zh-Hans"
    assert re.search(r"[一-鿿]", plain.locator("h1").inner_text())
    plain.locator('a[lang="en"]').click()
    assert plain.locator("html").get_attribute("lang") == "en"


def test_the_list_of_keys_shows_itself_only_when_asked(page: Any) -> None:
    page.goto("/")
    keys = page.locator("#keys")
    assert keys.is_hidden()
    page.keyboard.press("?")
    assert keys.is_visible()
    keys.get_by_role("button").click()
    assert keys.is_hidden()


def test_a_keyboard_reaches_the_menu(page: Any) -> None:
    page.goto("/")
    names = []
    for _ in range(12):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert "Home" in names


def test_a_changed_identity_is_told_and_can_be_left_behind(page: Any, base_url: str, quiet_console: list[str]) -> None:
    page.context.add_cookies([{"name": "nanikiru", "value": "nonsense", "url": base_url}])
    page.goto("/")
    assert "identity cookie" in page.get_by_role("alert").inner_text()
    page.get_by_role("button", name="Start fresh").click()
    assert page.get_by_role("alert").count() == 0
    assert page.locator("h1").count() == 1
    assert [text for text in quiet_console if "400" not in text] == []
    quiet_console.clear()
