"""二人蔴雀 經典玩法: one suit and the honors, some ninety patterns (Chinese rules 7)."""

from __future__ import annotations

from dataclasses import replace

from trainer.rules.families import chinese, two_player
from trainer.rules.variant import Names, Options, ReadyKong, ReadyRules, Ruleset, Variant
from trainer.tiles import TileSet

OPTIONS = (
    two_player.START,
    two_player.HANDS,
    two_player.dealer("lot"),
    two_player.READY_KONG,
    two_player.ALL_CHOWS_PAIR,
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return two_player.ruleset(
        KEY,
        EDITION,
        o,
        TileSet.of("1-9m 1-7z", copies=4),
        chinese.hk64(o),
        kongs=replace(two_player.KONGS, after_claim=True),
        ready=ReadyRules(kong=ReadyKong(str(o["ting_kong"]))),
        wins=replace(two_player.WINS, first_kongs=True),
    )


KEY = "hk64"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=24,
    names=Names(
        own="二人蔴雀 經典玩法", en="Hong Kong for two, classic",
        zh_Hans="二人麻雀 经典玩法", zh_Hant="二人蔴雀 經典玩法",
        yue_Hant="二人蔴雀 經典玩法", ja="二人麻雀 経典",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
