"""A practice game as templates print it: the table and how a deal ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from flask_babel import gettext, ngettext

from trainer.game import event as ev
from trainer.game.state import Stage
from trainer.game.view import View
from trainer.hands import Hand
from trainer.rules.variant import Ruleset
from trainer.rules.win import By
from trainer.text import N_
from trainer.tiles import Kind, Tile, kind
from trainer.usecases import catalog, play
from trainer.usecases import news as told
from trainer.web import present, present_phases
from trainer.web.present_acts import Step, acts, is_asked_at_deal, own_hand, pad, possible, task
from trainer.web.present_ledger import HOW, news, payments, said, score, so_far
from trainer.web.present_log import drawn, log
from trainer.web.present_seats import (
    LONG,
    change,
    deal_label,
    declaration,
    discards,
    middle,
    name,
    number,
    seat,
    shown_hand,
    sits,
)

REASONS = {
    "not_complete": N_("the hand is not complete"),
    "no_yaku": N_("the hand has no yaku"),
    "minimum": N_("the hand is below the minimum"),
    "furiten": N_("furiten: a wait is among the own discards or was passed"),
    "waits": N_("the waits named are not the hand's waits"),
    "riichi_not_ready": N_("riichi without a ready hand"),
    "riichi_kong": N_("a kong after riichi that changed the hand"),
}
ENDS = {
    "bust": N_("a player is below zero"),
    "length": N_("the last deal is played"),
    "ahead": N_("the dealer of the last deal leads and need not go on"),
    "time": N_("the minutes are gone"),
}
LOG_LINES = 12
"""Most lines of the log beside the table."""

FEW = 6
"""Hands of no more tiles stand in the middle of the table."""

ROW = 4
"""Answers to a tile offered that stand in one row on a phone."""


def bot_choices(chosen: str) -> list[dict[str, object]]:
    return [
        {
            "value": bot,
            "label": gettext(label),
            "way": gettext(play.BOT_WAYS[bot]),
            "chosen": bot == (chosen if chosen in play.BOTS else play.BOTS[0]),
        }
        for bot, label in play.BOT_NAMES.items()
    ]


def opponents(rules: Ruleset, chosen: Sequence[str]) -> list[dict[str, object]]:
    """Who may sit in each other seat, in turn order; nothing at a table of two, where one choice says it all."""
    number_ = rules.seats - 1
    bots = [chosen[i % len(chosen)] if chosen else "" for i in range(number_)]
    if number_ == 1:
        return []
    return [{"label": sits(rules, i + 1), "choices": bot_choices(bot)} for i, bot in enumerate(bots)]


def listed(x: play.Listed) -> dict[str, object]:
    mine = x.points[x.seat] if x.points else 0
    others = [p for i, p in enumerate(x.points) if i != x.seat]
    return {
        "id": x.stored.id,
        "name": present.variant_name(catalog.variant(x.stored.variant)),
        "open": x.stored.status == "open",
        "updated": x.stored.updated[:16].replace("T", " "),
        "deal": gettext("deal %(n)d", n=x.deal),
        "points": " : ".join(number(p) for p in (mine, *others)),
    }


def table(t: play.Table, prefs: dict[str, str], step: Step = Step.NONE) -> dict[str, object]:
    """Everything the table shows, from the person's view alone. A step that is not possible now is no step."""
    game, view = t.game, t.view
    rules = game.rules
    sort = prefs["sort"] == "on" and not rules.training.no_sorting
    step = step if possible(view, step, t.names_waits) else Step.NONE
    lines = log(game, t.events)
    last = next((e for e in reversed(t.events) if not isinstance(e, ev.Pass)), None)
    thrown = view.stage is Stage.CLAIM and isinstance(last, ev.Discard)
    does = [] if view.over else acts(view, step, t.names_waits)
    return {
        "id": game.stored.id,
        "seen": view.seen,
        "variant": present.variant_name(catalog.variant(rules.key)),
        "label": deal_label(rules, view.deal, t.turns),
        "dealer": gettext("dealer") if view.me.dealer else gettext("non-dealer"),
        "left": view.left,
        "left_unit": ngettext("tile left", "tiles left", view.left),
        "left_label": ngettext("%(num)d tile left", "%(num)d tiles left", view.left),
        "middle": middle(view, t.events[0] if t.events else None),
        "long": discards(rules) > LONG,
        "few": rules.deal.hand <= FEW,
        "me": seat(game, view, view.me, thrown),
        "others": [seat(game, view, view.seats[i], thrown) for i in mine_first(game)[1:]],
        "hand": own_hand(view, sort, step),
        "step": str(step),
        "acts": does,
        "answering": step is Step.KONG or (step is Step.NONE and (view.offered is not None or is_asked_at_deal(view))),
        "crowded": len(does) > ROW,
        "task": present_phases.task(view) or task(game, view, step, last),
        "locked_waits": [present.kind_tile(k) for k in told.locked_waits(view)],
        "phase": None if view.over else present_phases.choice(view),
        "stock": [] if view.over else present_phases.stock(view),
        "race": None if view.over else present_phases.race(game, view),
        "news": [] if view.over else news(game, t.events),
        "so_far": so_far(game, t.events) if rules.wins.go_on else None,
        "pad": pad(rules.tiles.kinds),
        "offered": None if view.offered is None else present.tile(view.offered),
        "furiten": view.furiten and not rules.training.no_sorting,
        "over": view.over,
        "result": result(game, view, t.waits, t.events) if view.over else None,
        "end": end(game, view) if view.end is not None else None,
        "commitment": view.commitment,
        "wall": present.tiles(view.wall),
        "salt": view.salt,
        "log": lines[-LOG_LINES:][::-1],
        "log_cut": len(lines) > LOG_LINES,
        "log_lines": LOG_LINES,
        "refused": None if t.refused is None else present.refusal(t.refused),
    }


