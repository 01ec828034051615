"""Analysis and score: any hand put together by taps or text, the answer in view, a short address to keep."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer import variants
from trainer.rules.variant import Variant
from trainer.tiles import parse_tiles, tile_text
from trainer.usecases import catalog, compose
from trainer.usecases.warmup import Warmup
from trainer.web import present_ask

READY = "12344567788999s"
RESTING = "1112345678999s"


def fields(page: str) -> dict[str, str]:
    """What the form of a page would send without any of its buttons."""
    form = page[page.index('<form class="stack wide"') :].partition("</form>")[0]
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]+>", form):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        assert name
        if ("radio" in tag or "checkbox" in tag) and "checked" not in tag:
            continue
        sent[name[1]] = value[1] if value else ""
    for name_, body in re.findall(r'<select id="[^"]+" name="([^"]+)">(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body)
        sent[name_] = chosen[1] if chosen else ""
    return sent


def press(client: FlaskClient, address: str, page: str, **button: str) -> tuple[str, str]:
    """The address and the text after sending the page's form, by one of its buttons or by the main one."""
    answer = client.get(address, query_string={**fields(page), **button})
    assert answer.status_code == 303, answer.text
    place = answer.headers["Location"]
    return place, client.get(place).text


def query(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query, keep_blank_values=True)


# ------------------------------------------------------------------ the pad


def test_a_hand_is_tapped_together_without_javascript(client: FlaskClient) -> None:
    page = client.get("/analysis").text
    assert 'name="add" value="5s"' in page
    assert "Shanten" not in page
    for tile in ("1s", "1s", "2s"):
        place, page = press(client, "/analysis", page, add=tile)
    assert query(place) == {"variant": ["bamboo"], "hand": ["112s"], "edit": ["1"]}
    assert re.findall(r'name="drop" value="(\w+)"', page) == ["1s", "1s", "2s"]
    place, page = press(client, "/analysis", page, drop="1s")
    place, page = press(client, "/analysis", page, add="7s", to="seen")
    place, page = press(client, "/analysis", page, add="9s", to="ckong")
    assert query(place) | {"to": []} == {
        "variant": ["bamboo"], "hand": ["12s"], "seen": ["7s"], "melds": ["ckong:9999s"], "edit": ["1"], "to": [],
    }
    assert query(place)["to"] == ["ckong"], "the place stays chosen"
    assert re.search(r'id="pad-9s"[^>]* disabled', page)
    place, page = press(client, "/analysis", page, clear="1")
    assert "hand" not in query(place)
    assert 'name="drop"' not in page


def test_the_pad_of_another_suit_offers_that_suit(client: FlaskClient) -> None:
    page = client.get("/analysis?variant=bamboo&o.suit=p").text
    assert 'name="add" value="5p"' in page
    assert 'value="5s"' not in page


def test_a_typed_hand_is_echoed_as_pictures(client: FlaskClient) -> None:
    page = client.get("/analysis?variant=bamboo&hand=123s").text
    assert re.findall(r'name="drop" value="(\w+)"', page) == ["1s", "2s", "3s"]


def test_a_full_hand_says_so_and_keeps_what_is_there(client: FlaskClient) -> None:
    page = client.get(f"/analysis?variant=bamboo&hand={READY}&edit=1").text
    refused = client.get("/analysis", query_string={**fields(page), "add": "1s"})
    assert refused.status_code == 422
    assert "The hand is full" in refused.text
    assert f'value="{READY}"' in refused.text


def test_an_error_stands_above_the_form_and_an_answer_folds_it(client: FlaskClient) -> None:
    for address in ("/analysis?variant=bamboo&hand=123s", "/score?variant=bamboo&hand=123s&win=1s"):
        wrong = client.get(address)
        assert wrong.status_code == 422
        assert wrong.text.index('role="alert"') < wrong.text.index('<details class="card" open>')
    for address in (f"/analysis?variant=bamboo&hand={READY}", "/score?variant=bamboo&hand=2344456778999s&win=1s"):
        right = client.get(address).text
        assert right.index('<details class="card">') < right.index('<section class="felt"')


