"""What one seat may know: the only thing that bots, pages and puzzles ever hold.

Nothing hidden from the seat can be derived from a `View`: other hands are numbers of tiles, other draws have no tile,
the passes of others are not counted, and the wall is its length and its commitment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from trainer.game import event as ev
from trainer.game.action import Action
from trainer.game.engine import offers, to_act
from trainer.game.readiness import holds_flowers
from trainer.game.state import Riichi, Stage, State, Thrown, made
from trainer.game.winning import is_furiten, turned, worth
from trainer.hands import THIRTEEN_ORPHANS, Hand, Meld
from trainer.rules.breakdown import Points
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.tiles import Counts, Kind, Tile, counts, kind


@dataclass(frozen=True)
class SeatView:
    """A seat as the viewer sees it. `hand` is None while it is hidden; `tiles` says how many concealed tiles it has."""

    seat: int
    dealer: bool
    points: Points
    river: tuple[Thrown, ...]
    melds: tuple[Meld, ...]
    riichi: Riichi | None
    tiles: int
    holds_drawn: bool
    hand: Hand | None
    aside: tuple[Tile, ...] = ()
    stock: tuple[Tile, ...] = ()
    face_down: int = 0
    flowers: tuple[Tile, ...] = ()
    """Those it has shown."""
    declared: Flag | None = None
    won: tuple[Tile, ...] = ()
    """Those that it won on, laid aside while the deal goes on."""

    @property
    def locked(self) -> bool:
        """Whether a declaration or a win froze the hand, so that it throws what it draws."""
        return self.riichi is not None or self.declared is not None or bool(self.won)


@dataclass(frozen=True)
class View:
    """One seat's knowledge. `seen` counts the events visible to it so far.

    `left` are tiles still in the wall, `turn` whose turn it is (or who discarded), `offered` the discard that may be
    claimed, `wins` those with which the deal went on. When the deal is over `results` and `settled` tell how, the hands
    are open, and `wall` and `salt` prove the commitment. `furiten` is about the viewer's own resting hand. `honba` and
    `sticks` lie on the table, `indicators` are those turned, `bonus_kind` was drawn by lot, `turned` are tiles turned
    after a win. In a race `attacker` has declared, draws `batch` more tiles now, and `named` kinds were misses; `stake`
    multiplies the payments.
    """

    rules: Ruleset
    seat: int
    seen: int
    stage: Stage
    deal: int
    dealer: int
    turn: int
    left: int
    commitment: str
    seats: tuple[SeatView, ...]
    legal: tuple[Action, ...]
    waiting: bool
    offered: Tile | None
    furiten: bool
    round_wind: Kind | None = None
    honba: int = 0
    sticks: int = 0
    indicators: tuple[Tile, ...] = ()
    bonus_kind: Kind | None = None
    turned: tuple[Tile, ...] = ()
    attacker: int | None = None
    batch: int = 0
    named: tuple[Kind, ...] = ()
    stake: int = 1
    wins: tuple[ev.Win, ...] = ()
    results: tuple[ev.Win | ev.FalseWin | ev.DrawGame, ...] = ()
    settled: tuple[ev.Settle, ...] = ()
    wall: tuple[Tile, ...] = ()
    salt: str | None = None
    end: ev.End | None = None

    @property
    def me(self) -> SeatView:
        return self.seats[self.seat]

    @property
    def hand(self) -> Hand:
        """The viewer's own hand."""
        hand = self.me.hand
        assert hand is not None
        return hand

    @property
    def over(self) -> bool:
        """Whether this deal has ended."""
        return bool(self.results)

    @property
    def visible(self) -> Counts:
        """Every tile the viewer sees outside his own hand and melds: rivers, others' melds, indicators, tiles aside."""
        shown = list(self.indicators)
        for s in self.seats:
            shown += [t.tile for t in s.river if not t.called]
            shown += s.aside
            shown += s.won
            if s.seat != self.seat:
                shown += [t for m in s.melds for t in m.tiles]
        return counts(shown)

    @property
    def may_win(self) -> bool:
        """Whether a win with the tile drawn or offered would be right, as far as hand, winds and riichi tell: nothing
        is counted on that comes with the moment (the last tile, a replacement, a robbed kong).
        """
        tile = self.hand.drawn if self.offered is None else self.offered
        if tile is None or (self.offered is not None and self.furiten) or holds_flowers(self.rules, self.hand):
            return False
        rules, riichi = self.rules, self.me.riichi
        flag = self.me.declared
        if riichi is not None:
            flag = Flag.DOUBLE_RIICHI if riichi.double else Flag.RIICHI
        who = Circumstance(
            By.SELF_DRAW if self.offered is None else By.DISCARD,
            self.me.dealer,
            rules.seat_winds[(self.seat - self.dealer) % rules.seats],
            self.round_wind,
            frozenset({flag} if flag is not None else ()) & rules.flags,
            Bonus(
                dora=tuple(rules.tiles.after(kind(t)) for t in self.indicators),
                nuki=tuple(kind(t) for t in self.me.aside),
                honba=self.honba,
                flowers=self.me.flowers,
                kind=self.bonus_kind,
            ),
        )
        found = worth(rules, Win(Hand(self.hand.concealed, self.hand.melds), tile, who))
        hidden = (m.kind for m in self.seats[self.turn].melds if m.is_concealed and self.offered is not None)
        if kind(tile) in hidden:  # a concealed kong, which one hand alone may rob
            return found.legal and found.reading is not None and found.reading.shape == THIRTEEN_ORPHANS.key
        return found.legal

    @property
    def draws(self) -> int:
        """Own draws still to come after the present turn, if nobody konged or won."""
        return self.left // len(self.seats)


