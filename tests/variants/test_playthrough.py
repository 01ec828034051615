"""Golden games: one match of every variant, stored beside its rules, must be played again event by event.

The record holds walls and salts; with the fixed manner of play below they determine everything else. After a change
of rules that is meant (and a new edition), `python -m tests.variants.test_playthrough KEY SEED [OPTION=VALUE ...]`
writes the match anew.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from trainer import variants
from trainer.game import driver, record
from trainer.game import event as ev
from trainer.game.action import Action, Discard, Kong, TakeWin
from trainer.game.record import Header, Record
from trainer.game.view import View
from trainer.rules.variant import Ruleset, Variant

NAME = "playthrough.jsonl"
SEAT = "lively"
"""The manner of play, named in the header's seats."""


def lively(view: View, rng: random.Random) -> Action:
    """Mostly takes wins, declares riichi and kongs when it can, and otherwise does anything allowed."""
    wins = [a for a in view.legal if isinstance(a, TakeWin)]
    if wins and rng.random() < 0.75:
        return wins[0]
    eager = [a for a in view.legal if isinstance(a, Kong) or (isinstance(a, Discard) and a.riichi)]
    if eager and rng.random() < 0.6:
        return rng.choice(eager)
    return rng.choice([a for a in view.legal if not isinstance(a, TakeWin)])


def match(rules: Ruleset, walls: list[tuple[tuple[int, ...], str]]) -> tuple[ev.Event, ...]:
    return driver.play(rules, [lively] * rules.seats, iter(walls))  # type: ignore[arg-type]


def stored(key: str) -> tuple[Record, str]:
    text = (variants.folder(key) / NAME).read_text(encoding="utf-8")
    return record.loads(text), text


def test_the_golden_match_is_played_again(every_variant: Variant) -> None:
    golden, text = stored(every_variant.key)
    assert golden.header.edition == every_variant.edition
    rules = every_variant.ruleset(dict(golden.header.options))
    assert Header.of(rules, golden.header.seats) == golden.header
    deals = [e for e in golden.events if isinstance(e, ev.Deal)]
    again = match(rules, [(e.wall or (), e.salt or "") for e in deals])
    for number, (mine, theirs) in enumerate(zip(again, golden.events, strict=True)):
        assert mine == theirs, f"event {number + 1}"
    assert record.dumps(Record(golden.header, again)) == text


def test_the_golden_match_holds(every_variant: Variant) -> None:
    golden, _ = stored(every_variant.key)
    rules = every_variant.ruleset(dict(golden.header.options))
    assert record.verify(rules, golden.events) == []
    assert isinstance(golden.events[-1], ev.End)


def test_the_golden_match_shows_every_kind_of_event(every_variant: Variant) -> None:
    """What play with assistance can bring about."""
    golden, _ = stored(every_variant.key)
    types = {e.type for e in golden.events}
    assert {"deal", "draw", "discard", "kong", "pass", "win", "draw_game", "settle", "end"} <= types
    assert any(isinstance(e, ev.Discard) and e.riichi for e in golden.events)
    assert {e.by for e in golden.events if isinstance(e, ev.Win)} == {"self_draw", "discard"}


def write(key: str, seed: int, options: dict[str, str]) -> Path:
    """Play the match of this seed and store it."""
    variant = variants.get(key)
    rules = variant.ruleset(variant.parse_options(options))
    events = driver.play(rules, [lively] * rules.seats, driver.seeded_walls(rules, seed))
    path = variants.folder(key) / NAME
    path.write_text(record.dumps(Record(Header.of(rules, [SEAT] * rules.seats), events)), encoding="utf-8")
    return path


if __name__ == "__main__":
    _, name, number, *pairs = sys.argv
    print(write(name, int(number), dict(p.split("=", 1) for p in pairs)))
