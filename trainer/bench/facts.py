"""Exact counts of a game's hands, counted again from our own code and compared with its `counts.toml`.

Shanten, shapes and waits come from the solver's censuses; the waits a second time from the readings of the rules;
every win is worth what the scorer answers for it, one at a time. The sections of the file are the sections here.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod
from typing import Any

from trainer import variants
from trainer.analysis import shapes
from trainer.game.readiness import kong_keeps_riichi
from trainer.hands import STANDARD, Form, Hand, Meld, Source, is_complete, waits
from trainer.jobs import map_chunks
from trainer.rules.score import score
from trainer.rules.variant import RiichiKong, Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.solver.census import Tally, one_suit_census
from trainer.solver.mixed import all_hands, complete_hands, kinds_among, shanten_census
from trainer.solver.problem import ORPHANS, Goal, pairs_alike
from trainer.tiles import FIRST_HONOR, KINDS, RANKS, Counts, Kind, Tile, format_tiles, rank, suit, tiles_of

FILE = "counts.toml"
FORMAL = ("shanten_formal", "shanten_formal_without_pairs")
MAIN = ("dealt", "chances", "complete", "nine_kinds", "shanten", "shanten_without_pairs", "shares", *FORMAL, "waits")
ALL = (
    *MAIN, "waits_read", "widest", "riichi_kong", "values.0", "values.1", "values.2", "values.3", "values.4",
    "dealer_values.0",
)  # fmt: skip
"""Sections that are counted in seconds, and all of them; a game is asked for those that its file has. `waits_read` is
the section `waits`, counted another way."""

PAYS = "pays"

WIDE = 8
"""Hands with at least this many live waits are named one by one."""

NINE = 9
"""Kinds of terminals and honors that may abort a deal."""

PREFIX = 2
"""Hands are counted in chunks that share the copies of this many of the lowest kinds."""

Path = tuple[str, ...]
Number = int | float | tuple[int, ...]
Tallies = Counter[Path]


@dataclass(frozen=True, slots=True)
class Fact:
    """One number: as the file states it (None: not at all) and as it was counted; pairs are (hands, ways)."""

    name: str
    stated: Number | None
    counted: Number | None

    @property
    def holds(self) -> bool:
        return self.stated == self.counted


@dataclass(frozen=True, slots=True)
class Chunk:
    """Hands of a game to count: with these concealed kongs, and these copies of the lowest kinds.

    `values`: complete hands by worth, of the dealer or of the next seat; otherwise resting hands by their waits.
    """

    variant: str
    values: bool
    kongs: tuple[Kind, ...]
    prefix: tuple[int, ...]
    dealer: bool = False


def stated(variant: str) -> dict[str, Any]:
    """The variant's counts.toml; raises ValueError on a section that nothing here counts."""
    data = tomllib.loads((variants.folder(variant) / FILE).read_text(encoding="utf-8"))
    for section, inner in data.items():
        for name in [section] if section in ALL else [f"{section}.{key}" for key in inner]:
            if name not in ALL:
                raise ValueError(f"{variant}: nobody counts the section {name}")
    return data


def facts(
    variant: str,
    sections: Collection[str] = MAIN,
    *,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Fact, ...]:
    """The variant's counts in those of these sections that its file has, in the order of its file; `progress` gets
    chunks done and in all."""
    data = stated(variant)
    given: dict[Path, Number] = {}
    for section in sections:
        found: Any = data
        for key in ("waits" if section == "waits_read" else section).split("."):
            found = found.get(key, {})
        given.update(_flat(found, tuple(section.split("."))))
    sections = [s for s in sections if any(path[: s.count(".") + 1] == tuple(s.split(".")) for path in given)]
    got: dict[Path, Number] = dict(_census(variants.get(variant).ruleset(), sections))
    chunks = list(_chunks(variant, sections))
    total: Tallies = Counter()
    for done, tallies in enumerate(map_chunks(count, chunks, workers=workers), 1):
        total.update(tallies)
        if progress is not None:
            progress(done, len(chunks))
    got.update(_paired(total, sections, given))
    names = [*given, *(path for path in got if path not in given)]
    return tuple(Fact(".".join(path), given.get(path), got.get(path)) for path in names)


