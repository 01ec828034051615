"""The discard drill: a position, a commitment, then everything."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, request
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import appeal, catalog, practice, similar
from trainer.usecases.site import N_, NotFound, Refusal
from trainer.usecases.work import Lane
from trainer.web import present, present_explain, waiting
from trainer.web import present_drill as drill
from trainer.web.forms import whole
from trainer.web.i18n import per_language
from trainer.web.respond import asset, db, link, page, preferences, see_other, site, user, wants_fragment
from trainer.web.warming import needs_kernels

bp = Blueprint("discards", __name__)

FILTERS = ("theme", "level", "own")


def filters() -> dict[str, str]:
    """The filters in force, carried from page to page."""
    return {key: request.values[key] for key in FILTERS if request.values.get(key)}


@bp.get("/discards")
def index() -> BaseResponse:
    variant = catalog.variant(request.args.get("variant"))
    chosen = filters()
    theme, level = chosen.get("theme", ""), chosen.get("level", "")
    try:
        found = practice.choose(
            db(), user(), variant.key, drill.DISCARD, theme=theme, level_=level, own="own" in chosen
        )
    except NotFound:
        known = (not theme or drill.is_theme(theme)) and (not level or drill.is_level(level))
        if not known or not chosen:
            raise
        return page("discards/none.html", **filters_of(variant.key, chosen), own="own" in chosen)
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


@bp.post("/discards/<id>/check")
@needs_kernels
def appealed(id: str) -> BaseResponse:
    """ "I think I was right": solve again, and mend the grade if it was wrong."""
    done = answered_before(id, request.form.get("token", ""))
    appeal.decide(db(), user(), done, solved_again(done))
    return see_other(link("discards.check", id=id, token=done.attempt.token, **filters()))


@bp.get("/discards/<id>/check")
@needs_kernels
def check(id: str) -> Response:
    done = answered_before(id, request.args.get("token", ""))
    rules = practice.rules_of(done.puzzle)
    query = drill.analysis_query(rules, done.puzzle, drill.goal_of(done.puzzle, goal()))
    context = {
        **frame(done.puzzle),
        "a": drill.appeal(rules, solved_again(done), sort=sorting()),
        "back_url": back_url(done),
        "analysis_url": link("analysis.index") + query if query else "",
    }
    return page("discards/check.html", **context)


def solved_again(done: practice.DiscardAnswer) -> appeal.Appeal:
    """The answer, weighed by what looking deeper finds; raises Unfinished."""
    found = waiting.worked(
        ("appeal", done.puzzle), lambda pace: appeal.deeper(done.puzzle, pace), back=back_url(done), lane=Lane.DEEP
    )
    return appeal.again(done, drill.goal_of(done.puzzle, goal()), found)


def back_url(done: practice.DiscardAnswer) -> str:
    return link("discards.show", id=done.puzzle.id, token=done.attempt.token, **filters())


def answered_before(id: str, token: str) -> practice.DiscardAnswer:
    """This user's answer to a puzzle; raises NotFound."""
    puzzle = practice.find(db(), user(), id, drill.DISCARD)
    attempt = practice.attempt_of(db(), user(), id, token)
    if attempt is None:
        raise NotFound(N_("You have not answered this puzzle."))
    return drill.stored(puzzle, attempt)


def goal() -> str:
    return str(preferences()["goal"])


def sorting() -> bool:
    return preferences()["sort"] == "on"


def filters_of(key: str, chosen: dict[str, str]) -> dict[str, object]:
    """The game and the choice of what is asked."""
    theme, level = chosen.get("theme", ""), chosen.get("level", "")
    return chips(
        request.script_root,
        key,
        theme if drill.is_theme(theme) else None,
        level if drill.is_level(level) else None,
        "own" in chosen,
    )


