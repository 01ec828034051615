"""`python -m trainer.sprite`: see the package."""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Sequence
from pathlib import Path

from trainer.sprite.face import Face, FontError
from trainer.sprite.sheet import marks_svg, tiles_svg


def main(args: Sequence[str] | None = None) -> None:
    """Write the sprite files; a font that does not serve ends it with one sentence and exit 2, nothing written."""
    parser = argparse.ArgumentParser(prog="python -m trainer.sprite", description="Draw the tile sprite from a font.")
    parser.add_argument("font", nargs="+", type=Path, metavar="FONT", help="a font file, or the subset files of a face")
    parser.add_argument("-o", "--output", type=Path, default=Path("static/tiles.svg"), metavar="FILE")
    parser.add_argument("--marks", type=Path, metavar="FILE", help="also write the seals of the games here")
    chosen = parser.parse_args(args)
    try:
        face = Face(chosen.font)
        sheets = [(chosen.output, tiles_svg(face))]
        if chosen.marks:
            sheets.append((chosen.marks, marks_svg(face)))
        for path, text in sheets:
            path.write_text(text, encoding="utf-8")
            packed = len(gzip.compress(text.encode(), mtime=0))
            print(f"{path}: {len(text.encode()):,} bytes, {packed:,} gzipped")
    except (FontError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
