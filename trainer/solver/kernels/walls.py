"""What the plan of a search earns on real walls: tiles drawn without replacement, own throws gone for good."""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, kernel


@kernel
def following(state: Any) -> Any:
    """The next of a long row of chance numbers (splitmix64)."""
    return np.uint64(state) + np.uint64(0x9E3779B97F4A7C15)


@kernel
def mixed(state: Any) -> Any:
    """The chance number of a place in that row."""
    z = np.uint64(state)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def wins(walls: int, seed: int, first: int, unseen: Array, draws_left: int, chances: Array, rest_ends: Array,
         draws: Array, kinds: Array, won: Array, drawn_ends: Array, throws: Array) -> Any:  # fmt: skip
    """How many of so many walls the plan wins, from the resting hand `first` on.

    `unseen` are the kinds of all unseen tiles; `chances[n]` what every resting hand is worth with n draws to come,
    which is the plan: a tile drawn is kept when a hand that it leads to is worth more than the hand as it is. The other
    arrays are those of `graph.explore`, `won` of `carry.chances`.
    """
    pile = unseen.copy()
    state = np.uint64(seed)
    found = 0
    for _ in range(walls):
        hand = first
        for made in range(draws_left):
            state = following(state)
            left = pile.shape[0] - made
            at = made + np.int64((mixed(state) >> np.uint64(11)) % np.uint64(left))
            tile = pile[at]
            pile[at] = pile[made]
            pile[made] = tile
            left = draws_left - made - 1
            over = False
            for e in range(rest_ends[hand - 1] if hand else 0, rest_ends[hand]):
                if kinds[e] != tile:
                    continue
                if won[e]:
                    over = True
                    break
                best = chances[left, hand]
                to = hand
                d = draws[e]
                for t in range(drawn_ends[d - 1] if d else 0, drawn_ends[d]):
                    if chances[left, throws[t]] > best:
                        best = chances[left, throws[t]]
                        to = throws[t]
                hand = to
                break
            if over:
                found += 1
                break
    return found