def test_htmx_gets_the_changing_part_brought_into_view(client: FlaskClient, htmx: dict[str, str]) -> None:
    tapped = client.get("/analysis?variant=bamboo&hand=12s&edit=1", headers=htmx)
    assert tapped.text.lstrip().startswith('<div id="ask"')
    assert "<html" not in tapped.text
    assert tapped.headers["HX-Replace-Url"] == "/analysis?variant=bamboo&hand=12s&edit=1"
    assert "HX-Reswap" not in tapped.headers, "the thumb stays over the pad"
    for address in (f"/analysis?variant=bamboo&hand={READY}", "/analysis?variant=bamboo&hand=12s"):
        told = client.get(address, headers=htmx)
        assert "show:window:top" in told.headers["HX-Reswap"]
        assert "HX-Replace-Url" not in told.headers


# ------------------------------------------------------------------ the winning tile


def test_the_winning_tile_is_chosen_from_the_hand(client: FlaskClient) -> None:
    page = client.get("/score").text
    for tile in "23444567789991":
        place, page = press(client, "/score", page, add=f"{tile}s")
    assert query(place)["hand"] == ["2344456778999s"]
    assert query(place)["win"] == ["1s"]
    place, page = press(client, "/score", page, won="4s")
    assert query(place)["win"] == ["4s"]
    assert "1" in query(place)["hand"][0]
    place, page = press(client, "/score", page, won="1s")
    place, page = press(client, "/score", page)
    assert "edit" not in query(place)
    assert "12,000" in page
    place, page = press(client, "/score", page, unwin="1s")
    assert "win" not in query(place)
    assert len(query(place)["hand"][0]) == 14


def test_fourteen_typed_tiles_are_won_with_the_last(client: FlaskClient) -> None:
    place, page = press(client, "/score", client.get("/score").text, hand="23444567789991s")
    assert query(place) == {"variant": ["bamboo"], "hand": ["2344456778999s"], "win": ["1s"]}
    assert "12,000" in page


# ------------------------------------------------------------------ addresses


def test_an_address_carries_only_what_differs_from_the_usual(client: FlaskClient) -> None:
    page = client.get("/analysis").text
    assert len([k for k in fields(page) if k.startswith("o.")]) > 10
    place, _ = press(client, "/analysis", page, hand=READY)
    assert query(place) == {"variant": ["bamboo"], "hand": [READY]}
    changed = {"draws": "3", "goal": "value", "seat": "dealer", "o.kazoe": "false"}
    place, page = press(client, "/analysis", page, hand=READY, **changed)
    assert query(place) == {"variant": ["bamboo"], "hand": [READY], **{k: [x] for k, x in changed.items()}}
    assert {k: x for k, x in fields(page).items() if k in changed} == changed


def test_the_others_discards_are_counted_by_a_box_where_the_game_has_any_to_take(client: FlaskClient) -> None:
    page = client.get("/analysis?variant=hk64").text
    assert "opponent" not in fields(page)
    hand = "123m4567m1122z333z"
    place, page = press(client, "/analysis", page, hand=hand, draws="2", opponent="1")
    assert query(place)["opponent"] == ["1"]
    assert fields(page)["opponent"] == "1"
    assert "before each of your draws every other player throws a tile, any of the 50 that you cannot see" in page
    assert "claim it for a pung or a chow" in page
    assert "nobody else acts" not in page
    assert "nobody else acts" in client.get(place.replace("&opponent=1", "")).text
    bamboo = client.get(f"/analysis?variant=bamboo&hand={READY}&draws=1&opponent=1").text
    assert "You may win from such a discard" in bamboo
    assert "You may claim" not in bamboo
    assert 'name="opponent"' not in client.get("/analysis?variant=seventeen").text


