"""Drills of games with several suits, claims, rounds and indicators: what is asked is real, what is said is sure."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

import pytest

from trainer import variants
from trainer.analysis import Analysis, Choice, Goal, Grade, Model, analyze, barred, one_suit, question_of, shanten
from trainer.bots import speed
from trainer.drill import curate, deal_waits, explain, generate, positions, similar
from trainer.drill.codec import BadPuzzle, Fields, laid, meld_text
from trainer.drill.puzzle import DiscardPuzzle, Place, Position, Provenance, discard_from, position_of, question, solved
from trainer.drill.symmetry import images, keeps_dora
from trainer.drill.themes import Theme, Trap
from trainer.drill.waits import Place as Standpoint
from trainer.drill.waits import Standing, WaitPuzzle, build, sheet, trap_of, waits_from
from trainer.game.action import Chow, Pung
from trainer.game.driver import choice, shuffled
from trainer.game.engine import begin, deal, decide, needs_deal, to_act
from trainer.game.evolve import fold
from trainer.game.state import Thrown
from trainer.game.view import View, observe
from trainer.hands import Form, Hand, Source, parse_meld
from trainer.rules.score import score
from trainer.rules.variant import Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.tiles import FIRST_HONOR, KINDS, Kind, Tile, counts, format_tiles, kind, parse_tile, parse_tiles

MADE = Provenance("test", "1", "1")
GAMES = [v.key for v in variants.all_variants() if v.key in ("fulldeck", "honglong", "sanma2")]
EAST, SOUTH = Kind(FIRST_HONOR), Kind(FIRST_HONOR + 1)


def rules_of(key: str) -> Ruleset:
    return variants.get(key).ruleset()


@lru_cache(maxsize=8)
def asked(key: str) -> tuple[Position, ...]:
    """Positions of a game from seeds."""
    found = (positions.position(rules_of(key), (), random.Random(f"s/{i}")) for i in range(12))
    return tuple(p for p in found if p is not None)


@pytest.mark.parametrize("key", GAMES)
def test_positions_are_near_and_can_be_answered(key: str) -> None:
    rules, far = rules_of(key), positions.NEAR
    assert len(asked(key)) >= 4
    for p in asked(key):
        assert far.least_draws <= p.draws <= far.most_draws
        assert shanten(rules, p.hand) <= far.most_steps
        assert p.hand.drawn is not None
        assert not any(t.riichi for place in p.places for t in place.river)
        assert not any(kind(t) in rules.kongs.nuki for t in p.hand.tiles) or key != "sanma2"
        assert p.round_wind in rules.match.rounds
        assert len(p.indicators) == 1 + sum(m.form is Form.KONG for place in p.places for m in place.melds)
        called = sum(t.called for place in p.places for t in place.river)
        claimed = sum(m.source is Source.CLAIMED for place in p.places for m in place.melds)
        assert called == claimed
        rules.tiles.check((*p.hand.tiles, *(t for m in p.hand.melds for t in m.tiles), *_seen(p)))


def _seen(p: Position) -> list[Tile]:
    return [Tile(k) for k, n in enumerate(p.seen) for _ in range(n)]


@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_stored_whole(key: str) -> None:
    for p in asked(key):
        assert Position.of(Fields(p.to_json())) == p


def test_positions_come_from_every_place_of_a_match() -> None:
    found = [p for key in GAMES for p in asked(key)]
    assert {p.dealer for p in found} == {0, 1}
    assert {p.round_wind for p in found} == {EAST, SOUTH}
    assert {p.seat for p in found} == {0, 1}
    assert any(p.honba for p in found)
    assert any(t.called for p in found for place in p.places for t in place.river)
    assert any(m.claimed for p in found for place in p.places for m in place.melds)


def claims(key: str, seeds: range) -> list[View]:
    """What seats see right after their claims."""
    rules = rules_of(key)
    out = []
    for seed in seeds:
        rng = random.Random(seed)
        state = begin(rules)
        state = fold(state, deal(state, *shuffled(rules, rng)))
        number = 0
        while state.end is None and not needs_deal(state):
            answers = {seat: choice(state, seat, number, speed.choose) for seat in sorted(to_act(state))}
            state = fold(state, decide(state, answers))
            number += 1
            claimed = [seat for seat, a in answers.items() if isinstance(a, (Chow, Pung))]
            if claimed and to_act(state) == frozenset(claimed):
                out.append(observe(state, claimed[0]))
                break
    return out


def test_what_a_claim_forbids_to_throw_is_no_option() -> None:
    views = [v for v in claims("honglong", range(12)) if barred(v)]
    assert views
    for view in views:
        p = position_of(view, ())
        thrown = {kind(t) for t in view.hand.tiles} - set(p.barred)
        assert thrown < {kind(t) for t in view.hand.tiles}
        found = analyze(view.rules, question_of(view, draws=0))
        assert {kind(c.discard) for c in found.choices if c.discard is not None} == thrown
        assert Position.of(Fields(p.to_json())) == p


def test_melds_keep_the_tile_that_was_claimed() -> None:
    meld = replace(parse_meld("chow:340m"), claimed=parse_tile("0m"), of=1)
    assert meld_text(meld) == "chow:340m:0m"
    assert Fields({"melds": ["chow:340m:0m"]}).melds("melds") == (laid(meld),)
    for wrong in ("chow:345m:6m", "ckong:1111m:1m", "chow:345m:"):
        with pytest.raises(BadPuzzle):
            Fields({"melds": [wrong]}).melds("melds")


# ------------------------------------------------------------------ answers


def posed(key: str, hand: str, drawn: str, *melds: str, indicators: str = "4z", draws: int = 6) -> Position:
    """A position with nothing in the rivers."""
    own = tuple(parse_meld(m) for m in melds)
    held = Hand(parse_tiles(hand), own, parse_tile(drawn))
    places = (Place((), own, len(held.tiles)), Place((), (), 13))
    return Position(
        key, 1, (), 0, 0, held, places, 2 * draws, draws, EAST, indicators=parse_tiles(indicators)
    )


def solve(p: Position) -> DiscardPuzzle:
    return generate.solve(rules_of(p.variant), p, MADE)


def told(p: DiscardPuzzle, tile: str) -> dict[str, dict[str, object]]:
    reasons = explain.explain(rules_of(p.variant), p, parse_tile(tile)).reasons
    return {r.code: dict(r.params) for r in reasons}


def test_a_red_five_and_a_plain_one_are_two_discards_and_the_red_one_costs() -> None:
    p = solve(posed("fulldeck", "123m456p1199s055s", "9p", indicators="4s"))
    p.check(rules_of("fulldeck"))
    red, plain = p.option(parse_tile("0s")), p.option(parse_tile("5s"))
    assert red.win_prob == plain.win_prob
    assert red.value < plain.value
    assert {"red", "dora"} <= set(told(p, "0s"))
    assert "dora" in told(p, "5s")
    assert "red" not in told(p, "5s")
    assert not {"red", "dora"} & set(told(p, "1m"))


def test_an_open_hand_without_a_yaku_is_said_to_have_none() -> None:
    """Chows of one suit and another: nothing but an all simples hand can win, so a wait on 1 is none."""
    p = solve(posed("fulldeck", "23m678p55s", "9s", "chow:345s", "chow:234p"))
    assert curate.barren(rules_of("fulldeck"), p, parse_tile("9s")) == (kind(parse_tile("1m")),)
    assert Theme.NO_YAKU in p.themes
    assert Theme.OPEN in p.themes
    assert p.best()[0].discard == parse_tile("9s")
    assert "no_yaku" not in told(p, "6p")
    closed = solve(posed("fulldeck", "23m678p55s345s234p", "9s"))
    assert curate.barren(rules_of("fulldeck"), closed, parse_tile("9s")) == ()


def test_four_honors_are_not_read_in_chows() -> None:
    p = solve(posed("honglong", "123m456m78m1111z2z", "2z"))
    assert "quad" not in told(p, "1z")
    suited = solve(posed("honglong", "1111m23m456m78m22z", "3z"))
    assert told(suited, "1m")["quad"]["kinds"] == (kind(parse_tile("1m")),)


def test_thirteen_orphans_are_named() -> None:
    p = solve(posed("fulldeck", "19m19p19s123456z5m", "7z"))
    assert "orphans" in told(p, "1m")


def answer(wins: dict[str, float], budget: int) -> DiscardPuzzle:
    """An answer sheet with these chances for the tiles of one hand."""
    position = posed("honglong", "1234567m123456z", "7z")
    choices = tuple(
        Choice(parse_tile(t), 1, (), 1.0, w, 1000 * w, (w,) * position.draws, 0.0, 0.0, Grade.BEST)
        for t, w in wins.items()
    )
    found = Analysis(Goal.VALUE, 1, False, choices, (), Model("shrinking", budget, False, position.draws))
    return solved(position, found, (), 0, MADE)


FIRST = {"1z": 0.50, "2z": 0.45, "3z": 0.42, "4z": 0.40, "5z": 0.1}


@pytest.mark.parametrize(
    ("second", "sure"),
    [
        (FIRST, True),
        ({**FIRST, "2z": 0.46}, True),
        ({**FIRST, "2z": 0.48}, False),  # loses 4 % now, but lost 10 % before: the lead is smaller than what changed
        ({**FIRST, "2z": 0.52}, False),
        ({**FIRST, "5z": 0.25}, True),
    ],
)
def test_a_model_is_believed_where_its_lead_is_larger_than_its_error(second: dict[str, float], sure: bool) -> None:
    one, two = answer(FIRST, 1), answer(second, 2)
    doubted = curate.doubted(one, two)
    assert curate.holds(one, doubted) is sure
    assert not curate.holds(one, curate.doubted(one, answer(second, 1))), "no deeper than before"
    for o in doubted.options:
        lost = [1 - p.option(o.discard).win_prob / p.options[0].win_prob for p in (one, two)]
        assert o.doubt(Goal.WIN) == pytest.approx(abs(lost[0] - lost[1]), abs=1e-4)
    assert discard_from(doubted.to_json()) == doubted


def test_what_lies_within_the_error_is_a_tie() -> None:
    p = curate.doubted(answer(FIRST, 1), answer({**FIRST, "2z": 0.48}, 2))
    grades = {c.discard: c.grade for c in p.analysis().choices}
    assert grades[parse_tile("2z")] is Grade.BEST
    assert grades[parse_tile("3z")] is Grade.BLUNDER


def test_a_mirror_keeps_what_the_indicators_point_at() -> None:
    tiles = rules_of("honglong").tiles
    plain = tuple(range(KINDS))
    mirror = next(image for image in images(tiles.supply) if image[0] == 8)
    for text, kept in (("1z", True), ("7z", True), ("3m", False), ("5m", False)):
        assert keeps_dora(tiles, plain, parse_tiles(text))
        assert keeps_dora(tiles, mirror, parse_tiles(text)) is kept
    rules, rng = rules_of("honglong"), random.Random(1)
    assert similar.other_position(rules, posed("honglong", "1234567m123456z", "7z", indicators="3m"), rng) is None
    other = similar.other_position(rules, posed("honglong", "1234567m123456z", "7z", indicators="1z"), rng)
    assert other is not None
    assert format_tiles(other.hand.concealed) == "3456789m123456z"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("round", "3z"), ("indicators", ""), ("indicators", "888999m"), ("honba", 0), ("barred", "1z"), ("round", "x"),
    ],
)  # fmt: skip
def test_a_table_that_the_game_does_not_have_is_refused(field: str, value: object) -> None:
    p = answer(FIRST, 1)
    data = {**p.position.to_json(), field: value}
    with pytest.raises(BadPuzzle):
        replace(p, position=Position.of(Fields(data))).check(rules_of("honglong"))


def test_a_claimed_tile_is_seen_once() -> None:
    base = posed("honglong", "1234567m123456z", "7z")
    river = (Thrown(parse_tile("9m"), False, False, called=True), Thrown(parse_tile("8m"), True, False))
    melds = (laid(replace(parse_meld("pung:999m"), claimed=parse_tile("9m"))),)
    p = replace(base, places=(replace(base.places[0], river=river), replace(base.places[1], melds=melds)))
    assert p.seen == counts(parse_tiles("8m999m4z"))
    assert [kind(t.tile) for t in p.river] == [kind(parse_tile("9m")), kind(parse_tile("8m"))]
    assert Position.of(Fields(p.to_json())) == p
    who = question(rules_of("honglong"), p).circumstance
    assert (who.dealer, who.seat_wind, who.round_wind) == (True, EAST, EAST)
    assert who.bonus.dora == (EAST,)


# ------------------------------------------------------------------ waits


def test_a_game_has_the_classes_it_can_have() -> None:
    common = set(deal_waits.traps(rules_of("bamboo")))
    assert not common & {Trap.OPEN, Trap.NO_YAKU, Trap.ORPHANS}
    more = {key: set(deal_waits.traps(rules_of(key))) - common for key in GAMES}
    assert more["honglong"] == {Trap.OPEN}, "every hand of one suit and honors is a flush"
    assert more["fulldeck"] == more["sanma2"] == {Trap.OPEN, Trap.NO_YAKU, Trap.ORPHANS}
    assert all(common <= set(deal_waits.traps(rules_of(key))) for key in GAMES)


def test_themes_that_a_game_cannot_have_are_not_offered() -> None:
    for key in GAMES:
        assert curate.possible(rules_of(key)) == frozenset(Theme) - {Theme.STOCK, Theme.BELOW_MINIMUM, Theme.BONUS_KIND}
    assert not curate.possible(rules_of("bamboo")) & {Theme.OPEN, Theme.NO_YAKU, Theme.BONUS, Theme.TWO_STEPS}


@lru_cache(maxsize=8)
def dealt(key: str) -> tuple[WaitPuzzle, ...]:
    return tuple(next(generate.waits(rules_of(key), (), 4, slot)) for slot in range(65))


@pytest.mark.parametrize("key", GAMES)
def test_hands_are_of_their_class_and_answers_are_what_the_scorer_says(key: str) -> None:
    rules = rules_of(key)
    assert {p.trap for p in dealt(key)} == set(deal_waits.traps(rules))
    for slot, p in enumerate(dealt(key)):
        p.check(rules)
        assert waits_from(p.to_json()) == p
        assert p.trap is deal_waits.trap_at(rules, slot) is trap_of(rules, p.hand, p.place)
        seat = rules.seat_winds[0 if p.place.dealer else 1]
        for k in p.waits:
            c = Circumstance(By.DISCARD, p.place.dealer, seat, p.place.round_wind)
            bare = score(rules, Win(p.hand, Tile(k), c)).legal
            assert (k in p.legal) == ((bare or p.place.riichi) and not p.furiten)
        if p.place.riichi:
            assert p.hand.is_concealed
            assert p.waits


@pytest.mark.parametrize("key", GAMES)
def test_a_wait_without_a_yaku_is_told_from_a_furiten_one(key: str) -> None:
    seen = set()
    for p in dealt(key):
        lines = {x.kind: x for x in sheet(rules_of(key), p, legal=True)}
        assert list(lines) == list(rules_of(key).tiles.kinds)
        for k in set(p.waits) - set(p.legal):
            assert lines[k].standing is (Standing.FURITEN if p.furiten else Standing.NO_YAKU)
            seen.add(lines[k].standing)
        for x in lines.values():
            if x.miss is not None:
                spread = [k for g in x.miss.groups if g.meld is None for k in g.kinds]
                grown = counts((*p.hand.concealed, Tile(x.kind)))
                assert counts(Tile(k) for k in (*spread, *x.miss.over)) == grown
    assert Standing.FURITEN in seen


def test_half_a_wait_may_be_won_on() -> None:
    """All simples with 4, not with 1: the commonest trap of open hands."""
    hand = Hand(parse_tiles("23m678p55s"), (parse_meld("chow:345s"), parse_meld("chow:234p")))
    p = build(rules_of("fulldeck"), (), hand, (), MADE, Standpoint(True, EAST))
    assert format_tiles(Tile(k) for k in p.waits) == "14m"
    assert format_tiles(Tile(k) for k in p.legal) == "4m"
    assert p.trap is Trap.NO_YAKU
    ready = Hand(parse_tiles("23m678p55s345s234p"))
    silent, declared = (
        build(rules_of("fulldeck"), (), ready, (), MADE, Standpoint(True, EAST, riichi)) for riichi in (False, True)
    )
    assert format_tiles(Tile(k) for k in declared.legal) == "14m"
    assert silent.waits == declared.waits
    assert silent.id != declared.id


@pytest.mark.parametrize(("seat", "legal"), [(True, "1z"), (False, "")])
def test_the_seat_decides_what_has_a_yaku(seat: bool, legal: str) -> None:
    """In the south round east is the dealer's wind only."""
    hand = Hand(parse_tiles("11z99m678p"), (parse_meld("chow:345s"), parse_meld("chow:123p")))
    p = build(rules_of("fulldeck"), (), hand, (), MADE, Standpoint(seat, SOUTH))
    assert format_tiles(Tile(k) for k in p.waits) == "9m1z"
    assert format_tiles(Tile(k) for k in p.legal) == legal


