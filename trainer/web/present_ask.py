"""Any hand and any win as analysis, score and rules print them: the form, the question, proofs, patterns, cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flask_babel import gettext, ngettext

from trainer.analysis import Goal, Question, unseen
from trainer.hands import Hand
from trainer.rules.breakdown import ScoreBreakdown
from trainer.rules.cases import WorkedCase
from trainer.rules.families.additive import Additive
from trainer.rules.families.riichi import Riichi
from trainer.rules.table import Row
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import Bonus, By, Win
from trainer.text import N_
from trainer.tiles import Kind, Tile, is_flower, is_red, join_tiles, kind, sort_tiles, suit, tile_text, tiles_of
from trainer.usecases import compose
from trainer.usecases.ask import WINDS, StepsAnswer, WaitsAnswer
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
    Flag.AFTER_KONG: N_("discarded after a kong"),
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


PLACE_LABELS = {
    "hand": N_("into the hand"),
    "chow": N_("as a chow from here up"),
    "pung": N_("as a pung"),
    "kong": N_("as an open kong"),
    "ckong": N_("as a concealed kong"),
    "dora": N_("as a dora indicator"),
    "ura": N_("as an ura indicator"),
    "aside": N_("set aside"),
    "bonus": N_("as the bonus kind"),
    "flip": N_("turned after the win"),
    "seen": N_("to the tiles in sight"),
}


GROWING_LABELS = {
    "kong": N_("as an open kong, or onto one"),
    "ckong": N_("as a concealed kong, or onto one"),
}
"""The same where kongs may hold more than four tiles."""


def places(rules: Ruleset, known: Iterable[str], chosen: str) -> list[dict[str, object]]:
    """Where a tile of the pad can go."""
    labels = PLACE_LABELS | (GROWING_LABELS if rules.kongs.tiles > compose.KONG_TILES else {})
    return [{"value": p, "label": gettext(labels[p]), "chosen": p == chosen} for p in known]


def table(rules: Ruleset, values: Mapping[str, str]) -> dict[str, object]:
    """The fields about the win and the table that this game has; a list without choices is left empty."""
    ways = [(str(by), present.by_label(by)) for by in compose.ways(rules)]
    winds = compose.seat_winds(rules)
    seats = [("non_dealer", gettext("non-dealer"), winds[1:2]), ("dealer", gettext("dealer"), winds[:1])]
    more = len(rules.seat_winds) > 2
    return {
        "by": _menu(ways, values.get("by", "")),
        "seat": _menu([(x, label if more else _with_wind(label, wind)) for x, label, wind in seats], values["seat"]),
        "round_wind": _menu([(w, _wind(w)) for w in compose.round_winds(rules)], values["round_wind"]),
        "seat_wind": _menu([("", gettext("that of the seat")), *((w, _wind(w)) for w in winds)], values["seat_wind"])
        if more and winds
        else [],
        "honba": rules.match.counters,
        "nuki": compose.most_aside(rules),
        "dora": rules.dora.shown,
        "ura": rules.dora.ura,
        "flowers": any(rules.tiles.flowers),
        "bonus_kind": rules.deal.bonus_kind,
        "flips": rules.flips,
    }


def _menu(pairs: Sequence[tuple[str, str]], chosen: str) -> list[dict[str, object]]:
    """A list to choose from, empty where there is no choice."""
    known = [value for value, _ in pairs]
    if len(pairs) < 2 and chosen in ("", *known):
        return []
    if chosen not in ("", *known):
        pairs = [*pairs, (chosen, _named(chosen))]
    return [{"value": value, "label": label, "chosen": value == chosen} for value, label in pairs]


def _named(value: str) -> str:
    """Something an address asks for that the game's own lists do not hold."""
    if value in WINDS:
        return _wind(value)
    return present.by_label(By(value)) if value in set(By) else value


def _wind(letter: str) -> str:
    return present.tile_label(Tile(WINDS[letter]))


def _with_wind(seat: str, winds: Sequence[str]) -> str:
    return f"{seat} · {_wind(winds[0])}" if winds else seat


def written(key: str, rules: Ruleset) -> dict[str, str]:
    """Hands and melds of this game in writing, for the labels of text fields."""
    win, hand = compose.example_win(key), compose.example_hand(key)
    return {
        "resting": join_tiles(win.hand.concealed),
        "hand": join_tiles(hand.tiles),
        "melds": compose.example_melds(rules),
    }


