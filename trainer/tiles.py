"""Tiles, kinds, counts and tile sets, and their text form.

A `Tile` is a physical face: 0-33 the kinds, 34-36 the red fives of m, p and s, 37-44 the eight flowers.
A `Kind` (0-33) is what two tiles share when they can pair: 0-8 characters (m), 9-17 dots (p), 18-26 bamboo (s),
27-33 honors (E S W N white green red). Flowers have no kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NewType

from trainer.text import N_, Refusal

Tile = NewType("Tile", int)
Kind = NewType("Kind", int)
Counts = tuple[int, ...]
"""Copies of each kind: `KINDS` small ints."""

KINDS = 34
RANKS = 9
SUITS = "mps"
FIRST_HONOR = 27
FIRST_RED = 34
FIRST_FLOWER = 37
FLOWERS = 8
TILES = FIRST_FLOWER + FLOWERS

_LETTERS = "mpszf"
_SIZE = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_BASE = {"m": 0, "p": 9, "s": 18, "z": FIRST_HONOR, "f": FIRST_FLOWER}
_HONORS = {c: i for i, cs in enumerate(("东東", "南", "西", "北", "白", "发發発", "中")) for c in cs}
_SUIT_WORDS = {c: letter for letter, cs in {"m": "万萬", "p": "筒饼餅", "s": "条條索"}.items() for c in cs}
_NUMERALS = {c: str(i) for i, c in enumerate("一二三四五六七八九", 1)}


class NotationError(Refusal):
    """Text that is not tiles; the sentence names the character and its position."""


def kind(tile: Tile) -> Kind:
    """The kind of a tile; a red five folds into its five. Flowers have none and raise ValueError."""
    if tile < FIRST_RED:
        return Kind(tile)
    if tile < FIRST_FLOWER:
        return Kind((tile - FIRST_RED) * RANKS + 4)
    raise ValueError(f"a flower has no kind: {tile}")


def is_red(tile: Tile) -> bool:
    return FIRST_RED <= tile < FIRST_FLOWER


def is_flower(tile: Tile) -> bool:
    return tile >= FIRST_FLOWER


def is_honor(kind_: Kind) -> bool:
    return kind_ >= FIRST_HONOR


def suit(kind_: Kind) -> int:
    """0 characters, 1 dots, 2 bamboo, 3 honors."""
    return kind_ // RANKS


def rank(kind_: Kind) -> int:
    """1-9 in a suit; 1-7 among the honors."""
    return kind_ % RANKS + 1


def is_terminal(kind_: Kind) -> bool:
    """A one or a nine of a suit."""
    return kind_ < FIRST_HONOR and kind_ % RANKS in (0, RANKS - 1)


def red_of(kind_: Kind) -> Tile | None:
    """The red five that shares this kind, if it is a five of a suit."""
    return Tile(FIRST_RED + kind_ // RANKS) if kind_ < FIRST_HONOR and kind_ % RANKS == 4 else None


_SHOWN = sorted(
    (Tile(t) for t in range(TILES)), key=lambda t: (TILES, t) if is_flower(t) else (kind(t), 0 if is_red(t) else 1)
)
_ORDER = tuple(_SHOWN.index(Tile(t)) for t in range(TILES))


def sort_key(tile: Tile) -> int:
    """Order of display, from 0: by kind, a red five before its plain fives, flowers last."""
    return _ORDER[tile]


def has_flower(tiles: Iterable[Tile]) -> bool:
    """Whether one of `tiles` is a flower: they have the greatest numbers."""
    return max(tiles, default=0) >= FIRST_FLOWER


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


_PLACE = tuple(KINDS if is_flower(Tile(t)) else int(kind(Tile(t))) for t in range(TILES))
"""Where each tile is counted: its kind; one place more takes the flowers."""


def counts(tiles: Iterable[Tile]) -> Counts:
    """Copies of each kind among `tiles`; flowers are not counted."""
    out = [0] * (KINDS + 1)
    for t in tiles:
        out[_PLACE[t]] += 1
    out.pop()
    return tuple(out)


def alike(tiles: Iterable[Tile], kind_: Kind) -> tuple[Tile, ...]:
    """Those of `tiles` that are of this kind, in their order; a flower never is."""
    return tuple([t for t in tiles if _PLACE[t] == kind_])


def tiles_of(counted: Counts) -> tuple[Tile, ...]:
    """Plain tiles with these counts, in order."""
    return tuple(Tile(k) for k, n in enumerate(counted) for _ in range(n))


# ------------------------------------------------------------------ text


def _text(tile: Tile) -> str:
    if is_flower(tile):
        return f"{tile - FIRST_FLOWER + 1}f"
    if is_red(tile):
        return f"0{SUITS[tile - FIRST_RED]}"
    return f"{rank(Kind(tile))}{_LETTERS[tile // RANKS]}"


_TEXTS = tuple(_text(Tile(t)) for t in range(TILES))


def tile_text(tile: Tile) -> str:
    """`5s`, `0s`, `7z`, `3f`."""
    return _TEXTS[tile]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Canonical text: sorted, one letter a suit (`123m456p11z2f`)."""
    return join_tiles(sort_tiles(tiles))


