"""The whole truth about a game, hidden tiles included. `evolve` in its own module is the only function that changes it.

Facts only: waits, furiten and legal actions are derived by whoever asks, never stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from trainer.game.event import DrawGame, End, FalseWin, Settle, Win
from trainer.hands import Form, Hand
from trainer.rules.breakdown import Points
from trainer.rules.variant import Flag, Ruleset
from trainer.tiles import Kind, Tile, kind


class Stage(StrEnum):
    """What the game waits for: a new deal, hands to be built, tiles to be exchanged, seats that may declare the hand
    they were dealt, kinds to be named, a seat's turn, answers to a tile offered, or nothing any more."""

    DEAL = "deal"
    BUILD = "build"
    SWAP = "swap"
    READY = "ready"
    NAME = "name"
    TURN = "turn"
    CLAIM = "claim"
    SETTLING = "settling"
    OVER = "over"


class Source(StrEnum):
    """How a tile came to lie where others may take it."""

    DISCARD = "discard"
    ADDED_KONG = "added"
    CONCEALED_KONG = "concealed"
    CLAIMED_KONG = "claimed"
    NUKI = "nuki"
    FLOWER = "flower"
    """Nobody may take it: its replacement is due."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A tile in a river: thrown as drawn, whether riichi was declared with it, whether another seat claimed it,
    whether it lies face down, whether a ready hand was declared with it without riichi."""

    tile: Tile
    drawn: bool
    riichi: bool
    called: bool = False
    face_down: bool = False
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Riichi:
    """A seat's declaration: double (first discard, nothing before), ippatsu while it may still come, stick paid."""

    double: bool
    ippatsu: bool
    paid: bool = False


@dataclass(frozen=True)
class Seat:
    """What one seat has in this deal.

    Where furiten counts, `passed` are kinds that others let go by and this seat did not win on since its own last draw
    or claim; `passed_riichi` the same since its riichi, never cleared. `bad_kong` is an illegal kong after riichi;
    `aside` are tiles set aside, `stock` those it may still discard where hands are built, `flowers` those that it has
    shown; `declared` says how it declared ready without riichi: READY, or READY_AT_DEAL. `won` are the tiles laid aside
    that it won on while the deal went on. Where wins are locked, `thrown` are the kinds it may not win on from others
    since it threw them after its last draw, and `declined` those of wins from a discard that it let go since its last
    draw or claim.
    """

    hand: Hand
    river: tuple[Thrown, ...] = ()
    riichi: Riichi | None = None
    passed: tuple[Kind, ...] = ()
    passed_riichi: tuple[Kind, ...] = ()
    bad_kong: bool = False
    aside: tuple[Tile, ...] = ()
    stock: tuple[Tile, ...] = ()
    flowers: tuple[Tile, ...] = ()
    declared: Flag | None = None
    won: tuple[Tile, ...] = ()
    thrown: tuple[Kind, ...] = ()
    declined: tuple[Kind, ...] = ()

    @property
    def locked(self) -> bool:
        """Whether a declaration or a win froze the hand: it throws what it draws."""
        return self.riichi is not None or self.declared is not None or bool(self.won)

    @property
    def kongs(self) -> int:
        return sum([m.form is Form.KONG for m in self.hand.melds])


