"""What every variant owes the machine interface: key, names, options, flags, line ids, files of its folder."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re

import pytest

from trainer import variants
from trainer.rules.variant import Flag, Names, Variant
from trainer.text import Refusal
from trainer.tiles import KINDS, is_red, kind, parse_tiles

PUBLISHED = frozenset({"bamboo"})
"""Variants that a release has offered: their games are in people's databases. Add new ones, never take one away."""

RIICHI_LINES = (
    "riichi double_riichi ippatsu tsumo pinfu iipeikou ryanpeikou tanyao yakuhai_white yakuhai_green yakuhai_red "
    "yakuhai_seat yakuhai_round haitei houtei rinshan chankan chiitoitsu ittsuu chanta junchan sanshoku_doujun "
    "sanshoku_doukou toitoi sanankou sankantsu honroutou shousangen honitsu chinitsu dora ura_dora red_dora nuki_dora "
    "tenhou chiihou renhou kokushi suuankou daisangen shousuushi daisuushi tsuuiisou ryuuiisou chinroutou chuuren "
    "suukantsu paarenchan"
)
ADDITIVE_LINES = (
    "big_four_winds big_three_dragons nine_gates four_kongs seven_shifted_pairs all_green eight_flowers heavenly_hand "
    "little_four_winds little_three_dragons all_honors four_concealed_pungs pure_terminal_chows quadruple_chow "
    "four_shifted_pungs four_shifted_chows three_kongs all_terminals_and_honors earthly_hand full_flush seven_pairs "
    "pure_triple_chow pure_shifted_pungs human_hand pure_straight pure_shifted_chows three_concealed_pungs "
    "ready_at_deal upper_four lower_four big_three_winds three_wind_pungs little_three_winds bonus_kind last_tile_draw "
    "last_tile_claim robbing_the_kong out_with_replacement self_drawn all_pungs two_dragon_pungs half_flush "
    "two_concealed_kongs melded_hand fully_concealed_hand two_melded_kongs last_of_kind declared_ready outside_hand "
    "mixed_outside_hand pure_outside_hand all_simples all_chows dragon_pung concealed_hand tile_hog "
    "two_concealed_pungs concealed_kong two_five_eight_pair two_terminal_chows melded_kong pure_double_chow "
    "two_pure_double_chows two_shifted_pungs terminal_pair edge_wait closed_wait single_wait "
    "pung_of_terminals_or_honors wind_pung short_straight flower_tiles seat_flowers four_plants four_seasons "
    "seven_stars dragons_only winds_only terminals_only lower_tiles middle_tiles upper_tiles odd_tiles even_tiles "
    "one_rank_everywhere tile_hog_5 tile_hog_6 tile_hog_7 tile_hog_8 melded_kong_5 concealed_kong_5 melded_kong_6 "
    "concealed_kong_6 melded_kong_7 concealed_kong_7 melded_kong_8 concealed_kong_8"
)
ACH_LINES = "four_honor_pungs four_winds_seven_pairs three_dragons_seven_pairs"
"""What the older table of flower72 has beside those: the interface may be added to."""

LINES = {
    **dict.fromkeys(("bamboo", "fulldeck", "honglong", "sanma2", "tenhodori", "seventeen"), RIICHI_LINES),
    **dict.fromkeys(("jingdian", "hk64", "hk128"), ADDITIVE_LINES),
    "flower72": f"{ADDITIVE_LINES} {ACH_LINES}",
    "jisu": "faces pung five_dragons declared_ready bonus_flip",
    "wenzhou": "concealed_hand all_simples half_flush_all_pungs three_concealed_pungs pure_straight "
    "pure_shifted_chows pure_triple_chow big_three_winds full_flush seven_pairs luxury_seven_pairs "
    "full_flush_all_pungs all_terminals_and_honors four_shifted_chows quadruple_chow four_concealed_pungs "
    "little_three_dragons little_four_winds all_honors big_three_dragons big_four_winds",
    "xueliu": "basic all_pungs full_flush seven_pairs flush_all_pungs golden_single flush_golden_single "
    "flush_seven_pairs heavenly_hand root self_drawn after_kong robbing_the_kong out_with_replacement last_tile",
    "jintan": "half_flush all_pungs out_with_replacement single_wait full_flush seven_pairs flower_tiles honor_pung "
    "honor_kong number_kong",
}
"""Ids that lines of each game may have (contract 6)."""

