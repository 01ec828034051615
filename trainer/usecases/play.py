"""Practice games: start, act, look, review. Every request folds the stored events; nothing lives in the process."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from trainer import bots, variants
from trainer.analysis import Analysis, Choice, Goal, TooFar, ahead, analyze, question_of
from trainer.drill import generate
from trainer.drill.pack import puzzle_text
from trainer.drill.puzzle import DiscardPuzzle, Position, Provenance, position_of
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.game.action import Action, BadAction, Build, Discard, TakeWin, parse
from trainer.game.clock import marked, overdue
from trainer.game.closing import out_of_time
from trainer.game.phases import building as phase
from trainer.game.readiness import live_waits
from trainer.game.record import Header
from trainer.game.state import Stage, State
from trainer.game.view import View, count_visible, observe, visible
from trainer.game.winning import asks_waits, winning
from trainer.rules.variant import Ruleset, Value
from trainer.solver.pace import UNWATCHED, Pace
from trainer.store import Database, games, puzzles
from trainer.store.games import Conflict, Status, StoredGame
from trainer.text import N_, Refusal
from trainer.tiles import Kind, Tile
from trainer.usecases import catalog
from trainer.usecases.site import NotFound

HUMAN = "human"
BOTS = ("speed", "value", "random")
"""Bots on offer, the usual one first."""

BOT_NAMES = {"speed": N_("Speed bot"), "value": N_("Value bot"), "random": N_("Random bot")}
"""What a person calls each bot."""

BOT_WAYS = {
    "speed": N_("fewest steps to ready, then most useful tiles"),
    "value": N_("highest expected points, computed"),
    "random": N_("any legal action"),
}
"""How each bot plays."""

RECKLESS = ("random",)
"""Bots that declare wins they do not have, where nothing keeps them from it: hardly a deal is not void then."""

THINK_MS = 40.0
"""Thinking time of the value bot in a game on the site."""

MOST_GAMES = 2_000

CHOICES = ("build", "name", "swap")
"""Actions made of tiles, as a form sends them in which none was chosen."""

ON_THE_WAY = timedelta(seconds=5)
"""How much later than its time a hand may arrive that stood in the page when the time was over."""


@dataclass(frozen=True, slots=True)
class Game:
    """A stored game, folded: `seat` is the person's."""

    stored: StoredGame
    header: Header
    rules: Ruleset
    events: tuple[ev.Event, ...]
    state: State
    seat: int

    @property
    def over(self) -> bool:
        return self.state.end is not None


@dataclass(frozen=True, slots=True)
class Table:
    """What the person sees now: the view, what he saw of this deal, and whether his last action was refused.

    `turns` as in `dealer_turns`. `waits` are those of every seat, empty until the deal is over. A win that may be
    declared now has to name its waits where `names_waits` says so.
    """

    game: Game
    view: View
    events: tuple[ev.Event, ...]
    turns: tuple[int, int]
    waits: tuple[tuple[Kind, ...], ...]
    names_waits: bool
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list, with the points and the deal it is at."""

    stored: StoredGame
    deal: int
    points: tuple[float, ...]
    seat: int


def start(
    db: Database, user: str, variant: str, options: Mapping[str, Value], against: Sequence[str], now: str
) -> str:
    """Open a game against bots, the first of them in the seat after the person, and return its id; the person's own
    seat is drawn by lot. Fewer bots than seats are named again in turn."""
    rules = catalog.variant(variant).ruleset(options)
    opponents = [against[i % len(against)] for i in range(rules.seats - 1)]
    for bot in opponents:
        if bot not in BOTS:
            raise Refusal(N_("There is no bot “%(name)s”; choose from %(names)s."), name=bot, names=", ".join(BOTS))
    if any(bot in RECKLESS for bot in opponents) and not rules.training.assist and driver.by_rounds_alone(rules):
        raise Refusal(
            N_(
                "This bot would make nearly every deal void, so that the match would not end. Choose another bot, play "
                "with assistance, or let it end when a player is below zero."
            )
        )
    if games.number(db, user) >= MOST_GAMES:
        raise Refusal(N_("You have %(most)d games already; that is the most one player may keep."), most=MOST_GAMES)
    seats = [HUMAN, *opponents]
    turn = secrets.randbelow(rules.seats)
    header = Header.of(rules, seats[-turn:] + seats[:-turn])
    state = engine.begin(rules)
    made = _onward(header, state, [], 0)
    game = secrets.token_urlsafe(9)
    games.create(db, game, user, variant, record.dumps_header(header), [ev.dumps(e) for e in made], now)
    return game


def load(db: Database, user: str, game: str) -> Game:
    """The user's game; raises NotFound."""
    stored = games.find(db, game, user)
    if stored is None:
        raise NotFound(N_("There is no such game."))
    header = record.loads_header(stored.header)
    variant = variants.get(header.variant)
    if header.edition != variant.edition:
        raise Refusal(
            N_("This game was played under edition %(old)d of the rules; it can be downloaded but not continued."),
            old=header.edition,
        )
    rules = variant.ruleset(dict(header.options))
    events = tuple(ev.loads(line) for line in games.events(db, game))
    seat = header.seats.index(HUMAN) if HUMAN in header.seats else 0
    return Game(stored, header, rules, events, record.replay(rules, events), seat)


