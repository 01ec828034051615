"""The bridge between rules and solver: a position becomes the solver's problem, its numbers become an analysis.

The solver knows tiles and numbers; this module knows what a shape is called there, prices finished hands with the one
scorer, and grades every discard by what it loses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache

from trainer.game.action import Discard
from trainer.game.view import View
from trainer.hands import (
    SEVEN_PAIRS,
    SEVEN_PAIRS_WITH_QUADS,
    STANDARD,
    THIRTEEN_ORPHANS,
    Form,
    Hand,
    Meld,
    Source,
    live_kinds,
    waits,
    without,
)
from trainer.hands import Shape as HandShape
from trainer.rules.score import price
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import NO_BONUS, Bonus, By, Circumstance, Win
from trainer.solver import claims, efficiency, repeated, suits, value
from trainer.solver.pace import UNWATCHED as UNWATCHED
from trainer.solver.pace import Pace as Pace
from trainer.solver.problem import Goal as Shape
from trainer.solver.problem import Leaf, Problem
from trainer.text import N_, Refusal
from trainer.tiles import (
    FIRST_HONOR,
    FIRST_RED,
    KINDS,
    RANKS,
    Counts,
    Kind,
    Tile,
    counts,
    is_red,
    kind,
    sort_key,
    tiles_of,
)


class Goal(StrEnum):
    """What is maximized: the chance to win, or the points expected from winning."""

    WIN = "win"
    VALUE = "value"


class Grade(StrEnum):
    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


GRADE_LIMITS = ((0.02, Grade.FINE), (0.05, Grade.INACCURACY), (0.10, Grade.MISTAKE))
"""Greatest share of the best discard's measure that each grade may lose."""


def grade_of(share: float, *, tie: bool) -> Grade:
    """The word for losing `share` of the best; a tie within the model's error is best."""
    if tie:
        return Grade.BEST
    return next((grade for limit, grade in GRADE_LIMITS if share <= limit), Grade.BLUNDER)


@dataclass(frozen=True, slots=True)
class Question:
    """A position: the hand (drawn tile apart, or resting), what else is visible, own draws after this discard.

    `circumstance` says who asks (dealer, winds); how the win comes and its flags are the analysis' own. `barred` kinds
    may not be thrown now, because of a claim just made.

    `built`: after this discard the hand never changes, must be ready, and wins from the `draws` tiles that others
    throw (rules 6). `opponent`: before each draw every other seat throws a tile that may be won on or claimed (the
    model of `solver.claims`), in a game that `takes_discards`; `thrown` are the kinds in the own river, on which a hand
    that waits for one of them wins from no discard where furiten counts.
    """

    hand: Hand
    seen: Counts
    draws: int
    goal: Goal = Goal.WIN
    budget: int = 1
    circumstance: Circumstance = field(default_factory=lambda: Circumstance(By.SELF_DRAW, dealer=False))
    barred: tuple[Kind, ...] = ()
    built: bool = False
    opponent: bool = False
    thrown: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One discard: `ukeire` are kinds with unseen copies; probabilities are each their own optimum.

    `by_draw[k]` is the best chance to have won after k + 1 draws. `value` is in table points, None when not asked.
    `loss` is in the goal's own measure, `share` the same as a share of the best.
    """

    discard: Tile | None
    shanten: int
    ukeire: tuple[tuple[Kind, int], ...]
    ready_prob: float
    win_prob: float
    value: float | None
    by_draw: tuple[float, ...]
    loss: float
    share: float
    grade: Grade

    @property
    def tiles(self) -> int:
        """Unseen copies of the useful kinds."""
        return sum(n for _, n in self.ukeire)


@dataclass(frozen=True, slots=True)
class Model:
    """What was searched. `wall` names the assumption about the tiles to come."""

    wall: str
    budget: int
    exact: bool
    draws: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The answer: choices best first, and which of them are best within the model's error."""

    goal: Goal
    shanten: int
    complete: bool
    choices: tuple[Choice, ...]
    best: tuple[Tile | None, ...]
    model: Model


