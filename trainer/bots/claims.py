"""What a bot that looks at tiles alone does besides discarding: claims, kongs, tiles aside, a hopeless first hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from trainer.analysis import Goal, question_of, rated, round_income, shanten
from trainer.game import kongs
from trainer.game.action import Abort, Action, Chow, Discard, Kong, Pass, Pung, SetAside
from trainer.game.phases.turns import konged
from trainer.game.state import last_kept
from trainer.game.view import View
from trainer.hands import ORPHANS, Form, Hand, with_claim, without
from trainer.tiles import FIRST_HONOR, RANKS, Kind, kind

HOPELESS = 4
"""Exchanges from ready that make a deal worth aborting."""

STRAY = 2
"""Tiles that do not fit a plan and may still be thrown away."""


@last_kept
def steps_and_tiles(view: View) -> Mapping[int, tuple[int, int]]:
    """By kind thrown: steps from ready and, for the fewest, number of useful tiles. A tile set aside leaves what its
    discard leaves."""
    return rated(view.rules, view.hand, view.visible, every=False)


def left_by(view: View, throws: Sequence[Discard]) -> list[tuple[int, int]]:
    """Steps from ready that each of these leaves and, for the fewest among them, number of useful tiles."""
    found = steps_and_tiles(view)
    left = [found[kind(a.tile)] for a in throws]
    if min(left)[0] > min(found.values())[0]:  # the nearest are barred, or leave nothing to win with
        found = rated(view.rules, view.hand, view.visible, every=True)
        left = [found[kind(a.tile)] for a in throws]
    return left


def claim(view: View) -> Action | None:
    """The claim that brings the hand nearer and leaves it something to win with, or a pass; None when not asked.

    A kong is claimed for its replacement alone where it costs no step and turns no indicator for the others.
    """
    if view.offered is None:
        return None
    before = shanten(view.rules, view.hand)
    best: tuple[int, int, Action] | None = None
    for i, action in enumerate(view.legal):
        if isinstance(action, (Chow, Pung)) or (isinstance(action, Kong) and not view.rules.dora.shown):
            after = _with_meld(view, action)
            steps = max(0, shanten(view.rules, after))  # complete by a claim, it still throws a tile
            gain = before - steps + isinstance(action, Kong)
            if gain > 0 and has_plan(view, after) and (best is None or (steps, i) < best[:2]):
                best = (steps, i, action)
    return Pass() if best is None else best[2]


def _with_meld(view: View, action: Chow | Pung | Kong) -> Hand:
    assert view.offered is not None
    if isinstance(action, Kong):
        return kongs.claimed(view.hand, view.offered)
    form = Form.CHOW if isinstance(action, Chow) else Form.PUNG
    return with_claim(view.hand, form, action.tiles, view.offered)


def has_plan(view: View, hand: Hand) -> bool:
    """Whether the hand could still be declared: any may, it is concealed, or it is open with a value, all simples or a
    flush in sight."""
    return _is_free(view, hand) or _has_value(view, hand) or _fits(view, hand)


def _is_free(view: View, hand: Hand) -> bool:
    """Whether the hand needs no plan: any may be declared, it is concealed, or it is a flush in any case."""
    any_may = not view.rules.scoring.may_refuse(concealed=False, honba=view.honba)
    return any_may or hand.is_concealed or _one_suit_set(view.rules.tiles.kinds)


@lru_cache(maxsize=64)
def _one_suit_set(kinds: tuple[Kind, ...]) -> bool:
    return len({k // RANKS for k in kinds if k < FIRST_HONOR}) == 1


def _has_value(view: View, hand: Hand) -> bool:
    wind = view.rules.seat_winds[(view.seat - view.dealer) % view.rules.seats]
    honors = hand.counts[FIRST_HONOR:]
    there = [Kind(FIRST_HONOR + i) for i, n in enumerate(honors) if n >= 3] if max(honors) >= 3 else []
    there += [m.kind for m in hand.melds]
    return any(view.rules.scoring.valued(k, wind, view.round_wind) for k in there)


def _fits(view: View, hand: Hand) -> bool:
    """All melds fit all simples or a flush, and at most STRAY tiles of the hand do not."""
    counted = hand.counts
    melded = {kind(t) for m in hand.melds for t in m.tiles}
    simple = "tanyao" in view.rules.scoring.table.by_id
    if simple and melded.isdisjoint(ORPHANS) and sum([counted[k] for k in ORPHANS]) <= STRAY:
        return True
    suits = {k // RANKS for k in melded if k < FIRST_HONOR}
    if len(suits) != 1:
        return False
    start = RANKS * suits.pop()
    return sum(counted[:FIRST_HONOR]) - sum(counted[start : start + RANKS]) <= STRAY


def planned(view: View, throws: Sequence[Discard]) -> Sequence[Discard]:
    """Of the throws of an open hand those after which it could still be declared; all where that is sure or cannot be
    helped."""
    if _is_free(view, view.hand):
        return throws
    rests = [(a, without(view.hand, a.tile)) for a in throws]
    return [a for a, rest in rests if _has_value(view, rest) or _fits(view, rest)] or throws


def keeping(view: View, throws: Sequence[Discard]) -> Sequence[Discard]:
    """Where a win from a discard must be worth something (Chinese rules 10): of the throws that leave the hand ready
    those whose waits pay most, drawn or thrown by the others; all throws elsewhere, or while none makes it ready."""
    scoring = view.rules.scoring
    if not scoring.may_refuse(concealed=False, honba=view.honba, discard=True) or scoring.may_refuse(
        concealed=False, honba=view.honba
    ):
        return throws
    found = steps_and_tiles(view)
    ready = [a for a in throws if found[kind(a.tile)][0] == 0]
    if len({kind(a.tile) for a in ready}) < 2:
        return throws
    q = question_of(view, Goal.VALUE)
    worth = {a: round_income(view.rules, replace(q, hand=without(view.hand, a.tile)), kind(a.tile)) for a in ready}
    best = max(worth.values())
    return [a for a in ready if worth[a] == best] if best > 0 else throws


def kong(view: View) -> Action | None:
    """A kong that costs no step: its replacement is an extra draw. Not in riichi, where it might break the rules; nor a
    tile added to a pung where that turns an indicator for the others."""
    if view.me.riichi is not None:
        return None
    for action in view.legal:
        if isinstance(action, Kong) and (view.hand.counts[action.kind] >= 4 or not view.rules.dora.shown):
            before = shanten(view.rules, view.hand)
            if shanten(view.rules, konged(view.rules, view.hand, action)) <= before:
                return action
    return None


def aside(view: View) -> Action | None:
    """A tile set aside where that costs no step, and the end of a hopeless deal."""
    for action in view.legal:
        if isinstance(action, SetAside):
            found = steps_and_tiles(view)
            if found[kind(action.tile)][0] == min(found.values())[0]:
                return action
        if isinstance(action, Abort) and shanten(view.rules, view.hand) >= HOPELESS:
            return action
    return None
