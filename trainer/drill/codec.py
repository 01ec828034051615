"""Reading puzzles from data that anybody may have written: one clear sentence instead of a traceback."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from trainer.hands import Meld, Source, parse_meld
from trainer.rules.variant import Value
from trainer.text import N_, Refusal
from trainer.tiles import Kind, Tile, kind, parse_tile, parse_tiles, sort_tiles, tile_text

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


def meld_text(meld: Meld) -> str:
    """A meld with the tile that was claimed for it, where that is known: `chow:345m:4m`."""
    return meld.text if meld.claimed is None else f"{meld.text}:{tile_text(meld.claimed)}"


def _meld(text: str) -> Meld:
    form, _, rest = text.partition(":")
    tiles, marked, claimed = rest.partition(":")
    meld = parse_meld(f"{form}:{tiles}")
    if not marked:
        return meld
    if meld.is_concealed or parse_tile(claimed) not in meld.tiles:
        raise damaged("melds")
    return replace(meld, claimed=parse_tile(claimed))


def laid(meld: Meld) -> Meld:
    """The meld as it is stored: sorted, without the seat that it was claimed from, and an added kong like any other."""
    source = Source.CONCEALED if meld.is_concealed else Source.CLAIMED
    return Meld(meld.form, sort_tiles(meld.tiles), source, meld.claimed)


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

    def has(self, field: str) -> bool:
        """Whether the field is there: fields that a game has no use for are left out."""
        return field in self.data

    def kind(self, field: str) -> Kind:
        found = self.kinds(field)
        if len(found) != 1:
            raise damaged(field)
        return found[0]

    def kinds(self, field: str) -> tuple[Kind, ...]:
        try:
            return tuple(kind(t) for t in self.tiles(field))
        except BadPuzzle:
            raise
        except ValueError:
            raise damaged(field) from None

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
            return tuple(_meld(text) for text in self.items(field) if isinstance(text, str))
        except BadPuzzle:
            raise
        except Refusal:
            raise damaged(field) from None

    def options(self, field: str) -> tuple[tuple[str, Value], ...]:
        found = self.data.get(field)
        if not isinstance(found, Mapping) or not all(isinstance(v, (bool, int, str)) for v in found.values()):
            raise damaged(field)
        return tuple(sorted((str(k), v) for k, v in found.items()))
