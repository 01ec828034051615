"""Answers: a whole page or the fragment it includes, one decision in one place."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases.site import Database, Site
from trainer.web.i18n import current_language, languages

NAV = (
    ("home.index", "home", True),
    ("discards.index", "discards", True),
    ("waits.index", "waits", True),
    ("play.index", "play", True),
    ("progress.index", "progress", True),
    ("daily.index", "daily", False),
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
        "analysis": gettext("Analysis"),
        "score": gettext("Score"),
        "rules": gettext("Rules"),
        "settings": gettext("Settings"),
    }


def site() -> Site:
    found: Site = current_app.extensions["site"]
    return found


def db() -> Database:
    """This request's connection."""
    if "db" not in g:
        g.db = site().connect()
    connection: Database = g.db
    return connection


def user() -> str:
    return str(g.user)


def wants_fragment() -> bool:
    """Whether htmx asked for a part of the page: not a boosted link and not a restored history entry.

    htmx marks a history restore as an htmx request too, but wants the whole page then.
    """
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def page(template: str, fragment: str | None = None, status: int = 200, /, **context: object) -> Response:
    """The page, or its fragment when htmx wants just that."""
    name = fragment if fragment and wants_fragment() else template
    return make_response(render_template(name, **context), status)


def link(endpoint: str, **values: Any) -> str:
    """The address of an endpoint; values of None are left out."""
    return url_for(endpoint, **values)


def see_other(url: str) -> BaseResponse:
    """After a form: look there, at an address of this site. htmx follows the redirect and swaps what comes back.

    An address made from what the browser sent cannot lead elsewhere: `//other.example` is taken as a path.
    """
    return redirect("/" + url.lstrip("/\\"), 303)


@lru_cache(maxsize=64)
def _fingerprint(path: str, mtime: float) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:10]


def asset(name: str) -> str:
    """Address of a static file that changes with its content, so that it can be cached for good."""
    path = Path(str(current_app.static_folder)) / name
    return url_for("static", filename=name, v=_fingerprint(str(path), path.stat().st_mtime))


def init(app: Flask) -> None:
    @app.teardown_appcontext
    def close(_: BaseException | None) -> None:
        connection = g.pop("db", None)
        if connection is not None:
            connection.close()

    @app.after_request
    def vary(response: Response) -> Response:
        if request.endpoint == "static":
            response.headers["Cache-Control"] = (
                "public, max-age=31536000, immutable" if request.args.get("v") else "public, max-age=300"
            )
        else:
            response.vary.update(("HX-Request", "Cookie", "Accept-Language"))
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    @app.context_processor
    def shared() -> dict[str, object]:
        labels = nav_labels()
        prefs = site().preferences(db(), g.user) if g.get("user") else site().default_preferences()
        here = (request.endpoint or "").partition(".")[0]
        nav = [
            {
                "endpoint": endpoint,
                "label": labels[icon],
                "url": url_for(endpoint),
                "current": here == endpoint.partition(".")[0],
                "icon": icon,
                "primary": primary,
            }
            for endpoint, icon, primary in NAV
            if endpoint in current_app.view_functions
        ]
        return {
            "asset": asset,
            "nav": nav,
            "prefs": prefs,
            "theme": prefs["theme"],
            "lang": current_language().tag,
            "languages": [
                {
                    "code": x.code,
                    "tag": x.tag,
                    "label": x.label,
                    "short": x.short,
                    "url": url_for("settings.language", code=x.code),
                    "current": x.code == current_language().code,
                }
                for x in languages()
            ],
        }
