"""Wait drills as templates print them: the question, the result with its proofs, and the runs they are asked in."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template
from flask_babel import gettext, ngettext
from markupsafe import Markup

from trainer.analysis import one_suit
from trainer.drill.puzzle import Puzzling
from trainer.drill.themes import TRAPS
from trainer.drill.waits import LACKS, STANDINGS, Line, Miss, Standing, WaitPuzzle, sheet
from trainer.progress.attempt import Attempt, Mode
from trainer.rules.variant import ReadyBy, Ruleset
from trainer.text import N_
from trainer.tiles import KINDS, Kind, Tile, format_tiles, rank, sort_tiles, suit
from trainer.usecases import practice, runs
from trainer.usecases.runs import Run
from trainer.usecases.runs import Standing as RunStanding
from trainer.web import present, present_progress, present_seats
from trainer.web.i18n import per_language

WAITS = Puzzling.WAITS
PRACTICE = Mode.PRACTICE

RUN_LABELS = {Run.SPRINT: N_("sprint"), Run.SURVIVAL: N_("survival"), Run.STREAK: N_("streak")}


def trap_labels(variant: str) -> list[tuple[str, str]]:
    """The classes that hands of the game can be of, with their names."""
    possible = practice.traps(variant)
    return [(str(key), gettext(label)) for key, label in TRAPS.items() if key in possible]


def is_class(variant: str, text: str) -> bool:
    """Whether the text is a class of hands, or a number of waits, that may be asked for."""
    return text in map(str, practice.traps(variant)) or text in map(str, range(KINDS + 1))


def legal_label(variant: str) -> str:
    """The option to ask only for waits that a discard may be won on."""
    if practice.furiten(variant):
        return gettext("only legal waits (furiten counts)")
    return gettext("only waits that a discard may be won on")


def as_waits(p: practice.Puzzle) -> WaitPuzzle:
    assert isinstance(p, WaitPuzzle)
    return p


def stored(p: practice.Puzzle, attempt: Attempt) -> practice.WaitAnswer:
    """A stored answer, to be shown again."""
    return practice.WaitAnswer(as_waits(p), attempt)


# ------------------------------------------------------------------ question and result


@per_language(1 << 9)
def question(p: WaitPuzzle, *, sort: bool, legal: bool) -> dict[str, object]:
    """What is asked: the hand, the keys to name waits with. Nothing of the answer."""
    rules = practice.rules_of(p)
    tiles = sort_tiles(p.hand.concealed) if sort else p.unsorted()
    return {
        "id": p.id,
        "hand": present.tiles(tiles),
        "melds": [present.meld(m) for m in p.hand.melds],
        "lying": lying(rules, p) if legal else [],
        "pad": pad(rules, [present.kind_tile(k) for k in rules.tiles.kinds]),
        "suits": not one_suit(rules),
        "round": "" if p.place.round_wind is None else present_seats.wind(p.place.round_wind),
        "seat": present_seats.place(rules, int(not p.place.dealer), 0)["note"],
        "riichi": legal and p.place.riichi,
        "legal": legal,
        "held": gettext("A kind of which you hold every copy is not a wait in this game.")
        if rules.ready_by is ReadyBy.LIVE
        else gettext("A kind of which you hold every copy counts as a wait in this game."),
        "text": format_tiles(p.hand.concealed),
    }


def lying(rules: Ruleset, p: WaitPuzzle) -> list[dict[str, object]]:
    """What lies on the table and may forbid a win, or make one worth enough."""
    declined = () if p.place.declined is None else (Tile(p.place.declined),)
    thrown = gettext("Your discards") if rules.wins.furiten else gettext("You have just thrown")
    rows = ((gettext("Your flowers"), p.place.flowers), (thrown, p.river), (gettext("A win you let go"), declined))
    return [{"label": label, "tiles": present.tiles(tiles)} for label, tiles in rows if tiles]


@per_language(1 << 9)
def board(p: WaitPuzzle, sheet: str, *, sort: bool, legal: bool) -> Markup:
    """The hand with the keys to name its waits, drawn once; `sheet` is the address of the tiles' pictures."""
    q = question(p, sort=sort, legal=legal)
    return Markup(render_template("waits/_board.html", q=q))


