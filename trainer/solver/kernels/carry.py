"""Numbers carried back over the hands of a search, from the last draw to the first; the arrays are those of
`graph.explore`."""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, Int, kernel

KINDS = 34

NOISE = 1e-12
"""What arithmetic leaves of a difference of nothing: a draw that helps by no more does not help."""


@kernel
def fallbacks(resting: Array, begin: int, end: int, drawn_ends: Array, throws: Array, out: Array) -> None:
    """What each drawn hand of a range is worth: the best of the resting hands it can throw itself back to."""
    for d in range(begin, end):
        top = 0.0
        for at in range(drawn_ends[d - 1] if d else 0, drawn_ends[d]):
            top = max(top, resting[throws[at]])
        out[d] = top


@kernel
def chances(draws_left: int, pool: int, rest_need: Array, rest_gained: Array, rest_ends: Array, draws: Array,
            copies: Array, won: Array, drawn_gained: Array, drawn_ends: Array, throws: Array) -> Array:  # fmt: skip
    """The chance of each resting hand to have won after so many draws, and to have won or be ready [n, 2]: `worth` with
    a price of 1 for what is `won`, and an `end` of 0 and of ready hands, in one. Only the first hands of the search can
    be asked about: a hand is left out while fewer draws are made than it has tiles gained."""
    n = rest_need.shape[0]
    now, then = np.zeros((n, 2)), np.zeros((n, 2))
    for p in range(n):
        if rest_need[p] == 1:
            now[p, 1] = then[p, 1] = 1.0
    drawn = np.empty((drawn_ends.shape[0], 2))
    for draw in range(draws_left, 0, -1):
        for d in range(drawn_ends.shape[0]):
            if drawn_gained[d] > draw:
                continue
            win = ready = 0.0
            for at in range(drawn_ends[d - 1] if d else 0, drawn_ends[d]):
                p = throws[at]
                win = max(win, now[p, 0])
                ready = max(ready, now[p, 1])
            drawn[d, 0], drawn[d, 1] = win, ready
        tiles = pool - draw + 1
        left = draws_left - draw + 1
        for p in range(n):
            if rest_gained[p] >= draw or rest_need[p] - 1 > left:
                continue
            win, ready = now[p, 0], now[p, 1]
            wins = readies = 0.0
            winning = helpful = 0
            for at in range(rest_ends[p - 1] if p else 0, rest_ends[p]):
                c = copies[at]
                if won[at]:
                    wins += c * (1.0 - win)
                    winning += c
                else:
                    more = drawn[draws[at], 0] - win
                    wins += c * max(0.0, more)
                    winning += c * (more > NOISE)
                    more = drawn[draws[at], 1] - ready
                    readies += c * max(0.0, more)
                    helpful += c * (more > NOISE)
            then[p, 0] = win + wins / max(tiles, winning)
            then[p, 1] = ready + readies / max(tiles, helpful)
        now, then = then, now
    return now


@kernel
def curves(least: int, most: int, pool: int, rest_need: Array, rest_gained: Array, rest_ends: Array, draws: Array,
           copies: Array, won: Array, drawn_gained: Array, drawn_ends: Array, throws: Array) -> Array:  # fmt: skip
    """The chance of each resting hand to have won after `least` + 1, `least` + 2, ... and `most` draws, all carried at
    once: the tiles that a draw is from are the same for all of them. Who can be asked about is said at `chances`."""
    n, wide = rest_need.shape[0], most - least
    now, then = np.zeros((n, wide)), np.zeros((n, wide))
    drawn = np.zeros((drawn_ends.shape[0], wide))
    gains, helpful = np.empty(wide), np.empty(wide)
    for draw in range(most, 0, -1):
        for d in range(drawn_ends.shape[0]):
            if drawn_gained[d] > draw:
                continue
            for i in range(max(0, draw - least), wide):
                drawn[d, i] = 0.0
            for at in range(drawn_ends[d - 1] if d else 0, drawn_ends[d]):
                p = throws[at]
                for i in range(max(0, draw - least), wide):
                    drawn[d, i] = max(drawn[d, i], now[p, i])
        tiles = float(pool - draw + 1)
        for p in range(n):
            begin = max(0, draw - 1 + rest_need[p] - 1 - least)
            if rest_gained[p] >= draw or begin >= wide:
                continue
            for i in range(begin, wide):
                gains[i] = helpful[i] = 0.0
            for at in range(rest_ends[p - 1] if p else 0, rest_ends[p]):
                c = float(copies[at])
                d = draws[at]
                if won[at]:
                    for i in range(begin, wide):
                        gains[i] += c * (1.0 - now[p, i])
                        helpful[i] += c
                else:
                    for i in range(begin, wide):
                        more = drawn[d, i] - now[p, i]
                        gains[i] += c * max(0.0, more)
                        helpful[i] += c if more > NOISE else 0.0
            for i in range(begin, wide):
                then[p, i] = now[p, i] + gains[i] / max(tiles, helpful[i])
        now, then = then, now
    return now


