"""The discard puzzle: a position as one seat sees it, and its whole answer sheet.

Every option carries its numbers, so that grading is a look-up and an answer can be explained without a solver.
The id is a hash of the position alone: solving again never changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from trainer.analysis import (
    EXACT_ERROR,
    MODEL_ERROR,
    Analysis,
    Choice,
    Goal,
    Grade,
    Model,
    Question,
    ahead,
    asker,
    barred,
    every_win,
    grade_of,
)
from trainer.drill.codec import BadPuzzle, Fields, damaged, digest, laid, meld_text
from trainer.drill.themes import Theme
from trainer.game.state import Thrown
from trainer.game.view import View
from trainer.hands import Hand, Meld
from trainer.rules.score import check_melds
from trainer.rules.variant import Ruleset, Value
from trainer.rules.win import Bonus
from trainer.text import N_, Refusal
from trainer.tiles import (
    Counts,
    Kind,
    Tile,
    counts,
    format_tiles,
    is_flower,
    join_tiles,
    kind,
    parse_tile,
    parse_tiles,
    sort_key,
    sort_tiles,
    tile_text,
)

CHANCE_DIGITS = 8
DOUBT_DIGITS = 4
VALUE_DIGITS = 3
"""Stored numbers are rounded, so that a pack's bytes do not depend on the machine that solved it."""

MOST_INDICATORS = 5

ROUNDING = 1e-6
"""Relative slack within which stored measures of an exact answer tie: rounding moves them less."""


class Puzzling(StrEnum):
    """What a puzzle asks."""

    DISCARD = "discard"
    WAITS = "waits"
    LOCK = "lock"


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a puzzle was made: the recipe and its seed make the position again; `solver` names the solver's edition."""

    recipe: str
    seed: str
    solver: str

    def to_json(self) -> dict[str, str]:
        return {"recipe": self.recipe, "seed": self.seed, "solver": self.solver}

    @classmethod
    def of(cls, fields: Fields) -> Provenance:
        return cls(fields.text("recipe"), fields.text("seed"), fields.text("solver"))


