"""Command-line questions: variants, score, waits, shanten, analyze, and batch for programs.

Each command builds the request of the machine interface and prints its answer as a table, or as JSON with `--json`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from trainer import batch, variants
from trainer.cliprint import amount, bar, json_line, show, table
from trainer.explain import Explained, Typical, Useful, good
from trainer.rules.breakdown import ScoreBreakdown, Unit
from trainer.rules.variant import Flag, Ruleset
from trainer.solver.pace import Pace
from trainer.tiles import Tile, format_tiles, tile_text
from trainer.usecases import ask

Request = dict[str, object]


def options_of(variant: str, pairs: tuple[str, ...]) -> dict[str, object]:
    """`KEY=VALUE` texts as the variant's options; raises Refusal or a usage error."""
    texts = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise click.UsageError(f"--option takes KEY=VALUE, not “{pair}”.")
        texts[key.strip()] = text
    return dict(variants.get(variant).parse_options(texts))


def asking(command: Callable[..., None]) -> Callable[..., None]:
    """Arguments that every question has."""
    for decorate in (
        click.argument("hand"),
        click.argument("variant"),
        click.option("--meld", "melds", multiple=True, metavar="MELD", help="A meld, such as ckong:1111s; repeatable."),
        click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="A rule option; repeatable."),
        click.option("--json", "as_json", is_flag=True, help="Print the JSON answer."),
    ):
        command = decorate(command)
    return command


WIND = click.Choice(["E", "S", "W", "N"])


def situated(command: Callable[..., None]) -> Callable[..., None]:
    """Options of the questions that ask where the hand stands; each is None unless it is given."""
    for decorate in (
        click.option("--seat-wind", type=WIND, help="The wind of the seat, where it is not the usual one."),
        click.option("--round-wind", type=WIND, help="The wind of the round; that of the first where it is not given."),
        click.option("--honba", type=int, help="Counters on the table."),
        click.option("--nuki", type=int, help="How many tiles are set aside."),
        click.option("--dora", help="The indicators turned."),
        click.option("--bonus-kind", metavar="TILE", help="The kind drawn by lot before the deal."),
        click.option("--flowers", metavar="TILES", help="The flowers shown."),
    ):
        command = decorate(command)
    return command


def request_of(variant: str, hand: str, melds: tuple[str, ...], pairs: tuple[str, ...], **fields: object) -> Request:
    return {
        "variant": variant,
        "hand": hand,
        "melds": list(melds),
        "options": options_of(variant, pairs),
        **{k: v for k, v in fields.items() if v is not None},
    }


def emit(answer: dict[str, Any]) -> None:
    click.echo(json_line(answer))


@click.command("variants")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON answer.")
@click.argument("key", required=False)
def variants_command(key: str | None, as_json: bool) -> None:
    """List the games; with KEY, one game's options and their values, and the flags that a win may have."""
    if as_json:
        emit(batch.variant_answer(variants.get(key)) if key else batch.list_variants({}))
        return
    if key:
        v = variants.get(key)
        listed = table("Option", "Default", "Values", "Meaning", title=f"{v.key} · {v.names.own} · {v.names.en}")
        for o in v.options:
            values = f"integer from {o.least}" if o.choices is None else " ".join(_plain(c) for c in o.choices)
            listed.add_row(o.key, _plain(o.default), values, o.label)
    else:
        listed = table("Key", "Name", "English", "Tiles", "Seats")
        for v in variants.all_variants():
            seats = " ".join(map(str, v.seats))
            listed.add_row(v.key, v.names.own, v.names.en, str(v.ruleset().tiles.size()), seats)
    show(listed)
    if key:
        click.echo(f"Flags of a win: {' '.join(known_flags(key))}")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def known_flags(*keys: str) -> list[str]:
    """Flags that the games of these keys know; those of every game where none is named."""
    games = [variants.get(key) for key in keys] or variants.all_variants()
    known = frozenset[Flag]().union(*(v.ruleset().flags for v in games))
    return [str(flag) for flag in Flag if flag in known]


