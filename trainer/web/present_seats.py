"""Who sits at the table of a practice game, as templates print it: names, winds, points, hands, rivers."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext, ngettext

from trainer.game import event as ev
from trainer.game.state import State, Thrown
from trainer.game.view import SeatView, View
from trainer.hands import Hand
from trainer.rules.variant import Flag, Ruleset
from trainer.text import N_
from trainer.tiles import Kind
from trainer.usecases import play
from trainer.web import present

EAST = 27
WINDS = (N_("East"), N_("South"), N_("West"), N_("North"))
SIGNS = ("东", "南", "西", "北")
ROUNDS = (*SIGNS, "白", "發", "中")


def name(game: play.Game, seat_: int) -> str:
    """What a player is called; several bots are told apart by their places after the person."""
    if seat_ == game.seat:
        return gettext("You")
    who = game.header.seats[seat_]
    said = gettext(play.BOT_NAMES.get(who, who))
    place = (seat_ - game.seat) % game.rules.seats
    return said if game.rules.seats == 2 else f"{said} {place}"


def sits(rules: Ruleset, place_: int) -> str:
    """Where a player sits who is so many turns after the person, at a table of more than two."""
    if rules.seats == 2 or not place_:
        return ""
    last = rules.seats - 1
    return gettext("after you") if place_ == 1 else gettext("before you") if place_ == last else gettext("across")


def number(p: float) -> str:
    """Points as digits; whole ones without a point, negative ones with a true minus sign."""
    return present.number(int(p) if p == int(p) else p).replace("-", "−")


def change(p: float) -> str:
    """A payment with its sign."""
    return ("+" if p > 0 else "±" if p == 0 else "") + number(p)


def wind(k: Kind) -> str:
    return gettext(WINDS[k - EAST])


def deal_label(rules: Ruleset, deal: int, turns: tuple[int, int]) -> str:
    """`East 1` in a match of rounds, otherwise `Deal 3`, or the round's name where the option asks for it.

    `turns` as in `play.dealer_turns`: while a dealer repeats, his round keeps its name. Hands added to a match count on
    in its last round.
    """
    passed, repeats = turns
    rounds, at = divmod(passed, rules.seats)
    if rules.match.rounds:
        rounds = min(rounds, len(rules.match.rounds) - 1)
        return gettext("%(wind)s %(n)d", wind=wind(rules.match.rounds[rounds]), n=passed - rounds * rules.seats + 1)
    if not rules.round_label:
        return gettext("Deal %(n)d", n=deal)
    if rounds < len(ROUNDS):
        name_ = f"{ROUNDS[rounds]}{at + 1}局"
    else:
        name_ = f"{'一二三四五六七八九'[(rounds - len(ROUNDS)) % 9]}索{at + 1}局"
    return name_ if not repeats else gettext("%(round)s, repeat %(n)d", round=name_, n=repeats)


def place(rules: Ruleset, seat_: int, dealer: int) -> dict[str, str]:
    """A seat's wind where the game has one, in a word and as a sign, and whether it deals."""
    k = rules.seat_winds[(seat_ - dealer) % rules.seats]
    deals = gettext("dealer") if seat_ == dealer else gettext("non-dealer")
    if k is None:
        return {"wind": "", "sign": "", "note": deals}
    said = wind(k)
    return {"wind": said, "sign": SIGNS[k - EAST], "note": f"{said} · {deals}" if seat_ == dealer else said}


