"""Skills and attempts as the pages of progress print them."""

from __future__ import annotations

from datetime import datetime

from babel.dates import format_skeleton
from flask_babel import get_locale, gettext, ngettext

from trainer.drill.themes import Trap
from trainer.progress.attempt import Attempt, Kind, Mode
from trainer.progress.summary import Skill
from trainer.text import N_
from trainer.web import charts, present

MODE_LABELS = {
    Mode.PRACTICE: N_("practice"),
    Mode.SPRINT: N_("sprint"),
    Mode.SURVIVAL: N_("survival"),
    Mode.STREAK: N_("streak"),
    Mode.DAILY: N_("daily"),
    Mode.OWN: N_("own games"),
}


_COUNTED = ((Trap.NOT_READY, 0), (Trap.ONE, 1), (Trap.TWO, 2), (Trap.THREE, 3))
AS_COUNT = {str(trap): f"count:{number}" for trap, number in _COUNTED}
"""Classes of wait drills that are the same skill as a number of waits: they share its name, and are listed once."""


PAGES = {Kind.DISCARD: "discards", Kind.WAITS: "waits", Kind.LOCK: "locks"}
"""Where each kind of puzzle is asked."""


def kind_label(kind_: str) -> str:
    return {"discard": gettext("Discards"), "lock": gettext("Win or wait")}.get(kind_, gettext("Waits"))


def skill_label(key: str) -> str:
    """`count:3` and `waits:theme` in words."""
    head, _, rest = AS_COUNT.get(key.removeprefix("waits:"), key).partition(":")
    if head == "count":
        return gettext("Not ready") if rest == "0" else ngettext("%(num)d wait", "%(num)d waits", int(rest))
    if not rest:
        return kind_label(head)
    return f"{kind_label(head)}: {gettext(present.THEME_LABELS.get(rest, rest))}"


def skill(s: Skill, prefix: str = "") -> dict[str, object]:
    head, _, rest = (prefix + s.key).partition(":")
    answers = ngettext("%(num)d answer", "%(num)d answers", s.number)
    return {
        "key": prefix + s.key,
        "label": skill_label(prefix + s.key),
        "number": s.number,
        "shown": f"{present.percent(s.accuracy, 0)} %" if s.number else "–",
        "note": answers + (f" · {present.seconds(s.ms)}" if s.ms else ""),
        "length": charts.bar_length(s.accuracy),
        "weak": s.accuracy < 0.6,
        "kind": PAGES[Kind(head)] if head in set(Kind) else "waits",
        "theme": "" if head == "count" else rest,
        "count": rest if head == "count" else "",
        "counted": head == "waits" and rest in AS_COUNT,
    }


def attempt(a: Attempt) -> dict[str, object]:
    return {
        "at": a.at[:16].replace("T", " "),
        "day": format_skeleton("MMMd", datetime.fromisoformat(a.at), locale=get_locale()),
        "clock": a.at[11:16],
        "kind": kind_label(a.kind),
        "mode": gettext(MODE_LABELS[a.mode]),
        "mark": str(a.mark),
        "mark_label": gettext(present.MARK_LABELS[a.mark]),
        "seconds": present.seconds(a.ms),
        "puzzle": a.puzzle,
        "page": PAGES[a.kind],
        "loss": "–" if not a.share else f"−{present.percent(a.share)} %",
    }
