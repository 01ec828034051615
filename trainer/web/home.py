"""Home: today's position, the streak, games to resume, what to train, and every game."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, Response, url_for
from flask_babel import gettext

from trainer.usecases import catalog, play, practice, progress
from trainer.usecases.site import NotFound
from trainer.web import charts, discards, present, present_game, present_progress
from trainer.web import present_drill as drill
from trainer.web.respond import db, page, site, user

bp = Blueprint("home", __name__)


def told() -> dict[str, str]:
    """What each page is for, by its name in the menu."""
    return {
        "discards": gettext("Commit to a discard, then see what every tile would have been worth, and why."),
        "waits": gettext("Name every wait of a hand, or say that it is not ready."),
        "play": gettext("A whole game against a bot, with the shuffle proved afterwards."),
        "progress": gettext("Streak, accuracy and speed by number of waits and by theme."),
        "daily": gettext("One position a day, the same for everyone."),
        "atlas": gettext("Every hand of one suit by its waits, and which of them you have met and mastered."),
        "analysis": gettext("Any hand, every discard with its chances."),
        "score": gettext("Any win, line by line, and who pays."),
        "rules": gettext("The rules of each game, its pattern table and worked cases."),
    }


def todays(today: date) -> dict[str, object]:
    """Today's position of the first game that has puzzles; `daily` is None where none has any."""
    for variant in catalog.variants():
        try:
            puzzle = practice.daily(variant.key, today)
        except NotFound:
            continue
        return {
            "daily": drill.position(puzzle),
            "daily_hidden": discards.hidden(),
            "daily_url": url_for("daily.show", day=today.isoformat(), variant=variant.key),
            "daily_done": practice.daily_answer(db(), user(), variant.key, today) is not None,
            "variant": present.variant(variant),
        }
    return {"daily": None}


@bp.get("/")
def index() -> Response:
    today = site().today()
    board = progress.dashboard(db(), user(), today)
    return page(
        "home/page.html",
        about=told(),
        games=[present.variant(v) for v in catalog.variants()],
        streak=board.streak,
        week=charts.week(board.days, today),
        today=today.isoformat(),
        open_games=[present_game.listed(x) for x in play.listing(db(), user()) if x.stored.status == "open"][:3],
        weakest=[present_progress.skill(s) for s in board.weakest],
        **todays(today),
    )
