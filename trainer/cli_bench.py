"""`bench`: exact counts of the games compared with what they state, and how fast this machine is."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from trainer import variants
from trainer.bench import facts, solver, speed, walls
from trainer.cliprint import amount, json_line
from trainer.solver import value

SCOPES = {"main": facts.MAIN, "all": facts.ALL}


@click.command("bench")
@click.argument("keys", metavar="[VARIANT]...", nargs=-1)
@click.option(
    "--facts", "scope", is_flag=False, flag_value="main", type=click.Choice(tuple(SCOPES)),
    help="Instead of timing: count every hand again and compare; “all” adds what takes longer.",
)
@click.option("--solver", "solving", is_flag=True, help="Time the solver alone, beside public packages.")
@click.option("--walls", "dealing", is_flag=True, help="Instead of timing: claimed chances beside real shuffled walls.")
@click.option("--workers", type=click.IntRange(1, 512), help="Processes.  [default: one per core]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench_command(
    keys: tuple[str, ...], scope: str | None, solving: bool, dealing: bool, workers: int | None, as_json: bool
) -> None:
    """Time what the product promises on this machine; with --facts, count again what can be counted; with --walls, see
    how far the solver's chances are from what its plans win on shuffled walls.

    Every game is asked, or those that are named.

    The exit code is 1 when a count differs from the stated one.
    """
    if solving + dealing + (scope is not None) > 1:
        raise click.UsageError("Of --facts, --solver and --walls only one can be asked.")
    if solving:
        if keys:
            raise click.UsageError("The solver is timed without games.")
        value.warm()
        show_figures({"solver": solver.measure()}, as_json)
        return
    games = [variants.get(key).key for key in keys] or [variant.key for variant in variants.all_variants()]
    if dealing:
        compare_walls(games, as_json)
        return
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
    show_figures({key: speed.measure(key) for key in games}, as_json)


def compare_walls(games: list[str], as_json: bool) -> None:
    """Claimed less realized chances of each game, at several stages of its deals."""
    rows: dict[str, list[dict[str, object]]] = {}
    for key in games:
        stages = walls.measure(variants.get(key).ruleset())
        rows[key] = []
        for stage in stages:
            rows[key].append(asdict(stage))
            if not as_json:
                click.echo(f"{key:<11}{_stage_line(stage)}")
    if as_json:
        click.echo(json_line({"ok": True, "walls": rows}))


def _stage_line(s: walls.Stage) -> str:
    """How far claims are off, in percentage points."""
    head = f"{amount(s.draws, 'draw'):<9}{amount(s.positions, 'position'):<14}claimed {s.claimed:5.1f} %"
    if s.exact == s.positions:
        return f"{head}  exact"
    exact = f", {s.exact} exact" if s.exact else ""
    return f"{head}  off by {s.mean:+.2f} on average, {s.worst:+.2f} at worst (each ± {s.error:.2f}){exact}"


def show_figures(measured: Mapping[str, Iterable[speed.Figure]], as_json: bool) -> None:
    """Figures by what they are about, each as it is ready, or all of them as JSON."""
    rows: dict[str, list[dict[str, object]]] = {}
    for key, figures in measured.items():
        rows[key] = []
        if not as_json:
            click.echo(key)
        for f in figures:
            held = {"least": f.least} if f.most is None else {"most": f.most}
            rows[key].append(
                {"name": f.name, "unit": f.unit, "median": f.median, "worst": f.worst, **held, "ok": f.holds}
            )
            if not as_json:
                click.echo(_line(f))
    if as_json:
        click.echo(json_line({"ok": True, "figures": rows}))


def _line(f: speed.Figure) -> str:
    """A figure as it is printed; what could not be measured is left out, with a word."""
    if f.median is None:
        why = "not installed" if "package" in f.name else "not answered"
        return f"  {f.name:<62}{why:>14}"
    digits = 1 if f.median >= 1 else 4
    worst = "" if f.worst is None else f" · worst {f.worst:,.{digits}f}"
    held = "" if f.least is None else f" ({'held' if f.holds else 'MISSED'}: {f.least:,.0f})"
    if f.most is not None:
        most = " · ".join(f"{n:,g}" for n in f.most if n is not None)
        held = f" ({'held' if f.holds else 'MISSED'}: at most {most})"
    return f"  {f.name:<62}{f.median:>12,.{digits}f}{worst} {f.unit}{held}".rstrip()


def _shown(value: facts.Number | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, tuple):
        return " · ".join(f"{n:,}" for n in value)
    if isinstance(value, float):
        return f"{value:.{4 if round(value, 4) == value else 5}f} %"
    return f"{value:,}"


COMMANDS = (bench_command,)
