"""Dots, bamboo, the white dragon's frame and the red fives' flag."""

from __future__ import annotations

import math

from trainer.sprite.svg import (
    BLUE,
    GREEN,
    INK,
    PAPER,
    RED,
    Place,
    Point,
    around,
    at,
    circle,
    dot,
    line,
    moved,
    num,
    part,
    shape,
    symmetric,
)

FLAG = shape("M41 0H55a5 5 0 0 1 5 5V19z", RED) + dot(53.6, 6.4, 2.7, PAPER)
"""The corner of a red five."""


# ---------------------------------------------------------------- dots
def _coin(heart: str) -> str:
    """A ring about a disc, radius 10; the heart is cut out of the disc."""
    return circle(10) + circle(7.4) + circle(5.6) + heart


def _plum_heart() -> str:
    turns = (math.tau * i / 5 for i in range(5))
    return "".join(circle(1.3, 2.7 * math.sin(a), -2.7 * math.cos(a)) for a in turns)


def _great_coin() -> str:
    """1 dot: eight petals in a beaded ring."""
    turns = (math.tau * i / 16 for i in range(16))
    beads = "".join(dot(24.2 * math.sin(a), -24.2 * math.cos(a), 1.5, PAPER) for a in turns)
    rings = dot(0, 0, 28.5, GREEN) + beads + dot(0, 0, 20.6, PAPER) + dot(0, 0, 19, BLUE)
    petals = around(shape("M0-5.5C5-9 5.2-14.5 0-18.6C-5.2-14.5-5-9 0-5.5z", PAPER), 8)
    return moved(rings + petals + dot(0, 0, 6.2, PAPER) + dot(0, 0, 4.4, RED), 30, 40)


def dots(n: int) -> str:
    """The face of 1-9 dots; up to five the coins are large enough for a flower as heart."""
    if n == 1:
        return _great_coin()
    center, slope = [(30.0, 40.0)], [(10.0, 9.8), (30.0, 17.6), (50.0, 25.4)]
    table: dict[int, list[Place]] = {
        2: at([(30, 19.5)], GREEN, 1.7) + at([(30, 60.5)], BLUE, 1.7),
        3: at([(14, 14.5)], BLUE, 1.32) + at(center, RED, 1.32) + at([(46, 65.5)], GREEN, 1.32),
        4: at([(15, 18), (45, 62)], BLUE, 1.32) + at([(45, 18), (15, 62)], GREEN, 1.32),
        5: at([(13, 13.5), (47, 66.5)], BLUE, 1.2) + at([(47, 13.5), (13, 66.5)], GREEN, 1.2) + at(center, RED, 1.2),
        6: at(_grid((16.5, 43.5), (12.5,)), GREEN, 1.17) + at(_grid((16.5, 43.5), (42.2, 67.5)), RED, 1.17),
        7: at(slope, GREEN, 0.92) + at(_grid((18, 42), (46.8, 69)), RED, 1.06),
        8: at(_grid((17.5, 42.5), (9.9, 30, 50, 70.1)), BLUE, 0.93),
        9: [place for y, c in ((11, GREEN), (40, RED), (69, BLUE)) for place in at(_grid((10, 30, 50), (y,)), c, 0.93)],
    }
    return part("_coin" if n <= 5 else "_dot", table[n])


def red_dots() -> str:
    """The red five of dots; the coins make room for the flag."""
    return part("_coin", at([*_grid((12, 43), (22.5, 66.5)), (27.5, 44.5)], RED, 1.14)) + FLAG


def _grid(xs: tuple[float, ...], ys: tuple[float, ...]) -> list[Point]:
    return [(x, y) for y in ys for x in xs]


# ---------------------------------------------------------------- bamboo
def _stick(half: float, height: float) -> str:
    """A length of bamboo about the origin: two joints, slim between swollen ends, a slit of light in each, a collar.

    The collar is the widest part and all but touches the joints, so that stacked sticks still count one by one.
    """
    top, low, end, waist = -height / 2, -2.2, half * 0.86, half * 0.66
    mid, lip = (top + low) / 2, min(3.6, height * 0.13)
    right: list[Point] = [
        (0, top - 0.3), (end * 0.8, top - 0.3), (end, top + 0.3), (end, top + 2),
        (end, top + lip), (waist, mid - lip * 0.7), (waist, mid),
        (waist, mid + lip * 0.7), (end, low - lip), (end, low - 1.6),
        (end, low), (end * 0.8, low), (0, low),
    ]  # fmt: skip
    joints = symmetric(right) + symmetric([(x, -y) for x, y in right])
    edge, s, width, far = num(half - 1.5), num(half * 0.21), num(half * 0.42), num(-top - 3.4)
    collar = f"M-{edge}-1.5H{edge}a1.5 1.5 0 0 1 0 3H-{edge}a1.5 1.5 0 0 1 0-3z"
    slits = f"M-{s}-{far}a{s} {s} 0 0 1 {width} 0V-4.9a{s} {s} 0 0 1-{width} 0z"
    slits += f"M{s} {far}a{s} {s} 0 0 1-{width} 0V4.9a{s} {s} 0 0 1 {width} 0z"
    return joints + collar + slits


