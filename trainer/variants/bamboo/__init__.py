"""清一色麻将 / BAMBOO: one suit, two seats, both walls drawn to the last tile (rules 1)."""

from __future__ import annotations

from trainer.hands import SEVEN_PAIRS, STANDARD
from trainer.rules.families.riichi import Riichi
from trainer.rules.patterns import circumstances, forms, sets, suits, terminals
from trainer.rules.patterns import waits as gaps
from trainer.rules.settle import Stakes
from trainer.rules.table import PatternTable, Row, flagged
from trainer.rules.variant import (
    Chombo,
    Claims,
    Deal,
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
)
from trainer.text import N_
from trainer.tiles import TileSet

COPIES = 4
UNIT_START = 12  # 100,000 points in mangans, rounded down

TABLE = PatternTable(
    (
        Row("riichi", flagged(Flag.RIICHI), "立直", N_("Riichi"), 1),
        Row("double_riichi", flagged(Flag.DOUBLE_RIICHI), "双立直", N_("Double riichi"), 2,
            supersedes=("riichi",)),
        Row("ippatsu", flagged(Flag.IPPATSU), "一发", N_("Ippatsu"), 1),
        Row("tsumo", circumstances.concealed_self_draw, "自摸", N_("Self-draw"), 1),
        Row("pinfu", gaps.all_chows_open_wait, "平和", N_("Pinfu"), 1),
        Row("tanyao", terminals.all_simples, "断幺九", N_("All simples"), 1),
        Row("iipeikou", sets.pure_double_chow, "一杯口", N_("Pure double chow"), 1),
        Row("haitei", circumstances.last_draw, "海底捞月", N_("Last tile draw"), 1),
        Row("houtei", circumstances.last_discard, "河底捞鱼", N_("Last tile claim"), 1),
        Row("rinshan", flagged(Flag.KONG_REPLACEMENT), "岭上开花", N_("Replacement tile win"), 1,
            supersedes=("haitei",)),  # a replacement tile is never the last tile (rules 0.7)
        Row("ittsuu", sets.pure_straight, "一气通贯", N_("Pure straight"), 2),
        Row("chiitoitsu", forms.seven_pairs, "七对子", N_("Seven pairs"), 2),
        Row("toitoi", sets.all_pungs, "对对和", N_("All pungs"), 2),
        Row("sanankou", sets.concealed_pungs(3), "三暗刻", N_("Three concealed pungs"), 2),
        Row("sankantsu", sets.kongs(3), "三杠子", N_("Three kongs"), 2),
        Row("ryanpeikou", sets.two_pure_double_chows, "二杯口", N_("Two pure double chows"), 3,
            supersedes=("iipeikou",)),
        Row("junchan", terminals.pure_outside_hand, "纯全带幺九", N_("Terminal in each group"), 3),
        Row("chinitsu", suits.full_flush, "清一色", N_("Full flush"), 6),
        Row("tenhou", flagged(Flag.HEAVENLY), "天和", N_("Heavenly hand"), 1, limit=True),
        Row("chiihou", flagged(Flag.EARTHLY), "地和", N_("Earthly hand"), 1, limit=True),
        Row("renhou", flagged(Flag.HUMAN), "人和", N_("Human hand"), 1, limit=True),
        Row("suukantsu", sets.kongs(4), "四杠子", N_("Four kongs"), 1, limit=True),
        Row("suuankou", sets.concealed_pungs(4), "四暗刻", N_("Four concealed pungs"), 1, limit=True,
            double=gaps.single_wait),
        Row("ryuuiisou", suits.all_green, "绿一色", N_("All green"), 1, limit=True),
        Row("chuuren", suits.nine_gates, "九莲宝灯", N_("Nine gates"), 1, limit=True, double=gaps.nine_sided),
    )
)  # fmt: skip

RENHOU_MANGAN = Row(
    "renhou", flagged(Flag.HUMAN), "人和", N_("Human hand"), 5, alone=True
)

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
            table = PatternTable((*table.rows, RENHOU_MANGAN))
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
