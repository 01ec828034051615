"""The translation catalogues: what the source says, merged into every language's .po file.

`python -m trainer translations` rewrites the files; the test suite uses the same functions to find what is missing.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "translations"

F_STRING = "warning: Skipping f-string"
"""Said of any f-string in a call that translates, also of one that only fills a place; a test looks for real ones."""

HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: Nanikiru\\n"
"Language: {name}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def source() -> Catalog:
    """Every string of the source that a person may see, with the places it stands at."""
    out = Catalog(project="Nanikiru", charset="utf-8")
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    said = io.StringIO()
    with redirect_stderr(said):
        found = list(extract_from_dir(str(ROOT), methods, options, comment_tags=("i18n:",)))
    sys.stderr.writelines(line for line in said.getvalue().splitlines(keepends=True) if F_STRING not in line)
    for name, line, message, comments, context in found:
        out.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return out


def paths() -> list[Path]:
    """The catalogue of each language."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))


def load(path: Path) -> Catalog:
    with path.open("rb") as f:
        return read_po(f, locale=path.parents[1].name)


def begin(code: str) -> Path:
    """Make an empty catalogue for one more language, unless it is there; raises ValueError on an unknown code."""
    path = FOLDER / code / "LC_MESSAGES" / "messages.po"
    try:
        empty = Catalog(locale=Locale.parse(code))
    except (UnknownLocaleError, ValueError):
        raise ValueError(f"{code} is not a language.") from None
    if not path.exists():
        path.parent.mkdir(parents=True)
        _write(path, empty)
    return path


def _write(path: Path, catalogue: Catalog) -> None:
    """Sorted and without dates and places, so that a difference shows only what changed."""
    header = HEADER.format(name=path.parents[1].name, plurals=catalogue.plural_forms)
    with path.open("wb") as f:
        f.write(header.encode())
        write_po(f, catalogue, width=110, sort_output=True, no_location=True, omit_header=True, ignore_obsolete=True)


def update(path: Path, fresh: Catalog) -> list[str]:
    """Merge the source into one catalogue; returns what is untranslated or fuzzy now."""
    catalogue = load(path)
    catalogue.update(fresh, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    _write(path, catalogue)
    return missing(catalogue)


def missing(catalogue: Catalog) -> list[str]:
    """Messages without a whole translation."""
    out = []
    for message in catalogue:
        if not message.id:
            continue
        texts = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.fuzzy or not texts or not all(texts):
            out.append(str(message.id if isinstance(message.id, str) else message.id[0]))
    return out
