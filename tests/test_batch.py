"""The machine interface: one JSON line in, one JSON line out, whatever the line holds."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from trainer import batch

SCORE = {"op": "score", "variant": "bamboo", "hand": "2344456778999s", "win": "1s", "by": "discard"}
WAITS = {"op": "waits", "variant": "bamboo", "hand": "1112345678999s"}
ANALYZE = {"op": "analyze", "variant": "bamboo", "hand": "12344567788999s", "draws": 2}


def ask(**request: object) -> dict[str, object]:
    return batch.answer(json.dumps(request))


def test_score_answers_every_line_with_its_own_name() -> None:
    out = ask(**SCORE)
    assert out["lines"] == [{"id": "chinitsu", "name": "清一色", "count": 1, "value": 6}]
    assert (out["total"], out["fu"], out["limit"], out["points"]) == (6, 40, "haneman", 12000)


def test_score_in_units_counts_halves() -> None:
    assert ask(**SCORE, options={"mode": "units"})["points"] == 1.5


def test_an_incomplete_hand_has_no_lines() -> None:
    out = ask(**{**SCORE, "win": "5s"})
    assert (out["ok"], out["complete"], out["legal"], out["lines"], out["total"]) == (True, False, False, [], 0)


def test_base_multiplies_points() -> None:
    assert ask(**SCORE, base=3)["points"] == 36000


SANMA = {"op": "score", "variant": "sanma2", "hand": "999m12456789p11s", "win": "3p", "by": "self_draw"}
FULL = {"op": "analyze", "variant": "fulldeck", "hand": "123m456p789s11223z", "draws": 1}
FLOWERED = {"op": "analyze", "variant": "flower72", "hand": "123m456m789m1122z3z", "draws": 1}
SEVENTY_TWO = {"op": "score", "variant": "flower72", "hand": "1223345556m777z", "win": "4m", "by": "discard"}
STEPS = {"op": "score", "variant": "seventeen", "hand": "1223399m789p789s", "win": "1m", "by": "discard"}


def counted(**request: object) -> dict[str, int]:
    """What each line of a score counts: its han times how often."""
    lines = ask(**request)["lines"]
    assert isinstance(lines, list)
    return {line["id"]: line["value"] * line["count"] for line in lines}


def test_indicators_and_tiles_set_aside_count_and_counters_are_paid() -> None:
    plain = {"tsumo": 1, "riichi": 1, "ittsuu": 2}
    asked: dict[str, object] = {**SANMA, "flags": ["riichi"], "honba": 1}
    assert (counted(**asked), ask(**asked)["points"]) == (plain, 8100)
    more = {**asked, "dora": "8p4z", "ura": "1m 1m", "nuki": 2}
    assert counted(**more) == {**plain, "dora": 1, "ura_dora": 6, "nuki_dora": 2}
    assert ask(**more)["points"] == 32_100


def test_an_indicator_given_as_a_red_five_counts_as_a_five() -> None:
    asked = {**SANMA, "flags": ["riichi"]}
    assert counted(**asked, dora="0p") == counted(**asked, dora="5p")
    assert counted(**asked, dora="0p")["dora"] == 1


def test_a_replacement_tile_may_follow_a_tile_set_aside() -> None:
    asked = {**SANMA, "flags": ["kong_replacement"]}
    assert "rinshan" in counted(**asked, nuki=1)
    assert "needs a kong" in str(ask(**asked)["error"])


def test_winds_are_the_usual_ones_unless_they_are_named() -> None:
    pung = {**SANMA, "hand": "222z12456789p11s"}
    found = [
        {"yakuhai_seat", "yakuhai_round"} & counted(**pung, **winds).keys()
        for winds in ({}, {"round_wind": "S"}, {"seat": "dealer"}, {"seat_wind": "W"})
    ]
    assert found == [{"yakuhai_seat"}, {"yakuhai_seat", "yakuhai_round"}, set(), set()]


def test_stakes_are_mangans_beside_the_points() -> None:
    out = ask(**STEPS, flags=["riichi"])
    assert (out["points"], out["stakes"]) == (12_000, 1.5)
    cheap = ask(**{**STEPS, "win": "4m"}, flags=["riichi"])
    assert (cheap["complete"], cheap["legal"], cheap["points"], cheap["stakes"]) == (True, False, 0, 0)
    assert "minimum" in str(cheap["reason"])
    assert "stakes" not in ask(**SCORE)


@pytest.mark.parametrize(
    ("variant", "by", "reason"), [("seventeen", "self_draw", "self-draw"), ("tenhodori", "discard", "another's tile")]
)
def test_a_win_that_the_game_does_not_know_is_scored_and_named(variant: str, by: str, reason: str) -> None:
    out = ask(**{**STEPS, "variant": variant, "by": by}, flags=["riichi"])
    assert (out["complete"], out["legal"], out["points"]) == (True, False, 0)
    assert "riichi" in counted(**{**STEPS, "variant": variant, "by": by}, flags=["riichi"])
    assert reason in str(out["reason"])


def test_waits_prove_every_kind() -> None:
    out = ask(**WAITS)
    assert out["waits"] == [f"{n}s" for n in range(1, 10)]
    assert out["exhausted"] == []
    proofs = out["proof"]
    assert isinstance(proofs, dict)
    for kind, (proof,) in proofs.items():
        tiles = sorted("".join(proof.split()).replace("s", ""))
        assert tiles == sorted("1112345678999" + kind[0])


def test_a_wait_whose_copies_are_all_held_is_exhausted_and_not_ready() -> None:
    out = ask(op="waits", variant="bamboo", hand="1111222235555s")
    assert (out["ready"], out["waits"], out["exhausted"]) == (False, [], ["5s"])


def test_id_is_echoed_also_with_an_error() -> None:
    assert ask(**WAITS, id=7)["id"] == 7
    assert ask(op="waits", variant="nothing", hand="1s", id="x") == {
        "id": "x", "ok": False, "error": "There is no game “nothing”.",
    }  # fmt: skip


def test_analyze_offers_every_distinct_tile_best_first() -> None:
    out = ask(**ANALYZE)
    options = out["options"]
    assert isinstance(options, list)
    assert {o["discard"] for o in options} == {f"{n}s" for n in range(1, 10)}
    assert [o["win_prob"] for o in options] == sorted((o["win_prob"] for o in options), reverse=True)
    assert options[0]["discard"] in out["best"]  # type: ignore[operator]
    assert out["model"]["exact"] is True  # type: ignore[index]


def test_the_others_discards_are_counted_only_when_asked_for() -> None:
    plain, without, counted = ask(**FULL), ask(**FULL, opponent=False), ask(**FULL, opponent=True)
    assert plain == without
    assert counted["model"]["wall"] == "opponent"  # type: ignore[index]
    assert counted["model"]["exact"] is False  # type: ignore[index]
    best = [out["options"][0] for out in (plain, counted)]  # type: ignore[index]
    assert best[1]["ready_prob"] >= best[0]["ready_prob"]
    assert best[1]["win_prob"] > best[0]["win_prob"]


def test_a_resting_hand_has_one_option_without_a_discard() -> None:
    out = ask(**{**ANALYZE, "hand": "1234456778899s"})
    assert [o["discard"] for o in out["options"]] == [None]  # type: ignore[attr-defined]


def test_value_is_there_when_it_is_the_goal() -> None:
    out = ask(**ANALYZE, goal="value")
    assert all(o["value"] >= 0 for o in out["options"])  # type: ignore[attr-defined]


def test_a_complete_hand_says_so_beside_its_options() -> None:
    out = ask(**{**ANALYZE, "hand": "11223344556677s"})
    assert (out["complete"], out["shanten"]) == (True, -1)


def test_variants_list_sets_and_options_with_defaults() -> None:
    listed = ask(op="variants")["variants"]
    assert isinstance(listed, list)
    bamboo = next(v for v in listed if v["key"] == "bamboo")
    assert bamboo["tiles"] == 36
    assert bamboo["set"] == {f"{n}s": 4 for n in range(1, 10)}
    assert {o["key"]: o["default"] for o in bamboo["options"]}["start"] == 100000
    assert set(bamboo["names"]) == {"en", "zh_Hans", "zh_Hant", "yue_Hant", "ja"}


def test_parse_is_lenient_and_canonical() -> None:
    assert ask(op="parse", text="１３２ m 0p 东中發") == {"ok": True, "tiles": "123m0p167z"}


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({}, "op must be"),
        ({"op": ["score"]}, "op must be"),
        ({**WAITS, "variant": None}, "variant is missing"),
        ({**WAITS, "variant": 7}, "variant must be text"),
        ({**WAITS, "hand": "11123456789s9"}, "“9” (position 13) has no suit"),
        ({**WAITS, "hand": "1112345678999x"}, "“x” (position 14) is not part of a tile"),
        ({**WAITS, "hand": "111234567899s"}, "12 tiles"),
        ({**WAITS, "hand": "1111123456789s"}, "Too many 1s: this game has only 4"),
        ({**WAITS, "hand": "1112345678999m"}, "no 1m"),
        ({**WAITS, "melds": ["pung:111s"], "hand": "2345678999s"}, "no such meld"),
        ({**WAITS, "melds": "ckong:1111s"}, "melds must be a list"),
        ({**WAITS, "melds": ["ckong:1112s"], "hand": "2345678999s"}, "not a kong"),
        ({**WAITS, "options": {"suit": "z"}}, "suit must be one of"),
        ({**WAITS, "options": {"sut": "s"}}, "Unknown option sut"),
        *(({**WAITS, "options": x}, "options must be an object") for x in ([], 0, "", "x", False)),
        ({**WAITS, "options": {}}, None),
        ({**SCORE, "flags": ["ippatsu"]}, "Ippatsu needs riichi"),
        ({**SCORE, "flags": ["ready"]}, "does not know the flag ready"),
        ({**SCORE, "flags": ["nonsense"]}, "does not know the flag nonsense"),
        ({**SCORE, "flags": ["heavenly"]}, "heavenly hand"),
        ({**SCORE, "flags": ["kong_replacement"]}, "self-draw"),
        ({**SCORE, "by": "robbed_kong"}, "added kong"),
        ({**SCORE, "by": "theft"}, "by must be one of"),
        ({**SCORE, "win": "12s"}, "not one tile"),
        ({**SCORE, "dora": "1s"}, "does not know the field dora"),
        ({**SCORE, "base": 0}, "base must be a whole number"),
        ({**SANMA, "dora": "5m"}, "no 5m"),
        ({**SANMA, "dora": "1z1z1z1z2z2z"}, "at most 5 indicators"),
        ({**SANMA, "dora": ["1z"]}, "dora must be text"),
        ({**SANMA, "nuki": 5}, "nuki must be a whole number from 0 to 4"),
        ({**SANMA, "nuki": 1, "options": {"nuki": "none"}}, "does not know the field nuki"),
        ({**SANMA, "honba": -1}, "honba must be a whole number"),
        ({**SANMA, "dora": "9m9m"}, "Too many 9m: this game has only 4"),
        ({**SANMA, "dora": "0p5p5p5p"}, "Too many 5p: this game has only 4"),
        ({**SANMA, "hand": "999m12055567p11s", "options": {"red": 2}}, "Too many plain 5p: this game has only 2"),
        ({**SANMA, "hand": "999m12055567p11s"}, None),
        ({**SANMA, "dora": "4z4z4z", "nuki": 2}, "3 of the tiles that may be set aside are in the hand or turned"),
        ({**SANMA, "dora": "4z4z3z3z", "nuki": 5, "options": {"nuki": "WN"}}, "there are not 5 more"),
        ({**SANMA, "dora": "1z", "ura": "2z"}, "Only a win in riichi turns the indicators underneath"),
        ({**SANMA, "dora": "1z", "ura": "2z3z", "flags": ["riichi"]}, "more indicators underneath"),
        ({**SANMA, "seat": "dealer", "flags": ["heavenly"], "nuki": 1}, "before any tile is set aside"),
        ({**SANMA, "seat": "dealer", "flags": ["heavenly", "last_tile"]}, "does not wait for the last tile"),
        ({**SANMA, "win": "1s", "by": "robbed_kong"}, "Nobody else can have a kong of 1s to rob"),
        ({**SANMA, "by": "robbed_kong"}, None),
        ({**SANMA, "win": " "}, "The winning tile is missing"),
        ({**STEPS, "dora": "1z1z"}, "only one indicator"),
        ({**FULL, "melds": ["pung:111z"] * 5, "hand": "1m"}, "at most 4 melds, not 5"),
        ({**FULL, "hand": "123m456p789s1122z3", "dora": ""}, "no suit"),
        ({**FULL, "dora": "1z1z1z"}, "Too many 1z: this game has only 4"),
        ({**FULL, "seen": "1z1z", "dora": "1z1z"}, None),
        ({**FULL, "seen": "1z1z", "dora": "1z1z1z"}, "Too many 1z: this game has only 4"),
        ({**FULL, "seen": "0p5p5p5p"}, "Too many 5p: this game has only 4"),
        ({**FULL, "hand": "123m46p789s11223z", "seen": "5p0p55p"}, None),
        ({**FULL, "hand": "123m46p789s11223z", "seen": "0p5p0s"}, None),
        ({**FULL, "ura": "1z", "dora": "1z"}, "only score takes them"),
        ({"op": "parse", "text": "1m\u0301"}, "“◌\u0301” (position 3)"),
        ({"op": "parse", "text": "1m\u200b"}, "“U+200B” (position 3)"),
        ({**SANMA, "round_wind": "5z"}, "round_wind must be one of"),
        ({**SANMA, "melds": ["chow:123p"], "hand": "999m456789p1s"}, "no such meld"),
        ({**STEPS, "honba": 1}, "does not know the field honba"),
        ({**STEPS, "melds": ["ckong:9999m"], "hand": "12233m789p78s"}, "no such meld"),
        ({**STEPS, "dora": "1z", "options": {"seats": 4}}, "does not know the field dora"),
        ({"op": "analyze", "variant": "bamboo", "hand": "12344567788999s"}, "draws is missing"),
        ({**ANALYZE, "opponent": 1}, "The field opponent must be true or false."),
        ({**FULL, "variant": "seventeen", "opponent": True}, "nothing is taken from the others' discards"),
        ({**FULL, "river": "9m9m9m9m"}, "among the tiles that you can see, but 9m is not there"),
        ({**FULL, "river": 3}, "river"),
        ({**FLOWERED, "seen": "1f", "river": "1f"}, "among the tiles that you can see, but 1f is not there"),
        ({**ANALYZE, "draws": -1}, "draws must be a whole number"),
        ({**ANALYZE, "draws": True}, "draws must be a whole number"),
        ({**ANALYZE, "draws": 22}, None),
        ({**ANALYZE, "draws": 23}, "Only 22 tiles are unseen"),
        ({**ANALYZE, "draws": 201}, "draws must be a whole number"),
        ({**ANALYZE, "goal": "fun"}, "goal must be one of"),
        ({**ANALYZE, "seen": "9s9s"}, "Too many 9s: this game has only 4"),
        *(({**SEVENTY_TWO, "op": op, "hand": "1223345556m77z1f", "draws": 1}, "A flower is shown and replaced")
          for op in ("score", "waits", "shanten", "analyze")),
        ({**SEVENTY_TWO, "op": "analyze", "hand": "1223345556m777z1f", "draws": 1}, "A flower is shown and replaced"),
        ({**SEVENTY_TWO, "variant": "jintan", "hand": "1223345556m77z8f"}, "A flower is shown and replaced"),
        ({**SEVENTY_TWO, "win": "1f"}, "Nobody wins on a flower"),
        ({**SEVENTY_TWO, "variant": "jintan", "win": "8f"}, "Nobody wins on a flower"),
        ({**SEVENTY_TWO, "variant": "jingdian", "win": "1f"}, "no 1f"),
        ({**SEVENTY_TWO, "flowers": "1f"}, None),
        ({"op": "parse"}, "text"),
        ({"op": "parse", "text": "1"}, "no suit"),
    ],
)
def test_bad_requests_answer_one_sentence(request_: dict[str, object], says: str | None) -> None:
    out = ask(**request_)
    if says is None:
        assert out["ok"] is True
    else:
        assert out["ok"] is False
        assert says in str(out["error"])
        assert "\n" not in str(out["error"])


@pytest.mark.parametrize("line", ["", "{", "[]", "7", "null", '"x"', "[" * 100_000, "\x00", '{"op": NaN}'])
def test_lines_that_are_no_requests_are_answered_or_skipped(line: str) -> None:
    for out in batch.serve([line]):
        assert json.loads(out)["ok"] is False


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"op":"parse","text":"1m","id":NaN}', "not JSON"),
        ('{"op":"parse","text":"1m","id":[-Infinity]}', "not JSON"),
        ('{"op":"parse","text":"1m","id":1e999}', "too large"),
        ('{"op":"parse","text":"1m","id":%s}' % ("1" * 5000), "more than 300 digits"),
        ('{"op":"parse","text":"\\ud800"}', "“\ud800” (position 1) is not part of a tile"),
        ('{"op":"waits","variant":"\\udfff"}', "no game “\udfff”"),
        ('{"op":"parse","text":7,"id":"\\ud800"}', "text must be text"),
    ],
)
def test_what_cannot_be_echoed_is_still_answered_with_true_json(line: str, says: str) -> None:
    """Answers are JSON in UTF-8: half a surrogate pair is escaped, and a number that JSON lacks is no request."""

    def no_constant(name: str) -> None:
        pytest.fail(f"{name} is not JSON")

    (out,) = batch.serve([line])
    found = json.loads(out.encode().decode(), parse_constant=no_constant)
    assert found["ok"] is False
    assert says in found["error"]


def test_an_id_comes_back_as_it_was_given() -> None:
    for id_ in ("\ud800", "清", 10**299, -1.5e300, [None, {"a": True}]):
        (out,) = batch.serve([json.dumps({**WAITS, "id": id_})])
        assert json.loads(out)["id"] == id_


def test_an_id_nested_as_deeply_as_can_be_read_ends_nothing() -> None:
    for depth in range(900, 1000):
        line = '{"op":"parse","text":"1m","id":%s}' % ("[" * depth + "]" * depth)
        (out,) = batch.serve([line])
        assert '"ok": ' in out


def test_the_process_serves_every_line_in_order_and_flushes() -> None:
    lines = [json.dumps({**WAITS, "id": i}) if i % 2 else '{"op":"parse","text":"\\ud800"}' for i in range(6)]
    run = subprocess.run(
        [sys.executable, "-m", "trainer", "batch"], input="\n".join(lines), capture_output=True, text=True, timeout=120,
        encoding="utf-8",
    )  # fmt: skip
    answers = [json.loads(x) for x in run.stdout.splitlines()]
    assert run.returncode == 0
    assert [a.get("id") for a in answers] == [None, 1, None, 3, None, 5]
    assert [a["ok"] for a in answers] == [False, True] * 3
