"""The two sprites: all tile faces, all seals."""

from __future__ import annotations

from trainer.sprite import flowers, suits
from trainer.sprite.face import Face
from trainer.sprite.svg import BLUE, GREEN, INK, PAPER, RED, document, dot

NUMERALS, WINDS, FLOWERS = "一二三四五六七八九", "東南西北", "春夏秋冬梅蘭竹菊"
MARKS = {
    "jingdian": "典",
    "jisu": "急",
    "xueliu": "血",
    "flower72": "花",
    "hk64": "港",
    "hk128": "双",
    "wenzhou": "温",
    "jintan": "金",
    "bamboo": "竹",
    "fulldeck": "整",
    "honglong": "紅",
    "sanma2": "秋",
    "tenhodori": "天",
    "seventeen": "歩",
    "brand": "切",
}
"""The seal of each game by its key, and the brand's."""


def tiles_svg(face: Face) -> str:
    """The sprite of all faces. Raises FontError if the face lacks a character."""
    defs = "".join(f'<path id="{name}" fill-rule="evenodd" d="{d}"/>' for name, d in suits.shared_parts().items())
    defs += f'<g id="_wan">{face.trace("萬", 30, 58, 50, 41, RED)}</g>'
    wan = '<use href="#_wan"/>'
    faces = {f"m{n}": face.trace(char, 30, 18, 50, 31, INK) + wan for n, char in enumerate(NUMERALS, 1)}
    faces |= {f"p{n}": suits.dots(n) for n in range(1, 10)}
    faces |= {f"s{n}": suits.bamboo(n) for n in range(1, 10)}
    faces |= {f"z{n}": face.trace(char, 30, 40, 54, 60, INK) for n, char in enumerate(WINDS, 1)}
    faces["z5"] = suits.frame()
    faces["z6"] = face.trace("發", 30, 40, 54, 60, GREEN)
    faces["z7"] = face.trace("中", 30, 40, 54, 64, RED)
    faces["m0"] = face.trace("五", 23, 18, 40, 31, RED) + wan + suits.FLAG
    faces |= {"p0": suits.red_dots(), "s0": suits.red_bamboo()}
    faces |= _flowers(face) | {"back": flowers.back()}
    return document(faces, "0 0 60 80", defs)


def _flowers(face: Face) -> dict[str, str]:
    """Seasons in red, plants in blue; the badge holds the number that ties a flower to a seat."""
    out = {}
    for i, (char, picture) in enumerate(zip(FLOWERS, flowers.pictures(), strict=True)):
        color = RED if i < 4 else BLUE
        badge = dot(53, 7, 6.6, color) + face.trace(str(i % 4 + 1), 53, 7, 6, 8.4, PAPER)
        out[f"f{i + 1}"] = picture + face.trace(char, 16, 16.5, 31, 31, color) + badge
    return out


def marks_svg(face: Face) -> str:
    """The seals, each filling its square, in the color of the text around them. Raises FontError as above."""
    seals = {name: face.trace(char, 20, 20, 36, 36, "currentColor") for name, char in MARKS.items()}
    return document(seals, "0 0 40 40")
