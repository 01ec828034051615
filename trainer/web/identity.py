"""Who is practicing: an anonymous id in a signed cookie. Nobody signs in; the id is all there is."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from flask import Flask, Response, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from trainer.web import respond
from trainer.web.errors import BadCookie
from trainer.web.security import SAFE

COOKIE = "nanikiru"
YEARS = 5
OPEN = frozenset({"static", "settings.fresh", "settings.language"})
"""Endpoints that work without a valid identity."""


def secret(data: Path) -> str:
    """The signing key: made once, kept in the data folder, readable by its owner alone."""
    path = data / "secret"
    try:
        fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(fd, "w") as f:
        key = secrets.token_hex(32)
        f.write(key)
    return key


def init(app: Flask, data: Path) -> None:
    signer = URLSafeSerializer(secret(data), salt="identity")

    @app.before_request
    def identify() -> None:
        if request.endpoint in OPEN:
            g.user = None
            return
        cookie = request.cookies.get(COOKIE)
        if cookie is None:
            g.user, g.new_user = secrets.token_urlsafe(12), True
        else:
            try:
                g.user = str(signer.loads(cookie))
            except BadSignature:
                g.user = None
                raise BadCookie from None
        if request.method not in SAFE:
            respond.site().ensure_user(respond.db(), g.user)

    @app.after_request
    def remember(response: Response) -> Response:
        if g.get("new_user") and g.get("user") and response.status_code < 400:
            response.set_cookie(
                COOKIE,
                str(signer.dumps(g.user)),
                max_age=YEARS * 365 * 24 * 3600,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure,
            )
        return response
