"""A practice game as templates print it: the table, the result of a deal, the review, the replay."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext, ngettext

from trainer.analysis import Grade
from trainer.game import event as ev
from trainer.game.action import Discard, Kong, Pass, TakeWin
from trainer.game.state import Stage, State, Thrown
from trainer.game.view import SeatView, View
from trainer.hands import Hand
from trainer.rules.variant import Ruleset
from trainer.text import N_
from trainer.tiles import sort_tiles, tile_text, tiles_of
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
ROUNDS = ("东", "南", "西", "北", "白", "發", "中")


def bot_choices() -> list[dict[str, object]]:
    return [{"value": name, "label": gettext(label)} for name, label in play.BOT_LABELS.items()]


def listed(x: play.Listed) -> dict[str, object]:
    mine = x.points[x.seat] if x.points else 0
    others = [p for i, p in enumerate(x.points) if i != x.seat]
    return {
        "id": x.stored.id,
        "variant": x.stored.variant,
        "open": x.stored.status == "open",
        "updated": x.stored.updated[:16].replace("T", " "),
        "deal": gettext("deal %(n)d", n=x.deal),
        "points": " : ".join(present.number(p) for p in (mine, *others)),
    }


def table(t: play.Table, prefs: dict[str, str]) -> dict[str, object]:
    """Everything the table shows, from the person's view alone."""
    game, view = t.game, t.view
    rules = game.rules
    sort = prefs["sort"] == "on" and not rules.training.no_sorting
    me = view.me
    others = [seat(game, view, s) for s in view.seats if s.seat != view.seat]
    return {
        "id": game.stored.id,
        "seen": view.seen,
        "variant": present.variant_name(catalog.variant(rules.key)),
        "label": deal_label(rules, view),
        "left": view.left,
        "left_label": ngettext("%(num)d tile left", "%(num)d tiles left", view.left),
        "me": seat(game, view, me),
        "others": others,
        "hand": own_hand(view, sort),
        "own_melds": [present.meld(m) for m in view.hand.melds],
        "acts": acts(view),
        "ask_waits": rules.training.declare_waits and any(isinstance(a, TakeWin) for a in view.legal),
        "pad": [present.kind_tile(k, digit=str(k % 9 + 1)) for k in rules.tiles.kinds],
        "riichi_discards": riichi_discards(view),
        "turn": bool(view.legal),
        "offered": None if view.offered is None else present.tile(view.offered),
        "furiten": view.furiten and not rules.training.no_sorting,
        "over": view.over,
        "result": result(game, view) if view.over else None,
        "end": end(game, view) if view.end is not None else None,
        "commitment": view.commitment,
        "wall": present.tiles(view.wall),
        "salt": view.salt,
        "log": [line for e in reversed(t.latest) if (line := log(game, e)) is not None],
        "refused": None if t.refused is None else present.refusal(t.refused),
    }


def deal_label(rules: Ruleset, view: View) -> str:
    """`Deal 3`, or the round's name where the option asks for it (rules 1, display only)."""
    if not rules.round_label:
        return gettext("Deal %(n)d", n=view.deal)
    rounds, number = divmod(view.deal - 1, len(view.seats))
    if rounds < len(ROUNDS):
        return f"{ROUNDS[rounds]}{number + 1}局"
    return f"{'一二三四五六七八九'[(rounds - len(ROUNDS)) % 9]}索{number + 1}局"


def name(game: play.Game, seat_: int) -> str:
    who = game.header.seats[seat_]
    return gettext("You") if seat_ == game.seat else gettext("Bot “%(name)s”", name=who)


def seat(game: play.Game, view: View, s: SeatView) -> dict[str, object]:
    notes = [gettext("dealer") if s.dealer else gettext("non-dealer")]
    if s.riichi is not None:
        notes.append(gettext("double riichi") if s.riichi.double else gettext("riichi"))
    last = len(s.river) - 1 if view.stage is Stage.CLAIM and s.seat == view.turn else -1
    open_hand = [] if s.hand is None or s.seat == view.seat else present.tiles(sort_tiles(s.hand.tiles))
    return {
        "name": name(game, s.seat),
        "note": " · ".join(notes),
        "points": present.points(game.rules, s.points),
        "river": river(s.river, last),
        "melds": [present.meld(m) for m in s.melds],
        "hidden": [] if s.hand is not None else [present.back()] * s.tiles,
        "open": open_hand,
        "riichi": s.riichi is not None,
        "discards": ngettext("%(num)d discard", "%(num)d discards", len(s.river)),
    }


def river(thrown: Sequence[Thrown], last: int = -1) -> present.Tiles:
    return [present.tile(t.tile, dim=t.drawn, turned=t.riichi, last=i == last) for i, t in enumerate(thrown)]


