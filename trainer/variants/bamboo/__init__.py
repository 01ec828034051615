"""清一色麻将 / BAMBOO: one suit, two seats, both walls drawn to the last tile (rules 1)."""

from __future__ import annotations

from dataclasses import replace

from trainer.hands import SEVEN_PAIRS, STANDARD
from trainer.rules.families import japanese, yaku
from trainer.rules.settle import Stakes
from trainer.rules.variant import (
    Claims,
    Deal,
    Dora,
    DrawRules,
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

COPIES = 4
UNIT_START = 12  # 100,000 points in mangans, rounded down

TABLE = yaku.only(
    "riichi", "double_riichi", "ippatsu", "tsumo", "pinfu", "tanyao", "iipeikou", "haitei", "houtei", "rinshan",
    "ittsuu", "chiitoitsu", "toitoi", "sanankou", "sankantsu", "ryanpeikou", "junchan", "chinitsu", "tenhou", "chiihou",
    "renhou", "suukantsu", "suuankou", "ryuuiisou", "chuuren",
)  # fmt: skip

OPTIONS = (
    Option("preset", "bamboo", N_("Preset"), ("bamboo", "training"),
           shown=(("bamboo", "BAMBOO"),
                  ("training", N_("training: nothing is prevented, a false win costs a yakuman")))),
    Option("mode", "points", N_("Scoring"), ("points", "units"),
           shown=(("points", N_("points")), ("units", N_("units: a mangan is 1, no dealer difference")))),
    Option("suit", "s", N_("Suit"), ("m", "p", "s"),
           shown=(("m", N_("characters")), ("p", N_("dots")), ("s", N_("bamboo")))),
    replace(japanese.start(100_000), least=1),
    Option("hands", 0, N_("Deals in a match (0: until somebody is below zero)")),
    japanese.BUST,
    japanese.ASSIST,
    japanese.CHOMBO,
    Option("declareWaits", False, N_("All waits must be named before a win"), (True, False)),
    Option("noSorting", False, N_("Tiles stay as drawn, no hints"), (True, False)),
    Option("roundLabel", False, N_("Deals are named by round"), (True, False)),
    japanese.KAZOE,
    japanese.double_yakuman(N_("Single-wait four concealed pungs and nine-sided nine gates count twice")),
    japanese.STACK,
    japanese.RIICHI_KAN,
    japanese.renhou("yakuman"),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return Ruleset(
        key=KEY,
        edition=EDITION,
        options=tuple(o.items()),
        tiles=TileSet.of(f"1-9{o['suit']}", copies=COPIES),
        seats=2,
        deal=Deal(hand=13),
        claims=Claims(),
        kongs=Kongs(),
        riichi=RiichiRules(cost=0, least_wall=2, kong=RiichiKong(str(o["riichiKan"]))),
        draws=DrawRules(nagashi=True),
        match=Match(start=int(o["start"]), hands=int(o["hands"]), bust=bool(o["bust"])),
        training=japanese.training(o),
        shapes=(STANDARD, SEVEN_PAIRS),
        ready_by=ReadyBy.LIVE,
        scoring=japanese.scoring(o, japanese.with_renhou(TABLE, o["renhou"])),
        stakes=Stakes(units=o["mode"] == "units"),
        terms=replace(japanese.TERMS, points=N_("units")) if o["mode"] == "units" else japanese.TERMS,
        wins=Wins(),
        dora=Dora(),
        seat_winds=(None, None),
        round_wind=None,
        flags=japanese.FLAGS,
        round_label=bool(o["roundLabel"]),
    )  # fmt: skip


KEY = "bamboo"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=9,
    names=Names(
        own="清一色麻将", en="BAMBOO (one suit)", zh_Hans="清一色麻将", zh_Hant="清一色麻將", yue_Hant="清一色麻雀",
        ja="清一色麻雀",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(
        Implied("preset", "training", (("chombo", "yakuman"), ("assist", False))),
        Implied("mode", "units", (("start", UNIT_START),)),
    ),
    build=build,
)  # fmt: skip
