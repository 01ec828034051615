"""The table of four: who sits where, chows from the seat before, several winners, locked wins, flowers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.test_table import act, buttons
from tests.web.test_table_chinese import words
from tests.web.test_table_claims import bar, labels, plate, throw
from tests.web.test_table_wins import news, said
from trainer.game import engine
from trainer.game.action import parse
from trainer.game.record import Header
from trainer.game.state import State
from trainer.usecases import play

Deal = Callable[..., str]
PLAIN = "123m789m234s99s45p"
"""Waits for 3p and 6p; neither is worth a fan."""
PAIRS = "1133m5577p2299s7z"
"""Waits for 7z: seven pairs, two fan."""


@pytest.fixture
def first(monkeypatch: pytest.MonkeyPatch, deal: Deal) -> Deal:
    """Opens a game in which the person has the seat that the dice make the dealer."""
    monkeypatch.setattr(play.secrets, "randbelow", lambda n: 2)
    return deal


def others(monkeypatch: pytest.MonkeyPatch, *wins: int) -> None:
    """Of the other seats those named, counted from the dealer, win where they can; the rest stays as it was."""
    scripted = play._bot

    def bot(header: Header, state: State, seat: int, number: int) -> object:
        if (seat - state.dealer) % 4 in wins and parse("win") in engine.legal(state, seat):
            return parse("win")
        return scripted(header, state, seat, number)

    monkeypatch.setattr(play, "_bot", bot)


def players(text: str) -> list[str]:
    """What is said of the three others, in the order of turns."""
    part = text[text.index('class="players"') : text.index('class="centre"')]
    return [said(x) for x in part.split('<section class="player')[1:]]


# ------------------------------------------------------------------ who sits where


def test_the_others_stand_in_turn_order_with_wind_place_points_and_tiles(client: FlaskClient, first: Deal) -> None:
    text = client.get(first("jintan", (), "1z")).text
    found = players(text)
    assert ["after you" in found[0], "across" in found[1], "before you" in found[2]] == [True] * 3
    assert [re.findall("[东南西北]", x) for x in found] == [["南"], ["西"], ["北"]]
    assert all("×13" in x for x in found)
    mine = text[text.index('class="centre"') :]
    assert "dealer" in said(mine[: mine.index("</section>")])
    assert "East 1" in plate(text)
    assert "Dice: 5 + 2" in labels(plate(text))


def test_flowers_and_melds_lie_at_their_seats(client: FlaskClient, first: Deal) -> None:
    hands = ("", "1f2f45m4479p1479s2z", "", "")
    game = first("jintan", hands, "3m8s", ("chow:4m5m",), wall={"tail": "5z6z"})
    text = throw(client, game)
    seat = text[text.index('class="players"') :]
    seat = seat[: seat.index('class="thrown"')]
    assert "flowers" in labels(seat)
    assert "chow: 3 characters" in labels(seat)
    assert "You discard" in text
    assert "Speed bot 1 shows a flower" in text


def test_flowers_stay_in_the_hand_until_the_first_turn_and_are_shown_right_after_a_claim(
    client: FlaskClient, deal: Deal
) -> None:
    """The person sits across from the dealer, who throws first."""
    game = deal("jintan", ("", "", "1f2f11z258m369p147s", ""), "1z", wall={"tail": "5z6z"})
    text = client.get(game).text
    assert "pung:1z1z" in buttons(bar(text))
    mine = labels(text[text.index("data-hand") :])
    assert ["spring" in mine, "summer" in mine, "flowers" in mine] == [True, True, False]
    text = act(client, game, "pung:1z1z")
    mine = labels(text[text.index("data-hand") :])
    assert mine[mine.index("flowers") :][:3] == ["flowers", "spring", "summer"]
    thrown = [a for a in buttons(text) if a.startswith("discard")]
    assert thrown
    assert not [a for a in thrown if "f" in a.split(":")[1]]


# ------------------------------------------------------------------ claims


@pytest.mark.parametrize(("thrower", "chow"), [(3, True), (2, False), (1, False)])
def test_a_chow_is_offered_only_from_the_seat_before(
    client: FlaskClient, first: Deal, thrower: int, chow: bool
) -> None:
    draws = ["1z", "2z", "3z", "4z"]
    draws[thrower] = "3m"
    game = first("jintan", ("45m33m147p258s567z", "", "", ""), "".join(draws))
    text = throw(client, game)
    claims = buttons(bar(text))
    assert ("chow:4m5m" in claims) is chow
    assert "pung:3m3m" in claims
    assert f"Speed bot {thrower} discards" in text


def test_a_win_of_another_goes_before_a_pung(client: FlaskClient, first: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    game = first("jintan", ("77z147m258p369s12z", "", PAIRS, ""), "5z7z")
    others(monkeypatch, 2)
    throw(client, game)
    text = act(client, game, "pung:7z7z")
    assert "Speed bot 2 wins from a discard" in text


def test_several_seats_win_on_one_discard_in_one_settlement(
    client: FlaskClient, first: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = first("jintan", ("", PAIRS, "", "2244m6688p3344s7z"), "7z")
    others(monkeypatch, 1, 3)
    text = throw(client, game)
    assert "Speed bot 1 wins from a discard · Speed bot 3 wins from a discard" in text
    assert text.count("You pay 40 points.") == 2
    assert '<b class="down">−80</b>' in text
    assert text.count('<b class="up">+40</b>') == 2


# ------------------------------------------------------------------ why a complete hand does not win


def test_a_hand_without_flower_or_fan_is_told_that_a_discard_does_not_suffice(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", (PLAIN, "", "", ""), "1z2z6p2z")
    text = throw(client, game)
    assert labels(news(text))[0] == "6 dots"
    assert "Completes your hand. A win from a discard needs at least one flower or one fan." in said(news(text))
    assert "Completes your hand" not in throw(client, game)


def test_a_kind_thrown_since_the_last_draw_is_told_to_be_locked(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", (PAIRS, "", "", ""), "7z1z7z2z")
    text = act(client, game, "discard:7z:drawn")
    assert "Completes your hand. You have thrown this tile since your last draw" in said(news(text))


def test_after_a_win_was_let_go_the_next_one_is_told_to_be_locked(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", (PAIRS, "", "", ""), "1z7z7z2z")
    throw(client, game)
    assert buttons(bar(client.get(game).text)) == ["win", "pass"]
    text = act(client, game, "pass")
    assert "Completes your hand. You let a win go" in said(news(text))


def test_the_reason_stands_beside_the_claims_that_are_possible(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", ("123m789m23488s66p", "", "", ""), "1z2z6p2z")
    text = throw(client, game)
    assert "pung:6p6p" in buttons(bar(text))
    assert "win" not in buttons(bar(text))
    assert "needs at least one flower or one fan" in said(news(text))


# ------------------------------------------------------------------ settlements


def test_a_self_draw_is_paid_by_each_of_the_others_and_the_sum_is_shown(client: FlaskClient, first: Deal) -> None:
    text = act(client, first("jintan", (PLAIN, "", "", ""), "3p"), "win")
    assert "(10 + 5 × 0) × 1 =" in text
    assert "30 points" in text
    assert "Each of the others pays 10 points." in text
    assert text.count('<b class="down">−10</b>') == 3


def test_flowers_and_fan_are_told_apart_line_by_line(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", ("1f123456789m111z", "", "", ""), "5z", wall={"tail": "5z"})
    text = act(client, game, "win")
    lines = said(text[text.index('class="lines"') : text.index('class="total"')])
    assert re.search(r"Half flush 混一色 1 fan", lines)
    assert re.search(r"Flower tiles 花牌 1 flower", lines)
    assert re.search(r"Pung of honors 字牌刻子 2 flowers", lines)
    assert "(10 + 5 × 3) × 2 =" in text


def test_all_eight_flowers_end_the_deal_with_their_own_settlement(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", ("1f2f3f4f5f6f7f8f23m45p", "", "", ""), "9s")
    text = client.get(game).text
    assert "<h1>All eight flowers are shown</h1>" in text
    assert "Each of the others pays 200 points." in text
    assert '<b class="up">+600</b>' in text
    assert "not ready" not in words(text)
    assert "You are paid 600" in client.get(f"{game}/at/99").text


# ------------------------------------------------------------------ a new game


def test_each_other_seat_may_have_its_own_bot(client: FlaskClient, first: Deal) -> None:
    page = client.get("/play?variant=jintan&bot=value&bot=speed&bot=random").text
    assert page.count('<select id="bot-') == 3
    assert re.findall(r'<label for="bot-\d">([^<]+)</label>', page) == ["after you", "across", "before you"]
    assert re.findall(r'<option value="(\w+)" selected>', page)[:3] == ["value", "speed", "random"]
    assert "4 seats" in page
    first("jintan", (), "1z")
    form = {"variant": "jintan", "bot": ["random", "speed", "value"]}
    text = client.get(client.post("/play", data=form).headers["Location"]).text
    assert [
        re.search(r"(\w+ bot \d)", x)[1]
        for x in players(text)  # type: ignore[index]
    ] == ["Random bot 1", "Speed bot 2", "Value bot 3"]


def test_one_bot_named_sits_in_every_seat_and_an_unknown_one_in_none(client: FlaskClient, first: Deal) -> None:
    assert [x[:30].count("Speed bot") for x in players(client.get(first("jintan", (), "1z")).text)] == [1, 1, 1]
    refused = client.post("/play", data={"variant": "jintan", "bot": ["speed", "god"]})
    assert refused.status_code == 422
    assert "There is no bot “god”" in refused.text


# ------------------------------------------------------------------ a whole deal


def test_a_whole_deal_by_forms_then_its_replay_its_review_and_the_next_deal(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", ("1f45m33m147p258s56z", "", "", ""), "1z2z3z3m", wall={"tail": "7z"})
    claimed = False
    for _ in range(60):
        text = client.get(game).text
        offered = buttons(text)
        if "deal" in offered:
            break
        claim = next((a for a in offered if a.startswith(("chow", "pung"))), None)
        claimed = claimed or claim is not None
        idle = [a for a in offered if a.endswith(":drawn") or a == "pass"]
        act(client, game, claim or (idle or [a for a in offered if a.startswith("discard")])[-1])
    assert claimed
    assert "Drawn: the wall is empty" in text
    assert "0 tiles left" in text
    assert text.count("not ready") + text.count("ready, waiting for") >= 4
    assert not re.search(r'<b class="(up|down)">', text)
    assert "Nothing is paid" in client.get(f"{game}/at/999").text
    replayed = said(client.get(f"{game}/at/20").text)
    assert [replayed.count(who) > 0 for who in ("Speed bot 1", "Speed bot 2", "Speed bot 3", "You")] == [True] * 4
    assert client.get(f"{game}/review").status_code == 200
    again = act(client, game, "deal")
    assert "Dice:" in " ".join(labels(plate(again)))


def test_a_replay_lists_the_seats_in_turn_order_with_the_person_last(client: FlaskClient, first: Deal) -> None:
    game = first("jintan", ("1f2f3f4f5f6f7f8f23m45p", "", "", ""), "9s")
    page = client.get(f"{game}/at/3").text
    names = re.findall(r"<b>(You|Speed bot \d)</b>", page)
    assert names == ["Speed bot 1", "Speed bot 2", "Speed bot 3", "You"]
