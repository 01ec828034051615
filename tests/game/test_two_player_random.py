"""Random deals at the two-player table under several of its rules: every invariant of the other games holds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.game.build import tables_wall, two_player
from tests.variants.test_random_play import any_action, watch
from trainer import bots
from trainer.game import driver, record
from trainer.game import event as ev
from trainer.game.action import Action, DeclareReady, Discard, Kong, TakeWin
from trainer.game.record import Header, Record
from trainer.game.view import View
from trainer.rules.variant import DealerRule, DrawRules, Kongs, ReadyKong, ReadyRules, Ruleset, Wins

BASE = two_player()
GAMES: dict[str, Ruleset] = {
    "A": two_player(
        ready=ReadyRules(at_deal=True), deal=replace(BASE.deal, bonus_kind=True),
        match=replace(BASE.match, dealer=DealerRule.FIRST_WINNER, first_lot=True),
    ),
    "D": two_player(
        ready=ReadyRules(ReadyKong.ADDED, at_deal=True), match=replace(BASE.match, dealer=DealerRule.LOT),
    ),
    "E": two_player(
        ready=ReadyRules(), kongs=Kongs(added=True, after_claim=True),
        wins=Wins(furiten=False, first_kongs=True),
        match=replace(BASE.match, dealer=DealerRule.LOT),
    ),
    "G": two_player(ready=None, draws=DrawRules(discards=26), match=replace(BASE.match, dealer=DealerRule.LOT)),
}  # fmt: skip
"""Like the games of these letters in the Chinese rules, but for what a hand is worth."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_a_random_deal_holds_every_invariant(game: str, seed: int) -> None:
    rules = GAMES[game]
    events = watch(rules, seed)
    assert record.verify(rules, events) == []
    written = Record(Header.of(rules, ["random"] * 2), events)
    assert record.loads(record.dumps(written)) == written
    assert record.replay(rules, record.loads(record.dumps(written)).events) == record.replay(rules, events)


@pytest.mark.parametrize("game", ["A", "D"])
@pytest.mark.parametrize("seed", range(2))
def test_a_deal_in_which_both_are_ready_as_dealt_holds_them_too(game: str, seed: int) -> None:
    """Whoever is no dealer is asked before the first discard."""
    rules = GAMES[game]
    events = watch(rules, seed, tables_wall(rules, ["123456m22789m55z", "111333777z3499m"]))
    assert record.verify(rules, events) == []
    assert isinstance(events[2], ev.Declare) or events[2] == ev.Pass(events[2].seat, "ready")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", GAMES)
def test_many_random_deals_hold_every_invariant(game: str) -> None:
    for seed in range(100, 200):
        assert record.verify(GAMES[game], watch(GAMES[game], seed)) == []


def eager(view: View, rng: random.Random) -> Action:
    """Declares and kongs whenever it may, then nears a ready hand."""
    bold = (a for a in view.legal if isinstance(a, (Kong, DeclareReady)) or (isinstance(a, Discard) and a.ready))
    return next(bold, None) or bots.get("speed")(view, rng)


def restless(view: View, rng: random.Random) -> Action:
    """Anything but a win, so that deals last."""
    return rng.choice([a for a in view.legal if not isinstance(a, TakeWin)])


@pytest.mark.parametrize("game", GAMES)
def test_deals_between_all_sorts_of_players_can_be_proved(game: str) -> None:
    rules = GAMES[game]
    speed = bots.get("speed")
    for pair in ((speed, speed), (eager, eager), (eager, restless), (any_action, speed)):
        for seed in range(6):
            events = driver.play(rules, pair, driver.seeded_walls(rules, seed), deals=2)
            assert record.verify(rules, events) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_eight_deals_ends_by_its_length(game: str) -> None:
    events = driver.play(GAMES[game], [bots.get("speed")] * 2, driver.seeded_walls(GAMES[game], 1))
    end = events[-1]
    assert isinstance(end, ev.End)
    assert end.reason == "length"
    assert sum(isinstance(e, ev.Deal) for e in events) == 8
    assert sum(end.points) == 0


def test_declarations_wins_after_them_and_every_kong_are_seen() -> None:
    seen = set()
    for rules in GAMES.values():
        for pair in ((eager, eager), (eager, restless), (restless, restless)):
            for seed in range(8):
                for e in driver.play(rules, pair, driver.seeded_walls(rules, seed), deals=1):
                    match e:
                        case ev.Discard(ready=True):
                            seen.add("ready")
                        case ev.Kong():
                            seen.add(e.form)
                        case _:
                            seen.add(e.type)
    assert {"ready", "chow", "pung", "concealed", "added", "claimed", "win", "draw_game"} <= seen
