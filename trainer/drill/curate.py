"""Which solved positions become puzzles, what they are about, and how hard they should be. All computed from data."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from trainer.analysis import Goal, every_win, one_suit, prices
from trainer.drill.puzzle import DOUBT_DIGITS, DiscardPuzzle, Option, question
from trainer.drill.themes import FEW_TILES, Theme
from trainer.hands import SEVEN_PAIRS, Hand, Wait, pairs_alike, readings, waits
from trainer.rules.breakdown import Limit
from trainer.rules.score import score
from trainer.rules.variant import Ruleset
from trainer.rules.win import By, Win
from trainer.tiles import Kind, Tile, counts, is_red, kind

MARGIN = 0.02
"""Share of the best measure that the next best discard must lose: less is a toss-up and teaches nothing."""

TEMPTING = 0.25
"""An alternative that loses no more than this share is one a person might choose."""

CLOSE = 0.08
"""A runner-up that loses less than this is close."""

LEAST_TEMPTING = 2
MOST_BEST = 2
LEAST_CHANCE, MOST_CHANCE = 0.05, 0.995
MANY_WAITS = 5
QUAD = 4
POINTS_MARGIN = 0.01
"""Share of the points that the fastest discard must lose before a puzzle is about speed against points."""


class Fault(StrEnum):
    """Why a position is no puzzle."""

    HOPELESS = "hopeless"
    CERTAIN = "certain"
    MANY_BEST = "many_best"
    TOSS_UP = "toss_up"
    TRIVIAL = "trivial"


def fault(puzzle: DiscardPuzzle) -> Fault | None:
    """Why the puzzle should not be asked, or None: a clear best, a margin that teaches, and some temptation."""
    best = puzzle.best(puzzle.aim)
    top = best[0].win_prob
    if top < LEAST_CHANCE:
        return Fault.HOPELESS
    if top > MOST_CHANCE:
        return Fault.CERTAIN
    if len(best) > MOST_BEST:
        return Fault.MANY_BEST
    if margin(puzzle) < MARGIN:
        return Fault.TOSS_UP
    if len(tempting(puzzle)) - len(best) < LEAST_TEMPTING:
        return Fault.TRIVIAL
    return None


def doubted(first: DiscardPuzzle, second: DiscardPuzzle) -> DiscardPuzzle:
    """The second answer, with what it changed in the first as its doubts."""

    def doubt(o: Option, goal: Goal) -> float:
        lost = [
            1 - p.option(o.discard).measure(goal) / top
            for p in (first, second)
            if (top := max(x.measure(goal) for x in p.options)) > 0
        ]
        return round(abs(lost[0] - lost[-1]), DOUBT_DIGITS) if lost else 0.0

    options = tuple(replace(o, doubts=(doubt(o, Goal.WIN), doubt(o, Goal.VALUE))) for o in second.options)
    return replace(second, options=options)


def holds(first: DiscardPuzzle, second: DiscardPuzzle) -> bool:
    """Whether a deeper answer confirms the first: deeper indeed, and the same best beyond all doubt."""
    same = {o.discard for o in first.best(first.aim)} == {o.discard for o in second.best(second.aim)}
    return second.model.budget > first.model.budget and same and fault(second) is None


def undeclarable(rules: Ruleset, puzzle: DiscardPuzzle) -> bool:
    """In a race: whether a discard that might be chosen leads to a wait among one's own discards, this one included.

    Such a hand may not be declared (rules 5), which the solver does not know: it would count its wins. Every wait of a
    hand on a shortest path is a useful tile now, so that looking at those is enough.
    """
    if rules.race is None:
        return False
    thrown = {kind(t.tile) for t in puzzle.position.river}
    return any({kind(o.discard), *thrown}.intersection(k for k, _ in _wide(rules, puzzle, o)) for o in tempting(puzzle))


class Lesson(StrEnum):
    """What a puzzle demands: more than counting useful tiles, a fine distinction, or sound reading of the hand."""

    JUDGMENT = "judgment"
    CLOSE = "close"
    READING = "reading"


LESSONS = {Lesson.JUDGMENT: 30, Lesson.CLOSE: 40, Lesson.READING: 30}
"""Puzzles of each lesson in a hundred, in one suit. Counting tiles is mostly right; chance alone would teach little
else."""

LESSONS_NEAR = {Lesson.JUDGMENT: 6, Lesson.CLOSE: 54, Lesson.READING: 40}
"""The same in sets of several suits, close to what chance gives: there answers beyond doubt are few."""


LESSONS_BUILT = {Lesson.JUDGMENT: 40, Lesson.CLOSE: 10, Lesson.READING: 50}
"""The same where a hand is built: there the widest wait is often not the dearest, and few choices are close."""


def lessons(rules: Ruleset) -> dict[Lesson, int]:
    if rules.building is not None:
        return LESSONS_BUILT
    return LESSONS if one_suit(rules) or rules.deal.hand <= FEW_TILES else LESSONS_NEAR


def lesson(puzzle: DiscardPuzzle) -> Lesson:
    if naive(puzzle) not in puzzle.best(puzzle.aim):
        return Lesson.JUDGMENT
    return Lesson.CLOSE if margin(puzzle) < CLOSE else Lesson.READING


def margin(puzzle: DiscardPuzzle) -> float:
    """Share of the best measure that the next best discard loses; 1 when nothing else wins."""
    best = puzzle.best(puzzle.aim)
    return min((_lost(puzzle, o) for o in puzzle.options if o not in best), default=1.0)


def _lost(puzzle: DiscardPuzzle, o: Option) -> float:
    """Share of the best measure that a discard loses."""
    return 1 - o.measure(puzzle.aim) / puzzle.best(puzzle.aim)[0].measure(puzzle.aim)


def tempting(puzzle: DiscardPuzzle) -> tuple[Option, ...]:
    """The best discards and those that lose little enough to be chosen; of hands to build, every ready one."""
    if puzzle.position.stock:
        return tuple(o for o in puzzle.options if o.ready_prob > 0)
    top = puzzle.best(puzzle.aim)[0].measure(puzzle.aim)
    return tuple(o for o in puzzle.options if o.measure(puzzle.aim) >= (1 - TEMPTING) * top)


def naive(puzzle: DiscardPuzzle) -> Option:
    """What counting useful tiles alone would throw: fewest steps, then most tiles, then the better chance."""
    return min(puzzle.options, key=lambda o: (o.shanten, -o.tiles, -o.measure(puzzle.aim)))


def _careless(rules: Ruleset, puzzle: DiscardPuzzle) -> Option:
    """As `naive`, by one who looks at his own hand alone and forgets the rivers."""
    p = puzzle.position

    def tiles(o: Option) -> int:
        rest = p.resting(o.discard)
        own = [a + b for a, b in zip(counts(rest.concealed), rest.held, strict=True)]
        return sum(rules.tiles.supply[k] - own[k] - (k == kind(o.discard)) for k, _ in _wide(rules, puzzle, o))

    return min(puzzle.options, key=lambda o: (o.shanten, -tiles(o), -o.measure(puzzle.aim)))


def _wide(rules: Ruleset, puzzle: DiscardPuzzle, o: Option) -> tuple[tuple[Kind, int], ...]:
    """Useful kinds with the dead ones among the waits of a ready hand; further away the visible ones are enough."""
    if o.shanten:
        return o.ukeire
    return tuple((w.kind, 0) for w in _waits(rules, puzzle.position.resting(o.discard)) if w.live)


def _waits(rules: Ruleset, hand: Hand) -> tuple[Wait, ...]:
    return waits(counts(hand.concealed), hand.melds, rules.shapes, rules.tiles.supply)


def themes(rules: Ruleset, puzzle: DiscardPuzzle) -> tuple[Theme, ...]:
    """What the choice turns on, in the order of `Theme`."""
    best, near, built = puzzle.best(puzzle.aim), tempting(puzzle), bool(puzzle.position.stock)
    right = best[0]
    rest = puzzle.position.resting(right.discard)
    ready = [o for o in near if o.shanten == 0]
    dead = any(not w.live for o in ready for w in _waits(rules, puzzle.position.resting(o.discard)))
    blind = _careless(rules, puzzle) not in best and naive(puzzle) in best
    contested = _contested(puzzle)
    live = [w.kind for w in _waits(rules, rest) if w.live] if right.shanten == 0 else []
    thrown = {kind(t.tile) for t in puzzle.position.river}
    holds = {
        Theme.WAIT_CHOICE: right.shanten == 0 and len(ready) > 1,
        Theme.SHAPE: min(o.shanten for o in puzzle.options) == 1,
        Theme.TWO_STEPS: min(o.shanten for o in puzzle.options) == 2,
        Theme.READY_OR_IMPROVE: contested,
        Theme.READY: right.shanten == 0 and len(ready) == 1 and not contested and not built,
        Theme.FEWER_TILES: any(o.shanten == right.shanten and o.tiles > right.tiles for o in puzzle.options),
        Theme.RIVER: blind and not built,
        Theme.EXHAUSTED: dead,
        Theme.QUAD: max(puzzle.position.hand.counts) >= QUAD,
        Theme.SEVEN_PAIRS: any(_by_pairs(rules, rest, k) for k in live),
        Theme.MANY_WAITS: len(live) >= MANY_WAITS,
        Theme.POINTS: _points_differ(puzzle),
        Theme.LIMIT_HAND: any(_is_limit(rules, puzzle, rest, k) for k in live),
        Theme.FURITEN: rules.wins.furiten and bool(thrown & set(live)),
        Theme.BONUS: len({_gives_up(rules, puzzle, o.discard) for o in near}) > 1,
        Theme.OPEN: not puzzle.position.hand.is_concealed,
        Theme.NO_YAKU: any(barren(rules, puzzle, o.discard) for o in ready),
        Theme.STOCK: blind and built,
        Theme.BELOW_MINIMUM: any(cheap(rules, puzzle, o.discard) for o in near),
        Theme.BONUS_KIND: len({kind(o.discard) == puzzle.position.bonus_kind for o in near}) > 1,
    }
    return tuple(t for t in Theme if holds[t])


def possible(rules: Ruleset) -> frozenset[Theme]:
    """The themes that puzzles of a game can have."""
    drawing = rules.building is None
    claims = rules.claims.chow or rules.claims.pung or rules.claims.kong
    fits = {
        Theme.SHAPE: drawing,
        Theme.TWO_STEPS: drawing and not one_suit(rules),
        Theme.READY_OR_IMPROVE: drawing,
        Theme.READY: drawing,
        Theme.RIVER: drawing,
        Theme.SEVEN_PAIRS: pairs_alike(rules.shapes) > 0,
        Theme.BONUS: rules.dora.shown or any(rules.tiles.reds),
        Theme.OPEN: claims,
        Theme.NO_YAKU: claims and not every_win(rules),
        Theme.FURITEN: drawing and rules.race is None and rules.wins.furiten,
        Theme.LIMIT_HAND: any(row.limit for row in rules.scoring.table.rows),
        Theme.BONUS_KIND: rules.deal.bonus_kind,
        Theme.STOCK: not drawing,
        Theme.BELOW_MINIMUM: not drawing,
    }
    return frozenset(t for t in Theme if fits.get(t, True))


def _contested(puzzle: DiscardPuzzle) -> bool:
    """Whether both being ready at once and improving first can be had, and improving is as good or nearly so."""
    at_once = max((o.measure(puzzle.aim) for o in puzzle.options if o.shanten == 0), default=None)
    later = max((o.measure(puzzle.aim) for o in puzzle.options if o.shanten > 0), default=0.0)
    return at_once is not None and later >= (1 - CLOSE) * at_once


def _by_pairs(rules: Ruleset, rest: Hand, won: Kind) -> bool:
    grown = counts((*rest.concealed, Tile(won)))
    return any(r.shape == SEVEN_PAIRS.key for r in readings(grown, rest.melds, won, rules.shapes))


def _is_limit(rules: Ruleset, puzzle: DiscardPuzzle, rest: Hand, won: Kind) -> bool:
    who = question(rules, puzzle.position).circumstance
    if not rules.wins.self_draw:
        who = replace(who, by=By.DISCARD)
    found = score(rules, Win(rest, Tile(won), who))
    return found.worth.limit is Limit.YAKUMAN


def _gives_up(rules: Ruleset, puzzle: DiscardPuzzle, tile: Tile) -> bool:
    """Whether a discard throws a dora or a red five away."""
    return is_red(tile) or kind(tile) in puzzle.position.bonus(rules).dora


def barren(rules: Ruleset, puzzle: DiscardPuzzle, tile: Tile) -> tuple[Kind, ...]:
    """The waits after a discard that could not even be won on by self-draw: the open hand would have no yaku."""
    rest = puzzle.position.resting(tile)
    if rest.is_concealed:
        return ()
    who = question(rules, puzzle.position).circumstance
    return tuple(w.kind for w in _waits(rules, rest) if w.live and not score(rules, Win(rest, Tile(w.kind), who)).legal)


def cheap(rules: Ruleset, puzzle: DiscardPuzzle, tile: Tile) -> tuple[Kind, ...]:
    """The waits that may come but not be won on, as the hand built without this tile would be below the minimum."""
    o = puzzle.option(tile)
    if not puzzle.position.stock or not o.ukeire:
        return ()
    kinds = [k for k, _ in o.ukeire]
    worth = prices(rules, puzzle.position.resting(tile), kinds, question(rules, puzzle.position).circumstance)
    return tuple(k for k, p in zip(kinds, worth, strict=True) if p <= 0)


def _points_differ(puzzle: DiscardPuzzle) -> bool:
    top = puzzle.best(Goal.VALUE)[0].value
    return top > 0 and max(o.value for o in puzzle.best()) < (1 - POINTS_MARGIN) * top


def prior(puzzle: DiscardPuzzle) -> int:
    """A guess at the difficulty on a rating scale; our own estimate.

    Harder: a small margin (up to 250), many tempting discards (40 each), a choice that counting tiles gets wrong
    (by what it loses, up to 350). Easier: one discard far ahead.
    """
    best = puzzle.best(puzzle.aim)
    closeness = 250 * max(0.0, 1 - margin(puzzle) / 0.2)
    crowd = 40 * (len(tempting(puzzle)) - len(best))
    counted = naive(puzzle)
    trap = 0.0 if counted in best else 150 + 200 * min(1.0, _lost(puzzle, counted) / 0.1)
    return round(1100 + closeness + crowd + trap)


def finished(rules: Ruleset, puzzle: DiscardPuzzle) -> DiscardPuzzle:
    """The puzzle with its themes and prior."""
    return replace(puzzle, themes=themes(rules, puzzle), prior=prior(puzzle))
