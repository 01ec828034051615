"""The ordinary phase: draw, discard, and answers to the discard (rules 0.3-0.7, 0.11, 0.13)."""

from __future__ import annotations

from collections.abc import Mapping

from trainer.game import event as ev
from trainer.game.action import Action, Discard, Kong, Pass, TakeWin, order
from trainer.game.readiness import is_ready, kong_keeps_riichi, live_waits
from trainer.game.state import Seat, Stage, State, evolve
from trainer.hands import Hand, is_complete
from trainer.rules.answer import score_answer
from trainer.rules.breakdown import Limit, Points, ScoreBreakdown
from trainer.rules.score import score
from trainer.rules.settle import transfer
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.tiles import Kind, counts, is_terminal, kind

# ------------------------------------------------------------------ winning


def circumstance(state: State, seat: int, *, self_draw: bool) -> Circumstance:
    """How a win of this seat would come about now."""
    rules, s = state.rules, state.seats[seat]
    dealer = seat == state.dealer
    flags = set()
    if s.riichi is not None:
        flags.add(Flag.DOUBLE_RIICHI if s.riichi.double else Flag.RIICHI)
        if s.riichi.ippatsu:
            flags.add(Flag.IPPATSU)
    replacement = self_draw and state.last_draw == "replacement"
    if replacement:
        flags.add(Flag.KONG_REPLACEMENT)
    if state.left == 0 and not replacement:
        flags.add(Flag.LAST_TILE)
    if not state.interrupted and not s.river:
        if self_draw:
            flags.add(Flag.HEAVENLY if dealer else Flag.EARTHLY)
        elif not dealer and s.draws == 0 and state.turn == state.dealer:
            flags.add(Flag.HUMAN)
    wind = rules.seat_winds[(seat - state.dealer) % rules.seats]
    by = By.SELF_DRAW if self_draw else By.DISCARD
    return Circumstance(by, dealer, wind, rules.round_wind, frozenset(flags))


def is_furiten(rules: Ruleset, s: Seat) -> bool:
    """Whether the resting hand may not win from a discard (rules 0.3): own discards, passed tiles, riichi."""
    wanted = live_waits(rules, s.hand)
    gone = {kind(t.tile) for t in s.river} | set(s.passed) | set(s.passed_riichi)
    return bool(wanted & gone)


def winning(state: State, seat: int) -> Win | None:
    """The win this seat could claim now: its drawn tile, or the discard in the window."""
    s = state.seats[seat]
    if state.stage is Stage.TURN and seat == state.turn and s.hand.drawn is not None:
        return Win(Hand(s.hand.concealed, s.hand.melds), s.hand.drawn, circumstance(state, seat, self_draw=True))
    if state.stage is Stage.CLAIM and seat != state.turn and state.last_discard is not None:
        return Win(s.hand, state.last_discard, circumstance(state, seat, self_draw=False))
    return None


def fault(state: State, seat: int, win: Win, named: tuple[Kind, ...] | None = None) -> str | None:
    """Why this win would be a false one (rules 0.13), or None when it is right. `named` are the declared waits."""
    rules, s = state.rules, state.seats[seat]
    if not is_complete(win.counts, win.hand.melds, rules.shapes):
        return "not_complete"
    if s.bad_kong:
        return "riichi_kong"
    if not win.circumstance.self_draw and is_furiten(rules, s):
        return "furiten"
    if not score(rules, win).legal:
        return "no_yaku"
    if named is not None and asks_waits(state, win):
        own = [a + b for a, b in zip(counts(win.hand.concealed), win.hand.held, strict=True)]
        free = {Kind(k) for k, n in enumerate(own) if n and n >= rules.tiles.supply[k]}
        if set(named) - free != live_waits(rules, win.hand) - free:
            return "waits"
    return None


def asks_waits(state: State, win: Win) -> bool:
    """Whether the waits must be named with this win; a heavenly hand has none to name."""
    return state.rules.training.declare_waits and Flag.HEAVENLY not in win.circumstance.flags


# ------------------------------------------------------------------ legal


