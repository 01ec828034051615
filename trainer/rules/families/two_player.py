"""What the games at the Chinese two-player table share when they declare themselves (Chinese rules 1)."""

from __future__ import annotations

from typing import Any

from trainer.hands import SEVEN_PAIRS_WITH_QUADS, STANDARD
from trainer.rules.settle import Loser
from trainer.rules.variant import (
    Claims,
    Deal,
    DealerRule,
    Dora,
    DrawRules,
    Flag,
    Kongs,
    Match,
    Option,
    Options,
    ReadyBy,
    Ruleset,
    Scoring,
    Terms,
    Training,
    Wins,
)
from trainer.text import N_
from trainer.tiles import Kind, TileSet

EAST, SOUTH, WEST = Kind(27), Kind(28), Kind(29)

YES_NO = (True, False)
START = Option("start", 0, N_("Points at the start"))
HANDS = Option("hands", 8, N_("Deals of a match (0: no end)"))
SUIT = Option(
    "suit", "m", N_("Suit"), ("m", "p", "s"),
    shown=(("m", N_("characters")), ("p", N_("dots")), ("s", N_("bamboo"))),
)  # fmt: skip
READY_KONG = Option(
    "ting_kong", "same_waits", N_("A kong after declaring ready"), ("same_waits", "never"),
    shown=(("same_waits", N_("is allowed when the waits stay")), ("never", N_("is not allowed"))),
)  # fmt: skip
ALL_CHOWS_PAIR = Option(
    "pinghu_pair", "any", N_("The pair of all chows"), ("any", "number"),
    shown=(("any", N_("any")), ("number", N_("no honor"))),
)  # fmt: skip


def dealer(default: str) -> Option:
    """Who deals: the winner (after a draw the dealer stays), or whoever the dice of each deal name. A deal has one
    winner here, so that the first one is he."""
    return Option(
        "dealer_rule", default, N_("The dealer"), ("winner", "first_winner", "lot"),
        shown=(
            ("winner", N_("the winner deals next")), ("first_winner", N_("the first winner deals next")),
            ("lot", N_("by dice, each deal")),
        ),
    )  # fmt: skip


def match(o: Options) -> Match:
    """So many deals, nobody is ever out; by lot the first dealer, or every one."""
    rule = DealerRule.LOT if o["dealer_rule"] == "lot" else DealerRule.FIRST_WINNER
    return Match(start=int(o["start"]), hands=int(o["hands"]), bust=False, dealer=rule, first_lot=True)


DEAL = Deal(hand=13, tail=True)
CLAIMS = Claims(chow=True, pung=True, kong=True, swap=True)
KONGS = Kongs(added=True)
WINS = Wins(furiten=False)

FLAGS = frozenset(
    (Flag.READY, Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.LAST_OF_KIND, Flag.HEAVENLY, Flag.EARTHLY, Flag.HUMAN)
)
"""Flags of the additive games; some know READY_AT_DEAL, too."""

TERMS = Terms(
    win_self_draw=N_("Self-draw"), win_discard=N_("Win"), ready=N_("Ready"), chow=N_("Chow"), pung=N_("Pung"),
    kong=N_("Kong"), points=N_("points"),
)  # fmt: skip


def ruleset(key: str, edition: int, o: Options, tiles: TileSet, scoring: Scoring, **own: Any) -> Ruleset:
    """The game under these options at this table; `own` are the fields of a Ruleset in which it differs."""
    usual: dict[str, Any] = {
        "key": key,
        "edition": edition,
        "options": tuple(o.items()),
        "tiles": tiles,
        "seats": 2,
        "deal": DEAL,
        "claims": CLAIMS,
        "kongs": KONGS,
        "riichi": None,
        "draws": DrawRules(),
        "training": Training(),
        "shapes": (STANDARD, SEVEN_PAIRS_WITH_QUADS),
        "ready_by": ReadyBy.SHAPE,
        "scoring": scoring,
        "stakes": Loser(),
        "terms": TERMS,
        "wins": WINS,
        "dora": Dora(),
        "seat_winds": (None, None),
        "round_wind": None,
        "flags": FLAGS,
    }
    if "match" not in own:
        usual["match"] = match(o)
    return Ruleset(**(usual | own))
