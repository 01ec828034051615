"""Answers to a tile that lies open: a win, then pung or kong, then chow (rules 0.5); kongs and tiles aside robbed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from trainer.game import event as ev
from trainer.game import income, kongs
from trainer.game.action import Action, Chow, Kong, Pass, Pung, TakeWin
from trainer.game.closing import abort, advance, overtaken, riichi_stick, settle_wins
from trainer.game.evolve import fold, swapped
from trainer.game.readiness import keeps_waits
from trainer.game.state import Source, State, last_kept
from trainer.game.winning import refuse_win
from trainer.hands import Hand
from trainer.text import N_
from trainer.tiles import FIRST_HONOR, RANKS, Kind, Tile, alike, is_flower, kind, rank, sort_tiles

PUNG_TILES = 2
CLAIMED_KONG_TILES = 3
"""Tiles of the hand that a claim takes."""


@last_kept
def asked(state: State) -> frozenset[int]:
    """The seats that may take the tile offered."""
    return frozenset([seat for seat in state.others(state.turn) if _may_answer(state, seat)])


def _may_answer(state: State, seat: int) -> bool:
    """Without assistance everybody is asked whenever he could be, so that being asked tells nothing."""
    if state.offered_by is Source.CONCEALED_KONG and not state.rules.kongs.robbed_by_orphans:
        return False
    if not state.rules.training.assist:
        return True
    if refuse_win(state, seat) is None:
        return True
    melds = _melds(state, seat)
    return bool(melds) and any(_refuse_claim(state, seat, a) is None for a in melds)


def candidates(state: State, seat: int) -> list[Action]:
    """Every answer that might be allowed."""
    return [TakeWin(), Pass(), *_melds(state, seat)]


def _melds(state: State, seat: int) -> list[Chow | Pung | Kong]:
    """Every claim for a meld that might be allowed."""
    out: list[Chow | Pung | Kong] = []
    if state.offer is None or state.offered_by is not Source.DISCARD:
        return out
    if state.seats[seat].locked and not state.seats[seat].won:
        return out
    k, hand = kind(state.offer), state.seats[seat].hand
    if hand.counts[k] >= PUNG_TILES:
        same = sort_tiles(alike(hand.concealed, k))
        out += [Pung(pair) for pair in set(combinations(same, PUNG_TILES))]
        if len(same) >= CLAIMED_KONG_TILES:
            out.append(Kong(k))
    if k < FIRST_HONOR and state.rules.claims.chow:
        out += [Chow(pair) for pair in _chows(k, hand)]
    return out


def _chows(k: Kind, hand: Hand) -> list[tuple[Tile, ...]]:
    """Pairs of tiles that make a chow with kind k; red fives and plain ones are different pairs."""
    held = hand.counts
    out: list[tuple[Tile, ...]] = []
    for a, b in ((k - 2, k - 1), (k - 1, k + 1), (k + 1, k + 2)):
        if a >= 0 and b < FIRST_HONOR and held[a] and held[b] and a // RANKS == b // RANKS:
            low, high = (set(alike(hand.concealed, Kind(x))) for x in (a, b))
            out += [(x, y) for x in low for y in high]
    return out


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this answer now, as a sentence, or None. The seat is one of those asked."""
    if isinstance(action, TakeWin):
        return refuse_win(state, seat)
    if isinstance(action, Pass):
        return None
    if isinstance(action, (Chow, Pung, Kong)):
        return _refuse_claim(state, seat, action)
    return N_("Answer the tile offered first: take it or pass.")


def _refuse_claim(state: State, seat: int, action: Chow | Pung | Kong) -> str | None:
    rules, s = state.rules, state.seats[seat]
    allowed = {Chow: rules.claims.chow, Pung: rules.claims.pung, Kong: rules.claims.kong}
    if state.offer is None or state.offered_by is not Source.DISCARD or not allowed[type(action)]:
        return N_("This game does not allow that claim.")
    if s.riichi is not None:
        return N_("After riichi nothing is claimed but a win.")
    if s.declared is not None:
        return N_("A hand that was declared ready claims nothing but a win.")
    if s.won and not isinstance(action, Kong):
        return N_("After a win nothing is claimed but another win, or a kong.")
    if not state.left:
        return N_("The last discard may only be won on.")
    if _four_kongs(state):
        return N_("After the fourth kong this discard may only be won on: then the deal is over.")
    k = kind(state.offer)
    if k in rules.kongs.nuki:
        return N_("Tiles that are set aside cannot be claimed.")
    if isinstance(action, Kong):
        if action != Kong(k) or s.hand.counts[k] < CLAIMED_KONG_TILES:
            return N_("A claimed kong needs three tiles equal to the discard.")
        if s.won and not keeps_waits(rules, s.hand, kongs.claimed(s.hand, state.offer)):
            return N_("After a win only a kong that leaves the waits as they are may be made.")
        full = rules.kongs.most is not None and state.kongs >= rules.kongs.most
        return N_("No more kongs may be made in this deal.") if full else None
    left = list(s.hand.concealed)
    for t in action.tiles:
        if t not in left:
            return N_("These tiles are not in your hand.")
        left.remove(t)
    if isinstance(action, Pung):
        if len(alike(action.tiles, k)) != PUNG_TILES:
            return N_("A pung needs two tiles equal to the discard.")
        forbidden: tuple[Kind, ...] = (k,)
    else:
        kinds = sorted((k, *(kind(t) for t in action.tiles)))
        low = kinds[0]
        if low >= FIRST_HONOR or rank(low) > RANKS - 2 or kinds != [low, low + 1, low + 2]:
            return N_("A chow needs two tiles that make a run with the discard.")
        if seat != state.others(state.turn)[0]:
            return N_("A chow is claimed only from the player before you.")
        forbidden = swapped(state.offer, action.tiles)
    if not rules.claims.swap and all(is_flower(t) or kind(t) in forbidden for t in left):
        return N_("After this claim no discard would be allowed.")
    return None


