"""Any hand tapped together on a phone: the pad stays under the thumb, the answer comes into view."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit


def tap(page: Any, *tiles: str) -> None:
    """Press keys of the pad, each answered in the page before the next: a response alone may not be shown yet."""
    for tile in tiles:
        shown = page.locator("#ask").element_handle()
        page.locator(f"#pad-{tile}").click()
        page.wait_for_function("shown => !shown.isConnected", arg=shown)
    assert "edit=1" in page.url


def test_a_hand_is_tapped_and_its_answer_is_in_view(phone: Any) -> None:
    phone.goto("/analysis")
    before = phone.locator("#pad-5s").bounding_box()
    tap(phone, *(f"{rank}s" for rank in "1234456"))
    assert phone.locator('[name="drop"]').count() == 7
    assert before["width"] >= 44
    tap(phone, *(f"{rank}s" for rank in "7788999"))
    phone.get_by_role("button", name="Analyze").last.click()
    phone.get_by_role("heading", name="All discards").wait_for()
    hand = phone.locator("section.felt").bounding_box()
    assert hand["y"] >= 0
    assert hand["y"] + hand["height"] < 844 - 56, "above the bar at the bottom"
    assert "edit" not in urlsplit(phone.url).query
    phone.go_back()
    assert phone.locator("h1").is_visible()


def test_an_error_is_in_view_after_sending(phone: Any, quiet_console: list[str]) -> None:
    phone.goto("/score?variant=bamboo&hand=123s&win=1s&edit=1")
    phone.get_by_role("button", name="Score").last.click()
    alert = phone.get_by_role("alert")
    alert.wait_for()
    phone.wait_for_function("document.querySelector('[role=alert]').getBoundingClientRect().top >= 0")
    assert alert.bounding_box()["y"] < 600
    quiet_console.clear()  # the browser logs the refusal


def test_the_winning_tile_is_tapped(phone: Any) -> None:
    phone.goto("/score?variant=bamboo&hand=2344456778999s&win=1s&edit=1")
    phone.locator('[name="won"][value="4s"]').first.click()
    phone.locator('[name="unwin"][value="4s"]').wait_for()
    assert phone.locator("#win").input_value() == "4s"


def test_a_pad_of_three_suits_fits_a_phone_and_makes_melds(phone: Any) -> None:
    phone.goto("/score?variant=fulldeck")
    keys = phone.locator("button.key")
    assert keys.count() == 37
    boxes = [keys.nth(i).bounding_box() for i in range(37)]
    assert min(b["x"] for b in boxes) >= 0
    assert max(b["x"] + b["width"] for b in boxes) <= 390
    assert min(b["width"] for b in boxes) >= 34
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    tile, number = phone.locator("#pad-3m .tile").bounding_box(), phone.locator("#pad-3m small").bounding_box()
    assert tile["y"] + tile["height"] <= number["y"] + 2, "the number of copies stands below the tile"
    phone.locator('label.chip:has([value="chow"])').click()
    tap(phone, "3m")
    assert phone.locator("button.meld").count() == 1
    assert phone.locator('[name="to"][value="chow"]').is_checked()
    phone.locator('label.chip:has([value="dora"])').click()
    tap(phone, "0p")
    assert phone.locator('[name="undora"][value="0p"]').count() == 1


def test_the_chosen_game_stands_first_in_the_row_of_a_phone(phone: Any) -> None:
    for address in ("/score", "/analysis", "/waits", "/rules/sanma2"):
        phone.goto(address if "rules" in address else f"{address}?variant=sanma2")
        here = phone.locator('nav[aria-label="Games"] [aria-current]').bounding_box()
        assert here["x"] < 60, address
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