def _flat(value: Any, path: Path) -> Iterator[tuple[Path, Number]]:
    """Numbers by path; a list of numbers is one of them, and each text of a list is there once."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, (*path, key))
    elif isinstance(value, Sequence) and value and isinstance(value[0], str):
        for text in value:
            yield (*path, text), 1
    else:
        yield path, tuple(value) if isinstance(value, Sequence) else value


def _paired(total: Tallies, sections: Collection[str], given: Collection[Path]) -> Iterator[tuple[Path, Number]]:
    """What was counted in the sections wanted; hands and the ways to deal them become one pair.

    What wins pay is left out where the file says nothing of it.
    """
    asked = {path[:-1] for path in given}
    for path, number in total.items():
        if path[0] not in sections and ".".join(path[:2]) not in sections:
            continue
        if PAYS in path and path[:-1] not in asked:
            continue
        if (*path[:-1], "ways") not in total:
            yield path, number
        elif path[-1] == "hands":
            yield path[:-1], (number, total[(*path[:-1], "ways")])


# ------------------------------------------------------------------ census


def _is_one_suit(rules: Ruleset) -> bool:
    """Whether the set is one suit, every rank from 1 as often as the others."""
    kinds = rules.tiles.kinds
    found = {rules.tiles.supply[k] for k in kinds}
    return kinds[-1] < FIRST_HONOR and len({suit(k) for k in kinds}) == len(found) == 1 and rank(kinds[0]) == 1


def _census(rules: Ruleset, sections: Collection[str]) -> Iterator[tuple[Path, Number]]:
    """The sections that the solver's censuses answer."""
    if "waits" in sections:
        both = one_suit_census(
            max(rules.tiles.supply), shapes(rules), ranks=len(rules.tiles.kinds), sets=rules.deal.hand // 3
        )
        for name, found in (("live", both.waits), ("formal", both.formal_waits)):
            yield from _pairs(("waits", name), found)
        yield from _pairs(("waits", "exhausted_only"), {0: both.exhausted_only})
    for section, goals, formal in (
        ("shanten", shapes(rules), False),
        ("shanten_without_pairs", (Goal.STANDARD,), False),
        ("shanten_formal", shapes(rules), True),
        ("shanten_formal_without_pairs", (Goal.STANDARD,), True),
    ):
        if section in sections:
            for name, tallies in zip(HANDS, _by_shanten(rules, goals, formal=formal), strict=True):
                yield from _pairs((section, name), tallies)
    if "dealt" in sections:
        for name, size in zip(HANDS, (rules.deal.hand, rules.deal.hand + 1), strict=True):
            whole = all_hands(rules.tiles.supply, size)
            yield ("dealt", name), (whole.hands, whole.weight)
    if "shares" in sections:
        for name, tallies in zip(HANDS, _by_shanten(rules, shapes(rules)), strict=True):
            among = sum(t.weight for t in tallies.values())
            for steps, t in tallies.items():
                yield ("shares", name, str(steps)), _percent(t.weight, among, 5)
    if "complete" in sections:
        yield from _complete(rules)
    if "chances" in sections:
        yield from _chances(rules)
    if "nine_kinds" in sections:
        ways = kinds_among(rules.tiles.supply, ORPHANS, rules.deal.hand + 1)
        enough = sum(n for met, n in ways.items() if met >= NINE)
        yield ("nine_kinds", "ways"), enough
        yield ("nine_kinds", "percent"), _percent(enough, sum(ways.values()))


HANDS = ("resting", "drawn")


def _by_shanten(
    rules: Ruleset, goals: tuple[Goal, ...], *, formal: bool = False
) -> tuple[Mapping[int, Tally], Mapping[int, Tally]]:
    """Resting hands and hands with a drawn tile, by shanten; `formal`: a copy more than there are may be wanted."""
    supply, size, sets = rules.tiles.supply, rules.deal.hand, rules.deal.hand // 3
    if _is_one_suit(rules) and not formal:
        census = one_suit_census(max(supply), goals, ranks=len(rules.tiles.kinds), sets=sets)
        return census.resting, census.drawn
    resting, drawn = [shanten_census(supply, goals, n, sets=sets, formal=formal) for n in (size, size + 1)]
    return resting, drawn


