"""《天和通り》: a race to ready, then named tiles against five draws, paid from a tray (rules 5)."""

from __future__ import annotations

from trainer.hands import SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from trainer.rules.families import japanese, yaku
from trainer.rules.settle import Stakes
from trainer.rules.variant import (
    Claims,
    Deal,
    DealerRule,
    Dora,
    DrawRules,
    Implied,
    Kongs,
    Match,
    Names,
    Option,
    Options,
    Race,
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
    "houtei", "chankan", "red_dora", "nuki_dora", "tenhou", "chiihou", "renhou", "paarenchan",
)  # fmt: skip

AWARD = {"1000": 1000, "1500": 1500}

OPTIONS = (
    japanese.start(10_000),
    Option("hands", 8, N_("Deals in a match (0: by the clock)")),
    Option("minutes", 0, N_("Minutes of a match (0: by the deals)"), (0, 10, 20, 60, 120)),
    japanese.ASSIST,
    japanese.CHOMBO,
    Option("hitAward", "none", N_("A hit earns"), ("none", "returnStick", "1000", "1500"),
           shown=(("none", N_("nothing")), ("returnStick", N_("nothing, and the stick goes back")))),
    japanese.KAZOE,
    japanese.double_yakuman(
        N_("Single-wait four concealed pungs, nine-sided nine gates, thirteen-sided orphans and big four winds count "
           "twice")),
    japanese.STACK,
    japanese.RIICHI_KAN,
    japanese.KAN_URA,
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4),
        seats=2,
        deal=Deal(hand=13, dead_wall=14, replacements=4),
        claims=Claims(chow=True, pung=True, kong=True),
        kongs=Kongs(added=True, most=4),
        riichi=RiichiRules(cost=1000, least_wall=0, kong=RiichiKong(str(o["riichiKan"]))),
        draws=DrawRules(discards=18),
        match=Match(
            start=int(o["start"]), hands=int(o["hands"]), minutes=int(o["minutes"]), bust=False, counters=True,
            dealer=DealerRule.UNTIL_LOST,
        ),
        training=japanese.training(o),
        shapes=(STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS),
        ready_by=ReadyBy.SHAPE,
        scoring=japanese.scoring(o, TABLE),
        stakes=Stakes(honba=300),
        terms=japanese.TERMS,
        wins=Wins(discard=False),
        dora=Dora(shown=True, ura=True, kong_ura=bool(o["kanUra"])),
        seat_winds=(japanese.EAST, japanese.WEST),
        round_wind=japanese.EAST,
        flags=japanese.WON_BY_DRAWING,
        race=Race(award=AWARD.get(str(o["hitAward"]), 0), return_stick=o["hitAward"] == "returnStick"),
    )  # fmt: skip


KEY = "tenhodori"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=13,
    names=Names(
        own="天和通り", en="Tenho Street", zh_Hans="天和通", zh_Hant="天和通", yue_Hant="天和通", ja="天和通り",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=tuple(Implied("minutes", m, (("hands", 0),)) for m in (10, 20, 60, 120)),
    build=build,
)  # fmt: skip
