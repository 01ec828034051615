"""Worth and legality of a win: every reading is matched and tallied, the best one counts."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.hands import Form, Meld, readings, waits
from trainer.rules.breakdown import NOTHING, Points, ScoreBreakdown, Weight, Worth
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Circumstance, Facts, Win
from trainer.text import N_, Refusal
from trainer.tiles import Counts, Kind, Tile, is_flower, kind, tile_text

KONG_TILES = 4

REPLACEMENT = frozenset({"rinshan", "out_with_replacement"})
"""Lines for a win on a replacement tile."""


def check(rules: Ruleset, win: Win) -> None:
    """Raise Refusal when the win cannot be asked about: wrong tiles, wrong size, contradictory circumstances."""
    hand, c = win.hand, win.circumstance
    want = rules.deal.hand - 3 * len(hand.melds)
    if len(hand.concealed) != want:
        raise Refusal(
            N_("The concealed hand must have %(want)d tiles without the winning tile, not %(have)d."),
            want=want,
            have=len(hand.concealed),
        )
    rules.tiles.check((*hand.concealed, *(t for m in hand.melds for t in m.tiles), win.tile, *c.bonus.flowers))
    if is_flower(win.tile):
        raise Refusal(N_("Nobody wins on a flower: it is shown and replaced."))
    check_melds(rules, hand.melds)
    for flag in sorted(c.flags):
        if flag not in rules.flags:
            raise Refusal(N_("This game does not know the flag %(flag)s."), flag=str(flag))
    ready = c.flags & {Flag.RIICHI, Flag.DOUBLE_RIICHI}
    if c.by is By.ROBBED_KONG and not rules.kongs.added:
        raise Refusal(N_("This game has no added kong that could be robbed."))
    if ready and not hand.is_concealed:
        raise Refusal(N_("Riichi needs a concealed hand."))
    if Flag.IPPATSU in c.flags and not ready:
        raise Refusal(N_("Ippatsu needs riichi."))
    if Flag.IPPATSU in c.flags and Flag.KONG_REPLACEMENT in c.flags:
        raise Refusal(N_("Ippatsu and a replacement tile cannot meet: a kong ends ippatsu."))
    if Flag.KONG_REPLACEMENT in c.flags and not c.self_draw:
        raise Refusal(N_("A replacement tile is always a self-draw."))
    replaced = c.bonus.nuki or any(m.form is Form.KONG for m in hand.melds)
    by_flower = bool(c.bonus.flowers) and rules.flowers is not None and rules.flowers.kong_replacement
    lines = rules.scoring.table.by_id  # a flag without its line is known and ignored
    if Flag.KONG_REPLACEMENT in c.flags and not (replaced or by_flower) and not REPLACEMENT.isdisjoint(lines):
        raise Refusal(
            N_("A replacement tile needs a kong or a flower.")
            if rules.flowers is not None and rules.flowers.kong_replacement
            else N_("A replacement tile needs a kong.")
        )
    if Flag.AFTER_KONG in c.flags and c.by is not By.DISCARD and "after_kong" in lines:
        raise Refusal(N_("Only a discard can follow an opponent’s kong."))
    _check_ready(rules, win)
    robbed = kind(win.tile)
    held = sum(kind(t) == robbed for t in (*hand.concealed, *(t for m in hand.melds for t in m.tiles)))
    if c.by is By.ROBBED_KONG and held + KONG_TILES > rules.tiles.supply[robbed]:
        raise Refusal(
            N_("Nobody else can have a kong of %(tile)s to rob: the hand holds one."), tile=tile_text(Tile(robbed))
        )
    if len(c.bonus.nuki) > sum(rules.tiles.supply[k] for k in rules.kongs.nuki):
        raise Refusal(N_("More tiles are set aside than the game has."))
    _check_first(rules, win)


def _check_first(rules: Ruleset, win: Win) -> None:
    """Raise Refusal for a heavenly, earthly or human hand that another circumstance speaks against."""
    hand, c = win.hand, win.circumstance
    first = c.flags & {Flag.HEAVENLY, Flag.EARTHLY, Flag.HUMAN}
    bare = not hand.melds or (rules.wins.first_kongs and hand.is_concealed)
    if Flag.HEAVENLY in first and not (c.dealer and c.self_draw and bare):
        raise Refusal(N_("A heavenly hand is the dealer's self-draw without melds."))
    if Flag.EARTHLY in first and not (not c.dealer and c.self_draw and bare):
        raise Refusal(N_("An earthly hand is the non-dealer's self-draw without melds."))
    if Flag.HUMAN in first and not (not c.dealer and c.by is By.DISCARD and not hand.melds):
        raise Refusal(N_("A human hand is the non-dealer's win from a discard without melds."))
    if first and c.bonus.nuki:
        raise Refusal(N_("A heavenly, earthly or human hand comes before any tile is set aside."))
    if first and Flag.LAST_TILE in c.flags:
        raise Refusal(N_("A heavenly, earthly or human hand does not wait for the last tile."))
    if first and c.flags & {Flag.RIICHI, Flag.DOUBLE_RIICHI}:
        raise Refusal(N_("A heavenly, earthly or human hand cannot be in riichi."))


FACE_UP = 3
"""Copies of the winning kind that lie face up when it is the last of its kind (Chinese rules 2.10)."""


def _check_ready(rules: Ruleset, win: Win) -> None:
    """Raise Refusal for declarations and tiles in sight that the hand, or another flag, speaks against."""
    flags, won = win.circumstance.flags, kind(win.tile)
    first = flags & {Flag.HEAVENLY, Flag.EARTHLY, Flag.HUMAN}
    if Flag.READY_AT_DEAL in flags and not win.hand.is_concealed:
        raise Refusal(N_("A hand that was declared ready at the deal has claimed nothing."))
    if (first and Flag.READY in flags) or (Flag.HEAVENLY in first and Flag.READY_AT_DEAL in flags):
        raise Refusal(N_("A heavenly, earthly or human hand comes before a discard that declares it ready."))
    hidden = [t for m in win.hand.melds if m.is_concealed for t in m.tiles]
    unseen = sum(kind(t) == won for t in (*win.hand.concealed, *hidden, win.tile))
    if Flag.LAST_OF_KIND in flags and unseen + FACE_UP > rules.tiles.supply[won]:
        tile = tile_text(Tile(won))
        raise Refusal(N_("Three other %(tile)s cannot lie face up: the hand holds too many."), tile=tile)


def check_melds(rules: Ruleset, melds: tuple[Meld, ...]) -> None:
    """Raise Refusal for melds that this game does not have."""
    exposed = {
        Form.CHOW: rules.claims.chow,
        Form.PUNG: rules.claims.pung,
        Form.KONG: rules.claims.kong or rules.kongs.added,
    }
    for m in melds:
        known = rules.kongs.concealed if m.is_concealed else exposed[m.form]
        if not known or len(m.tiles) > rules.kongs.tiles:
            raise Refusal(N_("This game has no such meld: %(meld)s."), meld=m.text)


def score(rules: Ruleset, win: Win) -> ScoreBreakdown:
    """What the win is worth; see `assess`. Call `check` first on anything that did not come from the engine."""
    return assess(rules, win.counts, win.hand.melds, kind(win.tile), win.circumstance, win.reds)


def assess(
    rules: Ruleset, counted: Counts, melds: tuple[Meld, ...], won: Kind, circumstance: Circumstance, reds: int = 0
) -> ScoreBreakdown:
    """What a win is worth; the best reading is one that may be declared, then the one paying most, then most han, then
    most fu (rules 0.8).

    `counted` are the concealed counts with the winning kind `won` in them, `reds` the red fives of the whole hand.
    Where a counted yakuman pays as much as a real one, the hand is the real one. The win is taken as possible.
    """
    found = _facts(rules, counted, melds, won, circumstance, reds)
    unit = rules.scoring.unit
    if not found:
        return ScoreBreakdown(False, False, NOTHING, 0, None, stakes=rules.stakes.mangans(0), unit=unit)
    facts = found[0] if len(found) == 1 else _best(rules, found)[0]
    worth = rules.scoring.tally(facts)
    reason = _reason(rules, circumstance, worth)
    paid = rules.stakes.received(worth.base, circumstance) if reason is None else 0
    return ScoreBreakdown(
        True, reason is None, worth, paid, facts.reading, reason, rules.stakes.mangans(paid), unit
    )  # fmt: skip


def price(
    rules: Ruleset, counted: Counts, melds: tuple[Meld, ...], won: Kind, circumstance: Circumstance, reds: int = 0
) -> Points:
    """The points of `assess`, without the lines that explain them."""
    found = _facts(rules, counted, melds, won, circumstance, reds)
    if not found:
        return 0
    _, weight, points = _best(rules, found)
    return points if _reason(rules, circumstance, weight) is None else 0


def _facts(
    rules: Ruleset, counted: Counts, melds: tuple[Meld, ...], won: Kind, c: Circumstance, reds: int
) -> list[Facts]:
    """The win under each of its readings; whether its hand waited for one kind only is the same under all of them, and
    worked out where the family asks for it."""
    found = readings(counted, melds, won, rules.shapes)
    lone = False
    if found and rules.scoring.by_waits:
        resting = (*counted[:won], counted[won] - 1, *counted[won + 1 :])
        lone = len(waits(resting, melds, rules.shapes, rules.tiles.supply)) == 1
    return [Facts(won, c, reading, reds, lone=lone) for reading in found]


def _best(rules: Ruleset, found: Sequence[Facts]) -> tuple[Facts, Weight, Points]:
    """The best of some readings of a win, its weight and what it pays."""
    c, weigh, received = found[0].circumstance, rules.scoring.weigh, rules.stakes.received
    weighed = [(facts, w, received(w.base, c)) for facts in found for w in (weigh(facts),)]
    if len(weighed) == 1:
        return weighed[0]
    return max(weighed, key=lambda x: (x[1].enough, x[2], x[1].yakuman, x[1].total, x[1].fu))


def _reason(rules: Ruleset, c: Circumstance, worth: Worth | Weight) -> str | None:
    """The rule that forbids declaring this worth, if one does."""
    if c.self_draw and not rules.wins.self_draw:
        return N_("This game knows no win by self-draw.")
    if not c.self_draw and not rules.wins.discard:
        return N_("This game knows no win from another's tile.")
    return None if worth.enough else rules.scoring.short(worth)