SHAPES = {
    STANDARD: Shape.STANDARD,
    SEVEN_PAIRS: Shape.SEVEN_PAIRS,
    SEVEN_PAIRS_WITH_QUADS: Shape.SEVEN_PAIRS_WITH_QUADS,
    THIRTEEN_ORPHANS: Shape.THIRTEEN_ORPHANS,
}
"""The solver's name for each shape of hands; a shape without one raises KeyError rather than being left out."""

EXACT_ERROR = 1e-9
MODEL_ERROR = 1e-3
"""Relative slack within which options tie: arithmetic noise where the answer is exact, the model's own error else."""


@lru_cache(maxsize=16)
def _named(shapes: tuple[HandShape, ...]) -> tuple[Shape, ...]:
    return tuple(SHAPES[s] for s in shapes)


def shapes(rules: Ruleset) -> tuple[Shape, ...]:
    return _named(rules.shapes)


def one_suit(rules: Ruleset) -> bool:
    """Whether the game's set is one suit, for which the solver looks at every hand."""
    kinds = rules.tiles.kinds
    return kinds[-1] < FIRST_HONOR and kinds[0] // RANKS == kinds[-1] // RANKS


BIAS = 0.5, 1.5
"""Percentage points that the chances of a model claim too much or too little, on average and at worst: `bench --walls`
measures them in every game, with as many own draws to come as a deal has, at most 17."""

HORIZON = 6
"""Own draws after which a deal is mostly over where every complete hand wins: two bots that play for speed need six or
seven turns, in five tiles three or four, and leave half of the wall."""


def every_win(rules: Ruleset) -> bool:
    """Whether every complete hand may be declared, open or not."""
    return not rules.scoring.may_refuse(concealed=False, honba=0)


def every_discard(rules: Ruleset) -> bool:
    """Whether every complete hand may be won from a discard, as far as its worth goes."""
    return not rules.scoring.may_refuse(concealed=False, honba=0, discard=True)


def takes_discards(rules: Ruleset) -> bool:
    """Whether seats draw by turns and a hand may win from another's discard or claim it for a chow or pung."""
    return rules.building is None and (rules.wins.discard or rules.claims.chow or rules.claims.pung)


def river_counts(rules: Ruleset) -> bool:
    """Whether own discards may keep a hand from winning on the others'."""
    return takes_discards(rules) and rules.wins.discard and rules.wins.furiten


def ahead(rules: Ruleset, draws: int) -> int:
    """Of so many own draws to come, how many are worth looking at: where every complete hand wins, the next few alone.

    With all of a long wall to come nearly everything wins, and no discard is better than another.
    """
    return min(draws, HORIZON) if every_win(rules) else draws


def shanten(rules: Ruleset, hand: Hand) -> int:
    """Exchanges from ready, -1 complete; over the game's own shapes and copies, whatever has been seen."""
    return efficiency.shanten(rules.tiles.supply, hand.counts, hand.held, len(hand.melds), shapes(rules))


def problem(rules: Ruleset, q: Question) -> Problem:
    """The position in the solver's words."""
    return Problem(
        supply=rules.tiles.supply,
        hand=q.hand.counts,
        melds=len(q.hand.melds),
        held=q.hand.held,
        seen=q.seen,
        draws=q.draws,
        goals=shapes(rules),
        budget=q.budget,
    )


