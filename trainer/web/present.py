"""Domain values into what templates print: labels in the reader's language, tile codes, formatted numbers.

The only translator of labels that the core marked, and the only web module that may look at core values. Everything
returned is a plain dictionary, list or text; templates contain no rule, no arithmetic and no sorting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from flask_babel import get_locale, gettext, ngettext, pgettext

from trainer.analysis import BIAS, Analysis, Choice, Goal, Grade, Question, one_suit, river_counts, unseen
from trainer.drill.locks import LESSONS
from trainer.drill.themes import THEMES, TRAPS
from trainer.hands import Form, Meld, Reading, Source
from trainer.progress.attempt import Mark
from trainer.rules.breakdown import Limit, Points, ScoreBreakdown, Unit
from trainer.rules.variant import Option, Ruleset, Value, Variant
from trainer.rules.win import By, Win
from trainer.text import N_, Refusal
from trainer.tiles import (
    FIRST_HONOR,
    Kind,
    Tile,
    is_flower,
    is_red,
    kind,
    parse_tiles,
    rank,
    sort_tiles,
    suit,
    tile_text,
)
from trainer.usecases import catalog
from trainer.web import charts, present_sums
from trainer.web.i18n import per_language

SUIT_LABELS = (N_("%(rank)d characters"), N_("%(rank)d dots"), N_("%(rank)d bamboo"))
RED_LABELS = (N_("red 5 characters"), N_("red 5 dots"), N_("red 5 bamboo"))
HONOR_LABELS = (
    N_("east wind"),
    N_("south wind"),
    N_("west wind"),
    N_("north wind"),
    N_("white dragon"),
    N_("green dragon"),
    N_("red dragon"),
)
FLOWER_LABELS = (
    N_("spring"),
    N_("summer"),
    N_("autumn"),
    N_("winter"),
    N_("plum"),
    N_("orchid"),
    N_("bamboo flower"),
    N_("chrysanthemum"),
)
GRADE_LABELS = {
    Grade.BEST: N_("Best"),
    Grade.FINE: N_("Fine"),
    Grade.INACCURACY: N_("Inaccuracy"),
    Grade.MISTAKE: N_("Mistake"),
    Grade.BLUNDER: N_("Blunder"),
}
ONE = {"points": N_("point"), "units": N_("unit")}
"""The units of amounts when there is one."""

LIMIT_LABELS = {
    Limit.MANGAN: N_("mangan"),
    Limit.HANEMAN: N_("haneman"),
    Limit.BAIMAN: N_("baiman"),
    Limit.SANBAIMAN: N_("sanbaiman"),
    Limit.YAKUMAN: N_("yakuman"),
    Limit.KAZOE_YAKUMAN: N_("counted yakuman"),
}
WALL_LABELS = {
    "exact": N_("every order of the unseen tiles, without replacement; your own throws are remembered"),
    "shrinking": N_("the unseen tiles shrink by one a draw; thrown tiles stay out"),
    "followed": N_("the unseen tiles shrink by one a draw; what is likely to be thrown away by then is missing, too"),
    "opponent": N_("the unseen tiles shrink by one with every tile drawn or thrown; your own thrown tiles stay out"),
}

Tiles = list[dict[str, object]]


def lang() -> str:
    """The catalogue in use: `en`, `zh_Hans` …"""
    return str(get_locale())


def refusal(error: Refusal) -> str:
    """The refusal's sentence in the reader's language."""
    sentence = gettext(error.template)
    return sentence % error.params if error.params else sentence


# ------------------------------------------------------------------ tiles


def tile_code(tile: Tile) -> str:
    """The sprite's id: `s5`, `m0`, `z7`, `f3`."""
    text = tile_text(tile)
    return text[1] + text[0]


@per_language(1 << 9)
def tile_label(tile: Tile) -> str:
    """How a tile is spoken."""
    if is_flower(tile):
        return gettext(FLOWER_LABELS[int(tile_text(tile)[0]) - 1])
    k = kind(tile)
    if is_red(tile):
        return gettext(RED_LABELS[suit(k)])
    if k >= FIRST_HONOR:
        return gettext(HONOR_LABELS[rank(k) - 1])
    return gettext(SUIT_LABELS[suit(k)]) % {"rank": rank(k)}


def tile(t: Tile, **state: object) -> dict[str, object]:
    """A tile for the macros; `state` holds what applies: drawn, dim, last, turned, chosen, best, you, disabled …"""
    return {"code": tile_code(t), "text": tile_text(t), "label": tile_label(t), **state}


def tiles(ts: Iterable[Tile], **state: object) -> Tiles:
    return [tile(t, **state) for t in ts]


