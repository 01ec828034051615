"""Discard drills as templates print them: questions that give nothing away, answer cards that give everything."""

from __future__ import annotations

import random
from datetime import date

from babel.dates import format_skeleton
from flask import render_template, url_for
from flask_babel import format_date, get_locale, gettext, ngettext
from markupsafe import Markup

from trainer.analysis import Analysis, Choice, Goal, river_counts, unseen
from trainer.drill.explain import Amount, Average, Chance, Param, Reason, Steps, explain
from trainer.drill.locks import LockPuzzle
from trainer.drill.puzzle import DiscardPuzzle, Option, Position, Puzzling, question
from trainer.drill.themes import LEVELS, THEMES, Level, level
from trainer.game.state import Thrown
from trainer.progress.attempt import Attempt, Mark, Mode
from trainer.rules.variant import Ruleset
from trainer.tiles import FIRST_HONOR, Kind, Tile, format_tiles, join_tiles, sort_tiles, tile_text
from trainer.usecases import practice
from trainer.usecases.appeal import Appeal
from trainer.web import present, present_seats
from trainer.web.i18n import per_language
from trainer.web.present_explain import kinds


def tag_label(tag: str) -> str:
    """A theme or trap class in words."""
    return gettext(present.THEME_LABELS.get(tag, tag))


def theme_labels(variant: str) -> list[tuple[str, str]]:
    """The themes that the game can have, with their names."""
    possible = practice.themes(variant)
    return [(str(key), gettext(label)) for key, label in THEMES.items() if key in possible]


def asks_locks(variant: str) -> bool:
    """Whether the game has puzzles about wins that lock the hand."""
    return practice.asks(variant, Puzzling.LOCK)


def level_labels() -> list[tuple[str, str]]:
    """The bands of difficulty with their names."""
    return [(str(key), gettext(label)) for key, label in LEVELS.items()]


def is_theme(text: str) -> bool:
    return text in set(THEMES)


def is_level(text: str) -> bool:
    return text in set(LEVELS)


def level_label(text: str) -> str:
    return gettext(LEVELS[Level(text)])


@per_language(1 << 9)
def _river(thrown: tuple[Thrown, ...]) -> present.Tiles:
    return present_seats.river(thrown)


# ------------------------------------------------------------------ discards


@per_language(1 << 9)
def position(p: DiscardPuzzle | LockPuzzle, sort: bool = True) -> dict[str, object]:
    """The question: hand, rivers, facts. Nothing of the answer. Unsorted, a hand always lies in the same disorder."""
    at = p.position
    hand, own = at.hand, at.places[at.seat]
    rules = practice.rules_of(p)
    rest = list(sort_tiles(hand.concealed))
    if not sort:
        random.Random(p.id).shuffle(rest)
    picks = [present.tile(t, drawn=False, action=f"discard:{tile_text(t)}") for t in rest]
    if hand.drawn is not None:
        picks.append(present.tile(hand.drawn, drawn=True, action=f"discard:{tile_text(hand.drawn)}"))
    opponents = [
        {
            "river": _river(x.river),
            "melds": [present.meld(m) for m in x.melds],
            "aside": present.tiles(x.aside),
            "flowers": present.tiles(x.flowers),
            "name": _opponent(rules, at, i),
            "title": _discards_of(rules, at, i),
            "won": present.tiles(x.won),
            "tiles": ngettext("%(num)d tile in hand", "%(num)d tiles in hand", x.tiles),
            "called": gettext("riichi")
            if any(t.riichi for t in x.river)
            else gettext("declared ready")
            if x.declared
            else "",
        }
        for i, x in enumerate(at.places)
        if i != at.seat
    ]
    return {
        "id": p.id,
        "hand": picks,
        "melds": [present.meld(m) for m in hand.melds],
        "opponents": opponents,
        "river": _river(at.river),
        "aside": present.tiles(own.aside),
        "honba": at.honba if rules.match.counters else None,
        "sticks": None,
        "indicators": present.tiles(at.indicators) if rules.dora.shown else None,
        "lying": [
            {"label": label, "tiles": present.tiles(ts)}
            for label, ts in (
                (gettext("bonus kind"), () if at.bonus_kind is None else (Tile(at.bonus_kind),)),
                (gettext("Your flowers"), own.flowers),
            )
            if ts
        ],
        "text": "".join(tile_text(t) for t in hand.tiles),
        "stock": present.tiles(at.stock),
        "task": task(at),
        "hand_label": gettext("The tiles you have chosen") if at.stock else "",
        "facts": _facts(rules, at),
    }


