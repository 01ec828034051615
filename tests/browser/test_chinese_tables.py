"""Tables of the Chinese games in a browser: four seats on a phone, an exchange without scripts, play after a win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.game import build
from tests.web.conftest import still
from trainer import variants
from trainer.game import engine
from trainer.usecases import play

Deal = Callable[..., Any]
TABS = 57
"""Height of the bar at the bottom of a phone."""


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Opens a game on a page through its form, against bots that idle; the first hand is the dealer's."""
    monkeypatch.setattr(play, "_bot", lambda header, state, seat, number: still(engine.legal(state, seat)))

    def open_(page: Any, variant: str, hands: tuple[str, ...], draws: str, seat: int, **options: str) -> Any:
        monkeypatch.setattr(play.secrets, "randbelow", lambda n: seat)
        rules = variants.get(variant).ruleset(variants.get(variant).parse_options(options))
        wall = build.tables_wall(rules, hands, draws)
        monkeypatch.setattr(play, "_shuffle", lambda rules: (wall, build.SALT))
        page.goto(f"/play?variant={variant}&" + "&".join(f"o.{key}={value}" for key, value in options.items()))
        page.get_by_role("button", name="Deal", exact=True).click()
        page.locator(".table .hand").wait_for()
        return page

    return open_


def go_on(page: Any) -> None:
    """Win where that is possible, else pass what is offered or throw the drawn tile."""
    before = page.locator("input[name=seen]").get_attribute("value")
    win = page.locator("button[value=win]")
    (win if win.count() else page.locator("button[value=pass], .hand button.drawn")).first.click()
    page.wait_for_function("x => document.querySelector('input[name=seen]').value !== x", arg=before)


def test_on_a_phone_four_seats_and_the_whole_hand_are_in_view(phone: Any, deal: Deal) -> None:
    deal(phone, "jintan", ("147m258p369s1234z", "", "", ""), "5z", 2)
    for _ in range(10):
        bottom = phone.evaluate("document.querySelector('.table .hand').getBoundingClientRect().bottom + scrollY")
        assert bottom <= 844 - TABS
        go_on(phone)
    assert phone.locator(".players .player").count() == 3


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_table_is_wider_than_the_screen(page: Any, deal: Deal, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for variant, hands, draws, seat in (
        ("jintan", ("147m258p369s1234z",), "5z", 2),
        ("xueliu", ("234567p2245678s", "1133557799p135s"), "1s8p9s2p3s2p6s", 0),
    ):
        deal(page, variant, hands, draws, seat)
        for _ in range(6):
            go_on(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".players" if variant == "jintan" else ".won-on").count() == 1


def test_tiles_are_exchanged_without_scripts(plain: Any, deal: Deal) -> None:
    deal(plain, "xueliu", ("11122233p45789s", "5566778899p336s"), "9s", 0, swap3="true")
    for tile in ("4s", "5s", "7s"):
        plain.locator(f".phase input[value='{tile}']").check()
    plain.get_by_role("button", name="Give these three").click()
    plain.locator(".news", has_text="You gave").wait_for()
    assert plain.locator(".hand button.tile").count() == 14


def test_on_a_phone_melds_on_a_line_of_their_own_begin_where_the_hand_begins(phone: Any, base_url: str) -> None:
    phone.goto("/score?variant=hk64&hand=2m&win=2m&melds=chow:345m+pung:111z+pung:222z+kong:7777z")
    tiles = phone.locator(".won-hand .tile").evaluate_all("xs => xs.map(x => x.getBoundingClientRect().toJSON())")
    lines: dict[int, float] = {}
    for tile in tiles:
        bottom = round(tile["bottom"])
        lines[bottom] = min(tile["left"], lines.get(bottom, tile["left"]))
    assert len(lines) > 1
    assert len({round(left) for left in lines.values()}) == 1


def test_on_a_phone_an_example_with_four_kongs_breaks_between_its_melds(phone: Any, base_url: str) -> None:
    phone.goto("/rules/hk64")
    parts = phone.locator("#pattern-four_kongs .sample").locator("> .tiles, .meld")
    lines = parts.evaluate_all("xs => xs.map(x => Math.round(x.getBoundingClientRect().bottom))")
    assert len(lines) == 6
    assert lines[0] == lines[1], "the tile of the hand shares its line with a meld"
    assert abs(lines[-1] - lines[-2]) <= 4, "and so does the winning one, which is framed"
