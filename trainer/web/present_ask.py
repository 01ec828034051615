"""Any hand and any win as analysis, score and rules print them: the form, the question, proofs, patterns, cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask_babel import gettext, ngettext

from trainer.analysis import Goal, Question, unseen
from trainer.hands import Hand
from trainer.rules.cases import WorkedCase
from trainer.rules.table import Row
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import Bonus, Win
from trainer.text import N_
from trainer.tiles import Counts, Kind, Tile, sort_tiles, suit, tile_text, tiles_of
from trainer.usecases import compose
from trainer.usecases.ask import WaitsAnswer
from trainer.usecases.compose import Draft
from trainer.web import present

FLAG_LABELS = {
    Flag.READY: N_("declared ready"),
    Flag.READY_AT_DEAL: N_("ready at the deal"),
    Flag.RIICHI: N_("riichi"),
    Flag.DOUBLE_RIICHI: N_("double riichi"),
    Flag.IPPATSU: N_("ippatsu"),
    Flag.LAST_TILE: N_("last tile"),
    Flag.KONG_REPLACEMENT: N_("replacement tile"),
    Flag.AFTER_KONG: N_("after a kong"),
    Flag.LAST_OF_KIND: N_("last of its kind"),
    Flag.HEAVENLY: N_("heavenly hand"),
    Flag.EARTHLY: N_("earthly hand"),
    Flag.HUMAN: N_("human hand"),
    Flag.EIGHTH_WIN: N_("eighth win in a row"),
}


def flags(rules: Ruleset, chosen: Iterable[str]) -> list[dict[str, object]]:
    """Check boxes for the circumstances this game knows."""
    on = set(chosen)
    return [
        {"value": str(f), "label": gettext(FLAG_LABELS[f]), "chosen": str(f) in on} for f in Flag if f in rules.flags
    ]


def draft(rules: Ruleset, d: Draft) -> dict[str, object]:
    """A hand being put together: its tiles sorted, each with the text that a form sends to move it."""

    def buttons(ts: Iterable[Tile]) -> present.Tiles:
        return [present.tile(t, action=tile_text(t)) for t in sort_tiles(ts)]

    return {
        "hand": buttons(d.hand),
        "melds": [present.meld(m) for m in d.melds],
        "seen": buttons(d.seen),
        "win": None if d.win is None else present.tile(d.win, won=True, action=tile_text(d.win)),
        "full": compose.full(rules, d),
        "size": ngettext("%(num)d tile", "%(num)d tiles", len(d.tiles) - len(d.seen)),
        "any": bool(d.tiles),
    }


def pad(rules: Ruleset, left: Counts) -> list[present.Tiles]:
    """The keys of a tile pad, a row a suit, with the copies that are left; a kind without any has no action."""
    rows: dict[int, present.Tiles] = {}
    for k, supply in enumerate(rules.tiles.supply):
        if supply:
            action = tile_text(Tile(k)) if left[k] else ""
            rows.setdefault(suit(Kind(k)), []).append(present.kind_tile(Kind(k), count=left[k], action=action))
    return list(rows.values())


def example_hand(key: str, hand: Hand) -> str:
    """The query that asks about a hand."""
    return present.query({"variant": [key], **{k: [text] for k, text in Draft(hand.tiles, hand.melds).texts().items()}})


def example_win(key: str, win: Win) -> str:
    """The query that asks what a win is worth."""
    asked = Draft(win.hand.concealed, win.hand.melds, win=win.tile).texts()
    flags_ = [str(f) for f in Flag if f in win.circumstance.flags]
    seat = "dealer" if win.circumstance.dealer else "non_dealer"
    about = {"by": [str(win.circumstance.by)], "seat": [seat], "flag": flags_}
    return present.query({"variant": [key], **{k: [text] for k, text in asked.items()}, **about})


def question(rules: Ruleset, q: Question) -> dict[str, object]:
    """A position as shown: the hand sorted, the drawn tile apart, what else is visible."""
    drawn = [] if q.hand.drawn is None else [present.tile(q.hand.drawn, drawn=True)]
    return {
        "hand": [*present.tiles(sort_tiles(q.hand.concealed)), *drawn],
        "melds": [present.meld(m) for m in q.hand.melds],
        "seen": present.tiles(tiles_of(q.seen)),
        "draws": ngettext("%(num)d draw left", "%(num)d draws left", q.draws),
        "unseen": sum(unseen(rules, q)),
        "goal": gettext("chance to win") if q.goal is Goal.WIN else gettext("points expected"),
    }


def proofs(rules: Ruleset, q: Question, answered: WaitsAnswer) -> dict[str, object]:
    """The waits of a resting hand, each with the hand regrouped around it and the copies that are left."""
    remaining = unseen(rules, q)
    live = [w.kind for w in answered.waits if w.live]
    rows = [
        {
            "tile": present.kind_tile(w.kind),
            "state": "hit" if w.live else "blocked",
            "mark": gettext("wait") if w.live else f"[{gettext('blocked')}]",
            "left": ngettext("%(num)d left", "%(num)d left", remaining[w.kind]),
            "groups": [present.reading(proof, w.kind)],
            "said": None if w.live else gettext("You hold all copies yourself, so it is no wait."),
        }
        for w, proof in zip(answered.waits, answered.proofs, strict=True)
    ]
    return {"rows": rows, "total": present.kinds_and_tiles(len(live), sum(remaining[k] for k in live))}


def pattern_table(rules: Ruleset, examples: Mapping[str, WorkedCase]) -> list[dict[str, object]]:
    """The pattern table as the scorer uses it; `examples` show its rows."""
    return [
        {
            "id": row.id,
            "label": gettext(row.label),
            "own": present.own_name(row.name, gettext(row.label)),
            "when": gettext(row.when),
            "example": case(examples[row.id]) if row.id in examples else None,
            "value": gettext("yakuman") if row.limit else _han(row),
            "strikes": present.join([gettext(rules.scoring.table.by_id[x].label) for x in row.supersedes]),
        }
        for row in rules.scoring.table.rows
    ]


def _han(row: Row) -> str:
    """`3 han`, or `3 / 2 han` where a claim makes it cheaper."""
    if row.open is None or row.open == row.value:
        return ngettext("%(num)d han", "%(num)d han", row.value)
    return gettext("%(closed)d / %(open)d han", closed=row.value, open=row.open)


def case(c: WorkedCase) -> dict[str, object]:
    """A worked case of the rules page: the win as asked, the score as our own scorer gives it (and the tests check)."""
    return {
        "key": c.key,
        "title": c.title(present.lang()),
        "hand": present.tiles(sort_tiles(c.win.hand.concealed)),
        "melds": [present.meld(m) for m in c.win.hand.melds],
        "win": present.tile(c.win.tile, won=True),
        "flags": present.join([gettext(FLAG_LABELS[f]) for f in Flag if f in c.win.circumstance.flags]),
        "bonus": bonus(c.win.circumstance.bonus),
        "table": present.join([*winds(c.rules, c.win), *changed(c)]),
        "score": present.score(c.rules, c.win, c.breakdown),
        "source": c.source(present.lang()),
    }


def bonus(b: Bonus) -> list[dict[str, object]]:
    """What adds to a win beside its tiles, as tiles with their label; nothing that is not there."""
    shown = ((gettext("dora"), b.dora), (gettext("ura dora"), b.ura), (gettext("set aside"), b.nuki))
    return [{"label": label, "tiles": [present.kind_tile(k) for k in kinds]} for label, kinds in shown if kinds]


def winds(rules: Ruleset, win: Win) -> list[str]:
    """The winds of seat and round where the game has them, and the counters on the table."""
    c = win.circumstance
    out = []
    if c.seat_wind is not None:
        out.append(gettext("seat wind %(wind)s", wind=present.tile_label(Tile(c.seat_wind))))
    if c.round_wind is not None:
        out.append(gettext("round wind %(wind)s", wind=present.tile_label(Tile(c.round_wind))))
    if c.bonus.honba:
        out.append(ngettext("%(num)d counter", "%(num)d counters", c.bonus.honba))
    return out


def changed(c: WorkedCase) -> list[str]:
    """The options of a case that are not the usual ones."""
    usual = dict(c.variant.ruleset().options)
    labels = {o.key: o for o in c.variant.options}
    return [
        f"{gettext(labels[key].label)}: {present.option_value(labels[key], value)}"
        for key, value in c.rules.options
        if value != usual[key]
    ]