def seat(game: play.Game, view: View, s: SeatView, offered: bool = False) -> dict[str, object]:
    """A seat as the viewer sees it; `offered`: the last tile of its river may be taken now."""
    where = place(game.rules, s.seat, view.dealer)
    tag = declaration(s)
    notes = [where["note"], *([tag] if tag else [])]
    who = name(game, s.seat)
    if s.seat == game.seat:
        title = gettext("Your discards")
    elif game.rules.seats == 2:
        title = gettext("Opponent’s discards")
    else:
        title = gettext("Discards of %(who)s", who=who)
    return {
        **where,
        "name": who,
        "sits": sits(game.rules, (s.seat - game.seat) % game.rules.seats),
        "deals": gettext("dealer") if s.dealer else "",
        "note": " · ".join(notes),
        "tag": gettext("ready") if s.declared is not None else tag,
        "points": number(s.points),
        "unit": present.points_word(game.rules, s.points),
        "title": title,
        "river": river(s.river, len(s.river) - 1 if offered and s.seat == view.turn else -1),
        "melds": [present.meld(m) for m in s.melds],
        "aside": present.tiles(s.aside),
        "flowers": present.tiles(s.flowers),
        "won": present.tiles(s.won),
        "tiles": s.tiles,
        "open": [] if s.hand is None else shown_hand(s.hand),
        "turn": not view.over and s.seat == view.turn,
    }


def declaration(s: SeatView) -> str:
    """How a seat has declared its hand, or how often it has won while the deal goes on; empty where neither."""
    if s.riichi is not None:
        return gettext("double riichi") if s.riichi.double else gettext("riichi")
    if s.won:
        return ngettext("%(num)d win", "%(num)d wins", len(s.won))
    if s.declared is None:
        return ""
    return gettext("ready at the deal") if s.declared is Flag.READY_AT_DEAL else gettext("declared ready")


def river(thrown: Sequence[Thrown], last: int = -1) -> present.Tiles:
    """Discards in order; one that another seat claimed is faded, one that declared the hand is turned."""
    out = []
    for i, t in enumerate(thrown):
        turned = t.riichi or t.ready
        shown = present.tile(t.tile, dim=t.drawn and not t.called, turned=turned, last=i == last, called=t.called)
        if t.called:
            shown["label"] = gettext("%(tile)s, claimed", tile=shown["label"])
        out.append(shown)
    return out


def shown_hand(hand: Hand) -> present.Tiles:
    """A hand to look at: sorted, the drawn tile apart."""
    drawn = [] if hand.drawn is None else [present.tile(hand.drawn, drawn=True)]
    return [*present.sorted_tiles(hand.concealed), *drawn]


def discards(rules: Ruleset) -> int:
    """About how many discards each seat makes in a deal that nobody wins."""
    if rules.draws.discards:
        return rules.draws.discards
    return (rules.tiles.size() - rules.deal.dead_wall - rules.seats * rules.deal.hand) // rules.seats


LONG = 10
"""A river of more discards than this takes several rows."""


def middle(seen: View | State, deal: ev.Event | None) -> dict[str, object]:
    """What lies in the middle of the table: counters, sticks, indicators, the kind drawn by lot and the dice of the
    deal, where the game has them. `deal` is the event that the deal began with."""
    rules = seen.rules
    cost = rules.riichi.cost if rules.riichi is not None else 0
    thrown = deal.dice if isinstance(deal, ev.Deal) else None
    lies = {
        "honba": seen.honba if rules.match.counters else None,
        "sticks": seen.sticks if cost else None,
        "indicators": present.tiles(seen.indicators) if rules.dora.shown else None,
        "bonus_kind": None if seen.bonus_kind is None else present.kind_tile(seen.bonus_kind),
        "dice": None if thrown is None else [{"face": n, "pips": PIPS[n]} for n in thrown],
    }
    return {**lies, "any": any(x is not None for x in lies.values())}


PIPS = {
    1: ((6, 6),),
    2: ((3, 3), (9, 9)),
    3: ((3, 3), (6, 6), (9, 9)),
    4: ((3, 3), (3, 9), (9, 3), (9, 9)),
    5: ((3, 3), (3, 9), (6, 6), (9, 3), (9, 9)),
    6: ((3, 3), (3, 6), (3, 9), (9, 3), (9, 6), (9, 9)),
}
"""Where the pips of a die lie in a square of 12, by its face."""
