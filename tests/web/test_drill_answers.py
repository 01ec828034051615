"""What answers of drills show, and how one goes on from them."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from trainer.analysis import Goal
from trainer.drill.puzzle import DiscardPuzzle
from trainer.drill.waits import WaitPuzzle
from trainer.tiles import Tile, kind, parse_tile, tile_text
from trainer.usecases import practice

DISCARDS = [p for p in practice.library().values() if isinstance(p, DiscardPuzzle)]
WAITS = [p for p in practice.library().values() if isinstance(p, WaitPuzzle)]
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def form(text: str) -> dict[str, str]:
    """The hidden fields of the question's form."""
    (asked,) = re.findall(r"<form [^>]*data-commit.*?</form>", text, re.DOTALL)
    return dict(FIELD.findall(asked))


def throw(client: Any, p: DiscardPuzzle, rank: int, **headers: Any) -> str:
    fields = form(client.get(f"/discards/{p.id}").text)
    fields["action"] = f"discard:{tile_text(p.options[rank].discard)}"
    return str(client.post(f"/discards/{p.id}/answer", data=fields, follow_redirects=True, **headers).text)


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def hand_of(text: str) -> list[str]:
    """Tiles of the hand, in the order in which they lie."""
    hand = re.search(r'<div class="hand[^"]*".*?</div>', text, re.DOTALL)
    assert hand is not None
    return re.findall(r'tiles\.svg[^"]*#(\w+)', hand[0])


# ------------------------------------------------------------------ discards


def opponent_in_riichi(p: DiscardPuzzle) -> bool:
    at = p.position
    return any(t.riichi for seat, place in enumerate(at.places) if seat != at.seat for t in place.river)


@pytest.mark.parametrize("rank", [0, -1])
def test_nothing_of_the_table_goes_away_with_the_answer(client: Any, rank: int) -> None:
    p = next(filter(opponent_in_riichi, DISCARDS))
    asked, told = client.get(f"/discards/{p.id}").text, throw(client, p, rank)
    for text in (asked, told):
        assert text.count('<section class="river">') == 2
        assert '<span class="called">riichi</span>' in text
        assert "phone-hide" not in re.findall(r'<div class="rivers[^"]*"', text)[0]


def test_tiles_gained_are_told_only_between_hands_as_far_from_ready(client: Any) -> None:
    def further(p: DiscardPuzzle) -> bool:
        return p.options[-1].shanten > p.best()[0].shanten and p.analysis().choices[-1].grade != "best"

    apart = next(p for p in DISCARDS if further(p))
    assert "You gain" not in throw(client, apart, -1)
    for p in DISCARDS:
        best, worst = p.options[0], p.options[-1]
        if best.shanten == worst.shanten and set(best.ukeire) - set(worst.ukeire) and worst not in p.best():
            assert "You give up" in throw(client, p, -1)
            return
    raise AssertionError("no such puzzle in the pack")


def test_a_right_answer_never_reads_as_if_it_had_cost_something(client: Any) -> None:
    p = next(p for p in DISCARDS if len(p.best()) == 1 and p.options[1].value < 0.9 * p.options[0].value)
    text = plain(throw(client, p, 0))
    best = tile_text(p.options[0].discard)
    assert "costs" not in text
    assert f"{best} is also worth more" in text


def test_points_are_whole(client: Any) -> None:
    text = plain(throw(client, DISCARDS[0], -1))
    assert re.search(r"\d,\d{3} points", text)
    assert not re.search(r"\d,\d{3}\.\d", text)


def test_points_come_with_what_they_take_for_granted(client: Any) -> None:
    assert "declares riichi as soon as it is ready" in plain(throw(client, DISCARDS[0], 0))


def test_no_tile_chosen_is_told_in_our_own_words_and_the_clock_runs_on(client: Any, htmx: dict[str, str]) -> None:
    p = DISCARDS[3]
    text = client.get(f"/discards/{p.id}").text
    assert re.search(r"<form [^>]*data-commit[^>]* novalidate", text), "or the browser speaks first"
    fields = {**form(text), "shown": "1700000000000"}
    refused = client.post(f"/discards/{p.id}/answer", data=fields, headers=htmx)
    assert refused.status_code == 422
    assert "Choose the tile to discard first." in refused.text
    assert form(refused.text)["shown"] == "1700000000000"


def test_an_unsorted_hand_stays_as_it_lay(client: Any) -> None:
    p = next(p for p in DISCARDS if len(set(p.position.hand.concealed)) > 6)
    sorted_ = hand_of(client.get(f"/discards/{p.id}").text)
    client.post("/settings", data={"sort": "off"})
    asked = hand_of(client.get(f"/discards/{p.id}").text)
    assert asked != sorted_
    assert sorted(asked) == sorted(sorted_)
    assert asked[-1] == sorted_[-1], "the drawn tile lies apart"
    assert hand_of(throw(client, p, 0)) == asked


def test_own_games_without_a_puzzle_say_what_to_do(client: Any) -> None:
    answer = client.get("/discards?own=1")
    assert answer.status_code == 200
    assert "Make it a puzzle" in answer.text
    assert 'href="/play?variant=bamboo"' in answer.text
    assert 'href="/discards?variant=bamboo"' in answer.text


def test_filters_combine_and_mark_what_is_in_force(client: Any) -> None:
    def current(address: str) -> list[str]:
        text = client.get(address, follow_redirects=True).text
        return [plain(x) for x in re.findall(r'aria-current="true">([^<]+)', text)]

    assert {"any theme", "any difficulty"} <= set(current("/discards"))
    chosen = current("/discards?theme=quad&level=easy")
    assert {"four of a kind in hand", "easy"} <= set(chosen)
    assert not {"any theme", "any difficulty"} & set(chosen)


