"""The lock puzzle, where play goes on after a win: take a win that locks the hand, or wait for a better one; and which
ready hand to stay in (Chinese rules 5).

Every answer is worth points now and points later. After a win the waits stay, and each of the tiles to come is one of
them with equal chance, drawn or thrown by the other seat (`analysis.locked_income`); before it the hand may change
(`analysis.free_income`). Kongs and the reckoning at the end are left out. The whole answer sheet is stored.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from trainer.analysis import (
    Goal,
    Grade,
    Question,
    TooFar,
    Turns,
    free_income,
    grade_of,
    locked_income,
    shanten,
    turns,
)
from trainer.bots import speed
from trainer.drill.codec import Fields, damaged, digest
from trainer.drill.puzzle import VALUE_DIGITS, NotAnOption, Position, Provenance, Puzzling, position_of, question
from trainer.game.action import Discard, TakeWin
from trainer.game.driver import choice, shuffled
from trainer.game.engine import begin, deal, decide, needs_deal, to_act
from trainer.game.evolve import fold
from trainer.game.state import Source
from trainer.game.view import View, observe
from trainer.hands import Hand
from trainer.rules.variant import Ruleset, Value
from trainer.text import N_
from trainer.tiles import Tile, counts, kind, parse_tile, tile_text

RECIPE = "locked-1"
"""Changed whenever the same seed would give another position."""

WIN, PASS = "win", "pass"
BUDGET = 2
"""Exchanges that are searched; one fewer must have the same best answer."""

MARGIN = 0.02
"""Share of the best income that the next best answer must lose."""

TEMPTING = 0.3
"""The share of it that the next best answer may lose: more is no question."""

WIN_SHARE = 0.5
"""How often a moment with a win is taken from a deal that has others too: those teach less often."""

LEAST_LEFT, MOST_LEFT = 6, 40
"""Tiles in the wall that leave something to win, and few enough to look at all of them."""


class Lesson(StrEnum):
    """What a puzzle teaches, by its best answer."""

    WIN_NOW = "win_now"
    LET_GO = "let_go"
    STAY_IN = "stay_in"


LESSONS = {
    Lesson.WIN_NOW: N_("win and stay in these waits"),
    Lesson.LET_GO: N_("let the win go for better waits"),
    Lesson.STAY_IN: N_("which waits to win on again and again"),
}

SHARES = {Lesson.WIN_NOW: 35, Lesson.LET_GO: 30, Lesson.STAY_IN: 35}
"""How many puzzles in a hundred are of each lesson."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: `win`, `pass` or `discard:3s`, with its points at once and those expected later, rounded.

    `hits` are the further wins expected on locked waits.
    """

    text: str
    now: float
    later: float
    hits: float = 0.0

    @property
    def total(self) -> float:
        return self.now + self.later

    @property
    def discard(self) -> Tile | None:
        """The tile it throws, if any."""
        return parse_tile(self.text.removeprefix("discard:")) if self.text.startswith("discard:") else None

    def to_json(self) -> dict[str, Any]:
        return {"answer": self.text, "now": self.now, "later": self.later, **({"hits": self.hits} if self.hits else {})}

    @classmethod
    def of(cls, data: object) -> Answer:
        f = Fields(data, "answers")
        found = cls(f.text("answer"), f.real("now"), f.real("later"), f.real("hits") if f.has("hits") else 0.0)
        if found.text not in (WIN, PASS) and (not found.text.startswith("discard:") or _bad_tile(found.text)):
            raise damaged("answers")
        return found


def _bad_tile(text: str) -> bool:
    try:
        parse_tile(text.removeprefix("discard:"))
    except ValueError:
        return True
    return False


@dataclass(frozen=True, slots=True)
class LockPuzzle:
    """A position of a seat that has not won yet, and what each answer is worth, best first.

    `offered` is the tile that the other seat has just thrown, its river's last; without it the seat is at its turn.
    `budget` are the exchanges searched, `prior` is as in discard puzzles.
    """

    id: str
    position: Position
    offered: Tile | None
    answers: tuple[Answer, ...]
    budget: int
    prior: int
    provenance: Provenance

    asks: ClassVar[Puzzling] = Puzzling.LOCK

    @property
    def variant(self) -> str:
        return self.position.variant

    @property
    def edition(self) -> int:
        return self.position.edition

    @property
    def rule_options(self) -> tuple[tuple[str, Value], ...]:
        return self.position.options

    @property
    def tags(self) -> tuple[str, ...]:
        return (str(self.lesson),)

    @property
    def lesson(self) -> Lesson:
        if all(a.text != WIN for a in self.answers):
            return Lesson.STAY_IN
        return Lesson.WIN_NOW if self.answers[0].text == WIN else Lesson.LET_GO

    @property
    def best(self) -> tuple[Answer, ...]:
        """Every answer that is best within the model's error."""
        top = self.answers[0].total
        return tuple(a for a in self.answers if top - a.total <= SLACK * max(1.0, top))

    def answer(self, text: str) -> Answer:
        """The answer of this text, marks of a discard aside; raises NotAnOption."""
        body = text.strip()
        if not body:
            raise NotAnOption(N_("Choose an answer first."))
        if body.startswith("discard:"):
            body = ":".join(body.split(":")[:2])
        for a in self.answers:
            if a.text == body:
                return a
        raise NotAnOption(N_("“%(text)s” is not an answer here."), text=body[:40])

    def share(self, a: Answer) -> float:
        """What an answer loses, as a share of the best."""
        top = self.answers[0].total
        return 0.0 if a in self.best or top <= 0 else 1 - a.total / top

    def grade(self, a: Answer) -> Grade:
        return grade_of(self.share(a), tie=a in self.best)

    @property
    def _place(self) -> dict[str, Any]:
        offered = {} if self.offered is None else {"offered": tile_text(self.offered)}
        return {"kind": str(self.asks), **offered, **self.position.to_json()}

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            **self._place,
            "answers": [a.to_json() for a in self.answers],
            "budget": self.budget,
            "prior": self.prior,
            **self.provenance.to_json(),
        }

    def check(self, rules: Ruleset) -> None:
        """Raise Refusal unless the puzzle can stand in this game and its answers are those there are."""
        p = self.position
        if not rules.wins.go_on:
            raise damaged("kind")
        more = int(self.offered is None)
        p.check(rules, rules.deal.hand + more)
        thrown = p.places[1 - p.seat].river
        if self.offered is not None and (not thrown or thrown[-1].tile != self.offered or thrown[-1].called):
            raise damaged("offered")
        if p.draws != sum(coming(self.position, self.offered, won=False)):
            raise damaged("draws")
        wanted = {f"discard:{tile_text(t)}" for t in p.hand.tiles} if self.offered is None else {PASS}
        if winning(rules, p, self.offered):
            wanted.add(WIN)
        if sorted(a.text for a in self.answers) != sorted(wanted):
            raise damaged("answers")


