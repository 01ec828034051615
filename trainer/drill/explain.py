"""Why one discard is better than another, as data: sentences with their parameters apart, for whoever translates.

Everything is derived from the answer sheet and the readers of hands; nothing is searched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trainer.analysis import Choice, Goal
from trainer.drill import curate
from trainer.drill.curate import QUAD
from trainer.drill.puzzle import DiscardPuzzle
from trainer.explain import difference
from trainer.hands import SEVEN_PAIRS, THIRTEEN_ORPHANS, Hand, Shape, readings, waits
from trainer.rules.variant import Ruleset
from trainer.text import N_
from trainer.tiles import FIRST_HONOR, RANKS, Kind, Tile, counts, is_red, kind

SAME_CHANCE = 0.002
"""Chances closer than this are called equal."""

SAME_POINTS = 0.01
"""Share of the points within which averages are called equal."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is useful: kinds, and copies of them that nobody has seen."""

    kinds: int
    tiles: int


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability, to be shown in percent."""

    p: float


@dataclass(frozen=True, slots=True)
class Average:
    """Average points, in the unit of the game."""

    points: float


@dataclass(frozen=True, slots=True)
class Steps:
    """How far a hand is from ready, in exchanges."""

    shanten: int


Param = Tile | Steps | tuple[Kind, ...] | Amount | Chance | Average


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence: an English template marked for translation, and its parameters by name."""

    code: str
    template: str
    params: tuple[tuple[str, Param], ...]


_SENTENCES = {
    "only": N_("%(best)s is the best discard."),
    "next": N_("The next best discard is %(other)s."),
    "ready_lost": N_("After %(best)s the hand is ready on %(waits)s; after %(own)s it is not ready."),
    "ready_early": N_(
        "%(own)s makes the hand ready at once, but only on %(waits)s. %(best)s is ready later, and on a better wait."
    ),
    "further": N_(
        "After %(own)s the hand is further from ready than after %(best)s: %(own_steps)s, not %(best_steps)s."
    ),
    "nearer": N_(
        "%(own)s is nearer to ready (%(own_steps)s, not %(best_steps)s), but the hands that it leads to win less often."
    ),
    "waits": N_("%(best)s waits on %(best_waits)s: %(best_amount)s. %(own)s waits on %(own_waits)s: %(own_amount)s."),
    "same_waits": N_("Both wait on %(waits)s: %(amount)s; what the hand may still become differs."),
    "useful": N_("%(best)s can use %(best_amount)s, %(own)s %(own_amount)s."),
    "more_but_worse": N_(
        "%(own)s counts more useful tiles (%(own_amount)s against %(best_amount)s), but the hands they lead to are "
        "worse."
    ),
    "same_tiles": N_("Both can use %(amount)s; what comes after that differs."),
    "chance": N_("The chance to win is %(best_chance)s after %(best)s and %(own_chance)s after %(own)s."),
    "points_lost": N_("%(best)s is also worth more: %(best_points)s on average, %(own_points)s after %(own)s."),
    "points_gained": N_(
        "%(own)s is worth more on average, %(own_points)s against %(best_points)s, but wins less often."
    ),
    "chance_gained": N_(
        "%(own)s wins more often, %(own_chance)s against %(best_chance)s, but is worth less on average."
    ),
    "held": N_("%(kinds)s would complete the hand after %(own)s, but every copy is in your own hand."),
    "dead": N_("All copies of %(kinds)s are visible, so waiting on them after %(own)s is no use."),
    "furiten": N_(
        "After %(own)s you would be waiting on %(kinds)s, which you have discarded: you could win by self-draw only."
    ),
    "undeclarable": N_(
        "After %(own)s you would be waiting on %(kinds)s, which you have discarded: the hand could not be declared."
    ),
    "quad": N_(
        "Four alike need not be a pung and a spare: read %(kinds)s in chows too before you break them."
    ),
    "no_yaku": N_("After %(own)s the hand would have no yaku with %(kinds)s, so it could not win on them."),
    "dora": N_("%(own)s is a dora: every one thrown away makes the hand a han cheaper."),
    "red": N_("%(own)s is a red five: thrown away, it makes the hand a han cheaper."),
    "bonus_kind": N_("%(own)s is the bonus kind: every one thrown away makes a win cheaper."),
    "orphans": N_("After %(best)s the hand is one tile from thirteen orphans: %(kinds)s."),
    "seven_pairs": N_("After %(best)s the hand is one tile from seven pairs: %(kinds)s."),
    "cheap": N_(
        "Without %(own)s the hand is too cheap to win on %(kinds)s, and once one of these has passed it cannot win."
    ),
}