def bamboo(n: int) -> str:
    """The face of 1-9 bamboo; 8 is an M over a W."""
    if n == 1:
        return _peacock()
    columns, rows, three = (10.5, 30.0, 49.5), (19.5, 60.5), (12.2, 40.0, 67.8)
    falling, rising = [(21.6, 19.0), (38.4, 61.0)], [(38.4, 19.0), (21.6, 61.0)]
    table: dict[int, tuple[str, list[Place]]] = {
        2: ("_long", at([(30, 19), (30, 61)], GREEN, 1.06)),
        3: ("_long", at([(30, 19), (15.5, 61), (44.5, 61)], GREEN, 1.06)),
        4: ("_long", at(_grid((16, 44), (19, 61)), GREEN, 1.06)),
        5: ("_long", at(_grid((10, 50), rows), GREEN) + at([(30, 40)], RED)),
        6: ("_long", at(_grid(columns, rows), GREEN)),
        7: ("_short", at([(30, three[0])], RED) + at(_grid(columns, three[1:]), GREEN)),
        8: ("_slim", at(_grid((5.5, 54.5), (19, 61)), GREEN)
            + at(falling, GREEN, 0.93, -27) + at(rising, GREEN, 0.93, 27)),
        9: ("_short", at(_grid((columns[0], columns[2]), three), GREEN) + at(_grid((30,), three), RED)),
    }  # fmt: skip
    return part(*table[n])


def red_bamboo() -> str:
    """The red five of bamboo; the sticks make room for the flag."""
    return part("_long", at([*_grid((9, 43), (24, 63)), (26, 43.5)], RED, 0.9)) + FLAG


def _peacock() -> str:
    """1 bamboo: a peacock on a cut stalk, its tail spread behind it."""
    tail = ""
    for turn, size, eye in ((82, 29, BLUE), (55, 35, RED), (28, 44, BLUE), (0, 49, RED)):
        side: list[Point] = [(2, -8), (6.2, 20 - size), (6.6, 7 - size), (6.6, 2 - size), (3.4, -size), (0, -size)]
        plume = shape(symmetric([(0, 0), *side]), GREEN) + dot(0, 7.2 - size, 4.4, PAPER) + dot(0, 7.2 - size, 2.9, eye)
        tail += "".join(moved(plume, 30, 55, way * turn) for way in ((-1, 1) if turn else (1,)))
    body = (
        "M30.5 69C21.5 69 14.5 63.5 14.5 56C14.5 51.5 18 48.5 22 46.5C26.5 44.2 28.6 41 28.8 36.5"
        "C29 32 28.8 26.2 33 24C37 22 41.6 24.6 42 29C42.3 32.5 40.4 35 40.8 39.5C41.3 45 46.5 49 46.5 56"
        "C46.5 64.5 39.5 69 30.5 69z"
    )
    plumes = "M34.5 24L31 16.5M36.5 24V15M38.5 24L42 16.5"
    crest = line(plumes, PAPER, 4.2) + line(plumes, BLUE, 1.7)
    bird = f'<path fill="{BLUE}" stroke="{PAPER}" stroke-width="2.2" d="{body}"/>'
    bird += shape("M41.2 26.4L49.4 30.2L41.6 32.2z", RED) + dot(37, 29, 2.3, PAPER) + dot(37.4, 29, 1.2, INK)
    wing = line("M20.5 55C21 61 27 64 34.5 61.5C31 61 28.5 59 27.5 56", PAPER, 2)
    legs = line("M26 69V74M35 69V74", RED, 2.8)
    perch = shape("M5 73.2H28.6V79H5q1.6-2.9 0-5.8zM31.4 73.2H55q-1.6 2.9 0 5.8H31.4z", GREEN)
    return tail + crest + legs + bird + wing + perch


# ---------------------------------------------------------------- white dragon
def frame() -> str:
    """The white dragon: a double frame, the inner one with its corners cut back."""
    outer = "M12 7H48a5 5 0 0 1 5 5V68a5 5 0 0 1-5 5H12a5 5 0 0 1-5-5V12a5 5 0 0 1 5-5z"
    hole = "M13 12a1 1 0 0 0-1 1V67a1 1 0 0 0 1 1H47a1 1 0 0 0 1-1V13a1 1 0 0 0-1-1z"
    inner = "M21.5 16.5H38.5a5 5 0 0 0 5 5V58.5a5 5 0 0 0-5 5H21.5a5 5 0 0 0-5-5V21.5a5 5 0 0 0 5-5z"
    return shape(outer + hole, BLUE) + line(inner, BLUE, 2)


def shared_parts() -> dict[str, str]:
    """Path data, with holes by the even-odd rule, of the parts that the faces here refer to."""
    return {
        "_coin": _coin(_plum_heart()),
        "_dot": _coin(circle(2.1)),
        "_long": _stick(6.8, 33.4),
        "_short": _stick(6.6, 22.8),
        "_slim": _stick(5.4, 33),
    }
