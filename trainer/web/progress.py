"""Progress: streak, accuracy and time per skill, history, export and import."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for
from flask_babel import gettext, ngettext
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import practice, progress, transfer
from trainer.usecases.site import N_, Refusal
from trainer.usecases.work import Unfinished
from trainer.web import charts, present, present_progress, waiting
from trainer.web.forms import whole
from trainer.web.respond import db, page, see_other, site, user

bp = Blueprint("progress", __name__)


@bp.get("/progress")
def index() -> Response:
    return shown()


def shown(error: str | None = None, status: int = 200) -> Response:
    """The dashboard, with what an import brought, or the sentence that says why there was none."""
    today = site().today()
    board = progress.dashboard(db(), user(), today)
    trend = None
    if len(board.trend) > 1:
        latest = board.trend[-30:]
        series = [(gettext("good"), [share for _, share in latest])]
        trend = charts.line(gettext("Good first answers by day"), series, [d.strftime("%m-%d") for d, _ in latest])
    return page(
        "progress/page.html",
        None,
        status,
        error=error,
        board=board,
        week=charts.week(board.days, today),
        calendar=charts.calendar(board.days, today),
        discards=present_progress.skill(board.discards),
        waits=present_progress.skill(board.waits),
        by_count=[present_progress.skill(s, "count:") for s in board.by_wait_count],
        by_theme=[present_progress.skill(s) for s in board.by_theme],
        weakest=[present_progress.skill(s) for s in board.weakest],
        recent=[present_progress.attempt(a) for a in board.recent],
        trend=trend,
        imported=_imported(),
    )


def _imported() -> str | None:
    """What the address says that an import brought, in words."""
    new = {key: whole(request.args.get(key, ""), -1) for key in ("attempts", "games", "puzzles", "settings")}
    if min(new["attempts"], new["games"]) < 0:
        return None
    words = [
        ngettext("%(num)d new answer", "%(num)d new answers", new["attempts"]),
        ngettext("%(num)d new game", "%(num)d new games", new["games"]),
    ]
    if new["puzzles"] > 0:
        words.append(ngettext("%(num)d new puzzle", "%(num)d new puzzles", new["puzzles"]))
    if new["settings"] > 0:
        words.append(ngettext("%(num)d setting", "%(num)d settings", new["settings"]))
    return " · ".join(words)


@bp.get("/progress/export")
def export() -> Response:
    data = transfer.export(db(), user(), site().now())
    out = make_response(json.dumps(data, ensure_ascii=False, indent=1))
    out.headers["Content-Type"] = "application/json; charset=utf-8"
    out.headers["Content-Disposition"] = f'attachment; filename="nanikiru-{site().today().isoformat()}.json"'
    return out


@bp.post("/progress/import")
def import_() -> BaseResponse:
    try:
        text = _uploaded()
    except Refusal as refusal:
        return shown(present.refusal(refusal), 422)
    except RequestEntityTooLarge:
        return shown(gettext("This file is too large to be imported."), 413)
    id, here, who, now = practice.new_token(), site(), user(), site().now()

    def added(pace: Any) -> object:
        with closing(here.connect()) as db:
            return transfer.import_(db, who, text, now, pace)

    try:
        return _told(id, added)
    except Unfinished:
        return see_other(url_for("progress.importing", id=id))


@bp.get("/progress/import/<id>")
def importing(id: str) -> BaseResponse:
    """How far an import is that takes long."""
    return _told(id, None)


def _told(id: str, question: Callable[[Any], Any] | None) -> BaseResponse:
    """What the import has added; raises Unfinished."""
    try:
        done = waiting.worked(("import", user(), id), question, back=url_for("progress.index"))
    except Refusal as refusal:
        return shown(present.refusal(refusal), 422)
    return see_other(
        url_for(
            "progress.index", attempts=done.attempts, games=done.games, puzzles=done.puzzles, settings=done.settings
        )
    )


def _uploaded() -> str:
    """The text of the file sent; raises Refusal, or RequestEntityTooLarge."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refusal(N_("Choose a file that this site exported."))
    try:
        return file.stream.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(N_("This file is not JSON.")) from None
