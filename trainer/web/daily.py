"""Daily: one position a day for each game, the same for everyone, with an archive and a result to share."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, practice, progress
from trainer.usecases.site import Refusal
from trainer.web import discards, present
from trainer.web import present_drill as drill
from trainer.web.respond import db, link, page, see_other, site, user, wants_fragment

bp = Blueprint("daily", __name__)


@bp.get("/daily")
def index() -> Response:
    today = site().today()
    variant = catalog.variant(request.args.get("variant"))
    days = practice.archive(db(), user(), variant.key, today)
    return page(
        "daily/page.html",
        variant=present.variant(variant),
        variants=present.variants_menu(catalog.variants(), variant.key),
        today=today.isoformat(),
        streak=progress.streak(db(), user(), today),
        days=[drill.daily_row(day, attempt) for day, attempt in days],
    )


@bp.get("/daily/<day>")
def show(day: str) -> Response:
    when = practice.day_of(day, site().today())
    variant = catalog.variant(request.args.get("variant"))
    done = practice.daily_answered(db(), user(), variant.key, when)
    if done is not None:
        return shown(done, day)
    puzzle = practice.daily(variant.key, when)
    return discards.asked(puzzle, **around(puzzle, day))


def around(puzzle: practice.Puzzle, day: str) -> dict[str, Any]:
    return {
        "title": gettext("Daily position %(day)s", day=day),
        "answer_url": link("daily.answer", day=day, variant=puzzle.variant),
        "next_url": link("daily.index", variant=puzzle.variant),
        "chips": [],
        "levels": [],
    }


def shown(done: practice.DiscardAnswer, day: str) -> Response:
    return discards.answered(done, **{**around(done.puzzle, day), "share_text": drill.share(done, day)})


@bp.post("/daily/<day>/answer")
def answer(day: str) -> BaseResponse:
    when = practice.day_of(day, site().today())
    puzzle = practice.daily(catalog.variant(request.args.get("variant")).key, when)
    already = practice.daily_answer(db(), user(), puzzle.variant, when)
    if already is None:
        asked = practice.Asked(request.form.get("token", ""), drill.DAILY, discards.took(), day=when.isoformat())
        try:
            chosen = drill.goal_of(puzzle, discards.goal())
            done = practice.answer_discard(
                db(), user(), puzzle, request.form.get("action", ""), asked, chosen, site().now()
            )
        except Refusal as refusal:
            return discards.asked(puzzle, present.refusal(refusal), **around(puzzle, day))
        if wants_fragment():
            return shown(done, day)
    return see_other(link("daily.show", day=day, variant=puzzle.variant))
