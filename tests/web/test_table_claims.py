"""The table of games with claims, tiles set aside, indicators and rounds: what is offered, shown and said."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.game import build
from tests.web.test_table import act, buttons, locked, steps
from trainer import bots, variants
from trainer.analysis import FAR_AWAY, TooFar
from trainer.game import driver, engine
from trainer.game import event as ev
from trainer.game.record import Header
from trainer.game.view import observe
from trainer.hands import Form, parse_meld
from trainer.rules.variant import Ruleset
from trainer.tiles import parse_tile, parse_tiles
from trainer.usecases import play
from trainer.web import present, present_acts, present_game, present_log, present_seats

Deal = Callable[..., str]
GAMES = ("honglong", "fulldeck", "sanma2")


def throw(client: FlaskClient, game: str) -> str:
    """Throw the drawn tile, without riichi."""
    (drawn,) = [a for a in buttons(client.get(game).text) if a.endswith(":drawn")]
    return act(client, game, drawn)


def throw_on(client: FlaskClient, game: str) -> str:
    """Pass, and throw the drawn tile, until the deal is over."""
    for _ in range(130):
        text = client.get(game).text
        idle_ = [a for a in buttons(text) if a.endswith(":drawn") or a == "pass"]
        if not idle_:
            return text
        act(client, game, idle_[-1])
    pytest.fail("the deal did not end")


def bar(text: str) -> str:
    start = text.index('class="acts')
    return text[start : text.index('class="hand"', start)]


def labels(text: str) -> list[str]:
    """What pictures and melds are called, in order."""
    return re.findall(r'aria-label="([^"]+)"', text)


# ------------------------------------------------------------------ a tile offered


def test_each_different_claim_is_a_button_with_its_tiles_and_pass_is_last(client: FlaskClient, deal: Deal) -> None:
    game = deal("honglong", ("3455567m1122z34z", ""), "7z5m")
    text = throw(client, game)
    claims = bar(text)
    assert buttons(claims) == [
        "chow:3m4m", "chow:4m6m", "chow:6m7m", "pung:5m5m", "kong:5m", "pass"
    ]  # fmt: skip
    assert re.findall(r'data-key="(\w+)"', claims) == ["c", "c", "c", "p", "k", "Escape"]
    first = claims[: claims.index("</button>")]
    assert labels(first)[-3:] == ["3 characters", "5 characters", "4 characters"]
    assert first.count('class="turned"') == 1
    assert "crowded" in text
    assert re.search(r'class="offer"><span class="tile[^>]*aria-label="5 characters"', text)
    assert "Speed bot discards: claim it or pass?" in text
    assert steps(text) == []


def test_a_red_five_and_a_plain_one_are_different_claims(client: FlaskClient, deal: Deal) -> None:
    game = deal("fulldeck", ("055p19m19s123467z", ""), "7z5p")
    claims = bar(throw(client, game))
    assert [a for a in buttons(claims) if a.startswith("pung")] == ["pung:0p5p", "pung:5p5p"]
    assert "red 5 dots" in labels(claims)


def test_where_only_a_win_can_be_claimed_only_it_is_offered(client: FlaskClient, deal: Deal) -> None:
    game = deal("honglong", ("123456789m1122z", ""), "7z1z")
    text = throw(client, game)
    assert "win" in buttons(bar(text))
    game = deal("bamboo", (), "")
    assert "chow" not in bar(client.get(game).text)


def test_a_claimed_meld_shows_the_claimed_tile_turned_and_the_river_shows_it_faded(
    client: FlaskClient, deal: Deal
) -> None:
    game = deal("honglong", ("3455567m1122z34z", ""), "7z5m")
    throw(client, game)
    text = act(client, game, "chow:3m4m")
    melds = text[text.index('class="melds"') :]
    assert labels(melds)[:4] == ["chow: 3 characters", "3 characters", "5 characters", "4 characters"]
    assert re.search(r'class="tile called"[^>]*aria-label="5 characters, claimed"', text)
    assert "You call: Chi" in text
    assert "You claimed a tile: throw another." in text
    assert "discard:5m" not in buttons(text), "that would be swap-calling"
    assert locked(text) == 3


def test_an_open_hand_has_no_button_of_riichi(client: FlaskClient, deal: Deal) -> None:
    game = deal("honglong", ("3455567m1122z34z", ""), "7z5m")
    assert "Riichi" in bar(client.get(game).text)
    throw(client, game)
    assert "Riichi" not in bar(act(client, game, "pung:5m5m"))


def test_a_claimed_kong_and_one_added_later_are_told_by_their_form(client: FlaskClient, deal: Deal) -> None:
    game = deal("honglong", ("3455567m1122z34z", ""), "7z5m")
    throw(client, game)
    assert "You call: Kong" in act(client, game, "kong:5m")
    game = deal("honglong", ("3455567m1122z34z", ""), "7z5m")
    throw(client, game)
    act(client, game, "pung:5m5m")
    act(client, game, "discard:7m")
    text = client.get(game).text
    if "pass" in buttons(text):
        text = act(client, game, "pass")
    assert "kong:5m" in buttons(bar(text))
    text = act(client, game, "kong:5m")
    assert "You add a tile to a pung" in text
    meld = text[text.index('class="meld"', text.index('class="hand"')) :]
    assert meld[: meld.index('<span class="meld', 5) if '<span class="meld' in meld[5:] else None].count("turned") >= 2


def test_a_kong_may_be_robbed_and_the_table_says_so(client: FlaskClient, deal: Deal) -> None:
    hands = ("119m19p19s123456z", "7777z")
    game = deal("fulldeck", hands, "5m5m", bot=("kong:7z",), kokushiAnkan="true")
    text = throw(client, game)
    assert "Speed bot declares a concealed kong" in text
    assert "Speed bot declares a kong: win with its tile or pass?" in text
    river = text[text.index("Opponent’s discards") : text.index("Your discards")]
    assert " last" not in river
    assert "You win by robbing a kong" in act(client, game, "win")


# ------------------------------------------------------------------ one's own turn


def test_a_wind_is_set_aside_by_one_button_and_lies_beside_the_hand(client: FlaskClient, deal: Deal) -> None:
    game = deal("sanma2", ("123456789p1155z", ""), "4z")
    text = client.get(game).text
    assert "nuki:4z" in buttons(bar(text))
    text = act(client, game, "nuki:4z")
    aside = text[text.index('class="meld aside"') :]
    assert labels(aside)[:2] == ["set aside", "north wind"]
    assert "You set a tile aside" in text
    assert "Riichi" in bar(text), "the hand is still concealed"


def test_two_winds_to_set_aside_are_one_button_and_then_a_tile(client: FlaskClient, deal: Deal) -> None:
    game = deal("sanma2", ("123456789p1134z", ""), "4z", nuki="WN")
    text = client.get(game).text
    assert "aside" in steps(text)
    armed = client.get(f"{game}?step=aside").text
    assert set(buttons(armed)) == {"nuki:3z", "nuki:4z"}
    assert "Set aside: press the tile." in armed


def test_games_without_tiles_set_aside_have_no_place_for_them(client: FlaskClient, deal: Deal) -> None:
    assert "Set aside" not in bar(client.get(deal("honglong", ("", ""), "")).text)


def test_a_wind_set_aside_by_the_other_may_be_won_on(client: FlaskClient, deal: Deal) -> None:
    game = deal("sanma2", ("123456789p11z44z", ""), "5z4z", bot=("nuki:4z",))
    text = throw(client, game)
    assert "Speed bot sets a tile aside: win with it or pass?" in text
    river = text[text.index("Opponent’s discards") : text.index("Your discards")]
    assert " last" not in river
    assert buttons(bar(text)) == ["win", "pass"]
    assert "You win on a tile set aside" in act(client, game, "win")


def test_nine_kinds_are_a_button_of_the_first_turn(client: FlaskClient, deal: Deal) -> None:
    game = deal("fulldeck", ("19m19p19s1234z222m", ""), "5z")
    text = client.get(game).text
    assert "abort" in buttons(bar(text))
    assert re.search(r'value="abort" data-key="d"', text)
    text = act(client, game, "abort")
    assert "Drawn: nine kinds of terminals and honors" in text
    assert "abort" not in buttons(client.get(deal("fulldeck", ("222333m222333p1s", ""), "5z")).text)


# ------------------------------------------------------------------ the middle


def plate(text: str) -> str:
    start = text.index('class="plate"')
    return text[start : text.index("</section>", start)]


def test_the_middle_shows_round_counters_sticks_indicators_and_tiles_left(client: FlaskClient, deal: Deal) -> None:
    game = deal("honglong", ("19m1234567z222m3m", ""), "5z", wall={"indicators": "9m"})
    text = client.get(game).text
    middle = plate(text)
    assert "East 1" in middle
    assert labels(middle)[0] == "9 characters"
    assert re.findall(r"(Honba|Riichi sticks) </span>(\d)", middle) == [("Honba", "0"), ("Riichi sticks", "0")]
    act(client, game, "abort")
    text = act(client, game, "deal")
    assert "East 1" in plate(text)
    assert ("Honba", "1") in re.findall(r"(Honba|Riichi sticks) </span>(\d)", plate(text))
    bamboo = plate(client.get(deal("bamboo", (), "")).text)
    assert not re.search("Honba|sticks|Indicator", bamboo)


def test_seats_have_their_winds(client: FlaskClient, deal: Deal) -> None:
    text = client.get(deal("honglong", ("", ""), "")).text
    points = text[text.index('class="points"') :]
    assert re.findall(r'class="wind"[^>]*>(.)<', points) == ["南", "东"]
    assert "East · dealer" in points
    assert 'class="wind"' not in client.get(deal("bamboo", (), "")).text


@pytest.mark.parametrize(
    ("dealers", "label"),
    [((0,), "East 1"), ((0, 0), "East 1"), ((0, 1), "East 2"), ((0, 1, 0), "South 1"), ((0, 1, 0, 1, 0), "South 3")],
)
def test_rounds_have_the_names_of_winds(app: Flask, dealers: tuple[int, ...], label: str) -> None:
    events = [ev.Deal(i + 1, d, "", (0, 0), None, (None, None), None) for i, d in enumerate(dealers)]
    with app.test_request_context():
        rules = variants.get("honglong").ruleset()
        assert present_seats.deal_label(rules, len(dealers), play.dealer_turns(events)) == label


# ------------------------------------------------------------------ endings


def test_a_riichi_lays_its_stick_and_a_win_in_riichi_turns_the_lower_indicators(
    client: FlaskClient, deal: Deal
) -> None:
    game = deal("honglong", ("123456789m1122z", ""), "7z3z", wall={"indicators": "3z", "ura": "8m", "at": {2: "1z"}})
    assert "riichi" in steps(client.get(game).text)
    text = act(client, game, "discard:7z:drawn:riichi")
    assert "You lay a riichi stick" in text
    assert ("Riichi sticks", "1") in re.findall(r"(Honba|Riichi sticks) </span>(\d)", plate(text))
    text = act(client, game, "win")
    assert "You win by self-draw" in text
    assert "Ura dora" in text or "里宝牌" in text
    shown = text[text.index("Under them") :]
    assert labels(shown)[0] == "8 characters"
    assert "Sticks from the table, to the winner" in text
    assert "+1,000" in text


def test_an_exhausted_wall_tells_what_the_hand_that_is_not_ready_pays(client: FlaskClient, deal: Deal) -> None:
    text = throw_on(client, deal("honglong", ("123456789m1122z", ""), "7z"))
    if "not ready" not in text:
        pytest.fail("the bot's hand was filled up to be unready")
    assert "Not ready, to those who are" in text
    assert "+1,500" in text


def test_a_match_may_end_because_its_last_dealer_leads(app: Flask) -> None:
    rules = variants.get("honglong").ruleset({"length": "east"})
    seed = next(n for n in range(60) if ended(rules, n) == "ahead")
    events = played(rules, seed)
    state = engine.fold(engine.begin(rules), events)
    game = play.Game(stored(), Header.of(rules, (play.HUMAN, "speed")), rules, events, state, 0)
    with app.test_request_context():
        said = present_game.end(game, observe(state, 0))
    assert said["reason"] == "the dealer of the last deal leads and need not go on"


def played(rules: Ruleset, seed: int) -> tuple[ev.Event, ...]:
    return driver.play(rules, [bots.get("speed", 0.0)] * 2, driver.seeded_walls(rules, seed))


def ended(rules: Ruleset, seed: int) -> str:
    last = played(rules, seed)[-1]
    assert isinstance(last, ev.End)
    return last.reason


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("key", GAMES)
def test_every_moment_of_games_played_at_random_is_shown_and_said(app: Flask, key: str) -> None:
    rules = variants.get(key).ruleset()
    seats = (play.HUMAN, "random")
    kinds = set()
    for seed in range(3):
        events = driver.play(rules, [bots.get("random", 0.0)] * 2, driver.seeded_walls(rules, seed), deals=4)
        game = play.Game(stored(), Header.of(rules, seats), rules, events, engine.begin(rules), 0)
        state = engine.begin(rules)
        rng = random.Random(seed)
        for n, e in enumerate(events):
            state = engine.evolve(state, e)
            kinds.add(e.type)
            with app.test_request_context():
                said = present_log.happened(game, e)
                assert said["text"]
                assert "%" not in str(said["text"])
                if not state.wall or (rng.random() > 0.1 and not state.results):
                    continue
                view = observe(state, 0)
                shown = present_game.table(
                    play.Table(
                        replace(game, events=events[: n + 1], state=state),
                        view,
                        tuple(events[: n + 1]),
                        play.dealer_turns(events[: n + 1]),
                        play.open_waits(view),
                        names_waits=False,
                    ),
                    {"sort": "on"},
                )
                assert len(shown["hand"]) + 3 * len(view.hand.melds) in (13, 14)
                sent = {str(a["action"]) for a in shown["acts"]} | {str(t["action"]) for t in shown["hand"]}
                offered = {a.text for a in view.legal if "riichi" not in a.text}
                if not any(a["step"] for a in shown["acts"]) and not view.over:
                    assert offered <= sent
    assert {"pung", "discard", "settle", "draw_game"} <= kinds


def stored() -> Any:
    return type("Stored", (), {"id": "x", "variant": "x"})()


# ------------------------------------------------------------------ review


def test_a_hand_too_far_from_ready_is_left_unjudged_with_a_word(
    client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def far(*args: Any, **told: Any) -> Any:
        raise TooFar(FAR_AWAY, n=4, draws=9)

    game = deal("honglong", ("", ""), "")
    throw_on(client, game)
    monkeypatch.setattr(play, "analyze", far)
    text = client.get(f"{game}/review").text
    assert "not judged" in text
    assert "4 from ready: too far to look 9 draws ahead" in text
    assert "Make it a puzzle" not in text


def test_claims_are_not_judged_and_discards_of_an_open_hand_are(client: FlaskClient, deal: Deal) -> None:
    game = deal("honglong", ("3455567m1122z34z", ""), "7z5m")
    throw(client, game)
    act(client, game, "pung:5m5m")
    text = throw_first(client, game)
    assert text
    review = client.get(f"{game}/review").text
    turns = re.findall(r"<h3>Deal 1, turn (\d+)</h3>", review)
    assert turns == [str(n + 1) for n in range(len(turns))]
    assert len(turns) >= 3
    assert labels(review).count("pung: 5 characters") == len(turns) - 1
    link = re.findall(r'href="(/analysis\?[^"]+)"', review)[1].replace("&amp;", "&")
    assert client.get(link, follow_redirects=True).status_code == 200


def throw_first(client: FlaskClient, game: str) -> str:
    """Pass, and throw the last tile that may be thrown, until the deal is over."""
    for _ in range(60):
        text = client.get(game).text
        throws = [a for a in buttons(text) if a.startswith("discard") or a == "pass"]
        if not throws:
            return text
        act(client, game, throws[-1])
    pytest.fail("the deal did not end")


def test_a_review_shows_one_deal_and_leads_to_the_others(client: FlaskClient, deal: Deal) -> None:
    game = deal("honglong", ("", ""), "")
    throw_on(client, game)
    act(client, game, "deal")
    throw_on(client, game)
    text = client.get(f"{game}/review").text
    assert set(re.findall(r"<h3>Deal (\d)", text)) == {"2"}
    assert re.findall(r'href="[^"]*/review\?deal=(\d)"', text) == ["1", "2"]
    assert set(re.findall(r"<h3>Deal (\d)", client.get(f"{game}/review?deal=1").text)) == {"1"}
    assert client.get(f"{game}/review?deal=9").text == text


# ------------------------------------------------------------------ pictures


@pytest.mark.parametrize(
    ("form", "used", "claimed", "added", "shown"),
    [
        (Form.CHOW, "46m", "5m", False, "4m [5m] 6m"),
        (Form.CHOW, "34m", "5m", False, "3m [5m] 4m"),
        (Form.PUNG, "05p", "5p", False, "0p [5p] 5p"),
        (Form.KONG, "111z", "1z", False, "1z 1z [1z] 1z"),
        (Form.KONG, "111z", "1z", True, "1z [1z] [1z] 1z"),
    ],
)
def test_the_claimed_tile_lies_in_the_middle(
    app: Flask, form: Form, used: str, claimed: str, added: bool, shown: str
) -> None:
    with app.test_request_context():
        tiles = present.laid(form, parse_tiles(used), parse_tile(claimed), added=added)
    assert " ".join(f"[{t['text']}]" if t.get("turned") else str(t["text"]) for t in tiles) == shown


def test_a_meld_that_only_a_text_tells_of_has_no_claimed_tile(app: Flask) -> None:
    with app.test_request_context():
        assert not any(t.get("turned") for t in present.meld(parse_meld("pung:777z"))["tiles"])


def test_digits_mark_waits_only_where_ranks_tell_tiles_apart(app: Flask) -> None:
    with app.test_request_context():
        assert {t["digit"] for t in present_acts.pad(variants.get("fulldeck").ruleset().tiles.kinds)} == {""}
        assert present_acts.pad(build.rules().tiles.kinds)[3]["digit"] == "4"