def test_own_discards_are_asked_for_where_furiten_counts(client: FlaskClient) -> None:
    fields_of = {key: fields(client.get(f"/analysis?variant={key}").text) for key in ("fulldeck", "hk64", "tenhodori")}
    assert {key for key, found in fields_of.items() if "river" in found} == {"fulldeck"}
    hand = "variant=fulldeck&hand=234678m456p2234s&draws=1&seen=5s&opponent=1"
    free, spoilt = (client.get(f"/analysis?{hand}{more}").text for more in ("", "&river=5s"))
    assert "A hand that waits for a tile of your own discards so far may not" in free
    assert fields(spoilt)["river"] == "5s"
    chances = [re.search(r"Chance to win.*?([\d.]+) %", page, re.DOTALL) for page in (spoilt, free)]
    assert [float(found[1]) for found in chances if found] == [4.1, 8.1], "5 of 122 tiles, and the throw before them"
    refused = client.get(f"/analysis?{hand}&river=9m")
    assert refused.status_code == 422
    assert "but 9m is not there" in refused.text
    assert client.get("/analysis?variant=hk64&hand=123456789m1122z&draws=1&river=9m").status_code == 200


@pytest.mark.parametrize("button", ["clear=1", "unsee=5s"])
def test_own_discards_leave_with_the_tiles_in_sight(client: FlaskClient, button: str) -> None:
    asked = "variant=fulldeck&hand=234678m456p2234s&draws=1&seen=5s6s&opponent=1&river=56s&form=1"
    place = client.get(f"/analysis?{asked}&{button}").location
    assert query(place).get("river", [""]) == ([""] if button == "clear=1" else ["6s"])
    assert client.get(place).status_code == 200


def test_the_link_with_the_answer_hidden_hides_it_and_the_other_opens_it(client: FlaskClient) -> None:
    page = client.get(f"/analysis?variant=bamboo&hand={READY}&draws=2").text
    link = re.search(r'href="(\?[^"]*answer=off)"', page)
    assert link
    hidden = client.get("/analysis" + link[1].replace("&amp;", "&")).text
    assert "All discards" not in hidden
    assert "Show the answer" in hidden
    opened = re.search(r'<a class="btn main" href="(\?[^"]+)"', hidden)
    assert opened
    assert "All discards" in client.get("/analysis" + opened[1].replace("&amp;", "&")).text


@pytest.mark.parametrize("page", ["/analysis", "/score"])
def test_the_example_is_the_games_own_and_has_an_answer(client: FlaskClient, page: str) -> None:
    link = re.search(r'href="([^"]+)">An example', client.get(page).text)
    assert link
    shown = client.get(link[1].replace("&amp;", "&"))
    assert shown.status_code == 200
    assert '<section class="felt"' in shown.text


# ------------------------------------------------------------------ what is said


def test_a_resting_hand_is_asked_what_it_waits_for(client: FlaskClient) -> None:
    page = client.get(f"/analysis?variant=bamboo&hand={RESTING}").text
    assert "What does it wait for?" in page
    assert "What should be thrown?" not in page
    assert "9 kinds · 23 tiles" in page
    assert page.count('class="proof"') == 9
    assert "All discards" not in page
    far = client.get("/analysis?variant=bamboo&hand=1133557799246s").text
    assert "What does it wait for?" in far
    assert "No wait yet" in far
    assert 'class="proof"' not in far


def test_the_copies_left_of_a_wait_are_those_that_cannot_be_seen(client: FlaskClient) -> None:
    page = client.get(f"/analysis?variant=bamboo&hand={RESTING}&seen=555s").text
    assert "9 kinds · 20 tiles" in page
    assert "0 left" in page


def test_a_complete_hand_without_draws_marks_no_discard(client: FlaskClient) -> None:
    page = client.get("/analysis?variant=bamboo&hand=11112233445566s&draws=0").text
    assert "The hand is complete" in page
    assert "is-best" not in page
    assert "is-best" in client.get("/analysis?variant=bamboo&hand=11112233445566s&draws=2").text


