"""Runs of wait drills through their pages: where one stands, how it ends, what keeps it together."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from trainer.tiles import Tile, tile_text
from trainer.usecases import practice

FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


class Asked:
    """A question of a run, as a browser sees it."""

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self.text = client.get(address, follow_redirects=True).text
        (asked,) = re.findall(r"<form [^>]*data-commit.*?</form>", self.text, re.DOTALL)
        self.fields = dict(FIELD.findall(asked))
        (self.id,) = re.findall(r'action="/waits/([^"]+)/answer"', asked)

    @property
    def puzzle(self) -> Any:
        return practice.library()[self.id]

    def answer(self, *, right: bool, **more: Any) -> str:
        waits = [tile_text(Tile(k)) for k in self.puzzle.waits]
        if not right:
            waits = [f"{n}s" for n in range(1, 10) if f"{n}s" not in waits][:1]
        said = {"waits": waits} if waits else {"none": "1"}
        return str(self.client.post(f"/waits/{self.id}/answer", data={**self.fields, **said}, **more).text)


def onward(text: str) -> str:
    (address,) = re.findall(r'class="btn main" href="([^"]+)" data-key="n"', text)
    return html.unescape(address)


def test_a_fragment_says_where_the_run_stands(client: Any, htmx: dict[str, str]) -> None:
    asked = Asked(client, "/waits?sprint=new")
    assert "question 1 of 10" in asked.text
    answered = asked.answer(right=True, headers=htmx)
    assert "<html" not in answered
    assert "question 1 of 10" in answered
    assert "question 2 of 10" in client.get(onward(answered), follow_redirects=True).text


def test_the_clock_shows_its_time_before_the_first_tick(client: Any) -> None:
    assert re.search(r'class="clock" data-since="\d+">0:00<', Asked(client, "/waits?sprint=new").text)
    assert re.search(r'class="clock" data-until="\d+">1:00<', Asked(client, "/waits?survival=new").text)
    client.post("/settings", data={"timers": "off"})
    assert "clock" not in Asked(client, "/waits?sprint=new").text


def test_a_sprint_ends_with_its_result(client: Any, htmx: dict[str, str]) -> None:
    address = "/waits?sprint=new"
    for n in range(practice.SPRINT):
        text = Asked(client, address).answer(right=n % 2 == 0, headers=htmx)
        assert (">Result <" in text) == (n == practice.SPRINT - 1)
        address = onward(text)
    result = client.get(address, follow_redirects=True).text
    assert "5 of 10 right" in result
    assert "False" not in result
    assert re.search(r'<span class="false"><b>5</b> false calls', result)
    rows = re.findall(r"<li><b.*?</li>", result, re.DOTALL)
    assert len(rows) == practice.SPRINT
    assert all(len(re.findall(r'class="tile', row)) >= 13 for row in rows)
    assert all("Replay" in row for row in rows)


def test_a_repeated_hand_leads_back_to_the_result(client: Any) -> None:
    text = Asked(client, "/waits?streak=new").answer(right=False, follow_redirects=True)
    result = client.get(onward(text), follow_redirects=True)
    assert "0 hands in a row" in result.text
    (replay,) = re.findall(r'href="(/waits/[^"]+back=[^"]+)"', result.text)
    again = Asked(client, html.unescape(replay)).answer(right=True, follow_redirects=True)
    (back,) = re.findall(r'href="([^"]+)">Back to the result', again)
    assert "0 hands in a row" in client.get(back).text


def test_a_streak_may_skip_once(client: Any) -> None:
    asked = Asked(client, "/waits?streak=new")
    (skip,) = re.findall(r'href="([^"]+)" data-key="n">Skip this hand', asked.text)
    next_ = Asked(client, html.unescape(skip))
    assert "Skip this hand" not in next_.text
    assert re.search(r"question 1\b", next_.text)
    after = Asked(client, onward(next_.answer(right=True, follow_redirects=True)))
    assert "Skip this hand" not in after.text
    assert "question 2" in after.text


def test_a_similar_hand_stays_in_the_run(client: Any) -> None:
    asked = Asked(client, "/waits?sprint=new")
    text = asked.answer(right=True, follow_redirects=True)
    assert "Try it again" not in text, "a repeat would leave the run"
    (similar,) = re.findall(r'<form method="post" action="/waits/\w+/similar">.*?</form>', text, re.DOTALL)
    sent = client.post(f"/waits/{asked.id}/similar", data=dict(FIELD.findall(similar)))
    assert f"sprint={asked.fields['sprint']}" in sent.location
    assert "question 2 of 10" in client.get(sent.location).text


def test_a_run_that_is_over_takes_no_more_answers(client: Any) -> None:
    first = Asked(client, "/waits?streak=new")
    other = next(p.id for p in practice.library().values() if p.asks == "waits" and p.id != first.id)
    late = Asked(client, f"/waits/{other}?streak={first.fields['streak']}")
    first.answer(right=False)
    assert "This run is over" in late.answer(right=True)


@pytest.mark.parametrize("run", ["sprint", "survival", "streak"])
def test_a_run_that_nobody_began_is_not_there(client: Any, run: str) -> None:
    assert client.get(f"/waits/{run}/nothing-of-it").status_code == 404


def test_options_and_classes_are_kept_while_the_mode_changes(client: Any) -> None:
    text = Asked(client, "/waits?unsorted=1&theme=kong").text
    assert re.search(r'href="[^"]*unsorted=1[^"]*survival=new|href="[^"]*survival=new[^"]*unsorted=1', text)
    assert re.search(r'href="/waits\?[^"]*theme=many[^"]*unsorted=1', text)
    current = re.findall(r'aria-current="true">([^<]+)', text)
    assert {"practice", "unsorted tiles", "with a concealed kong"} <= set(current)