@dataclass(frozen=True, slots=True)
class Pricing:
    """What a finished hand's price depends on besides its tiles; hashable, so that prices can be kept. It is won by
    self-draw where the game knows such wins, unless it is won from a `discard`.

    `reds` are the red fives of each suit that the concealed hand holds: while any five of the suit is kept, they are.
    A hand that waits for one of the kinds in `spoilt` is furiten: it wins from no discard.
    """

    rules: Ruleset
    melds: tuple[Meld, ...]
    reds: tuple[int, ...]
    circumstance: Circumstance
    discard: bool = False
    spoilt: tuple[Kind, ...] = ()

    def prices(self, leaves: Sequence[Leaf]) -> list[float]:
        """Points of each finished hand, 0 where it may not be declared; a locked one is in riichi."""
        plain, riichi = self._circumstance(locked=False), self._circumstance(locked=True)
        melded = sum(is_red(t) for m in self.melds for t in m.tiles)
        red = any(self.reds)
        out = []
        for leaf in leaves:
            if self.spoilt and self._furiten(leaf):
                out.append(0.0)
                continue
            kept = sum(self._kept(leaf)) if red else 0
            circumstance = riichi if leaf.locked else plain
            out.append(float(price(self.rules, leaf.hand, self.melds, Kind(leaf.kind), circumstance, melded + kept)))
        return out

    def win(self, leaf: Leaf) -> Win:
        """A finished hand for the scorer, which says of it what `prices` says."""
        won = leaf.kind
        held = list(tiles_of((*leaf.hand[:won], leaf.hand[won] - 1, *leaf.hand[won + 1 :])))
        tile = Tile(won)
        for suit, (five, n) in enumerate(zip(FIVES, self._kept(leaf), strict=True)):
            for _ in range(n):
                if Tile(five) in held:
                    held[held.index(Tile(five))] = Tile(FIRST_RED + suit)
                else:
                    tile = Tile(FIRST_RED + suit)
        return Win(Hand(tuple(held), self.melds), tile, self._circumstance(locked=leaf.locked))

    def _furiten(self, leaf: Leaf) -> bool:
        resting = (*leaf.hand[: leaf.kind], leaf.hand[leaf.kind] - 1, *leaf.hand[leaf.kind + 1 :])
        found = live_kinds(resting, self.melds, self.rules.shapes, self.rules.tiles.supply)
        return not found.isdisjoint(self.spoilt)

    def _kept(self, leaf: Leaf) -> list[int]:
        """Red fives of each suit in a finished hand."""
        return [min(n, leaf.hand[five]) for n, five in zip(self.reds, FIVES, strict=True)]

    def _circumstance(self, *, locked: bool) -> Circumstance:
        by = By.SELF_DRAW if self.rules.wins.self_draw and not self.discard else By.DISCARD
        flags = frozenset({Flag.RIICHI}) if locked else frozenset[Flag]()
        return replace(self.circumstance, by=by, flags=flags & self.rules.flags)


FIVES = tuple(Kind(start + 4) for start in range(0, FIRST_HONOR, RANKS))


@lru_cache(maxsize=16)
def _book(suit: suits.Suit, pricing: Pricing) -> value.PriceBook:
    return value.PriceBook(suit, pricing.prices)


@lru_cache(maxsize=64)
def leaf_book(pricing: Pricing) -> value.LeafBook:
    """The prices of finished hands one by one, in sets of any kind; kept."""
    return value.LeafBook(pricing.prices)


def price_book(
    rules: Ruleset, q: Question, asked: Problem, *, without: Tile | None = None
) -> value.PriceBook | value.LeafBook:
    """The prices for this question, kept from one question to the next; `without` a red five that is thrown away."""
    pricing = pricing_of(rules, q, without=without)
    suit = suits.only_suit(asked)
    return leaf_book(pricing) if suit is None else _book(suit, pricing)


def pricing_of(
    rules: Ruleset, q: Question, *, without: Tile | None = None, discard: bool = False, claimed: claims.Melds = ()
) -> Pricing:
    """What the prices of this question depend on; `without` a red five that is thrown away, after melds `claimed` on
    the way."""
    held = list(q.hand.tiles)
    if without is not None:
        held.remove(without)
    reds = [sum(is_red(t) and kind(t) == five for t in held) for five in FIVES]
    grown = (*q.hand.melds, *(_claimed(m, reds) for m in claimed))
    melds = tuple(sorted(grown, key=lambda m: m.kind))
    spoilt = _spoilt(rules, q) if discard else ()
    return Pricing(rules, melds, tuple(reds), replace(q.circumstance, flags=frozenset()), discard, spoilt)


def _spoilt(rules: Ruleset, q: Question) -> tuple[Kind, ...]:
    """The kinds that keep a hand which waits for one of them from winning on discards."""
    return q.thrown if river_counts(rules) else ()