def table(game: Game, refused: Refusal | None = None) -> Table:
    seen = count_visible(game.events, game.seat)
    shown = [visible(e, game.seat) for e in this_deal(game.events)]
    events = tuple(e for e in shown if e is not None)
    view = observe(game.state, game.seat, seen)
    turns = dealer_turns(game.events)
    return Table(game, view, events, turns, open_waits(view), _names_waits(game.state, view), refused)


def _names_waits(state: State, view: View) -> bool:
    if not any(isinstance(a, TakeWin) for a in view.legal):
        return False
    win = winning(state, view.seat)
    return win is not None and asks_waits(state, win)


def dealer_turns(events: Sequence[ev.Event]) -> tuple[int, int]:
    """How often the deal has passed on in these events, and how often the present dealer has repeated."""
    passed = repeats = 0
    last: int | None = None
    for e in events:
        if isinstance(e, ev.Deal):
            if last is not None:
                passed, repeats = (passed, repeats + 1) if e.dealer == last else (passed + 1, 0)
            last = e.dealer
    return passed, repeats


def open_waits(view: View) -> tuple[tuple[Kind, ...], ...]:
    """What each seat's hand waits for, its drawn tile left aside; nothing before the hands are open."""
    if not view.over:
        return ()
    return tuple(() if s.hand is None else tuple(sorted(live_waits(view.rules, s.hand))) for s in view.seats)


