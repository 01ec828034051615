"""Melds, hands, and the ways to read a complete one.

A *reading* is one decomposition of a complete hand plus the group that the winning tile completed; a hand may have
several, and which one counts is the scorer's business. Shapes are the families of complete hands (standard, seven
pairs); each is a value with one reader. Nothing here knows what anything is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain, product
from operator import add, mul
from typing import Any, TypeVar

from trainer.text import N_, Refusal
from trainer.tiles import (
    FIRST_HONOR,
    KINDS,
    RANKS,
    Counts,
    Kind,
    Tile,
    counts,
    format_tiles,
    is_flower,
    kind,
    parse_tiles,
    rank,
    sort_tiles,
)

T = TypeVar("T")


class Form(StrEnum):
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    SINGLE = "single"
    """A lone tile, in the one shape that has such."""


class Source(StrEnum):
    """Where a meld's last tile came from."""

    CLAIMED = "claimed"
    ADDED = "added"
    CONCEALED = "concealed"


class WaitShape(StrEnum):
    """The last gap that the winning tile filled."""

    OPEN = "open"
    CLOSED = "closed"
    EDGE = "edge"
    SINGLE = "single"
    DUAL_PUNG = "dual_pung"


@dataclass(frozen=True, slots=True)
class Meld:
    """A group fixed on the table: its tiles (red fives kept), where it came from, and from whom.

    A kong may hold more than four tiles where a set has more than four copies; one that grew from a concealed kong
    stays concealed.
    """

    form: Form
    tiles: tuple[Tile, ...]
    source: Source
    claimed: Tile | None = None
    of: int | None = None

    @property
    def kind(self) -> Kind:
        """The kind of a pung or kong; the lowest kind of a chow."""
        return min([kind(t) for t in self.tiles])

    @property
    def is_concealed(self) -> bool:
        return self.source is Source.CONCEALED

    @property
    def text(self) -> str:
        """`chow:345m`, `pung:777z`, `kong:1111m` (exposed), `ckong:1111m` (concealed)."""
        head = "ckong" if self.form is Form.KONG and self.is_concealed else str(self.form)
        return f"{head}:{format_tiles(self.tiles)}"


def parse_meld(text: str) -> Meld:
    """The inverse of `Meld.text`; raises Refusal (bad tiles: NotationError)."""
    head, colon, body = text.partition(":")
    forms = {
        "chow": (Form.CHOW, Source.CLAIMED),
        "pung": (Form.PUNG, Source.CLAIMED),
        "kong": (Form.KONG, Source.CLAIMED),
        "ckong": (Form.KONG, Source.CONCEALED),
    }
    if not colon or head.strip().lower() not in forms:
        raise Refusal(N_("“%(text)s” is not a meld; write chow:345m, pung:777z, kong:1111m or ckong:1111m."), text=text)
    form, source = forms[head.strip().lower()]
    tiles = sort_tiles(parse_tiles(body))
    if any(is_flower(t) for t in tiles):
        raise Refusal(N_("“%(text)s” is not a %(form)s."), text=text, form=str(form))
    kinds = sorted(kind(t) for t in tiles)
    same = len(set(kinds)) == 1
    fits = {
        Form.CHOW: len(kinds) == 3
        and kinds[2] < FIRST_HONOR
        and kinds[0] // RANKS == kinds[2] // RANKS
        and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2],
        Form.PUNG: len(kinds) == 3 and same,
        Form.KONG: len(kinds) >= 4 and same,
    }
    if not fits[form]:
        raise Refusal(N_("“%(text)s” is not a %(form)s."), text=text, form=str(form))
    return Meld(form, tiles, source)


