"""Drills as templates print them: questions that give nothing away, and answer cards that give everything."""

from __future__ import annotations

from datetime import date

from flask_babel import gettext, ngettext

from trainer.analysis import Goal
from trainer.drill.explain import Amount, Average, Chance, Param, Reason, explain
from trainer.drill.puzzle import DiscardPuzzle, Option, Puzzling, parse_discard, question
from trainer.drill.themes import LEVELS, THEMES, TRAPS, level
from trainer.drill.waits import LACKS, STANDINGS, Line, Miss, Standing, WaitPuzzle, sheet
from trainer.game.state import Thrown
from trainer.progress.attempt import Attempt, Mark, Mode
from trainer.rules.variant import Ruleset
from trainer.tiles import Kind, Tile, format_tiles, sort_tiles, tile_text, tiles_of
from trainer.usecases import practice
from trainer.web import present


def tag_label(tag: str) -> str:
    """A theme or trap class in words."""
    return gettext(present.THEME_LABELS.get(tag, tag))


def theme_chips(chosen: str) -> list[dict[str, object]]:
    return [{"value": str(t), "label": gettext(x), "current": str(t) == chosen} for t, x in THEMES.items()]


def trap_chips(chosen: str) -> list[dict[str, object]]:
    return [{"value": str(t), "label": gettext(x), "current": str(t) == chosen} for t, x in TRAPS.items()]


def level_chips(chosen: str) -> list[dict[str, object]]:
    return [{"value": str(t), "label": gettext(x), "current": str(t) == chosen} for t, x in LEVELS.items()]


def _river(thrown: tuple[Thrown, ...]) -> present.Tiles:
    return [present.tile(t.tile, dim=t.drawn, turned=t.riichi) for t in thrown]


# ------------------------------------------------------------------ discards


