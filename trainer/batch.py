"""`python -m trainer batch`: one JSON request a line in, one JSON answer a line out (contract 3)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn

from trainer import variants
from trainer.analysis import Choice
from trainer.rules.answer import score_answer
from trainer.rules.variant import Variant
from trainer.text import Refusal
from trainer.tiles import Kind, Tile, tile_text
from trainer.usecases import ask
from trainer.usecases.ask import AnalyzeAnswer, Request, WaitsAnswer

Answer = dict[str, object]


def score(request: Request) -> Answer:
    return score_answer(ask.ask_score(request).breakdown)


def waits(request: Request) -> Answer:
    return waits_answer(ask.ask_waits(request))


def waits_answer(found: WaitsAnswer) -> Answer:
    names = [_kind_text(w.kind) for w in found.waits]
    return {
        "ok": True,
        "ready": found.ready,
        "shanten": found.shanten,
        "waits": [n for n, w in zip(names, found.waits, strict=True) if w.live],
        "exhausted": [n for n, w in zip(names, found.waits, strict=True) if not w.live],
        "proof": {n: [p.plain] for n, p in zip(names, found.proofs, strict=True)},
    }


def shanten(request: Request) -> Answer:
    return {"ok": True, "shanten": ask.ask_shanten(request)}


def analyze(request: Request) -> Answer:
    return analyze_answer(ask.ask_analyze(request, curve=False))


def analyze_answer(answered: AnalyzeAnswer) -> Answer:
    a = answered.analysis
    out: Answer = {
        "ok": True,
        "shanten": a.shanten,
        "goal": str(a.goal),
        "model": {"wall": a.model.wall, "budget": a.model.budget, "exact": a.model.exact, "draws": a.model.draws},
        "options": [_option(c) for c in a.choices],
        "best": [None if t is None else tile_text(t) for t in a.best],
    }
    if a.complete:
        out["complete"] = True
    return out


def _option(c: Choice) -> Answer:
    out: Answer = {
        "discard": None if c.discard is None else tile_text(c.discard),
        "shanten": c.shanten,
        "ukeire": {"kinds": {_kind_text(k): n for k, n in c.ukeire}, "tiles": c.tiles},
        "ready_prob": c.ready_prob,
        "win_prob": c.win_prob,
        "loss": c.loss,
        "share": c.share,
        "grade": str(c.grade),
    }
    if c.value is not None:
        out["value"] = c.value
    return out


def list_variants(request: Request) -> Answer:
    return {"ok": True, "variants": [variant_answer(v) for v in variants.all_variants()]}


def variant_answer(v: Variant) -> Answer:
    rules = v.ruleset()
    n = v.names
    return {
        "key": v.key,
        "edition": v.edition,
        "name": n.own,
        "names": {"en": n.en, "zh_Hans": n.zh_Hans, "zh_Hant": n.zh_Hant, "yue_Hant": n.yue_Hant, "ja": n.ja},
        "tiles": rules.tiles.size(),
        "set": {_kind_text(k): rules.tiles.supply[k] for k in rules.tiles.kinds},
        "seats": list(v.seats),
        "options": [
            {
                "key": o.key,
                "default": o.default,
                "label": o.label,
                "choices": None if o.choices is None else list(o.choices),
            }
            for o in v.options
        ],
    }


def parse(request: Request) -> Answer:
    text = request.get("text")
    if not isinstance(text, str):
        raise Refusal("The field text must be text.")
    return {"ok": True, "tiles": ask.canonical(text)}


OPERATIONS: dict[str, Callable[[Request], Answer]] = {
    "score": score,
    "waits": waits,
    "shanten": shanten,
    "analyze": analyze,
    "variants": list_variants,
    "parse": parse,
}


MOST_DIGITS = 300
"""Digits of the longest number that is read; a longer one would be none of the machine's own."""


def answer(line: str) -> Answer:
    """The answer to one request line; whatever is wrong with it becomes `ok: false` and a sentence."""
    try:
        request = json.loads(line, parse_constant=_no_number, parse_int=_whole, parse_float=_fraction)
    except Refusal as refusal:
        return {"ok": False, "error": str(refusal)}
    except ValueError:
        return {"ok": False, "error": "The line is not JSON."}
    except RecursionError:
        return TOO_DEEP
    if not isinstance(request, dict):
        return {"ok": False, "error": "The line is not a JSON object."}
    try:
        operation = request.get("op")
        if not isinstance(operation, str) or operation not in OPERATIONS:
            raise Refusal("The field op must be one of %(allowed)s.", allowed=", ".join(OPERATIONS))
        if not isinstance(request.get("options", {}), dict):
            raise Refusal("The field options must be an object.")
        out = OPERATIONS[operation](request)
    except Refusal as refusal:
        out = {"ok": False, "error": str(refusal)}
    return {"id": request["id"], **out} if "id" in request else out


TOO_DEEP: Answer = {"ok": False, "error": "The line is nested too deeply."}


def _no_number(name: str) -> NoReturn:
    """Python reads NaN and Infinity, which JSON does not have and which could not be echoed."""
    raise ValueError(name)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise Refusal("The line holds a number of more than %(most)d digits.", most=MOST_DIGITS)
    return int(digits)


def _fraction(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Refusal("The line holds a number that is too large.")
    return number


def dumped(out: Answer, encoding: str = "utf-8") -> str:
    """The answer as one line of JSON; escaped where its text cannot be written in the encoding (half a surrogate pair,
    which JSON can say and UTF-8 cannot)."""
    text = json.dumps(out, ensure_ascii=False)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(out)
    return text


def serve(lines: Iterable[str]) -> Iterator[str]:
    """One line of JSON for every non-empty line given, in order."""
    for line in lines:
        if line.strip():
            try:
                yield dumped(answer(line))
            except RecursionError:  # an id that could just be read
                yield dumped(TOO_DEEP)


def _kind_text(k: Kind) -> str:
    return tile_text(Tile(k))