BOTH = (True, False)
DEALERS = ("winner", "first_winner", "lot")
"""Of these games only one seat wins a deal, so that the first winner is the winner: both are known (contract 1.1)."""

OPTIONS: dict[str, dict[str, tuple[object, tuple[object, ...] | None]]] = {
    "jintan": {
        "start": (0, None),
        "rounds": (1, (1, 2, 4)),
        "base": (10, None),
        "flower": (5, None),
        "dudiao": ("narrow", ("narrow", "any")),
        "flower_kai": (False, BOTH),
    },
    "bamboo": {
        "preset": ("bamboo", ("bamboo", "training")),
        "mode": ("points", ("points", "units")),
        "suit": ("s", ("m", "p", "s")),
        "start": (100_000, None),
        "hands": (0, None),
        "bust": (True, BOTH),
        "assist": (True, BOTH),
        "chombo": ("mangan", ("mangan", "baiman", "yakuman")),
        "declareWaits": (False, BOTH),
        "noSorting": (False, BOTH),
        "roundLabel": (False, BOTH),
        "kazoe": (True, BOTH),
        "doubleYakuman": (False, BOTH),
        "stackYakuman": (True, BOTH),
        "riichiKan": ("shape", ("shape", "waits")),
        "renhou": ("yakuman", ("off", "mangan", "yakuman")),
    },
    "fulldeck": {
        "preset": ("default", ("default", "famicom")),
        "start": (25_000, None),
        "length": ("south", ("east", "south")),
        "bust": (True, BOTH),
        "assist": (True, BOTH),
        "chombo": ("mangan", ("mangan", "baiman", "yakuman")),
        "red": (3, (0, 3)),
        "noten": (1500, (0, 1000, 1500, 3000)),
        "tsumoPayment": ("full", ("full", "share")),
        "kazoe": (True, BOTH),
        "doubleYakuman": (False, BOTH),
        "stackYakuman": (True, BOTH),
        "riichiKan": ("shape", ("shape", "waits")),
        "kokushiAnkan": (False, BOTH),
        "kanUra": (True, BOTH),
        "renhou": ("off", ("off", "mangan", "yakuman")),
        "ryanhanShibari": ("off", ("off", 4, 5)),
        "paarenchan": (False, BOTH),
        "extraHands": (0, (0, 2)),
        "uma": (0, None),
    },
    "honglong": {
        "suit": ("m", ("m", "p", "s")),
        "start": (50_000, None),
        "length": ("south", ("east", "south")),
        "bust": (True, BOTH),
        "assist": (True, BOTH),
        "chombo": ("mangan", ("mangan", "baiman", "yakuman")),
        "red": (0, (0, 1)),
        "yakuhai": ("standard", ("standard", "dragons", "off")),
        "noten": (1500, (0, 1000, 1500, 3000)),
        "tsumoPayment": ("full", ("full", "share")),
        "kazoe": (True, BOTH),
        "doubleYakuman": (False, BOTH),
        "stackYakuman": (True, BOTH),
        "riichiKan": ("shape", ("shape", "waits")),
        "kanUra": (True, BOTH),
        "renhou": ("yakuman", ("off", "mangan", "yakuman")),
        "uma": (0, None),
    },
    "sanma2": {
        "fullSuit": ("p", ("p", "s")),
        "nuki": ("N", ("none", "N", "WN")),
        "pon": (True, BOTH),
        "start": (50_000, None),
        "length": ("east", ("east", "south")),
        "bust": (True, BOTH),
        "assist": (True, BOTH),
        "chombo": ("mangan", ("mangan", "baiman", "yakuman")),
        "red": (1, (0, 1, 2)),
        "noten": (1000, (0, 1000, 1500, 3000)),
        "tsumoPayment": ("full", ("full", "share")),
        "kazoe": (True, BOTH),
        "doubleYakuman": (False, BOTH),
        "stackYakuman": (True, BOTH),
        "riichiKan": ("shape", ("shape", "waits")),
        "kokushiAnkan": (False, BOTH),
        "kanUra": (True, BOTH),
        "renhou": ("off", ("off", "mangan", "yakuman")),
        "uma": (0, None),
    },
    "tenhodori": {
        "start": (10_000, None),
        "hands": (8, None),
        "minutes": (0, (0, 10, 20, 60, 120)),
        "assist": (True, BOTH),
        "chombo": ("mangan", ("mangan", "baiman", "yakuman")),
        "hitAward": ("none", ("none", "returnStick", "1000", "1500")),
        "kazoe": (True, BOTH),
        "doubleYakuman": (False, BOTH),
        "stackYakuman": (True, BOTH),
        "riichiKan": ("shape", ("shape", "waits")),
        "kanUra": (True, BOTH),
    },
    "seventeen": {
        "mode": ("points", ("points", "units")),
        "seats": (2, (2, 3, 4)),
        "start": (25_000, None),
        "hands": (4, None),
        "assist": (True, BOTH),
        "chombo": ("mangan", ("mangan", "baiman", "yakuman")),
        "minimum": ("kiriage", ("kiriage", "four-han", "full-mangan")),
        "red": (0, (0, 3)),
        "roundWind": ("E", ("E", "none")),
        "carry": (False, BOTH),
        "buildSeconds": (0, (0, 180)),
        "kazoe": (True, BOTH),
        "doubleYakuman": (False, BOTH),
        "stackYakuman": (True, BOTH),
    },
    "jingdian": {
        "suit": ("m", ("m", "p", "s")),
        "start": (0, None),
        "hands": (8, None),
        "dealer_rule": ("winner", DEALERS),
        "zimo_stacks": (True, BOTH),
        "ting_kong": ("same_waits", ("same_waits", "never")),
        "jia_fan": (10, (0, 10)),
    },
    "jisu": {
        "start": (0, None),
        "hands": (8, None),
        "dealer_rule": ("lot", DEALERS),
        "b_triplet": (10, (0, 10)),
        "b_dragons": (70, (0, 70)),
        "b_ting": (2, (0, 2)),
        "b_bonus": (5, (0, 5)),
    },
    "flower72": {
        "start": (0, None),
        "hands": (8, None),
        "dealer_rule": ("lot", DEALERS),
        "table": ("D", ("D", "D-ACH")),
        "tian_ting": (True, BOTH),
        "seat2": ("W", ("W", "S")),
    },
    "hk64": {
        "start": (0, None),
        "hands": (8, None),
        "dealer_rule": ("lot", DEALERS),
        "ting_kong": ("same_waits", ("same_waits", "never")),
        "pinghu_pair": ("any", ("any", "number")),
    },
    "hk128": {
        "start": (0, None),
        "hands": (8, None),
        "dealer_rule": ("lot", DEALERS),
        "ting_kong": ("same_waits", ("same_waits", "never")),
        "pinghu_pair": ("any", ("any", "number")),
    },
    "wenzhou": {
        "start": (0, None),
        "hands": (8, None),
        "dealer_rule": ("lot", DEALERS),
        "combine": ("max", ("max", "sum")),
        "g_duanyao_honours": (True, BOTH),
        "discard_limit": (26, (0, 26)),
        "claimSeconds": (0, (0, 10)),
    },
    "xueliu": {
        "start": (0, None),
        "hands": (8, None),
        "dealer_rule": ("first_winner", ("first_winner", "lot")),
        "gang_kai_total": (2, (2, 3)),
        "swap3": (False, BOTH),
        "cap": (0, None),
    },
}
"""Every option of the interface with its default and its values (None: any whole number)."""