@click.command("score")
@asking
@click.option("--win", required=True, help="The winning tile.")
@click.option("--by", type=click.Choice(["discard", "self_draw", "robbed_kong"]), default="discard", show_default=True)
@click.option("--seat", type=click.Choice(["dealer", "non_dealer"]), default="non_dealer", show_default=True)
@click.option("--flag", "flags", multiple=True, metavar="FLAG", help=f"One of {', '.join(known_flags())}; repeatable.")
@click.option("--ura", help="The indicators under those turned.")
@click.option("--bonus-flip", metavar="TILES", help="The tiles turned after the win.")
@situated
def score_command(
    variant: str, hand: str, melds: tuple[str, ...], pairs: tuple[str, ...], as_json: bool, win: str, by: str,
    seat: str, flags: tuple[str, ...], **where: object,
) -> None:  # fmt: skip
    """What a win is worth: HAND is the concealed part without the winning tile."""
    request = request_of(variant, hand, melds, pairs, win=win, by=by, seat=seat, flags=list(flags), **where)
    known = known_flags(variant)
    for flag in flags:
        if flag not in known:
            raise click.UsageError(f"{variant} does not know the flag “{flag}”; choose from {', '.join(known)}.")
    answered = ask.ask_score(request)
    b, w = answered.breakdown, answered.breakdown.worth
    if as_json:
        emit(batch.score(request))
        return
    if not b.complete:
        click.echo("The hand is not complete.")
        return
    names = {row.id: row.label for row in answered.rules.scoring.table.rows}
    card = table("Line", "", "Worth")
    for line in w.lines:
        times = f" × {line.count}" if line.count > 1 else ""
        said = "yakuman" if w.yakuman else worth(answered.rules.unit_of(line.id), line.value)
        card.add_row(line.label, line.name, f"{said}{times}")
    for struck in w.struck:
        card.add_row(struck.label, struck.name, f"struck by {names[struck.by]}", style="dim")
    fu = "" if w.fu is None else f" {w.fu} fu"
    limit = "" if w.limit is None else f" · {str(w.limit).replace('_', ' ')}"
    stakes = "" if b.stakes is None else f" · {amount(b.stakes, 'stake')}"
    beside = [part for part in w.parts if not isinstance(part[1], dict) and part != ("raw", w.total)]
    parts = "".join(f" ({key.replace('_', ' ')} {value})" for key, value in beside)
    earned = earnings(answered.rules, b)
    card.caption = f"{worth(b.unit, w.total)}{parts}{fu}{limit} · {earned}{stakes}"
    show(card)
    if b.reading is not None:
        click.echo(f"Read as {b.reading.plain}")
    if b.reason is not None:
        click.echo(b.reason)


def earnings(rules: Ruleset, b: ScoreBreakdown) -> str:
    """What a win pays, with its unit."""
    return amount(b.points, str(rules.terms.points).removesuffix("s"))


def worth(unit: Unit, total: int) -> str:
    """A total, or one line of it, in its unit."""
    if unit in (Unit.DOUBLING, Unit.FLOWER):
        return amount(total, str(unit))
    return f"×{total}" if unit is Unit.MULTIPLIER else f"{total:,}" if unit is Unit.SCORE else f"{total} {unit}"


@click.command("waits")
@asking
def waits_command(variant: str, hand: str, melds: tuple[str, ...], pairs: tuple[str, ...], as_json: bool) -> None:
    """Every tile that completes HAND (a resting hand), each with a proof."""
    request = request_of(variant, hand, melds, pairs)
    found = ask.ask_waits(request)
    if as_json:
        emit(batch.waits_answer(found))
        return
    listed = table("Tile", "", "Regrouped")
    for w, p in zip(found.waits, found.proofs, strict=True):
        listed.add_row(tile_text(Tile(w.kind)), "" if w.live else "all copies held", p.plain)
    if found.waits:
        show(listed)
    click.echo("Ready." if found.ready else f"Not ready (shanten {found.shanten}).")


@click.command("shanten")
@asking
def shanten_command(variant: str, hand: str, melds: tuple[str, ...], pairs: tuple[str, ...], as_json: bool) -> None:
    """Exchanges that HAND is from ready; -1 is complete."""
    n = ask.ask_shanten(request_of(variant, hand, melds, pairs))
    if as_json:
        emit({"ok": True, "shanten": n})
    else:
        click.echo(str(n))


