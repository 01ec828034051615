"""Wins for tests, written as text."""

from __future__ import annotations

from trainer.hands import SEVEN_PAIRS, STANDARD, Hand, parse_meld, readings
from trainer.rules.variant import Flag
from trainer.rules.win import By, Circumstance, Facts, Win
from trainer.tiles import Kind, kind, parse_tile, parse_tiles


def win(
    hand: str, tile: str, how: str = "discard", *flags: Flag, dealer: bool = False, melds: tuple[str, ...] = (),
    seat_wind: str | None = None, round_wind: str | None = None,
) -> Win:  # fmt: skip
    """`how` is discard, self_draw or robbed_kong."""
    winds = [None if w is None else Kind(parse_tile(w)) for w in (seat_wind, round_wind)]
    circumstance = Circumstance(By(how), dealer, winds[0], winds[1], frozenset(flags))
    return Win(Hand(parse_tiles(hand), tuple(map(parse_meld, melds))), parse_tile(tile), circumstance)


def facts(w: Win) -> list[Facts]:
    """The win under each of its readings."""
    shapes = (STANDARD, SEVEN_PAIRS)
    return [Facts(kind(w.tile), w.circumstance, r) for r in readings(w.counts, w.hand.melds, kind(w.tile), shapes)]
