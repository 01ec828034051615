"""The games on offer: looked up by key, their options read from forms, their rules texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from trainer import variants as found
from trainer.rules import cases
from trainer.rules.cases import WorkedCase
from trainer.rules.variant import Value, Variant
from trainer.text import Refusal
from trainer.usecases.site import NotFound

PREFIX = "o."
"""Form fields of rule options are named `o.KEY`."""

SHOWN = "shown."
"""Fields `shown.KEY` of a form that prints every option: what the options that imply others were when it was made."""


def variants() -> tuple[Variant, ...]:
    return found.all_variants()


def variant(key: str | None) -> Variant:
    """The variant of this key, the first one where none is named; raises NotFound."""
    if not key:
        return found.all_variants()[0]
    try:
        return found.get(key)
    except Refusal as unknown:
        raise NotFound(unknown.template, **unknown.params) from None


def options_from(v: Variant, form: Mapping[str, str]) -> dict[str, Value]:
    """Rule options among the fields of a form; raises Refusal on one that does not exist or does not fit."""
    return v.parse_options({key[len(PREFIX) :]: form[key] for key in form if key.startswith(PREFIX)})


def leading(v: Variant) -> tuple[str, ...]:
    """Options whose choice changes what other options are when nobody names them (a preset, a scoring mode)."""
    return tuple(dict.fromkeys(rule.key for rule in v.implied))


def choices_from(v: Variant, form: Mapping[str, str]) -> dict[str, Value]:
    """What was chosen in a form that shows every option: leading options, and those not left as they were shown.

    A field nobody touched is no choice, so what a newly chosen preset implies counts. A form without `shown.KEY` fields
    means all that it names. Raises Refusal as `options_from` does.
    """
    sent = options_from(v, form)
    texts = {key[len(SHOWN) :]: form[key] for key in form if key.startswith(SHOWN)}
    if not texts:
        return sent
    shown = v.resolve(v.parse_options(texts))
    return {key: value for key, value in sent.items() if key in leading(v) or value != shown[key]}


@lru_cache(maxsize=128)
def rules_text(key: str, language: str) -> tuple[str, str]:
    """The rules text in this language, or in the next one there is: (Markdown, its language)."""
    folder = found.folder(key)
    order = [language, *(["zh_Hans"] if language.startswith(("zh", "yue")) else []), "en"]
    for code in order:
        path = folder / f"rules.{code}.md"
        if path.exists():
            return path.read_text(encoding="utf-8"), code
    raise FileNotFoundError(f"{key} has no rules text")


@lru_cache(maxsize=32)
def worked_cases(key: str) -> tuple[WorkedCase, ...]:
    """The worked cases of a variant, which are also its tests."""
    return cases.load(variant(key), found.folder(key))
