"""The keyboard, the second press and the swaps, in a browser: static/keys.js and the frame's htmx settings."""

from __future__ import annotations

from typing import Any

import pytest


def chosen(page: Any) -> Any:
    return page.locator("[data-hand] input:checked")


def test_arrows_and_digits_choose_and_enter_commits(page: Any) -> None:
    page.goto("/discards")
    page.keyboard.press("ArrowRight")
    first = chosen(page).get_attribute("data-label")
    assert page.locator("[data-choice]").inner_text() == first
    page.keyboard.press("ArrowLeft")
    last = page.locator("[data-hand] input").last
    assert last.is_checked()
    label = page.locator("[data-hand] input").nth(4).get_attribute("data-label")
    page.keyboard.press(label[0])
    assert chosen(page).get_attribute("data-label") == label
    page.keyboard.press("Enter")
    page.locator(".verdict").wait_for()
    assert page.locator("[data-hand]").count() == 0


def test_the_chosen_tile_pressed_again_commits(page: Any) -> None:
    page.goto("/discards")
    tile = page.locator("[data-hand] .pick").nth(2)
    tile.click()
    assert page.locator(".verdict").count() == 0
    tile.click()
    page.locator(".verdict").wait_for()


def test_n_goes_on_after_an_answer(page: Any) -> None:
    page.goto("/discards")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".verdict").wait_for()
    page.keyboard.press("n")
    page.locator("[data-hand] input").first.wait_for()


def test_digits_mark_waits_and_unmark_them(page: Any) -> None:
    page.goto("/waits")
    page.keyboard.press("1")
    page.keyboard.press("3")
    page.keyboard.press("1")
    assert page.locator("[data-pad] input:checked").get_attribute("data-digit") == "3"
    page.keyboard.press("Enter")
    page.locator(".key:is(.hit, .false, .blocked)").first.wait_for()


def test_enter_in_a_marked_box_answers_instead_of_pressing_the_first_button(page: Any) -> None:
    page.goto("/waits")
    page.locator("[data-pad] .key").nth(4).click()
    page.keyboard.press("Enter")
    page.locator(".sums").wait_for()
    state = page.locator("div.key").nth(4).get_attribute("class")
    assert any(word in state for word in ("hit", "false", "blocked"))


def test_no_key_is_stolen_from_a_text_field_or_a_shortcut(page: Any) -> None:
    page.goto("/analysis")
    page.locator("#hand").fill("")
    page.locator("#hand").press_sequentially("1?n")
    assert page.locator("#hand").input_value() == "1?n"
    assert page.locator("#keys").is_hidden()
    page.goto("/discards")
    page.keyboard.press("Control+ArrowRight")
    assert chosen(page).count() == 0


def test_a_form_is_sent_once(page: Any) -> None:
    page.goto("/settings")
    sent = page.evaluate(
        """() => {
            const form = document.querySelector("main form[method=post]");
            let sent = 0;
            form.addEventListener("submit", (e) => { sent += 1; e.preventDefault(); });
            for (let i = 0; i < 3; i++) form.querySelector(".main").click();
            return sent;
        }"""
    )
    assert sent == 1
    page.locator("main form .main:disabled").wait_for()


@pytest.mark.parametrize(("status", "swapped"), [(200, True), (422, True), (500, False)])
def test_a_refusal_is_shown_in_place_and_a_failure_leaves_the_question(
    page: Any, quiet_console: list[str], status: int, swapped: bool
) -> None:
    part = "<div id='puzzle'><p class='told'>told</p></div>"
    # before the page is there: else one request in thirty passes the route by
    page.route("**/answer", lambda route: route.fulfill(status=status, content_type="text/html", body=part))
    page.goto("/discards")
    page.keyboard.press("ArrowRight")
    with page.expect_response("**/answer"):
        page.keyboard.press("Enter")
    if swapped:
        page.locator(".told").wait_for()
        assert page.locator("#trouble").is_hidden()
    else:
        page.locator("#trouble").wait_for(state="visible")
        assert page.locator("[data-hand]").count() == 1
        assert page.locator("form[data-commit] .main").is_enabled()
    quiet_console[:] = [text for text in quiet_console if str(status) not in text]


def test_the_switch_changes_what_is_seen(page: Any) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light or dark").click()
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("data-theme") == "light"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_a_phone_reaches_every_page(phone: Any) -> None:
    phone.goto("/discards")
    menu = phone.locator(".more nav")
    assert menu.is_hidden()
    phone.locator(".more summary").click()
    assert menu.is_visible()
    assert menu.get_by_role("link").count() == phone.locator(".top > .nav a").count()
    phone.keyboard.press("Escape")
    assert menu.is_hidden()


def test_a_phone_holds_a_hand_in_two_rows_that_a_thumb_can_press(phone: Any) -> None:
    phone.goto("/discards")
    boxes = [x.bounding_box() for x in phone.locator("[data-hand] .pick").all()]
    assert len({round(b["y"]) for b in boxes}) == 2
    assert all(b["width"] >= 44 and b["height"] >= 44 and b["x"] + b["width"] <= 390 for b in boxes)
