"""Charts as plain coordinates: the templates (templates/macros/charts.html) only place what is computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from math import ceil, floor, log10

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 300, 186, 44, 12, 158
MOST_TICKS = 6
LABEL_GAP = 15
"""Least distance of two labels at the ends of lines, so that they never lie on each other."""

LETTER = 7
"""Width of a letter of such a label, on the safe side."""

FLAT = 1e-6
"""Values that differ by less than this share are drawn as one."""

BAR = 300
PITCH, CELL, SIDE = 18, 15, 32
"""Distance and size of the squares of the calendar, and the room at its left for the names of days."""

WEEKS = 16
NAMED_DAYS = (0, 2, 4)
"""Monday, Wednesday and Friday: all seven would not fit a square's height."""

HEAT = (1, 5, 15, 40)
"""Least answers of a day for each of the four darker shades."""


def line(title: str, series: Sequence[tuple[str, Sequence[float]]], ticks: Sequence[str]) -> dict[str, object]:
    """Up to three lines of shares over the same ticks, in percent, each labeled at its end.

    The axis starts at 0 unless all values are far from it.
    """
    shown = [(label, [100 * v for v in values]) for label, values in series]
    everything = [v for _, values in shown for v in values]
    low, high, step = axis(min(everything), max(everything))
    labels = [f"{label} {_number(values[-1])}".strip() for label, values in shown]
    right = WIDTH - 14 - LETTER * max(len(x) for x in labels)

    def x(i: int) -> float:
        return round(LEFT + (right - LEFT) * i / max(1, len(ticks) - 1), 1)

    def y(v: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (v - low) / (high - low), 1)

    def points(values: Sequence[float]) -> list[str]:
        return [f"{x(i)},{y(v)}" for i, v in enumerate(values)]

    label_ys = apart([y(values[-1]) + 4 for _, values in shown], LABEL_GAP, BOTTOM)
    levels = [low + step * k for k in range(round((high - low) / step) + 1)]
    room = (right - LEFT) / (LETTER * max(len(x) for x in ticks) + LETTER)
    every = ceil(len(ticks) / max(1, min(MOST_TICKS, floor(room))))
    told = "; ".join(f"{label} {', '.join(_number(v) for v in values)} %".strip() for label, values in shown)
    return {
        "title": title,
        "spoken": f"{title}: {told}",
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": right,
        "tick_y": HEIGHT - 8,
        "grid": [{"x": LEFT - 8, "y": y(v), "text_y": y(v) + 4, "label": f"{v:,.8g} %"} for v in levels],
        "ticks": [{"x": x(i), "label": ticks[i]} for i in range(0, len(ticks), every)],
        "series": [
            {
                "rank": rank,
                "label": label,
                "points": " ".join(points(values)),
                "x": x(len(values) - 1),
                "y": y(values[-1]),
                "label_x": x(len(values) - 1) + 9,
                "label_y": label_y,
            }
            for rank, (label, (_, values), label_y) in enumerate(zip(labels, shown, label_ys, strict=True), 1)
        ],
    }


def axis(least: float, most: float) -> tuple[float, float, float]:
    """Lowest level, highest level and step of an axis of three to six round levels that holds both values."""
    bottom = 0.0 if least >= 0 and least < 0.7 * most else least
    if most - bottom < FLAT * max(1.0, abs(most)):
        most = bottom + (abs(bottom) / 10 or 1.0)
    span = most - bottom
    magnitude = 10.0 ** floor(log10(span / 4))
    step = next(m * magnitude for m in (1, 2, 2.5, 5, 10) if span <= 4 * m * magnitude * (1 + 1e-9))
    low = step * floor(bottom / step + 1e-9)
    high = step * ceil(most / step - 1e-9)
    return low, high, step


def apart(ys: Sequence[float], gap: float, bottom: float) -> list[float]:
    """The heights, moved as little as needed to be `gap` from each other and not below `bottom`."""
    order = sorted(range(len(ys)), key=lambda i: ys[i])
    placed = [ys[i] for i in order]
    for k in range(1, len(placed)):
        placed[k] = max(placed[k], placed[k - 1] + gap)
    for k in range(len(placed) - 1, -1, -1):
        room = bottom - gap * (len(placed) - 1 - k)
        placed[k] = min(placed[k], room)
    out = list(ys)
    for i, value in zip(order, placed, strict=True):
        out[i] = round(value, 1)
    return out


def _number(v: float) -> str:
    """At most one decimal, and none that is zero."""
    return f"{v:,.0f}" if abs(v) >= 10 or float(v).is_integer() else f"{v:,.1f}"


def bar_length(share: float) -> float:
    """Length of a bar in its track; `share` is from 0 to 1."""
    return round(BAR * min(1.0, max(0.0, share)), 1)


def week(days: Mapping[date, int], today: date) -> list[dict[str, object]]:
    """The seven days that end today: whether each has an answer."""
    return [
        {"day": d, "done": days.get(d, 0) > 0, "today": d == today}
        for d in (today - timedelta(days=n) for n in range(6, -1, -1))
    ]


def heat(number: int) -> int:
    """Shade of a day with that many answers, 0 to 4."""
    return sum(number >= least for least in HEAT)


def calendar(days: Mapping[date, int], today: date, weeks: int = WEEKS) -> dict[str, object]:
    """A grid of days, a column a week (Monday first), the last column this week's; the darker, the more answers."""
    start = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    head = PITCH
    shown = [start + timedelta(days=n) for n in range((today - start).days + 1)]
    mondays = shown[::7]
    new_months = [k for k, (a, b) in enumerate(pairwise(mondays), 1) if a.month != b.month]
    return {
        "weeks": weeks,
        "width": SIDE + PITCH * weeks,
        "height": head + PITCH * 7,
        "size": CELL,
        "cells": [
            {
                "x": SIDE + PITCH * (n // 7),
                "y": head + PITCH * (n % 7),
                "heat": heat(days.get(d, 0)),
                "day": d.isoformat(),
                "number": days.get(d, 0),
            }
            for n, d in enumerate(shown)
        ],
        "days": [{"y": head + PITCH * n + CELL - 4, "day": start + timedelta(days=n)} for n in NAMED_DAYS],
        "months": [{"x": SIDE + PITCH * k, "y": head - 6, "day": mondays[k]} for k in new_months if k < weeks - 1],
        "key": [{"heat": k, "x": PITCH * k} for k in range(len(HEAT) + 1)],
        "key_width": PITCH * (len(HEAT) + 1),
    }
