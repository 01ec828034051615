"""The table in a browser: what a thumb reaches, what keys do, what works without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.game import build
from tests.web.test_table import NOT_READY, OTHER, READY, idle
from trainer.usecases import play

PHONE = 844
OVER = ".onward"  # the class of #table itself changes only after the swap has settled
Deal = Callable[..., Any]


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Opens a game on a page through its form: the person deals and is dealt `mine`, against a bot that idles."""
    monkeypatch.setattr(play, "_bot", idle)
    monkeypatch.setattr(play.secrets, "randbelow", lambda n: 0)

    def open_(page: Any, mine: str, draws: str, **options: str) -> Any:
        wall = build.wall(mine, OTHER, draws)
        monkeypatch.setattr(play, "_shuffle", lambda rules: (wall, build.SALT))
        page.goto("/play")
        if options:
            page.locator("summary", has_text="Rule options").click()
        for key, value in options.items():
            page.locator(f"#o-{key}").select_option(value)
        page.get_by_role("button", name="Deal", exact=True).click()
        page.locator(".table .hand").wait_for()
        page.wait_for_load_state()
        return page

    return open_


def throw_on(page: Any) -> None:
    """Pass and throw what is drawn until the deal is over."""
    for _ in range(24):
        if page.locator(OVER).count():
            return
        before = page.locator("input[name=seen]").get_attribute("value")
        idle_ = page.locator("button[value=pass], .hand button.drawn")
        idle_.first.click()
        page.wait_for_function("x => document.querySelector('input[name=seen]').value !== x", arg=before)
    pytest.fail("the deal did not end")


def top_of(page: Any) -> float:
    return float(page.locator("#table").bounding_box()["y"])


def test_on_a_phone_a_result_and_the_next_deal_are_in_view_with_their_buttons(phone: Any, deal: Deal) -> None:
    deal(phone, NOT_READY, "9")
    phone.evaluate("scrollTo(0, 9999)")
    throw_on(phone)
    phone.wait_for_function("document.querySelector('h1').getBoundingClientRect().top >= 0")
    assert top_of(phone) < PHONE / 4
    onward = phone.get_by_role("button", name="Next deal")
    box = onward.bounding_box()
    assert box["y"] + box["height"] <= PHONE
    assert box["height"] >= 44
    phone.evaluate("scrollTo(0, 9999)")
    onward.click()
    phone.locator(".table .hand").wait_for()
    assert 0 <= top_of(phone) < PHONE / 4
    hand = phone.locator(".table .hand").bounding_box()
    tabs = phone.locator(".tabs").bounding_box()
    assert hand["y"] + hand["height"] <= tabs["y"]


def test_on_a_phone_the_hand_keeps_its_place_from_turn_to_turn(phone: Any, deal: Deal) -> None:
    deal(phone, READY, "4")
    places = set()
    for _ in range(4):
        places.add(round(phone.locator(".table .hand").bounding_box()["y"] - top_of(phone)))
        before = phone.locator("input[name=seen]").get_attribute("value")
        phone.locator("button[value=pass], .hand button.drawn").first.click()
        phone.wait_for_function("x => document.querySelector('input[name=seen]').value !== x", arg=before)
        if phone.locator(OVER).count():
            break
    assert len(places) == 1


def test_a_hand_with_two_kongs_stays_large_enough_for_a_thumb(phone: Any, deal: Deal) -> None:
    deal(phone, "1111999923456", "8")
    phone.keyboard.press("k")  # two kinds: a button or the tile says which
    phone.locator("button.act[value='kong:9s'] .meld").wait_for()
    phone.locator(".hand button.tile").first.click()
    phone.locator(".hand .meld").wait_for()
    phone.keyboard.press("k")  # one kind is left
    phone.locator(".hand .meld + .meld").wait_for()
    assert phone.locator(".hand .meld").count() == 2
    sizes = [x.bounding_box() for x in phone.locator(".hand button.tile").all()]
    assert sizes
    assert all(b["width"] >= 44 and b["height"] >= 44 for b in sizes)


def test_keys_arm_riichi_and_choose_its_tile(page: Any, deal: Deal) -> None:
    deal(page, READY, "4")
    page.keyboard.press("r")
    page.locator(".act.armed").wait_for()
    page.keyboard.press("Escape")
    page.locator("a.act", has_text="Riichi").wait_for()
    page.keyboard.press("r")
    page.locator(".act.armed").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.locator(".river .turned").first.wait_for()
    assert page.locator(".act.armed").count() == 0


def test_riichi_needs_no_script(plain: Any, deal: Deal) -> None:
    deal(plain, READY, "4")
    plain.locator("a.act", has_text="Riichi").click()
    plain.locator(".hand button.tile").last.click()
    assert plain.locator(".river .turned").count() == 1


def test_waits_are_named_by_digits_and_the_win_declared_by_enter(page: Any, deal: Deal) -> None:
    deal(page, READY, "4", declareWaits="true")
    page.locator(".hand button.drawn").click()
    page.locator("a.act", has_text="Tsumo").wait_for()
    assert page.locator("[data-pad]").count() == 0
    page.keyboard.press("w")
    page.locator("[data-pad]").wait_for()
    for digit in "123456789":
        page.keyboard.press(digit)
    page.keyboard.press("Enter")
    page.locator("h1", has_text="You win by self-draw").wait_for()


def test_a_preset_shows_what_it_implies(page: Any, base_url: str) -> None:
    page.goto("/play")
    page.locator("summary", has_text="Rule options").click()
    assert page.locator("#o-assist").input_value() == "true"
    with page.expect_response("**/play?*"):
        page.locator("#o-preset").select_option("training")
    page.wait_for_function("document.getElementById('o-assist').value === 'false'")
    assert page.locator("#o-chombo").input_value() == "yakuman"


def test_a_replay_steps_by_arrows(page: Any, deal: Deal) -> None:
    deal(page, NOT_READY, "9")
    throw_on(page)
    page.get_by_role("link", name="Replay").click()
    page.locator(".said", has_text="The match has not begun").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".said", has_text="You deal the tiles").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".said", has_text="You draw").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".said", has_text="You deal the tiles").wait_for()


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_page_of_play_is_wider_than_the_screen(page: Any, deal: Deal, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    deal(page, "1111999923456", "8")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    throw_on(page)
    for address in ("", "/review", "/at/2"):
        page.goto(page.url.split("/at/")[0].split("/review")[0] + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