def _claimed(meld: claims.Claimed, reds: list[int]) -> Meld:
    """The meld with as many red fives of the hand as it has fives; they are gone from `reds`."""
    tiles = []
    for k in meld.kinds:
        suit = FIVES.index(Kind(k)) if k in FIVES else None
        if suit is not None and reds[suit]:
            reds[suit] -= 1
            tiles.append(Tile(FIRST_RED + suit))
        else:
            tiles.append(Tile(k))
    return Meld(Form.CHOW if meld.chow else Form.PUNG, tuple(tiles), Source.CLAIMED)


@lru_cache(maxsize=1)
def _books(
    rules: Ruleset, q: Question, without: Tile | None
) -> Callable[[claims.Melds], tuple[value.LeafBook, value.LeafBook]]:
    """The prices of wins by self-draw and from a discard by what was claimed on the way. Those of the last hand asked
    about are kept: it is asked about again with another goal or budget."""

    @cache
    def books(claimed: claims.Melds) -> tuple[value.LeafBook, value.LeafBook]:
        by_draw, by_discard = (pricing_of(rules, q, without=without, discard=d, claimed=claimed) for d in (False, True))
        return value.LeafBook(by_draw.prices), value.LeafBook(by_discard.prices)

    return books


def _others(rules: Ruleset, q: Question, without: Tile | None) -> claims.Opponent:
    """The other seats for the solver; `without` a red five that is thrown away."""
    may, honba = rules.claims, q.circumstance.bonus.honba
    concealed = q.hand.is_concealed and not (may.chow or may.pung)
    drawn = rules.wins.self_draw and rules.scoring.may_refuse(concealed=concealed, honba=honba)
    thrown = bool(_spoilt(rules, q)) or rules.scoring.may_refuse(concealed=concealed, honba=honba, discard=True)
    return claims.Opponent(
        seats=rules.seats,
        books=_books(rules, replace(q, seen=(), draws=0, goal=Goal.WIN, budget=0, barred=()), without),
        judged=(drawn, thrown),
        wins=rules.wins.discard,
        pung=may.pung,
        chow=may.chow,
        swap=may.swap,
        lock=rules.riichi is not None and q.hand.is_concealed,
    )


def concealed_book(rules: Ruleset, *, dealer: bool) -> value.PriceBook | None:
    """The prices for questions about hands without melds; None where the set is of several suits."""
    every = tiles_of(rules.tiles.supply)
    c = asker(rules, int(not dealer), 0)
    q = Question(Hand(every[: rules.deal.hand]), (0,) * KINDS, 0, Goal.VALUE, circumstance=c)
    book = price_book(rules, q, problem(rules, q))
    return book if isinstance(book, value.PriceBook) else None


def prices(rules: Ruleset, hand: Hand, waits: Sequence[Kind], who: Circumstance) -> list[float]:
    """What a resting hand in riichi is worth with each of its waits, won as the game lets it win."""
    reds = tuple(sum(is_red(t) and kind(t) == five for t in hand.tiles) for five in FIVES)
    leaves = _leaves(hand, waits, locked=True)
    return Pricing(rules, hand.melds, reds, replace(who, flags=frozenset())).prices(leaves)


def asker(
    rules: Ruleset, seat: int, dealer: int, *, round_wind: Kind | None = None, bonus: Bonus = NO_BONUS
) -> Circumstance:
    """Who asks: a seat with its wind and what lies on the table, about a win by self-draw."""
    wind = rules.seat_winds[(seat - dealer) % rules.seats]
    return Circumstance(By.SELF_DRAW, seat == dealer, wind, round_wind or rules.round_wind, bonus=bonus)


def question_of(view: View, goal: Goal = Goal.WIN, draws: int | None = None) -> Question:
    """The position a view shows; own draws by the wall's true remaining length unless fewer are asked for."""
    bonus = Bonus(
        dora=tuple(view.rules.tiles.after(kind(t)) for t in view.indicators),
        nuki=tuple(kind(t) for t in view.me.aside),
        honba=view.honba,
        flowers=view.me.flowers,
        kind=view.bonus_kind,
    )
    who = asker(view.rules, view.seat, view.dealer, round_wind=view.round_wind, bonus=bonus)
    ahead = view.draws if draws is None else draws
    return Question(view.hand, view.visible, ahead, goal, circumstance=who, barred=barred(view))


