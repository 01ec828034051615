"""Slow, obvious twins of everything the solver computes fast; tests compare the two.

Each function follows the definition word by word, with plain recursion over tuples. Only small questions end in time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from trainer.solver.problem import ORPHANS, PAIRS, Goal, Leaf, Problem
from trainer.tiles import FIRST_HONOR, KINDS, RANKS

Counts = tuple[int, ...]


def add(counts: Counts, kind: int, n: int = 1) -> Counts:
    return (*counts[:kind], counts[kind] + n, *counts[kind + 1 :])


@cache
def is_sets(counts: Counts) -> bool:
    """Whether the tiles split into chows and pungs with none left over."""
    first = next((k for k, n in enumerate(counts) if n), None)
    if first is None:
        return True
    if counts[first] >= 3 and is_sets(add(counts, first, -3)):
        return True
    if first >= FIRST_HONOR or first % RANKS + 2 >= RANKS or not (counts[first + 1] and counts[first + 2]):
        return False
    return is_sets(add(add(add(counts, first, -1), first + 1, -1), first + 2, -1))


@cache
def is_complete(hand: Counts, melds: int, goals: tuple[Goal, ...]) -> bool:
    """Whether the concealed tiles are one of the shapes."""
    if Goal.SEVEN_PAIRS in goals and melds == 0 and sorted(n for n in hand if n) == [2] * PAIRS:
        return True
    even = all(n % 2 == 0 for n in hand)
    if Goal.SEVEN_PAIRS_WITH_QUADS in goals and melds == 0 and even and sum(hand) == 2 * PAIRS:
        return True
    lone = [hand[k] for k in ORPHANS]
    if Goal.THIRTEEN_ORPHANS in goals and melds == 0 and sum(hand) == sum(lone) == len(ORPHANS) + 1 and min(lone) == 1:
        return True
    return Goal.STANDARD in goals and any(n >= 2 and is_sets(add(hand, k, -2)) for k, n in enumerate(hand))


def waits(supply: Counts, hand: Counts, held: Counts, melds: int, goals: tuple[Goal, ...]) -> tuple[Counts, Counts]:
    """(kinds that complete the hand with a copy the player does not own, those that would but are all owned)."""
    completing = [k for k in range(KINDS) if supply[k] and is_complete(add(hand, k), melds, goals)]
    live = tuple(k for k in completing if hand[k] + held[k] < supply[k])
    return live, tuple(k for k in completing if k not in live)


def shanten(supply: Counts, hand: Counts, held: Counts, melds: int, goals: tuple[Goal, ...]) -> int:
    """Exchanges until ready, by trying them all: breadth first over draws of kinds not all owned, and discards."""
    if sum(hand) % 3 == 2:
        if is_complete(hand, melds, goals):
            return -1
        frontier = {add(hand, k, -1) for k, n in enumerate(hand) if n}
    else:
        frontier = {hand}
    met = set(frontier)
    steps = 0
    while frontier:
        if any(waits(supply, rest, held, melds, goals)[0] for rest in frontier):
            return steps
        frontier = {
            add(drawn, k, -1)
            for rest in frontier
            for drawn in draws(supply, rest, held)
            for k, n in enumerate(drawn)
            if n
        } - met
        met |= frontier
        steps += 1
    raise ValueError("no hand of this set is complete")


def draws(supply: Counts, rest: Counts, held: Counts) -> Iterator[Counts]:
    """The hand with each tile that the set still has for it."""
    return (add(rest, k) for k in range(KINDS) if rest[k] + held[k] < supply[k])


def useful(problem: Problem, discard: int | None) -> dict[int, int]:
    """Unseen copies of each kind that lowers the shanten of the hand left after this discard."""
    rest = problem.resting(discard)

    def steps(hand: Counts) -> int:
        return shanten(problem.supply, hand, problem.held, problem.melds, problem.goals)

    now = steps(rest)
    return {k: n for k, n in enumerate(problem.unseen) if n and steps(add(rest, k)) < now}


class Play:
    """Best play of one position against the true wall: every draw, every discard, own throws remembered.

    `price` is the worth of a complete hand; without one only the chances can be asked. `lock`: a hand that is ready
    after a discard may from then on only win or throw what it draws (a hand given as resting has not discarded yet).
    """

    def __init__(self, problem: Problem, price: Callable[[Leaf], float] | None = None, *, lock: bool = False) -> None:
        self.problem, self.price, self.lock = problem, price, lock
        self.win = cache(self._win)
        self.ready = cache(self._ready)
        self.worth = cache(self._worth)
        self.locked = cache(self._locked)

    def win_prob(self, discard: int | None, draws: int | None = None) -> float:
        left = self.problem.draws if draws is None else draws
        return self.win(self.problem.resting(discard), self.problem.unseen, left)

    def ready_prob(self, discard: int | None) -> float:
        return self.ready(self.problem.resting(discard), self.problem.unseen, self.problem.draws)

    def value(self, discard: int | None) -> float:
        rest, unseen, left = self.problem.resting(discard), self.problem.unseen, self.problem.draws
        return self.worth(rest, unseen, left) if discard is None else self._after_discard(rest, unseen, left)

    def _complete(self, hand: Counts) -> bool:
        return is_complete(hand, self.problem.melds, self.problem.goals)

    def _is_ready(self, rest: Counts) -> bool:
        return bool(waits(self.problem.supply, rest, self.problem.held, self.problem.melds, self.problem.goals)[0])

    def _mean(self, rest: Counts, unseen: Counts, then: Callable[[Counts, Counts, int], float]) -> float:
        """The average over the tile drawn of `then(hand with it, unseen without it, its kind)`."""
        total = sum(n * then(add(rest, k), add(unseen, k, -1), k) for k, n in enumerate(unseen) if n)
        return total / sum(unseen)

    def _win(self, rest: Counts, unseen: Counts, left: int) -> float:
        if not left:
            return 0.0

        def then(hand: Counts, unseen: Counts, drawn: int) -> float:
            if self._complete(hand):
                return 1.0
            return max(self.win(add(hand, k, -1), unseen, left - 1) for k, n in enumerate(hand) if n)

        return self._mean(rest, unseen, then)

    def _ready(self, rest: Counts, unseen: Counts, left: int) -> float:
        if not left:
            return float(self._is_ready(rest))

        def then(hand: Counts, unseen: Counts, drawn: int) -> float:
            if self._complete(hand):
                return 1.0
            return max(self.ready(add(hand, k, -1), unseen, left - 1) for k, n in enumerate(hand) if n)

        return self._mean(rest, unseen, then)

    def _after_discard(self, rest: Counts, unseen: Counts, left: int) -> float:
        if self.lock and self._is_ready(rest):
            return self.locked(rest, unseen, left)
        return self.worth(rest, unseen, left)

    def _worth(self, rest: Counts, unseen: Counts, left: int) -> float:
        if not left:
            return 0.0

        def then(hand: Counts, unseen: Counts, drawn: int) -> float:
            on = max(self._after_discard(add(hand, k, -1), unseen, left - 1) for k, n in enumerate(hand) if n)
            return max(on, self._won(hand, drawn, locked=False))

        return self._mean(rest, unseen, then)

    def _locked(self, rest: Counts, unseen: Counts, left: int) -> float:
        if not left:
            return 0.0

        def then(hand: Counts, unseen: Counts, drawn: int) -> float:
            return max(self.locked(rest, unseen, left - 1), self._won(hand, drawn, locked=True))

        return self._mean(rest, unseen, then)

    def _won(self, hand: Counts, drawn: int, *, locked: bool) -> float:
        if self.price is None:
            raise ValueError("no prices were given")
        return max(0.0, self.price(Leaf(hand, drawn, locked))) if self._complete(hand) else 0.0


class HandOnly:
    """Best play of one position against the wall that remembers the hand alone (the model of `sweep` and `bounded`).

    Copies of a kind are those unseen at the start less what the hand has gained, each draw takes one tile from the
    pool, and thrown tiles, taken to be draws that did not help, are gone: the helpful copies keep their full share of
    the pool, at most all of it, and any other draw leaves the hand as it is.

    `most` bounds the search: a hand is visited when the tiles it has gained over the first hand and its exchanges to
    ready are together at most so many (None: every hand). `steps` are those exchanges; by the definition where nothing
    else is given, which takes a small set. `price` and `lock` are those of Play.
    """

    def __init__(
        self,
        problem: Problem,
        price: Callable[[Leaf], float] | None = None,
        *,
        lock: bool = False,
        most: int | None = None,
        steps: Callable[[Counts], int] | None = None,
    ) -> None:
        self.problem, self.price, self.lock, self.most = problem, price, lock, most
        self.steps = steps or self._steps
        self.unseen = problem.unseen
        self.visited = cache(self._visited)
        self.chance = cache(self._chance)
        self.worth = cache(self._worth)

    def win_prob(self, discard: int | None, draws: int | None = None) -> float:
        left = self.problem.draws if draws is None else draws
        return self.chance(self.problem.resting(discard), left, left, False)

    def ready_prob(self, discard: int | None) -> float:
        return self.chance(self.problem.resting(discard), self.problem.draws, self.problem.draws, True)

    def value(self, discard: int | None) -> float:
        return self.worth(self.problem.resting(discard), self.problem.draws)

    def complete(self, hand: Counts) -> bool:
        return is_complete(hand, self.problem.melds, self.problem.goals)

    def draws(self, rest: Counts) -> Iterator[tuple[int, int, Counts]]:
        """(kind, copies that may be drawn, the hand with it) for every draw that is visited."""
        for k, n in enumerate(self.unseen):
            copies = n - max(0, rest[k] - self.problem.hand[k])
            if copies > 0 and self.visited(add(rest, k)):
                yield k, copies, add(rest, k)

    def throws(self, hand: Counts) -> Iterator[Counts]:
        """The resting hands that are visited from a drawn one."""
        return (rest for k, n in enumerate(hand) if n and self.visited(rest := add(hand, k, -1)))

    def _steps(self, hand: Counts) -> int:
        return shanten(self.problem.supply, hand, self.problem.held, self.problem.melds, self.problem.goals)

    def _visited(self, hand: Counts) -> bool:
        gained = sum(max(0, a - b) for a, b in zip(hand, self.problem.hand, strict=True))
        return self.most is None or gained + self.steps(hand) <= self.most

    def _is_ready(self, rest: Counts) -> bool:
        return bool(waits(self.problem.supply, rest, self.problem.held, self.problem.melds, self.problem.goals)[0])

    def _mean(self, stays: float, onward: list[tuple[int, float]], pool: int) -> float:
        """One draw from the pool: (copies, what they lead to) where that is better than to stay."""
        helpful = [(copies, worth) for copies, worth in onward if worth > stays]
        copies = sum(n for n, _ in helpful)
        others = max(0, pool - copies)
        return (sum(n * worth for n, worth in helpful) + others * stays) / (copies + others)

    def _chance(self, rest: Counts, left: int, draws: int, ready: bool) -> float:
        """The chance to win within `left` of so many draws, or also to be `ready` after them."""
        if not left:
            return float(ready and self._is_ready(rest))

        def then(hand: Counts) -> float:
            if self.complete(hand):
                return 1.0
            return max((self.chance(r, left - 1, draws, ready) for r in self.throws(hand)), default=0.0)

        onward = [(copies, then(hand)) for _, copies, hand in self.draws(rest)]
        return self._mean(self.chance(rest, left - 1, draws, ready), onward, sum(self.unseen) - draws + left)

    def _worth(self, rest: Counts, left: int) -> float:
        if not left:
            return 0.0
        stays = self.worth(rest, left - 1)
        first = self.problem.discards == (None,) and left == self.problem.draws
        locked = self.lock and not first and self._is_ready(rest)

        def then(hand: Counts, drawn: int) -> float:
            on = stays if locked else max((self.worth(r, left - 1) for r in self.throws(hand)), default=0.0)
            return max(on, self._won(hand, drawn, locked=self.lock and not first))

        onward = [(copies, then(hand, k)) for k, copies, hand in self.draws(rest)]
        return self._mean(stays, onward, sum(self.unseen) - self.problem.draws + left)

    def _won(self, hand: Counts, drawn: int, *, locked: bool) -> float:
        if self.price is None:
            raise ValueError("no prices were given")
        return max(0.0, self.price(Leaf(hand, drawn, locked))) if self.complete(hand) else 0.0


def locked_worth(copies: Counts, prices: tuple[float, ...], left: int, unseen: int) -> float:
    """Value of a hand that may only win or throw what it draws: every order of draws, each win taken or refused.

    `copies` unseen tiles of each kind that wins, worth `prices`; so many tiles are unseen in all.
    """
    if not left:
        return 0.0
    others = unseen - sum(copies)
    total = others * locked_worth(copies, prices, left - 1, unseen - 1) if others else 0.0
    for k, n in enumerate(copies):
        if n:
            total += n * max(prices[k], locked_worth(add(copies, k, -1), prices, left - 1, unseen - 1))
    return total / unseen


Melds = tuple[Counts, ...]
"""Claimed melds, each as the kinds of its three tiles, in order."""


class AmongOthers:
    """Best play of one position with the throws of other seats as chances (the model of `claims`), tile by tile.

    The `turns` are the tiles to come and how many of the last are own draws without throws; `price(melds, leaf,
    discard)` is the worth of a win. A hand without claimed melds that is ready after a discard is locked by `lock`.
    `most` and `steps`, of hands, own melds and their number, are those of HandOnly; `is_end` says which hands are worth
    1 in the end.
    """

    NOBODY, LAST, EVERY = range(3)

    def __init__(
        self,
        problem: Problem,
        seats: int,
        turns: tuple[int, int],
        price: Callable[[Melds, Leaf, bool], float],
        *,
        pung: bool,
        chow: bool,
        swap: bool,
        most: int,
        steps: Callable[[Counts, Counts, int], int],
        lock: bool = False,
        is_end: Callable[[int], bool] = lambda steps: False,
    ) -> None:
        self.problem, self.seats, self.price, self.most, self.lock = problem, seats, price, most, lock
        self.pung, self.chow, self.swap, self.is_end = pung, chow, swap, is_end
        self.tiles, self.alone = turns
        self.steps = cache(lambda hand, melds: steps(hand, self._held(melds), problem.melds + len(melds)))
        self.worth = cache(self._worth)

    def answer(self, discard: int | None) -> float:
        return self.worth(self.problem.resting(discard), (), self.tiles, self.seats - 1)

    def _held(self, melds: Melds) -> Counts:
        return tuple(n + sum(m.count(k) for m in melds) for k, n in enumerate(self.problem.held))

    def _gained(self, hand: Counts, melds: Melds) -> list[int]:
        own = (n + sum(m.count(k) for m in melds) for k, n in enumerate(hand))
        return [max(0, a - b) for a, b in zip(own, self.problem.hand, strict=True)]

    def _visited(self, hand: Counts, melds: Melds) -> bool:
        return sum(self._gained(hand, melds)) + self.steps(hand, melds) <= min(self.most, self.tiles)

    def _copies(self, hand: Counts, melds: Melds) -> list[int]:
        return [max(0, a - b) for a, b in zip(self.problem.unseen, self._gained(hand, melds), strict=True)]

    def claims(self, hand: Counts, melds: Melds, k: int) -> Iterator[tuple[bool, Counts, Melds]]:
        """(whether only from the last seat, hand after the throw, melds) of each claim that brings it nearer."""
        ways = [(k, k)] if self.pung else []
        if self.chow and k < FIRST_HONOR:
            ways += [(k - 2, k - 1), (k - 1, k + 1), (k + 1, k + 2)]
        for own in ways:
            if min(own) < 0 or {n // RANKS for n in own} != {k // RANKS}:
                continue
            left = add(add(hand, own[0], -1), own[1], -1)
            if min(left) < 0:
                continue
            barred = set() if self.swap else {k}
            if not self.swap and own[0] != k and k not in range(own[0], own[1]):
                barred |= {own[0] - 1, own[1] + 1}
            more = tuple(sorted((*melds, tuple(sorted((k, *own))))))
            for t, n in enumerate(left):
                rest = add(left, t, -1)
                outside = t // RANKS != k // RANKS
                if n and (t not in barred or outside) and self.steps(rest, more) < self.steps(hand, melds):
                    yield own[0] != k, rest, more

    def _opens(self, hand: Counts, melds: Melds, left: int) -> bool:
        start = self.problem.discards == (None,) and (hand, melds) == (self.problem.hand, ())
        return start and self.tiles - left < self.seats

    def _won(self, hand: Counts, melds: Melds, k: int, left: int, discard: bool) -> float:
        full = add(hand, k)
        if not is_complete(full, self.problem.melds + len(melds), self.problem.goals):
            return 0.0
        locked = self.lock and not melds and not self._opens(hand, melds, left)
        return max(0.0, self.price(melds, Leaf(full, k, locked), discard))

    def _better(self, hand: Counts, melds: Melds, k: int, left: int) -> float:
        """The better price of a win on this kind."""
        return max(self._won(hand, melds, k, left, discard) for discard in (False, True))

    def _awaited(self, hand: Counts, melds: Melds, left: int) -> float:
        """What all copies that a ready hand waits for would pay, each at its better price."""
        copies = enumerate(self._copies(hand, melds))
        return sum(n * self._better(hand, melds, k, left) for k, n in copies if n)

    def thrown(self, hand: Counts, melds: Melds, k: int, left: int) -> tuple[float, float]:
        """What a thrown tile is worth when it is taken: from any seat, from the last one."""
        found = [self._won(hand, melds, k, left, True)], [0.0]
        for chow, rest, more in self.claims(hand, melds, k):
            found[chow and self.seats > 2].append(self.worth(rest, more, left - 1, self.seats - 1))
        return max(found[0]), max(found[1])

    def _takes(self, hand: Counts, melds: Melds, k: int, left: int) -> int:
        """From whose throws the hand takes a kind, with so many tiles to come at the last throw after this draw."""
        if left > self.alone:
            stays = self.worth(hand, melds, left - 1, self.seats - 2)
            every, last = self.thrown(hand, melds, k, left)
            won = self._won(hand, melds, k, left, True) > 0
            return self.EVERY if won or every > stays + 1e-12 else self.LAST if last > stays + 1e-12 else self.NOBODY
        if self._won(hand, melds, k, 0, True):
            return self.EVERY
        ways = {chow and self.seats > 2 for chow, _, _ in self.claims(hand, melds, k)}
        return self.EVERY if False in ways else self.LAST if ways else self.NOBODY

    def _gone(self, left: int) -> tuple[int, int]:
        """(own draws, throws of seats that are not the last) before the tile with so many to come."""
        order = ["other"] * (self.seats - 2) + ["last", "own"]
        turns = (self.tiles - self.alone) // self.seats
        gone = (order * turns + ["own"] * self.alone)[: self.tiles - left]
        return gone.count("own"), gone.count("other")

    def _worth(self, hand: Counts, melds: Melds, left: int, throws: int) -> float:
        """With so many tiles to come, and throws before the next draw."""
        if not left:
            return float(self.is_end(self.steps(hand, melds)))
        top = self.seats - 1
        drawing = left <= self.alone or not throws
        stays = self.worth(hand, melds, left - 1, top if drawing else throws - 1)
        rows: list[tuple[int, int, float]] = []  # who looked at it, copies, gain
        for k, n in enumerate(self._copies(hand, melds)):
            full = add(hand, k)
            if not n or not self._visited(full, melds):
                continue
            if drawing:
                rests = [r for t, m in enumerate(full) if m and self._visited(r := add(full, t, -1), melds)]
                locked = self.lock and not melds and not self._opens(hand, melds, left) and not self.steps(hand, melds)
                on = stays if locked else max((self.worth(r, melds, left - 1, top) for r in rests), default=0.0)
                gain = max(on, self._won(hand, melds, k, left, False)) - stays
                rows.append((self._takes(hand, melds, k, left - 1), n, gain))
            else:
                every, last = self.thrown(hand, melds, k, left)
                won = self._won(hand, melds, k, left, True) > 0
                if won:  # or let it go by for a dearer one, of which there is a copy less
                    lost = self._better(hand, melds, k, left) / self._awaited(hand, melds, left)
                    every = max(every, stays * (1 - lost))
                gain = max(every, last if throws == 1 else 0.0) - stays
                if won or gain > 1e-12:
                    rows.append((self.EVERY if won or every > stays + 1e-12 else self.LAST, n, gain))
        own, passed = self._gone(left)
        gone, pool = self.tiles - left, sum(self.problem.unseen)
        every, last, mine = (sum(n for who, n, gain in rows if who == x and (who or gain > 1e-12)) for x in (2, 1, 0))
        share = {2: 1 / max(pool - gone, every)}
        share[1] = (1 - every * share[2]) / max(pool - every - (gone - passed), last, 1)
        others = 1 - every * share[2] - last * share[1]
        share[0] = others / max(pool - every - last - own, mine, 1)
        return stays + sum(share[who] * n * gain for who, n, gain in rows if not drawing or gain > 1e-12)
