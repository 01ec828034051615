"""What the pages that take any hand have in common: a form that is put together, sent, and kept in a short address.

The form is a GET form, so that a hand has an address. It sends every field; `tidy` leads to the address that carries
only what differs from what game and page assume. A button that changes the hand leads to an address with `edit`, which
shows the form again and asks nothing yet. What a page assumes besides depends on the rules: `Usual`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flask import request
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import catalog, compose
from trainer.usecases.compose import Draft, Ruleset, Variant
from trainer.usecases.site import Refusal
from trainer.web import present, present_ask
from trainer.web.respond import link, page, see_other, wants_fragment

FORM, EDIT = "form", "edit"
"""The hidden field of a form that was sent, and the mark of an address that asks nothing yet."""

Usual = Callable[[Ruleset], dict[str, str]]
"""What an address of a page need not say under these rules, by field."""

TEXTS = ("dora", "ura", "flowers", "bonus_kind", "bonus_flip", "round_wind", "seat_wind")
"""Fields of the table that the questions take as they are written."""

OUT = {
    "drop": "hand", "unsee": "seen", "unwin": "win", "apart": "melds", "undora": "dora", "unura": "ura",
    "unaside": "nuki", "unflower": "flowers", "unbonus": "bonus_kind", "unflip": "bonus_flip",
}  # fmt: skip
"""Buttons that take something out, and of which field."""

EDITS = ("add", "won", "clear", *OUT)
"""Every button that changes the hand."""


def sent() -> bool:
    return FORM in request.args


def asked() -> bool:
    """Whether this address holds a question, and not a form on its way."""
    return "hand" in request.args and EDIT not in request.args and not sent()


def place(rules: Ruleset, *, win: bool) -> str:
    """Where the next tile of the pad goes."""
    places = compose.places(rules, win=win)
    return request.args["to"] if request.args.get("to") in places else places[0]


def on_the_table(rules: Ruleset) -> dict[str, str]:
    """What an address need not say of the table: seat, winds and counters."""
    winds = compose.round_winds(rules)
    return {"seat": "non_dealer", "round_wind": winds[0] if winds else "", "seat_wind": "", "honba": "0"}


def whole_number(text: str) -> object:
    """The number in a form field, or the text itself for the question to refuse."""
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else plain


def question(v: Variant) -> dict[str, object]:
    """What an address says of hand and table, as the questions take it."""
    args = request.args
    texts = {field: args[field] for field in TEXTS if args.get(field)}
    numbers = {field: whole_number(args[field]) for field in ("nuki", "honba") if args.get(field)}
    return {
        "variant": v.key,
        "hand": args["hand"],
        "melds": args.get("melds", "").split(),
        "seat": args.get("seat", "non_dealer"),
        "options": catalog.options_from(v, args),
        **texts,
        **numbers,
    }


def _pressed() -> bool:
    return any(button in request.args for button in EDITS)


def edited(rules: Ruleset, before: Draft, place: str) -> Draft:
    """The hand after the button that was pressed. Raises Refusal."""
    args = request.args
    if "clear" in args:
        return Draft()
    if "add" in args:
        return compose.add(rules, before, args["add"], place)
    if "won" in args:
        return compose.won_with(before, args["won"])
    for button, field in OUT.items():
        if button in args:
            return compose.take_out(before, field, args[button])
    return before


def tidy(endpoint: str, v: Variant, usual: Usual, *, win: bool = False) -> BaseResponse:
    """After a sent form: its address without what is `usual` anyway. Raises Refusal.

    With `win` the last tile of a hand that is one too many is the one it was won with.
    """
    given = catalog.options_from(v, request.args)
    rules = v.ruleset(given)
    to = place(rules, win=win)
    found = edited(rules, compose.read(rules, request.args), to)
    if win:
        found = compose.with_win(rules, found)
    texts = found.texts(win=win)
    query = {"variant": [v.key], "hand": [""], **{k: [text] for k, text in texts.items()}}
    for field, assumed in usual(rules).items():
        value = request.args.get(field, assumed).strip()
        if field == "river" and _pressed():
            value = found.lying(value)  # a tile that was taken out of sight is no discard any more
        query[field] = [value] if value != assumed else []
    query["flag"] = request.args.getlist("flag")
    for o in v.options:
        name = catalog.PREFIX + o.key
        query[name] = [request.args[name]] if o.key in given and given[o.key] != o.default else []
    if _pressed():
        query[EDIT] = ["1"]
        query["to"] = [to] if to != compose.places(rules, win=win)[0] else []
    return see_other(link(endpoint) + present.query(query) + ("" if texts or _pressed() else "&hand="))


def form(v: Variant, usual: Usual, *, win: bool = False) -> dict[str, object]:
    """What the template of the form needs: the hand as far as it can be read, else the text as it was typed.

    A hand or an option that is none is told by the question or by `tidy`, not here.
    """
    try:
        given = catalog.options_from(v, request.args)
        rules = v.ruleset(given)
    except Refusal:
        given, rules = {}, v.ruleset()
    texts = {field: request.args.get(field, "") for field in compose.FIELDS}
    draft = None
    try:
        draft = compose.read(rules, texts)
        texts = {**dict.fromkeys(texts, ""), **draft.texts(win=win)}
    except Refusal:
        pass
    assumed = usual(rules)
    values = {**assumed, **{k: request.args[k] for k in assumed if request.args.get(k)}, **texts}
    return {
        "variant": present.variant(v),
        "variants": present.variants_menu(catalog.variants(), v.key),
        "values": values,
        "table": present_ask.table(rules, values),
        "draft": None if draft is None else present_ask.draft(rules, draft),
        "pad": present_ask.pad(rules, compose.left(rules, draft or Draft())),
        "places": present_ask.places(rules, compose.places(rules, win=win), place(rules, win=win)),
        "written": present_ask.written(v.key, rules),
        "options": present.options(v, given),
        "link": kept(answer=["off"]),
        "open_link": kept(),
    }


def kept(**more: list[str]) -> str:
    """The question of this address as the query of another, with `more` fields."""
    args = request.args.to_dict(flat=False)
    return present.query({**{k: xs for k, xs in args.items() if k not in ("answer", EDIT, FORM, *EDITS)}, **more})


def shown(name: str, status: int, context: Mapping[str, object], told: Sequence[object]) -> BaseResponse:
    """The page `name`, or its changing part for htmx. When there is something `told`, that comes into view."""
    out = page(f"{name}/page.html", f"{name}/_ask.html", status, **context)
    if wants_fragment():
        if any(told):
            out.headers["HX-Reswap"] = "outerHTML show:window:top"
        if EDIT in request.args:
            out.headers["HX-Replace-Url"] = request.full_path  # putting a hand together is one step of the history
    return out
