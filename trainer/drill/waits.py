"""The wait puzzle: a resting hand, every kind that completes it, and why each other kind does not.

The answer is stored; proofs are derived from the readers when they are shown (exact, and a few milliseconds).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar

from trainer.analysis import every_win
from trainer.drill.codec import BadPuzzle, Fields, damaged, digest, laid, meld_text
from trainer.drill.puzzle import Provenance, Puzzling
from trainer.drill.themes import Trap
from trainer.game.winning import lock
from trainer.hands import (
    ORPHANS,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    Form,
    Group,
    Hand,
    Meld,
    Reading,
    Wait,
    pairs_alike,
    readings,
    waits,
)
from trainer.rules.score import check_melds, score
from trainer.rules.variant import Flag, ReadyBy, Ruleset, Value
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.text import N_
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
    join_tiles,
    kind,
    sort_tiles,
    tile_text,
)

MANY = 6
"""Waits from which a hand counts as one of many."""

QUAD = 4
"""Tiles alike, in the hand, that can be read in several ways."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the hand stands, as far as it decides which wins may be declared: dealer, wind of the round, in riichi;
    the flowers it has shown, and the kind of a win from a discard that it has just let go, where such wins are locked.
    """

    dealer: bool = False
    round_wind: Kind | None = None
    riichi: bool = False
    flowers: tuple[Tile, ...] = ()
    declined: Kind | None = None

    def to_json(self) -> dict[str, Any]:
        """The parts that a game without rounds does not have are left out."""
        if self.round_wind is None:
            return {}
        said: dict[str, Any] = {
            "round": tile_text(Tile(self.round_wind)), "dealer": self.dealer, "riichi": self.riichi,
        }  # fmt: skip
        if self.flowers:
            said["flowers"] = join_tiles(self.flowers)
        if self.declined is not None:
            said["declined"] = tile_text(Tile(self.declined))
        return said

    @classmethod
    def of(cls, f: Fields) -> Place:
        if not f.has("round"):
            return cls()
        flowers = f.tiles("flowers") if f.has("flowers") else ()
        declined = f.kind("declined") if f.has("declined") else None
        return cls(f.flag("dealer"), f.kind("round"), f.flag("riichi"), flowers, declined)

    def circumstance(self, rules: Ruleset) -> Circumstance:
        """A win from a discard."""
        flags = frozenset({Flag.RIICHI}) if self.riichi else frozenset[Flag]()
        wind = rules.seat_winds[int(not self.dealer)]
        return Circumstance(
            By.DISCARD, self.dealer, wind, self.round_wind or rules.round_wind, flags & rules.flags,
            Bonus(flowers=self.flowers),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class WaitPuzzle:
    """`waits` are the kinds that count, `exhausted` those that complete the hand but do not (rules 0.2).

    `legal` are the waits that may be won on from another seat's discard, given the own discards in `river` (where wins
    are locked, those since the last draw): none of them when one is furiten. `trap` is the class the hand was made for,
    `prior` as in discard puzzles.
    """

    id: str
    variant: str
    edition: int
    rule_options: tuple[tuple[str, Value], ...]
    hand: Hand
    river: tuple[Tile, ...]
    waits: tuple[Kind, ...]
    exhausted: tuple[Kind, ...]
    legal: tuple[Kind, ...]
    trap: Trap
    prior: int
    provenance: Provenance
    place: Place = Place()

    asks: ClassVar[Puzzling] = Puzzling.WAITS

    @property
    def tags(self) -> tuple[str, ...]:
        return (str(self.trap),)

    @property
    def furiten(self) -> bool:
        """Whether a wait lies among the own discards."""
        return bool(set(self.waits) & {kind(t) for t in self.river})

    def answer(self, *, legal: bool = False) -> frozenset[Kind]:
        """The kinds to name: all waits, or only those that a discard may be won on. Empty: "not ready", "none"."""
        return frozenset(self.legal if legal else self.waits)

    def unsorted(self) -> tuple[Tile, ...]:
        """The concealed tiles in an order of no meaning, always the same for this puzzle."""
        tiles = list(self.hand.concealed)
        random.Random(self.id).shuffle(tiles)
        return tuple(tiles)

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            **_position(self.variant, self.edition, self.rule_options, self.hand, self.river, self.place),
            "waits": join_tiles(Tile(k) for k in self.waits),
            "exhausted": join_tiles(Tile(k) for k in self.exhausted),
            "legal": join_tiles(Tile(k) for k in self.legal),
            "trap": str(self.trap),
            "prior": self.prior,
            **self.provenance.to_json(),
        }

    def check(self, rules: Ruleset) -> None:
        """Raise Refusal unless the hand can be held in this game and the answer is what the readers say."""
        if (self.variant, self.edition) != (rules.key, rules.edition):
            raise BadPuzzle(N_("The puzzle %(id)s is for another edition of its game."), id=self.id)
        gone = () if self.place.declined is None else (Tile(self.place.declined),)
        rules.tiles.check((*self.hand.concealed, *_laid(self.hand), *self.river, *self.place.flowers, *gone))
        if gone and (not rules.wins.locks or gone[0] in self.river or not self._wins(rules, self.place.declined)):
            raise damaged("declined")
        if not all(map(is_flower, self.place.flowers)):
            raise damaged("flowers")
        check_melds(rules, self.hand.melds)
        if len(self.hand.concealed) + 3 * len(self.hand.melds) != rules.deal.hand:
            raise damaged("hand")
        if self.place.round_wind not in (rules.match.rounds or (None,)):
            raise damaged("round")
        if self.place.riichi and (rules.riichi is None or not self.hand.is_concealed):
            raise damaged("riichi")
        again = build(rules, self.rule_options, self.hand, self.river, self.provenance, self.place)
        if again != self:
            raise BadPuzzle(N_("The puzzle %(id)s does not hold the right answer."), id=self.id)


    def _wins(self, rules: Ruleset, k: Kind | None) -> bool:
        """Whether a discard of this kind could have been won on."""
        return k in self.waits and k is not None and declarable(rules, self.hand, k, self.place)


def _position(
    variant: str,
    edition: int,
    options: tuple[tuple[str, Value], ...],
    hand: Hand,
    river: tuple[Tile, ...],
    place: Place,
) -> dict[str, Any]:
    return {
        "kind": str(Puzzling.WAITS),
        "variant": variant,
        "edition": edition,
        "options": dict(options),
        "hand": format_tiles(hand.concealed),
        "melds": [meld_text(m) for m in hand.melds],
        "river": join_tiles(river),
        **place.to_json(),
    }


def waits_from(data: Mapping[str, Any]) -> WaitPuzzle:
    """The inverse of `WaitPuzzle.to_json`; raises BadPuzzle, also when the id is not the position's."""
    f = Fields(data)
    hand = Hand(sort_tiles(f.tiles("hand")), f.melds("melds"))
    puzzle = WaitPuzzle(
        id=f.text("id"),
        variant=f.text("variant"),
        edition=f.number("edition"),
        rule_options=f.options("options"),
        hand=hand,
        river=f.tiles("river"),
        waits=f.kinds("waits"),
        exhausted=f.kinds("exhausted"),
        legal=f.kinds("legal"),
        trap=f.word("trap", Trap),
        prior=f.number("prior", 0, 4000),
        provenance=Provenance.of(f),
        place=Place.of(f),
    )
    p = puzzle
    if p.id != digest(_position(p.variant, p.edition, p.rule_options, hand, p.river, p.place)):
        raise damaged("id")
    return puzzle


