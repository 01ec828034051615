"""Positions that are one idea in two pictures: mirrored ranks, exchanged suits, and shifted shapes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import permutations

from trainer.drill.puzzle import Place, Position
from trainer.hands import Hand, Meld
from trainer.tiles import FIRST_HONOR, FIRST_RED, KINDS, RANKS, Counts, Tile, TileSet, is_red, kind, sort_tiles

Image = tuple[int, ...]
"""Where each of the `KINDS` kinds goes."""

SUITS = FIRST_HONOR // RANKS


@lru_cache(maxsize=32)
def images(supply: Counts) -> tuple[Image, ...]:
    """Every exchange of suits, with and without mirroring the ranks, that maps the set of tiles onto itself."""
    found = []
    for order in permutations(range(SUITS)):
        for mirrored in (False, True):
            image = list(range(KINDS))
            for k in range(FIRST_HONOR):
                rank = RANKS - 1 - k % RANKS if mirrored else k % RANKS
                image[k] = order[k // RANKS] * RANKS + rank
            if all(supply[image[k]] == n for k, n in enumerate(supply)):
                found.append(tuple(image))
    return tuple(dict.fromkeys(found))


def shifts(supply: Counts, held: Counts) -> tuple[Image, ...]:
    """Every slide of the ranks that keeps all tiles of `held` within their suits."""
    found = []
    for step in range(1 - RANKS, RANKS):
        image = [
            k + step if k < FIRST_HONOR and 0 <= k % RANKS + step < RANKS else k for k in range(KINDS)
        ]
        moved = all(k >= FIRST_HONOR or 0 <= k % RANKS + step < RANKS for k, n in enumerate(held) if n)
        if step and moved and all(supply[image[k]] >= n for k, n in enumerate(held)):
            found.append(tuple(image))
    return tuple(found)


def tile_image(image: Image, tile: Tile) -> Tile:
    """A red five stays red where its image is a five, and becomes plain where it is not."""
    if is_red(tile):
        k = image[(tile - FIRST_RED) * RANKS + RANKS // 2]
        return Tile(FIRST_RED + k // RANKS) if k % RANKS == RANKS // 2 else Tile(k)
    return Tile(image[tile]) if tile < KINDS else tile


def counts_image(image: Image, counted: Counts) -> Counts:
    out = [0] * KINDS
    for k, n in enumerate(counted):
        out[image[k]] += n
    return tuple(out)


def meld_image(image: Image, meld: Meld) -> Meld:
    claimed = None if meld.claimed is None else tile_image(image, meld.claimed)
    return replace(meld, tiles=sort_tiles(tile_image(image, t) for t in meld.tiles), claimed=claimed)


def hand_image(image: Image, hand: Hand) -> Hand:
    return Hand(
        sort_tiles(tile_image(image, t) for t in hand.concealed),
        tuple(meld_image(image, m) for m in hand.melds),
        None if hand.drawn is None else tile_image(image, hand.drawn),
    )


def position_image(image: Image, position: Position) -> Position:
    places = tuple(
        Place(
            tuple(replace(t, tile=tile_image(image, t.tile)) for t in p.river),
            tuple(meld_image(image, m) for m in p.melds),
            p.tiles,
            tuple(tile_image(image, t) for t in p.aside),
            p.flowers,
            p.declared,
            tuple(tile_image(image, t) for t in p.won),
        )
        for p in position.places
    )
    return replace(
        position,
        hand=hand_image(image, position.hand),
        places=places,
        indicators=tuple(tile_image(image, t) for t in position.indicators),
        barred=tuple(sorted(kind(tile_image(image, Tile(k))) for k in position.barred)),
        stock=sort_tiles(tile_image(image, t) for t in position.stock),
        bonus_kind=None if position.bonus_kind is None else kind(tile_image(image, Tile(position.bonus_kind))),
    )


def keeps_dora(tiles: TileSet, image: Image, indicators: tuple[Tile, ...]) -> bool:
    """Whether the indicators' images point at the images of what they point at: a mirror turns most of them round."""
    return all(tiles.after(kind(tile_image(image, t))) == image[tiles.after(kind(t))] for t in indicators)


def essence(supply: Counts, *counted: Counts) -> tuple[Counts, ...]:
    """The same for every image of these counts: what tells two ideas apart."""
    return min(tuple(counts_image(image, c) for c in counted) for image in images(supply))


