"""A practice game as templates print it: the table, what may be done, how a deal ended."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flask_babel import gettext, ngettext

from trainer.game import event as ev
from trainer.game.action import Action, Discard, Kong, Pass, TakeWin
from trainer.game.state import Stage, Thrown
from trainer.game.view import SeatView, View
from trainer.hands import Hand
from trainer.rules.breakdown import Limit, ScoreBreakdown, ScoreLine, StruckLine, Worth
from trainer.rules.variant import Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.text import N_
from trainer.tiles import Kind, Tile, kind, sort_tiles
from trainer.usecases import catalog, play
from trainer.web import present

REASONS = {
    "not_complete": N_("the hand is not complete"),
    "no_yaku": N_("the hand has no yaku"),
    "furiten": N_("furiten: a wait is among the own discards or was passed"),
    "waits": N_("the waits named are not the hand's waits"),
    "riichi_not_ready": N_("riichi without a ready hand"),
    "riichi_kong": N_("a kong after riichi that changed the hand"),
}
ENDS = {"bust": N_("a player is below zero"), "length": N_("the last deal is played")}
ROUNDS = ("东", "南", "西", "北", "白", "發", "中")
LOG_LINES = 12
"""Most lines of the log beside the table."""


class Step(StrEnum):
    """A choice begun and not yet finished: which tile riichi is declared with or konged, which waits a win names."""

    NONE = ""
    RIICHI = "riichi"
    KONG = "kong"
    WIN = "win"


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


def listed(x: play.Listed) -> dict[str, object]:
    mine = x.points[x.seat] if x.points else 0
    others = [p for i, p in enumerate(x.points) if i != x.seat]
    return {
        "id": x.stored.id,
        "variant": x.stored.variant,
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
    return {
        "id": game.stored.id,
        "seen": view.seen,
        "variant": present.variant_name(catalog.variant(rules.key)),
        "label": deal_label(rules, view.deal, t.turns),
        "dealer": gettext("dealer") if view.me.dealer else gettext("non-dealer"),
        "left": view.left,
        "left_unit": ngettext("tile left", "tiles left", view.left),
        "left_label": ngettext("%(num)d tile left", "%(num)d tiles left", view.left),
        "me": seat(game, view, view.me),
        "others": [seat(game, view, s) for s in view.seats if s.seat != view.seat],
        "hand": own_hand(view, sort, step),
        "own_melds": [present.meld(m) for m in view.hand.melds],
        "step": str(step),
        "acts": [] if view.over else acts(view, step, t.names_waits),
        "task": task(view, step),
        "pad": [present.kind_tile(k, digit=str(k % 9 + 1)) for k in rules.tiles.kinds],
        "offered": None if view.offered is None else present.tile(view.offered),
        "furiten": view.furiten and not rules.training.no_sorting,
        "over": view.over,
        "result": result(game, view, t.waits) if view.over else None,
        "end": end(game, view) if view.end is not None else None,
        "commitment": view.commitment,
        "wall": present.tiles(view.wall),
        "salt": view.salt,
        "log": lines[-LOG_LINES:][::-1],
        "log_cut": len(lines) > LOG_LINES,
        "log_lines": LOG_LINES,
        "refused": None if t.refused is None else present.refusal(t.refused),
    }


def deal_label(rules: Ruleset, deal: int, turns: tuple[int, int]) -> str:
    """`Deal 3`, or the round's name where the option asks for it (rules 1, display only).

    `turns` as in `play.dealer_turns`: while a dealer repeats, his round keeps its name.
    """
    if not rules.round_label:
        return gettext("Deal %(n)d", n=deal)
    passed, repeats = turns
    rounds, at = divmod(passed, rules.seats)
    if rounds < len(ROUNDS):
        name_ = f"{ROUNDS[rounds]}{at + 1}局"
    else:
        name_ = f"{'一二三四五六七八九'[(rounds - len(ROUNDS)) % 9]}索{at + 1}局"
    return name_ if not repeats else gettext("%(round)s, repeat %(n)d", round=name_, n=repeats)


def name(game: play.Game, seat_: int) -> str:
    who = game.header.seats[seat_]
    return gettext("You") if seat_ == game.seat else gettext(play.BOT_NAMES.get(who, who))


def number(p: float) -> str:
    """Points as digits; whole ones without a point, negative ones with a true minus sign."""
    return present.number(int(p) if p == int(p) else p).replace("-", "−")


def change(p: float) -> str:
    """A payment with its sign."""
    return ("+" if p > 0 else "±" if p == 0 else "") + number(p)


def seat(game: play.Game, view: View, s: SeatView) -> dict[str, object]:
    notes = [gettext("dealer") if s.dealer else gettext("non-dealer")]
    if s.riichi is not None:
        notes.append(gettext("double riichi") if s.riichi.double else gettext("riichi"))
    last = len(s.river) - 1 if view.stage is Stage.CLAIM and s.seat == view.turn else -1
    return {
        "name": name(game, s.seat),
        "note": " · ".join(notes),
        "points": number(s.points),
        "unit": gettext(game.rules.terms.points),
        "river": river(s.river, last),
        "melds": [present.meld(m) for m in s.melds],
        "tiles": s.tiles,
        "open": [] if s.hand is None else shown_hand(s.hand),
        "turn": not view.over and s.seat == view.turn,
    }


def river(thrown: Sequence[Thrown], last: int = -1) -> present.Tiles:
    return [present.tile(t.tile, dim=t.drawn, turned=t.riichi, last=i == last) for i, t in enumerate(thrown)]


def shown_hand(hand: Hand) -> present.Tiles:
    """A hand to look at: sorted, the drawn tile apart."""
    drawn = [] if hand.drawn is None else [present.tile(hand.drawn, drawn=True)]
    return [*present.sorted_tiles(hand.concealed), *drawn]


# ------------------------------------------------------------------ what may be done


def riichi_discards(view: View) -> tuple[Discard, ...]:
    return tuple(a for a in view.legal if isinstance(a, Discard) and a.riichi)


def kongs(view: View) -> tuple[Kong, ...]:
    return tuple(a for a in view.legal if isinstance(a, Kong))


def possible(view: View, step: Step, asks: bool) -> bool:
    """Whether a step can be begun now; `asks` as in `play.Table.names_waits`."""
    return {
        Step.NONE: True,
        Step.RIICHI: bool(riichi_discards(view)),
        Step.KONG: bool(kongs(view)),
        Step.WIN: asks,
    }[step]


def own_hand(view: View, sort: bool, step: Step) -> present.Tiles:
    """The person's tiles, each with what pressing it does (nothing: it is locked while others may be pressed)."""
    allowed = {a.text for a in view.legal}
    hand = view.hand
    rest = sort_tiles(hand.concealed) if sort else hand.concealed
    turn = any(isinstance(a, Discard) for a in view.legal)
    out = []
    for t, drawn in [*((t, False) for t in rest), *([(hand.drawn, True)] if hand.drawn is not None else [])]:
        does: dict[Step, tuple[Action, str]] = {
            Step.NONE: (Discard(t, drawn), gettext("Discard %(tile)s", tile=present.tile_label(t))),
            Step.RIICHI: (
                Discard(t, drawn, riichi=True), gettext("Declare riichi with %(tile)s", tile=present.tile_label(t))
            ),
            Step.KONG: (Kong(kind(t)), gettext("Declare a kong of %(tile)s", tile=present.tile_label(t))),
        }  # fmt: skip
        action, spoken = does.get(step, (None, ""))
        pressed = action.text if action is not None and action.text in allowed else ""
        out.append(present.tile(t, drawn=drawn, action=pressed, spoken=spoken, locked=turn and not pressed))
    return out