def sorted_tiles(ts: Iterable[Tile]) -> Tiles:
    return tiles(sort_tiles(ts))


def tiles_of_text(text: str) -> Tiles:
    """Tiles written in a rules text."""
    return tiles(parse_tiles(text))


def kind_tile(k: Kind, **state: object) -> dict[str, object]:
    return tile(Tile(k), **state)


def back() -> dict[str, object]:
    return {"code": "back", "text": "", "label": gettext("hidden tile")}


def laid(form: Form, used: Sequence[Tile], claimed: Tile, *, added: bool = False) -> Tiles:
    """A claimed meld as it lies on the table: the claimed tile in the middle on its side, one added later beside it.

    A tile is claimed from the opponent across, so a chow too has it in the middle.
    """
    rest, across = tiles(used), [tile(claimed, turned=True)]
    if added:
        rest[-1]["turned"] = True
        return [rest[0], *across, rest[-1], *rest[1:-1]]
    half = (len(rest) + 1) // 2 if form is Form.KONG else len(rest) // 2
    return [*rest[:half], *across, *rest[half:]]


def meld(m: Meld) -> dict[str, object]:
    """A meld; a concealed kong shows its outer tiles on their backs."""
    shown = tiles(sort_tiles(m.tiles))
    if m.form is Form.KONG and m.is_concealed:
        shown[0], shown[-1] = back(), back()
    elif m.claimed is not None:
        used = list(sort_tiles(m.tiles))
        used.remove(m.claimed)
        shown = laid(m.form, used, m.claimed, added=m.source is Source.ADDED)
    labels = {
        (Form.KONG, True): gettext("concealed kong"),
        (Form.KONG, False): gettext("kong"),
        (Form.PUNG, False): gettext("pung"),
        (Form.CHOW, False): gettext("chow"),
    }
    name = labels[m.form, m.form is Form.KONG and m.is_concealed]
    return {"form": str(m.form), "tiles": shown, "label": f"{name}: {tile_label(Tile(m.kind))}", "text": m.text}


def reading(r: Reading, won: Kind | None = None) -> list[Tiles]:
    """A reading as groups of tiles; one tile of the completed group is marked `won`."""
    groups = []
    for i, g in enumerate(r.groups):
        kinds = list(g.kinds)
        mark = kinds.index(won) if i == r.completed and won in kinds else -1
        groups.append([kind_tile(k, won=True) if j == mark else kind_tile(k) for j, k in enumerate(kinds)])
    return groups


# ------------------------------------------------------------------ numbers


def number(x: Points) -> str:
    """12,000 or 1.5, with a true minus sign."""
    return f"{x:,}".replace("-", "−")


def average(x: float) -> Points:
    """Average points as they are shown: whole ones, with a decimal only where amounts are small."""
    return round(x) if abs(x) >= 100 else round(x, 1)


def points(rules: Ruleset, x: Points) -> str:
    """An amount with its unit."""
    return f"{number(x)} {points_word(rules, x)}"


def points_word(rules: Ruleset, x: Points) -> str:
    """The unit of an amount, as it stands behind it."""
    return gettext(ONE.get(rules.terms.points, rules.terms.points) if abs(x) == 1 else rules.terms.points)


def percent(p: float, digits: int = 1) -> str:
    """A chance without its sign: `55.8`."""
    return f"{100 * p:.{digits}f}"


def kinds_and_tiles(kinds: int, copies: int) -> str:
    """`2 kinds · 7 tiles`."""
    left = ngettext("%(num)d kind", "%(num)d kinds", kinds)
    right = ngettext("%(num)d tile", "%(num)d tiles", copies)
    return f"{left} · {right}"


# ------------------------------------------------------------------ variants


def variant_name(v: Variant) -> str:
    """The game's name as the reader's language writes it."""
    return str(getattr(v.names, lang(), v.names.en))


def game_name(rules: Ruleset) -> str:
    """The name of the game that these are the rules of."""
    return variant_name(catalog.variant(rules.key))


def own_name(own: str, shown: str) -> str:
    """The field's own name of something, where it differs from the name that stands beside it."""
    return "" if own == shown else own


@per_language(1 << 6)
def variant(v: Variant) -> dict[str, object]:
    rules = v.ruleset()
    name = variant_name(v)
    own = own_name(v.names.own, name)
    return {
        "key": v.key,
        "name": name,
        "own": v.names.own,
        "title": f"{name} · {own}" if own else name,
        "tiles": ngettext("%(num)d tile", "%(num)d tiles", rules.tiles.size()),
        "seats": _seats(v.seats),
        "edition": v.edition,
    }


