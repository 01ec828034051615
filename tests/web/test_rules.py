"""The rules page: a list of contents, every pattern explained and shown, options by their names, cases as tested."""

from __future__ import annotations

import gzip
import re

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
    for row in every_variant.ruleset().scoring.table.rows:
        found = re.search(rf'<li id="pattern-{row.id}">.*?</li>', page, re.S)
        assert found
        lines = re.findall(r"<p>(.+?)</p>", found[0], re.S)
        assert len(lines) == 2, "the name, and when it fits"
        assert found[0].count('class="tile') >= every_variant.ruleset().deal.hand + 1
        case = re.search(r"#(case-[^\"]+)", found[0])
        assert case
        assert f'id="{case[1]}"' in cases


def test_options_are_named_in_words_in_table_and_text(client: FlaskClient) -> None:
    page = client.get("/rules/bamboo").text
    assert "<code>" not in page, "keys are for the command line"
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
