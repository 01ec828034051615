"""What a resting hand waits for, and what a kong may not change. Derived when asked, never stored in a state."""

from __future__ import annotations

from trainer.game.state import State
from trainer.hands import Form, Hand, Meld, Source, live_kinds, readings, waits
from trainer.rules.variant import ReadyBy, ReadyKong, RiichiKong, Ruleset
from trainer.tiles import Kind, alike, has_flower, kind

KONG_TILES = 4
"""Tiles that a kong starts with."""

NONE: frozenset[Kind] = frozenset()


def holds_flowers(rules: Ruleset, hand: Hand) -> bool:
    """Whether flowers of the resting hand are still to be shown: such a hand waits for nothing (rules H)."""
    return rules.flowers is not None and has_flower(hand.concealed)


def live_waits(rules: Ruleset, hand: Hand) -> frozenset[Kind]:
    """The strict waits of a resting hand (rules 0.2)."""
    if holds_flowers(rules, hand):
        return NONE
    return live_kinds(hand.resting, hand.melds, rules.shapes, rules.tiles.supply)


def counted_waits(rules: Ruleset, hand: Hand) -> frozenset[Kind]:
    """The waits that make a hand ready by the game's own definition: the live ones, or all that the shape has."""
    if holds_flowers(rules, hand):
        return NONE
    found = waits(hand.resting, hand.melds, rules.shapes, rules.tiles.supply)
    return frozenset(w.kind for w in found if w.live or rules.ready_by is ReadyBy.SHAPE)


def is_ready(rules: Ruleset, hand: Hand) -> bool:
    """Ready by the game's own definition."""
    return bool(counted_waits(rules, hand))


def ready_as_dealt(state: State) -> frozenset[int]:
    """Non-dealers who may declare the hand they were dealt: before the first discard, while nobody has konged, and once
    all flowers are shown."""
    ready = state.rules.ready
    if ready is None or not ready.at_deal or any(s.river or s.hand.melds for s in state.seats):
        return frozenset()
    if any(has_flower(s.hand.tiles) for s in state.seats):
        return frozenset()
    return frozenset(seat for seat in state.others(state.dealer) if is_ready(state.rules, state.seats[seat].hand))


def keeps_waits(rules: Ruleset, hand: Hand, after: Hand) -> bool:
    """Whether a kong that leaves `after` changes none of the waits of a hand."""
    return counted_waits(rules, after) == counted_waits(rules, hand)


def kong_keeps_ready(rules: Ruleset, hand: Hand, k: Kind, after: Hand) -> bool:
    """Whether a hand that was declared ready may make this kong, which leaves `after` (Chinese rules 1.10, A-5, 6): it
    is of the drawn tile, and the game allows such kongs then."""
    assert rules.ready is not None
    if hand.drawn is None or kind(hand.drawn) != k:
        return False
    match rules.ready.kong:
        case ReadyKong.SAME_WAITS:
            return keeps_waits(rules, hand, after)
        case ReadyKong.ADDED:
            return len(after.melds) == len(hand.melds)
        case ReadyKong.NEVER:
            return False


def kong_keeps_riichi(rules: Ruleset, hand: Hand, k: Kind) -> bool:
    """Whether a concealed kong of the drawn kind is allowed after riichi (rules 0.6).

    The drawn tile is the fourth, it is no wait, and the waits stay; by the default shape rule the three tiles also
    stand as one pung in every reading of the hand completed by any wait.
    """
    assert rules.riichi is not None
    resting = hand.resting
    if hand.drawn is None or kind(hand.drawn) != k or resting[k] != 3:
        return False
    before = counted_waits(rules, hand)
    if k in before:
        return False
    if rules.riichi.kong is RiichiKong.SHAPE:
        for w in before:
            grown = (*resting[:w], resting[w] + 1, *resting[w + 1 :])
            for reading in readings(grown, hand.melds, w, rules.shapes):
                if not any(g.form is Form.PUNG and g.kind == k for g in reading.groups):
                    return False
    return counted_waits(rules, after_kong(hand, k)) == before


def after_kong(hand: Hand, k: Kind) -> Hand:
    """The hand at rest once kind k is set apart as a concealed kong, before its replacement is drawn."""
    used = alike(hand.tiles, k)[:KONG_TILES]
    kept = list(hand.tiles)
    for t in used:
        kept.remove(t)
    return Hand(tuple(kept), (*hand.melds, Meld(Form.KONG, used, Source.CONCEALED)))
