"""Every text of the source stands in every catalogue, whole, current and with the same places to fill."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from trainer import catalogues

PLACE = re.compile(r"%(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[sdifgex%]|\{\w*\}")


def texts(value: object) -> list[str]:
    return [str(v) for v in value] if isinstance(value, (tuple, list)) else [str(value or "")]


def places(text: str) -> list[str]:
    return sorted(p for p in PLACE.findall(text) if p != "%%")


def faults(source: Catalog, translated: Catalog) -> list[str]:
    """What is wrong with a catalogue, one line each."""
    found = []
    wanted = {(m.context, m.id): m for m in source if m.id}
    have: dict[object, Message] = {(m.context, m.id): m for m in translated if m.id}
    for key, message in wanted.items():
        name = texts(message.id)[0]
        entry = have.get(key)
        sources = [places(t) for t in texts(message.id)]
        if translated.num_plurals == 1:  # the one form says every number, so it has to name it
            sources = sources[-1:]
        if entry is None:
            found.append(f"absent: {name}")
        elif entry.fuzzy:
            found.append(f"fuzzy: {name}")
        elif not all(texts(entry.string)):
            found.append(f"empty: {name}")
        elif any(places(text) not in sources for text in texts(entry.string)):
            found.append(f"places: {name}")
    found += [f"left over: {texts(m.id)[0]}" for key, m in have.items() if key not in wanted]
    return found


@pytest.mark.parametrize("path", catalogues.paths(), ids=lambda p: p.parents[1].name)
def test_every_catalogue_is_complete(path: Path) -> None:
    found = faults(catalogues.source(), catalogues.load(path))
    assert not found, "run `make translations` and translate:\n" + "\n".join(found)


def test_simplified_chinese_is_there() -> None:
    assert "zh_Hans" in [p.parents[1].name for p in catalogues.paths()]


def test_texts_of_code_core_and_templates_are_found() -> None:
    found = {texts(m.id)[0] for m in catalogues.source() if m.id}
    assert "There is no such page." in found  # gettext in the web
    assert "What you can do here" in found  # a template
    assert "east wind" in found  # N_ in a label
    assert "The field %(field)s is missing." in found  # N_ in a refusal


def test_the_one_plural_form_of_a_language_names_the_number() -> None:
    """It is printed for every number, so the form of the singular, which may leave it out, is no model."""
    source = Catalog()
    source.add(("the next day", "the next %(num)d days"))
    entry = 'msgid "the next day"\nmsgid_plural "the next %(num)d days"\nmsgstr[0] "{}"\n'
    for text, expected in (("此后 1 天", ["places: the next day"]), ("此后 %(num)d 天", [])):
        assert faults(source, read_po(BytesIO(entry.format(text).encode()), locale="zh_Hans")) == expected


SOURCE = Catalog()
SOURCE.add("Keep %(num)d tiles")
SOURCE.add(("%(num)d day", "%(num)d days"))


@pytest.mark.parametrize(
    ("po", "expected"),
    [
        ('msgid "Keep %(num)d tiles"\nmsgstr "留 %(num)d 张"\n', []),
        ('msgid "Keep %(num)d tiles"\nmsgstr ""\n', ["empty: Keep %(num)d tiles"]),
        ('#, fuzzy\nmsgid "Keep %(num)d tiles"\nmsgstr "留 %(num)d 张"\n', ["fuzzy: Keep %(num)d tiles"]),
        ('msgid "Keep %(num)d tiles"\nmsgstr "留 %(n)d 张"\n', ["places: Keep %(num)d tiles"]),
        ('msgid "Keep %(num)d tiles"\nmsgstr "留几张"\n', ["places: Keep %(num)d tiles"]),
        ("", ["absent: Keep %(num)d tiles"]),
        ('msgid "Keep %(num)d tiles"\nmsgstr "留 %(num)d 张"\n\nmsgid "Old"\nmsgstr "旧"\n', ["left over: Old"]),
    ],
)
def test_a_fault_of_a_catalogue_is_found(po: str, expected: list[str]) -> None:
    days = 'msgid "%(num)d day"\nmsgid_plural "%(num)d days"\nmsgstr[0] "%(num)d 天"\n\n'
    assert faults(SOURCE, read_po(BytesIO((days + po).encode()), locale="zh_Hans")) == expected