def pad(rules: Ruleset, keys: present.Tiles) -> list[present.Tiles]:
    """One key for each kind of the game in rows by suit; in one suit a digit names a kind, else a digit and a suit."""
    rows: dict[int, present.Tiles] = {}
    for k, key in zip(rules.tiles.kinds, keys, strict=True):
        digit = str(rank(k)) if one_suit(rules) else ""
        rows.setdefault(suit(k), []).append({**key, "digit": digit, "said": digit or key["text"]})
    return list(rows.values())


SIGNS = {"hit": "✓", "missed": "○", "false": "✕", "blocked": "–"}
"""What stands for a mark where a key is too narrow for its word."""


def result(rules: Ruleset, p: WaitPuzzle, named: frozenset[Kind], *, legal: bool) -> dict[str, object]:
    """The result: the pad re-used in place, the hand regrouped for every kind that matters, reasons for the others."""
    lines = sheet(rules, p, legal=legal)
    right = p.answer(legal=legal)
    hits, missed, false = named & right, right - named, named - right
    marks = {
        "hit": gettext("✓ hit"),
        "missed": gettext("missed"),
        "false": gettext("✕ false"),
        "blocked": gettext("[blocked]"),
        "": "–",
    }
    keys: present.Tiles = []
    rows: list[dict[str, object]] = []
    others: list[dict[str, object]] = []
    for line in lines:
        state = _state(line, named, right, set(p.exhausted))
        look = {"state": state, "mark": marks[state], "sign": SIGNS.get(state, "")}
        keys.append(present.kind_tile(line.kind, blocked=state == "blocked", **look))
        (rows if state else others).append(row(line, state, marks[state]))
    return {
        "title": _title(len(hits), len(right), len(named), bool(legal and p.waits), exact=named == right),
        "mark": "right" if named == right else "partial" if hits else "wrong",
        "sums": sums(len(hits), len(missed), len(false)),
        "keys": pad(rules, keys),
        "rows": rows,
        "others": others,
        "total": present.kinds_and_tiles(len(right), sum(x.left for x in lines if x.kind in right)),
        "trap": gettext(TRAPS[p.trap]),
        "source": gettext(
            "Every regrouping of the tiles, checked one by one: exact. "
            "Ruleset %(name)s, edition %(edition)d · seed %(seed)s",
            name=present.game_name(rules),
            edition=p.edition,
            seed=p.provenance.seed,
        ),
    }


def _title(hits: int, right: int, named: int, barred: bool, *, exact: bool) -> str:
    """The verdict in a line; `barred`: the hand waits, but no wait may be won on from a discard."""
    if not right and barred:
        return gettext("No wait may be won on from a discard")
    if not right:
        return gettext("The hand is not ready") if named else gettext("Not ready, and you said so")
    if exact:
        return gettext("All %(n)d waits", n=right) if right > 1 else gettext("The one wait")
    return ngettext("%(hit)d of %(num)d wait", "%(hit)d of %(num)d waits", right, hit=hits)


def sums(hits: int, missed: int, false: int) -> list[dict[str, object]]:
    """Large counts for the macro `sums`."""
    return [
        {"state": "hit", "number": hits, "label": ngettext("hit", "hits", hits)},
        {"state": "missed", "number": missed, "label": gettext("missed")},
        {"state": "false", "number": false, "label": ngettext("false call", "false calls", false)},
    ]


def _state(line: Line, named: frozenset[Kind], right: frozenset[Kind], exhausted: set[Kind]) -> str:
    if line.kind in right:
        return "hit" if line.kind in named else "missed"
    if line.kind in named:
        return "false"
    free = line.standing in (Standing.WAIT, Standing.HELD, Standing.NO_WAIT)
    return "blocked" if line.kind in exhausted or not free else ""