@dataclass(frozen=True, slots=True)
class Hand:
    """Tiles one seat holds: concealed ones at rest, melds, and the tile just drawn, kept apart."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    drawn: Tile | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Concealed tiles, the drawn one last."""
        return self.concealed if self.drawn is None else (*self.concealed, self.drawn)

    @property
    def counts(self) -> Counts:
        """Concealed counts, the drawn tile included."""
        return _counted(self.tiles)

    @property
    def resting(self) -> Counts:
        """Concealed counts without the drawn tile."""
        return _counted(self.concealed)

    @property
    def held(self) -> Counts:
        """Copies of each kind locked in own melds."""
        return counts([t for m in self.melds for t in m.tiles]) if self.melds else NO_COUNTS

    @property
    def is_concealed(self) -> bool:
        return not self.melds or all(m.is_concealed for m in self.melds)

    def with_drawn(self, tile: Tile | None) -> Hand:
        return Hand(self.concealed, self.melds, tile)


def without(hand: Hand, tile: Tile) -> Hand:
    """The hand at rest after it gave up this tile."""
    kept = list(hand.tiles)
    kept.remove(tile)  # the first equal one: the drawn tile stands last
    return Hand(tuple(kept), hand.melds)


def with_claim(hand: Hand, form: Form, used: tuple[Tile, ...], tile: Tile, of: int | None = None) -> Hand:
    """The hand after a tile of another seat joined these of its own for a meld."""
    kept = list(hand.concealed)
    for t in used:
        kept.remove(t)
    meld = Meld(form, sort_tiles((*used, tile)), Source.CLAIMED, tile, of)
    return Hand(tuple(kept), (*hand.melds, meld))


NO_COUNTS: Counts = (0,) * KINDS
_counted = lru_cache(maxsize=1 << 7)(counts)
"""The same few hands are counted again and again while a seat acts."""


# ------------------------------------------------------------------ readings


_SIZES = {Form.SINGLE: 1, Form.PAIR: 2, Form.PUNG: 3}


