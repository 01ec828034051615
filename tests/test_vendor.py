"""Code of others that is part of the site is exactly what its makers published."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"
CHECKSUMS = {"htmx-2.0.11.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"}
"""SHA-256 of each file as its makers published it (htmx: the npm package htmx.org, dist/htmx.min.js)."""


def test_every_vendored_file_has_a_checksum() -> None:
    assert {p.name for p in VENDOR.iterdir()} == set(CHECKSUMS)


@pytest.mark.parametrize("name", CHECKSUMS)
def test_a_vendored_file_is_what_was_published(name: str) -> None:
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == CHECKSUMS[name]


def test_every_page_loads_the_file_that_is_there() -> None:
    frame = (VENDOR.parents[1] / "templates" / "base.html").read_text(encoding="utf-8")
    for name in CHECKSUMS:
        assert f"vendor/{name}" in frame
