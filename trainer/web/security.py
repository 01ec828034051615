"""The least that is right: no cross-site forms, a strict content policy, no sniffing."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.urls import iri_to_uri

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def is_foreign() -> bool:
    """Whether an unsafe request came from another site.

    Browsers say so in Sec-Fetch-Site; where that is missing (plain http on a local network), Origin must name our host.
    """
    said = request.headers.get("Sec-Fetch-Site")
    if said is not None:
        return said not in ("same-origin", "none")
    try:
        return urlsplit(request.headers.get("Origin", "")).netloc != request.host
    except ValueError:  # no address at all, such as `http://[::1`
        return True


def init(app: Flask) -> None:
    @app.before_request
    def refuse_foreign_forms() -> None:
        if request.method not in SAFE and is_foreign():
            abort(403)

    @app.after_request
    def stay_here(response: Response) -> Response:
        r"""A redirect never leads to another host, as an address with two slashes before it would.

        Looked at in the form it is sent in: a tab, for one, is lost on the way there, and `/\t/` becomes `//`.
        """
        if response.location is not None:
            goes = iri_to_uri(response.location)
            response.location = "/" + goes.lstrip("/\\") if goes.startswith(("//", "/\\")) else goes
        return response

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        return response
