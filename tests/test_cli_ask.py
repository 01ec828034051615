"""Questions and records on the command line, as a person reads them."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from trainer import batch, bots, variants
from trainer.cli import main
from trainer.cliprint import amount, forgiving
from trainer.paths import ROOT
from trainer.rules.variant import Flag

WIN = ("score", "bamboo", "1112345678999s", "--win", "5s", "--seat", "dealer")
ANALYZE = ("analyze", "bamboo", "11123346678899s", "--draws", "2", "--goal", "value")


def run(*args: str, charset: str = "utf-8", **settings: str) -> Any:
    return CliRunner(charset=charset, env={"COLUMNS": "80", **settings}).invoke(main, list(args))


@pytest.mark.parametrize("charset", ["ascii", "latin-1", "gb18030", "utf-8"])
@pytest.mark.parametrize("command", [("variants",), ("variants", "bamboo"), WIN, ANALYZE])
def test_any_terminal_gets_its_table(charset: str, command: tuple[str, ...]) -> None:
    """What an encoding lacks is replaced column by column, so that tables stay straight."""
    result = run(*command, charset=charset)
    assert (result.exit_code, result.exception) == (0, None)
    assert len(result.stdout_bytes.decode(charset).splitlines()) > 2


def test_a_name_that_the_terminal_lacks_keeps_its_width() -> None:
    plain, full = run("variants", charset="ascii").stdout, run("variants").stdout
    assert "清一色麻将" in full
    assert "??????????" in plain
    (bare,), (named,) = ([x for x in text.splitlines() if x.startswith("bamboo ")] for text in (plain, full))
    assert bare.index("BAMBOO") == named.index("BAMBOO") + len("清一色麻将")


@pytest.mark.parametrize("charset", ["ascii", "latin-1"])
def test_json_is_the_same_in_every_encoding(charset: str) -> None:
    assert json.loads(run("variants", "--json", charset=charset).stdout) == json.loads(run("variants", "--json").stdout)


def test_half_a_surrogate_pair_is_printed_as_its_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", stream)
    forgiving()
    stream.write("清 \ud800")
    stream.flush()
    assert stream.buffer.getvalue().decode() == "清 \\ud800"  # type: ignore[attr-defined]


def test_no_cell_of_an_analysis_is_cut_at_eighty_columns() -> None:
    result = run(*ANALYZE)
    assert "inaccuracy" in result.stdout
    assert "…" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_struck_line_names_what_struck_it() -> None:
    result = run(*WIN, "--flag", "riichi", "--flag", "double_riichi")
    assert "struck by Double riichi" in result.stdout
    assert "struck by Nine gates" in result.stdout


def test_flags_are_listed_by_the_help_and_by_the_refusal() -> None:
    words = " ".join(run("score", "--help").stdout.split())
    refusal = run(*WIN, "--flag", "foo")
    assert refusal.exit_code == 2
    assert "riichi, double_riichi, ippatsu, last_tile, kong_replacement, heavenly, earthly, human" in refusal.stderr
    every = {flag for v in variants.all_variants() for flag in v.ruleset().flags}
    assert f"One of {', '.join(flag for flag in Flag if flag in every)};" in words
    assert refusal.stderr.count("\n") == 1
    assert Flag.READY not in refusal.stderr


def test_help_of_selfplay_names_the_bots_and_how_to_list_them() -> None:
    words = " ".join(run("selfplay", "--help").stdout.split())
    assert f"commas, repeated around the table: {', '.join(bots.LABELS)}" in words


def test_one_is_no_plural() -> None:
    assert [amount(n, "deal") for n in (0, 1, 2, 1000)] == ["0 deals", "1 deal", "2 deals", "1,000 deals"]


# ------------------------------------------------------------------ how programs ask


@pytest.mark.parametrize("told", ["help", "README"])
def test_the_requests_that_are_shown_are_answered(told: str) -> None:
    text = run("batch", "--help").stdout if told == "help" else (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'\{"op":.*\}', text)
    answers = [batch.answer(line) for line in shown]
    assert [a["ok"] for a in answers] == [True] * len(shown)
    if told == "README":
        assert {json.loads(line)["op"] for line in shown} == set(batch.OPERATIONS)


class Noted(dict[str, object]):
    """A request that remembers which of its fields were asked for."""

    def __init__(self, *args: object, **fields: object) -> None:
        super().__init__(*args, **fields)
        self.asked: set[str] = set()

    def get(self, key: str, default: object = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)


@pytest.mark.parametrize("operation", batch.OPERATIONS)
def test_the_help_of_batch_names_every_field_of_every_question(operation: str) -> None:
    text = run("batch", "--help").stdout
    found = re.search(rf"^    {operation} .*\n((?:     {{8,}}.*\n)*)", text, re.MULTILINE)
    assert found is not None
    named = set(re.findall(r"\w+", found[1]))
    request = Noted(variant="bamboo", hand="1112345678999s", win="5s", by="discard", draws=1, text="1s")
    batch.OPERATIONS[operation](request)
    also = {"dora", "ura", "flowers", "bonus_kind", "bonus_flip", "nuki", "honba"}
    assert all(field in text for field in also)
    assert named == request.asked - also


NUKI = ("sanma2", "999m12456789p11s", "--win", "3p", "--flag", "riichi")
TABLE = ("--dora", "5z8p", "--ura", "6z9m", "--nuki", "2", "--honba", "3")


def test_what_lies_on_the_table_and_the_winds_are_asked_with_the_hand() -> None:
    asked = json.loads(run("score", *NUKI, *TABLE, "--round-wind", "S", "--seat-wind", "N", "--json").stdout)
    counted = {line["id"]: line["value"] * line["count"] for line in asked["lines"]}
    assert counted == {"riichi": 1, "ittsuu": 2, "dora": 1, "nuki_dora": 2}
    assert (asked["total"], asked["points"]) == (6, 12_300)
    assert json.loads(run("score", *NUKI, "--json").stdout)["total"] == 3


CHINESE = [
    (("flower72", "1223345556m777z", "--win", "4m", "--seat", "dealer", "--flag", "ready", "--flowers", "13f"),
     ("17 fan · 17 points", "Flower of the seat", "1 fan × 2")),
    (("flower72", "2z", "--win", "2z", "--by", "self_draw", "--flag", "kong_replacement", "--meld", "kong:5555z",
      "--meld", "ckong:6666z", "--meld", "kong:7777z", "--meld", "ckong:1111z"), ("200 fan (raw 250) · 200 points",)),
    (("jingdian", "46678m22z", "--meld", "pung:777z", "--meld", "chow:345m", "--win", "5m", "--bonus-kind", "6m"),
     ("30 fan · 30 points", "10 fan × 2")),
    (("jisu", "1235m", "--win", "5m", "--bonus-flip", "5m7z2m9m3m"), ("46 fan · 46 points", "10 fan × 3")),
    (("hk64", "1223345556m777z", "--win", "4m", "--flag", "ready"), ("12 fan · 12 points", "叫糊")),
    (("hk128", "34678m22z", "--meld", "kong:55555m", "--meld", "pung:999m", "--win", "5m"), ("16 fan", "六歸一")),
    (("wenzhou", "24m55z", "--meld", "chow:456m", "--meld", "pung:111z", "--meld", "chow:678m", "--win", "3m"),
     ("×6 · 6 points", "struck by Pure shifted chows")),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "says"), CHINESE)
def test_a_win_of_the_chinese_games_is_told_in_their_units(asked: tuple[str, ...], says: tuple[str, ...]) -> None:
    """Worked examples of the rules: D1, D5, A3, B7, E1, F6, G1."""
    told = run("score", *asked)
    assert told.exit_code == 0
    assert all(text in told.stdout for text in says)


def test_what_only_some_games_have_is_refused_elsewhere() -> None:
    for game, hand, field in (
        ("jingdian", "46678m22z777z345m", ("--flowers", "1f")), ("hk64", "46678m22z777z345m", ("--bonus-kind", "6m")),
        ("flower72", "46678m22z777z345m", ("--bonus-flip", "6m")),
    ):  # fmt: skip
        refused = run("score", game, hand, "--win", "5m", *field)
        assert refused.exit_code == 2
        assert refused.stderr.count("\n") == 1


def test_waits_of_five_tiles_and_of_eight_copies_and_an_analysis_with_what_adds() -> None:
    assert "5m      123m 55m" in run("waits", "jisu", "1235m").stdout
    assert "Ready." in run("waits", "hk128", "1111222266668m").stdout
    deep = ("analyze", "jingdian", "46678m122z", "--meld", "pung:777z", "--meld", "chow:345m", "--draws", "2")
    plain, more = (
        json.loads(run(*deep, "--goal", "value", "--json", *bonus).stdout)["options"][0]
        for bonus in ((), ("--bonus-kind", "6m"))
    )
    assert plain["discard"] == more["discard"] == "1z"
    assert more["value"] > plain["value"] > 0


def test_winds_decide_what_a_pung_of_winds_is_worth() -> None:
    hand = ("score", "honglong", "12345678m22z", "--meld", "pung:333z", "--win", "9m", "--json")
    ids = [
        {line["id"] for line in json.loads(run(*hand, *winds).stdout)["lines"]}
        for winds in ((), ("--seat-wind", "W"), ("--round-wind", "W"))
    ]
    assert [found & {"yakuhai_seat", "yakuhai_round"} for found in ids] == [set(), {"yakuhai_seat"}, {"yakuhai_round"}]


def test_an_analysis_is_asked_with_its_indicators() -> None:
    hand = ("analyze", "sanma2", "999m12456789p11s1z", "--draws", "1", "--goal", "value", "--json")
    plain, pointed = (
        json.loads(run(*hand, *more).stdout)["options"][0]["value"] for more in ((), ("--dora", "8p", "--nuki", "2"))
    )
    assert pointed > plain > 0


def test_stakes_stand_beside_points() -> None:
    shown = run("score", "seventeen", "1223399m789p789s", "--win", "1m", "--flag", "riichi", "--dora", "1z").stdout
    assert "12,000 points · 1.5 stakes" in shown


# ------------------------------------------------------------------ records


@pytest.mark.parametrize(
    ("more", "players"),
    [
        ((), ["speed", "random"]),
        (("--seats", "3"), ["speed", "random", "speed"]),
        (("--option", "seats=4"), ["speed", "random", "speed", "random"]),
        (("--seats", "4", "--option", "seats=4", "--option", "hands=1"), ["speed", "random", "speed", "random"]),
    ],
)
def test_as_many_play_as_the_game_leaves_open(tmp_path: Path, more: tuple[str, ...], players: list[str]) -> None:
    told = run("selfplay", "seventeen", "--games", "1", "--bots", "speed,random", *more, "--out", str(tmp_path))
    summary = json.loads(told.stdout)
    assert (summary["bots"], len(summary["wins"])) == (players, len(players))
    (found,) = tmp_path.iterdir()
    assert json.loads(found.read_text(encoding="utf-8").splitlines()[0])["seats"] == players
    result = run("replay", str(found))
    assert (result.exit_code, result.stdout.count(" : ")) == (0, len(players) - 1)
    assert result.stdout.endswith("over. The record holds.\n")


@pytest.mark.parametrize(
    ("key", "more", "says"),
    [
        ("seventeen", ("--seats", "5"), "Option seats must be one of 2, 3, 4."),
        ("seventeen", ("--seats", "3", "--option", "seats=4"), "--seats and --option seats differ."),
        ("honglong", ("--seats", "3"), "honglong is played by 2."),
        ("tenhodori", ("--option", "minutes=10"), "the match would not end"),
    ],
)
def test_a_table_of_another_size_or_a_match_without_end_is_one_sentence(
    key: str, more: tuple[str, ...], says: str
) -> None:
    result = run("selfplay", key, "--games", "1", *more)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("key", [v.key for v in variants.all_variants() if v.key != "bamboo"])
def test_the_record_of_a_match_of_every_game_is_verified_and_a_changed_one_is_not(tmp_path: Path, key: str) -> None:
    assert run("selfplay", key, "--games", "1", "--bots", "random", "--out", str(tmp_path)).exit_code == 0
    (found,) = tmp_path.iterdir()
    assert run("replay", str(found)).exit_code == 0
    lines = found.read_text(encoding="utf-8").splitlines()
    found.write_text("\n".join([*lines[:-2], lines[-1]]) + "\n", encoding="utf-8")
    result = run("replay", str(found))
    assert result.exit_code == 1
    assert result.stdout.startswith("event ")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The record of one deal."""
    assert run("selfplay", "bamboo", "--deals", "1", "--bots", "random", "--out", str(tmp_path)).exit_code == 0
    (found,) = tmp_path.iterdir()
    return found


