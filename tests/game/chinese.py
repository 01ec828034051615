"""Games with what the Chinese ones need of the engine, made from an existing one: flowers, kongs of up to eight tiles.

One suit and honors, no riichi, no dora, no dead wall; replacements come from the tail of the wall.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from trainer import variants
from trainer.hands import Form, Meld
from trainer.rules.breakdown import Points
from trainer.rules.flowers import Flowers, FlowersAt
from trainer.rules.settle import Stakes
from trainer.rules.variant import Claims, Deal, Dora, DrawRules, Kongs, Match, Ruleset
from trainer.tiles import TileSet

KINDS = "1-9m 1-7z"
MADE_UP = 7
"""What a seat is paid by each other one for all flowers, and once more for each of its kongs."""


def paid(melds: tuple[Meld, ...]) -> int:
    return MADE_UP * (1 + sum(m.form is Form.KONG for m in melds))


@dataclass(frozen=True, slots=True)
class ForThree(Stakes):
    """Thrice as much, so that three can pay it alike."""

    def amount(self, base: int, *, dealer: bool, self_draw: bool, honba: int = 0) -> Points:
        return 3 * Stakes.amount(self, base, dealer=dealer, self_draw=self_draw, honba=honba)


def chinese(**changes: Any) -> Ruleset:
    """Two seats, four copies, no flowers, unless changed."""
    plain = {
        "riichi": None,
        "dora": Dora(),
        "deal": Deal(hand=13, tail=True),
        "claims": Claims(chow=True, pung=True, kong=True),
        "kongs": Kongs(added=True),
        "draws": DrawRules(),
        "match": Match(start=1000, hands=8, bust=False),
        "tiles": TileSet.of(KINDS, copies=4),
    }
    return replace(variants.get("honglong").ruleset(), **{**plain, **changes})


def flowers_at_deal(**changes: Any) -> Ruleset:
    """Two seats, eight flowers, replaced right after the deal."""
    tiles = TileSet.of(KINDS, copies=4, flowers=1)
    return chinese(tiles=tiles, flowers=Flowers(FlowersAt.DEAL, **changes))


def flowers_at_turn(**changes: Any) -> Ruleset:
    """Four seats, eight flowers, replaced at each seat's own first turn; all eight are paid."""
    tiles = TileSet.of(KINDS, copies=4, flowers=1)
    winds = (*variants.get("fulldeck").ruleset().seat_winds, None, None)
    flowers = Flowers(FlowersAt.TURN, **{"pays": paid, **changes})
    return chinese(tiles=tiles, seats=4, seat_winds=winds, flowers=flowers, stakes=ForThree())


def eight_copies(**changes: Any) -> Ruleset:
    """Two seats, eight copies of each kind, kongs of up to eight tiles."""
    return chinese(tiles=TileSet.of(KINDS, copies=8), kongs=Kongs(added=True, **{"tiles": 8, **changes}))
