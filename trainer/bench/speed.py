"""How fast this machine is at what the product promises: the solver, self-play, the value bot, a page of a drill."""

from __future__ import annotations

import http.client
import logging
import multiprocessing
import random
import re
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from trainer import bots, jobs, variants
from trainer.analysis import Goal, Question, TooFar, analyze, one_suit, shanten
from trainer.bench import scoring
from trainer.game import driver
from trainer.game import event as ev
from trainer.game.action import Action
from trainer.game.view import View
from trainer.hands import Hand
from trainer.rules.breakdown import Unit
from trainer.rules.variant import Ruleset
from trainer.tiles import KINDS

CLIENTS = 16
REQUESTS = 40
PUZZLES = 8
HANDS = 20
SELFPLAY_RUNS = 5
SELFPLAY_SECONDS = 1.0

SELFPLAY = {"honglong": 200.0, "sanma2": 200.0}
"""Deals a second that the speed bot plays at least."""

COMPARED = "times as fast as the package mahjong"
COLD, KEPT = 1.0, 5.0
"""How many times as fast as the package, at least: hands not seen before, and those of one position."""

ADDED_COLD, ADDED_KEPT = 5_000.0, 20_000.0
"""Wins a second at least, of the same two sorts, where fan are added up: the package knows no such game."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure: median and worst in `unit` (rates have only a median), and what it was asked of.

    There is none where something to compare with is not installed. `least` is the figure that the product holds, `most`
    the median and the worst that it does not exceed.
    """

    name: str
    unit: str
    median: float | None
    worst: float | None = None
    least: float | None = None
    most: tuple[float, float | None] | None = None

    @property
    def holds(self) -> bool:
        if self.median is None:
            return True
        median, worst = self.most or (None, None)
        slow = (median is not None and self.median > median) or (worst is not None and (self.worst or 0) > worst)
        return not slow and (self.least is None or self.median >= self.least)


def spread(name: str, times: list[float], most: tuple[float, float | None] | None = None) -> Figure:
    """Milliseconds from seconds."""
    return Figure(name, "ms", 1000 * statistics.median(times), 1000 * max(times), most=most)


def timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def hands(rules: Ruleset, number: int, seed: int = 5) -> list[Hand]:
    """Dealt hands holding a drawn tile."""
    rng = random.Random(seed)
    return [scoring.dealt(rules, rng) for _ in range(number)]


def measure(variant: str) -> Iterator[Figure]:
    """Every figure of one game, as it is ready."""
    rules = variants.get(variant).ruleset()
    dealt = hands(rules, 2_000)
    for hand in dealt[:50]:
        shanten(rules, hand)
    yield Figure("shanten, calls a second", "/s", len(dealt) / timed(lambda: [shanten(rules, h) for h in dealt]))
    for draws in range(2, 7):
        yield _every_discard(rules, dealt[: HANDS if draws < 6 else 6], draws, Goal.WIN)
    yield _every_discard(rules, dealt[:6], 4, Goal.VALUE)
    yield from _scoring(rules)
    yield _selfplay(rules, "random")
    yield _selfplay(rules, "speed", SELFPLAY.get(variant))
    yield _value_bot(rules)
    yield from _page(variant)


def _every_discard(rules: Ruleset, sample: list[Hand], draws: int, goal: Goal) -> Figure:
    """An analysis of each hand, asked a second time where points have to be worked out first."""
    asked = "with the value, prices known" if goal is Goal.VALUE else "chance to win and to be ready"
    times: list[float] = []
    for hand in sample:
        question = Question(hand, (0,) * KINDS, draws, goal)
        try:
            if goal is Goal.VALUE or not times:
                analyze(rules, question)
            times.append(timed(partial(analyze, rules, question)))
        except TooFar:
            continue
    answered = "" if len(times) == len(sample) else f" ({len(times)} of {len(sample)} hands: the others are too far)"
    name = f"every discard, {draws} draws, {asked}{answered}"
    return spread(name, times) if times else Figure(name, "ms", None)


