"""What a deal has paid so far, payment by payment, as templates print it: at the table while play goes on after a win,
and once more when the deal is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext

from trainer.game import event as ev
from trainer.hands import Hand
from trainer.rules.breakdown import Limit, ScoreBreakdown, ScoreLine, StruckLine, Unit, Worth
from trainer.rules.variant import Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.text import N_
from trainer.usecases import news as told
from trainer.usecases import play
from trainer.web import present
from trainer.web.present_seats import change, name

PLAIN = {
    "ok", "complete", "legal", "lines", "struck", "total", "unit", "points", "reason", "stakes", "fu", "limit",
    "yakuman",
}  # fmt: skip
"""Fields of a recorded score that every family has; the others are numbers that it states by name."""

HOW = {
    By.SELF_DRAW: (N_("You win by self-draw"), N_("%(who)s wins by self-draw")),
    By.DISCARD: (N_("You win from a discard"), N_("%(who)s wins from a discard")),
    By.ROBBED_KONG: (N_("You win by robbing a kong"), N_("%(who)s wins by robbing a kong")),
}

Cause = ev.Win | ev.Kong | ev.DrawGame


def recorded(rules: Ruleset, s: Mapping[str, Any]) -> ScoreBreakdown:
    """The score that a record holds, as the scorer gave it; parts of fu and base points are not recorded."""
    labels = {row.id: row.label for row in rules.scoring.table.rows}
    lines = [ScoreLine(x["id"], x["name"], labels.get(x["id"], x["name"]), x["value"], x["count"]) for x in s["lines"]]
    struck = [StruckLine(x["id"], x["name"], labels.get(x["id"], x["name"]), x["by"]) for x in s.get("struck", ())]
    reached = None if s.get("limit") is None else Limit(s["limit"])
    parts = tuple((key, value) for key, value in s.items() if key not in PLAIN)
    worth = Worth(
        tuple(lines), tuple(struck), s["total"], s.get("fu"), (), reached, s.get("yakuman", 0), 0, parts=parts
    )  # fmt: skip
    unit = Unit(s.get("unit", rules.scoring.unit))
    return ScoreBreakdown(True, True, worth, s["points"], None, stakes=s.get("stakes"), unit=unit)


def score(game: play.Game, e: ev.Win, hand: Hand, *, dealer: bool) -> dict[str, object]:
    """A win's score as a score card prints it; `hand` is the winner's."""
    won = Win(Hand(hand.concealed, hand.melds), e.tile, Circumstance(By(e.by), dealer))
    return present.score(game.rules, won, recorded(game.rules, e.score))


def said(game: play.Game, seat: int, mine: str, others: str) -> str:
    """A sentence about the person, or about somebody else."""
    return gettext(mine) if seat == game.seat else gettext(others) % {"who": name(game, seat)}


def payments(game: play.Game, events: Sequence[ev.Event]) -> list[dict[str, object]]:
    """Every payment in these events in order: what for, its tile, and what the person gets or pays for it; with a win,
    its score in short and in full. Payments of nothing are left out."""
    out: list[dict[str, object]] = []
    cause: Cause | None = None
    for e in events:
        if isinstance(e, Cause):
            cause = e
        elif isinstance(e, ev.Settle) and cause is not None and any(e.payments):
            out.append(_entry(game, e, cause))
    return out


def news(game: play.Game, events: tuple[ev.Event, ...]) -> list[dict[str, object]]:
    """What the person should see that has come about since he last acted: tiles exchanged, payments made while the deal
    goes on, and why a discard that completes his hand was not offered to him for a win. `events` are the deal's."""
    since = told.since_act(events, game.seat)
    exchanged = [
        {"text": gettext("You gave"), "tiles": present.sorted_tiles(e.tiles), "got": present.sorted_tiles(e.got)}
        for e in since
        if isinstance(e, ev.Swap) and e.seat == game.seat
    ]
    locked = [
        {"text": gettext("Completes your hand."), "short": gettext(why), "tiles": [present.tile(t)]}
        for t, why in told.missed(game)
    ]
    return [*exchanged, *payments(game, since), *locked]


def so_far(game: play.Game, events: Sequence[ev.Event]) -> str:
    """What the payments of a deal add up to for the person."""
    return change(sum(e.payments[game.seat] for e in events if isinstance(e, ev.Settle)))


def _entry(game: play.Game, e: ev.Settle, cause: Cause) -> dict[str, object]:
    gets = max(range(len(e.payments)), key=lambda i: e.payments[i])
    pays = min(range(len(e.payments)), key=lambda i: e.payments[i])
    mine = e.payments[game.seat]
    out: dict[str, object] = {
        "tiles": [],
        "got": [],
        "score": None,
        "short": "",
        "change": change(mine),
        "way": "up" if mine > 0 else "down" if mine < 0 else "",
    }
    if isinstance(cause, ev.Win) and e.reason == "win":
        full = score(game, cause, Hand(()), dealer=False)
        lines = full["lines"]
        assert isinstance(lines, list)
        counted = " · ".join(f"{x['label']} {x['value']}" for x in lines)
        text = said(game, cause.seat, *HOW[By(cause.by)])
        return {**out, "text": text, "tiles": [present.tile(cause.tile)], "score": full, "short": counted}
    if isinstance(cause, ev.Kong) and e.reason == "kong":
        text = said(game, gets, N_("Your kong is paid"), N_("The kong of %(who)s is paid"))
        return {**out, "text": text, "tiles": [present.tile(cause.tile)]}
    return {**out, "text": said(game, pays, *_ending(e.reason))}


def _ending(reason: str) -> tuple[str, str]:
    """What is paid besides wins and kongs."""
    if reason == "refund":
        return N_("You give back what was paid for a kong"), N_("%(who)s gives back what was paid for a kong")
    return N_("You have not won and are not ready"), N_("%(who)s has not won and is not ready")
