"""The waits drill: name every wait, or say that the hand is not ready. Practice, or a run: sprint, survival, streak."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, request
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, practice, runs, similar
from trainer.usecases.runs import Run, Standing
from trainer.usecases.site import N_, NotFound, Refusal
from trainer.web import present
from trainer.web import present_waits as drill
from trainer.web.discards import hidden, took
from trainer.web.i18n import per_language
from trainer.web.respond import asset, db, link, page, preferences, see_other, site, user, wants_fragment

bp = Blueprint("waits", __name__)

OPTIONS = ("unsorted", "legal", "timed")
CARRIED = ("theme", "count", *OPTIONS, "skipped", "back", *Run)
NEW = "new"

Pairs = tuple[tuple[str, str], ...]


def carried() -> dict[str, str]:
    """Mode and filters, carried from page to page."""
    return {key: request.values[key][:40] for key in CARRIED if request.values.get(key)}


def run_of(mode: dict[str, str]) -> Standing | None:
    """The run that the address names, None in practice."""
    for run in Run:
        if run in mode:
            return runs.standing(db(), user(), run, mode[run])
    return None


@bp.get("/waits")
def index() -> BaseResponse:
    variant = catalog.variant(request.args.get("variant"))
    mode = carried()
    mode.pop("back", None)
    for run in Run:
        if mode.get(run) == NEW:
            mode[run] = secrets.token_urlsafe(8)
            mode.pop("skipped", None)
    standing = run_of(mode)
    series = "" if standing is None else mode[standing.run]
    theme, count = mode.get("theme", ""), mode.get("count", "")
    try:
        if standing is None or not standing.over:
            found = practice.choose(db(), user(), variant.key, drill.WAITS, theme=theme, count=count, series=series)
            return see_other(link("waits.show", id=found, **mode))
    except NotFound:
        if standing is None or not standing.done:
            raise
    return see_other(link("waits.result", run=standing.run, series=series, variant=variant.key))


@bp.get("/waits/<id>")
def show(id: str) -> Response:
    puzzle = practice.find(db(), user(), id, drill.WAITS)
    attempt = practice.attempt_of(db(), user(), id, request.args.get("token", ""))
    if attempt is not None:
        return answered(drill.stored(puzzle, attempt))
    return asked(puzzle)


@bp.post("/waits/<id>/similar")
def another(id: str) -> BaseResponse:
    """Another picture of this idea; in a run it is the run's next question."""
    puzzle = practice.find(db(), user(), id, drill.WAITS)
    return see_other(link("waits.show", id=similar.similar_to(db(), user(), puzzle, site().now()), **carried()))


# ------------------------------------------------------------------ question and answer


def frame(puzzle: practice.Puzzle, *, answered: bool) -> dict[str, object]:
    mode = carried()
    base = {"variant": puzzle.variant}
    standing = run_of(mode)
    onward = {k: v for k, v in mode.items() if k != "back"}
    return {
        **chips(
            request.script_root,
            puzzle.variant,
            next((run for run in Run if run in mode), None),
            tuple(option for option in OPTIONS if option in mode),
            tuple((key, mode[key]) for key in ("theme", "count") if drill.is_class(puzzle.variant, mode.get(key, ""))),
        ),
        "next_url": link("waits.index", **base, **onward),
        "skip_url": link("waits.index", **base, **{**onward, "skipped": "1"}) if may_skip(standing, mode) else "",
        "similar_url": link("waits.another", id=puzzle.id),
        "retry_url": link("waits.show", id=puzzle.id, **mode) if standing is None else "",
        "back_url": back_url(mode.get("back", "")),
        "carried": mode,
        "run": None if standing is None else drill.progress(standing, answered=answered),
        "q": drill.question(drill.as_waits(puzzle), **lying(mode)),
    }


def lying(mode: dict[str, str]) -> dict[str, bool]:
    """How a question is shown: `sort`ed, or asking for `legal` waits only."""
    return {"sort": "unsorted" not in mode and preferences()["sort"] != "off", "legal": "legal" in mode}


def may_skip(standing: Standing | None, mode: dict[str, str]) -> bool:
    """In a streak one hand may be skipped; in practice every one may."""
    return standing is None or (standing.run is Run.STREAK and "skipped" not in mode)


def back_url(text: str) -> str:
    """The result of the run that a repeated question came from, named as `RUN:SERIES`."""
    run, _, series = text.partition(":")
    return link("waits.result", run=run, series=series) if series and run in set(Run) else ""


