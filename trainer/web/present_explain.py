"""What discards lead to, as templates print it: good shape, improvements, tiles lost and gained, the typical win."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext, ngettext

from trainer.analysis import Analysis
from trainer.explain import NEAR, Explained, Useful, good
from trainer.rules.variant import Ruleset
from trainer.tiles import Tile
from trainer.web import present


def explained(rules: Ruleset, a: Analysis, told: Iterable[Explained], you: Tile | None = None) -> dict[str, object]:
    """The explanations of an analysis' discards in rows, the first of them open, and what their words mean."""
    rows = [_row(rules, a, x, you) for x in told]
    return {"rows": rows, "note": _note(rules) if rows else ""}


def _note(rules: Ruleset) -> str:
    return present.paragraph([
        gettext("A wait is good while %(n)d or more of its tiles are unseen, more than there are of one kind.",
                n=good(rules)),
        gettext("Improvements bring the hand no nearer but leave more useful tiles."),
        gettext(
            "The typical win is where most of the shortest ways lead when every throw keeps the most useful tiles."
        ),
    ])  # fmt: skip


def _row(rules: Ruleset, a: Analysis, x: Explained, you: Tile | None) -> dict[str, object]:
    c, best = x.choice, a.choices[0]
    row = present.choice(a, rules, c, you)
    shape = _shape(x)
    return {
        **row,
        "steps": present.shanten(c.shanten),
        "amount": present.kinds_and_tiles(len(c.ukeire), c.tiles),
        "shape": shape,
        "short": " · ".join(said for said in (shape, _worth(rules, x)) if said) or present.shanten(c.shanten),
        "now": ngettext("now %(num)d tile", "now %(num)d tiles", c.tiles),
        "improvements": [present.kind_tile(i.kind, count=i.tiles) for i in x.improvements],
        "same": c.shanten == best.shanten and c is not best,
        "lost": kinds(x.lost),
        "gained": kinds(x.gained),
        "typical": _typical(rules, x),
        "why_none": _why_none(a, x),
    }


def _shape(x: Explained) -> str:
    """How good the waits are, in few words; empty where that has no meaning."""
    if x.good_wait is not None:
        return gettext("good wait") if x.good_wait else gettext("poor wait")
    if x.good_share is not None:
        return gettext("good shape %(share)s %%", share=present.percent(x.good_share, 0))
    return ""


def _worth(rules: Ruleset, x: Explained) -> str:
    """The points of the typical win; empty where there is none."""
    return "" if x.typical is None else present.points(rules, x.typical.breakdown.points)


def kinds(which: Useful) -> dict[str, object]:
    """Useful tiles that only one of two discards keeps."""
    return {
        "tiles": [present.kind_tile(k) for k, _ in which],
        "number": ngettext("%(num)d tile", "%(num)d tiles", sum(n for _, n in which)),
        "any": bool(which),
    }


def _typical(rules: Ruleset, x: Explained) -> dict[str, object] | None:
    if x.typical is None:
        return None
    win = x.typical.win
    return {
        **present.score(rules, win, x.typical.breakdown),
        "hand": present.sorted_tiles(win.hand.concealed),
        "win": present.tile(win.tile),
        "melds": [present.meld(m) for m in win.hand.melds],
        "share": gettext("%(share)s %% of the shortest ways end in these tiles",
                         share=present.percent(x.typical.share, 0)),
    }  # fmt: skip


def _why_none(a: Analysis, x: Explained) -> str:
    """Why there is no typical win."""
    c = x.choice
    if c.shanten > NEAR:
        return gettext("too far from ready to follow")
    if not x.followed:
        return gettext("not followed: farther from ready than the best")
    if a.model.draws <= c.shanten:
        return gettext("too few own draws are left")
    return gettext("none that can be declared") if c.tiles else gettext("no useful tile is left")
