"""How fast wins are scored, beside the public package `mahjong` on the same hands where that is installed."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from trainer.analysis import Goal, Question, asker, price_book, problem, shanten
from trainer.hands import Form, Hand, Meld, Source
from trainer.rules.families.riichi import Riichi
from trainer.rules.score import score
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.solver import value
from trainer.solver.problem import Leaf
from trainer.tiles import FIRST_HONOR, KINDS, RANKS, Counts, Kind, Tile, is_flower, sort_tiles, tiles_of

WINS = 1_000
RUNS = 7
COMPARED = 400
"""Winning hands of a position that the package is asked about."""

DRAWS = 6

Rates = tuple[float, float | None]
"""Hands a second, ours and the package's; None where it is not installed."""


def cold(rules: Ruleset, seed: int = 3) -> Iterator[Rates]:
    """Hands never seen before, each scored once."""
    rng = _chance(rules, seed)
    other = package(rules)
    for wins in ([random_win(rules, rng) for _ in range(WINS)] for _ in range(RUNS)):
        mine = rate(lambda w: score(rules, w), wins)
        yield mine, None if other is None else rate(*other(wins))


def dealt(rules: Ruleset, rng: random.Random) -> Hand:
    """A dealt hand that holds a drawn tile, its flowers replaced."""
    tiles = rng.sample([t for t in rules.tiles.tiles() if not is_flower(t)], rules.deal.hand + 1)
    return Hand(sort_tiles(tiles[:-1]), (), Tile(tiles[-1]))


def over_a_position(rules: Ruleset, seed: int = 3) -> Iterator[tuple[Rates, Rates]]:
    """Every winning hand that the solver prices for one position at one exchange from ready: the first time, and again
    with the readings and layouts that were kept (as for the next turn, the other seat, another indicator)."""
    rng = _chance(rules, seed)
    other = package(rules)
    number = 0
    while number < RUNS:
        hand = dealt(rules, rng)
        if shanten(rules, hand) != 1:
            continue
        number += 1
        q = Question(hand, (0,) * KINDS, DRAWS, Goal.VALUE, circumstance=asker(rules, 0, 0))
        leaves: list[Leaf] = []

        def listed(asked: Sequence[Leaf], into: list[Leaf] = leaves) -> list[float]:
            into += asked
            return [1.0] * len(asked)

        value.solve(problem(rules, q), value.LeafBook(listed), lock=rules.riichi is not None)
        book = price_book(rules, q, problem(rules, q))
        assert isinstance(book, value.LeafBook)
        chosen = rng.sample(leaves, min(COMPARED, len(leaves)))
        asked = None if other is None else other([_won(x, q.circumstance) for x in chosen])
        first, again = (
            (
                rate(book.prices, [leaves]) * len(leaves),
                None if asked is None else rate(*asked),
            )
            for _ in range(2)
        )
        yield first, again


def _chance(rules: Ruleset, seed: int) -> random.Random:
    """Other hands for each game: what is kept of a hand serves every game with its tiles."""
    return random.Random(f"{rules.key}/{seed}")


def medians(rates: Sequence[Rates]) -> tuple[float, float | None]:
    """Hands a second, and how many times as fast as the package: of both the median of the runs."""
    times = [mine / other for mine, other in rates if other is not None]
    return statistics.median(mine for mine, _ in rates), statistics.median(times) if times else None


