"""The atlas: every resting hand of a game of one suit, and which of them a user has met and mastered.

A hand is met when its user has answered a question about its waits, and mastered when the first answer of the day was
all right on the last two days with such a question: what is repeated at once is remembered, not read. A hand and its
mirror image count apart, as in the published counts; hands with melds, and questions about legal waits only, do not
count.
"""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from trainer import variants
from trainer.analysis import Question, analyze, one_suit, problem
from trainer.drill.generate import SOLVER
from trainer.drill.pack import puzzle_from, puzzle_text
from trainer.drill.puzzle import Provenance
from trainer.drill.waits import Line, WaitPuzzle, build, sheet
from trainer.hands import SEVEN_PAIRS, Hand, readings
from trainer.rules.variant import ReadyBy, Ruleset, Variant
from trainer.solver import suits
from trainer.solver.atlas import Atlas, Gap
from trainer.solver.atlas import survey as surveyed
from trainer.store import Database, attempts, puzzles
from trainer.text import N_, Refusal
from trainer.tiles import KINDS, RANKS, Kind, Tile, counts, format_tiles, is_flower, kind, parse_tiles, suit, tiles_of
from trainer.usecases.compose import most_draws
from trainer.usecases.practice import library
from trainer.usecases.site import NotFound

__all__ = [
    "Choice", "Gap", "Item", "Listing", "Overview", "Row", "Sheet", "Standing", "by_waits", "counted", "draws", "games",
    "listing", "mastering", "overview", "pick", "prepare", "show", "standings", "survey", "train",
]  # fmt: skip

PAGE = 24
"""Hands on a page of a list."""

RECIPE = "atlas-1"
DAYS = 2
"""Days in a row whose first answer must be right."""


class Standing(StrEnum):
    """What a user has done with a hand."""

    NEW = "new"
    MET = "met"
    MASTERED = "mastered"


@dataclass(frozen=True, slots=True)
class Choice:
    """Which hands are asked for: of so many waits, with a wait that fills a gap, only those not met; None for all."""

    waits: int | None = None
    gap: Gap | None = None
    unmet: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The hands of so many waits (0: not ready): how many there are, are met (mastered ones too), are mastered; the
    average chance to have won by the first and by the last draw."""

    waits: int
    hands: int
    met: int
    mastered: int
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Overview:
    """`rows` by number of waits, from one up, the hands that are not ready last; `gaps` with the number of hands."""

    rules: Ruleset
    draws: int
    rows: tuple[Row, ...]
    gaps: tuple[tuple[Gap, int], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A hand of a list: `tiles` complete it and are unseen; `chance` to have won by the last draw, by the model."""

    hand: Hand
    shanten: int
    waits: int
    tiles: int
    chance: float
    standing: Standing

    @property
    def text(self) -> str:
        """The hand's name in addresses."""
        return format_tiles(self.hand.concealed)


@dataclass(frozen=True, slots=True)
class Listing:
    """One of `pages` of a list (numbered from 1) of `number` hands in all."""

    items: tuple[Item, ...]
    number: int
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """All about a hand: a line for every kind, with the gaps that it fills; the exact chance by draw, and that of
    keeping its waits as they are (empty where it has none); its mirror image, None where that is the hand itself; how
    often it was answered."""

    rules: Ruleset
    item: Item
    lines: tuple[tuple[Line, tuple[Gap, ...]], ...]
    by_draw: tuple[float, ...]
    alone: tuple[float, ...]
    mirror: Hand | None
    answers: int


# ------------------------------------------------------------------ the hands


def _has(rules: Ruleset) -> bool:
    """Whether a game has an atlas: one suit, and ready means that a copy is left to win on, as the tables count."""
    return one_suit(rules) and rules.ready_by is ReadyBy.LIVE


def games() -> tuple[Variant, ...]:
    """The games that have an atlas."""
    return tuple(v for v in variants.all_variants() if _has(v.ruleset()))


def draws(rules: Ruleset) -> int:
    """Own draws that chances are told for: all that follow the first discard of a deal."""
    return most_draws(rules)


@lru_cache(maxsize=8)
def survey(key: str) -> Atlas:
    """The atlas of a game, made once (under a second); raises NotFound for a game without one."""
    found = next((v for v in games() if v.key == key), None)
    if found is None:
        raise NotFound(N_("This game has no atlas: its set is not one suit."))
    rules = found.ruleset()
    every = tiles_of(rules.tiles.supply)
    of = suits.only_suit(problem(rules, Question(Hand(every[: rules.deal.hand]), (0,) * KINDS, 0)))
    assert of is not None
    return surveyed(of, draws(rules))


