"""The pictures of the eight flowers, and the back of a tile."""

from __future__ import annotations

import math
from itertools import pairwise

from trainer.sprite.svg import BLUE, GREEN, INK, PAPER, RED, around, dot, fan, lens, line, moved, num, shape

GOLD, AMBER, PINK, VIOLET, LEAF = "#d39b1f", "#b8641a", "#d9536f", "#75479c", "#2f8a63"
NIGHT, DUSK, BRASS = "#27457a", "#3a5c97", "#d8bd6e"

CHERRY = "M0-1.5C-6-4-6.8-9.5-3-12.6L0-10L3-12.6C6.8-9.5 6-4 0-1.5z"
PLUM = "M0-1C-7-3-6.4-12.4 0-12.4C6.4-12.4 7-3 0-1z"


def pictures() -> tuple[str, ...]:
    """Spring, summer, autumn, winter, plum, orchid, bamboo, chrysanthemum; the upper left corner stays free."""
    return _cherry(), _lotus(), _maples(), _mountain(), _plum(), _orchid(), _canes(), _chrysanthemum()


def _blossom(x: float, y: float, r: float, petal: str, fill: str, turn: float) -> str:
    """Five petals (drawn for a radius of 12, pointing up) with light seams between them, about a light heart."""
    petals = f'<g fill="{fill}" stroke="{PAPER}" stroke-width="1">' + around(f'<path d="{petal}"/>', 5) + "</g>"
    return moved(petals + dot(0, 0, 2.9, PAPER) + dot(0, 0, 1.5, GOLD), x, y, turn, r / 12)


def _cherry() -> str:
    twig = line("M3 77C15 74 20 66 31 62C42 58 47 52 56 47M31 62C33 54 35 49 38 44", INK, 3)
    spots = ((20, 60, 14.5, -12), (43, 36, 13, 14), (44, 65, 11, 30))
    return twig + "".join(_blossom(x, y, r, CHERRY, PINK, turn) for x, y, r, turn in spots)


def _lotus() -> str:
    petals = ""
    for turn, size in ((-74, 22), (74, 22), (-46, 27), (46, 27), (-21, 31), (21, 31), (0, 32)):
        petal = f'<path fill="{PINK}" stroke="{PAPER}" stroke-width="1.5" d="{lens(1, -size, 5.6)}"/>'
        petals += moved(petal, 30, 65, turn)
    pad = shape("M10 64.5C18 60 42 60 50 64.5C44 71 16 71 10 64.5z", GREEN)
    return pad + petals + line("M4 72Q10.5 68 17 72T30 72T43 72T56 72M11 78Q17.5 74 24 78T37 78T50 78", BLUE, 2.6)


def _leaf(x: float, y: float, size: float, turn: float, fill: str) -> str:
    """A maple leaf of seven points: tips and clefts of one side by radius and angle from the tip, then mirrored."""
    side = ((17, 22), (11, 27), (21, 55), (10, 78), (16, 104), (6, 150))
    half = [(r * math.sin(math.radians(a)), -r * math.cos(math.radians(a))) for r, a in side]
    outline = [(0.0, -24.0), *half, *((-px, py) for px, py in reversed(half))]
    blade = shape("M" + "L".join(f"{num(px)} {num(py)}" for px, py in outline) + "z", fill)
    veins = line("M0 3V-16M0 3L12-5.5M0 3L-12-5.5", PAPER, 1.4)
    return moved(line("M0 2V17", fill, 2.6) + blade + veins, x, y, turn, size)


def _maples() -> str:
    return _leaf(23, 56, 0.92, -14, RED) + _leaf(46, 38, 0.62, 34, AMBER) + _leaf(46, 66, 0.56, 58, GOLD)


def _mountain() -> str:
    """Winter: two peaks under snow, and more of it falling."""
    ridge = shape("M2 78L16 56L23 65L38 37L58 78z", BLUE)
    snow = shape("M38 37L28.5 54.5L33 51.5L37.5 57L42 51.5L46.7 55.5zM16 56L11.5 63L15.2 62L17.5 65.5L20 61z", PAPER)
    spots = ((8, 43, 2.2), (20, 41, 1.7), (52, 30, 2.2), (41, 24, 1.7), (54, 47, 1.7))
    edge = line("M29 53.5L38 37L46 53.5", BLUE, 1.6)
    return ridge + snow + edge + "".join(dot(x, y, r, BLUE) for x, y, r in spots)


