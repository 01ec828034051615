"""Who sits at the table of a practice game, as templates print it: names, winds, points, hands, rivers."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext

from trainer.game.state import Thrown
from trainer.game.view import SeatView, View
from trainer.hands import Hand
from trainer.rules.variant import Ruleset
from trainer.text import N_
from trainer.tiles import Kind, Tile
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
    notes = [where["note"]]
    if s.riichi is not None:
        notes.append(gettext("double riichi") if s.riichi.double else gettext("riichi"))
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
        "note": " · ".join(notes),
        "points": number(s.points),
        "unit": gettext(game.rules.terms.points),
        "title": title,
        "river": river(s.river, len(s.river) - 1 if offered and s.seat == view.turn else -1),
        "melds": [present.meld(m) for m in s.melds],
        "aside": present.tiles(s.aside),
        "tiles": s.tiles,
        "open": [] if s.hand is None else shown_hand(s.hand),
        "turn": not view.over and s.seat == view.turn,
    }


def river(thrown: Sequence[Thrown], last: int = -1) -> present.Tiles:
    """Discards in order; one that another seat claimed is faded."""
    out = []
    for i, t in enumerate(thrown):
        shown = present.tile(t.tile, dim=t.drawn and not t.called, turned=t.riichi, last=i == last, called=t.called)
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


def middle(rules: Ruleset, honba: int, sticks: int, indicators: Sequence[Tile]) -> dict[str, object]:
    """What lies in the middle of the table: counters, sticks and indicators, where the game has them."""
    cost = rules.riichi.cost if rules.riichi is not None else 0
    return {
        "honba": honba if rules.match.counters else None,
        "sticks": sticks if cost else None,
        "indicators": present.tiles(indicators) if rules.dora.shown else None,
    }
