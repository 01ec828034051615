"""Analysis: any hand, every discard with its chances. The address holds the whole question."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import ask, catalog
from trainer.usecases import compose as hands
from trainer.usecases.compose import Ruleset, Variant
from trainer.usecases.site import Refusal
from trainer.web import compose, present, present_ask, present_explain
from trainer.web.respond import link
from trainer.web.warming import needs_kernels

bp = Blueprint("analysis", __name__)


def usual(rules: Ruleset) -> dict[str, str]:
    """What an address need not say."""
    draws = str(hands.usual_draws(rules))
    return {"draws": draws, "goal": "win", "opponent": "", **compose.on_the_table(rules), "answer": ""}


@bp.get("/analysis")
@needs_kernels
def index() -> BaseResponse:
    v = catalog.variant(request.args.get("variant"))
    error = None
    answer: dict[str, object] = {}
    try:
        if compose.sent():
            return compose.tidy("analysis.index", v, usual)
        if compose.asked():
            answer = _answer(v)
    except Refusal as refusal:
        error = present.refusal(refusal)
    context = {
        **compose.form(v, usual),
        "most": hands.most_draws(v.ruleset()),
        "others": hands.takes_discards(v.ruleset()),
        "answer": None,
        "position": None,
        "far": None,
        "hidden": request.args.get("answer") == "off",
        "example": link("analysis.index") + present_ask.example_hand(v.key, hands.example_hand(v.key)),
        "error": error,
        **answer,
    }
    return compose.shown("analysis", 422 if error else 200, context, (error, answer))


def asked_of(v: Variant) -> tuple[Ruleset, ask.Request]:
    """The question in this address, as the machine interface puts it, and the rules it is asked under."""
    args = request.args
    rules = v.ruleset(catalog.options_from(v, args))
    return rules, {
        **compose.question(v),
        "seen": hands.read(rules, args).texts().get("seen", ""),
        "draws": compose.whole_number(args.get("draws") or usual(rules)["draws"]),
        "goal": args.get("goal", "win"),
        "opponent": args.get("opponent") == "1",
    }


def _answer(v: Variant) -> dict[str, object]:
    """The question in this address, and its answer unless the address hides it."""
    rules, asked = asked_of(v)
    if request.args.get("answer") == "off":
        steps = ask.ask_steps(asked)
        return {"position": present_ask.question(rules, steps.question)}
    try:
        found = ask.ask_analyze(asked)
    except ask.TooFar as why:
        steps = ask.ask_steps(asked)
        return {"position": present_ask.question(rules, steps.question), "far": present_ask.far(why, steps)}
    out: dict[str, object] = {"position": present_ask.question(rules, found.question)}
    resting = found.question.hand.drawn is None
    return {
        **out,
        "answer": present.analysis(found.rules, found.question, found.analysis),
        "told": present_explain.explained(found.rules, found.analysis, ask.explained(found)),
        "chart": present.curves(found.analysis),
        "proofs": present_ask.proofs(found.rules, found.question, ask.ask_waits(asked)) if resting else None,
    }
