"""What a seat may do, as a closed union with a text form.

`discard:3s` throws a tile of the hand, `discard:3s:drawn` the tile just drawn; `:riichi` declares with it.
`kong:1s`, `win`, `win:1s4s` (with the waits that had to be named), `pass`.
"""

from __future__ import annotations

from dataclasses import dataclass

from trainer.text import N_, Refusal
from trainer.tiles import Kind, Tile, is_flower, join_tiles, kind, parse_tile, parse_tiles, sort_key, tile_text


class BadAction(Refusal):
    """Text that is no action."""


@dataclass(frozen=True, slots=True)
class Discard:
    tile: Tile
    drawn: bool = False
    riichi: bool = False

    @property
    def text(self) -> str:
        return f"discard:{tile_text(self.tile)}" + ":drawn" * self.drawn + ":riichi" * self.riichi


@dataclass(frozen=True, slots=True)
class Kong:
    """A concealed kong of this kind in one's own turn."""

    kind: Kind

    @property
    def text(self) -> str:
        return f"kong:{tile_text(Tile(self.kind))}"


@dataclass(frozen=True, slots=True)
class TakeWin:
    """Win by self-draw or from the discard; `waits` are the kinds named where the rules ask for them."""

    waits: tuple[Kind, ...] | None = None

    @property
    def text(self) -> str:
        return "win" if self.waits is None else f"win:{join_tiles(Tile(k) for k in self.waits)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline what is offered."""

    @property
    def text(self) -> str:
        return "pass"


Action = Discard | Kong | TakeWin | Pass


def order(action: Action) -> tuple[object, ...]:
    """The stable order of a list of legal actions: win, kongs, discards by tile, pass."""
    if isinstance(action, Discard):
        return (2, sort_key(action.tile), action.drawn, action.riichi)
    if isinstance(action, Kong):
        return (1, (int(action.kind), 0))
    return (0 if isinstance(action, TakeWin) else 3,)


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
            return Kong(kind(parse_tile(rest)))
        if head == "discard" and rest:
            name, *marks = rest.split(":")
            if set(marks) <= {"drawn", "riichi"} and len(marks) == len(set(marks)):
                return Discard(parse_tile(name), "drawn" in marks, "riichi" in marks)
    except ValueError:
        raise BadAction(N_("“%(text)s” is not an action."), text=text) from None
    raise BadAction(N_("“%(text)s” is not an action."), text=text)
