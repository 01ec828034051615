"""A game's record in words and tiles, to be read aloud: every event on its line, with what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from trainer.game import event as ev
from trainer.game.engine import begin
from trainer.game.evolve import evolve
from trainer.game.record import Record
from trainer.game.state import State
from trainer.rules.breakdown import Points, Unit
from trainer.rules.variant import Ruleset, Variant
from trainer.tiles import Tile, format_tiles, tile_text

WINDS = {27: "east", 28: "south", 29: "west", 30: "north"}
KONG = {"concealed": "four of its own", "added": "added to its pung", "claimed": "with three of its own"}
FOUR = 4


def told(variant: Variant, record: Record) -> str:
    """The whole match as text."""
    usual = variant.resolve()
    options = [f"{key} = {value}" for key, value in record.header.options if usual[key] != value]
    head = f"{variant.names.en}, edition {record.header.edition}, {', '.join(options) or 'usual options'}"
    rules = variant.ruleset(dict(record.header.options))
    return "\n".join([head, *_lines(rules, record.events)]) + "\n"


def _lines(rules: Ruleset, events: Iterable[ev.Event]) -> Iterator[str]:
    state = begin(rules)
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, ev.Deal):
            yield from ("", _deal(event), *_hands(event))
        elif not isinstance(event, ev.Turn):
            yield "  " + _line(event, before, state)


def _deal(e: ev.Deal) -> str:
    parts = [f"Deal {e.deal}"]
    if e.round is not None:
        parts.append(f"{WINDS[e.round]} round")
    parts.append(f"seat {e.dealer} begins")
    if e.honba is not None:
        parts.append(f"honba {e.honba}")
    if e.sticks is not None:
        parts.append(f"sticks {e.sticks}")
    if e.dora is not None:
        parts.append(f"indicator {tile_text(e.dora)}")
    if e.dice is not None:
        parts.append(f"dice {' and '.join(map(str, e.dice))}")
    if e.bonus_kind is not None:
        parts.append(f"each {tile_text(Tile(e.bonus_kind))} is a bonus")
    return ", ".join([*parts, f"points {_row(e.points)}"])


def _hands(e: ev.Deal) -> Iterator[str]:
    for seat, hand in enumerate(e.hands):
        yield f"  {seat} has {format_tiles(sorted(hand or ()))}"


def _line(e: ev.Event, before: State, after: State) -> str:
    match e:
        case ev.Draw():
            assert e.tile is not None
            return f"{e.seat} draws {tile_text(e.tile)}{' in its place' * (e.source == 'replacement')}"
        case ev.Discard():
            assert e.tile is not None
            marks = (" as drawn" * e.drawn, ", riichi" * e.riichi, ", ready" * e.ready, ", face down" * e.face_down)
            return f"{e.seat} throws {tile_text(e.tile)}{''.join(marks)}"
        case ev.Chow() | ev.Pung():
            return f"{e.seat} {e.type}s {tile_text(e.tile)} of {e.of} with {format_tiles(e.tiles)}"
        case ev.Kong():
            of = "" if e.of is None else f" of {e.of}"
            (made,) = set(after.seats[e.seat].hand.melds) - set(before.seats[e.seat].hand.melds)
            grown = f"its kong is {made.text} now" if len(made.tiles) > FOUR else KONG[e.form]
            return f"{e.seat} kongs {tile_text(e.tile)}{of}, {grown}"
        case ev.Declare():
            return f"{e.seat} declares its hand ready as dealt"
        case ev.Flower():
            return f"{e.seat} shows {tile_text(e.tile)} ({_many(len(after.seats[e.seat].flowers), 'flower')} now)"
        case ev.Nuki():
            aside = len(after.seats[e.seat].aside)
            return f"{e.seat} sets {tile_text(e.tile)} aside ({aside} now)"
        case ev.Indicator():
            return f"a further indicator: {tile_text(e.tile)}"
        case ev.Name():
            kinds = " and ".join(tile_text(Tile(k)) for k in e.kinds)
            return f"{e.seat} names {kinds}: {'a hit' if e.hit else 'a miss'}"
        case ev.Build():
            assert e.hand is not None
            rest = format_tiles(sorted(after.seats[e.seat].stock))
            return f"{e.seat} builds {format_tiles(sorted(e.hand))} and may throw {rest}"
        case ev.Swap():
            return f"{e.seat} gives {format_tiles(e.tiles)} for {format_tiles(e.got)}"
        case ev.Pass():
            return f"{e.seat} passes ({e.declined})"
        case ev.Win():
            return _win(e, before)
        case ev.FalseWin():
            return f"{e.seat} wins wrongly: {e.wrong}"
        case ev.DrawGame():
            ready = [str(seat) for seat, is_ready in enumerate(e.ready) if is_ready]
            what = "the deal is over" if before.wins else "nobody wins"
            return f"{what} ({e.reason}); ready: {' and '.join(ready) or 'nobody'}"
        case ev.Settle():
            return _settle(e, after)
        case ev.End():
            return f"the match is over ({e.reason}): {_row(e.points)}, seat {e.ranking[0]} first"
    raise TypeError(e)


def _win(e: ev.Win, before: State) -> str:
    hand = before.seats[e.seat].hand
    melds = "".join(f" {m.text}" for m in hand.melds)
    of = "" if e.of is None else f" of {e.of}"
    lines = [
        f"{line['name']} {line['value']}" + f" × {line['count']}" * (line["count"] > 1) for line in e.score["lines"]
    ]
    held = format_tiles(hand.concealed)
    return (
        f"{e.seat} wins on {tile_text(e.tile)}{of} ({e.by}) with {held}{melds}: {', '.join(lines) or 'nothing'} — "
        f"{_worth(e.score)}, {_many(e.score['points'], 'point')}"
    )


def _many(number: Points, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _worth(score: Mapping[str, Any]) -> str:
    """The total in the game's own unit."""
    if score["unit"] == Unit.MULTIPLIER:
        return f"×{score['total']}"
    if score["unit"] == Unit.FAN:
        raw = score.get("raw", score["total"])
        return f"{score['total']} fan" + f", {raw} without the cap" * (raw != score["total"])
    if score["unit"] == Unit.SCORE:
        return f"{_many(score['flower_count'], 'flower')} and {score['fan']} fan, {score['total']} a payer"
    fu = "" if score["fu"] is None else f" {score['fu']} fu"
    limit = "" if score["limit"] is None else f", {score['limit']}"
    return f"{score['total']} han{fu}{limit}"


def _settle(e: ev.Settle, after: State) -> str:
    parts = [f"{e.reason} pays {' '.join(f'{p:+}' if p else '0' for p in e.payments)}"]
    if e.table:
        parts.append(f"{'sticks laid' if e.table > 0 else 'sticks taken'} {abs(e.table)}, on the table {after.sticks}")
    if e.bank:
        parts.append(f"the bank {'pays' if e.bank < 0 else 'takes'} {abs(e.bank)}")
    if e.nagashi:
        parts.append(f"for the river of {' and '.join(map(str, e.nagashi))}")
    return ", ".join([*parts, f"points {_row(e.points)}"])


def _row(points: tuple[Points, ...]) -> str:
    return " : ".join(map(str, points))
