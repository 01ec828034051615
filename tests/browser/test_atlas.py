"""The atlas in a browser: from the overview to a hand and into its drill, on a phone and without JavaScript."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def wider(page: Any) -> int:
    """Pixels by which the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_on_a_phone_every_page_of_the_atlas_fits_and_a_hand_leads_to_its_drill(phone: Any) -> None:
    phone.goto("/atlas")
    assert wider(phone) == 0
    phone.get_by_role("link", name="9 waits").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("9 waits")
    assert wider(phone) == 0
    hands = phone.locator(".hands a")
    expect(hands).to_have_count(1)
    tiles = hands.first.locator(".tile")
    assert len({round(box["y"]) for box in (tiles.nth(i).bounding_box() for i in range(13))}) == 1, "in one row"
    hands.first.click()
    expect(phone.locator(".proof").first).to_be_hidden()
    phone.get_by_text("Its waits, and how each completes the hand").click()
    expect(phone.locator(".proof").first).to_be_visible()
    assert wider(phone) == 0
    train = phone.get_by_role("button", name="Train this hand")
    assert (train.bounding_box() or {"width": 0})["width"] > 300, "the only button of the bar fills it"
    train.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which tiles complete this hand?")


def test_the_way_through_thousands_of_pages_fits_the_phone(phone: Any) -> None:
    phone.goto("/atlas/hands?page=1700")
    expect(phone.get_by_role("link", name="Previous")).to_have_count(2)
    assert wider(phone) == 0


def test_the_atlas_works_without_javascript(plain: Any) -> None:
    plain.goto("/atlas/hands?waits=8")
    expect(plain.locator(".hands a")).to_have_count(16)
    plain.get_by_role("link", name="only not met").click()
    expect(plain.locator(".hands a")).to_have_count(16)
    plain.get_by_role("button", name="Train one of these").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Which tiles complete this hand?")
