"""二人麻将: one suit, honors and eight flowers, capped at 200 fan (Chinese rules 6)."""

from __future__ import annotations

from trainer.rules.families import chinese, two_player
from trainer.rules.flowers import Flowers, FlowersAt
from trainer.rules.variant import Flag, Names, Option, Options, ReadyKong, ReadyRules, Ruleset, Variant
from trainer.text import N_
from trainer.tiles import TileSet

OPTIONS = (
    two_player.START,
    two_player.HANDS,
    two_player.dealer("lot"),
    Option("table", "D", N_("Pattern table"), ("D", "D-ACH"),
           shown=(("D", N_("the game's own, capped at 200 fan")), ("D-ACH", N_("the older one, without a cap")))),
    Option("tian_ting", True, N_("A hand may be declared ready at the deal"), two_player.YES_NO),
    Option("seat2", "W", N_("The other seat's wind"), ("W", "S"), shown=(("W", N_("west")), ("S", N_("south")))),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return two_player.ruleset(
        KEY,
        EDITION,
        o,
        TileSet.of("1-9m 1-7z", copies=4, flowers=1),
        chinese.flower72(o),
        ready=ReadyRules(kong=ReadyKong.ADDED, at_deal=bool(o["tian_ting"])),
        seat_winds=(two_player.EAST, two_player.WEST if o["seat2"] == "W" else two_player.SOUTH),
        flags=two_player.FLAGS | {Flag.READY_AT_DEAL},
        flowers=Flowers(FlowersAt.DEAL),
    )


KEY = "flower72"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=23,
    names=Names(
        own="二人麻将", en="Two-player mahjong with flowers",
        zh_Hans="二人麻将", zh_Hant="二人麻將",
        yue_Hant="二人麻雀", ja="二人麻雀（花牌）",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