def _laid(hand: Hand) -> list[Tile]:
    return [t for m in hand.melds for t in m.tiles]


# ------------------------------------------------------------------ the answer


def found(rules: Ruleset, hand: Hand) -> tuple[Wait, ...]:
    """Every kind that completes the resting hand by shape."""
    return waits(counts(hand.concealed), hand.melds, rules.shapes, rules.tiles.supply)


def counting(rules: Ruleset, hand: Hand) -> tuple[Kind, ...]:
    """The waits by the game's own definition of ready."""
    return tuple(w.kind for w in found(rules, hand) if w.live or rules.ready_by is ReadyBy.SHAPE)


def declarable(rules: Ruleset, hand: Hand, wait: Kind, place: Place) -> bool:
    """Whether a discard of this kind could be declared a win, furiten aside (without a yaku it could not)."""
    return score(rules, Win(hand, Tile(wait), place.circumstance(rules))).legal


def bar(
    rules: Ruleset, hand: Hand, wait: Kind, every: Iterable[Kind], river: Iterable[Tile], place: Place
) -> Standing | None:
    """What forbids to win on a discard of this wait, one of `every`; None where nothing does."""
    thrown = tuple(map(kind, river))
    if rules.wins.furiten and not set(every).isdisjoint(thrown):
        return Standing.FURITEN
    win = Win(hand, Tile(wait), place.circumstance(rules))
    found = score(rules, win)
    if not found.legal:
        if every_win(rules):
            return Standing.SHORT
        return Standing.BELOW if found.worth.qualified > 0 else Standing.NO_YAKU
    if not rules.wins.locks:
        return None
    return LOCKED[lock(rules, win, thrown, () if place.declined is None else (place.declined,))]