@per_language(1 << 9)
def chips(root: str, key: str, run: Run | None, in_force: tuple[str, ...], of: Pairs) -> dict[str, object]:
    """The game, the ways to be asked, the options of each, and the classes of hands.

    `root` is what the addresses begin with, which the request in hand knows by itself.
    """
    options = dict.fromkeys(in_force, "1")
    chosen = dict(of)

    def chip(label: str, current: bool, **query: str) -> dict[str, object]:
        return {"label": label, "url": link("waits.index", variant=key, **query), "current": current}

    def switch(option: str, label: str) -> dict[str, object]:
        rest = {k: v for k, v in options.items() if k != option}
        return chip(label, option in options, **chosen, **(rest if option in options else {**rest, option: "1"}))

    def start(run_: Run, label: str) -> dict[str, object]:
        return chip(label, run == run_, **options, **{run_: NEW})

    return {
        "variant": present.variant(catalog.variant(key)),
        "variants": present.variants_menu(catalog.variants(), key),
        "modes": [
            chip(gettext("practice"), not run, **options),
            start(Run.SPRINT, gettext("sprint of ten")),
            start(Run.SURVIVAL, gettext("survival")),
            start(Run.STREAK, gettext("streak")),
        ],
        "options": [
            switch("unsorted", gettext("unsorted tiles")),
            *([switch("legal", drill.legal_label(key))] if practice.bars_wins(key) else []),
            switch("timed", gettext("with a clock")),
        ]
        if not run
        else [],
        "classes": [
            chip(gettext("any class"), not chosen, **options),
            *(
                chip(label, value == chosen.get("theme"), **options, theme=value)
                for value, label in drill.trap_labels(key)
            ),
        ]
        if not run
        else [],
    }


def asked(puzzle: practice.Puzzle, error: str | None = None) -> Response:
    fields = {**hidden(), **carried()}
    context = {
        **frame(puzzle, answered=False),
        "board": drill.board(drill.as_waits(puzzle), asset("tiles.svg"), **lying(carried())),
        "hidden": fields,
        "error": error,
        "clock": clock(int(fields["shown"])),
        "r": None,
    }
    return page("waits/page.html", "waits/_question.html", 422 if error else 200, **context)


def clock(shown: int) -> dict[str, object] | None:
    """The clock beside a question that was shown at that time (ms): of the run, or of this hand."""
    mode = carried()
    standing = run_of(mode)
    if preferences()["timers"] == "off" or (standing is None and "timed" not in mode):
        return None
    return drill.clock(standing, shown)


@bp.post("/waits/<id>/answer")
def answer(id: str) -> BaseResponse:
    puzzle = practice.find(db(), user(), id, drill.WAITS)
    mode = carried()
    standing = run_of(mode)
    token = request.form.get("token", "")
    put = practice.Asked(token, drill.PRACTICE, took())
    if standing is not None:
        put = practice.Asked(token, runs.MODES[standing.run], took(), series=mode[standing.run])
    try:
        if standing is not None and standing.over and practice.attempt_of(db(), user(), id, token) is None:
            raise Refusal(N_("This run is over: go on to its result."))
        asks = drill.as_waits(puzzle)
        named = practice.parse_waits(asks, request.form.getlist("waits"), none="none" in request.form)
        done = practice.answer_waits(db(), user(), asks, named, put, site().now(), legal="legal" in mode)
    except Refusal as refusal:
        return asked(puzzle, present.refusal(refusal))
    if wants_fragment():
        return answered(done)
    return see_other(link("waits.show", id=id, token=token, **mode))


def answered(done: practice.WaitAnswer) -> Response:
    context = {
        **frame(done.puzzle, answered=True),
        "r": drill.result(practice.rules_of(done.puzzle), done.puzzle, done.named, legal=done.legal),
        "seconds": present.seconds(done.attempt.ms),
        "first": done.attempt.first,
    }
    return page("waits/page.html", "waits/_result.html", **context)


# ------------------------------------------------------------------ runs


@bp.get("/waits/<any(sprint, survival, streak):run>/<series>")
def result(run: str, series: str) -> Response:
    """The end of a run, or how far it has come."""
    standing = runs.standing(db(), user(), Run(run), series)
    if not standing.done:
        raise NotFound(N_("There is no such run."))
    variant = catalog.variant(standing.done[0].variant)
    puzzles = {p.id: drill.as_waits(p) for a in standing.done if (p := _found(a.puzzle)) is not None}
    return page(
        "waits/run.html",
        variant=present.variant(variant),
        s=drill.summary(standing, runs.best(db(), user(), standing.run), puzzles),
        back=f"{run}:{series}",
        again_url=link("waits.index", variant=variant.key, **{run: NEW}),
        onward_url=link("waits.index", variant=variant.key, **{run: series}),
    )


def _found(id: str) -> practice.Puzzle | None:
    """The puzzle, unless it is of another site: its answers were imported."""
    try:
        return practice.find(db(), user(), id, drill.WAITS)
    except NotFound:
        return None
