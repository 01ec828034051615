"""清一色麻将 / BAMBOO: one suit, two seats, both walls drawn to the last tile (rules 1)."""

from __future__ import annotations

from trainer.hands import SEVEN_PAIRS, STANDARD
from trainer.rules.families import yaku
from trainer.rules.families.riichi import Riichi
from trainer.rules.settle import Stakes
from trainer.rules.variant import (
    Chombo,
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
    Terms,
    Training,
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

CHOMBO_SHOWN = (
    (Chombo.MANGAN, N_("one's own mangan")),
    (Chombo.BAIMAN, N_("one's own baiman")),
    (Chombo.YAKUMAN, N_("one's own yakuman")),
)

OPTIONS = (
    Option("preset", "bamboo", N_("Preset"), ("bamboo", "training"),
           shown=(("bamboo", "BAMBOO"),
                  ("training", N_("training: nothing is prevented, a false win costs a yakuman")))),
    Option("mode", "points", N_("Scoring"), ("points", "units"),
           shown=(("points", N_("points")), ("units", N_("units: a mangan is 1, no dealer difference")))),
    Option("suit", "s", N_("Suit"), ("m", "p", "s"),
           shown=(("m", N_("characters")), ("p", N_("dots")), ("s", N_("bamboo")))),
    Option("start", 100_000, N_("Points at the start"), least=1),
    Option("hands", 0, N_("Deals in a match (0: until somebody is below zero)")),
    Option("bust", True, N_("The match ends when a player is below zero"), (True, False)),
    Option("assist", True, N_("Only legal actions are offered"), (True, False)),
    Option("chombo", "mangan", N_("A false win costs"), ("mangan", "baiman", "yakuman"), shown=CHOMBO_SHOWN),
    Option("declareWaits", False, N_("All waits must be named before a win"), (True, False)),
    Option("noSorting", False, N_("Tiles stay as drawn, no hints"), (True, False)),
    Option("roundLabel", False, N_("Deals are named by round"), (True, False)),
    Option("kazoe", True, N_("Thirteen han make a yakuman"), (True, False)),
    Option("doubleYakuman", False, N_("Single-wait four concealed pungs and nine-sided nine gates count twice"),
           (True, False)),
    Option("stackYakuman", True, N_("Several yakuman add up"), (True, False)),
    Option("riichiKan", "shape", N_("A kong after riichi must keep"), ("shape", "waits"),
           shown=(("shape", N_("the waits and every reading")), ("waits", N_("the waits")))),
    Option("renhou", "yakuman", N_("Human hand"), ("off", "mangan", "yakuman"),
           shown=(("off", N_("off")), ("mangan", N_("a mangan")), ("yakuman", N_("a yakuman")))),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    table = TABLE
    if o["renhou"] != "yakuman":
        table = table.without("renhou")
        if o["renhou"] == "mangan":
            table = table.with_row(yaku.RENHOU_MANGAN)
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
        training=Training(
            assist=bool(o["assist"]),
            chombo=Chombo(str(o["chombo"])),
            declare_waits=bool(o["declareWaits"]),
            no_sorting=bool(o["noSorting"]),
        ),
        shapes=(STANDARD, SEVEN_PAIRS),
        ready_by=ReadyBy.LIVE,
        scoring=Riichi(
            table, kazoe=bool(o["kazoe"]), stack=bool(o["stackYakuman"]), double=bool(o["doubleYakuman"])
        ),
        stakes=Stakes(units=o["mode"] == "units"),
        terms=Terms(
            win_self_draw=N_("Tsumo"), win_discard=N_("Ron"), ready=N_("Riichi"), kong=N_("Kong"),
            points=N_("units") if o["mode"] == "units" else N_("points"),
        ),
        wins=Wins(),
        dora=Dora(),
        seat_winds=(None, None),
        round_wind=None,
        flags=frozenset(
            (Flag.RIICHI, Flag.DOUBLE_RIICHI, Flag.IPPATSU, Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.HEAVENLY,
             Flag.EARTHLY, Flag.HUMAN)
        ),
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
