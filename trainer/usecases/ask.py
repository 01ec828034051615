"""One-off questions: what is this hand worth, what does it wait for, what should be thrown.

A request is the plain mapping of the machine interface (contract 3); the command line, `batch` and the pages all come
through here, so that a hand means the same everywhere. Anything wrong raises Refusal with one sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from trainer import variants
from trainer.analysis import Analysis, Goal, Question, TooFar, analyze, river_counts, shanten, useful
from trainer.explain import Explained, explain
from trainer.hands import Hand, Meld, Reading, Wait, parse_meld, readings, waits
from trainer.rules.breakdown import ScoreBreakdown
from trainer.rules.score import check, check_melds, score
from trainer.rules.settle import whole
from trainer.rules.variant import Flag, ReadyBy, Ruleset
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.solver.efficiency import Ukeire
from trainer.solver.pace import UNWATCHED, Pace
from trainer.text import N_, Refusal
from trainer.tiles import (
    Counts,
    Kind,
    Tile,
    counts,
    format_tiles,
    is_flower,
    kind,
    parse_tile,
    parse_tiles,
    sort_tiles,
    tile_text,
)

__all__ = [
    "WINDS",
    "AnalyzeAnswer",
    "Request",
    "ScoreAnswer",
    "StepsAnswer",
    "TooFar",
    "WaitsAnswer",
    "analyzed",
    "ask_analyze",
    "ask_score",
    "ask_shanten",
    "ask_steps",
    "ask_waits",
    "canonical",
    "explained",
    "posed",
    "proof",
    "ruleset",
]  # fmt: skip

Request = Mapping[str, object]

WINDS = {"E": 27, "S": 28, "W": 29, "N": 30}
MOST_DRAWS = 200
MOST_BUDGET = 9
MOST_HONBA = 1000
MELD_TILES = 3
KONGS = 4
"""Kongs of a deal that turn another indicator each."""


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    rules: Ruleset
    win: Win
    breakdown: ScoreBreakdown


@dataclass(frozen=True, slots=True)
class WaitsAnswer:
    """`waits` in order of kind, with one reading of the completed hand for each."""

    rules: Ruleset
    hand: Hand
    shanten: int
    waits: tuple[Wait, ...]
    proofs: tuple[Reading, ...]

    @property
    def ready(self) -> bool:
        """By the game's own definition: some live wait, or any wait where the shape alone counts."""
        return any(w.live or self.rules.ready_by is ReadyBy.SHAPE for w in self.waits)


@dataclass(frozen=True, slots=True)
class AnalyzeAnswer:
    rules: Ruleset
    question: Question
    analysis: Analysis


@dataclass(frozen=True, slots=True)
class StepsAnswer:
    """What can be said of any hand, however far from ready: steps and useful tiles of every discard, best first."""

    rules: Ruleset
    question: Question
    shanten: int
    steps: tuple[Ukeire, ...]


# ------------------------------------------------------------------ fields


def _text(request: Request, field: str, default: str | None = None) -> str:
    value = request.get(field, default)
    if value is None:
        raise Refusal(N_("The field %(field)s is missing."), field=field)
    if not isinstance(value, str):
        raise Refusal(N_("The field %(field)s must be text."), field=field)
    return value


def _number(request: Request, field: str, default: int | None, least: int, most: int) -> int:
    value = request.get(field, default)
    if value is None:
        raise Refusal(N_("The field %(field)s is missing."), field=field)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refusal(
            N_("The field %(field)s must be a whole number from %(least)d to %(most)d."),
            field=field,
            least=least,
            most=most,
        )
    return value


def _texts(request: Request, field: str) -> list[str]:
    value = request.get(field, [])
    if not isinstance(value, (list, tuple)) or not all(isinstance(x, str) for x in value):
        raise Refusal(N_("The field %(field)s must be a list of texts."), field=field)
    return list(value)


def _truth(request: Request, field: str) -> bool:
    value = request.get(field, False)
    if not isinstance(value, bool):
        raise Refusal(N_("The field %(field)s must be true or false."), field=field)
    return value


def _one_of(request: Request, field: str, default: str | None, allowed: tuple[str, ...]) -> str:
    value = _text(request, field, default)
    if value not in allowed:
        raise Refusal(
            N_("The field %(field)s must be one of %(allowed)s."), field=field, allowed=", ".join(allowed)
        )
    return value


