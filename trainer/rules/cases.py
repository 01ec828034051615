"""Worked cases of a variant: wins with the lines and payments they must give, from `cases.toml` in its folder.

They are tests, and the rules page shows them, so an untested example cannot be published. In rules texts tiles are
written in braces (`{123s}`) and shown as pictures.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.hands import Hand, parse_meld
from trainer.rules.breakdown import Points, ScoreBreakdown
from trainer.rules.score import check, score
from trainer.rules.variant import Flag, Ruleset, Variant
from trainer.rules.win import By, Circumstance, Win
from trainer.tiles import parse_tile, parse_tiles

FILE = "cases.toml"


@dataclass(frozen=True, slots=True)
class Expected:
    """What the case must give; `lines` are ids with their values, in any order. None: not stated."""

    lines: tuple[tuple[str, int], ...]
    total: int
    fu: int | None
    limit: str | None
    points: Points


@dataclass(frozen=True, slots=True)
class WorkedCase:
    key: str
    titles: tuple[tuple[str, str], ...]
    rules: Ruleset
    win: Win
    expected: Expected
    source: str

    def title(self, language: str) -> str:
        """The title in this language, English otherwise."""
        titles = dict(self.titles)
        return titles.get(language, titles["en"])

    @property
    def breakdown(self) -> ScoreBreakdown:
        return score(self.rules, self.win)


def load(variant: Variant, folder: Path) -> tuple[WorkedCase, ...]:
    """Every case of the variant's file, in its order; a bad one raises with its key."""
    with (folder / FILE).open("rb") as f:
        data = tomllib.load(f)
    return tuple(_case(variant, key, entry) for key, entry in data.items())


def _case(variant: Variant, key: str, entry: dict[str, Any]) -> WorkedCase:
    rules = variant.ruleset(entry.get("options"))
    dealer = entry["seat"] == "dealer"
    circumstance = Circumstance(
        By(entry["by"]),
        dealer,
        rules.seat_winds[0 if dealer else 1],
        rules.round_wind,
        frozenset(Flag(x) for x in entry.get("flags", [])),
    )
    hand = Hand(parse_tiles(entry["hand"]), tuple(parse_meld(m) for m in entry.get("melds", [])))
    win = Win(hand, parse_tile(entry["win"]), circumstance)
    check(rules, win)
    expected = Expected(
        tuple(sorted((str(i), int(v)) for i, v in entry["lines"].items())),
        entry["total"],
        entry.get("fu"),
        entry.get("limit"),
        entry["points"],
    )
    return WorkedCase(key, tuple(entry["title"].items()), rules, win, expected, entry["source"])
