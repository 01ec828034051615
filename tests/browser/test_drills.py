"""Drills as they look and feel in a browser: what fits a phone, where the focus goes, what the clock does."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.usecases import practice

PADDING = 16
"""Of a card on a phone."""

PUZZLES = practice.library().values()


def widths(page: Any, css: str) -> list[float]:
    return [x.bounding_box()["width"] for x in page.locator(css).all()]


def throw_first(page: Any) -> None:
    page.locator("[data-hand] .pick").first.click()
    page.locator("form[data-commit] .main").click()
    page.locator(".verdict").wait_for()


def wrong_one() -> DiscardPuzzle:
    """A puzzle whose leftmost tile is a blunder."""
    return next(
        p for p in PUZZLES
        if isinstance(p, DiscardPuzzle)
        and next(c for c in p.analysis().choices if c.discard == p.position.hand.concealed[0]).grade == "blunder"
    )  # fmt: skip


def test_the_table_of_discards_fits_a_phone(phone: Any) -> None:
    phone.goto(f"/discards/{wrong_one().id}")
    throw_first(phone)
    table, card = phone.locator("table.grid").bounding_box(), phone.locator(".card:has(> table.grid)").bounding_box()
    assert table["x"] + table["width"] <= card["x"] + card["width"] - PADDING + 1
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_after_an_answer_a_thumb_reaches_everything(phone: Any) -> None:
    phone.goto(f"/discards/{wrong_one().id}")
    throw_first(phone)
    dock = phone.locator(".dock")
    names = [x.inner_text().strip() for x in dock.locator("a, button").all()]
    assert names == ["Next", "Similar", "I was right"]
    boxes = sorted((x.bounding_box() for x in dock.locator("a, button").all()), key=lambda b: b["x"])
    assert len({round(b["y"]) for b in boxes}) == 1
    assert boxes[0]["x"] >= 0
    assert boxes[-1]["x"] + boxes[-1]["width"] <= 390
    assert boxes[1]["width"] == max(b["width"] for b in boxes), "Next in the middle is the largest"


def test_the_focus_is_on_the_verdict_and_n_goes_on(page: Any) -> None:
    page.goto("/discards")
    throw_first(page)
    assert page.evaluate("document.activeElement.closest('.verdict') !== null")
    page.goto("/waits")
    page.keyboard.press("0")
    page.locator(".sums").wait_for()
    assert page.evaluate("document.activeElement.tagName") == "H1"
    page.keyboard.press("n")
    page.locator("[data-pad] input").first.wait_for()


def test_without_a_tile_our_own_sentence_is_shown(page: Any, quiet_console: list[str]) -> None:
    page.goto("/discards")
    page.locator("form[data-commit] .main").click()
    page.get_by_role("alert").get_by_text("Choose the tile to discard first.").wait_for()
    quiet_console[:] = [text for text in quiet_console if "422" not in text]


def test_a_hand_with_kongs_stays_legible_on_a_phone(phone: Any) -> None:
    for number in (1, 2):
        p = next(p for p in PUZZLES if isinstance(p, WaitPuzzle) and len(p.hand.melds) == number)
        phone.goto(f"/waits/{p.id}")
        assert min(widths(phone, ".hand > .tile")) >= 26
        phone.keyboard.press("0")
        phone.locator(".sums").wait_for()
        assert min(widths(phone, ".hand > .tile")) >= 26


def test_regroupings_stand_on_one_line_of_a_phone(phone: Any) -> None:
    for wanted in ("seven_pairs", "kong", "many"):
        p = next(p for p in PUZZLES if isinstance(p, WaitPuzzle) and p.trap == wanted and len(p.hand.melds) < 3)
        phone.goto(f"/waits/{p.id}")
        phone.keyboard.press("0")
        phone.locator(".proof .groups").first.wait_for()
        for groups in phone.locator(".proof .groups").all():
            tops = {round(x.bounding_box()["y"]) for x in groups.locator(".meld").all()}
            assert len(tops) == 1, wanted


def test_few_tiles_in_a_river_are_large(phone: Any) -> None:
    p = next(
        p for p in PUZZLES
        if isinstance(p, DiscardPuzzle) and all(1 <= len(x.river) <= 5 for x in p.position.places)
    )  # fmt: skip
    phone.goto(f"/discards/{p.id}")
    assert min(widths(phone, ".river .tile")) >= 24


def test_the_clock_stands_from_the_first_moment_and_moves_nothing(phone: Any) -> None:
    phone.goto("/waits?sprint=new")
    pad = phone.locator(".pad").bounding_box()
    assert phone.locator("[data-since]").inner_text() == "0:00"
    expect(phone.locator("[data-since]")).not_to_have_text("0:00")
    assert phone.locator(".pad").bounding_box() == pad


def test_the_clock_of_a_survival_runs_down(page: Any) -> None:
    page.goto("/waits?survival=new")
    assert page.locator("[data-until]").inner_text() == "1:00"
    expect(page.locator("[data-until]")).to_have_text(re.compile("^0:5"))


def test_the_button_counts_what_is_named_and_shows_the_keys(page: Any) -> None:
    page.goto("/waits")
    page.keyboard.press("2")
    page.keyboard.press("7")
    main = page.locator("form[data-commit] .main")
    assert "· 2" in main.inner_text()
    page.keyboard.press("7")
    assert "· 1" in main.inner_text()
    assert page.get_by_role("button", name="Not ready").locator("kbd").inner_text() == "0"


def test_rows_of_chips_do_not_touch(phone: Any) -> None:
    for address in ("/discards", "/waits"):
        phone.goto(address)
        phone.locator("details.card summary").last.click()
        rows = [x.bounding_box() for x in phone.locator("details.card .chips").all()]
        assert len(rows) >= 2
        assert all(b["y"] - (a["y"] + a["height"]) >= 8 for a, b in pairwise(rows))


def test_every_hand_of_a_run_fits_a_phone(phone: Any) -> None:
    phone.goto("/waits?streak=new")
    for key in "123456789":
        phone.keyboard.press(key)
    phone.keyboard.press("Enter")
    phone.locator(".sums").wait_for()
    phone.keyboard.press("n")
    phone.locator(".run").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    card = phone.locator(".card:has(.run)").bounding_box()
    last = phone.locator(".run .hand-line .tile").last.bounding_box()
    assert last["x"] + last["width"] <= card["x"] + card["width"]


@pytest.mark.parametrize("language", ["en", "zh_Hans"])
def test_on_a_phone_the_marks_of_a_narrow_pad_stay_in_their_keys(phone: Any, language: str) -> None:
    phone.goto(f"/language/{language}")
    phone.goto("/waits?variant=hk64")
    for box in phone.locator("[data-pad] input").all():
        box.check(force=True)
    phone.locator("form[data-commit] .main").click()
    phone.locator(".key.false").first.wait_for()
    sticks_out = """(k => [...k.querySelectorAll('.tile, i')].some(x => {
        const a = x.getBoundingClientRect(), b = k.getBoundingClientRect();
        return a.left < b.left || a.right > b.right;
    }))"""
    assert phone.locator(".key").evaluate_all(f"keys => keys.filter({sticks_out}).length") == 0
    assert phone.locator(".key.false i").first.is_visible()
    assert phone.locator(".key.false .word").first.text_content()
