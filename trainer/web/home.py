"""Home: what can be done here, and with which games."""

from __future__ import annotations

from flask import Blueprint, Response
from flask_babel import gettext

from trainer.usecases import catalog, progress
from trainer.web import present
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
        "analysis": gettext("Any hand, every discard with its chances."),
        "score": gettext("Any win, line by line, and who pays."),
        "rules": gettext("The rules of each game, its pattern table and worked cases."),
    }


@bp.get("/")
def index() -> Response:
    streak = progress.streak(db(), user(), site().today())
    games = [present.variant(v) for v in catalog.variants()]
    return page("home/page.html", about=told(), games=games, streak=streak)
