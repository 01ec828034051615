"""How a deal ends: wins and false wins, the empty wall, who deals next, the end of the match (rules 0.8, 0.11-0.13)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from trainer.game import event as ev
from trainer.game import income
from trainer.game.action import TakeWin
from trainer.game.evolve import ABORTED, coming, fold
from trainer.game.readiness import is_ready
from trainer.game.state import Seat, Stage, State
from trainer.game.winning import asks_waits, fault, paid_as, winning, worth
from trainer.rules.answer import score_answer
from trainer.rules.breakdown import Limit, Points, ScoreBreakdown
from trainer.rules.families.riichi import BASE
from trainer.rules.settle import Stakes, collect, transfer, whole
from trainer.rules.variant import Ruleset
from trainer.rules.win import Win
from trainer.text import N_, Refusal
from trainer.tiles import is_honor, is_terminal, kind


def overtaken(state: State, claims: Mapping[int, TakeWin]) -> frozenset[int]:
    """Seats whose wrong claim meets a right one in the same window: it costs nothing and counts as a pass."""
    if len(claims) < 2:
        return frozenset()
    wrong = {seat for seat, claim in claims.items() if _fault(state, seat, claim) is not None}
    return frozenset(wrong if len(wrong) < len(claims) else ())


def _fault(state: State, seat: int, claim: TakeWin) -> str | None:
    win = winning(state, seat)
    return "not_complete" if win is None else fault(state, seat, win, claim.waits)


def riichi_stick(state: State) -> tuple[ev.Event, ...]:
    """The stick of a riichi whose discard nobody won on (rules 0.4)."""
    s, rules = state.seats[state.turn], state.rules
    if rules.riichi is None or not rules.riichi.cost or s.riichi is None or s.riichi.paid:
        return ()
    payments = tuple(-rules.riichi.cost * (seat == state.turn) for seat in range(rules.seats))
    return (ev.Settle("riichi", payments, _add(state.points, payments), table=rules.riichi.cost),)


def settle_wins(state: State, claims: Mapping[int, TakeWin]) -> tuple[ev.Event, ...]:
    """Wins claimed together, in turn order, all of them right or all wrong: each is paid, or costs its penalty.

    The first winner takes the sticks on the table. Where a win does not end the deal, what comes next follows.
    """
    out: list[ev.Event] = []
    points = state.points
    table = state.sticks * _stick(state)
    for seat, claim in claims.items():
        win = winning(state, seat)
        assert win is not None
        wrong = _fault(state, seat, claim)
        named = claim.waits if asks_waits(state, win) else None
        if wrong is None:
            breakdown = worth(state.rules, paid_as(state, win))
            of = None if win.circumstance.self_draw else state.turn
            out.append(ev.Win(seat, win.tile, str(win.circumstance.by), of, score_answer(breakdown), named))
            amount = whole(breakdown.points * state.stake)
            banked = state.rules.race is not None
            won = _only(state, seat, amount) if banked else _paid(state, win, breakdown, seat, of)
            paid = _add(won, _only(state, seat, table))
            points = _add(points, paid)
            out.append(ev.Settle("win", paid, points, table=-table, bank=-amount if banked else 0))
            table = 0
        else:
            out.append(ev.FalseWin(seat, wrong, win.tile, named))
            out += _penalized(state, seat, points, refund=len(out) == 1)
            points = _points(out)
    if state.rules.wins.go_on:
        return (*out, *_play_on(fold(state, out), list(claims)[-1]))
    return _finish(state, out)


def _play_on(state: State, winner: int) -> tuple[ev.Event, ...]:
    """After a win the seat after the winner draws, also when the win was from its own discard; with the last tile gone
    the deal is over (Chinese rules 5, C-7)."""
    back = income.given_back(state)
    after = fold(state, back)
    if after.left:
        return (*back, ev.Draw(after.others(winner)[0], after.wall[after.next]))
    return (*back, *exhausted(after))


def _stick(state: State) -> int:
    return state.rules.riichi.cost if state.rules.riichi is not None else 0


def _only(state: State, seat: int, amount: Points) -> tuple[Points, ...]:
    return tuple(amount if other == seat else 0 for other in range(state.rules.seats))


def _points(out: list[ev.Event]) -> tuple[Points, ...]:
    return next(e.points for e in reversed(out) if isinstance(e, ev.Settle))


def _penalized(state: State, seat: int, points: tuple[Points, ...], *, refund: bool) -> list[ev.Event]:
    """The penalty, and the sticks of this deal go back to whoever laid them: the deal is void (rules 0.13)."""
    paid = penalty(state, seat)
    table: Points = 0
    if refund:
        back = tuple(_stick(state) * (s.riichi is not None and s.riichi.paid) for s in state.seats)
        paid, table = _add(paid, back), -sum(back)
    return [ev.Settle("false_win", paid, _add(points, paid), table=table)]


def _paid(state: State, win: Win, found: ScoreBreakdown, seat: int, of: int | None) -> tuple[Points, ...]:
    """What every seat receives for a right win, as the game pays, times the stake."""
    rules = state.rules
    paid = rules.stakes.payments(found.worth.base, win.circumstance, seat, of, rules.seats)
    return tuple(whole(x * state.stake) for x in paid)


def penalty(state: State, seat: int) -> tuple[Points, ...]:
    """What a false win costs: to each other seat."""
    stakes = state.rules.stakes
    assert isinstance(stakes, Stakes)  # only the riichi family has false wins, and rivers that pay a mangan
    amount = stakes.false_win(Limit(str(state.rules.training.chombo)), dealer=seat == state.dealer)
    out: tuple[Points, ...] = (0,) * state.rules.seats
    for other in state.others(seat):
        out = _add(out, transfer(state.rules.seats, other, seat, amount))
    return out


def _add(a: tuple[Points, ...], b: tuple[Points, ...]) -> tuple[Points, ...]:
    return tuple(whole(x + y) for x, y in zip(a, b, strict=True))


def advance(state: State) -> tuple[ev.Event, ...]:
    """Nobody claimed the discard: the next seat draws, or goes on without a draw; or the deal is over."""
    if state.left and state.rules.building is not None:
        return (ev.Turn(state.others(state.turn)[0]),)
    if state.left:
        return (_draw(state.others(state.turn)[0], state.wall[state.next]),)
    return exhausted(state)


_draw = lru_cache(maxsize=1 << 9)(ev.Draw)
"""Every seat draws the same few tiles."""


def abort(state: State, reason: str) -> tuple[ev.Event, ...]:
    """The deal ends without payment."""
    nothing = (0,) * state.rules.seats
    ready = tuple(is_ready(state.rules, s.hand) for s in state.seats)
    return _finish(state, [ev.DrawGame(reason, ready), ev.Settle("draw", nothing, state.points)])


def hit(state: State) -> tuple[ev.Event, ...]:
    """A named kind was a wait: the deal is drawn, and the hit earns what the rules say, from the bank (rules 5)."""
    race = state.rules.race
    assert race is not None
    assert state.attacker is not None
    ready = tuple(is_ready(state.rules, s.hand) for s in state.seats)
    s = state.seats[state.attacker]
    back = _stick(state) if race.return_stick and s.riichi is not None and s.riichi.paid else 0
    paid = _add(_only(state, state.defender, race.award), _only(state, state.attacker, back))
    settled = ev.Settle("draw", paid, _add(state.points, paid), table=-back, bank=-race.award)
    return _finish(state, [ev.DrawGame("hit", ready), settled])


def all_flowers(state: State, seat: int, each: Points) -> tuple[ev.Event, ...]:
    """The deal ends with a seat that has shown every flower: each other seat pays it (rules H)."""
    ready = tuple(is_ready(state.rules, s.hand) for s in state.seats)
    paid = collect(state.rules.seats, seat, state.others(seat), each)
    return _finish(state, [ev.DrawGame("eight_flowers", ready), ev.Settle("flowers", paid, _add(state.points, paid))])


def exhausted(state: State) -> tuple[ev.Event, ...]:
    """No tile is left: riichi without a ready hand and illegal kongs come to light, otherwise nagashi or noten pay."""
    rules = state.rules
    limit = rules.draws.discards
    done = bool(limit) and all(len(s.river) >= limit for s in state.seats)
    ready = tuple(is_ready(rules, s.hand) for s in state.seats)
    out: list[ev.Event] = [ev.DrawGame("discard_limit" if done else "wall_empty", ready)]
    for seat, s in enumerate(state.seats):
        if rules.building is None and s.riichi is not None and (not ready[seat] or s.bad_kong):
            points = state.points if len(out) == 1 else _points(out)
            out.append(ev.FalseWin(seat, "riichi_kong" if ready[seat] else "riichi_not_ready"))
            out += _penalized(state, seat, points, refund=len(out) == 2)
    if rules.draws.reckoning:
        out += income.reckoning(state, ready)
    elif len(out) == 1:
        rivers = tuple(seat for seat, s in enumerate(state.seats) if _is_nagashi(rules, s))
        paid = _nagashi(state, rivers) if rivers else _noten(state, ready)
        out.append(ev.Settle("draw", paid, _add(state.points, paid), rivers))
    return _finish(state, out)


def _nagashi(state: State, rivers: tuple[int, ...]) -> tuple[Points, ...]:
    """A mangan by self-draw for each river, without counters (rules 0.11)."""
    paid: tuple[Points, ...] = (0,) * state.rules.seats
    stakes = state.rules.stakes
    assert isinstance(stakes, Stakes)
    for seat in rivers:
        amount = stakes.amount(BASE[Limit.MANGAN], dealer=seat == state.dealer, self_draw=True)
        others = state.others(seat)
        paid = _add(paid, collect(state.rules.seats, seat, others, amount / len(others)))
    return paid


def _noten(state: State, ready: tuple[bool, ...]) -> tuple[Points, ...]:
    """Those who are not ready pay those who are."""
    amount, number = state.rules.draws.noten, sum(ready)
    if not amount or number in (0, len(ready)):
        return (0,) * len(ready)
    return tuple(whole(amount / number) if r else whole(-amount / (len(ready) - number)) for r in ready)


def _is_nagashi(rules: Ruleset, s: Seat) -> bool:
    """A river of terminals and honors only pays a mangan."""
    kinds = [kind(t.tile) for t in s.river]
    unclaimed = not any(t.called for t in s.river)
    return rules.draws.nagashi and unclaimed and bool(kinds) and all(is_terminal(k) or is_honor(k) for k in kinds)


def _finish(state: State, out: list[ev.Event]) -> tuple[ev.Event, ...]:
    """Close the match when this deal ends it."""
    after = fold(state, out)
    reason = _over(after)
    return tuple(out) if reason is None else (*out, *_ended(after, reason))


def out_of_time(state: State) -> tuple[ev.Event, ...]:
    """The match ends by the clock, which is the caller's; a deal that has begun is played out first (rules 5)."""
    if not state.rules.match.minutes or state.stage is not Stage.DEAL or not state.results:
        raise Refusal(N_("Only a match by the clock ends with it, and only when a deal is over."))
    return _ended(state, "time")


