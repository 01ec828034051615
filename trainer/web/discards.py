"""The discard drill: a position, a commitment, then everything."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, request
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, practice, similar
from trainer.usecases.site import Refusal
from trainer.web import present
from trainer.web import present_drill as drill
from trainer.web.forms import whole
from trainer.web.respond import db, link, page, see_other, site, user, wants_fragment

bp = Blueprint("discards", __name__)

FILTERS = ("theme", "level", "own")


def filters() -> dict[str, str]:
    """The filters in force, carried from page to page."""
    return {key: request.values[key] for key in FILTERS if request.values.get(key)}


@bp.get("/discards")
def index() -> BaseResponse:
    variant = catalog.variant(request.args.get("variant"))
    chosen = filters()
    found = practice.choose(
        db(), user(), variant.key, drill.DISCARD, theme=chosen.get("theme", ""), level_=chosen.get("level", ""),
        own="own" in chosen,
    )
    return see_other(link("discards.show", id=found, **chosen))


@bp.get("/discards/<id>")
def show(id: str) -> Response:
    puzzle = practice.find(db(), user(), id, drill.DISCARD)
    attempt = practice.attempt_of(db(), user(), id, request.args.get("token", ""))
    if attempt is not None:
        return answered(drill.stored(puzzle, attempt))
    return asked(puzzle)


@bp.post("/discards/<id>/similar")
def another(id: str) -> BaseResponse:
    puzzle = practice.find(db(), user(), id, drill.DISCARD)
    return see_other(link("discards.show", id=similar.similar_to(db(), user(), puzzle, site().now())))


def goal() -> str:
    return str(site().preferences(db(), user())["goal"])


def frame(puzzle: practice.Puzzle) -> dict[str, object]:
    """What page and fragment have in common."""
    variant = catalog.variant(puzzle.variant)
    chosen = filters()
    return {
        "variant": present.variant(variant),
        "variants": present.variants_menu(catalog.variants(), variant.key),
        "next_url": link("discards.index", variant=variant.key, **chosen),
        "retry_url": link("discards.show", id=puzzle.id, **chosen),
        "similar_url": link("discards.another", id=puzzle.id),
        "chips": drill.theme_chips(chosen.get("theme", "")),
        "levels": drill.level_chips(chosen.get("level", "")),
        "subtitle": _subtitle(chosen),
        "goal_label": drill.goal_label(goal()),
    }


def _subtitle(chosen: dict[str, str]) -> str:
    if "own" in chosen:
        return gettext("from your own games")
    return drill.tag_label(chosen["theme"]) if "theme" in chosen else ""


def hidden(**more: str) -> dict[str, str]:
    """Fields that every question's form carries."""
    return {"token": practice.new_token(), "shown": str(int(time.time() * 1000)), **filters(), **more}


def took() -> int:
    """Milliseconds between showing the question and the answer, as the form says."""
    now = int(time.time() * 1000)
    return max(0, now - whole(request.form.get("shown", ""), now, digits=14))


def asked(puzzle: practice.Puzzle, error: str | None = None, **more: Any) -> Response:
    rules = practice.rules_of(puzzle)
    sort = site().preferences(db(), user())["sort"] == "on"
    context = {
        **frame(puzzle),
        "q": drill.position(rules, drill.as_discard(puzzle), sort),
        "hidden": hidden(),
        "error": error,
        "a": None,
        **more,
    }
    return page("discards/page.html", "discards/_puzzle.html", 422 if error else 200, **context)


@bp.post("/discards/<id>/answer")
def answer(id: str) -> BaseResponse:
    puzzle = practice.find(db(), user(), id, drill.DISCARD)
    token = request.form.get("token", "")
    text = request.form.get("action", "")
    put = practice.Asked(token, drill.OWN if "own" in filters() else drill.PRACTICE, took())
    try:
        done = practice.answer_discard(
            db(), user(), drill.as_discard(puzzle), text, put, drill.goal(goal()), site().now()
        )
    except Refusal as refusal:
        return asked(puzzle, present.refusal(refusal))
    if wants_fragment():
        return answered(done)
    return see_other(link("discards.show", id=id, token=token, **filters()))


def answered(done: practice.DiscardAnswer, **more: Any) -> Response:
    rules = practice.rules_of(done.puzzle)
    chosen = drill.goal(goal())
    context = {
        **frame(done.puzzle),
        "a": drill.answer(rules, done.puzzle, done.thrown, chosen),
        "seconds": present.seconds(done.attempt.ms),
        "first": done.attempt.first,
        "check_url": link("analysis.index") + drill.analysis_query(rules, done.puzzle),
        "title": gettext("Your answer"),
        **more,
    }
    return page("discards/page.html", "discards/_answered.html", **context)
