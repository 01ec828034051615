"""Pages that need the solver, while its kernels are still being compiled: they show how far that is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import current_app, make_response, render_template, request
from werkzeug.wrappers import Response

from trainer.web import respond

P = ParamSpec("P")
AGAIN = 2
"""Seconds after which the page asks again."""


def needs_kernels(view: Callable[P, Response]) -> Callable[P, Response]:
    """Decorate a view whose use case calls the solver. Below `@bp.get(…)`, so that it is the inner one.

    Until the kernels are ready a GET answers with their progress and comes back by itself; a form is never turned
    away, it waits. A preparation that failed lets the view try, and fail, by itself.
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Response:
        warmup = respond.site().warmup
        warmup.start()
        warmth = warmup.warmth
        if not warmth.ready and request.method == "GET":
            warmth = warmup.wait(float(current_app.config["KERNEL_PATIENCE"]))
        if warmth.ready or warmth.failed or request.method != "GET":
            return view(*args, **kwargs)
        address = request.full_path.rstrip("?")
        if respond.wants_fragment():
            return make_response(render_template("warming/_warming.html", warmth=warmth, address=address))
        answer = make_response(render_template("warming/page.html", warmth=warmth, address=None), 503)
        answer.headers["Retry-After"] = answer.headers["Refresh"] = str(AGAIN)
        return answer

    return guarded