def prepare() -> None:
    """Make every atlas now, so that no page waits for it."""
    for v in games():
        survey(v.key)


def _hand(atlas: Atlas, place: int) -> Hand:
    return Hand(tiles_of(atlas.suit.whole(tuple(atlas.hands[place].tolist()))))


@lru_cache(maxsize=1 << 14)
def _place(key: str, concealed: tuple[Tile, ...]) -> int | None:
    """Where the concealed tiles of one suit, whichever it is, stand in the atlas; None where they do not."""
    if not concealed or any(map(is_flower, concealed)) or len({suit(kind(t)) for t in concealed}) > 1:
        return None
    start = suit(kind(concealed[0])) * RANKS
    return survey(key).place(counts(concealed)[start : start + RANKS]) if start + RANKS < KINDS else None


def _place_named(key: str, text: str) -> int:
    """Where the hand of an address stands; raises NotFound."""
    atlas = survey(key)
    try:
        tiles = parse_tiles(text)
    except Refusal:
        tiles = ()
    place = _place(key, tiles)
    if place is None or kind(tiles[0]) // RANKS * RANKS != atlas.suit.start:
        raise NotFound(N_("There is no such hand in the atlas."))
    return place


# ------------------------------------------------------------------ what a user has met


def mastering(answers: list[tuple[str, bool]]) -> Standing:
    """What the answers to a hand, as (day, all right) in the order of time, make of it."""
    if not answers:
        return Standing.NEW
    firsts: dict[str, bool] = {}
    for day, right in answers:
        firsts.setdefault(day, right)
    lately = list(firsts.values())[-DAYS:]
    return Standing.MASTERED if len(lately) == DAYS and all(lately) else Standing.MET


def _answers(db: Database, user: str, key: str) -> dict[int, list[tuple[str, bool]]]:
    """The user's answers by the place of their hand, as `mastering` takes them."""
    found: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    known = library()
    for answer in attempts.of_waits(db, user, key):
        puzzle = known.get(answer.puzzle)
        concealed = _concealed(puzzle) if puzzle is not None else _concealed_of(answer.body) if answer.body else ()
        place = _place(key, concealed)
        if place is not None:
            found[place].append((answer.day, answer.right))
    return found


def _concealed(puzzle: object) -> tuple[Tile, ...]:
    """The tiles of a wait puzzle without melds; none of any other."""
    return puzzle.hand.concealed if isinstance(puzzle, WaitPuzzle) and not puzzle.hand.melds else ()


@lru_cache(maxsize=1 << 12)
def _concealed_of(body: str) -> tuple[Tile, ...]:
    return _concealed(puzzle_from(body))


def standings(db: Database, user: str, key: str) -> dict[int, Standing]:
    """What the user has done with each hand he has met, by its place."""
    return {place: mastering(answers) for place, answers in _answers(db, user, key).items()}


# ------------------------------------------------------------------ overview and lists


def overview(db: Database, user: str, key: str) -> Overview:
    """All hands by number of waits, and by the gaps that waits fill."""
    atlas = survey(key)
    done = standings(db, user, key)
    rules = variants.get(key).ruleset()
    met = Counter(int(atlas.kinds[p]) for p in done)
    mastered = Counter(int(atlas.kinds[p]) for p, s in done.items() if s is Standing.MASTERED)
    rows = tuple(Row(n, number, met[n], mastered[n], first, last) for n, number, first, last in by_waits(key))
    return Overview(rules, draws(rules), rows, counted(key))


@lru_cache(maxsize=8)
def by_waits(key: str) -> tuple[tuple[int, int, float, float], ...]:
    """Number of waits, hands, average chance by the first and the last draw; hands that are not ready come last."""
    atlas = survey(key)
    out = []
    for n in (*range(1, RANKS + 1), 0):
        these = atlas.kinds == n
        if these.any():
            first, last = (float(atlas.chances[d][these].mean()) for d in (0, -1))
            out.append((n, int(these.sum()), first, last))
    return tuple(out)


@lru_cache(maxsize=8)
def counted(key: str) -> tuple[tuple[Gap, int], ...]:
    """The gaps that waits of this game fill, with the number of hands that have such a wait."""
    atlas = survey(key)
    found = ((gap, int(atlas.with_gap(gap).sum())) for gap in Gap)
    return tuple((gap, number) for gap, number in found if number)