def _opponent(rules: Ruleset, at: Position, seat: int) -> str:
    """What another seat is called: at a table of several by its wind, or by its place after the one asked."""
    if rules.seats == 2:
        return gettext("Opponent")
    wind = present_seats.place(rules, seat, at.dealer)["wind"]
    return wind or gettext("Opponent %(n)d", n=(seat - at.seat) % rules.seats)


def _discards_of(rules: Ruleset, at: Position, seat: int) -> str:
    if rules.seats == 2:
        return gettext("Opponent’s discards")
    return gettext("Discards of %(who)s", who=_opponent(rules, at, seat))


def task(at: Position) -> str:
    """What is asked beyond a discard; empty where it is one."""
    if not at.stock:
        return ""
    return gettext(
        "%(chosen)d of your %(dealt)d tiles are chosen. Leave one out: the rest must be ready and worth enough to win.",
        dealt=len(at.hand.tiles) + len(at.stock),
        chosen=len(at.hand.tiles),
    )


def _facts(rules: Ruleset, at: Position) -> list[dict[str, str]]:
    """The facts of a position beside its tiles."""
    round_ = "" if at.round_wind is None else present_seats.wind(at.round_wind)
    seat = present_seats.place(rules, at.seat, at.dealer)["note"]
    if at.stock:
        coming = [(gettext("Others will throw"), ngettext("%(num)d tile", "%(num)d tiles", at.draws))]
    else:
        every = at.left // rules.seats
        wall = gettext("Wall") if rules.race is None else gettext("Left in the race")
        coming = [
            (gettext("Turn"), str(len(at.river) + 1)),
            (wall, ngettext("%(num)d tile", "%(num)d tiles", at.left)),
            (gettext("Your next draws") if at.draws < every else gettext("Your draws left"), str(at.draws)),
        ]
    rows = [(gettext("Round"), round_), *coming, (gettext("Seat"), str(seat))]
    return [{"label": label, "value": value} for label, value in rows if value]


def words(p: DiscardPuzzle) -> dict[str, str]:
    """What the pages call the question, the answer and the tiles to choose from."""
    if p.position.stock:
        return {
            "title": gettext("Which tile do you leave out?"),
            "send": gettext("Leave out"),
            "all": gettext("All ready hands"),
            "again": gettext("All ready hands, solved again"),
            "toss_up": gettext("A toss-up: several tiles are best to leave out."),
            "chart": gettext("Chance to win by tile thrown"),
            "head": gettext("Left out"),
        }
    return {
        "title": gettext("What do you discard?"),
        "send": gettext("Discard"),
        "all": gettext("All discards"),
        "again": gettext("All discards, solved again"),
        "toss_up": gettext("A toss-up: several discards are best."),
        "chart": gettext("Chance to win by draw"),
        "head": gettext("Discard"),
    }


@per_language(1 << 9)
def board(p: DiscardPuzzle, sheet: str, *, sort: bool) -> Markup:
    """The position with a hand to choose from, drawn once; `sheet` is the address of the tiles' pictures."""
    return Markup(render_template("discards/_board.html", q=position(p, sort)))


def answer(rules: Ruleset, p: DiscardPuzzle, thrown: Tile, goal: Goal, *, sort: bool) -> dict[str, object]:
    """The answer card: verdict, the table of options, the difference in tiles and words, the chart, the model."""
    a = p.analysis(goal)
    explained = explain(rules, p, thrown, goal)
    q = question(rules, p.position, goal)
    mine = next(c for c in a.choices if c.discard == thrown)
    best = a.choices[0]
    you, top = p.option(thrown), p.option(Tile(best.discard if best.discard is not None else thrown))
    return {
        **marked(p, thrown, a, sort=sort),
        "grade": str(mine.grade),
        "grade_label": present.grade(mine.grade),
        "is_best": mine.discard in a.best,
        "toss_up": len(a.best) > 1,
        "loss": present.loss(a, rules, mine),
        "share": present.percent(mine.share),
        "of_best": measured(rules, a, best),
        "you_option": _kept(you, _yours(p, thrown)),
        "best_option": _kept(top, _bests(p, top)),
        "of_share": _of_share(p, present.percent(mine.share), measured(rules, a, best)),
        "words": words(p),
        "give_up": kinds(explained.given_up),
        "gain": kinds(explained.gained),
        "same_distance": you.shanten == top.shanten and not p.position.stock,
        "why": [sentence(rules, r) for r in explained.reasons],
        "table": present.analysis(rules, q, a, thrown),
        "chart": present.curves(a, thrown),
        "themes": [tag_label(t) for t in p.tags],
        "level": gettext(LEVELS[level(p.prior)]),
        "source": gettext(
            "Ruleset %(name)s, edition %(edition)d · solver %(solver)s · seed %(seed)s",
            name=present.game_name(rules),
            edition=p.edition,
            solver=p.provenance.solver,
            seed=p.provenance.seed,
        ),
    }


