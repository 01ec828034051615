"""Golden games: one match of every variant, stored beside its rules, must be played again event by event.

The record holds walls and salts; with the fixed manner of play below they determine everything else. After a change
of rules that is meant (and a new edition), `python -m tests.variants.test_playthrough KEY SEED [OPTION=VALUE ...]`
writes the match anew, and beside it the same in words, to be read.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.variants.tell import told
from trainer import variants
from trainer.analysis import shanten
from trainer.game import driver, record
from trainer.game import event as ev
from trainer.game.action import Action, Chow, DeclareReady, Discard, Kong, Pung, SetAside, TakeWin
from trainer.game.record import Header, Record
from trainer.game.view import View
from trainer.hands import Hand
from trainer.rules.variant import Ruleset, Variant
from trainer.tiles import Tile, suit

NAME = "playthrough.jsonl"
TOLD = "playthrough.txt"


def lively(view: View, rng: random.Random) -> Action:
    """Mostly takes wins, declares riichi and kongs when it can, and otherwise does anything allowed."""
    wins = [a for a in view.legal if isinstance(a, TakeWin)]
    if wins and rng.random() < 0.75:
        return wins[0]
    eager = [a for a in view.legal if isinstance(a, Kong) or (isinstance(a, Discard) and a.riichi)]
    if eager and rng.random() < 0.6:
        return rng.choice(eager)
    return rng.choice([a for a in view.legal if not isinstance(a, TakeWin)])


def keen(view: View, rng: random.Random) -> Action:
    """In sets of several suits, where a lively hand never gets ready: sets tiles aside and claims as well, and throws
    what leaves it nearest to ready."""
    wins = [a for a in view.legal if isinstance(a, TakeWin)]
    if wins and rng.random() < 0.75:
        return wins[0]
    eager = [a for a in view.legal if isinstance(a, (Kong, Pung, Chow, SetAside)) or getattr(a, "riichi", False)]
    if eager and rng.random() < 0.6:
        return rng.choice(eager)
    rest = [a for a in view.legal if not isinstance(a, (TakeWin, Kong, Pung, Chow, SetAside))]
    throws = {a: _steps(view, a) for a in rest if isinstance(a, Discard) and not view.me.stock}
    nearest = min(throws.values(), default=0)
    return rng.choice([a for a in rest if throws.get(a, nearest) == nearest])


def bold(view: View, rng: random.Random) -> Action:
    """Where a ready hand is declared without a price: mostly wins, kongs and declares, claims now and then, and throws
    what leaves it nearest to ready."""
    wins = [a for a in view.legal if isinstance(a, TakeWin)]
    if wins and rng.random() < 0.9:
        return wins[0]
    sure = [a for a in view.legal if isinstance(a, (Kong, DeclareReady)) or getattr(a, "ready", False)]
    if sure and rng.random() < 0.8:
        return rng.choice(sure)
    claims = [a for a in view.legal if isinstance(a, (Pung, Chow))]
    if claims and rng.random() < 0.4:
        return rng.choice(claims)
    rest = [a for a in view.legal if not isinstance(a, (TakeWin, Kong, Pung, Chow, DeclareReady))]
    throws = {a: _steps(view, a) for a in rest if isinstance(a, Discard)}
    nearest = min(throws.values(), default=0)
    return rng.choice([a for a in rest if throws.get(a, nearest) == nearest])


def _steps(view: View, throw: Discard) -> int:
    kept = list(view.hand.tiles)
    kept.remove(throw.tile)
    return shanten(view.rules, Hand(tuple(kept), view.hand.melds))


MANNERS: dict[str, driver.Choose] = {"lively": lively, "keen": keen, "bold": bold}
"""The manners of play, by the name that stands in the header's seats."""


def match(rules: Ruleset, seats: Sequence[str], walls: Iterator[tuple[tuple[Tile, ...], str]]) -> tuple[ev.Event, ...]:
    return driver.play(rules, [MANNERS[name] for name in seats], walls)


def stored(key: str) -> tuple[Record, str]:
    text = (variants.folder(key) / NAME).read_text(encoding="utf-8")
    return record.loads(text), text


def test_the_golden_match_is_played_again(every_variant: Variant) -> None:
    golden, text = stored(every_variant.key)
    assert golden.header.edition == every_variant.edition
    rules = every_variant.ruleset(dict(golden.header.options))
    assert Header.of(rules, golden.header.seats) == golden.header
    deals = [e for e in golden.events if isinstance(e, ev.Deal)]
    again = match(rules, golden.header.seats, iter([(e.wall or (), e.salt or "") for e in deals]))
    for number, (mine, theirs) in enumerate(zip(again, golden.events, strict=True)):
        assert mine == theirs, f"event {number + 1}"
    assert record.dumps(Record(golden.header, again)) == text


