"""Wins of a state: how one would come about, and whether claiming it would be right (rules 0.3, 0.7, 0.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from trainer.game.evolve import STREAK
from trainer.game.readiness import holds_flowers, live_waits
from trainer.game.state import Seat, Source, Stage, State
from trainer.hands import THIRTEEN_ORPHANS, Hand
from trainer.rules.breakdown import ScoreBreakdown
from trainer.rules.score import score
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import Bonus, By, Circumstance, Win
from trainer.text import N_
from trainer.tiles import Kind, Tile, counts, kind


def circumstance(state: State, seat: int, by: By) -> Circumstance:
    """How a win of this seat would come about now."""
    rules, s = state.rules, state.seats[seat]
    dealer = seat == state.dealer
    self_draw = by is By.SELF_DRAW
    flags = set()
    if s.riichi is not None:
        flags.add(Flag.DOUBLE_RIICHI if s.riichi.double else Flag.RIICHI)
        if s.riichi.ippatsu or (state.rules.building is not None and len(state.seats[state.turn].river) == 1):
            flags.add(Flag.IPPATSU)
    if s.declared is not None:
        flags.add(s.declared)
    replacement = self_draw and state.last_draw == "replacement"
    flower = rules.flowers is not None and rules.flowers.kong_replacement and state.last_draw == "flower"
    if replacement or (self_draw and flower):
        flags.add(Flag.KONG_REPLACEMENT)
    if state.left == 0 and (rules.deal.tail or not replacement):  # elsewhere only the discard after it is the last one
        flags.add(Flag.LAST_TILE)
    if by is By.DISCARD and state.last_draw == "replacement":
        flags.add(Flag.AFTER_KONG)
    if Flag.LAST_OF_KIND in rules.flags and face_up(state, seat) >= LAST_OF_KIND:
        flags.add(Flag.LAST_OF_KIND)
    if state.rules.building is not None and len(state.seats[state.turn].river) == state.rules.draws.discards:
        flags.add(Flag.LAST_TILE)
    if not s.river and not _spoilt(state):
        if self_draw:
            flags.add(Flag.HEAVENLY if dealer else Flag.EARTHLY)
        elif by is By.DISCARD and state.turn == state.dealer and len(state.seats[state.dealer].river) == 1:
            flags.add(Flag.HUMAN)
    if state.streak == (seat, STREAK - 1):
        flags.add(Flag.EIGHTH_WIN)
    bonus = Bonus(
        dora=state.dora(),
        ura=state.ura() if s.riichi is not None else (),
        nuki=tuple(kind(t) for t in s.aside),
        honba=state.honba,
        flowers=s.flowers,
        kind=state.bonus_kind,
    )
    wind = rules.seat_winds[(seat - state.dealer) % rules.seats]
    return Circumstance(by, dealer, wind, state.round_wind, frozenset(flags) & rules.flags, bonus)


def _spoilt(state: State) -> bool:
    """Whether no heavenly, earthly or human hand can come any more, as something was claimed, konged or set aside; by
    some rules concealed kongs spoil nothing (Chinese rules 7)."""
    if state.rules.wins.first_kongs:
        return not all(s.hand.is_concealed for s in state.seats)
    return state.interrupted


def turned(state: State) -> tuple[Tile, ...]:
    """The tiles that a win turns now: the next ones of the wall, fewer where fewer are left (Chinese rules 4)."""
    return tuple(state.wall[place] for place in state.undrawn[: state.rules.flips])


def paid_as(state: State, win: Win) -> Win:
    """A claimed win as it is paid: with the tiles that are turned for it only now. Whether it may be claimed does not
    depend on them."""
    if not state.rules.flips:
        return win
    c = win.circumstance
    return replace(win, circumstance=replace(c, bonus=replace(c.bonus, flip=turned(state))))


LAST_OF_KIND = 3
"""Copies of a kind that lie face up when another one is the last of it; with more than four copies to a kind it is so
called, too (Chinese rules 2.10, E-3)."""


def face_up(state: State, seat: int) -> int:
    """Copies of the kind this seat may win on that lie face up: in rivers, and in melds but concealed kongs (E-3).

    The tile won on is not one of them; one that was claimed lies in its meld alone.
    """
    won = state.seats[seat].hand.drawn if state.stage is Stage.TURN else state.offer
    if won is None:
        return 0
    shown = [t.tile for s in state.seats for t in s.river if not t.called]
    shown += [t for s in state.seats for m in s.hand.melds if not m.is_concealed for t in m.tiles]
    return sum([kind(t) == kind(won) for t in shown]) - (state.stage is Stage.CLAIM)


def is_furiten(rules: Ruleset, s: Seat) -> bool:
    """Whether the resting hand may not win from a discard (rules 0.3): own discards, passed tiles, riichi."""
    if not rules.wins.furiten:
        return False
    found = live_waits(rules, s.hand)
    return bool(found) and not found.isdisjoint([*[kind(t.tile) for t in s.river], *s.passed, *s.passed_riichi])


def winning(state: State, seat: int) -> Win | None:
    """The win this seat could claim now, complete or not: with its drawn tile, or the tile offered by another seat."""
    s = state.seats[seat]
    if state.stage is Stage.TURN and seat == state.turn and s.hand.drawn is not None:
        if not state.rules.wins.self_draw or (state.rules.race is not None and state.attacker is None):
            return None
        return Win(Hand(s.hand.concealed, s.hand.melds), s.hand.drawn, circumstance(state, seat, By.SELF_DRAW))
    if state.stage is Stage.CLAIM and seat != state.turn and state.offer is not None and state.rules.wins.discard:
        by = By.ROBBED_KONG if state.offered_by in (Source.ADDED_KONG, Source.CONCEALED_KONG) else By.DISCARD
        return Win(s.hand, state.offer, circumstance(state, seat, by))
    return None


def completes(state: State, seat: int) -> bool:
    """Whether the tile just drawn, or the one offered, is among the waits of this seat: asked before all else."""
    s = state.seats[seat]
    tile = s.hand.drawn if state.stage is Stage.TURN else state.offer
    return tile is not None and kind(tile) in live_waits(state.rules, s.hand)


def refuse_win(state: State, seat: int) -> str | None:
    """The rule that forbids to claim a win now, as a sentence, or None.

    Without assistance any win may be claimed, at its price; but not before the flowers are shown.
    """
    if holds_flowers(state.rules, state.seats[seat].hand):
        return FAULTS["flowers"]
    if state.rules.training.assist and not completes(state, seat):
        return FAULTS["not_complete"]
    win = winning(state, seat)
    if win is not None and not state.rules.training.assist:
        return None
    if win is None:
        return FAULTS["not_complete"]
    found = fault(state, seat, win)
    return worth(state.rules, win).reason if found in WORTHLESS else FAULTS[found]


FAULTS: dict[str | None, str | None] = {
    None: None,
    "not_complete": N_("The hand is not complete."),
    "riichi_kong": N_("A kong after riichi was not allowed, so the hand cannot win."),
    "furiten": N_("The hand is furiten: it wins only by self-draw."),
    "own_discard": N_("You have thrown this tile since your last draw: until the next one you cannot win on it."),
    "declined": N_("You let a win go: until you draw or claim, only more fan and a higher payment may be won."),
    "flowers": N_("Show and replace your flowers before you win."),
}
"""Why a win is refused, by its fault."""

WORTHLESS = ("no_yaku", "minimum")
"""Faults of a hand that is complete and worth too little: its family says why."""


@lru_cache(maxsize=1 << 10)
def worth(rules: Ruleset, win: Win) -> ScoreBreakdown:
    """The score of a win, kept a while: one win is asked about several times before it is paid."""
    return score(rules, win)


def fault(state: State, seat: int, win: Win, named: tuple[Kind, ...] | None = None) -> str | None:
    """Why this win would be a false one (rules 0.13), or None when it is right. `named` are the declared waits."""
    rules, s = state.rules, state.seats[seat]
    if kind(win.tile) not in live_waits(rules, win.hand):
        return "not_complete"
    if s.bad_kong:
        return "riichi_kong"
    if not win.circumstance.self_draw and is_furiten(rules, s):
        return "furiten"
    if state.offered_by is Source.CONCEALED_KONG and win.circumstance.by is By.ROBBED_KONG and not _orphans(rules, win):
        return "not_complete"
    found = worth(rules, win)
    if not found.legal:
        return "no_yaku" if found.worth.qualified == 0 else "minimum"
    if rules.wins.locks and win.circumstance.by is By.DISCARD:
        barred = lock(rules, win, s.thrown, s.declined)
        if barred is not None:
            return barred
    if named is not None and asks_waits(state, win):
        own = [a + b for a, b in zip(counts(win.hand.concealed), win.hand.held, strict=True)]
        free = {Kind(k) for k, n in enumerate(own) if n and n >= rules.tiles.supply[k]}
        if set(named) - free != live_waits(rules, win.hand) - free:
            return "waits"
    return None


def lock(rules: Ruleset, win: Win, thrown: Sequence[Kind], declined: Sequence[Kind]) -> str | None:
    """The lock on a win from a discard, if any (Chinese rules 10): its kind is among those `thrown` since the last
    draw; or other wins were `declined`, unless this one has more fan and is really paid more.

    The hand is still the one that let it go. Of several the last one was the best: the others were locked.
    """
    if kind(win.tile) in thrown:
        return "own_discard"
    if declined:
        now, before = worth(rules, win), worth(rules, replace(win, tile=Tile(declined[-1])))
        if _fan(now) <= _fan(before) or now.points <= before.points:
            return "declined"
    return None


def _fan(found: ScoreBreakdown) -> int:
    """The fan of a win; where the total is not counted in fan they are a part of it."""
    fan = dict(found.worth.parts).get("fan", found.worth.total)
    assert isinstance(fan, int)
    return fan


def _orphans(rules: Ruleset, win: Win) -> bool:
    """Whether the win is thirteen orphans, the only hand that may rob a concealed kong."""
    reading = worth(rules, win).reading
    return reading is not None and reading.shape == THIRTEEN_ORPHANS.key


def win_to_name(state: State, seat: int) -> Win | None:
    """The win that this seat could claim now, if its waits must be named with it."""
    if not state.rules.training.declare_waits:
        return None
    win = winning(state, seat)
    return win if win is not None and asks_waits(state, win) else None


def asks_waits(state: State, win: Win) -> bool:
    """Whether the waits must be named with this win; a heavenly hand has none to name."""
    return state.rules.training.declare_waits and Flag.HEAVENLY not in win.circumstance.flags
