"""How far the tiles of one suit are from containing sets and a pair.

The distance is a sum over ranks of the copies still wanted, so one pass over the ranks suffices that remembers how many
chows reach into the next two ranks. Every rank has its own limit of copies: what the set holds less what melds hold.
This is the per-suit table of the "shanten number" literature (tomohxx) computed for one row at a time, which keeps it
right for any limits and any number of copies.
"""

from __future__ import annotations

import numpy as np

from trainer.solver.kernels import Array, kernel

FAR = 99
"""Distance of what cannot be built from the tiles that exist."""


@kernel
def suit_needs(counts: Array, limits: Array, runs: bool, sets: int) -> Array:
    """Tiles to add so that `counts` contains p pairs and s sets: element p * (sets + 1) + s, for p 0-1 and s 0-`sets`.

    Three equal chows are three equal pungs, so at most two chows start on one rank.
    """
    ranks = counts.shape[0]
    now = np.full((2, sets + 1, 3, 3), FAR, np.int64)  # pair taken, sets, chows from two ranks below, from one below
    now[0, 0, 0, 0] = 0
    for r in range(ranks):
        nxt = np.full((2, sets + 1, 3, 3), FAR, np.int64)
        most_chows = 2 if runs and r + 2 < ranks else 0
        for p in range(2):
            for s in range(sets + 1):
                for a in range(3):
                    for b in range(3):
                        cost = now[p, s, a, b]
                        if cost == FAR:
                            continue
                        for c in range(min(most_chows, sets - s) + 1):
                            for pungs in range(sets - s - c + 1):
                                want = a + b + c + 3 * pungs
                                if want > limits[r]:
                                    break
                                t = s + c + pungs
                                more = cost + max(0, want - counts[r])
                                if more < nxt[p, t, b, c]:
                                    nxt[p, t, b, c] = more
                                want += 2
                                if p == 0 and want <= limits[r]:
                                    more = cost + max(0, want - counts[r])
                                    if more < nxt[1, t, b, c]:
                                        nxt[1, t, b, c] = more
        now = nxt
    out = np.empty(2 * (sets + 1), np.int64)
    for p in range(2):
        for s in range(sets + 1):
            out[p * (sets + 1) + s] = now[p, s, 0, 0]
    return out
