"""What is kept between two questions about one state is never told of another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from trainer import variants
from trainer.game import driver
from trainer.game.engine import begin, deal, evolve, fold, to_act
from trainer.game.state import State, changed, last_kept


def test_the_last_answer_is_kept_for_the_same_values_only() -> None:
    asked: list[tuple[object, ...]] = []

    @last_kept
    def told(*values: object) -> int:
        asked.append(values)
        return len(asked)

    one = (1, 2, 3)
    same = (*one,)
    assert [told(one), told(one), told(same), told(one)] == [1, 1, 2, 3]
    assert [told(one, same), told(one, same), told(same, one)] == [4, 4, 5]


def played(seed: int) -> list[State]:
    """The states of a deal, one after the other."""
    rules = variants.get("honglong").ruleset()
    state = begin(rules)
    wall, salt = next(driver.seeded_walls(rules, seed))
    states = [state]
    for event in deal(state, wall, salt):
        states.append(evolve(states[-1], event))
    return states


def test_two_games_that_are_asked_about_in_turn_do_not_mix() -> None:
    for mine, other in zip(played(1), played(2), strict=True):
        assert to_act(mine) == to_act(replace(mine)) == to_act(other)
        assert to_act(changed(mine, turn=1)) != to_act(changed(mine, turn=0)) or not to_act(mine)
    first, second = played(1)[-1], played(2)[-1]
    assert fold(first, ()) is first
    assert first != second
    assert first == played(1)[-1]


def test_a_field_that_does_not_exist_cannot_be_changed() -> None:
    state = begin(variants.get("bamboo").ruleset())
    assert changed(state, honba=3) == replace(state, honba=3)
    assert state.honba == 0
    with pytest.raises(AssertionError):
        changed(state, hanba=3)
