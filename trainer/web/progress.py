"""Progress: streak, accuracy and time per skill, history, export and import."""

from __future__ import annotations

import json

from flask import Blueprint, Response, make_response, request, url_for
from flask_babel import gettext, ngettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import progress
from trainer.usecases.site import N_, Refusal
from trainer.web import charts, present
from trainer.web.respond import db, page, see_other, site, user

bp = Blueprint("progress", __name__)


@bp.get("/progress")
def index() -> Response:
    today = site().today()
    board = progress.dashboard(db(), user(), today)
    trend = None
    if len(board.trend) > 1:
        latest = board.trend[-30:]
        series = [(gettext("good"), [share for _, share in latest])]
        trend = charts.line(gettext("Good first answers by day"), series, [d.strftime("%m-%d") for d, _ in latest])
    return page(
        "progress/page.html",
        board=board,
        week=charts.week(board.days, today),
        calendar=charts.calendar(board.days, today),
        discards=present.skill(board.discards),
        waits=present.skill(board.waits),
        by_count=[present.skill(s, "count:") for s in board.by_wait_count],
        by_theme=[present.skill(s) for s in board.by_theme],
        weakest=[present.skill(s) for s in board.weakest],
        recent=[present.attempt(a) for a in board.recent],
        trend=trend,
        imported=_imported(),
    )


def _imported() -> str | None:
    new, games = request.args.get("attempts", ""), request.args.get("games", "")
    if not (new.isdigit() and games.isdigit()):
        return None
    answers = ngettext("%(num)d new answer", "%(num)d new answers", int(new))
    return f"{answers} · {ngettext('%(num)d new game', '%(num)d new games', int(games))}"


@bp.get("/progress/export")
def export() -> Response:
    data = progress.export(db(), user(), site().now())
    out = make_response(json.dumps(data, ensure_ascii=False, indent=1))
    out.headers["Content-Type"] = "application/json; charset=utf-8"
    out.headers["Content-Disposition"] = f'attachment; filename="nanikiru-{site().today().isoformat()}.json"'
    return out


@bp.post("/progress/import")
def import_() -> BaseResponse:
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refusal(N_("Choose a file that this site exported."))
    try:
        text = file.stream.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(N_("This file is not JSON.")) from None
    done = progress.import_(db(), user(), text)
    return see_other(url_for("progress.index", attempts=done.attempts, games=done.games))