def draft(rules: Ruleset, d: Draft) -> dict[str, object]:
    """A hand being put together: its tiles sorted, each with the text that a form sends to move it."""

    def buttons(ts: Iterable[Tile]) -> present.Tiles:
        return [present.tile(t, action=tile_text(t)) for t in sort_tiles(ts)]

    aside = buttons(d.aside) or [{**present.back(), "label": gettext("set aside"), "action": "1"}] * d.nuki
    open_ = (
        (gettext("dora indicators"), "undora", buttons(d.dora)),
        (gettext("ura indicators"), "unura", buttons(d.ura)),
        (gettext("set aside"), "unaside", aside),
        (gettext("bonus kind"), "unbonus", buttons(() if d.bonus_kind is None else (d.bonus_kind,))),
        (gettext("flowers"), "unflower", buttons(d.flowers)),
        (gettext("turned after the win"), "unflip", buttons(d.flip)),
        (gettext("Also visible"), "unsee", buttons(d.seen)),
    )
    return {
        "hand": buttons(d.hand),
        "melds": [present.meld(m) for m in d.melds],
        "open": [{"label": label, "name": name, "tiles": ts} for label, name, ts in open_ if ts],
        "win": None if d.win is None else present.tile(d.win, won=True, action=tile_text(d.win)),
        "full": compose.full(rules, d),
        "size": ngettext("%(num)d tile", "%(num)d tiles", len(d.own)),
        "any": bool(d.tiles or d.nuki or d.bonus_kind is not None),
    }


PAD_ROW = 9


def pad(rules: Ruleset, left: Mapping[Tile, int]) -> list[present.Tiles]:
    """The keys of a tile pad with the copies that are left: a row a suit, short ones together, red fives last, then
    flowers.

    A tile without a copy left has no action.
    """
    suits: dict[int, present.Tiles] = {}
    reds: present.Tiles = []
    flowers: present.Tiles = []
    for t, n in left.items():
        key = present.tile(t, count=n, action=tile_text(t) if n > 0 else "")
        if is_flower(t):
            flowers.append(key)
        else:
            (reds if is_red(t) else suits.setdefault(suit(kind(t)), [])).append(key)
    rows: list[present.Tiles] = []
    for keys in (*suits.values(), *(x for x in (reds, flowers) if x)):
        room = next((row for row in reversed(rows) if len(row) + len(keys) <= PAD_ROW), None)
        if room is None:
            rows.append(keys)
        else:
            room.extend(keys)
    return rows


def example_hand(key: str, hand: Hand) -> str:
    """The query that asks about a hand."""
    return present.query({"variant": [key], **{k: [text] for k, text in Draft(hand.tiles, hand.melds).texts().items()}})


def example_win(rules: Ruleset, win: Win) -> str:
    """The query that asks what a win is worth, without what the page takes as usual."""
    c = win.circumstance
    asked = Draft(
        win.hand.concealed,
        win.hand.melds,
        win=win.tile,
        dora=compose.pointing(rules, c.bonus.dora),
        ura=compose.pointing(rules, c.bonus.ura),
        nuki=len(c.bonus.nuki),
        flowers=c.bonus.flowers,
        bonus_kind=None if c.bonus.kind is None else Tile(c.bonus.kind),
        flip=c.bonus.flip,
    ).texts(win=True)
    flags_ = [str(f) for f in Flag if f in c.flags]
    about = {
        "by": [str(c.by)] if c.by is not compose.ways(rules)[0] else [],
        "seat": ["dealer"] if c.dealer else [],
        "honba": [str(c.bonus.honba or "")],
        "flag": flags_,
    }
    return present.query({"variant": [rules.key], **{k: [text] for k, text in asked.items()}, **about})


def scored(rules: Ruleset, win: Win, b: ScoreBreakdown) -> dict[str, object]:
    """The answer to a win: the hand, what lay on the table, the score, who pays, or why it may not win."""
    c = win.circumstance
    return {
        **present.score(rules, win, b),
        "hand": present.sorted_tiles(win.hand.concealed),
        "melds": [present.meld(m) for m in win.hand.melds],
        "win": present.tile(win.tile),
        "bonus": bonus(c.bonus),
        "table": present.join(winds(rules, win)),
        "short": _short(rules, win, b),
        "paid": _paid(rules, win, present.points(rules, b.points)) if b.legal else None,
    }


