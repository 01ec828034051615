"""`bench`: exact counts of the games compared with what they state, and how fast this machine is."""

from __future__ import annotations

import sys
import time

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from trainer import variants
from trainer.bench import facts, speed
from trainer.cliprint import amount, json_line
from trainer.solver import value

SCOPES = {"main": facts.MAIN, "all": facts.ALL}


@click.command("bench")
@click.argument("keys", metavar="[VARIANT]...", nargs=-1)
@click.option(
    "--facts", "scope", is_flag=False, flag_value="main", type=click.Choice(tuple(SCOPES)),
    help="Instead of timing: count every hand again and compare; “all” adds what takes longer.",
)
@click.option("--workers", type=click.IntRange(1, 512), help="Processes.  [default: one per core]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench_command(keys: tuple[str, ...], scope: str | None, workers: int | None, as_json: bool) -> None:
    """Time what the product promises on this machine; with --facts, count again what can be counted.

    Every game is asked, or those that are named.

    The exit code is 1 when a count differs from the stated one.
    """
    games = [variants.get(key).key for key in keys] or [variant.key for variant in variants.all_variants()]
    if scope is None:
        time_games(games, as_json)
        return
    found = {}
    started = time.perf_counter()
    for key in games:
        columns = (TextColumn(key), BarColumn(), TextColumn("{task.completed}/{task.total}"))
        with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as bar:
            task = bar.add_task("", total=None)
            found[key] = facts.facts(
                key,
                SCOPES[scope],
                workers=workers,
                progress=lambda done, of, bar=bar, task=task: bar.update(task, completed=done, total=of),  # type: ignore[misc]
            )
    seconds = time.perf_counter() - started
    wrong = sum(not f.holds for counted in found.values() for f in counted)
    if as_json:
        rows = {
            key: [{"name": f.name, "stated": f.stated, "counted": f.counted, "ok": f.holds} for f in counted]
            for key, counted in found.items()
        }
        click.echo(json_line({"ok": not wrong, "seconds": round(seconds, 2), "facts": rows}))
    else:
        for key, counted in found.items():
            click.echo(key)
            for f in counted:
                verdict = "ok   " if f.holds else "WRONG"
                stated = "" if f.holds else f"   stated: {_shown(f.stated)}"
                click.echo(f"  {verdict} {f.name:<44}{_shown(f.counted):>24}{stated}")
        click.echo(f"{amount(sum(map(len, found.values())), 'number')} in {seconds:.1f} s, {wrong or 'none'} wrong.")
    if wrong:
        sys.exit(1)


def time_games(games: list[str], as_json: bool) -> None:
    """Every figure of these games: median and worst."""
    value.warm()
    rows: dict[str, list[dict[str, object]]] = {}
    for key in games:
        rows[key] = []
        if not as_json:
            click.echo(key)
        for f in speed.measure(key):
            rows[key].append(
                {"name": f.name, "unit": f.unit, "median": f.median, "worst": f.worst, "least": f.least, "ok": f.holds}
            )
            if not as_json:
                click.echo(_line(f))
    if as_json:
        click.echo(json_line({"ok": True, "figures": rows}))


def _line(f: speed.Figure) -> str:
    """A figure as it is printed; what could not be measured is left out, with a word."""
    if f.median is None:
        why = "not installed" if f.name.endswith(speed.COMPARED) else "not answered"
        return f"  {f.name:<62}{why:>14}"
    worst = "" if f.worst is None else f" · worst {f.worst:,.1f}"
    held = "" if f.least is None else f" ({'held' if f.holds else 'MISSED'}: {f.least:,.0f})"
    return f"  {f.name:<62}{f.median:>12,.1f}{worst} {f.unit}{held}"


def _shown(value: facts.Number | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, tuple):
        return " · ".join(f"{n:,}" for n in value)
    if isinstance(value, float):
        return f"{value:.{4 if round(value, 4) == value else 5}f} %"
    return f"{value:,}"


COMMANDS = (bench_command,)
