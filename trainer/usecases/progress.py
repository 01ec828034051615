"""What a user has done so far: the dashboard, and export and import of everything."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date

from trainer.game import record
from trainer.progress import summary
from trainer.progress.attempt import Attempt, BadAttempt, from_json
from trainer.progress.summary import Skill, Streak, WaitSums
from trainer.store import Database, attempts, games, settings, write
from trainer.store.games import Status, StoredGame
from trainer.text import N_, Refusal
from trainer.usecases.site import CHOICES

FORMAT = 1
MOST_ATTEMPTS = 200_000
MOST_GAMES = 5_000
RECENT = 30


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything the progress page shows. `days` counts attempts by UTC date; `recent` is newest first."""

    streak: Streak
    days: dict[date, int]
    number: int
    discards: Skill
    waits: Skill
    sums: WaitSums
    by_wait_count: tuple[Skill, ...]
    by_theme: tuple[Skill, ...]
    weakest: tuple[Skill, ...]
    recent: tuple[Attempt, ...]
    trend: tuple[tuple[date, float], ...]


def dashboard(db: Database, user: str, today: date) -> Dashboard:
    log = attempts.history(db, user)
    days = {date.fromisoformat(d): n for d, n in attempts.days(db, user).items()}
    kinds = {s.key: s for s in summary.group(log, lambda a: [str(a.kind)])}
    counts, themes = summary.by_wait_count(log), summary.by_theme(log)
    weak = [*(replace(s, key=f"count:{s.key}") for s in counts), *themes]
    return Dashboard(
        streak=summary.streak(days, today),
        days=days,
        number=len(log),
        discards=kinds.get("discard", Skill("discard", 0, 0, None)),
        waits=kinds.get("waits", Skill("waits", 0, 0, None)),
        sums=summary.wait_sums(log),
        by_wait_count=tuple(counts),
        by_theme=tuple(themes),
        weakest=tuple(summary.weakest(weak)),
        recent=tuple(log[::-1][:RECENT]),
        trend=tuple(summary.daily_accuracy(log)),
    )


def streak(db: Database, user: str, today: date) -> Streak:
    return summary.streak([date.fromisoformat(d) for d in attempts.days(db, user)], today)


def weakest(db: Database, user: str) -> list[Skill]:
    """The three skills most worth training, keyed `count:N` or `kind:theme`."""
    log = attempts.history(db, user)
    return summary.weakest(
        [*(replace(s, key=f"count:{s.key}") for s in summary.by_wait_count(log)), *summary.by_theme(log)]
    )


def export(db: Database, user: str, now: str) -> dict[str, object]:
    """Everything stored for the user, as plain JSON data that `import_` takes back."""
    return {
        "format": FORMAT,
        "exported": now,
        "settings": settings.load(db, user),
        "attempts": [a.to_json() for a in attempts.history(db, user)],
        "games": [
            {
                "id": g.id,
                "variant": g.variant,
                "status": str(g.status),
                "created": g.created,
                "updated": g.updated,
                "record": [g.header, *games.events(db, g.id)],
            }
            for g in games.listing(db, user, limit=MOST_GAMES)
        ],
    }


@dataclass(frozen=True, slots=True)
class Imported:
    """How much was new; what was there already is left as it was."""

    attempts: int
    games: int


def import_(db: Database, user: str, text: str) -> Imported:
    """Add an export to the user's progress. All of it is checked first: bad data changes nothing (Refusal)."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal(N_("This file is not JSON.")) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refusal(N_("This file is not an export of this site."))
    listed, played, chosen = data.get("attempts", []), data.get("games", []), data.get("settings", {})
    if not isinstance(listed, list) or not isinstance(played, list) or not isinstance(chosen, dict):
        raise Refusal(N_("This file is not an export of this site."))
    if len(listed) > MOST_ATTEMPTS or len(played) > MOST_GAMES:
        raise Refusal(N_("This file holds more than can be imported."))
    try:
        log = [from_json(x) for x in listed]
    except BadAttempt as error:
        raise Refusal(N_("This file holds a damaged attempt: %(why)s"), why=str(error)) from None
    stored = [_game(user, g) for g in played]
    kept = {k: str(v) for k, v in chosen.items() if k in CHOICES and v in CHOICES[k]}
    known = {a.token for a in attempts.history(db, user)}
    with write(db):
        for a in log:
            attempts.put(db, user, a, keep_first=True)
        new_games = sum(games.put(db, g, lines) for g, lines in stored)
        settings.put(db, user, kept)
    return Imported(len({a.token for a in log} - known), new_games)


def _game(user: str, data: object) -> tuple[StoredGame, list[str]]:
    """A game of an export, its record checked by replaying it."""
    fields = ("id", "variant", "status", "created", "updated")
    if not isinstance(data, dict) or not all(isinstance(data.get(f), str) and data[f] for f in fields):
        raise Refusal(N_("This file holds a damaged game."))
    lines = data.get("record")
    if not isinstance(lines, list) or not lines or not all(isinstance(x, str) for x in lines):
        raise Refusal(N_("This file holds a damaged game."))
    try:
        record.loads("\n".join(lines))
        status = Status(data["status"])
    except ValueError:
        raise Refusal(N_("This file holds a damaged game.")) from None
    game = StoredGame(
        data["id"], user, data["variant"], lines[0], status, data["created"], data["updated"], len(lines) - 1
    )
    return game, lines[1:]
