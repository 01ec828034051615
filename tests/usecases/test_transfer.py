"""Export and import: everything comes over, nothing hidden goes out, a file that was changed changes nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import START
from trainer import variants
from trainer.analysis import Goal
from trainer.drill.pack import puzzle_text
from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.progress.attempt import Mode
from trainer.store import attempts, games, puzzles, settings
from trainer.text import Refusal
from trainer.tiles import tile_text
from trainer.usecases import play, practice, transfer
from trainer.usecases.practice import Asked

NOW = START.isoformat()
DAY = NOW[:10]
DISCARDS = [p for p in practice.library().values() if isinstance(p, DiscardPuzzle)]
WAITS = [p for p in practice.library().values() if isinstance(p, WaitPuzzle)]


def match(deals: int, *, seed: int = 5, bust: bool = True, hands: int = 0) -> list[ev.Event]:
    """The events of a match between bots under a seed; what seats are called stands in the header alone."""
    rules = variants.get("bamboo").ruleset({"bust": bust, "hands": hands})
    speed = play.bots.get("speed")
    return list(driver.play(rules, [speed, speed], driver.seeded_walls(rules, seed), deals=deals))


def keep(db: Any, user: str, id_: str, events: list[ev.Event], **options: Any) -> None:
    rules = variants.get("bamboo").ruleset(options)
    header = record.dumps_header(record.Header.of(rules, ["human", "speed"]))
    games.create(db, id_, user, "bamboo", header, [ev.dumps(e) for e in events], NOW)


def running() -> list[ev.Event]:
    """A match whose third deal has just begun."""
    over = match(2, seed=6, bust=False)
    rules = variants.get("bamboo").ruleset({"bust": False})
    return [*over, *engine.deal(record.replay(rules, over), *driver.wall_of(rules, 6, 9))]


def answer_daily(db: Any, user: str, token: str = "daily-1") -> practice.DiscardAnswer:
    puzzle = practice.daily("bamboo", START.date())
    text = f"discard:{tile_text(puzzle.options[0].discard)}"
    how = Asked(token, Mode.DAILY, 900, day=DAY)
    return practice.answer_discard(db, user, puzzle, text, how, Goal.WIN, NOW)


def fill(db: Any, user: str) -> None:
    """One of everything."""
    answer_daily(db, user)
    how = Asked("sprint-1", Mode.SPRINT, 900, series="run")
    practice.answer_waits(db, user, WAITS[0], frozenset(WAITS[0].waits), how, NOW, legal=True)
    keep(db, user, "over", match(2, hands=2), hands=2)
    keep(db, user, "running", running(), bust=False)
    mine = DISCARDS[5]
    puzzles.add(db, mine.id, "bamboo", "discard", "over", puzzle_text(mine), NOW, user)
    settings.save(db, user, {"board": "plum"})


@pytest.fixture
def file(db: Any) -> dict[str, Any]:
    """What Ann exports."""
    fill(db, "ann")
    found: dict[str, Any] = json.loads(json.dumps(transfer.export(db, "ann", NOW)))
    return found


def give(db: Any, data: object, user: str = "bob") -> Any:
    return transfer.import_(db, user, json.dumps(data), NOW)


def stored(db: Any) -> list[Any]:
    return [db.execute(f"SELECT * FROM {t}").fetchall() for t in ("attempts", "games", "events", "puzzles", "settings")]


# ------------------------------------------------------------------ export


def test_a_deal_that_is_being_played_is_not_exported(db: Any) -> None:
    events = running()
    at = max(i for i, e in enumerate(events) if isinstance(e, ev.Deal))
    keep(db, "ann", "running", events, bust=False)
    keep(db, "ann", "begun", events[:2])
    secret = events[at]
    assert isinstance(secret, ev.Deal)
    text = json.dumps(transfer.export(db, "ann", NOW))
    assert secret.salt is not None
    assert secret.salt not in text
    assert secret.commitment not in text
    (game,) = json.loads(text)["games"]
    assert game["id"] == "running"
    assert game["record"][1:] == [ev.dumps(e) for e in events[:at]]


def test_between_two_deals_all_that_was_played_is_exported(db: Any) -> None:
    over = match(2, bust=False)
    keep(db, "ann", "between", over, bust=False)
    (game,) = transfer.export(db, "ann", NOW)["games"]  # type: ignore[attr-defined]
    assert game["record"][1:] == [ev.dumps(e) for e in over]
    assert game["status"] == "open"


# ------------------------------------------------------------------ everything comes over


def test_another_identity_on_the_same_site_gets_everything(db: Any, file: dict[str, Any]) -> None:
    added = give(db, file)
    assert (added.attempts, added.games, added.puzzles, added.settings) == (2, 2, 1, 1)
    assert attempts.history(db, "bob") == attempts.history(db, "ann")
    assert puzzles.all_own(db, "bob") == puzzles.all_own(db, "ann")
    assert settings.load(db, "bob") == {"board": "plum"}
    mine, hers = games.listing(db, "bob"), games.listing(db, "ann")
    assert {g.id for g in mine}.isdisjoint(g.id for g in hers)
    assert sorted(g.header for g in mine) == sorted(g.header for g in hers)
    for g in mine:
        assert play.faults(play.load(db, "bob", g.id)) == []


def test_a_game_that_came_over_is_played_on(db: Any, file: dict[str, Any]) -> None:
    give(db, file)
    (found,) = games.listing(db, "bob", games.Status.OPEN)
    game = play.load(db, "bob", found.id)
    table = play.act(db, "bob", found.id, "deal", play.table(game).view.seen, NOW)
    assert table.refused is None
    assert table.game.state.deal == 3


def test_importing_twice_or_at_home_adds_nothing(db: Any, file: dict[str, Any]) -> None:
    give(db, file)
    before = stored(db)
    for user in ("bob", "ann"):
        added = give(db, file, user)
        assert (added.attempts, added.games, added.puzzles, added.settings) == (0, 0, 0, 0)
    again = json.loads(json.dumps(transfer.export(db, "bob", NOW)))
    assert give(db, again, "ann").games == 0
    assert stored(db) == before


def test_what_is_there_stays(db: Any, file: dict[str, Any]) -> None:
    settings.save(db, "bob", {"board": "navy"})
    mine = answer_daily(db, "bob", "my-own-1").attempt
    added = give(db, file)
    assert (added.attempts, added.settings) == (1, 0)
    assert settings.load(db, "bob") == {"board": "navy"}
    assert attempts.by_day(db, "bob", "bamboo") == {DAY: mine}


def test_a_first_try_is_none_where_the_puzzle_was_tried(db: Any, file: dict[str, Any]) -> None:
    how = Asked("before", Mode.PRACTICE, 900)
    practice.answer_waits(db, "bob", WAITS[0], frozenset(), how, NOW, legal=False)
    give(db, file)
    assert {a.token: a.first for a in attempts.history(db, "bob")}["sprint-1"] is False


def test_a_file_of_the_first_release_holds_a_deal_that_is_being_played(db: Any, file: dict[str, Any]) -> None:
    """It comes back without that deal."""
    events = running()
    del file["puzzles"]
    (game,) = [g for g in file["games"] if g["id"] == "running"]
    game["record"] = [game["record"][0], *map(ev.dumps, events)]
    give(db, file)
    (found,) = games.listing(db, "bob", games.Status.OPEN)
    assert found.lines == max(i for i, e in enumerate(events) if isinstance(e, ev.Deal))


def test_a_daily_answer_to_a_puzzle_that_is_gone_becomes_practice(db: Any, file: dict[str, Any]) -> None:
    file["attempts"][0]["puzzle"] = "0" * 12
    give(db, file)
    assert attempts.by_day(db, "bob", "bamboo") == {}
    assert [a.mode for a in attempts.history(db, "bob")] == [Mode.PRACTICE, Mode.SPRINT]


# ------------------------------------------------------------------ what is refused


def changed(part: str, index: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data[part][index].update(fields)

    return change


def line(index: int, text: str) -> Callable[[dict[str, Any]], None]:
    """Another line in the record of the finished game."""

    def change(data: dict[str, Any]) -> None:
        _over(data)["record"][index] = text

    return change


def head(**fields: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        found = _over(data)["record"]
        found[0] = json.dumps({**json.loads(found[0]), **fields})

    return change


def cut(*, keep: slice) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        _over(data)["record"] = _over(data)["record"][keep]

    return change


def _over(data: dict[str, Any]) -> Any:
    return next(g for g in data["games"] if g["id"] == "over")


def joined(data: dict[str, Any]) -> None:
    found = _over(data)["record"]
    found[:2] = ["\n".join(found[:2])]


def repeated(data: dict[str, Any]) -> None:
    data["attempts"].append({**data["attempts"][1], "token": "again-1"})


def long_sprint(data: dict[str, Any]) -> None:
    for n in range(1, 11):
        data["attempts"].append({**data["attempts"][1], "token": f"more-{n}", "puzzle": WAITS[n].id})


def other_hand(data: dict[str, Any]) -> None:
    data["puzzles"][0]["puzzle"]["hand"] = "11123456789999s"


HAND = {tile_text(t) for t in practice.daily("bamboo", START.date()).position.hand.tiles}
ABSENT = next(f"{n}s" for n in range(1, 10) if f"{n}s" not in HAND)

TAMPERED: dict[str, Callable[[dict[str, Any]], None]] = {
    "half a character in a token": changed("attempts", 0, token="\ud800"),
    "half a character in a theme": changed("attempts", 0, themes=["\ud800"]),
    "a field of half a character": changed("attempts", 0, **{"\ud800": 1}),
    "a loss without end": changed("attempts", 0, loss=10**400),
    "an unknown game of an answer": changed("attempts", 0, variant="mahjong"),
    "a puzzle id that is an address": changed("attempts", 0, puzzle="a/b"),
    "an answer that is none": changed("attempts", 0, answer="zzz"),
    "a tile that is not in the day's hand": changed("attempts", 0, answer=f"discard:{ABSENT}"),
    "waits as a daily": changed("attempts", 0, kind="waits", mark="right", answer="none"),
    "waits to a discard puzzle": changed("attempts", 1, puzzle=DISCARDS[0].id),
    "waits that the game has not": changed("attempts", 1, answer="1m"),
    "a daily without a day": changed("attempts", 0, day=None),
    "a daily of tomorrow": changed("attempts", 0, day="2026-03-15"),
    "a daily before the first": changed("attempts", 0, day="2023-12-31"),
    "an answer of next year": changed("attempts", 0, at="2027-03-14T12:00:00+00:00"),
    "a puzzle twice in a sprint": repeated,
    "eleven answers in a sprint": long_sprint,
    "an attempt that is no object": lambda data: data["attempts"].append(5),
    "no header": cut(keep=slice(1, None)),
    "a header alone": cut(keep=slice(0, 1)),
    "a record that starts late": lambda data: _over(data)["record"].pop(1),
    "a record that breaks off": cut(keep=slice(0, -1)),
    "two lines in one": joined,
    "an empty line": line(0, " "),
    "a line that is no text": line(3, 5),  # type: ignore[arg-type]
    "a half character in a draw": line(2, '{"type":"draw","seat":0,"tile":"1s","from":"\\ud800"}'),
    "a settlement alone": line(1, '{"type":"settle","reason":"win","payments":[],"points":[]}'),
    "nobody at the table": head(seats=[]),
    "no person": head(seats=["speed", "speed"]),
    "two persons": head(seats=["human", "human"]),
    "an unknown bot": head(seats=["human", "god"]),
    "three seats": head(seats=["human", "speed", "speed"]),
    "another edition": head(edition=2),
    "an option that does not exist": head(options={"nothing": 1}),
    "another option": head(options={"hands": 3}),
    "a header of another game": head(variant="mahjong"),
    "an id that is an address": lambda data: _over(data).update(id="a/b"),
    "an id with a line end": lambda data: _over(data).update(id="a\r\nb"),
    "a game that names no game": lambda data: _over(data).update(variant="麻将"),
    "a game made at no time": lambda data: _over(data).update(created="soon"),
    "a game that is no object": lambda data: data["games"].append(None),
    "games that are no list": lambda data: data.update(games={}),
    "settings that are no object": lambda data: data.update(settings=[]),
    "a puzzle of another hand": other_hand,
    "a puzzle that is none": changed("puzzles", 0, puzzle={"kind": "discard"}),
    "a puzzle from nowhere": changed("puzzles", 0, origin=""),
    "too many games": lambda data: data.update(games=[None] * 2001),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_file_that_was_tampered_with_changes_nothing(db: Any, file: dict[str, Any], what: str) -> None:
    data = copy.deepcopy(file)
    TAMPERED[what](data)
    assert data != file
    before = stored(db)
    with pytest.raises(Refusal) as refused:
        give(db, data)
    assert stored(db) == before
    sentence = str(refused.value)
    assert sentence.encode().endswith(b".")
    assert "\n" not in sentence


@pytest.mark.parametrize("option", ["win", "value", "by_draw", "short", "huge"])
def test_a_puzzle_with_impossible_numbers_is_refused(db: Any, file: dict[str, Any], option: str) -> None:
    first = file["puzzles"][0]["puzzle"]["discards"][0]
    first.update(
        {"win": {"win": 1.5}, "value": {"value": -1}, "by_draw": {"by_draw": [2.0] * len(first["by_draw"])},
         "short": {"by_draw": []}, "huge": {"value": 10**400}}[option]
    )  # fmt: skip
    with pytest.raises(Refusal, match="Puzzle 1"):
        give(db, file)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format":2}', "[" * 100_000, "1" * 5000])
def test_what_is_no_export_is_refused(db: Any, text: str) -> None:
    with pytest.raises(Refusal):
        transfer.import_(db, "ann", text, NOW)


def test_nobody_gets_more_games_than_may_be_kept(
    db: Any, file: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "MOST_GAMES", 1)
    with pytest.raises(Refusal, match="more than 1 games"):
        give(db, file)
    file["games"].pop()
    assert give(db, file).games == 1
    assert give(db, file).games == 0
