"""The atlas as its pages print it: the overview, a list of hands, and a hand with its waits."""

from __future__ import annotations

from flask_babel import gettext, ngettext

from trainer.drill.waits import Line
from trainer.drill.waits import Standing as Kinded
from trainer.rules.variant import Variant
from trainer.text import N_
from trainer.tiles import format_tiles
from trainer.usecases import atlas
from trainer.usecases.atlas import Choice, Gap, Item, Listing, Overview, Row, Sheet, Standing
from trainer.web import charts, present, present_waits
from trainer.web.respond import link

GAP_LABELS = {
    Gap.OPEN: N_("two-sided"),
    Gap.CLOSED: N_("closed"),
    Gap.EDGE: N_("edge"),
    Gap.SINGLE: N_("single"),
    Gap.DUAL_PUNG: N_("pair to pung"),
    Gap.SEVEN_PAIRS: N_("seventh pair"),
}

STANDING_LABELS = {
    Standing.NEW: N_("not met"),
    Standing.MET: N_("met"),
    Standing.MASTERED: N_("mastered"),
}


CERTAIN = 1 - 1e-9


def menu(current: str) -> list[dict[str, object]]:
    """The games that have an atlas."""
    return present.variants_menu(atlas.games(), current)


def waits_label(number: int) -> str:
    return ngettext("%(num)d wait", "%(num)d waits", number) if number else gettext("Not ready")


def whole(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}"


def rough(chance: float) -> str:
    """A chance of the model in whole percent; what is all but certain does not look certain."""
    return "> 99" if 0.995 <= chance < CERTAIN else present.percent(chance, 0)


# ------------------------------------------------------------------ overview


def overview(o: Overview) -> dict[str, object]:
    """Rows by number of waits with their bars, the sums, and the gaps."""
    rows = [_row(o, r) for r in o.rows]
    hands, met, mastered = (sum(column) for column in zip(*((r.hands, r.met, r.mastered) for r in o.rows), strict=True))
    ready = sum(r.hands for r in o.rows if r.waits)
    return {
        "key": o.rules.key,
        "name": present.game_name(o.rules),
        "draws": o.draws,
        "figures": [
            {"label": gettext("All hands"), "number": whole(hands)},
            {"label": gettext("Ready hands"), "number": whole(ready)},
            {"label": gettext("Met"), "number": whole(met)},
            {"label": gettext("Mastered"), "number": whole(mastered)},
        ],
        "rows": rows,
        "gaps": [
            {
                "label": gettext(GAP_LABELS[gap]),
                "number": ngettext("%(shown)s hand", "%(shown)s hands", number, shown=whole(number)),
                "url": link("atlas.listing", variant=o.rules.key, gap=str(gap)),
            }
            for gap, number in o.gaps
        ],
        "model": model(o.draws),
    }


def _row(o: Overview, r: Row) -> dict[str, object]:
    return {
        "waits": r.waits,
        "label": waits_label(r.waits),
        "url": link("atlas.listing", variant=o.rules.key, waits=str(r.waits)),
        "hands": whole(r.hands),
        "met": whole(r.met),
        "mastered": whole(r.mastered),
        "said": gettext("%(met)s of %(hands)s met", met=whole(r.met), hands=whole(r.hands)),
        "met_length": charts.bar_length(r.met / r.hands),
        "mastered_length": charts.bar_length(r.mastered / r.hands),
        "first": rough(r.first),
        "last": rough(r.last),
    }


def model(draws: int) -> str:
    """What the chances of the overview and of lists are."""
    return present.paragraph([
        gettext("Every hand counts once, however often it is dealt; nothing is seen but the hand itself."),
        ngettext(
            "Chances (≈): by %(num)d own draw, with the best discards and without anybody else’s tiles.",
            "Chances (≈): by up to %(num)d own draws, with the best discards and without anybody else’s tiles.",
            draws,
        ),
        gettext(
            "They are carried over all hands at once from a wall that remembers the hand alone: exact for two draws, "
            "within 1.8 percentage points for every hand by four. The page of a hand has the exact numbers."
        ),
    ])  # fmt: skip


# ------------------------------------------------------------------ lists