SLACK = 1e-3
"""Relative error of the model within which answers tie."""


def lock_from(data: Mapping[str, Any]) -> LockPuzzle:
    """The inverse of `LockPuzzle.to_json`; raises BadPuzzle, also when the id is not the position's."""
    f = Fields(data)
    answers = tuple(Answer.of(x) for x in f.items("answers"))
    if not answers:
        raise damaged("answers")
    puzzle = _puzzle(
        Position.of(f),
        f.tile("offered") if f.has("offered") else None,
        answers,
        f.number("budget"),
        Provenance.of(f),
    )
    if puzzle.id != f.text("id"):
        raise damaged("id")
    if puzzle.prior != f.number("prior", 0, 4000):
        raise damaged("prior")
    return puzzle


def _puzzle(
    position: Position, offered: Tile | None, answers: tuple[Answer, ...], budget: int, made: Provenance
) -> LockPuzzle:
    ordered = tuple(sorted(answers, key=lambda a: (-a.total, a.text != WIN, a.text)))
    puzzle = LockPuzzle("", position, offered, ordered, budget, 0, made)
    return replace(puzzle, id=digest(puzzle._place), prior=_prior(puzzle))


def _prior(p: LockPuzzle) -> int:
    """A guess at the difficulty: harder with a small margin, and where a win should be let go; our own estimate."""
    closeness = 250 * max(0.0, 1 - margin(p) / 0.2)
    return round(1200 + closeness + (300 if p.lesson is Lesson.LET_GO else 0))


def margin(p: LockPuzzle) -> float:
    """Share of the best income that the next best answer loses; 1 when there is none."""
    return min((p.share(a) for a in p.answers if a not in p.best), default=1.0)


# ------------------------------------------------------------------ solving


def coming(position: Position, offered: Tile | None, *, won: bool) -> Turns:
    """The tiles to come. After an own turn the other seat draws first, and so it does after a win on its discard: who
    lets that go draws next himself (Chinese rules 5)."""
    return turns(position.left, mine=offered is not None and not won)


def winning(rules: Ruleset, position: Position, offered: Tile | None) -> bool:
    """Whether the tile drawn or offered completes the hand."""
    tile = position.hand.drawn if offered is None else offered
    if tile is None:
        return False
    hand = Hand(position.hand.concealed, position.hand.melds, tile)
    return shanten(rules, hand) < 0


