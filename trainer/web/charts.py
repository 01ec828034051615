"""Charts as plain coordinates: the templates only place what is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 300, 180, 40, 236, 10, 154


def line(title: str, series: Sequence[tuple[str, Sequence[float]]], ticks: Sequence[str]) -> dict[str, object]:
    """Up to two lines of shares (0-1) over the same ticks, each labeled at its end."""
    top = max([0.1, *(v for _, values in series for v in values)])
    steps = next(s for s in (0.1, 0.2, 0.25, 0.5, 1.0) if top <= 4 * s or s == 1.0)
    highest = steps * -(-top // steps)
    spread = max(1, len(ticks) - 1)

    def x(i: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * i / spread, 1)

    def y(v: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * v / highest, 1)

    lines = []
    for label, values in series:
        ends = y(values[-1])
        lines.append(
            {
                "label": f"{label} {100 * values[-1]:.0f}",
                "points": " ".join(f"{x(i)},{y(v)}" for i, v in enumerate(values)),
                "x": x(len(values) - 1),
                "y": ends,
                "label_y": ends + 4,
            }
        )
    if len(lines) == 2 and abs(float(str(lines[0]["y"])) - float(str(lines[1]["y"]))) < 12:
        upper, lower = sorted(lines, key=lambda s: float(str(s["y"])))
        upper["label_y"] = float(str(upper["y"])) - 2
        lower["label_y"] = float(str(lower["y"])) + 12
    grid = [{"y": y(steps * k), "label": f"{100 * steps * k:.0f} %"} for k in range(round(highest / steps) + 1)]
    shown = range(0, len(ticks), -(-len(ticks) // 8))
    return {
        "title": title,
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": RIGHT,
        "grid": grid,
        "ticks": [{"x": x(i), "label": ticks[i]} for i in shown],
        "series": lines,
    }


def bar_length(share: float) -> float:
    """Length of a bar in a track of 300."""
    return round(300 * min(1.0, max(0.0, share)), 1)


def week(days: dict[date, int], today: date) -> list[dict[str, object]]:
    """The seven days that end today: whether each has an attempt."""
    return [
        {"day": d, "done": days.get(d, 0) > 0, "today": d == today}
        for d in (today - timedelta(days=n) for n in range(6, -1, -1))
    ]


def calendar(days: dict[date, int], today: date, weeks: int = 26) -> dict[str, object]:
    """A grid of days, a column a week (Monday first), shaded by how much was practiced."""
    start = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    cells = []
    for n in range((today - start).days + 1):
        d = start + timedelta(days=n)
        number = days.get(d, 0)
        heat = 0 if not number else 1 if number < 5 else 2 if number < 15 else 3 if number < 40 else 4
        cells.append({"x": 13 * (n // 7), "y": 13 * (n % 7), "heat": heat, "day": d.isoformat(), "number": number})
    return {"width": 13 * weeks, "height": 13 * 7, "cells": cells}