def acts(view: View, step: Step, asks: bool) -> list[dict[str, object]]:
    """All choices beside discards, always in the same places, pass last; those not possible now are shown as such.

    A button sends `action`, a link asks for `step`, `armed` is the step begun; with none of them it is not possible.
    """
    terms, free = view.rules.terms, step is Step.NONE
    konged = kongs(view)
    one = konged[0] if len(konged) == 1 else None
    win = any(isinstance(a, TakeWin) for a in view.legal) and not asks
    win_label = terms.win_discard if view.offered is not None else terms.win_self_draw
    kong = _act(terms.kong, "杠", "k", one.text if one else "", Step.KONG if konged else Step.NONE)
    kong["tiles"] = [present.kind_tile(one.kind)] if one else []
    out = [kong]
    if view.rules.riichi is not None:
        out.append(_act(terms.ready, "立直", "r", "", Step.RIICHI if riichi_discards(view) else Step.NONE))
    out.append(_act(win_label, "和", "w", "win" if win else "", Step.WIN if asks else Step.NONE))
    if free:
        return [*out, {**_act(N_("Pass"), "过", "Escape", "pass" if Pass() in view.legal else ""), "quiet": True}]
    begun = [{**a, "armed": a["step"] == step, "action": "", "step": "", "tiles": []} for a in out]
    return [*begun, {**_act(N_("Cancel"), "", "Escape", ""), "quiet": True, "back": True}]


