"""整副牌规则: the whole set of 136 between two, as the first console games played it (rules 2)."""

from __future__ import annotations

from trainer.hands import SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from trainer.rules.families import japanese, yaku
from trainer.rules.settle import Stakes
from trainer.rules.variant import (
    Claims,
    Deal,
    Dora,
    DrawRules,
    Flag,
    Implied,
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
from trainer.text import N_
from trainer.tiles import TileSet

TABLE = yaku.TABLE.without("nuki_dora")

OPTIONS = (
    Option("preset", "default", N_("Preset"), ("default", "famicom"),
           shown=(("default", N_("two players, as usual today")), ("famicom", N_("as on the Famicom")))),
    japanese.start(25_000),
    japanese.length("south"),
    japanese.BUST,
    japanese.ASSIST,
    japanese.CHOMBO,
    Option("red", 3, N_("Red fives"), (0, 3)),
    japanese.noten(1500),
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
    Option("ryanhanShibari", "off", N_("Two han are needed from so many counters on"), ("off", 4, 5),
           shown=(("off", N_("never")),)),
    Option("paarenchan", False, N_("The eighth win in a row is a yakuman"), (True, False)),
    Option("extraHands", 0, N_("Hands after a tie"), (0, 2)),
    japanese.UMA,
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    table = japanese.with_renhou(TABLE, o["renhou"])
    if not o["paarenchan"]:
        table = table.without("paarenchan")
    reds = 1 if o["red"] else 0
    late = o["ryanhanShibari"]
    rounds = japanese.rounds(o)
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4, reds=(reds, reds, reds)),
        seats=2,
        deal=Deal(hand=13, dead_wall=14, replacements=4),
        claims=Claims(chow=True, pung=True, kong=True),
        kongs=Kongs(added=True, most=4, robbed_by_orphans=bool(o["kokushiAnkan"])),
        riichi=RiichiRules(cost=1000, least_wall=2, kong=RiichiKong(str(o["riichiKan"]))),
        draws=DrawRules(nagashi=True, noten=int(o["noten"]), nine_kinds=True, four_kongs=True, discards=18),
        match=Match(
            start=int(o["start"]), bust=bool(o["bust"]), rounds=rounds, ahead=True, extra=int(o["extraHands"]),
            counters=True, uma=int(o["uma"]),
        ),
        training=japanese.training(o),
        shapes=(STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS),
        ready_by=ReadyBy.LIVE,
        scoring=japanese.scoring(o, table, two_han_from=None if late == "off" else int(late)),
        stakes=Stakes(share=o["tsumoPayment"] == "share", honba=300, honba_share=100),
        terms=japanese.TERMS,
        wins=Wins(),
        dora=Dora(shown=True, ura=True, kong_ura=bool(o["kanUra"])),
        seat_winds=(japanese.EAST, japanese.SOUTH),
        round_wind=rounds[0],
        flags=japanese.FLAGS | {Flag.EIGHTH_WIN},
    )  # fmt: skip


KEY = "fulldeck"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=10,
    names=Names(
        own="整副牌规则", en="Full deck", zh_Hans="整副牌", zh_Hant="整副牌", yue_Hant="整副牌", ja="整副牌",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(
        Implied("preset", "famicom", (
            ("start", 30_000), ("red", 0), ("ryanhanShibari", 4), ("renhou", "yakuman"), ("kanUra", False),
            ("stackYakuman", False), ("bust", False), ("chombo", "mangan"), ("extraHands", 2),
        )),
    ),
    build=build,
)  # fmt: skip
