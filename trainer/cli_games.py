"""Commands about games: bots play each other, and a record is verified."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import click

from trainer import bots, jobs, variants
from trainer.cli_ask import options_of
from trainer.cliprint import amount
from trainer.game import driver, record
from trainer.game import event as ev
from trainer.game.record import Header, Record


@click.command("selfplay")
@click.argument("variant")
@click.option("--games", type=click.IntRange(1, 1_000_000), help="Whole matches to play.")
@click.option("--deals", type=click.IntRange(1, 10_000_000), help="Single deals to play instead.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--bots", "names", default="speed", show_default=True,
              help=f"Names joined by commas, repeated around the table: {', '.join(bots.LABELS)}.")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="A rule option; repeatable.")
@click.option("--seats", type=int, help="How many play, where the game leaves it open.")
@click.option("--think", type=click.FloatRange(0, 60_000), default=bots.THINK_MS, show_default=True,
              help="Milliseconds the value bot may think.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for one record a game.")
def selfplay_command(
    variant: str, games: int | None, deals: int | None, seed: int, names: str, pairs: tuple[str, ...],
    seats: int | None, think: float, out: Path | None,
) -> None:  # fmt: skip
    """Let bots play and print a summary line of JSON."""
    if (games is None) == (deals is None):
        raise click.UsageError("Give either --games or --deals.")
    options = options_of(variant, pairs)
    played = variants.get(variant)
    if seats is not None and any(o.key == "seats" for o in played.options):
        if options.setdefault("seats", seats) != seats:
            raise click.UsageError("--seats and --option seats differ.")
    elif seats is not None and seats not in played.seats:
        raise click.UsageError(f"{variant} is played by {', '.join(map(str, played.seats))}.")
    rules = played.ruleset(options)
    listed = [n.strip() for n in names.split(",") if n.strip()]
    if not listed:
        raise click.UsageError("--bots takes one or more names.")
    players = [listed[i % len(listed)] for i in range(rules.seats)]
    chosen = [bots.get(name, think) for name in players]
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    header = Header.of(rules, players)
    tally: Counter[str] = Counter()
    wins, points, started = [0] * rules.seats, [0.0] * rules.seats, time.perf_counter()
    for number in range(games or deals or 0):
        walls = driver.seeded_walls(rules, seed * 1_000_003 + number)
        events = driver.play(rules, chosen, walls, deals=None if games else 1)
        if out is not None:
            name = f"{variant}-{seed}-{number + 1:05d}.jsonl"
            (out / name).write_text(record.dumps(Record(header, events)), encoding="utf-8")
        if not number:  # the solver is loaded by now
            jobs.keep_loaded()
        tally.update(e.type for e in events)
        for e in events:
            if isinstance(e, ev.Win):
                wins[e.seat] += 1
        last = next(e for e in reversed(events) if isinstance(e, ev.Settle))
        points = [a + b - rules.match.start for a, b in zip(points, last.points, strict=True)]
    seconds = time.perf_counter() - started
    click.echo(
        json.dumps(
            {
                "variant": variant, "seed": seed, "bots": players, "games": games or 0, "deals": tally["deal"],
                "wins": wins, "draws": tally["draw_game"], "false_wins": tally["false_win"],
                "points": [round(p, 1) for p in points], "seconds": round(seconds, 3),
                "deals_per_second": round(tally["deal"] / seconds, 1),
            }
        )
    )  # fmt: skip


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def replay_command(context: click.Context, file: Path) -> None:
    """Verify a record: shuffles, every step, every payment. Exit 1 on a fault."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise click.ClickException(f"{file} is not a text file.") from None
    found = record.loads(text)
    variant = variants.get(found.header.variant)
    if found.header.edition != variant.edition:
        raise click.ClickException(
            f"The record is of edition {found.header.edition}; this program has edition {variant.edition}."
        )
    rules = variant.ruleset(dict(found.header.options))
    if len(found.header.seats) != rules.seats:
        raise click.ClickException("The record names a wrong number of seats.")
    faults = record.verify(rules, found.events)
    for fault in faults:
        click.echo(fault)
    if faults:
        context.exit(1)
    deals = sum(isinstance(e, ev.Deal) for e in found.events)
    state = record.replay(rules, found.events)
    ending = "over" if state.end is not None else "not finished"
    points = " : ".join(f"{p:,}" for p in state.points)
    size = f"{amount(len(found.events), 'event')}, {amount(deals, 'deal')}"
    click.echo(f"{size}, {points} points, {ending}. The record holds.")


COMMANDS = (selfplay_command, replay_command)