def build(
    rules: Ruleset,
    options: tuple[tuple[str, Value], ...],
    hand: Hand,
    river: tuple[Tile, ...],
    provenance: Provenance,
    place: Place = Place(),
) -> WaitPuzzle:
    """The puzzle about this hand, answered by the readers."""
    hand = Hand(sort_tiles(hand.concealed), tuple(sorted(map(laid, hand.melds), key=lambda m: m.kind)))
    options = tuple(sorted(options))
    wanted = counting(rules, hand)
    dead = tuple(w.kind for w in found(rules, hand) if w.kind not in wanted)
    legal = tuple(k for k in wanted if bar(rules, hand, k, wanted, river, place) is None)
    trap = trap_of(rules, hand, place)
    return WaitPuzzle(
        id=digest(_position(rules.key, rules.edition, options, hand, river, place)),
        variant=rules.key,
        edition=rules.edition,
        rule_options=options,
        hand=hand,
        river=river,
        waits=wanted,
        exhausted=dead,
        legal=legal,
        trap=trap,
        prior=_prior(trap, hand, wanted, dead),
        provenance=provenance,
        place=place,
    )


def trap_of(rules: Ruleset, hand: Hand, place: Place) -> Trap:
    """The first class that fits the hand."""
    wanted = counting(rules, hand)
    complete = {w.kind for w in found(rules, hand)}
    if not wanted:
        return Trap.EXHAUSTED_ONLY if complete else Trap.NOT_READY
    if not hand.is_concealed and every_win(rules):
        return Trap.CLAIMED
    if not hand.is_concealed:
        return Trap.OPEN if all(declarable(rules, hand, k, place) for k in wanted) else Trap.NO_YAKU
    if hand.melds:
        return Trap.KONG
    if any(r.shape == THIRTEEN_ORPHANS.key for k in wanted for r in proofs(rules, hand, k)):
        return Trap.ORPHANS
    if complete - set(wanted):
        return Trap.EXHAUSTED
    if any(r.shape == SEVEN_PAIRS.key for k in wanted for r in proofs(rules, hand, k)):
        return Trap.SEVEN_PAIRS
    if len(wanted) >= MANY:
        return Trap.MANY
    if max(counts(hand.concealed)) >= QUAD:
        return Trap.QUAD
    return (Trap.ONE, Trap.TWO, Trap.THREE, Trap.FOUR, Trap.FOUR)[len(wanted) - 1]


_TRAP_PRIOR = {
    Trap.EXHAUSTED_ONLY: 450,
    Trap.NOT_READY: 250,
    Trap.EXHAUSTED: 200,
    Trap.SEVEN_PAIRS: 150,
    Trap.QUAD: 100,
    Trap.MANY: 100,
}
"""What a class adds to the prior of a hand with as many waits."""


def _prior(trap: Trap, hand: Hand, wanted: tuple[Kind, ...], dead: tuple[Kind, ...]) -> int:
    """Harder with more waits, more connected tiles to read, fewer tiles set aside in kongs; our own estimate."""
    spread = len({kind(t) for t in hand.concealed})
    return 1000 + 110 * (len(wanted) + len(dead)) + 15 * spread - 60 * len(hand.melds) + _TRAP_PRIOR.get(trap, 0)


# ------------------------------------------------------------------ the proof


class Standing(StrEnum):
    """What a kind is to the hand."""

    WAIT = "wait"
    HELD = "held"
    EXHAUSTED = "exhausted"
    FURITEN = "furiten"
    NO_YAKU = "no_yaku"
    BELOW = "below"
    SHORT = "short"
    THROWN = "thrown"
    DECLINED = "declined"
    NO_WAIT = "no_wait"


