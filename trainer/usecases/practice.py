"""Drills: pick a puzzle, take the answer, store the attempt. No request solves anything; grading is a look-up."""

from __future__ import annotations

import hashlib
import random
import secrets
import threading
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

from trainer import variants
from trainer.analysis import Goal, every_discard
from trainer.drill import curate, deal_waits, generate
from trainer.drill.grade import NONE, grade_discard, grade_waits, parse_named
from trainer.drill.locks import LockPuzzle
from trainer.drill.pack import puzzle_from
from trainer.drill.puzzle import DiscardPuzzle, Puzzling, parse_discard, question
from trainer.drill.themes import Theme, Trap, level
from trainer.drill.waits import WaitPuzzle
from trainer.explain import Explained, explain
from trainer.progress.attempt import Attempt, Kind, Mark, Mode
from trainer.rules.variant import Ruleset
from trainer.store import Database, attempts, packs, puzzles
from trainer.text import N_, Refusal
from trainer.tiles import Kind as TileKind
from trainer.tiles import Tile, format_tiles, kind, parse_tiles
from trainer.usecases.site import NotFound

Puzzle = DiscardPuzzle | WaitPuzzle | LockPuzzle

SPRINT = 10
FIRST_DAY = date(2024, 1, 1)
"""The first daily puzzle; the archive begins here."""

LONGEST_MS = 3_600_000

_loading = threading.Lock()


def library() -> dict[str, Puzzle]:
    """Every committed puzzle, by id. They take seconds to read, so the site does that while it prepares itself."""
    with _loading:  # whoever comes meanwhile waits for them instead of reading them, too
        return _library()


@lru_cache(maxsize=1)
def _library() -> dict[str, Puzzle]:
    return packs.load_all(Path(__file__).resolve().parents[2] / "puzzles")


def themes(variant: str) -> frozenset[Theme]:
    """The themes that discards of a game can have."""
    return curate.possible(variants.get(variant).ruleset())


def traps(variant: str) -> frozenset[Trap]:
    """The classes that hands of a game can be of."""
    return frozenset(deal_waits.traps(variants.get(variant).ruleset()))


def asks(variant: str, kind: Puzzling) -> bool:
    """Whether there are puzzles of this kind about a game."""
    return generate.asks(variants.get(variant).ruleset(), kind)


def bars_wins(variant: str) -> bool:
    """Whether a wait may be one that a discard cannot be won on: furiten, a lock, or a hand worth too little."""
    rules = variants.get(variant).ruleset()
    return rules.wins.furiten or rules.wins.locks or not every_discard(rules)


def furiten(variant: str) -> bool:
    """Whether the game knows furiten."""
    return variants.get(variant).ruleset().wins.furiten


def rules_of(puzzle: Puzzle) -> Ruleset:
    """The game a puzzle is played under."""
    return variants.get(puzzle.variant).ruleset(dict(puzzle.rule_options))


def explained(puzzle: DiscardPuzzle, thrown: Tile, goal: Goal) -> tuple[Explained, ...]:
    """What a discard leads to, and the best one where it is another. Unlike the answer sheet this needs the kernels."""
    rules, a = rules_of(puzzle), puzzle.analysis(goal)
    mine = next(c for c in a.choices if c.discard == thrown)
    shown = (mine,) if thrown in a.best else (a.choices[0], mine)
    return explain(rules, question(rules, puzzle.position, goal), a, shown)


def find(db: Database, user: str, id_: str, asks: Puzzling) -> Puzzle:
    """A puzzle from the packs, made on the fly, or from the user's own games; raises NotFound."""
    found = library().get(id_)
    if found is None:
        text = puzzles.find(db, id_, user)
        found = None if text is None else puzzle_from(text)
    if found is None or found.asks is not asks:
        raise NotFound(N_("There is no such puzzle."))
    return found


def choose(
    db: Database,
    user: str,
    variant: str,
    asks: Puzzling,
    *,
    theme: str = "",
    level_: str = "",
    count: str = "",
    own: bool = False,
    series: str = "",
) -> str:
    """The id of a puzzle to ask next: one the user has not tried, the least recently tried when he knows them all.

    `own`: only puzzles from the user's own games. `series`: none that this run has asked already. Raises NotFound
    when no puzzle fits.
    """
    if own:
        pool = [puzzle_from(text) for text in puzzles.own(db, user, str(asks))]
        pool = [p for p in pool if p.variant == variant]
    else:
        pool = [p for p in library().values() if p.variant == variant and p.asks is asks]
        pool += [puzzle_from(text) for _, text in puzzles.stock(db, variant, str(asks), 200)]
    asked = {a.puzzle for a in attempts.by_series(db, user, series)} if series else set()
    pool = [p for p in pool if p.id not in asked and _fits(p, theme, level_, count)]
    if not pool:
        raise NotFound(N_("No puzzle fits this choice."))
    last = attempts.last_tries(db, user)
    fresh = [p for p in pool if p.id not in last]
    if fresh:
        return secrets.choice(fresh).id
    return min(pool, key=lambda p: last[p.id]).id