def solve(
    rules: Ruleset, position: Position, offered: Tile | None, made: Provenance, budget: int = BUDGET
) -> LockPuzzle:
    """The puzzle about a position, solved. Raises TooFar."""
    q = replace(question(rules, position, Goal.VALUE), budget=budget)
    found, searched = free_income(rules, q, coming(position, offered, won=False))
    answers = [
        Answer(PASS if t is None else f"discard:{tile_text(t)}", 0.0, round(worth, VALUE_DIGITS))
        for t, worth in found.items()
    ]
    if winning(rules, position, offered):
        answers.append(_win(rules, position, offered, q))
    return _puzzle(position, offered, tuple(answers), searched, made)


def _win(rules: Ruleset, position: Position, offered: Tile | None, q: Question) -> Answer:
    """Winning now: the tile is laid aside, the rest of the hand is locked."""
    tile = position.hand.drawn if offered is None else offered
    assert tile is not None
    aside = counts((tile,)) if offered is None else counts(())
    rest = replace(
        q,
        hand=Hand(position.hand.concealed, position.hand.melds),
        seen=tuple(a + b for a, b in zip(q.seen, aside, strict=True)),
    )
    i = locked_income(
        rules, rest, kind(tile), coming(position, offered, won=True), discard=offered is not None
    )
    return Answer(WIN, round(i.now, VALUE_DIGITS), round(i.later, VALUE_DIGITS), round(i.hits, VALUE_DIGITS))


# ------------------------------------------------------------------ generating


def one(rules: Ruleset, options: tuple[tuple[str, Value], ...], made: Provenance) -> LockPuzzle | None:
    """The candidate of this seed; None when its deal gave nothing that deserves to be asked."""
    rng = random.Random(made.seed)
    asked = list(_moments(rules, options, rng))
    wins = [m for m in asked if winning(rules, *m)]
    if not asked:
        return None
    others = [m for m in asked if m not in wins]
    position, offered = rng.choice((wins if rng.random() < WIN_SHARE else others) or asked)
    try:
        first = solve(rules, position, offered, made, BUDGET - 1)
        if not _teaches(first):
            return None
        second = solve(rules, position, offered, made)
    except TooFar:
        return None
    same = {a.text for a in first.best} == {a.text for a in second.best}
    return second if same and second.budget > first.budget and _teaches(second) else None


def _teaches(p: LockPuzzle) -> bool:
    """Something to win, one clear answer, and another that tempts; where a win is offered, it is one of the two."""
    if p.answers[0].total <= 0 or len(p.best) > 1 or not MARGIN <= margin(p) <= TEMPTING:
        return False
    return p.lesson is not Lesson.STAY_IN or len(p.answers) > 1


def _moments(
    rules: Ruleset, options: tuple[tuple[str, Value], ...], rng: random.Random
) -> Iterator[tuple[Position, Tile | None]]:
    """Moments of a fresh deal, before the first win of the seat that is asked: a win is offered, or a discard makes the
    hand ready. None of them has luck that would pay more: a kong just made, a first turn, the last tile."""
    state = begin(rules)
    state = fold(state, deal(state, *shuffled(rules, rng)))
    hero, number = rng.randrange(rules.seats), 0
    while state.end is None and not needs_deal(state) and not state.seats[hero].won:
        asked = sorted(to_act(state))
        if hero in asked:
            view = observe(state, hero)
            plain = state.last_draw == "wall" and state.offered_by in (None, Source.DISCARD) and bool(view.me.river)
            if plain and LEAST_LEFT <= view.left <= MOST_LEFT and _worth_asking(rules, view):
                yield _posed(view, options)
        events = decide(state, {seat: choice(state, seat, number, speed.choose) for seat in asked})
        number += len(events)
        state = fold(state, events)


def _worth_asking(rules: Ruleset, view: View) -> bool:
    """A win that locks the hand, or a free discard from a hand that is ready after it; no kong to choose instead."""
    if view.me.locked or not all(isinstance(a, (TakeWin, Discard)) or a.text == PASS for a in view.legal):
        return False
    if any(isinstance(a, TakeWin) for a in view.legal):
        return True
    return view.offered is None and view.hand.drawn is not None and shanten(rules, view.hand) == 0


def _posed(view: View, options: tuple[tuple[str, Value], ...]) -> tuple[Position, Tile | None]:
    position = position_of(view, options)
    position = replace(position, draws=sum(coming(position, view.offered, won=False)))
    return position, view.offered