def test_the_golden_match_holds(every_variant: Variant) -> None:
    golden, _ = stored(every_variant.key)
    rules = every_variant.ruleset(dict(golden.header.options))
    assert record.verify(rules, golden.events) == []
    assert isinstance(golden.events[-1], ev.End)


def test_the_golden_match_reads_as_it_is_told(every_variant: Variant) -> None:
    """The text beside the record is for people, who look there for what the rules do."""
    golden, _ = stored(every_variant.key)
    path = variants.folder(every_variant.key) / TOLD
    assert told(every_variant, golden).splitlines() == path.read_text(encoding="utf-8").splitlines()


CALLED = {"pung", "kong", "indicator", "pass", "sticks", "honba", "riichi"}
MELDED = {"dice", "chow", "pung", "kong", "pass", "self_draw", "discard"}
KONGS = {"concealed kong", "added kong", "claimed kong"}
SHOWN = {
    "bamboo": {"kong", "pass", "draw_game", "riichi", "self_draw", "discard"},
    "fulldeck": CALLED | {"chow", "draw_game", "self_draw", "discard"},
    "honglong": CALLED | {"chow", "draw_game", "self_draw", "discard"},
    "sanma2": CALLED | {"nuki", "draw_game", "self_draw", "discard"},
    "tenhodori": CALLED | {"chow", "ready", "miss", "hit", "face_down", "bank", "self_draw"},
    "seventeen": {"build", "turn", "pass", "draw_game", "discard"},
    "jingdian": MELDED | {"ready", "bonus_kind"},
    "jisu": {"dice", "draw", "ready", "self_draw", "discard"},
    "flower72": MELDED | {"ready", "flower"},
    "hk64": MELDED | {"ready"},
    "hk128": MELDED | {"ready", "grown"},
    "wenzhou": MELDED,
    "xueliu": MELDED - {"chow"} | {"swap", "kong paid", "refund paid", "draw paid"} | KONGS,
    "jintan": MELDED | {"flower", "draw_game"} | KONGS,
}
"""What play with assistance can bring about and the match of each game shows."""


def seen(events: Sequence[ev.Event]) -> set[str]:
    """What a match shows, in words: types of events and more."""
    shown = {e.type for e in events} - {"win", "discard"}
    konged: set[tuple[int, Tile]] = set()
    for e in events:
        match e:
            case ev.Win():
                shown.add(e.by)
            case ev.Discard():
                shown |= {name for name in ("riichi", "ready", "face_down") if getattr(e, name)}
            case ev.Name():
                shown.add("hit" if e.hit else "miss")
            case ev.Deal():
                shown |= {name for name in ("honba", "sticks", "dice") if getattr(e, name)}
                shown |= {"bonus_kind"} if e.bonus_kind is not None else set()
                konged.clear()
            case ev.Kong():
                again = (e.seat, e.tile) in konged and e.form != "claimed" and not e.new
                shown |= {"grown"} if again else set()
                shown.add(f"{e.form} kong")
                konged.add((e.seat, e.tile))
            case ev.Settle():
                shown |= {"bank"} if e.bank else set()
                shown |= {f"{e.reason} paid"} if any(e.payments) else set()
    return shown


def test_the_golden_match_shows_what_its_game_is_about(every_variant: Variant) -> None:
    golden, _ = stored(every_variant.key)
    assert seen(golden.events) >= SHOWN[every_variant.key] | {"deal", "settle", "end"}


def write(key: str, seed: int, options: dict[str, str]) -> Path:
    """Play the match of this seed and store it, as a record and told in words."""
    variant = variants.get(key)
    rules = variant.ruleset(variant.parse_options(options))
    one_suit = len({suit(k) for k in rules.tiles.kinds}) == 1
    manner = "lively" if one_suit else "keen" if rules.wins.furiten else "bold"
    seats = [manner] * rules.seats
    written = Record(Header.of(rules, seats), match(rules, seats, driver.seeded_walls(rules, seed)))
    path = variants.folder(key) / NAME
    path.write_text(record.dumps(written), encoding="utf-8")
    path.with_name(TOLD).write_text(told(variant, written), encoding="utf-8")
    return path


if __name__ == "__main__":
    _, name, number, *pairs = sys.argv
    print(write(name, int(number), dict(p.split("=", 1) for p in pairs)))
