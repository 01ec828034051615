"""秋刀鱼 for two: one full suit, terminals and honors, north or west and north set aside (rules 4)."""

from __future__ import annotations

from trainer.hands import SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from trainer.rules.families import japanese, yaku
from trainer.rules.settle import Stakes
from trainer.rules.variant import (
    Claims,
    Deal,
    Dora,
    DrawRules,
    Kongs,
    Match,
    Names,
    Option,
    Options,
    ReadyBy,
    RiichiKong,
    RiichiRules,
    Ruleset,
    Variant,
    Wins,
)
from trainer.text import N_, Refusal
from trainer.tiles import TileSet

TABLE = yaku.TABLE.without("sanshoku_doujun", "paarenchan")
KONG_TILES = 4
INDICATORS = 10
ASIDE = {"none": (), "N": (japanese.NORTH,), "WN": (japanese.NORTH, japanese.WEST)}

OPTIONS = (
    Option("fullSuit", "p", N_("The suit that is complete"), ("p", "s"),
           shown=(("p", N_("dots")), ("s", N_("bamboo")))),
    Option("nuki", "N", N_("Winds that may be set aside"), ("none", "N", "WN"),
           shown=(("none", N_("none")), ("N", N_("north")), ("WN", N_("west and north")))),
    Option("pon", True, N_("Pon and claimed kongs"), (True, False)),
    japanese.start(50_000),
    japanese.length("east"),
    japanese.BUST,
    japanese.ASSIST,
    japanese.CHOMBO,
    Option("red", 1, N_("Red fives"), (0, 1, 2)),
    japanese.noten(1000),
    japanese.TSUMO_PAYMENT,
    japanese.KAZOE,
    japanese.double_yakuman(
        N_("Single-wait four concealed pungs, nine-sided nine gates, thirteen-sided orphans and big four winds count "
           "twice")),
    japanese.STACK,
    japanese.RIICHI_KAN,
    japanese.KOKUSHI_ANKAN,
    japanese.KAN_URA,
    japanese.renhou("off"),
    japanese.UMA,
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present); raises Refusal for two red fives in bamboo."""
    suit, red = str(o["fullSuit"]), int(o["red"])
    if red == 2 and suit != "p":
        raise Refusal(N_("Two red fives are played only with the full suit of dots."))
    aside = ASIDE[str(o["nuki"])]
    replacements = KONG_TILES * (1 + len(aside))
    rounds = japanese.rounds(o)
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of(
            f"1-1m 9-9m 1-9{suit} 1-1{OTHER[suit]} 9-9{OTHER[suit]} 1-7z", copies=4, reds=japanese.reds(suit, red)
        ),
        seats=2,
        deal=Deal(hand=13, dead_wall=replacements + INDICATORS, replacements=replacements),
        claims=Claims(pung=bool(o["pon"]), kong=bool(o["pon"])),
        kongs=Kongs(added=bool(o["pon"]), most=4, robbed_by_orphans=bool(o["kokushiAnkan"]), nuki=aside),
        riichi=RiichiRules(cost=1000, least_wall=2, kong=RiichiKong(str(o["riichiKan"]))),
        draws=DrawRules(nagashi=True, noten=int(o["noten"]), nine_kinds=True, four_kongs=True),
        match=Match(
            start=int(o["start"]), bust=bool(o["bust"]), rounds=rounds, ahead=True, counters=True, uma=int(o["uma"]),
        ),
        training=japanese.training(o),
        shapes=(STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS),
        ready_by=ReadyBy.LIVE,
        scoring=japanese.scoring(o, japanese.with_renhou(TABLE, o["renhou"])),
        stakes=Stakes(share=o["tsumoPayment"] == "share", honba=100, honba_share=100),
        terms=japanese.TERMS,
        wins=Wins(),
        dora=Dora(shown=True, ura=True, kong_ura=bool(o["kanUra"])),
        seat_winds=(japanese.EAST, japanese.SOUTH),
        round_wind=rounds[0],
        flags=japanese.FLAGS,
    )  # fmt: skip


OTHER = {"p": "s", "s": "p"}
"""The suit of which only the terminals are there, by the one that is complete."""

KEY = "sanma2"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=12,
    names=Names(
        own="秋刀鱼", en="Sanma for two", zh_Hans="秋刀鱼", zh_Hant="秋刀魚", yue_Hant="秋刀魚", ja="二人三麻",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
