"""The record of a game: header and events as JSON lines. It is enough to resume, review and prove a game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from trainer.game import clock
from trainer.game import event as ev
from trainer.game.action import (
    Abort,
    Action,
    Build,
    Chow,
    DeclareReady,
    Discard,
    Kong,
    Name,
    Pass,
    Pung,
    SetAside,
    Swap,
    TakeWin,
)
from trainer.game.closing import out_of_time
from trainer.game.engine import begin, commitment, deal, decide, needs_deal, to_act
from trainer.game.event import BadRecord, Event
from trainer.game.evolve import evolve, fold
from trainer.game.state import Stage, State
from trainer.rules.variant import Ruleset, Value
from trainer.text import N_, Refusal
from trainer.tiles import TileSet, kind

VERSION = 1


@dataclass(frozen=True, slots=True)
class Header:
    """What is played and by whom: `seats` are bots' names or `human`."""

    variant: str
    edition: int
    options: tuple[tuple[str, Value], ...]
    seats: tuple[str, ...]

    @classmethod
    def of(cls, rules: Ruleset, seats: Sequence[str]) -> Header:
        return cls(rules.key, rules.edition, rules.options, tuple(seats))


@dataclass(frozen=True, slots=True)
class Record:
    header: Header
    events: tuple[Event, ...] = ()