def test_a_record_is_verified_also_behind_a_byte_order_mark(played: Path) -> None:
    played.write_bytes(b"\xef\xbb\xbf" + played.read_bytes())
    result = run("replay", str(played))
    assert result.exit_code == 0
    assert ", 1 deal, " in result.stdout


def test_a_fault_in_text_that_no_terminal_can_show_is_still_told(played: Path) -> None:
    text = played.read_text(encoding="utf-8")
    played.write_text(text.replace('"from":"wall"', '"from":"\\ud800"', 1), encoding="utf-8")
    result = run("replay", str(played))
    assert result.exit_code == 1
    assert '"from":"\\ud800"' in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--ura", "1z"), "more indicators underneath"),
        (("--dora", "1z", "--ura", "1z"), "Only a win in riichi"),
        (("--dora", "9m", "--honba", "-1"), "honba must be a whole number from 0 to 1000"),
        (("--dora", "9m9m"), "Too many 9m"),
        (("--dora", "4z4z", "--nuki", "3"), "there are not 3 more"),
        (("--meld", "chow:123z"), "“chow:123z” is not a chow"),
        (("--by", "robbed_kong", "--option", "pon=false"), "no added kong"),
        (("--option", "red=3"), "red must be one of 0, 1, 2"),
    ],
)
def test_what_cannot_lie_on_one_table_is_refused(arguments: tuple[str, ...], says: str) -> None:
    told = run("score", "sanma2", "999m12456789p11s", "--win", "3p", "--by", "self_draw", *arguments)
    assert told.exit_code == 2
    assert says in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


