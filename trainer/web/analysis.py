"""Analysis: any hand, every discard with its chances. The address holds the whole question."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import ask, catalog
from trainer.usecases import compose as hands
from trainer.usecases.compose import Variant
from trainer.usecases.site import Refusal
from trainer.web import compose, present, present_ask
from trainer.web.respond import link
from trainer.web.warming import needs_kernels

bp = Blueprint("analysis", __name__)


def usual(v: Variant) -> dict[str, str]:
    """What an address need not say."""
    return {"draws": str(hands.own_draws(v.ruleset())), "goal": "win", "seat": "non_dealer", "answer": ""}


def whole_number(text: str) -> object:
    """The number in a form field, or the text itself for the question to refuse."""
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else plain


@bp.get("/analysis")
@needs_kernels
def index() -> BaseResponse:
    v = catalog.variant(request.args.get("variant"))
    error = None
    answer: dict[str, object] = {}
    try:
        if compose.sent():
            return compose.tidy("analysis.index", v, usual(v))
        if compose.asked():
            answer = _answer(v)
    except Refusal as refusal:
        error = present.refusal(refusal)
    context = {
        **compose.form(v, usual(v)),
        "answer": None,
        "position": None,
        "hidden": request.args.get("answer") == "off",
        "example": link("analysis.index") + present_ask.example_hand(v.key, hands.example_hand(v.key)),
        "error": error,
        **answer,
    }
    return compose.shown("analysis", 422 if error else 200, context, (error, answer))


def _answer(v: Variant) -> dict[str, object]:
    """The question in this address, and its answer unless the address hides it."""
    args = request.args
    asked: dict[str, object] = {
        "variant": v.key,
        "hand": args["hand"],
        "melds": args.get("melds", "").split(),
        "seen": args.get("seen", ""),
        "draws": whole_number(args.get("draws", usual(v)["draws"])),
        "goal": args.get("goal", "win"),
        "seat": args.get("seat", "non_dealer"),
        "options": catalog.options_from(v, args),
    }
    found = ask.ask_analyze(asked)
    out: dict[str, object] = {"position": present_ask.question(found.rules, found.question)}
    if args.get("answer") == "off":
        return out
    resting = found.question.hand.drawn is None
    return {
        **out,
        "answer": present.analysis(found.rules, found.question, found.analysis),
        "chart": present.curves(found.analysis),
        "proofs": present_ask.proofs(found.rules, found.question, ask.ask_waits(asked)) if resting else None,
    }