def barred(view: View) -> tuple[Kind, ...]:
    """Kinds in the hand that a claim just made forbids to throw."""
    throws = {kind(a.tile) for a in view.legal if isinstance(a, Discard)}
    if not throws or view.hand.drawn is not None:
        return ()
    return tuple(sorted({kind(t) for t in view.hand.tiles} - throws))


def _may_be_forbidden(rules: Ruleset, q: Question) -> bool:
    """Whether a complete hand might not be allowed to win by self-draw: an open one without yaku, or a least worth."""
    honba = q.circumstance.bonus.honba
    return rules.wins.self_draw and rules.scoring.may_refuse(concealed=q.hand.is_concealed, honba=honba)


def judge_of(rules: Ruleset, q: Question, asked: Problem) -> value.PriceBook | value.LeafBook | None:
    """The prices that tell whether a complete hand may be declared; None where every one may."""
    return price_book(rules, q, asked) if _may_be_forbidden(rules, q) else None


def useful(rules: Ruleset, q: Question) -> Sequence[efficiency.Ukeire]:
    """Steps and useful tiles of every discard, without looking further."""
    return efficiency.ukeire(problem(rules, q))


def rated(rules: Ruleset, hand: Hand, seen: Counts, *, every: bool) -> Mapping[int, tuple[int, int]]:
    """Steps and number of useful tiles by kind thrown: `useful` for whoever has no time for the kinds. Unless `every`
    discard is asked about, only those that leave fewest steps have their tiles counted, and others have none."""
    supply, melds = rules.tiles.supply, len(hand.melds)
    return efficiency.rated(supply, hand.counts, hand.held, seen, melds, shapes(rules), every=every)


class TooFar(Refusal):
    """More hands lie between a position and a complete one than the solver looks at."""


FAR_AWAY = N_(
    "This hand is %(n)d from ready: too far to look %(draws)d draws ahead. "
    "Ask again when it is a step or two nearer, or let its useful tiles decide."
)
"""Fewer draws would not help: an answer about so few that they end the search is that nobody can win."""


def analyze(
    rules: Ruleset, q: Question, *, curve: bool = True, states: int = value.EXACT_STATES, pace: Pace = UNWATCHED
) -> Analysis:
    """Every distinct discard with its chances, best first. A resting hand has one choice, without a discard.

    Without `curve` nothing is said `by_draw`, which takes as long as all the rest; `states` bounds how much is done for
    an exact answer (see `value.solve`). `pace` is told how far it is. Raises TooFar.
    """
    if q.built:
        return _graded(rules, q, _built(rules, q), Model("thrown", 0, True, q.draws))
    if q.opponent and not takes_discards(rules):
        raise Refusal(N_("In this game nothing is taken from the others' discards."))
    asked = problem(rules, q)
    reds = [t for t in sorted(set(q.hand.tiles)) if is_red(t)] if q.goal is Goal.VALUE else []
    paces = pace.parts(1 + len(reds))
    try:
        outlook = _outlook(rules, q, asked, next(paces), curve=curve, states=states)
    except value.NotSearched:
        raise TooFar(FAR_AWAY, n=shanten(rules, q.hand), draws=q.draws) from None
    steps = {u.discard: u for u in efficiency.ukeire(asked)}
    faces: dict[Kind | None, list[Tile]] = {}
    for t in q.hand.tiles:
        if t not in faces.setdefault(kind(t), []):
            faces[kind(t)].append(t)
    thrown: list[tuple[Tile | None, value.Option]] = []
    for o in outlook.options:
        if o.discard is None:
            thrown.append((None, o))
            continue
        if o.discard in q.barred:
            continue
        for face in faces[Kind(o.discard)]:
            worth = o.value
            if q.goal is Goal.VALUE and is_red(face):
                poorer = _outlook(rules, q, asked, next(paces), curve=False, states=states, without=face)
                worth = next(p.value for p in poorer.options if p.discard == o.discard)
            thrown.append((face, replace(o, value=worth)))
    rows = [(tile, steps[o.discard], o) for tile, o in thrown]
    return _graded(rules, q, rows, Model(outlook.wall, outlook.budget, outlook.exact, q.draws))


