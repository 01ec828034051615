"""Who pays whom. A settlement turns worth into one payment per seat; the payments always sum to zero."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trainer.hands import Hand, live_kinds
from trainer.rules.breakdown import Limit, Points
from trainer.rules.families.riichi import BASE
from trainer.rules.score import price
from trainer.rules.variant import Ruleset
from trainer.rules.win import By, Circumstance


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
            return _up100(2 * base) + honba * self.counter(self_draw=True)
        if self_draw:
            paid = 3 * _up100(2 * base) if dealer else _up100(2 * base) + 2 * _up100(base)
        else:
            paid = _up100((6 if dealer else 4) * base)
        return paid + honba * self.counter(self_draw=self_draw)

    def counter(self, *, self_draw: bool) -> int:
        """What each counter on the table adds."""
        return self.honba_share if self_draw and self.share else self.honba

    def received(self, base: int, c: Circumstance) -> Points:
        """`amount` for a win under this circumstance."""
        return self.amount(base, dealer=c.dealer, self_draw=c.self_draw, honba=c.bonus.honba)

    def payments(self, base: int, c: Circumstance, winner: int, of: int | None, seats: int) -> tuple[Points, ...]:
        """The seat whose tile it was pays; all others share a self-draw, the only one pays it whole (rules 0.8)."""
        payers = _others(winner, seats) if of is None else (of,)
        return collect(seats, winner, payers, self.received(base, c) / len(payers))

    def mangans(self, points: Points) -> Points | None:
        """How many times a mangan's worth these points are; None where what a mangan is worth depends on the dealer."""
        if not self.flat:
            return None
        return points if self.units else whole(points / self.amount(BASE[Limit.MANGAN], dealer=False, self_draw=False))

    def false_win(self, limit: Limit, *, dealer: bool) -> Points:
        """The penalty for a false win: one's own `limit`, always a yakuman in unit mode (rules 1)."""
        named = Limit.YAKUMAN if self.units else limit
        return self.amount(BASE[named], dealer=dealer, self_draw=False)


@dataclass(frozen=True, slots=True)
class Loser:
    """The loser pays the worth of the win once, whichever way it was won (rules of the Chinese family, A-2).

    With `others` at the table a self-draw is paid by each of them; a discard by its seat alone, once; and the seat
    whose kong is robbed pays for all of them (rules of the Chinese family, 10).
    """

    others: int = 1

    def received(self, base: int, c: Circumstance) -> Points:
        return base if c.by is By.DISCARD else base * self.others

    def payments(self, base: int, c: Circumstance, winner: int, of: int | None, seats: int) -> tuple[Points, ...]:
        if of is None:
            return collect(seats, winner, _others(winner, seats), base)
        return collect(seats, winner, (of,), self.received(base, c))

    def mangans(self, points: Points) -> Points | None:
        return None

    def counter(self, *, self_draw: bool) -> int:
        return 0


def largest_win(rules: Ruleset, hand: Hand) -> Points:
    """The most that a resting hand would be paid for a discard, over every kind of which it lacks a copy; only its
    tiles count, no circumstance. 0 when it waits for none (rules of the Chinese family, 5: the end of the hand)."""
    counted, c = hand.resting, Circumstance(By.DISCARD, dealer=False)
    live = live_kinds(counted, hand.melds, rules.shapes, rules.tiles.supply)
    grown = {k: (*counted[:k], counted[k] + 1, *counted[k + 1 :]) for k in live}
    return max((price(rules, tiles, hand.melds, k, c) for k, tiles in grown.items()), default=0)


def _others(seat: int, seats: int) -> tuple[int, ...]:
    return tuple(other for other in range(seats) if other != seat)


def collect(seats: int, to: int, payers: Iterable[int], each: Points) -> tuple[Points, ...]:
    """One seat is paid alike by some others: a payment per seat, positive for the receiver."""
    out: list[Points] = [0] * seats
    for payer in payers:
        out[payer] -= each
        out[to] += each
    return tuple(whole(x) for x in out)


def transfer(seats: int, to: int, by: int, amount: Points) -> tuple[Points, ...]:
    """One seat pays another: a payment per seat, positive for the receiver."""
    return collect(seats, to, (by,), amount)
