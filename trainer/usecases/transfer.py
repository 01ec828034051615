"""Export and import of everything a user has. What is imported is checked first and stored whole, or not at all.

A deal that is still being played stays here: its wall, salt and hands are nobody's to see yet.
"""

from __future__ import annotations

import json
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from trainer import variants
from trainer.analysis import Goal
from trainer.drill.explain import explain
from trainer.drill.locks import LockPuzzle
from trainer.drill.pack import Puzzle, puzzle_from, puzzle_text
from trainer.drill.puzzle import DiscardPuzzle, parse_discard
from trainer.game import event as ev
from trainer.game import record
from trainer.progress.attempt import Attempt, BadAttempt, Kind, Mode, from_json
from trainer.solver.pace import UNWATCHED, Pace
from trainer.store import Database, attempts, bundle, games, puzzles, settings
from trainer.store.bundle import Added, Bundle
from trainer.store.games import Status, StoredGame
from trainer.store.puzzles import OwnPuzzle
from trainer.text import N_, Refusal
from trainer.usecases.play import BOTS, HUMAN, MOST_GAMES
from trainer.usecases.practice import FIRST_DAY, SPRINT, library, named_in, rules_of
from trainer.usecases.site import CHOICES

FORMAT = 1
MOST = {"attempts": 200_000, "games": MOST_GAMES, "puzzles": 5_000}
"""The most entries of each list that one file may hold."""

