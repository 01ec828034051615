"""Play: open a game, act in it, look back at it."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, play
from trainer.web import present
from trainer.web import present_game as table
from trainer.web.forms import whole
from trainer.web.respond import db, page, see_other, site, user, wants_fragment

bp = Blueprint("play", __name__)


@bp.get("/play")
def index() -> Response:
    variant = catalog.variant(request.args.get("variant"))
    return page(
        "play/index.html",
        variant=present.variant(variant),
        variants=present.variants_menu(catalog.variants(), variant.key),
        options=present.options(variant),
        bots=table.bot_choices(),
        games=[table.listed(x) for x in play.listing(db(), user())],
    )


@bp.post("/play")
def start() -> BaseResponse:
    variant = catalog.variant(request.form.get("variant"))
    options = catalog.options_from(variant, request.form)
    game = play.start(db(), user(), variant.key, options, request.form.get("bot", play.BOTS[0]), site().now())
    return see_other(url_for("play.show", id=game))


@bp.get("/play/<id>")
def show(id: str) -> Response:
    return shown(play.table(play.load(db(), user(), id)))


@bp.post("/play/<id>/act")
def act(id: str) -> BaseResponse:
    waits = "".join(request.form.getlist("waits"))
    action = request.form.get("action", "") + (f":{waits}" if waits and request.form.get("action") == "win" else "")
    seen = whole(request.form.get("seen", ""), -1)
    done = play.act(db(), user(), id, action, seen, site().now())
    if done.refused is not None or wants_fragment():
        return shown(done, 422 if done.refused is not None else 200)
    return see_other(url_for("play.show", id=id))


def shown(seen: play.Table, status: int = 200) -> Response:
    context = table.table(seen, site().preferences(db(), user()))
    return page("play/page.html", "play/_table.html", status, **context)


@bp.get("/play/<id>/record")
def record(id: str) -> Response:
    game = play.load(db(), user(), id)
    out = make_response(play.text_of(game))
    out.headers["Content-Type"] = "application/x-ndjson; charset=utf-8"
    out.headers["Content-Disposition"] = f'attachment; filename="{game.stored.variant}-{id}.jsonl"'
    return out


@bp.get("/play/<id>/review")
def review(id: str) -> Response:
    game = play.load(db(), user(), id)
    decisions = play.review(game)
    return page(
        "play/review.html",
        id=id,
        over=game.over,
        faults=play.faults(game) if game.over else None,
        summary=table.review_summary(decisions),
        decisions=[table.decision(game, d) for d in decisions],
    )


@bp.get("/play/<id>/at/<int:n>")
def at(id: str, n: int) -> Response:
    game = play.load(db(), user(), id)
    limit = play.finished_deals(game)
    n = min(n, limit)
    state, view = play.moment(game, n)
    return page("play/replay.html", "play/_replay.html", **table.replay(game, state, view, n, limit))


@bp.post("/play/<id>/at/<int:n>/puzzle")
def puzzle(id: str, n: int) -> BaseResponse:
    game = play.load(db(), user(), id)
    made = play.to_puzzle(db(), user(), game, n, site().now())
    return see_other(url_for("discards.show", id=made, own=1))
