"""Worked cases: wins with the answer that the rules give, as a variant's `cases.toml` holds them.

One list serves three readers: the tests score every case, the rules page shows exactly the same cases, and a person
checks them against a rule book. A case in the file, in its own table:

    [B6]
    title = { en = "Seven pairs", zh_Hans = "七对子" }      # by language code; English always
    hand = "1124455778899s"                                 # concealed, without the winning tile
    melds = ["ckong:9999s"]                                 # optional
    win = "2s"
    by = "discard"                                          # discard, self_draw, robbed_kong
    seat = "dealer"                                         # dealer, non_dealer
    flags = ["riichi"]                                      # optional
    dora = "1z"                                             # optional: the indicators, as tiles
    ura = "9m"                                              # optional: those under them
    nuki = 2                                                # optional: how many tiles are set aside
    honba = 3                                               # optional: counters on the table
    flowers = "1f3f"                                        # optional: the winner's flowers
    bonus_kind = "6m"                                       # optional: the kind drawn by lot before the deal
    bonus_flip = "5m7z2m"                                   # optional: the tiles turned after the win
    round_wind = "S"                                        # E S W N; left out: that of the first round
    seat_wind = "W"                                         # E S W N; left out: the game's own for the seat
    options = { kazoe = false }                             # optional, by the variant's keys
    lines = { chiitoitsu = 2, chinitsu = 6 }                # what counts: the value of one, or [value, how many]; more
                                                            # than one such where values differ: [[1, 2], [2, 1]]
    struck = { riichi = "double_riichi" }                   # optional: what fits but does not count, and what struck it
    total = 8                                               # in the unit of the game's family
    parts = { raw = 250 }                                   # optional: numbers that stand beside the total
    fu = 25                                                 # left out where there is none
    limit = "baiman"                                        # left out where there is none
    yakuman = 1                                             # left out where there is none
    points = 24000                                          # what the winner receives in all; 0 if not allowed to win
    source = { en = "by hand: …", zh_Hans = "…" }           # a rule book, or the sum itself

A hand that is no win has `complete = false` and none of the fields from `lines` to `points`.

Rules texts (`rules.<language>.md`) are written in a little Markdown: `##` and `###` headings, paragraphs, `-` and `1.`
lists, tables, **bold**. Tiles stand in braces, `{123s}` or `{7s}`, and are shown as pictures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.hands import Hand, parse_meld
from trainer.rules.breakdown import Limit, Points, ScoreBreakdown
from trainer.rules.score import check, score
from trainer.rules.variant import Flag, Ruleset, Variant
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.text import Refusal
from trainer.tiles import Kind, kind, parse_tile, parse_tiles, sort_tiles

FILE = "cases.toml"
SOURCE_LANGUAGE = "en"

_ASKED = frozenset({"title", "hand", "win", "by", "seat", "source"})
_BONUS = frozenset({"dora", "ura", "nuki", "honba", "flowers", "bonus_kind", "bonus_flip"})
_ASKED_MAYBE = frozenset({"melds", "flags", "options", "complete", "round_wind", "seat_wind"}) | _BONUS
_ANSWERED = frozenset({"lines", "total", "points"})
_ANSWERED_MAYBE = frozenset({"struck", "fu", "limit", "yakuman", "parts"})

_WINDS = {"E": Kind(27), "S": Kind(28), "W": Kind(29), "N": Kind(30)}

Texts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """An answer. `lines` are (id, value of one, how many), sorted; `struck` are (id, by), and `parts` (name, value) of
    those named, None where not stated."""

    complete: bool
    lines: tuple[tuple[str, int, int], ...]
    struck: tuple[tuple[str, str], ...] | None
    total: int
    fu: int | None
    limit: Limit | None
    yakuman: int
    points: Points
    parts: tuple[tuple[str, object], ...] | None = None


@dataclass(frozen=True, slots=True)
class WorkedCase:
    """One win under one set of rules, and what it must be worth."""

    key: str
    titles: Texts
    variant: Variant
    rules: Ruleset
    win: Win
    expected: Expected
    sources: Texts

    def title(self, language: str) -> str:
        """What the case shows, in this language or else in English."""
        return _in(self.titles, language)

    def source(self, language: str) -> str:
        """Where its answer comes from, in this language or else in English."""
        return _in(self.sources, language)

    @property
    def breakdown(self) -> ScoreBreakdown:
        """What our own scorer answers."""
        return score(self.rules, self.win)

    @property
    def answered(self) -> Expected:
        """The same in the form of the expected answer, for comparing; struck lines only where the case states them."""
        b = self.breakdown
        w = b.worth
        stated = None if self.expected.parts is None else dict(self.expected.parts)
        return Expected(
            complete=b.complete,
            lines=tuple(sorted((x.id, x.value, x.count) for x in w.lines)),
            struck=None if self.expected.struck is None else tuple(sorted((x.id, x.by) for x in w.struck)),
            total=w.total,
            fu=w.fu,
            limit=w.limit,
            yakuman=w.yakuman,
            points=b.points,
            parts=None if stated is None else tuple(part for part in w.parts if part[0] in stated),
        )


def load(variant: Variant, folder: Path) -> tuple[WorkedCase, ...]:
    """The cases in the variant's folder, in the order of the file; see `parse`."""
    return parse(variant, (folder / FILE).read_text(encoding="utf-8"))


