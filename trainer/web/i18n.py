"""Languages: English is the source; every other one is a catalogue folder under translations/."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, g, has_request_context, request
from flask_babel import Babel, get_translations

ROOT = Path(__file__).resolve().parents[2] / "translations"
COOKIE = "lang"

_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Language:
    """`code` names the catalogue, `tag` is what HTML calls it (browsers pick glyph variants by it)."""

    code: str
    tag: str
    label: str
    short: str


KNOWN = (
    Language("en", "en", "English", "EN"),
    Language("zh_Hans", "zh-Hans", "简体中文", "简"),
    Language("zh_Hant", "zh-Hant", "繁體中文", "繁"),
    Language("yue_Hant", "yue-Hant", "粵語", "粵"),
    Language("ja", "ja", "日本語", "日"),
)
BROWSER = {
    "zh-tw": "zh_Hant", "zh-hant": "zh_Hant", "zh-hk": "yue_Hant", "zh-mo": "yue_Hant", "zh-hant-hk": "yue_Hant",
    "yue": "yue_Hant", "zh": "zh_Hans", "zh-cn": "zh_Hans", "zh-sg": "zh_Hans", "zh-hans": "zh_Hans", "ja": "ja",
    "en": "en",
}  # fmt: skip
"""What browsers send, in lower case; anything else is tried by its first part, then English."""


@lru_cache(maxsize=1)
def languages() -> tuple[Language, ...]:
    """English and those that have a catalogue."""
    return tuple(x for x in KNOWN if x.code == "en" or (ROOT / x.code / "LC_MESSAGES" / "messages.po").exists())


def from_browser(tags: list[str]) -> str:
    """The first language of the browser's list that we have; English otherwise."""
    have = {x.code for x in languages()}
    for tag in tags:
        low = tag.lower()
        code = BROWSER.get(low) or BROWSER.get(low.rsplit("-", 1)[0]) or BROWSER.get(low.partition("-")[0])
        if code == "yue_Hant" and code not in have:
            code = "zh_Hant"
        if code == "zh_Hant" and code not in have:
            code = "zh_Hans"
        if code in have:
            return code
    return "en"


def current_language() -> Language:
    if not has_request_context():
        return KNOWN[0]
    if "language" not in g:
        chosen = request.cookies.get(COOKIE)
        codes = {x.code: x for x in languages()}
        asked = [str(tag) for tag in request.accept_languages.values()]
        g.language = codes.get(chosen or "") or codes[from_browser(asked)]
    found: Language = g.language
    return found


def per_language(size: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Keep the last `size` answers of a function of hashable arguments whose texts depend on the language alone.

    The answers are shared between readers: nobody may change them.
    """

    def keeping(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @lru_cache(maxsize=size)
        def kept(code: str, *args: _P.args, **kwargs: _P.kwargs) -> _R:
            return function(*args, **kwargs)

        @wraps(function)
        def asked(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            return kept(current_language().code, *args, **kwargs)  # type: ignore[arg-type]

        return asked

    return keeping


def compile_catalogues(target: Path) -> Path:
    """Compile every .po that is newer than its .mo under `target` (10 ms each), so that setting up needs no build."""
    for language in languages():
        source = ROOT / language.code / "LC_MESSAGES" / "messages.po"
        compiled = target / language.code / "LC_MESSAGES" / "messages.mo"
        if not source.exists() or (compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime):
            continue
        compiled.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as f:
            catalogue = read_po(f, locale=language.code)
        fresh = compiled.with_name(f"{compiled.name}.{os.getpid()}")
        with fresh.open("wb") as out:
            write_mo(out, catalogue)
        fresh.replace(compiled)
    return target


def init(app: Flask, data: Path) -> None:
    try:
        folder = compile_catalogues(data / "cache" / "translations")
    except OSError:
        folder = compile_catalogues(Path(tempfile.mkdtemp(prefix="translations-")))
    Babel(app, locale_selector=lambda: current_language().code, default_translation_directories=str(folder))
    texts = per_language(len(KNOWN))(get_translations)  # a page looks up dozens: Flask-Babel asks the request each time
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: texts().ugettext(text),
        ngettext=lambda one, many, n: texts().ungettext(one, many, n),
        newstyle=True,
    )