def _outlook(
    rules: Ruleset, q: Question, asked: Problem, pace: Pace, *, curve: bool, states: int, without: Tile | None = None
) -> value.Outlook:
    """The solver's answer; `without` a red five that is thrown away. Raises NotSearched."""
    valued = q.goal is Goal.VALUE
    if q.opponent:
        return claims.solve(asked, _others(rules, q, without), valued=valued, curve=curve, pace=pace)
    book = price_book(rules, q, asked, without=without) if valued else None
    lock = rules.riichi is not None and q.hand.is_concealed
    judge = judge_of(rules, q, asked)
    return value.solve(asked, book, lock=lock, judge=judge, curve=curve, states=states, pace=pace)


Row = tuple[Tile | None, efficiency.Ukeire, value.Option]
"""A discard with its steps and useful tiles, and its outlook."""


def _graded(rules: Ruleset, q: Question, rows: Sequence[Row], model: Model) -> Analysis:
    """Every row with its loss and grade, best first."""
    measure = [o.value if q.goal is Goal.VALUE and o.value is not None else o.win_prob for _, _, o in rows]
    top = max(measure, default=0.0)
    slack = (EXACT_ERROR if model.exact else MODEL_ERROR) * max(1.0, top)
    choices: list[Choice] = []
    for (tile, u, o), m in zip(rows, measure, strict=True):
        loss = max(0.0, top - m)
        share = loss / top if top > 0 else 0.0
        choices.append(
            Choice(
                discard=tile,
                shanten=u.shanten,
                ukeire=tuple((Kind(k), n) for k, n in u.kinds),
                ready_prob=o.ready_prob,
                win_prob=o.win_prob,
                value=o.value,
                by_draw=o.by_draw,
                loss=loss,
                share=share,
                grade=grade_of(share, tie=loss <= slack),
            )
        )
    choices.sort(key=lambda c: (c.loss, -c.ready_prob, -1 if c.discard is None else sort_key(c.discard)))
    return Analysis(
        goal=q.goal,
        shanten=shanten(rules, q.hand),
        complete=shanten(rules, q.hand) < 0,
        choices=tuple(choices),
        best=tuple(c.discard for c in choices if c.grade is Grade.BEST),
        model=model,
    )


def _built(rules: Ruleset, q: Question) -> list[Row]:
    """The outlook of every hand that can be built by leaving one tile out; exact for tiles thrown by chance alone.

    The first wait that comes decides: one that the hand may not win on makes it furiten (rules 6).
    """
    left = unseen(rules, q)
    pool = sum(left)
    rows: list[Row] = []
    for u in efficiency.ukeire(problem(rules, q)):
        for tile in sorted({t for t in q.hand.tiles if kind(t) == u.discard}):
            rest = without(q.hand, tile)
            found = [w.kind for w in waits(rest.counts, rest.melds, rules.shapes, rules.tiles.supply) if w.live]
            useful_ = tuple((k, left[k]) for k in found if left[k])
            worth = prices(rules, rest, [k for k, _ in useful_], q.circumstance)
            copies = sum(n for _, n in useful_)
            wins = sum(n for (_, n), p in zip(useful_, worth, strict=True) if p > 0)
            points = sum(n * p for (_, n), p in zip(useful_, worth, strict=True))
            curve, missed = [], 1.0
            for thrown in range(q.draws):
                missed *= max(0, pool - copies - thrown) / (pool - thrown)
                curve.append(1 - missed)
            come = curve[-1] / copies if curve and copies else 0.0
            rows.append((
                tile,
                efficiency.Ukeire(u.discard, u.shanten, useful_, copies),
                value.Option(
                    discard=u.discard,
                    win_prob=wins * come,
                    ready_prob=float(bool(found)),
                    value=points * come,
                    by_draw=tuple(p * wins / copies if copies else 0.0 for p in curve),
                ),
            ))
    return rows


# ------------------------------------------------------------------ where play goes on after a win


