"""Drills of the Chinese games: worth decides, the next draws count, nothing is furiten."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from trainer import variants
from trainer.analysis import HORIZON, Goal, ahead, analyze
from trainer.drill import curate, deal_waits, explain, generate, positions
from trainer.drill.codec import BadPuzzle
from trainer.drill.puzzle import Place, Position, Provenance, discard_from, question
from trainer.drill.symmetry import images, position_image
from trainer.drill.themes import Theme, Trap
from trainer.drill.waits import Standing, build, sheet, waits_from
from trainer.game.state import Thrown
from trainer.hands import Hand
from trainer.rules.variant import Ruleset
from trainer.tiles import KINDS, counts, kind, parse_tile, parse_tiles

GAMES = ("jingdian", "jisu", "xueliu", "flower72", "hk64", "hk128", "wenzhou", "jintan")
LIVE = ("xueliu", "wenzhou", "jintan")
"""Where a hand is ready only while a copy of a wait is left."""
MADE = Provenance("test", "0", "1")


def rules_of(key: str) -> Ruleset:
    return variants.get(key).ruleset()


@cache
def asked(key: str) -> tuple[Position, ...]:
    found = (positions.position(rules_of(key), (), random.Random(f"c/{i}")) for i in range(12))
    return tuple(p for p in found if p is not None)


def posed(key: str, hand: str, drawn: str, *, flowers: str = "", bonus: str = "", river: str = "") -> Position:
    """The dealer's first turns, with so much thrown and shown."""
    rules = rules_of(key)
    thrown = tuple(Thrown(t, False, False) for t in parse_tiles(river))
    size = rules.deal.hand
    return Position(
        variant=key, edition=rules.edition, options=(), seat=0, dealer=0,
        hand=Hand(parse_tiles(hand), (), parse_tile(drawn)),
        places=(Place(thrown, (), size + 1, flowers=parse_tiles(flowers)), Place((), (), size)),
        left=30, draws=HORIZON, bonus_kind=kind(parse_tile(bonus)) if bonus else None,
    )  # fmt: skip


# ------------------------------------------------------------------ discards


