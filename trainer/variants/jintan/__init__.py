"""金坛麻将: four players, the whole set with eight flowers; fan double what flowers add up to (Chinese rules 10)."""

from __future__ import annotations

from dataclasses import replace

from trainer.rules.families import flowers, two_player
from trainer.rules.flowers import Flowers, FlowersAt
from trainer.rules.settle import Loser
from trainer.rules.variant import (
    DealerRule,
    Flag,
    Kongs,
    Match,
    Names,
    Option,
    Options,
    ReadyBy,
    Ruleset,
    Variant,
)
from trainer.text import N_
from trainer.tiles import Kind, TileSet

SEATS = 4
WINDS = tuple(Kind(k) for k in range(27, 31))
"""East, south, west, north: of the seats from the dealer on, and of the rounds."""

OPTIONS = (
    two_player.START,
    Option("rounds", 1, N_("Rounds of a match"), (1, 2, 4)),
    Option("base", 10, N_("Points of a hand before flowers and fan")),
    Option("flower", 5, N_("Points of a flower")),
    Option("dudiao", "narrow", N_("Single wait"), ("narrow", "any"),
           shown=(("narrow", N_("only with one tile left in the hand")), ("any", N_("any wait for the pair")))),
    Option("flower_kai", False, N_("A win on a flower's replacement counts as one on a kong's"), two_player.YES_NO),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    scoring = flowers.jintan(o)
    return two_player.ruleset(
        KEY,
        EDITION,
        o,
        TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4, flowers=1),
        scoring,
        seats=SEATS,
        deal=replace(two_player.DEAL, dice=True),
        kongs=Kongs(added=True, after_claim=True),
        match=Match(
            start=int(o["start"]),
            bust=False,
            rounds=WINDS[: int(o["rounds"])],
            dealer=DealerRule.UNTIL_LOST,
            first_lot=True,
        ),
        ready_by=ReadyBy.LIVE,
        stakes=Loser(others=SEATS - 1),
        wins=replace(two_player.WINS, locks=True),
        seat_winds=WINDS,
        flags=frozenset((Flag.KONG_REPLACEMENT, Flag.LAST_TILE)),
        flowers=Flowers(FlowersAt.TURN, kong_replacement=bool(o["flower_kai"]), pays=scoring.for_eight_flowers),
    )


KEY = "jintan"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=27,
    names=Names(
        own="金坛麻将", en="Jintan mahjong",
        zh_Hans="金坛麻将", zh_Hant="金壇麻將",
        yue_Hant="金壇麻雀", ja="金壇麻雀",
    ),
    seats=(SEATS,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
