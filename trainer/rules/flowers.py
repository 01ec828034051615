"""How flowers are played, in a set that has them: a part of a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from trainer.hands import Meld
from trainer.rules.breakdown import Points


class FlowersAt(StrEnum):
    """When the flowers of a dealt hand are shown: right after the deal, the dealer's first, or at each seat's own first
    turn, after its draw or its claim."""

    DEAL = "deal"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Flowers:
    """Flowers are shown, never discarded, each for a replacement; later ones as soon as they are drawn (rules D, H).

    With `kong_replacement` a win on a flower's replacement counts as one on a kong's. Where `pays` is given, a seat
    that has shown every flower of the set ends the deal: each other seat pays it the points that `pays` says of its
    melds.
    """

    at: FlowersAt
    kong_replacement: bool = False
    pays: Callable[[tuple[Meld, ...]], Points] | None = None
