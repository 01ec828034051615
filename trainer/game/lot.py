"""What is drawn by lot besides the wall: dice and the bonus kind, both taken from the deal's salt.

The salt is chosen outside with the wall and committed to before anything is shown, so that a record proves these, too.
"""

from __future__ import annotations

import hashlib

from trainer.rules.variant import DealerRule, Ruleset
from trainer.tiles import Kind

FACES = 6


def _drawn(salt: str, what: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{salt}/{what}".encode()).digest())


def dice(salt: str) -> tuple[int, int]:
    """Two dice, 1 to 6 each."""
    second, first = divmod(_drawn(salt, "dice"), FACES)
    return first + 1, second % FACES + 1


def chooses_dealer(rules: Ruleset, deal: int) -> bool:
    """Whether dice choose the dealer of the deal of this number."""
    return rules.match.dealer is DealerRule.LOT or (rules.match.first_lot and deal == 1)


def throws_dice(rules: Ruleset, deal: int) -> bool:
    """Whether dice are thrown for that deal: for its dealer, or for where the wall is broken."""
    return rules.deal.dice or chooses_dealer(rules, deal)


def dealer_by(thrown: tuple[int, int], seats: int) -> int:
    """Seats are counted off from seat 0 up to the sum: with two seats an odd sum chooses 0, an even one 1 (E-5)."""
    return (sum(thrown) - 1) % seats


def bonus_kind(rules: Ruleset, salt: str) -> Kind:
    """One kind of the set, each as likely as the others (A-7); no tile leaves the wall."""
    kinds = rules.tiles.kinds
    return kinds[_drawn(salt, "bonus_kind") % len(kinds)]
