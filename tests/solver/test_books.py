"""The books that kernels fill: what they do when they are full, and for whom they are kept."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.solver.positions import BOTH, FULL, random_position
from trainer.solver import books, efficiency, reference, value
from trainer.solver.problem import Problem


@pytest.fixture
def emptied(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many books were begun; small ones, as the test asks."""
    begun: list[int] = []
    real = books.Store._empty
    monkeypatch.setattr(books.Store, "_empty", lambda store: begun.append(1) or real(store))
    books.store.cache_clear()
    yield begun
    books.store.cache_clear()


def positions(melds: int, number: int = 40) -> list[Problem]:
    rng = random.Random(melds)
    return [random_position(rng, FULL, draws=0, melds=melds) for _ in range(number)]


@pytest.mark.parametrize(("name", "room", "melds"), [("UNITED", 400, 0), ("OWN", 256, 2)])
def test_a_full_book_is_begun_anew_and_the_answer_is_the_same(
    name: str, room: int, melds: int, emptied: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = positions(melds)
    expected = [efficiency.ukeire(p) for p in asked]
    assert len(emptied) == 1
    from trainer.solver.kernels import parts

    monkeypatch.setattr(parts, name, room)
    books.store.cache_clear()
    assert [efficiency.ukeire(p) for p in asked] == expected
    assert len(emptied) > 2


def test_one_book_serves_all_melds(emptied: list[int]) -> None:
    for p in positions(3, 12):
        for u in efficiency.ukeire(p)[:2]:
            assert u.shanten == reference.shanten(p.supply, p.resting(u.discard), p.held, p.melds, BOTH)
    assert len(emptied) == 1


def test_melds_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books.Store, "MELDS", 3)
    asked = positions(2, 12)
    expected = [efficiency.shanten.__wrapped__(p.supply, p.hand, p.held, p.melds, BOTH) for p in asked]
    again = [efficiency.shanten.__wrapped__(p.supply, p.hand, p.held, p.melds, BOTH) for p in reversed(asked)]
    assert again == expected[::-1]


def test_whether_an_answer_is_exact_does_not_hang_on_earlier_questions(
    emptied: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from trainer.solver.kernels import parts

    rng = random.Random(4)
    asked = [random_position(rng, FULL, draws=2, melds=2) for _ in range(12)]
    expected = [value.solve(p) for p in asked]
    assert all(o.exact for o in expected)
    monkeypatch.setattr(parts, "OWN", 512)
    books.store.cache_clear()
    emptied.clear()
    assert [value.solve(p) for p in asked] == expected
    assert len(emptied) > 1