def listing(v: Variant, choice: Choice, found: Listing) -> dict[str, object]:
    """A page of hands, the filters that lead to others, and the ways to the pages beside it."""
    fields = _fields(v, choice)

    def chip(label: str, current: bool, **changed: str | None) -> dict[str, object]:
        return {"label": label, "url": link("atlas.listing", **{**fields, **changed}), "current": current}

    def turn(number: int) -> str:
        return link("atlas.listing", **fields, page=str(number)) if 1 <= number <= found.pages else ""

    numbers = sorted(n for n, *_ in atlas.by_waits(v.key))
    return {
        "variant": present.variant(v),
        "title": gettext("All hands") if choice.waits is None else waits_label(choice.waits),
        "number": ngettext("%(shown)s hand", "%(shown)s hands", found.number, shown=whole(found.number)),
        "counts": [
            chip(gettext("all"), choice.waits is None, waits=None),
            *(chip(str(n) if n else gettext("not ready"), choice.waits == n, waits=str(n)) for n in numbers),
        ],
        "gaps": [
            chip(gettext("any wait"), choice.gap is None, gap=None),
            *(chip(gettext(GAP_LABELS[g]), choice.gap is g, gap=str(g)) for g, _ in atlas.counted(v.key)),
        ],
        "unmet": [chip(gettext("only not met"), choice.unmet, unmet=None if choice.unmet else "1")],
        "fields": fields,
        "items": [item(v, i) for i in found.items],
        "page": found.page,
        "pages": found.pages,
        "place": gettext("page %(page)s of %(pages)s", page=whole(found.page), pages=whole(found.pages)),
        "before": turn(found.page - 1),
        "after": turn(found.page + 1),
        "model": model(atlas.draws(v.ruleset())),
    }


def _fields(v: Variant, choice: Choice) -> dict[str, str]:
    """The filters as fields of an address."""
    said = {
        "waits": "" if choice.waits is None else str(choice.waits),
        "gap": "" if choice.gap is None else str(choice.gap),
        "unmet": "1" if choice.unmet else "",
    }
    return {"variant": v.key, **{name: value for name, value in said.items() if value}}


def item(v: Variant, i: Item) -> dict[str, object]:
    """A hand of a list, without its waits: they are on its own page."""
    return {
        "text": i.text,
        "url": link("atlas.show", hand=i.text, variant=v.key),
        "tiles": present.tiles(i.hand.concealed),
        "waits": waits_label(i.waits) if i.waits else present.shanten(i.shanten),
        "left": ngettext("%(num)d tile", "%(num)d tiles", i.tiles) if i.waits else "",
        "chance": f"≈ {rough(i.chance)} %".replace("≈ >", ">"),
        "standing": str(i.standing),
        "standing_label": gettext(STANDING_LABELS[i.standing]),
    }


# ------------------------------------------------------------------ one hand


def sheet(v: Variant, s: Sheet) -> dict[str, object]:
    """A hand with its waits regrouped, the chance by draw, and the ways on."""
    waits = [_line(line, gaps) for line, gaps in s.lines if line.standing is Kinded.WAIT]
    others = [_line(line, ()) for line, _ in s.lines if line.standing is not Kinded.WAIT]
    unseen = sum(s.rules.tiles.supply) - len(s.item.hand.concealed)
    ticks = [str(n) for n in range(len(s.by_draw) + 1)]
    series = [(gettext("best") if s.alone else "", [0.0, *s.by_draw])]
    if s.alone:
        series.append((gettext("kept"), [0.0, *s.alone]))
    fields = _fields(v, Choice(waits=s.item.waits))
    return {
        "variant": present.variant(v),
        **item(v, s.item),
        "title": gettext("Waits for %(what)s", what=present.kinds_and_tiles(s.item.waits, s.item.tiles))
        if s.item.waits
        else gettext("Not ready"),
        "ready": bool(s.item.waits),
        "steps": present.shanten(s.item.shanten),
        "answers": ngettext("%(num)d answer", "%(num)d answers", s.answers) if s.answers else gettext("none yet"),
        "open": s.item.standing is not Standing.NEW,
        "rows": waits,
        "others": others,
        "chart": charts.line(gettext("Chance to win by draw"), series, ticks),
        "by_draw": [
            {
                "draw": n,
                "best": present.percent(best),
                "kept": present.percent(s.alone[n - 1]) if s.alone else "",
            }
            for n, best in enumerate(s.by_draw, 1)
        ],
        "mirror": None
        if s.mirror is None
        else {
            "tiles": present.tiles(s.mirror.concealed),
            "url": link("atlas.show", hand=format_tiles(s.mirror.concealed), variant=v.key),
        },
        "fields": fields,
        "list_url": link("atlas.listing", **fields),
        "analysis_url": link("analysis.index", variant=v.key, hand=s.item.text),
        "model": present.paragraph([
            gettext("Waits and readings: every regrouping of the tiles, checked one by one: exact."),
            gettext(
                "Chances: own draws from the %(unseen)d tiles outside the hand, without replacement, with the best "
                "discards, searched to the end: exact. “Kept” never changes the waits.",
                unseen=unseen,
            ),
        ]),
    }  # fmt: skip


def _line(line: Line, gaps: tuple[Gap, ...]) -> dict[str, object]:
    """A kind with the gaps that it fills; one that is no wait, with the reason."""
    if line.standing is Kinded.EXHAUSTED:
        return present_waits.row(line, "blocked", gettext("[blocked]"))
    return present_waits.row(line, "", present.join([gettext(GAP_LABELS[g]) for g in gaps]) or "–")
