"""Playing with bots only: walls from a seed, each choice from a view, the record at the end. Pure."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from trainer.game import event as ev
from trainer.game.action import Action, TakeWin
from trainer.game.engine import begin, deal, decide, needs_deal, to_act
from trainer.game.evolve import fold
from trainer.game.readiness import live_waits
from trainer.game.state import State
from trainer.game.view import View, observe
from trainer.game.winning import win_to_name
from trainer.rules.variant import Ruleset
from trainer.text import N_, Refusal
from trainer.tiles import Tile

Choose = Callable[[View, random.Random], Action]
"""A bot: what it does, from what it may know. All chance comes from the generator given."""


def shuffled(rules: Ruleset, rng: random.Random) -> tuple[tuple[Tile, ...], str]:
    """A wall and a salt from a generator."""
    wall = list(rules.tiles.tiles())
    rng.shuffle(wall)
    return tuple(wall), f"{rng.getrandbits(128):032x}"


def wall_of(rules: Ruleset, seed: int, number: int) -> tuple[tuple[Tile, ...], str]:
    """The wall and salt of deal `number` under a seed."""
    return shuffled(rules, random.Random(f"{seed}/{number}"))


class Late(random.Random):
    """A generator that is seeded when it is first asked for something: most decisions need no chance."""

    def __init__(self) -> None:
        super().__init__(0)
        self.seeded_by: str | None = None

    def getrandbits(self, k: int, /) -> int:
        if self.seeded_by is not None:
            self._wake(self.seeded_by)
        return super().getrandbits(k)

    def random(self) -> float:
        if self.seeded_by is not None:
            self._wake(self.seeded_by)
        return super().random()

    def _wake(self, text: str) -> None:
        self.seed(hashlib.sha256(text.encode()).digest())
        self.seeded_by = None


def bot_rng(salt: str, seat: int, number: int, rng: Late | None = None) -> random.Random:
    """A bot's generator for one decision: from the deal's salt, its seat, and the number of events. `rng` is one to
    seed anew for it, which costs less than making one."""
    rng = rng or Late()
    rng.seeded_by = f"{salt}/{seat}/{number}"
    return rng


def choice(state: State, seat: int, number: int, choose: Choose, rng: Late | None = None) -> Action:
    """A bot's answer now; the waits that a win must name are filled in, since a bot knows its own hand.

    `number` counts all events so far, others' passes included: it seeds the generator and stays out of the view. For
    `rng` see `bot_rng`.
    """
    view = observe(state, seat)
    action = choose(view, bot_rng(state.salt, seat, number, rng))
    if isinstance(action, TakeWin) and action.waits is None:
        win = win_to_name(state, seat)
        if win is not None:
            return TakeWin(tuple(sorted(live_waits(state.rules, win.hand))))
    return action


MOST_VOID = 100
"""Void deals in a row after which bots are taken never to finish a round."""


def by_rounds_alone(rules: Ruleset) -> bool:
    """Whether nothing ends a match but its rounds, in which void deals do not count."""
    return bool(rules.match.rounds) and not (rules.match.bust or rules.match.hands or rules.match.minutes)


def play(
    rules: Ruleset,
    bots: Sequence[Choose],
    walls: Iterator[tuple[tuple[Tile, ...], str]],
    *,
    deals: int | None = None,
) -> tuple[ev.Event, ...]:
    """A match (or its first `deals` deals) between bots, one a seat; raises Refusal where the match has no end.

    A void deal is played again (rules 0.13), so that bots that err in every deal never come to the end of a round.
    """
    if deals is None and not (rules.match.hands or rules.match.bust or rules.match.rounds):
        raise Refusal(N_("Without a number of deals and with nobody ever out, the match would not end."))
    state = begin(rules)
    rng = Late()
    events: list[ev.Event] = []
    void = 0
    while state.end is None:
        if needs_deal(state):
            if deals is not None and state.deal >= deals:
                break
            void = void + 1 if any(isinstance(r, ev.FalseWin) for r in state.results) else 0
            if void >= MOST_VOID and deals is None and by_rounds_alone(rules):
                raise Refusal(
                    N_(
                        "%(most)d deals in a row were void, so that the match would not end. Play with assistance, or "
                        "let it end when a player is below zero."
                    ),
                    most=MOST_VOID,
                )
            made = deal(state, *next(walls))
        else:
            answers: Mapping[int, Action] = {
                seat: choice(state, seat, len(events), bots[seat], rng) for seat in sorted(to_act(state))
            }
            made = decide(state, answers)
        events += made
        state = fold(state, made)
    return tuple(events)


def seeded_walls(rules: Ruleset, seed: int) -> Iterator[tuple[tuple[Tile, ...], str]]:
    """Wall after wall under a seed."""
    number = 0
    while True:
        number += 1
        yield wall_of(rules, seed, number)
