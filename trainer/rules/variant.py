"""What a variant declares: one frozen value, and what its options make of it.

A `Variant` is the declaration: key, names, options, and the function that turns chosen options into a `Ruleset`.
A `Ruleset` is everything that the engine, the scorer and the solver's bridge need to know about one game; they never
ask which variant it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from trainer.hands import Shape
from trainer.text import N_, Refusal
from trainer.tiles import Kind, TileSet

if TYPE_CHECKING:
    from trainer.rules.breakdown import Points, Unit, Weight, Worth
    from trainer.rules.flowers import Flowers
    from trainer.rules.table import PatternTable
    from trainer.rules.win import Circumstance, Facts

Value = bool | int | str


class Flag(StrEnum):
    """Circumstances of a win that are not in the tiles (contract 1.2)."""

    READY = "ready"
    READY_AT_DEAL = "ready_at_deal"
    RIICHI = "riichi"
    DOUBLE_RIICHI = "double_riichi"
    IPPATSU = "ippatsu"
    LAST_TILE = "last_tile"
    KONG_REPLACEMENT = "kong_replacement"
    AFTER_KONG = "after_kong"
    LAST_OF_KIND = "last_of_kind"
    HEAVENLY = "heavenly"
    EARTHLY = "earthly"
    HUMAN = "human"
    EIGHTH_WIN = "eighth_win"


class ReadyBy(StrEnum):
    """When a resting hand counts as ready: some live wait, or the shape alone (exhausted kinds included)."""

    LIVE = "live"
    SHAPE = "shape"


class RiichiKong(StrEnum):
    """What a concealed kong after riichi must leave unchanged (rules 0.6)."""

    SHAPE = "shape"
    WAITS = "waits"


class ReadyKong(StrEnum):
    """Which kongs of the tile just drawn a hand that was declared ready may make (Chinese rules 1.10, A-5, 6): those in
    one's own turn that leave the waits exactly the same, none, or added ones alone."""

    SAME_WAITS = "same_waits"
    NEVER = "never"
    ADDED = "added"


class DealerRule(StrEnum):
    """Who deals next: the dealer stays when he wins or is ready at a draw; stays until another seat wins; the winner
    deals, after a draw the next seat; the first winner deals, after a draw the dealer stays; everybody in turn; or each
    deal's dice decide."""

    READY = "ready"
    UNTIL_LOST = "until_lost"
    WINNER = "winner"
    FIRST_WINNER = "first_winner"
    TURNS = "turns"
    LOT = "lot"


class Chombo(StrEnum):
    """What a false win costs."""

    MANGAN = "mangan"
    BAIMAN = "baiman"
    YAKUMAN = "yakuman"


@dataclass(frozen=True, slots=True)
class Names:
    """The game's name: in its own language, and as each interface language writes it."""

    own: str
    en: str
    zh_Hans: str  # noqa: N815  (a language code)
    zh_Hant: str  # noqa: N815  (a language code)
    yue_Hant: str  # noqa: N815  (a language code)
    ja: str


MOST = 10**9
"""Greatest value of a number option."""


@dataclass(frozen=True, slots=True)
class Option:
    """One rule option. `choices` lists the values; None means any integer from `least` to MOST."""

    key: str
    default: Value
    label: str
    choices: tuple[Value, ...] | None = None
    least: int = 0
    shown: tuple[tuple[Value, str], ...] = ()
    """English labels of choices whose value does not speak for itself."""

    def check(self, value: object) -> Value:
        """The value, when it is of this option's type and among its choices; raises Refusal otherwise."""
        if isinstance(value, bool) == isinstance(self.default, bool) and isinstance(value, (bool, int, str)):
            if self.choices is not None and value in self.choices:
                return value
            if self.choices is None and isinstance(value, int) and self.least <= value <= MOST:
                return value
        if self.choices is None:
            sentence = N_("Option %(key)s must be a whole number from %(least)d to %(most)d.")
            raise Refusal(sentence, key=self.key, least=self.least, most=MOST)
        allowed = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in self.choices)
        raise Refusal(N_("Option %(key)s must be one of %(allowed)s."), key=self.key, allowed=allowed)

    def parse(self, text: str) -> Value:
        """A value written as text: `true`/`false` for booleans, digits for numbers, otherwise the word itself."""
        plain = text.strip()
        if isinstance(self.default, bool):
            return self.check({"true": True, "false": False}.get(plain.lower(), plain))
        number = plain.isascii() and plain.isdigit() and len(plain) <= len(str(MOST))
        return self.check(int(plain) if number else plain)