def test_the_focus_goes_to_the_verdict(client: Any) -> None:
    text = throw(client, DISCARDS[0], 0)
    assert len(re.findall(r"<h1[^>]* autofocus", text)) == 1
    assert text.count("autofocus") == 1


# ------------------------------------------------------------------ I think I was right


def check(client: Any, text: str) -> Any:
    (address,) = re.findall(r'action="(/discards/\w+/check)"', text)
    (token,) = re.findall(r'name="token" value="([^"]+)">', text)
    return client.post(address, data={"token": token}, follow_redirects=True)


def test_an_exact_verdict_stands_and_says_so(client: Any) -> None:
    p = next(p for p in DISCARDS if p.analysis().choices[-1].grade == "blunder")
    worst = p.analysis().choices[-1].discard
    assert worst is not None
    rank = [o.discard for o in p.options].index(worst)
    page = check(client, throw(client, p, rank))
    assert page.status_code == 200
    text = plain(page.text)
    assert "The verdict stands" in text
    assert "every number came out the same" in text
    assert "Measured by the other goal, points expected" in text
    assert 'is-you"' in page.text, "the user's own choice is marked"
    (back,) = re.findall(r'href="([^"]+)">Back to the answer', page.text)
    assert "Why." in client.get(html.unescape(back)).text
    assert re.search(r'href="/discards\?variant=bamboo" data-key="n"', page.text)


@pytest.mark.parametrize("goal", ["win", "value"])
def test_the_appeal_leads_to_the_analysis_for_the_goal_that_graded(client: Any, goal: str) -> None:
    client.post("/settings", data={"goal": goal})
    p = next(p for p in DISCARDS if all(p.analysis(g).choices[-1].discard == p.options[-1].discard for g in Goal))
    page = check(client, throw(client, p, -1))
    (link,) = re.findall(r'href="(/analysis\?[^"]+)"', page.text)
    assert f"&amp;goal={goal}" in link


def test_nobody_appeals_against_an_answer_he_has_not_given(client: Any, app: Any) -> None:
    p = next(p for p in DISCARDS if p.analysis().choices[-1].grade == "blunder")
    token = re.findall(r'name="token" value="([^"]+)">', throw(client, p, -1))[0]
    for who, said in ((client, "nothing-like-it"), (app.test_client(), token)):
        assert who.post(f"/discards/{p.id}/check", data={"token": said}).status_code == 404
        assert who.get(f"/discards/{p.id}/check?token={said}").status_code == 404


# ------------------------------------------------------------------ waits


def name(client: Any, p: WaitPuzzle, waits: list[str], query: str = "", **more: str) -> str:
    fields = {**form(client.get(f"/waits/{p.id}{query}").text), **more, "waits": waits}
    return str(client.post(f"/waits/{p.id}/answer", data=fields, follow_redirects=True).text)


def test_every_kind_that_is_no_wait_has_its_reason(client: Any) -> None:
    p = next(p for p in WAITS if len(p.waits) == 2 and not p.exhausted)
    text = name(client, p, [tile_text(Tile(k)) for k in p.waits])
    fold = re.search(r"<details><summary>Why not the others</summary>(.*?)</details>", text, re.DOTALL)
    assert fold is not None
    assert fold[1].count('class="proof"') == 7
    assert len(re.findall(r'<p class="quiet">[^<]{10,}', fold[1])) == 7


def test_counts_of_one_are_singular(client: Any) -> None:
    p = next(p for p in WAITS if len(p.waits) == 3 and not p.exhausted)
    wrong = next(f"{n}s" for n in range(1, 10) if kind(parse_tile(f"{n}s")) not in p.waits)
    text = plain(name(client, p, [tile_text(Tile(p.waits[0])), wrong]))
    assert "1 hit 2 missed 1 false call " in text


def test_the_own_river_stays_where_the_verdict_rests_on_it(client: Any) -> None:
    p = next(p for p in WAITS if p.furiten)
    text = name(client, p, [], "?legal=1", none="1")
    assert '<section class="river">' in text
    assert "Furiten" in text


# ------------------------------------------------------------------ daily


def test_after_the_daily_practice_goes_on(client: Any) -> None:
    day = re.findall(r'href="/daily/(\d{4}-\d\d-\d\d)', client.get("/daily").text)[0]
    asked = client.get(f"/daily/{day}").text
    tile = re.findall(r'value="(discard:[^"]+)"', asked)[0]
    text = client.post(
        f"/daily/{day}/answer?variant=bamboo", data={**form(asked), "action": tile}, follow_redirects=True
    ).text
    assert re.search(r'class="btn main" href="/discards\?variant=bamboo" data-key="n"', text)
    assert re.search(r'href="/daily\?variant=bamboo">Archive', text)
    (shared,) = re.findall(r'data-copy="([^"]+)"', text)
    assert f"http://localhost/daily/{day}?variant=bamboo" in html.unescape(shared)


def test_the_archive_is_a_calendar(client: Any, clock: Any) -> None:
    text = client.get("/daily").text
    months = re.findall(r'<section class="month"><h3>(.*?)</h3>', text)
    assert months == ["March 2026", "February 2026", "January 2026"]
    (today,) = re.findall(r'<li class="column-(\d)"><a[^>]*aria-current="date"', text)
    assert int(today) == clock().isoweekday()
    assert text.count('<li class="column-') == 60
    assert "<h3>2026年3月</h3>" in client.get("/daily", headers={"Accept-Language": "zh-CN"}).text