def marked(p: DiscardPuzzle, thrown: Tile, a: Analysis, *, sort: bool) -> dict[str, object]:
    """The position with the best discards and the user's own marked in the hand."""
    asked = position(p, sort)
    hand: present.Tiles = [dict(t) for t in asked["hand"]]  # type: ignore[attr-defined]
    best = {tile_text(t) for t in a.best if t is not None}
    for t in hand:
        t["best"], t["you"] = t["text"] in best, False
    _mark_you(hand, tile_text(thrown))
    return {**asked, "hand": hand}


def measured(rules: Ruleset, a: Analysis, c: Choice) -> str:
    """What a choice is worth for the analysis' goal, with its unit."""
    if a.goal is Goal.VALUE:
        return present.points(rules, present.average(present.measure(a, c)))
    return f"{present.percent(c.win_prob)} %"


def _mark_you(hand: present.Tiles, text: str) -> None:
    """Mark one copy of the tile thrown, the drawn one first."""
    copies = [t for t in hand if t["text"] == text]
    if copies:
        copies[-1]["you"] = True


def _yours(p: DiscardPuzzle, tile: Tile) -> str:
    text = tile_text(tile)
    return gettext("You left out %(t)s", t=text) if p.position.stock else gettext("Your discard %(t)s", t=text)


def _bests(p: DiscardPuzzle, o: Option) -> str:
    text = tile_text(o.discard)
    return gettext("Best left out: %(t)s", t=text) if p.position.stock else gettext("Best discard %(t)s", t=text)


def _of_share(p: DiscardPuzzle, share: str, best: str) -> str:
    if p.position.stock:
        return gettext("%(share)s %% of the best hand’s %(best)s", share=share, best=best)
    return gettext("%(share)s %% of the best discard’s %(best)s", share=share, best=best)


def _kept(o: Option, label: str) -> dict[str, object]:
    return {
        "label": label,
        "tile": present.tile(o.discard),
        "text": tile_text(o.discard),
        "kinds_tiles": present.kinds_and_tiles(len(o.ukeire), o.tiles),
        "useful": [present.kind_tile(k, count=n) for k, n in o.ukeire],
        "shanten": present.shanten(o.shanten),
    }


def sentence(rules: Ruleset, reason: Reason) -> str:
    """A reason in the reader's language, its parameters as they are written there."""
    return gettext(reason.template) % {name: _param(rules, value) for name, value in reason.params}


def _param(rules: Ruleset, value: Param) -> object:
    if isinstance(value, Steps):
        return present.shanten(value.shanten)
    if isinstance(value, Amount):
        return present.kinds_and_tiles(value.kinds, value.tiles)
    if isinstance(value, Chance):
        return f"{present.percent(value.p)} %"
    if isinstance(value, Average):
        return present.points(rules, present.average(value.points))
    if isinstance(value, tuple):
        return format_tiles(Tile(k) for k in value)
    return tile_text(value)


# ------------------------------------------------------------------ pages

DISCARD = Puzzling.DISCARD
PRACTICE, DAILY, OWN = Mode.PRACTICE, Mode.DAILY, Mode.OWN


def goal(text: str) -> Goal:
    return Goal(text)


def goal_of(p: practice.Puzzle, wanted: str) -> Goal:
    """What an answer to this puzzle is graded by for a person who plays for `wanted`."""
    return as_discard(p).goal(Goal(wanted))


def goal_label(text: str) -> str:
    return gettext("chance to win") if text == "win" else gettext("points expected")


def as_discard(p: practice.Puzzle) -> DiscardPuzzle:
    assert isinstance(p, DiscardPuzzle)
    return p


def verdict(rules: Ruleset, a: Analysis, thrown: Tile) -> dict[str, object]:
    """How a discard stands in an analysis: its grade, what it loses, the best there is."""
    mine = next(c for c in a.choices if c.discard == thrown)
    return {
        "goal": goal_label(str(a.goal)),
        "grade": str(mine.grade),
        "grade_label": present.grade(mine.grade),
        "is_best": thrown in a.best,
        "thrown": tile_text(thrown),
        "loss": present.loss(a, rules, mine),
        "of_best": measured(rules, a, a.choices[0]),
        "best": present.join([tile_text(t) for t in a.best if t is not None]),
    }