@dataclass(frozen=True)
class State:
    """`next` indexes the wall; `results` are how the deal ended (Win, FalseWin or DrawGame) once it has, those `wins`
    first with which it went on.

    `hand` numbers the places of the dealership from 0: it moves on when the dealership does. `offer` is the tile that
    others may take now and `offered_by` how it came there. `shown` indicators are turned, `owed` more are before the
    next discard or kong of whoever konged. `replaced` tiles of the dead wall, or of the wall's tail, are drawn, and for
    that `shrunk` tiles of the wall will not be drawn in turn. `last_draw` is `wall`, `replacement`, or `flower` for a
    flower's. `forbidden` kinds may not be discarded right after a claim. `streak` is who won last how often in a row.
    `bonus_kind` was drawn by lot.
    """

    rules: Ruleset
    stage: Stage
    points: tuple[Points, ...]
    first_dealer: int = 0
    deal: int = 0
    dealer: int = 0
    hand: int = 0
    honba: int = 0
    sticks: int = 0
    streak: tuple[int, int] = (0, 0)
    wall: tuple[Tile, ...] = ()
    salt: str = ""
    commitment: str = ""
    next: int = 0
    seats: tuple[Seat, ...] = ()
    turn: int = 0
    last_draw: str = ""
    offer: Tile | None = None
    offered_by: Source = Source.DISCARD
    shown: int = 0
    owed: int = 0
    replaced: int = 0
    shrunk: int = 0
    forbidden: tuple[Kind, ...] = ()
    bonus_kind: Kind | None = None
    interrupted: bool = False
    attacker: int | None = None
    batch: int = 0
    attacks: int = 0
    named: tuple[Kind, ...] = ()
    bank: Points = 0
    stake: int = 1
    wins: tuple[Win, ...] = ()
    results: tuple[Win | FalseWin | DrawGame, ...] = ()
    settled: tuple[Settle, ...] = ()
    end: End | None = None

    @property
    def left(self) -> int:
        """Tiles still to be drawn in turn: from the wall, and as many as the limit of discards leaves room for."""
        wall = len(self.wall) - self.rules.deal.dead_wall - self.next - self.shrunk
        limit = self.rules.draws.discards
        if not limit or self.attacker is not None:
            return wall
        made = sum([len(s.river) for s in self.seats])
        room = len(self.seats) * limit - made - (self.stage is Stage.TURN)
        return room if self.rules.building is not None else min(wall, room)

    @property
    def undrawn(self) -> tuple[int, ...]:
        """Places of the wall whose tiles nobody has drawn, the dead wall's too."""
        end = len(self.wall) - self.rules.deal.dead_wall
        if self.rules.deal.tail:
            return tuple(range(self.next, end - self.replaced))
        return (*range(self.next, end), *range(end + self.replaced, len(self.wall)))

    @property
    def round_wind(self) -> Kind | None:
        """The wind of the round; of the last one in hands added after it."""
        rounds = self.rules.match.rounds
        if not rounds:
            return self.rules.round_wind
        return rounds[min(self.hand // self.rules.seats, len(rounds) - 1)]

    @property
    def kongs(self) -> int:
        """Kongs made in this deal."""
        return sum([s.kongs for s in self.seats])

    def dead(self, place: int) -> Tile:
        """A tile of the dead wall, counted from its first replacement."""
        return self.wall[len(self.wall) - self.rules.deal.dead_wall + place]

    def indicator(self, number: int, *, ura: bool = False) -> Tile:
        """An indicator of the dead wall, or the one under it."""
        return self.dead(self.rules.deal.replacements + 2 * number + ura)

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """Those turned so far."""
        first = len(self.wall) - self.rules.deal.dead_wall + self.rules.deal.replacements
        return self.wall[first : first + 2 * self.shown : 2]

    def dora(self) -> tuple[Kind, ...]:
        return tuple(self.rules.tiles.after(kind(t)) for t in self.indicators)

    def ura(self) -> tuple[Kind, ...]:
        """What a win in riichi turns under the indicators."""
        rules = self.rules.dora
        number = (self.shown if rules.kong_ura else min(1, self.shown)) if rules.ura else 0
        return tuple(self.rules.tiles.after(kind(self.indicator(i, ura=True))) for i in range(number))

    @property
    def defender(self) -> int:
        """Who names kinds against the attacker."""
        assert self.attacker is not None
        return self.others(self.attacker)[0]

    def others(self, seat: int) -> tuple[int, ...]:
        """The other seats in turn order from `seat`."""
        return _others(self.rules.seats, seat)


@lru_cache(maxsize=32)
def _others(seats: int, seat: int) -> tuple[int, ...]:
    return tuple((seat + i) % seats for i in range(1, seats))


T = TypeVar("T")
P = ParamSpec("P")


def last_kept(function: Callable[P, T]) -> Callable[P, T]:
    """Keep the last answer: `decide`, `observe` and whoever plays ask the same of one state, one after the other.

    The one or two arguments, which are positional, are compared by identity: they must be values that never change.
    """
    last: list[tuple[object, object, Any]] = [(None, None, None)]  # replaced whole: threads may share it

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        assert not kwargs
        first, second, answer = last[0]
        if args[0] is not first or args[-1] is not second:
            answer = function(*args, **kwargs)
            last[0] = (args[0], args[-1], answer)
        return answer  # type: ignore[no-any-return]  # a cast costs a call

    return asked


def changed(value: T, **changes: Any) -> T:
    """`dataclasses.replace` for values without slots, several times as fast: fields are not set one by one."""
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", value.__dict__ | changes)
    assert len(new.__dict__) == len(value.__dict__), changes.keys()
    return new


def made(cls: type[T], given: dict[str, Any]) -> T:
    """A new value of a dataclass without slots, with every field named in a new dictionary, which becomes its own: as
    calling it, at a third of the cost."""
    new = object.__new__(cls)
    object.__setattr__(new, "__dict__", given)
    assert len(given) == len(cls.__dataclass_fields__)  # type: ignore[attr-defined]
    return new


def begin(rules: Ruleset) -> State:
    """A match before its first deal."""
    return State(rules, Stage.DEAL, (rules.match.start,) * rules.seats)
