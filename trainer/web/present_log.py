"""What has happened in a practice game, in words and tiles: the log of a deal, a step of a replay."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext

from trainer.game import event as ev
from trainer.game.readiness import KONG_TILES
from trainer.game.state import Source
from trainer.hands import Form
from trainer.rules.variant import Ruleset
from trainer.text import N_
from trainer.tiles import Tile, sort_tiles
from trainer.usecases import play
from trainer.web import present
from trainer.web.present_seats import name, number

DRAWN = {
    "wall_empty": N_("Drawn: the wall is empty"),
    "discard_limit": N_("Drawn: everybody has made all discards"),
    "nine_kinds": N_("Drawn: nine kinds of terminals and honors"),
    "four_kongs": N_("Drawn: four kongs"),
    "hit": N_("Drawn: a wait was named"),
    "eight_flowers": N_("All eight flowers are shown"),
}
"""How a deal ended that no win ended, by its reason."""

Said = dict[str, object]

UNTOLD = (ev.Draw, ev.Turn, ev.End)
"""Events that a log leaves out; of payments it tells only those made during a deal, of a deal its dice."""


def _told(rules: Ruleset, e: ev.Settle) -> bool:
    """Whether a payment is one of those that are made during a deal; where play goes on after a win they all are."""
    return e.reason == "riichi" or (rules.wins.go_on and any(e.payments))


def drawn(game: play.Game, e: ev.DrawGame) -> str:
    """How a deal ended that no win ended. Where play goes on after a win, an empty wall makes no draw."""
    if e.reason == "wall_empty" and game.rules.wins.go_on:
        return gettext("The wall is empty")
    return gettext(DRAWN[e.reason])


def log(game: play.Game, events: Sequence[ev.Event]) -> list[Said]:
    """The deal's log in order."""
    return [
        happened(game, e)
        for e in events
        if not isinstance(e, UNTOLD)
        and not (isinstance(e, ev.Settle) and not _told(game.rules, e))
        and not (isinstance(e, ev.Deal) and e.dice is None)
    ]


def happened(game: play.Game, e: ev.Event) -> Said:
    """An event in words, with its tiles where there are some."""
    match e:
        case ev.Deal(dice=(first, second)):
            return _by(
                game, e.dealer, N_("Dice: %(what)s; you deal the tiles"), N_("Dice: %(what)s; %(who)s deals the tiles"),
                what=f"{first} + {second}",
            )  # fmt: skip
        case ev.Deal():
            return _by(game, e.dealer, N_("You deal the tiles"), N_("%(who)s deals the tiles"))
        case ev.Draw(source="replacement"):
            return _by(game, e.seat, N_("You draw a replacement"), N_("%(who)s draws a replacement"), e.tile)
        case ev.Draw():
            return _by(game, e.seat, N_("You draw"), N_("%(who)s draws"), e.tile)
        case ev.Turn():
            return _by(game, e.seat, N_("It is your turn"), N_("It is the turn of %(who)s"))
        case ev.Declare():
            return _by(
                game, e.seat, N_("You declare the dealt hand ready"), N_("%(who)s declares the dealt hand ready")
            )
        case ev.Discard(riichi=True):
            return _by(game, e.seat, N_("You declare riichi"), N_("%(who)s declares riichi"), e.tile)
        case ev.Discard(ready=True):
            return _by(game, e.seat, N_("You declare a ready hand"), N_("%(who)s declares a ready hand"), e.tile)
        case ev.Discard(drawn=True):
            return _by(game, e.seat, N_("You discard, as drawn"), N_("%(who)s discards, as drawn"), e.tile)
        case ev.Discard():
            return _by(game, e.seat, N_("You discard"), N_("%(who)s discards"), e.tile)
        case ev.Chow() | ev.Pung() | ev.Kong():
            return _melded(game, e)
        case ev.Flower():
            return _by(game, e.seat, N_("You show a flower"), N_("%(who)s shows a flower"), e.tile)
        case ev.Nuki():
            return _by(game, e.seat, N_("You set a tile aside"), N_("%(who)s sets a tile aside"), e.tile)
        case ev.Name():
            said = _by(game, e.seat, N_("You name"), N_("%(who)s names"))
            return {**said, "tiles": [present.kind_tile(k) for k in e.kinds]}
        case ev.Build():
            return _by(game, e.seat, N_("You have built a hand"), N_("%(who)s has built a hand"))
        case ev.Swap():
            said = _by(game, e.seat, N_("You give tiles"), N_("%(who)s gives tiles"))
            return {**said, "tiles": present.sorted_tiles(e.tiles)}
        case ev.Indicator():
            return _said(gettext("An indicator is turned"), e.tile)
        case ev.Win():
            return _by(game, e.seat, N_("You win"), N_("%(who)s wins"), e.tile)
        case ev.FalseWin():
            return _by(game, e.seat, N_("You declare a false win"), N_("%(who)s declares a false win"), e.tile)
        case ev.Pass():
            return _by(game, e.seat, N_("You pass"), N_("%(who)s passes"))
        case ev.DrawGame():
            return _said(drawn(game, e))
        case ev.Settle():
            return _paid(game, e)
        case ev.End():
            return _said(gettext("The match is over"))


