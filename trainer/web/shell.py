"""What stands around every page, and the pictures that pages repeat: drawn once, as they cost most of a page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, g, render_template, request
from flask_babel import gettext
from markupsafe import Markup, escape

from trainer.web.i18n import current_language, languages
from trainer.web.respond import asset, link, preferences

NAV = (
    ("home.index", "home", True),
    ("discards.index", "discards", True),
    ("waits.index", "waits", True),
    ("play.index", "play", True),
    ("progress.index", "progress", True),
    ("daily.index", "daily", False),
    ("atlas.index", "atlas", False),
    ("analysis.index", "analysis", False),
    ("score.index", "score", False),
    ("rules.index", "rules", False),
    ("settings.index", "settings", False),
)


def nav_labels() -> dict[str, str]:
    return {
        "home": gettext("Home"),
        "discards": gettext("Discards"),
        "waits": gettext("Waits"),
        "play": gettext("Play"),
        "progress": gettext("Progress"),
        "daily": gettext("Daily"),
        "atlas": gettext("Atlas"),
        "analysis": gettext("Analysis"),
        "score": gettext("Score"),
        "rules": gettext("Rules"),
        "settings": gettext("Settings"),
    }


def nav() -> list[dict[str, object]]:
    """The pages that everything is reached from."""
    labels = nav_labels()
    here = _here()
    return [
        {
            "endpoint": endpoint,
            "label": labels[icon],
            "url": link(endpoint),
            "current": here == endpoint.partition(".")[0],
            "icon": icon,
            "primary": primary,
        }
        for endpoint, icon, primary in NAV
        if endpoint in current_app.view_functions
    ]


def _here() -> str:
    return (request.endpoint or "").partition(".")[0]


def shell(part: str) -> Markup:
    """What stands around a page: `top` or `foot`."""
    theme = preferences()["theme"]
    place = request.script_root, current_language().code, _here()
    found: Markup = current_app.extensions["shells"](part, *place, theme, asset("marks.svg"))
    return found


def _shell(part: str, root: str, code: str, here: str, theme: str, marks: str) -> Markup:
    """All that the frame depends on are its arguments; most of them the request in hand knows by itself."""
    name = f"shell/_{part}.html"
    return Markup(render_template(name, nav=nav(), theme=theme, languages=_languages() if part == "top" else ()))


def _languages() -> list[dict[str, object]]:
    now = current_language().code
    return [
        {
            "code": x.code,
            "tag": x.tag,
            "label": x.label,
            "short": x.short,
            "url": link("settings.language", code=x.code),
            "current": x.code == now,
        }
        for x in languages()
    ]


STATES = ("dim", "last", "won", "blocked", "chosen", "drawn", "called")


def states(t: Mapping[str, Any]) -> str:
    """The classes of a tile from `present.tile`, each with a space before it."""
    return "".join(f" {s}" for s in STATES if t.get(s)) + (" hidden" if t["code"] == "back" else "")


def picture(t: Mapping[str, Any], extra: str = "") -> Markup:
    """A tile from `present.tile` as a picture with its spoken name; a turned one lies on its side."""
    classes = states(t) + (f" {extra}" if extra else "")
    return _picture(t["code"], t["text"], t["label"], classes, bool(t.get("turned")), _sprite())


def _sprite() -> str:
    """The address of the drawings, looked up once a request."""
    if "sprite" not in g:
        g.sprite = asset("tiles.svg")
    return str(g.sprite)


@lru_cache(maxsize=1 << 12)
def _picture(code: str, text: str, label: str, classes: str, turned: bool, sprite: str) -> Markup:
    drawing = f'<svg viewBox="0 0 60 80" aria-hidden="true"><use href="{escape(sprite)}#{escape(code)}"/></svg>'
    out = (
        f'<span class="tile{escape(classes)}" role="img" aria-label="{escape(label)}" '
        f'data-index="{escape(text[:1])}">{drawing}</span>'
    )
    return Markup(f'<span class="turned">{out}</span>' if turned else out)


def init(app: Flask) -> None:
    app.extensions["shells"] = lru_cache(maxsize=1 << 8)(_shell)
    app.jinja_env.globals.update(nav=nav, picture=picture, shell=shell, states=states)
