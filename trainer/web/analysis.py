"""Analysis: any hand, every discard with its chances. The address holds the whole question."""

from __future__ import annotations

from flask import Blueprint, request
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import ask, catalog
from trainer.usecases import compose as hands
from trainer.usecases.compose import Ruleset, Variant
from trainer.usecases.site import Refusal
from trainer.usecases.work import Lane, Unfinished
from trainer.web import compose, present, present_ask, present_explain, waiting
from trainer.web.respond import link
from trainer.web.warming import needs_kernels

bp = Blueprint("analysis", __name__)

USUAL, DEEP = 1, 2
"""Exchanges that are searched where the answer is a model: as a rule, and on request."""


def usual(rules: Ruleset) -> dict[str, str]:
    """What an address need not say."""
    draws = str(hands.usual_draws(rules))
    river = {"river": ""} if hands.river_counts(rules) else {}
    return {"draws": draws, "goal": "win", "opponent": "", **river, **compose.on_the_table(rules), "answer": ""}


@bp.get("/analysis")
@needs_kernels
def index() -> BaseResponse:
    v = catalog.variant(request.args.get("variant"))
    error, status = None, 200
    answer: dict[str, object] = {}
    try:
        if compose.sent():
            return compose.tidy("analysis.index", v, usual)
        if compose.asked():
            answer = _answer(v)
    except Refusal as refusal:
        error, status = present.refusal(refusal), 422
    except Unfinished as why:
        if waiting.asks_again():
            raise
        status = waiting.ACCEPTED
        answer = {**_nearest(v), "looking": waiting.looking(why)}
    context = {
        **compose.form(v, usual),
        "most": hands.most_draws(v.ruleset()),
        "others": hands.takes_discards(v.ruleset()),
        "furiten": hands.river_counts(v.ruleset()),
        "answer": None,
        "position": None,
        "near": None,
        "far": None,
        "looking": None,
        "hidden": request.args.get("answer") == "off",
        "example": link("analysis.index") + present_ask.example_hand(v.key, hands.example_hand(v.key)),
        "error": error,
        **answer,
    }
    return compose.shown("analysis", status, context, (error, answer))


def asked_of(v: Variant) -> tuple[Ruleset, ask.Request]:
    """The question in this address, as the machine interface puts it, and the rules it is asked under."""
    args = request.args
    rules = v.ruleset(catalog.options_from(v, args))
    return rules, {
        **compose.question(v),
        "seen": hands.read(rules, args).texts().get("seen", ""),
        "draws": compose.whole_number(args.get("draws") or usual(rules)["draws"]),
        "goal": args.get("goal", "win"),
        "budget": compose.whole_number(args.get("budget") or str(USUAL)),
        "opponent": args.get("opponent") == "1",
        **({"river": args.get("river", "")} if hands.river_counts(rules) else {}),
    }


def _nearest(v: Variant) -> dict[str, object]:
    """The position in this address, and what can be said of it at once: the discards that leave it nearest."""
    rules, asked = asked_of(v)
    steps = ask.ask_steps(asked)
    return {"position": present_ask.question(rules, steps.question), "near": present_ask.near(steps)}


def _depth(found: ask.AnalyzeAnswer) -> dict[str, object]:
    """Where to ask the same with more exchanges, or that more of them are more than can be looked at."""
    searched, asked = found.analysis.model, found.question.budget
    if searched.exact or searched.budget >= DEEP:
        return {}
    if asked < DEEP:
        return {"deeper": link("analysis.index") + compose.kept(budget=[str(DEEP)])}
    return {"depth": gettext("More hands lie deeper than can be looked at.")}


def _answer(v: Variant) -> dict[str, object]:
    """The question in this address, and its answer unless the address hides it."""
    rules, asked = asked_of(v)
    if request.args.get("answer") == "off":
        steps = ask.ask_steps(asked)
        return {"position": present_ask.question(rules, steps.question)}
    posed = ask.posed(asked)
    try:
        found = waiting.worked(
            ("analyze", *posed),
            lambda pace: ask.analyzed(*posed, pace=pace),
            back=link("analysis.index") + compose.kept(edit=["1"]),
            lane=Lane.DEEP if posed[1].budget >= DEEP else Lane.USUAL,
        )
    except ask.TooFar as why:
        return {**_nearest(v), "far": present.refusal(why)}
    resting = found.question.hand.drawn is None
    return {
        "position": present_ask.question(rules, found.question),
        **_depth(found),
        "answer": present.analysis(found.rules, found.question, found.analysis),
        "told": present_explain.explained(found.rules, found.analysis, ask.explained(found)),
        "chart": present.curves(found.analysis),
        "proofs": present_ask.proofs(found.rules, found.question, ask.ask_waits(asked)) if resting else None,
    }