@click.command("analyze")
@asking
@click.option("--draws", type=int, required=True, help="Own draws still to come after this discard.")
@click.option("--seen", default="", help="Every other tile you can see.")
@click.option("--goal", type=click.Choice(["win", "value"]), default="win", show_default=True)
@click.option("--budget", type=int, default=1, show_default=True,
              help="Exchanges that a bounded search may use; exact answers do not depend on it.")
@click.option("--opponent", is_flag=True,
              help="Count the others' discards: wins from them, pungs and chows where the game has them.")
@click.option("--river", default="",
              help="Your own discards among those tiles: a hand that waits for one may be furiten.")
@click.option("--seat", type=click.Choice(["dealer", "non_dealer"]), default="non_dealer", show_default=True)
@situated
def analyze_command(
    variant: str, hand: str, melds: tuple[str, ...], pairs: tuple[str, ...], as_json: bool, draws: int, seen: str,
    goal: str, budget: int, opponent: bool, river: str, seat: str, **where: object,
) -> None:  # fmt: skip
    """What to throw from HAND: every discard with its chances, best first."""
    asked = {
        "draws": draws, "seen": seen, "goal": goal, "budget": budget, "opponent": opponent, "river": river,
        "seat": seat, **where,
    }  # fmt: skip
    request = request_of(variant, hand, melds, pairs, **asked)
    try:
        with bar("Analyzing", passing=True) as shares:
            task = shares.add_task("", total=1)
            pace = Pace(lambda share: shares.update(task, completed=share))
            answered = ask.ask_analyze(request, curve=False, pace=pace)
    except ask.TooFar:
        if not as_json:
            _print_steps(ask.ask_steps(request))
        raise
    if as_json:
        emit(batch.analyze_answer(answered))
        return
    a = answered.analysis
    heads = ["Discard", "Grade", "Shanten", "Kinds · tiles", "Ready %", "Win %"]
    listed = table(*heads, *(["Value"] if goal == "value" else []), "Loss")
    for c in a.choices:
        row = [
            "–" if c.discard is None else tile_text(c.discard), str(c.grade), str(c.shanten),
            f"{len(c.ukeire)} · {c.tiles}", f"{100 * c.ready_prob:.2f}", f"{100 * c.win_prob:.2f}",
        ]  # fmt: skip
        if goal == "value":
            row.append("–" if c.value is None else f"{c.value:,.1f}")
        row.append("–" if c.loss == 0 else f"{100 * c.loss:.2f}" if goal == "win" else f"{c.loss:,.1f}")
        listed.add_row(*row)
    kind_of = "exact" if a.model.exact else f"bounded model, budget {a.model.budget}"
    others = " · others' discards counted" if opponent else ""
    listed.caption = f"{amount(a.model.draws, 'draw')} · {kind_of}{others}"
    show(listed)
    if a.complete:
        click.echo("The hand is complete.")
    _print_explained(answered)


def _print_explained(answered: ask.AnalyzeAnswer) -> None:
    """What every discard leads to, and the lines of the typical win after the best one."""
    told = ask.explained(answered)
    listed = table("Discard", "Good shape", "Improvements", "Loses", "Gains", "Typical win")
    for x in told:
        same = x.choice.shanten == told[0].choice.shanten
        won = x.typical
        listed.add_row(
            "–" if x.choice.discard is None else tile_text(x.choice.discard), _shape(x), _improvements(x),
            _kinds(x.lost) if same else "", _kinds(x.gained) if same else "",
            "" if won is None else f"{_finished(won)} · {earnings(answered.rules, won.breakdown)}",
        )  # fmt: skip
    notes = [f"A wait is good with {good(answered.rules)} or more of its tiles unseen."]
    best = told[0].typical
    if best is not None:
        b = best.breakdown
        lines = ", ".join(
            f"{x.label} {'yakuman' if b.worth.yakuman else worth(answered.rules.unit_of(x.id), x.value * x.count)}"
            for x in b.worth.lines
        )
        fu = "" if b.worth.fu is None else f" {b.worth.fu} fu"
        notes.append(f"Typical win {_finished(best)}: {lines} · {worth(b.unit, b.worth.total)}{fu}")
    listed.caption = "\n".join(notes)
    click.echo()
    show(listed)


