"""The games of wenzhou, jisu, xueliu and jintan as far as a score needs them, and random wins of theirs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from trainer import variants
from trainer.hands import SEVEN_PAIRS_WITH_QUADS, STANDARD, Form, Hand, Meld, Source, parse_meld
from trainer.rules.families.doubling import xueliu
from trainer.rules.families.faces import jisu
from trainer.rules.families.flowers import jintan
from trainer.rules.families.highest import wenzhou
from trainer.rules.score import check, score
from trainer.rules.settle import Loser
from trainer.rules.variant import Claims, Deal, Dora, Flag, Kongs, Ruleset, Value
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.tiles import FIRST_HONOR, KINDS, RANKS, Tile, TileSet, parse_tile, parse_tiles

SETS = {
    "wenzhou": TileSet.of("1-9m 1-7z", copies=4),
    "jisu": TileSet((4,) * 9 + (0,) * 22 + (4,) * 3),
    "xueliu": TileSet.of("1-9p 1-9s", copies=4),
    "jintan": TileSet.of("1-9m 1-9p 1-9s 1-7z", copies=4, flowers=1),
}
OPTIONS: dict[str, dict[str, Value]] = {
    "wenzhou": {"combine": "max", "g_duanyao_honours": True},
    "jisu": {"b_triplet": 10, "b_dragons": 70, "b_ting": 2, "b_bonus": 5},
    "xueliu": {"gang_kai_total": 2, "cap": 0},
    "jintan": {"base": 10, "flower": 5, "dudiao": "narrow", "flower_kai": False},
}
SCORINGS = {"wenzhou": wenzhou, "jisu": jisu, "xueliu": xueliu, "jintan": jintan}
FLAGS = {
    "wenzhou": {Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.AFTER_KONG},
    "jisu": {Flag.READY},
    "xueliu": {Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.AFTER_KONG, Flag.HEAVENLY},
    "jintan": {Flag.LAST_TILE, Flag.KONG_REPLACEMENT},
}


@lru_cache(maxsize=64)
def _rules(key: str, given: tuple[tuple[str, Value], ...]) -> Ruleset:
    options = OPTIONS[key] | dict(given)
    assert options.keys() == OPTIONS[key].keys()
    short, seats = key == "jisu", 4 if key == "jintan" else 2
    return replace(
        variants.get("honglong").ruleset(),
        key=key, options=tuple(options.items()), tiles=SETS[key], seats=seats, deal=Deal(4 if short else 13),
        claims=Claims() if short else Claims(chow=key != "xueliu", pung=True, kong=True),
        kongs=Kongs(concealed=not short, added=not short), riichi=None, dora=Dora(),
        shapes=(STANDARD,) if short else (STANDARD, SEVEN_PAIRS_WITH_QUADS), scoring=SCORINGS[key](options),
        stakes=Loser(seats - 1), seat_winds=(None,) * seats, round_wind=None, flags=frozenset(FLAGS[key]),
    )  # fmt: skip


def rules(key: str, **options: Value) -> Ruleset:
    """One of the four games; options left out have their defaults."""
    return _rules(key, tuple(sorted(options.items())))


def win(
    hand: str, tile: str, how: str = "discard", *flags: Flag, melds: tuple[str, ...] = (), flowers: str = "",
    flip: str = "", dealer: bool = False,
) -> Win:  # fmt: skip
    """A win in text; `how` is discard, self_draw or robbed_kong."""
    bonus = Bonus(flowers=parse_tiles(flowers), flip=parse_tiles(flip))
    circumstance = Circumstance(By(how), dealer, flags=frozenset(flags), bonus=bonus)
    return Win(Hand(parse_tiles(hand), tuple(map(parse_meld, melds))), parse_tile(tile), circumstance)


def lines(given: Ruleset, w: Win) -> dict[str, int]:
    """What counts, as the worth of each line in all; a row with two lines has their sum."""
    check(given, w)
    out: Counter[str] = Counter()
    for x in score(given, w).worth.lines:
        out[x.id] += x.value * x.count
    return dict(out)


# ------------------------------------------------------------------ random wins


def _group(rng: random.Random, kinds: list[int], chows: float) -> tuple[Form, list[int]]:
    k = rng.choice(kinds)
    if rng.random() < chows and k < FIRST_HONOR and k % RANKS < RANKS - 2:
        return Form.CHOW, [k, k + 1, k + 2]
    return rng.choice([(Form.PUNG, [k] * 3), (Form.KONG, [k] * 4)])


def _meld(rng: random.Random, form: Form, kinds: list[int]) -> Meld:
    concealed = form is Form.KONG and rng.random() < 0.5
    return Meld(form, tuple(map(Tile, kinds)), Source.CONCEALED if concealed else Source.CLAIMED)


def random_win(rng: random.Random, given: Ruleset) -> Win:
    """A win of this game, put together from groups or from pairs; circumstances are any that `check` lets pass."""
    kinds = [k for k, n in enumerate(given.tiles.supply) if n]
    while True:
        number = rng.randint(4, 9)
        at = rng.randrange(len(kinds) - number + 1)
        # few kinds, and neighbors above all, make rare patterns common
        few = rng.sample(kinds, number) if rng.random() < 0.5 else kinds[at : at + number]
        melds: list[Meld] = []
        if given.deal.hand > 4 and rng.random() < 0.2:
            concealed = [k for k in rng.choices(few, k=7) for _ in range(2)]
        else:
            concealed = [rng.choice(few)] * 2
            openness, chows = rng.random(), rng.choice([0, 0.5, 0.9])
            for _ in range(given.deal.hand // 3):
                form, tiles = _group(rng, few, chows)
                fits = {Form.CHOW: given.claims.chow, Form.PUNG: given.claims.pung, Form.KONG: given.claims.kong}[form]
                if fits and (form is Form.KONG or rng.random() < openness):
                    melds.append(_meld(rng, form, tiles))
                else:
                    concealed += tiles[:3]
        held = Counter(concealed) + Counter(int(t) for m in melds for t in m.tiles)
        if any(n > given.tiles.supply[k] for k, n in held.items()):
            continue
        won = rng.choice(concealed)
        concealed.remove(won)
        rng.shuffle(concealed)
        c = _circumstance(rng, given)
        candidate = Win(Hand(tuple(map(Tile, concealed)), tuple(melds)), Tile(won), c)
        try:
            check(given, candidate)
        except ValueError:
            continue
        return candidate


def _circumstance(rng: random.Random, given: Ruleset) -> Circumstance:
    by = rng.choice([By.SELF_DRAW, By.DISCARD, By.DISCARD, By.ROBBED_KONG])
    by = By.DISCARD if by is By.ROBBED_KONG and not given.kongs.added else by
    flags = {f for f in sorted(given.flags) if rng.random() < (0.1 if f is Flag.HEAVENLY else 0.3)}
    flowers = rng.sample([Tile(t) for t in given.tiles.tiles() if t > KINDS + 2], rng.randint(0, 3)) if any(
        given.tiles.flowers
    ) else []  # fmt: skip
    flip = rng.choices([Tile(k) for k in given.tiles.kinds], k=5) if given.deal.hand == 4 else []
    bonus = Bonus(flowers=tuple(flowers), flip=tuple(flip))
    return Circumstance(by, rng.random() < 0.5, flags=frozenset(flags), bonus=bonus)


# ------------------------------------------------------------------ a slow way to read a hand

Groups = list[tuple[str, int]]


def splits(held: Counter[int], *, paired: bool = False) -> Iterator[Groups]:
    """Every way to lay out these kinds as pungs, chows and one pair: the lowest kind goes first into each in turn."""
    held = +held
    if not held:
        if paired:
            yield []
        return
    k = min(held)
    ways = [("pung", [k] * 3)] + [("pair", [k] * 2)] * (not paired)
    if k < FIRST_HONOR and k % RANKS < RANKS - 2:
        ways.append(("chow", [k, k + 1, k + 2]))
    for form, tiles in ways:
        if all(held[t] >= n for t, n in Counter(tiles).items()):
            for rest in splits(held - Counter(tiles), paired=paired or form == "pair"):
                yield [(form, k), *rest]
