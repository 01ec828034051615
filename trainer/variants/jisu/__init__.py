"""急速二麻: five tiles, one set and a pair, and the faces of the tiles are what a win is worth (Chinese rules 4)."""

from __future__ import annotations

from dataclasses import replace

from trainer.hands import STANDARD
from trainer.rules.families import faces, two_player
from trainer.rules.variant import Claims, Flag, Kongs, Names, Option, Options, ReadyKong, ReadyRules, Ruleset, Variant
from trainer.text import N_
from trainer.tiles import TileSet

OPTIONS = (
    two_player.START,
    two_player.HANDS,
    two_player.dealer("lot"),
    Option("b_triplet", 10, N_("A pung adds"), (0, 10), shown=((0, N_("nothing")), (10, N_("10 fan")))),
    Option("b_dragons", 70, N_("Five dragons are worth"), (0, 70),
           shown=((0, N_("their faces")), (70, N_("70 fan")))),
    Option("b_ting", 2, N_("A hand declared ready adds"), (0, 2),
           shown=((0, N_("no hand is declared")), (2, N_("2 fan")))),
    Option("b_bonus", 5, N_("Tiles turned after a win, each hit 10 fan"), (0, 5),
           shown=((0, N_("no tiles")), (5, N_("five tiles")))),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return two_player.ruleset(
        KEY,
        EDITION,
        o,
        TileSet.of("1-9m 5-7z", copies=4),
        faces.jisu(o),
        deal=replace(two_player.DEAL, hand=4),
        claims=Claims(),
        kongs=Kongs(concealed=False),
        ready=ReadyRules(kong=ReadyKong.NEVER) if o["b_ting"] else None,
        shapes=(STANDARD,),
        flags=frozenset((Flag.READY,)),
        flips=int(o["b_bonus"]),
    )


KEY = "jisu"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=21,
    names=Names(
        own="急速二麻", en="Five-tile mahjong", zh_Hans="急速二麻", zh_Hant="急速二麻", yue_Hant="急速二人麻雀",
        ja="急速二人麻雀",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