def _complete(rules: Ruleset) -> Iterator[tuple[Path, Number]]:
    """Complete hands by shape; all of them once more by what they consist of; dealers for one complete hand."""
    supply, goals, sets = rules.tiles.supply, shapes(rules), rules.deal.hand // 3

    def only(kinds: Collection[int]) -> Tally:
        kept = tuple(n if k in kinds else 0 for k, n in enumerate(supply))
        return complete_hands(kept, goals, sets=sets)["all"]

    found = complete_hands(supply, goals, sets=sets)
    one_suit = [only(range(start, start + RANKS)) for start in range(0, FIRST_HONOR, RANKS)]
    found["one_suit"] = Tally(sum(t.hands for t in one_suit), sum(t.weight for t in one_suit))
    found["honors"] = only(range(FIRST_HONOR, KINDS))
    found["simples"] = only(frozenset(range(KINDS)) - frozenset(ORPHANS))
    found["terminals_and_honors"] = only(ORPHANS)
    for name, tally in found.items():
        yield ("complete", name), (tally.hands, tally.weight)
    yield ("complete", "dealers_for_one"), round(comb(sum(supply), rules.deal.hand + 1) / found["all"].weight)


def _chances(rules: Ruleset) -> Iterator[tuple[Path, Number]]:
    """Percent of hands as dealt."""
    resting, drawn = _by_shanten(rules, shapes(rules))
    for name, found, steps in (
        ("dealer_complete", drawn, -1),
        ("dealer_one_discard_from_ready", drawn, 0),
        ("resting_ready", resting, 0),
        ("resting_one_away", resting, 1),
        ("resting_two_away", resting, 2),
    ):
        yield ("chances", name), _percent(found[steps].weight, sum(t.weight for t in found.values()))


def _percent(part: int, whole: int, digits: int = 4) -> float:
    return round(100 * part / whole, digits)


def _pairs(path: Path, tallies: Mapping[int, Tally]) -> Iterator[tuple[Path, Number]]:
    for key, t in tallies.items():
        yield (*path, str(key)), (t.hands, t.weight)


# ------------------------------------------------------------------ one hand after the other


def _chunks(variant: str, sections: Collection[str]) -> Iterator[Chunk]:
    rules = variants.get(variant).ruleset()
    kinds, most = rules.tiles.kinds, max(rules.tiles.supply)
    prefixes: list[tuple[int, ...]] = [()]
    for _ in range(PREFIX):
        prefixes = [(*p, n) for p in prefixes for n in range(most + 1)]
    if {"waits_read", "widest", "riichi_kong"} & set(sections):
        yield from (Chunk(variant, False, (), p) for p in prefixes)
    for section in sections:
        name, _, number = section.partition(".")
        if name in ("values", "dealer_values"):
            # With two kongs or more there are many sets of them and few hands with each.
            parts = prefixes if number == "0" else [(n,) for n in range(most + 1)] if number == "1" else [()]
            for kongs in combinations(kinds, int(number)):
                yield from (Chunk(variant, True, kongs, p, name == "dealer_values") for p in parts)


def count(chunk: Chunk) -> Tallies:
    """Everything there is to count in a chunk."""
    rules = variants.get(chunk.variant).ruleset()
    melds = tuple(Meld(Form.KONG, (Tile(k),) * rules.tiles.supply[k], Source.CONCEALED) for k in chunk.kongs)
    room = [0 if Kind(k) in chunk.kongs else rules.tiles.supply[k] for k in range(KINDS)]
    for k, n in zip(rules.tiles.kinds, chunk.prefix, strict=False):
        if n > room[k]:
            return Counter()
    size = rules.deal.hand - 3 * len(melds) + chunk.values
    if chunk.values:
        alike = pairs_alike(shapes(rules))
        return _values(rules, chunk.dealer, melds, _whole(rules.tiles.kinds, room, size, chunk.prefix, alike))
    return _waits(rules, _parts(rules.tiles.kinds, room, size, chunk.prefix))


