"""`bench --facts`: every number with its verdict, one line each; exit code 1 when one is wrong."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from trainer import cli_bench
from trainer.bench import facts
from trainer.cli import main

SECTIONS = {"main": ("chances",), "all": ("chances", "values.4")}


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_bench, "SCOPES", SECTIONS)


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["bench", "--workers", "1", *arguments])


def test_facts_are_printed_with_what_was_counted() -> None:
    found = bench("--facts")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0] == "bamboo"
    assert [x.split() for x in lines[1:3]] == [
        ["ok", "chances.dealer_complete", "11.7386", "%"],
        ["ok", "chances.dealer_one_discard_from_ready", "80.4032", "%"],
    ]
    number = sum(x.startswith("  ok ") for x in lines)
    assert lines[-1].startswith(f"{number} numbers in ")
    assert lines[-1].endswith("none wrong.")


def test_all_counts_more() -> None:
    found = json.loads(bench("--facts", "all", "--json").stdout)
    assert found["ok"]
    names = {row["name"]: row["counted"] for row in found["facts"]["bamboo"]}
    assert names["values.4.hands"] == 630
    assert names["chances.resting_ready"] == 48.5767


def test_a_wrong_number_is_shown_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"bamboo": {"chances": {"resting_ready": 48.6}}}
    monkeypatch.setattr(facts, "stated", lambda variant: wrong.get(variant, {}))
    found = bench("--facts")
    assert found.exit_code == 1
    (line,) = [x for x in found.stdout.splitlines() if "resting_ready" in x]
    assert line.split() == ["WRONG", "chances.resting_ready", "48.5767", "%", "stated:", "48.6000", "%"]


def test_another_scope_is_refused() -> None:
    found = bench("--facts", "some")
    assert found.exit_code == 2
    assert "Traceback" not in found.output
