"""What pages and the command line say of where a discard leads."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from trainer.analysis import Goal
from trainer.cli import main
from trainer.drill.puzzle import DiscardPuzzle
from trainer.tiles import tile_text
from trainer.usecases import practice
from trainer.usecases.warmup import Warmup

DISCARDS = [p for p in practice.library().values() if isinstance(p, DiscardPuzzle)]
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def rows(text: str) -> list[str]:
    """The discards that the page explains, as plain text; one entry a discard."""
    return [plain(row) for row in re.findall(r'<dl class="leads">.*?</dl>', text, re.DOTALL)]


def throw(client: Any, p: DiscardPuzzle, rank: int) -> str:
    (asked,) = re.findall(r"<form [^>]*data-commit.*?</form>", client.get(f"/discards/{p.id}").text, re.DOTALL)
    fields = {**dict(FIELD.findall(asked)), "action": f"discard:{tile_text(p.options[rank].discard)}"}
    return str(client.post(f"/discards/{p.id}/answer", data=fields, follow_redirects=True).text)


@pytest.fixture
def ready(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site with its solver prepared."""
    warm = Warmup(lambda report: None)
    warm.run(lambda done, total: None)
    monkeypatch.setitem(app.extensions, "site", replace(app.extensions["site"], warmup=warm))


def test_the_analysis_says_of_each_discard_where_it_leads(client: Any, ready: None) -> None:
    text = client.get("/analysis?variant=fulldeck&hand=123789m23p34789s4z&draws=3").text
    best, *others = rows(text)
    assert len(others) == len(re.findall("<tr", text)) - 2
    assert "1 from ready · 8 kinds · 28 tiles · good shape 43 %" in best
    assert "Against the best" not in best
    assert re.search("Typical win by self-draw · [0-9]+ % of the shortest ways end in these tiles Riichi", best)
    assert any("Against the best loses" in x for x in others)
    assert text.count("<details open>") == 1


def test_improvements_stand_with_the_number_of_useful_tiles_that_they_leave(client: Any, ready: None) -> None:
    (told,) = rows(client.get("/analysis?variant=fulldeck&hand=123456m789p11z13s&draws=3").text)
    assert "ready · 1 kind · 4 tiles · poor wait" in told
    assert "Improvements useful tiles after the draw · now 4 tiles →8" in told


@pytest.mark.parametrize(
    ("hand", "draws", "says"),
    [
        ("456p789s11m34s4z&melds=chow:123m", 3, "none that can be declared"),
        ("123789m23p34789s4z", 1, "too few own draws are left"),
        ("123789m23p34789s4z", 3, "not followed: farther from ready than the best"),
        ("123456m789p11z13s4z&seen=2222s", 3, "no useful tile is left"),
    ],
)
def test_a_discard_without_a_typical_win_says_why(client: Any, ready: None, hand: str, draws: int, says: str) -> None:
    told = rows(client.get(f"/analysis?variant=fulldeck&hand={hand}&draws={draws}").text)
    assert any(f"Typical win {says}" in x for x in told)


def test_an_answer_leads_from_the_best_discard_and_from_the_one_chosen(client: Any, ready: None) -> None:
    p = next(p for p in DISCARDS if p.options[-1] not in p.best(p.goal(Goal.WIN)) and not p.position.stock)
    assert len(rows(throw(client, p, -1))) == 2
    assert len(rows(throw(client, p, 0))) == 1


def test_an_answer_does_not_wait_for_the_solver(client: Any) -> None:
    p = next(p for p in DISCARDS if not p.position.stock)
    text = throw(client, p, -1)
    assert "All discards" in text
    assert rows(text) == []


def test_every_game_explains_its_discards(client: Any, ready: None, every_variant: Any) -> None:
    p = next((p for p in DISCARDS if p.variant == every_variant.key), None)
    assert p is not None
    assert rows(throw(client, p, -1))


def test_the_command_line_explains_too_and_its_json_is_as_it_was() -> None:
    asked = ["analyze", "fulldeck", "123789m23p34789s4z", "--draws", "2"]
    run = CliRunner(env={"COLUMNS": "160"})
    told = run.invoke(main, asked).stdout
    lines = " ".join(told.split())
    assert re.search(r"^4z +43 % ", told, re.MULTILINE)
    assert "A wait is good with 5 or more of its tiles unseen. Typical win" in lines
    assert re.search(r" \+ ..: Riichi 1 han, .* · [0-9]+ han [0-9]+ fu$", lines)
    options = json.loads(run.invoke(main, [*asked, "--json"]).stdout)["options"]
    assert set(options[0]) == {"discard", "shanten", "ukeire", "ready_prob", "win_prob", "loss", "share", "grade"}