def _whole(
    kinds: tuple[Kind, ...], room: Sequence[int], size: int, prefix: tuple[int, ...], alike: int
) -> Iterator[Counts]:
    """Every choice of `size` tiles that may be complete, among them all that are: suit by suit and then the honors.
    `alike`: how many of seven pairs may be of one kind."""
    suits = [tuple(k for k in kinds if k // RANKS == i) for i in range(-(-KINDS // RANKS))]
    hands: dict[int, list[Counts]] = {0: [(0,) * KINDS]}
    for i, part in enumerate(part for part in suits if part):
        grown: dict[int, list[Counts]] = {}
        for n in range(size + 1):
            for counted in (c for c in _parts(part, room, n, () if i else prefix) if _may_belong(c, alike)):
                for held, before in hands.items():
                    if held + n <= size:
                        grown.setdefault(held + n, []).extend(tuple(map(int.__add__, b, counted)) for b in before)
        hands = grown
    yield from hands.get(size, ())


def _may_belong(part: Counts, alike: int) -> bool:
    """Whether a suit or the honors can be a part of a complete hand: sets, sets and a pair, or pairs."""
    other = 0 if any(part[RANKS:]) else RANKS
    paired = part if sum(part) % 3 else (*part[:other], 2, *part[other + 1 :])
    return set(part) <= set(range(0, 2 * alike + 1, 2)) or is_complete(paired, (), (STANDARD,))


def _parts(kinds: tuple[Kind, ...], room: Sequence[int], size: int, prefix: tuple[int, ...]) -> Iterator[Counts]:
    """Every choice of `size` tiles with `prefix` copies of the first kinds, as counts."""
    counted = [0] * KINDS
    for k, n in zip(kinds, prefix, strict=False):
        counted[k] = n

    def fill(at: int, left: int) -> Iterator[Counts]:
        if at == len(kinds):
            if left == 0:
                yield tuple(counted)
            return
        k = kinds[at]
        for n in range(min(room[k], left) + 1):
            counted[k] = n
            yield from fill(at + 1, left - n)
        counted[k] = 0

    if sum(prefix) <= size:
        yield from fill(len(prefix), size - sum(prefix))


def _less(counted: Counts, k: int) -> Counts:
    return (*counted[:k], counted[k] - 1, *counted[k + 1 :])


def _values(rules: Ruleset, dealer: bool, melds: tuple[Meld, ...], hands: Iterator[Counts]) -> Tallies:
    """Every complete hand with every tile that may have completed it, by what the scorer answers."""
    out: Tallies = Counter()
    section = ("dealer_values" if dealer else "values", str(len(melds)))
    wind = rules.seat_winds[0 if dealer else 1]
    ways = [(by, Circumstance(by, dealer, wind, rules.round_wind)) for by in (By.DISCARD, By.SELF_DRAW)]
    for counted in hands:
        if not is_complete(counted, melds, rules.shapes):
            continue
        out[(*section, "hands")] += 1
        for k in rules.tiles.kinds:
            if not counted[k]:
                continue
            resting = Hand(tiles_of(_less(counted, k)), melds)
            for by, circumstance in ways:
                found = score(rules, Win(resting, Tile(k), circumstance))
                worth, path = found.worth, (*section, str(by))
                out[(*path, PAYS, str(found.points))] += 1
                out[(*path, "yakuman", str(worth.yakuman)) if worth.yakuman else (*path, "han", str(worth.total))] += 1
                for line in worth.lines:
                    out[(*path, "lines", line.id)] += 1
    return out


def _waits(rules: Ruleset, hands: Iterator[Counts]) -> Tallies:
    """Every resting hand by its waits, as the rules read them; and the kongs that riichi would allow."""
    out: Tallies = Counter()
    variant = variants.get(rules.key)
    by_rule = {rule: variant.ruleset({"riichiKan": str(rule)}) for rule in RiichiKong}
    for counted in hands:
        found = waits(counted, (), rules.shapes, rules.tiles.supply)
        if not found:
            continue
        ways = prod(comb(rules.tiles.supply[k], counted[k]) for k in rules.tiles.kinds)
        live = [w.kind for w in found if w.live]
        for name, number in (("formal", len(found)), ("live" if live else "exhausted_only", len(live))):
            out[("waits_read", name, str(number), "hands")] += 1
            out[("waits_read", name, str(number), "ways")] += ways
        if not live:
            continue
        if len(live) >= WIDE:
            out[("widest", str(len(live)), format_tiles(tiles_of(counted))[:-1])] += 1
        for k in rules.tiles.kinds:
            if counted[k] == rules.tiles.supply[k] - 1 and k not in live:
                out["riichi_kong", "situations"] += 1
                hand = Hand(tiles_of(counted), drawn=Tile(k))
                for rule, its in by_rule.items():
                    out["riichi_kong", str(rule)] += kong_keeps_riichi(its, hand, k)
    return out
