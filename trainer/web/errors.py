"""Errors as part of the product: one clear sentence, the right status, a way on."""

from __future__ import annotations

import logging

from flask import Flask, Response, make_response, render_template, request
from flask_babel import gettext
from werkzeug.exceptions import HTTPException

from trainer.usecases.site import Busy, NotFound, Refusal
from trainer.web import present, respond

log = logging.getLogger(__name__)


class BadCookie(Exception):
    """The identity cookie was changed by somebody."""


def sentence(status: int) -> str:
    return {
        400: gettext("The request could not be read."),
        403: gettext("This form did not come from this site, so nothing was done."),
        404: gettext("There is no such page."),
        405: gettext("This address does not take that kind of request."),
        413: gettext("The upload is too large."),
        415: gettext("The request could not be read."),
        503: gettext("Others are storing a lot just now, so nothing was stored. Try again in a moment."),
        500: gettext("Something went wrong on our side. Nothing you had stored is lost."),
    }.get(status, gettext("The request could not be answered."))


def answer(status: int, text: str, *, fresh: bool = False) -> Response:
    template = "errors/_notice.html" if respond.wants_fragment() else "errors/page.html"
    return make_response(render_template(template, status=status, sentence=text, fresh=fresh), status)


def init(app: Flask) -> None:
    @app.errorhandler(NotFound)
    def missing(error: NotFound) -> Response:
        return answer(404, present.refusal(error))

    @app.errorhandler(Refusal)
    def refused(error: Refusal) -> Response:
        return answer(422, present.refusal(error))

    @app.errorhandler(Busy)
    def busy(_: Busy) -> Response:
        out = answer(503, sentence(503))
        out.headers["Retry-After"] = "5"
        return out

    @app.errorhandler(BadCookie)
    def tampered(_: BadCookie) -> Response:
        text = gettext(
            "Your identity cookie has been changed, so it is not accepted. Your progress is still stored: restore the "
            "cookie, or start fresh."
        )
        return answer(400, text, fresh=True)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        out = answer(status, sentence(status))
        for key, value in error.get_headers(request.environ):
            if key.lower() == "allow":
                out.headers[key] = value
        return out

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        log.exception("unexpected error at %s", request.path)
        return answer(500, sentence(500))
