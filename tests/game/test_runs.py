"""Seeded deals of the Japanese games: their records hold, and every kind of event comes about."""

from __future__ import annotations

from collections import Counter

import pytest

from trainer import bots, variants
from trainer.game import driver, record
from trainer.game import event as ev

GAMES = ("fulldeck", "honglong", "sanma2")
PAIRS = (("random", "random"), ("speed", "random"), ("random", "speed"), ("speed", "speed"))
DEALS = 60


def deals(key: str, seed: int, number: int, pair: tuple[str, str], **options: object) -> tuple[ev.Event, ...]:
    """So many deals of one match after the other under a seed; who is below zero plays on."""
    rules = variants.get(key).ruleset({"bust": False, **options})
    chosen = [bots.get(name) for name in pair]
    events = driver.play(rules, chosen, driver.seeded_walls(rules, seed), deals=number)
    assert record.verify(rules, events) == []
    return events


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@pytest.mark.parametrize("key", GAMES)
def test_a_few_seeded_deals_hold(key: str, pair: tuple[str, str]) -> None:
    for seed in range(3):
        deals(key, seed, 1, pair)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@pytest.mark.parametrize("key", GAMES)
def test_sixty_seeded_deals_hold(key: str, pair: tuple[str, str]) -> None:
    for seed in range(DEALS):
        deals(key, seed, 1, pair)


OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("fulldeck", {"preset": "famicom"}),
    ("fulldeck", {"kokushiAnkan": True, "paarenchan": True, "ryanhanShibari": 4, "tsumoPayment": "share"}),
    ("honglong", {"suit": "s", "red": 1, "kanUra": False, "riichiKan": "waits", "assist": False}),
    ("sanma2", {"nuki": "WN", "fullSuit": "s", "kokushiAnkan": True, "assist": False}),
    ("sanma2", {"nuki": "none", "pon": False, "red": 2, "length": "south"}),
]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("key", "options"), OPTIONS)
def test_whole_matches_under_other_options_hold(key: str, options: dict[str, object]) -> None:
    """To the last hand, so that counters, sticks and dealerships are carried from deal to deal."""
    rules = variants.get(key).ruleset(options)
    for seed in range(6):
        chosen = [bots.get("random"), bots.get("speed")]
        events = driver.play(rules, chosen, driver.seeded_walls(rules, seed))
        assert isinstance(events[-1], ev.End)
        assert record.verify(rules, events) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_seeded_deals_visit_every_event() -> None:
    seen: Counter[str] = Counter()
    for key in GAMES:
        for seed in range(DEALS):
            for e in deals(key, seed, 1, ("random", "random")):
                seen[e.type] += 1
                if isinstance(e, (ev.DrawGame, ev.Settle)):
                    seen[f"{e.type} {e.reason}"] += 1
                if isinstance(e, ev.Kong):
                    seen[f"kong {e.form}"] += 1
    wanted = {
        "chow", "pung", "nuki", "indicator", "pass", "win", "kong claimed", "kong added", "kong concealed",
        "draw_game wall_empty", "draw_game discard_limit", "draw_game nine_kinds", "settle riichi", "settle win",
        "settle draw",
    }  # fmt: skip
    assert wanted <= set(seen), wanted - set(seen)