def ruleset(request: Request) -> Ruleset:
    """The game and options that a request names."""
    options = request.get("options") or {}
    if not isinstance(options, Mapping):
        raise Refusal(N_("The field %(field)s must be an object."), field="options")
    return variants.get(_text(request, "variant")).ruleset(options)


def _melds(rules: Ruleset, request: Request) -> tuple[Meld, ...]:
    melds = tuple(parse_meld(text) for text in _texts(request, "melds"))
    check_melds(rules, melds)
    most = rules.deal.hand // MELD_TILES
    if len(melds) > most:
        raise Refusal(N_("A hand has at most %(most)d melds, not %(have)d."), most=most, have=len(melds))
    return melds


def _hand(rules: Ruleset, request: Request, *, extra: tuple[int, ...]) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    """Concealed tiles and melds, checked for number (the resting size plus one of `extra`), copies and flowers."""
    melds = _melds(rules, request)
    tiles = parse_tiles(_text(request, "hand"))
    resting = rules.deal.hand - MELD_TILES * len(melds)
    sizes = [resting + n for n in extra]
    if len(tiles) not in sizes:
        least, most = min(sizes), max(sizes)
        if least == most:
            wanted = N_("The hand has %(have)d tiles; with %(melds)d melds it needs %(least)d.")
        else:
            wanted = N_("The hand has %(have)d tiles; with %(melds)d melds it needs %(least)d or %(most)d.")
        raise Refusal(wanted, have=len(tiles), melds=len(melds), least=least, most=most)
    rules.tiles.check((*tiles, *(t for m in melds for t in m.tiles)))
    if any(map(is_flower, tiles)):
        raise Refusal(N_("A flower is shown and replaced: it cannot be in the hand."))
    return tiles, melds


def _circumstance(rules: Ruleset, request: Request, by: By, flags: frozenset[Flag]) -> Circumstance:
    known = {
        "dora": rules.dora.shown,
        "ura": rules.dora.ura,
        "nuki": bool(rules.kongs.nuki),
        "honba": rules.match.counters,
        "flowers": any(rules.tiles.flowers),
        "bonus_kind": rules.deal.bonus_kind,
        "bonus_flip": rules.flips > 0,
    }
    for field in ("dora", "ura", "flowers", "bonus_kind", "bonus_flip", "nuki", "honba"):
        if request.get(field) and not known.get(field):
            raise Refusal(N_("This game does not know the field %(field)s."), field=field)
    dealer = _one_of(request, "seat", "non_dealer", ("dealer", "non_dealer")) == "dealer"
    winds = []
    for field, own in (("seat_wind", rules.seat_winds[0 if dealer else 1]), ("round_wind", rules.round_wind)):
        named = _one_of(request, field, "E", tuple(WINDS))
        winds.append(own if own is None or request.get(field) is None else Kind(WINDS[named]))
    aside = [k for k in rules.kongs.nuki for _ in range(rules.tiles.supply[k])]
    ura, dora = _indicators(rules, request, "ura"), _indicators(rules, request, "dora")
    if len(ura) > len(dora):
        raise Refusal(N_("There are more indicators underneath than indicators turned."))
    bonus = Bonus(
        dora=tuple(rules.tiles.after(kind(t)) for t in dora),
        ura=tuple(rules.tiles.after(kind(t)) for t in ura),
        nuki=tuple(aside[: _number(request, "nuki", 0, 0, len(aside))]),
        honba=_number(request, "honba", 0, 0, MOST_HONBA),
        flowers=_flowers(rules, request),
        kind=_bonus_kind(rules, request),
        flip=_flip(rules, request),
    )
    return Circumstance(by, dealer, winds[0], winds[1], flags, bonus)


def _flowers(rules: Ruleset, request: Request) -> tuple[Tile, ...]:
    """The winner's flowers."""
    flowers = parse_tiles(_text(request, "flowers", ""))
    if not all(is_flower(t) for t in flowers):
        raise Refusal(N_("The field %(field)s takes flowers only."), field="flowers")
    rules.tiles.check(flowers)
    return sort_tiles(flowers)


