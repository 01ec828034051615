"""Committed packs as the site reads them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from trainer.drill.pack import BadPuzzle
from trainer.store.packs import load_all

PACKS = Path(__file__).resolve().parents[2] / "puzzles"


def test_every_committed_puzzle_is_found_by_its_id() -> None:
    found = load_all(PACKS)
    assert len(found) >= 600
    assert all(id_ == p.id for id_, p in found.items())


def test_no_folder_no_puzzles(tmp_path: Path) -> None:
    assert load_all(tmp_path / "nothing") == {}


@pytest.mark.parametrize("text", ["{}", "no json", "\udc80"])
def test_a_damaged_pack_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "bamboo").mkdir()
    (tmp_path / "bamboo" / "waits.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadPuzzle, match=r"waits\.json"):
        load_all(tmp_path)


def test_a_pack_in_the_wrong_folder_or_twice_is_refused(tmp_path: Path) -> None:
    for folder, name in (("other", "waits"), ("bamboo", "waits")):
        (tmp_path / folder).mkdir()
        shutil.copy(PACKS / "bamboo" / "waits.json", tmp_path / folder / f"{name}.json")
    with pytest.raises(BadPuzzle, match="other"):
        load_all(tmp_path)
    shutil.rmtree(tmp_path / "other")
    shutil.copy(PACKS / "bamboo" / "waits.json", tmp_path / "bamboo" / "again.json")
    with pytest.raises(BadPuzzle, match=r"waits\.json"):
        load_all(tmp_path)