def test_points_say_that_the_hand_declares_riichi(client: FlaskClient) -> None:
    says = "declares riichi as soon as it is ready"
    assert says in client.get(f"/analysis?variant=bamboo&hand={READY}&draws=2&goal=value").text


def test_a_yakuman_is_named_once(client: FlaskClient) -> None:
    page = client.get("/score?variant=bamboo&hand=1112345678999s&win=5s").text
    total = re.search(r'<div class="total"><b>(.*?)</b>', page)
    assert total
    assert total[1].count("yakuman") == 1


def test_no_name_stands_twice_in_chinese(client: FlaskClient) -> None:
    """A game's own name and a pattern's, where the reader's language writes them alike."""
    client.get("/language/zh_Hans")
    bamboo = variants.get("bamboo")
    names = {row.name for row in bamboo.ruleset().scoring.table.rows} | {bamboo.names.own}
    seen = set()
    for address in ("/analysis", "/score?variant=bamboo&hand=2344456778999s&win=1s&flag=riichi", "/rules/bamboo", "/"):
        text = re.sub(r"(<[^>]+>|\s)+", " ", client.get(address).text)
        for name in names:
            assert not re.search(rf"{name} (· )?{name}(?![一-鿿])", text), (address, name)
            seen |= {name} & set(text.split())
    assert len(seen) > 20


def test_the_model_is_translated_whole(client: FlaskClient) -> None:
    client.get("/language/zh_Hans")
    page = client.get(f"/analysis?variant=bamboo&hand={READY}&draws=2").text
    assert "Wall:" not in page
    assert "。 " not in page


# ------------------------------------------------------------------ every game


def form(page: str) -> set[str]:
    """Names of the fields of the form, rule options aside."""
    return {name for name in fields(page) if not name.startswith("o.")} | set(re.findall(r'name="(flag)"', page))


def test_the_pad_holds_the_tiles_of_the_game(client: FlaskClient, every_variant: Variant) -> None:
    tiles = every_variant.ruleset().tiles
    for address in ("/score", "/analysis"):
        keys = re.findall(r'id="pad-(\w+)"', client.get(f"{address}?variant={every_variant.key}").text)
        assert sorted(keys) == sorted({tile_text(t) for t in tiles.tiles()})


@pytest.mark.parametrize(
    ("key", "has"),
    [
        ("bamboo", "by seat hand win melds flag"),
        ("fulldeck", "by seat hand win melds flag dora ura honba round_wind"),
        ("sanma2", "by seat hand win melds flag dora ura honba nuki"),
        ("tenhodori", "seat hand win melds flag dora ura honba"),
        ("seventeen", "seat hand win flag dora ura"),
    ],
)
def test_the_form_asks_only_what_the_game_knows(client: FlaskClient, key: str, has: str) -> None:
    assert form(client.get(f"/score?variant={key}").text) == {*has.split(), "form", "variant", "to"}


def test_more_seats_have_a_field_for_their_winds(client: FlaskClient) -> None:
    page = client.get("/score?variant=seventeen&o.seats=4").text
    assert re.findall(r'<option value="(\w*)"', page[page.index('name="seat_wind"') :])[:5] == ["", *"ESWN"]
    assert 'name="dora"' not in page, "no tile is left to turn"


def test_melds_and_indicators_are_tapped(client: FlaskClient) -> None:
    page = client.get("/score?variant=fulldeck").text
    for tile, to in (("3m", "chow"), ("0p", "pung"), ("7z", "kong"), ("1z", "ckong"), ("4s", "dora"), ("9s", "ura")):
        place, page = press(client, "/score", page, add=tile, to=to)
    assert query(place) == {
        "variant": ["fulldeck"], "melds": ["chow:345m pung:055p kong:7777z ckong:1111z"], "dora": ["4s"],
        "ura": ["9s"], "edit": ["1"], "to": ["ura"],
    }
    place, page = press(client, "/score", page, apart="pung:055p")
    place, page = press(client, "/score", page, unura="9s")
    assert "ura" not in query(place)
    assert query(place)["melds"] == ["chow:345m kong:7777z ckong:1111z"]