def _scoring(rules: Ruleset) -> Iterator[Figure]:
    """Hands a second, and how many times as fast as the package in the same run where it knows the game; the least is
    held for hands that it is asked about, or of the rate itself."""
    compared, added = scoring.compared(rules), rules.scoring.unit is Unit.FAN
    mine, times = scoring.medians(list(scoring.cold(rules)))
    yield Figure("wins scored a second, none seen before", "/s", mine, least=ADDED_COLD if added else None)
    if compared:
        yield Figure(f"  {COMPARED}", "x", times, least=COLD)
    if one_suit(rules) or not rules.wins.self_draw:
        return  # every price is worked out in advance there, or no tile is drawn
    runs = list(scoring.over_a_position(rules))
    for which, name, least, rate in (
        (0, "for the first time", None, None), (1, "readings and layouts kept", KEPT, ADDED_KEPT)
    ):  # fmt: skip
        mine, times = scoring.medians([run[which] for run in runs])
        yield Figure(f"wins of a position priced a second, {name}", "/s", mine, least=rate if added else None)
        if compared:
            yield Figure(f"  {COMPARED}", "x", times, least=least)


def _selfplay(rules: Ruleset, bot: str, least: float | None = None) -> Figure:
    """Whole deals of a bot against itself in a second of one core, the median of several runs."""
    choose = [bots.get(bot)] * rules.seats
    play = partial(driver.play, rules, choose, deals=1)
    play(driver.seeded_walls(rules, 0))
    jobs.keep_loaded()
    rates = []
    for run in range(SELFPLAY_RUNS):
        start, number = time.process_time(), 0
        while time.process_time() - start < SELFPLAY_SECONDS:
            number += 1
            play(driver.seeded_walls(rules, 1_000 * run + number))
        rates.append(number / (time.process_time() - start))
    return Figure(f"deals a second between {bot} bots, one core", "/s", statistics.median(rates), least=least)


def _value_bot(rules: Ruleset) -> Figure:
    """Decisions of the value bot as it plays on the site, over twenty deals."""
    from trainer.usecases import pricing
    from trainer.usecases.play import THINK_MS

    pricing.load(None, lambda done, total: None)  # the site does it before it serves
    thinking = bots.get("value", THINK_MS)
    times: list[float] = []

    def watched(view: View, rng: random.Random) -> Action:
        start = time.perf_counter()
        action = thinking(view, rng)
        times.append(time.perf_counter() - start)
        return action

    others = [bots.get("speed")] * (rules.seats - 1)
    for seed in range(HANDS):
        events = driver.play(rules, [watched, *others], driver.seeded_walls(rules, seed), deals=1)
        assert isinstance(events[0], ev.Deal)
    return spread("value bot on the site, a decision", times)


def _page(variant: str) -> Iterator[Figure]:
    """Drill pages as clients in another process wait for them: one alone, and sixteen at once without a pause."""
    from waitress.server import create_server

    from trainer.web import THREADS, create_app

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a queue is the point here
    with tempfile.TemporaryDirectory() as folder:
        server = create_server(create_app({"DATA": Path(folder)}), host="127.0.0.1", port=0, threads=THREADS)
        threading.Thread(target=server.run, daemon=True).start()
        port = int(server.effective_port)
        where = [_get(port, f"/waits?variant={variant}") for _ in range(PUZZLES)]
        clean = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=clean) as pool:
            alone = pool.submit(_clients, port, where, 1, 50).result()
            crowd = pool.submit(_clients, port, where, CLIENTS, REQUESTS).result()
        server.close()
    yield spread("a drill page, one client", alone)
    yield spread(f"a drill page, {CLIENTS} clients at once", crowd)


def _clients(port: int, paths: list[str], number: int, requests: int) -> list[float]:
    """Seconds that each of `number` clients waited for each of its requests, going round the pages from a place of its
    own; each keeps its connection."""
    times: list[float] = []

    def client(place: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for n in range(requests + 1):
            start = time.perf_counter()
            connection.request("GET", paths[(place + n) % len(paths)])
            answer = connection.getresponse()
            answer.read()
            if n:  # the first opens the connection
                times.append(time.perf_counter() - start)
            assert answer.status == 200, answer.status
        connection.close()

    threads = [threading.Thread(target=client, args=(place,)) for place in range(number)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return times


def _get(port: int, path: str) -> str:
    """Where this address leads."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        return re.sub(r"^https?://[^/]+", "", connection.getresponse().getheader("Location", ""))
    finally:
        connection.close()
