"""Every variant, found by looking: each sub-package declares one `VARIANT` whose key is the folder's name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path

from trainer.rules.variant import Variant
from trainer.text import N_, Refusal


class UnknownVariant(Refusal):
    """No such game."""


@lru_cache(maxsize=1)
def _found() -> dict[str, Variant]:
    found: dict[str, Variant] = {}
    for info in pkgutil.iter_modules(__path__):
        variant = importlib.import_module(f"{__name__}.{info.name}").VARIANT
        if not isinstance(variant, Variant) or variant.key != info.name:
            raise TypeError(f"the folder {info.name} must declare a Variant of that key")
        found[variant.key] = variant
    return dict(sorted(found.items(), key=lambda item: item[1].order))


def all_variants() -> tuple[Variant, ...]:
    """Every variant, in the order of the site."""
    return tuple(_found().values())


def get(key: str) -> Variant:
    """The variant of this key; raises UnknownVariant."""
    try:
        return _found()[key]
    except (KeyError, TypeError):
        raise UnknownVariant(N_("There is no game “%(key)s”."), key=key) from None


def folder(key: str) -> Path:
    """Where the variant's data files (rules texts, cases, counts, playthrough) are."""
    get(key)
    return Path(__path__[0]) / key
