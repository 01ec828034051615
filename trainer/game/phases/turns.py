"""One's own turn: draw, discard, kongs, tiles set aside, the abortion of a hopeless deal (rules 0.3-0.7, 0.11, 4)."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from trainer.game import event as ev
from trainer.game import kongs
from trainer.game.action import Abort, Action, Discard, Kong, SetAside, TakeWin
from trainer.game.closing import abort, settle_wins
from trainer.game.evolve import fold
from trainer.game.phases import claims, race
from trainer.game.readiness import KONG_TILES, is_ready, keeps_waits, kong_keeps_ready, kong_keeps_riichi
from trainer.game.state import Seat, Source, Stage, State
from trainer.game.winning import refuse_win
from trainer.hands import ORPHANS, Form, Hand, ready_throws, without
from trainer.rules.variant import Ruleset
from trainer.text import N_
from trainer.tiles import TILES, Kind, Tile, alike, kind, sort_key, sort_tiles

NINE = 9
"""Kinds of terminals and honors that may abort a deal."""

Sentence = str
"""The rule that forbids an action, for the person who tried it."""


def candidates(state: State, seat: int) -> tuple[list[Action], list[Action]]:
    """In one's turn: what is surely allowed, in stable order, and what might be; what the hand's counts rule out is not
    among them."""
    s, rules = state.seats[seat], state.rules
    if rules.building is not None:
        return [_discard(t, False) for t in sort_tiles(set(s.stock))], []
    hand = s.hand
    out: list[Action] = [TakeWin()]
    if rules.draws.nine_kinds and not s.river:
        out.append(Abort())
    most = rules.kongs.tiles
    joined = [m.kind for m in hand.melds if m.form is Form.PUNG or (m.form is Form.KONG and len(m.tiles) < most)]
    counted = hand.counts
    if joined or max(counted) >= KONG_TILES:
        out += [Kong(Kind(k)) for k, n in enumerate(counted) if n >= KONG_TILES or (n and k in joined)]
        out += [Kong(k, new=True) for k in set(joined) if len(kongs.ways(hand, k, most)) > 1]
    out += [SetAside(t) for k in rules.kongs.nuki if counted[k] for t in set(alike(hand.tiles, k))]
    locked = s.locked or state.attacker is not None
    throws = [] if locked else [_discard(t, False) for t in sort_tiles(set(hand.concealed))]
    if hand.drawn is not None:
        at = bisect_right(throws, sort_key(hand.drawn), key=lambda d: sort_key(d.tile))
        throws.insert(at, _discard(hand.drawn, True))
    if state.forbidden:
        throws = [d for d in throws if kind(d.tile) not in state.forbidden]
    sure: list[Action] = [*throws]
    if locked:
        return sure, out
    riichi = rules.riichi is not None and hand.is_concealed
    plain = rules.race is not None or rules.ready is not None
    if not riichi and not plain:
        return sure, out
    if rules.training.assist or plain:  # nothing else may be declared
        ready = ready_throws(counted, hand.melds, rules.shapes, rules.tiles.supply)
        throws = [d for d in throws if kind(d.tile) in ready] if ready else []
    if riichi:
        out += [Discard(d.tile, d.drawn, riichi=True) for d in throws]
    if plain:
        out += [Discard(d.tile, d.drawn, ready=True) for d in throws]
    return sure, out


_discard = lru_cache(maxsize=2 * TILES)(Discard)
_discarded = lru_cache(maxsize=1 << 9)(ev.Discard)
"""The same few actions are offered, and taken, again and again."""


def refusal(state: State, seat: int, action: Action) -> Sentence | None:
    """The rule that forbids this action now, or None. It is this seat's turn."""
    s = state.seats[seat]
    if isinstance(action, TakeWin):
        return refuse_win(state, seat)
    if isinstance(action, Kong):
        return _refuse_kong(state, s, action)
    if isinstance(action, SetAside):
        return _refuse_aside(state, s, action.tile)
    if isinstance(action, Discard):
        return _refuse_discard(state, s, action)
    if isinstance(action, Abort):
        return _refuse_abort(state, s)
    return N_("There is nothing to pass on: discard a tile.")


def kong_form(rules: Ruleset, hand: Hand, action: Kong) -> Source | None:
    """Which kong this is in the hand's own turn, if it can be made."""
    at = kongs.way(hand, action.kind, rules.kongs.tiles, new=action.new)
    return None if at is None else kongs.form(hand, at)


def konged(rules: Ruleset, hand: Hand, action: Kong) -> Hand:
    """The hand at rest after a kong that it can make in its turn."""
    at = kongs.way(hand, action.kind, rules.kongs.tiles, new=action.new)
    assert at is not None
    return kongs.made(hand, alike(hand.tiles, action.kind)[0], at)


