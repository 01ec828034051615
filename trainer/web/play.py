"""Play: open a game, act in it, look back at it."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, play
from trainer.usecases.work import Lane
from trainer.web import present, present_drill, present_phases, waiting
from trainer.web import present_game as table
from trainer.web import present_review as back
from trainer.web.forms import whole
from trainer.web.present_acts import Step
from trainer.web.respond import db, page, preferences, see_other, site, user, wants_fragment
from trainer.web.warming import needs_kernels

bp = Blueprint("play", __name__)

CHOSEN = {"win": "waits", "build": "tiles", "name": "tiles", "swap": "tiles"}
"""Actions that are made of several tiles, and the field that these are chosen in."""


@bp.get("/play")
def index() -> Response:
    """The form of a new game; it shows what the options chosen in it imply, so its own fields may come back here."""
    variant = catalog.variant(request.args.get("variant"))
    chosen = catalog.choices_from(variant, request.args)
    options = present.options(variant, chosen)
    leading = catalog.leading(variant)
    return page(
        "play/index.html",
        variant=present.variant(variant),
        variants=present.variants_menu(catalog.variants(), variant.key),
        options=options,
        leading=[o for o in options if o["key"] in leading],
        open=bool(chosen),
        bots=table.bot_choices(request.args.get("bot", "")),
        against=table.opponents(variant.ruleset(chosen), request.args.getlist("bot")),
        games=[table.listed(x) for x in play.listing(db(), user())],
    )


@bp.post("/play")
@needs_kernels
def start() -> BaseResponse:
    variant = catalog.variant(request.form.get("variant"))
    options = catalog.choices_from(variant, request.form)
    against = request.form.getlist("bot") or [play.BOTS[0]]
    game = play.start(db(), user(), variant.key, options, against, site().now())
    return see_other(url_for("play.show", id=game))


@bp.get("/play/<id>")
def show(id: str) -> Response:
    return shown(play.table(play.load(db(), user(), id)), step=request.args.get("step", ""))


@bp.post("/play/<id>/act")
@needs_kernels
def act(id: str) -> BaseResponse:
    """An action, with the tiles chosen for it; a refused win that names waits stays where they are named."""
    action = request.form.get("action", "")
    chosen = "".join(request.form.getlist(CHOSEN.get(action, "")))
    action += f":{chosen}" if chosen else ""
    seen = whole(request.form.get("seen", ""), -1)
    done = play.act(db(), user(), id, action, seen, site().now())
    if done.refused is None and not wants_fragment():
        return see_other(url_for("play.show", id=id))
    answer = shown(done) if done.refused is None else shown(done, 422, request.form.get("step", ""))
    if action == "deal" or done.view.over:
        # another page of the match, begun at its top: on a phone the button just pressed stands far below it
        answer.headers["HX-Reswap"] = "outerHTML show:#table:top"
    return answer


def shown(seen: play.Table, status: int = 200, step: str = "") -> Response:
    begun = Step(step) if step in set(Step) else Step.NONE
    context = table.table(seen, preferences(), begun)
    clock = present_phases.clock(seen.game, site().now())
    return page("play/page.html", "play/_table.html", status, clock=clock, **context)


@bp.get("/play/<id>/record")
def record(id: str) -> Response:
    game = play.load(db(), user(), id)
    out = make_response(play.text_of(game))
    out.headers["Content-Type"] = "application/x-ndjson; charset=utf-8"
    out.headers["Content-Disposition"] = f'attachment; filename="{game.stored.variant}-{id}.jsonl"'
    return out


@bp.get("/play/<id>/review")
@needs_kernels
def review(id: str) -> Response:
    game = play.load(db(), user(), id)
    goal = preferences()["goal"]
    deals = [deal for deal, _ in play.deal_starts(game)]
    asked = whole(request.args.get("deal", ""), 0)
    deal = asked if asked in deals else deals[-1] if deals else 0
    decisions = waiting.worked(
        ("review", id, deal, goal, play.finished_deals(game)),
        lambda pace: play.review(game, deal, present_drill.goal(goal), pace),
        back=url_for("play.show", id=id),
        lane=Lane.DEEP,
    )
    return page(
        "play/review.html",
        id=id,
        over=game.over,
        goal=present_drill.goal_label(goal),
        faults=play.faults(game) if game.over else None,
        deals=back.deals(deals, deal),
        summary=back.summary(decisions),
        decisions=[back.decision(game, d) for d in decisions],
        nothing=back.nothing(game),
    )


@bp.get("/play/<id>/at/<int:n>")
def at(id: str, n: int) -> Response:
    game = play.load(db(), user(), id)
    limit = play.finished_deals(game)
    n = min(n, limit)
    state, view = play.moment(game, n)
    return page("play/replay.html", "play/_replay.html", **back.replay(game, state, view, n, limit))


@bp.post("/play/<id>/at/<int:n>/puzzle")
@needs_kernels
def puzzle(id: str, n: int) -> BaseResponse:
    game = play.load(db(), user(), id)
    asked = play.asked_of(game, n)
    made = waiting.worked(
        ("puzzle", id, n), lambda pace: play.puzzle_of(game, asked, pace), back=url_for("play.review", id=id)
    )
    kept = play.keep_puzzle(db(), user(), game, made, site().now())
    return see_other(url_for("discards.show", id=kept, own=1))