def _ended(state: State, reason: str) -> tuple[ev.Event, ...]:
    """The ranking after the last deal; what still lies on the table goes to the first (rules 0.12)."""
    rules, first, points = state.rules, state.first_dealer, state.points
    ranking = sorted(range(rules.seats), key=lambda seat: (-points[seat], (seat - first) % rules.seats))
    out: list[ev.Event] = []
    if state.sticks:
        rest = state.sticks * _stick(state)
        points = _add(points, _only(state, ranking[0], rest))
        out.append(ev.Settle("refund", _only(state, ranking[0], rest), points, table=-rest))
    uma = tuple(rules.match.uma * ((seat == ranking[0]) - (seat == ranking[-1])) for seat in range(rules.seats))
    return (*out, ev.End(tuple(ranking), _add(points, uma), reason))


def _over(state: State) -> str | None:
    """Why the match is over after this deal: somebody is below zero, the last hand is played, or the dealer leads in it
    and need not go on (rules 0.12)."""
    match, points = state.rules.match, state.points
    if match.bust and min(points) < 0:
        return "bust"
    if match.hands and state.deal >= match.hands:
        return "length"
    if not match.rounds:
        return None
    regular = len(match.rounds) * state.rules.seats
    last = regular if state.hand < regular else regular + match.extra
    best = sorted(points, reverse=True)
    tied = best[0] == best[1]
    next_ = coming(state)
    if next_.hand >= last:
        return None if tied and next_.hand < regular + match.extra else "length"
    leads = points[state.dealer] == best[0] and not tied
    won_or_ready = any(isinstance(r, ev.Win) for r in state.results) or _stayed_ready(state)
    if match.ahead and state.hand == last - 1 and next_.hand == state.hand and leads and won_or_ready:
        return "ahead"
    return None


def _stayed_ready(state: State) -> bool:
    """Whether the dealer stays for being ready at a draw; after an aborted or void deal the hand is played again."""
    drawn = [r for r in state.results if isinstance(r, ev.DrawGame)]
    return len(drawn) == len(state.results) and all(r.ready[state.dealer] and r.reason not in ABORTED for r in drawn)
