"""The hands that the facts are counted over hold every complete one, whatever shapes a game has."""

from __future__ import annotations

import pytest

from trainer.bench import facts
from trainer.hands import SEVEN_PAIRS, SEVEN_PAIRS_WITH_QUADS, STANDARD, Shape, is_complete
from trainer.tiles import KINDS, TileSet


@pytest.mark.parametrize(
    ("pairs", "alike", "complete"), [(SEVEN_PAIRS, 1, 13_277), (SEVEN_PAIRS_WITH_QUADS, 7, 15_349)]
)
@pytest.mark.slow
def test_every_complete_hand_of_one_suit_is_counted(pairs: Shape, alike: int, complete: int) -> None:
    tiles = TileSet.of("1-9p", copies=4)
    hands = list(facts._whole(tiles.kinds, tiles.supply, 14, (), alike))
    assert sum(is_complete(hand, (), (STANDARD, pairs)) for hand in hands) == complete
    assert len(hands) == len(set(hands))
    assert all(sum(hand) == 14 and len(hand) == KINDS for hand in hands)
