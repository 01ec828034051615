"""Claimed chances beside real walls: the player of plans, and the command that prints how far they are off."""

from __future__ import annotations

import json
from math import prod

import pytest
from click.testing import CliRunner

from tests.solver.positions import FULL, SMALL, position
from trainer import variants
from trainer.bench import walls
from trainer.cli import main
from trainer.solver import bounded


def realized(problem, number=40_000, judge=None):
    """Claimed and realized chance of the best discard."""
    outlook = bounded.solve(problem, None, False, judge, curve=False)
    best = max(outlook.options, key=lambda o: o.win_prob)
    graphs, _ = bounded.search(problem)
    (graph,) = [g for g in graphs if best.discard in g.discards]
    return best.win_prob, graph.realized(best.discard, number, 7, judge)


def test_a_ready_hand_wins_as_often_as_its_waits_come() -> None:
    """A hand that never changes waits for one of three tiles: that chance is known without any model."""
    problem = position("123m456p789s1112z", supply=FULL, draws=4, budget=0)
    unseen = sum(problem.unseen)
    missed = prod((unseen - 3 - made) / (unseen - made) for made in range(problem.draws))
    ((graph,), _) = bounded.search(problem)
    assert graph.realized(None, 200_000, 3, None) == pytest.approx(1 - missed, abs=0.002)


def test_the_same_seed_plays_the_same_walls() -> None:
    problem = position("13m1238p244556s66z", supply=FULL, draws=8)
    assert realized(problem, 2_000) == realized(problem, 2_000)


@pytest.mark.parametrize("draws", [2, 5])
def test_plans_for_the_whole_set_win_what_they_claim(draws: int) -> None:
    claimed, found = realized(position("13m1238p24455s666z", supply=FULL, draws=draws))
    assert found == pytest.approx(claimed, abs=0.008)


def test_small_walls_win_less_than_a_hand_only_wall_claims() -> None:
    """What the measurement is for: in a set of a few tiles the model is too hopeful or too timid, and it shows."""
    claimed, found = realized(position("1124m23p12z", supply=SMALL, draws=5))
    assert 0 < found < 1
    assert abs(claimed - found) < 0.1


def test_a_game_answered_exactly_is_not_off() -> None:
    stages = list(walls.measure(variants.get("bamboo").ruleset()))
    assert [s.draws for s in stages] == [4, 2, 1]
    assert all(s.exact == s.positions and s.mean == s.worst == 0 for s in stages)


@pytest.mark.slow
def test_the_command_tells_every_stage() -> None:
    found = CliRunner().invoke(main, ["bench", "--walls", "jisu", "--json"])
    assert found.exit_code == 0
    stages = json.loads(found.output)["walls"]["jisu"]
    assert [s["draws"] for s in stages] == [17, 10, 5]
    assert all(abs(s["worst"]) < 5 and s["positions"] == walls.POSITIONS for s in stages)
    assert "off by" in CliRunner().invoke(main, ["bench", "--walls", "jisu"]).output


def test_only_one_of_the_measurements_is_asked() -> None:
    found = CliRunner().invoke(main, ["bench", "--walls", "--solver"])
    assert found.exit_code == 2
    assert "only one" in found.output
