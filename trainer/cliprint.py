"""What the commands print: tables, lines and JSON, on whatever terminal or pipe there is."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from trainer import batch

INSTEAD = {"·": "-", "–": "-", "−": "-", "×": "x", "…": ".", "“": '"', "”": '"'}
"""What stands for a sign that the terminal's encoding lacks, in as many columns."""

WIDE = frozenset("WF")
PIPED = 160
"""Columns of a table that nobody looks at while it is printed."""


def forgiving() -> None:
    """From now on, what the encoding of the standard streams cannot say is written as well as it can be.

    A game's own name in an ASCII terminal becomes question marks, as wide as the name, and no traceback.
    """
    codecs.register_error("trainer.instead", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="trainer.instead")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_instead, error.object[error.start : error.end])), error.end


def _instead(sign: str) -> str:
    if "\ud800" <= sign <= "\udfff":  # half a surrogate pair, which a record may hold: no encoding has it
        return f"\\u{ord(sign):04x}"
    return INSTEAD.get(sign, "??" if unicodedata.east_asian_width(sign) in WIDE else "?")


def json_line(answer: dict[str, object]) -> str:
    """The answer as JSON, escaped where this terminal could not show it."""
    return batch.dumped(answer, sys.stdout.encoding or "utf-8")


def table(*heads: str, title: str | None = None) -> Table:
    """A table whose cells wrap where they must and are never cut."""
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    made.title, made.title_justify, made.caption_justify = title, "left", "left"
    for head in heads:
        made.add_column(head, overflow="fold")
    return made


def show(made: Table) -> None:
    """Print the table as wide as the terminal lets it; as wide as it needs into a pipe or file."""
    free = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    Console(highlight=False, markup=False, width=PIPED if free else None).print(made)


def bar(title: str, *columns: ProgressColumn, passing: bool = False) -> Progress:
    """A bar on standard error, so that what is printed may be piped; none where nobody is looking. A `passing` one is
    gone when the work is done."""
    console = Console(stderr=True)
    return Progress(
        TextColumn(title), BarColumn(), *columns, TimeElapsedColumn(), console=console, transient=passing,
        disable=not console.is_terminal,
    )  # fmt: skip


def amount(number: float, singular: str) -> str:
    """`1 deal`, `2 deals`."""
    return f"{number:,} {singular}" if number == 1 else f"{number:,} {singular}s"