LUCK = "ready last_tile kong_replacement last_of_kind heavenly earthly human"
FLAGS = {
    "jintan": "kong_replacement last_tile",
    "bamboo": "riichi double_riichi ippatsu last_tile kong_replacement heavenly earthly human",
    "fulldeck": "riichi double_riichi ippatsu last_tile kong_replacement heavenly earthly human eighth_win",
    "honglong": "riichi double_riichi ippatsu last_tile kong_replacement heavenly earthly human",
    "sanma2": "riichi double_riichi ippatsu last_tile kong_replacement heavenly earthly human",
    "tenhodori": "riichi double_riichi ippatsu last_tile kong_replacement",
    "seventeen": "riichi ippatsu last_tile",
    "jingdian": f"{LUCK} ready_at_deal",
    "jisu": "ready",
    "flower72": f"{LUCK} ready_at_deal",
    "hk64": LUCK,
    "hk128": LUCK,
    "wenzhou": "last_tile kong_replacement after_kong",
    "xueliu": "last_tile kong_replacement after_kong heavenly",
}


def test_no_published_variant_has_gone() -> None:
    assert {v.key for v in variants.all_variants()} >= PUBLISHED


def test_every_folder_is_a_variant_and_in_the_order_of_the_site() -> None:
    found = variants.all_variants()
    folders = {info.name for info in pkgutil.iter_modules(variants.__path__)}
    assert {v.key for v in found} == folders
    assert [v.order for v in found] == sorted({v.order for v in found})
    for v in found:
        assert importlib.import_module(f"trainer.variants.{v.key}").VARIANT is variants.get(v.key) is v


