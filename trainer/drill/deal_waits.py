"""Hands for wait drills: the trap class is chosen first, then a hand of that class is drawn from a seed.

Chance alone would hardly ever deal a blocked wait or an exhausted-only hand, so classes come in stated shares.
"""

from __future__ import annotations

import random
from functools import lru_cache

from trainer.drill.puzzle import Provenance
from trainer.drill.themes import SHARES, Trap
from trainer.drill.waits import WaitPuzzle, build, counting, trap_of
from trainer.hands import SEVEN_PAIRS, Form, Hand, Meld, Source
from trainer.rules.variant import Ruleset, Value
from trainer.tiles import FIRST_HONOR, RANKS, Counts, Kind, Tile, counts, kind, tiles_of

RECIPE = "trap-1"
"""Changed whenever the same seed would give another hand."""

ATTEMPTS = 50_000
FURITEN_SHARE = 0.25
"""Of the ready hands, how many get a river that holds one of their waits."""

MOST_RIVER = 5
MOST_KONGS = 2

_MANY_FROM = (6, 6, 6, 7, 7, 8)
"""Least number of waits asked of a hand of many, by chance, so that the rarest ones are met too."""


class NoSuchHand(LookupError):
    """No hand of a class was found: the class hardly exists in this game."""


def traps(rules: Ruleset) -> dict[Trap, int]:
    """The classes this game can have, with their shares."""
    return {
        trap: share
        for trap, share in SHARES.items()
        if (trap is not Trap.KONG or rules.kongs.concealed)
        and (trap is not Trap.SEVEN_PAIRS or SEVEN_PAIRS in rules.shapes)
    }


@lru_cache(maxsize=32)
def _cycle(shares: tuple[tuple[Trap, int], ...]) -> tuple[Trap, ...]:
    """A hundred slots (or as many as the shares sum to) in which every stretch keeps close to the shares."""
    total = sum(n for _, n in shares)
    given = dict.fromkeys((t for t, _ in shares), 0)
    out = []
    for slot in range(1, total + 1):
        trap = max(shares, key=lambda s: s[1] * slot / total - given[s[0]])[0]
        given[trap] += 1
        out.append(trap)
    return tuple(out)


def trap_at(rules: Ruleset, slot: int) -> Trap:
    """The class of the puzzle in this slot of a pack."""
    cycle = _cycle(tuple(traps(rules).items()))
    return cycle[slot % len(cycle)]


def one(
    rules: Ruleset, options: tuple[tuple[str, Value], ...], trap: Trap, rng: random.Random, provenance: Provenance
) -> WaitPuzzle:
    """A puzzle of this class; everything random comes from `rng`. Raises NoSuchHand."""
    hand = _hand(rules, trap, rng)
    return build(rules, options, hand, _river(rules, hand, rng), provenance)


def _hand(rules: Ruleset, trap: Trap, rng: random.Random) -> Hand:
    least = rng.choice(_MANY_FROM) if trap is Trap.MANY else 0
    kongs = rng.randint(1, MOST_KONGS) if trap is Trap.KONG else 0
    for _ in range(ATTEMPTS):
        hand = _draft(rules, trap, kongs, rng)
        if hand is not None and trap_of(rules, hand) is trap and len(counting(rules, hand)) >= least:
            return hand
    raise NoSuchHand(f"no hand of class {trap} in {rules.key}")


def _draft(rules: Ruleset, trap: Trap, kongs: int, rng: random.Random) -> Hand | None:
    """A hand that may be of the class; None when the tiles drawn do not exist together."""
    if trap is Trap.SEVEN_PAIRS:
        kinds = rng.sample(rules.tiles.kinds, 7)
        tiles = [Tile(k) for k in kinds for _ in range(2)]
        tiles.remove(Tile(kinds[0]))
        return Hand(tuple(tiles))
    if trap is Trap.NOT_READY and rng.random() < 0.5:
        return Hand(tuple(rng.sample(tiles_of(rules.tiles.supply), rules.deal.hand)))
    hand = _nearly_complete(rules, kongs, rng, beyond=trap is Trap.EXHAUSTED_ONLY)
    if hand is None or trap is not Trap.NOT_READY:
        return hand
    return _spoiled(rules, hand, rng)


def _nearly_complete(rules: Ruleset, kongs: int, rng: random.Random, *, beyond: bool) -> Hand | None:
    """Random sets and a pair, less one tile; `kongs` of the sets are concealed kongs set apart.

    `beyond`: the missing tile must be one more than the game has, so that it can never come.
    """
    supply = list(rules.tiles.supply)
    kinds = rules.tiles.kinds
    melds = []
    for k in rng.sample(kinds, kongs):
        melds.append(Meld(Form.KONG, (Tile(k),) * 4, Source.CONCEALED))
        supply[k] -= 4
    concealed: list[Kind] = []
    for _ in range((rules.deal.hand - 1) // 3 - kongs):
        k = rng.choice(kinds)
        chow = k < FIRST_HONOR and k % RANKS <= RANKS - 3 and rng.random() < 0.7
        concealed += [k, Kind(k + 1), Kind(k + 2)] if chow else [k] * 3
    concealed += [rng.choice(kinds)] * 2
    for k in concealed:
        supply[k] -= 1
    over = [Kind(k) for k, n in enumerate(supply) if n < 0]
    if beyond:
        if len(over) != 1 or supply[over[0]] < -1 or over[0] not in concealed:
            return None
        concealed.remove(over[0])
    elif over:
        return None
    else:
        concealed.remove(rng.choice(concealed))
    return Hand(tuple(Tile(k) for k in concealed), tuple(melds))


def _spoiled(rules: Ruleset, hand: Hand, rng: random.Random) -> Hand:
    """One tile exchanged for another: a hand that looks ready."""
    kept = list(hand.concealed)
    kept.remove(rng.choice(kept))
    left = list(tiles_of(_left(rules, hand)))
    return Hand((*kept, rng.choice(left)), hand.melds)


def _left(rules: Ruleset, hand: Hand) -> Counts:
    own = zip(rules.tiles.supply, counts(hand.concealed), hand.held, strict=True)
    return tuple(total - concealed - held for total, concealed, held in own)


def _river(rules: Ruleset, hand: Hand, rng: random.Random) -> tuple[Tile, ...]:
    """Own discards: with one of the waits among them in a stated share of ready hands, else with none."""
    wanted = counting(rules, hand)
    left = _left(rules, hand)
    harmless = [t for t in tiles_of(left) if kind(t) not in wanted]
    river = rng.sample(harmless, min(len(harmless), rng.randint(0, MOST_RIVER)))
    open_waits = [Tile(k) for k in wanted if left[k]]
    if open_waits and rng.random() < FURITEN_SHARE:
        river = river[: MOST_RIVER - 1]
        river.insert(rng.randint(0, len(river)), rng.choice(open_waits))
    return tuple(river)