def position(rules: Ruleset, p: DiscardPuzzle, sort: bool = True) -> dict[str, object]:
    """The question: hand, rivers, facts. Nothing of the answer."""
    at = p.position
    hand = at.hand
    rest = sort_tiles(hand.concealed) if sort else hand.concealed
    picks = [present.tile(t, drawn=False, action=f"discard:{tile_text(t)}") for t in rest]
    if hand.drawn is not None:
        picks.append(present.tile(hand.drawn, drawn=True, action=f"discard:{tile_text(hand.drawn)}"))
    opponents = [
        {
            "river": _river(x.river),
            "melds": [present.meld(m) for m in x.melds],
            "tiles": ngettext("%(num)d tile in hand", "%(num)d tiles in hand", x.tiles),
            "riichi": any(t.riichi for t in x.river),
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
        "turn": len(at.river) + 1,
        "left": ngettext("%(num)d tile", "%(num)d tiles", at.left),
        "draws": at.draws,
        "dealer": gettext("dealer") if at.seat == at.dealer else gettext("non-dealer"),
        "text": "".join(tile_text(t) for t in hand.tiles),
    }


def answer(rules: Ruleset, p: DiscardPuzzle, thrown: Tile, goal: Goal) -> dict[str, object]:
    """The answer card: verdict, the table of options, the difference in tiles and words, the chart, the model."""
    a = p.analysis(goal)
    explained = explain(rules, p, thrown, goal)
    q = question(rules, p.position, goal)
    mine = next(c for c in a.choices if c.discard == thrown)
    best = a.choices[0]
    you, top = p.option(thrown), p.option(Tile(best.discard if best.discard is not None else thrown))
    hand = position(rules, p)
    for t in list(hand["hand"]):  # type: ignore[call-overload]
        t["best"] = any(t["text"] == tile_text(b) for b in a.best if b is not None)
        t["you"] = False
    _mark_you(hand["hand"], tile_text(thrown))  # type: ignore[arg-type]
    return {
        **hand,
        "grade": str(mine.grade),
        "grade_label": present.grade(mine.grade),
        "is_best": mine.discard in a.best,
        "toss_up": len(a.best) > 1,
        "loss": present.loss(a, rules, mine),
        "share": present.percent(mine.share),
        "of_best": present.points(rules, round(present.measure(a, best), 1))
        if goal is Goal.VALUE
        else f"{present.percent(best.win_prob)} %",
        "you_option": _kept(you),
        "best_option": _kept(top),
        "give_up": _kinds(explained.given_up),
        "gain": _kinds(explained.gained),
        "why": [sentence(rules, r) for r in explained.reasons],
        "table": present.analysis(rules, q, a, thrown),
        "chart": present.curves(a, thrown),
        "themes": [tag_label(t) for t in p.tags],
        "level": gettext(LEVELS[level(p.prior)]),
        "source": gettext(
            "Ruleset %(name)s, edition %(edition)d · solver %(solver)s · seed %(seed)s",
            name=rules.key,
            edition=p.edition,
            solver=p.provenance.solver,
            seed=p.provenance.seed,
        ),
    }


def _mark_you(hand: present.Tiles, text: str) -> None:
    """Mark one copy of the tile thrown, the drawn one first."""
    copies = [t for t in hand if t["text"] == text]
    if copies:
        copies[-1]["you"] = True


def _kept(o: Option) -> dict[str, object]:
    return {
        "tile": present.tile(o.discard),
        "text": tile_text(o.discard),
        "kinds_tiles": present.kinds_and_tiles(len(o.ukeire), o.tiles),
        "useful": [present.kind_tile(k, count=n) for k, n in o.ukeire],
        "shanten": present.shanten(o.shanten),
    }


def _kinds(kinds: tuple[tuple[Kind, int], ...]) -> dict[str, object]:
    """Useful tiles that only one of two discards keeps."""
    return {
        "tiles": [present.kind_tile(k) for k, _ in kinds],
        "number": ngettext("%(num)d tile", "%(num)d tiles", sum(n for _, n in kinds)),
        "any": bool(kinds),
    }


def sentence(rules: Ruleset, reason: Reason) -> str:
    """A reason in the reader's language, its parameters as they are written there."""
    return gettext(reason.template) % {name: _param(rules, name, value) for name, value in reason.params}


NUMBERS = frozenset({"steps"})
"""Parameters of reasons that are plain numbers; every other int is a tile."""


def _param(rules: Ruleset, name: str, value: Param) -> object:
    if isinstance(value, Amount):
        return present.kinds_and_tiles(value.kinds, value.tiles)
    if isinstance(value, Chance):
        return f"{present.percent(value.p)} %"
    if isinstance(value, Average):
        return present.points(rules, round(value.points, 1))
    if isinstance(value, tuple):
        return format_tiles(Tile(k) for k in value)
    return value if name in NUMBERS else tile_text(Tile(value))


# ------------------------------------------------------------------ waits


def wait_question(rules: Ruleset, p: WaitPuzzle, *, sort: bool, legal: bool) -> dict[str, object]:
    tiles = sort_tiles(p.hand.concealed) if sort else p.unsorted()
    return {
        "id": p.id,
        "hand": present.tiles(tiles),
        "melds": [present.meld(m) for m in p.hand.melds],
        "river": present.tiles(p.river),
        "pad": [present.kind_tile(k, digit=str(k % 9 + 1)) for k in rules.tiles.kinds],
        "legal": legal,
        "text": format_tiles(p.hand.concealed),
    }


def wait_result(
    rules: Ruleset, p: WaitPuzzle, named: frozenset[Kind], *, legal: bool
) -> dict[str, object]:
    """The result: the pad re-used in place, then the hand regrouped for every kind that matters."""
    lines = sheet(rules, p, legal=legal)
    right = p.answer(legal=legal)
    hits, missed, false = named & right, right - named, named - right
    title = ngettext("%(hit)d of %(num)d wait", "%(hit)d of %(num)d waits", len(right), hit=len(hits))
    if not right:
        title = gettext("Not ready, and you said so") if not named else gettext("The hand is not ready")
        if legal and p.waits:
            title = gettext("No wait may be won on from a discard")
    elif not missed and not false:
        title = gettext("All %(n)d waits", n=len(right)) if len(right) > 1 else gettext("The one wait")
    keys, rows = [], []
    for line in lines:
        state = _state(line, named, right, set(p.exhausted))
        marks = {
            "hit": gettext("✓ hit"),
            "missed": gettext("missed"),
            "false": gettext("✕ false"),
            "blocked": gettext("[blocked]"),
        }
        shown = present.kind_tile(line.kind, blocked=state == "blocked")
        keys.append({**shown, "state": state, "mark": marks.get(state, "–")})
        if state:
            rows.append(_row(line, state, marks[state], rules))
    return {
        "title": title,
        "mark": "right" if named == right else "partial" if hits else "wrong",
        "hits": len(hits),
        "missed": len(missed),
        "false": len(false),
        "keys": keys,
        "rows": rows,
        "total": present.kinds_and_tiles(len(right), sum(x.left for x in lines if x.kind in right)),
        "trap": tag_label(str(p.trap)),
        "source": gettext(
            "Every regrouping of the tiles, checked one by one: exact. "
            "Ruleset %(name)s, edition %(edition)d · seed %(seed)s",
            name=rules.key,
            edition=p.edition,
            seed=p.provenance.seed,
        ),
    }


def _state(line: Line, named: frozenset[Kind], right: frozenset[Kind], exhausted: set[Kind]) -> str:
    if line.kind in right:
        return "hit" if line.kind in named else "missed"
    if line.kind in named:
        return "false"
    blocked = line.kind in exhausted or line.standing in (Standing.FURITEN, Standing.NOT_DECLARABLE)
    return "blocked" if blocked else ""


def _row(line: Line, state: str, mark: str, rules: Ruleset) -> dict[str, object]:
    said = "" if line.standing is Standing.WAIT else gettext(STANDINGS[line.standing])
    return {
        "tile": present.kind_tile(line.kind, blocked=state == "blocked"),
        "state": state,
        "mark": mark,
        "left": ngettext("%(num)d tile left", "%(num)d tiles left", max(0, line.left)),
        "groups": [present.reading(r, line.kind) for r in line.readings],
        "said": _miss(line.miss) if line.miss is not None else said,
    }


def _miss(miss: Miss) -> str:
    groups = " ".join(format_tiles(Tile(k) for k in g.kinds) for g in miss.groups)
    return gettext(LACKS[miss.lack]) % {"groups": groups, "over": format_tiles(Tile(k) for k in miss.over)}




# ------------------------------------------------------------------ pages

DISCARD, WAITS = Puzzling.DISCARD, Puzzling.WAITS
PRACTICE, SPRINT, DAILY, OWN = Mode.PRACTICE, Mode.SPRINT, Mode.DAILY, Mode.OWN


def goal(text: str) -> Goal:
    return Goal(text)


def goal_label(text: str) -> str:
    return gettext("chance to win") if text == "win" else gettext("points expected")


def as_discard(p: practice.Puzzle) -> DiscardPuzzle:
    assert isinstance(p, DiscardPuzzle)
    return p


def as_waits(p: practice.Puzzle) -> WaitPuzzle:
    assert isinstance(p, WaitPuzzle)
    return p


def stored(p: practice.Puzzle, attempt: Attempt) -> practice.DiscardAnswer:
    """A stored answer, to be shown again."""
    return practice.DiscardAnswer(as_discard(p), parse_discard(attempt.answer), attempt)


def stored_waits(p: practice.Puzzle, attempt: Attempt, *, legal: bool) -> practice.WaitAnswer:
    return practice.WaitAnswer(as_waits(p), practice.named_in(attempt), legal, attempt)


def analysis_query(rules: Ruleset, p: DiscardPuzzle) -> str:
    """The analysis page of this position."""
    at = p.position
    return present.query(
        {
            "variant": [rules.key],
            "hand": ["".join(tile_text(t) for t in at.hand.tiles)],
            "melds": [" ".join(m.text for m in at.hand.melds)],
            "seen": [format_tiles(tiles_of(at.seen))],
            "draws": [str(at.draws)],
            "goal": ["win"],
            "seat": ["dealer" if at.seat == at.dealer else "non_dealer"],
            **{f"o.{k}": [str(v).lower() if isinstance(v, bool) else str(v)] for k, v in at.options},
        }
    )


def sprint_summary(done: list[Attempt]) -> dict[str, object]:
    """The end of a sprint: what was right, what to repeat (wrong ones, and slow ones)."""
    times = sorted(a.ms for a in done)
    slow = times[len(times) // 2] * 3 // 2 if times else 0
    return {
        "number": len(done),
        "right": sum(a.good for a in done),
        "hits": sum(a.hits or 0 for a in done),
        "missed": sum(a.misses or 0 for a in done),
        "false": sum(a.false_calls or 0 for a in done),
        "total": present.seconds(sum(times)),
        "again": [present.attempt(a) for a in done if not a.good or a.ms > slow],
    }


def daily_row(day: date, attempt: Attempt | None) -> dict[str, object]:
    return {
        "day": day.isoformat(),
        "mark": "" if attempt is None else str(attempt.mark),
        "label": "" if attempt is None else gettext(present.MARK_LABELS[attempt.mark]),
    }


def share(done: practice.DiscardAnswer, day: str) -> str:
    """A result to share that gives nothing away."""
    a = done.attempt
    squares = {Mark.BEST: "🟩", Mark.FINE: "🟩", Mark.INACCURACY: "🟨", Mark.MISTAKE: "🟧", Mark.BLUNDER: "🟥"}
    label = gettext(present.MARK_LABELS[a.mark])
    return f"Nanikiru {done.puzzle.variant} {day} {squares[a.mark]} {label} · {present.seconds(a.ms)}"