_BUILDING = {
    "only": N_("%(best)s is the best tile to leave out."),
    "next": N_("The next best to leave out is %(other)s."),
    "ready_lost": N_("Without %(best)s the hand is ready on %(waits)s; without %(own)s it is not ready."),
    "further": N_("Without %(own)s the hand is not ready, and only a ready one can be built."),
    "waits": N_(
        "Without %(best)s you wait on %(best_waits)s: %(best_amount)s. Without %(own)s you wait on %(own_waits)s: "
        "%(own_amount)s."
    ),
    "same_waits": N_("Both wait on %(waits)s: %(amount)s; what the hand is worth differs."),
    "chance": N_("The chance to win is %(best_chance)s without %(best)s and %(own_chance)s without %(own)s."),
    "points_lost": N_(
        "Without %(best)s the hand is also worth more: %(best_points)s on average, %(own_points)s without %(own)s."
    ),
    "chance_gained": N_(
        "Without %(own)s you win more often, %(own_chance)s against %(best_chance)s, but are paid less on average."
    ),
    "held": N_("%(kinds)s would complete the hand without %(own)s, but every copy is in your own hand."),
    "dead": N_("Without %(own)s you would wait on %(kinds)s as well, but you can see all copies of it."),
    "dora": N_("%(own)s is a dora: left out, it makes the hand a han cheaper."),
    "red": N_("%(own)s is a red five: left out, it makes the hand a han cheaper."),
}
"""The same where one tile of a hand to build is left out."""


def _reason(code: str, **params: Param) -> Reason:
    return Reason(code, _SENTENCES[code], tuple(params.items()))


@dataclass(frozen=True, slots=True)
class Explanation:
    """The chosen discard against the best one, or, where it is best itself, the best against the next best.

    `given_up` and `gained`: useful kinds of the better hand that the other one lacks (or has more copies of), and the
    reverse, with the copies they differ by.
    """

    own: Choice
    best: Choice
    given_up: tuple[tuple[Kind, int], ...]
    gained: tuple[tuple[Kind, int], ...]
    reasons: tuple[Reason, ...]


def explain(rules: Ruleset, puzzle: DiscardPuzzle, tile: Tile, goal: Goal = Goal.WIN) -> Explanation:
    """Why `tile` is graded as it is; raises NotAnOption."""
    puzzle.option(tile)
    sheet = puzzle.analysis(goal)
    chosen = next(c for c in sheet.choices if c.discard == tile)
    if tile in sheet.best:
        best, own = chosen, next((c for c in sheet.choices if c.discard not in sheet.best), chosen)
    else:
        best, own = sheet.choices[0], chosen
    given_up, gained = difference(best, own), difference(own, best)
    reasons = _opening(best, own) if tile in sheet.best else ()
    if own is not best:
        reasons = (*reasons, *_difference(rules, puzzle, best, own), *_measures(best, own, goal))
        reasons = (*reasons, *_notes(rules, puzzle, best, own))
    if puzzle.position.stock:
        reasons = tuple(replace(r, template=_BUILDING.get(r.code, r.template)) for r in reasons)
    return Explanation(chosen, best, given_up, gained, reasons)


def _amount(c: Choice) -> Amount:
    return Amount(len(c.ukeire), c.tiles)


def _thrown(c: Choice) -> Tile:
    assert c.discard is not None
    return c.discard


def _opening(best: Choice, own: Choice) -> tuple[Reason, ...]:
    first = _reason("only", best=_thrown(best))
    return (first,) if own is best else (first, _reason("next", other=_thrown(own)))


def _difference(rules: Ruleset, puzzle: DiscardPuzzle, best: Choice, own: Choice) -> tuple[Reason, ...]:
    """Steps first, then what is waited for or useful."""
    names = {"best": _thrown(best), "own": _thrown(own)}
    useful = {"best_amount": _amount(best), "own_amount": _amount(own)}
    if best.shanten == 0 and own.shanten > 0:
        return (_reason("ready_lost", **names, waits=_kinds(best)),)
    if own.shanten == 0 and best.shanten > 0:
        return (_reason("ready_early", **names, waits=_kinds(own)),)
    if own.shanten > best.shanten:
        return (_reason("further", **names, own_steps=Steps(own.shanten), best_steps=Steps(best.shanten)),)
    if own.shanten < best.shanten:
        return (_reason("nearer", **names, own_steps=Steps(own.shanten), best_steps=Steps(best.shanten)),)
    if own.shanten == best.shanten == 0 and own.ukeire == best.ukeire:
        return (_reason("same_waits", waits=_kinds(own), amount=_amount(own)),)
    if own.shanten == best.shanten == 0:
        return (_reason("waits", **names, **useful, best_waits=_kinds(best), own_waits=_kinds(own)),)
    if own.tiles > best.tiles:
        return (_reason("more_but_worse", **names, **useful),)
    if own.tiles == best.tiles:
        return (_reason("same_tiles", amount=_amount(own)),)
    return (_reason("useful", **names, **useful),)