def _paid(rules: Ruleset, win: Win, points: str) -> str:
    """Who pays."""
    how = present.by_label(win.circumstance.by)
    if rules.race is not None:
        return gettext("Won %(how)s: the tray pays %(points)s.", how=how, points=points)
    if rules.seats > 2:
        return gettext("Won %(how)s: who discarded pays %(points)s.", how=how, points=points)
    if win.circumstance.dealer:
        return gettext("The dealer wins %(how)s; the opponent pays %(points)s.", how=how, points=points)
    return gettext("The non-dealer wins %(how)s; the opponent pays %(points)s.", how=how, points=points)


def _short(rules: Ruleset, win: Win, b: ScoreBreakdown) -> str | None:
    """For a hand below the minimum: what it would need, and how much of what it has counts for that."""
    if b.legal or not b.complete or b.worth.enough or not isinstance(rules.scoring, Riichi):
        return None
    needs = [
        gettext("%(han)d han and %(fu)d fu", han=han, fu=fu) if fu else ngettext("%(num)d han", "%(num)d han", han)
        for han, fu in rules.scoring.needed(win.circumstance.bonus.honba)
    ]
    return present.paragraph(
        [
            gettext("It needs %(least)s.", least=gettext(" or ").join(needs)),
            ngettext(
                "%(num)d han of this hand helps towards that.",
                "%(num)d han of this hand help towards that.",
                b.worth.qualified,
            ),
        ]
    )


def near(steps: StepsAnswer) -> dict[str, object]:
    """What can be said of a hand without looking ahead: the discards that leave it nearest."""
    faces = {kind(t): t for t in sorted(steps.question.hand.tiles, key=is_red, reverse=True)}
    return {
        "resting": steps.question.hand.drawn is None,
        "shanten": present.shanten(steps.shanten),
        "rows": [
            {
                "tile": None if u.discard is None else present.tile(faces[Kind(u.discard)]),
                "kinds_tiles": present.kinds_and_tiles(len(u.kinds), u.tiles),
                "useful": [present.kind_tile(Kind(k), count=n) for k, n in u.kinds],
            }
            for u in steps.steps
            if u.shanten == steps.steps[0].shanten
        ],
    }


def question(rules: Ruleset, q: Question) -> dict[str, object]:
    """A position as shown: the hand sorted, the drawn tile apart, what else is visible."""
    drawn = [] if q.hand.drawn is None else [present.tile(q.hand.drawn, drawn=True)]
    return {
        "hand": [*present.tiles(sort_tiles(q.hand.concealed)), *drawn],
        "melds": [present.meld(m) for m in q.hand.melds],
        "seen": present.tiles(tiles_of(q.seen)),
        "bonus": bonus(q.circumstance.bonus),
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
    """The pattern table as the scorer uses it, without rows that cannot occur; `examples` show the rows."""
    rows = rules.scoring.table.possible(rules)
    if isinstance(rules.scoring, Additive):  # its table says what strikes what, and may name the rare rows last
        rows = tuple(sorted(rows, key=lambda row: -row.value))
    there = {row.id: row for row in rows}
    return [
        {
            "id": row.id,
            "label": gettext(row.label),
            "own": present.own_name(row.name, gettext(row.label)),
            "when": gettext(row.when),
            "example": case(examples[row.id]) if row.id in examples else None,
            "value": gettext("yakuman") if row.limit else _worth(rules, row),
            "strikes": present.join([gettext(there[x].label) for x in row.supersedes if x in there]),
        }
        for row in rows
    ]


def _worth(rules: Ruleset, row: Row) -> str:
    """`3 han`, or `3 / 2 han` where a claim makes it cheaper."""
    if row.open is None or row.open == row.value:
        return present.worth(rules.unit_of(row.id), row.value)
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
    shown: list[tuple[str, tuple[Tile, ...]]] = [
        (gettext("dora"), tuple(map(Tile, b.dora))),
        (gettext("ura dora"), tuple(map(Tile, b.ura))),
        (gettext("set aside"), tuple(map(Tile, b.nuki))),
        (gettext("bonus kind"), () if b.kind is None else (Tile(b.kind),)),
        (gettext("flowers"), b.flowers),
        (gettext("turned after the win"), b.flip),
    ]
    return [{"label": label, "tiles": present.tiles(tiles)} for label, tiles in shown if tiles]


def winds(rules: Ruleset, win: Win) -> list[str]:
    """The winds of seat and round where the game has them, and the counters on the table."""
    c = win.circumstance
    out = []
    if c.seat_wind is not None:
        out.append(gettext("seat: %(wind)s", wind=present.tile_label(Tile(c.seat_wind))))
    if c.round_wind is not None:
        out.append(gettext("round: %(wind)s", wind=present.tile_label(Tile(c.round_wind))))
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