# ------------------------------------------------------------------ how a deal ended


def result(
    game: play.Game, view: View, waits: Sequence[Sequence[Kind]], events: Sequence[ev.Event]
) -> dict[str, object]:
    """How the deal ended: wins line by line, false wins with the reason, at a draw all hands and their waits; where
    play goes on after a win, every payment of the deal instead of its wins. `events` are those of the deal."""
    goes_on = game.rules.wins.go_on
    wins = [] if goes_on else won(game, view)
    false = [false_win(game, view, e, waits[e.seat]) for e in view.results if isinstance(e, ev.FalseWin)]
    draw = next((e for e in view.results if isinstance(e, ev.DrawGame)), None)
    flowers = next((s for s in view.settled if s.reason == "flowers"), None)
    shower = None if flowers is None else max(range(game.rules.seats), key=lambda i: flowers.payments[i])
    at_end = draw if draw is not None and draw.reason != "eight_flowers" else None
    order = mine_first(game)
    shown = {e.seat for e in view.results if isinstance(e, (ev.Win, ev.FalseWin))} | {shower}
    title = "" if draw is None else drawn(game, draw)
    if wins or false:
        title = " · ".join(str(x["title"]) for x in wins or false)
    return {
        "title": title,
        "wins": wins,
        "false": false,
        "ready": [ready(game, view, i, waits[i] if at_end.ready[i] else None) for i in order] if at_end else [],
        "rest": [] if at_end else [open_hand(game, view, i) for i in order if i not in shown],
        "flowers": None
        if flowers is None or shower is None
        else {**open_hand(game, view, shower), "pays": pays(game, flowers.payments)},
        "nagashi": [name(game, i) for s in view.settled for i in s.nagashi],
        "paid": payments(game, events) if goes_on else None,
        "notes": [] if goes_on else notes(game.rules, view),
        "payments": [total(game, view, i) for i in order],
    }


def won(game: play.Game, view: View) -> list[dict[str, object]]:
    """The wins that ended a deal, each with who pays it; of a moment in between, what is known by then."""
    paid = [s.payments for s in view.settled if s.reason == "win"]
    found = [e for e in view.results if isinstance(e, ev.Win)]
    return [{**win(game, view, e), "pays": pays(game, p)} for e, p in zip_longest(found, paid[: len(found)])]


def pays(game: play.Game, paid: Sequence[float] | None) -> str:
    """Who pays a win, at a table of more than two: one seat, or all others alike."""
    if paid is None or game.rules.seats == 2:
        return ""
    payers = [i for i, p in enumerate(paid) if p < 0]
    each = present.points(game.rules, -min(paid))
    if len(payers) > 1:
        return gettext("Each of the others pays %(each)s.", each=each)
    return gettext("You pay %(each)s.", each=each) if payers == [game.seat] else gettext(
        "%(who)s pays %(each)s.", who=name(game, payers[0]), each=each
    )  # fmt: skip


def total(game: play.Game, view: View, seat_: int) -> dict[str, object]:
    """What all payments of a deal add up to for a seat, and its points after them."""
    paid = sum(s.payments[seat_] for s in view.settled)
    held = view.seats[seat_].points if view.end is None else view.end.points[seat_]
    return {
        "name": name(game, seat_),
        "change": change(paid),
        "way": "up" if paid > 0 else "down" if paid < 0 else "",
        "points": number(held),
        "unit": present.points_word(game.rules, held),
    }


def mine_first(game: play.Game) -> list[int]:
    """The seats in the order of their turns, the person's first."""
    return [(game.seat + i) % game.rules.seats for i in range(game.rules.seats)]


def open_hand(game: play.Game, view: View, seat_: int) -> dict[str, object]:
    """A hand laid open at the end of a deal."""
    hand = view.seats[seat_].hand
    assert hand is not None
    return {"name": name(game, seat_), "hand": shown_hand(hand), **laid_out(view, seat_)}


def laid_out(view: View, seat_: int) -> dict[str, object]:
    """What a seat has on the table: its melds, the tiles it set aside, its flowers."""
    s = view.seats[seat_]
    return {
        "melds": [present.meld(m) for m in s.melds],
        "aside": present.tiles(s.aside),
        "flowers": present.tiles(s.flowers),
        "won": present.tiles(s.won),
    }


