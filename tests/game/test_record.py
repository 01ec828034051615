"""Records: what is written comes back, and whatever is changed in one is found out."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from tests.game.build import rules
from trainer.game import driver, record
from trainer.game import event as ev
from trainer.game.action import Action
from trainer.game.event import BadRecord
from trainer.game.record import Header, Record
from trainer.game.view import View, visible
from trainer.rules.variant import Ruleset
from trainer.tiles import Tile, tile_text


def any_action(view: View, rng: random.Random) -> Action:
    return rng.choice(view.legal)


def played(game: Ruleset, seed: int, deals: int = 2) -> tuple[ev.Event, ...]:
    return driver.play(game, [any_action] * game.seats, driver.seeded_walls(game, seed), deals=deals)


HEADER = '{"type":"game","version":1,"variant":"bamboo","edition":1,"options":{"suit":"s"},"seats":["human","value"]}'


def test_the_header_line() -> None:
    header = Header("bamboo", 1, (("suit", "s"),), ("human", "value"))
    assert record.dumps_header(header) == HEADER
    assert record.loads_header(HEADER) == header


def test_the_header_holds_every_option() -> None:
    game = rules(mode="units")
    header = Header.of(game, ["human", "speed"])
    assert dict(header.options) == dict(game.options)
    assert (header.variant, header.edition, header.seats) == ("bamboo", 1, ("human", "speed"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"type":"game"', '"type":"deal"'), ('"version":1', '"version":2'), ('"bamboo"', "7"),
        ('"edition":1', '"edition":"1"'),
        ('{"suit":"s"}', "[]"), ('{"suit":"s"}', '{"suit":null}'), ('["human","value"]', '"human"'),
        ('["human","value"]', '["human",2]'), (',"seats":["human","value"]', ""), (HEADER, "[]"), (HEADER, "{"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_header_is_refused(old: str, new: str) -> None:
    with pytest.raises(BadRecord, match="first line"):
        record.loads_header(HEADER.replace(old, new))


def test_a_record_is_lines_that_end_in_a_newline() -> None:
    written = record.dumps(Record(Header.of(rules(), ["a", "b"]), played(rules(), 1)))
    assert written.endswith("}\n")
    assert all(json.loads(line) for line in written.splitlines())


def test_blank_lines_and_windows_line_ends_do_no_harm() -> None:
    whole = Record(Header.of(rules(), ["a", "b"]), played(rules(), 1))
    text = record.dumps(whole)
    assert record.loads("\n" + text.replace("\n", "\r\n\r\n")) == whole


def test_a_separator_inside_a_text_is_no_line_end() -> None:
    game = rules()
    wall = driver.wall_of(game, 1, 1)[0]
    events = driver.play(game, [any_action] * 2, iter([(wall, "a\u2028b\x85c")]), deals=1)
    whole = Record(Header.of(game, ["a", "b"]), events)
    assert record.loads(record.dumps(whole)) == whole


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="empty"):
        record.loads(text)


def test_a_record_that_stops_between_decisions_holds() -> None:
    """A game that is still being played: every prefix that ends with a whole decision is right, no other is."""
    game = rules(assist=False)
    events = played(game, 5, deals=1)
    whole = {0, len(events)} | {at for at, _, _ in record.steps(game, events)}
    for upto in range(len(events) + 1):
        assert (record.verify(game, events[:upto]) == []) is (upto in whole), upto


def test_replay_stops_where_it_is_told() -> None:
    events = played(rules(), 3)
    assert record.replay(rules(), events, 0) == record.replay(rules(), ())
    assert record.replay(rules(), events, 2).left == 9
    assert record.replay(rules(), events) == record.replay(rules(), events, len(events))


def test_steps_tell_every_answer_and_the_state_before_it() -> None:
    game = rules(assist=False)
    events = played(game, 5)
    for at, state, answers in record.steps(game, events):
        assert state == record.replay(game, events, at)
        for seat, action in answers.items():
            first = next(e for e in events[at:] if getattr(e, "seat", None) == seat)
            names = {"win": "win", "false_win": "win"}
            assert action.text.split(":")[0] == names.get(first.type, first.type)


def test_a_record_of_other_options_does_not_hold() -> None:
    events = played(rules(), 3)
    assert record.verify(rules(suit="m"), events)
    assert record.verify(rules(start=50_000), events)


def test_nothing_may_follow_the_end() -> None:
    game = rules(hands=1)
    events = played(game, 3)
    assert isinstance(events[-1], ev.End)
    assert record.verify(game, events) == []
    assert record.verify(game, (*events, events[-1]))
    assert record.verify(game, (*events, *events))


# ------------------------------------------------------------------ changed records


def spoilt(value: object, rng: random.Random) -> object:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((-1000, -1, 1, 2, 1000))
    if isinstance(value, str):
        tiles = [tile_text(Tile(t)) for t in range(18, 27)]
        return rng.choice([t for t in [*tiles, "riichi", "5z", "1f", ""] if t != value])
    if isinstance(value, list):
        kept = list(value)
        if not kept or rng.random() < 0.3:
            return [*kept, rng.choice(kept) if kept else 0]
        at = rng.randrange(len(kept))
        if rng.random() < 0.3:
            return kept[:at] + kept[at + 1 :]
        kept[at] = spoilt(kept[at], rng)
        return kept
    if isinstance(value, dict):
        return {**value, (key := rng.choice(list(value))): spoilt(value[key], rng)}
    return 0


CHOICES = {"discard": {"tile", "drawn", "riichi"}, "false_win": {"waits"}, "win": {"waits"}}
"""What a player chose: another choice may give another game that holds as well."""


def changed(lines: list[dict[str, Any]], rng: random.Random) -> tuple[list[dict[str, Any]], bool]:
    """The same lines with one field changed, or one line lost, doubled, or moved; and whether it was a choice."""
    out = copy.deepcopy(lines)
    at = rng.randrange(len(out))
    match rng.randrange(6):
        case 0:
            del out[at]
        case 1:
            out.insert(at, out[at])
        case 2:
            out.append(out.pop(at))
        case _:
            name = rng.choice([n for n in out[at] if n != "type"])
            out[at][name] = spoilt(out[at][name], rng)
            return out, name in CHOICES.get(out[at]["type"], ())
    return out, False


@pytest.mark.parametrize("options", [{}, {"assist": False, "declareWaits": True}], ids=["assisted", "free"])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_changed_is_found_out_and_nothing_breaks(options: dict[str, object], seed: int) -> None:
    game = rules(hands=2, **options)
    events = played(game, seed)
    assert record.verify(game, events) == []
    lines = [ev.to_json(e) for e in events]
    rng = random.Random(seed)
    for _ in range(150):
        other, choice = changed(lines, rng)
        try:
            read = tuple(ev.from_json(line) for line in other)
        except BadRecord:
            continue
        faults = record.verify(game, read)
        assert faults or choice or read == events[: len(read)], other


def test_a_fault_says_where_and_what() -> None:
    game = rules()
    events = list(played(game, 3))
    at = next(i for i, e in enumerate(events) if isinstance(e, ev.Draw) and i > 2)
    drawn = events[at]
    assert isinstance(drawn, ev.Draw)
    events[at] = ev.Draw(drawn.seat, Tile(18 if drawn.tile != 18 else 19))
    (fault,) = record.verify(game, events)
    assert fault.startswith(f"event {at + 1}: the rules give ")


def test_a_wall_that_was_not_committed_is_called_that() -> None:
    game = rules()
    events = played(game, 3)
    dealt = events[0]
    assert isinstance(dealt, ev.Deal)
    for other in (replace(dealt, salt="00"), replace(dealt, commitment="00")):
        assert record.verify(game, (other, *events[1:])) == [
            "event 1: the wall and salt do not give the commitment"
        ]


def test_a_hidden_deal_proves_nothing() -> None:
    game = rules()
    events = played(game, 3)
    hidden = visible(events[0], 0)
    assert hidden is not None
    assert record.verify(game, (hidden, *events[1:])) == ["event 1: the wall and salt are hidden"]
