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
    """What the winner of the riichi family receives in all (rules 0.8, 1, 6).

    Points: a discard pays six or four times the base; a self-draw is paid in full, as three opponents together would
    pay it, or with `share` only one opponent's part. `flat`: nobody counts as dealer. `honba` is paid for each counter,
    `honba_share` for a self-draw under `share`. `units`: a mangan is one unit, and nobody counts as dealer.
    """

    units: bool = False
    share: bool = False
    flat: bool = False
    honba: int = 0
    honba_share: int = 0

    def amount(self, base: int, *, dealer: bool, self_draw: bool, honba: int = 0) -> Points:
        """What the winner receives in all for these base points and counters."""
        if self.units:
            return whole(base / BASE[Limit.MANGAN])
        dealer = dealer and not self.flat
        if self_draw and self.share:
            return _up100(2 * base) + honba * self.honba_share
        if self_draw:
            paid = 3 * _up100(2 * base) if dealer else _up100(2 * base) + 2 * _up100(base)
        else:
            paid = _up100((6 if dealer else 4) * base)
        return paid + honba * self.honba

    def mangans(self, points: Points) -> Points | None:
        """How many times a mangan's worth these points are; None where what a mangan is worth depends on the dealer."""
        if not self.flat:
            return None
        return points if self.units else whole(points / self.amount(BASE[Limit.MANGAN], dealer=False, self_draw=False))

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
