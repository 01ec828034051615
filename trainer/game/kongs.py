"""Kongs: which sets on the table a tile can join in one's own turn, and the hand after a kong (rules 0.6, F)."""

from __future__ import annotations

from trainer.game.readiness import KONG_TILES, after_kong
from trainer.game.state import Source
from trainer.hands import Form, Hand, Meld, with_claim
from trainer.hands import Source as MeldSource
from trainer.tiles import Kind, Tile, alike, kind, sort_tiles

CONCEALED = -1
"""Instead of a meld's place: four tiles of the hand make a kong of their own."""


def ways(hand: Hand, k: Kind, most: int) -> tuple[int, ...]:
    """How a hand can make a kong of this kind, at most two ways: places of melds that one tile of the hand joins, and
    CONCEALED for four of the hand.

    First a kong that has fewer than `most` tiles, then a pung, then the hand alone. More than one way needs more than
    four copies of a kind. The first is plain `kong`, the second `new`.
    """
    held = hand.counts[k]
    out: list[int] = []
    if held:
        same = [i for i, m in enumerate(hand.melds) if m.form is not Form.CHOW and m.kind == k]
        grows = [i for i in same if hand.melds[i].form is Form.KONG and len(hand.melds[i].tiles) < most]
        out = [*grows[:1], *[i for i in same if hand.melds[i].form is Form.PUNG][:1]]
    return (*out, CONCEALED) if held >= KONG_TILES else tuple(out)


def way(hand: Hand, k: Kind, most: int, *, new: bool) -> int | None:
    """The first or, with `new`, the second of the ways; None where there is none."""
    found = ways(hand, k, most)
    return found[new] if new < len(found) else None


def form(hand: Hand, at: int) -> Source:
    """What a kong made in this way is: one that stays concealed, or one that others may rob."""
    hidden = at == CONCEALED or hand.melds[at].is_concealed
    return Source.CONCEALED_KONG if hidden else Source.ADDED_KONG


def made(hand: Hand, tile: Tile, at: int) -> Hand:
    """The hand at rest after a kong with this tile, made in this way, before its replacement is drawn."""
    if at == CONCEALED:
        return after_kong(hand, kind(tile))
    kept = list(hand.tiles)
    kept.remove(tile)
    old = hand.melds[at]
    source = old.source if old.is_concealed else MeldSource.ADDED
    grown = Meld(Form.KONG, sort_tiles((*old.tiles, tile)), source, old.claimed, old.of)
    return Hand(tuple(kept), (*hand.melds[:at], grown, *hand.melds[at + 1 :]))


def claimed(hand: Hand, tile: Tile, of: int | None = None) -> Hand:
    """The hand at rest after a kong of another seat's discard with three tiles of its own."""
    return with_claim(hand, Form.KONG, alike(hand.concealed, kind(tile))[: KONG_TILES - 1], tile, of)


def robbed(hand: Hand, tile: Tile) -> Hand:
    """The hand after the tile that it added to a pung was won on: the set is a pung again (Chinese rules 1.7)."""
    at = next(i for i, m in enumerate(hand.melds) if m.source is MeldSource.ADDED and m.kind == kind(tile))
    old = hand.melds[at]
    left = list(old.tiles)
    left.remove(tile)
    pung = Meld(Form.PUNG, tuple(left), MeldSource.CLAIMED, old.claimed, old.of)
    return Hand(hand.concealed, (*hand.melds[:at], pung, *hand.melds[at + 1 :]), hand.drawn)
