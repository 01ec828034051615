"""A hand being put together: from text, tile by tile, and back to text, until it can be asked about.

The pages that take any hand come through here. A draft may be unfinished; it never holds more copies of a tile than
the game has. The question itself is checked where it is asked (`ask`). Which melds, indicators, winds and counters
there are is read from the rules of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from trainer.analysis import ahead, river_counts, takes_discards
from trainer.hands import Form, Hand, Meld, parse_meld, waits
from trainer.rules.variant import Ruleset, Variant
from trainer.rules.win import By, Win
from trainer.text import N_, Refusal
from trainer.tiles import (
    FIRST_FLOWER,
    FIRST_HONOR,
    RANKS,
    Kind,
    Tile,
    counts,
    format_tiles,
    is_flower,
    is_red,
    join_tiles,
    kind,
    parse_tile,
    parse_tiles,
    rank,
    red_of,
)
from trainer.usecases import catalog
from trainer.usecases.ask import WINDS

__all__ = [
    "FIELDS", "Draft", "Ruleset", "Variant", "add", "example_hand", "example_melds", "example_win", "full", "left",
    "most_aside", "most_draws", "places", "pointing", "read", "resting", "river_counts", "round_winds", "seat_winds",
    "take_out", "takes_discards", "usual_draws", "ways", "with_win", "won_with",
]  # fmt: skip

T = TypeVar("T")
PUNG_TILES, KONG_TILES = 3, 4
HIGHEST_START = RANKS - 2
"""Rank of the highest tile that a chow can start with."""

HAND, CHOW, PUNG, KONG, CONCEALED_KONG = "hand", "chow", "pung", "kong", "ckong"
SEEN, DORA, URA, ASIDE, BONUS, FLIP = "seen", "dora", "ura", "aside", "bonus", "flip"
"""Where the next tile of the pad goes: into the hand; as a meld of this tile; to the other tiles in sight; as a dora
indicator or one under it; set aside; as the kind drawn by lot; to those turned after the win. A flower has one place.
"""


def places(rules: Ruleset, *, win: bool) -> tuple[str, ...]:
    """Where a tile of the pad can go in this game: for a `win`, or else for a position."""
    known = (
        (HAND, True),
        (CHOW, rules.claims.chow),
        (PUNG, rules.claims.pung),
        (KONG, rules.claims.kong or rules.kongs.added),
        (CONCEALED_KONG, rules.kongs.concealed),
        (DORA, rules.dora.shown),
        (URA, rules.dora.ura and win),
        (ASIDE, bool(rules.kongs.nuki)),
        (BONUS, rules.deal.bonus_kind),
        (FLIP, rules.flips > 0 and win),
        (SEEN, not win),
    )
    return tuple(place for place, there in known if there)


@dataclass(frozen=True, slots=True)
class Draft:
    """Concealed tiles in the order in which they came, melds, the winning tile if any, indicators of dora and those
    under them, how many tiles are set aside (and which, where only one kind is), the other tiles in sight, own flowers,
    the kind drawn by lot as one of its tiles, and the tiles turned after the win.
    """

    hand: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    seen: tuple[Tile, ...] = ()
    win: Tile | None = None
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    nuki: int = 0
    aside: tuple[Tile, ...] = ()
    flowers: tuple[Tile, ...] = ()
    bonus_kind: Tile | None = None
    flip: tuple[Tile, ...] = ()

    @property
    def shown(self) -> tuple[Tile, ...]:
        """What lies open: indicators, tiles set aside, and the other tiles in sight."""
        return (*self.dora, *self.ura, *self.aside, *self.seen)

    @property
    def own(self) -> tuple[Tile, ...]:
        """The hand with its melds and the winning tile."""
        won = () if self.win is None else (self.win,)
        return (*self.hand, *won, *(t for m in self.melds for t in m.tiles))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Everything that can be seen, the winning tile too."""
        return (*self.own, *self.shown, *self.flowers, *self.flip)

    def texts(self, *, win: bool = False) -> dict[str, str]:
        """The draft as fields of a form; empty ones are left out. All that lies open is in sight; a `win` has no such
        field."""
        shown = {
            "hand": join_tiles(self.hand),
            "melds": " ".join(m.text for m in self.melds),
            "seen": "" if win else format_tiles(self.shown),
            "win": "" if self.win is None else join_tiles((self.win,)),
            "dora": join_tiles(self.dora),
            "ura": join_tiles(self.ura),
            "nuki": str(self.nuki or ""),
            "flowers": join_tiles(self.flowers),
            "bonus_kind": "" if self.bonus_kind is None else join_tiles((self.bonus_kind,)),
            "bonus_flip": join_tiles(self.flip),
        }
        return {field: text for field, text in shown.items() if text}

    def lying(self, text: str) -> str:
        """Of the tiles in this text, those that lie in sight; a text that is none of tiles stays as it is."""
        try:
            return format_tiles((Counter(parse_tiles(text)) & Counter(self.shown)).elements())
        except Refusal:
            return text


