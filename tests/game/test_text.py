"""Actions and events as text: what goes out comes back, and nothing else is taken."""

from __future__ import annotations

import json

import pytest

from trainer.game import event as ev
from trainer.game.action import Action, BadAction, DeclareReady, Discard, Kong, Pass, TakeWin, order, parse
from trainer.tiles import Kind, Tile, parse_tile, parse_tiles

S3, R5S = Tile(20), Tile(36)

ACTIONS: list[tuple[str, Action]] = [
    ("discard:3s", Discard(S3)),
    ("discard:3s:drawn", Discard(S3, drawn=True)),
    ("discard:3s:riichi", Discard(S3, riichi=True)),
    ("discard:3s:drawn:riichi", Discard(S3, drawn=True, riichi=True)),
    ("discard:0s", Discard(R5S)),
    ("discard:7z", Discard(Tile(33))),
    ("kong:3s", Kong(Kind(20))),
    ("ready", DeclareReady()),
    ("discard:3s:ready", Discard(S3, ready=True)),
    ("win", TakeWin()),
    ("win:14s", TakeWin((Kind(18), Kind(21)))),
    ("win:", TakeWin(())),
    ("pass", Pass()),
]


@pytest.mark.parametrize(("text", "action"), ACTIONS, ids=[t for t, _ in ACTIONS])
def test_an_action_and_its_text(text: str, action: Action) -> None:
    assert action.text == text
    assert parse(text) == action


@pytest.mark.parametrize(
    ("loose", "action"),
    [
        ("discard:3s:riichi:drawn", Discard(S3, drawn=True, riichi=True)),
        (" win:4s1s ", TakeWin((Kind(18), Kind(21)))),
        ("win:1s4s", TakeWin((Kind(18), Kind(21)))),
        ("discard:s3", Discard(S3)),
    ],
)
def test_an_action_written_loosely(loose: str, action: Action) -> None:
    assert parse(loose) == action


@pytest.mark.parametrize(
    "text",
    [
        "", "discard", "discard:", "discard:3x", "discard:3s4s", "discard:3s:drawn:drawn", "discard:3s:soon", "kong",
        "kong:", "kong:1f", "kong:1s2s", "win:1f", "win:q", "pass:3s", "passs", "chow:3s", "deal", "discard:3s:",
        "ready:3s", "ready:",
    ],
)  # fmt: skip
def test_what_is_no_action_is_quoted(text: str) -> None:
    with pytest.raises(BadAction) as refused:
        parse(text)
    assert f"“{text}”" in str(refused.value)


def test_the_order_of_actions() -> None:
    wanted: list[Action] = [
        TakeWin(), Kong(Kind(18)), Kong(Kind(20)), Discard(Tile(18)), Discard(S3), Discard(S3, riichi=True),
        Discard(S3, drawn=True), Discard(S3, drawn=True, riichi=True), Discard(R5S), Discard(Tile(22)), Pass(),
    ]  # fmt: skip
    shuffled = [*wanted[::2], *wanted[1::2]]
    assert sorted(shuffled, key=order) == wanted


# ------------------------------------------------------------------ events

ANSWER = {"ok": True, "complete": True, "legal": True, "lines": [], "total": 6, "points": 12000}
EVENTS: list[tuple[ev.Event, dict[str, object]]] = [
    (
        ev.Deal(1, 0, "ab12", (100_000, 99.5), parse_tiles("1s2s0s"), (parse_tiles("1s"), parse_tiles("2s")), "00ff"),
        {"deal": 1, "dealer": 0, "wall": ["1s", "2s", "0s"], "hands": [["1s"], ["2s"]], "salt": "00ff",
         "commitment": "ab12", "points": [100_000, 99.5]},
    ),
    (ev.Draw(1, S3), {"seat": 1, "tile": "3s", "from": "wall"}),
    (ev.Draw(0, S3, "replacement"), {"seat": 0, "tile": "3s", "from": "replacement"}),
    (ev.Discard(0, R5S, drawn=False), {"seat": 0, "tile": "0s", "drawn": False, "riichi": False}),
    (ev.Discard(0, S3, drawn=True, riichi=True), {"seat": 0, "tile": "3s", "drawn": True, "riichi": True}),
    (ev.Declare(1), {"seat": 1, "what": "ready_at_deal"}),
    (ev.Kong(1, "concealed", S3), {"seat": 1, "form": "concealed", "tile": "3s"}),
    (ev.Pass(1), {"seat": 1, "declined": "win"}),
    (ev.Win(1, S3, "discard", 0, ANSWER), {"seat": 1, "tile": "3s", "by": "discard", "of": 0, "score": ANSWER}),
    (
        ev.Win(0, S3, "self_draw", None, ANSWER, (Kind(20), Kind(23))),
        {"seat": 0, "tile": "3s", "by": "self_draw", "of": None, "score": ANSWER, "waits": ["3s", "6s"]},
    ),
    (ev.FalseWin(0, "riichi_kong"), {"seat": 0, "wrong": "riichi_kong"}),
    (ev.FalseWin(0, "waits", S3, ()), {"seat": 0, "wrong": "waits", "tile": "3s", "waits": []}),
    (ev.DrawGame("wall_empty", (True, False)), {"reason": "wall_empty", "ready": [True, False]}),
    (
        ev.Settle("win", (1.5, -1.5), (13.5, 10.5)),
        {"reason": "win", "payments": [1.5, -1.5], "points": [13.5, 10.5]},
    ),
    (
        ev.Settle("draw", (4_000, -4_000), (104_000, 96_000), (0, 1)),
        {"reason": "draw", "payments": [4_000, -4_000], "points": [104_000, 96_000], "nagashi": [0, 1]},
    ),
    (ev.End((1, 0), (-1, 9), "bust"), {"ranking": [1, 0], "points": [-1, 9], "reason": "bust"}),
]  # fmt: skip
NAMES = {
    ev.Deal: "deal", ev.Draw: "draw", ev.Discard: "discard", ev.Kong: "kong", ev.Pass: "pass", ev.Win: "win",
    ev.Declare: "declare", ev.FalseWin: "false_win", ev.DrawGame: "draw_game", ev.Settle: "settle", ev.End: "end",
}  # fmt: skip


