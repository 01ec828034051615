"""How a deal ends: wins and false wins, the empty wall, who deals next, the end of the match (rules 0.8, 0.11-0.13)."""

from __future__ import annotations

from collections.abc import Mapping

from trainer.game import event as ev
from trainer.game.action import TakeWin
from trainer.game.readiness import is_ready
from trainer.game.state import Seat, State
from trainer.game.winning import asks_waits, fault, winning, worth
from trainer.rules.answer import score_answer
from trainer.rules.breakdown import Limit, Points
from trainer.rules.families.riichi import BASE
from trainer.rules.settle import transfer, whole
from trainer.rules.variant import Ruleset
from trainer.tiles import is_honor, is_terminal, kind


def overtaken(state: State, claims: Mapping[int, TakeWin]) -> frozenset[int]:
    """Seats whose wrong claim meets a right one in the same window: it costs nothing and counts as a pass."""
    wrong = {seat for seat, claim in claims.items() if _fault(state, seat, claim) is not None}
    return frozenset(wrong if len(wrong) < len(claims) else ())


def _fault(state: State, seat: int, claim: TakeWin) -> str | None:
    win = winning(state, seat)
    return "not_complete" if win is None else fault(state, seat, win, claim.waits)


def settle_wins(state: State, claims: Mapping[int, TakeWin]) -> tuple[ev.Event, ...]:
    """Wins claimed together, in turn order, all of them right or all wrong: each is paid, or costs its penalty."""
    out: list[ev.Event] = []
    points = state.points
    for seat, claim in claims.items():
        win = winning(state, seat)
        assert win is not None
        wrong = _fault(state, seat, claim)
        named = claim.waits if asks_waits(state, win) else None
        if wrong is None:
            breakdown = worth(state.rules, win)
            of = None if win.circumstance.self_draw else state.turn
            out.append(ev.Win(seat, win.tile, str(win.circumstance.by), of, score_answer(breakdown), named))
            paid = _payments(state, seat, of, breakdown.points)
        else:
            out.append(ev.FalseWin(seat, wrong, win.tile, named))
            paid = penalty(state, seat)
        points = _add(points, paid)
        out.append(ev.Settle("win" if wrong is None else "false_win", paid, points))
    return _finish(state, out)


def _payments(state: State, seat: int, of: int | None, amount: Points) -> tuple[Points, ...]:
    """The discarder pays; a self-draw is paid whole by the one opponent (rules 0.8)."""
    (payer,) = state.others(seat) if of is None else (of,)
    return transfer(state.rules.seats, seat, payer, amount)


def penalty(state: State, seat: int) -> tuple[Points, ...]:
    """What a false win costs: to each other seat."""
    amount = state.rules.stakes.false_win(Limit(str(state.rules.training.chombo)), dealer=seat == state.dealer)
    out: tuple[Points, ...] = (0,) * state.rules.seats
    for other in state.others(seat):
        out = _add(out, transfer(state.rules.seats, other, seat, amount))
    return out


def _add(a: tuple[Points, ...], b: tuple[Points, ...]) -> tuple[Points, ...]:
    return tuple(whole(x + y) for x, y in zip(a, b, strict=True))


def advance(state: State) -> tuple[ev.Event, ...]:
    """Nobody claimed the discard: the next seat draws, or the wall is empty."""
    if state.left:
        return (ev.Draw(state.others(state.turn)[0], state.wall[state.next]),)
    return _exhausted(state)


def _exhausted(state: State) -> tuple[ev.Event, ...]:
    """An empty wall: riichi without a ready hand and illegal kongs come to light, otherwise nagashi may pay."""
    rules = state.rules
    ready = tuple(is_ready(rules, s.hand) for s in state.seats)
    out: list[ev.Event] = [ev.DrawGame("wall_empty", ready)]
    points = state.points
    for seat, s in enumerate(state.seats):
        if s.riichi is not None and (not ready[seat] or s.bad_kong):
            out.append(ev.FalseWin(seat, "riichi_kong" if ready[seat] else "riichi_not_ready"))
            paid = penalty(state, seat)
            points = _add(points, paid)
            out.append(ev.Settle("false_win", paid, points))
    if len(out) == 1:
        paid = (0,) * rules.seats
        rivers = tuple(seat for seat, s in enumerate(state.seats) if _is_nagashi(rules, s))
        for seat in rivers:
            amount = rules.stakes.amount(BASE[Limit.MANGAN], dealer=seat == state.dealer, self_draw=True)
            for other in state.others(seat):
                paid = _add(paid, transfer(rules.seats, seat, other, amount))
        out.append(ev.Settle("draw", paid, _add(points, paid), rivers))
    return _finish(state, out)


def _is_nagashi(rules: Ruleset, s: Seat) -> bool:
    """A river of terminals and honors only pays a mangan."""
    kinds = [kind(t.tile) for t in s.river]
    return rules.draws.nagashi and bool(kinds) and all(is_terminal(k) or is_honor(k) for k in kinds)


def _finish(state: State, out: list[ev.Event]) -> tuple[ev.Event, ...]:
    """Close the match when this deal ends it: somebody is below zero, or it was the last one."""
    rules = state.rules
    points = next(e.points for e in reversed(out) if isinstance(e, ev.Settle))
    reason = None
    if rules.match.bust and min(points) < 0:
        reason = "bust"
    elif rules.match.hands and state.deal >= rules.match.hands:
        reason = "length"
    if reason is not None:
        first = state.first_dealer
        ranking = sorted(range(rules.seats), key=lambda seat: (-points[seat], (seat - first) % rules.seats))
        out.append(ev.End(tuple(ranking), points, reason))
    return tuple(out)


def next_dealer(state: State) -> int:
    """Who deals next: the dealer stays on his win, when ready at a draw, and when the deal was void."""
    results = state.results
    won = [r.seat for r in results if isinstance(r, ev.Win)]
    if won:
        stays = state.dealer in won
    elif results and isinstance(results[-1], ev.DrawGame):
        stays = results[-1].ready[state.dealer]
    else:  # the first deal, or a false win
        stays = True
    return state.dealer if stays else state.others(state.dealer)[0]