def _shape(x: Explained) -> str:
    if x.good_wait is not None:
        return "good wait" if x.good_wait else "poor wait"
    return "" if x.good_share is None else f"{100 * x.good_share:.0f} %"


WIDEST = 3
"""Numbers of useful tiles that a row tells improvements to."""


def _improvements(x: Explained) -> str:
    """The kinds by the useful tiles that each leaves, most first: `58m to 27, 4s to 23`."""
    by_tiles: dict[int, list[Tile]] = {}
    for i in x.improvements:
        by_tiles.setdefault(i.tiles, []).append(Tile(i.kind))
    widest = [f"{format_tiles(kinds)} to {tiles}" for tiles, kinds in by_tiles.items()]
    return ", ".join(widest[:WIDEST] + ["more"] * (len(widest) > WIDEST))


def _kinds(kinds: Useful) -> str:
    return format_tiles(Tile(k) for k, _ in kinds)


def _finished(won: Typical) -> str:
    """The concealed tiles, the melds, the winning tile."""
    hand = won.win.hand
    return " ".join([format_tiles(hand.concealed), *(m.text for m in hand.melds), f"+ {tile_text(won.win.tile)}"])


def _print_steps(found: ask.StepsAnswer) -> None:
    """What can be said of a hand that is too far from ready to look ahead: steps and useful tiles of every discard."""
    listed = table("Discard", "Shanten", "Kinds · tiles", "Useful")
    for u in found.steps:
        useful = format_tiles(Tile(k) for k, _ in u.kinds)
        discard = "–" if u.discard is None else tile_text(Tile(u.discard))
        listed.add_row(discard, str(u.shanten), f"{len(u.kinds)} · {u.tiles}", useful)
    show(listed)


@click.command("batch")
def batch_command() -> None:
    """Answer JSON requests: one a line on standard input, one answer a line on standard output, in order.

    A request names its question in "op"; "id", if given, comes back with the answer. Every answer holds "ok"; a request
    that cannot be met gives {"ok": false, "error": "one sentence"}, and the next line is served all the same.

    \b
    Questions, their required fields; the others:
      score     what a win is worth
                variant, hand, win, by; melds, seat, seat_wind, round_wind,
                flags, base, options
      waits     what completes a resting hand, with a proof of each
                variant, hand; melds, options
      shanten   exchanges from ready, -1 when complete
                variant, hand; melds, options
      analyze   every discard with its chances, best first
                variant, hand, draws; melds, seen, goal, budget,
                opponent, river, seat, seat_wind, round_wind, options
      parse     any spelling of tiles made canonical
                text
      variants  the games, their tiles and options

    \b
    Fields:
      hand      concealed tiles as text; for score without the winning one
      win       the winning tile
      by        discard, self_draw or robbed_kong
      melds     list of texts such as ckong:1111s
      seat      dealer or non_dealer (default)
      seat_wind, round_wind
                E, S, W or N
      flags     list of the flags that `score --help` names
      base      whole number that multiplies the points (default 1)
      draws     own draws still to come after the discard
      seen      every other visible tile, as text
      goal      win (default) or value
      budget    as in `analyze --help`
      opponent  true counts the others' discards, as `analyze --opponent`
      river     own discards, as text; they are part of what is seen
      options   object of the options that `variants KEY` lists
    Games that have such things also take dora, flowers, bonus_kind,
    bonus_flip, nuki and honba, and for score ura.

    \b
    Examples:
    {"op":"waits","variant":"bamboo","hand":"1112345678999s","id":1}
    {"op":"score","variant":"bamboo","hand":"2344456778999s","win":"1s","by":"discard"}
    {"op":"analyze","variant":"bamboo","hand":"11123346678899s","draws":2}
    """
    sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        for line in batch.serve(sys.stdin):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        sys.exit(0)


COMMANDS = (
    variants_command,
    score_command,
    waits_command,
    shanten_command,
    analyze_command,
    batch_command,
)
