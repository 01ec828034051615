"""Puzzles about locked waits as templates print them: a win or a wait, with points at once and points later."""

from __future__ import annotations

from flask_babel import gettext, ngettext

from trainer.drill.locks import LESSONS, WIN, Answer, Lesson, LockPuzzle, coming
from trainer.drill.puzzle import Puzzling
from trainer.drill.themes import level
from trainer.progress.attempt import Attempt
from trainer.rules.variant import Ruleset
from trainer.tiles import tile_text
from trainer.usecases import catalog, practice
from trainer.web import present, present_drill

LOCK = Puzzling.LOCK


def games() -> list[str]:
    """The keys of the games that have such puzzles."""
    return [v.key for v in catalog.variants() if practice.asks(v.key, LOCK)]


def is_lesson(text: str) -> bool:
    return text in set(Lesson)


def lesson_labels() -> list[tuple[str, str]]:
    return [(str(key), gettext(label)) for key, label in LESSONS.items()]


def as_lock(p: practice.Puzzle) -> LockPuzzle:
    assert isinstance(p, LockPuzzle)
    return p


def stored(p: practice.Puzzle, attempt: Attempt) -> practice.LockAnswer:
    """A stored answer, to be shown again."""
    return practice.LockAnswer(as_lock(p), attempt)


def question(p: LockPuzzle, *, sort: bool) -> dict[str, object]:
    """The question: the position, whether a win is offered, what else may be answered. Nothing of the answer."""
    offered = [] if p.offered is None else [{"label": gettext("Just thrown"), "tiles": present.tiles((p.offered,))}]
    found = present_drill.position(p, sort)
    lying = [*found["lying"], *offered]  # type: ignore[misc]
    return {
        **found,
        "lying": lying,
        "offered": p.offered is not None,
        "wins": any(a.text == WIN for a in p.answers),
        "title": title(p),
        "task": gettext("You have not won yet. Your first win locks the hand in its waits until the wall is empty.")
        + " "
        + gettext("You may win on them again and again; before it the hand is free to change."),
    }


def title(p: LockPuzzle) -> str:
    if not any(a.text == WIN for a in p.answers):
        return gettext("Which waits do you want to win on?")
    return gettext("Do you win, or wait?")


def answered(rules: Ruleset, p: LockPuzzle, text: str, *, sort: bool) -> dict[str, object]:
    """The answer card: verdict, every answer with its points, and the model they come from."""
    given, best = p.answer(text), p.best
    won = next((a for a in p.answers if a.text == WIN), None)
    found = question(p, sort=sort)
    hand: present.Tiles = [dict(t) for t in found["hand"]]  # type: ignore[attr-defined]
    for t in hand:
        t["best"] = any(a.text == t["action"] for a in best)
        t["you"] = t["action"] == given.text
    events = coming(p.position, p.offered, won=won is not None)
    return {
        **found,
        "hand": hand,
        "grade": str(p.grade(given)),
        "grade_label": present.grade(p.grade(given)),
        "is_best": given in best,
        "loss": present.points(rules, present.average(best[0].total - given.total)),
        "of_share": gettext(
            "%(share)s %% of the best answer’s %(best)s",
            share=present.percent(p.share(given)),
            best=present.points(rules, present.average(best[0].total)),
        ),
        "of_best": present.points(rules, present.average(best[0].total)),
        "compared": "" if won is None else _compared(rules, p, won),
        "rows": [_row(p, a, given) for a in p.answers],
        "unit": gettext(rules.terms.points),
        "model": gettext(
            "%(tiles)s to come: %(draws)d drawn by you, %(throws)d by the opponent, who throws one each time; each is "
            "any tile that you cannot see. A win counts as drawn or as thrown. After the first win the waits stay: "
            "tiles to come × copies unseen / all unseen. Before it up to %(budget)d exchanges beyond the shortest way "
            "are searched. Kongs and the reckoning at the end are not counted.",
            tiles=ngettext("%(num)d tile", "%(num)d tiles", len(events)),
            draws=sum(events),
            throws=len(events) - sum(events),
            budget=p.budget,
        ),
        "lesson": gettext(LESSONS[p.lesson]),
        "level": present_drill.level_label(str(level(p.prior))),
        "source": gettext(
            "Ruleset %(name)s, edition %(edition)d · solver %(solver)s · seed %(seed)s",
            name=present.game_name(rules),
            edition=p.edition,
            solver=p.provenance.solver,
            seed=p.provenance.seed,
        ),
    }


def _compared(rules: Ruleset, p: LockPuzzle, won: Answer) -> str:
    """The two ways in one sentence: `Win now: 2 + 13.4 points, with 4.5 further wins. Go on: 14.3 points.`"""
    other = next(a for a in p.answers if a.text != WIN)
    return gettext(
        "Win now: %(now)s + %(later)s, with %(hits)s further wins on average. Go on: %(other)s.",
        now=_at_once(won),
        later=present.points(rules, present.average(won.later)),
        hits=present.number(round(won.hits, 1)),
        other=present.points(rules, present.average(other.total)),
    )


def _row(p: LockPuzzle, a: Answer, given: Answer) -> dict[str, object]:
    return {
        "tile": None if a.discard is None else present.tile(a.discard),
        "text": _said(a),
        "now": _at_once(a),
        "later": present.number(present.average(a.later)),
        "total": present.number(present.average(a.total)),
        "loss": f"−{present.percent(p.share(a))} %" if p.share(a) else "–",
        "grade": str(p.grade(a)),
        "grade_label": present.grade(p.grade(a)),
        "is_best": a in p.best,
        "is_you": a == given,
    }


def _at_once(a: Answer) -> str:
    """The points of a win are no average: whole ones have no decimal."""
    return present.number(int(a.now) if a.now == int(a.now) else a.now)


def _said(a: Answer) -> str:
    if a.discard is not None:
        return tile_text(a.discard)
    return gettext("Win") if a.text == WIN else gettext("Pass")
