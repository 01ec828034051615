"""The atlas for a user: what counts as met and as mastered, lists in order, and the drill of any hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from trainer import variants
from trainer.drill.pack import puzzle_text
from trainer.drill.puzzle import Puzzling
from trainer.drill.waits import WaitPuzzle
from trainer.hands import Hand
from trainer.progress.attempt import Mode
from trainer.rules.variant import ReadyBy
from trainer.store import puzzles
from trainer.tiles import format_tiles, parse_tiles
from trainer.usecases import atlas, practice
from trainer.usecases.atlas import Choice, Gap, Standing
from trainer.usecases.site import NotFound

KEY = "bamboo"
NINE_GATES = "1112345678999s"
SEVEN_WAITS = 79


def drill(db: Any, text: str) -> WaitPuzzle:
    found = practice.find(db, "ann", atlas.train(db, KEY, text, "2026-03-14T12:00:00+00:00"), Puzzling.WAITS)
    assert isinstance(found, WaitPuzzle)
    return found


def answer(db: Any, puzzle: WaitPuzzle, day: int, *, right: bool = True, legal: bool = False, hour: int = 12) -> None:
    token = f"token-{puzzle.id}-{day}-{hour}-{right}-{legal}"
    asked = practice.Asked(token, Mode.PRACTICE, 1000)
    named = frozenset(puzzle.answer(legal=legal)) if right else frozenset()
    now = f"2026-03-{day:02}T{hour:02}:00:00+00:00"
    practice.answer_waits(db, "ann", puzzle, named, asked, now, legal=legal)


def standing(db: Any, text: str) -> Standing:
    place = atlas._place_named(KEY, text)
    return atlas.standings(db, "ann", KEY).get(place, Standing.NEW)


def test_games_of_one_suit_that_wait_for_live_tiles_have_an_atlas(every_variant: Any) -> None:
    rules = every_variant.ruleset()
    kinds = rules.tiles.kinds
    one = kinds[-1] < 27 and kinds[0] // 9 == kinds[-1] // 9
    assert (every_variant in atlas.games()) == (one and rules.ready_by is ReadyBy.LIVE)


def test_a_game_of_several_suits_has_none() -> None:
    with pytest.raises(NotFound):
        atlas.survey("fulldeck")


def test_the_overview_holds_every_hand_once(db: Any) -> None:
    found = atlas.overview(db, "ann", KEY)
    assert sum(r.hands for r in found.rows) == 93_600
    assert sum(r.hands for r in found.rows if r.waits) == 40_196
    assert {r.waits: r.hands for r in found.rows}[7] == SEVEN_WAITS
    assert [r.waits for r in found.rows] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert {(r.met, r.mastered) for r in found.rows} == {(0, 0)}
    chances = [(r.first, r.last) for r in found.rows[:-1]]
    assert chances == sorted(chances)
    assert found.rows[-1].first == 0


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([], Standing.NEW),
        ([("14", True)], Standing.MET),
        ([("14", False)], Standing.MET),
        ([("14", True), ("14", True)], Standing.MET),
        ([("14", True), ("15", True)], Standing.MASTERED),
        ([("14", True), ("15", False), ("15", True)], Standing.MET),
        ([("14", False), ("14", True), ("15", True)], Standing.MET),
        ([("13", False), ("14", True), ("15", True)], Standing.MASTERED),
        ([("13", True), ("14", True), ("15", False)], Standing.MET),
    ],
)
def test_mastered_is_right_at_first_on_the_last_two_days(answers: Any, expected: Standing) -> None:
    assert atlas.mastering(answers) is expected


def test_an_answer_makes_a_hand_met_and_a_second_day_mastered(db: Any) -> None:
    puzzle = drill(db, NINE_GATES)
    assert standing(db, NINE_GATES) is Standing.NEW
    answer(db, puzzle, 14)
    assert standing(db, NINE_GATES) is Standing.MET
    answer(db, puzzle, 15)
    assert standing(db, NINE_GATES) is Standing.MASTERED
    row = next(r for r in atlas.overview(db, "ann", KEY).rows if r.waits == 9)
    assert (row.hands, row.met, row.mastered) == (1, 1, 1)
    assert next(r for r in atlas.overview(db, "bob", KEY).rows if r.waits == 9).met == 0


def test_a_wrong_answer_meets_a_hand_and_takes_the_mastery_away(db: Any) -> None:
    puzzle = drill(db, NINE_GATES)
    for day in (14, 15):
        answer(db, puzzle, day)
    answer(db, puzzle, 16, right=False)
    answer(db, puzzle, 16, right=True, hour=13)
    assert standing(db, NINE_GATES) is Standing.MET


def test_questions_about_legal_waits_do_not_count(db: Any) -> None:
    puzzle = drill(db, NINE_GATES)
    answer(db, puzzle, 14, legal=True)
    assert standing(db, NINE_GATES) is Standing.NEW


def test_puzzles_of_the_packs_count_and_those_with_melds_do_not(db: Any) -> None:
    pack = [p for p in practice.library().values() if isinstance(p, WaitPuzzle) and p.variant == KEY]
    plain = next(p for p in pack if not p.hand.melds)
    melded = next(p for p in pack if p.hand.melds)
    answer(db, plain, 14)
    answer(db, melded, 14)
    assert len(atlas.standings(db, "ann", KEY)) == 1
    assert standing(db, format_tiles(plain.hand.concealed)) is Standing.MET


def test_a_hand_in_another_suit_is_the_same_hand_and_its_mirror_image_is_not(db: Any) -> None:
    rules = variants.get(KEY).ruleset(variants.get(KEY).parse_options({"suit": "m"}))
    hand = Hand(parse_tiles("1123344455678m"))
    made = atlas.build(rules, (("suit", "m"),), hand, (), atlas.Provenance("test", "1", "1"))
    puzzles.add(db, made.id, KEY, "waits", "test", puzzle_text(made), "2026-03-14T12:00:00+00:00", None)
    answer(db, made, 14)
    assert standing(db, "1123344455678s") is Standing.MET
    assert standing(db, "2345566677899s") is Standing.NEW


def test_lists_go_through_all_hands_once_the_best_first(db: Any) -> None:
    choice = Choice(waits=7)
    pages = [atlas.listing(db, "ann", KEY, choice, n) for n in range(1, 5)]
    assert {p.number for p in pages} == {SEVEN_WAITS}
    assert {p.pages for p in pages} == {4}
    items = [i for p in pages for i in p.items]
    assert len({i.text for i in items}) == len(items) == SEVEN_WAITS
    assert [i.tiles for i in items] == sorted((i.tiles for i in items), reverse=True)
    assert {(i.waits, i.shanten) for i in items} == {(7, 0)}
    assert atlas.listing(db, "ann", KEY, choice, 99).page == 4
    assert atlas.listing(db, "ann", KEY, choice, 0).page == 1


def test_filters_hold_and_their_counts_are_those_of_the_lists(db: Any) -> None:
    for gap, number in atlas.counted(KEY):
        found = atlas.listing(db, "ann", KEY, Choice(gap=gap), 1)
        assert found.number == number
        sheet = atlas.show(db, "ann", KEY, found.items[0].text)
        assert gap in {g for _, gaps in sheet.lines for g in gaps}
    both = atlas.listing(db, "ann", KEY, Choice(waits=1, gap=Gap.SEVEN_PAIRS), 1)
    survey = atlas.survey(KEY)
    assert both.number == int(((survey.kinds == 1) & survey.with_gap(Gap.SEVEN_PAIRS)).sum())
    answer(db, drill(db, NINE_GATES), 14)
    assert atlas.listing(db, "ann", KEY, Choice(waits=9), 1).number == 1
    assert atlas.listing(db, "ann", KEY, Choice(waits=9, unmet=True), 1).items == ()


def test_the_page_of_a_hand_proves_its_waits_and_its_exact_chances(db: Any) -> None:
    found = atlas.show(db, "ann", KEY, "1123344455678s")
    right = [line for line, gaps in found.lines if gaps]
    assert format_tiles([line.kind for line in right]) == "2369s"  # type: ignore[list-item]
    assert all(line.readings for line in right)
    assert (found.item.waits, found.item.tiles) == (4, sum(line.left for line in right))
    assert found.mirror is not None
    assert format_tiles(found.mirror.concealed) == "2345566677899s"
    assert np.allclose(found.alone[:1], found.by_draw[:1])
    assert all(best >= kept for best, kept in zip(found.by_draw, found.alone, strict=True))
    assert len(found.by_draw) == atlas.draws(found.rules)
    assert atlas.show(db, "ann", KEY, NINE_GATES).mirror is None


def test_a_hand_that_is_not_ready_has_no_waits_to_keep(db: Any) -> None:
    place = int(np.flatnonzero(atlas.survey(KEY).shanten == 2)[0])
    text = format_tiles(atlas._hand(atlas.survey(KEY), place).concealed)
    found = atlas.show(db, "ann", KEY, text)
    assert (found.item.waits, found.alone) == (0, ())
    assert not any(gaps for _, gaps in found.lines)


@pytest.mark.parametrize("text", ["", "123", "11111s", "1112345678999m", "1112345678999z", "55555s", "x" * 500])
def test_an_address_that_names_no_hand_is_not_found(db: Any, text: str) -> None:
    with pytest.raises(NotFound):
        atlas.show(db, "ann", KEY, text)


def test_a_drill_asks_exactly_about_the_hand(db: Any) -> None:
    puzzle = drill(db, NINE_GATES)
    assert format_tiles(puzzle.hand.concealed) == NINE_GATES
    assert len(puzzle.waits) == 9
    assert (puzzle.river, puzzle.hand.melds) == ((), ())
    puzzle.check(practice.rules_of(puzzle))
    assert drill(db, NINE_GATES) == puzzle


def test_training_picks_what_is_not_met_first(db: Any) -> None:
    eight = Choice(waits=8)
    names = {i.text for i in atlas.listing(db, "ann", KEY, eight, 1).items}
    last = sorted(names)[0]
    for text in names - {last}:
        answer(db, drill(db, text), 14)
    assert {atlas.pick(db, "ann", KEY, eight) for _ in range(5)} == {last}
    answer(db, drill(db, last), 14)
    for text in names - {last}:
        answer(db, drill(db, text), 15)
    assert {atlas.pick(db, "ann", KEY, eight) for _ in range(5)} == {last}, "then what is not mastered"
    with pytest.raises(NotFound):
        atlas.pick(db, "ann", KEY, Choice(waits=8, unmet=True))
