"""Analysis: any hand, every discard with its chances. The address holds the whole question."""

from __future__ import annotations

from flask import Blueprint, Response, request

from trainer.usecases import ask, catalog
from trainer.usecases.site import Refusal
from trainer.web import present
from trainer.web.respond import page

bp = Blueprint("analysis", __name__)

EXAMPLE = {"hand": "12344567788999s", "seen": "", "draws": "4", "goal": "win", "seat": "dealer"}


def whole_number(text: str) -> object:
    """The number in a form field, or the text itself for the question to refuse."""
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else plain


@bp.get("/analysis")
def index() -> Response:
    variant = catalog.variant(request.args.get("variant"))
    asked = "hand" in request.args
    hidden = request.args.get("answer") == "off"
    values = {**EXAMPLE, **({"seen": "", **request.args.to_dict()} if asked else {})}
    context: dict[str, object] = {
        "variant": present.variant(variant),
        "variants": present.variants_menu(catalog.variants(), variant.key),
        "values": values,
        "melds": request.args.get("melds", ""),
        "options": present.options(variant, catalog.options_from(variant, request.args)),
        "answer": None,
        "chart": None,
        "position": None,
        "error": None,
        "hidden": hidden,
        "link": present.query({**request.args.to_dict(flat=False), "answer": ["off"]}) if asked else None,
        "open_link": present.query({**request.args.to_dict(flat=False), "answer": ["on"]}) if asked else None,
    }
    status = 200
    if asked:
        try:
            answered = ask.ask_analyze(
                {
                    "variant": variant.key,
                    "hand": request.args.get("hand", ""),
                    "melds": request.args.get("melds", "").split(),
                    "seen": request.args.get("seen", ""),
                    "draws": whole_number(request.args.get("draws", "")),
                    "goal": request.args.get("goal", "win"),
                    "seat": request.args.get("seat", "non_dealer"),
                    "options": catalog.options_from(variant, request.args),
                }
            )
            context["position"] = present.question(answered.rules, answered.question)
            if not hidden:
                context["answer"] = present.analysis(answered.rules, answered.question, answered.analysis)
                context["chart"] = present.curves(answered.analysis)
        except Refusal as refusal:
            context["error"] = present.refusal(refusal)
            status = 422
    return page("analysis/page.html", "analysis/_answer.html", status, **context)
