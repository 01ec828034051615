"""Coordinates of charts: inside the picture, true to the numbers, readable."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.web import charts

SUNDAY = date(2026, 11, 29)
SHARES = st.lists(st.floats(0, 1), min_size=2, max_size=12)


def xy(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, _, y in (p.partition(",") for p in points.split())]


def line(*args: Any, **kwargs: Any) -> Any:
    return charts.line(*args, **kwargs)


# ------------------------------------------------------------------ lines


def test_a_line_runs_over_the_whole_width_and_rises_with_its_values() -> None:
    c = line("Chance", [("5s", [0.0, 0.2, 0.4])], ["0", "1", "2"])
    points = xy(c["series"][0]["points"])
    assert [x for x, _ in points] == [c["left"], (c["left"] + c["right"]) / 2, c["right"]]
    assert points[0][1] > points[1][1] > points[2][1]
    assert points[0][1] - points[1][1] == pytest.approx(points[1][1] - points[2][1], abs=0.11)


def test_a_value_lies_at_its_level_of_the_axis() -> None:
    c = line("Chance", [("5s", [0.2, 0.4])], ["0", "1"])
    levels = {g["label"]: g["y"] for g in c["grid"]}
    assert [y for _, y in xy(c["series"][0]["points"])] == [levels["20 %"], levels["40 %"]]
    assert levels["0 %"] == charts.BOTTOM


def test_a_line_is_labeled_at_its_end_with_the_last_value() -> None:
    c = line("Chance", [("9m", [0, 0.558]), ("7z", [0, 0.51])], ["0", "1"])
    assert [s["label"] for s in c["series"]] == ["9m 56", "7z 51"]
    assert all(s["label_x"] > s["x"] for s in c["series"])
    assert [s["rank"] for s in c["series"]] == [1, 2]


def test_the_whole_chart_is_told_in_words() -> None:
    c = line("Chance by draw", [("9m", [0, 0.105]), ("7z", [0, 0.063])], ["0", "1"])
    assert c["spoken"] == "Chance by draw: 9m 0, 10 %; 7z 0, 6.3 %"


@given(st.lists(SHARES, min_size=1, max_size=3).filter(lambda xs: len({len(x) for x in xs}) == 1))
def test_everything_lies_inside_the_picture(values: list[list[float]]) -> None:
    series = [(f"line {i}", v) for i, v in enumerate(values)]
    c = line("Any", series, [str(i) for i in range(len(values[0]))])
    for s in c["series"]:
        assert all(c["left"] <= x <= c["right"] and charts.TOP <= y <= charts.BOTTOM for x, y in xy(s["points"]))
        assert s["label_y"] <= charts.BOTTOM + 4
        assert s["label_x"] + 6 * len(s["label"]) <= c["width"]
    heights = sorted(s["label_y"] for s in c["series"])
    assert all(b - a >= charts.LABEL_GAP - 0.11 for a, b in pairwise(heights))
    assert len(c["ticks"]) <= charts.MOST_TICKS


def test_one_day_is_a_chart_too() -> None:
    c = line("Any", [("good", [0.0])], ["03-14"])
    assert xy(c["series"][0]["points"]) == [(c["left"], charts.BOTTOM)]


def test_an_axis_far_from_zero_does_not_start_there() -> None:
    c = line("Any", [("", [0.91, 0.97])], ["a", "b"])
    labels = [g["label"] for g in c["grid"]]
    assert labels[0] == "90 %"
    assert labels[-1] == "98 %"


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 55.8, (0, 60, 20)),
        (0, 1, (0, 1, 0.25)),
        (0, 100, (0, 100, 25)),
        (0, 0, (0, 1, 0.25)),
        (3, 3.2, (3, 3.2, 0.05)),
        (1500, 1500, (1500, 1650, 50)),
    ],
)
def test_an_axis_has_round_levels(least: float, most: float, expected: tuple[float, float, float]) -> None:
    assert charts.axis(least, most) == pytest.approx(expected)


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_an_axis_holds_what_it_shows_in_few_levels(a: float, b: float) -> None:
    least, most = min(a, b), max(a, b)
    low, high, step = charts.axis(least, most)
    assert low - 1e-6 * step <= least
    assert most <= high + 1e-6 * step
    assert 1 <= round((high - low) / step) <= 6


def test_labels_move_as_little_as_needed() -> None:
    assert charts.apart([20, 50], 15, 100) == [20, 50]
    assert charts.apart([50, 48], 15, 100) == [63, 48]
    assert charts.apart([99, 98, 10], 15, 100) == [100, 85, 10]


# ------------------------------------------------------------------ bars, days


@pytest.mark.parametrize(
    ("share", "length"), [(0, 0), (0.5, charts.BAR / 2), (1, charts.BAR), (1.3, charts.BAR), (-1, 0)]
)
def test_a_bar_is_a_share_of_its_track(share: float, length: float) -> None:
    assert charts.bar_length(share) == length


def test_the_week_ends_today() -> None:
    days = charts.week({SUNDAY: 3, SUNDAY - timedelta(days=2): 1}, SUNDAY)
    assert [d["done"] for d in days] == [False, False, False, False, True, False, True]
    assert [d["today"] for d in days] == [False] * 6 + [True]
    assert days[0]["day"] == date(2026, 11, 23)


@pytest.mark.parametrize(("number", "shade"), [(0, 0), (1, 1), (4, 1), (5, 2), (15, 3), (39, 3), (40, 4), (900, 4)])
def test_a_day_is_the_darker_the_more_was_answered(number: int, shade: int) -> None:
    assert charts.heat(number) == shade


@given(st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(1, 60))
def test_the_calendar_ends_today_and_has_a_column_a_week(today: date, weeks: int) -> None:
    c: Any = charts.calendar({today: 7}, today, weeks)
    cells = c["cells"]
    assert cells[-1]["day"] == today.isoformat()
    assert cells[-1]["number"] == 7
    assert sum(d["heat"] for d in cells) == 2
    assert len({d["x"] for d in cells}) == weeks
    top = min(d["y"] for d in cells)
    assert all((d["y"] == top) == (date.fromisoformat(d["day"]).weekday() == 0) for d in cells)
    assert all(0 <= d["x"] <= c["width"] - c["size"] and d["y"] <= c["height"] - c["size"] for d in cells)
    assert len({(d["x"], d["y"]) for d in cells}) == len(cells)


def test_a_month_is_named_over_its_first_whole_week() -> None:
    c: Any = charts.calendar({}, SUNDAY, 8)
    assert [m["day"] for m in c["months"]] == [date(2026, 11, 2)]
    assert [k["heat"] for k in c["key"]] == [0, 1, 2, 3, 4]


@given(st.integers(1, 60), st.integers(1, 8))
def test_labels_below_the_axis_never_lie_on_each_other(number: int, letters: int) -> None:
    c = line("Any", [("x", [0.5] * number)], ["8" * letters] * number)
    xs = [t["x"] for t in c["ticks"]]
    assert xs[0] == c["left"]
    assert all(b - a >= charts.LETTER * letters for a, b in pairwise(xs))


def test_the_days_of_the_week_are_named_beside_their_rows() -> None:
    c: Any = charts.calendar({}, SUNDAY, 3)
    rows = {d["y"] for d in c["cells"]}
    assert [d["day"].weekday() for d in c["days"]] == [0, 2, 4]
    for d in c["days"]:
        row = min(x["y"] for x in c["cells"] if date.fromisoformat(x["day"]).weekday() == d["day"].weekday())
        assert row < d["y"] <= row + c["size"]
        assert row in rows
    assert min(x["x"] for x in c["cells"]) > 0, "there is room for the names"