def rate(call: Callable[[Any], object], asked: Sequence[Any]) -> float:
    """Calls in a second of one core, without the collections of garbage that fall into it by chance."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    for each in asked:
        call(each)
    taken = time.process_time() - start
    gc.enable()
    return len(asked) / taken


# ------------------------------------------------------------------ hands


def random_win(rules: Ruleset, rng: random.Random) -> Win:
    """Sets and a pair at random, some of the sets claimed; a concealed hand often declared ready."""
    kinds = rules.tiles.kinds
    while True:
        sets: list[tuple[Kind, ...]] = []
        while len(sets) < rules.deal.hand // 3:
            k = rng.choice(kinds)
            run = (k, Kind(k + 1), Kind(k + 2))
            if k < FIRST_HONOR and k % RANKS < RANKS - 2 and rng.random() < 0.8:
                if set(run) <= set(kinds):
                    sets.append(run)
            else:
                sets.append((k,) * 3)
        pair = rng.choice(kinds)
        counted = Counter([pair, pair, *(k for s in sets for k in s)])
        if all(n <= rules.tiles.supply[k] for k, n in counted.items()):
            break
    melds, concealed = [], [Tile(pair)] * 2
    claimed = 0 if rng.random() < 0.5 else rng.randint(1, 3)
    for i, s in enumerate(sets):
        form = Form.PUNG if s[0] == s[1] else Form.CHOW
        may = rules.claims.pung if form is Form.PUNG else rules.claims.chow
        if i < claimed and may:
            melds.append(Meld(form, tuple(map(Tile, s)), Source.CLAIMED))
        else:
            concealed += map(Tile, s)
    winner = concealed.pop(rng.randrange(len(concealed)))
    by = rng.choice([By.SELF_DRAW] * rules.wins.self_draw + [By.DISCARD] * rules.wins.discard)
    flags = rules.flags & {Flag.RIICHI, Flag.READY} if not melds and rng.random() < 0.5 else frozenset()
    who = asker(rules, rng.randrange(rules.seats), 0)
    return Win(Hand(sort_tiles(concealed), tuple(melds)), winner, replace(who, by=by, flags=flags))


def _won(leaf: Leaf, who: Circumstance) -> Win:
    """A leaf of the solver as a win by self-draw, in riichi where it is locked."""
    rest: Counts = tuple(n - (k == leaf.kind) for k, n in enumerate(leaf.hand))
    flags = frozenset({Flag.RIICHI} if leaf.locked else ())
    return Win(Hand(tiles_of(rest)), Tile(leaf.kind), replace(who, by=By.SELF_DRAW, flags=flags))


# ------------------------------------------------------------------ the package


def compared(rules: Ruleset) -> bool:
    """Whether the package knows this game's scoring."""
    return isinstance(rules.scoring, Riichi)


def package(rules: Ruleset) -> Callable[[Sequence[Win]], tuple[Callable[[Any], object], list[Any]]] | None:
    """What turns wins into the package's own words before the clock runs, and the call to time; None without it, and
    for games that it does not know."""
    if not isinstance(rules.scoring, Riichi) or find_spec("mahjong") is None:
        return None
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld as TheirMeld

    forms = {Form.CHOW: TheirMeld.CHI, Form.PUNG: TheirMeld.PON}

    double = rules.scoring.double

    def asked(win: Win) -> tuple[list[int], int, list[Any], Any]:
        copies = [[4 * k + i for i in range(4)] for k in range(KINDS)]
        winner = copies[win.tile].pop()
        melds = [TheirMeld(forms[m.form], [copies[t].pop() for t in m.tiles], opened=True) for m in win.hand.melds]
        tiles = [winner, *(copies[t].pop() for t in win.hand.concealed), *(t for m in melds for t in m.tiles)]
        c = win.circumstance
        config = HandConfig(
            is_tsumo=c.self_draw, is_riichi=Flag.RIICHI in c.flags, player_wind=c.seat_wind, round_wind=c.round_wind,
            options=OptionalRules(has_open_tanyao=True, has_double_yakuman=double),
        )  # fmt: skip
        return sorted(tiles), winner, melds, config

    def call(win: tuple[list[int], int, list[Any], Any]) -> object:
        tiles, winner, melds, config = win
        return HandCalculator.estimate_hand_value(tiles, winner, melds=melds, config=config)

    return lambda wins: (call, [asked(w) for w in wins])
