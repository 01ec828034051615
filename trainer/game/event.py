"""What happened: facts of the record file (contract 5), one JSON object a line.

A field that a seat may not see is None in the events shown to it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from trainer.rules.breakdown import Points
from trainer.text import N_, Refusal
from trainer.tiles import Kind, Tile, is_flower, kind, parse_tile, tile_text


class BadRecord(Refusal):
    """A line that is no event, or a record that does not hold together."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal begins: the whole shuffled set in order, what each seat was dealt, and the proof of the shuffle.

    `round` is the wind of the round, `honba` and `sticks` what lies on the table, `dora` the first indicator, `dice`
    the throw that chose the dealer, `bonus_kind` the kind drawn by lot; None in games without them.
    """

    type: ClassVar[str] = "deal"
    deal: int
    dealer: int
    commitment: str
    points: tuple[Points, ...]
    wall: tuple[Tile, ...] | None
    hands: tuple[tuple[Tile, ...] | None, ...]
    salt: str | None
    round: Kind | None = None
    honba: int | None = None
    sticks: int | None = None
    dora: Tile | None = None
    dice: tuple[int, ...] | None = None
    bonus_kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """`source` is `wall` or `replacement`; the dealer's extra tile is his first draw."""

    type: ClassVar[str] = "draw"
    seat: int
    tile: Tile | None
    source: str = "wall"


@dataclass(frozen=True, slots=True)
class Discard:
    type: ClassVar[str] = "discard"
    seat: int
    tile: Tile | None
    drawn: bool
    riichi: bool = False
    ready: bool = False
    face_down: bool = False
    timeout: bool = False
    """Made by a clock, as nobody acted in time."""


@dataclass(frozen=True, slots=True)
class Declare:
    """A declaration without a discard: `ready_at_deal`, by a non-dealer before the first one."""

    type: ClassVar[str] = "declare"
    seat: int
    what: str = "ready_at_deal"


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn begins without a draw."""

    type: ClassVar[str] = "turn"
    seat: int


@dataclass(frozen=True, slots=True)
class Name:
    """Kinds named against a declared hand, and whether it waits for one of them."""

    type: ClassVar[str] = "name"
    seat: int
    kinds: tuple[Kind, ...]
    hit: bool


@dataclass(frozen=True, slots=True)
class Build:
    """The hand that a seat chose out of the tiles dealt to it; None in the events shown to others."""

    type: ClassVar[str] = "build"
    seat: int
    hand: tuple[Tile, ...] | None


@dataclass(frozen=True, slots=True)
class Swap:
    """The tiles that a seat gave away before the first draw, and those it got for them. Both seats know both: what one
    gives is what the other gets."""

    type: ClassVar[str] = "swap"
    seat: int
    tiles: tuple[Tile, ...]
    got: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Chow:
    """A claimed discard and the two tiles of the hand that it joins."""

    type: ClassVar[str] = "chow"
    seat: int
    tile: Tile
    tiles: tuple[Tile, ...]
    of: int


@dataclass(frozen=True, slots=True)
class Pung:
    type: ClassVar[str] = "pung"
    seat: int
    tile: Tile
    tiles: tuple[Tile, ...]
    of: int


@dataclass(frozen=True, slots=True)
class Kong:
    """`form`: concealed, added or claimed; `of` is the discarder of a claimed one.

    A kong that grows beyond four tiles is `added` when it lies open and `concealed` when it began so. `new`: of two
    sets that the tile could join, or of a set and four tiles in the hand, it is the second (`game.kongs.ways`).
    """

    type: ClassVar[str] = "kong"
    seat: int
    form: str
    tile: Tile
    of: int | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class Flower:
    """A flower is shown; its replacement follows, unless the wall is empty or the deal ends with it."""

    type: ClassVar[str] = "flower"
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Nuki:
    """A tile set aside."""

    type: ClassVar[str] = "nuki"
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Indicator:
    """A further indicator is turned."""

    type: ClassVar[str] = "indicator"
    tile: Tile


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat declined what it was offered; no other seat ever sees this."""

    type: ClassVar[str] = "pass"
    seat: int
    declined: str = "win"
    timeout: bool = False