def _bonus_kind(rules: Ruleset, request: Request) -> Kind | None:
    """The kind that was drawn by lot before the deal."""
    text = _text(request, "bonus_kind", "")
    if not text.strip():
        return None
    tile = parse_tile(text)
    rules.tiles.check((tile,))
    if is_flower(tile):
        raise Refusal(N_("A flower is no bonus kind."))
    return kind(tile)


def _flip(rules: Ruleset, request: Request) -> tuple[Tile, ...]:
    """The tiles turned after the win."""
    turned = parse_tiles(_text(request, "bonus_flip", ""))
    if len(turned) > rules.flips:
        raise Refusal(N_("At most %(most)d tiles are turned after a win."), most=rules.flips)
    rules.tiles.check(turned)
    return turned


def _indicators(rules: Ruleset, request: Request, field: str) -> tuple[Tile, ...]:
    """The tiles of a field of indicators. A flower is none, in a set that has flowers."""
    indicators = parse_tiles(_text(request, field, ""))
    rules.tiles.check(indicators)
    most = 1 + (KONGS if rules.kongs.concealed or rules.claims.kong else 0)
    if len(indicators) > most:
        many = N_("There are at most %(most)d indicators.")
        raise Refusal(many if most > 1 else N_("This game has only one indicator."), most=most)
    if any(is_flower(t) for t in indicators):
        raise Refusal(N_("A flower is no indicator."))
    return indicators


def _check_all(rules: Ruleset, request: Request, own: tuple[Tile, ...], seen: tuple[Tile, ...] = ()) -> None:
    """Raise Refusal when one's `own` tiles and all that lies open could not come from one set.

    Tiles in sight may have the indicators and the tiles set aside among them. Of several kinds that may be set aside
    only their number is known.
    """
    turned = [t for field in ("dora", "ura") for t in _indicators(rules, request, field)]
    turned += [*_flip(rules, request), *_flowers(rules, request)]
    kinds = rules.kongs.nuki
    aside = _number(request, "nuki", 0, 0, sum(rules.tiles.supply)) if kinds else 0
    held = sum(kind(t) in kinds for t in (*own, *turned) if not is_flower(t))
    if held + aside > sum(rules.tiles.supply[k] for k in kinds):
        raise Refusal(
            N_("%(held)d of the tiles that may be set aside are in the hand or turned: there are not %(aside)d more."),
            held=held,
            aside=aside,
        )
    known = [Tile(kinds[0])] * aside if len(kinds) == 1 else []
    more = Counter([*turned, *known]) - Counter(seen)
    rules.tiles.check((*own, *seen, *more.elements()))


# ------------------------------------------------------------------ questions


def ask_score(request: Request) -> ScoreAnswer:
    """What a win is worth; the hand need not be complete (the answer says so)."""
    rules = ruleset(request)
    tiles, melds = _hand(rules, request, extra=(0,))
    if not _text(request, "win").strip():
        raise Refusal(N_("The winning tile is missing."))
    flags = set()
    for text in _texts(request, "flags"):
        try:
            flags.add(Flag(text))
        except ValueError:
            raise Refusal(N_("This game does not know the flag %(flag)s."), flag=text) from None
    by = By(_one_of(request, "by", None, tuple(By)))
    circumstance = _circumstance(rules, request, by, frozenset(flags))
    if circumstance.bonus.ura and not flags & {Flag.RIICHI, Flag.DOUBLE_RIICHI}:
        raise Refusal(N_("Only a win in riichi turns the indicators underneath."))
    win = Win(Hand(tiles, melds), parse_tile(_text(request, "win")), circumstance)
    check(rules, win)
    base = _number(request, "base", 1, 1, 10**6)
    breakdown = score(rules, win)
    if breakdown.complete:  # a hand that is none is told so, whatever lies on the table
        _check_all(rules, request, (*tiles, win.tile, *(t for m in melds for t in m.tiles)))
    return ScoreAnswer(rules, win, replace(breakdown, points=whole(breakdown.points * base)))


def ask_waits(request: Request) -> WaitsAnswer:
    """Every kind that completes a resting hand, each with a proof."""
    rules = ruleset(request)
    tiles, melds = _hand(rules, request, extra=(0,))
    counted = counts(tiles)
    found = waits(counted, melds, rules.shapes, rules.tiles.supply)
    hand = Hand(tiles, melds)
    return WaitsAnswer(
        rules, hand, shanten(rules, hand), found, tuple(proof(counted, melds, w.kind, rules) for w in found)
    )