@dataclass(frozen=True, slots=True)
class Implied:
    """Choosing `value` for option `key` changes what other options are when nobody names them."""

    key: str
    value: Value
    settings: tuple[tuple[str, Value], ...]


Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Deal:
    """How many tiles each seat is dealt.

    The last `dead_wall` tiles are never drawn in turn: first `replacements` tiles for kongs and tiles set aside, then
    dora indicators, each with its ura indicator (rules 0.1). Without a dead wall the replacement is the next tile, or
    the last one of the wall if they come from its `tail` (Chinese rules 1.1). `bonus_kind`: one kind of the set, drawn
    by lot and named to everybody, adds to a win (Chinese rules A-7). `exchange`: before the dealer's first draw the two
    seats exchange three tiles of one suit (Chinese rules C-1). `dice`: two dice are thrown before every deal for
    the place where the wall is broken, which changes nothing in a shuffled wall (Chinese rules 10).
    """

    hand: int
    dead_wall: int = 0
    replacements: int = 0
    tail: bool = False
    bonus_kind: bool = False
    exchange: bool = False
    dice: bool = False

    @property
    def apart(self) -> bool:
        """Whether replacements come from the other end of the wall than draws in turn."""
        return self.tail or self.dead_wall > 0


@dataclass(frozen=True, slots=True)
class Claims:
    """What may be claimed from another seat's discard besides a win. `swap`: after a chow or pung any tile may be
    thrown, the kind just claimed too (Chinese rules X-3); elsewhere swap-calling is forbidden (rules 0.5)."""

    chow: bool = False
    pung: bool = False
    kong: bool = False
    swap: bool = False


@dataclass(frozen=True, slots=True)
class Kongs:
    """Which kongs exist in one's own turn, and from how many live tiles left they are allowed; `most` kongs in a deal
    (None: no limit); `robbed_by_orphans`: thirteen orphans may rob a concealed one; `after_claim`: right after a chow
    or pung, too (Chinese rules X-2). Tiles of the kinds `nuki` may be set aside for a replacement (rules 4). A kong of
    four may grow to `tiles`, one tile of one's own at a time (Chinese rules 8). Each other seat pays at once what
    `open_income` or `concealed_income` says; what the last kong earned goes back when the discard after its replacement
    is won on (Chinese rules 5).
    """

    concealed: bool = True
    added: bool = False
    least_wall: int = 1
    most: int | None = None
    robbed_by_orphans: bool = False
    after_claim: bool = False
    nuki: tuple[Kind, ...] = ()
    tiles: int = 4
    open_income: int = 0
    concealed_income: int = 0


@dataclass(frozen=True, slots=True)
class Dora:
    """Whether indicators are turned, one more for each kong; whether a win in riichi turns those under them (`ura`) and
    under those of kongs (`kong_ura`)."""

    shown: bool = False
    ura: bool = False
    kong_ura: bool = False


@dataclass(frozen=True, slots=True)
class Wins:
    """Which wins the game knows.

    `furiten`: a hand does not win from others on what it threw or let go by (rules 0.3). `first_kongs`: concealed kongs
    do not spoil a heavenly, earthly or human hand (Chinese rules 7). `go_on`, for two seats: the tile won on is laid
    aside, the winner's hand is locked, the other seat draws, and so on until the wall is empty (Chinese rules 5).
    `locks`: until its next draw a hand does not win
    from a discard on a kind it threw, and one that let a win go must act first (Chinese rules 10).
    """

    self_draw: bool = True
    discard: bool = True
    furiten: bool = True
    first_kongs: bool = False
    go_on: bool = False
    locks: bool = False


@dataclass(frozen=True, slots=True)
class RiichiRules:
    """Declaring ready for a price: the stick, the live tiles that must be left, what a kong may not change."""

    cost: int
    least_wall: int
    kong: RiichiKong