@dataclass(frozen=True, slots=True)
class Group:
    """A unit of a complete hand; `kind` is the lowest kind of a chow."""

    form: Form
    kind: Kind
    meld: Meld | None = None

    def holds(self, kind_: Kind) -> bool:
        """Whether one of its tiles is of this kind."""
        return kind_ == self.kind or (self.form is Form.CHOW and self.kind < kind_ < self.kind + 3)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kind of each of its tiles."""
        if self.form is Form.CHOW:
            return (self.kind, Kind(self.kind + 1), Kind(self.kind + 2))
        return (self.kind,) * (len(self.meld.tiles) if self.meld else _SIZES[self.form])


class Whole:
    """What every decomposition of a hand has in common: its tiles, melds included; `bits` are its kinds as a number."""

    __slots__ = ("bits", "counts", "has_honors", "kinds", "suits")

    def __init__(self, counted: Counts, melds: tuple[Meld, ...]) -> None:
        if melds:
            counted = tuple(map(add, counted, counts([t for m in melds for t in m.tiles])))
        self.counts = counted
        self.kinds: tuple[Kind, ...] = tuple([k for k, n in zip(_KINDS, counted, strict=True) if n])
        self.bits: int = bits_of(self.kinds)
        self.has_honors: bool = self.kinds[-1] >= FIRST_HONOR
        self.suits: frozenset[int] = _SUITS[
            (self.bits & _SUIT > 0) + 2 * (self.bits >> RANKS & _SUIT > 0) + 4 * (self.bits >> 2 * RANKS & _SUIT > 0)
        ]


def bits_of(kinds: Iterable[Kind]) -> int:
    """Kinds as a number, one bit each."""
    out = 0
    for k in kinds:
        out |= 1 << k
    return out


_KINDS = tuple(Kind(k) for k in range(KINDS))
_SUIT = (1 << RANKS) - 1
_SUITS = tuple(frozenset(s for s in range(3) if there >> s & 1) for there in range(8))


class Layout:
    """One decomposition of a complete hand into groups (concealed first, then melds), and what is true of it.

    Every attribute is derived once: `counts`, `kinds` and `bits` are those of the whole hand, melds included; `chows`
    hold lowest kinds, sorted; `pairs` name a kind once for each pair of it; `pungs` hold the kongs, too, and
    `pung_kinds` their kinds; `twin_chows` counts pairs of equal chows (1 for two or three alike, 2 for two twins or
    four alike); `suits` leave honors apart; `is_concealed`: no claimed meld; `own_pungs` were made without another
    seat's tile unless the winning one completed one of them. `notes` hold what others found out about it (see `noted`).
    Layouts are equal when they are the same object.
    """

    __slots__ = (
        "bits", "chows", "counts", "groups", "has_honors", "is_concealed", "kinds", "kongs", "notes", "own_pungs",
        "pairs", "pung_kinds", "pungs", "shape", "suits", "twin_chows",
    )  # fmt: skip

    def __init__(self, shape: str, groups: tuple[Group, ...], whole: Whole) -> None:
        self.shape = shape
        self.groups = groups
        self.notes: dict[object, Any] = {}
        self.bits = whole.bits
        self.counts = whole.counts
        self.kinds = whole.kinds
        self.suits = whole.suits
        self.has_honors = whole.has_honors
        chows: list[Kind] = []
        pairs: list[Kind] = []
        pungs: list[Group] = []
        kongs: list[Group] = []
        self.is_concealed: bool = True
        self.own_pungs: int = 0
        for g in groups:
            form, meld = g.form, g.meld
            mine = meld is None or meld.is_concealed
            self.is_concealed = self.is_concealed and mine
            if form is Form.CHOW:
                chows.append(g.kind)
            elif form is Form.PAIR:
                pairs.append(g.kind)
            elif form is not Form.SINGLE:
                pungs.append(g)
                self.own_pungs += mine
                if form is Form.KONG:
                    kongs.append(g)
        chows.sort()
        self.chows: tuple[Kind, ...] = tuple(chows)
        self.pairs: tuple[Kind, ...] = tuple(pairs)
        self.pungs: tuple[Group, ...] = tuple(pungs)
        self.pung_kinds: frozenset[Kind] = frozenset([g.kind for g in pungs])
        self.kongs: tuple[Group, ...] = tuple(kongs)
        alike = set(chows)
        self.twin_chows: int = sum([chows.count(k) // 2 for k in alike]) if len(alike) < len(chows) else 0


def noted(test: Callable[[Layout], T]) -> Callable[[Layout], T]:
    """The same question, answered once for each layout: the answer is kept with it, and forgotten with it."""

    def ask(layout: Layout) -> T:
        notes = layout.notes
        if ask in notes:
            known: T = notes[ask]
            return known
        found = notes[ask] = test(layout)
        return found

    return ask


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand: its layout, which group the winning tile completed, and the gap it filled."""

    layout: Layout
    completed: int
    wait: WaitShape

    @property
    def shape(self) -> str:
        return self.layout.shape

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.layout.groups

    @property
    def plain(self) -> str:
        """Groups as tiles: `123s 456s 99s`."""
        return " ".join(format_tiles(Tile(k) for k in group.kinds) for group in self.groups)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A family of complete hands. `read(counts, melds)` yields every decomposition, without the winning tile; `fits`
    says only whether there is one, which is asked far more often. `wants(counts)` are the kinds that may complete a
    resting hand, none where it is far from that; `throws(counts)` those whose discard may leave one that wants a tile.
    """

    key: str
    read: Callable[[Counts, tuple[Meld, ...]], Iterator[tuple[Group, ...]]]
    fits: Callable[[Counts, bool], bool]
    wants: Callable[[Counts], list[int]]
    throws: Callable[[Counts], list[int]]


_group = lru_cache(maxsize=None)(Group)
"""The groups that lie in no meld: a few for each kind."""


@lru_cache(maxsize=1 << 16)
def _sets(part: tuple[int, ...], runs: bool) -> tuple[tuple[tuple[Form, int], ...], ...]:
    """Every way to split one suit's counts into pungs and (where `runs`) chows; each way is sorted by rank."""
    first = next((i for i, n in enumerate(part) if n), None)
    if first is None:
        return ((),)
    ways: list[tuple[tuple[Form, int], ...]] = []
    if part[first] >= 3:
        rest = (*part[:first], part[first] - 3, *part[first + 1 :])
        ways += [((Form.PUNG, first), *way) for way in _sets(rest, runs)]
    if runs and first + 2 < len(part) and part[first + 1] and part[first + 2]:
        rest = (*part[:first], part[first] - 1, part[first + 1] - 1, part[first + 2] - 1, *part[first + 3 :])
        ways += [((Form.CHOW, first), *way) for way in _sets(rest, runs)]
    return tuple({tuple(sorted(way, key=lambda g: (g[1], g[0]))): None for way in ways})


