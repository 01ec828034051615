"""Win or wait: where play goes on after a win, whether to take one that locks the hand, and which waits to stay in."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, practice
from trainer.usecases.site import Refusal
from trainer.web import present, present_drill
from trainer.web import present_locks as drill
from trainer.web.discards import hidden, sorting, took
from trainer.web.respond import db, link, page, see_other, site, user, wants_fragment

bp = Blueprint("locks", __name__)


def filters() -> dict[str, str]:
    """The lesson and difficulty asked for, carried from page to page."""
    return {key: request.values[key][:40] for key in ("theme", "level") if request.values.get(key)}


@bp.get("/locks")
def index() -> BaseResponse:
    key = request.args.get("variant") or drill.games()[0]
    chosen = filters()
    found = practice.choose(
        db(), user(), catalog.variant(key).key, drill.LOCK,
        theme=chosen.get("theme", ""), level_=chosen.get("level", ""),
    )  # fmt: skip
    return see_other(link("locks.show", id=found, **chosen))


@bp.get("/locks/<id>")
def show(id: str) -> Response:
    puzzle = practice.find(db(), user(), id, drill.LOCK)
    attempt = practice.attempt_of(db(), user(), id, request.args.get("token", ""))
    if attempt is not None:
        return answered(drill.stored(puzzle, attempt))
    return asked(puzzle)


@bp.post("/locks/<id>/answer")
def answer(id: str) -> BaseResponse:
    puzzle = practice.find(db(), user(), id, drill.LOCK)
    token = request.form.get("token", "")
    text = request.form.get("instead") or request.form.get("action", "")
    put = practice.Asked(token, present_drill.PRACTICE, took())
    try:
        done = practice.answer_lock(db(), user(), drill.as_lock(puzzle), text, put, site().now())
    except Refusal as refusal:
        return asked(puzzle, present.refusal(refusal))
    if wants_fragment():
        return answered(done)
    return see_other(link("locks.show", id=id, token=token, **filters()))


def frame(puzzle: practice.Puzzle) -> dict[str, object]:
    """What page and fragment have in common: the game, the choice of what is asked, the way on."""
    chosen = filters()
    theme, level = chosen.get("theme", ""), chosen.get("level", "")

    def chip(label: str, current: bool, **query: str) -> dict[str, object]:
        return {"label": label, "url": link("locks.index", variant=puzzle.variant, **query), "current": current}

    of_level = {"level": level} if present_drill.is_level(level) else {}
    of_theme = {"theme": theme} if drill.is_lesson(theme) else {}
    return {
        "variant": present.variant(catalog.variant(puzzle.variant)),
        "chips": [
            chip(gettext("any theme"), not of_theme, **of_level),
            *(chip(label, key == theme, theme=key, **of_level) for key, label in drill.lesson_labels()),
        ],
        "levels": [
            chip(gettext("any difficulty"), not of_level, **of_theme),
            *(chip(label, key == level, level=key, **of_theme) for key, label in present_drill.level_labels()),
        ],
        "next_url": link("locks.index", variant=puzzle.variant, **chosen),
        "retry_url": link("locks.show", id=puzzle.id, **chosen),
        "discards_url": link("discards.index", variant=puzzle.variant),
    }


def asked(puzzle: practice.Puzzle, error: str | None = None) -> Response:
    context = {
        **frame(puzzle),
        "q": drill.question(drill.as_lock(puzzle), sort=sorting()),
        "hidden": {**hidden(), **filters()},
        "error": error,
        "a": None,
    }
    return page("locks/page.html", "locks/_puzzle.html", 422 if error else 200, **context)


def answered(done: practice.LockAnswer) -> Response:
    context = {
        **frame(done.puzzle),
        "a": drill.answered(practice.rules_of(done.puzzle), done.puzzle, done.attempt.answer, sort=sorting()),
        "seconds": present.seconds(done.attempt.ms),
        "first": done.attempt.first,
    }
    return page("locks/page.html", "locks/_answered.html", **context)