def _plum() -> str:
    branch = line("M12 78L24 66L30 68L43 52L41 44L52 26", INK, 3.6) + line("M24 66L20 54L12 46M43 52L54 50", INK, 2.6)
    buds = dot(11.5, 45, 3.4, RED) + dot(52, 25, 3.4, RED) + dot(55, 50, 3, RED)
    spots = ((21, 55, 10, 10), (42, 40, 11.5, -8), (38, 64, 12, 24))
    return branch + buds + "".join(_blossom(x, y, r, PLUM, RED, turn) for x, y, r, turn in spots)


def _orchid() -> str:
    blades = (
        "M28 79C27 62 18 46 3 42C20 42 32 58 32.5 79zM30 79C30 60 38 44 57 42C43 47 35.5 60 34.5 79z"
        "M26.5 79C24 70 16 62 4 62C18 58 29 66 30 79zM33 79C34 70 42 62 57 66C46 65 38 70 37 79z"
    )
    flower = fan(shape(lens(0, -13, 3.2), VIOLET), (0, 62, 128, 232, 298)) + dot(0, 0, 2.6, GOLD)
    stem = line("M31 78C31 64 34 54 42 38", LEAF, 2)
    return shape(blades, GREEN) + stem + moved(flower, 44, 34, 8, 0.9) + moved(flower, 24, 52, -14, 0.7)


def _canes() -> str:
    def cane(x: float, knots: tuple[float, ...], half: float) -> str:
        left, right, bend = num(x - half), num(x + half), half * 0.5
        d = ""
        for top, low in pairwise(knots):
            a, b, mid = num(top + 0.8), num(low - 0.8), num((top + low) / 2)
            d += f"M{left} {a}Q{num(x - bend)} {mid} {left} {b}H{right}Q{num(x + bend)} {mid} {right} {a}z"
        return shape(d, GREEN)

    leaf = shape("M0 0C4-5 12-6 19-2C12 2.5 4 3 0 0z", LEAF)
    spots = ((46, 41, -14), (46, 42, 28), (46, 43, 66), (21, 57, 152), (21, 58, 196), (21, 58, 112), (44, 63, 40))
    leaves = "".join(moved(leaf, x, y, turn, 0.82) for x, y, turn in spots)
    return cane(42, (20, 39, 59, 79), 4.2) + cane(26, (40, 57, 79), 3.8) + leaves


def _chrysanthemum() -> str:
    stem = line("M34 79C33 74 33 70 34 62", GREEN, 2.8)
    leaves = (
        "M33 78C24 79 14 75 10 66C15 68 17 65 20 67C25 69 30 72 33 78z"
        "M34 78C41 79 50 76 55 69C50 69 48 66 45 68C40 69 36 73 34 78z"
    )
    outer = around('<path d="M0-4L2.7-13.6a2.7 2.8 0 0 0-5.4 0z"/>', 16)
    inner = around('<path d="M0 0L2.1-8.2a2.1 2.4 0 0 0-4.2 0z"/>', 10)
    bloom = f'<g fill="{GOLD}">{outer}</g><g fill="{AMBER}">{inner}</g>' + dot(0, 0, 2.4, PAPER)
    return stem + shape(leaves, GREEN) + moved(bloom, 38, 49, 0, 1.12)


def back() -> str:
    """Indigo, to stand off the green felt: the seven-treasures weave about a medallion, edge to edge."""
    weave = "".join(
        f"M{x} {y}a10 10 0 0 1 {dx} 10a10 10 0 0 1 {-dx}-10z"
        for y in range(10, 70, 10)
        for x in range(10, 60, 10)
        for dx in (10, -10)
        if (x + y) % 20 == 10 and 10 <= x + dx <= 50
    )
    medal = f'<circle r="13" fill="{NIGHT}" stroke="{BRASS}" stroke-width="1.6"/>'
    medal += around(shape(lens(-1.5, -10.5, 2.6), BRASS), 4) + around(shape(lens(-2.5, -8, 1.5), DUSK), 4, 45)
    rim = f'<rect x="5" y="5" width="50" height="70" rx="4" fill="none" stroke="{BRASS}" stroke-width="1.6"/>'
    return f'<rect width="60" height="80" fill="{NIGHT}"/>' + shape(weave, DUSK) + rim + moved(medal, 30, 40)
