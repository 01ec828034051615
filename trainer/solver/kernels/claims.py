"""The turns of several seats: numbers carried back over hands with and without claimed melds, tile by tile."""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, kernel
from trainer.solver.kernels.carry import KINDS, NOISE, fallbacks, preferred, reached
from trainer.solver.kernels.near import distance
from trainer.solver.kernels.parts import FULL, NIBBLE, RANKS, SUITS

NOBODY, LAST, EVERY = 0, 1, 2
"""From whose throws a kind is taken: nobody's, those of the last seat before this one, every other seat's."""


@kernel
def needs(suits: Array, limits: Array, table: Array, first: Array, second: Array, third: Array, radix: int,
          rows: Array, pairs: Array, united: Array, by_rank: Array, keys: Array, numbers: Array, met: Array, sets: int,
          seven: bool, thirteen: bool, standard: bool) -> Array:  # fmt: skip
    """Tiles to add to each hand, given as packed `suits` [n, 4], until it contains a complete one; empty when the book,
    whose fields are the other arguments, has no room: `near.distance` of many hands."""
    out = np.empty(suits.shape[0], np.int64)
    hand = np.empty((SUITS, RANKS), np.int64)
    for p in range(suits.shape[0]):
        for g in range(SUITS):
            for r in range(RANKS):
                hand[g, r] = suits[p, g] >> (NIBBLE * r) & 15
        out[p] = distance(hand, limits, table, first, second, third, radix, rows, pairs, united, by_rank, keys, numbers,
                          met, sets, seven, thirteen, standard)  # fmt: skip
        if out[p] == FULL:
            return out[:0]
    return out


@kernel
def shared(every: int, last: int, own: int, wall: int, pool: int, seen_by_last: int, seen_by_own: int) -> Any:
    """The chance of a copy to be the next tile, by who takes it: from every seat's throws, from the last seat's alone,
    from nobody's. There are so many copies of each; see `worth` for the other arguments."""
    of_every = 1.0 / max(wall, every)
    rest = 1.0 - every * of_every
    of_last = rest / max(pool - every - seen_by_last, last) if last else 0.0
    rest -= last * of_last
    of_own = rest / max(pool - every - last - seen_by_own, own) if own else 0.0
    return of_every, of_last, of_own


