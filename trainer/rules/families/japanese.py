"""What the games of the Japanese family share when they declare themselves: options (contract 1.1), their meaning."""

from __future__ import annotations

from trainer.rules.families import yaku
from trainer.rules.families.riichi import EVERY_HONOR, ONE_HAN, Least, Riichi
from trainer.rules.patterns.honors import Values
from trainer.rules.table import PatternTable
from trainer.rules.variant import Chombo, Flag, Option, Options, Terms, Training, Value
from trainer.text import N_
from trainer.tiles import Kind

EAST, SOUTH, WEST, NORTH = (Kind(k) for k in range(27, 31))

YES_NO = (True, False)
ASSIST = Option("assist", True, N_("Only legal actions are offered"), YES_NO)
CHOMBO = Option(
    "chombo", "mangan", N_("A false win costs"), ("mangan", "baiman", "yakuman"),
    shown=((Chombo.MANGAN, N_("one's own mangan")), (Chombo.BAIMAN, N_("one's own baiman")),
           (Chombo.YAKUMAN, N_("one's own yakuman"))),
)  # fmt: skip
KAZOE = Option("kazoe", True, N_("Thirteen han make a yakuman"), YES_NO)
STACK = Option("stackYakuman", True, N_("Several yakuman add up"), YES_NO)
RIICHI_KAN = Option(
    "riichiKan", "shape", N_("A kong after riichi must keep"), ("shape", "waits"),
    shown=(("shape", N_("the waits and every reading")), ("waits", N_("the waits"))),
)  # fmt: skip
BUST = Option("bust", True, N_("The match ends when a player is below zero"), YES_NO)
KAN_URA = Option("kanUra", True, N_("Kongs add ura indicators"), YES_NO)
KOKUSHI_ANKAN = Option("kokushiAnkan", False, N_("Thirteen orphans may rob a concealed kong"), YES_NO)
TSUMO_PAYMENT = Option(
    "tsumoPayment", "full", N_("A self-draw is paid"), ("full", "share"),
    shown=(("full", N_("in full, as three opponents would")), ("share", N_("one opponent's share"))),
)  # fmt: skip
UMA = Option("uma", 0, N_("Bonus for the first place, paid by the last"))


def double_yakuman(label: str) -> Option:
    """The option that lets some yakuman count twice; `label` names those that the game has."""
    return Option("doubleYakuman", False, label, YES_NO)


def renhou(default: str) -> Option:
    return Option(
        "renhou", default, N_("Human hand"), ("off", "mangan", "yakuman"),
        shown=(("off", N_("off")), ("mangan", N_("a mangan")), ("yakuman", N_("a yakuman"))),
    )  # fmt: skip


def start(points: int) -> Option:
    return Option("start", points, N_("Points at the start"), least=0)


def length(default: str) -> Option:
    return Option(
        "length", default, N_("Length of a match"), ("east", "south"),
        shown=(("east", N_("the east round")), ("south", N_("east and south rounds"))),
    )  # fmt: skip


def noten(default: int) -> Option:
    return Option("noten", default, N_("A hand that is not ready pays at a draw"), (0, 1000, 1500, 3000))


def rounds(o: Options) -> tuple[Kind, ...]:
    """The winds of the rounds that are played."""
    return (EAST,) if o["length"] == "east" else (EAST, SOUTH)


def reds(suit: str, number: int) -> tuple[int, int, int]:
    """So many red fives in one suit."""
    return (number * (suit == "m"), number * (suit == "p"), number * (suit == "s"))


def training(o: Options) -> Training:
    return Training(
        assist=bool(o["assist"]),
        chombo=Chombo(str(o["chombo"])),
        declare_waits=bool(o.get("declareWaits", False)),
        no_sorting=bool(o.get("noSorting", False)),
    )


def with_renhou(table: PatternTable, value: Value) -> PatternTable:
    """The table with the human hand as the option says."""
    if value == "off":
        return table.without("renhou")
    return table.with_row(yaku.RENHOU_MANGAN) if value == "mangan" else table


def scoring(
    o: Options,
    table: PatternTable,
    *,
    least: Least = ONE_HAN,
    two_han_from: int | None = None,
    kiriage: bool = False,
    values: Values = EVERY_HONOR,
) -> Riichi:
    return Riichi(
        table,
        kazoe=bool(o["kazoe"]),
        stack=bool(o["stackYakuman"]),
        double=bool(o["doubleYakuman"]),
        least=least,
        two_han_from=two_han_from,
        kiriage=kiriage,
        values=values,
    )


TERMS = Terms(
    win_self_draw=N_("Tsumo"), win_discard=N_("Ron"), ready=N_("Riichi"), chow=N_("Chi"), pung=N_("Pon"),
    kong=N_("Kong"), points=N_("points"),
)  # fmt: skip

WON_BY_DRAWING = frozenset(
    (Flag.RIICHI, Flag.DOUBLE_RIICHI, Flag.IPPATSU, Flag.LAST_TILE, Flag.KONG_REPLACEMENT)
)
FLAGS = WON_BY_DRAWING | {Flag.HEAVENLY, Flag.EARTHLY, Flag.HUMAN}
"""Flags of a game with every way to win."""
