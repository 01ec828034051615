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


WAYS = np.array([[0, 0], [-2, -1], [-1, 1], [1, 2]])
"""Where the own tiles of a pung and of the three chows lie from the claimed one."""


@kernel
def calls(suits: Array, rest_need: Array, rest_ends: Array, draws: Array, kinds: Array, copies: Array,
          drawn_need: Array, pung: bool, chow: bool, swap: bool) -> Any:  # fmt: skip
    """The claims of resting hands, given as packed `suits` [n, 4], that may bring them nearer to ready: of each the
    meld (twice its lowest kind, one more for a chow), the draw with the same tile, the hand, its suits without the own
    tiles of the meld, and the kinds that may not be thrown next, as bits. See `worth` for the other arguments.

    Unless `swap`, these are the claimed kind, and the one that would have made a chow of the same own tiles from the
    other end.
    """
    n = 0
    out = np.empty((0, 4), np.int64)
    left = np.empty((0, SUITS), np.int64)
    for filling in range(2):
        if filling:
            out = np.empty((n, 4), np.int64)
            left = np.empty((n, SUITS), np.int64)
            n = 0
        for p in range(rest_ends.shape[0]):
            for e in range(rest_ends[p - 1] if p else 0, 0 if rest_need[p] == 1 else rest_ends[p]):
                if copies[e] == 0 or drawn_need[draws[e]] >= rest_need[p]:
                    continue
                k = np.int64(kinds[e])
                g, r = k // RANKS, k % RANKS
                for w in range(WAYS.shape[0]):
                    low, high = r + WAYS[w, 0], r + WAYS[w, 1]
                    if w == 0:
                        fits = pung and suits[p, g] >> (NIBBLE * r) & 15 >= 2
                    else:
                        fits = (chow and g < SUITS - 1 and low >= 0 and high < RANKS
                                and suits[p, g] >> (NIBBLE * low) & 15 > 0
                                and suits[p, g] >> (NIBBLE * high) & 15 > 0)  # fmt: skip
                    if not fits:
                        continue
                    if filling:
                        other = r - 3 if high < r else r + 3 if low > r else r
                        barred = np.int64(0)
                        if not swap:
                            barred = np.int64(1) << k
                            if 0 <= other < RANKS:
                                barred |= np.int64(1) << (RANKS * g + other)
                        out[n, 0] = 2 * (RANKS * g + min(r, low)) + (w > 0)
                        out[n, 1], out[n, 2], out[n, 3] = e, p, barred
                        left[n] = suits[p]
                        left[n, g] -= (np.int64(1) << (NIBBLE * low)) + (np.int64(1) << (NIBBLE * high))
                    n += 1
    return out, left


@kernel
def same(one: Array, other: Array) -> Any:
    """Whether the packed suits of two hands are the same."""
    differing = np.int64(0)
    for g in range(SUITS):
        differing |= one[g] ^ other[g]
    return differing == 0


