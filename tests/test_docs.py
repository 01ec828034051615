"""The README is run: its tour gives what it says, its commands and pages exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from trainer import variants
from trainer.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_tour_of_the_readme_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 6
    assert results.failed == 0


def test_every_command_is_in_the_readme() -> None:
    for name in main.commands:
        assert f"`{name}" in README, name


def test_every_make_target_in_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"make ([a-z-]+)", README))
    assert named
    assert named <= targets


def test_every_variant_has_its_texts_and_data() -> None:
    for variant in variants.all_variants():
        folder = variants.folder(variant.key)
        for name in ("rules.en.md", "rules.zh_Hans.md", "cases.toml", "counts.toml"):
            assert (folder / name).stat().st_size > 500, f"{variant.key}/{name}"
