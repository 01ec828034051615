"""How fast the solver is beside public packages, and how its cost grows: `bench --solver`.

The hands are those that greedy play meets in the usual set of 136 tiles; every figure is of one core, after warming up.
"""

from __future__ import annotations

import random
import resource
import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from trainer import variants
from trainer.analysis import Goal, Question, TooFar, analyze
from trainer.bench.speed import Figure, hands, spread, timed
from trainer.hands import Hand
from trainer.solver import bounded, efficiency, value
from trainer.solver.problem import Goal as Shape
from trainer.solver.problem import Problem
from trainer.solver.suits import Array
from trainer.solver.whole import Hands
from trainer.tiles import KINDS, Tile, sort_tiles, tiles_of

SUPPLY = (4,) * KINDS
NOTHING = (0,) * KINDS
GOALS = (Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS)
DRAWS = 17
SAMPLE = 24
"""Hands of each shanten."""

RUNS = 5
CALLS, BATCH, THROWS = 20_000, 1_000_000, 4_000

OUTLOOK = {1: (2.0, 4.0), 2: (10.0, 30.0), 3: (120.0, 300.0)}
"""Milliseconds at most for every discard with one exchange, median and worst, by shanten."""

MEMORY = 300.0
"""Megabytes at most of the whole process."""

Counts = tuple[int, ...]


@cache
def met() -> dict[int, list[Counts]]:
    """Hands of fourteen tiles by shanten that greedy play meets, so many of each from 0 to 3."""
    found: dict[int, list[Counts]] = {n: [] for n in range(4)}
    rng = random.Random(17)
    while min(map(len, found.values())) < SAMPLE:
        wall = [k for k, n in enumerate(SUPPLY) for _ in range(n)]
        rng.shuffle(wall)
        hand = [wall[:13].count(k) for k in range(KINDS)]
        last = 9
        for drawn in wall[13:31]:
            hand[drawn] += 1
            after = efficiency.rated(SUPPLY, tuple(hand), NOTHING, NOTHING, 0, GOALS, every=False)
            steps = min(s for s, _ in after.values())
            if steps < last and steps in found and len(found[steps]) < SAMPLE:
                found[steps].append(tuple(hand))
            last = min(last, steps)
            hand[max(after, key=lambda k: (-after[k][0], after[k][1], -k))] -= 1
            if last == 0:
                break
    return found


def measure() -> Iterator[Figure]:
    """Every figure, as it is ready."""
    yield from _hand_by_hand()
    for steps in range(4):
        for budget in range(3):
            if steps + budget < 5:
                yield from _outlook(steps, budget)
    for draws in (6, 12, 18, 36, 54):
        yield from _grown(draws)
    yield from _value()
    yield from _bamboo()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure("memory of the process", "MB", used, most=(MEMORY, None))


def _rate(call: Callable[[], object], number: int) -> float:
    """Things a second, the median of several runs."""
    call()
    return number / statistics.median(timed(call) for _ in range(RUNS))


def _dealt(number: int) -> Array:
    rng = np.random.default_rng(5)
    wall = np.repeat(np.arange(KINDS), 4)
    out = np.zeros((number, KINDS), np.int8)
    for row in out:
        np.add.at(row, rng.permutation(wall)[:14], 1)
    return out


