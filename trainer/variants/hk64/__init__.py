"""二人蔴雀 經典玩法: one suit and the honors, some ninety patterns (Chinese rules 7)."""

from __future__ import annotations

from dataclasses import replace

from trainer.hands import SEVEN_PAIRS_WITH_QUADS, STANDARD
from trainer.rules.families import chinese, two_player
from trainer.rules.settle import Loser
from trainer.rules.variant import DrawRules, Names, Options, ReadyBy, ReadyKong, ReadyRules, Ruleset, Variant
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
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of("1-9m 1-7z", copies=4),
        seats=2,
        deal=two_player.DEAL,
        claims=two_player.CLAIMS,
        kongs=replace(two_player.KONGS, after_claim=True),
        riichi=None,
        ready=ReadyRules(kong=ReadyKong(str(o["ting_kong"]))),
        draws=DrawRules(),
        match=two_player.match(o),
        training=two_player.TRAINING,
        shapes=(STANDARD, SEVEN_PAIRS_WITH_QUADS),
        ready_by=ReadyBy.SHAPE,
        scoring=chinese.hk64(o),
        stakes=Loser(),
        terms=two_player.TERMS,
        wins=replace(two_player.WINS, first_kongs=True),
        dora=two_player.NO_DORA,
        seat_winds=two_player.NO_WINDS,
        round_wind=None,
        flags=two_player.FLAGS,
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
