"""The translation catalogues: what the source says, merged into every language's .po file.

`python -m trainer translations` rewrites the files; the test suite uses the same functions to find what is missing.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "translations"
METHODS = [("trainer/**.py", "python"), ("templates/**.html", "jinja2")]
OPTIONS = {"templates/**.html": {"encoding": "utf-8", "trimmed": "true"}}


def source() -> Catalog:
    """Every string of the source that a person may see, with the places it stands at."""
    out = Catalog(project="Nanikiru", charset="utf-8")
    for top in ("trainer", "templates"):
        found = extract_from_dir(str(ROOT / top), [(p.removeprefix(f"{top}/"), m) for p, m in METHODS],
                                 {p.removeprefix(f"{top}/"): o for p, o in OPTIONS.items()}, comment_tags=("i18n:",))  # fmt: skip
        for name, line, message, comments, context in found:
            out.add(message, None, [(f"{top}/{name}", line)], auto_comments=comments, context=context)
    return out


def paths() -> list[Path]:
    """The catalogue of each language."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))


def load(path: Path) -> Catalog:
    with path.open("rb") as f:
        return read_po(f, locale=path.parents[1].name)


def update(path: Path, fresh: Catalog) -> list[str]:
    """Merge the source into one catalogue; returns what is untranslated or fuzzy now."""
    catalogue = load(path)
    catalogue.update(fresh, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    with path.open("wb") as f:
        write_po(f, catalogue, width=110, sort_output=True, no_location=True, omit_header=False, ignore_obsolete=True)
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