@per_language(1 << 9)
def chips(root: str, key: str, theme: str | None, level: str | None, own: bool) -> dict[str, object]:
    """As `filters_of`; theme and level can be combined, own games stand alone.

    `root` is what the addresses begin with, which the request in hand knows by itself.
    """

    def chip(label: str, current: bool, **query: str | None) -> dict[str, object]:
        return {"label": label, "url": link("discards.index", variant=key, **query), "current": current}

    return {
        "variant": present.variant(catalog.variant(key)),
        "variants": present.variants_menu(catalog.variants(), key),
        "chips": [
            chip(gettext("any theme"), not theme and not own, level=level),
            chip(gettext("from your own games"), own, own="1"),
            *(
                [{"label": gettext("win or wait"), "url": link("locks.index", variant=key), "current": False}]
                if drill.asks_locks(key)
                else []
            ),
            *(chip(label, value == theme, theme=value, level=level) for value, label in drill.theme_labels(key)),
        ],
        "levels": [
            chip(gettext("any difficulty"), not level, theme=theme),
            *(chip(label, value == level, level=value, theme=theme) for value, label in drill.level_labels()),
        ],
    }


def frame(puzzle: practice.Puzzle) -> dict[str, object]:
    """What page and fragment have in common. `next_url` skips a question, `onward_url` follows an answer."""
    chosen = filters()
    onward = link("discards.index", variant=puzzle.variant, **chosen)
    return {
        **filters_of(puzzle.variant, chosen),
        "next_url": onward,
        "onward_url": onward,
        "retry_url": link("discards.show", id=puzzle.id, **chosen),
        "similar_url": link("discards.another", id=puzzle.id),
        "subtitle": _subtitle(chosen),
        "goal_label": drill.goal_label(str(drill.goal_of(puzzle, goal()))),
        "words": drill.words(drill.as_discard(puzzle)),
        "carried": chosen,
    }


def _subtitle(chosen: dict[str, str]) -> str:
    if "own" in chosen:
        return gettext("from your own games")
    labels = [drill.tag_label(chosen["theme"])] if "theme" in chosen else []
    labels += [drill.level_label(chosen["level"])] if drill.is_level(chosen.get("level", "")) else []
    return " · ".join(labels)


def hidden(**more: str) -> dict[str, str]:
    """Fields that every question's form carries; a question that comes back after a refusal keeps its clock."""
    now = int(time.time() * 1000)
    shown = min(now, whole(request.form.get("shown", ""), now, digits=14))
    return {"token": practice.new_token(), "shown": str(shown), **filters(), **more}


def took() -> int:
    """Milliseconds between showing the question and the answer, as the form says."""
    now = int(time.time() * 1000)
    return max(0, now - whole(request.form.get("shown", ""), now, digits=14))


def asked(puzzle: practice.Puzzle, error: str | None = None, **more: Any) -> Response:
    context = {
        **frame(puzzle),
        "q": drill.position(drill.as_discard(puzzle), sorting()),
        "board": drill.board(drill.as_discard(puzzle), asset("tiles.svg"), sort=sorting()),
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
            db(), user(), drill.as_discard(puzzle), text, put, drill.goal_of(puzzle, goal()), site().now()
        )
    except Refusal as refusal:
        return asked(puzzle, present.refusal(refusal))
    if wants_fragment():
        return answered(done)
    return see_other(link("discards.show", id=id, token=token, **filters()))


def answered(done: practice.DiscardAnswer, **more: Any) -> Response:
    rules = practice.rules_of(done.puzzle)
    chosen = drill.goal_of(done.puzzle, goal())
    # what the answer sheet does not hold needs the kernels; nobody waits for them here
    told = practice.explained(done.puzzle, done.thrown, chosen) if site().warmup.warmth.ready else ()
    context = {
        **frame(done.puzzle),
        "told": present_explain.explained(rules, done.puzzle.analysis(chosen), told, done.thrown),
        "a": drill.answer(rules, done.puzzle, done.thrown, chosen, sort=sorting()),
        "seconds": present.seconds(done.attempt.ms),
        "first": done.attempt.first,
        "check_url": link("discards.check", id=done.puzzle.id),
        "token": done.attempt.token,
        **more,
    }
    return page("discards/page.html", "discards/_answered.html", **context)