STANDINGS = {
    Standing.WAIT: N_("Completes the hand."),
    Standing.HELD: N_(
        "Completes the shape. You hold every copy, so it cannot come, but in this game the hand counts as ready for it."
    ),
    Standing.EXHAUSTED: N_(
        "Completes the shape, but you hold every copy. In this game a wait must have a copy left to come."
    ),
    Standing.FURITEN: N_(
        "Furiten: a wait lies among your own discards, so no wait may be won on from a discard."
    ),
    Standing.NO_YAKU: N_("Completes the hand, but without a yaku: it may not be declared from a discard."),
    Standing.BELOW: N_("Completes the hand, but it is worth less than the minimum: it may not be declared."),
    Standing.SHORT: N_("Completes the hand, but only by self-draw."),
    Standing.THROWN: N_("You have just thrown this tile: until your next draw you cannot win on it from a discard."),
    Standing.DECLINED: N_(
        "You have just let a win go: until you draw or claim, only more fan and a higher payment may be won."
    ),
    Standing.NO_WAIT: N_("Does not complete the hand."),
}


LOCKED: dict[str | None, Standing | None] = {
    None: None, "own_discard": Standing.THROWN, "declined": Standing.DECLINED,
}  # fmt: skip
"""The engine's locks, by their names there."""


class Lack(StrEnum):
    """Why a kind does not complete the hand."""

    NO_PAIR = "no_pair"
    ONE_SHORT = "one_short"
    FAR = "far"
    HELD = "held"


LACKS = {
    Lack.NO_PAIR: N_("Nearest reading %(groups)s: no pair is left, %(over)s stand alone."),
    Lack.ONE_SHORT: N_("Nearest reading %(groups)s: %(over)s are left over. One tile short."),
    Lack.FAR: N_("Nearest reading %(groups)s: %(over)s are left over. More than one tile short."),
    Lack.HELD: N_("You hold every copy of it, and the hand would not be complete with another."),
}


