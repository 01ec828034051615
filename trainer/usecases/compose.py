"""A hand being put together: from text, tile by tile, and back to text, until it can be asked about.

The pages that take any hand come through here. A draft may be unfinished; it never holds more copies of a tile than
the game has. The question itself is checked where it is asked (`ask`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from trainer.hands import Hand, Meld, parse_meld, waits
from trainer.rules.variant import Ruleset, Variant
from trainer.rules.win import Win
from trainer.text import N_, Refusal
from trainer.tiles import Counts, Kind, Tile, counts, format_tiles, join_tiles, kind, parse_tile, parse_tiles, tiles_of
from trainer.usecases import catalog

__all__ = [
    "PLACES", "Draft", "Ruleset", "Variant", "add", "example_hand", "example_win", "full", "left", "own_draws",
    "read", "resting", "take_out", "with_win", "won_with",
]  # fmt: skip

T = TypeVar("T")
KONG_TILES = 4

PLACES = ("hand", "seen", "kong")
"""Where the next tile of the pad goes: into the hand, to the other tiles in sight, four of it as a concealed kong."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Concealed tiles in the order in which they came, melds, other tiles in sight, and the winning tile if any."""

    hand: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    seen: tuple[Tile, ...] = ()
    win: Tile | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Everything that can be seen, the winning tile too."""
        won = () if self.win is None else (self.win,)
        return (*self.hand, *won, *self.seen, *(t for m in self.melds for t in m.tiles))

    def texts(self) -> dict[str, str]:
        """The draft as fields of a form; empty ones are left out."""
        shown = {
            "hand": join_tiles(self.hand),
            "melds": " ".join(m.text for m in self.melds),
            "seen": format_tiles(self.seen),
            "win": "" if self.win is None else join_tiles((self.win,)),
        }
        return {field: text for field, text in shown.items() if text}


def read(rules: Ruleset, fields: Mapping[str, str]) -> Draft:
    """The draft in the fields `hand`, `melds`, `seen`, `win`; raises Refusal on text that is none."""
    win = fields.get("win", "").strip()
    draft = Draft(
        hand=parse_tiles(fields.get("hand", "")),
        melds=tuple(parse_meld(text) for text in fields.get("melds", "").split()),
        seen=parse_tiles(fields.get("seen", "")),
        win=parse_tile(win) if win else None,
    )
    rules.tiles.check(draft.tiles)
    return draft


def resting(rules: Ruleset, draft: Draft) -> int:
    """Concealed tiles of the hand between turns."""
    return max(0, rules.deal.hand - 3 * len(draft.melds))


def full(rules: Ruleset, draft: Draft) -> bool:
    """Whether the hand holds a tile more than between turns."""
    return len(draft.hand) + (draft.win is not None) > resting(rules, draft)


def left(rules: Ruleset, draft: Draft) -> Counts:
    """Copies of each kind that the draft does not show."""
    used = counts(draft.tiles)
    return tuple(s - u for s, u in zip(rules.tiles.supply, used, strict=True))


def with_win(rules: Ruleset, draft: Draft) -> Draft:
    """The last tile of a hand with one tile too many is the one it was won with."""
    if draft.win is None and len(draft.hand) == resting(rules, draft) + 1:
        return replace(draft, hand=draft.hand[:-1], win=draft.hand[-1])
    return draft


def add(rules: Ruleset, draft: Draft, text: str, place: str) -> Draft:
    """A tile of the pad put where it belongs; the tile that makes a hand one too many is the last of `hand`."""
    tile = parse_tile(text)
    if place == "seen":
        grown = replace(draft, seen=(*draft.seen, tile))
    elif place == "kong":
        rest = _without_kind(draft, kind(tile))
        grown = replace(rest, melds=(*draft.melds, parse_meld("ckong:" + join_tiles([tile] * KONG_TILES))))
    else:
        if full(rules, draft):
            raise Refusal(N_("The hand is full: take a tile out first."))
        grown = replace(draft, hand=(*draft.hand, tile))
    rules.tiles.check(grown.tiles)
    return grown


def _without_kind(draft: Draft, k: Kind) -> Draft:
    """The concealed tiles of a kind move into a kong of it."""
    win = None if draft.win is not None and kind(draft.win) == k else draft.win
    return replace(draft, hand=tuple(t for t in draft.hand if kind(t) != k), win=win)


def take_out(draft: Draft, field: str, text: str) -> Draft:
    """One tile of `hand`, `seen` or `win`, or one of `melds`, taken out; one that is not there changes nothing."""
    if field == "melds":
        return replace(draft, melds=_less(draft.melds, parse_meld(text)))
    tile = parse_tile(text)
    if field == "seen":
        return replace(draft, seen=_less(draft.seen, tile))
    if field == "win":
        return replace(draft, win=None)
    return replace(draft, hand=_less(draft.hand, tile))


def won_with(draft: Draft, text: str) -> Draft:
    """A tile of the hand becomes the one it was won with; the former one goes back into the hand."""
    tile = parse_tile(text)
    if tile not in draft.hand:
        return draft
    back = () if draft.win is None else (draft.win,)
    return replace(draft, hand=(*_less(draft.hand, tile), *back), win=tile)


def _less(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    at = items.index(item) if item in items else len(items)
    return (*items[:at], *items[at + 1 :])


# ------------------------------------------------------------------ examples


def example_win(key: str) -> Win:
    """The win of the variant's first worked case."""
    return catalog.worked_cases(key)[0].win


def example_hand(key: str) -> Hand:
    """A hand to ask about: the one of the first worked case, with a drawn tile that does not complete it."""
    case = catalog.worked_cases(key)[0]
    hand = case.win.hand
    supply = case.rules.tiles.supply
    complete = {w.kind for w in waits(counts(hand.concealed), hand.melds, case.rules.shapes, supply)}
    rest = left(case.rules, Draft(hand.concealed, hand.melds))
    drawn = next(t for t in tiles_of(rest) if kind(t) not in complete)
    return Hand(hand.concealed, hand.melds, drawn)


def own_draws(rules: Ruleset) -> int:
    """Own draws that are left after the very first discard of a deal."""
    return (sum(rules.tiles.supply) - rules.seats * rules.deal.hand - 1) // rules.seats

