"""The committed sprites are complete, safe and small, and the generator still draws them."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from trainer.sprite.__main__ import main
from trainer.sprite.face import Face
from trainer.sprite.sheet import FLOWERS, MARKS, NUMERALS, WINDS, tiles_svg
from trainer.sprite.svg import BLUE, GREEN, INK, RED, num
from trainer.tiles import TILES, Tile, tile_text

STATIC = Path(__file__).resolve().parents[1] / "static"
SVG = "{http://www.w3.org/2000/svg}"
FACES = {text[1] + text[0] for text in (tile_text(Tile(t)) for t in range(TILES))} | {"back"}
SEALS = {
    "jingdian", "jisu", "xueliu", "flower72", "hk64", "hk128", "wenzhou", "jintan", "bamboo", "fulldeck", "honglong",
    "sanma2", "tenhodori", "seventeen", "brand",
}  # fmt: skip
FILES = [
    pytest.param("tiles.svg", FACES, "0 0 60 80", id="tiles"),
    pytest.param("marks.svg", SEALS, "0 0 40 40", id="marks"),
]
DRAWN = [*(f"{suit}{n}" for suit in "ps" for n in range(10)), "z5", "back"]
"""Faces without a character from the font."""


def root(name: str) -> ET.Element:
    return ET.fromstring((STATIC / name).read_text(encoding="utf-8"))


def symbols(text: str) -> dict[str, str]:
    """The markup inside each symbol."""
    return dict(re.findall(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', text, re.DOTALL))


@pytest.mark.parametrize(("name", "expected", "view"), FILES)
def test_every_symbol_once(name: str, expected: set[str], view: str) -> None:
    found = root(name).findall(f"{SVG}symbol")
    assert sorted(s.attrib["id"] for s in found) == sorted(expected)
    assert {s.attrib["viewBox"] for s in found} == {view}


@pytest.mark.parametrize(("name", "expected", "view"), FILES)
def test_references_stay_inside(name: str, expected: set[str], view: str) -> None:
    tree = root(name)
    ids = [e.attrib["id"] for e in tree.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    assert {e.tag for e in tree.iter()} <= {
        SVG + t for t in ("svg", "defs", "symbol", "g", "path", "circle", "rect", "use")
    }
    for element in tree.iter():
        for key, value in element.attrib.items():
            if key.endswith("href"):
                assert value.startswith("#")
                assert value[1:] in ids
            assert "url(" not in value
            assert ":" not in value
            assert not key.startswith("on")
            assert key != "style"


@pytest.mark.parametrize(("name", "expected", "view"), FILES)
def test_symbols_differ_in_shape(name: str, expected: set[str], view: str) -> None:
    """Even without color, for those who cannot tell red from green."""
    shapes = {
        key: re.sub(r' (fill|stroke)="(#\w+|currentColor)"', "", body)
        for key, body in symbols((STATIC / name).read_text(encoding="utf-8")).items()
    }
    assert all("<path" in body or "<use" in body for body in shapes.values())
    assert len(set(shapes.values())) == len(expected)


def test_size() -> None:
    tiles, marks = ((STATIC / name).read_bytes() for name in ("tiles.svg", "marks.svg"))
    assert len(tiles) <= 66_000
    assert len(gzip.compress(tiles)) <= 14_000
    assert len(marks) <= 16_000


def test_seals_take_the_color_of_the_text() -> None:
    fills = {e.attrib["fill"] for e in root("marks.svg").iter(f"{SVG}path")}
    assert fills == {"currentColor"}


@pytest.mark.parametrize("color", [INK, RED, GREEN, BLUE])
def test_contrast_on_the_darkest_ivory(color: str) -> None:
    """At least 4.5 to 1 (WCAG 2.2, 1.4.3)."""

    def luminance(hexed: str) -> float:
        parts = [int(hexed[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    assert (luminance("#f1ead8") + 0.05) / (luminance(color) + 0.05) >= 4.5


# ---------------------------------------------------------------- the generator
def font_file(path: Path, chars: str) -> Path:
    """A font whose every character is the same round-cornered block."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    pen.lineTo((700, 0))
    pen.qCurveTo((900, 0), (900, 300), (700, 500))
    pen.lineTo((100, 800))
    pen.closePath()
    names = {ord(char): f"u{ord(char):x}" for char in chars}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    block = pen.glyph()
    builder.setupGlyf(dict.fromkeys(builder.font.getGlyphOrder(), block))
    builder.setupHorizontalMetrics(dict.fromkeys(builder.font.getGlyphOrder(), (1000, 0)))
    builder.setupHorizontalHeader()
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


CHARS = "".join(sorted(set(NUMERALS + WINDS + FLOWERS + "萬發中1234" + "".join(MARKS.values()))))


def test_command_line_writes_both_files_and_repeats_itself(tmp_path: Path) -> None:
    half = len(CHARS) // 2
    subsets = [font_file(tmp_path / "a.ttf", CHARS[:half]), font_file(tmp_path / "b.ttf", CHARS[half:])]
    written = []
    for turn, order in enumerate((subsets, subsets[::-1])):
        tiles, marks = tmp_path / f"{turn}.svg", tmp_path / f"{turn}m.svg"
        main([*map(str, order), "-o", str(tiles), "--marks", str(marks)])
        written.append((tiles.read_bytes(), marks.read_bytes()))
    assert written[0] == written[1]
    assert set(symbols(written[0][0].decode())) == FACES
    assert set(symbols(written[0][1].decode())) == SEALS


def test_committed_sprite_is_what_the_generator_draws(tmp_path: Path) -> None:
    """Everything but the characters, which need the real font."""
    fresh = tiles_svg(Face([font_file(tmp_path / "a.ttf", CHARS)]))
    committed = (STATIC / "tiles.svg").read_text(encoding="utf-8")
    assert {key: symbols(fresh)[key] for key in DRAWN} == {key: symbols(committed)[key] for key in DRAWN}
    parts = re.compile(r'<path id="_\w+" [^>]*>')
    assert parts.findall(fresh) == parts.findall(committed)


def test_trace_fits_its_box_in_tenths(tmp_path: Path) -> None:
    """The 800 x 800 block becomes 20 x 20 about (30, 40), and its second curve is the mirrored kind."""
    traced = Face([font_file(tmp_path / "a.ttf", "一")]).trace("一", 30, 40, 20, 60, RED)
    assert traced == f'<path fill="{RED}" transform="scale(.1)" d="m200 500h150q50 0 50-38t-50-87l-150-75z"/>'


@pytest.mark.parametrize("content", [b"not a font", None], ids=["garbage", "missing"])
def test_unusable_file_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    file = tmp_path / "x.ttf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        main([str(file), "-o", str(tmp_path / "out.svg")])
    assert ended.value.code == 2
    assert "cannot be read as a font" in capsys.readouterr().err
    assert not (tmp_path / "out.svg").exists()


def test_missing_character_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(font_file(tmp_path / "a.ttf", CHARS.replace("發", ""))), "-o", str(tmp_path / "out.svg")])
    assert ended.value.code == 2
    assert "The font has no character 發." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, ".5"), (-0.25, "-.25"), (3.0, "3"), (-0.001, "0"), (10, "10"), (100.0, "100"), (0, "0")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert num(value) == text
