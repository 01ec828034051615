"""The table of a game in which play goes on after a win: tiles exchanged, won on, paid at once, and the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.test_table import act, buttons, locked, seen
from tests.web.test_table_chinese import again_from_the_other_seat, words
from tests.web.test_table_claims import bar, labels, throw

Deal = Callable[..., str]
BASIC = "234567p2245678s"
"""Waits on 3s, 6s and 9s, for a basic hand of 2 fan."""
KONG = "111p557799p1233s"
"""Three of the four 1p, and not ready."""
FIRST, SECOND = "11122233p45789s", "5566778899p336s"


def news(text: str) -> str:
    """What the strip on the table says has come about."""
    return text[text.index('class="news"') : text.index('class="task', text.index('class="news"'))]


def said(part: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part)).strip()


def give(client: FlaskClient, game: str, *tiles: str) -> Any:
    form = {"action": "swap", "tiles": list(tiles), "seen": seen(client, game)}
    return client.post(f"{game}/act", data=form)


def play_out(client: FlaskClient, game: str) -> str:
    """Win where that is possible, else pass and throw what is drawn, until the deal is over."""
    for _ in range(130):
        text = client.get(game).text
        offered = buttons(text)
        if "deal" in offered or not offered:
            return text
        idle = [a for a in offered if a.endswith(":drawn") or a == "pass"]
        act(client, game, "win" if "win" in offered else idle[-1])
    pytest.fail("the deal did not end")


# ------------------------------------------------------------------ three tiles exchanged


def test_three_tiles_are_chosen_in_the_hand_and_sent_together(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (FIRST, SECOND), "9s", swap3="true")
    text = client.get(game).text
    assert len(re.findall(r'type="checkbox" name="tiles"', text)) == 13
    assert buttons(text) == ["swap"]
    assert "Choose three tiles of one suit to give" in text
    assert 'data-hand role="group"' not in text
    assert give(client, game, "4s", "5s", "7s").status_code == 303
    assert 'name="tiles"' not in client.get(game).text


@pytest.mark.parametrize("chosen", [("4s", "5s"), ("1p", "4s", "5s"), ("4s", "5s", "7s", "8s")])
def test_any_other_choice_is_refused_in_a_sentence(client: FlaskClient, deal: Deal, chosen: tuple[str, ...]) -> None:
    game = deal("xueliu", (FIRST, SECOND), "9s", swap3="true")
    answer = give(client, game, *chosen)
    assert answer.status_code == 422
    assert "Exchange three tiles of one suit." in answer.text
    assert buttons(client.get(game).text) == ["swap"]


def test_a_form_with_nothing_chosen_says_so(client: FlaskClient, deal: Deal) -> None:
    answer = give(client, deal("xueliu", (FIRST, SECOND), "9s", swap3="true"))
    assert answer.status_code == 422
    assert "Choose the tiles first." in answer.text


def test_what_was_given_and_got_is_shown_and_told(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (FIRST, SECOND), "9s", ("swap:557p",), swap3="true")
    give(client, game, "4s", "5s", "7s")
    text = client.get(game).text
    shown = [x for x in labels(news(text)) if " " in x]
    assert shown[:6] == ["4 bamboo", "5 bamboo", "7 bamboo", "5 dots", "5 dots", "7 dots"]
    assert "You gave" in news(text)
    assert "You give tiles" in text
    assert "Speed bot gives tiles" in text


def test_nothing_is_exchanged_where_the_option_is_off(client: FlaskClient, deal: Deal) -> None:
    assert "swap" not in buttons(client.get(deal("xueliu", (FIRST, SECOND), "9s")).text)


# ------------------------------------------------------------------ wins and payments while play goes on


def test_a_win_is_shown_at_the_table_with_what_it_paid_and_play_goes_on(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (BASIC, KONG), "1s8p9s2p4s")
    throw(client, game)
    text = act(client, game, "win")
    assert "You win by self-draw Basic hand 2 fan · Self-draw ×2 +4" in said(news(text))
    assert labels(news(text))[0] == "9 bamboo"
    assert "dealer · 1 win" in text
    assert '<b class="tag">1 win</b>' in text
    laid = text[text.index('aria-label="won on"') :]
    assert labels(laid)[1] == "9 bamboo"
    assert "You are paid 4" in text
    assert "Next deal" not in text


def test_a_win_of_the_other_from_my_discard_is_shown_with_what_it_cost(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (KONG, BASIC), "9s8p", ("win",))
    text = throw(client, game)
    assert "Speed bot wins from a discard Basic hand 2 fan −2" in said(news(text))
    assert "Speed bot is paid 2" in text
    assert "non-dealer · 1 win" in text


def test_without_news_the_strip_says_what_the_deal_has_paid(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (BASIC, KONG), "1s8p9s2p1p")
    assert "Paid so far in this deal ±0" in said(news(client.get(game).text))
    throw(client, game)
    act(client, game, "win")
    assert "Paid so far in this deal +4" in said(news(throw(client, game)))


def test_kong_income_is_told_as_it_is_paid(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (BASIC, KONG), "1s1p2p", ("kong:1p",), wall={"tail": "8p"})
    text = throw(client, game)
    assert "The kong of Speed bot is paid −4" in said(news(text))
    assert "Speed bot is paid 4 for a kong" in text
    assert "sticks" not in text


def test_what_a_kong_earned_goes_back_when_the_discard_after_it_is_won_on(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (BASIC, KONG), "1s1p2p", ("kong:1p",), wall={"tail": "9s"})
    throw(client, game)
    text = act(client, game, "win")
    assert "You win from a discard Basic hand 2 fan · Discard after a kong ×2 +4" in said(news(text))
    assert "Speed bot gives back what was paid for a kong +4" in said(news(text))
    assert "Speed bot gives back 4 for a kong" in text
    assert "sticks" not in text


def test_a_locked_hand_throws_only_what_it_draws_and_shows_its_waits(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (BASIC, KONG), "1s8p9s2p8p")
    throw(client, game)
    text = act(client, game, "win")
    assert "You have won: only the drawn tile can be thrown." in text
    assert [a for a in buttons(text) if a.startswith("discard")] == ["discard:8p:drawn"]
    assert locked(text) == 13
    waits = text[text.index("waiting for") :]
    assert labels(waits)[:3] == ["3 bamboo", "6 bamboo", "9 bamboo"]


def test_after_a_win_a_kong_is_offered_only_if_the_waits_stay(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", ("22234567p45678s", KONG), "1s8p9s8p2p")
    throw(client, game)
    act(client, game, "win")
    assert "kong:2p" not in buttons(bar(client.get(game).text))
    game = deal("xueliu", ("111p44567p45678s", "3p557799p123s369p"), "1s8p9s8p1p")
    throw(client, game)
    act(client, game, "win")
    assert "kong:1p" in buttons(bar(client.get(game).text))


# ------------------------------------------------------------------ the end of a deal


def test_the_end_lists_every_payment_and_what_they_add_up_to(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (BASIC, KONG), "1s1p9s2p6s", ("kong:1p",), wall={"tail": "8p"})
    throw(client, game)
    text = play_out(client, game)
    assert "<h1>The wall is empty</h1>" in text
    ledger = text[text.index("Every payment") : text.index("</section>", text.index("Every payment"))]
    told = said(ledger)
    assert "The kong of Speed bot is paid −4" in told
    assert "You win by self-draw 4 fan" in told
    assert "Speed bot has not won and is not ready +2" in told
    assert "Speed bot gives back what was paid for a kong +4" in told
    changes = [int(x.replace("−", "-")) for x in re.findall(r'<b class="(?:up|down)">([+−]\d+)</b>', ledger)]
    paid = text[text.index('class="lines paid"') :]
    (mine,) = re.findall(r'You<br><b class="up">\+(\d+)</b>', paid)
    assert sum(changes) == int(mine)
    assert re.search(r"\d+ wins</b> <span>ready, waiting for</span>", text)
    assert "not ready" in text
    assert "Self-draw" in ledger


def test_a_deal_in_which_nothing_was_paid_says_so(client: FlaskClient, deal: Deal) -> None:
    far, also = "1133557799p135s", "22446688p13579s"
    game = deal("xueliu", (far, also), "")
    text = client.get(game).text
    while "deal" not in buttons(text):
        idle = [a for a in buttons(text) if a.endswith(":drawn") or a == "pass"]
        text = act(client, game, idle[-1])
    assert "Every payment" in text
    assert "sticks" not in words(text)


def test_a_replay_tells_wins_and_payments_with_their_amounts(client: FlaskClient, deal: Deal) -> None:
    game = deal("xueliu", (BASIC, KONG), "1s1p9s2p6s", ("kong:1p",), wall={"tail": "8p"})
    throw(client, game)
    play_out(client, game)
    told = [said(client.get(f"{game}/at/{n}").text.split('role="status">')[1].split("</p>")[0]) for n in range(4, 16)]
    assert "Speed bot declares a concealed kong" in told
    assert "Speed bot is paid 4 for a kong" in told
    assert "You win" in told
    assert "You are paid 4" in told


def test_both_are_told_what_they_gave_whoever_deals(
    client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal("xueliu", (SECOND, FIRST), "9s", ("swap:557p",))
    game = again_from_the_other_seat(client, monkeypatch, "xueliu", swap3="true")
    assert give(client, game, "4s", "5s", "7s").status_code == 303
    text = client.get(game).text
    assert "You gave" in news(text)
    assert text.index("You give tiles") < text.index("Speed bot gives tiles")


def test_a_whole_deal_with_an_exchange_by_forms_then_its_review_and_the_next_deal(
    client: FlaskClient, deal: Deal
) -> None:
    game = deal("xueliu", (FIRST, SECOND), "9s", swap3="true")
    give(client, game, "4s", "5s", "7s")
    assert "Every payment" in play_out(client, game)
    assert client.get(f"{game}/review").status_code == 200
    told = [said(client.get(f"{game}/at/{n}").text.split('role="status">')[1].split("</p>")[0]) for n in (2, 3)]
    assert told == ["You give tiles", "Speed bot gives tiles"]
    assert buttons(act(client, game, "deal")) == ["swap"]
