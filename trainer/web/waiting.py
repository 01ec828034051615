"""Pages whose answer takes long: they say how far it is, ask again by themselves, and can be called off.

A view asks `worked`; while the answer is not there, that raises Unfinished, and the visitor gets the page of its
progress in place of the view's own. The part of it that shows how far it is asks the same address again. Once the view
answers, the whole page is loaded, which then holds the answer; without scripts the page loads itself again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from flask import Blueprint, Flask, Response, current_app, g, request
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases.work import Lane, Unfinished
from trainer.web.respond import page, see_other, site, user

bp = Blueprint("waiting", __name__)

T = TypeVar("T")
PART = "looking"
"""The id of the part that asks again."""

ACCEPTED = 202


def worked(key: Hashable, question: Callable[[Any], T] | None, *, back: str, lane: Lane = Lane.USUAL) -> T:
    """The answer to a question, see `Work.ask`; calling it off leads to the address `back`."""
    g.back = back
    return site().work.ask(key, user(), question, patience=float(current_app.config["PATIENCE"]), lane=lane)


def looking(why: Unfinished) -> dict[str, object]:
    """How far a question is, as the template wants it; a form is sent again as it came."""
    g.unfinished = True
    return {
        "id": why.id,
        "percent": int(100 * why.share),
        "ahead": why.ahead,
        "back": g.back,
        "address": request.full_path.rstrip("?"),
        "fields": request.form.to_dict(flat=False),
        "posted": request.method == "POST",
    }


def asks_again() -> bool:
    return request.headers.get("HX-Target") == PART


def init(app: Flask) -> None:
    @app.errorhandler(Unfinished)
    def unfinished(why: Unfinished) -> Response:
        if asks_again():
            return page("waiting/_looking.html", looking=looking(why))
        return page("waiting/page.html", "waiting/_waiting.html", ACCEPTED, looking=looking(why))

    @app.after_request
    def arrived(response: Response) -> Response:
        """What was looked for is there: the part that asked gives way to the whole page."""
        if not asks_again() or g.get("unfinished") or (response.status_code >= 400 and request.method == "POST"):
            return response
        there = Response()
        if request.method == "POST":
            there.headers["HX-Redirect"] = response.headers["Location"]
        else:
            there.headers["HX-Refresh"] = "true"
        return there


@bp.post("/waiting/<id>/cancel")
def cancel(id: str) -> BaseResponse:
    site().work.cancel(id, user())
    return see_other(request.form.get("back", ""))
