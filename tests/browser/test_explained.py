"""Where a discard leads, opened on a phone."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "asked",
    [
        "fulldeck&hand=123789m23p34789s4z",
        "fulldeck&hand=456p11m34s4z&melds=ckong:7777z+kong:5555z",
        "hk128&hand=22334m5m55z&melds=ckong:11111111m+pung:777z",
        "jisu&hand=12378m",
    ],
)
def test_an_opened_discard_fits_the_phone(phone: Any, asked: str) -> None:
    phone.goto(f"/analysis?draws=3&variant={asked}")
    phone.locator(".leads").first.wait_for(state="attached")  # a busy machine shows the progress first
    phone.evaluate("document.querySelectorAll('.opens details').forEach(x => { x.open = true })")
    assert phone.locator(".leads .won-hand").count() > 0
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    strips = "[...document.querySelectorAll('.leads .strip')].every(x => x.scrollWidth <= x.clientWidth)"
    assert phone.evaluate(strips)