@dataclass(frozen=True, slots=True)
class Win:
    """`score` is the answer of `score`; `waits` were named where the rules ask for them."""

    type: ClassVar[str] = "win"
    seat: int
    tile: Tile
    by: str
    of: int | None
    score: Mapping[str, Any] = field(hash=False)
    waits: tuple[Kind, ...] | None = None
    timeout: bool = False


@dataclass(frozen=True, slots=True)
class FalseWin:
    """`wrong`: not_complete, no_yaku, furiten, waits, riichi_not_ready, riichi_kong."""

    type: ClassVar[str] = "false_win"
    seat: int
    wrong: str
    tile: Tile | None = None
    waits: tuple[Kind, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawGame:
    """The deal ended without a win, or after wins that did not end it; `ready` says which seats were ready."""

    type: ClassVar[str] = "draw_game"
    reason: str
    ready: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Settle:
    """Payments, one a seat, and the points after them. `nagashi`: seats whose river paid. `table` are points laid on
    the table, negative when taken, `bank` the bank's part, negative when it pays; all of them sum to zero."""

    type: ClassVar[str] = "settle"
    reason: str
    payments: tuple[Points, ...]
    points: tuple[Points, ...]
    nagashi: tuple[int, ...] = ()
    table: Points = 0
    bank: Points = 0


@dataclass(frozen=True, slots=True)
class End:
    """The match is over: seats from best to worst. `reason`: length, bust, ahead, or time, which a clock made."""

    type: ClassVar[str] = "end"
    ranking: tuple[int, ...]
    points: tuple[Points, ...]
    reason: str


Event = (
    Deal | Build | Swap | Draw | Turn | Declare | Discard | Chow | Pung | Kong | Flower | Nuki | Indicator | Name | Pass
    | Win | FalseWin | DrawGame | Settle | End
)


# ------------------------------------------------------------------ text


def _texts(tiles: Sequence[Tile]) -> list[str]:
    return [tile_text(t) for t in tiles]


def to_json(event: Event) -> dict[str, Any]:
    """Plain data with the field names of the record file."""
    out: dict[str, Any] = {"type": event.type}
    if isinstance(event, Deal):
        out |= {
            "deal": event.deal,
            "dealer": event.dealer,
            "wall": None if event.wall is None else _texts(event.wall),
            "hands": [None if h is None else _texts(h) for h in event.hands],
            "salt": event.salt,
            "commitment": event.commitment,
            "points": list(event.points),
        }
        if event.round is not None:
            out["round"] = tile_text(Tile(event.round))
        out |= {k: n for k, n in (("honba", event.honba), ("sticks", event.sticks)) if n is not None}
        if event.dora is not None:
            out["dora"] = tile_text(event.dora)
        if event.dice is not None:
            out["dice"] = list(event.dice)
        if event.bonus_kind is not None:
            out["bonus_kind"] = tile_text(Tile(event.bonus_kind))
    elif isinstance(event, Draw):
        out |= {"seat": event.seat, "tile": None if event.tile is None else tile_text(event.tile), "from": event.source}
    elif isinstance(event, Discard):
        out |= {"seat": event.seat, "tile": None if event.tile is None else tile_text(event.tile)}
        out |= {"drawn": event.drawn, "riichi": event.riichi}
        out |= {key: True for key, on in (("ready", event.ready), ("face_down", event.face_down)) if on}
    elif isinstance(event, Turn):
        out |= {"seat": event.seat}
    elif isinstance(event, Declare):
        out |= {"seat": event.seat, "what": event.what}
    elif isinstance(event, Name):
        out |= {"seat": event.seat, "tiles": _texts([Tile(k) for k in event.kinds]), "hit": event.hit}
    elif isinstance(event, Build):
        out |= {"seat": event.seat, "hand": None if event.hand is None else _texts(event.hand)}
    elif isinstance(event, Swap):
        out |= {"seat": event.seat, "tiles": _texts(event.tiles), "got": _texts(event.got)}
    elif isinstance(event, Kong):
        out |= {"seat": event.seat, "form": event.form, "tile": tile_text(event.tile)}
        if event.of is not None:
            out["of"] = event.of
        if event.new:
            out["new"] = True
    elif isinstance(event, (Chow, Pung)):
        out |= {"seat": event.seat, "tile": tile_text(event.tile), "with": _texts(event.tiles), "of": event.of}
    elif isinstance(event, (Flower, Nuki)):
        out |= {"seat": event.seat, "tile": tile_text(event.tile)}
    elif isinstance(event, Indicator):
        out |= {"tile": tile_text(event.tile)}
    elif isinstance(event, Pass):
        out |= {"seat": event.seat, "declined": event.declined}
    elif isinstance(event, Win):
        out |= {"seat": event.seat, "tile": tile_text(event.tile), "by": event.by, "of": event.of}
        out["score"] = dict(event.score)
        if event.waits is not None:
            out["waits"] = _texts([Tile(k) for k in event.waits])
    elif isinstance(event, FalseWin):
        out |= {"seat": event.seat, "wrong": event.wrong}
        if event.tile is not None:
            out["tile"] = tile_text(event.tile)
        if event.waits is not None:
            out["waits"] = _texts([Tile(k) for k in event.waits])
    elif isinstance(event, DrawGame):
        out |= {"reason": event.reason, "ready": list(event.ready)}
    elif isinstance(event, Settle):
        out |= {"reason": event.reason, "payments": list(event.payments), "points": list(event.points)}
        if event.nagashi:
            out["nagashi"] = list(event.nagashi)
        if event.table:
            out["table"] = event.table
        if event.bank:
            out["bank"] = event.bank
    else:
        out |= {"ranking": list(event.ranking), "points": list(event.points), "reason": event.reason}
        if event.reason == "time":
            out["timeout"] = True
    if isinstance(event, (Discard, Pass, Win)) and event.timeout:
        out["timeout"] = True
    return out


class _Fields:
    """Typed access to a line's fields; raises BadRecord naming the field."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def bad(self, name: str) -> BadRecord:
        return BadRecord(
            N_("The field %(field)s of a %(type)s line is wrong."), field=name, type=str(self.data.get("type"))
        )

    def number(self, name: str) -> int:
        value = self.data.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**6:
            raise self.bad(name)
        return value

    def text(self, name: str, default: str | None = None) -> str:
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise self.bad(name)
        return value

    def flag(self, name: str) -> bool:
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise self.bad(name)
        return value

    def tile(self, name: str) -> Tile:
        try:
            return parse_tile(self.text(name))
        except Refusal:
            raise self.bad(name) from None

    def tiles(self, name: str, value: object = None) -> tuple[Tile, ...]:
        value = self.data.get(name) if value is None else value
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            raise self.bad(name)
        try:
            return tuple(parse_tile(x) for x in value)
        except Refusal:
            raise self.bad(name) from None

    def items(self, name: str) -> list[Any]:
        value = self.data.get(name)
        if not isinstance(value, list):
            raise self.bad(name)
        return value

    def points(self, name: str) -> tuple[Points, ...]:
        values = self.items(name)
        if not all(isinstance(x, (int, float)) and not isinstance(x, bool) and abs(x) < 1e12 for x in values):
            raise self.bad(name)
        return tuple(values)

    def amount(self, name: str) -> Points:
        value = self.data.get(name, 0)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or abs(value) >= 1e12:
            raise self.bad(name)
        return value

    def seats(self, name: str) -> tuple[int, ...]:
        values = self.items(name)
        if not all(isinstance(x, int) and not isinstance(x, bool) for x in values):
            raise self.bad(name)
        return tuple(values)

    def flags(self, name: str) -> tuple[bool, ...]:
        values = self.items(name)
        if not all(isinstance(x, bool) for x in values):
            raise self.bad(name)
        return tuple(values)

    def maybe_number(self, name: str) -> int | None:
        return None if self.data.get(name) is None else self.number(name)

    def maybe_tile(self, name: str) -> Tile | None:
        return None if self.data.get(name) is None else self.tile(name)

    def maybe_kind(self, name: str) -> Kind | None:
        tile = self.maybe_tile(name)
        if tile is not None and is_flower(tile):
            raise self.bad(name)
        return None if tile is None else kind(tile)

    def kinds(self, name: str) -> tuple[Kind, ...]:
        tiles = self.tiles(name)
        if any(map(is_flower, tiles)):
            raise self.bad(name)
        return tuple(map(kind, tiles))

    def waits(self) -> tuple[Kind, ...] | None:
        return self.kinds("waits") if "waits" in self.data else None


def from_json(data: object) -> Event:
    """The event of a record line; raises BadRecord."""
    if not isinstance(data, Mapping):
        raise BadRecord(N_("A line of the record is not an object."))
    f = _Fields(data)
    match data.get("type"):
        case "deal":
            hands = tuple(f.tiles("hands", h) for h in f.items("hands"))
            return Deal(
                f.number("deal"), f.number("dealer"), f.text("commitment"), f.points("points"), f.tiles("wall"), hands,
                f.text("salt"), f.maybe_kind("round"), f.maybe_number("honba"), f.maybe_number("sticks"),
                f.maybe_tile("dora"), f.seats("dice") if "dice" in data else None, f.maybe_kind("bonus_kind"),
            )  # fmt: skip
        case "draw":
            return Draw(f.number("seat"), f.tile("tile"), f.text("from", "wall"))
        case "discard":
            marks = (f.flag(name) for name in ("drawn", "riichi", "ready", "face_down", "timeout"))
            return Discard(f.number("seat"), f.tile("tile"), *marks)
        case "turn":
            return Turn(f.number("seat"))
        case "declare":
            return Declare(f.number("seat"), f.text("what"))
        case "name":
            return Name(f.number("seat"), f.kinds("tiles"), f.flag("hit"))
        case "build":
            return Build(f.number("seat"), f.tiles("hand"))
        case "swap":
            return Swap(f.number("seat"), f.tiles("tiles"), f.tiles("got"))
        case "kong":
            return Kong(f.number("seat"), f.text("form"), f.tile("tile"), f.maybe_number("of"), f.flag("new"))
        case "chow":
            return Chow(f.number("seat"), f.tile("tile"), f.tiles("with"), f.number("of"))
        case "pung":
            return Pung(f.number("seat"), f.tile("tile"), f.tiles("with"), f.number("of"))
        case "flower":
            return Flower(f.number("seat"), f.tile("tile"))
        case "nuki":
            return Nuki(f.number("seat"), f.tile("tile"))
        case "indicator":
            return Indicator(f.tile("tile"))
        case "pass":
            return Pass(f.number("seat"), f.text("declined", "win"), f.flag("timeout"))
        case "win":
            score = data.get("score")
            if not isinstance(score, Mapping):
                raise f.bad("score")
            return Win(
                f.number("seat"), f.tile("tile"), f.text("by"), f.maybe_number("of"), dict(score), f.waits(),
                f.flag("timeout"),
            )  # fmt: skip
        case "false_win":
            tile = f.tile("tile") if "tile" in data else None
            return FalseWin(f.number("seat"), f.text("wrong"), tile, f.waits())
        case "draw_game":
            return DrawGame(f.text("reason"), f.flags("ready"))
        case "settle":
            nagashi = f.seats("nagashi") if "nagashi" in data else ()
            payments, points = f.points("payments"), f.points("points")
            return Settle(f.text("reason"), payments, points, nagashi, f.amount("table"), f.amount("bank"))
        case "end":
            return End(f.seats("ranking"), f.points("points"), f.text("reason"))
    raise BadRecord(N_("The record has a line of an unknown type."))


def dumps(event: Event) -> str:
    return json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":"))


def loads(line: str) -> Event:
    """The inverse of `dumps`; raises BadRecord."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(N_("A line of the record is not JSON.")) from None
    return from_json(data)
