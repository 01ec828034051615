"""The whole truth about a game, hidden tiles included, and `evolve`, the only function that changes it.

Facts only: waits, furiten and legal actions are derived by whoever asks, never stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from trainer.game.event import Deal, Discard, Draw, DrawGame, End, Event, FalseWin, Kong, Pass, Settle, Win
from trainer.game.readiness import after_kong, kong_keeps_riichi
from trainer.hands import Hand
from trainer.rules.breakdown import Points
from trainer.rules.variant import Ruleset
from trainer.tiles import Kind, Tile, kind


class Stage(StrEnum):
    """What the game waits for: a new deal, a seat's turn, answers to a discard, or nothing any more."""

    DEAL = "deal"
    TURN = "turn"
    CLAIM = "claim"
    SETTLING = "settling"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Thrown:
    """A tile in a river: thrown as drawn, and whether riichi was declared with it."""

    tile: Tile
    drawn: bool
    riichi: bool


@dataclass(frozen=True, slots=True)
class Riichi:
    """A seat's declaration: double (first discard, nothing before), ippatsu while it may still come."""

    double: bool
    ippatsu: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat has in this deal.

    `passed` are kinds that others discarded and this seat did not win on since its own last draw; `passed_riichi` the
    same since its riichi, never cleared. `draws` counts its draws; `bad_kong` an illegal kong after riichi.
    """

    hand: Hand
    river: tuple[Thrown, ...] = ()
    riichi: Riichi | None = None
    passed: tuple[Kind, ...] = ()
    passed_riichi: tuple[Kind, ...] = ()
    draws: int = 0
    bad_kong: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """`next` indexes the wall; `result` is how the deal ended (Win, FalseWin or DrawGame) once it has."""

    rules: Ruleset
    stage: Stage
    points: tuple[Points, ...]
    first_dealer: int = 0
    deal: int = 0
    dealer: int = 0
    wall: tuple[Tile, ...] = ()
    salt: str = ""
    commitment: str = ""
    next: int = 0
    seats: tuple[Seat, ...] = ()
    turn: int = 0
    last_draw: str = ""
    last_discard: Tile | None = None
    interrupted: bool = False
    results: tuple[Win | FalseWin | DrawGame, ...] = ()
    settled: tuple[Settle, ...] = ()
    end: End | None = None

    @property
    def left(self) -> int:
        """Tiles still to be drawn from the wall."""
        return len(self.wall) - self.rules.deal.dead_wall - self.next

    @property
    def dealt(self) -> bool:
        return self.stage in (Stage.TURN, Stage.CLAIM)

    def others(self, seat: int) -> tuple[int, ...]:
        """The other seats in turn order from `seat`."""
        n = self.rules.seats
        return tuple((seat + i) % n for i in range(1, n))


def begin(rules: Ruleset) -> State:
    """A match before its first deal."""
    return State(rules, Stage.DEAL, (rules.match.start,) * rules.seats)


def evolve(state: State, event: Event) -> State:
    """The state after an event. The event is trusted: `decide` and `deal` make legal ones, `verify` checks others."""
    match event:
        case Deal():
            return _dealt(state, event)
        case Draw():
            return _drawn(state, event)
        case Discard():
            return _discarded(state, event)
        case Kong():
            return _konged(state, event)
        case Pass():
            return state
        case Win() | FalseWin() | DrawGame():
            return replace(state, stage=Stage.SETTLING, results=(*state.results, event))
        case Settle():
            return replace(state, stage=Stage.DEAL, points=event.points, settled=(*state.settled, event))
        case End():
            return replace(state, stage=Stage.OVER, end=event)


def _dealt(state: State, event: Deal) -> State:
    assert event.wall is not None
    assert event.salt is not None
    seats = tuple(Seat(Hand(hand)) for hand in event.hands if hand is not None)
    return State(
        rules=state.rules,
        stage=Stage.TURN,
        points=event.points,
        first_dealer=event.dealer if event.deal == 1 else state.first_dealer,
        deal=event.deal,
        dealer=event.dealer,
        wall=event.wall,
        salt=event.salt,
        commitment=event.commitment,
        next=sum(len(s.hand.concealed) for s in seats),
        seats=seats,
        turn=event.dealer,
    )


def _drawn(state: State, event: Draw) -> State:
    """A draw also closes the window of the discard before it: those who let it pass are marked."""
    assert event.tile is not None
    seats = list(state.seats)
    if state.last_discard is not None:
        let_pass = kind(state.last_discard)
        for other in state.others(state.turn):
            s = seats[other]
            since_riichi = (*s.passed_riichi, let_pass) if s.riichi else s.passed_riichi
            seats[other] = replace(s, passed=(*s.passed, let_pass), passed_riichi=since_riichi)
    s = seats[event.seat]
    seats[event.seat] = replace(s, hand=s.hand.with_drawn(event.tile), passed=(), draws=s.draws + 1)
    return replace(
        state, seats=tuple(seats), stage=Stage.TURN, turn=event.seat, next=state.next + 1, last_draw=event.source,
        last_discard=None,
    )  # fmt: skip


def _discarded(state: State, event: Discard) -> State:
    s = state.seats[event.seat]
    kept = list(s.hand.tiles)
    if event.drawn:
        kept.pop()
    else:
        kept.remove(event.tile)  # the first equal one: the drawn tile stands last
    riichi = s.riichi
    if event.riichi:
        riichi = Riichi(double=not s.river and not state.interrupted, ippatsu=True)
    elif riichi is not None:
        riichi = replace(riichi, ippatsu=False)
    seats = list(state.seats)
    thrown = Thrown(event.tile, event.drawn, event.riichi)
    seats[event.seat] = replace(s, hand=Hand(tuple(kept), s.hand.melds), river=(*s.river, thrown), riichi=riichi)
    return replace(state, seats=tuple(seats), stage=Stage.CLAIM, last_discard=event.tile)


def _konged(state: State, event: Kong) -> State:
    """A concealed kong; any kong ends ippatsu for everybody and the first go-around."""
    s = state.seats[event.seat]
    k = kind(event.tile)
    bad = s.bad_kong or (s.riichi is not None and not kong_keeps_riichi(state.rules, s.hand, k))
    seats = [x if x.riichi is None else replace(x, riichi=replace(x.riichi, ippatsu=False)) for x in state.seats]
    seats[event.seat] = replace(seats[event.seat], hand=after_kong(s.hand, k), bad_kong=bad)
    return replace(state, seats=tuple(seats), interrupted=True)
