"""The waits drill: name every wait, or say that the hand is not ready. Practice, or a timed sprint of ten."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, request
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, practice, similar
from trainer.usecases.site import Refusal
from trainer.web import present
from trainer.web import present_drill as drill
from trainer.web.discards import hidden, took
from trainer.web.respond import db, link, page, preferences, see_other, site, user, wants_fragment

bp = Blueprint("waits", __name__)

CARRIED = ("theme", "count", "unsorted", "legal", "sprint")


def carried() -> dict[str, str]:
    """Mode and filters, carried from page to page."""
    return {key: request.values[key][:40] for key in CARRIED if request.values.get(key)}


@bp.get("/waits")
def index() -> BaseResponse:
    variant = catalog.variant(request.args.get("variant"))
    mode = carried()
    if mode.get("sprint") == "new":
        mode["sprint"] = secrets.token_urlsafe(8)
    series = mode.get("sprint")
    if series and len(practice.sprint(db(), user(), series)) >= practice.SPRINT:
        return see_other(link("waits.sprint", series=series))
    found = practice.choose(
        db(), user(), variant.key, drill.WAITS, theme=mode.get("theme", ""), count=mode.get("count", "")
    )
    return see_other(link("waits.show", id=found, **mode))


@bp.get("/waits/<id>")
def show(id: str) -> Response:
    puzzle = practice.find(db(), user(), id, drill.WAITS)
    attempt = practice.attempt_of(db(), user(), id, request.args.get("token", ""))
    if attempt is not None:
        return answered(drill.stored_waits(puzzle, attempt, legal="legal" in carried()))
    return asked(puzzle)


@bp.post("/waits/<id>/similar")
def another(id: str) -> BaseResponse:
    puzzle = practice.find(db(), user(), id, drill.WAITS)
    return see_other(link("waits.show", id=similar.similar_to(db(), user(), puzzle, site().now())))


def frame(puzzle: practice.Puzzle) -> dict[str, object]:
    variant = catalog.variant(puzzle.variant)
    mode = carried()
    rules = practice.rules_of(puzzle)
    unsorted = "unsorted" in mode or preferences()["sort"] == "off"
    done = len(practice.sprint(db(), user(), mode["sprint"])) if "sprint" in mode else None
    base = {"variant": variant.key}
    return {
        "variant": present.variant(variant),
        "variants": present.variants_menu(catalog.variants(), variant.key),
        "next_url": link("waits.index", variant=variant.key, **mode),
        "similar_url": link("waits.another", id=puzzle.id),
        "retry_url": link("waits.show", id=puzzle.id, **{k: v for k, v in mode.items() if k != "sprint"}),
        "subtitle": ""
        if done is None
        else gettext("sprint, %(n)d of %(all)d answered", n=done, all=practice.SPRINT),
        "chips": [] if "sprint" in mode else drill.trap_chips(mode.get("theme", "")),
        "modes": [
            {"label": gettext("practice"), "url": link("waits.index", **base), "current": not mode},
            {"label": gettext("sprint of ten"), "url": link("waits.index", **base, sprint="new"), "current": False},
            {
                "label": gettext("unsorted tiles"),
                "url": link("waits.index", **base, unsorted="1"),
                "current": "unsorted" in mode,
            },
            {
                "label": gettext("only legal waits (furiten counts)"),
                "url": link("waits.index", **base, legal="1"),
                "current": "legal" in mode,
            },
        ],
        "timed": "sprint" in mode and preferences()["timers"] == "on",
        "q": drill.wait_question(rules, drill.as_waits(puzzle), sort=not unsorted, legal="legal" in mode),
    }


def asked(puzzle: practice.Puzzle, error: str | None = None) -> Response:
    fields = {**hidden(), **carried()}
    context = {**frame(puzzle), "hidden": fields, "since": fields["shown"], "error": error, "r": None}
    return page("waits/page.html", "waits/_question.html", 422 if error else 200, **context)


@bp.post("/waits/<id>/answer")
def answer(id: str) -> BaseResponse:
    puzzle = practice.find(db(), user(), id, drill.WAITS)
    mode = carried()
    series = mode.get("sprint")
    token = request.form.get("token", "")
    try:
        asks = drill.as_waits(puzzle)
        named = practice.parse_waits(asks, request.form.getlist("waits"), none="none" in request.form)
        done = practice.answer_waits(
            db(), user(), asks, named,
            practice.Asked(token, drill.SPRINT if series else drill.PRACTICE, took(), series=series),
            site().now(), legal="legal" in mode,
        )  # fmt: skip
    except Refusal as refusal:
        return asked(puzzle, present.refusal(refusal))
    if wants_fragment():
        return answered(done)
    return see_other(link("waits.show", id=id, token=token, **mode))


def answered(done: practice.WaitAnswer) -> Response:
    rules = practice.rules_of(done.puzzle)
    context = {
        **frame(done.puzzle),
        "r": drill.wait_result(rules, done.puzzle, done.named, legal=done.legal),
        "seconds": present.seconds(done.attempt.ms),
        "first": done.attempt.first,
    }
    return page("waits/page.html", "waits/_result.html", **context)


@bp.get("/waits/sprint/<series>")
def sprint(series: str) -> Response:
    done = practice.sprint(db(), user(), series)
    return page("waits/sprint.html", rows=[present.attempt(a) for a in done], **drill.sprint_summary(done))