def proof(counted: Counts, melds: tuple[Meld, ...], wait: Kind, rules: Ruleset) -> Reading:
    """One reading of the resting hand completed by `wait`."""
    grown = (*counted[:wait], counted[wait] + 1, *counted[wait + 1 :])
    return next(iter(readings(grown, melds, wait, rules.shapes)))


def ask_shanten(request: Request) -> int:
    """Exchanges from ready; -1 for a complete hand."""
    rules = ruleset(request)
    tiles, melds = _hand(rules, request, extra=(0, 1))
    return shanten(rules, Hand(tiles, melds))


def ask_analyze(request: Request, *, curve: bool = True, pace: Pace = UNWATCHED) -> AnalyzeAnswer:
    """The whole answer for every discard of a hand (contract 3, `analyze`). Raises TooFar too."""
    return analyzed(*posed(request), curve=curve, pace=pace)


def analyzed(rules: Ruleset, question: Question, *, curve: bool = True, pace: Pace = UNWATCHED) -> AnalyzeAnswer:
    """The answer to a question that was `posed`; `pace` is told how far it is. Raises TooFar."""
    return AnalyzeAnswer(rules, question, analyze(rules, question, curve=curve, pace=pace))


def explained(found: AnalyzeAnswer) -> tuple[Explained, ...]:
    """What every discard of an answer leads to, in the order of its choices; those that leave the hand farther from
    ready than the best are not followed."""
    return explain(found.rules, found.question, found.analysis, farther=False)


def ask_steps(request: Request) -> StepsAnswer:
    """The same question without looking ahead."""
    rules, question = posed(request)
    steps = sorted(useful(rules, question), key=lambda u: (u.shanten, -u.tiles))
    return StepsAnswer(rules, question, shanten(rules, question.hand), tuple(steps))


def posed(request: Request) -> tuple[Ruleset, Question]:
    """What `analyze` is asked, read and checked: equal for every way of writing the same question."""
    rules = ruleset(request)
    tiles, melds = _hand(rules, request, extra=(1, 0))
    seen, river = (parse_tiles(_text(request, field, "")) for field in ("seen", "river"))
    thrown, lying = counts(river), counts(seen)
    for t in river:
        if is_flower(t) or thrown[kind(t)] > lying[kind(t)]:
            raise Refusal(
                N_("Your own discards are among the tiles that you can see, but %(tile)s is not there."),
                tile=tile_text(t),
            )
    own = (*tiles, *(t for m in melds for t in m.tiles))
    rules.tiles.check((*own, *seen))
    if request.get("ura"):
        raise Refusal(N_("Nobody knows the indicators underneath before a win: only score takes them."))
    draws = _number(request, "draws", None, 0, MOST_DRAWS)
    unseen = sum(rules.tiles.supply) - len(tiles) - sum(len(m.tiles) for m in melds) - len(seen)
    if draws > unseen:
        raise Refusal(
            N_("Only %(unseen)d tiles are unseen: there cannot be %(draws)d draws."), unseen=unseen, draws=draws
        )
    goal = Goal(_one_of(request, "goal", "win", tuple(Goal)))
    circumstance = _circumstance(rules, request, By.SELF_DRAW, frozenset())
    _check_all(rules, request, own, seen)
    others = _truth(request, "opponent")
    holds_drawn = len(tiles) + 3 * len(melds) > rules.deal.hand
    question = Question(
        hand=Hand(sort_tiles(tiles[:-1]), melds, tiles[-1]) if holds_drawn else Hand(sort_tiles(tiles), melds),
        seen=lying,
        draws=draws,
        goal=goal,
        budget=_number(request, "budget", 1, 0, MOST_BUDGET),
        circumstance=circumstance,
        opponent=others,
        thrown=tuple(Kind(k) for k, n in enumerate(thrown) if n) if others and river_counts(rules) else (),
    )
    return rules, question


def canonical(text: str) -> str:
    """Canonical tiles of a lenient text."""
    return format_tiles(parse_tiles(text))