def _hand_by_hand() -> Iterator[Figure]:
    """Shanten and useful tiles, and the packages on the same hands."""
    known, dealt = Hands(SUPPLY, GOALS), _dealt(CALLS)
    rows, lists = list(dealt), dealt.tolist()
    many = np.concatenate([dealt] * (BATCH // CALLS))
    unseen = (np.array(SUPPLY) - dealt).astype(np.int8)
    out = np.zeros((KINDS, 2), np.int16)

    def each(call: Callable[[Any], object], given: list[Any]) -> Callable[[], object]:
        def run() -> None:
            for hand in given:
                call(hand)

        return run

    yield Figure("shanten, one call a hand", "/s", _rate(each(known.shanten, rows), CALLS), least=1e6)
    yield Figure("shanten, one call of many hands", "/s", _rate(lambda: known.shantens(many), BATCH), least=30e6)
    for name, call in _packages():
        rate = None if call is None else _rate(each(call, lists[:THROWS]), THROWS)
        yield Figure(f"  the package {name}, one call a hand", "/s", rate)

    def throws() -> None:
        for i in range(THROWS):
            known.useful(rows[i], unseen[i], out)

    alone = _rate(throws, THROWS)
    yield Figure("useful tiles of every discard, one call a hand", "ms", 1000 / alone, most=(0.05, None))
    batch = _rate(lambda: known.useful_of(dealt[:THROWS], unseen[:THROWS]), THROWS)
    yield Figure("useful tiles of every discard, one call of many hands", "ms", 1000 / batch, most=(0.02, None))


def _packages() -> Iterator[tuple[str, Callable[[list[int]], object] | None]]:
    """Public packages and how each is asked; None for one that is not installed (`requirements-peers.txt`)."""

    def mahjong() -> Callable[[list[int]], object]:
        call: Callable[[list[int]], object] = import_module("mahjong.shanten").Shanten().calculate_shanten
        return call

    def xiangting() -> Callable[[list[int]], object]:
        package = import_module("xiangting")
        return lambda hand: package.calculate_replacement_number(hand, package.PlayerCount.FOUR)

    def jansou() -> Callable[[list[int]], object]:
        package = import_module("jansou.analysis.shanten")
        return lambda hand: package.shanten_counts(hand, 0)

    for find in (mahjong, xiangting, jansou):
        try:
            yield find.__name__, find()
        except ImportError:
            yield find.__name__, None


def _problem(hand: Counts, draws: int, budget: int) -> Problem:
    return Problem(SUPPLY, hand, 0, NOTHING, NOTHING, draws, GOALS, budget)


def _outlook(steps: int, budget: int) -> Iterator[Figure]:
    """How the cost grows with the exchanges from ready, and with those allowed."""
    sample = met()[steps] if budget < 2 else met()[steps][: SAMPLE // 3]
    name = f"outlook of {DRAWS} draws, {steps} from ready, {budget} exchange{'s' * (budget != 1)}"
    most = OUTLOOK.get(steps) if budget == 1 else None
    yield from _searched(name, [_problem(hand, DRAWS, budget) for hand in sample], most)


def _grown(draws: int) -> Iterator[Figure]:
    """How the cost grows with the draws to come."""
    name = f"outlook of {draws} draws, 2 from ready, 1 exchange"
    yield from _searched(name, [_problem(hand, draws, 1) for hand in met()[2]], None)


def _searched(name: str, asked: Sequence[Problem], most: tuple[float, float] | None) -> Iterator[Figure]:
    """The chances of every discard of each position, and how many hands are visited."""
    times = [timed(lambda p=p: value.solve(p, curve=False)) for p in asked]  # type: ignore[misc]
    nodes = [sum(len(g.rest_need) + len(g.drawn_need) for g in bounded.search(p)[0]) for p in asked]
    yield spread(name, times, most)
    yield Figure("  hands visited", "", statistics.median(nodes), max(nodes))


def _value() -> Iterator[Figure]:
    """With expected points by the rules of the whole set, prices not known before."""
    rules = variants.get("fulldeck").ruleset({"red": 0})
    times = []
    for hand in met()[2]:
        tiles = tiles_of(hand)
        held = Hand(sort_tiles(tiles[:-1]), (), Tile(tiles[-1]))
        question = Question(held, NOTHING, DRAWS, Goal.VALUE)
        try:
            times.append(timed(lambda q=question: analyze(rules, q, curve=False)))  # type: ignore[misc]
        except TooFar:
            continue
    yield spread(f"with expected points, {DRAWS} draws, 2 from ready, 1 exchange", times, (100.0, None))


def _bamboo() -> Iterator[Figure]:
    rules = variants.get("bamboo").ruleset()
    for draws in range(2, 7):
        times = []
        for hand in hands(rules, SAMPLE):
            question = Question(hand, NOTHING, draws, Goal.WIN)
            times.append(timed(lambda q=question: analyze(rules, q, curve=False)))  # type: ignore[misc]
        yield spread(f"bamboo, exact, {draws} draws", times, (100.0, 150.0) if draws == 5 else None)