@dataclass(frozen=True, slots=True)
class ReadyRules:
    """Declaring ready without a price, with a discard that leaves a ready hand, open or not; from then on the hand is
    locked (Chinese rules 1.10). `kong` says which kongs it may still make. `at_deal`: a non-dealer who is ready as
    dealt may declare before the first discard, and the dealer's declaration with that discard counts as much when he
    has konged nothing (Chinese rules 3)."""

    kong: ReadyKong = ReadyKong.SAME_WAITS
    at_deal: bool = False


@dataclass(frozen=True, slots=True)
class DrawRules:
    """How a deal ends without a win: `nagashi` pays a mangan for a river of terminals and honors only; `noten` is what
    the seats that are not ready pay in all; `nine_kinds` of terminals and honors in the first hand and four kongs of
    several seats (`four_kongs`) abort; after `discards` discards of each seat it is over (0: only with the wall).
    `reckoning`: who has not won and is not ready pays each ready seat the most that its hand could win, and gives back
    what his kongs earned (Chinese rules 5, C-2)."""

    nagashi: bool = False
    noten: int = 0
    nine_kinds: bool = False
    four_kongs: bool = False
    discards: int = 0
    reckoning: bool = False


@dataclass(frozen=True, slots=True)
class Race:
    """A deal in two phases (rules 5): first a race to declare a ready hand, then the other seat names `names` kinds
    against `draws` draws, again and again. `award` is what a hit earns, `return_stick` gives the attacker's stick back.
    Wins are paid by the bank."""

    names: int = 2
    draws: int = 5
    award: int = 0
    return_stick: bool = False


@dataclass(frozen=True, slots=True)
class Building:
    """Every seat is dealt `tiles` and builds its hand of them; the rest are its discards (rules 6).

    All are in riichi; ippatsu is a win on somebody's first discard. `carry`: a drawn deal doubles the next. `seconds`
    are for building, 0: any number.
    """

    tiles: int
    carry: bool = False
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """How a match starts and ends. `hands` and `minutes` 0 mean no limit; `bust` ends it when a seat is below zero.

    `dealer` says who deals next, `first_lot` that dice choose the first dealer. `rounds` are the winds of the rounds in
    which every seat deals once (none: no rounds); `ahead`: it ends when the dealer of the last hand would stay and
    leads; `extra` hands follow a tie. `counters`: honba are counted. `uma` goes from the last to the first at the end.
    """

    start: int
    hands: int = 0
    minutes: int = 0
    bust: bool = True
    rounds: tuple[Kind, ...] = ()
    ahead: bool = False
    extra: int = 0
    counters: bool = False
    uma: int = 0
    dealer: DealerRule = DealerRule.READY
    first_lot: bool = False


@dataclass(frozen=True, slots=True)
class Training:
    """House options that make mistakes possible.

    Without `assist`, wins may be claimed and riichi declared wrongly, at the price of `chombo`;
    `declare_waits` asks for all waits before a win counts; `no_sorting` leaves tiles as drawn and hides hints.
    """

    assist: bool = True
    chombo: Chombo = Chombo.MANGAN
    declare_waits: bool = False
    no_sorting: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """The game's own English words for the neutral vocabulary, marked for translation."""

    win_self_draw: str
    win_discard: str
    ready: str
    chow: str
    pung: str
    kong: str
    points: str


class Scoring(Protocol):
    """A scoring family with its options: arithmetic over the patterns of one reading."""

    @property
    def table(self) -> PatternTable: ...

    @property
    def unit(self) -> Unit:
        """What totals are counted in."""

    @property
    def by_waits(self) -> bool:
        """Whether it asks if the hand waited for one kind only."""

    def tally(self, facts: Facts) -> Worth:
        """What this reading is worth, line by line."""

    def weigh(self, facts: Facts) -> Weight:
        """The numbers of `tally`, without the lines that explain them."""

    def may_refuse(self, *, concealed: bool, honba: int, discard: bool = False) -> bool:
        """Whether a complete hand may be worth too little to be declared by self-draw, or else from a `discard`."""

    def short(self, worth: Worth | Weight) -> str:
        """Why a complete hand of this worth, which is not `enough`, may not be declared: a sentence in the words of
        the game."""

    def valued(self, kind_: Kind, *winds: Kind | None) -> bool:
        """Whether a pung of this kind is by itself a reason to win, for a seat with these winds."""


