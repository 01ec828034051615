"""Numbers that a form or an address holds."""

from __future__ import annotations


def whole(text: str, default: int, *, digits: int = 9) -> int:
    """The number that `text` writes in plain digits; `default` for anything else, also for more than `digits` of them.

    `str.isdigit` alone would let through what `int` refuses: “²”, and numbers of thousands of digits.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else default