@kernel
def worth(end: Array, draws_left: int, pool: int, rest_need: Array, rest_ends: Array, draws: Array, copies: Array,
          prices: Array, drawn_ends: Array, throws: Array, lock: bool, free_first: bool) -> Array:  # fmt: skip
    """The expected price of the win of each resting hand before 0, 1, ... and so many draws [draws + 1, n], the
    first of all of them from `pool` tiles, given that after them as `end`.

    A draw that does not help leaves the hand as it is. Tiles thrown so far are taken to be such draws, so copies of
    helpful ones have their full share of the pool; more of them than the pool are scaled to it. `prices` are those of
    each draw that completes the hand, 0 for any other and where it may not be declared; a win may be refused for what
    follows. `lock`: a ready hand only wins or waits, but at the first of all draws the first hand
    may play on when `free_first`.
    """
    out = np.empty((draws_left + 1, end.shape[0]))
    out[0] = end
    drawn = np.empty(drawn_ends.shape[0])
    for left in range(1, draws_left + 1):
        fallbacks(out[left - 1], 0, drawn.shape[0], drawn_ends, throws, drawn)
        tiles = pool - draws_left + left
        at = 0
        for p in range(end.shape[0]):
            stays = out[left - 1, p]
            gain = 0.0
            helpful = 0
            waits = lock and rest_need[p] == 1 and not (free_first and p == 0 and left == draws_left)
            while at < rest_ends[p]:
                more = max(prices[at], stays if waits else drawn[draws[at]]) - stays
                if more > NOISE:
                    gain += copies[at] * more
                    helpful += copies[at]
                at += 1
            out[left, p] = stays + gain / max(tiles, helpful)
    return out


@kernel
def preferred(gain: Any, need: Int, hand: Int, nearest: Int, chosen: Int) -> Any:
    """Whether a way that gains so much over the best one so far is taken instead, by what they need and the hand each
    leads to (-1: none yet). Of ways as good as each other it is the one nearest to ready, for a plan may be sure of
    what the real wall does not keep for it; then the hand met first, so that no noise chooses."""
    return gain > NOISE or (gain > -NOISE and (need < nearest or (chosen >= 0 and need == nearest and hand < chosen)))


@kernel
def reached(to: Int, flow: Any, at: Int, part: Any, gone: Array, chance: Array, thrown: Array, hands: Array, met: Int
            ) -> Any:  # fmt: skip
    """Add a `flow` of chance to that of a hand, and to its `thrown` copies that `part` of those `gone` at the hand it
    comes from; how many hands are met, of which it may be a new one."""
    if chance[to] == 0.0:
        thrown[to] = 0.0
        hands[met] = to
        met += 1
    chance[to] += flow
    for k in range(KINDS):
        thrown[to, k] += gone[at, k] * part
    return met


@kernel
def followed(first: int, ahead: Array, unseen: Array, rest_need: Array,
             rest_ends: Array, draws: Array, kinds: Array, opening: Array, later_prices: Array, drawn_ends: Array,
             throws: Array, lock: bool, free_first: bool, here: Array, there: Array) -> Any:  # fmt: skip
    """What a plan earns from the resting hand `first` on, with the tiles that it throws away on the way missing from
    the wall.

    `ahead` [draws + 1, n] is the plan: what every resting hand is worth with so many draws to come (see `worth`); row 0
    is what it is worth after the last. Wins have the prices of the `opening` at the first draw, `later_prices`
    afterwards. The chance of each hand is carried forward with the copies of each kind that are expected to have been
    drawn by then, kept or not; what is drawn next is one of the rest of the `unseen` [34]. `here` and `there` [n, 34]
    are room for those copies. Of ways as good as each other the plan takes a win, then what is `preferred`.
    """
    n, most = rest_ends.shape[0], ahead.shape[0] - 1
    chance, later = np.zeros(n), np.zeros(n)
    now, then = np.empty(n, np.int32), np.empty(n, np.int32)
    left = np.empty(KINDS)
    helps = np.zeros(KINDS, np.bool_)
    total = 0.0
    chance[first] = 1.0
    now[0] = first
    here[first] = 0.0
    met = 1
    for draw in range(1, most + 1):
        to_come = most - draw
        prices = opening if draw == 1 else later_prices
        going = 0
        for i in range(met):
            p = now[i]
            share = chance[p]
            chance[p] = 0.0
            stays = ahead[to_come, p]
            tiles = 0.0
            for k in range(KINDS):
                left[k] = max(0.0, unseen[k] - here[p, k] / share)
                tiles += left[k]
                helps[k] = False
            waits = lock and rest_need[p] == 1 and not (free_first and p == 0 and draw == 1)
            staying = share
            for e in range(rest_ends[p - 1] if p else 0, rest_ends[p]):
                k = kinds[e]
                flow = share * left[k] / tiles
                if flow == 0.0:
                    continue
                best, nearest, to = stays, rest_need[p], -1
                if not waits:
                    d = draws[e]
                    for t in range(drawn_ends[d - 1] if d else 0, drawn_ends[d]):
                        r = throws[t]
                        if preferred(ahead[to_come, r] - best, rest_need[r], r, nearest, to):
                            best, nearest, to = ahead[to_come, r], rest_need[r], r
                if prices[e] > 0.0 and prices[e] > best - NOISE:
                    total += flow * prices[e]
                elif to < 0:
                    continue
                else:
                    going = reached(to, flow, p, flow / share, here, later, there, then, going)
                    there[to, k] += flow
                helps[k] = True
                staying -= flow
            if staying > NOISE * share:
                going = reached(p, staying, p, staying / share, here, later, there, then, going)
                for k in range(KINDS):
                    there[p, k] += 0.0 if helps[k] else share * left[k] / tiles
        now, then = then, now
        chance, later = later, chance
        here, there = there, here
        met = going
    for i in range(met):
        total += chance[now[i]] * ahead[0, now[i]]
    return total