@pytest.mark.parametrize("key", ["", "Bamboo", "nothing", None, 3, ["bamboo"]])
def test_an_unknown_key_is_refused(key: object) -> None:
    with pytest.raises(variants.UnknownVariant, match="There is no game"):
        variants.get(key)  # type: ignore[arg-type]


def test_editions_are_counted_from_one(every_variant: Variant) -> None:
    assert every_variant.edition >= 1
    assert every_variant.ruleset().edition == every_variant.edition


def test_a_game_has_a_name_in_every_language(every_variant: Variant) -> None:
    for field in dataclasses.fields(Names):
        assert getattr(every_variant.names, field.name).strip()


def test_options_are_those_of_the_interface(every_variant: Variant) -> None:
    found = {o.key: (o.default, o.choices) for o in every_variant.options}
    assert found == OPTIONS[every_variant.key]
    for o in every_variant.options:
        assert o.label
        assert o.check(o.default) == o.default
        shown = [value for value, _ in o.shown]
        assert shown == [value for value in o.choices or () if value in shown]


def test_flags_are_those_of_the_interface(every_variant: Variant) -> None:
    known = frozenset(map(Flag, FLAGS[every_variant.key].split()))
    for option in every_variant.options:
        for value in option.choices or ():
            assert every_variant.ruleset({option.key: value}).flags == known


def test_lines_have_ids_of_the_interface(every_variant: Variant) -> None:
    for option in every_variant.options:
        for value in option.choices or ():
            rows = every_variant.ruleset({option.key: value}).scoring.table.rows
            assert {row.id for row in rows} <= set(LINES[every_variant.key].split())
            assert all(row.name and row.label and row.value >= 1 for row in rows)


def test_a_set_holds_enough_to_deal(every_variant: Variant) -> None:
    """For every number of players; where hands are built nobody draws."""
    open_ = any(o.key == "seats" for o in every_variant.options)
    for seats in every_variant.seats:
        rules = every_variant.ruleset({"seats": seats} if open_ else {})
        assert rules.seats == seats
        assert len(rules.tiles.supply) == KINDS
        dealt = rules.deal.hand + 1 if rules.building is None else rules.building.tiles
        assert rules.tiles.size() >= seats * dealt + rules.deal.dead_wall
        assert rules.tiles.size() == len(rules.tiles.tiles())
        assert len(rules.seat_winds) == len(set(rules.seat_winds) - {None}) + rules.seat_winds.count(None) == seats


def test_a_folder_holds_its_texts_cases_and_counts(every_variant: Variant) -> None:
    folder = variants.folder(every_variant.key)
    for name in ("rules.en.md", "rules.zh_Hans.md", "cases.toml", "counts.toml"):
        assert (folder / name).read_text(encoding="utf-8").strip(), name


