"""Characters traced from a font."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont, TTLibError  # type: ignore[import-untyped]

from trainer.sprite.svg import Point

MIRROR_SLACK = 1
"""Tenths of a unit by which a control point may miss the mirror image that `t` implies; far below a pixel."""


class FontError(Exception):
    """The font cannot be read or lacks a character; the message is one sentence."""


class _TenthsPen(BasePen):  # type: ignore[misc]
    """Writes a path in whole tenths with relative commands, which is short and packs well.

    TrueType outlines leave the joint between two curves implied; there the second control point mirrors the first, so
    `t` says the same as `q` with half the numbers. Where rounding breaks the mirror, `q` stays.
    """

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.commands: list[str] = []
        self._at = self._start = (0, 0)
        self._control: tuple[int, int] | None = None

    def _tenths(self, point: Point) -> tuple[int, int]:
        return round(10 * point[0]), round(10 * point[1])

    def _put(self, letter: str, points: Sequence[tuple[int, int]]) -> None:
        steps = [v for x, y in points for v in (x - self._at[0], y - self._at[1])]
        self.commands.append(letter + "".join(str(v) if v < 0 or i == 0 else f" {v}" for i, v in enumerate(steps)))
        self._at, self._control = points[-1], None

    def _moveTo(self, pt: Point) -> None:
        self._start = self._tenths(pt)
        self._put("m", [self._start])

    def _lineTo(self, pt: Point) -> None:
        end = self._tenths(pt)
        dx, dy = end[0] - self._at[0], end[1] - self._at[1]
        if dx and dy:
            self._put("l", [end])
        elif dx or dy:
            self.commands.append(f"h{dx}" if dx else f"v{dy}")
            self._at, self._control = end, None

    def _qCurveToOne(self, pt1: Point, pt2: Point) -> None:
        control, end = self._tenths(pt1), self._tenths(pt2)
        if self._control is not None:
            implied = (2 * self._at[0] - self._control[0], 2 * self._at[1] - self._control[1])
            if max(abs(implied[0] - control[0]), abs(implied[1] - control[1])) <= MIRROR_SLACK:
                self._put("t", [end])
                self._control = implied
                return
        self._put("q", [control, end])
        self._control = control

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self._put("c", [self._tenths(pt1), self._tenths(pt2), self._tenths(pt3)])

    def _closePath(self) -> None:
        self.commands.append("z")
        self._at, self._control = self._start, None


class Face:
    """The characters of one face, possibly spread over several subset files."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._glyphs: dict[int, tuple[Any, str]] = {}
        for file in sorted(files):
            try:
                font = TTFont(file)
                cmap, glyphs = font.getBestCmap() or {}, font.getGlyphSet()
            except (OSError, TTLibError, ImportError) as error:
                raise FontError(f"{file} cannot be read as a font ({error}).") from error
            for code, name in cmap.items():
                self._glyphs.setdefault(code, (glyphs, name))

    def trace(self, char: str, x: float, y: float, width: float, height: float, fill: str) -> str:
        """The character's outline, as large as fits into width x height around (x, y), proportions kept."""
        if ord(char) not in self._glyphs:
            raise FontError(f"The font has no character {char}.")
        glyphs, name = self._glyphs[ord(char)]
        bounds = BoundsPen(glyphs)
        glyphs[name].draw(bounds)
        if bounds.bounds is None:
            raise FontError(f"The font draws nothing for {char}.")
        left, low, right, high = bounds.bounds
        k = min(width / (right - left), height / (high - low))
        pen = _TenthsPen(glyphs)
        glyphs[name].draw(TransformPen(pen, (k, 0, 0, -k, x - k * (left + right) / 2, y + k * (low + high) / 2)))
        return f'<path fill="{fill}" transform="scale(.1)" d="{"".join(pen.commands)}"/>'