def notes(rules: Ruleset, view: View) -> list[dict[str, str]]:
    """What payments are made of besides the worth of a hand: counters, sticks, hands that are not ready, a bonus."""
    out: list[dict[str, str]] = []

    def note(label: str, amount: float) -> None:
        out.append({"label": label, "value": change(amount)})

    for e in view.results:
        if isinstance(e, ev.Win) and view.honba:
            each = rules.stakes.counter(self_draw=By(e.by) is By.SELF_DRAW)
            counted = ngettext("%(num)d honba, in the points", "%(num)d honba, in the points", view.honba)
            note(counted, each * view.honba)
    labels = {
        "win": N_("Sticks from the table, to the winner"),
        "false_win": N_("Sticks that go back"),
        "refund": N_("Sticks left over, to the first"),
    }
    for s in view.settled:
        if s.table and s.reason in labels:
            note(gettext(labels[s.reason]), -s.table)
        if s.reason == "draw" and not s.nagashi and any(s.payments):
            note(gettext("Not ready, to those who are"), sum(p for p in s.payments if p > 0))
    if view.end is None and view.sticks:
        kept = ngettext("%(num)d stick stays on the table", "%(num)d sticks stay on the table", view.sticks)
        out.append({"label": kept, "value": ""})
    if view.end is not None and rules.match.uma:
        note(gettext("Bonus for the first place"), rules.match.uma)
    return out


def ready(game: play.Game, view: View, seat_: int, waits: Sequence[Kind] | None) -> dict[str, object]:
    """A seat at an exhausted wall: its hand, how often it has won, and what it waits for (None: it is not ready)."""
    return {
        "wins": declaration(view.seats[seat_]) if view.seats[seat_].won else "",
        **open_hand(game, view, seat_),
        "ready": gettext("not ready") if waits is None else gettext("ready, waiting for"),
        "waits": [present.kind_tile(k) for k in waits or ()],
    }


def false_win(game: play.Game, view: View, e: ev.FalseWin, waits: Sequence[Kind]) -> dict[str, object]:
    """A false win: who, why, the hand, and the waits where they had to be named."""
    hand = view.seats[e.seat].hand
    assert hand is not None
    mine = e.seat == game.seat
    return {
        "title": gettext("Your win is false") if mine else gettext("%(who)s: a false win", who=name(game, e.seat)),
        "why": gettext(REASONS[e.wrong]),
        "hand": present.sorted_tiles(hand.concealed),
        **laid_out(view, e.seat),
        "tile": None if e.tile is None else present.tile(e.tile, won=True),
        "named": None if e.waits is None else [present.kind_tile(k) for k in e.waits],
        "waits": [present.kind_tile(k) for k in waits],
    }


def win(game: play.Game, view: View, e: ev.Win) -> dict[str, object]:
    """A win with its score as a score card prints it."""
    hand = view.seats[e.seat].hand
    assert hand is not None
    how = HOW[By(e.by)]
    if e.of is not None and e.by == By.DISCARD and from_aside(view, e.of, e):
        how = N_("You win on a tile set aside"), N_("%(who)s wins on a tile set aside")
    riichi = view.seats[e.seat].riichi is not None
    return {
        "title": said(game, e.seat, *how),
        "hand": present.sorted_tiles(hand.concealed),
        **laid_out(view, e.seat),
        "tile": present.tile(e.tile),
        "dora": present.tiles(view.indicators),
        "ura": present.tiles(ura(view)) if riichi else [],
        "bonus_kind": None if view.bonus_kind is None else present.kind_tile(view.bonus_kind),
        "turned": flipped(view, hand, e.tile),
        "score": score(game, e, hand, dealer=e.seat == view.dealer),
    }


def flipped(view: View, hand: Hand, won: Tile) -> present.Tiles:
    """The tiles turned after a win, those marked whose kind is in the hand."""
    held = {kind(t) for t in (*hand.concealed, won, *(t for m in hand.melds for t in m.tiles))}
    return [present.tile(t, won=kind(t) in held, dim=kind(t) not in held) for t in view.turned]


def from_aside(view: View, giver: int, e: ev.Win) -> bool:
    """Whether the tile won on was set aside and not thrown: a discard still lies at the end of its river."""
    s = view.seats[giver]
    return bool(s.aside) and s.aside[-1] == e.tile and not (s.river and s.river[-1].tile == e.tile)


def ura(view: View) -> tuple[Tile, ...]:
    """The indicators under those turned, which a win in riichi turns; the wall is open by then."""
    rules = view.rules
    turned = len(view.indicators) if rules.dora.kong_ura else min(1, len(view.indicators))
    first = len(view.wall) - rules.deal.dead_wall + rules.deal.replacements
    return tuple(view.wall[first + 2 * i + 1] for i in range(turned if rules.dora.ura else 0))


def end(game: play.Game, view: View) -> dict[str, object]:
    assert view.end is not None
    first = view.end.ranking[0]
    mine = first == game.seat
    return {
        "title": gettext("You win the match") if mine else gettext("%(who)s wins the match", who=name(game, first)),
        "reason": gettext(ENDS[view.end.reason]),
    }
