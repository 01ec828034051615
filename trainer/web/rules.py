"""Rules: each game's text in the reader's language, the pattern table from the code, the worked cases, the options."""

from __future__ import annotations

from flask import Blueprint, Response, request

from trainer.usecases import catalog, rulebook
from trainer.web import i18n, markdown, present, present_ask
from trainer.web.respond import page

bp = Blueprint("rules", __name__)


@bp.get("/rules")
def index() -> Response:
    return show(catalog.variants()[0].key)


@bp.get("/rules/<key>")
def show(key: str) -> Response:
    """The rules; the pattern table under the options of the address, else under the usual ones."""
    variant = catalog.variant(key)
    rules = variant.ruleset(catalog.options_from(variant, request.args))
    here = i18n.current_language().code
    text, language = catalog.rules_text(variant.key, here)
    blocks = markdown.blocks(text)
    examples = rulebook.pattern_examples(variant.key)
    options = present.options(variant)
    return page(
        "rules/page.html",
        variant=present.variant(variant),
        variants=present.variants_menu(catalog.variants(), variant.key),
        text=blocks,
        contents=markdown.contents(blocks),
        same_language=language == here,
        table=present_ask.pattern_table(rules, examples),
        options=options,
        option_labels={o["key"]: o["label"] for o in options},
        case=present_ask.case(catalog.worked_cases(variant.key)[0]),
        number=len(catalog.worked_cases(variant.key)),
    )


@bp.get("/rules/<key>/cases")
def cases(key: str) -> Response:
    variant = catalog.variant(key)
    worked = [present_ask.case(c) for c in catalog.worked_cases(variant.key)]
    return page("rules/cases.html", variant=present.variant(variant), cases=worked)