FIELDS = ("hand", "melds", "seen", "win", "dora", "ura", "nuki", "flowers", "bonus_kind", "bonus_flip")
"""The fields of a form that hold a draft."""


def read(rules: Ruleset, fields: Mapping[str, str]) -> Draft:
    """The draft in the fields FIELDS; raises Refusal on text that is none.

    Fields the game does not have are not read. Indicators and tiles set aside that are also among those in sight are
    the same tiles.
    """
    win = fields.get("win", "").strip()
    nuki = _nuki(rules, fields.get("nuki", "").strip())
    lot = fields.get("bonus_kind", "").strip() if rules.deal.bonus_kind else ""
    draft = Draft(
        hand=parse_tiles(fields.get("hand", "")),
        melds=tuple(parse_meld(text) for text in fields.get("melds", "").split()),
        win=parse_tile(win) if win else None,
        dora=parse_tiles(fields.get("dora", "")) if rules.dora.shown else (),
        ura=parse_tiles(fields.get("ura", "")) if rules.dora.ura else (),
        nuki=nuki,
        aside=_aside(rules, nuki),
        flowers=parse_tiles(fields.get("flowers", "")) if any(rules.tiles.flowers) else (),
        bonus_kind=parse_tile(lot) if lot else None,
        flip=parse_tiles(fields.get("bonus_flip", "")) if rules.flips else (),
    )
    if not all(map(is_flower, draft.flowers)):
        raise Refusal(N_("Only flowers can be among the flowers."))
    seen = list(parse_tiles(fields.get("seen", "")))
    for t in draft.shown:
        if t in seen:
            seen.remove(t)
    draft = replace(draft, seen=tuple(seen))
    rules.tiles.check(draft.tiles, faces=True)
    return draft


def most_aside(rules: Ruleset) -> int:
    """How many tiles can be set aside in all."""
    return sum(rules.tiles.supply[k] for k in rules.kongs.nuki)


def _nuki(rules: Ruleset, text: str) -> int:
    if not text or not (most := most_aside(rules)):
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= most):
        raise Refusal(N_("From 0 to %(most)d tiles can be set aside."), most=most)
    return int(text)


def _aside(rules: Ruleset, number: int) -> tuple[Tile, ...]:
    """So many tiles set aside, where it is clear which."""
    return tuple(Tile(k) for k in rules.kongs.nuki) * number if len(rules.kongs.nuki) == 1 else ()


def resting(rules: Ruleset, draft: Draft) -> int:
    """Concealed tiles of the hand between turns."""
    return max(0, rules.deal.hand - 3 * len(draft.melds))


def full(rules: Ruleset, draft: Draft) -> bool:
    """Whether the hand holds a tile more than between turns."""
    return len(draft.hand) + (draft.win is not None) > resting(rules, draft)