def own_hand(view: View, sort: bool) -> present.Tiles:
    """The person's tiles, each with the discard it stands for (empty when it may not be thrown)."""
    allowed = {a.text for a in view.legal if isinstance(a, Discard)}
    hand = view.hand
    rest = sort_tiles(hand.concealed) if sort else hand.concealed
    out = []
    for t, drawn in [*((t, False) for t in rest), *([(hand.drawn, True)] if hand.drawn is not None else [])]:
        action = Discard(t, drawn).text
        out.append(present.tile(t, drawn=drawn, action=action if action in allowed else ""))
    return out


def riichi_discards(view: View) -> present.Tiles:
    """The tiles that riichi may be declared with, each once: equal tiles are one choice, the drawn one first."""
    found = {a.tile: a for a in view.legal if isinstance(a, Discard) and a.riichi}
    return [present.tile(t, action=a.text) for t, a in found.items()]


def acts(view: View) -> list[dict[str, object]]:
    """All choices beside discards, always in the same places; those not possible are shown as such."""
    terms = view.rules.terms
    kongs = [a for a in view.legal if isinstance(a, Kong)]
    win = any(isinstance(a, TakeWin) for a in view.legal)
    win_label = terms.win_discard if view.offered is not None else terms.win_self_draw
    out: list[dict[str, object]] = [
        {"label": gettext(terms.kong), "own": "杠", "action": a.text, "tiles": [present.kind_tile(a.kind)], "key": "k"}
        for a in kongs
    ] or [{"label": gettext(terms.kong), "own": "杠", "action": "", "tiles": []}]
    out.append({"label": gettext(win_label), "own": "和", "action": "win" if win else "", "tiles": [], "key": "w"})
    if Pass() in view.legal:
        out.append({"label": gettext("Pass"), "own": "过", "action": "pass", "tiles": [], "key": "Escape"})
    return out


def log(game: play.Game, e: ev.Event) -> dict[str, object] | None:
    """A line of the deal's log; draws are left out."""
    if not isinstance(e, (ev.Discard, ev.Kong, ev.Pass)):
        return None
    who, mine = name(game, e.seat), e.seat == game.seat
    if isinstance(e, ev.Discard):
        if e.riichi:
            text = gettext("You declare riichi") if mine else gettext("%(who)s declares riichi", who=who)
        elif e.drawn:
            text = gettext("You discard, as drawn") if mine else gettext("%(who)s discards, as drawn", who=who)
        else:
            text = gettext("You discard") if mine else gettext("%(who)s discards", who=who)
        return {"text": text, "tile": present.tile(e.tile)}
    if isinstance(e, ev.Kong):
        text = gettext("You set apart a kong") if mine else gettext("%(who)s sets apart a kong", who=who)
        return {"text": text, "tile": present.tile(e.tile)}
    text = gettext("You pass") if mine else gettext("%(who)s passes", who=who)
    return {"text": text, "tile": None}


def result(game: play.Game, view: View) -> dict[str, object]:
    """How the deal ended: wins line by line, false wins with the reason, draws with who was ready."""
    rules = game.rules
    wins = [win(game, view, e) for e in view.results if isinstance(e, ev.Win)]
    false = [
        {"name": name(game, e.seat), "why": gettext(REASONS[e.wrong])}
        for e in view.results
        if isinstance(e, ev.FalseWin)
    ]
    draw = next((e for e in view.results if isinstance(e, ev.DrawGame)), None)
    payments = [0.0] * rules.seats
    nagashi: list[str] = []
    for s in view.settled:
        payments = [a + b for a, b in zip(payments, s.payments, strict=True)]
        nagashi += [name(game, i) for i in s.nagashi]
    title = gettext("Drawn: the wall is empty")
    if wins:
        title = gettext("You win") if any(w["mine"] for w in wins) else gettext("The opponent wins")
    elif false:
        title = gettext("False win")
    return {
        "title": title,
        "wins": wins,
        "false": false,
        "ready": []
        if draw is None
        else [
            {"name": name(game, i), "ready": gettext("ready") if ready else gettext("not ready")}
            for i, ready in enumerate(draw.ready)
        ],
        "nagashi": nagashi,
        "payments": [
            {
                "name": name(game, i),
                "change": ("+" if p > 0 else "−" if p < 0 else "±") + present.number(abs(_whole(p))),
                "points": present.points(rules, view.seats[i].points),
                "mine": i == game.seat,
            }
            for i, p in enumerate(payments)
        ],
    }


def _whole(x: float) -> float:
    return int(x) if x == int(x) else x