@kernel
def claimed(left: Array, need: Array, barred: Array, limits: Array, table: Array, first: Array, second: Array,
            third: Array, radix: int, rows: Array, pairs: Array, united: Array, by_rank: Array, keys: Array,
            numbers: Array, met: Array, sets: int, seven: bool, thirteen: bool, standard: bool) -> Any:  # fmt: skip
    """The throws after claims that leave hands fewer tiles from complete than the `need` before: the claim and the hand
    of each, and these hands as packed suits [n, 4].

    `left` [n, 4] are the suits after each claim, of which one tile is thrown that is not `barred`; the arguments from
    `limits` on are a book. The last answer is whether the book has no room.
    """
    most = 0
    for c in range(left.shape[0]):
        for g in range(SUITS):
            for r in range(RANKS):
                most += left[c, g] >> (NIBBLE * r) & 15 > 0
    size = 16
    while size < 2 * most:
        size *= 2
    places = np.full(size, -1, np.int32)
    hands = np.empty((most, SUITS), np.int64)
    wants = np.empty(most, np.int64)
    reached = np.full(most, -1, np.int64)
    found = np.empty((most, 2), np.int64)
    hand = np.empty((SUITS, RANKS), np.int64)
    after = np.empty(SUITS, np.int64)
    met_hands = n = together = 0
    for c in range(left.shape[0]):
        for g in range(SUITS):
            for r in range(RANKS):
                if left[c, g] >> (NIBBLE * r) & 15 == 0 or barred[c] >> (RANKS * g + r) & 1:
                    continue
                after[:] = left[c]
                after[g] -= np.int64(1) << (NIBBLE * r)
                h = np.uint64(0)
                for x in after:
                    h = (h ^ np.uint64(x)) * np.uint64(0x9E3779B97F4A7C15)
                    h ^= h >> np.uint64(29)
                at = np.int64(h & np.uint64(size - 1))
                while places[at] >= 0 and not same(hands[places[at]], after):
                    at = (at + 1) & (size - 1)
                if places[at] < 0:
                    places[at] = met_hands
                    hands[met_hands] = after
                    for a in range(SUITS):
                        for b in range(RANKS):
                            hand[a, b] = after[a] >> (NIBBLE * b) & 15
                    wants[met_hands] = distance(hand, limits, table, first, second, third, radix, rows, pairs, united,
                                                by_rank, keys, numbers, met, sets, seven, thirteen,
                                                standard)  # fmt: skip
                    if wants[met_hands] == FULL:
                        return found[:0], hands[:0], True
                    met_hands += 1
                i = int(places[at])
                if wants[i] < need[c]:
                    if reached[i] < 0:
                        reached[i] = together
                        together += 1
                    found[n, 0], found[n, 1] = c, reached[i]
                    n += 1
    chosen = np.empty((together, SUITS), np.int64)
    for i in range(met_hands):
        if reached[i] >= 0:
            chosen[reached[i]] = hands[i]
    return found[:n], chosen, False


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
def waited(begin: int, stop: int, copies: Array, on_draw: Array, on_throw: Array) -> float:
    """What all copies of the winning tiles among these draws of a hand would pay, each at its better price."""
    total = 0.0
    for e in range(begin, stop):
        total += copies[e] * max(on_draw[e], on_throw[e])
    return total


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
    nobody looked at for it were still to come (exact for a hand that wins on all that it waits for; see `shared`).
    A win that is let go by for a dearer one is a copy less, which costs its share of what waiting is worth (`waited`).
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
                    begun = rest_ends[p - 1] if p else 0
                    on_throw = opening_throw if opens else by_throw
                    on_draw = opening_draw if opens else by_draw
                    awaited = waited(begun, rest_ends[p] if rest_need[p] == 1 else begun, copies, on_draw, on_throw)
                    j = claim_ends[p - 1] if p else 0
                    for e in range(begun, rest_ends[p]):
                        wins = on_throw[e] > 0.0
                        from_all = on_throw[e]
                        if wins:
                            from_all = max(from_all, stays * (1.0 - max(on_draw[e], on_throw[e]) / awaited))
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
                        if wins or from_all - stays > NOISE:
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
             kinds: Array, copies: Array, by_draw: Array, by_throw: Array, drawn_ends: Array, throws: Array,
             claim_ends: Array, claim_links: Array, claim_to: Array, claim_chow: Array, locked: int,
             opening_draw: Array, opening_throw: Array, free_first: bool, here: Array, there: Array
             ) -> Any:  # fmt: skip
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
            begun = rest_ends[p - 1] if p else 0
            on_throw = opening_throw if opens else by_throw
            on_draw = opening_draw if opens else by_draw
            awaited = waited(begun, rest_ends[p] if rest_need[p] == 1 else begun, copies, on_draw, on_throw)
            j = claim_ends[p - 1] if p else 0
            for e in range(begun, rest_ends[p]):
                k = kinds[e]
                flow = share * left[k] / wall
                best, nearest, to = stays, rest_need[p], -1
                if drawing:
                    price = on_draw[e]
                    d = draws[e]
                    for t in range(drawn_ends[d - 1] if d else 0, 0 if waits else drawn_ends[d]):
                        r = throws[t]
                        if preferred(ahead[to_come, top, r] - best, rest_need[r], r, nearest, to):
                            best, nearest, to = ahead[to_come, top, r], rest_need[r], r
                else:
                    price = on_throw[e]
                    if price > 0.0:
                        best = stays * (1.0 - max(on_draw[e], price) / awaited)
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