def _melded(game: play.Game, e: ev.Chow | ev.Pung | ev.Kong) -> Said:
    """A claim by the game's own word, or a kong of one's own turn by its form; a claim shows the whole meld."""
    terms = game.rules.terms
    if isinstance(e, ev.Kong):
        if e.form == Source.CONCEALED_KONG:
            return _by(
                game, e.seat, N_("You declare a concealed kong"), N_("%(who)s declares a concealed kong"), e.tile
            )
        if e.form == Source.ADDED_KONG and game.rules.kongs.tiles > KONG_TILES:  # to a pung or to a kong
            return _by(game, e.seat, N_("You add a tile to a meld"), N_("%(who)s adds a tile to a meld"), e.tile)
        if e.form == Source.ADDED_KONG:
            return _by(game, e.seat, N_("You add a tile to a pung"), N_("%(who)s adds a tile to a pung"), e.tile)
        return _by(game, e.seat, N_("You call: %(what)s"), N_("%(who)s calls: %(what)s"), e.tile, terms.kong)
    form, word = (Form.CHOW, terms.chow) if isinstance(e, ev.Chow) else (Form.PUNG, terms.pung)
    out = _by(game, e.seat, N_("You call: %(what)s"), N_("%(who)s calls: %(what)s"), what=word)
    return {**out, "tiles": present.laid(form, sort_tiles(e.tiles), e.tile)}


def _paid(game: play.Game, e: ev.Settle) -> Said:
    """A payment: the stick of a riichi, sticks that were left, what is paid during a deal, or what it has brought."""
    gets = max(range(len(e.payments)), key=lambda i: e.payments[i])
    pays = min(range(len(e.payments)), key=lambda i: e.payments[i])
    amount = number(e.payments[gets])
    if e.reason == "riichi":
        return _by(game, pays, N_("You lay a riichi stick"), N_("%(who)s lays a riichi stick"))
    if e.reason == "refund" and e.table:
        return _by(
            game, gets, N_("You take the sticks left on the table"), N_("%(who)s takes the sticks left on the table")
        )
    if not any(e.payments):
        return _said(gettext("Nothing is paid"))
    if e.reason == "refund":
        return _by(
            game, pays, N_("You give back %(what)s for a kong"), N_("%(who)s gives back %(what)s for a kong"),
            what=amount,
        )  # fmt: skip
    if e.reason == "kong":
        return _by(
            game, gets, N_("You are paid %(what)s for a kong"), N_("%(who)s is paid %(what)s for a kong"), what=amount
        )  # fmt: skip
    if e.reason == "draw" and game.rules.draws.reckoning:
        return _by(
            game, pays, N_("You have not won and are not ready: you pay %(what)s"),
            N_("%(who)s has not won and is not ready, and pays %(what)s"), what=amount,
        )  # fmt: skip
    if e.reason in ("win", "flowers"):
        return _by(game, gets, N_("You are paid %(what)s"), N_("%(who)s is paid %(what)s"), what=amount)
    return _said(gettext("Points are paid"))


def _by(game: play.Game, seat: int, mine: str, others: str, tile: Tile | None = None, what: str = "") -> Said:
    """What a seat did: the sentence about the person, or about somebody else."""
    sentence = gettext(mine) if seat == game.seat else gettext(others)
    return _said(sentence % {"who": name(game, seat), "what": gettext(what) if what else ""}, tile)


def _said(text: str, tile: Tile | None = None) -> Said:
    return {"text": text, "tiles": [] if tile is None else [present.tile(tile)]}
