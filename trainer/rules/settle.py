"""Who pays whom. A settlement turns worth into one payment per seat; the payments always sum to zero."""

from __future__ import annotations

from dataclasses import dataclass

from trainer.rules.breakdown import Limit, Points
from trainer.rules.families.riichi import BASE


def _up100(x: int) -> int:
    return -(-x // 100) * 100


def whole(x: float) -> Points:
    """An int where the value is whole, so that points read as points."""
    return int(x) if x == int(x) else x


@dataclass(frozen=True, slots=True)
class Stakes:
    """Payments of the riichi family between two seats.

    Points mode (rules 0.8): a discard pays six or four times the base; a self-draw is paid in full, as three opponents
    together would pay it. `units` mode (rules 1): a mangan is one unit, and the dealer pays and receives no more.
    """

    units: bool = False

    def amount(self, base: int, *, dealer: bool, self_draw: bool) -> Points:
        """What the winner receives in all for these base points."""
        if self.units:
            return whole(base / BASE[Limit.MANGAN])
        if self_draw:
            return 3 * _up100(2 * base) if dealer else _up100(2 * base) + 2 * _up100(base)
        return _up100((6 if dealer else 4) * base)

    def false_win(self, limit: Limit, *, dealer: bool) -> Points:
        """The penalty for a false win: one's own `limit`, always a yakuman in unit mode (rules 1)."""
        named = Limit.YAKUMAN if self.units else limit
        return self.amount(BASE[named], dealer=dealer, self_draw=False)


def transfer(seats: int, to: int, by: int, amount: Points) -> tuple[Points, ...]:
    """One seat pays another: a payment per seat, positive for the receiver."""
    out: list[Points] = [0] * seats
    out[to] += amount
    out[by] -= amount
    return tuple(out)
