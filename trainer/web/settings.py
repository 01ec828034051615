"""Preferences, language, and starting fresh."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases.site import CHOICES, N_, NotFound
from trainer.web import i18n, identity
from trainer.web.respond import db, page, see_other, site, user

bp = Blueprint("settings", __name__)

YEAR = 365 * 24 * 3600


def labels() -> dict[str, tuple[str, dict[str, str]]]:
    """Every preference: its label, and the label of each value."""
    switch = {"on": gettext("on"), "off": gettext("off")}
    return {
        "theme": (
            gettext("Appearance"),
            {"auto": gettext("as the system"), "light": gettext("light"), "dark": gettext("dark")},
        ),
        "board": (gettext("Board"), {"pine": gettext("pine"), "navy": gettext("navy"), "plum": gettext("plum")}),
        "digits": (gettext("Digits in the corner of tiles"), switch),
        "sort": (gettext("Sort the hand"), switch),
        "timers": (gettext("Show timers"), switch),
        "animations": (gettext("Animations"), switch),
        "goal": (
            gettext("Discards are graded by"),
            {"win": gettext("the chance to win"), "value": gettext("the points expected")},
        ),
    }


@bp.get("/settings")
def index() -> Response:
    chosen = site().preferences(db(), user())
    fields = [
        {
            "key": key,
            "label": label,
            "choices": [{"value": v, "label": values[v], "chosen": chosen[key] == v} for v in CHOICES[key]],
        }
        for key, (label, values) in labels().items()
    ]
    return page("settings/page.html", fields=fields, saved="saved" in request.args)


@bp.post("/settings")
def save() -> BaseResponse:
    site().save_preferences(db(), user(), request.form)
    return see_other(url_for("settings.index", saved=1))


@bp.post("/settings/theme")
def theme() -> BaseResponse:
    """The switch in the header: the next appearance, then back to where it was pressed."""
    site().save_preferences(db(), user(), {"theme": request.form.get("theme", "")})
    return see_other(_back())


@bp.get("/language/<code>")
def language(code: str) -> BaseResponse:
    if code not in {x.code for x in i18n.languages()}:
        raise NotFound(N_("There is no such language here."))
    out = see_other(_back())
    out.set_cookie(i18n.COOKIE, code, max_age=YEAR, samesite="Lax", httponly=True)
    return out


@bp.post("/settings/fresh")
def fresh() -> BaseResponse:
    """Forget the identity cookie; the next page makes a new one."""
    out = see_other(url_for("home.index"))
    out.delete_cookie(identity.COOKIE)
    return out


def _back() -> str:
    """The page the request came from, when it is one of ours."""
    came = request.referrer or ""
    here = request.host_url
    return "/" + came[len(here) :] if came.startswith(here) else url_for("home.index")