class Payment(Protocol):
    """What a win is paid."""

    def received(self, base: int, c: Circumstance) -> Points:
        """What the winner receives in all."""

    def payments(self, base: int, c: Circumstance, winner: int, of: int | None, seats: int) -> tuple[Points, ...]:
        """What each seat receives (negative: pays) for this win; `of` is whose tile completed it, None after a
        self-draw. The winner's entry is `received`, and all of them sum to zero."""

    def mangans(self, points: Points) -> Points | None:
        """The points as multiples of a mangan, in games that count so."""

    def counter(self, *, self_draw: bool) -> int:
        """What each counter on the table adds to what the winner receives."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game with its options chosen: everything the engine asks."""

    key: str
    edition: int
    options: tuple[tuple[str, Value], ...]
    tiles: TileSet
    seats: int
    deal: Deal
    claims: Claims
    kongs: Kongs
    riichi: RiichiRules | None
    draws: DrawRules
    match: Match
    training: Training
    shapes: tuple[Shape, ...]
    ready_by: ReadyBy
    scoring: Scoring
    stakes: Payment
    terms: Terms
    wins: Wins
    dora: Dora
    seat_winds: tuple[Kind | None, ...]
    """Kind of each seat's wind, counted from the dealer."""
    round_wind: Kind | None
    """Wind of the first round."""
    flags: frozenset[Flag]
    """Flags that `score` knows."""
    round_label: bool = False
    flips: int = 0
    """How many tiles are turned after a win, each of which may add to it."""
    seconds: int = 0
    """For an answer or a turn, by the clock of whoever runs the game; 0: any number."""
    ready: ReadyRules | None = None
    race: Race | None = None
    building: Building | None = None
    flowers: Flowers | None = None
    """How flowers are played, in a set that has them."""

    def __hash__(self) -> int:
        return hash((self.key, self.options))

    def unit_of(self, id_: str) -> Unit:
        """What the line of this id is counted in."""
        row = self.scoring.table.by_id.get(id_)
        return self.scoring.unit if row is None or row.unit is None else row.unit

    def option(self, key: str) -> Value:
        return dict(self.options)[key]


@dataclass(frozen=True, slots=True)
class Variant:
    """A game as declared by its folder. `order` is its place on the site; `build` turns options into the rules."""

    key: str
    edition: int
    order: int
    names: Names
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    implied: tuple[Implied, ...]
    build: Callable[[Options], Ruleset]

    def resolve(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Every option's value: defaults, then what those given imply, then those given. Raises Refusal."""
        given = dict(given or {})
        known = {o.key: o for o in self.options}
        for key in given:
            if key not in known:
                raise Refusal(N_("Unknown option %(key)s."), key=key)
        checked = {key: known[key].check(value) for key, value in given.items()}
        chosen: dict[str, Value] = {o.key: o.default for o in self.options}
        for rule in self.implied:
            if checked.get(rule.key, chosen[rule.key]) == rule.value:
                chosen.update(rule.settings)
        chosen.update(checked)
        return chosen

    def parse_options(self, texts: Mapping[str, str]) -> dict[str, Value]:
        """Options given as text (command line, forms), each read by its own type; raises Refusal."""
        known = {o.key: o for o in self.options}
        for key in texts:
            if key not in known:
                raise Refusal(N_("Unknown option %(key)s."), key=key)
        return {key: known[key].parse(text) for key, text in texts.items()}

    def ruleset(self, given: Mapping[str, object] | None = None) -> Ruleset:
        """The rules under these options; raises Refusal on an unknown key or a value it does not take."""
        return _built(self.build, tuple(self.resolve(given).items()))


@lru_cache(maxsize=256)
def _built(build: Callable[[Options], Ruleset], options: tuple[tuple[str, Value], ...]) -> Ruleset:
    """Equal options give the same rules, object for object."""
    return build(dict(options))