def _seats(numbers: Sequence[int]) -> str:
    """How many play: a number, or from which to which."""
    if len(numbers) > 1:
        return gettext("%(least)d–%(most)d seats", least=numbers[0], most=numbers[-1])
    return ngettext("%(num)d seat", "%(num)d seats", numbers[0])


def option_value(o: Option, value: Value) -> str:
    """How a value of an option reads."""
    shown = dict(o.shown)
    if value in shown and not isinstance(value, bool):
        return gettext(shown[value])
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return number(value) if isinstance(value, int) else value


def option(o: Option, value: Value) -> dict[str, object]:
    """A form field: choices with the chosen one marked, or a number."""
    choices = None
    if o.choices is not None:
        choices = [
            {
                "value": str(c).lower() if isinstance(c, bool) else str(c),
                "label": option_value(o, c),
                "chosen": c == value and isinstance(c, bool) == isinstance(value, bool),
            }
            for c in o.choices
        ]
    return {
        "key": o.key,
        "label": gettext(o.label),
        "choices": choices,
        "value": str(value).lower() if isinstance(value, bool) else str(value),
        "shown": option_value(o, value),
        "default": value == o.default,
        "least": o.least,
        "switch": isinstance(o.default, bool),
    }


def options(v: Variant, given: dict[str, Value] | None = None) -> list[dict[str, object]]:
    chosen = v.resolve(given)
    return [option(o, chosen[o.key]) for o in v.options]


# ------------------------------------------------------------------ scores


def by_label(by: By) -> str:
    """How a hand is won."""
    return {
        By.SELF_DRAW: gettext("by self-draw"),
        By.DISCARD: gettext("from a discard"),
        By.ROBBED_KONG: gettext("by robbing a kong"),
    }[by]


def score(rules: Ruleset, win: Win, b: ScoreBreakdown) -> dict[str, object]:
    """Everything a score card prints: lines, struck lines with the reason, fu line by line, limit, who pays."""
    w = b.worth
    names = {row.id: row.label for row in rules.scoring.table.rows}
    lines = [
        {
            "id": x.id,
            "label": gettext(x.label),
            "own": own_name(x.name, gettext(x.label)),
            "value": worth(rules.unit_of(x.id), x.value * x.count, yakuman=bool(w.yakuman)),
            "count": x.count,
            "times": f"×{x.count}" if x.count > 1 and b.unit is not Unit.HAN else "",
        }
        for x in w.lines
    ]
    struck = [
        {
            "label": gettext(x.label),
            "own": own_name(x.name, gettext(x.label)),
            "why": gettext("does not count beside %(other)s", other=gettext(names.get(x.by, x.by))),
        }
        for x in w.struck
    ]
    return {
        "complete": b.complete,
        "legal": b.legal,
        "reason": gettext(b.reason) if b.reason else None,
        "lines": lines,
        "struck": struck,
        "total": worth(b.unit, w.total, yakuman=bool(w.yakuman)),
        "sum": present_sums.arithmetic(rules, b),
        "capped": _capped(b),
        "fu": w.fu,
        "fu_lines": [
            {"label": gettext(x.label), "value": x.value, "tile": None if x.kind is None else kind_tile(Kind(x.kind))}
            for x in w.fu_lines
        ],
        "limit": None if w.yakuman else limit(w.limit, 0),
        "points": points(rules, b.points),
        "stakes": _stakes(b),
        "reading": reading(b.reading, kind(win.tile)) if b.reading else [],
        "by": by_label(win.circumstance.by),
        "dealer": win.circumstance.dealer,
    }


def _stakes(b: ScoreBreakdown) -> str | None:
    """How many times a mangan, where the game counts so and the points do not say it already."""
    if not b.stakes or b.stakes == b.points:
        return None
    return gettext("%(times)s × the stake", times=number(b.stakes))


def _capped(b: ScoreBreakdown) -> str | None:
    """What a hand above the limit would be worth without it."""
    raw = dict(b.worth.parts).get("raw")
    if not isinstance(raw, int) or raw == b.worth.total:
        return None
    return gettext("capped; %(raw)s without the limit", raw=worth(b.unit, raw))