PAIRS = 7
ORPHANS = tuple(Kind(k) for k in range(KINDS) if k >= FIRST_HONOR or k % RANKS in (0, RANKS - 1))

HONORS = FIRST_HONOR // RANKS
_PARTS = (*((start, start + RANKS) for start in range(0, FIRST_HONOR, RANKS)), (FIRST_HONOR, KINDS))


@lru_cache(maxsize=1 << 16)
def _ways(start: int, part: tuple[int, ...]) -> tuple[tuple[Group, ...], ...]:
    """Every way to split one suit's counts into sets; `start` is its first kind."""
    return tuple(
        tuple([_group(form, Kind(start + at)) for form, at in way]) for way in _sets(part, start < FIRST_HONOR)
    )


def _third(part: tuple[int, ...]) -> int:
    """The sum of all ranks, modulo three: nothing for sets, since pungs and chows each have ranks that sum to a
    multiple of three."""
    total: int = sum(map(mul, part, range(len(part))))
    return total % 3


def _pair_ranks(part: tuple[int, ...], runs: bool) -> list[int]:
    """The ranks that can be the pair of one suit's counts: where chows exist, every third rank at most."""
    third = _third(part) if runs else 0
    return [r for r, n in enumerate(part) if n >= 2 and (not runs or (third - 2 * r) % 3 == 0)]


@lru_cache(maxsize=1 << 16)
def _paired(start: int, part: tuple[int, ...]) -> tuple[tuple[tuple[Group, ...], Group], ...]:
    """Every way to split one suit's counts into sets and a pair."""
    return tuple(
        (way, _group(Form.PAIR, Kind(start + r)))
        for r in _pair_ranks(part, start < FIRST_HONOR)
        for way in _ways(start, (*part[:r], part[r] - 2, *part[r + 1 :]))
    )


def _read_standard(counted: Counts, melds: tuple[Meld, ...]) -> Iterator[tuple[Group, ...]]:
    home: tuple[tuple[tuple[Group, ...], Group], ...] | None = None
    before: list[tuple[tuple[Group, ...], ...]] = []
    after: list[tuple[tuple[Group, ...], ...]] = []
    for start, end in _PARTS:
        part = counted[start:end]
        size = sum(part)
        if not size:
            continue
        over = size % 3
        if over == 1 or (over == 2 and home is not None):
            return
        if over == 2:
            home = _paired(start, part)
            continue
        ways = _ways(start, part)
        if not ways:
            return
        (before if home is None else after).append(ways)
    if not home:
        return
    fixed = tuple([Group(m.form, m.kind, m) for m in melds])
    for mine, pair in home:
        for way in product(*before, (mine,), *after):
            yield (*chain.from_iterable(way), pair, *fixed)


def _in_sets(part: tuple[int, ...], runs: bool) -> bool:
    """Whether one suit's counts are sets and nothing else. Three equal chows are three equal pungs, so from the lowest
    rank on no more chows start than pungs leave over."""
    if not runs:
        return not any(n % 3 for n in part)
    below = before = 0  # chows that started one rank and two ranks below
    for n in part:
        n -= below + before
        if n < 0:
            return False
        below, before = n % 3, below
    return below == before == 0


