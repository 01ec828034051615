"""`evolve`, the only function that changes a state: one event, one new state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from trainer.game import handing, kongs
from trainer.game.event import (
    Build,
    Chow,
    Deal,
    Declare,
    Discard,
    Draw,
    DrawGame,
    End,
    Event,
    FalseWin,
    Flower,
    Indicator,
    Kong,
    Name,
    Nuki,
    Pass,
    Pung,
    Settle,
    Swap,
    Turn,
    Win,
)
from trainer.game.readiness import kong_keeps_riichi, ready_as_dealt
from trainer.game.state import Riichi, Seat, Source, Stage, State, Thrown, changed, last_kept
from trainer.hands import Form, Hand, with_claim, without
from trainer.rules.breakdown import Points
from trainer.rules.variant import DealerRule, Flag
from trainer.tiles import RANKS, Kind, Tile, kind

STREAK = 8
"""Wins in a row that end a streak (rules 2)."""


@dataclass(frozen=True, slots=True)
class Coming:
    """What the next deal starts with: who deals, the place of the dealership, counters, who won how often in a row,
    what its payments are multiplied by."""

    dealer: int
    hand: int
    honba: int
    streak: tuple[int, int]
    stake: int


def coming(state: State) -> Coming:
    """Who deals by the match's rule; after a deal that was aborted or void the same seat again (rules 0.11, 5, 6)."""
    results, match = state.results, state.rules.match
    won = [r.seat for r in results if isinstance(r, Win)]
    drawn = next((r for r in results if isinstance(r, DrawGame)), None)
    void = not results or any(isinstance(r, FalseWin) for r in results)
    again = void or (drawn is not None and drawn.reason in ABORTED)
    dealer = state.dealer if again else _next_dealer(state, won, drawn)
    streak = state.streak
    if won:
        before = streak[1] % STREAK if streak[0] == won[0] else 0
        streak = (won[0], before + 1)
    elif drawn is not None:
        streak = (0, 0)
    honba = state.honba
    if not void:
        honba = honba + 1 if not won or state.dealer in won else 0
    doubled = drawn is not None and state.rules.building is not None and state.rules.building.carry
    return Coming(
        dealer=dealer,
        hand=state.hand + (dealer != state.dealer),
        honba=honba if match.counters else 0,
        streak=streak,
        stake=state.stake if void else 2 * state.stake if doubled else 1,
    )


def _next_dealer(state: State, won: list[int], drawn: DrawGame | None) -> int:
    """Who deals after a deal that was won or drawn; by lot it is not known before the dice are thrown."""
    after = state.others(state.dealer)[0]
    match state.rules.match.dealer:
        case DealerRule.READY:
            stays = state.dealer in won if won else drawn is not None and drawn.ready[state.dealer]
        case DealerRule.UNTIL_LOST:
            stays = not won or state.dealer in won
        case DealerRule.WINNER:
            return won[0] if won else after
        case DealerRule.FIRST_WINNER:
            return won[0] if won else state.dealer
        case DealerRule.LOT:
            stays = True
        case DealerRule.TURNS:
            stays = False
    return state.dealer if stays else after


ABORTED = frozenset({"nine_kinds", "four_kongs"})
"""Reasons of draws after which the same seat deals again whatever the hands are."""


@last_kept
def evolve(state: State, event: Event) -> State:
    """The state after an event. The event is trusted: `decide` and `deal` make legal ones, `verify` checks others."""
    match event:
        case Deal():
            return _dealt(state, event)
        case Draw():
            return _drawn(state, event)
        case Discard():
            return _discarded(state, event)
        case Declare():
            seats = list(state.seats)
            seats[event.seat] = changed(seats[event.seat], declared=Flag.READY_AT_DEAL)
            return changed(state, seats=tuple(seats), stage=Stage.TURN)
        case Turn():
            return changed(state, seats=tuple(_closed(state)), stage=Stage.TURN, turn=event.seat, offer=None)
        case Build():
            return _built(state, event)
        case Swap():
            return handing.exchanged(state, event)
        case Name():
            return _named(state, event)
        case Chow() | Pung():
            return _claimed(state, event)
        case Kong():
            return _konged(state, event)
        case Flower():
            return _flowered(state, event)
        case Nuki():
            return _set_aside(state, event)
        case Indicator():
            return changed(state, shown=state.shown + 1, owed=max(0, state.owed - 1))
        case Pass():
            return _passed(state, event)
        case Win() if state.rules.wins.go_on:
            return handing.won(state, event)
        case Win() | FalseWin():
            return changed(state, stage=Stage.SETTLING, results=(*state.results, event))
        case DrawGame():
            return changed(state, stage=Stage.SETTLING, results=(*state.wins, event))
        case Settle():
            return _settled(state, event)
        case End():
            return changed(state, stage=Stage.OVER, end=event)


