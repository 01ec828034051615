"""The additive games for tests: rulesets around their scoring, wins written as text, and random wins."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

from trainer import variants
from trainer.hands import PAIRS, SEVEN_PAIRS_WITH_QUADS, STANDARD, Form, Hand, Meld, Source, parse_meld
from trainer.rules.families import chinese
from trainer.rules.families.additive import Additive
from trainer.rules.score import score
from trainer.rules.settle import Loser
from trainer.rules.variant import Claims, Deal, Flag, Kongs, Options, Ruleset, Value
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.tiles import FIRST_HONOR, RANKS, Kind, Tile, TileSet, parse_tile, parse_tiles, sort_tiles

GAMES: dict[str, dict[str, Value]] = {
    "jingdian": {"suit": "m", "zimo_stacks": True, "jia_fan": 10},
    "flower72": {"table": "D", "tian_ting": True, "seat2": "W"},
    "hk64": {"pinghu_pair": "any"},
    "hk128": {"pinghu_pair": "any"},
}
"""The options that the scoring of each game asks for, with their defaults."""

SCORINGS = {
    "jingdian": chinese.jingdian, "flower72": chinese.flower72, "hk64": chinese.hk64, "hk128": chinese.hk128,
}  # fmt: skip


def scoring(game: str, **options: Value) -> Additive:
    chosen: Options = GAMES[game] | options
    return SCORINGS[game](chosen)


@lru_cache(maxsize=64)
def rules(game: str, **options: Value) -> Ruleset:
    """The game as far as scoring asks about it."""
    suit = options.get("suit", "m")
    tiles = TileSet.of(
        f"1-9{suit} 1-7z", copies=8 if game == "hk128" else 4, flowers=1 if game == "flower72" else 0
    )
    return with_scoring(scoring(game, **options), tiles, key=game)


def with_scoring(how: Additive, tiles: TileSet, key: str = "test") -> Ruleset:
    return replace(
        variants.get("honglong").ruleset(), key=key, options=(), tiles=tiles, deal=Deal(hand=13),
        claims=Claims(chow=True, pung=True, kong=True), kongs=Kongs(added=True, tiles=max(tiles.supply)),
        flags=frozenset(Flag), shapes=(STANDARD, SEVEN_PAIRS_WITH_QUADS), scoring=how, stakes=Loser(),
    )  # fmt: skip


def win(
    hand: str, tile: str, by: str = "discard", *, melds: str = "", dealer: bool = False, flags: str = "",
    flowers: str = "", kind: str = "",
) -> Win:  # fmt: skip
    """Melds and flags are words; flowers are tiles; `kind` is the one drawn by lot."""
    bonus = Bonus(flowers=parse_tiles(flowers), kind=Kind(parse_tile(kind)) if kind else None)
    circumstance = Circumstance(By(by), dealer, flags=frozenset(map(Flag, flags.split())), bonus=bonus)
    held = Hand(sort_tiles(parse_tiles(hand)), tuple(map(parse_meld, melds.split())))
    return Win(held, parse_tile(tile), circumstance)


def worth(game: str, w: Win, **options: Value) -> dict[str, int]:
    """What each line adds."""
    return {x.id: x.value * x.count for x in score(rules(game, **options), w).worth.lines}


def total(game: str, w: Win, **options: Value) -> int:
    return score(rules(game, **options), w).worth.total


# ------------------------------------------------------------------ random wins


def random_win(game: Ruleset, rng: random.Random) -> Win:
    """A complete hand with any number of melds, won in any way, under flags that do not contradict each other."""
    while True:
        pairs = rng.random() < 0.1
        sets = _sets(game, rng, 0 if pairs else 4)
        pool = [k for k in game.tiles.kinds if k < FIRST_HONOR or rng.random() < 0.5]
        sets += [(k, k) for k in (rng.choice(pool) for _ in range(PAIRS if pairs else 1))]
        held = [k for s in sets for k in s]
        if all(held.count(k) <= game.tiles.supply[k] for k in held):
            break
    fixed = [(s, _meld(s, rng) if len(s) > 2 else None) for s in sets]
    melds = [m for _, m in fixed if m is not None]
    concealed = [Tile(k) for s, m in fixed if m is None for k in s]
    tile = concealed.pop(rng.randrange(len(concealed)))
    return Win(Hand(sort_tiles(concealed), tuple(melds)), tile, _circumstance(melds, tile, held, game, rng))


def _sets(game: Ruleset, rng: random.Random, number: int) -> list[tuple[Kind, ...]]:
    """Chows, pungs and kongs; the ranks of a hand lie near each other as often as not, where patterns are."""
    low = rng.randrange(RANKS - 2)
    out: list[tuple[Kind, ...]] = []
    honors = rng.random() * 0.6
    while len(out) < number:
        numbers = [k for k in game.tiles.kinds if k < FIRST_HONOR]
        near = [k for k in numbers if low <= k % RANKS <= low + 4] if rng.random() < 0.5 else numbers
        k = rng.choice([k for k in game.tiles.kinds if k >= FIRST_HONOR] if rng.random() < honors else near)
        if k < FIRST_HONOR and rng.random() < 0.6:
            if k % RANKS < RANKS - 2:
                out.append((k, Kind(k + 1), Kind(k + 2)))
        else:
            most = game.tiles.supply[k]
            out.append((k,) * (rng.randint(4, most) if rng.random() < 0.2 else 3))
    return out


def _meld(s: tuple[Kind, ...], rng: random.Random) -> Meld | None:
    """The set as a meld: kongs always, others sometimes."""
    tiles = tuple(Tile(k) for k in s)
    if len(s) > 3:
        return Meld(Form.KONG, tiles, rng.choice((Source.CLAIMED, Source.ADDED, Source.CONCEALED)))
    if rng.random() < 0.3:
        return Meld(Form.PUNG if s[0] == s[1] else Form.CHOW, tiles, Source.CLAIMED)
    return None


def _circumstance(
    melds: list[Meld], tile: Tile, held: list[Kind], game: Ruleset, rng: random.Random
) -> Circumstance:
    kong = any(m.form is Form.KONG for m in melds)
    flags: set[Flag] = set()
    by = rng.choice(list(By))
    alone = held.count(Kind(tile)) == 1  # whoever robs a kong, or takes the last of a kind, holds no other one
    if by is By.ROBBED_KONG and not alone:
        by = By.DISCARD
    if by is By.SELF_DRAW and kong and rng.random() < 0.5:
        flags.add(Flag.KONG_REPLACEMENT)
    if by is not By.ROBBED_KONG and rng.random() < 0.2:
        flags.add(Flag.LAST_TILE)
    shown = [t for m in melds if not m.is_concealed for t in m.tiles].count(tile)
    if shown >= 3 or (alone and rng.random() < 0.3):
        flags.add(Flag.LAST_OF_KIND)
    if rng.random() < 0.3:
        flags.add(Flag.READY)
    flowers = tuple(Tile(37 + i) for i in range(8) if game.tiles.flowers[i] and rng.random() < 0.4)
    kind = rng.choice(game.tiles.kinds)
    return Circumstance(by, rng.random() < 0.5, flags=frozenset(flags), bonus=Bonus(flowers=flowers, kind=kind))