def join_tiles(tiles: Iterable[Tile]) -> str:
    """Text in the order given; consecutive tiles of one suit share its letter."""
    out: list[str] = []
    last = ""
    for t in tiles:
        digit, letter = _TEXTS[t][0], _TEXTS[t][1]
        if last and letter != last:
            out.append(last)
        out.append(digit)
        last = letter
    return "".join(out) + last


def _tile(letter: str, digit: str, position: int) -> Tile:
    n = int(digit)
    if n == 0 and letter in SUITS:
        return Tile(FIRST_RED + SUITS.index(letter))
    if not 1 <= n <= _SIZE[letter]:
        raise NotationError(
            N_("There is no tile %(tile)s (position %(position)d)."), tile=digit + letter, position=position
        )
    return Tile(_BASE[letter] + n - 1)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in the order written.

    Lenient: spaces and commas, full-width characters, suit first (`m123`), Chinese honors and suit words.
    Raises NotationError naming the offending character and its position (from 1).
    """
    out: list[Tile] = []
    pending: list[tuple[str, int]] = []
    prefix: str | None = None
    bare: tuple[str, int] | None = None  # a suit written first that no digit has followed yet
    suit_first: bool | None = None
    for position, raw in enumerate(text, 1):
        ch = unicodedata.normalize("NFKC", raw).lower()
        ch = _NUMERALS.get(ch, _SUIT_WORDS.get(ch, ch))
        if not ch.strip() or ch in ",、":
            continue
        if ch in _HONORS:
            if pending:
                raise NotationError(
                    N_("The digits before “%(char)s” (position %(position)d) have no suit."),
                    char=raw,
                    position=position,
                )
            out.append(Tile(FIRST_HONOR + _HONORS[ch]))
        elif len(ch) == 1 and ch in "0123456789":
            if suit_first is None:
                suit_first = False
            if prefix:
                out.append(_tile(prefix, ch, position))
                bare = None
            else:
                pending.append((ch, position))
        elif len(ch) == 1 and ch in _LETTERS:
            if suit_first is None:
                suit_first = True
            if suit_first:
                if bare:
                    break
                prefix, bare = ch, (raw, position)
            elif not pending:
                raise NotationError(
                    N_("The suit “%(char)s” (position %(position)d) has no digits before it."),
                    char=raw,
                    position=position,
                )
            else:
                out += [_tile(ch, d, at) for d, at in pending]
                pending = []
        else:
            raise NotationError(
                N_("“%(char)s” (position %(position)d) is not part of a tile."), char=_seen(raw), position=position
            )
    if bare:
        raise NotationError(
            N_("The suit “%(char)s” (position %(position)d) has no digits after it."), char=bare[0], position=bare[1]
        )
    if pending:
        raise NotationError(
            N_("The digit “%(char)s” (position %(position)d) has no suit after it."),
            char=pending[-1][0],
            position=pending[-1][1],
        )
    return tuple(out)


def _seen(ch: str) -> str:
    """A character as it can be seen by itself: a mark that sits on others on a circle, what has no shape by number."""
    if unicodedata.combining(ch):
        return "◌" + ch
    return f"U+{ord(ch):04X}" if unicodedata.category(ch) in ("Cc", "Cf") else ch


def parse_tile(text: str) -> Tile:
    """Exactly one tile; anything else raises NotationError."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(N_("“%(text)s” is not one tile."), text=text)
    return tiles[0]


