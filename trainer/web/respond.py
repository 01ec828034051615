"""Answers: a whole page or the fragment it includes, one decision in one place."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases.site import Database, Site
from trainer.web.i18n import current_language


def site() -> Site:
    found: Site = current_app.extensions["site"]
    return found


def db() -> Database:
    """This request's connection."""
    if "db" not in g:
        g.db = site().connections.take()
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
    """The address of an endpoint; values of None are left out. Also what templates call `url_for`."""
    given = {key: value for key, value in values.items() if value is not None}
    if endpoint.startswith(".") or not all(isinstance(value, (str, int)) for value in given.values()):
        return url_for(endpoint, **given)
    texts = tuple(sorted((key, str(value)) for key, value in given.items()))
    found: str = current_app.extensions["addresses"](request.script_root, endpoint, texts)
    return found


def _address(root: str, endpoint: str, values: tuple[tuple[str, str], ...]) -> str:
    """`root` is what the address begins with, which the request in hand knows by itself."""
    return url_for(endpoint, **dict(values))  # type: ignore[arg-type]


def preferences() -> dict[str, str]:
    """This reader's preferences, looked up once a request."""
    if "preferences" not in g:
        g.preferences = site().preferences(db(), g.user) if g.get("user") else site().default_preferences()
    found: dict[str, str] = g.preferences
    return found


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
    path = os.path.join(str(current_app.static_folder), name)
    return link("static", filename=name, v=_fingerprint(path, os.stat(path).st_mtime))


def init(app: Flask) -> None:
    @app.teardown_appcontext
    def close(_: BaseException | None) -> None:
        connection = g.pop("db", None)
        if connection is not None:
            site().connections.give(connection)

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

    app.extensions["addresses"] = lru_cache(maxsize=1 << 12)(_address)
    app.jinja_env.globals.update(asset=asset, url_for=link)

    @app.context_processor
    def shared() -> dict[str, object]:
        return {"prefs": preferences(), "lang": current_language().tag}