def appeal(rules: Ruleset, found: Appeal, *, sort: bool) -> dict[str, object]:
    """The position solved again: both goals, the table, and what became of the attempt."""
    p, thrown = found.puzzle, found.thrown
    q = question(rules, p.position, found.goal)
    return {
        **marked(p, thrown, found.found, sort=sort),
        "upheld": found.upheld,
        "yours": _yours(p, thrown),
        "words": words(p),
        "free": p.goal(Goal.WIN) is not p.goal(Goal.VALUE),
        "exact": found.first.model.exact,
        "same": found.same,
        "draws_searched": p.model.budget,
        "deeper": p.model.budget > found.first.model.budget,
        "unseen": sum(unseen(rules, q)),
        "verdict": verdict(rules, found.found, thrown),
        "other": verdict(rules, found.other, thrown),
        "table": present.analysis(rules, q, found.found, thrown),
        "chart": present.curves(found.found, thrown),
    }


def stored(p: practice.Puzzle, attempt: Attempt) -> practice.DiscardAnswer:
    """A stored answer, to be shown again."""
    return practice.DiscardAnswer(as_discard(p), attempt)


def analysis_query(rules: Ruleset, p: DiscardPuzzle, goal_: Goal) -> str:
    """The analysis page of this position; empty for a hand to build, about which that page asks something else."""
    return "" if p.position.stock else position_query(rules, p.position, goal_)


def position_query(rules: Ruleset, at: Position, goal_: Goal) -> str:
    """The analysis page of a position, asked with this goal, under the rules it was played by.

    With more than two seats who deals does not tell the wind.
    """
    wind = rules.seat_winds[(at.seat - at.dealer) % rules.seats] if rules.seats > 2 else None
    return present.query(
        {
            "variant": [rules.key],
            "hand": ["".join(tile_text(t) for t in at.hand.tiles)],
            "melds": [" ".join(m.text for m in at.hand.melds)],
            "seen": [format_tiles(at.shown)],
            "river": [format_tiles([t.tile for t in at.river]) if river_counts(rules) else ""],
            "draws": [str(at.draws)],
            "goal": [str(goal_)],
            "seat": ["dealer" if at.seat == at.dealer else "non_dealer"],
            "dora": [format_tiles(at.indicators)],
            "round_wind": [_letter(at.round_wind)],
            "seat_wind": [_letter(wind)],
            "honba": [str(at.honba or "")],
            "nuki": [str(len(at.places[at.seat].aside) or "")],
            "flowers": [join_tiles(at.places[at.seat].flowers)],
            "bonus_kind": ["" if at.bonus_kind is None else tile_text(Tile(at.bonus_kind))],
            **{f"o.{k}": [str(v).lower() if isinstance(v, bool) else str(v)] for k, v in at.options},
        }
    )


def _letter(wind: Kind | None) -> str:
    """A wind as a form writes it."""
    return "" if wind is None else "ESWN"[wind - FIRST_HONOR]


def daily_row(day: date, attempt: Attempt | None) -> dict[str, object]:
    """A day of the archive; `column` is its place in a week that begins on Monday."""
    label = "" if attempt is None else gettext(present.MARK_LABELS[attempt.mark])
    said = label or gettext("not answered")
    return {
        "day": day.isoformat(),
        "number": day.day,
        "column": day.isoweekday(),
        "order": day.isoformat()[:7],
        "month": format_skeleton("yMMMM", day, locale=get_locale()),
        "spoken": f"{format_date(day, 'long')}: {said}",
        "mark": "" if attempt is None else str(attempt.mark),
        "sign": "" if attempt is None else SIGNS[attempt.mark],
        "label": label,
    }


SIGNS = {Mark.BEST: "★", Mark.FINE: "✓", Mark.INACCURACY: "~", Mark.MISTAKE: "✕", Mark.BLUNDER: "✕"}
"""Grades in a calendar, where there is no room for words; color alone would not do."""

SQUARES = {Mark.BEST: "🟩", Mark.FINE: "🟩", Mark.INACCURACY: "🟨", Mark.MISTAKE: "🟧", Mark.BLUNDER: "🟥"}


def share(done: practice.DiscardAnswer, day: str) -> str:
    """A result to share that gives nothing away, with the address of the day's position."""
    a = done.attempt
    label = gettext(present.MARK_LABELS[a.mark])
    address = url_for("daily.show", day=day, variant=done.puzzle.variant, _external=True)
    return f"Nanikiru {done.puzzle.variant} {day} {SQUARES[a.mark]} {label} · {present.seconds(a.ms)}\n{address}"