# ------------------------------------------------------------------ sets


_RINGS = (range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))
"""The kinds that indicators run through: three suits, winds, dragons."""


@lru_cache(maxsize=64)
def _kinds(supply: Counts) -> tuple[Kind, ...]:
    return tuple(Kind(k) for k, n in enumerate(supply) if n)


@lru_cache(maxsize=64)
def _tiles(set_: TileSet) -> tuple[Tile, ...]:
    out: list[Tile] = []
    for k, n in enumerate(set_.supply):
        red = red_of(Kind(k))
        reds = set_.reds[suit(Kind(k))] if red is not None else 0
        out += [red] * reds if red is not None else []
        out += [Tile(k)] * (n - reds)
    for i, n in enumerate(set_.flowers):
        out += [Tile(FIRST_FLOWER + i)] * n
    return tuple(out)


@dataclass(frozen=True, slots=True)
class TileSet:
    """What a variant is played with, under the universal index.

    `supply[k]` copies of kind k in all, red fives included; `reds[i]` of the fives of suit i are red;
    `flowers[i]` copies of flower i + 1.
    """

    supply: Counts
    reds: tuple[int, int, int] = (0, 0, 0)
    flowers: tuple[int, ...] = (0,) * FLOWERS

    @classmethod
    def of(cls, text: str, *, copies: int, reds: tuple[int, int, int] = (0, 0, 0), flowers: int = 0) -> TileSet:
        """From ranges such as "1-9s 1-7z": `copies` of each kind named, and `flowers` copies of each flower."""
        supply = [0] * KINDS
        for part in text.split():
            found = re.fullmatch(r"(\d)-(\d)([mpsz])", part)
            if not found:
                raise ValueError(f"not a range of kinds: {part}")
            for r in range(int(found[1]), int(found[2]) + 1):
                supply[_tile(found[3], str(r), 1)] = copies
        return cls(tuple(supply), reds, (flowers,) * FLOWERS)

    def tiles(self) -> tuple[Tile, ...]:
        """The whole set, in order."""
        return _tiles(self)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that exist in this set."""
        return _kinds(self.supply)

    def after(self, kind_: Kind) -> Kind:
        """The kind that an indicator of this kind points at: the next one of its suit, winds or dragons in this set.

        The last points at the first: 9 at 1, north at east, red at white; where ranks are missing they are skipped.
        """
        ring = next(r for r in _RINGS if kind_ in r)
        here = [k for k in ring if self.supply[k]]
        return Kind(here[(here.index(kind_) + 1) % len(here)])

    def size(self) -> int:
        return sum(self.supply) + sum(self.flowers)

    def check(self, tiles: Iterable[Tile], *, faces: bool = False) -> None:
        """Raise NotationError when `tiles` could not all come from this set.

        Hands are often written by kind, so that plain fives may be red ones where the suit's red five is not written.
        With `faces` the tiles are what they look like.
        """
        held: dict[Tile, int] = {}
        total = [0] * KINDS
        for t in tiles:
            held[t] = held.get(t, 0) + 1
            have, number = self.flowers[t - FIRST_FLOWER] if is_flower(t) else 0, held[t]
            if not is_flower(t):
                total[kind(t)] += 1
                have, number = self.supply[kind(t)], total[kind(t)]
            if is_red(t) and held[t] > self.reds[t - FIRST_RED]:
                have, number = self.reds[t - FIRST_RED], held[t]
            if have == 0:
                raise NotationError(N_("This game has no %(tile)s."), tile=tile_text(t))
            if number > have:
                raise NotationError(
                    N_("Too many %(tile)s: this game has only %(have)d."), tile=tile_text(t), have=have
                )
        for i, number in enumerate(self.reds):
            five, red = Kind(RANKS * i + 4), Tile(FIRST_RED + i)
            plain = self.supply[five] - number
            if held.get(Tile(five), 0) > plain and (faces or red in held):
                raise NotationError(
                    N_("Too many plain %(tile)s: this game has only %(have)d, the other fives are red (%(red)s)."),
                    tile=tile_text(Tile(five)),
                    have=plain,
                    red=tile_text(red),
                )