def win(game: play.Game, view: View, e: ev.Win) -> dict[str, object]:
    labels = {r.id: r for r in game.rules.scoring.table.rows}
    s = e.score
    yakuman = bool(s["yakuman"])
    hand = view.seats[e.seat].hand
    rest = () if hand is None else hand.concealed
    return {
        "mine": e.seat == game.seat,
        "name": name(game, e.seat),
        "how": gettext("by self-draw") if e.of is None else gettext("from a discard"),
        "hand": present.tiles(sort_tiles(rest)),
        "melds": [] if hand is None else [present.meld(m) for m in hand.melds],
        "tile": present.tile(e.tile, won=True),
        "lines": [
            {
                "label": gettext(labels[x["id"]].label) if x["id"] in labels else x["name"],
                "own": x["name"],
                "value": gettext("yakuman") if yakuman else ngettext("%(num)d han", "%(num)d han", x["value"]),
            }
            for x in s["lines"]
        ],
        "total": ngettext("%(num)d yakuman", "%(num)d yakuman", s["yakuman"])
        if yakuman
        else ngettext("%(num)d han", "%(num)d han", s["total"]),
        "limit": gettext(str(s["limit"]).replace("_", " ")) if s["limit"] and not yakuman else "",
        "points": present.points(game.rules, s["points"]),
    }


def end(game: play.Game, view: View) -> dict[str, object]:
    assert view.end is not None
    first = view.end.ranking[0]
    reasons = {"bust": gettext("somebody is below zero"), "length": gettext("the last deal is played")}
    return {
        "title": gettext("You win the match") if first == game.seat else gettext("The opponent wins the match"),
        "reason": reasons[view.end.reason],
        "ranking": [
            {"name": name(game, i), "points": present.points(game.rules, view.end.points[i])} for i in view.end.ranking
        ],
    }


# ------------------------------------------------------------------ review


def decision(game: play.Game, d: play.Decision) -> dict[str, object]:
    """A discard of the review: the hand, what was thrown, what was best, the loss."""
    hand = d.view.hand
    drawn = [] if hand.drawn is None else [present.tile(hand.drawn, drawn=True)]
    return {
        "at": d.at,
        "title": gettext("Deal %(deal)d, turn %(turn)d", deal=d.deal, turn=d.turn),
        "grade": str(d.choice.grade),
        "grade_label": present.grade(d.choice.grade),
        "hand": [*present.tiles(sort_tiles(hand.concealed)), *drawn],
        "melds": [present.meld(m) for m in hand.melds],
        "you": present.tile(d.action.tile),
        "best": present.tile(d.best.discard) if d.best.discard is not None else None,
        "loss": present.loss(d.analysis, game.rules, d.choice),
        "win": present.percent(d.choice.win_prob),
        "best_win": present.percent(d.best.win_prob),
        "mistake": d.choice.grade in (Grade.MISTAKE, Grade.BLUNDER, Grade.INACCURACY),
        "link": present.query(
            {
                "variant": [game.rules.key],
                "hand": ["".join(tile_text(t) for t in hand.tiles)],
                "melds": [" ".join(m.text for m in hand.melds)],
                "seen": ["".join(tile_text(t) for t in tiles_of(d.view.visible))],
                "draws": [str(d.view.draws)],
                "goal": ["win"],
                "o.suit": [str(game.rules.option("suit"))] if "suit" in dict(game.rules.options) else [],
            }
        ),
    }


def review_summary(decisions: Sequence[play.Decision]) -> list[dict[str, object]]:
    return [
        {"grade": str(g), "label": present.grade(g), "number": sum(d.choice.grade is g for d in decisions)}
        for g in Grade
    ]


def replay(game: play.Game, state: State, view: View, n: int, limit: int) -> dict[str, object]:
    """A past moment with open hands."""
    seats = []
    for i, s in enumerate(state.seats):
        hand: Hand = s.hand
        drawn: list[dict[str, object]] = [] if hand.drawn is None else [present.tile(hand.drawn, drawn=True)]
        seats.append(
            {
                "name": name(game, i),
                "mine": i == game.seat,
                "hand": [*present.tiles(sort_tiles(hand.concealed)), *drawn],
                "melds": [present.meld(m) for m in hand.melds],
                "river": river(s.river),
                "points": present.points(game.rules, state.points[i]),
            }
        )
    seats.sort(key=lambda x: bool(x["mine"]))
    event = game.events[n - 1] if n else None
    line = None if event is None else log(game, event)
    return {
        "id": game.stored.id,
        "seats": seats,
        "n": n,
        "limit": limit,
        "back": max(0, n - 1),
        "onward": min(limit, n + 1),
        "label": gettext("Deal %(n)d", n=state.deal) if state.deal else "",
        "left": ngettext("%(num)d tile left", "%(num)d tiles left", state.left) if state.wall else "",
        "line": line,
        "result": result(game, view) if view.over else None,
    }