def _chosen(atlas: Atlas, choice: Choice, done: dict[int, Standing]) -> list[int]:
    """The places of the hands that are asked for, in the order of lists."""
    return atlas.places(choice.waits, choice.gap, done if choice.unmet else ())


def listing(db: Database, user: str, key: str, choice: Choice, page: int) -> Listing:
    """A page of the hands asked for, those with most winning tiles first; the nearest page where there is none such."""
    atlas = survey(key)
    done = standings(db, user, key)
    places = _chosen(atlas, choice, done)
    pages = max(1, -(-len(places) // PAGE))
    page = min(max(1, page), pages)
    shown = places[PAGE * (page - 1) : PAGE * page]
    return Listing(tuple(_item(atlas, p, done.get(p, Standing.NEW)) for p in shown), len(places), page, pages)


def _item(atlas: Atlas, place: int, standing: Standing) -> Item:
    return Item(
        hand=_hand(atlas, place),
        shanten=int(atlas.shanten[place]),
        waits=int(atlas.kinds[place]),
        tiles=int(atlas.tiles[place]),
        chance=float(atlas.chances[-1][place]),
        standing=standing,
    )


# ------------------------------------------------------------------ one hand


def show(db: Database, user: str, key: str, text: str) -> Sheet:
    """All about the hand of an address; needs the kernels. Raises NotFound."""
    place = _place_named(key, text)
    atlas = survey(key)
    answers = _answers(db, user, key).get(place, [])
    item = _item(atlas, place, mastering(answers))
    rules = variants.get(key).ruleset()
    mirror = int(atlas.mirror[place])
    return Sheet(
        rules=rules,
        item=item,
        lines=_lines(key, item.hand),
        by_draw=_by_draw(key, item.hand),
        alone=atlas.alone(place) if item.waits else (),
        mirror=None if mirror == place else _hand(atlas, mirror),
        answers=len(answers),
    )


@lru_cache(maxsize=1 << 8)
def _lines(key: str, hand: Hand) -> tuple[tuple[Line, tuple[Gap, ...]], ...]:
    rules = variants.get(key).ruleset()
    return tuple((line, _filled(rules, hand, line.kind)) for line in sheet(rules, _puzzle(key, hand)))


def _filled(rules: Ruleset, hand: Hand, won: Kind) -> tuple[Gap, ...]:
    """The gaps that a kind fills under some reading, in the order of Gap."""
    grown = tuple(n + (k == won) for k, n in enumerate(hand.resting))
    found = readings(grown, (), won, rules.shapes)
    gaps = {Gap.SEVEN_PAIRS if r.shape == SEVEN_PAIRS.key else Gap(str(r.wait)) for r in found}
    return tuple(gap for gap in Gap if gap in gaps)


@lru_cache(maxsize=1 << 8)
def _by_draw(key: str, hand: Hand) -> tuple[float, ...]:
    rules = variants.get(key).ruleset()
    return analyze(rules, Question(hand, (0,) * KINDS, draws(rules))).choices[0].by_draw


def _puzzle(key: str, hand: Hand) -> WaitPuzzle:
    """The question about a hand with nothing thrown yet."""
    text = format_tiles(hand.concealed)
    return build(variants.get(key).ruleset(), (), hand, (), Provenance(RECIPE, text, SOLVER))


# ------------------------------------------------------------------ training


def pick(db: Database, user: str, key: str, choice: Choice) -> str:
    """The name of a hand to train among those asked for: one not met, else not mastered, else any; by chance.

    Raises NotFound when there is none.
    """
    atlas = survey(key)
    done = standings(db, user, key)
    places = _chosen(atlas, choice, done)
    if not places:
        raise NotFound(N_("No hand of the atlas fits this choice."))
    order = list(Standing)
    progress = {p: order.index(done.get(p, Standing.NEW)) for p in places}
    least = min(progress.values())
    pool = [p for p in places if progress[p] == least]
    return format_tiles(_hand(atlas, secrets.choice(pool)).concealed)


def train(db: Database, key: str, text: str, now: str) -> str:
    """The id of the wait puzzle about the hand of an address, which anybody may be asked from now on."""
    made = _puzzle(key, _hand(survey(key), _place_named(key, text)))
    if made.id not in library():
        puzzles.add(db, made.id, made.variant, str(made.asks), RECIPE, puzzle_text(made), now, None)
    return made.id