def test_an_indicator_is_also_in_sight(client: FlaskClient) -> None:
    page = client.get("/analysis?variant=fulldeck").text
    place, page = press(client, "/analysis", page, add="3m", to="seen")
    place, page = press(client, "/analysis", page, add="3m", to="dora")
    assert (query(place)["dora"], query(place)["seen"]) == (["3m"], ["33m"])
    assert len(re.findall(r'name="unsee" value="3m"', page)) == 1
    place, page = press(client, "/analysis", page, undora="3m")
    assert query(place)["seen"] == ["3m"]


def test_an_address_of_a_large_game_keeps_only_what_differs(client: FlaskClient) -> None:
    page = client.get("/score?variant=fulldeck").text
    hand = {"hand": "234m567p3456788s", "win": "8s"}
    kept = {"variant": ["fulldeck"], "hand": ["234m567p3456788s"], "win": ["8s"]}
    place, _ = press(client, "/score", page, **hand)
    assert query(place) == kept
    changed = {"by": "self_draw", "seat": "dealer", "honba": "2", "round_wind": "S", "dora": "1z"}
    place, page = press(client, "/score", page, **hand, **changed)
    assert query(place) == kept | {k: [x] for k, x in changed.items()}
    assert {k: x for k, x in fields(page).items() if k in changed} == changed


@pytest.mark.parametrize("page", ["/analysis", "/score"])
def test_every_game_has_an_example_with_an_answer(client: FlaskClient, every_variant: Variant, page: str) -> None:
    link = re.search(r'href="([^"]+)">An example', client.get(f"{page}?variant={every_variant.key}").text)
    assert link
    shown = client.get(link[1].replace("&amp;", "&"))
    assert shown.status_code == 200
    assert '<section class="felt"' in shown.text
    assert "by=discard" not in link[1]


def test_the_example_is_worth_what_its_worked_case_says(client: FlaskClient, every_variant: Variant) -> None:
    case = catalog.worked_cases(every_variant.key)[0]
    address = present_ask.example_win(case.rules, compose.example_win(every_variant.key))
    worth = case.breakdown.points
    assert f"{worth:,} point{'' if worth == 1 else 's'}<" in client.get("/score" + address).text


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("variant=seventeen&hand=234m567p3456788s&win=8s&by=self_draw&flag=riichi", "no win by self-draw"),
        ("variant=tenhodori&hand=111m5567s&melds=pung:111z+ckong:9999p&win=8s&by=discard", "no win from another"),
        ("variant=fulldeck&hand=22p34s&melds=chow:234m+chow:678p+pung:999s&win=5s", "The hand has no yaku"),
        ("variant=seventeen&hand=234m567p3456788s&win=8s&flag=riichi&flag=ippatsu", "3 han of this hand help"),
        ("variant=fulldeck&hand=22888p34s&melds=chow:234m+chow:678p&win=5s&honba=5&o.ryanhanShibari=5", "needs 2 han"),
    ],
)
def test_a_hand_that_may_not_win_says_why(client: FlaskClient, asked: str, says: str) -> None:
    page = client.get(f"/score?{asked}").text
    assert says in page
    assert "What it would be worth" in page
    assert "pays" not in page[page.index("What it would be worth") :]


def test_stakes_stand_beside_the_points(client: FlaskClient) -> None:
    asked = "hand=1223399m789p789s&win=1m&flag=riichi"
    assert "1.5 × the stake" in client.get(f"/score?variant=seventeen&{asked}").text
    assert "× the stake" not in client.get(f"/score?variant=fulldeck&{asked}").text
    assert "× the stake" not in client.get(f"/score?variant=seventeen&o.mode=units&{asked}").text