@dataclass(frozen=True, slots=True)
class Miss:
    """The nearest reading of the hand with a kind that does not complete it: groups, and the kinds left over."""

    lack: Lack
    groups: tuple[Group, ...]
    over: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of the answer sheet. `left` copies are in nobody's sight; every reading proves a completing kind.
    `short` says, in the words of the game, what a hand that is worth too little lacks."""

    kind: Kind
    standing: Standing
    left: int
    readings: tuple[Reading, ...]
    miss: Miss | None
    short: str = ""


def proofs(rules: Ruleset, hand: Hand, won: Kind) -> tuple[Reading, ...]:
    """Every regrouping of the hand completed by `won`, each decomposition once; empty when there is none."""
    grown = _grown(counts(hand.concealed), won)
    out: dict[tuple[Group, ...], Reading] = {}
    for r in readings(grown, hand.melds, won, rules.shapes):
        out.setdefault(r.groups, r)
    return tuple(out.values())


def sheet(rules: Ruleset, puzzle: WaitPuzzle, *, legal: bool = False) -> tuple[Line, ...]:
    """The whole answer, one line for every kind of the game, in order. `legal`: asked about wins from a discard."""
    held = [a + b for a, b in zip(counts(puzzle.hand.concealed), puzzle.hand.held, strict=True)]
    declined = puzzle.place.declined
    thrown = counts(puzzle.river if declined is None else (*puzzle.river, Tile(declined)))
    lines = []
    for k in rules.tiles.kinds:
        standing = _standing(rules, puzzle, k, legal=legal)
        lines.append(
            Line(
                kind=k,
                standing=standing,
                left=rules.tiles.supply[k] - held[k] - thrown[k],
                readings=proofs(rules, puzzle.hand, k),
                miss=_miss(rules, puzzle.hand, k, held[k]) if standing is Standing.NO_WAIT else None,
                short=_short(rules, puzzle, k) if standing is Standing.SHORT else "",
            )
        )
    return tuple(lines)


def _standing(rules: Ruleset, puzzle: WaitPuzzle, k: Kind, *, legal: bool) -> Standing:
    if k in puzzle.exhausted:
        return Standing.EXHAUSTED
    if k not in puzzle.waits:
        return Standing.NO_WAIT
    if not legal or k in puzzle.legal:
        return Standing.HELD if _all_held(rules, puzzle.hand, k) else Standing.WAIT
    barred = bar(rules, puzzle.hand, k, puzzle.waits, puzzle.river, puzzle.place)
    assert barred is not None
    return barred


def _short(rules: Ruleset, puzzle: WaitPuzzle, k: Kind) -> str:
    return rules.scoring.short(score(rules, Win(puzzle.hand, Tile(k), puzzle.place.circumstance(rules))).worth)


def _all_held(rules: Ruleset, hand: Hand, k: Kind) -> bool:
    return counts(hand.concealed)[k] + hand.held[k] >= rules.tiles.supply[k]


def _miss(rules: Ruleset, hand: Hand, k: Kind, held: int) -> Miss:
    grown = _grown(counts(hand.concealed), k)
    groups, over = nearest(grown, alike=0 if hand.melds else pairs_alike(rules.shapes))
    if THIRTEEN_ORPHANS in rules.shapes and not hand.melds:
        lone, spare = _orphans(grown)
        if len(spare) < len(over):
            groups, over = lone, spare
    fixed = tuple(Group(m.form, m.kind, m) for m in hand.melds)
    if held >= rules.tiles.supply[k]:
        lack = Lack.HELD
    elif len(over) == 2 and not any(g.form in (Form.PAIR, Form.SINGLE) for g in groups):
        lack = Lack.NO_PAIR
    else:
        lack = Lack.ONE_SHORT if _one_short(rules, grown, hand.melds) else Lack.FAR
    return Miss(lack, (*groups, *fixed), over)


def _one_short(rules: Ruleset, grown: Counts, melds: tuple[Meld, ...]) -> bool:
    """Whether exchanging one tile could complete these concealed tiles."""
    rest = (tuple(n - (i == k) for i, n in enumerate(grown)) for k, n in enumerate(grown) if n)
    return any(any(w.live for w in waits(r, melds, rules.shapes, rules.tiles.supply)) for r in rest)


def _grown(counted: Counts, k: int) -> Counts:
    return (*counted[:k], counted[k] + 1, *counted[k + 1 :])


def nearest(counted: Counts, *, alike: int) -> tuple[tuple[Group, ...], tuple[Kind, ...]]:
    """The reading with the most tiles in groups, and the kinds left over (one entry a tile).

    `alike`: how many of seven pairs may be of one kind, 0 where they are no shape; six pairs are preferred only where
    they group more tiles.
    """
    groups, over = _partial(counted, 0, False)
    if alike:
        two = [Kind(k) for k, n in enumerate(counted) for _ in range(min(n // 2, alike))]
        rest = tuple(Kind(k) for k, n in enumerate(counted) for _ in range(n - 2 * min(n // 2, alike)))
        if len(rest) < len(over) and len(two) < PAIRS:
            return tuple(Group(Form.PAIR, k) for k in two), rest
    return groups, over


def _orphans(counted: Counts) -> _Split:
    """The terminals and honors, one of each and one twice, and the kinds left over."""
    doubled = next((k for k in ORPHANS if counted[k] >= 2), None)
    groups = [Group(Form.PAIR if k == doubled else Form.SINGLE, k) for k in ORPHANS if counted[k]]
    used = counts(Tile(k) for g in groups for k in g.kinds)
    return tuple(groups), tuple(Kind(k) for k, n in enumerate(counted) for _ in range(n - used[k]))


PAIRS = 7

_Split = tuple[tuple[Group, ...], tuple[Kind, ...]]


@lru_cache(maxsize=1 << 16)
def _partial(counted: Counts, at: int, paired: bool) -> _Split:
    """As `nearest` for the kinds from `at` on, with sets and at most one pair (`paired`: it is used up)."""
    while at < KINDS and not counted[at]:
        at += 1
    if at == KINDS:
        return (), ()
    k = Kind(at)
    tries: list[_Split] = []
    if counted[at] >= 3:
        tries.append(_with(Group(Form.PUNG, k), counted, paired))
    if k < FIRST_HONOR and k % RANKS <= RANKS - 3 and counted[at + 1] and counted[at + 2]:
        tries.append(_with(Group(Form.CHOW, k), counted, paired))
    if counted[at] >= 2 and not paired:
        tries.append(_with(Group(Form.PAIR, k), counted, True))
    groups, over = _partial(_less(counted, (k,)), at, paired)
    tries.append((groups, (k, *over)))
    return min(tries, key=lambda split: len(split[1]))


def _with(group: Group, counted: Counts, paired: bool) -> _Split:
    groups, over = _partial(_less(counted, group.kinds), group.kind, paired)
    return (group, *groups), over


def _less(counted: Counts, kinds: tuple[Kind, ...]) -> Counts:
    out = list(counted)
    for k in kinds:
        out[k] -= 1
    return tuple(out)
