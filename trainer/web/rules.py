"""Rules: each game's text in the reader's language, the pattern table from the code, the options."""

from __future__ import annotations

from flask import Blueprint, Response

from trainer.usecases import catalog
from trainer.web import i18n, markdown, present
from trainer.web.respond import page

bp = Blueprint("rules", __name__)


@bp.get("/rules")
def index() -> Response:
    return show(catalog.variants()[0].key)


@bp.get("/rules/<key>")
def show(key: str) -> Response:
    variant = catalog.variant(key)
    text, language = catalog.rules_text(variant.key, i18n.current_language().code)
    return page(
        "rules/page.html",
        variant=present.variant(variant),
        variants=present.variants_menu(catalog.variants(), variant.key),
        text=markdown.blocks(text),
        same_language=language == i18n.current_language().code,
        table=present.pattern_table(variant.ruleset()),
        options=present.options(variant),
        cases=[present.case(c) for c in catalog.worked_cases(variant.key)],
    )