def test_a_hand_too_far_from_ready_is_told_its_useful_tiles() -> None:
    asked = ("analyze", "fulldeck", "1147m258p369s1234z", "--draws", "17")
    told = run(*asked)
    assert told.exit_code == 2
    assert "This hand is 5 from ready: too far to look 17 draws ahead" in told.stderr
    assert "fewer draws" not in told.stderr
    assert "4m       5        11 · 33" in told.stdout
    assert run(*asked, "--json").stdout == ""


def test_a_game_names_the_flags_of_its_wins() -> None:
    assert "Flags of a win: last_tile kong_replacement after_kong heavenly" in run("variants", "xueliu").stdout


def test_one_point_is_a_point() -> None:
    melds = ("--meld", "chow:234m", "--meld", "pung:333z")
    assert "×1 · 1 point " in run("score", "wenzhou", "567789m2z", *melds, "--win", "2z").stdout


def test_analyze_shows_its_progress_where_somebody_looks_and_keeps_its_answer_apart() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "trainer", "analyze", "bamboo", "12344567788999s", "--draws", "8", "--json"]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, check=True, text=True)
    os.close(theirs)
    shown = b""
    while not shown.count(b"Analyzing"):
        shown += os.read(ours, 4096)
    os.close(ours)
    assert json.loads(found.stdout)["ok"]


def test_the_others_discards_are_counted_by_a_flag() -> None:
    asked = ("analyze", "hk64", "12344577m11222z5z", "--draws", "2")
    alone, counted = run(*asked, "--json"), run(*asked, "--opponent", "--json")
    assert json.loads(alone.stdout)["model"]["wall"] != json.loads(counted.stdout)["model"]["wall"] == "opponent"
    assert "others' discards counted" in " ".join(run(*asked, "--opponent").stdout.split())
    assert "others" not in run(*asked).stdout


def test_own_discards_make_a_hand_furiten() -> None:
    asked = ("analyze", "fulldeck", "234678m456p2234s", "--draws", "1", "--seen", "5s", "--opponent", "--json")
    free, spoilt = (json.loads(run(*asked, *more).stdout)["options"][0] for more in ((), ("--river", "5s")))
    assert spoilt["win_prob"] < free["win_prob"]
    hidden = run(*asked, "--river", "2s")
    assert hidden.exit_code == 2
    assert "among the tiles that you can see, but 2s is not there" in hidden.stderr