@kernel
def worth(end: Array, tiles: int, alone: int, seats: int, pool: int, phases: Array, rests: Array, drawns: Array,
          rest_need: Array, rest_ends: Array, draws: Array, copies: Array, by_draw: Array, by_throw: Array,
          drawn_ends: Array, throws: Array, claim_ends: Array, claim_links: Array, claim_to: Array, claim_chow: Array,
          locked: int, opening_draw: Array, opening_throw: Array, free_first: bool, kept: int) -> Array:  # fmt: skip
    """The expected price of the win of each resting hand that has just thrown a tile, with so many `tiles` to come, the
    last `alone` of them all its own draws and the others by turns of `seats`: one throw of each other seat, one draw.

    `end` is what every hand is worth without tiles to come. Hands stand in the order of their claims: those with c of
    them end at rests[c] and drawns[c], and phases[c, r] says whether one can be asked when the tiles to come by turns,
    less the throws before its next draw, are r modulo `seats`. The arrays from `rest_need` to `throws` are those of
    `graph.explore`, for all hands together; `by_draw` and `by_throw` the prices of each tile that completes a hand, 0
    for others and where it may not be declared. A claim of the hand p (up to claim_ends[p]) takes the tile of the draw
    claim_links[i], in that order, leads to the resting hand claim_to[i], and comes from the last seat alone where
    claim_chow[i]. The first `locked` hands only win or wait once they are ready; the first of all is not locked until
    its first draw, and has the prices of the opening, when `free_first`.

    Answers [kept, seats, n]: the hands with t tiles to come and i throws before their next draw are at [t % kept, i],
    those who have just thrown at i = seats - 1. What cannot be asked is any number.

    The wall: the next tile is any of the unseen ones, `pool` at the start less those gone. Tiles gone by unused are
    taken to be such as did not help whoever looked at them: a kind that the hand would have taken from every throw is
    among none of them, one that it only draws may be among the throws. So each copy has a chance as if the tiles that
    nobody looked at for it were still to come (exact for a hand that waits; see `shared`).
    """
    n, top = end.shape[0], seats - 1
    out = np.zeros((kept, seats, n))
    for i in range(seats):
        out[0, i] = end
    drawn = np.zeros(drawn_ends.shape[0])
    takes = np.zeros(draws.shape[0], np.int8)
    for e in range(draws.shape[0]):
        takes[e] = EVERY if by_throw[e] > 0.0 else NOBODY
    for j in range(claim_links.shape[0]):
        e = claim_links[j]
        takes[e] = max(takes[e], LAST if claim_chow[j] and seats > 2 else EVERY)
    turns = (tiles - alone) // seats
    for left in range(1, tiles + 1):
        now, then = out[(left - 1) % kept], out[left % kept]
        gone = tiles - left
        wall = pool - gone
        own = min(turns, gone // seats) + max(0, gone - turns * seats)
        passed = (seats - 2) * min(turns, gone // seats)
        if gone < turns * seats:
            passed += min(seats - 2, gone % seats)
        for level in range(rests.shape[0]):
            begin, stop = rests[level - 1] if level else 0, rests[level]
            if left <= alone or phases[level, (left - alone) % seats]:
                fallbacks(now[top], drawns[level - 1] if level else 0, drawns[level], drawn_ends, throws, drawn)
                for p in range(begin, stop):
                    opens = free_first and p == 0 and gone < seats
                    waits = p < locked and rest_need[p] == 1 and not opens
                    stays = now[top, p]
                    every = last = others = 0
                    of_every = of_last = of_own = 0.0
                    for e in range(rest_ends[p - 1] if p else 0, rest_ends[p]):
                        c = copies[e]
                        price = opening_draw[e] if opens else by_draw[e]
                        more = max(price, stays if waits else drawn[draws[e]]) - stays
                        gain = c * more if more > NOISE else 0.0
                        if takes[e] == EVERY:
                            every += c
                            of_every += gain
                        elif takes[e] == LAST:
                            last += c
                            of_last += gain
                        elif gain > 0.0:
                            others += c
                            of_own += gain
                    shares = shared(every, last, others, wall, pool, gone - passed, own)
                    then[0, p] = stays + of_every * shares[0] + of_last * shares[1] + of_own * shares[2]
            for i in range(1, seats):
                if left <= alone:
                    then[i, begin:stop] = then[0, begin:stop]
                    continue
                if not phases[level, (left - alone - i) % seats]:
                    continue
                for p in range(begin, stop):
                    opens = free_first and p == 0 and gone < seats
                    stays = now[i - 1, p]
                    every = last = 0
                    of_every = of_last = 0.0
                    j = claim_ends[p - 1] if p else 0
                    for e in range(rest_ends[p - 1] if p else 0, rest_ends[p]):
                        from_all = opening_throw[e] if opens else by_throw[e]
                        from_last = 0.0
                        while j < claim_ends[p] and claim_links[j] == e:
                            if claim_chow[j]:
                                from_last = max(from_last, now[top, claim_to[j]])
                            else:
                                from_all = max(from_all, now[top, claim_to[j]])
                            j += 1
                        if seats == 2:
                            from_all = max(from_all, from_last)
                        taken = NOBODY
                        more = max(from_all, from_last if i == 1 else 0.0) - stays
                        if from_all - stays > NOISE:
                            taken = EVERY
                            every += copies[e]
                            of_every += copies[e] * more
                        elif from_last - stays > NOISE:
                            taken = LAST
                            if i == 1:
                                last += copies[e]
                                of_last += copies[e] * more
                        if i == top:
                            takes[e] = taken
                    shares = shared(every, last, 0, wall, pool, gone - passed, own)
                    then[i, p] = stays + of_every * shares[0] + of_last * shares[1]
    return out


@kernel
def followed(first: int, ahead: Array, alone: int, unseen: Array, rest_need: Array, rest_ends: Array, draws: Array,
             kinds: Array, by_draw: Array, by_throw: Array, drawn_ends: Array, throws: Array, claim_ends: Array,
             claim_links: Array, claim_to: Array, claim_chow: Array, locked: int, opening_draw: Array,
             opening_throw: Array, free_first: bool, here: Array, there: Array) -> Any:  # fmt: skip
    """What a plan earns from the resting hand `first` on, with every tile that went by missing from the wall:
    `carry.followed` with the throws of the other seats.

    `ahead` [tiles + 1, seats, n] is the plan, all of `worth`, whose other arguments these are; `kinds` are those of the
    draws. The chance of each hand, with so many throws before its next draw, is carried forward with the copies of each
    kind that are expected to have gone by then. `here` and `there` [seats * n, 34] are room for those copies. Of ways
    as good as each other `carry.followed` says which is taken.
    """
    tiles, seats, n = ahead.shape[0] - 1, ahead.shape[1], ahead.shape[2]
    top = seats - 1
    chance, later = np.zeros(seats * n), np.zeros(seats * n)
    now, then = np.empty(seats * n, np.int32), np.empty(seats * n, np.int32)
    left = np.empty(KINDS)
    helps = np.zeros(KINDS, np.bool_)
    total = 0.0
    now[0] = top * n + first
    chance[now[0]] = 1.0
    here[now[0]] = 0.0
    met = 1
    for to_come in range(tiles - 1, -1, -1):
        going = 0
        opening = free_first and tiles - to_come <= seats
        for m in range(met):
            at = now[m]
            i, p = at // n, at % n
            share = chance[at]
            chance[at] = 0.0
            drawing = to_come < alone or i == 0
            opens = opening and p == 0
            waits = p < locked and rest_need[p] == 1 and not opens
            home = (top if drawing else i - 1) * n + p
            stays = ahead[to_come, home // n, p]
            wall = 0.0
            for k in range(KINDS):
                left[k] = max(0.0, unseen[k] - here[at, k] / share)
                wall += left[k]
                helps[k] = False
            staying = share
            j = claim_ends[p - 1] if p else 0
            for e in range(rest_ends[p - 1] if p else 0, rest_ends[p]):
                k = kinds[e]
                flow = share * left[k] / wall
                best, nearest, to = stays, rest_need[p], -1
                if drawing:
                    price = opening_draw[e] if opens else by_draw[e]
                    d = draws[e]
                    for t in range(drawn_ends[d - 1] if d else 0, 0 if waits else drawn_ends[d]):
                        r = throws[t]
                        if preferred(ahead[to_come, top, r] - best, rest_need[r], r, nearest, to):
                            best, nearest, to = ahead[to_come, top, r], rest_need[r], r
                else:
                    price = opening_throw[e] if opens else by_throw[e]
                    while j < claim_ends[p] and claim_links[j] <= e:
                        if claim_links[j] == e and (i == 1 or not claim_chow[j]):
                            r = claim_to[j]
                            if preferred(ahead[to_come, top, r] - best, rest_need[r], r, nearest, to):
                                best, nearest, to = ahead[to_come, top, r], rest_need[r], r
                        j += 1
                if flow == 0.0:
                    continue
                if price > 0.0 and price > best - NOISE:
                    total += flow * price
                elif to < 0:
                    continue
                else:
                    goal = top * n + to
                    going = reached(goal, flow, at, flow / share, here, later, there, then, going)
                    there[goal, k] += flow
                helps[k] = True
                staying -= flow
            if staying > NOISE * share:
                going = reached(home, staying, at, staying / share, here, later, there, then, going)
                for k in range(KINDS):
                    there[home, k] += 0.0 if helps[k] else share * left[k] / wall
        now, then = then, now
        chance, later = later, chance
        here, there = there, here
        met = going
    for m in range(met):
        total += chance[now[m]] * ahead[0, 0, now[m] % n]
    return total
