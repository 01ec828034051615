"""The table of the Chinese games for two: ready declared without riichi, flowers, dice, a kind by lot, kongs that grow,
tiles turned after a win; and nothing of riichi where the game has none."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import Clock
from tests.game.build import SALT
from tests.web.test_table import act, buttons, locked, steps
from tests.web.test_table_claims import bar, labels, plate, stored, throw, throw_on
from trainer import bots, variants
from trainer.game import driver, engine, lot
from trainer.game.record import Header
from trainer.game.view import observe
from trainer.rules.breakdown import Unit
from trainer.usecases import play
from trainer.web import present, present_game, present_ledger, present_log

Deal = Callable[..., str]
GAMES = ("jingdian", "jisu", "flower72", "hk64", "hk128", "wenzhou", "xueliu", "jintan")
DECLARING = ("jingdian", "jisu", "flower72", "hk64", "hk128")
READY = "123456m22789m55z"
"""Waits on 2m and 5z."""
DULL = "47m1234z"
FOREIGN = re.compile(r"furiten|riichi|honba|dora|\bhan\b|\bfu\b|Chombo|Tsumo|\bRon\b|\bChi\b|\bPon\b", re.IGNORECASE)


def words(page: str) -> str:
    """What a person reads or hears of a page."""
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r"<[^>]+>", " ", main) + " ".join(labels(main))


# ------------------------------------------------------------------ declaring ready


@pytest.mark.parametrize(("variant", "shown"), [("hk64", "报听 叫糊"), ("jingdian", "报听")])
def test_in_chinese_ready_is_also_called_what_the_game_calls_it(
    client: FlaskClient, deal: Deal, variant: str, shown: str
) -> None:
    client.get("/language/zh_Hans")
    page = client.get(deal(variant, (READY, DULL), "4z6z")).text
    button = re.search(r'<a class="act" data-key="r".*?<kbd>', page, re.S)
    assert button
    assert re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", button[0])).strip() == shown



def test_ready_is_one_button_and_then_a_tile(client: FlaskClient, deal: Deal) -> None:
    game = deal("jingdian", (READY, DULL), "4z6z")
    text = client.get(game).text
    assert steps(text) == ["ready"]
    assert re.search(r'class="act" data-key="r"', text)
    assert not [a for a in buttons(text) if a.endswith(":ready")]
    armed = client.get(f"{game}?step=ready").text
    assert buttons(armed) == ["discard:4z:drawn:ready"]
    assert locked(armed) == 13
    assert "Ready: press the tile to declare it with." in armed
    text = act(client, game, "discard:4z:drawn:ready")
    assert [a.endswith(":drawn") for a in buttons(text) if a.startswith("discard")] == [True]
    assert locked(text) == 13
    assert "Declared ready: only the drawn tile can be thrown." in text
    assert "You declare a ready hand" in text


def test_a_declared_seat_is_marked_at_its_name_and_in_its_river(client: FlaskClient, deal: Deal) -> None:
    game = deal("hk64", (READY, DULL), "4z6z")
    text = act(client, game, "discard:4z:drawn:ready")
    assert '<b class="tag">ready</b>' in text
    assert "dealer · declared ready" in text
    mine = text[text.index("Your discards") :]
    assert mine.index('class="turned"') < mine.index('aria-label="north wind"')


@pytest.mark.parametrize(
    ("key", "word"), [("jingdian", "报听"), ("jisu", "报听"), ("flower72", "听牌"), ("hk64", "叫糊"), ("hk128", "叫糊")]
)
def test_the_button_bears_the_word_of_the_game(client: FlaskClient, deal: Deal, key: str, word: str) -> None:
    assert f'Ready <span lang="zh-Hans">{word}</span>' in bar(client.get(deal(key, ("", ""), "")).text)


def test_games_without_a_declaration_have_no_button_for_it(client: FlaskClient, deal: Deal) -> None:
    assert "Ready" not in bar(client.get(deal("wenzhou", (READY, DULL), "4z")).text)
    assert "Ready" not in bar(client.get(deal("jisu", ("123m5m", "47m56z"), "9m", b_ting="0")).text)


@pytest.mark.parametrize("answer", ["ready", "pass"])
def test_a_hand_ready_as_dealt_may_be_declared_before_the_first_discard(
    client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    game = deal("jingdian", ("", READY), "4z")
    game = again_from_the_other_seat(client, monkeypatch, "jingdian")
    text = client.get(game).text
    assert buttons(bar(text)) == ["ready", "pass"]
    assert "Your hand is ready as dealt: declare it?" in text
    text = act(client, game, answer)
    declared = "You declare the dealt hand ready" in text
    assert declared == (answer == "ready")
    assert ("non-dealer · ready at the deal" in text) == declared


def again_from_the_other_seat(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, key: str, **options: str) -> str:
    """The same wall once more; the person sits second."""
    monkeypatch.setattr(play.secrets, "randbelow", lambda n: 1)
    fields = {f"o.{option}": value for option, value in options.items()}
    return str(client.post("/play", data={"variant": key, "bot": "speed", **fields}).headers["Location"])


# ------------------------------------------------------------------ flowers, the middle


def test_flowers_lie_beside_the_melds_of_both_seats_and_in_the_settlement(client: FlaskClient, deal: Deal) -> None:
    hands = ("1f345m678m11z222z3z", "5f6f7777z489m3z")
    game = deal("flower72", hands, "3f1z", wall={"tail": "1m9m7m8m4z"})
    text = client.get(game).text
    others, mine = (labels(x) for x in text.split('class="meld flowers"')[1:])
    assert others[:3] == ["flowers", "plum", "orchid"]
    assert mine[:3] == ["flowers", "spring", "autumn"]
    assert "You show a flower" in text
    assert "Speed bot shows a flower" in text
    assert 'class="meld flowers"' in throw_on(client, game)


def test_the_middle_shows_dice_and_the_kind_drawn_by_lot(client: FlaskClient, deal: Deal) -> None:
    first, second = lot.dice(SALT)
    middle = plate(client.get(deal("jingdian", ("", ""), "")).text)
    assert f"Dice: {first} + {second}" in labels(middle)
    assert middle.count("<circle") == first + second
    assert "Bonus kind" in middle
    assert labels(middle)[0] == "7 characters"
    without = client.get(deal("jingdian", ("", ""), "", jia_fan="0")).text
    assert "Bonus kind" not in plate(without)
    assert "Bonus kind" not in plate(client.get(deal("hk64", ("", ""), "")).text)
    assert 'class="dice' not in client.get(deal("honglong", ("", ""), "")).text


def test_dice_are_thrown_only_for_the_first_deal_where_the_winner_deals_next(client: FlaskClient, deal: Deal) -> None:
    game = deal("jingdian", ("", ""), "")
    assert "Dice:" in client.get(game).text
    throw_on(client, game)
    assert 'class="dice' not in act(client, game, "deal")


# ------------------------------------------------------------------ kongs


def test_each_of_two_ways_to_kong_a_kind_is_a_button_with_its_meld(client: FlaskClient, deal: Deal) -> None:
    game = deal("hk128", ("5555555m2468m13z", "1379m1234567z13m"), "5m", wall={"tail": "5z"})
    text = act(client, game, "kong:5m")
    assert steps(text)[0] == "kong"
    armed = client.get(f"{game}?step=kong").text
    assert buttons(bar(armed)) == ["kong:5m", "kong:5m:new"]
    grown, new = (x for x in bar(armed).split("</button>")[:2])
    assert len(re.findall(r'class="tile', grown)) == 5
    assert len(re.findall(r'class="tile', new)) == 4
    text = act(client, game, "kong:5m")
    meld = text[text.index('class="meld"', text.index('class="hand"')) :]
    assert labels(meld)[1:6].count("5 characters") == 3
    assert len(re.findall(r'class="tile', meld[: meld.index("</form>")])) == 5


def test_a_claimed_kong_takes_three_tiles_however_many_there_are(client: FlaskClient, deal: Deal) -> None:
    game = deal("hk128", ("55555m2468m1133z", ""), "7z5m")
    kong = next(x for x in bar(throw(client, game)).split("</button>") if 'value="kong:5m"' in x)
    assert len(re.findall(r'class="tile', kong)) == 4


def test_a_kong_right_after_a_claim_where_the_game_allows_it(client: FlaskClient, deal: Deal) -> None:
    hands = ("1111m257m22z456z", "")
    for key, allowed in (("hk64", True), ("jingdian", False)):
        game = deal(key, hands, "7z2z")
        throw(client, game)
        text = act(client, game, "pung:2z2z")
        assert ("kong:1m" in buttons(bar(text))) is allowed


def test_a_game_without_kongs_has_no_button_for_them(client: FlaskClient, deal: Deal) -> None:
    assert "Kong" not in bar(client.get(deal("jisu", ("", "47m56z"), "")).text)


# ------------------------------------------------------------------ endings


def test_the_tiles_turned_after_a_win_are_shown_with_their_hits_and_not_before(client: FlaskClient, deal: Deal) -> None:
    game = deal("jisu", ("123m5m", "47m56z"), "5m5m7z2m9m3m")
    before = client.get(game).text
    assert "Turned after the win" not in before
    text = act(client, game, "win")
    turned = text[text.index("Turned after the win") :]
    turned = turned[: turned.index("</section>")]
    assert labels(turned) == ["5 characters", "red dragon", "2 characters", "9 characters", "3 characters"]
    assert turned.count(" won") == 3
    assert re.search(r"Bonus tile.*?×3.*?30 fan", text, re.S)
    assert "46 fan" in text
    assert "46 points" in text
    assert "+46" in text
    assert "−46" in text


def test_a_multiplier_is_told_as_one(client: FlaskClient, deal: Deal) -> None:
    text = act(client, deal("wenzhou", ("123456789m1144z", DULL), "4z"), "win")
    assert re.search(r"Straight from one to nine.*?×6", text, re.S)
    assert "6 points" in text
    assert "does not count beside Straight from one to nine" in text


@pytest.mark.parametrize(("points", "told"), [(1, "1 point"), (-1, "−1 point"), (2, "2 points"), (0, "0 points")])
def test_one_point_is_told_as_one(app: Flask, points: int, told: str) -> None:
    with app.test_request_context():
        assert present.points(variants.get("wenzhou").ruleset(), points) == told


def test_a_capped_total_says_what_it_would_be(app: Flask) -> None:
    rules = variants.get("flower72").ruleset()
    line = {"id": "big_three_dragons", "name": "大三元", "count": 1, "value": 88}
    answer = {"lines": [line], "struck": [], "total": 200, "raw": 250, "unit": "fan", "points": 200}
    with app.test_request_context():
        found = present_ledger.recorded(rules, answer)
    assert found.unit is Unit.FAN
    assert dict(found.worth.parts) == {"raw": 250}


def test_every_number_a_record_states_is_kept(app: Flask) -> None:
    rules = variants.get("flower72").ruleset()
    answer = {"lines": [], "total": 8, "unit": "fan", "points": 8, "roots": 2, "extra": 1}
    with app.test_request_context():
        found = present_ledger.recorded(rules, answer)
    assert dict(found.worth.parts) == {"roots": 2, "extra": 1}


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("key", GAMES)
def test_nothing_of_riichi_appears_where_the_game_has_none(client: FlaskClient, deal: Deal, key: str) -> None:
    pages = [client.get(f"/play?variant={key}").text]
    game = deal(key, ("", "47m56z" if key == "jisu" else ""), "")
    pages += [client.get(game).text, throw_on(client, game)]
    for page in pages:
        found = words(page)
        found = found[found.index("Rule options") :] if "Rule options" in found else found
        assert not FOREIGN.search(found), FOREIGN.search(found)


@pytest.mark.parametrize("key", GAMES)
def test_every_option_has_a_label_and_every_choice_is_readable(client: FlaskClient, key: str) -> None:
    text = client.get(f"/play?variant={key}").text
    for o in variants.get(key).options:
        (label,) = re.findall(rf'<label for="o-{o.key}">([^<]+)</label>', text)
        assert label != o.key
        if o.choices is not None:
            chosen = text[text.index(f'id="o-{o.key}"') :]
            said = re.findall(r"<option[^>]*>([^<]+)<", chosen[: chosen.index("</select>")])
            assert len(set(said)) == len(o.choices)
            assert not {"true", "false", "0"} & set(said)
            assert all(" " in x or x.isalnum() for x in said)


@pytest.mark.parametrize("key", GAMES)
def test_every_moment_of_games_played_at_random_is_shown_and_said(app: Flask, key: str) -> None:
    rules = variants.get(key).ruleset()
    kinds = set()
    for seed in range(3):
        events = driver.play(rules, [bots.get("random", 0.0)] * rules.seats, driver.seeded_walls(rules, seed), deals=3)
        game = play.Game(
            stored(),
            Header.of(rules, (play.HUMAN, *["random"] * (rules.seats - 1))),
            rules,
            events,
            engine.begin(rules),
            0,
        )
        state = engine.begin(rules)
        rng = random.Random(seed)
        for n, e in enumerate(events):
            state = engine.evolve(state, e)
            kinds.add(e.type)
            with app.test_request_context():
                said = present_log.happened(game, e)
                assert said["text"]
                assert "%" not in str(said["text"])
                if not state.wall or (rng.random() > 0.15 and not state.results) or not engine.to_act(state):
                    continue
                view = observe(state, 0)
                past = tuple(events[: n + 1])
                turns, waits = play.dealer_turns(past), play.open_waits(view)
                seen = play.Table(replace(game, events=past, state=state), view, past, turns, waits, names_waits=False)
                shown = present_game.table(seen, {"sort": "on"})
                sent = {str(a["action"]) for a in shown["acts"]} | {str(t["action"]) for t in shown["hand"]}
                begun = {str(a["step"]) for a in shown["acts"]}
                for a in view.legal:
                    later = "ready" if a.text.endswith(":ready") else "kong" if a.text.startswith("kong") else ""
                    assert a.text in sent or (later and later in begun), a.text
    assert {"discard", "settle"} <= kinds
    assert key in ("jisu", "wenzhou") or kinds & {"declare", "flower", "kong"}


# ------------------------------------------------------------------ the clock


def test_the_time_is_shown_and_when_it_is_over_one_button_goes_on(
    client: FlaskClient, deal: Deal, clock: Clock
) -> None:
    game = deal("wenzhou", (READY, DULL), "4z3z", claimSeconds="10")
    clock.tick(seconds=3)
    text = client.get(game).text
    assert '<span class="clock" data-left="7000" data-send=".own .late">0:07</span>' in text
    assert re.search(r'<button class="late" name="action" value="timeout" hidden', text)
    clock.tick(seconds=7)
    text = client.get(game).text
    assert "The time is over." in text
    assert buttons(text) == ["timeout"]
    assert "You discard, as drawn" in act(client, game, "timeout")
    assert 'class="clock"' not in client.get(deal("wenzhou", (READY, DULL), "4z")).text
