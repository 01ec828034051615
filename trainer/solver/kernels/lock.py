"""A hand that may only win or throw what it draws."""

from __future__ import annotations

from typing import Any

import numpy as np

from trainer.solver.kernels import Array, kernel


@kernel
def locked_worth(copies: Array, prices: Array, left: int, unseen: int) -> Any:
    """Value of a hand that may only win or throw what it draws, with `left` draws from so many `unseen` tiles: an
    optimal stopping of its own. `copies` and `prices` are those of every kind, 0 for what is no wait.

    Waits of one price are alike, so only the copies drawn of each price matter; a win may be refused for a dearer one.
    """
    worth = np.zeros(copies.shape[0])
    together = np.zeros(copies.shape[0], np.int64)
    n = 0
    blank = unseen
    for i in range(copies.shape[0]):
        c = copies[i]
        if c == 0 or prices[i] <= 0.0:
            continue
        blank -= c
        g = 0
        while g < n and worth[g] != prices[i]:
            g += 1
        worth[g] = prices[i]
        together[g] += c
        n = max(n, g + 1)
    if n == 0:
        return 0.0
    n -= 1  # the dearest price is never refused, so play goes on with all its copies unseen
    for g in range(n):
        if worth[g] > worth[n]:
            worth[g], worth[n] = worth[n], worth[g]
            together[g], together[n] = together[n], together[g]
    step = np.ones(n + 1, np.int64)
    for g in range(n):
        step[g + 1] = step[g] * left
    now = np.zeros(step[n])
    later = np.zeros(step[n])
    taken = np.zeros(n, np.int64)
    for t in range(left - 1, -1, -1):  # t draws made, the refused ones among them counted by price
        for at in range(step[n]):
            rest = at
            gone = 0
            fits = True
            for g in range(n):
                taken[g] = rest % left
                rest //= left
                gone += taken[g]
                fits = fits and taken[g] <= together[g]
            if not fits or gone > t or t - gone > blank:
                continue
            total = (blank - (t - gone)) * later[at] + together[n] * worth[n]
            for g in range(n):
                if taken[g] < together[g]:
                    refused = later[at + step[g]] if t < left - 1 else 0.0
                    total += (together[g] - taken[g]) * max(worth[g], refused)
            now[at] = total / (unseen - t)
        later, now = now, later
    return later[0]
