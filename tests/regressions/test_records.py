"""Records that once passed as games and broke their pages for good: each is named by what is wrong with it.

An import refuses every one of them whole, and `replay` finds a fault.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.conftest import START
from trainer.cli import main
from trainer.store import games
from trainer.text import Refusal
from trainer.usecases import transfer

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl"))
LEGAL_WITHOUT_A_PERSON = {"no_person", "two_people", "nobody_at_the_table", "unknown_bot", "header_alone"}
"""What is wrong with these concerns who played, not how: a record of bots may be replayed."""


def test_there_are_records_to_refuse() -> None:
    assert len(RECORDS) > 10


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_an_import_refuses_it_and_stores_nothing(path: Path, db: Any) -> None:
    game = {
        "id": "abcdefghijkl", "variant": "bamboo", "status": "open", "created": START.isoformat(),
        "updated": START.isoformat(), "record": path.read_text().splitlines(),
    }  # fmt: skip
    whole = {"format": 1, "exported": START.isoformat(), "settings": {}, "attempts": [], "games": [game]}
    with pytest.raises(Refusal) as refused:
        transfer.import_(db, "reader", json.dumps(whole), START.isoformat())
    assert str(refused.value)
    assert not games.listing(db, "reader")


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_replay_finds_the_fault_in_a_sentence(path: Path) -> None:
    done = CliRunner().invoke(main, ["replay", str(path)])
    if path.stem not in LEGAL_WITHOUT_A_PERSON:
        assert done.exit_code in (1, 2)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.output.strip()
