"""What a deal pays besides its wins: kongs at once, and a reckoning when the wall is empty (Chinese rules 5).

Nothing of it is stored in the state: the settlements of the deal tell what the kongs of a seat have earned.
"""

from __future__ import annotations

from trainer.game import event as ev
from trainer.game.state import Source, State
from trainer.rules.breakdown import Points
from trainer.rules.settle import largest_win, transfer, whole
from trainer.rules.win import By


def of_kong(state: State) -> tuple[ev.Settle, ...]:
    """What the kong just made earns, now that nobody robs it: each other seat pays it. Nothing in most games."""
    kongs = state.rules.kongs
    each = {
        Source.CLAIMED_KONG: kongs.open_income,
        Source.ADDED_KONG: kongs.open_income,
        Source.CONCEALED_KONG: kongs.concealed_income,
    }.get(state.offered_by, 0)
    return (_settle(state.points, "kong", _from_others(state, state.turn, each)),) if each else ()


def given_back(state: State) -> tuple[ev.Settle, ...]:
    """After a win on the tile thrown right after a kong's replacement: what that kong earned, the last one of a row,
    goes back (C-4)."""
    if state.last_draw != "replacement" or state.wins[-1].by != By.DISCARD:
        return ()
    seat = state.turn
    last = next((e for e in reversed(state.settled) if e.reason == "kong" and e.payments[seat] > 0), None)
    return () if last is None else (_settle(state.points, "refund", tuple(-p for p in last.payments)),)


def reckoning(state: State, ready: tuple[bool, ...]) -> tuple[ev.Settle, ...]:
    """Whoever has never won and is not ready pays each ready seat the most that its hand could win, and then gives back
    what his kongs have earned, to whoever paid it (C-2). A winner is ready to the end: his hand is locked."""
    number = len(ready)
    short = [seat for seat in range(number) if not ready[seat]]
    paid: tuple[Points, ...] = (0,) * number
    for seat in short:
        for other in state.others(seat):
            if ready[other]:
                paid = _add(paid, transfer(number, other, seat, largest_win(state.rules, state.seats[other].hand)))
    out = [_settle(state.points, "draw", paid)]
    for seat in short:
        earned = _earned(state, seat)
        if earned[seat]:
            out.append(_settle(out[-1].points, "refund", tuple(-p for p in earned)))
    return tuple(out)


def _earned(state: State, seat: int) -> tuple[Points, ...]:
    """What this seat's kongs have brought it in this deal, less what went back, and what that has cost each other."""
    total: tuple[Points, ...] = (0,) * len(state.seats)
    for e in state.settled:
        if (e.reason == "kong" and e.payments[seat] > 0) or (e.reason == "refund" and e.payments[seat] < 0):
            total = _add(total, e.payments)
    return total


def _from_others(state: State, seat: int, each: Points) -> tuple[Points, ...]:
    number = state.rules.seats
    return tuple(each * (number - 1) if other == seat else -each for other in range(number))


def _settle(points: tuple[Points, ...], reason: str, payments: tuple[Points, ...]) -> ev.Settle:
    return ev.Settle(reason, payments, _add(points, payments))


def _add(a: tuple[Points, ...], b: tuple[Points, ...]) -> tuple[Points, ...]:
    return tuple(whole(x + y) for x, y in zip(a, b, strict=True))