@lru_cache(maxsize=1 << 16)
def _whole(part: tuple[int, ...], runs: bool) -> bool:
    """Whether one suit's counts are sets, or sets and a pair, with nothing left over."""
    over = sum(part) % 3
    if over != 2:
        return over == 0 and _in_sets(part, runs)
    return any(_in_sets((*part[:r], part[r] - 2, *part[r + 1 :]), runs) for r in _pair_ranks(part, runs))


def _fits_standard(counted: Counts, melded: bool) -> bool:
    paired = False
    for start, end in _PARTS:
        part = counted[start:end]
        if sum(part) % 3 == 2:
            if paired:
                return False
            paired = True
        if not _whole(part, start < FIRST_HONOR):
            return False
    return paired


def _standard_wants(counted: Counts) -> list[int]:
    """Those that leave every suit whole."""
    broken: list[tuple[int, int]] = []
    for start, end in _PARTS:
        if not _whole(counted[start:end], start < FIRST_HONOR):
            if broken:
                return []
            broken.append((start, end))
    return [start + r for start, end in broken or _PARTS for r in _mending(counted[start:end], start < FIRST_HONOR)]


@lru_cache(maxsize=1 << 16)
def _mending(part: tuple[int, ...], runs: bool) -> tuple[int, ...]:
    """The ranks of which one tile more makes one suit's counts whole."""
    over = sum(part) % 3
    if over == 0:
        return ()
    reach = 2 if runs else 0  # a tile without a twin or a neighbor belongs to no set
    near = {i for r, n in enumerate(part) if n for i in range(max(0, r - reach), min(len(part), r + reach + 1))}
    if runs and over == 2:  # nothing but sets in the end
        third = _third(part)
        near = {r for r in near if (third + r) % 3 == 0}
    return tuple([r for r in sorted(near) if _whole((*part[:r], part[r] + 1, *part[r + 1 :]), runs)])


def _standard_throws(counted: Counts) -> list[int]:
    """Those that leave every suit whole but one, which a tile mends."""
    parts = [counted[start:end] for start, end in _PARTS]
    broken: list[int] = []
    for i, part in enumerate(parts):
        if not _whole(part, i != HONORS):
            if len(broken) == 2:
                return []
            broken.append(i)
    out: set[int] = set()
    for p, q in _routes(tuple([sum(part) % 3 for part in parts])):
        if not {p, q}.issuperset(broken):
            continue
        part, start = parts[p], _PARTS[p][0]
        if p == q:
            out.update([start + r for r in _before_mending(part, p != HONORS)])
        elif _mending(parts[q], q != HONORS):
            out.update([start + r for r in _before_whole(part, p != HONORS)])
    return list(out)