def parse(variant: Variant, text: str) -> tuple[WorkedCase, ...]:
    """Cases from TOML. Raises ValueError naming the case on anything that is not as described above."""
    out = []
    for key, entry in tomllib.loads(text).items():
        try:
            out.append(_case(variant, key, entry))
        except (Refusal, ValueError, TypeError, KeyError) as fault:
            raise ValueError(f"case {key}: {fault}") from fault
    return tuple(out)


def _case(variant: Variant, key: str, entry: Mapping[str, Any]) -> WorkedCase:
    complete = entry.get("complete", True)
    required, allowed = _ASKED, _ASKED | _ASKED_MAYBE
    if complete:
        required, allowed = required | _ANSWERED, allowed | _ANSWERED | _ANSWERED_MAYBE
    if missing := required - entry.keys():
        raise ValueError(f"no {', '.join(sorted(missing))}")
    if unknown := entry.keys() - allowed:
        raise ValueError(f"{', '.join(sorted(unknown))} must not be there")
    rules = variant.ruleset(entry.get("options"))
    dealer = {"dealer": True, "non_dealer": False}[entry["seat"]]
    winds = {"seat_wind": rules.seat_winds[0 if dealer else 1], "round_wind": rules.round_wind}
    for field, own in winds.items():
        if field in entry and own is None:
            raise ValueError(f"{field} must not be there: this game has none")
    circumstance = Circumstance(
        By(entry["by"]),
        dealer,
        _WINDS[entry["seat_wind"]] if "seat_wind" in entry else winds["seat_wind"],
        _WINDS[entry["round_wind"]] if "round_wind" in entry else winds["round_wind"],
        frozenset(Flag(f) for f in entry.get("flags", ())),
        _bonus(rules, entry),
    )
    melds = tuple(parse_meld(m) for m in entry.get("melds", ()))
    win = Win(Hand(sort_tiles(parse_tiles(entry["hand"])), melds), parse_tile(entry["win"]), circumstance)
    check(rules, win)
    expected = Expected(
        complete=complete,
        lines=tuple(sorted(line for id_, value in entry.get("lines", {}).items() for line in _lines(id_, value))),
        struck=tuple(sorted(entry["struck"].items())) if "struck" in entry else None,
        total=entry.get("total", 0),
        fu=entry.get("fu"),
        limit=Limit(entry["limit"]) if "limit" in entry else None,
        yakuman=entry.get("yakuman", 0),
        points=entry.get("points", 0),
        parts=tuple(entry["parts"].items()) if "parts" in entry else None,
    )
    return WorkedCase(key, _texts(entry["title"]), variant, rules, win, expected, _texts(entry["source"]))


def _lines(id_: str, given: Any) -> list[tuple[str, int, int]]:
    """The lines of one id: 2 is one worth two, [1, 3] are three worth one each, and [[1, 3], [2, 1]] one more worth
    two."""
    if not isinstance(given, list):
        return [(id_, int(given), 1)]
    parts = given if given and isinstance(given[0], list) else [given]
    return [(id_, int(value), int(times)) for value, times in parts]


def _bonus(rules: Ruleset, entry: Mapping[str, Any]) -> Bonus:
    """What adds to the win: kinds pointed at, tiles set aside (the first kinds first), counters."""
    known = {
        "dora": rules.dora.shown,
        "ura": rules.dora.ura,
        "nuki": bool(rules.kongs.nuki),
        "honba": rules.match.counters,
        "flowers": any(rules.tiles.flowers),
        "bonus_kind": rules.deal.bonus_kind,
        "bonus_flip": rules.flips > 0,
    }
    if unknown := {field for field in _BONUS & entry.keys() if not known[field]}:
        raise ValueError(f"{', '.join(sorted(unknown))} must not be there: this game has none")
    aside = [k for k in rules.kongs.nuki for _ in range(rules.tiles.supply[k])]
    numbers = {"nuki": len(aside), "honba": None}
    for field, most in numbers.items():
        number = entry.get(field, 0)
        if not isinstance(number, int) or number < 0 or (most is not None and number > most):
            raise ValueError(f"{field} cannot be {number}")
    pointed = {}
    for field in ("dora", "ura"):
        indicators = parse_tiles(entry.get(field, ""))
        rules.tiles.check(indicators)
        pointed[field] = tuple(rules.tiles.after(kind(t)) for t in indicators)
    shown = {field: parse_tiles(entry.get(field, "")) for field in ("flowers", "bonus_flip")}
    for tiles in shown.values():
        rules.tiles.check(tiles)
    return Bonus(
        dora=pointed["dora"],
        ura=pointed["ura"],
        nuki=tuple(aside[: entry.get("nuki", 0)]),
        honba=entry.get("honba", 0),
        flowers=sort_tiles(shown["flowers"]),
        kind=kind(parse_tile(entry["bonus_kind"])) if "bonus_kind" in entry else None,
        flip=shown["bonus_flip"],
    )


def _texts(value: Mapping[str, str]) -> Texts:
    if not value.get(SOURCE_LANGUAGE):
        raise ValueError("a text is not there in English")
    return tuple(value.items())


def _in(texts: Texts, language: str) -> str:
    by_language = dict(texts)
    return by_language.get(language, by_language[SOURCE_LANGUAGE])
