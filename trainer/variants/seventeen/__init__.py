"""十七步: build a ready hand from 34 tiles, then survive seventeen discards (rules 6)."""

from __future__ import annotations

from dataclasses import replace

from trainer.hands import SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from trainer.rules.families import japanese, yaku
from trainer.rules.families.riichi import KIRIAGE_MANGAN, Least
from trainer.rules.settle import Stakes
from trainer.rules.variant import (
    Building,
    Claims,
    Deal,
    DealerRule,
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

SET = 136
TILES = 34

LATER = ("ippatsu", "houtei", "ura_dora")
"""What adds to the payment without helping to reach the minimum (rules 6)."""

TABLE = yaku.only(
    "riichi", "ippatsu", "houtei", "pinfu", "tanyao", "yakuhai_white", "yakuhai_green", "yakuhai_red", "yakuhai_seat",
    "yakuhai_round", "iipeikou", "ryanpeikou", "chiitoitsu", "ittsuu", "sanshoku_doujun", "sanshoku_doukou", "chanta",
    "junchan", "toitoi", "sanankou", "honroutou", "shousangen", "honitsu", "chinitsu", "dora", "ura_dora", "red_dora",
    "kokushi", "suuankou", "daisangen", "shousuushi", "daisuushi", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren",
)  # fmt: skip
for _id in ("dora", "red_dora", *LATER):
    TABLE = TABLE.with_row(replace(TABLE.by_id[_id], qualifies=_id not in LATER))

MINIMUM: dict[str, Least] = {
    "kiriage": KIRIAGE_MANGAN,
    "four-han": ((4, 0),),
    "full-mangan": ((5, 0), (4, 40), (3, 70)),
}
WINDS = {
    2: (japanese.EAST, japanese.WEST),
    3: (japanese.EAST, japanese.SOUTH, japanese.WEST),
    4: (japanese.EAST, japanese.SOUTH, japanese.WEST, japanese.NORTH),
}

OPTIONS = (
    Option("mode", "points", N_("Scoring"), ("points", "units"),
           shown=(("points", N_("points")), ("units", N_("stakes: a mangan is 1")))),
    Option("seats", 2, N_("Players"), (2, 3, 4)),
    japanese.start(25_000),
    Option("hands", 4, N_("Deals in a match (0: no limit)")),
    japanese.ASSIST,
    japanese.CHOMBO,
    Option("minimum", "kiriage", N_("A win needs"), ("kiriage", "four-han", "full-mangan"),
           shown=(("kiriage", N_("a mangan, 4 han 30 fu and 3 han 60 fu among them")), ("four-han", N_("four han")),
                  ("full-mangan", N_("a mangan")))),
    Option("red", 0, N_("Red fives"), (0, 3)),
    Option("roundWind", "E", N_("Round wind"), ("E", "none"),
           shown=(("E", N_("east")), ("none", N_("none")))),
    Option("carry", False, N_("A drawn deal doubles the next"), (True, False)),
    Option("buildSeconds", 0, N_("Seconds for building a hand (0: no limit)"), (0, 180)),
    japanese.KAZOE,
    japanese.double_yakuman(
        N_("Single-wait four concealed pungs, nine-sided nine gates, thirteen-sided orphans and big four winds count "
           "twice")),
    japanese.STACK,
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    seats = int(o["seats"])
    reds = 1 if o["red"] else 0
    undealt = SET - TILES * seats
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4, reds=(reds, reds, reds)),
        seats=seats,
        deal=Deal(hand=13, dead_wall=undealt),
        claims=Claims(),
        kongs=Kongs(concealed=False),
        riichi=RiichiRules(cost=0, least_wall=0, kong=RiichiKong.SHAPE),
        draws=DrawRules(discards=17),
        match=Match(
            start=int(o["start"]), hands=int(o["hands"]), bust=False,
            dealer=DealerRule.WINNER if seats == 2 else DealerRule.TURNS,
        ),
        training=japanese.training(o),
        shapes=(STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS),
        ready_by=ReadyBy.LIVE,
        scoring=japanese.scoring(o, TABLE, least=MINIMUM[str(o["minimum"])], kiriage=True),
        stakes=Stakes(flat=True, units=o["mode"] == "units"),
        terms=japanese.TERMS,
        wins=Wins(self_draw=False),
        dora=Dora(shown=undealt > 0, ura=undealt > 0),
        seat_winds=WINDS[seats],
        round_wind=japanese.EAST if o["roundWind"] == "E" else None,
        flags=frozenset((Flag.RIICHI, Flag.IPPATSU, Flag.LAST_TILE)),
        building=Building(TILES, carry=bool(o["carry"]), seconds=int(o["buildSeconds"])),
    )  # fmt: skip


KEY = "seventeen"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=14,
    names=Names(
        own="十七步", en="Seventeen steps", zh_Hans="十七步", zh_Hant="十七步", yue_Hant="十七步", ja="十七歩",
    ),
    seats=(2, 3, 4),
    options=OPTIONS,
    implied=(
        Implied("mode", "units", (("start", 0), ("carry", True))),
        Implied("seats", 3, (("hands", 3),)),
    ),
    build=build,
)  # fmt: skip
