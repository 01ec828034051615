"""The rules page: a list of contents, every pattern explained and shown, options by their names, cases as tested."""

from __future__ import annotations

import gzip
import re

import pytest
from flask.testing import FlaskClient

from trainer.rules.variant import Variant
from trainer.usecases import catalog


def test_the_contents_lead_to_every_part(client: FlaskClient, every_variant: Variant) -> None:
    page = client.get(f"/rules/{every_variant.key}").text
    contents = re.search(r'<nav class="toc".*?</nav>', page, re.S)
    assert contents
    targets = re.findall(r'href="#([\w-]+)"', contents[0])
    assert len(targets) == page.count("<h2 id=") + 3
    assert all(f'id="{target}"' in page for target in targets)


def test_every_pattern_says_when_it_fits_and_shows_a_hand(client: FlaskClient, every_variant: Variant) -> None:
    page = client.get(f"/rules/{every_variant.key}").text
    cases = client.get(f"/rules/{every_variant.key}/cases").text
    rules = every_variant.ruleset()
    shown = rules.scoring.table.possible(rules)
    assert len(shown) == page.count('<li id="pattern-')
    for row in shown:
        found = re.search(rf'<li id="pattern-{row.id}">.*?</li>', page, re.S)
        assert found
        lines = re.findall(r"<p>(.+?)</p>", found[0], re.S)
        assert len(lines) == 2, "the name, and when it fits"
        assert found[0].count('class="tile') >= every_variant.ruleset().deal.hand + 1
        case = re.search(r"#(case-[^\"]+)", found[0])
        assert case
        assert f'id="{case[1]}"' in cases


@pytest.mark.parametrize("language", ["en", "zh_Hans"])
def test_no_text_of_rules_or_cases_shows_a_key_of_the_command_line(
    client: FlaskClient, every_variant: Variant, language: str
) -> None:
    client.get(f"/language/{language}")
    assert re.findall("<code>.*?</code>", client.get(f"/rules/{every_variant.key}").text) == []
    titles = re.findall(r'class="case"><span>(.*?)</span>', client.get(f"/rules/{every_variant.key}/cases").text)
    assert titles
    assert [title for title in titles if re.search(r"[a-z]_[a-z]", title)] == []


def test_options_are_named_in_words_in_table_and_text(client: FlaskClient) -> None:
    page = client.get("/rules/bamboo").text
    assert '<a href="#option-kazoe">Thirteen han make a yakuman</a>' in page
    assert 'id="option-kazoe"' in page


def test_every_worked_case_is_published(client: FlaskClient, every_variant: Variant) -> None:
    page = client.get(f"/rules/{every_variant.key}/cases").text
    for case in catalog.worked_cases(every_variant.key):
        assert f'id="case-{case.key}"' in page
    assert client.get("/rules/nothing/cases").status_code == 404


def test_the_rules_are_light(client: FlaskClient) -> None:
    for address in ("/rules/bamboo", "/rules/bamboo/cases"):
        assert len(gzip.compress(client.get(address).data)) < 15_000, address


@pytest.mark.parametrize(
    ("key", "row", "options", "more"),
    [
        ("sanma2", "ryuuiisou", "", "o.fullSuit=s"),
        ("bamboo", "ryuuiisou", "o.suit=p", ""),
        ("honglong", "ryuuiisou", "", "o.suit=s"),
        ("honglong", "red_dora", "", "o.red=1"),
        ("seventeen", "red_dora", "", "o.red=3"),
        ("fulldeck", "red_dora", "o.red=0", ""),
        ("seventeen", "dora", "o.seats=4", "o.seats=3"),
        ("seventeen", "ura_dora", "o.seats=4", ""),
        ("seventeen", "yakuhai_round", "o.roundWind=none", ""),
        ("sanma2", "nuki_dora", "o.nuki=none", "o.nuki=WN"),
        ("sanma2", "chankan", "o.pon=false", ""),
        ("fulldeck", "paarenchan", "", "o.paarenchan=true"),
    ],
)
def test_only_patterns_that_can_occur_are_listed(
    client: FlaskClient, key: str, row: str, options: str, more: str
) -> None:
    listed = f'<li id="pattern-{row}">'
    assert listed not in client.get(f"/rules/{key}?{options}").text
    assert listed in client.get(f"/rules/{key}?{more}").text


@pytest.mark.parametrize("key", ["jingdian", "flower72", "hk64", "hk128"])
def test_a_table_that_is_added_up_begins_with_what_is_worth_most(client: FlaskClient, key: str) -> None:
    worth = [int(x) for x in re.findall(r'<p class="value">(\d+) fan', client.get(f"/rules/{key}").text)]
    assert len(worth) > 40
    assert worth == sorted(worth, reverse=True)


def test_an_option_that_does_not_exist_is_refused_here_too(client: FlaskClient) -> None:
    answer = client.get("/rules/sanma2?o.red=9")
    assert answer.status_code == 422
    assert "Option red must be one of 0, 1, 2." in answer.text


def test_every_line_of_a_worked_case_can_occur_under_its_rules(every_variant: Variant) -> None:
    for case in catalog.worked_cases(every_variant.key):
        possible = {row.id for row in case.rules.scoring.table.possible(case.rules)}
        assert {line.id for line in case.breakdown.worth.lines} <= possible, case.key
