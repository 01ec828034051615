"""What a puzzle is about: themes of discard puzzles and trap classes of wait drills, both computed from data."""

from __future__ import annotations

from enum import StrEnum

from trainer.text import N_

FEW_TILES = 4
"""A resting hand of no more tiles is small: every exchange of its tiles can be searched, and it has few waits."""


class Theme(StrEnum):
    """Why a discard is right or tempting; a puzzle may have several."""

    WAIT_CHOICE = "wait_choice"
    SHAPE = "shape"
    TWO_STEPS = "two_steps"
    READY_OR_IMPROVE = "ready_or_improve"
    READY = "ready"
    FEWER_TILES = "fewer_tiles"
    RIVER = "river"
    EXHAUSTED = "exhausted"
    QUAD = "quad"
    SEVEN_PAIRS = "seven_pairs"
    MANY_WAITS = "many_waits"
    POINTS = "points"
    LIMIT_HAND = "limit_hand"
    FURITEN = "furiten"
    BONUS = "bonus"
    OPEN = "open"
    NO_YAKU = "no_yaku"
    STOCK = "stock"
    BELOW_MINIMUM = "below_minimum"
    BONUS_KIND = "bonus_kind"


THEMES = {
    Theme.WAIT_CHOICE: N_("which wait"),
    Theme.SHAPE: N_("one step away: which shape"),
    Theme.TWO_STEPS: N_("two steps away: which shape"),
    Theme.READY_OR_IMPROVE: N_("ready now or better later"),
    Theme.READY: N_("ready at once"),
    Theme.FEWER_TILES: N_("fewer tiles, better hand"),
    Theme.RIVER: N_("the rivers decide"),
    Theme.EXHAUSTED: N_("a wait you hold yourself"),
    Theme.QUAD: N_("four of a kind in hand"),
    Theme.SEVEN_PAIRS: N_("seven pairs"),
    Theme.MANY_WAITS: N_("five waits or more"),
    Theme.POINTS: N_("speed against points"),
    Theme.LIMIT_HAND: N_("a limit hand within reach"),
    Theme.FURITEN: N_("waits among your own discards"),
    Theme.BONUS: N_("a dora or a red five at stake"),
    Theme.OPEN: N_("with claimed melds"),
    Theme.NO_YAKU: N_("waits without a yaku"),
    Theme.STOCK: N_("the tiles set aside decide"),
    Theme.BELOW_MINIMUM: N_("waits below the minimum"),
    Theme.BONUS_KIND: N_("the bonus kind at stake"),
}


class Trap(StrEnum):
    """What makes a wait drill hard; a hand belongs to the first class that fits it, in this order."""

    EXHAUSTED_ONLY = "exhausted_only"
    NOT_READY = "not_ready"
    KONG = "kong"
    NO_YAKU = "no_yaku"
    OPEN = "open"
    CLAIMED = "claimed"
    ORPHANS = "orphans"
    EXHAUSTED = "exhausted"
    SEVEN_PAIRS = "seven_pairs"
    MANY = "many"
    QUAD = "quad"
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"


TRAPS = {
    Trap.EXHAUSTED_ONLY: N_("only waits you hold yourself"),
    Trap.NOT_READY: N_("not ready"),
    Trap.KONG: N_("with a concealed kong"),
    Trap.NO_YAKU: N_("claimed melds, waits without a yaku"),
    Trap.OPEN: N_("claimed melds, every wait may be won on"),
    Trap.CLAIMED: N_("with claimed melds"),
    Trap.ORPHANS: N_("thirteen orphans"),
    Trap.EXHAUSTED: N_("a blocked wait among others"),
    Trap.SEVEN_PAIRS: N_("seven pairs"),
    Trap.MANY: N_("six waits or more"),
    Trap.QUAD: N_("four of a kind in hand"),
    Trap.ONE: N_("one wait"),
    Trap.TWO: N_("two waits"),
    Trap.THREE: N_("three waits"),
    Trap.FOUR: N_("four or five waits"),
}

SHARES = {
    Trap.EXHAUSTED_ONLY: 4,
    Trap.NOT_READY: 9,
    Trap.KONG: 10,
    Trap.NO_YAKU: 12,
    Trap.OPEN: 12,
    Trap.CLAIMED: 14,
    Trap.ORPHANS: 5,
    Trap.EXHAUSTED: 12,
    Trap.SEVEN_PAIRS: 8,
    Trap.MANY: 12,
    Trap.QUAD: 12,
    Trap.ONE: 8,
    Trap.TWO: 8,
    Trap.THREE: 9,
    Trap.FOUR: 8,
}
"""How often each class is asked, compared with others, in a game that has it: about one hand in eight is not ready,
whatever chance would deal."""

SHARES_FEW = {Trap.NOT_READY: 12, Trap.ONE: 14, Trap.TWO: 10, Trap.THREE: 1}
"""The same for hands of few tiles, about as many as there are: of some classes there are hardly any."""


class Level(StrEnum):
    """Bands of a puzzle's prior difficulty."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


LEVELS = {Level.EASY: N_("easy"), Level.MEDIUM: N_("medium"), Level.HARD: N_("hard")}

EASY_BELOW, HARD_FROM = 1400, 1650


def level(prior: int) -> Level:
    return Level.EASY if prior < EASY_BELOW else Level.HARD if prior >= HARD_FROM else Level.MEDIUM