def _refuse_kong(state: State, s: Seat, action: Kong) -> Sentence | None:
    rules, k = state.rules, action.kind
    form = kong_form(rules, s.hand, action)
    allowed = {Source.CONCEALED_KONG: rules.kongs.concealed, Source.ADDED_KONG: rules.kongs.added}
    if form is None:
        return N_("A kong needs four equal tiles in your hand, or a pung on the table and its fourth tile.")
    if not allowed[form]:
        return N_("This game has no such kong.")
    if s.hand.drawn is None and not rules.kongs.after_claim:
        return N_("Right after a chow or a pung no kong may be made.")
    if k in rules.kongs.nuki:
        return N_("Tiles that are set aside cannot be konged.")
    if state.left < rules.kongs.least_wall:
        return N_("The last tile of the wall may not be konged.")
    if rules.kongs.most is not None and state.kongs >= rules.kongs.most:
        return N_("No more kongs may be made in this deal.")
    if s.declared is not None and not kong_keeps_ready(rules, s.hand, k, konged(rules, s.hand, action)):
        return N_("After the hand was declared ready this kong is not allowed.")
    if s.won and not (_is_drawn(s, k) and keeps_waits(rules, s.hand, konged(rules, s.hand, action))):
        return N_("After a win only a kong of the drawn tile that leaves the waits as they are may be made.")
    locked = s.riichi is not None or state.attacker is not None
    if locked and rules.training.assist and not kong_keeps_riichi(rules, s.hand, k):
        return N_("After riichi a kong is allowed only with the drawn tile and when it leaves the hand's shape alone.")
    return None


def _is_drawn(s: Seat, k: Kind) -> bool:
    return s.hand.drawn is not None and kind(s.hand.drawn) == k


def _refuse_aside(state: State, s: Seat, tile: Tile) -> Sentence | None:
    if kind(tile) not in state.rules.kongs.nuki or tile not in s.hand.tiles or s.hand.drawn is None:
        return N_("This tile cannot be set aside.")
    if state.left < state.rules.kongs.least_wall:
        return N_("After the last tile of the wall nothing is set aside.")
    if s.riichi is not None and tile != s.hand.drawn:
        return N_("After riichi only the drawn tile may be set aside.")
    return None


def _refuse_abort(state: State, s: Seat) -> Sentence | None:
    first = not state.interrupted and not s.river and s.hand.drawn is not None
    if state.rules.draws.nine_kinds and first and sum([s.hand.counts[k] > 0 for k in ORPHANS]) >= NINE:
        return None
    return N_("Only nine kinds of terminals and honors in the first hand end a deal.")


def _refuse_discard(state: State, s: Seat, d: Discard) -> Sentence | None:
    if state.rules.building is not None:
        fits = d.tile in s.stock and not (d.drawn or d.riichi or d.ready)
        return None if fits else N_("This tile is not among those you may discard.")
    if (d.tile != s.hand.drawn) if d.drawn else (d.tile not in s.hand.concealed):
        return N_("This tile is not in your hand.")
    if kind(d.tile) in state.forbidden:
        return N_("After a claim this tile may not be discarded: that would be swap-calling.")
    if (s.riichi is not None or state.attacker is not None) and (not d.drawn or d.riichi or d.ready):
        return N_("After riichi only the drawn tile may be discarded.")
    if s.declared is not None and (not d.drawn or d.ready):
        return N_("A hand that was declared ready throws only the drawn tile.")
    if s.won and not d.drawn:
        return N_("After a win only the drawn tile may be discarded.")
    if d.ready and (d.riichi or (state.rules.race is None and state.rules.ready is None)):
        return N_("This game has no such declaration.")
    if d.ready and state.rules.ready is not None and not is_ready(state.rules, without(s.hand, d.tile)):
        return N_("Only a ready hand can be declared.")
    if state.rules.race is not None and (d.riichi or d.ready):
        forbidden = race.refuse_declaration(state, without(s.hand, d.tile), d)
        if forbidden is not None:
            return forbidden
    return _refuse_riichi(state, s, d) if d.riichi else None


def _refuse_riichi(state: State, s: Seat, d: Discard) -> Sentence | None:
    rules = state.rules
    if rules.riichi is None or not s.hand.is_concealed:
        return N_("Riichi needs a concealed hand.")
    if state.left < rules.riichi.least_wall:
        return N_("Riichi needs two tiles left in the wall.")
    if state.points[state.turn] < rules.riichi.cost:
        return N_("Riichi needs points for its stick.")
    if rules.training.assist and not is_ready(rules, without(s.hand, d.tile)):
        return N_("Riichi needs a ready hand after the discard.")
    return None


# ------------------------------------------------------------------ decide


def decide(state: State, seat: int, action: Action) -> tuple[ev.Event, ...]:
    """What follows from this action, which is allowed."""
    if isinstance(action, TakeWin):
        return settle_wins(state, {seat: action})
    if isinstance(action, Abort):
        return abort(state, "nine_kinds")
    made: list[ev.Event] = []
    if isinstance(action, SetAside):
        made.append(ev.Nuki(seat, action.tile))
    elif isinstance(action, Kong):
        hand = state.seats[seat].hand
        form = kong_form(state.rules, hand, action)
        assert form is not None
        tile = alike(hand.tiles, action.kind)[-1]  # the drawn one if it can be
        made += [*claims.owed(state), ev.Kong(seat, str(form), tile, new=action.new)]
    else:
        assert isinstance(action, Discard)
        down = state.attacker is not None
        thrown = _discarded(seat, action.tile, action.drawn, action.riichi, action.ready, down)
        made += [*claims.owed(state), thrown]
    after = fold(state, made)
    if after.stage is Stage.NAME:
        made += race.after_discard(after)
    elif not claims.asked(after):
        made += claims.nobody(after)
    return tuple(made)