@pytest.mark.parametrize(("event", "fields"), EVENTS, ids=[f"{i}-{e.type}" for i, (e, _) in enumerate(EVENTS)])
def test_an_event_and_its_line(event: ev.Event, fields: dict[str, object]) -> None:
    line = ev.dumps(event)
    assert "\n" not in line
    assert json.loads(line) == {"type": NAMES[type(event)], **fields}
    assert ev.loads(line) == event


@pytest.mark.parametrize(
    "line",
    [
        "", "not json", "[]", "3", "null", "{}", '{"type":"chop"}', '{"type":null}', '{"type":"draw"}',
        '{"type":"draw","seat":-1,"tile":"3s"}', '{"type":"draw","seat":true,"tile":"3s"}',
        '{"type":"draw","seat":0.0,"tile":"3s"}', '{"type":"draw","seat":0,"tile":null}',
        '{"type":"draw","seat":0,"tile":"3s4s"}', '{"type":"draw","seat":0,"tile":"10s"}',
        '{"type":"discard","seat":0,"tile":"3s","drawn":1}', '{"type":"draw_game","reason":"wall_empty","ready":[1,0]}',
        '{"type":"draw_game","reason":"wall_empty","ready":true}',
        '{"type":"settle","reason":"win","payments":[1,true],"points":[0,0]}',
        '{"type":"settle","reason":"win","payments":[1,NaN],"points":[0,0]}',
        '{"type":"settle","reason":"win","payments":[1,1e400],"points":[0,0]}',
        '{"type":"settle","reason":"win","payments":["1"],"points":[0,0]}',
        '{"type":"win","seat":0,"tile":"3s","by":"discard","of":1,"score":[]}',
        '{"type":"win","seat":0,"tile":"3s","by":"discard","of":"1","score":{}}',
        '{"type":"win","seat":0,"tile":"3s","by":"discard","of":1,"score":{},"waits":["1f"]}',
        '{"type":"false_win","seat":0,"wrong":"waits","waits":["8f"]}',
        '{"type":"name","seat":0,"tiles":["1s","1f"],"hit":false}',
        '{"type":"end","ranking":[0.5],"points":[1],"reason":"bust"}',
        '{"type":"deal","deal":1,"dealer":0,"wall":null,"hands":[],"salt":"","commitment":"","points":[]}',
        '{"type":"deal","deal":1,"dealer":0,"wall":["1s"],"hands":[null],"salt":"","commitment":"","points":[]}',
        '{"type":"deal","deal":1,"dealer":0,"wall":["1s"],"hands":[["1s",2]],"salt":"","commitment":"","points":[]}',
        "[" * 100_000,
    ],
    ids=range(32),
)  # fmt: skip
def test_a_line_that_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(ev.BadRecord):
        ev.loads(line)


def test_the_refusal_names_the_field() -> None:
    with pytest.raises(ev.BadRecord, match="field tile of a draw line"):
        ev.loads('{"type":"draw","seat":0,"tile":"3x"}')


def test_a_tile_may_be_written_loosely_in_a_record() -> None:
    assert ev.loads('{"type":"draw","seat":0,"tile":"s3"}') == ev.Draw(0, parse_tile("3s"))