SAFE_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""Ids that can stand in an address."""

LONGEST = 200
_DAMAGE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError)
"""What readers that trust their data may raise on data of strangers."""


def export(db: Database, user: str, now: str) -> dict[str, object]:
    """Everything stored for the user, as plain JSON data that `import_` takes back; of games, the deals that are over.

    A game whose first deal is still being played is left out.
    """
    played = [(g, deals_over(games.events(db, g.id))) for g in games.listing(db, user, limit=MOST_GAMES)]
    return {
        "format": FORMAT,
        "exported": now,
        "settings": settings.load(db, user),
        "attempts": [a.to_json() for a in attempts.history(db, user)],
        "games": [
            {
                "id": g.id,
                "variant": g.variant,
                "status": str(_status(lines)),
                "created": g.created,
                "updated": g.updated,
                "record": [g.header, *lines],
            }
            for g, lines in played
            if lines
        ],
        "puzzles": [
            {"origin": p.origin, "created": p.created, "puzzle": json.loads(p.body)} for p in puzzles.all_own(db, user)
        ],
    }


def deals_over(lines: Sequence[str]) -> list[str]:
    """The events of the deals that are over: all of them, or those before the deal that is being played."""
    last = max((i for i, line in enumerate(lines) if line.startswith('{"type":"deal"')), default=0)
    over = any(line.startswith('{"type":"settle"') for line in lines[last:])
    return list(lines if over else lines[:last])


def _status(lines: Sequence[str]) -> Status:
    return Status.OVER if lines[-1].startswith('{"type":"end"') else Status.OPEN


# ------------------------------------------------------------------ import


def import_(db: Database, user: str, text: str, now: str, pace: Pace = UNWATCHED) -> Added:
    """Add an export to what the user has. All of it is checked first: bad data changes nothing (Refusal).

    `pace` is told how far the checking is; ended there, the import changes nothing either.

    What is there already stays as it is: attempts by token and by day of the daily, games by their first deal, own
    puzzles by id, settings by name.
    """
    data = _read(text)
    own = [_puzzle(n, x) for n, x in _told(_list(data, "puzzles"), pace.stretch(0, 0.2))]
    log = _attempts(db, user, _list(data, "attempts"), {p.id: p for p, _ in own}, date.fromisoformat(now[:10]))
    played = [_game(n, x) for n, x in _told(_list(data, "games"), pace.stretch(0.3, 1))]
    played = [(g, lines) for g, lines in played if lines]
    known = games.first_lines(db, user)
    if games.number(db, user) + sum(lines[0] not in known for _, lines in played) > MOST_GAMES:
        raise Refusal(N_("With this file you would have more than %(most)d games, the most one player may keep."),
                      most=MOST_GAMES)  # fmt: skip
    return bundle.add(
        db, user, Bundle(log, played, [p for _, p in own], _settings(data)), lambda: secrets.token_urlsafe(9)
    )


def _told(listed: list[object], pace: Pace) -> Iterator[tuple[int, object]]:
    """The entries of a list with their numbers, each told before it is looked at."""
    for n, (x, _) in enumerate(zip(listed, pace.parts(len(listed)), strict=True), 1):
        yield n, x


def _read(text: str) -> Mapping[str, object]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal(N_("This file is not JSON.")) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refusal(N_("This file is not an export of this site."))
    return data


def _list(data: Mapping[str, object], name: str) -> list[object]:
    found = data.get(name, [])
    if not isinstance(found, list):
        raise Refusal(N_("This file is not an export of this site."))
    if len(found) > MOST[name]:
        raise Refusal(N_("This file holds more than can be imported."))
    return found


def _settings(data: Mapping[str, object]) -> dict[str, str]:
    chosen = data.get("settings", {})
    if not isinstance(chosen, dict):
        raise Refusal(N_("This file is not an export of this site."))
    return {k: str(v) for k, v in chosen.items() if k in CHOICES and v in CHOICES[k]}


def _text(data: Mapping[str, object], name: str) -> str:
    """A short text that any file and page can hold; raises ValueError."""
    value = data.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST:
        raise ValueError(name)
    value.encode()
    return value


def _id(text: str) -> str:
    if not SAFE_ID.fullmatch(text):
        raise ValueError(text)
    return text


def _time(data: Mapping[str, object], name: str) -> str:
    """A time with a zone, in the form that is stored; raises ValueError or OverflowError."""
    at = datetime.fromisoformat(_text(data, name))
    if at.utcoffset() is None:
        raise ValueError(name)
    return at.astimezone(UTC).isoformat(timespec="seconds")


# ------------------------------------------------------------------ attempts


def _attempts(
    db: Database, user: str, listed: list[object], own: Mapping[str, Puzzle], today: date
) -> list[Attempt]:
    """The attempts, each fit for the puzzle it answers, where that is known here.

    A daily answer to a puzzle that is not known any more becomes practice, so that its day can still be answered.
    """
    tried = attempts.tried(db, user)
    seen: dict[str, Puzzle | None] = {}
    out: list[Attempt] = []
    for n, x in enumerate(listed, 1):
        try:
            a = from_json(x)
            variants.get(a.variant)
            if _id(a.puzzle) not in seen:
                text = puzzles.find(db, a.puzzle, user)
                seen[a.puzzle] = library().get(a.puzzle) or own.get(a.puzzle) or (puzzle_from(text) if text else None)
            _check_answer(a, seen[a.puzzle])
        except BadAttempt as error:
            field = error.field.encode("ascii", "replace").decode()[:40] or "?"
            raise Refusal(
                N_("Answer %(n)d of this file is damaged: its field “%(field)s” cannot be read."), n=n, field=field
            ) from None
        except _DAMAGE:
            raise Refusal(N_("Answer %(n)d of this file does not fit its puzzle."), n=n) from None
        if a.mode is Mode.DAILY and not (a.day and FIRST_DAY <= date.fromisoformat(a.day) <= today):
            raise Refusal(N_("Answer %(n)d of this file is for a day that has no daily puzzle."), n=n)
        if a.at[:10] > (today + timedelta(days=1)).isoformat():
            raise Refusal(N_("Answer %(n)d of this file was given in the future."), n=n)
        if a.mode is Mode.DAILY and seen[a.puzzle] is None:
            a = replace(a, mode=Mode.PRACTICE, day=None)
        out.append(replace(a, first=a.first and a.puzzle not in tried))
    _check_series(out)
    return out


def _check_answer(a: Attempt, puzzle: Puzzle | None) -> None:
    """Raise an error of `_DAMAGE` unless this can be the answer to this puzzle (None: to any of its kind)."""
    if a.mode is Mode.DAILY and a.kind is not Kind.DISCARD:
        raise ValueError(a.kind)
    if puzzle is not None and (str(puzzle.asks), puzzle.variant) != (str(a.kind), a.variant):
        raise ValueError(a.puzzle)
    if a.kind is Kind.WAITS:
        named = named_in(a)
        if puzzle is not None and not named <= set(rules_of(puzzle).tiles.kinds):
            raise ValueError(a.answer)
    elif a.kind is Kind.LOCK:
        if isinstance(puzzle, LockPuzzle):
            puzzle.answer(a.answer)
    else:
        thrown = parse_discard(a.answer)
        if isinstance(puzzle, DiscardPuzzle):
            puzzle.option(thrown)


def _check_series(log: Sequence[Attempt]) -> None:
    """No puzzle stands twice in a series, and a sprint has no more answers than it asks questions."""
    asked = {(a.token, a.series, a.puzzle, a.mode) for a in log if a.series is not None}
    twice = Counter((series, puzzle) for _, series, puzzle, _ in asked)
    sprints = Counter(series for _, series, _, mode in asked if mode is Mode.SPRINT)
    if any(n > 1 for n in twice.values()) or any(n > SPRINT for n in sprints.values()):
        raise Refusal(N_("This file holds a sprint with too many answers, or with two answers to one puzzle."))


# ------------------------------------------------------------------ games and puzzles


def _game(n: int, data: object) -> tuple[StoredGame, list[str]]:
    """A game of an export with the events of its deals that are over, proved by playing them again."""
    try:
        if not isinstance(data, dict):
            raise TypeError(n)
        game, created, updated = _id(_text(data, "id")), _time(data, "created"), _time(data, "updated")
        lines = data["record"]
        header = record.loads_header(lines[0])
        events = [ev.loads(line) for line in lines[1:]]
        if header.variant != data.get("variant") or not events:
            raise ValueError(header.variant)
    except _DAMAGE:
        raise Refusal(N_("Game %(n)d of this file is damaged."), n=n) from None
    try:
        variant = variants.get(header.variant)
        rules = variant.ruleset(dict(header.options))
        if header.edition != variant.edition:
            raise ValueError(header.edition)
    except ValueError:
        raise Refusal(
            N_("Game %(n)d of this file was played under rules that this site does not have."), n=n
        ) from None
    bots = [s for s in header.seats if s != HUMAN]
    if len(bots) != rules.seats - 1 or len(header.seats) != rules.seats or not set(bots) <= set(BOTS):
        raise Refusal(N_("Game %(n)d of this file is not one of a person against bots of this site."), n=n)
    try:
        proved = not record.verify(rules, events)
    except _DAMAGE:
        proved = False
    if not proved:
        raise Refusal(N_("Game %(n)d of this file does not follow its rules: the record was changed."), n=n)
    stored = deals_over([ev.dumps(e) for e in events])
    head = record.dumps_header(record.Header.of(rules, header.seats))
    status = _status(stored) if stored else Status.OPEN
    return StoredGame(game, "", header.variant, head, status, created, updated, len(stored)), stored


def _puzzle(n: int, data: object) -> tuple[Puzzle, OwnPuzzle]:
    """A puzzle of the user's own, which fits its game and can be explained."""
    try:
        if not isinstance(data, dict):
            raise TypeError(n)
        puzzle = puzzle_from(json.dumps(data.get("puzzle")))
        rules = rules_of(puzzle)
        puzzle.check(rules)
        if isinstance(puzzle, DiscardPuzzle):
            _check_sheet(puzzle)
            for goal in Goal:
                for option in puzzle.options:
                    explain(rules, puzzle, option.discard, goal)
        body = puzzle_text(puzzle)
        body.encode()
        own = OwnPuzzle(
            puzzle.id, puzzle.variant, str(puzzle.asks), _text(data, "origin"), body, _time(data, "created")
        )
    except _DAMAGE:
        raise Refusal(N_("Puzzle %(n)d of this file is damaged."), n=n) from None
    return puzzle, own


def _check_sheet(puzzle: DiscardPuzzle) -> None:
    """Raise ValueError unless the numbers are chances, one for each draw."""
    for o in puzzle.options:
        if len(o.by_draw) != puzzle.position.draws or max(o.win_prob, o.ready_prob, *o.by_draw) > 1:
            raise ValueError(o.discard)