# ------------------------------------------------------------------ decide


def decide(state: State, answers: Mapping[int, Action]) -> tuple[ev.Event, ...]:
    """One window: the passes in turn order, then every win, the one claim, or what follows when nobody took it."""
    order = [seat for seat in state.others(state.turn) if seat in answers]
    wins = {seat: a for seat in order if isinstance(a := answers[seat], TakeWin)}
    late = overtaken(state, wins)
    standing = {seat: claim for seat, claim in wins.items() if seat not in late}
    claim = None if standing else _first_claim(order, answers)
    taking = set(standing) if standing else {claim} if claim is not None else set()
    out: list[ev.Event] = [ev.Pass(seat, _declined(state, seat)) for seat in order if seat not in taking]
    if standing:
        return (*out, *settle_wins(state, standing))
    if claim is None:
        return (*out, *nobody(state))
    return (*out, *_claimed(state, claim, answers[claim]))


def _declined(state: State, seat: int) -> str:
    """What a seat that passed could have done: win, or else claim."""
    return "win" if refuse_win(state, seat) is None else "claim"


def _first_claim(order: list[int], answers: Mapping[int, Action]) -> int | None:
    """The seat whose claim goes first: pung and kong before chow, then the order of turns."""
    for forms in ((Pung, Kong), (Chow,)):
        for seat in order:
            if isinstance(answers[seat], forms):
                return seat
    return None


def _claimed(state: State, seat: int, action: Action) -> tuple[ev.Event, ...]:
    assert state.offer is not None
    out: list[ev.Event] = [*riichi_stick(state)]
    if isinstance(action, Chow):
        out.append(ev.Chow(seat, state.offer, action.tiles, state.turn))
    elif isinstance(action, Pung):
        out.append(ev.Pung(seat, state.offer, action.tiles, state.turn))
    else:
        out.append(ev.Kong(seat, str(Source.CLAIMED_KONG), state.offer, state.turn))
        out += income.of_kong(fold(state, out))
        out.append(ev.Draw(seat, replacement(state), "replacement"))
    return tuple(out)


def nobody(state: State) -> tuple[ev.Event, ...]:
    """What follows when nobody took the tile offered: the next draw, or the replacement of a kong or tile aside."""
    if state.offered_by is Source.DISCARD:
        stick = riichi_stick(state)
        after = fold(state, stick)
        return (*stick, *(abort(after, "four_kongs") if _four_kongs(after) else advance(after)))
    out: list[ev.Event] = [*income.of_kong(state)]
    if state.offered_by is Source.CONCEALED_KONG and state.rules.dora.shown:
        out.append(ev.Indicator(state.indicator(state.shown)))
    return (*out, ev.Draw(state.turn, replacement(state), "replacement"))


def _four_kongs(state: State) -> bool:
    """Four kongs by several seats end the deal after the discard that follows the fourth (rules 0.6)."""
    most = state.rules.kongs.most
    if not state.rules.draws.four_kongs or most is None:
        return False
    made = [s.kongs for s in state.seats]
    return sum(made) >= most > max(made)


def replacement(state: State) -> Tile:
    """The next replacement tile: from the tail of the wall or the dead wall, or the next where there is neither."""
    if state.rules.deal.tail:
        return state.wall[-1 - state.replaced]
    return state.dead(state.replaced) if state.rules.deal.dead_wall else state.wall[state.next]


def owed(state: State) -> tuple[ev.Event, ...]:
    """The indicators that claimed and added kongs turn before the next discard or kong."""
    return tuple(ev.Indicator(state.indicator(state.shown + i)) for i in range(state.owed))