def worth(unit: Unit, total: int, *, yakuman: bool = False) -> str:
    """A total, or one line of it, in its unit."""
    match unit:
        case Unit.FAN:
            return ngettext("%(num)d fan", "%(num)d fan", total)
        case Unit.MULTIPLIER:
            return gettext("×%(num)d", num=total)
        case Unit.SCORE:
            return number(total)
        case Unit.FLOWER:
            return ngettext("%(num)d flower", "%(num)d flowers", total)
        case Unit.DOUBLING:
            return gettext("×%(num)d", num=1 << total)
    if yakuman:
        return ngettext("%(num)d yakuman", "%(num)d yakuman", total // 13)
    return ngettext("%(num)d han", "%(num)d han", total)


def limit(reached: Limit | None, yakuman: int) -> str | None:
    if reached is None:
        return None
    if yakuman > 1:
        return ngettext("%(num)d yakuman", "%(num)d yakuman", yakuman)
    return gettext(LIMIT_LABELS[reached])


# ------------------------------------------------------------------ analyses


def grade(g: Grade) -> str:
    return gettext(GRADE_LABELS[g])


def measure(a: Analysis, c: Choice) -> float:
    return c.value if a.goal is Goal.VALUE and c.value is not None else c.win_prob


def loss(a: Analysis, rules: Ruleset, c: Choice) -> str:
    """The loss with its unit: points of win chance, or table points."""
    if a.goal is Goal.VALUE:
        return points(rules, average(c.loss))
    return gettext("%(loss)s points of win chance", loss=percent(c.loss))


def choice(a: Analysis, rules: Ruleset, c: Choice, you: Tile | None = None) -> dict[str, object]:
    """A row of the option table. `share_of_best` (0-100) is the length of its bar."""
    top = max((measure(a, x) for x in a.choices), default=0.0)
    return {
        "tile": None if c.discard is None else tile(c.discard),
        "text": gettext("as it stands") if c.discard is None else tile_text(c.discard),
        "grade": str(c.grade) if top > 0 else "",
        "grade_label": grade(c.grade) if top > 0 else "",
        "is_best": top > 0 and c.discard in a.best,
        "is_you": you is not None and c.discard == you,
        "shanten": c.shanten,
        "kinds": len(c.ukeire),
        "tiles": c.tiles,
        "kinds_tiles": f"{len(c.ukeire)} · {c.tiles}",
        "useful": [kind_tile(k, count=n) for k, n in c.ukeire],
        "ready": percent(c.ready_prob),
        "win": percent(c.win_prob),
        "value": None if c.value is None else number(average(c.value)),
        "loss": "–" if c.loss == 0 else f"−{_loss_number(a, c)}",
        "share": percent(c.share),
        "bar": round(100 * measure(a, c) / top, 1) if top > 0 else 0,
    }


def _loss_number(a: Analysis, c: Choice) -> str:
    return number(average(c.loss)) if a.goal is Goal.VALUE else percent(c.loss)


def choices(a: Analysis, rules: Ruleset, you: Tile | None = None) -> list[dict[str, object]]:
    return [choice(a, rules, c, you) for c in a.choices]


def model(a: Analysis, rules: Ruleset, q: Question) -> str:
    """The sentences that say what the numbers mean."""
    exact = gettext("Searched to the end: exact.") if a.model.exact else gettext(
        "Searched to %(budget)d exchange(s): a model, not the last word.", budget=a.model.budget
    )
    if q.built:
        told = [
            gettext(
                "Model: others throw %(draws)d tiles, each of them any of the %(unseen)d that you cannot see; nobody "
                "is careful.", draws=q.draws, unseen=sum(unseen(rules, q)),
            ),
            gettext(
                "The first wait that comes decides: it is a win in riichi, without luck, or nothing when the hand is "
                "too cheap for it."
            ),
            gettext("What your other tiles are worth as discards is not counted."),
            exact,
        ]  # fmt: skip
        return paragraph(told)
    play = _others(rules, q) if q.opponent else gettext(
        "Model: you keep drawing from the %(unseen)d tiles you cannot see and may win or discard after each; "
        "nobody else acts.",
        unseen=sum(unseen(rules, q)),
    )
    wall = gettext("Wall: %(wall)s.", wall=gettext(WALL_LABELS[a.model.wall]))
    told = [play, wall, exact]
    if not a.model.exact and not q.opponent and not one_suit(rules):  # measured without the others' discards
        told.append(gettext(
            "Measured on shuffled walls in every game, such plans win as often as said, within %(mean)s percentage "
            "points on average and %(worst)s at worst.",
            mean=number(BIAS[0]), worst=number(BIAS[1]),
        ))  # fmt: skip
    if rules.race is not None:
        told.insert(1, gettext(
            "In the race nobody wins yet: the chance tells how soon, and on how many tiles, the hand would be complete."
        ))  # fmt: skip
    if rules.riichi is not None and q.hand.is_concealed and any(c.value is not None for c in a.choices):
        told.insert(1, gettext("Points: a concealed hand declares riichi as soon as it is ready."))
    return paragraph(told)


def _others(rules: Ruleset, q: Question) -> str:
    """The sentences that say what the others do where their discards are counted."""
    told = [
        gettext(
            "Model: before each of your draws every other player throws a tile, any of the %(unseen)d that you cannot "
            "see; they do nothing else.",
            unseen=sum(unseen(rules, q)),
        )
    ]
    if rules.wins.discard:
        told.append(gettext("You may win from such a discard, at the price of one."))
    if river_counts(rules):
        told.append(gettext(
            "A hand that waits for a tile of your own discards so far may not; later discards are not remembered."
        ))  # fmt: skip
    if rules.claims.chow or rules.claims.pung:
        told.append(gettext(
            "You may claim it for %(melds)s that brings you nearer to ready; a claim is your turn and costs the draw "
            "that would have come. Kongs are not counted.",
            melds=gettext("a pung or a chow") if rules.claims.chow else gettext("a pung"),
        ))  # fmt: skip
    return paragraph(told)


def shanten(n: int) -> str:
    if n < 0:
        return gettext("complete")
    if n == 0:
        return gettext("ready")
    return gettext("%(n)d from ready", n=n)


def paragraph(sentences: Iterable[str]) -> str:
    """Sentences after each other; a full-width full stop brings its own space."""
    return "".join(x if x.endswith("。") else f"{x} " for x in sentences).rstrip()


def join(parts: Sequence[str]) -> str:
    return pgettext("list separator", ", ").join(parts)


# ------------------------------------------------------------------ pages


def variants_menu(all_: Iterable[Variant], current: str) -> list[dict[str, object]]:
    return [{**variant(v), "current": v.key == current} for v in all_]


def query(fields: dict[str, list[str]]) -> str:
    """Form fields as the query of a link; empty ones are left out."""
    return "?" + urlencode([(k, x) for k, xs in fields.items() for x in xs if x])


def analysis(rules: Ruleset, q: Question, a: Analysis, you: Tile | None = None) -> dict[str, object]:
    """The whole answer: the option table and the model's sentence. Hands that cannot be built are left out of it."""
    rows = choices(a, rules, you)
    draws = ngettext("over the next draw", "over the next %(num)d draws", a.model.draws)
    if q.built:
        fit = [c.ready_prob > 0 or c.discard == you for c in a.choices]
        rows = [r for r, fits in zip(rows, fit, strict=True) if fits]
        draws = ngettext("%(num)d tile thrown by others", "%(num)d tiles thrown by others", a.model.draws)
    return {
        "shanten": shanten(a.shanten),
        "complete": a.complete,
        "resting": q.hand.drawn is None,
        "rows": rows,
        "has_value": any(c.value is not None for c in a.choices),
        "value_unit": gettext(rules.terms.points),
        "goal": gettext("chance to win") if a.goal is Goal.WIN else gettext("points expected"),
        "draws": draws,
        "built": q.built,
        "exact": a.model.exact,
        "model": model(a, rules, q),
    }


def curves(a: Analysis, you: Tile | None = None) -> dict[str, object] | None:
    """The chance to win by draw: the best discard, and yours or else the next best one."""
    other = next((c for c in a.choices if c.discard == you), None) if you is not None else None
    if other is None or other is a.choices[0]:
        other = a.choices[1] if len(a.choices) > 1 else None
    shown = [c for c in (a.choices[0], other) if c is not None and c.by_draw]
    if not shown:
        return None
    series = [("" if c.discard is None else tile_text(c.discard), [0.0, *c.by_draw]) for c in shown]
    title = gettext("Chance to win by tile thrown") if a.model.wall == "thrown" else gettext("Chance to win by draw")
    return charts.line(title, series, [str(n) for n in range(len(series[0][1]))])


# ------------------------------------------------------------------ drills

THEME_LABELS = {str(k): v for k, v in (*THEMES.items(), *TRAPS.items(), *LESSONS.items())}
"""Labels of the themes of discards, the classes of wait drills and the lessons of locked waits, by key."""

MARK_LABELS = {
    Mark.BEST: N_("Best"),
    Mark.FINE: N_("Fine"),
    Mark.INACCURACY: N_("Inaccuracy"),
    Mark.MISTAKE: N_("Mistake"),
    Mark.BLUNDER: N_("Blunder"),
    Mark.RIGHT: N_("Right"),
    Mark.PARTIAL: N_("Partly right"),
    Mark.WRONG: N_("Wrong"),
}
def seconds(ms: int) -> str:
    return gettext("%(n)s s", n=f"{ms / 1000:.0f}" if ms >= 10_000 else f"{ms / 1000:.1f}")