def test_orphans_wait_for_thirteen_or_for_one_and_misses_say_so() -> None:
    rules = rules_of("fulldeck")
    every = build(rules, (), Hand(parse_tiles("19m19p19s1234567z")), (), MADE, Standpoint(True, EAST))
    assert len(every.waits) == 13
    assert every.trap is Trap.ORPHANS
    one = build(rules, (), Hand(parse_tiles("19m19p19s1123456z")), (), MADE, Standpoint(True, EAST))
    assert format_tiles(Tile(k) for k in one.waits) == "7z"
    line = next(x for x in sheet(rules, one) if x.kind == kind(parse_tile("5m")))
    assert line.miss is not None
    assert line.miss.over == (kind(parse_tile("5m")),)


def test_reds_are_no_more_than_the_set_has() -> None:
    rules = rules_of("fulldeck")
    held = [p for p in dealt("fulldeck") if any(t >= 34 for t in (*p.hand.tiles, *p.river))]
    assert held
    for p in dealt("fulldeck"):
        laid_ = [t for m in p.hand.melds for t in m.tiles]
        rules.tiles.check((*p.hand.tiles, *laid_, *p.river))
        for five in (4, 13, 22):
            copies = [t for t in (*p.hand.tiles, *laid_, *p.river) if kind(t) == five]
            assert len(copies) < 4 or any(t >= 34 for t in copies), "all four fives, none of them red"


def test_one_suit_asks_everything_it_asked() -> None:
    assert one_suit(rules_of("bamboo"))
    assert positions.reach(rules_of("bamboo")) == positions.EVERYTHING
    assert curate.lessons(rules_of("bamboo")) == curate.LESSONS
