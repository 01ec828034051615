"""The same idea in another picture: mirrored, in another suit, or shifted, and answered afresh."""

from __future__ import annotations

import random
from dataclasses import replace

from trainer.drill.generate import SOLVER
from trainer.drill.puzzle import Position, Provenance
from trainer.drill.symmetry import hand_image, images, keeps_dora, position_image, shifts, tile_image
from trainer.drill.waits import WaitPuzzle, build, counting
from trainer.rules.variant import Ruleset
from trainer.tiles import KINDS, Kind, counts

RECIPE = "image-1"


def provenance(id_: str) -> Provenance:
    """Where an image of the puzzle `id_` comes from."""
    return Provenance(RECIPE, id_, SOLVER)


def other_waits(rules: Ruleset, puzzle: WaitPuzzle, rng: random.Random) -> WaitPuzzle | None:
    """Another picture of a wait puzzle; None when the hand has none."""
    concealed, held = counts(puzzle.hand.concealed), puzzle.hand.held
    own = tuple(a + b for a, b in zip(concealed, held, strict=True))
    shown = tuple(a + b for a, b in zip(own, counts(puzzle.river), strict=True))
    found = []
    for image in (*images(rules.tiles.supply), *shifts(rules.tiles.supply, shown)):
        hand = hand_image(image, puzzle.hand)
        made = build(
            rules,
            puzzle.rule_options,
            hand,
            tuple(tile_image(image, t) for t in puzzle.river),
            provenance(puzzle.id),
            replace(
                puzzle.place,
                riichi=puzzle.place.riichi and bool(counting(rules, hand)),
                declined=None if puzzle.place.declined is None else Kind(image[puzzle.place.declined]),
            ),
        )
        if made.hand != puzzle.hand and made.place.declined in (None, *made.waits):
            found.append(made)
    return rng.choice(found) if found else None


def other_position(rules: Ruleset, position: Position, rng: random.Random) -> Position | None:
    """Another picture of a position, still to be solved; None when it looks the same from everywhere."""
    plain = tuple(range(KINDS))
    fit = [i for i in images(rules.tiles.supply) if i != plain and keeps_dora(rules.tiles, i, position.indicators)]
    found = [position_image(i, position) for i in fit]
    found = [p for p in found if p.hand != position.hand]
    return rng.choice(found) if found else None
