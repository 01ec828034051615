"""A hand put together tile by tile: what the pad of the analysis and score pages does, with and without JavaScript."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer import variants
from trainer.hands import parse_meld
from trainer.rules.score import check_melds
from trainer.rules.variant import Ruleset, Variant
from trainer.text import Refusal
from trainer.tiles import FIRST_FLOWER, Tile, kind, parse_tile, parse_tiles
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


# ------------------------------------------------------------------ melds, red fives, what lies open

FULL = variants.get("fulldeck").ruleset()
SANMA = variants.get("sanma2").ruleset()


def melded(hand: str, tile: str, form: str, rules: Ruleset = FULL, **more: str) -> dict[str, str]:
    return compose.add(rules, compose.read(rules, {"hand": hand, **more}), tile, form).texts()


@pytest.mark.parametrize(
    ("key", "win", "expected"),
    [
        ("bamboo", True, "hand ckong"),
        ("bamboo", False, "hand ckong seen"),
        ("fulldeck", True, "hand chow pung kong ckong dora ura"),
        ("sanma2", True, "hand pung kong ckong dora ura aside"),
        ("sanma2", False, "hand pung kong ckong dora aside seen"),
        ("seventeen", True, "hand dora ura"),
    ],
)
def test_a_tile_goes_only_where_the_game_has_a_place(key: str, win: bool, expected: str) -> None:
    assert compose.places(variants.get(key).ruleset(), win=win) == tuple(expected.split())


def test_options_take_places_away() -> None:
    rules = variants.get("sanma2").ruleset({"pon": False, "nuki": "none"})
    assert compose.places(rules, win=True) == ("hand", "ckong", "dora", "ura")
    assert compose.places(variants.get("seventeen").ruleset({"seats": 4}), win=True) == ("hand",)


@pytest.mark.parametrize(
    ("hand", "tile", "form", "left_over", "meld"),
    [
        ("11z", "3m", "chow", "11z", "chow:345m"),
        ("11z", "7m", "chow", "11z", "chow:789m"),
        ("11z", "8m", "chow", "11z", "chow:789m"),
        ("11z", "9m", "chow", "11z", "chow:789m"),
        ("0m11z", "3m", "chow", "11z", "chow:340m"),
        ("5m11z", "3m", "chow", "11z", "chow:345m"),
        ("11z", "0m", "chow", "11z", "chow:067m"),
        ("11z", "0m", "pung", "11z", "pung:055m"),
        ("05m11z", "5m", "pung", "11z", "pung:055m"),
        ("11z", "5m", "pung", "11z", "pung:555m"),
        ("11z", "5m", "kong", "11z", "kong:0555m"),
        ("1155z", "5z", "pung", "11z", "pung:555z"),
        ("345m345m", "3m", "chow", "345m", "chow:345m"),
    ],
)
def test_a_meld_moves_what_the_hand_holds_and_takes_the_rest_from_the_set(
    hand: str, tile: str, form: str, left_over: str, meld: str
) -> None:
    assert melded(hand, tile, form) == {"hand": left_over, "melds": meld}


def test_a_winning_tile_stays_unless_the_meld_needs_it() -> None:
    assert melded("55z", "5z", "pung", win="5z") == {"melds": "pung:555z"}
    assert melded("555z", "5z", "pung", win="5z") == {"melds": "pung:555z", "win": "5z"}


@pytest.mark.parametrize(
    ("hand", "tile", "form", "says"),
    [
        ("11z", "1z", "chow", "Honors make no chow"),
        ("11m", "5p", "kong", "There are not enough"),
        ("1m", "5z", "pung", "no room"),
    ],
)
def test_a_meld_that_cannot_be_is_refused(hand: str, tile: str, form: str, says: str) -> None:
    more = {"seen": "5p"} if form == "kong" else {}
    if form == "pung":
        more = {"melds": "pung:111p pung:222p pung:333p pung:444p"}
    with pytest.raises(Refusal, match=says):
        melded(hand, tile, form, **more)


def test_red_fives_are_counted_apart() -> None:
    free = compose.left(FULL, compose.read(FULL, {"hand": "055m", "seen": "0p"}))
    red_m, red_p, red_s = (Tile(34 + i) for i in range(3))
    assert (free[red_m], free[Tile(4)]) == (0, 1)
    assert (free[red_p], free[Tile(13)]) == (0, 3)
    assert (free[red_s], free[Tile(22)]) == (1, 3)
    assert sum(compose.left(FULL, Draft()).values()) == 136
    assert Tile(34) not in compose.left(SANMA, Draft()), "no red five of characters in this game"


def test_what_lies_open_is_in_sight_once() -> None:
    d = compose.read(FULL, {"hand": "12m", "dora": "3m", "seen": "3m9s"})
    assert d.seen == parse_tiles("9s")
    d = compose.add(FULL, d, "3m", "seen")
    assert d.texts() == {"hand": "12m", "dora": "3m", "seen": "33m9s"}
    assert compose.read(FULL, d.texts()).texts() == d.texts()
    assert compose.take_out(d, "dora", "3m").texts() == {"hand": "12m", "seen": "3m9s"}
    assert "seen" not in d.texts(win=True)


def test_tiles_set_aside_are_counted_and_seen() -> None:
    d = compose.add(SANMA, compose.add(SANMA, Draft(), "4z", "aside"), "4z", "aside")
    assert d.texts() == {"nuki": "2", "seen": "44z"}
    assert compose.left(SANMA, d)[Tile(30)] == 2
    assert compose.take_out(d, "nuki", "4z").texts() == {"nuki": "1", "seen": "4z"}
    for tile, place in (("3z", "aside"), ("1p", "aside")):
        with pytest.raises(Refusal, match="never set aside"):
            compose.add(SANMA, d, tile, place)
    with pytest.raises(Refusal, match="From 0 to 4"):
        compose.read(SANMA, {"nuki": "5"})
    both = variants.get("sanma2").ruleset({"nuki": "WN"})
    three = compose.read(both, {"hand": "44z", "nuki": "3"})
    assert three.texts() == {"hand": "44z", "nuki": "3"}, "west or north: nobody can tell from the number"


def test_indicators_point_back(every_variant: Variant) -> None:
    rules = every_variant.ruleset()
    for k in rules.tiles.kinds:
        (indicator,) = compose.pointing(rules, [k])
        assert rules.tiles.after(kind(indicator)) == k


@pytest.mark.parametrize(
    ("key", "options", "draws"),
    [
        ("bamboo", {}, 4),
        ("fulldeck", {}, 17),
        ("honglong", {}, 11),
        ("sanma2", {"nuki": "none"}, 19),
        ("sanma2", {}, 17),
        ("sanma2", {"nuki": "WN"}, 15),
        ("tenhodori", {}, 17),
        ("seventeen", {}, 17),
        ("seventeen", {"seats": 4}, 17),
    ],
)
def test_the_draws_offered_are_those_of_the_wall(key: str, options: dict[str, object], draws: int) -> None:
    assert compose.most_draws(variants.get(key).ruleset(options)) == draws


def test_the_melds_in_the_label_are_melds_of_the_game(every_variant: Variant) -> None:
    rules = every_variant.ruleset()
    melds = tuple(parse_meld(text) for text in compose.example_melds(rules).split())
    check_melds(rules, melds)
    assert bool(melds) == (rules.kongs.concealed or rules.claims.pung)


def test_how_a_hand_is_won_is_what_the_game_knows() -> None:
    known = {v.key: " ".join(compose.ways(v.ruleset())) for v in variants.all_variants()}
    assert known["bamboo"] == "discard self_draw"
    assert known["fulldeck"] == "discard self_draw robbed_kong"
    assert known["tenhodori"] == "self_draw"
    assert known["seventeen"] == "discard"


def test_steps_are_told_however_far_the_hand_is() -> None:
    found = ask.ask_steps({"variant": "fulldeck", "hand": "118m2568p77s135z9s2m", "draws": 17})
    assert found.shanten == found.steps[0].shanten == 4
    order = [(u.shanten, -u.tiles) for u in found.steps]
    assert order == sorted(order)
    assert len(order) == 12


# ------------------------------------------------------------------ what only some games have


@pytest.mark.parametrize(
    ("key", "win", "more"),
    [
        ("jingdian", True, {"bonus"}),
        ("jingdian", False, {"bonus", "seen"}),
        ("jisu", True, {"flip"}),
        ("jisu", False, {"seen"}),
        ("wenzhou", True, set()),
        ("jintan", False, {"seen"}),
        ("xueliu", False, {"seen"}),
    ],
)
def test_a_kind_drawn_by_lot_and_turned_tiles_have_their_places(key: str, win: bool, more: set[str]) -> None:
    rules = variants.get(key).ruleset()
    melds = {"jisu": set(), "xueliu": {"pung", "kong", "ckong"}}.get(key, {"chow", "pung", "kong", "ckong"})
    assert set(compose.places(rules, win=win)) == {"hand"} | melds | more


def test_a_flower_goes_to_the_flowers_wherever_the_next_tile_should_go() -> None:
    rules = variants.get("flower72").ruleset()
    draft = Draft()
    for place in ("hand", "pung", "seen"):
        draft = compose.add(rules, draft, {"hand": "1f", "pung": "8f", "seen": "3f"}[place], place)
    assert draft.texts() == {"flowers": "183f"}
    assert compose.read(rules, draft.texts()) == draft
    with pytest.raises(Refusal):
        compose.add(rules, draft, "8f", "hand")
    assert compose.take_out(draft, "flowers", "8f").texts() == {"flowers": "13f"}
    assert [n for t, n in compose.left(rules, draft).items() if t >= FIRST_FLOWER] == [0, 1, 0, 1, 1, 1, 1, 0]


def test_the_tiles_and_flowers_of_a_game_are_on_its_pad() -> None:
    two, all_ = (compose.left(variants.get(key).ruleset(), Draft()) for key in ("xueliu", "jintan"))
    assert (len(two), set(two.values())) == (18, {4})
    assert [n for t, n in all_.items() if t >= FIRST_FLOWER] == [1] * 8
    assert sum(all_.values()) == 144


def test_bonus_kind_and_turned_tiles_are_read_and_written() -> None:
    classic, five = variants.get("jingdian").ruleset(), variants.get("jisu").ruleset()
    draft = compose.add(classic, compose.add(classic, Draft(), "1m", "bonus"), "7z", "bonus")
    assert draft.texts() == {"bonus_kind": "7z"}, "there is one"
    assert compose.left(classic, draft)[parse_tile("7z")] == 4, "no tile leaves the set"
    assert compose.take_out(draft, "bonus_kind", "7z") == Draft()
    assert compose.read(variants.get("jingdian").ruleset({"jia_fan": 0}), draft.texts()) == Draft()
    turned = Draft()
    for text in ("5m", "7z", "2m", "9m", "5m"):
        turned = compose.add(five, turned, text, "flip")
    assert compose.read(five, turned.texts()) == turned
    assert compose.left(five, turned)[parse_tile("5m")] == 2
    with pytest.raises(Refusal, match="turned"):
        compose.add(five, turned, "3m", "flip")
    assert compose.take_out(turned, "bonus_flip", "5m").texts() == {"bonus_flip": "7z295m"}


def test_a_kong_grows_where_the_set_has_more_than_four_copies() -> None:
    rules = variants.get("hk128").ruleset()
    draft = compose.add(rules, Draft(parse_tiles("55m12z")), "5m", "ckong")
    assert [m.text for m in draft.melds] == ["ckong:5555m"]
    for n in range(5, 9):
        draft = compose.add(rules, draft, "5m", "ckong")
        assert [m.text for m in draft.melds] == [f"ckong:{'5' * n}m"]
    with pytest.raises(Refusal):
        compose.add(rules, draft, "5m", "ckong")
    both = compose.add(rules, compose.add(rules, Draft(), "5m", "ckong"), "5m", "kong")
    assert [m.text for m in both.melds] == ["ckong:5555m", "kong:5555m"], "one that is open does not grow the other"
    four = variants.get("hk64").ruleset()
    with pytest.raises(Refusal):
        compose.add(four, compose.add(four, Draft(), "5m", "kong"), "5m", "kong")


@pytest.mark.parametrize("key", ["jingdian", "jisu", "flower72", "hk64", "hk128", "wenzhou", "xueliu", "jintan"])
def test_a_question_is_about_the_next_draws_where_every_hand_may_win(key: str) -> None:
    assert compose.usual_draws(variants.get(key).ruleset()) == 6
    assert compose.usual_draws(variants.get("fulldeck").ruleset()) == compose.most_draws(
        variants.get("fulldeck").ruleset()
    )