def this_deal(events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """Those of the last deal among these events."""
    last = max((i for i, e in enumerate(events) if isinstance(e, ev.Deal)), default=0)
    return events[last:]


def act(db: Database, user: str, game: str, text: str, seen: int, now: str) -> Table:
    """The person's action. A page that shows an older state, or a second press, simply gets the current table."""
    here = load(db, user, game)
    if seen != count_visible(here.events, here.seat):
        return table(here)
    try:
        if text == "deal":
            if not engine.needs_deal(here.state):
                return table(here)
            made = _by_the_clock(here, here.state, now) or _onward(here.header, here.state, [], len(here.events))
        else:
            until = answer_until(here)
            late = until is not None and datetime.fromisoformat(now) >= until
            action = overdue(here.state, here.seat) if late else _action(here, text, now)
            made = _answered(here, action)
            made = list(marked(made, here.seat)) if late else made
            made = _onward(here.header, here.state, made, len(here.events), away=late)
            made += _by_the_clock(here, engine.fold(here.state, made), now)
    except Refusal as refused:
        return table(here, refused)
    status = Status.OVER if any(isinstance(e, ev.End) for e in made) else Status.OPEN
    try:
        games.append(db, game, len(here.events), [ev.dumps(e) for e in made], now, status=status)
    except Conflict:
        return table(load(db, user, game))
    return table(load(db, user, game))


def _by_the_clock(game: Game, state: State, now: str) -> list[ev.Event]:
    """The end of a match whose minutes are gone, once a deal is over; they count from the start of the game."""
    minutes = game.rules.match.minutes
    if not minutes or not engine.needs_deal(state) or not state.results:
        return []
    gone = datetime.fromisoformat(now) - datetime.fromisoformat(game.stored.created)
    return list(out_of_time(state)) if gone >= timedelta(minutes=minutes) else []


def build_until(game: Game) -> datetime | None:
    """When the person's time for building is over; None when nothing is being built, or by no clock (rules 6).

    It counts from the deal, which was the last that happened.
    """
    building = game.rules.building
    if building is None or not building.seconds or game.seat not in engine.to_act(game.state):
        return None
    if game.state.stage is not Stage.BUILD:
        return None
    return datetime.fromisoformat(game.stored.updated) + timedelta(seconds=building.seconds)


def answer_until(game: Game) -> datetime | None:
    """When the person's time for an answer or his turn is over; None when he is not asked, or by no clock (Chinese
    rules 9). It counts from the last that happened."""
    if not game.rules.seconds or game.seat not in engine.to_act(game.state):
        return None
    return datetime.fromisoformat(game.stored.updated) + timedelta(seconds=game.rules.seconds)


def _action(game: Game, text: str, now: str) -> Action:
    """The action sent. When the time for building is over, the hand as it stands: what was chosen when it ended, which
    the page sends by itself, or nothing when the answer comes later than that."""
    until = build_until(game)
    if until is None:
        if text in CHOICES:
            raise Refusal(N_("Choose the tiles first."))
        return parse(text)
    late = datetime.fromisoformat(now) - until
    if late < timedelta(0):
        action = parse(text)
        forbidden = phase.refusal(game.state, game.seat, action)
        if forbidden is None and isinstance(action, Build):
            forbidden = phase.unready(game.state, game.seat, action)
        if forbidden is not None:
            raise engine.IllegalAction(forbidden)
        return action
    try:
        sent = parse(text)
    except BadAction:
        sent = None
    chosen = sent.tiles if isinstance(sent, Build) and late <= ON_THE_WAY else ()
    return phase.as_it_stands(game.state, game.seat, chosen)


def _answered(game: Game, action: Action) -> list[ev.Event]:
    """The person's answer together with those of the bots that are asked at the same moment."""
    asked = engine.to_act(game.state)
    if game.seat not in asked:
        raise engine.IllegalAction(N_("It is not your turn."))
    answers = {
        s: action if s == game.seat else _bot(game.header, game.state, s, len(game.events)) for s in sorted(asked)
    }
    return list(engine.decide(game.state, answers))


def _bot(header: Header, state: State, seat: int, number: int) -> Action:
    return driver.choice(state, seat, number, bots.get(header.seats[seat], THINK_MS))


def _onward(
    header: Header, state: State, made: list[ev.Event], stored: int, *, away: bool = False
) -> list[ev.Event]:
    """Play on until the person is asked, the deal is over (he looks at the result), or the match ends.

    For a person who is `away`, whose time for his last answer ran out, a win is taken when there is one.
    `stored` events are in the record already; with the deal's salt they seed the bots, so the record reproduces them.
    """
    deals = not made
    state = engine.fold(state, made)
    human = header.seats.index(HUMAN)
    while state.end is None:
        if engine.needs_deal(state):
            if not deals:
                break
            wall, salt = _shuffle(state.rules)
            fresh: tuple[ev.Event, ...] = engine.deal(state, wall, salt)
            deals = False
        else:
            asked = engine.to_act(state)
            if human in asked and not (away and TakeWin() in engine.legal(state, human)):
                break
            number = stored + len(made)
            fresh = engine.decide(
                state, {s: TakeWin() if s == human else _bot(header, state, s, number) for s in sorted(asked)}
            )
            fresh = marked(fresh, human) if human in asked else fresh
        made += fresh
        state = engine.fold(state, fresh)
    return made


def _shuffle(rules: Ruleset) -> tuple[tuple[Tile, ...], str]:
    """A wall and salt from the system's randomness: nothing stored predicts a later wall."""
    wall = list(rules.tiles.tiles())
    secrets.SystemRandom().shuffle(wall)
    return tuple(wall), secrets.token_hex(16)


def listing(db: Database, user: str, status: Status | None = None) -> list[Listed]:
    """The user's games, latest first."""
    out = []
    for stored in games.listing(db, user, status):
        header = record.loads_header(stored.header)
        points: tuple[float, ...] = ()
        deal = 0
        for line in games.events(db, stored.id):
            if line.startswith(('{"type":"deal"', '{"type":"settle"')):
                event = ev.loads(line)
                if isinstance(event, ev.Deal):
                    deal, points = event.deal, event.points
                elif isinstance(event, ev.Settle):
                    points = event.points
        seat = header.seats.index(HUMAN) if HUMAN in header.seats else 0
        out.append(Listed(stored, deal, points, seat))
    return out


def text_of(game: Game) -> str:
    """The record file of a finished game; a running one would show the wall (Refusal)."""
    if not game.over:
        raise Refusal(N_("The record is given once the game is over: it holds the wall."))
    return record.dumps(record.Record(game.header, game.events))


def faults(game: Game) -> list[str]:
    """What is wrong with the record; empty when the shuffles are what was committed and every step follows."""
    return record.verify(game.rules, game.events)


# ------------------------------------------------------------------ review


@dataclass(frozen=True, slots=True)
class Decision:
    """One of the person's discards: `at` indexes its event, `choice` is what he threw, `best` the best there was.

    `position` is the same moment as a puzzle has it.
    """

    at: int
    deal: int
    turn: int
    action: Discard
    choice: Choice
    best: Choice
    analysis: Analysis
    view: View
    position: Position


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A discard that the solver could not look at; `why` says what kept it."""

    at: int
    deal: int
    turn: int
    action: Discard
    view: View
    why: Refusal


def moment(game: Game, at: int) -> tuple[State, View]:
    """The game before event `at`, and what the person knew then. Only past deals or a finished one are open."""
    if not 0 <= at <= len(game.events):
        raise NotFound(N_("There is no such moment in this game."))
    state = record.replay(game.rules, game.events, at)
    return state, observe(state, game.seat, count_visible(game.events[:at], game.seat))


def finished_deals(game: Game) -> int:
    """Index of the first event that is not yet open to review: everything before it belongs to ended deals."""
    if game.over or game.state.results:
        return len(game.events)
    return max((i for i, e in enumerate(game.events) if isinstance(e, ev.Deal)), default=0)


def deals_over(game: Game) -> int:
    """How many deals have ended."""
    return sum(isinstance(e, ev.Deal) for e in game.events[: finished_deals(game)])


def deal_starts(game: Game) -> tuple[tuple[int, int], ...]:
    """The deals open to review, each with the moment at which its tiles are dealt and the dealer has drawn."""
    upto = finished_deals(game)
    return tuple((e.deal, i + 2) for i, e in enumerate(game.events[:upto]) if isinstance(e, ev.Deal))


def changed(rules: Ruleset) -> tuple[tuple[str, Value], ...]:
    """The options that differ from the game's defaults."""
    default = variants.get(rules.key).resolve()
    return tuple((key, value) for key, value in rules.options if default[key] != value)


def review(
    game: Game, deal: int, goal: Goal = Goal.WIN, pace: Pace = UNWATCHED
) -> list[Decision | Unjudged]:
    """Every discard of the person's in a deal that is over, graded by what he plays for (`goal`).

    Forced ones (after a declaration) are left out, and so are claims, made or not: only discards are judged. `pace` is
    told how far it is.
    """
    made: list[tuple[int, View, Discard]] = []
    upto = finished_deals(game)
    for at, state, answers in record.steps(game.rules, game.events[:upto]):
        action = answers.get(game.seat)
        if state.deal != deal or not isinstance(action, Discard) or state.seats[game.seat].locked:
            continue
        if state.attacker is not None:  # a declared hand is frozen
            continue
        made.append((at, observe(state, game.seat), action))
    graded = [
        grade(game, at, view, action, goal, part)
        for (at, view, action), part in zip(made, pace.parts(len(made)), strict=True)
    ]
    return [decision for decision in graded if decision is not None]


def grade(
    game: Game, at: int, view: View, action: Discard, goal: Goal, pace: Pace = UNWATCHED
) -> Decision | Unjudged | None:
    """The discard judged, or why it cannot be; None where nothing could be gained any more."""
    if view.draws == 0:
        return None
    turn = len(view.me.river) + 1
    try:
        a = analyze(game.rules, question_of(view, goal, ahead(game.rules, view.draws)), pace=pace)
    except TooFar as far:
        return Unjudged(at, view.deal, turn, action, view, far)
    choice = next(c for c in a.choices if c.discard == action.tile)
    position = position_of(view, changed(game.rules))
    return Decision(at, view.deal, turn, action, choice, a.choices[0], a, view, position)


def asked_of(game: Game, at: int) -> tuple[Position, Provenance]:
    """The position of one of the person's discards, for a puzzle of his own. Raises Refusal when there is none."""
    for index, state, answers in record.steps(game.rules, game.events[: finished_deals(game)]):
        if index == at and isinstance(answers.get(game.seat), Discard):
            view = observe(state, game.seat)
            if view.draws == 0 or view.me.locked:
                break
            made = Provenance("own game", f"{game.stored.id}/{at}", generate.SOLVER)
            return position_of(view, changed(game.rules)), made
    raise Refusal(N_("There is no discard of yours to make a puzzle of at this moment."))


def puzzle_of(game: Game, asked: tuple[Position, Provenance], pace: Pace = UNWATCHED) -> DiscardPuzzle:
    """The puzzle about such a position, solved; `pace` is told how far that is. Raises TooFar."""
    return generate.solve(game.rules, *asked, pace=pace)


def keep_puzzle(db: Database, user: str, game: Game, puzzle: DiscardPuzzle, now: str) -> str:
    """Store a puzzle from a game as the person's own; returns its id."""
    puzzles.add(db, puzzle.id, game.rules.key, str(puzzle.asks), game.stored.id, puzzle_text(puzzle), now, user)
    return puzzle.id
