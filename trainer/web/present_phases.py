"""The phases that only some games have, as the table prints them: a hand to build, kinds to name, a stock."""

from __future__ import annotations

import math
from datetime import datetime

from flask_babel import gettext

from trainer.game.action import Build, Discard
from trainer.game.state import Stage
from trainer.game.view import View
from trainer.tiles import Tile, sort_tiles
from trainer.usecases import play
from trainer.web import present
from trainer.web.present_seats import name


def choice(view: View) -> dict[str, object] | None:
    """Tiles to be chosen and sent together: `verb` is the action they make, `offers` are whole answers to send, and
    `whole` says that the tiles are those of the hand."""
    if not view.legal:
        return None
    held = present.tiles(sort_tiles(view.hand.concealed))
    none: dict[str, object] = {"offers": [], "offered": "", "whole": True}
    match view.stage:
        case Stage.BUILD:
            offers = [{"action": a.text, "tiles": present.tiles(a.tiles)} for a in view.legal if isinstance(a, Build)]
            offered = {"offers": offers, "offered": gettext("or one of these ready hands")}
            return {**none, **offered, "verb": "build", "tiles": held, "send": gettext("Build this hand")}
        case Stage.SWAP:
            return {**none, "verb": "swap", "tiles": held, "send": gettext("Give these three")}
        case Stage.NAME:
            kinds = [present.kind_tile(k, dim=k in view.named) for k in view.rules.tiles.kinds]
            return {**none, "whole": False, "verb": "name", "tiles": kinds, "send": gettext("Name these kinds")}
    return None


def clock(game: play.Game, now: str) -> dict[str, object] | None:
    """The time left for building, an answer or a turn (ms), what a clock shows at first, and whether it is over."""
    until = play.build_until(game) or play.answer_until(game)
    if until is None:
        return None
    ahead = (until - datetime.fromisoformat(now)).total_seconds()
    left = max(0, math.ceil(ahead))
    return {"left": round(1000 * ahead), "shown": f"{left // 60}:{left % 60:02}", "over": not left}


def task(view: View) -> str:
    """What such a phase asks of the person; empty elsewhere."""
    if not view.legal:
        return ""
    if view.stage is Stage.BUILD:
        return gettext(
            "Choose %(n)d tiles that make a ready hand; the others are for discarding.", n=view.rules.deal.hand
        )
    if view.stage is Stage.SWAP:
        return gettext("Choose three tiles of one suit to give; you get three for them.")
    if view.stage is Stage.NAME and view.rules.race is not None:
        return gettext("Name %(n)d kinds that the declared hand may wait for.", n=view.rules.race.names)
    if view.rules.building is not None and isinstance(view.legal[0], Discard):
        return gettext("Your turn: throw a tile of your stock.")
    return ""


def stock(view: View) -> present.Tiles:
    """The tiles that a built hand leaves for discarding, each with its action."""
    allowed = {a.text for a in view.legal}
    out = []
    for t in sort_tiles(view.me.stock):
        text = Discard(t).text
        said = gettext("Discard %(tile)s", tile=present.tile_label(t))
        out.append(present.tile(t, action=text if text in allowed else "", spoken=said))
    return out


def race(game: play.Game, view: View) -> dict[str, object] | None:
    """Who has declared, how many draws are left in this batch, which kinds were misses, what lies face down."""
    if view.attacker is None:
        return None
    mine = view.attacker == view.seat
    return {
        "who": gettext("You have declared") if mine else gettext("%(who)s has declared", who=name(game, view.attacker)),
        "batch": gettext("%(n)d draws until kinds are named", n=view.batch) if view.batch else "",
        "named": [present.tile(Tile(k)) for k in view.named],
        "face_down": sum(s.face_down for s in view.seats),
    }