def to_act(state: State) -> frozenset[int]:
    """The seats the game waits for; empty when it waits for a deal or is over."""
    if state.stage is Stage.TURN:
        return frozenset({state.turn})
    if state.stage is Stage.CLAIM:
        return frozenset(seat for seat in state.others(state.turn) if _may_answer(state, seat))
    return frozenset()


def _may_answer(state: State, seat: int) -> bool:
    """Without assistance everybody is asked after every discard, so that being asked tells nothing."""
    if not state.rules.training.assist:
        return True
    win = winning(state, seat)
    return win is not None and fault(state, seat, win) is None


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Everything the seat may do now, in stable order; empty when it is not asked."""
    if seat not in to_act(state):
        return ()
    if state.stage is Stage.CLAIM:
        return (TakeWin(), Pass())
    rules, s = state.rules, state.seats[seat]
    assist = rules.training.assist
    out: list[Action] = []
    win = winning(state, seat)
    if win is not None and (not assist or fault(state, seat, win) is None):
        out.append(TakeWin())
    out += [Kong(k) for k in kongs(state, seat)]
    throws = {Discard(s.hand.drawn, drawn=True)} if s.hand.drawn is not None else set()
    if s.riichi is None:
        throws |= {Discard(t) for t in s.hand.concealed}
        if _may_declare(state, s):
            for d in tuple(throws):
                if not assist or is_ready(rules, _after(s.hand, d)):
                    throws.add(Discard(d.tile, d.drawn, riichi=True))
    return tuple(sorted((*out, *throws), key=order))


def _may_declare(state: State, s: Seat) -> bool:
    riichi = state.rules.riichi
    return riichi is not None and s.hand.is_concealed and state.left >= riichi.least_wall


def _after(hand: Hand, d: Discard) -> Hand:
    """The hand at rest after this discard."""
    if d.drawn:
        return Hand(hand.concealed, hand.melds)
    kept = list(hand.tiles)
    kept.remove(d.tile)
    return Hand(tuple(kept), hand.melds)


def kongs(state: State, seat: int) -> list[Kind]:
    """Kinds that this seat may set apart as a concealed kong now."""
    rules, s = state.rules, state.seats[seat]
    if not rules.kongs.concealed or state.left < rules.kongs.least_wall or s.hand.drawn is None:
        return []
    held = [Kind(k) for k, n in enumerate(s.hand.counts) if n == 4]
    if s.riichi is not None:
        locked = [k for k in held if kind(s.hand.drawn) == k]
        return [k for k in locked if not rules.training.assist or kong_keeps_riichi(rules, s.hand, k)]
    return held


# ------------------------------------------------------------------ decide


def decide(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """What follows from the answers of every seat in `to_act`; they are legal already."""
    if state.stage is Stage.CLAIM:
        return _resolve(state, answers)
    ((seat, action),) = answers.items()
    if isinstance(action, TakeWin):
        win = winning(state, seat)
        assert win is not None
        return _declare(state, [(seat, win, action.waits)])
    if isinstance(action, Kong):
        tile = next(t for t in state.seats[seat].hand.tiles if kind(t) == action.kind)
        return (
            ev.Kong(seat, "concealed", tile),
            ev.Draw(seat, state.wall[state.next], "replacement"),
        )
    assert isinstance(action, Discard)
    thrown = ev.Discard(seat, action.tile, action.drawn, action.riichi)
    after = evolve(state, thrown)
    return (thrown, *(() if to_act(after) else advance(after)))


def _resolve(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """One window: the passes in turn order, then every win, or the next draw."""
    asked = [seat for seat in state.others(state.turn) if seat in answers]
    passes = tuple(ev.Pass(seat) for seat in asked if isinstance(answers[seat], Pass))
    wins = []
    for seat in asked:
        action = answers[seat]
        if isinstance(action, TakeWin):
            win = winning(state, seat)
            assert win is not None
            wins.append((seat, win, action.waits))
    return (*passes, *(_declare(state, wins) if wins else advance(state)))


def _declare(state: State, wins: list[tuple[int, Win, tuple[Kind, ...] | None]]) -> tuple[ev.Event, ...]:
    """Right wins are paid, one after the other; a false one voids the deal unless somebody else won rightly."""
    faults = {seat: fault(state, seat, win, named) for seat, win, named in wins}
    right = [w for w in wins if faults[w[0]] is None]
    out: list[ev.Event] = []
    points = state.points
    for seat, win, named in right:
        breakdown = score(state.rules, win)
        of = None if win.circumstance.self_draw else state.turn
        out.append(
            ev.Win(seat, win.tile, str(win.circumstance.by), of, score_answer(breakdown), _kept(state, win, named))
        )
        paid = _payments(state, seat, of, breakdown)
        points = _add(points, paid)
        out.append(ev.Settle("win", paid, points))
    if not right:
        for seat, win, named in wins:
            reason = faults[seat]
            assert reason is not None
            out.append(ev.FalseWin(seat, reason, win.tile, _kept(state, win, named)))
            paid = false_payments(state, seat)
            points = _add(points, paid)
            out.append(ev.Settle("false_win", paid, points))
    return _finish(state, out)


def _kept(state: State, win: Win, named: tuple[Kind, ...] | None) -> tuple[Kind, ...] | None:
    return named if asks_waits(state, win) else None


def _payments(state: State, seat: int, of: int | None, b: ScoreBreakdown) -> tuple[Points, ...]:
    """The discarder pays; a self-draw is paid whole by the one opponent (rules 0.8)."""
    (payer,) = state.others(seat) if of is None else (of,)
    return transfer(state.rules.seats, seat, payer, b.points)


def false_payments(state: State, seat: int) -> tuple[Points, ...]:
    """The penalty of a false win, to the other seats."""
    amount = state.rules.stakes.false_win(
        Limit(str(state.rules.training.chombo)), dealer=seat == state.dealer
    )
    out: tuple[Points, ...] = (0,) * state.rules.seats
    for other in state.others(seat):
        out = _add(out, transfer(state.rules.seats, other, seat, amount))
    return out


def _add(a: tuple[Points, ...], b: tuple[Points, ...]) -> tuple[Points, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def advance(state: State) -> tuple[ev.Event, ...]:
    """Nobody answered the discard: the next seat draws, or the wall is empty."""
    if state.left:
        return (ev.Draw(state.others(state.turn)[0], state.wall[state.next]),)
    return _exhausted(state)


def _exhausted(state: State) -> tuple[ev.Event, ...]:
    """An empty wall (rules 0.11, 0.13): riichi without a ready hand and illegal kongs come to light, nagashi pays."""
    rules = state.rules
    ready = tuple(is_ready(rules, s.hand) for s in state.seats)
    out: list[ev.Event] = [ev.DrawGame("wall_empty", ready)]
    points = state.points
    for seat, s in enumerate(state.seats):
        if s.riichi is not None and (not ready[seat] or s.bad_kong):
            out.append(ev.FalseWin(seat, "riichi_kong" if ready[seat] else "riichi_not_ready"))
            paid = false_payments(state, seat)
            points = _add(points, paid)
            out.append(ev.Settle("false_win", paid, points))
    if len(out) > 1:
        return _finish(state, out)
    paid = (0,) * rules.seats
    rivers = []
    for seat, s in enumerate(state.seats):
        if rules.draws.nagashi and s.river and all(is_terminal(kind(t.tile)) for t in s.river):
            rivers.append(seat)
            amount = rules.stakes.amount(2000, dealer=seat == state.dealer, self_draw=True)
            for other in state.others(seat):
                paid = _add(paid, transfer(rules.seats, seat, other, amount))
    points = _add(points, paid)
    out.append(ev.Settle("draw", paid, points, tuple(rivers)))
    return _finish(state, out)


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
    """Who deals next (rules 0.11, 0.13): the dealer stays on his win, a ready draw, or a false win."""
    if not state.results:
        return state.dealer
    if any(isinstance(r, ev.FalseWin) for r in state.results):
        return state.dealer
    first = state.results[0]
    stays = (
        first.ready[state.dealer]
        if isinstance(first, ev.DrawGame)
        else any(isinstance(r, ev.Win) and r.seat == state.dealer for r in state.results)
    )
    return state.dealer if stays else state.others(state.dealer)[0]