def _act(label: str, own: str, key: str, action: str, step: Step = Step.NONE) -> dict[str, object]:
    said = gettext(label)
    return {
        "label": said,
        "own": own if said.isascii() else "",
        "action": action,
        "step": "" if action else str(step),
        "key": key,
        "cap": "Esc" if key == "Escape" else key,
    }


def task(view: View, step: Step) -> str:
    """What the person is asked to do now."""
    if step is Step.RIICHI:
        return gettext("Riichi: press the tile to declare it with.")
    if step is Step.KONG:
        return gettext("Kong: press one of the four tiles.")
    if step is Step.WIN:
        return gettext("Name all waits of the hand, then declare the win.")
    if view.offered is not None:
        return gettext("Discarded by the opponent: win or pass?")
    if view.me.riichi is not None:
        return gettext("In riichi: only the drawn tile can be thrown.")
    return gettext("Your turn: throw a tile.") if view.legal else ""


# ------------------------------------------------------------------ what has happened

DRAWN = {
    "wall_empty": N_("Drawn: the wall is empty"),
    "discard_limit": N_("Drawn: everybody has made all discards"),
    "nine_kinds": N_("Drawn: nine kinds of terminals and honors"),
    "four_kongs": N_("Drawn: four kongs"),
}
"""A deal that nobody won, by its reason."""


def log(game: play.Game, events: Sequence[ev.Event]) -> list[dict[str, object]]:
    """The deal's log in order; draws and payments are left out."""
    return [happened(game, e) for e in events if not isinstance(e, (ev.Deal, ev.Draw, ev.Settle, ev.End))]


def happened(game: play.Game, e: ev.Event) -> dict[str, object]:
    """An event in words, with its tile where there is one."""
    if isinstance(e, ev.Deal):
        who = name(game, e.dealer)
        mine = e.dealer == game.seat
        return _said(gettext("You deal the tiles") if mine else gettext("%(who)s deals the tiles", who=who))
    if isinstance(e, ev.Indicator):
        return _said(gettext("An indicator is turned"), e.tile)
    if isinstance(e, ev.DrawGame):
        return _said(gettext(DRAWN[e.reason]))
    if isinstance(e, ev.Settle):
        return _said(gettext("Points are paid"))
    if isinstance(e, ev.End):
        return _said(gettext("The match is over"))
    who, mine = name(game, e.seat), e.seat == game.seat
    if isinstance(e, ev.Draw):
        if e.source == "replacement":
            text = gettext("You draw a replacement") if mine else gettext("%(who)s draws a replacement", who=who)
        else:
            text = gettext("You draw") if mine else gettext("%(who)s draws", who=who)
    elif isinstance(e, ev.Discard):
        if e.riichi:
            text = gettext("You declare riichi") if mine else gettext("%(who)s declares riichi", who=who)
        elif e.drawn:
            text = gettext("You discard, as drawn") if mine else gettext("%(who)s discards, as drawn", who=who)
        else:
            text = gettext("You discard") if mine else gettext("%(who)s discards", who=who)
    elif isinstance(e, ev.Kong):
        text = (
            gettext("You declare a concealed kong") if mine else gettext("%(who)s declares a concealed kong", who=who)
        )
    elif isinstance(e, ev.Win):
        text = gettext("You win") if mine else gettext("%(who)s wins", who=who)
    elif isinstance(e, ev.FalseWin):
        text = gettext("You declare a false win") if mine else gettext("%(who)s declares a false win", who=who)
    else:
        return _said(gettext("You pass") if mine else gettext("%(who)s passes", who=who))
    return {"text": text, "tile": None if e.tile is None else present.tile(e.tile)}


def _said(text: str, tile: Tile | None = None) -> dict[str, object]:
    return {"text": text, "tile": None if tile is None else present.tile(tile)}


# ------------------------------------------------------------------ how a deal ended


