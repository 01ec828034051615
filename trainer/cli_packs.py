"""Commands that make puzzle packs and check them: packs generate, packs check."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import click
from rich.progress import Progress, TextColumn

from trainer import jobs, variants
from trainer.cliprint import amount, bar
from trainer.drill.pack import Puzzle, Puzzling, dumps
from trainer.text import Refusal
from trainer.usecases import packs


def _bar(title: str) -> Progress:
    return bar(title, TextColumn("{task.completed}/{task.total}"))


@click.group("packs")
def packs_group() -> None:
    """Make puzzle packs and check them."""


@packs_group.command("generate")
@click.argument("variant")
@click.option("--kind", type=click.Choice([str(k) for k in Puzzling]), help="What the puzzles ask.")
@click.option("-n", "number", type=click.IntRange(1, packs.MOST_PUZZLES), default=300, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1, 512), help="Processes.  [default: one per core]")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, instead of processes here.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File.  [default: standard output]"
)
def generate_command(
    variant: str,
    kind: str | None,
    number: int,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    output: Path | None,
) -> None:
    """Generate a pack for VARIANT. The same seed gives the same bytes, whatever the number of workers."""
    if kind is None:
        raise click.UsageError(f"Say what the puzzles ask: --kind {' or --kind '.join(Puzzling)}.")
    if workers is not None and scheduler is not None:
        raise click.UsageError("--workers and --scheduler exclude each other.")
    variants.get(variant)
    if output is not None and not output.absolute().parent.is_dir():
        raise click.ClickException(f"The folder {output.absolute().parent} does not exist.")

    def share(
        solve: Callable[[packs.Chunk], list[Puzzle]], chunks: list[packs.Chunk]
    ) -> Iterable[list[Puzzle]]:
        return jobs.map_chunks(solve, chunks, workers=workers, scheduler=scheduler)

    with _bar(f"{variant} {kind}") as steps:
        task = steps.add_task("", total=number)
        made = packs.make(variant, Puzzling(kind), number, seed, share, lambda done: steps.update(task, completed=done))
    text = dumps(made)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")
        click.echo(f"{output}: {amount(number, 'puzzle')}, {len(text.encode()):,} bytes", err=True)


@packs_group.command("check")
@click.argument("files", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Check only about N puzzles of each file.")
def check_command(files: tuple[Path, ...], sample: int | None) -> None:
    """Solve the puzzles of pack FILES again; exit code 1 on any difference."""
    wrong = False
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
            with _bar(str(file)) as steps:
                task = steps.add_task("", total=None)
                differences = packs.check(text, sample=sample, report=partial(_advance, steps, task))
        except UnicodeDecodeError:
            raise click.ClickException(f"{file}: the file is not text.") from None
        except Refusal as refusal:
            raise click.ClickException(f"{file}: {refusal}") from None
        for line in differences:
            click.echo(f"{file}: {line}")
        click.echo(f"{file}: {amount(len(differences), 'difference')}" if differences else f"{file}: holds")
        wrong |= bool(differences)
    if wrong:
        sys.exit(1)


def _advance(bar: Progress, task: int, done: int, of: int) -> None:
    bar.update(task, completed=done, total=of)  # type: ignore[arg-type]  # rich's TaskID is an int


COMMANDS = (packs_group,)
