"""Score: build any win, see every line, what was struck, and who pays. The address holds the whole question."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import ask, catalog
from trainer.usecases import compose as hands
from trainer.usecases.compose import Ruleset, Variant
from trainer.usecases.site import Refusal
from trainer.web import compose, present, present_ask
from trainer.web.respond import link

bp = Blueprint("score", __name__)


def usual(rules: Ruleset) -> dict[str, str]:
    """What an address need not say: won as the game is usually won."""
    return {"by": str(hands.ways(rules)[0]), **compose.on_the_table(rules)}


@bp.get("/score")
def index() -> BaseResponse:
    v = catalog.variant(request.args.get("variant"))
    error = answer = None
    try:
        if compose.sent():
            return compose.tidy("score.index", v, usual, win=True)
        if compose.asked():
            answer = _answer(v)
    except Refusal as refusal:
        error = present.refusal(refusal)
    context = {
        **compose.form(v, usual, win=True),
        "flags": present_ask.flags(v.ruleset(), request.args.getlist("flag")),
        "example": link("score.index") + present_ask.example_win(v.ruleset(), hands.example_win(v.key)),
        "answer": answer,
        "error": error,
    }
    return compose.shown("score", 422 if error else 200, context, (error, answer))


def _answer(v: Variant) -> dict[str, object]:
    args, asked = request.args, compose.question(v)
    rules = v.ruleset(catalog.options_from(v, args))
    hands.read(rules, args)
    found = ask.ask_score(
        {
            **asked,
            "win": args.get("win", ""),
            "by": args.get("by") or str(hands.ways(rules)[0]),
            "flags": args.getlist("flag"),
        }
    )
    return present_ask.scored(found.rules, found.win, found.breakdown)
