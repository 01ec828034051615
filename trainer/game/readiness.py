"""What a resting hand waits for, and what a kong may not change. Derived when asked, never stored in a state."""

from __future__ import annotations

from trainer.hands import Form, Hand, Meld, Source, live_kinds, readings, waits
from trainer.rules.variant import ReadyBy, RiichiKong, Ruleset
from trainer.tiles import Kind, kind


def live_waits(rules: Ruleset, hand: Hand) -> frozenset[Kind]:
    """The strict waits of a resting hand (rules 0.2)."""
    return live_kinds(hand.resting, hand.melds, rules.shapes, rules.tiles.supply)


def counted_waits(rules: Ruleset, hand: Hand) -> frozenset[Kind]:
    """The waits that make a hand ready by the game's own definition: the live ones, or all that the shape has."""
    found = waits(hand.resting, hand.melds, rules.shapes, rules.tiles.supply)
    return frozenset(w.kind for w in found if w.live or rules.ready_by is ReadyBy.SHAPE)


def is_ready(rules: Ruleset, hand: Hand) -> bool:
    """Ready by the game's own definition."""
    return bool(counted_waits(rules, hand))


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
    used = tuple(t for t in hand.tiles if kind(t) == k)
    kept = tuple(t for t in hand.tiles if kind(t) != k)
    return Hand(kept, (*hand.melds, Meld(Form.KONG, used, Source.CONCEALED)))
