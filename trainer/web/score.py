"""Score: build any win, see every line, what was struck, and who pays. The address holds the whole question."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask_babel import gettext

from trainer.usecases import ask, catalog
from trainer.usecases.site import Refusal
from trainer.web import present
from trainer.web.respond import page

bp = Blueprint("score", __name__)

EXAMPLE = {"hand": "2344456778999s", "win": "1s", "by": "discard", "seat": "non_dealer"}


@bp.get("/score")
def index() -> Response:
    variant = catalog.variant(request.args.get("variant"))
    asked = "hand" in request.args
    values = {**EXAMPLE, **({} if not asked else {"win": "", **request.args.to_dict()})}
    context: dict[str, object] = {
        "variant": present.variant(variant),
        "variants": present.variants_menu(catalog.variants(), variant.key),
        "values": values,
        "melds": request.args.get("melds", ""),
        "flags": present.flags(variant.ruleset(), request.args.getlist("flag")),
        "options": present.options(variant, catalog.options_from(variant, request.args)),
        "answer": None,
        "error": None,
    }
    status = 200
    if asked:
        try:
            answered = ask.ask_score(
                {
                    "variant": variant.key,
                    "hand": request.args.get("hand", ""),
                    "melds": request.args.get("melds", "").split(),
                    "win": request.args.get("win", ""),
                    "by": request.args.get("by", "discard"),
                    "seat": request.args.get("seat", "non_dealer"),
                    "flags": request.args.getlist("flag"),
                    "options": catalog.options_from(variant, request.args),
                }
            )
            context["answer"] = {
                **present.score(answered.rules, answered.win, answered.breakdown),
                "hand": present.sorted_tiles(answered.win.hand.concealed),
                "melds": [present.meld(m) for m in answered.win.hand.melds],
                "win": present.tile(answered.win.tile),
                "title": gettext("What it is worth"),
            }
        except Refusal as refusal:
            context["error"] = present.refusal(refusal)
            status = 422
    return page("score/page.html", "score/_answer.html", status, **context)
