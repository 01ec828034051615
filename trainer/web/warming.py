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

    Until the kernels are ready the answer is their progress, and it comes back by itself; a form is sent again as it
    came, without scripts by a button. A preparation that failed lets the view try, and fail, by itself.
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Response:
        warmup = respond.site().warmup
        warmup.start()
        warmth = warmup.warmth
        if not warmth.ready:
            warmth = warmup.wait(float(current_app.config["KERNEL_PATIENCE"]))
        if warmth.ready or warmth.failed:
            return view(*args, **kwargs)
        address, form = request.full_path.rstrip("?"), None
        if request.method == "POST":
            form = request.form.to_dict(flat=False)
        if respond.wants_fragment():
            found = render_template("warming/_warming.html", warmth=warmth, address=address, form=form)
            return make_response(found)
        found = render_template("warming/page.html", warmth=warmth, address=address, form=form)
        answer = make_response(found, 503)
        answer.headers["Retry-After"] = str(AGAIN)
        if form is None:
            answer.headers["Refresh"] = str(AGAIN)
        return answer

    return guarded
