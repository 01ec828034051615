"""Patterns that are two others at once."""

from __future__ import annotations

from trainer.hands import Layout
from trainer.rules.patterns import forms, groups, holdings, sets, suits
from trainer.rules.table import of_layout


def both(first: of_layout, second: of_layout) -> of_layout:
    """Once, when both fit."""

    def pattern(h: Layout) -> int:
        return int(first.test(h) > 0 and second.test(h) > 0)

    return of_layout(pattern)


half_flush_pungs = both(suits.half_flush, sets.all_pungs)
full_flush_pungs = both(suits.full_flush, sets.all_pungs)
full_flush_pairs = both(suits.full_flush, forms.seven_pairs)
pairs_with_four_alike = both(forms.seven_pairs, holdings.fours)
last_tile_of_pungs = both(groups.one_tile_left, sets.all_pungs)
"""Four melds of pungs and kongs, and the single tile left completed the pair."""

full_flush_last_tile_of_pungs = both(suits.full_flush, last_tile_of_pungs)