def test_rules_texts_have_the_same_parts_and_show_tiles_of_the_game(every_variant: Variant) -> None:
    parts, shown = [], []
    for language in ("en", "zh_Hans"):
        text = (variants.folder(every_variant.key) / f"rules.{language}.md").read_text(encoding="utf-8")
        marks = (re.match(r"#+ |- |\d+\. |\|", line) for line in text.splitlines())
        parts.append([found[0] for found in marks if found])
        shown.append(re.findall(r"\{([^}]*)\}", text))
    assert parts[0] == parts[1]
    assert shown[0] == shown[1]
    assert shown[0]
    for tiles in shown[0]:
        every_variant.ruleset().tiles.check(parse_tiles(tiles))


FAMICOM = {
    "start": 30_000,
    "red": 0,
    "ryanhanShibari": 4,
    "renhou": "yakuman",
    "kanUra": False,
    "stackYakuman": False,
    "bust": False,
    "chombo": "mangan",
    "extraHands": 2,
}


def test_the_famicom_preset_sets_what_the_interface_says_and_single_options_win() -> None:
    variant = variants.get("fulldeck")
    usual = variant.resolve()
    assert variant.resolve({"preset": "famicom"}) == usual | FAMICOM | {"preset": "famicom"}
    assert variant.resolve({"preset": "famicom", "red": 3})["red"] == 3


def test_the_full_deck_is_four_of_thirty_four_kinds_with_a_red_five_in_each_suit() -> None:
    for red in (0, 3):
        rules = variants.get("fulldeck").ruleset({"red": red})
        assert rules.tiles.supply == (4,) * KINDS
        assert sum(map(is_red, rules.tiles.tiles())) == red


def test_red_dragon_is_one_suit_and_the_honors() -> None:
    for suit, start in (("m", 0), ("p", 9), ("s", 18)):
        for red in (0, 1):
            rules = variants.get("honglong").ruleset({"suit": suit, "red": red})
            assert [k for k, n in enumerate(rules.tiles.supply) if n == 4] == [*range(start, start + 9), *range(27, 34)]
            assert rules.tiles.size() == 64
            assert [kind(t) for t in rules.tiles.tiles() if is_red(t)] == [start + 4] * red


def test_two_red_fives_are_played_with_dots_only() -> None:
    assert variants.get("sanma2").ruleset({"red": 2}).tiles.reds == (0, 2, 0)
    with pytest.raises(Refusal, match="Two red fives are played only with the full suit of dots"):
        variants.get("sanma2").ruleset({"red": 2, "fullSuit": "s"})


@pytest.mark.parametrize(("nuki", "replacements"), [("none", 4), ("N", 8), ("WN", 12)])
def test_four_replacements_are_reserved_for_each_kind_that_may_be_set_aside(nuki: str, replacements: int) -> None:
    rules = variants.get("sanma2").ruleset({"nuki": nuki})
    assert rules.tiles.size() == 80
    assert (rules.deal.replacements, rules.deal.dead_wall) == (replacements, replacements + 10)


def test_what_a_choice_implies_yields_to_what_is_named() -> None:
    steps, street = variants.get("seventeen"), variants.get("tenhodori")
    assert [steps.resolve({"mode": "units"})[key] for key in ("start", "carry")] == [0, True]
    assert steps.resolve({"mode": "units", "start": 12})["start"] == 12
    assert [steps.resolve({"seats": n})["hands"] for n in (2, 3, 4)] == [4, 3, 4]
    assert [street.resolve({"minutes": n})["hands"] for n in (0, 60)] == [8, 0]


def test_bamboo_is_thirty_six_tiles_of_one_suit() -> None:
    for suit, start in (("m", 0), ("p", 9), ("s", 18)):
        rules = variants.get("bamboo").ruleset({"suit": suit})
        assert [k for k, n in enumerate(rules.tiles.supply) if n == 4] == list(range(start, start + 9))
        assert rules.tiles.size() == 36
