"""A hand put together tile by tile: what the pad of the analysis and score pages does, with and without JavaScript."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer import variants
from trainer.rules.variant import Variant
from trainer.text import Refusal
from trainer.tiles import kind
from trainer.usecases import ask, compose
from trainer.usecases.compose import Draft

RULES = variants.get("bamboo").ruleset()


def draft(**fields: str) -> Draft:
    return compose.read(RULES, fields)


def test_a_draft_is_read_and_written_as_the_fields_of_a_form() -> None:
    fields = {"hand": "31s", "melds": "ckong:9999s", "seen": "22s", "win": "5s"}
    assert draft(**fields).texts() == fields
    assert draft().texts() == {}


def test_more_copies_than_the_game_has_are_refused() -> None:
    with pytest.raises(Refusal):
        draft(hand="111s", seen="1s", win="1s")


def test_a_tile_goes_where_it_is_wanted() -> None:
    d = draft(hand="12s")
    assert compose.add(RULES, d, "3s", "hand").texts() == {"hand": "123s"}
    assert compose.add(RULES, d, "3s", "seen").texts() == {"hand": "12s", "seen": "3s"}
    assert compose.add(RULES, d, "3s", "ckong").texts() == {"hand": "12s", "melds": "ckong:3333s"}


def test_a_kong_takes_its_tiles_out_of_the_hand() -> None:
    assert compose.add(RULES, draft(hand="122233s", win="2s"), "2s", "ckong").texts() == {
        "hand": "133s",
        "melds": "ckong:2222s",
    }


def test_a_full_hand_takes_no_more_and_a_fifth_copy_is_refused() -> None:
    full = draft(hand="11223344556677s")
    with pytest.raises(Refusal, match="full"):
        compose.add(RULES, full, "8s", "hand")
    assert compose.add(RULES, full, "8s", "seen").texts()["seen"] == "8s"
    with pytest.raises(Refusal, match="full"):
        compose.add(RULES, draft(hand="1122334455667s", win="7s"), "8s", "hand")
    with pytest.raises(Refusal):
        compose.add(RULES, draft(hand="2222s"), "2s", "hand")


def test_a_tile_is_taken_out_once_and_one_that_is_not_there_changes_nothing() -> None:
    d = draft(hand="1223s", melds="ckong:9999s", seen="55s", win="4s")
    assert compose.take_out(d, "hand", "2s").texts()["hand"] == "123s"
    assert compose.take_out(d, "seen", "5s").texts()["seen"] == "5s"
    assert "win" not in compose.take_out(d, "win", "4s").texts()
    assert "melds" not in compose.take_out(d, "melds", "ckong:9999s").texts()
    assert compose.take_out(d, "hand", "8s") == d


def test_the_last_of_fourteen_is_the_winning_tile_and_another_can_be_chosen() -> None:
    d = compose.with_win(RULES, draft(hand="23444567789991s"))
    assert d.texts() == {"hand": "2344456778999s", "win": "1s"}
    assert compose.won_with(d, "4s").texts() == {"hand": "2344567789991s", "win": "4s"}
    assert compose.won_with(d, "8s").win == draft(win="8s").win
    assert compose.won_with(d, "1s") == d, "it is the winning tile already"
    assert compose.with_win(RULES, draft(hand="234s")).win is None


@given(st.lists(st.tuples(st.integers(1, 9), st.sampled_from(compose.places(RULES, win=False))), max_size=25))
def test_whatever_is_tapped_the_draft_stays_within_the_set(taps: list[tuple[int, str]]) -> None:
    d = Draft()
    for rank, place in taps:
        try:
            d = compose.add(RULES, d, f"{rank}s", place)
        except Refusal:
            continue
        assert min(compose.left(RULES, d).values()) >= 0
        assert compose.read(RULES, d.texts()).texts() == d.texts()


def test_the_examples_are_questions_that_can_be_asked(every_variant: Variant) -> None:
    hand = compose.example_hand(every_variant.key)
    rules = every_variant.ruleset()
    text = Draft(hand.tiles, hand.melds).texts()
    asked = {"variant": every_variant.key, "hand": text["hand"], "melds": text.get("melds", "").split()}
    assert ask.ask_shanten(asked) == 0, "ready, so that there is something to choose, and not complete"
    assert 0 < compose.most_draws(rules) * rules.seats < sum(rules.tiles.supply) - rules.seats * rules.deal.hand
    win = compose.example_win(every_variant.key)
    assert len(win.hand.concealed) == rules.deal.hand - 3 * len(win.hand.melds)
    assert kind(win.tile) >= 0


@pytest.mark.parametrize(
    ("question", "says"), [(ask.ask_analyze, "needs 13 or 14"), (ask.ask_score, "needs 13")]
)
def test_a_wrong_number_of_tiles_names_the_right_ones(question: object, says: str) -> None:
    fields = {"variant": "bamboo", "hand": "123s", "draws": 4, "win": "1s", "by": "discard"}
    with pytest.raises(Refusal) as refused:
        question(fields)  # type: ignore[operator]
    sentence = refused.value.template % refused.value.params
    assert says in sentence
    assert " / " not in sentence