def dumps_header(header: Header) -> str:
    data = {
        "type": "game",
        "version": VERSION,
        "variant": header.variant,
        "edition": header.edition,
        "options": dict(header.options),
        "seats": list(header.seats),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def loads_header(line: str) -> Header:
    """The first line of a record; raises BadRecord."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(N_("The record's first line is not JSON.")) from None
    fine = (
        isinstance(data, dict)
        and data.get("type") == "game"
        and type(data.get("version")) is int  # True and 1.0 are equal to 1, too
        and data["version"] == VERSION
        and isinstance(data.get("variant"), str)
        and type(data.get("edition")) is int
        and isinstance(data.get("options"), dict)
        and all(isinstance(v, (bool, int, str)) for v in data["options"].values())
        and isinstance(data.get("seats"), list)
        and all(isinstance(s, str) for s in data["seats"])
    )
    if not fine:
        raise BadRecord(N_("The record's first line is not a game's header."))
    return Header(data["variant"], data["edition"], tuple(data["options"].items()), tuple(data["seats"]))


def dumps(record: Record) -> str:
    """JSON lines, the header first, ending in a newline."""
    return "\n".join([dumps_header(record.header), *map(ev.dumps, record.events)]) + "\n"


def loads(text: str) -> Record:
    """The inverse of `dumps`; raises BadRecord."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise BadRecord(N_("The record is empty."))
    return Record(loads_header(lines[0]), tuple(ev.loads(line) for line in lines[1:]))


def replay(rules: Ruleset, events: Sequence[Event], upto: int | None = None) -> State:
    """The state after the first `upto` events (all by default). The record is trusted; see `verify`."""
    return fold(begin(rules), events[:upto])


# ------------------------------------------------------------------ proof


def answers_of(state: State, rest: Sequence[Event]) -> Mapping[int, Action]:
    """The answers that the record's next events tell of, for every seat that was asked."""
    asked = to_act(state)
    out: dict[int, Action] = {}
    for e in rest:
        if isinstance(e, (ev.Settle, ev.End, ev.Indicator)):
            continue
        if isinstance(e, ev.DrawGame) and e.reason == "nine_kinds" and state.stage is Stage.TURN:
            out[state.turn] = Abort()
            break
        seat = getattr(e, "seat", None)
        if seat not in asked or seat in out:
            break
        if isinstance(e, ev.Pass):
            out[seat] = Pass()
        elif isinstance(e, ev.Declare):
            out[seat] = DeclareReady()
        elif isinstance(e, (ev.Win, ev.FalseWin)):
            out[seat] = TakeWin(e.waits)
        elif isinstance(e, ev.Discard):
            assert e.tile is not None
            out[seat] = Discard(e.tile, e.drawn, e.riichi, e.ready)
            break
        elif isinstance(e, ev.Name):
            out[seat] = Name(e.kinds)
            break
        elif isinstance(e, ev.Build):
            assert e.hand is not None
            out[seat] = Build(e.hand)
        elif isinstance(e, ev.Swap):
            out[seat] = Swap(e.tiles)
        elif isinstance(e, ev.Kong):
            out[seat] = Kong(kind(e.tile), e.new)
            break
        elif isinstance(e, (ev.Chow, ev.Pung)):
            out[seat] = (Chow if isinstance(e, ev.Chow) else Pung)(e.tiles)
            break
        elif isinstance(e, ev.Nuki):
            out[seat] = SetAside(e.tile)
            break
        else:
            break
    return out


def steps(rules: Ruleset, events: Sequence[Event]) -> Iterator[tuple[int, State, Mapping[int, Action]]]:
    """Every decision of a record: the index of its first event, the state before it, the answers given."""
    state = begin(rules)
    at = 0
    while at < len(events):
        event = events[at]
        if needs_deal(state) and isinstance(event, ev.Deal) and event.wall is not None and event.salt is not None:
            made = len(deal(state, event.wall, event.salt))
        elif needs_deal(state):
            made = len(out_of_time(state))
        else:
            answers = answers_of(state, events[at:])
            yield at, state, answers
            made = max(1, len(decide(state, answers)))
        state = fold(state, events[at : at + made])
        at += made


def verify(rules: Ruleset, events: Sequence[Event]) -> list[str]:
    """Faults of a record, empty when it holds: shuffles are what was committed, every step follows from the rules,
    deciding again from the recorded actions gives the recorded events, tiles are conserved, payments sum to zero."""
    state = begin(rules)
    at = 0
    try:
        while at < len(events):
            event = events[at]
            if isinstance(event, ev.Deal):
                if event.wall is None or event.salt is None:
                    return [f"event {at + 1}: the wall and salt are hidden"]
                if commitment(event.wall, event.salt) != event.commitment:
                    return [f"event {at + 1}: the wall and salt do not give the commitment"]
                made = deal(state, event.wall, event.salt)
            elif needs_deal(state):
                made = out_of_time(state)
            else:
                answers = answers_of(state, events[at:])
                made = decide(state, answers)
                late = clock.timed(events[at : at + len(made)])
                if late is not None and late in answers:
                    if not clock.may_be_timed(state, late, answers[late]):
                        return [f"event {at + 1}: no clock makes this answer"]
                    made = clock.marked(made, late)
            for offset, expected in enumerate(made):
                where = at + offset
                if where >= len(events):
                    return [f"event {where + 1}: the record breaks off before a {expected.type}"]
                if ev.to_json(events[where]) != ev.to_json(expected):
                    return [f"event {where + 1}: the rules give {ev.dumps(expected)}, not {ev.dumps(events[where])}"]
                state = evolve(state, events[where])
                faults = check(state, rules.tiles)
                if faults:
                    return [f"event {where + 1}: {fault}" for fault in faults]
            at += len(made)
    except Refusal as refusal:
        return [f"event {at + 1}: {refusal}"]
    except (AssertionError, IndexError, ValueError, KeyError, StopIteration) as error:
        return [f"event {at + 1}: the event does not fit the game ({type(error).__name__})"]
    return []


def check(state: State, tiles: TileSet) -> list[str]:
    """Invariants of any state: no tile is lost or doubled, points only move between seats."""
    faults = []
    if state.wall:
        here = [state.wall[place] for place in state.undrawn]
        for s in state.seats:
            here += s.hand.tiles
            here += [t for m in s.hand.melds for t in m.tiles]
            here += [t.tile for t in s.river if not t.called]
            here += s.aside
            here += s.flowers
            here += s.stock
            here += s.won
        if sorted(here) != sorted(tiles.tiles()):
            faults.append("tiles are not conserved")
    stick = state.rules.riichi.cost if state.rules.riichi is not None else 0
    if sum(state.points) + stick * state.sticks + state.bank != state.rules.match.start * state.rules.seats:
        faults.append("points are not conserved")
    for settle in state.settled:
        if sum(settle.payments) + settle.table + settle.bank != 0:
            faults.append("payments do not sum to zero")
    return faults
