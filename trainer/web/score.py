"""Score: build any win, see every line, what was struck, and who pays. The address holds the whole question."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import ask, catalog
from trainer.usecases import compose as hands
from trainer.usecases.compose import Variant
from trainer.usecases.site import Refusal
from trainer.web import compose, present, present_ask
from trainer.web.respond import link

bp = Blueprint("score", __name__)

USUAL = {"by": "discard", "seat": "non_dealer"}
"""What an address need not say."""


@bp.get("/score")
def index() -> BaseResponse:
    v = catalog.variant(request.args.get("variant"))
    error = answer = None
    try:
        if compose.sent():
            return compose.tidy("score.index", v, USUAL, win=True)
        if compose.asked():
            answer = _answer(v)
    except Refusal as refusal:
        error = present.refusal(refusal)
    context = {
        **compose.form(v, USUAL),
        "flags": present_ask.flags(v.ruleset(), request.args.getlist("flag")),
        "example": link("score.index") + present_ask.example_win(v.key, hands.example_win(v.key)),
        "answer": answer,
        "error": error,
    }
    return compose.shown("score", 422 if error else 200, context, (error, answer))


def _answer(v: Variant) -> dict[str, object]:
    args = request.args
    found = ask.ask_score(
        {
            "variant": v.key,
            "hand": args["hand"],
            "melds": args.get("melds", "").split(),
            "win": args.get("win", ""),
            "by": args.get("by", USUAL["by"]),
            "seat": args.get("seat", USUAL["seat"]),
            "flags": args.getlist("flag"),
            "options": catalog.options_from(v, args),
        }
    )
    return {
        **present.score(found.rules, found.win, found.breakdown),
        "hand": present.sorted_tiles(found.win.hand.concealed),
        "melds": [present.meld(m) for m in found.win.hand.melds],
        "win": present.tile(found.win.tile),
    }