def _fits(p: Puzzle, theme: str, level_: str, count: str) -> bool:
    if theme and theme not in p.tags:
        return False
    if level_ and level_ != str(level(p.prior)):
        return False
    return not count or (isinstance(p, WaitPuzzle) and str(len(p.waits)) == count)


# ------------------------------------------------------------------ answers


@dataclass(frozen=True, slots=True)
class Asked:
    """How a question was put: the form's token, the mode, the time it took, the series or day it belongs to."""

    token: str
    mode: Mode
    ms: int
    series: str | None = None
    day: str | None = None


@dataclass(frozen=True, slots=True)
class DiscardAnswer:
    puzzle: DiscardPuzzle
    attempt: Attempt

    @property
    def thrown(self) -> Tile:
        return parse_discard(self.attempt.answer)


@dataclass(frozen=True, slots=True)
class WaitAnswer:
    """`named` and what was asked for (`legal`) are those of the attempt, whatever the address says."""

    puzzle: WaitPuzzle
    attempt: Attempt

    @property
    def named(self) -> frozenset[TileKind]:
        return named_in(self.attempt)

    @property
    def legal(self) -> bool:
        return self.attempt.legal


@dataclass(frozen=True, slots=True)
class LockAnswer:
    puzzle: LockPuzzle
    attempt: Attempt


def new_token() -> str:
    return secrets.token_urlsafe(9)


def _stored(db: Database, user: str, puzzle: Puzzle, asked: Asked) -> Attempt | None:
    """The attempt this form has made already; raises Refusal on a form without a token or with another puzzle's.

    Otherwise an old token would show a puzzle's answer without an attempt.
    """
    stored = attempts.by_token(db, user, asked.token) if 6 <= len(asked.token) <= 64 else None
    if not 6 <= len(asked.token) <= 64 or (stored is not None and stored.puzzle != puzzle.id):
        raise Refusal(N_("This form is too old or damaged; open the puzzle again."))
    return stored


def answer_discard(
    db: Database, user: str, puzzle: DiscardPuzzle, text: str, asked: Asked, goal: Goal, now: str
) -> DiscardAnswer:
    """Grade a discard and store the attempt. A token seen before gives the stored attempt back.

    So does a day whose daily is answered: raises Refusal when that was another puzzle, of an older pack.
    """
    stored = _stored(db, user, puzzle, asked)
    if stored is not None:
        return DiscardAnswer(puzzle, stored)
    thrown = parse_discard(text)
    choice = grade_discard(puzzle, thrown, goal)
    attempt = Attempt(
        token=asked.token,
        variant=puzzle.variant,
        edition=puzzle.edition,
        kind=Kind.DISCARD,
        mode=asked.mode,
        puzzle=puzzle.id,
        answer=f"discard:{format_tiles([thrown])}",
        mark=Mark(str(choice.grade)),
        ms=min(asked.ms, LONGEST_MS),
        at=now,
        loss=choice.loss,
        share=choice.share,
        themes=puzzle.tags,
        day=asked.day,
        series=asked.series,
    )
    stored = attempts.add(db, user, attempt)
    if stored.puzzle != puzzle.id:
        raise Refusal(N_("You have answered this day's position already."))
    return DiscardAnswer(puzzle, stored)


def answer_lock(db: Database, user: str, puzzle: LockPuzzle, text: str, asked: Asked, now: str) -> LockAnswer:
    """Grade a win, a pass or a discard and store the attempt. A token seen before gives the stored attempt back."""
    stored = _stored(db, user, puzzle, asked)
    if stored is not None:
        return LockAnswer(puzzle, stored)
    given = puzzle.answer(text)
    share = puzzle.share(given)
    attempt = Attempt(
        token=asked.token,
        variant=puzzle.variant,
        edition=puzzle.edition,
        kind=Kind.LOCK,
        mode=asked.mode,
        puzzle=puzzle.id,
        answer=given.text,
        mark=Mark(str(puzzle.grade(given))),
        ms=min(asked.ms, LONGEST_MS),
        at=now,
        loss=puzzle.best[0].total - given.total if share else 0.0,
        share=share,
        themes=puzzle.tags,
        series=asked.series,
    )
    return LockAnswer(puzzle, attempts.add(db, user, attempt))


