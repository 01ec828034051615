"""What `bench --solver` prints of how the cost of a search grows."""

from __future__ import annotations

import pytest

from tests.solver.positions import FULL, position
from trainer.bench import solver


@pytest.fixture
def two_from_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand of each shanten, all of them the same."""
    hand = position("123m2378p24588s11z", supply=FULL).hand
    monkeypatch.setattr(solver, "met", lambda: {steps: [hand] for steps in range(4)})


@pytest.mark.usefixtures("two_from_ready")
def test_time_and_hands_are_told_for_every_exchange_and_number_of_draws() -> None:
    told = [list(solver._outlook(2, budget)) for budget in (1, 2)] + [list(solver._grown(draws)) for draws in (8, 17)]
    for time, hands in told:
        assert (time.unit, hands.unit, hands.name.strip()) == ("ms", "", "hands visited")
        assert time.median is not None
        assert time.median > 0
    assert [time.name for time, _ in told] == [
        f"outlook of {solver.DRAWS} draws, 2 from ready, 1 exchange",
        f"outlook of {solver.DRAWS} draws, 2 from ready, 2 exchanges",
        "outlook of 8 draws, 2 from ready, 1 exchange",
        "outlook of 17 draws, 2 from ready, 1 exchange",
    ]
    one, two, few, many = [hands.median for _, hands in told]
    assert one == few == many, "draws cost time alone"
    assert two > 10 * one