def row(line: Line, state: str, mark: str) -> dict[str, object]:
    """A kind for the macro `proof`: its mark, its copies left, every regrouping or the reason why there is none."""
    said = "" if line.standing is Standing.WAIT else gettext(STANDINGS[line.standing])
    if line.short:
        said = f"{said} {gettext(line.short)}"
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


# ------------------------------------------------------------------ runs


def minutes(ms: int) -> str:
    """Minutes and seconds: `1:42`."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def clock(s: RunStanding | None, shown: int) -> dict[str, object]:
    """A clock that goes up `since` a time, or down `until` one (ms), and what it shows at first."""
    if s is not None and s.left_ms is not None:
        return {"way": "until", "at": shown + s.left_ms, "shown": minutes(s.left_ms)}
    spent = 0 if s is None else s.ms
    return {"way": "since", "at": shown - spent, "shown": minutes(spent)}


def progress(s: RunStanding, *, answered: bool) -> dict[str, object]:
    """Where a run stands, beside a question or beside the answer to it (`answered`)."""
    number = len(s.done) + (not answered)
    label = gettext(RUN_LABELS[s.run])
    if s.run is Run.SPRINT:
        place = gettext("question %(n)d of %(all)d", n=min(number, practice.SPRINT), all=practice.SPRINT)
    else:
        place = gettext("question %(n)d", n=number)
    return {
        "run": str(s.run),
        "label": label,
        "place": place,
        "right": s.right,
        "left": "" if s.left_ms is None else minutes(s.left_ms),
        "over": s.over,
        "hits": sum(a.hits or 0 for a in s.done),
        "missed": sum(a.misses or 0 for a in s.done),
        "false_calls": sum(a.false_calls or 0 for a in s.done),
        "rule": {
            Run.SPRINT: "",
            Run.SURVIVAL: gettext(
                "A hit adds %(n)d seconds, a false call takes as many. The run ends when the time is up.",
                n=runs.HIT_MS // 1000,
            ),
            Run.STREAK: gettext("The run ends with the first answer that is not all right. One hand may be skipped."),
        }[s.run],
    }


def summary(s: RunStanding, best: int, puzzles: Mapping[str, WaitPuzzle]) -> dict[str, object]:
    """The end of a run: its sums, and every question with its hand; wrong and slow ones are marked for a repeat."""
    times = sorted(a.ms for a in s.done)
    slow = times[len(times) // 2] * 3 // 2
    number = len(s.done)
    titles = {
        Run.SPRINT: gettext("%(right)d of %(number)d right", right=s.right, number=number),
        Run.SURVIVAL: ngettext("%(num)d hand right in time", "%(num)d hands right in time", s.right),
        Run.STREAK: ngettext("%(num)d hand in a row", "%(num)d hands in a row", s.right),
    }
    hits, missed, false = (
        sum(n or 0 for n in counted)
        for counted in zip(*((a.hits, a.misses, a.false_calls) for a in s.done), strict=True)
    )
    return {
        "run": str(s.run),
        "label": gettext(RUN_LABELS[s.run]),
        "title": titles[s.run],
        "over": s.over,
        "best": ngettext("your best: %(num)d right", "your best: %(num)d right", best),
        "sums": sums(hits, missed, false),
        "total": present.seconds(sum(times)),
        "rows": [_answer(a, puzzles.get(a.puzzle), slow=a.ms > slow) for a in s.done],
    }


def _answer(a: Attempt, p: WaitPuzzle | None, *, slow: bool) -> dict[str, object]:
    faults = []
    if a.misses:
        faults.append(ngettext("%(num)d missed", "%(num)d missed", a.misses))
    if a.false_calls:
        faults.append(ngettext("%(num)d false call", "%(num)d false calls", a.false_calls))
    return {
        **present_progress.attempt(a),
        "hand": [] if p is None else present.tiles(sort_tiles(p.hand.concealed)),
        "melds": [] if p is None else [present.meld(m) for m in p.hand.melds],
        "faults": present.join(faults),
        "slow": slow,
    }
