"""What bots do where it can be said what is right: wins, riichi, claims, kongs, and the phases that few games have."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.game.build import act, table
from tests.game.test_building import LIMIT, built, throw
from tests.game.test_exchange import exchanging
from tests.game.test_play_on import FAR_TOO, after_a_win
from trainer import bots, variants
from trainer.analysis import rated
from trainer.bots import claims, value
from trainer.game import driver, engine
from trainer.game import event as ev
from trainer.game.action import Action, Build, Discard, Name, Pass, TakeWin
from trainer.game.readiness import counted_waits
from trainer.game.state import State
from trainer.game.view import observe
from trainer.hands import Hand
from trainer.rules.score import score
from trainer.rules.variant import Flag
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.tiles import Kind, Tile, kind, tile_text

READY = "23m567p345678s55z"  # waits 1m 4m


def answer(state: State, seat: int, name: str, seed: int = 0, think: float = 1.0) -> Action:
    """What the bot does now; always something legal."""
    view = observe(state, seat)
    chosen = bots.get(name, think)(view, random.Random(seed))
    assert engine.refusal(state, seat, chosen) is None
    return chosen


def test_an_unknown_bot_is_refused_by_the_names_there_are() -> None:
    with pytest.raises(bots.UnknownBot, match="choose from random, speed, value"):
        bots.get("nobody")


@pytest.mark.parametrize("name", bots.LABELS)
def test_every_bot_takes_a_win_and_without_assistance_only_a_right_one(name: str) -> None:
    assert answer(table("fulldeck", [READY], "4m"), 0, name) == TakeWin()
    if name != "random":
        wrong = table("fulldeck", [READY], "9m", assist=False)
        assert TakeWin() in engine.legal(wrong, 0)
        assert not isinstance(answer(wrong, 0, name), TakeWin)


def test_without_assistance_a_furiten_win_is_passed() -> None:
    state = table("fulldeck", ["9m", READY], "1z1m4m", assist=False)
    state, _ = act(state, "0 throw", "1 throw", "0 throw")
    assert TakeWin() in engine.legal(state, 1)
    assert observe(state, 1).furiten
    assert answer(state, 1, "speed") == Pass()


def test_without_assistance_a_win_without_yaku_is_passed_and_one_with_riichi_is_not() -> None:
    state = table("fulldeck", ["9m", "23m567p345678s99p"], "1z2z1m", assist=False)
    silent, _ = act(state, "0 throw", "1 discard:2z:drawn", "0 throw")
    assert TakeWin() in engine.legal(silent, 1)
    assert isinstance(answer(silent, 1, "speed"), TakeWin), "a pinfu"
    edge = table("fulldeck", ["9m", "12m567p345678s99p"], "1z2z3m", assist=False)
    silent, _ = act(edge, "0 throw", "1 discard:2z:drawn", "0 throw")
    assert answer(silent, 1, "speed") == Pass()
    declared, _ = act(edge, "0 throw", "1 discard:2z:drawn:riichi", "0 throw")
    assert answer(declared, 1, "speed") == TakeWin()


def test_without_assistance_a_hand_below_the_minimum_does_not_win() -> None:
    rules = variants.get("seventeen").ruleset({"assist": False})
    chosen = [bots.get("speed")] * 2
    for seed in range(4):
        events = driver.play(rules, chosen, driver.seeded_walls(rules, seed), deals=1)
        assert not [e for e in events if isinstance(e, ev.FalseWin)]


def test_without_assistance_only_thirteen_orphans_rob_a_concealed_kong() -> None:
    state = table("fulldeck", ["999m", "78m567p345678s22p"], "9m", assist=False, kokushiAnkan=True)
    kong, _ = act(state, "0 kong:9m")
    assert TakeWin() in engine.legal(kong, 1)
    assert answer(kong, 1, "speed") == Pass()
    state = table("fulldeck", ["999m", "19p19s12345677z1m"], "9m", assist=False, kokushiAnkan=True)
    kong, _ = act(state, "0 kong:9m")
    assert answer(kong, 1, "speed") == TakeWin()


@pytest.mark.parametrize("name", ["speed", "value"])
def test_a_ready_hand_is_declared(name: str) -> None:
    assert answer(table("fulldeck", [READY], "9p"), 0, name).text == "discard:9p:drawn:riichi"
    assert answer(table("tenhodori", [READY], "9p"), 0, name).text == "discard:9p:drawn:riichi"


def test_an_open_hand_is_declared_ready_where_the_game_has_that() -> None:
    state = table("tenhodori", ["234m567p34567s55z", "9m"], "1z5z")
    state, _ = act(state, "0 throw", "1 throw", "0 pung:5z5z")
    chosen = answer(state, 0, "speed")
    assert isinstance(chosen, Discard)
    assert chosen.ready


def test_the_nearest_hand_with_the_most_useful_tiles_is_kept() -> None:
    state = table("fulldeck", ["234m567p3455688s"], "1z")
    assert {answer(state, 0, "speed", seed).text for seed in range(5)} == {"discard:1z:drawn:riichi"}
    two = table("fulldeck", ["246m55p345678s99p"], "1z")  # 1z stays as useless as a second gap is not
    assert answer(two, 0, "speed").text == "discard:1z:drawn"


@pytest.mark.parametrize("nearest", [True, False])
def test_useful_tiles_are_those_of_the_nearest_among_the_discards_asked_about(nearest: bool) -> None:
    view = observe(table("fulldeck", ["246m55p345678s99p"], "1z"), 0)
    every = rated(view.rules, view.hand, view.visible, every=True)
    least = min(every.values())[0]
    throws = [a for a in view.legal if isinstance(a, Discard) and (every[kind(a.tile)][0] == least) is nearest]
    left = claims.left_by(view, throws)
    assert [steps for steps, _ in left] == [every[kind(a.tile)][0] for a in throws]
    fewest = min(left)[0]
    found = {kind(a.tile): tiles for a, (steps, tiles) in zip(throws, left, strict=True) if steps == fewest}
    assert found == {k: every[k][1] for k in found}
    assert all(found.values())


# ------------------------------------------------------------------ claims, kongs, tiles aside


def offered(hand: str, tile: str, game: str = "fulldeck", **options: object) -> State:
    """The dealer has thrown this tile, and the other seat is asked."""
    state, _ = act(table(game, ["", hand], tile, **options), f"0 discard:{tile}:drawn")
    assert engine.to_act(state) == {1}
    return state


def test_a_pung_of_dragons_that_brings_nearer_is_claimed() -> None:
    assert answer(offered("234m567p3458s1z55z", "5z"), 1, "speed").text == "pung:5z5z"


def test_a_claim_that_leaves_nothing_to_win_with_is_passed() -> None:
    state = offered("12m789p123s99s334z", "3m")
    assert "chow:1m2m" in [a.text for a in engine.legal(state, 1)]
    assert answer(state, 1, "speed") == Pass()


def test_a_claim_that_brings_no_step_is_passed() -> None:
    state = offered("123m567p3455s67z9p", "3m")
    assert "chow:1m2m" in [a.text for a in engine.legal(state, 1)]
    assert answer(state, 1, "speed") == Pass()


def test_a_tile_that_would_complete_a_hand_which_may_not_win_is_not_claimed() -> None:
    furiten, _ = act(table("fulldeck", ["9m", READY], "1z1m4m"), "0 throw", "1 throw", "0 throw")
    assert TakeWin() not in engine.legal(furiten, 1)
    assert "chow:2m3m" in [a.text for a in engine.legal(furiten, 1)]
    assert answer(furiten, 1, "speed") == Pass()


def test_a_kong_that_costs_no_step_is_made_and_one_that_breaks_a_hand_is_not() -> None:
    assert answer(table("fulldeck", ["1111z234m567p34s9p"], "9s"), 0, "speed").text == "kong:1z"
    state = table("fulldeck", ["444m56m567p34588s"], "4m")
    assert "kong:4m" in [a.text for a in engine.legal(state, 0)]
    assert answer(state, 0, "speed") == TakeWin()
    state = table("fulldeck", ["444m56m567p34s889s"], "4m")
    assert "kong:4m" in [a.text for a in engine.legal(state, 0)]
    assert not answer(state, 0, "speed").text.startswith("kong")


def test_north_is_set_aside_unless_that_costs_a_step() -> None:
    assert answer(table("sanma2", ["1m3456778p119s24z"], "9m"), 0, "speed").text == "nuki:4z"
    pair = table("sanma2", ["123456789p12p44z"], "9s")
    assert "nuki:4z" in [a.text for a in engine.legal(pair, 0)]
    assert answer(pair, 0, "speed").text == "discard:9s:drawn:riichi"


def test_a_hopeless_deal_is_aborted_and_one_near_thirteen_orphans_is_not() -> None:
    hopeless, orphans = (
        table("fulldeck", [hand], draw) for hand, draw in (("159m258p19s12345z", "6p"), ("19m19p19s1234566z", "3m"))
    )
    for state, aborts in ((hopeless, True), (orphans, False)):
        assert "abort" in [a.text for a in engine.legal(state, 0)]
        assert (answer(state, 0, "speed").text == "abort") is aborts


# ------------------------------------------------------------------ naming, building, surviving


def test_kinds_that_the_attacker_threw_or_that_were_misses_are_not_named() -> None:
    state = table("tenhodori", [READY], "9s")
    state, _ = act(state, "0 discard:9s:drawn:riichi")
    named: set[int] = set()
    for _ in range(3):
        chosen = answer(state, 1, "speed")
        assert isinstance(chosen, Name)
        assert named.isdisjoint(chosen.kinds)
        assert Kind(26) not in chosen.kinds
        named |= set(chosen.kinds)
        state = replace(state, named=tuple(Kind(k) for k in sorted(named)))


@pytest.mark.parametrize("name", ["speed", "value"])
def test_a_hand_is_built_that_may_win(name: str) -> None:
    rules = variants.get("seventeen").ruleset()
    for seed in range(3):
        state = engine.fold(engine.begin(rules), engine.deal(engine.begin(rules), *driver.wall_of(rules, seed, 1)))
        chosen = answer(state, 0, name)
        assert isinstance(chosen, Build)
        waits = counted_waits(rules, Hand(chosen.tiles))
        shown = Bonus(dora=state.dora())
        who = Circumstance(By.DISCARD, True, rules.seat_winds[0], rules.round_wind, frozenset({Flag.RIICHI}), shown)
        worth = [score(rules, Win(Hand(chosen.tiles), Tile(k), who)) for k in waits]
        assert any(w.legal for w in worth), chosen.text


def test_what_is_thrown_is_no_wait_of_the_own_hand_and_rather_what_the_other_threw() -> None:
    state = built(["22334455667m88p", LIMIT], ["2m5m8m5p1s", "9p"])
    thrown = answer(state, 0, "speed")
    assert isinstance(thrown, Discard)
    assert kind(thrown.tile) not in counted_waits(state.rules, state.seats[0].hand)
    state, _ = throw(state, tile_text(thrown.tile))
    state, _ = throw(state, "9p")
    if Tile(17) in state.seats[0].stock:
        assert answer(state, 0, "speed") == Discard(Tile(17))


# ------------------------------------------------------------------ value


@pytest.mark.parametrize(("think", "draws"), [(0.0, 1), (0.5, 1), (2.0, 3), (10.0, 4), (100.0, 5)])
def test_the_value_bot_looks_as_far_ahead_as_its_time_allows(think: float, draws: int) -> None:
    assert value.horizon(9, think) == draws
    assert value.horizon(1, think) == 1


def test_in_large_sets_the_value_bot_looks_ahead_near_ready_when_it_has_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    real = value.analyze
    monkeypatch.setattr(value, "analyze", lambda rules, q, **how: asked.append(q.draws) or real(rules, q, **how))
    near = table("honglong", ["112334567m11z77z"], "9m")
    far = table("fulldeck", ["1469m258p369s123z"], "9m")
    answer(near, 0, "value", think=1.0)
    answer(far, 0, "value", think=20.0)
    assert asked == []
    answer(near, 0, "value", think=20.0)
    assert asked == [value.FAR_AHEAD]


# ------------------------------------------------------------------ play that goes on after a win


LASTING = "111p456p2245678s"
"""Waits on 3s, 6s and 9s, with a kong of 1p as well."""


@pytest.mark.parametrize("name", bots.LABELS)
def test_every_bot_goes_on_winning_with_its_locked_hand(name: str) -> None:
    state = after_a_win("1s9p9s8s6s", LASTING, FAR_TOO)
    state, _ = act(state, "1 throw")
    assert answer(state, 0, name) == TakeWin()


@pytest.mark.parametrize("name", ["speed", "value"])
def test_a_bot_makes_the_kongs_that_are_paid_and_cost_nothing(name: str) -> None:
    own, _ = act(after_a_win("1s9p9s8s1p", LASTING, FAR_TOO), "1 throw")
    claimed, _ = act(after_a_win("1s9p9s1p", LASTING, FAR_TOO), "1 throw")
    for state in (own, claimed):
        assert answer(state, 0, name).text == "kong:1p"


@pytest.mark.parametrize("name", ["speed", "value"])
def test_a_bot_exchanges_tiles_of_its_shorter_suit_and_keeps_the_pair(name: str) -> None:
    """The longer suit is full of gaps, and three of the shorter one have no neighbor."""
    assert answer(exchanging("13355799p44579s", "22446688p22368s"), 0, name).text == "swap:579s"
