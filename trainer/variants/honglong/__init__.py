"""紅龍麻将: one suit and the honors, so that every hand is a flush (rules 3)."""

from __future__ import annotations

from dataclasses import replace

from trainer.hands import SEVEN_PAIRS, STANDARD
from trainer.rules.families import japanese, yaku
from trainer.rules.patterns.honors import Values
from trainer.rules.patterns.waits import all_chows_open_wait
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
from trainer.text import N_
from trainer.tiles import TileSet

TABLE = yaku.TABLE.without(
    "sanshoku_doujun", "sanshoku_doukou", "kokushi", "chinroutou", "nuki_dora", "paarenchan",
)  # fmt: skip
DRAGON_ROWS = ("yakuhai_white", "yakuhai_green", "yakuhai_red")
WIND_ROWS = ("yakuhai_seat", "yakuhai_round")

OPTIONS = (
    Option("suit", "m", N_("Suit"), ("m", "p", "s"),
           shown=(("m", N_("characters")), ("p", N_("dots")), ("s", N_("bamboo")))),
    japanese.start(50_000),
    japanese.length("south"),
    japanese.BUST,
    japanese.ASSIST,
    japanese.CHOMBO,
    Option("red", 0, N_("Red fives"), (0, 1)),
    Option("yakuhai", "standard", N_("Honors with a value"), ("standard", "dragons", "off"),
           shown=(("standard", N_("dragons, seat wind, round wind")), ("dragons", N_("dragons")), ("off", N_("none")))),
    japanese.noten(1500),
    japanese.TSUMO_PAYMENT,
    japanese.KAZOE,
    japanese.double_yakuman(
        N_("Single-wait four concealed pungs, nine-sided nine gates and big four winds count twice")),
    japanese.STACK,
    japanese.RIICHI_KAN,
    japanese.KAN_URA,
    japanese.renhou("yakuman"),
    japanese.UMA,
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    values = Values(dragons=o["yakuhai"] != "off", winds=o["yakuhai"] == "standard")
    table = japanese.with_renhou(TABLE, o["renhou"])
    table = table.without(*(DRAGON_ROWS if not values.dragons else ()), *(WIND_ROWS if not values.winds else ()))
    table = table.with_row(replace(table.by_id["pinfu"], pattern=all_chows_open_wait(values)))
    suit = str(o["suit"])
    rounds = japanese.rounds(o)
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of(f"1-9{suit} 1-7z", copies=4, reds=japanese.reds(suit, int(o["red"]))),
        seats=2,
        deal=Deal(hand=13, dead_wall=14, replacements=4),
        claims=Claims(chow=True, pung=True, kong=True),
        kongs=Kongs(added=True, most=4),
        riichi=RiichiRules(cost=1000, least_wall=2, kong=RiichiKong(str(o["riichiKan"]))),
        draws=DrawRules(nagashi=True, noten=int(o["noten"]), nine_kinds=True, four_kongs=True),
        match=Match(
            start=int(o["start"]), bust=bool(o["bust"]), rounds=rounds, ahead=True, counters=True, uma=int(o["uma"]),
        ),
        training=japanese.training(o),
        shapes=(STANDARD, SEVEN_PAIRS),
        ready_by=ReadyBy.LIVE,
        scoring=japanese.scoring(o, table, values=values),
        stakes=Stakes(share=o["tsumoPayment"] == "share", honba=300, honba_share=100),
        terms=japanese.TERMS,
        wins=Wins(),
        dora=Dora(shown=True, ura=True, kong_ura=bool(o["kanUra"])),
        seat_winds=(japanese.EAST, japanese.SOUTH),
        round_wind=rounds[0],
        flags=japanese.FLAGS,
    )  # fmt: skip


KEY = "honglong"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=11,
    names=Names(
        own="紅龍麻将", en="Red dragon", zh_Hans="红龙麻将", zh_Hant="紅龍麻將", yue_Hant="紅龍麻雀", ja="紅龍麻雀",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
