"""Who is practicing: an anonymous id in a signed cookie. Nobody signs in; the id is all there is."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask, Response, g, request
from itsdangerous import BadSignature, URLSafeTimedSerializer

from trainer.web import respond
from trainer.web.errors import BadCookie
from trainer.web.security import SAFE

COOKIE = "nanikiru"
LIFE = timedelta(days=400)
"""The longest that browsers keep a cookie; renewed by every visit after RENEW."""

RENEW = timedelta(days=30)
OPEN = frozenset({"static", "settings.fresh", "settings.language"})
"""Endpoints that work without a valid identity."""


def init(app: Flask, secret_key: str) -> None:
    signer = URLSafeTimedSerializer(secret_key, salt="identity")

    @app.before_request
    def identify() -> None:
        if request.endpoint in OPEN:
            g.user = None
            return
        cookie = request.cookies.get(COOKIE)
        if cookie is None:
            g.user, g.sign_user = secrets.token_urlsafe(12), True
        else:
            try:
                user, signed = signer.loads(cookie, return_timestamp=True)
            except BadSignature:
                g.user = None
                raise BadCookie from None
            g.user = str(user)
            g.sign_user = respond.site().clock() - signed > RENEW
        if request.method not in SAFE:
            respond.site().ensure_user(respond.db(), g.user)

    @app.after_request
    def remember(response: Response) -> Response:
        if g.get("sign_user") and g.get("user") and response.status_code < 400:
            response.set_cookie(
                COOKIE,
                str(signer.dumps(g.user)),
                max_age=LIFE,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure,
            )
        return response
