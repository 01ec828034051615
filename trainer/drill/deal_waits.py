"""Hands for wait drills: the trap class is chosen first, then a hand of that class is drawn from a seed.

Chance alone would hardly ever deal a blocked wait or an exhausted-only hand, so classes come in stated shares.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from trainer.analysis import every_discard, every_win, one_suit
from trainer.drill.puzzle import Provenance
from trainer.drill.themes import FEW_TILES, SHARES, SHARES_FEW, Trap
from trainer.drill.waits import Place, WaitPuzzle, bar, build, counting, trap_of
from trainer.hands import ORPHANS, PAIRS, THIRTEEN_ORPHANS, Form, Hand, Meld, Source, pairs_alike
from trainer.rules.variant import ReadyBy, Ruleset, Value
from trainer.tiles import FIRST_FLOWER, FIRST_HONOR, FLOWERS, RANKS, Counts, Kind, Tile, counts, kind, red_of, tiles_of

RECIPE = "trap-1"
"""Changed whenever the same seed would give another hand."""

ATTEMPTS = 50_000
FURITEN_SHARE = 0.25
"""Of the ready hands, how many get a river that holds one of their waits."""

DECLINED_SHARE = 0.25
"""Where wins are locked: of the hands that could win on several kinds, how many have let one of those wins go."""

LEAST_DECLINING = 2

FLOWERLESS, MOST_FLOWERS = 0.6, 3
"""Where flowers decide whether a discard may be won on: how many hands have none, and the most that others have."""

MOST_RIVER = 5
MOST_KONGS = 2
KONG_TILES = 4

_MANY_FROM = (6, 6, 6, 7, 7, 8)
"""Least number of waits asked of a hand of many, by chance, so that the rarest ones are met too."""


_CROWDED = {Trap.EXHAUSTED, Trap.MANY, Trap.QUAD, Trap.FOUR, Trap.THREE}
"""Classes that are met where most tiles are of one suit."""

CROWDING = 12
"""How much likelier a kind of that suit is drawn there than another."""

CROWD_SHARE = 0.4
"""Of the hands of the other classes, how many are drawn so, where there are several suits."""

RIICHI_SHARE = 0.5
"""Of the concealed hands that are ready, how many have declared it, in games with rounds."""

LONE_SHARE = 0.25
"""Of the hands of thirteen orphans, how many wait for all of them."""

QUAD_SHARE = 0.5
"""Of the hands of seven pairs, how many hold four alike where those count as two pairs."""

PROBES = 500
"""Drafts after which a class that was not met is taken not to exist in a game."""


class NoSuchHand(LookupError):
    """No hand of a class was found: the class hardly exists in this game."""


@lru_cache(maxsize=32)
def traps(rules: Ruleset) -> Mapping[Trap, int]:
    """The classes this game can have, with their shares."""
    claims = rules.claims.chow or rules.claims.pung or rules.claims.kong
    fits = {
        Trap.KONG: rules.kongs.concealed,
        Trap.EXHAUSTED: rules.ready_by is ReadyBy.LIVE,  # elsewhere they are waits like others
        Trap.EXHAUSTED_ONLY: rules.ready_by is ReadyBy.LIVE,
        Trap.SEVEN_PAIRS: pairs_alike(rules.shapes) > 0,
        Trap.ORPHANS: THIRTEEN_ORPHANS in rules.shapes,
        Trap.OPEN: claims and not every_win(rules) and _met(rules, Trap.OPEN),
        Trap.NO_YAKU: claims and not every_win(rules) and _met(rules, Trap.NO_YAKU),
        Trap.CLAIMED: claims and every_win(rules),
    }
    shares = SHARES_FEW if rules.deal.hand <= FEW_TILES else SHARES
    return {trap: share for trap, share in shares.items() if fits.get(trap, True)}


def _met(rules: Ruleset, trap: Trap) -> bool:
    """Whether trying meets a hand of the class: in some games no open hand lacks a yaku."""
    rng = random.Random(str(trap))
    place = _place(rules, rng)
    drafts = (_draft(rules, trap, 0, rng) for _ in range(PROBES))
    return any(hand is not None and trap_of(rules, hand, place) is trap for hand in drafts)


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
    place = _place(rules, rng)
    hand = _hand(rules, trap, place, rng)
    if place.round_wind is not None and rules.riichi is not None and hand.is_concealed and counting(rules, hand):
        place = replace(place, riichi=rng.random() < RIICHI_SHARE)
    river = _river(rules, hand, rng)
    place = _let_go(rules, hand, river, place, rng)
    if any(rules.tiles.reds):
        hand, river = _with_reds(rules, hand, river, rng)
    return build(rules, options, hand, river, provenance, place)


def _place(rules: Ruleset, rng: random.Random) -> Place:
    if not rules.match.rounds:
        return Place()
    place = Place(rng.random() < 1 / rules.seats, rng.choice(rules.match.rounds))
    if rules.flowers is None or every_discard(rules) or rng.random() < FLOWERLESS:
        return place
    every = [Tile(t) for t in range(FIRST_FLOWER, FIRST_FLOWER + FLOWERS)]
    return replace(place, flowers=tuple(sorted(rng.sample(every, rng.randint(1, MOST_FLOWERS)))))


def _let_go(rules: Ruleset, hand: Hand, river: tuple[Tile, ...], place: Place, rng: random.Random) -> Place:
    """The same after a win was let go, where that forbids others."""
    if not rules.wins.locks:
        return place
    every, left = counting(rules, hand), _left(rules, hand)
    won = [k for k in every if left[k] and bar(rules, hand, k, every, river, place) is None]
    if len(won) < LEAST_DECLINING or rng.random() >= DECLINED_SHARE:
        return place
    return replace(place, declined=rng.choice(won))


def _with_reds(
    rules: Ruleset, hand: Hand, river: tuple[Tile, ...], rng: random.Random
) -> tuple[Hand, tuple[Tile, ...]]:
    """The same tiles, each five being any of the copies that the set has: some of those are red."""
    copies: dict[int, list[Tile]] = {}
    for suit, reds in enumerate(rules.tiles.reds):
        five = Kind(suit * RANKS + RANKS // 2)
        red = red_of(five)
        assert red is not None
        copies[five] = [red] * reds + [Tile(five)] * (rules.tiles.supply[five] - reds)
        rng.shuffle(copies[five])

    def face(tile: Tile) -> Tile:
        return copies[tile].pop() if tile in copies else tile

    concealed = tuple(map(face, hand.concealed))
    melds = []
    for m in hand.melds:
        tiles = tuple(map(face, m.tiles))
        same = [t for t in tiles if m.claimed is not None and kind(t) == kind(m.claimed)]
        melds.append(replace(m, tiles=tiles, claimed=same[0] if same else None))
    return Hand(concealed, tuple(melds)), tuple(map(face, river))


def _hand(rules: Ruleset, trap: Trap, place: Place, rng: random.Random) -> Hand:
    least = rng.choice(_MANY_FROM) if trap is Trap.MANY else 0
    kongs = rng.randint(1, MOST_KONGS) if trap is Trap.KONG else 0
    for _ in range(ATTEMPTS):
        hand = _draft(rules, trap, kongs, rng)
        if hand is not None and trap_of(rules, hand, place) is trap and len(counting(rules, hand)) >= least:
            return hand
    raise NoSuchHand(f"no hand of class {trap} in {rules.key}")


def _draft(rules: Ruleset, trap: Trap, kongs: int, rng: random.Random) -> Hand | None:
    """A hand that may be of the class; None when the tiles drawn do not exist together."""
    if trap is Trap.SEVEN_PAIRS:
        kinds = rng.sample(rules.tiles.kinds, PAIRS)
        most = min(pairs_alike(rules.shapes), rules.tiles.supply[kinds[0]] // 2)
        if most > 1 and rng.random() < QUAD_SHARE:
            alike = rng.randint(2, most)
            kinds = [*kinds[alike - 1 :], *[kinds[-1]] * (alike - 1)]
        tiles = [Tile(k) for k in kinds for _ in range(2)]
        tiles.remove(Tile(kinds[0]))
        return Hand(tuple(tiles))
    if trap is Trap.ORPHANS:
        return _orphans(rng)
    if trap in (Trap.OPEN, Trap.NO_YAKU, Trap.CLAIMED):
        return _opened(rules, rng)
    if trap is Trap.NOT_READY and rng.random() < (0.5 if one_suit(rules) else 0.1):
        return Hand(tuple(rng.sample(tiles_of(rules.tiles.supply), rules.deal.hand)))
    crowded = not one_suit(rules) and (trap in _CROWDED or rng.random() < CROWD_SHARE)
    crowd = _crowd(rules, rng) if crowded else rules.tiles.kinds
    hand = _nearly_complete(rules, crowd, kongs, rng, beyond=trap is Trap.EXHAUSTED_ONLY)
    if hand is None or trap is not Trap.NOT_READY:
        return hand
    return _spoiled(rules, hand, rng)


def _crowd(rules: Ruleset, rng: random.Random) -> tuple[Kind, ...]:
    """All kinds, those of one whole suit many times."""
    suits = [[k for k in rules.tiles.kinds if k < FIRST_HONOR and k // RANKS == suit] for suit in range(3)]
    return (*rules.tiles.kinds, *(rng.choice([s for s in suits if len(s) == RANKS]) * CROWDING))


def _orphans(rng: random.Random) -> Hand:
    kinds = list(ORPHANS)
    if rng.random() >= LONE_SHARE:
        kinds.remove(rng.choice(kinds))
        kinds.append(rng.choice(kinds))
    return Hand(tuple(Tile(k) for k in kinds))


def _set(rules: Ruleset, kinds: Sequence[Kind], rng: random.Random) -> tuple[Kind, ...]:
    """A random chow or pung that the set of tiles has."""
    k = rng.choice(kinds)
    supply = rules.tiles.supply
    run = k < FIRST_HONOR and k % RANKS <= RANKS - 3 and supply[k + 1] > 0 and supply[k + 2] > 0
    return (k, Kind(k + 1), Kind(k + 2)) if run and rng.random() < 0.7 else (k, k, k)


def _opened(rules: Ruleset, rng: random.Random) -> Hand | None:
    """Random sets and a pair, less one tile; some of the sets, of forms that may be claimed, were claimed."""
    kinds = _crowd(rules, rng) if rng.random() < CROWD_SHARE else rules.tiles.kinds
    sets = [_set(rules, kinds, rng) for _ in range((rules.deal.hand - 1) // 3)]
    number = rng.randint(1, len(sets) - 1)
    melds: list[Meld] = []
    concealed = [rng.choice(kinds)] * 2
    for each in sets:
        form = Form.CHOW if each[0] != each[1] else Form.PUNG
        if len(melds) < number and (rules.claims.chow if form is Form.CHOW else rules.claims.pung):
            tiles = tuple(Tile(k) for k in each)
            melds.append(Meld(form, tiles, Source.CLAIMED, rng.choice(tiles)))
        else:
            concealed += each
    used = counts((*(Tile(k) for k in concealed), *(t for m in melds for t in m.tiles)))
    if not melds or any(n > total for n, total in zip(used, rules.tiles.supply, strict=True)):
        return None
    concealed.remove(rng.choice(concealed))
    return Hand(tuple(Tile(k) for k in concealed), tuple(melds))


def _nearly_complete(
    rules: Ruleset, kinds: Sequence[Kind], kongs: int, rng: random.Random, *, beyond: bool
) -> Hand | None:
    """Random sets and a pair of these kinds, less one tile; `kongs` of the sets are concealed kongs set apart.

    `beyond`: the missing tile must be one more than the game has, so that it can never come.
    """
    supply = list(rules.tiles.supply)
    melds = []
    for k in rng.sample(rules.tiles.kinds, kongs):
        size = KONG_TILES if rules.kongs.tiles == KONG_TILES else rng.randint(KONG_TILES, rules.kongs.tiles)
        melds.append(Meld(Form.KONG, (Tile(k),) * size, Source.CONCEALED))
        supply[k] -= size
    concealed: list[Kind] = []
    for _ in range((rules.deal.hand - 1) // 3 - kongs):
        concealed += _set(rules, kinds, rng)
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
    """Own discards, where they can forbid a win: with one of the waits among them in a stated share of ready hands,
    else with none. Where they do so until the next draw, only the last one is given."""
    if not rules.wins.furiten and not rules.wins.locks:
        return ()
    most = MOST_RIVER if rules.wins.furiten else 1
    wanted = counting(rules, hand)
    left = _left(rules, hand)
    harmless = [t for t in tiles_of(left) if kind(t) not in wanted]
    river = rng.sample(harmless, min(len(harmless), rng.randint(int(not rules.wins.furiten), most)))
    open_waits = [Tile(k) for k in wanted if left[k]]
    if open_waits and rng.random() < FURITEN_SHARE:
        river = river[: most - 1]
        river.insert(rng.randint(0, len(river)), rng.choice(open_waits))
    return tuple(river)