Turns = tuple[bool, ...]
"""The tiles to come until the wall is empty, in order: True for an own draw, False for a tile another seat throws."""


def turns(left: int, *, mine: bool) -> Turns:
    """Two seats that draw by turns from a wall of `left` tiles, this one first (`mine`) or the other."""
    return tuple((i % 2 == 0) is mine for i in range(left))


@dataclass(frozen=True, slots=True)
class Income:
    """Points at once, and points expected later; `hits` further wins are expected in all."""

    now: float
    later: float
    hits: float

    @property
    def total(self) -> float:
        return self.now + self.later


def locked_income(rules: Ruleset, q: Question, won: Kind, coming: Turns, *, discard: bool) -> Income:
    """What winning now is worth where play goes on (Chinese rules 5): the points of the win, from a `discard` or by
    self-draw, and those of every later tile that is one of the waits, which stay as they are.

    The hand of `q` rests. Every tile to come is any unseen one, so that the mean number of hits of a wait is exactly
    tiles to come x its unseen copies / all unseen; a tile thrown is paid as won from a discard.
    """
    left = unseen(rules, q)
    pool = sum(left)
    found = [w.kind for w in waits(q.hand.counts, q.hand.melds, rules.shapes, rules.tiles.supply)]
    drawn, thrown = (
        dict(zip(found, pricing_of(rules, q, discard=d).prices(_leaves(q.hand, found)), strict=True))
        for d in (False, True)
    )
    draws, throws = sum(coming), len(coming) - sum(coming)
    later = sum(left[k] * (draws * drawn[k] + throws * thrown[k]) for k in found) / pool
    return Income((thrown if discard else drawn)[won], later, len(coming) * sum(left[k] for k in found) / pool)


def round_income(rules: Ruleset, q: Question, thrown: Kind) -> float:
    """What the waits of a resting hand pay in a round in which every seat turns one unseen tile up, in points x copies:
    own ones as self-draws, the others' as discards. `thrown` was the hand's until now."""
    left = [n - (k == thrown) for k, n in enumerate(unseen(rules, q))]
    found = [w.kind for w in waits(q.hand.counts, q.hand.melds, rules.shapes, rules.tiles.supply) if left[w.kind] > 0]
    leaves = _leaves(q.hand, found)
    drawn, discarded = (pricing_of(rules, q, discard=d).prices(leaves) for d in (False, True))
    return sum(left[k] * (a + (rules.seats - 1) * b) for k, a, b in zip(found, drawn, discarded, strict=True))


def free_income(rules: Ruleset, q: Question, coming: Turns) -> tuple[dict[Tile | None, float], int]:
    """What going on without a win is worth after each discard (None for a hand that rests), and the exchanges searched:
    the hand may change until its first win, and every win counts until the wall is empty (`solver.repeated`).

    Not counted: kongs, the reckoning at the end, red fives apart from plain ones. Raises TooFar.
    """
    asked = replace(problem(rules, q), draws=sum(coming))
    books = [leaf_book(pricing_of(rules, q, discard=d)) for d in (False, True)]
    try:
        found, budget = repeated.solve(asked, coming, *books)
    except value.NotSearched:
        raise TooFar(FAR_AWAY, n=shanten(rules, q.hand), draws=asked.draws) from None
    if None in found:
        return {None: found[None]}, budget
    faces = sorted(set(q.hand.tiles), key=sort_key)
    return {t: found[kind(t)] for t in faces if kind(t) not in q.barred}, budget


def _leaves(hand: Hand, kinds: Sequence[Kind], *, locked: bool = False) -> list[Leaf]:
    """The hand completed with each of these kinds."""
    held = hand.counts
    return [Leaf((*held[:k], held[k] + 1, *held[k + 1 :]), int(k), locked) for k in kinds]


def unseen(rules: Ruleset, q: Question) -> Counts:
    """Copies of each kind that the player cannot see."""
    own = counts(q.hand.tiles)
    return tuple(
        s - h - m - v for s, h, m, v in zip(rules.tiles.supply, own, q.hand.held, q.seen, strict=True)
    )
