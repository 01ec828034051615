"""The few SVG pieces the faces are made of: numbers, paths, shared parts, the document. Everything returns markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

INK, RED, GREEN, BLUE = "#1b2430", "#c4281c", "#0b6b4f", "#1d4e9e"
PAPER = "#fffdf6"
"""Light detail where a hole will not do, as over another color."""

Point = tuple[float, float]
Place = tuple[float, float, float, float, str]
"""Where a shared part goes: x and y of its middle, size as a factor, turn in degrees, color."""


def num(value: float) -> str:
    """At most two decimals, no trailing zeros, no leading zero: 0.50 -> .5, -0.0 -> 0."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        return text.replace("0.", ".", 1)
    return "0" if text in ("-0", "") else text


def shape(d: str, fill: str) -> str:
    return f'<path fill="{fill}" d="{d}"/>'


def line(d: str, stroke: str, width: float) -> str:
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{num(width)}" {ends}/>'


def dot(x: float, y: float, r: float, fill: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"/>'


def circle(r: float, x: float = 0, y: float = 0) -> str:
    """A circle as path data, for shapes with holes."""
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0z"


def lens(y0: float, y1: float, half: float) -> str:
    """Path data of an almond standing on the y axis from y0 to y1, `half` wide to each side."""
    mid = (y0 + y1) / 2
    return f"M0 {num(y0)}Q{num(2 * half)} {num(mid)} 0 {num(y1)}Q{num(-2 * half)} {num(mid)} 0 {num(y0)}z"


def symmetric(right: Sequence[Point]) -> str:
    """Path data of a closed outline from the cubic curves of its right half, which begins and ends on the y axis."""
    loop = [*right, *((-x, y) for x, y in reversed(right[:-1]))]
    curves = (" ".join(f"{num(x)} {num(y)}" for x, y in loop[i : i + 3]) for i in range(1, len(loop), 3))
    return f"M{num(loop[0][0])} {num(loop[0][1])}" + "".join(f"C{curve}" for curve in curves) + "z"


def transform(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    steps = f"translate({num(x)} {num(y)})" if x or y else ""
    steps += f"rotate({num(turn)})" if turn else ""
    steps += f"scale({num(scale)})" if scale != 1 else ""
    return f' transform="{steps}"' if steps else ""


def moved(body: str, x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    return f"<g{transform(x, y, turn, scale)}>{body}</g>"


def fan(body: str, turns: Iterable[float]) -> str:
    """The same drawing turned about the origin, once per angle in degrees."""
    return "".join(moved(body, 0, 0, turn) for turn in turns)


def around(body: str, count: int, start: float = 0) -> str:
    return fan(body, (start + i * 360 / count for i in range(count)))


def at(points: Iterable[Point], color: str, scale: float = 1, turn: float = 0) -> list[Place]:
    return [(x, y, scale, turn, color) for x, y in points]


def part(name: str, places: Iterable[Place]) -> str:
    """Copies of a shared part; the part itself names no color."""
    return "".join(
        f'<use href="#{name}"{transform(x, y, turn, scale)} fill="{color}"/>' for x, y, scale, turn, color in places
    )


def document(symbols: dict[str, str], view: str, defs: str = "") -> str:
    """The sprite, one symbol a line so that a change shows as a change of that tile."""
    head = '<svg xmlns="http://www.w3.org/2000/svg">\n' + (f"<defs>{defs}</defs>\n" if defs else "")
    rows = (f'<symbol id="{name}" viewBox="{view}">{body}</symbol>\n' for name, body in symbols.items())
    return head + "".join(rows) + "</svg>\n"