def fold(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _dealt(state: State, event: Deal) -> State:
    assert event.wall is not None
    assert event.salt is not None
    seats = tuple(Seat(Hand(hand)) for hand in event.hands if hand is not None)
    next_ = coming(state)
    stage = Stage.SWAP if state.rules.deal.exchange else Stage.TURN
    return State(
        rules=state.rules,
        stage=stage if state.rules.building is None else Stage.BUILD,
        points=event.points,
        first_dealer=event.dealer if event.deal == 1 else state.first_dealer,
        deal=event.deal,
        dealer=event.dealer,
        hand=next_.hand,
        honba=next_.honba,
        sticks=state.sticks,
        streak=next_.streak,
        stake=next_.stake,
        bank=state.bank,
        wall=event.wall,
        salt=event.salt,
        commitment=event.commitment,
        next=sum(len(s.hand.concealed) for s in seats),
        seats=seats,
        turn=event.dealer,
        shown=int(state.rules.dora.shown),
        bonus_kind=event.bonus_kind,
    )


def _closed(state: State) -> list[Seat]:
    """The seats after the window on the tile offered: those who let it go by are marked, where furiten counts.

    A concealed kong takes nothing by: only one rare hand may ever rob it.
    """
    seats = list(state.seats)
    if state.offer is not None and state.rules.wins.furiten and state.offered_by is not Source.CONCEALED_KONG:
        let_pass = kind(state.offer)
        for other in state.others(state.turn):
            s = seats[other]
            since_riichi = (*s.passed_riichi, let_pass) if s.riichi else s.passed_riichi
            seats[other] = changed(s, passed=(*s.passed, let_pass), passed_riichi=since_riichi)
    return seats


def _passed(state: State, event: Pass) -> State:
    """A win from a discard that was let go is remembered where that locks the hand (Chinese rules 10)."""
    if state.stage is Stage.READY:
        return changed(state, stage=Stage.TURN)
    if not state.rules.wins.locks or event.declined != "win" or state.offered_by is not Source.DISCARD:
        return state
    assert state.offer is not None
    seats = list(state.seats)
    s = seats[event.seat]
    seats[event.seat] = changed(s, declined=(*s.declined, kind(state.offer)))
    return changed(state, seats=tuple(seats))


def _interrupt(seats: list[Seat]) -> None:
    """A claim, a kong or a tile set aside ends ippatsu for everybody."""
    for i, s in enumerate(seats):
        if s.riichi is not None and s.riichi.ippatsu:
            seats[i] = changed(s, riichi=replace(s.riichi, ippatsu=False))


def _drawn(state: State, event: Draw) -> State:
    """The dealer's first one completes the deal: whoever may declare the dealt hand is asked before it is played."""
    assert event.tile is not None
    aside = event.source == "replacement"
    if aside and state.offered_by is Source.FLOWER:
        return _refilled(state, event.seat, event.tile)
    seats = _closed(state)
    if aside:
        _interrupt(seats)
    s = seats[event.seat]
    seats[event.seat] = changed(s, hand=s.hand.with_drawn(event.tile), passed=(), thrown=(), declined=())
    drawn = changed(
        _completed(state) if aside else state,
        seats=tuple(seats),
        stage=Stage.TURN,
        turn=event.seat,
        last_draw=event.source,
        offer=None,
        forbidden=(),
        next=state.next + (not (aside and state.rules.deal.apart)),
    )
    if state.attacker is not None:
        drawn = changed(drawn, attacks=state.attacks + 1, batch=max(0, state.batch - (not aside)))
    return _opened(drawn)


def _completed(state: State) -> State:
    """The kong or the tile set aside before a replacement is complete: only now did that happen."""
    apart, late = state.rules.deal.apart, state.offered_by in (Source.ADDED_KONG, Source.CLAIMED_KONG)
    return changed(
        state,
        interrupted=True,
        replaced=state.replaced + apart,
        shrunk=state.shrunk + (apart and (state.rules.deal.tail or state.offered_by is not Source.NUKI)),
        owed=state.owed + (late and state.rules.dora.shown),
    )


def _opened(state: State) -> State:
    """The state after a draw: the turn, or before the first one the question who declares the hand as dealt."""
    return changed(state, stage=Stage.READY) if ready_as_dealt(state) else state


def _flowered(state: State, event: Flower) -> State:
    """The flower lies open for good. It is no call: nothing that waits for an undisturbed first turn ends by it."""
    s = state.seats[event.seat]
    seats = list(state.seats)
    seats[event.seat] = changed(s, hand=without(s.hand, event.tile), flowers=(*s.flowers, event.tile))
    return changed(state, seats=tuple(seats), offer=None, offered_by=Source.FLOWER)


def _refilled(state: State, seat: int, tile: Tile) -> State:
    """A flower's replacement: the tile drawn of whose turn it is; right after the deal, part of another's resting hand.

    It is no draw of its own, so that what a claim forbids to discard stays forbidden.
    """
    s, own, apart = state.seats[seat], seat == state.turn, state.rules.deal.apart
    seats = list(state.seats)
    rest = s.hand.with_drawn(tile) if own else Hand((*s.hand.concealed, tile), s.hand.melds)
    seats[seat] = changed(s, hand=rest)
    refilled = changed(
        state, seats=tuple(seats), offered_by=Source.DISCARD, last_draw="flower" if own else state.last_draw,
        next=state.next + (not apart), replaced=state.replaced + apart, shrunk=state.shrunk + apart,
    )  # fmt: skip
    return _opened(refilled)


def _discarded(state: State, event: Discard) -> State:
    """In a race a declaration, and whatever the attacker throws after it, cannot be claimed."""
    assert event.tile is not None
    s = state.seats[event.seat]
    hand, stock = s.hand, s.stock
    if stock:
        at = stock.index(event.tile)
        stock = (*stock[:at], *stock[at + 1 :])
    else:
        hand = hand.with_drawn(None) if event.drawn else without(hand, event.tile)
    riichi = s.riichi
    if event.riichi:
        riichi = Riichi(double=not s.river and not state.interrupted, ippatsu=True)
    elif riichi is not None and riichi.ippatsu:
        riichi = replace(riichi, ippatsu=False)
    seats = list(state.seats)
    river = (*s.river, _thrown(event.tile, event.drawn, event.riichi, False, event.face_down, event.ready))
    declared = _declared(state, event) if event.ready else s.declared
    seats[event.seat] = changed(
        s, hand=hand, river=river, riichi=riichi, stock=stock, declared=declared,
        thrown=_locked_by(state, event.tile) if state.rules.wins.locks else (),
    )  # fmt: skip
    thrown = tuple(seats)
    if state.rules.race is not None and (event.riichi or event.ready or state.attacker is not None):
        return changed(state, seats=thrown, forbidden=(), stage=Stage.NAME, attacker=event.seat, offer=None)
    return changed(
        state, seats=thrown, forbidden=(), stage=Stage.CLAIM, offer=event.tile, offered_by=Source.DISCARD
    )


def _locked_by(state: State, tile: Tile) -> tuple[Kind, ...]:
    """What the seat may not win on from others until it draws, once it has thrown this tile, too (Chinese rules 10).

    The exception: the tile is half of the pair that a claim left alone. Of the four tiles before the claim the other
    two made a set with the tile claimed: a win was let go for the single wait, which adds fan.
    """
    s, k = state.seats[state.turn], kind(tile)
    if s.hand.drawn is None and [kind(t) for t in s.hand.concealed] == [k, k]:
        return tuple(other for other in s.thrown if other != k)
    return (*s.thrown, k)


def _declared(state: State, event: Discard) -> Flag | None:
    """How this discard declares ready. The dealer's first one, before any kong, counts as made with the deal (Chinese
    rules 3); a race has its own state for a declared hand."""
    if state.rules.ready is None:
        return None
    s = state.seats[event.seat]
    first = event.seat == state.dealer and not s.river and not s.hand.melds
    return Flag.READY_AT_DEAL if first and state.rules.ready.at_deal else Flag.READY


_thrown = lru_cache(maxsize=1 << 9)(Thrown)
"""Equal tiles of rivers are one value: making one anew takes ten times as long."""


def _built(state: State, event: Build) -> State:
    """The hand is chosen, and its seat is in riichi; when all are built, the dealer begins."""
    assert event.hand is not None
    seats = list(state.seats)
    rest = list(seats[event.seat].hand.concealed)
    for t in event.hand:
        rest.remove(t)
    riichi = Riichi(double=False, ippatsu=False, paid=True)
    seats[event.seat] = Seat(Hand(event.hand), riichi=riichi, stock=tuple(rest))
    done = all(s.riichi is not None for s in seats)
    return changed(state, seats=tuple(seats), stage=Stage.TURN if done else Stage.BUILD)


def _named(state: State, event: Name) -> State:
    race = state.rules.race
    assert race is not None
    return changed(state, named=(*state.named, *event.kinds), batch=0 if event.hit else race.draws)


def _take(state: State, seat: int, hand: Hand) -> list[Seat]:
    """The seats after the tile offered left its river for a meld of this seat, which leaves it this hand."""
    seats = _closed(state)
    _interrupt(seats)
    handing.give(seats, state.turn)
    seats[seat] = changed(seats[seat], hand=hand, passed=(), declined=())
    return seats


def _claimed(state: State, event: Chow | Pung) -> State:
    form = Form.CHOW if isinstance(event, Chow) else Form.PUNG
    hand = with_claim(state.seats[event.seat].hand, form, event.tiles, event.tile, state.turn)
    seats = _take(state, event.seat, hand)
    forbidden = swapped(event.tile, event.tiles) if form is Form.CHOW else (kind(event.tile),)
    return changed(
        state, seats=tuple(seats), stage=Stage.TURN, turn=event.seat, offer=None, last_draw="", interrupted=True,
        forbidden=() if state.rules.claims.swap else forbidden,
    )  # fmt: skip


def swapped(claimed: Tile, used: Sequence[Tile]) -> tuple[Kind, ...]:
    """What a chow forbids to discard: the claimed kind, and the one at the other end of the run (rules 0.5)."""
    k = kind(claimed)
    low, high = sorted(kind(t) for t in used)
    out = [k]
    if high == low + 1 and k == low - 1 and high % RANKS < RANKS - 1:
        out.append(Kind(high + 1))
    if high == low + 1 and k == high + 1 and low % RANKS > 0:
        out.append(Kind(low - 1))
    return tuple(out)


def _konged(state: State, event: Kong) -> State:
    """The tiles move now; what a kong ends, it ends when its replacement is drawn, as it may still be robbed."""
    k = kind(event.tile)
    source = Source(event.form)
    if source is Source.CLAIMED_KONG:
        seats = _take(state, event.seat, kongs.claimed(state.seats[event.seat].hand, event.tile, state.turn))
        return changed(state, seats=tuple(seats), turn=event.seat, offer=None, offered_by=source)
    seats = list(state.seats)
    s = state.seats[event.seat]
    at = kongs.way(s.hand, k, state.rules.kongs.tiles, new=event.new)
    assert at is not None
    bad = s.bad_kong
    if source is Source.CONCEALED_KONG and s.riichi is not None:
        bad = bad or not kong_keeps_riichi(state.rules, s.hand, k)
    seats[event.seat] = changed(s, hand=kongs.made(s.hand, event.tile, at), bad_kong=bad)
    return changed(state, seats=tuple(seats), stage=Stage.CLAIM, offer=event.tile, offered_by=source, forbidden=())


def _set_aside(state: State, event: Nuki) -> State:
    """It is no discard; but after riichi, what would have won and was set aside instead was let go by (rules 0.3)."""
    s = state.seats[event.seat]
    since_riichi = (*s.passed_riichi, kind(event.tile)) if s.riichi else s.passed_riichi
    seats = list(state.seats)
    seats[event.seat] = changed(
        s, hand=without(s.hand, event.tile), aside=(*s.aside, event.tile), passed_riichi=since_riichi
    )
    return changed(state, seats=tuple(seats), stage=Stage.CLAIM, offer=event.tile, offered_by=Source.NUKI)


def _settled(state: State, event: Settle) -> State:
    """The stick of a riichi goes to the table; of the other settlements those end the deal that follow its result."""
    cost = state.rules.riichi.cost if state.rules.riichi is not None else 0
    sticks = state.sticks + _sticks(event.table, cost)
    bank = state.bank + event.bank
    if event.reason == "riichi":
        seats = list(state.seats)
        s = seats[state.turn]
        assert s.riichi is not None
        seats[state.turn] = changed(s, riichi=replace(s.riichi, paid=True))
        return changed(state, points=event.points, sticks=sticks, seats=tuple(seats))
    settled = changed(state, points=event.points, settled=(*state.settled, event), sticks=sticks, bank=bank)
    return changed(settled, stage=Stage.DEAL, offer=None) if state.results else settled


def _sticks(table: Points, cost: int) -> int:
    return int(table) // cost if cost else 0
