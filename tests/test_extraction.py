"""What the extraction of texts says, and what it cannot extract."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS

from trainer import catalogues

TRANSLATES = frozenset(DEFAULT_KEYWORDS)


def unextracted(source: str) -> list[int]:
    """Lines where a text to translate is an f-string: nobody could translate it."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in TRANSLATES
        and any(isinstance(argument, ast.JoinedStr) for argument in call.args)
    ]  # fmt: skip


def test_f_strings_that_cannot_be_translated_are_found() -> None:
    assert unextracted('gettext("%(n)s s", n=f"{1}")\ngettext(f"{1} s")\nN_(f"{2}")') == [2, 3]


def test_no_text_of_the_source_is_an_f_string() -> None:
    files = sorted(Path(catalogues.ROOT, "trainer").rglob("*.py"))
    assert len(files) > 50
    assert {str(f): found for f in files if (found := unextracted(f.read_text(encoding="utf-8")))} == {}


def test_nothing_is_said_of_an_f_string_that_fills_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    catalogues.source()
    assert capsys.readouterr().err == ""


def test_other_warnings_are_passed_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def extract(*_: object, **__: object) -> list[object]:
        sys.stderr.write(f"a.py:1: {catalogues.F_STRING} with substitutions\nb.py:2: something else\n")
        return []

    monkeypatch.setattr(catalogues, "extract_from_dir", extract)
    catalogues.source()
    assert capsys.readouterr().err == "b.py:2: something else\n"