@lru_cache(maxsize=81)
def _routes(over: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """From which suit to throw and which one to mend, by the tiles that each has over threes: in the end one suit has a
    pair over, and the others have nothing."""
    out = []
    for p in range(len(over)):
        for q in range(len(over)):
            after = [n - (i == p) + (i == q) for i, n in enumerate(over)]
            if sorted([n % 3 for n in after]) == [0, 0, 0, 2]:
                out.append((p, q))
    return tuple(out)


@lru_cache(maxsize=1 << 16)
def _before_mending(part: tuple[int, ...], runs: bool) -> tuple[int, ...]:
    """The ranks of which one tile less leaves one suit's counts so that one more makes them whole."""
    return tuple([r for r, rest in _less(part) if _mending(rest, runs)])


@lru_cache(maxsize=1 << 16)
def _before_whole(part: tuple[int, ...], runs: bool) -> tuple[int, ...]:
    """The ranks of which one tile less makes one suit's counts whole."""
    return tuple([r for r, rest in _less(part) if _whole(rest, runs)])


def _less(part: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Each rank that is there, with one tile of it taken away."""
    return [(r, (*part[:r], n - 1, *part[r + 1 :])) for r, n in enumerate(part) if n]


def _pairs(counted: Counts) -> int:
    return len(counted) - counted.count(0) - counted.count(1)


def _pair_wants(counted: Counts) -> list[int]:
    return [k for k, n in enumerate(counted) if n == 1] if _pairs(counted) == PAIRS - 1 else []


def _pair_throws(counted: Counts) -> list[int]:
    return _held(counted) if _pairs(counted) >= PAIRS - 1 else []


def _held(counted: Counts) -> list[int]:
    return [k for k, n in enumerate(counted) if n]


def _odd(counted: Counts) -> list[int]:
    return [k for k, n in enumerate(counted) if n % 2]


def _quad_wants(counted: Counts) -> list[int]:
    odd = _odd(counted)
    return odd if len(odd) == 1 and sum(counted) == 2 * PAIRS - 1 else []


def _quad_throws(counted: Counts) -> list[int]:
    odd = _odd(counted)
    if len(odd) > 2 or sum(counted) != 2 * PAIRS:
        return []
    return odd or _held(counted)


def _near_orphans(counted: Counts) -> bool:
    return counted.count(0) <= KINDS - len(ORPHANS) + 1 and sum([counted[k] > 0 for k in ORPHANS]) >= len(ORPHANS) - 1


def _orphan_wants(counted: Counts) -> list[int]:
    return list(ORPHANS) if _near_orphans(counted) else []


def _orphan_throws(counted: Counts) -> list[int]:
    return _held(counted) if _near_orphans(counted) else []


def _fits_seven_pairs(counted: Counts, melded: bool) -> bool:
    return not melded and counted.count(2) == PAIRS and sum(counted) == 2 * PAIRS


def _fits_pairs_with_quads(counted: Counts, melded: bool) -> bool:
    return not melded and sum(counted) == 2 * PAIRS and not _odd(counted)


def _fits_thirteen_orphans(counted: Counts, melded: bool) -> bool:
    return not melded and any(True for _ in _read_thirteen_orphans(counted, ()))


def _read_seven_pairs(counted: Counts, melds: tuple[Meld, ...]) -> Iterator[tuple[Group, ...]]:
    if not melds and counted.count(2) == PAIRS and sum(counted) == 2 * PAIRS:
        yield tuple([_group(Form.PAIR, Kind(k)) for k, n in enumerate(counted) if n])


def _read_pairs_with_quads(counted: Counts, melds: tuple[Meld, ...]) -> Iterator[tuple[Group, ...]]:
    if _fits_pairs_with_quads(counted, bool(melds)):
        yield tuple([_group(Form.PAIR, Kind(k)) for k, n in enumerate(counted) for _ in range(n // 2)])


def _read_thirteen_orphans(counted: Counts, melds: tuple[Meld, ...]) -> Iterator[tuple[Group, ...]]:
    if melds or not (counted[0] and counted[-1]):
        return
    held = [counted[k] for k in ORPHANS]
    if sum(counted) == len(ORPHANS) + 1 == sum(held) and min(held) == 1:
        yield tuple([_group(Form.SINGLE if counted[k] == 1 else Form.PAIR, k) for k in ORPHANS])


STANDARD = Shape("standard", _read_standard, _fits_standard, _standard_wants, _standard_throws)
SEVEN_PAIRS = Shape("seven_pairs", _read_seven_pairs, _fits_seven_pairs, _pair_wants, _pair_throws)
"""Seven different pairs: four alike are never two pairs."""

SEVEN_PAIRS_WITH_QUADS = Shape(
    SEVEN_PAIRS.key, _read_pairs_with_quads, _fits_pairs_with_quads, _quad_wants, _quad_throws
)
"""Seven pairs of which several may be alike: four equal tiles are two pairs, six are three, eight are four (Chinese
rules 2.1). For scoring it is the same shape as seven different pairs, so the two share their key."""

THIRTEEN_ORPHANS = Shape(
    "thirteen_orphans", _read_thirteen_orphans, _fits_thirteen_orphans, _orphan_wants, _orphan_throws
)
"""One of each terminal and honor, and one of them twice."""


def pairs_alike(shapes: tuple[Shape, ...]) -> int:
    """How many of seven pairs may be of one kind; 0 where no shape is seven pairs."""
    return PAIRS if SEVEN_PAIRS_WITH_QUADS in shapes else int(SEVEN_PAIRS in shapes)


def _gap(group: Group, won: Kind) -> WaitShape:
    if group.form in (Form.PAIR, Form.SINGLE):
        return WaitShape.SINGLE
    if group.form is Form.PUNG:
        return WaitShape.DUAL_PUNG
    if won == group.kind + 1:
        return WaitShape.CLOSED
    if (won == group.kind + 2 and rank(group.kind) == 1) or (won == group.kind and rank(group.kind) == RANKS - 2):
        return WaitShape.EDGE
    return WaitShape.OPEN


@lru_cache(maxsize=1 << 13)
def layouts(counted: Counts, melds: tuple[Meld, ...], shapes: tuple[Shape, ...]) -> tuple[Layout, ...]:
    """Every decomposition, kept: the same tiles are asked about for each tile that may have completed them."""
    found = [(shape.key, groups) for shape in shapes for groups in shape.read(counted, melds)]
    if not found:
        return ()
    whole = Whole(counted, melds)
    return tuple([Layout(key, groups, whole) for key, groups in found])


@lru_cache(maxsize=1 << 13)
def readings(
    counted: Counts, melds: tuple[Meld, ...], won: Kind, shapes: tuple[Shape, ...]
) -> tuple[Reading, ...]:
    """Every reading of a complete hand: `counted` are the concealed counts with the winning kind `won` in them.

    Each decomposition is there once for every different concealed group that `won` may have completed. Kept: a hand is
    priced with and without riichi, for the dealer and for others, under one indicator and the next.
    """
    out = []
    for layout in layouts(counted, melds, shapes):
        tried: list[Group] = []
        for i, g in enumerate(layout.groups):
            if g.kind <= won and g.holds(won) and g.meld is None and g not in tried:
                tried.append(g)
                out.append(Reading(layout, i, _gap(g, won)))
    return tuple(out)


def is_complete(counted: Counts, melds: tuple[Meld, ...], shapes: tuple[Shape, ...]) -> bool:
    return any(shape.fits(counted, bool(melds)) for shape in shapes)


@dataclass(frozen=True, slots=True)
class Wait:
    """A kind that completes a resting hand. It is live while the hand (melds included) lacks a copy of it."""

    kind: Kind
    live: bool


@lru_cache(maxsize=1 << 10)
def waits(
    counted: Counts, melds: tuple[Meld, ...], shapes: tuple[Shape, ...], supply: Counts
) -> tuple[Wait, ...]:
    """Every kind that completes the resting hand, in order; tiles seen elsewhere never matter (rules 0.2)."""
    tried: set[int] = set()
    for shape in shapes:
        tried.update(shape.wants(counted))
    if not tried:
        return ()
    held = counts(t for m in melds for t in m.tiles)
    out = []
    for k in sorted(tried):
        grown = (*counted[:k], counted[k] + 1, *counted[k + 1 :])
        if supply[k] and is_complete(grown, melds, shapes):
            out.append(Wait(Kind(k), counted[k] + held[k] < supply[k]))
    return tuple(out)


@lru_cache(maxsize=1 << 8)
def live_kinds(
    counted: Counts, melds: tuple[Meld, ...], shapes: tuple[Shape, ...], supply: Counts
) -> frozenset[Kind]:
    """The kinds of live waits, which is what a game asks about again and again."""
    return frozenset([w.kind for w in waits(counted, melds, shapes, supply) if w.live])


def ready_throws(
    counted: Counts, melds: tuple[Meld, ...], shapes: tuple[Shape, ...], supply: Counts
) -> frozenset[Kind]:
    """The kinds of a hand with a drawn tile whose discard leaves it some wait, exhausted ones included."""
    tried: set[int] = set()
    for shape in shapes:
        tried.update(shape.throws(counted))
    out = []
    for k in tried:
        rest = (*counted[:k], counted[k] - 1, *counted[k + 1 :])
        if waits(rest, melds, shapes, supply):
            out.append(Kind(k))
    return frozenset(out)