def result(game: play.Game, view: View, waits: Sequence[Sequence[Kind]]) -> dict[str, object]:
    """How the deal ended: wins line by line, false wins with the reason, at a draw both hands and their waits."""
    rules = game.rules
    wins = [win(game, view, e) for e in view.results if isinstance(e, ev.Win)]
    false = [false_win(game, view, e, waits[e.seat]) for e in view.results if isinstance(e, ev.FalseWin)]
    draw = next((e for e in view.results if isinstance(e, ev.DrawGame)), None)
    payments = [0.0] * rules.seats
    nagashi: list[str] = []
    for s in view.settled:
        payments = [a + b for a, b in zip(payments, s.payments, strict=True)]
        nagashi += [name(game, i) for i in s.nagashi]
    mine_first = [game.seat, *(i for i in range(rules.seats) if i != game.seat)]
    shown = {e.seat for e in view.results if isinstance(e, (ev.Win, ev.FalseWin))}
    title = gettext("Drawn: the wall is empty")
    if wins:
        title = " · ".join(str(w["title"]) for w in wins)
    elif false:
        title = " · ".join(str(f["title"]) for f in false)
    return {
        "title": title,
        "wins": wins,
        "false": false,
        "ready": []
        if draw is None
        else [ready(game, view, i, waits[i] if draw.ready[i] else None) for i in mine_first],
        "rest": [] if draw is not None else [open_hand(game, view, i) for i in mine_first if i not in shown],
        "nagashi": nagashi,
        "payments": [
            {
                "name": name(game, i),
                "change": change(p),
                "way": "up" if p > 0 else "down" if p < 0 else "",
                "points": number(view.seats[i].points),
                "unit": gettext(rules.terms.points),
            }
            for i, p in ((i, payments[i]) for i in mine_first)
        ],
    }


def open_hand(game: play.Game, view: View, seat_: int) -> dict[str, object]:
    """A hand laid open at the end of a deal."""
    hand = view.seats[seat_].hand
    assert hand is not None
    return {"name": name(game, seat_), "hand": shown_hand(hand), "melds": [present.meld(m) for m in hand.melds]}


def ready(game: play.Game, view: View, seat_: int, waits: Sequence[Kind] | None) -> dict[str, object]:
    """A seat at an exhausted wall: its hand, and what it waits for (None: it is not ready)."""
    return {
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
        "melds": [present.meld(m) for m in hand.melds],
        "tile": None if e.tile is None else present.tile(e.tile, won=True),
        "named": None if e.waits is None else [present.kind_tile(k) for k in e.waits],
        "waits": [present.kind_tile(k) for k in waits],
    }


def win(game: play.Game, view: View, e: ev.Win) -> dict[str, object]:
    """A win with its score as a score card prints it."""
    hand = view.seats[e.seat].hand
    assert hand is not None
    rules = game.rules
    won = Win(Hand(hand.concealed, hand.melds), e.tile, Circumstance(By(e.by), e.seat == view.dealer))
    how = {
        By.SELF_DRAW: (N_("You win by self-draw"), N_("%(who)s wins by self-draw")),
        By.DISCARD: (N_("You win from a discard"), N_("%(who)s wins from a discard")),
        By.ROBBED_KONG: (N_("You win by robbing a kong"), N_("%(who)s wins by robbing a kong")),
    }[By(e.by)]
    return {
        "title": gettext(how[0]) if e.seat == game.seat else gettext(how[1]) % {"who": name(game, e.seat)},
        "hand": present.sorted_tiles(hand.concealed),
        "melds": [present.meld(m) for m in hand.melds],
        "tile": present.tile(e.tile),
        "score": present.score(rules, won, recorded(rules, e)),
    }


def recorded(rules: Ruleset, e: ev.Win) -> ScoreBreakdown:
    """The score that a record holds, as the scorer gave it; parts of fu and base points are not recorded."""
    labels = {row.id: row.label for row in rules.scoring.table.rows}
    s = e.score
    lines = [ScoreLine(x["id"], x["name"], labels.get(x["id"], x["name"]), x["value"], x["count"]) for x in s["lines"]]
    struck = [StruckLine(x["id"], x["name"], labels.get(x["id"], x["name"]), x["by"]) for x in s.get("struck", ())]
    reached = None if s["limit"] is None else Limit(s["limit"])
    worth = Worth(tuple(lines), tuple(struck), s["total"], s["fu"], (), reached, s["yakuman"], 0)
    return ScoreBreakdown(complete=True, legal=True, worth=worth, points=s["points"], reading=None)


def end(game: play.Game, view: View) -> dict[str, object]:
    assert view.end is not None
    first = view.end.ranking[0]
    mine = first == game.seat
    return {
        "title": gettext("You win the match") if mine else gettext("%(who)s wins the match", who=name(game, first)),
        "reason": gettext(ENDS[view.end.reason]),
    }