def parse_waits(puzzle: WaitPuzzle, texts: list[str], *, none: bool) -> frozenset[TileKind]:
    """The kinds named in a form, or the button that says there is none; raises Refusal when neither was chosen."""
    return parse_named(NONE if none else "".join(texts), rules_of(puzzle).tiles.kinds)


def answer_waits(
    db: Database, user: str, puzzle: WaitPuzzle, named: frozenset[TileKind], asked: Asked, now: str, *, legal: bool
) -> WaitAnswer:
    """Hits, misses and false calls apart; a blocked wait that was named is a false call.

    Raises Refusal when the series has asked this puzzle before, or is a sprint that is over.
    """
    stored = _stored(db, user, puzzle, asked)
    if stored is not None:
        return WaitAnswer(puzzle, stored)
    graded = grade_waits(puzzle, named, legal=legal)
    attempt = Attempt(
        token=asked.token,
        variant=puzzle.variant,
        edition=puzzle.edition,
        kind=Kind.WAITS,
        mode=asked.mode,
        puzzle=puzzle.id,
        answer=format_tiles(Tile(k) for k in named) or NONE,
        mark=Mark(str(graded.verdict)),
        ms=min(asked.ms, LONGEST_MS),
        at=now,
        hits=len(graded.hits),
        misses=len(graded.misses),
        false_calls=len(graded.false_calls),
        wait_count=len(puzzle.answer(legal=legal)),
        themes=puzzle.tags,
        day=asked.day,
        series=asked.series,
        legal=legal,
    )
    try:
        stored = attempts.add(db, user, attempt, longest=SPRINT if asked.mode is Mode.SPRINT else None)
    except attempts.SeriesClosed:
        raise Refusal(N_("This run is over, or has asked this hand already: go on to the next one.")) from None
    return WaitAnswer(puzzle, stored)


def named_in(attempt: Attempt) -> frozenset[TileKind]:
    """The waits a stored attempt named."""
    return frozenset() if attempt.answer == NONE else frozenset(kind(t) for t in parse_tiles(attempt.answer))


# ------------------------------------------------------------------ daily


def daily(variant: str, day: date) -> DiscardPuzzle:
    """The discard puzzle of a day: the same for everyone, drawn from the pack by the date alone.

    Each run through the pack is a fresh shuffle, so no puzzle returns before all have been shown.
    """
    pool = sorted(p.id for p in library().values() if p.variant == variant and p.asks is Puzzling.DISCARD)
    if not pool:
        raise NotFound(N_("This game has no puzzles yet."))
    number = (day - FIRST_DAY).days
    lap, at = divmod(number, len(pool))
    random.Random(hashlib.sha256(f"{variant}/{lap}".encode()).digest()).shuffle(pool)
    found = library()[pool[at]]
    assert isinstance(found, DiscardPuzzle)
    return found


def day_of(text: str, today: date) -> date:
    """A day of the archive; raises NotFound for one that is not there (yet)."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotFound(N_("There is no such day.")) from None
    if not FIRST_DAY <= day <= today:
        raise NotFound(N_("There is no daily puzzle for this day."))
    return day


def archive(db: Database, user: str, variant: str, today: date, days: int = 60) -> list[tuple[date, Attempt | None]]:
    """The latest days, newest first, with the user's answer to each."""
    done = attempts.by_day(db, user, variant)
    first = max(FIRST_DAY, today - timedelta(days=days - 1))
    return [(d, done.get(d.isoformat())) for d in (today - timedelta(days=n) for n in range((today - first).days + 1))]


def attempt_of(db: Database, user: str, puzzle: str, token: str) -> Attempt | None:
    """The stored attempt of this token, when it answers this puzzle."""
    found = attempts.by_token(db, user, token) if token else None
    return found if found is not None and found.puzzle == puzzle else None


def daily_answer(db: Database, user: str, variant: str, day: date) -> Attempt | None:
    """The user's answer to a day's puzzle."""
    return attempts.by_day(db, user, variant).get(day.isoformat())


def daily_answered(db: Database, user: str, variant: str, day: date) -> DiscardAnswer | None:
    """The user's answer with the puzzle it was given for, which another pack may have replaced since; None without one.

    Raises NotFound when that puzzle is not kept any more.
    """
    attempt = daily_answer(db, user, variant, day)
    if attempt is None:
        return None
    try:
        puzzle = find(db, user, attempt.puzzle, Puzzling.DISCARD)
    except NotFound:
        raise NotFound(N_("The position that you answered on this day is no longer kept.")) from None
    assert isinstance(puzzle, DiscardPuzzle)
    return DiscardAnswer(puzzle, attempt)