def _kinds(c: Choice) -> tuple[Kind, ...]:
    return tuple(k for k, _ in c.ukeire)


def _measures(best: Choice, own: Choice, goal: Goal) -> tuple[Reason, ...]:
    names = {"best": _thrown(best), "own": _thrown(own)}
    chances = {"best_chance": Chance(best.win_prob), "own_chance": Chance(own.win_prob)}
    out = []
    if goal is Goal.VALUE and own.win_prob > best.win_prob + SAME_CHANCE:
        out.append(_reason("chance_gained", **names, **chances))
    elif abs(best.win_prob - own.win_prob) > SAME_CHANCE:
        out.append(_reason("chance", **names, **chances))
    if best.value is None or own.value is None:
        return tuple(out)
    points = {"best_points": Average(best.value), "own_points": Average(own.value)}
    if own.value > best.value * (1 + SAME_POINTS):
        out.append(_reason("points_gained", own=_thrown(own), **points))
    elif own.value < best.value * (1 - SAME_POINTS):
        out.append(_reason("points_lost", **names, **points))
    return tuple(out)


def _notes(rules: Ruleset, puzzle: DiscardPuzzle, best: Choice, own: Choice) -> tuple[Reason, ...]:
    """What is easily overlooked: blocked and dead waits, furiten, no yaku, dora, four alike, rarer shapes."""
    out = []
    position = puzzle.position
    rest = position.resting(_thrown(own))
    found = waits(counts(rest.concealed), rest.melds, rules.shapes, rules.tiles.supply)
    held = tuple(w.kind for w in found if not w.live)
    dead = tuple(w.kind for w in found if w.live and w.kind not in _kinds(own))
    thrown = {kind(t.tile) for t in position.river} if rules.wins.furiten else set()
    if rules.race is not None:
        thrown.add(kind(_thrown(own)))
    barred = tuple(w.kind for w in found if w.live and w.kind in thrown)
    if held:
        out.append(_reason("held", kinds=held, own=_thrown(own)))
    if dead:
        out.append(_reason("dead", kinds=dead, own=_thrown(own)))
    if barred:
        out.append(_reason("undeclarable" if rules.race else "furiten", kinds=barred, own=_thrown(own)))
    cheap = curate.cheap(rules, puzzle, _thrown(own))
    if cheap:
        out.append(_reason("cheap", kinds=cheap, own=_thrown(own)))
    barren = curate.barren(rules, puzzle, _thrown(own))
    if barren:
        out.append(_reason("no_yaku", kinds=barren, own=_thrown(own)))
    dora = position.bonus(rules).dora
    given, kept = _thrown(own), _thrown(best)
    if is_red(given) and not is_red(kept):
        out.append(_reason("red", own=given))
    if kind(given) in dora and kind(kept) not in dora:
        out.append(_reason("dora", own=given))
    if kind(given) == position.bonus_kind != kind(kept):
        out.append(_reason("bonus_kind", own=given))
    if position.hand.counts[kind(given)] >= QUAD and _in_chows(rules, kind(given)):
        out.append(_reason("quad", kinds=(kind(given),)))
    for code, shape in (("seven_pairs", SEVEN_PAIRS), ("orphans", THIRTEEN_ORPHANS)):
        rare = tuple(k for k in _kinds(best) if best.shanten == 0 and _only(rules, position.resting(kept), k, shape))
        if rare:
            out.append(_reason(code, best=kept, kinds=rare))
    return tuple(out)


def _in_chows(rules: Ruleset, k: Kind) -> bool:
    """Whether the game has a chow with this kind."""
    if k >= FIRST_HONOR:
        return False
    low, high = max(k - 2, k - k % RANKS), min(k, k - k % RANKS + RANKS - 3)
    return any(all(rules.tiles.supply[start : start + 3]) for start in range(low, high + 1))


def _only(rules: Ruleset, rest: Hand, won: Kind, shape: Shape) -> bool:
    grown = counts((*rest.concealed, Tile(won)))
    return all(r.shape == shape.key for r in readings(grown, rest.melds, won, rules.shapes))
