"""经典二麻: one suit and the honors, a kind drawn by lot that adds ten fan a copy (Chinese rules 3)."""

from __future__ import annotations

from dataclasses import replace

from trainer.hands import SEVEN_PAIRS_WITH_QUADS, STANDARD
from trainer.rules.families import chinese, two_player
from trainer.rules.settle import Loser
from trainer.rules.variant import (
    DrawRules,
    Flag,
    Names,
    Option,
    Options,
    ReadyBy,
    ReadyKong,
    ReadyRules,
    Ruleset,
    Variant,
)
from trainer.text import N_
from trainer.tiles import TileSet

OPTIONS = (
    two_player.SUIT,
    two_player.START,
    two_player.HANDS,
    two_player.dealer("winner"),
    Option("zimo_stacks", True, N_("A self-draw adds to every other line"), two_player.YES_NO),
    two_player.READY_KONG,
    Option("jia_fan", 10, N_("Each copy of a kind drawn by lot adds"), (0, 10),
           shown=((0, N_("no kind is drawn")), (10, N_("10 fan")))),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of(f"1-9{o['suit']} 1-7z", copies=4),
        seats=2,
        deal=replace(two_player.DEAL, bonus_kind=bool(o["jia_fan"])),
        claims=two_player.CLAIMS,
        kongs=two_player.KONGS,
        riichi=None,
        ready=ReadyRules(kong=ReadyKong(str(o["ting_kong"])), at_deal=True),
        draws=DrawRules(),
        match=two_player.match(o),
        training=two_player.TRAINING,
        shapes=(STANDARD, SEVEN_PAIRS_WITH_QUADS),
        ready_by=ReadyBy.SHAPE,
        scoring=chinese.jingdian(o),
        stakes=Loser(),
        terms=two_player.TERMS,
        wins=two_player.WINS,
        dora=two_player.NO_DORA,
        seat_winds=two_player.NO_WINDS,
        round_wind=None,
        flags=two_player.FLAGS | {Flag.READY_AT_DEAL},
    )


KEY = "jingdian"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=20,
    names=Names(
        own="经典二麻", en="Classic for two", zh_Hans="经典二麻", zh_Hant="經典二麻", yue_Hant="經典二人麻雀",
        ja="経典二人麻雀",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
