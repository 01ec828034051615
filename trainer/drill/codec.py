"""Reading puzzles from data that anybody may have written: one clear sentence instead of a traceback."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from trainer.hands import Meld, parse_meld
from trainer.rules.variant import Value
from trainer.text import N_, Refusal
from trainer.tiles import Tile, parse_tile, parse_tiles

ID_LENGTH = 12

Word = TypeVar("Word", bound=StrEnum)


class BadPuzzle(Refusal):
    """Data that is no puzzle, or a puzzle that its game does not allow."""


def damaged(field: str) -> BadPuzzle:
    return BadPuzzle(N_("The puzzle's field %(field)s is missing or damaged."), field=field)


def digest(data: Mapping[str, Any]) -> str:
    """A short name for a position: the same data give the same name, whatever the order of the keys."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:ID_LENGTH]


class Fields:
    """A JSON object whose fields are taken one by one, each checked for its type; raises BadPuzzle."""

    def __init__(self, data: object, name: str = "puzzle") -> None:
        if not isinstance(data, Mapping):
            raise damaged(name)
        self.data = data

    def text(self, field: str) -> str:
        value = self.data.get(field)
        if not isinstance(value, str):
            raise damaged(field)
        return value

    def number(self, field: str, least: int = 0, most: int = 10**6) -> int:
        value = self.data.get(field)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise damaged(field)
        return value

    def real(self, field: str) -> float:
        value = self.data.get(field)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < float("inf"):
            raise damaged(field)
        return float(value)

    def flag(self, field: str) -> bool:
        value = self.data.get(field)
        if not isinstance(value, bool):
            raise damaged(field)
        return value

    def items(self, field: str) -> list[Any]:
        value = self.data.get(field)
        if not isinstance(value, list):
            raise damaged(field)
        return value

    def object(self, field: str) -> Fields:
        return Fields(self.data.get(field), field)

    def word(self, field: str, words: type[Word]) -> Word:
        try:
            return words(self.text(field))
        except ValueError:
            raise damaged(field) from None

    def tiles(self, field: str) -> tuple[Tile, ...]:
        try:
            return parse_tiles(self.text(field))
        except BadPuzzle:
            raise
        except Refusal:
            raise damaged(field) from None

    def tile(self, field: str) -> Tile:
        try:
            return parse_tile(self.text(field))
        except BadPuzzle:
            raise
        except Refusal:
            raise damaged(field) from None

    def melds(self, field: str) -> tuple[Meld, ...]:
        try:
            return tuple(parse_meld(text) for text in self.items(field) if isinstance(text, str))
        except BadPuzzle:
            raise
        except Refusal:
            raise damaged(field) from None

    def options(self, field: str) -> tuple[tuple[str, Value], ...]:
        found = self.data.get(field)
        if not isinstance(found, Mapping) or not all(isinstance(v, (bool, int, str)) for v in found.values()):
            raise damaged(field)
        return tuple(sorted((str(k), v) for k, v in found.items()))
