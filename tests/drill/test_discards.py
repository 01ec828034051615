"""Discard puzzles: real positions, answers that solving again confirms, grades by look-up, reasons that are true."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from trainer import variants
from trainer.analysis import Goal, Grade, analyze
from trainer.drill import curate, explain, generate, positions, similar
from trainer.drill.codec import BadPuzzle
from trainer.drill.explain import Amount, Chance
from trainer.drill.grade import grade_discard
from trainer.drill.pack import puzzle_from, puzzle_text
from trainer.drill.puzzle import DiscardPuzzle, NotAnOption, discard_from, parse_discard, question
from trainer.drill.symmetry import counts_image, essence, images
from trainer.drill.themes import Theme
from trainer.hands import Hand
from trainer.tiles import Counts, counts, kind, parse_tile, parse_tiles, tile_text

RULES = variants.get("bamboo").ruleset()
WHOLE = RULES.tiles.supply


@pytest.fixture(scope="module")
def some() -> list[DiscardPuzzle]:
    """The puzzles among the first candidates of a seed."""
    return generate.discards(RULES, (), 7, range(16))


def test_positions_are_moments_of_real_deals() -> None:
    found = [positions.position(RULES, (), random.Random(f"p/{i}")) for i in range(30)]
    asked = [p for p in found if p is not None]
    assert len(asked) > 15
    for p in asked:
        hand, seats = p.hand, len(p.places)
        assert len(hand.tiles) + 3 * len(hand.melds) == RULES.deal.hand + 1
        RULES.tiles.check((*hand.tiles, *(t for m in hand.melds for t in m.tiles), *_visible(p.seen)))
        kongs = sum(len(place.melds) for place in p.places)
        thrown = sum(len(place.river) for place in p.places)
        dealt = RULES.deal.hand * seats
        assert p.left == RULES.tiles.size() - dealt - (thrown + 1) - kongs, "every throw and every kong took a tile"
        assert p.draws == p.left // seats > 0
        assert not any(t.riichi for t in p.river), "after riichi there is nothing to choose"
        assert len(p.river) - len(p.places[1 - p.seat].river) == (0 if p.seat == p.dealer else -1)


def _visible(seen: Counts) -> list[int]:
    return [k for k, n in enumerate(seen) for _ in range(n)]


def test_same_seed_same_candidate_whatever_came_before(some: list[DiscardPuzzle]) -> None:
    again = generate.discards(RULES, (), 7, range(10, 16))
    assert again == [p for p in some if int(p.provenance.seed.split("/")[1]) >= 10]
    assert generate.discards(RULES, (), 8, range(2)) != some[:2]


def test_solving_again_gives_the_stored_answer(some: list[DiscardPuzzle]) -> None:
    for p in some[:4]:
        found = analyze(RULES, question(RULES, p.position, Goal.VALUE))
        assert found.model.exact
        assert {o.discard for o in p.options} == {c.discard for c in found.choices}
        for c in found.choices:
            assert c.discard is not None
            o = p.option(c.discard)
            assert (o.shanten, o.ukeire) == (c.shanten, c.ukeire)
            assert o.win_prob == pytest.approx(c.win_prob, abs=1e-8)
            assert o.ready_prob == pytest.approx(c.ready_prob, abs=1e-8)
            assert o.value == pytest.approx(c.value, abs=1e-3)
            assert o.by_draw == pytest.approx(c.by_draw, abs=1e-8)


def test_every_puzzle_has_a_clear_best_and_a_margin_that_teaches(some: list[DiscardPuzzle]) -> None:
    assert len(some) >= 5
    for p in some:
        p.check(RULES)
        sheet = p.analysis()
        others = [c.share for c in sheet.choices if c.grade is not Grade.BEST]
        assert 1 <= len(sheet.best) <= curate.MOST_BEST
        assert min(others) >= curate.MARGIN
        assert sum(s <= curate.TEMPTING for s in others) >= curate.LEAST_TEMPTING
        assert p.themes
        assert 1000 <= p.prior <= 2400


def test_grades_are_looked_up_and_ordered_by_loss(some: list[DiscardPuzzle]) -> None:
    for p in some:
        for goal in Goal:
            choices = p.analysis(goal).choices
            top = max(o.measure(goal) for o in p.options)
            assert [c.loss for c in choices] == sorted(c.loss for c in choices)
            for c in choices:
                assert c.discard is not None
                found = grade_discard(p, c.discard, goal)
                lost = top - p.option(c.discard).measure(goal)
                assert found == c
                assert found.loss == pytest.approx(lost, abs=1e-6 * top)
                word = (
                    Grade.BEST if lost <= 1e-6 * max(1.0, top) else Grade.FINE if lost <= 0.02 * top
                    else Grade.INACCURACY if lost <= 0.05 * top else Grade.MISTAKE if lost <= 0.1 * top
                    else Grade.BLUNDER
                )  # fmt: skip
                assert found.grade is word


def test_equal_discards_are_all_best(some: list[DiscardPuzzle]) -> None:
    p = some[0]
    first, second, *rest = p.options
    even = replace(p, options=(first, replace(second, win_prob=first.win_prob), *rest))
    assert grade_discard(even, second.discard).grade is Grade.BEST
    assert grade_discard(even, second.discard).loss == 0


def test_text_form_round_trips_and_the_id_is_the_positions(some: list[DiscardPuzzle]) -> None:
    for p in some:
        assert puzzle_from(puzzle_text(p)) == p
        assert replace(p, prior=1).position.id == p.id
        assert replace(p.position, left=p.position.left - 1).id != p.id


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "000000000000"), ("hand", "12x"), ("drawn", 5), ("left", -1), ("left", True), ("seats", []), ("seat", 2),
        ("discards", []), ("discards", [{}]), ("prior", "hard"), ("themes", ["luck"]), ("model", None), ("variant", 3),
        ("options", {"suit": 1.5}), ("seed", None),
    ],
)  # fmt: skip
def test_damaged_puzzles_are_refused_in_a_sentence(some: list[DiscardPuzzle], field: str, value: object) -> None:
    with pytest.raises(BadPuzzle) as refused:
        discard_from({**some[0].to_json(), field: value})
    assert str(refused.value).endswith(".")


def test_a_puzzle_whose_options_are_not_its_tiles_is_refused(some: list[DiscardPuzzle]) -> None:
    p = some[0]
    with pytest.raises(BadPuzzle):
        replace(p, options=p.options[1:]).check(RULES)
    with pytest.raises(BadPuzzle):
        p.check(replace(RULES, edition=RULES.edition + 1))


@pytest.mark.parametrize("text", ["discard:3s", "3s", "discard:3s:drawn", " discard:3s "])
def test_a_discard_may_be_written_in_the_words_of_the_game(text: str) -> None:
    assert parse_discard(text) == parse_tile("3s")


@pytest.mark.parametrize("text", ["", "discard:", "pass", "discard:34s", "9x", "kong:1s"])
def test_what_is_no_discard_is_refused(text: str) -> None:
    with pytest.raises(NotAnOption) as refused:
        parse_discard(text)
    assert str(refused.value).endswith(".")


def test_a_tile_that_is_not_in_the_hand_is_no_option(some: list[DiscardPuzzle]) -> None:
    p = some[0]
    other = next(k for k in RULES.tiles.kinds if p.position.hand.counts[k] == 0)
    with pytest.raises(NotAnOption):
        grade_discard(p, parse_tile(tile_text(other)))


# ------------------------------------------------------------------ themes


def test_themes_follow_from_the_numbers(some: list[DiscardPuzzle]) -> None:
    for p in some:
        right, sheet = p.best()[0], p.analysis()
        tempting = [c for c in sheet.choices if c.share <= curate.TEMPTING]
        ready = [c for c in tempting if c.shanten == 0]
        assert (Theme.WAIT_CHOICE in p.themes) == (right.shanten == 0 and len(ready) > 1)
        assert (Theme.QUAD in p.themes) == (max(p.position.hand.counts) == 4)
        assert (Theme.SHAPE in p.themes) == (not any(o.shanten == 0 for o in p.options))
        dearest = max(o.value for o in p.options)
        points = max(o.value for o in p.best()) < 0.99 * dearest
        assert (Theme.POINTS in p.themes) == points
        if Theme.FEWER_TILES in p.themes:
            assert any(o.tiles > right.tiles and o.shanten == right.shanten for o in p.options)


def test_lessons_tell_judgment_from_counting(some: list[DiscardPuzzle]) -> None:
    for p in some:
        least = min(o.shanten for o in p.options)
        most = max(o.tiles for o in p.options if o.shanten == least)
        counted = [o for o in p.options if o.shanten == least and o.tiles == most]
        fooled = not any(o in p.best() for o in counted)
        if fooled:
            assert curate.lesson(p) is curate.Lesson.JUDGMENT


# ------------------------------------------------------------------ reasons


def test_the_difference_is_the_difference_of_useful_tiles(some: list[DiscardPuzzle]) -> None:
    for p in some:
        best = p.analysis().choices[0]
        for o in p.options:
            e = explain.explain(RULES, p, o.discard)
            assert e.own.discard == o.discard
            if e.own.grade is not Grade.BEST:
                assert e.best == best
                gain, loss = sum(n for _, n in e.gained), sum(n for _, n in e.given_up)
                assert e.own.tiles - e.best.tiles == gain - loss
            assert e.reasons
            for r in e.reasons:
                names = dict(r.params)
                assert r.template % {k: "x" if not isinstance(v, int) else v for k, v in names.items()}


def test_reasons_say_what_the_sheet_says(some: list[DiscardPuzzle]) -> None:
    codes = set()
    for p in some:
        for o in p.options:
            e = explain.explain(RULES, p, o.discard)
            told = {r.code: dict(r.params) for r in e.reasons}
            codes |= set(told)
            if e.own.grade is Grade.BEST:
                assert "only" in told
                continue
            if "waits" in told:
                assert e.own.shanten == e.best.shanten == 0
                assert told["waits"]["own_amount"] == Amount(len(o.ukeire), o.tiles)
                assert e.own.ukeire != e.best.ukeire, "the same waits are said once"
            if "same_waits" in told:
                assert told["same_waits"]["amount"] == Amount(len(e.best.ukeire), e.best.tiles)
            if "ready_lost" in told:
                assert (e.best.shanten, e.own.shanten) == (0, 1)
            if "ready_early" in told:
                assert e.own.shanten < e.best.shanten
            if "chance" in told:
                assert told["chance"]["own_chance"] == Chance(o.win_prob)
    assert {"only", "next", "waits", "same_waits", "ready_lost", "chance"} <= codes


def test_blocked_waits_and_furiten_are_pointed_out() -> None:
    """Throwing 8s leaves 1114446669999s, which only the fifth 9s would complete."""
    base = next(p for i in range(40) if (p := positions.position(RULES, (), random.Random(f"b/{i}"))) is not None)
    bare = tuple(replace(place, river=(), melds=()) for place in base.places)
    position = replace(base, hand=Hand(parse_tiles("1114446669999s"), (), parse_tile("8s")), places=bare)
    puzzle = generate.solve(RULES, position, similar.provenance("x"))
    told = {r.code: dict(r.params) for r in explain.explain(RULES, puzzle, parse_tile("8s")).reasons}
    assert told["held"]["kinds"] == (kind(parse_tile("9s")),)
    assert Theme.QUAD in puzzle.themes


# ------------------------------------------------------------------ pictures


def test_one_suit_has_one_mirror() -> None:
    assert len(images(WHOLE)) >= 2
    hand = counts(parse_tiles("1112345678999s"))
    seen = {counts_image(i, hand)[18:27] for i in images(WHOLE)}
    assert seen == {hand[18:27]}, "the nine gates look the same from both sides"
    one, other = counts(parse_tiles("1123s")), counts(parse_tiles("7899s"))
    assert essence(WHOLE, one) == essence(WHOLE, other) != essence(WHOLE, counts(parse_tiles("1223s")))


def test_a_mirrored_position_has_the_mirrored_answer(some: list[DiscardPuzzle]) -> None:
    p = next(p for p in some if Theme.WAIT_CHOICE in p.themes)
    other = similar.other_position(RULES, p.position, random.Random(1))
    assert other is not None
    solved = generate.solve(RULES, other, similar.provenance(p.id))
    assert solved.id != p.id
    first, last = kind(parse_tile("1s")), kind(parse_tile("9s"))
    mirrored = {first + last - o.discard: o.win_prob for o in solved.options}
    assert mirrored == pytest.approx({o.discard: o.win_prob for o in p.options}, abs=1e-7)