def test_the_tray_or_the_discarder_pays(client: FlaskClient) -> None:
    street = "variant=tenhodori&hand=111m5567s&melds=pung:111z+ckong:9999p&win=8s&dora=3z6s&seat=dealer"
    assert "the tray pays 12,000 points" in client.get(f"/score?{street}").text
    four = "variant=seventeen&o.seats=4&hand=1223399m789p789s&win=1m&flag=riichi&seat_wind=N"
    page = client.get(f"/score?{four}").text
    assert "who discarded pays 12,000 points" in page
    assert "seat: north wind" in page


def test_dora_and_tiles_set_aside_are_shown_with_the_win(client: FlaskClient) -> None:
    page = client.get("/score?variant=sanma2&hand=999m12456789p11s&win=3p&dora=5z&ura=6z&nuki=2&flag=riichi").text
    felt = page[page.index('aria-label="The win"') :].partition("</section>")[0]
    assert felt.count("north wind") == 2
    assert "green dragon" in felt, "what the white one points at"
    assert "8,000 points" in page


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("flower72", {"hand": "1223345556m777z", "win": "4m", "flowers": "1f 3f"}),
        ("jingdian", {"hand": "1223345556m777z", "win": "4m", "bonus_kind": "6m"}),
        ("jisu", {"hand": "1235m", "win": "5m", "bonus_flip": "5m 7z 2m 9m 3m"}),
        ("hk128", {"hand": "3499m", "win": "5m", "melds": "ckong:77777777z kong:55555z pung:111m"}),
    ],
)
def test_the_address_keeps_what_a_chinese_game_adds_to_a_win(
    client: FlaskClient, key: str, asked: dict[str, str]
) -> None:
    place, page = press(client, "/score", client.get(f"/score?variant={key}").text, **asked)
    tiles = {k: parse_tiles(v) for k, v in asked.items() if k != "melds"}
    assert {k: parse_tiles(v[0]) for k, v in query(place).items() if k in tiles} == tiles
    assert {k: parse_tiles(v) for k, v in fields(page).items() if k in tiles} == tiles
    assert query(place).get("melds", [""]) == [asked.get("melds", "")]
    total = {"flower72": "15 fan", "jingdian": "23 fan", "jisu": "46 fan", "hk128": "83 fan"}[key]
    assert total in page
    assert "the opponent pays" in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "variant=xueliu&hand=5s&win=5s&melds=pung:111p kong:3333p pung:777s ckong:8888s&flag=after_kong",
            ("Golden single 金钩钓 10 fan", "Root 根 ×2 ×4", "杠上炮 ×2", "80 fan"),
        ),
        (
            "variant=jintan&hand=44m33z&win=3z&melds=pung:777z pung:222m kong:9999m&flowers=1f&by=self_draw",
            ("All pungs 对对胡 1 fan", "Flower tiles 花牌 1 flower", "字牌刻子 2 flowers", "420 points"),
        ),
    ],
)
def test_doublings_flowers_and_fan_of_one_win_are_told_apart(
    client: FlaskClient, asked: str, said: tuple[str, ...]
) -> None:
    page = client.get(f"/score?{asked}").text
    card = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page[page.index("What it is worth") :])).split())
    assert [text for text in said if text not in card] == []


def test_a_field_the_game_does_not_know_is_refused(client: FlaskClient) -> None:
    wrong = client.get("/score?variant=bamboo&hand=2344456778999s&win=1s&honba=1")
    assert wrong.status_code == 422
    assert "does not know the field honba" in wrong.text


# ------------------------------------------------------------------ analysis of every game


def test_the_draws_offered_fit_the_game(client: FlaskClient, every_variant: Variant) -> None:
    page = client.get(f"/analysis?variant={every_variant.key}").text
    most = compose.most_draws(every_variant.ruleset())
    usual = compose.usual_draws(every_variant.ruleset())
    assert f'name="draws" value="{usual}" min="0" max="{most}"' in page