def visible(event: ev.Event, seat: int) -> ev.Event | None:
    """The event as this seat sees it; None when it must not notice it at all."""
    if isinstance(event, ev.Deal):
        hands = tuple(h if i == seat else None for i, h in enumerate(event.hands))
        return replace(event, wall=None, salt=None, hands=hands)
    if isinstance(event, ev.Draw) and event.seat != seat:
        return replace(event, tile=None)
    if isinstance(event, ev.Discard) and event.face_down and event.seat != seat:
        return replace(event, tile=None)
    if isinstance(event, ev.Build) and event.seat != seat:
        return replace(event, hand=None)
    if isinstance(event, ev.Pass) and event.seat != seat:
        return None
    return event


def count_visible(events: Sequence[ev.Event], seat: int) -> int:
    return sum(not (isinstance(e, ev.Pass) and e.seat != seat) for e in events)


def observe(state: State, seat: int, seen: int = 0) -> View:
    """What `seat` knows; `seen` is the number of events visible to it (`count_visible`), for pages that must say it.

    With assistance only who may win is asked after a discard, and always only who is ready whether he declares the hand
    he was dealt. Show nobody else a state in which such a window is open: that it waits would tell of the other hand.
    """
    over = bool(state.results)
    rules = state.rules
    open_ = rules.race is None  # only an attacker in a race throws face down
    seats = tuple([
        made(SeatView, {
            "seat": i,
            "dealer": i == state.dealer,
            "points": state.points[i],
            "river": s.river if open_ or over or i == seat else tuple([t for t in s.river if not t.face_down]),
            "melds": s.hand.melds,
            "riichi": s.riichi,
            "tiles": len(s.hand.concealed) + (s.hand.drawn is not None),
            "holds_drawn": s.hand.drawn is not None,
            "hand": s.hand if over or i == seat else None,
            "aside": s.aside,
            "stock": s.stock if over or i == seat else (),
            "face_down": 0 if open_ else sum([t.face_down for t in s.river]),
            "flowers": s.flowers,
            "declared": s.declared,
            "won": s.won,
        })
        for i, s in enumerate(state.seats)
    ])
    acting = to_act(state)
    me = state.seats[seat] if state.seats else None
    return made(View, {
        "rules": rules,
        "seat": seat,
        "seen": seen,
        "stage": state.stage,
        "deal": state.deal,
        "dealer": state.dealer,
        "turn": state.turn,
        "left": state.left if state.wall else 0,
        "commitment": state.commitment,
        "seats": seats,
        "legal": offers(state, seat) if seat in acting else (),
        "waiting": bool(acting) and seat not in acting,
        "offered": state.offer if seat in acting and state.stage is Stage.CLAIM else None,
        "furiten": me is not None and not over and is_furiten(rules, me),
        "round_wind": state.round_wind,
        "honba": state.honba,
        "sticks": state.sticks,
        "indicators": state.indicators,
        "bonus_kind": state.bonus_kind,
        "turned": turned(state) if over and any(isinstance(r, ev.Win) for r in state.results) else (),
        "attacker": state.attacker,
        "batch": state.batch,
        "named": state.named,
        "stake": state.stake,
        "wins": state.wins,
        "results": state.results,
        "settled": state.settled,
        "wall": state.wall if over else (),
        "salt": state.salt if over else None,
        "end": state.end,
    })