@dataclass(frozen=True, slots=True)
class Place:
    """One seat as the asked seat sees it: river in order, melds, the number of concealed tiles, tiles set aside,
    flowers shown, whether its hand was declared ready without riichi, and tiles won on while the deal went on."""

    river: tuple[Thrown, ...]
    melds: tuple[Meld, ...]
    tiles: int
    aside: tuple[Tile, ...] = ()
    flowers: tuple[Tile, ...] = ()
    declared: bool = False
    won: tuple[Tile, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What only some games have is left out where there is none of it."""
        return {
            "river": " ".join(_thrown_text(t) for t in self.river),
            "melds": [meld_text(m) for m in self.melds],
            "tiles": self.tiles,
            **({"aside": join_tiles(self.aside)} if self.aside else {}),
            **({"flowers": join_tiles(self.flowers)} if self.flowers else {}),
            **({"declared": True} if self.declared else {}),
            **({"won": join_tiles(self.won)} if self.won else {}),
        }

    @classmethod
    def of(cls, f: Fields) -> Place:
        """The inverse of `to_json`; raises BadPuzzle."""
        return cls(
            river=tuple(_thrown(word) for word in f.text("river").split()),
            melds=f.melds("melds"),
            tiles=f.number("tiles", 0, 50),
            aside=f.tiles("aside") if f.has("aside") else (),
            flowers=f.tiles("flowers") if f.has("flowers") else (),
            declared=f.flag("declared") if f.has("declared") else False,
            won=f.tiles("won") if f.has("won") else (),
        )


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a deal before `seat` discards: its hand, every seat's table, `left` tiles in the wall.

    `options` are the rule options that differ from the game's defaults. `draws` own draws after the discard count: all
    there are, or the next few (`analysis.ahead`).
    The hand's melds are in its seat's place as well. `barred` kinds may not be thrown after the claim just made.
    `round_wind`, `honba`, `indicators` and `bonus_kind` lie on the table, in games that have them.

    With a `stock` the seat is building: one tile of the hand is left out and joins the stock, nothing is drawn, and
    `draws` tiles are thrown by others afterwards.
    """

    variant: str
    edition: int
    options: tuple[tuple[str, Value], ...]
    seat: int
    dealer: int
    hand: Hand
    places: tuple[Place, ...]
    left: int
    draws: int
    round_wind: Kind | None = None
    honba: int = 0
    indicators: tuple[Tile, ...] = ()
    barred: tuple[Kind, ...] = ()
    stock: tuple[Tile, ...] = ()
    bonus_kind: Kind | None = None

    @property
    def id(self) -> str:
        """The id of the puzzle that asks about this position."""
        return digest({"kind": str(Puzzling.DISCARD), **self.to_json()})

    @property
    def shown(self) -> tuple[Tile, ...]:
        """Every tile visible outside the seat's own hand and melds, red fives as such."""
        rivers = [t.tile for p in self.places for t in p.river if not t.called]
        melds = [t for i, p in enumerate(self.places) if i != self.seat for m in p.melds for t in m.tiles]
        lying = [t for p in self.places for t in (*p.aside, *p.won)]
        return (*rivers, *self.indicators, *self.stock, *lying, *melds)

    @property
    def seen(self) -> Counts:
        """Copies of each kind among the tiles shown."""
        return counts(self.shown)

    def bonus(self, rules: Ruleset) -> Bonus:
        """What adds to a win of the seat's."""
        return Bonus(
            dora=tuple(rules.tiles.after(kind(t)) for t in self.indicators),
            nuki=tuple(kind(t) for t in self.places[self.seat].aside),
            honba=self.honba,
            flowers=self.places[self.seat].flowers,
            kind=self.bonus_kind,
        )

    @property
    def river(self) -> tuple[Thrown, ...]:
        """The seat's own discards, those that were claimed among them."""
        return self.places[self.seat].river

    def resting(self, discard: Tile) -> Hand:
        """The hand after this discard."""
        kept = list(self.hand.tiles)
        kept.remove(discard)
        return Hand(sort_tiles(kept), self.hand.melds)

    def to_json(self) -> dict[str, Any]:
        return {
            "variant": self.variant,
            "edition": self.edition,
            "options": dict(self.options),
            "seat": self.seat,
            "dealer": self.dealer,
            "hand": format_tiles(self.hand.concealed),
            "drawn": None if self.hand.drawn is None else tile_text(self.hand.drawn),
            "seats": [p.to_json() for p in self.places],
            "left": self.left,
            "draws": self.draws,
            **self._table(),
        }

    def _table(self) -> dict[str, Any]:
        """What only some games have, left out where there is none of it."""
        said = {
            "round": "" if self.round_wind is None else tile_text(Tile(self.round_wind)),
            "honba": self.honba,
            "indicators": join_tiles(self.indicators),
            "barred": join_tiles(Tile(k) for k in self.barred),
            "stock": join_tiles(self.stock),
            "bonus_kind": "" if self.bonus_kind is None else tile_text(Tile(self.bonus_kind)),
        }
        return {field: value for field, value in said.items() if value}

    @classmethod
    def of(cls, f: Fields) -> Position:
        """The inverse of `to_json`; raises BadPuzzle."""
        places = [Place.of(Fields(each, "seats")) for each in f.items("seats")]
        seat = f.number("seat", 0, len(places) - 1)
        drawn = None if f.data.get("drawn") is None else f.tile("drawn")
        return cls(
            variant=f.text("variant"),
            edition=f.number("edition"),
            options=f.options("options"),
            seat=seat,
            dealer=f.number("dealer", 0, len(places) - 1),
            hand=Hand(sort_tiles(f.tiles("hand")), places[seat].melds, drawn),
            places=tuple(places),
            left=f.number("left"),
            draws=f.number("draws"),
            round_wind=f.kind("round") if f.has("round") else None,
            honba=f.number("honba", 1, 1000) if f.has("honba") else 0,
            indicators=f.tiles("indicators") if f.has("indicators") else (),
            barred=f.kinds("barred") if f.has("barred") else (),
            stock=f.tiles("stock") if f.has("stock") else (),
            bonus_kind=f.kind("bonus_kind") if f.has("bonus_kind") else None,
        )

    def check(self, rules: Ruleset, size: int) -> None:
        """Raise Refusal unless the position can stand in this game, with a hand of `size` tiles, melds as of three."""
        p = self
        if (p.variant, p.edition) != (rules.key, rules.edition):
            raise BadPuzzle(N_("The puzzle %(id)s is for another edition of its game."), id=self.id)
        if len(p.places) != rules.seats:
            raise damaged("seats")
        shown = [x.tile for place in p.places for x in place.river if not x.called]
        shown += [t for place in p.places for t in (*_laid(place.melds), *place.aside, *place.flowers, *place.won)]
        rules.tiles.check((*p.hand.tiles, *shown, *p.indicators, *p.stock))
        self._check_table(rules)
        check_melds(rules, tuple(m for place in p.places for m in place.melds))
        if len(p.hand.tiles) + 3 * len(p.hand.melds) != size:
            raise damaged("hand")

    def _check_table(self, rules: Ruleset) -> None:
        """Raise BadPuzzle for what lies on no table of this game."""
        p = self
        rounds = rules.match.rounds or (rules.round_wind,)
        if p.round_wind not in rounds:
            raise damaged("round")
        if p.honba and not rules.match.counters:
            raise damaged("honba")
        if bool(p.indicators) != rules.dora.shown or len(p.indicators) > MOST_INDICATORS:
            raise damaged("indicators")
        if any(kind(t) not in rules.kongs.nuki for place in p.places for t in place.aside):
            raise damaged("aside")
        if (p.bonus_kind is not None) != rules.deal.bonus_kind or p.bonus_kind not in (None, *rules.tiles.kinds):
            raise damaged("bonus_kind")
        if any(not is_flower(t) for place in p.places for t in place.flowers):
            raise damaged("flowers")
        if p.places[p.seat].declared or (rules.ready is None and any(place.declared for place in p.places)):
            raise damaged("declared")
        if p.places[p.seat].won or (not rules.wins.go_on and any(place.won for place in p.places)):
            raise damaged("won")
        if p.barred and (p.hand.drawn is not None or p.hand.is_concealed):
            raise damaged("barred")
        dealt = 0 if rules.building is None else rules.building.tiles
        if len(p.stock) != max(0, dealt - len(p.hand.tiles)) or (p.stock and p.hand.drawn is not None):
            raise damaged("stock")


def _thrown_text(t: Thrown) -> str:
    """A tile of a river in the words of a discard action: `9s:drawn:riichi`; `called` when another seat claimed it."""
    return tile_text(t.tile) + ":drawn" * t.drawn + ":riichi" * t.riichi + ":called" * t.called


def _thrown(text: str) -> Thrown:
    name, *marks = text.split(":")
    if not set(marks) <= {"drawn", "riichi", "called"} or len(set(marks)) != len(marks):
        raise damaged("river")
    try:
        return Thrown(parse_tile(name), "drawn" in marks, "riichi" in marks, "called" in marks)
    except Refusal:
        raise damaged("river") from None


def position_of(view: View, options: tuple[tuple[str, Value], ...]) -> Position:
    """The position a view shows, to be asked about as a puzzle. `options` as in `Position`."""
    hand = view.hand
    places = tuple(
        Place(
            s.river, tuple(map(laid, s.melds)), s.tiles, s.aside, sort_tiles(s.flowers), s.declared is not None, s.won
        )
        for s in view.seats
    )
    return Position(
        variant=view.rules.key,
        edition=view.rules.edition,
        options=tuple(sorted(options)),
        seat=view.seat,
        dealer=view.dealer,
        hand=Hand(sort_tiles(hand.concealed), places[view.seat].melds, hand.drawn),
        places=places,
        left=view.left,
        draws=ahead(view.rules, view.draws),
        round_wind=view.round_wind,
        honba=view.honba,
        indicators=view.indicators,
        barred=barred(view),
        bonus_kind=view.bonus_kind,
    )


def building_of(view: View, options: tuple[tuple[str, Value], ...], hand: tuple[Tile, ...]) -> Position:
    """The position of a seat that is building and has chosen these tiles, one too many; `options` as in `Position`."""
    stock = list(view.hand.concealed)
    for t in hand:
        stock.remove(t)
    theirs = view.left - view.draws
    return replace(
        position_of(view, options), hand=Hand(sort_tiles(hand)), stock=sort_tiles(stock), draws=theirs
    )


def question(rules: Ruleset, position: Position, goal: Goal = Goal.WIN) -> Question:
    """What the solver is asked about a position."""
    p = position
    who = asker(rules, p.seat, p.dealer, round_wind=p.round_wind, bonus=p.bonus(rules))
    return Question(p.hand, p.seen, p.draws, goal, circumstance=who, barred=p.barred, built=bool(p.stock))


def aim_of(rules: Ruleset, position: Position) -> Goal:
    """What a puzzle about this position is chosen and graded by: points where a hand is built, which must be worth
    enough to win, and where every complete hand wins, so that worth is what tells hands apart."""
    return Goal.VALUE if position.stock or every_win(rules) else Goal.WIN


# ------------------------------------------------------------------ answers


@dataclass(frozen=True, slots=True)
class Option:
    """One discard with its numbers, as `analysis.Choice` defines them, rounded.

    `doubts` of a model's answer are what its last exchange has changed in the share of the best measure that the
    discard loses, for each goal: the model may be wrong by so much.
    """

    discard: Tile
    shanten: int
    ukeire: tuple[tuple[Kind, int], ...]
    ready_prob: float
    win_prob: float
    value: float
    by_draw: tuple[float, ...]
    doubts: tuple[float, float] = (0.0, 0.0)

    @property
    def tiles(self) -> int:
        """Unseen copies of the useful kinds."""
        return sum(n for _, n in self.ukeire)

    def measure(self, goal: Goal) -> float:
        return self.value if goal is Goal.VALUE else self.win_prob

    def doubt(self, goal: Goal) -> float:
        return self.doubts[goal is Goal.VALUE]

    def to_json(self) -> dict[str, Any]:
        return {
            "discard": tile_text(self.discard),
            "shanten": self.shanten,
            "ukeire": " ".join(f"{tile_text(Tile(k))}x{n}" for k, n in self.ukeire),
            "ready": self.ready_prob,
            "win": self.win_prob,
            "value": self.value,
            "by_draw": list(self.by_draw),
            **({"doubts": list(self.doubts)} if any(self.doubts) else {}),
        }

    @classmethod
    def of(cls, data: object) -> Option:
        f = Fields(data, "options")
        by_draw = [Fields({"by_draw": x}).real("by_draw") for x in f.items("by_draw")]
        doubts = [Fields({"doubts": x}).real("doubts") for x in f.items("doubts")] if f.has("doubts") else [0.0, 0.0]
        if len(doubts) != len(Goal):
            raise damaged("doubts")
        return cls(
            discard=f.tile("discard"),
            shanten=f.number("shanten", -1, 20),
            ukeire=tuple(_useful(word) for word in f.text("ukeire").split()),
            ready_prob=f.real("ready"),
            win_prob=f.real("win"),
            value=f.real("value"),
            by_draw=tuple(by_draw),
            doubts=(doubts[0], doubts[1]),
        )


def _useful(text: str) -> tuple[Kind, int]:
    name, _, number = text.partition("x")
    if not number.isdigit():
        raise damaged("ukeire")
    try:
        return Kind(parse_tile(name)), int(number)
    except Refusal:
        raise damaged("ukeire") from None


@dataclass(frozen=True, slots=True)
class DiscardPuzzle:
    """A position with every discard solved, best first by its `aim`, the goal that the puzzle was chosen by.

    `prior` is how hard it should be, on the scale of a rating (1500 is middling). `analysis(goal)` is the answer
    sheet in the form the rest of the program knows.
    """

    id: str
    position: Position
    options: tuple[Option, ...]
    model: Model
    themes: tuple[Theme, ...]
    prior: int
    provenance: Provenance
    aim: Goal = Goal.WIN

    asks: ClassVar[Puzzling] = Puzzling.DISCARD

    @property
    def variant(self) -> str:
        return self.position.variant

    @property
    def edition(self) -> int:
        return self.position.edition

    @property
    def rule_options(self) -> tuple[tuple[str, Value], ...]:
        return self.position.options

    @property
    def tags(self) -> tuple[str, ...]:
        """Themes as plain words: what filters and progress go by."""
        return tuple(map(str, self.themes))

    def goal(self, wanted: Goal) -> Goal:
        """What an answer is graded by for one who plays for `wanted`: a puzzle about points is always about points."""
        return self.aim if self.aim is Goal.VALUE else wanted

    def option(self, tile: Tile) -> Option:
        """The option that throws this tile; raises NotAnOption."""
        for o in self.options:
            if o.discard == tile:
                return o
        raise NotAnOption(N_("The tile %(tile)s is not in the hand."), tile=tile_text(tile))

    def best(self, goal: Goal = Goal.WIN) -> tuple[Option, ...]:
        """Every option that is best within the model's error."""
        top = max(o.measure(goal) for o in self.options)
        return tuple(o for o in self.options if top - o.measure(goal) <= self._slack(o, goal, top))

    def _slack(self, o: Option, goal: Goal, top: float) -> float:
        least = (max(EXACT_ERROR, ROUNDING) if self.model.exact else MODEL_ERROR) * max(1.0, top)
        return max(least, o.doubt(goal) * top)

    def analysis(self, goal: Goal = Goal.WIN) -> Analysis:
        """The answer sheet, graded for a goal, best first."""
        top = max(o.measure(goal) for o in self.options)
        choices = [self._choice(o, goal, top) for o in self.options]
        choices.sort(key=lambda c: (c.loss, -c.ready_prob, -1 if c.discard is None else sort_key(c.discard)))
        return Analysis(
            goal=goal,
            shanten=min(o.shanten for o in self.options),
            complete=False,
            choices=tuple(choices),
            best=tuple(c.discard for c in choices if c.grade is Grade.BEST),
            model=self.model,
        )

    def _choice(self, o: Option, goal: Goal, top: float) -> Choice:
        loss = max(0.0, top - o.measure(goal))
        tie = loss <= self._slack(o, goal, top)
        share = loss / top if top > 0 else 0.0
        return Choice(
            discard=o.discard,
            shanten=o.shanten,
            ukeire=o.ukeire,
            ready_prob=o.ready_prob,
            win_prob=o.win_prob,
            value=o.value,
            by_draw=o.by_draw,
            loss=0.0 if tie else loss,
            share=0.0 if tie else share,
            grade=grade_of(share, tie=tie),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": str(self.asks),
            **self.position.to_json(),
            "themes": list(self.tags),
            "prior": self.prior,
            "model": {"wall": self.model.wall, "budget": self.model.budget, "exact": self.model.exact},
            "discards": [o.to_json() for o in self.options],
            **({"aim": str(self.aim)} if self.aim is not _usual_aim(self.position) else {}),
            **self.provenance.to_json(),
        }

    def check(self, rules: Ruleset) -> None:
        """Raise Refusal unless the puzzle can stand in this game and its options are just the tiles in hand."""
        p = self.position
        p.check(rules, rules.deal.hand + 1)
        if self.aim is not aim_of(rules, p):
            raise damaged("aim")
        throws = {t for t in p.hand.tiles if kind(t) not in p.barred}
        if sorted(o.discard for o in self.options) != sorted(throws):
            raise damaged("discards")


def _usual_aim(position: Position) -> Goal:
    """The aim of a puzzle that does not name it."""
    return Goal.VALUE if position.stock else Goal.WIN


def _laid(melds: tuple[Meld, ...]) -> list[Tile]:
    return [t for m in melds for t in m.tiles]


class NotAnOption(Refusal):
    """An answer that the puzzle does not offer."""


def solved(
    position: Position,
    found: Analysis,
    themes: tuple[Theme, ...],
    prior: int,
    provenance: Provenance,
    aim: Goal = Goal.WIN,
) -> DiscardPuzzle:
    """A puzzle from the solver's answer, rounded; asked with Goal.VALUE, or every value is 0."""
    options = []
    for c in found.choices:
        assert c.discard is not None
        options.append(
            Option(
                discard=c.discard,
                shanten=c.shanten,
                ukeire=c.ukeire,
                ready_prob=round(c.ready_prob, CHANCE_DIGITS),
                win_prob=round(c.win_prob, CHANCE_DIGITS),
                value=0.0 if c.value is None else round(c.value, VALUE_DIGITS),
                by_draw=tuple(round(p, CHANCE_DIGITS) for p in c.by_draw),
            )
        )
    puzzle = DiscardPuzzle(position.id, position, tuple(options), found.model, themes, prior, provenance, aim)
    options.sort(key=lambda o: (-o.measure(puzzle.aim), -o.win_prob, -o.value, sort_key(o.discard)))
    return replace(puzzle, options=tuple(options))


def discard_from(data: Mapping[str, Any]) -> DiscardPuzzle:
    """The inverse of `DiscardPuzzle.to_json`; raises BadPuzzle, also when the id is not the position's."""
    f = Fields(data)
    position = Position.of(f)
    m = f.object("model")
    options = tuple(Option.of(x) for x in f.items("discards"))
    if not options:
        raise damaged("discards")
    if position.id != f.text("id"):
        raise damaged("id")
    return DiscardPuzzle(
        id=position.id,
        position=position,
        options=options,
        model=Model(m.text("wall"), m.number("budget"), m.flag("exact"), position.draws),
        themes=tuple(Fields({"themes": x}).word("themes", Theme) for x in f.items("themes")),
        prior=f.number("prior", 0, 4000),
        provenance=Provenance.of(f),
        aim=f.word("aim", Goal) if f.has("aim") else _usual_aim(position),
    )


def parse_discard(text: str) -> Tile:
    """The tile an answer throws: `discard:3s`, with or without its marks, or just `3s`; raises NotAnOption."""
    body = text.strip().removeprefix("discard:").split(":")[0]
    if not body:
        raise NotAnOption(N_("Choose the tile to discard first."))
    try:
        tiles = parse_tiles(body)
    except Refusal:
        tiles = ()
    if len(tiles) != 1:
        raise NotAnOption(N_("“%(text)s” is not a discard."), text=text[:40])
    return tiles[0]
