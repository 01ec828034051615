"""经典二麻: one suit and the honors, a kind drawn by lot that adds ten fan a copy (Chinese rules 3)."""

from __future__ import annotations

from dataclasses import replace

from trainer.rules.families import chinese, two_player
from trainer.rules.variant import Flag, Names, Option, Options, ReadyKong, ReadyRules, Ruleset, Variant
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
    return two_player.ruleset(
        KEY,
        EDITION,
        o,
        TileSet.of(f"1-9{o['suit']} 1-7z", copies=4),
        chinese.jingdian(o),
        deal=replace(two_player.DEAL, bonus_kind=bool(o["jia_fan"])),
        ready=ReadyRules(kong=ReadyKong(str(o["ting_kong"])), at_deal=True),
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
