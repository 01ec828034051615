"""What a seat may do, as a closed union with a text form.

`discard:3s` throws a tile of the hand, `discard:3s:drawn` the tile just drawn; `:riichi` declares with it. `kong:1s`
(concealed or added in one's own turn, from a discard otherwise), `kong:1s:new` (where there are two ways, the second:
see `game.kongs.ways`), `chow:3s4s` and `pung:5p0p` with the tiles from the hand, `nuki:4z` (set aside), `abort` (nine
kinds), `win`, `win:1s4s` (with the waits that had to be named), `pass`. With `:ready` a discard declares a ready hand
without riichi, `ready` alone one that is ready as dealt; `name:4p6m` names kinds, `build:123m…` a hand;
`swap:123p` gives tiles away for others.
"""

from __future__ import annotations

from dataclasses import dataclass

from trainer.text import N_, Refusal
from trainer.tiles import (
    Kind,
    Tile,
    format_tiles,
    is_flower,
    join_tiles,
    kind,
    parse_tile,
    parse_tiles,
    sort_key,
    sort_tiles,
    tile_text,
)


class BadAction(Refusal):
    """Text that is no action."""


@dataclass(frozen=True, slots=True)
class Discard:
    tile: Tile
    drawn: bool = False
    riichi: bool = False
    ready: bool = False
    """Declare a ready hand with it, without riichi."""

    @property
    def text(self) -> str:
        marks = ":drawn" * self.drawn + ":riichi" * self.riichi + ":ready" * self.ready
        return f"discard:{tile_text(self.tile)}{marks}"


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong of this kind: concealed or added in one's own turn, claimed from a discard otherwise.

    Where a tile could grow a kong, `new` starts a second one of the kind instead; see `game.kongs.ways`.
    """

    kind: Kind
    new: bool = False

    @property
    def text(self) -> str:
        return f"kong:{tile_text(Tile(self.kind))}{':new' * self.new}"


@dataclass(frozen=True, slots=True)
class Chow:
    """Claim the discard for a chow with these two tiles of the hand."""

    tiles: tuple[Tile, ...]

    @property
    def text(self) -> str:
        return "chow:" + "".join(map(tile_text, self.tiles))


@dataclass(frozen=True, slots=True)
class Pung:
    """Claim the discard for a pung with these two tiles of the hand."""

    tiles: tuple[Tile, ...]

    @property
    def text(self) -> str:
        return "pung:" + "".join(map(tile_text, self.tiles))


@dataclass(frozen=True, slots=True)
class SetAside:
    """Lay a tile aside in one's own turn and draw a replacement (nuki)."""

    tile: Tile

    @property
    def text(self) -> str:
        return f"nuki:{tile_text(self.tile)}"


@dataclass(frozen=True, slots=True)
class Abort:
    """End the deal with nine kinds of terminals and honors in the first hand."""

    @property
    def text(self) -> str:
        return "abort"


@dataclass(frozen=True, slots=True)
class TakeWin:
    """Win by self-draw or from the discard; `waits` are the kinds named where the rules ask for them."""

    waits: tuple[Kind, ...] | None = None

    @property
    def text(self) -> str:
        return "win" if self.waits is None else f"win:{join_tiles(Tile(k) for k in self.waits)}"


@dataclass(frozen=True, slots=True)
class DeclareReady:
    """Declare the hand ready as it was dealt."""

    @property
    def text(self) -> str:
        return "ready"


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline what is offered."""

    @property
    def text(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Name:
    """Name kinds that the other hand may wait for."""

    kinds: tuple[Kind, ...]

    @property
    def text(self) -> str:
        return "name:" + "".join(tile_text(Tile(k)) for k in self.kinds)


@dataclass(frozen=True, slots=True)
class Build:
    """Choose the hand out of the tiles dealt."""

    tiles: tuple[Tile, ...]

    @property
    def text(self) -> str:
        return f"build:{format_tiles(self.tiles)}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Choose the tiles to give away for others."""

    tiles: tuple[Tile, ...]

    @property
    def text(self) -> str:
        return f"swap:{format_tiles(self.tiles)}"


Action = Discard | Kong | Chow | Pung | SetAside | Abort | Name | Build | Swap | TakeWin | DeclareReady | Pass

DISCARDS = 10
_ORDER: dict[type[Action], int] = {
    TakeWin: 0, DeclareReady: 1, Kong: 2, Pung: 3, Chow: 4, SetAside: 5, Abort: 6, Name: 7, Build: 8, Swap: 9,
    Discard: DISCARDS, Pass: 11,
}  # fmt: skip


def order(action: Action) -> tuple[object, ...]:
    """The stable order of a list of legal actions: win, ready as dealt, kongs, pungs, chows, tiles aside, abort,
    discards, pass."""
    if isinstance(action, Discard):
        return (DISCARDS, sort_key(action.tile), action.drawn, action.riichi, action.ready)
    place = _ORDER[type(action)]
    if isinstance(action, Kong):
        return (place, (int(action.kind), int(action.new)))
    if isinstance(action, (Chow, Pung)):
        return (place, *map(sort_key, action.tiles))
    if isinstance(action, SetAside):
        return (place, sort_key(action.tile))
    if isinstance(action, Name):
        return (place, action.kinds)
    if isinstance(action, (Build, Swap)):
        return (place, *map(sort_key, action.tiles))
    return (place,)


def parse(text: str) -> Action:
    """The action written; raises BadAction."""
    head, _, rest = text.strip().partition(":")
    try:
        if head == "pass" and not rest:
            return Pass()
        if head == "win":
            tiles = parse_tiles(rest)
            if any(is_flower(t) for t in tiles):
                raise BadAction(N_("“%(text)s” is not an action."), text=text)
            return TakeWin(tuple(sorted({kind(t) for t in tiles})) if ":" in text else None)
        if head == "kong" and rest:
            name, colon, mark = rest.partition(":")
            if mark == "new" * bool(colon):
                return Kong(kind(parse_tile(name)), bool(colon))
        if head in ("chow", "pung") and rest:
            pair = sort_tiles(parse_tiles(rest))
            if len(pair) == 2 and not any(is_flower(t) for t in pair):
                return Chow(pair) if head == "chow" else Pung(pair)
        if head == "name" and rest:
            named = parse_tiles(rest)
            if not any(is_flower(t) for t in named):
                return Name(tuple(sorted({kind(t) for t in named})))
        if head in ("build", "swap") and rest:
            return (Build if head == "build" else Swap)(sort_tiles(parse_tiles(rest)))
        if head == "nuki" and rest:
            return SetAside(parse_tile(rest))
        if head == "abort" and ":" not in text:
            return Abort()
        if head == "ready" and ":" not in text:
            return DeclareReady()
        if head == "discard" and rest:
            name, *marks = rest.split(":")
            if set(marks) <= {"drawn", "riichi", "ready"} and len(marks) == len(set(marks)):
                return Discard(parse_tile(name), "drawn" in marks, "riichi" in marks, "ready" in marks)
    except ValueError:
        raise BadAction(N_("“%(text)s” is not an action."), text=text) from None
    raise BadAction(N_("“%(text)s” is not an action."), text=text)