@pytest.mark.parametrize("key", GAMES)
def test_positions_are_free_turns_of_a_hand_that_is_not_locked(key: str) -> None:
    rules = rules_of(key)
    assert len(asked(key)) >= 8
    for p in asked(key):
        assert p.draws == min(HORIZON, p.left // rules.seats), "the next draws alone are counted"
        assert not any(place.declared for place in p.places)
        assert (p.bonus_kind is not None) == (key == "jingdian")
        assert any(place.flowers for place in p.places) <= (key in ("flower72", "jintan"))
        assert len(set(p.hand.tiles)) >= positions.LEAST_TILES
        assert len(p.hand.tiles) + 3 * len(p.hand.melds) == rules.deal.hand + 1


def test_flowers_of_both_seats_are_part_of_a_position() -> None:
    shown = [t for p in asked("flower72") for place in p.places for t in place.flowers]
    assert len(set(shown)) >= 5, "all sorts"


@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_stored_whole(key: str) -> None:
    rules = rules_of(key)
    p = replace(asked(key)[0], places=tuple(
        replace(x, declared=rules.ready is not None and i != asked(key)[0].seat)
        for i, x in enumerate(asked(key)[0].places)
    ))  # fmt: skip
    puzzle = generate.solve(rules, p, MADE, 0)
    assert discard_from(puzzle.to_json()) == puzzle
    puzzle.check(rules)


@pytest.mark.parametrize(
    ("key", "changed", "field"),
    [
        ("jingdian", {"bonus_kind": None}, "bonus_kind"),
        ("hk64", {"bonus_kind": 0}, "bonus_kind"),
        ("jingdian", {"bonus_kind": 12}, "bonus_kind"),
    ],
)
def test_the_kind_drawn_by_lot_is_one_of_the_game(key: str, changed: dict[str, int | None], field: str) -> None:
    rules = rules_of(key)
    puzzle = generate.solve(rules, asked(key)[0], MADE, 0)
    with pytest.raises(BadPuzzle, match=field):
        replace(puzzle, position=replace(puzzle.position, **changed)).check(rules)  # type: ignore[arg-type]


def test_a_puzzle_of_another_aim_than_its_game_has_is_refused() -> None:
    rules = rules_of("hk64")
    puzzle = generate.solve(rules, asked("hk64")[0], MADE, 0)
    with pytest.raises(BadPuzzle, match="aim"):
        replace(puzzle, aim=Goal.WIN).check(rules)


@pytest.mark.parametrize(
    ("key", "tried"),
    [("jisu", range(4)), ("flower72", range(8, 10)), ("hk128", range(7, 8)),
     *(pytest.param(key, range(12), marks=pytest.mark.slow) for key in ("jisu", "flower72", "hk128"))],
)  # fmt: skip
def test_a_puzzle_is_about_points_and_has_a_best_discard(key: str, tried: range) -> None:
    rules, made = rules_of(key), []
    for index in tried:
        puzzle = generate.discard(rules, (), 5, index)
        if puzzle is not None:
            made.append(puzzle)
    assert made
    for p in made:
        assert p.aim is p.goal(Goal.WIN) is Goal.VALUE, "graded by points whatever a person plays for"
        assert curate.fault(p) is None
        best = p.best(p.aim)
        assert all(o in best or o.value <= (1 - curate.MARGIN) * best[0].value for o in p.options)
        assert set(p.themes) <= curate.possible(rules)
        assert generate.again(rules, p) == p
        p.check(rules)


def test_where_a_game_is_decided_by_yaku_all_draws_count_and_chances_decide() -> None:
    rules = rules_of("fulldeck")
    assert (ahead(rules, 40), ahead(rules_of("hk128"), 40), ahead(rules_of("hk128"), 3)) == (40, HORIZON, 3)
    assert positions.reach(rules) == positions.NEAR


def test_five_tiles_are_searched_with_every_exchange_that_matters() -> None:
    rules = rules_of("jisu")
    p = posed("jisu", "1456m", "7z")
    enough, more = (analyze(rules, replace(question(rules, p, Goal.VALUE), budget=n)) for n in (4, 6))
    assert [c.discard for c in enough.choices] == [c.discard for c in more.choices]
    assert [c.value for c in enough.choices] == pytest.approx([c.value for c in more.choices], rel=1e-4)
    assert enough.choices[0].discard == parse_tile("1m"), "a pair of dragons is worth more than one of ones"


def test_the_kind_drawn_by_lot_counts_and_is_kept() -> None:
    rules = rules_of("jingdian")
    hand = ("13446789m34447z", "6z")
    plain, lucky = (generate.solve(rules, posed("jingdian", *hand, bonus=b), MADE) for b in ("2z", "7z"))
    red, white = parse_tile("7z"), parse_tile("6z")
    assert plain.option(red).value == pytest.approx(plain.option(white).value, rel=1e-3)
    assert lucky.option(red).value < lucky.option(white).value
    assert Theme.BONUS_KIND in lucky.themes
    assert Theme.BONUS_KIND not in plain.themes
    codes = [r.code for r in explain.explain(rules, lucky, red, Goal.VALUE).reasons]
    assert "bonus_kind" in codes


def test_own_flowers_add_to_every_win() -> None:
    rules = rules_of("flower72")
    bare, rich = (
        generate.solve(rules, posed("flower72", "123456789m1122z", "7z", flowers=f), MADE, 0) for f in ("", "2f")
    )
    for one, other in zip(bare.options, rich.options, strict=True):
        assert other.value == pytest.approx(one.value + one.win_prob, abs=2e-3), "a flower is one fan"


def test_waits_among_own_discards_are_no_furiten() -> None:
    rules = rules_of("hk64")
    p = generate.solve(rules, posed("hk64", "123456789m1123z", "7z", river="3z"), MADE, 0)
    assert Theme.FURITEN not in curate.themes(rules, p)
    assert "furiten" not in [
        r.code for o in p.options for r in explain.explain(rules, p, o.discard, Goal.VALUE).reasons
    ]


@pytest.mark.parametrize("key", GAMES)
def test_themes_that_cannot_occur_are_not_offered(key: str) -> None:
    mine = curate.possible(rules_of(key))
    assert not mine & {Theme.FURITEN, Theme.NO_YAKU, Theme.BELOW_MINIMUM, Theme.LIMIT_HAND, Theme.BONUS, Theme.STOCK}
    assert (Theme.BONUS_KIND in mine) == (key == "jingdian")
    assert (Theme.OPEN in mine) == (Theme.SEVEN_PAIRS in mine) == (key != "jisu")


def test_the_picture_of_a_position_maps_the_kind_drawn_by_lot_too() -> None:
    p = asked("jingdian")[0]
    assert p.bonus_kind is not None
    for image in images(rules_of("jingdian").tiles.supply):
        assert position_image(image, p).bonus_kind == image[p.bonus_kind]
    assert position_image(tuple(range(KINDS)), asked("flower72")[0]) == asked("flower72")[0]


# ------------------------------------------------------------------ waits


@pytest.mark.parametrize("key", GAMES)
def test_classes_that_cannot_occur_are_not_asked_for(key: str) -> None:
    mine = set(deal_waits.traps(rules_of(key)))
    assert not mine & {Trap.NO_YAKU, Trap.OPEN, Trap.ORPHANS}
    assert (Trap.CLAIMED in mine) == (Trap.KONG in mine) == (key != "jisu")
    assert ({Trap.EXHAUSTED, Trap.EXHAUSTED_ONLY} <= mine) == (key in LIVE), "elsewhere they are waits like others"


@pytest.mark.parametrize("key", [key for key in GAMES if key != "jintan"])
def test_every_class_is_met_and_every_wait_may_be_won_on(key: str) -> None:
    rules = rules_of(key)
    made = [next(generate.waits(rules, (), 4, slot)) for slot in range(60)]
    assert {p.trap for p in made} == set(deal_waits.traps(rules))
    for p in made:
        assert waits_from(p.to_json()) == p
        p.check(rules)
        assert (p.legal, p.river) == (p.waits, ()), "nothing that was thrown forbids a win"


def test_four_alike_are_two_pairs() -> None:
    made = [p for slot in range(200) if (p := next(generate.waits(rules_of("hk128"), (), 2, slot))).trap
            is Trap.SEVEN_PAIRS]  # fmt: skip
    most = [max(counts(p.hand.concealed)) for p in made]
    assert len(made) >= 8
    assert max(most) >= 4, "several pairs of one kind"
    assert min(most) == 2


def test_kongs_of_five_tiles_and_more_are_met_where_they_exist() -> None:
    made = [next(generate.waits(rules_of("hk128"), (), 2, slot)) for slot in range(120)]
    sizes = {len(m.tiles) for p in made for m in p.hand.melds if p.trap is Trap.KONG}
    assert sizes == {4, 5, 6, 7, 8}


def test_eight_copies_may_be_waited_for_with_seven_in_hand() -> None:
    rules = rules_of("hk128")
    puzzle = build(rules, (), Hand(parse_tiles("1111111m234567m")), (), MADE)
    one = next(line for line in sheet(rules, puzzle) if line.kind == kind(parse_tile("1m")))
    assert (one.standing, one.left) == (Standing.WAIT, 1)


def test_a_wait_of_which_every_copy_is_held_counts_by_shape_and_says_so() -> None:
    puzzle = build(rules_of("hk64"), (), Hand(parse_tiles("1111m222333444z")), (), MADE)
    line = next(x for x in sheet(rules_of("hk64"), puzzle) if x.kind == kind(parse_tile("1m")))
    assert (line.standing, line.left) == (Standing.HELD, 0)
    assert kind(parse_tile("1m")) in puzzle.waits
    live = build(rules_of("wenzhou"), (), Hand(parse_tiles("1111m222333444z")), (), MADE)
    assert kind(parse_tile("1m")) in live.exhausted


def test_what_is_thrown_forbids_no_win() -> None:
    puzzle = build(rules_of("hk64"), (), Hand(parse_tiles("123456789m1122z")), parse_tiles("1z"), MADE)
    assert puzzle.legal == puzzle.waits != ()


# ------------------------------------------------------------------ play that goes on


def test_tiles_won_on_are_seen_and_part_of_a_position() -> None:
    rules = rules_of("xueliu")
    with_wins = [p for p in asked("xueliu") if any(place.won for place in p.places)]
    assert with_wins, "after a first win of the other seat there are free turns still"
    for p in with_wins:
        assert p.places[p.seat].won == (), "one's own win locks the hand"
        won = counts(p.places[1 - p.seat].won)
        bare = replace(p, places=tuple(replace(place, won=()) for place in p.places))
        assert p.seen == tuple(a + b for a, b in zip(bare.seen, won, strict=True))
        puzzle = generate.solve(rules, p, MADE, 0)
        assert discard_from(puzzle.to_json()) == puzzle
        puzzle.check(rules)
        image = images(rules.tiles.supply)[-1]
        assert counts(position_image(image, p).places[1 - p.seat].won)[image[kind(p.places[1 - p.seat].won[0])]]


@pytest.mark.parametrize(("key", "seat"), [("xueliu", 0), ("hk64", 1)])
def test_only_another_seat_may_have_won_and_only_where_play_goes_on(key: str, seat: int) -> None:
    p = asked(key)[0]
    rules, at = rules_of(key), (p.seat + seat) % 2
    won = (parse_tile("1p" if key == "xueliu" else "1m"),)
    places = tuple(replace(x, won=won if i == at else (), river=()) for i, x in enumerate(p.places))
    puzzle = generate.solve(rules, replace(p, places=places), MADE, 0)
    with pytest.raises(BadPuzzle):
        puzzle.check(rules)