def left(rules: Ruleset, draft: Draft) -> dict[Tile, int]:
    """Copies that the draft does not show of each tile of the game's set, red fives apart."""
    used = counts(draft.tiles)
    out: dict[Tile, int] = {}
    for k in rules.tiles.kinds:
        red = red_of(k)
        reds = rules.tiles.reds[k // RANKS] if red is not None else 0
        any_left = rules.tiles.supply[k] - used[k]
        if red is not None and reds:
            out[red] = min(any_left, reds - draft.tiles.count(red))
        plain = rules.tiles.supply[k] - reds - draft.tiles.count(Tile(k))
        out[Tile(k)] = max(0, min(any_left, plain))
    flowers = {Tile(FIRST_FLOWER + i): copies for i, copies in enumerate(rules.tiles.flowers) if copies}
    return out | {t: copies - draft.flowers.count(t) for t, copies in flowers.items()}


def with_win(rules: Ruleset, draft: Draft) -> Draft:
    """The last tile of a hand with one tile too many is the one it was won with."""
    if draft.win is None and len(draft.hand) == resting(rules, draft) + 1:
        return replace(draft, hand=draft.hand[:-1], win=draft.hand[-1])
    return draft


def add(rules: Ruleset, draft: Draft, text: str, place: str) -> Draft:
    """A tile of the pad put where it belongs; the tile that makes a hand one too many is the last of `hand`."""
    tile = parse_tile(text)
    if is_flower(tile):
        grown = replace(draft, flowers=(*draft.flowers, tile))
    elif place == BONUS:
        grown = replace(draft, bonus_kind=tile)
    elif place == FLIP:
        if len(draft.flip) >= rules.flips:
            raise Refusal(N_("At most %(most)d tiles are turned after a win."), most=rules.flips)
        grown = replace(draft, flip=(*draft.flip, tile))
    elif place == SEEN:
        grown = replace(draft, seen=(*draft.seen, tile))
    elif place == DORA:
        grown = replace(draft, dora=(*draft.dora, tile))
    elif place == URA:
        grown = replace(draft, ura=(*draft.ura, tile))
    elif place == ASIDE:
        if kind(tile) not in rules.kongs.nuki:
            raise Refusal(N_("This tile is never set aside in this game."))
        number = _nuki(rules, str(draft.nuki + 1))
        grown = replace(draft, nuki=number, aside=_aside(rules, number))
    elif place == HAND:
        if full(rules, draft):
            raise Refusal(N_("The hand is full: take a tile out first."))
        grown = replace(draft, hand=(*draft.hand, tile))
    else:
        grown = _melded(rules, draft, tile, place)
    rules.tiles.check(grown.tiles, faces=True)
    return grown


def _melded(rules: Ruleset, draft: Draft, tile: Tile, form: str) -> Draft:
    """A meld of this tile: what the hand holds of it moves there, the rest comes from the set.

    A chow goes up from the tile, or ends at the nine. A red five is taken from the hand, or where it was asked for.
    Where kongs may grow, one more tile of a kong goes onto it.
    """
    grows = _kong_of(rules, draft, kind(tile), form)
    if grows is None and resting(rules, draft) < PUNG_TILES:
        raise Refusal(N_("There is no room for another meld."))
    hand = [*draft.hand, *(() if draft.win is None else (draft.win,))]
    spare = left(rules, draft)
    taken: list[Tile] = []
    for k in [kind(tile)] if grows is not None else _kinds(kind(tile), form):
        free = [t for t, n in spare.items() if n > 0 and not is_flower(t) and kind(t) == k]
        found = [t for t in hand if kind(t) == k] + free
        if not found:
            raise Refusal(N_("There are not enough of these tiles left."))
        chosen = min(found, key=lambda t: (is_red(tile) and t != tile, t not in hand, is_red(t)))
        taken.append(chosen)
        if chosen in hand:
            hand.remove(chosen)
        else:
            spare[chosen] -= 1
    win = draft.win if draft.win is not None and draft.win in hand else None
    if win is not None:
        hand.remove(win)
    others, old = (draft.melds, ()) if grows is None else (_less(draft.melds, grows), grows.tiles)
    meld = parse_meld(f"{form}:{join_tiles((*old, *taken))}")
    return replace(draft, hand=tuple(hand), win=win, melds=(*others, meld))


def _kong_of(rules: Ruleset, draft: Draft, k: Kind, form: str) -> Meld | None:
    """The kong of this form that another tile of the kind goes onto, where kongs may hold more than four."""
    kongs = [m for m in draft.melds if m.kind == k and m.text.startswith(f"{form}:") and m.form is Form.KONG]
    return next((m for m in kongs if len(m.tiles) < rules.kongs.tiles), None)


def _kinds(k: Kind, form: str) -> list[Kind]:
    """The kinds of a meld that was asked for with a tile of kind `k`."""
    if form != CHOW:
        return [k] * (PUNG_TILES if form == PUNG else KONG_TILES)
    if k >= FIRST_HONOR:
        raise Refusal(N_("Honors make no chow."))
    first = k - max(0, rank(k) - HIGHEST_START)
    return [Kind(first + i) for i in range(PUNG_TILES)]


def take_out(draft: Draft, field: str, text: str) -> Draft:
    """What stands in a field of the form taken out once; what is not there changes nothing."""
    if field == "melds":
        return replace(draft, melds=_less(draft.melds, parse_meld(text)))
    if field == "nuki":
        return replace(draft, nuki=max(0, draft.nuki - 1), aside=draft.aside[1:])
    if field == "bonus_kind":
        return replace(draft, bonus_kind=None)
    tile = parse_tile(text)
    if field == "flowers":
        return replace(draft, flowers=_less(draft.flowers, tile))
    if field == "bonus_flip":
        return replace(draft, flip=_less(draft.flip, tile))
    if field == "seen":
        return replace(draft, seen=_less(draft.seen, tile))
    if field == "dora":
        return replace(draft, dora=_less(draft.dora, tile))
    if field == "ura":
        return replace(draft, ura=_less(draft.ura, tile))
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
    drawn = next(t for t, n in rest.items() if n and not is_red(t) and not is_flower(t) and kind(t) not in complete)
    return Hand(hand.concealed, hand.melds, drawn)


def pointing(rules: Ruleset, kinds: Iterable[Kind]) -> tuple[Tile, ...]:
    """The indicators that point at these kinds."""
    to = {rules.tiles.after(k): Tile(k) for k in rules.tiles.kinds}
    return tuple(to[k] for k in kinds)


def example_melds(rules: Ruleset) -> str:
    """A meld of each sort that the game has, in writing."""
    k = rules.tiles.kinds[0]
    forms = [p for p in places(rules, win=True) if p in (CHOW, PUNG, CONCEALED_KONG)]
    return " ".join(f"{form}:{format_tiles([Tile(x) for x in _kinds(k, form)])}" for form in forms)


# ------------------------------------------------------------------ what the game has


def ways(rules: Ruleset) -> tuple[By, ...]:
    """How a hand can be won."""
    discard = ((By.DISCARD, rules.wins.discard), (By.SELF_DRAW, rules.wins.self_draw))
    robbed = ((By.ROBBED_KONG, rules.wins.discard and rules.kongs.added),)
    return tuple(by for by, there in (*discard, *robbed) if there)


def round_winds(rules: Ruleset) -> tuple[str, ...]:
    """The winds of the rounds that are played; none where there is no round wind."""
    played = rules.match.rounds or (() if rules.round_wind is None else (rules.round_wind,))
    return tuple(letter for letter, k in WINDS.items() if k in played)


def seat_winds(rules: Ruleset) -> tuple[str, ...]:
    """The winds of the seats, the dealer's first; none where there are none."""
    letters = {k: letter for letter, k in WINDS.items()}
    return tuple(letters[k] for k in rules.seat_winds if k is not None)


def usual_draws(rules: Ruleset) -> int:
    """Own draws that a question is about unless it says otherwise."""
    return ahead(rules, most_draws(rules))


def most_draws(rules: Ruleset) -> int:
    """Own draws that are left after one's very first discard of a deal.

    Where nobody draws, the discards of another seat stand for them.
    """
    if rules.building is not None:
        return rules.draws.discards
    live = sum(rules.tiles.supply) - rules.deal.dead_wall - rules.seats * rules.deal.hand - 1
    return min(live // rules.seats, (rules.draws.discards or live) - 1)