def test_a_hand_too_far_from_ready_says_what_to_change_and_what_helps(client: FlaskClient) -> None:
    answer = client.get("/analysis?variant=fulldeck&hand=118m2568p77s135z9s2m")
    assert answer.status_code == 200
    assert "4 from ready: too far to look 17 draws ahead" in answer.text
    assert answer.text.count("9 kinds · 27 tiles") == 10
    assert "All discards" not in answer.text


def test_a_red_five_is_a_discard_of_its_own(client: FlaskClient) -> None:
    page = client.get("/analysis?variant=fulldeck&hand=340m567p345678s1m5m&draws=3&goal=value").text
    table = page[page.index("<tbody>") : page.index("</tbody>")]
    assert {"0m", "5m"} <= set(re.findall(r"<span>(\w\w)</span>", table))


def test_an_open_hand_is_analyzed(client: FlaskClient) -> None:
    page = client.get("/analysis?variant=honglong&hand=12367m44z1m&melds=chow:345m+pung:333z&draws=4").text
    assert "All discards" in page
    assert "chow: 3 characters" in page


# ------------------------------------------------------------------ kernels


def test_the_analysis_waits_for_its_kernels_and_says_how_far_they_are(app: Flask, monkeypatch: Any) -> None:
    from dataclasses import replace
    from threading import Event

    go = Event()

    def prepare(report: Any) -> None:
        report(1, 4)
        go.wait(20)

    warmup = Warmup(prepare)
    monkeypatch.setitem(app.extensions, "site", replace(app.extensions["site"], warmup=warmup))
    app.config["KERNEL_PATIENCE"] = 0
    page = app.test_client().get(f"/analysis?variant=bamboo&hand={READY}")
    assert page.status_code == 503
    assert "Retry-After" in page.headers
    assert "All discards" not in page.text
    go.set()
    app.config["KERNEL_PATIENCE"] = 20
    page = app.test_client().get(f"/analysis?variant=bamboo&hand={READY}")
    assert page.status_code == 200
    assert "All discards" in page.text


@pytest.mark.parametrize("drill", ["/discards", "/waits"])
def test_an_answer_names_its_game_as_the_reader_does(client: FlaskClient, drill: str) -> None:
    client.get("/language/zh_Hans")
    question = client.get(drill, follow_redirects=True).text
    form = re.search(r'<form[^>]* action="([^"]+/answer)"', question)
    assert form
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', question))
    choice = re.search(r'name="action" value="(discard:\w+)"', question)
    picked = {"action": choice[1]} if choice else {"not_ready": "1"}
    page = client.post(form[1], data={**hidden, **picked}, follow_redirects=True).text
    assert "清一色麻将" in page
    assert " bamboo " not in re.sub(r"<[^>]+>", " ", page)


@pytest.mark.parametrize(
    "address",
    [
        "/score?variant=fulldeck&hand=5555m456p789s122z&win=1z",
        "/score?variant=fulldeck&form=1&hand=5555m456p789s122z&win=1z",
        "/score?variant=fulldeck&hand=2m456p789s122z&melds=pung:555m&win=5m",
        "/score?variant=fulldeck&hand=5m456p789s112233z&win=1z&dora=555m",
        "/analysis?variant=fulldeck&hand=5555m456p789s1122z&draws=1",
        "/analysis?variant=fulldeck&hand=5m1456p789s11223z&seen=555m&draws=1",
        "/analysis?variant=fulldeck&form=1&hand=555m&to=hand&add=5m",
        "/analysis?variant=fulldeck&form=1&hand=555m&to=dora&add=5m",
    ],
)
def test_a_fourth_plain_five_is_refused_where_one_is_red(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 422
    assert "Too many plain 5m: this game has only 3, the other fives are red (0m)." in answer.text
    assert "Too many" not in client.get(address + "&o.red=0").text
