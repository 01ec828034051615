"""Games without people: seeds, walls, and what a bot is given."""

from __future__ import annotations

import random

import pytest

from tests.game.build import dull, play, rules, started
from trainer import variants
from trainer.game import driver
from trainer.game import event as ev
from trainer.game.action import Action, Pass, TakeWin
from trainer.game.record import verify
from trainer.game.view import View, observe
from trainer.text import Refusal
from trainer.tiles import Kind

SIX_NINE = "1112344455578"
"""Waits on 6 and 9."""


def any_action(view: View, rng: random.Random) -> Action:
    return rng.choice(view.legal)


def test_a_seed_gives_the_same_walls_and_another_other_ones() -> None:
    game = rules()
    first, second = driver.seeded_walls(game, 1), driver.seeded_walls(game, 1)
    walls = [next(first) for _ in range(5)]
    assert walls == [next(second) for _ in range(5)]
    assert walls[2] == driver.wall_of(game, 1, 3)
    assert len({w for w, _ in walls}) == len({s for _, s in walls}) == 5
    assert next(driver.seeded_walls(game, 2)) != walls[0]
    assert all(sorted(w) == sorted(game.tiles.tiles()) for w, _ in walls)


def test_the_same_seed_plays_the_same_match() -> None:
    game = rules(start=30_000)
    once = driver.play(game, [any_action] * 2, driver.seeded_walls(game, 9))
    assert once == driver.play(game, [any_action] * 2, driver.seeded_walls(game, 9))
    assert once != driver.play(game, [any_action] * 2, driver.seeded_walls(game, 10))
    assert isinstance(once[-1], ev.End)
    assert verify(game, once) == []


def test_a_bots_chance_depends_on_salt_seat_and_moment() -> None:
    draws = {driver.bot_rng(salt, seat, n).random() for salt in "ab" for seat in (0, 1) for n in (1, 2)}
    assert len(draws) == 8
    assert driver.bot_rng("a", 0, 1).random() == driver.bot_rng("a", 0, 1).random()


def test_only_so_many_deals() -> None:
    game = rules()
    events = driver.play(game, [any_action] * 2, driver.seeded_walls(game, 1), deals=3)
    assert [e.deal for e in events if isinstance(e, ev.Deal)] == [1, 2, 3]
    assert isinstance(events[-1], ev.Settle)


def test_a_match_that_could_not_end_is_refused() -> None:
    game = rules(bust=False)
    with pytest.raises(Refusal, match="would not end"):
        driver.play(game, [any_action] * 2, driver.seeded_walls(game, 1))
    assert driver.play(game, [any_action] * 2, driver.seeded_walls(game, 1), deals=1)


@pytest.mark.parametrize("key", ["fulldeck", "honglong", "sanma2"])
def test_a_match_whose_deals_are_all_void_is_given_up(key: str) -> None:
    """A void deal is played again by the same dealer (rules 0.13), so that no round of reckless bots ends."""
    game = variants.get(key).ruleset({"assist": False, "bust": False})

    def reckless(view: View, rng: random.Random) -> Action:
        return TakeWin() if TakeWin() in view.legal else view.legal[-1]

    with pytest.raises(Refusal, match="100 deals in a row were void"):
        driver.play(game, [reckless] * 2, driver.seeded_walls(game, 1))
    some = driver.play(game, [reckless] * 2, driver.seeded_walls(game, 1), deals=120)
    assert sum(isinstance(e, ev.Deal) for e in some) == 120
    assert {e.dealer for e in some if isinstance(e, ev.Deal)} == {0}
    out = variants.get(key).ruleset({"assist": False})
    ended = driver.play(out, [reckless] * 2, driver.seeded_walls(out, 1))[-1]
    assert isinstance(ended, ev.End)
    assert ended.reason == "bust"


def test_a_bots_view_does_not_count_hidden_passes() -> None:
    state = started(SIX_NINE, dull(SIX_NINE + "28", "6"), "28")
    state, _ = play(state, "0 discard:2s:drawn", "1 discard:6s", "0 pass")
    seen: list[View] = []

    def watching(view: View, rng: random.Random) -> Action:
        seen.append(view)
        return view.legal[0]

    driver.choice(state, 0, 6, watching)
    driver.choice(state, 0, 7, watching)
    assert seen == [observe(state, 0)] * 2


def test_the_waits_of_a_win_are_filled_in_for_a_bot() -> None:
    def win(view: View, rng: random.Random) -> Action:
        return TakeWin()

    state = started(SIX_NINE, dull(SIX_NINE + "226"), "226", declareWaits=True)
    state, _ = play(state, "0 discard:2s:drawn", "1 discard:2s:drawn")
    assert driver.choice(state, 0, 4, win) == TakeWin((Kind(23), Kind(26)))
    plain = started(SIX_NINE, dull(SIX_NINE + "6"), "6")
    assert driver.choice(plain, 0, 2, win) == TakeWin()


def test_bots_of_a_window_answer_from_the_same_moment() -> None:
    """Every seat that is asked is shown the state before anybody has answered."""
    game = rules(assist=False)
    moments: dict[tuple[int, int], set[int]] = {}

    def watching(view: View, rng: random.Random) -> Action:
        moments.setdefault((view.left, len(view.seats[0].river) + len(view.seats[1].river)), set()).add(view.seat)
        return Pass() if Pass() in view.legal else view.legal[-1]

    driver.play(game, [watching] * 2, driver.seeded_walls(game, 1), deals=1)
    assert len(moments) == 20  # ten turns and ten windows
