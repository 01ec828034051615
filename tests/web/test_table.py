"""The table, its settlement, the replay and the review of games whose walls the tests choose."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.game import build
from trainer import variants
from trainer.game import engine
from trainer.game import event as ev
from trainer.game.action import Action, Discard, Pass
from trainer.game.record import Header, loads_header
from trainer.game.state import State
from trainer.hands import Hand
from trainer.rules.breakdown import Limit
from trainer.rules.win import By, Circumstance, Win
from trainer.tiles import parse_tile, parse_tiles, tile_text
from trainer.usecases import play
from trainer.usecases.warmup import Report, Warmup
from trainer.web import present, present_game, present_ledger

Deal = Callable[..., str]

READY, OTHER = "1112345678999", "2233445566778"
NOT_READY = "1112335568889"


def idle(header: Header, state: State, seat: int, number: int) -> Action:
    """A bot that passes and throws what it draws."""
    legal = engine.legal(state, seat)
    return next(a for a in legal if isinstance(a, Pass) or (isinstance(a, Discard) and a.drawn and not a.riichi))


@pytest.fixture
def deal(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Opens a game: the person deals and is dealt `mine` (ranks), the idle bot `other`; `draws` come first."""
    ready = replace(app.extensions["site"], warmup=Warmup(lambda report: None))  # nothing is prepared ahead of need
    monkeypatch.setitem(app.extensions, "site", ready)
    monkeypatch.setattr(play, "_bot", idle)
    monkeypatch.setattr(play.secrets, "randbelow", lambda n: 0)

    def open_(mine: str, other: str, draws: str, **options: str) -> str:
        wall = build.wall(mine, other, draws)
        monkeypatch.setattr(play, "_shuffle", lambda rules: (wall, build.SALT))
        fields = {f"o.{key}": value for key, value in options.items()}
        answer = client.post("/play", data={"variant": "bamboo", "bot": "speed", **fields})
        assert answer.status_code == 303
        return str(answer.headers["Location"])

    return open_


def seen(client: FlaskClient, game: str) -> str:
    (found,) = re.findall(r'name="seen" value="(\d+)"', client.get(game).text)
    return str(found)


def act(client: FlaskClient, game: str, action: str, **more: Any) -> str:
    answer = client.post(f"{game}/act", data={"action": action, "seen": seen(client, game), **more})
    assert answer.status_code == 303, answer.text
    return client.get(game).text


def throw_on(client: FlaskClient, game: str) -> str:
    """Pass, and throw every drawn tile, until the deal is over."""
    for _ in range(24):
        text = client.get(game).text
        idle_ = [a for a in buttons(text) if a.endswith(":drawn") or a == "pass"]
        if not idle_:
            return text
        act(client, game, idle_[-1])
    pytest.fail("the deal did not end")


def buttons(text: str) -> list[str]:
    return re.findall(r'<button[^>]*name="action" value="([^"]+)"', text)


def steps(text: str) -> list[str]:
    return re.findall(r'href="[^"]*\?step=(\w+)"', text)


def locked(text: str) -> int:
    return len(re.findall(r'class="tile[^"]* locked"', text))


# ------------------------------------------------------------------ what nobody may see


def test_before_the_end_the_page_depends_on_nothing_the_person_may_not_see(
    client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = deal(NOT_READY, OTHER, "9")
    before = client.get(game).text
    load = play.load
    found: list[play.Game] = []

    def other_hand(*args: Any) -> play.Game:
        """The same game with another wall, salt and other hand behind the same commitment."""
        real = load(*args)
        dealt = real.events[0]
        assert isinstance(dealt, ev.Deal)
        assert dealt.wall is not None
        mine = dealt.hands[0]
        assert mine is not None
        drawn = real.events[1]
        assert isinstance(drawn, ev.Draw)
        assert drawn.tile is not None
        hidden = list(dealt.wall)
        for t in (*mine, drawn.tile):
            hidden.remove(t)
        random.Random(3).shuffle(hidden)
        wall = (*mine, *hidden[:13], drawn.tile, *hidden[13:])
        changed = ev.Deal(
            dealt.deal, dealt.dealer, dealt.commitment, dealt.points, wall, (mine, tuple(hidden[:13])), "ff" * 16
        )
        events = (changed, *real.events[1:])
        state = engine.fold(engine.begin(real.rules), events)
        found.append(play.Game(real.stored, real.header, real.rules, events, state, real.seat))
        return found[-1]

    monkeypatch.setattr(play, "load", other_hand)
    assert client.get(game).text == before
    changed = found[0].events[0]
    assert isinstance(changed, ev.Deal)
    assert changed.hands[1] != tuple(parse_tiles(f"{OTHER}s"))
    assert build.SALT not in before


def test_after_the_deal_wall_salt_and_the_other_hand_are_shown(client: FlaskClient, deal: Deal) -> None:
    game = deal(NOT_READY, OTHER, "9")
    while_played = client.get(game).text
    over = throw_on(client, game)
    wall = " ".join(tile_text(t) for t in build.wall(NOT_READY, OTHER, "9"))
    assert build.SALT not in while_played
    assert wall not in while_played
    assert build.SALT in over
    assert wall in over


# ------------------------------------------------------------------ what may be done


def test_riichi_is_one_button_and_then_a_tile(client: FlaskClient, deal: Deal) -> None:
    game = deal(READY, OTHER, "4")
    text = client.get(game).text
    assert steps(text) == ["riichi"]
    assert not [a for a in buttons(text) if "riichi" in a]
    armed = client.get(f"{game}?step=riichi").text
    throws = buttons(armed)
    assert throws
    assert all(a.startswith("discard:") and a.endswith(":riichi") for a in throws)
    assert locked(armed) + len(throws) == 14
    assert steps(armed) == []
    act(client, game, throws[-1])
    later = client.get(game).text
    assert [a for a in buttons(later) if a.startswith("discard")] == [a for a in buttons(later) if a.endswith(":drawn")]
    assert locked(later) == 13


def test_a_step_that_is_not_possible_is_no_step(client: FlaskClient, deal: Deal) -> None:
    game = deal(NOT_READY, OTHER, "9")
    plain = client.get(game).text
    for step in ("riichi", "kong", "win", "nonsense"):
        assert client.get(f"{game}?step={step}").text == plain


def test_several_kongs_are_one_button_and_then_a_tile(client: FlaskClient, deal: Deal) -> None:
    one = deal("1111234567899", "2223334445556", "8")
    assert [a for a in buttons(client.get(one).text) if a.startswith("kong")] == ["kong:1s"]
    two = deal("1111999923456", "2223334445556", "8")
    text = client.get(two).text
    assert steps(text)[0] == "kong"
    assert not [a for a in buttons(text) if a.startswith("kong")]
    assert set(buttons(client.get(f"{two}?step=kong").text)) == {"kong:1s", "kong:9s"}


def test_an_action_done_ends_its_step(client: FlaskClient, deal: Deal, htmx: dict[str, str]) -> None:
    game = deal("1111999923456", "2223334445556", "8")
    sent = {"action": "kong:1s", "seen": seen(client, game), "step": "kong"}
    text = client.post(f"{game}/act", data=sent, headers=htmx).text
    assert "kong:9s" in buttons(text)
    assert [a for a in buttons(text) if a.startswith("discard")]


def test_the_waits_are_asked_for_only_when_a_win_is_declared(client: FlaskClient, deal: Deal) -> None:
    game = deal(READY, OTHER, "4", declareWaits="true")
    assert "win" in buttons(client.get(game).text), "a heavenly hand has no waits to name"
    text = act(client, game, "discard:4s:drawn")
    assert 'name="waits"' not in text
    assert "win" in steps(text)
    naming = client.get(f"{game}?step=win").text
    assert naming.count('name="waits"') == 9
    assert "data-commit" in naming
    refused = client.post(f"{game}/act", data={"action": "win", "seen": seen(client, game), "step": "win"})
    assert refused.status_code == 422
    assert 'name="waits"' in refused.text
    assert "Name all waits" in refused.text
    won = act(client, game, "win", waits=[f"{n}s" for n in range(1, 10)])
    assert "You win by self-draw" in won


def test_the_choices_stand_in_the_same_places_and_pass_is_last(client: FlaskClient, deal: Deal) -> None:
    game = deal(READY, OTHER, "4")
    for address in (game, f"{game}?step=riichi"):
        text = client.get(address).text
        bar = text[text.index('class="acts') : text.index('class="hand"')]
        places = re.findall(r"Kong|Riichi|Tsumo|Pass|Cancel", bar)
        assert places[:3] == ["Kong", "Riichi", "Tsumo"]
        assert places[-1] in ("Pass", "Cancel")
        assert len(places) == 4


def test_a_result_and_the_next_deal_begin_at_the_top(client: FlaskClient, deal: Deal, htmx: dict[str, str]) -> None:
    game = deal(NOT_READY, OTHER, "9", hands="2")

    def press(action: str) -> Any:
        return client.post(f"{game}/act", data={"action": action, "seen": seen(client, game)}, headers=htmx)

    first = press(next(a for a in buttons(client.get(game).text) if a.endswith(":drawn")))
    assert "HX-Reswap" not in first.headers
    for _ in range(10):
        answer = press(next((a for a in buttons(client.get(game).text) if a.endswith(":drawn")), "deal"))
        if 'value="deal"' in answer.text:
            break
    assert answer.headers["HX-Reswap"] == "outerHTML show:#table:top"
    assert press("deal").headers["HX-Reswap"] == "outerHTML show:#table:top"


# ------------------------------------------------------------------ words


def test_bots_have_names(client: FlaskClient, deal: Deal) -> None:
    assert set(play.BOT_NAMES) == set(play.BOT_WAYS) == set(play.BOTS)
    text = client.get(deal(NOT_READY, OTHER, "9")).text
    assert "Speed bot" in text
    assert "“speed”" not in text


def test_an_empty_wall_shows_both_hands_and_waits(client: FlaskClient, deal: Deal) -> None:
    game = deal("1122355778899", "1123344556789", "6")
    text = throw_on(client, game)
    assert "Drawn: the wall is empty" in text
    results = re.findall(r"<b>([^<]+)</b> <span>(ready, waiting for|not ready)</span>(.*?)</p>", text, re.S)
    assert [name for name, _, _ in results] == ["You", "Speed bot"]
    for _, word, tiles in results:
        assert ("bamboo" in tiles) == (word != "not ready")


def test_a_false_win_is_told_with_its_reason(client: FlaskClient, deal: Deal) -> None:
    game = deal(NOT_READY, OTHER, "9", preset="training")
    text = act(client, game, "win")
    assert "Your win is false" in text
    assert "You declare a false win" in text
    assert "Nothing has happened yet" not in text
    assert "−48,000" in text
    assert "-48,000" not in text
    act(client, game, "deal")
    act(client, game, "win")
    act(client, game, "deal")
    text = act(client, game, "win")
    assert "−44,000" in text
    assert "-44,000" not in text
    review = client.get(f"{game}/review").text
    assert "you threw nothing" in review
    assert "finish a deal first" not in review


def test_a_review_before_the_first_result_says_so(client: FlaskClient, deal: Deal) -> None:
    game = deal(NOT_READY, OTHER, "9")
    assert "finish a deal first" in client.get(f"{game}/review").text


def test_a_long_log_says_that_it_is_cut(client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    game = deal(NOT_READY, OTHER, "9")
    assert "Only the last" not in throw_on(client, game)
    monkeypatch.setattr(present_game, "LOG_LINES", 3)
    text = client.get(game).text
    assert "Only the last 3 actions." in text
    log = text[text.index('class="log"') :]
    assert log[: log.index("</ol>")].count("<li>") == 3


def test_a_kong_is_declared_in_words(client: FlaskClient, deal: Deal) -> None:
    game = deal("1111234567899", "2223334445556", "8")
    assert "You declare a concealed kong" in act(client, game, "kong:1s")


def test_a_chinese_reader_sees_each_pattern_once(client: FlaskClient, deal: Deal) -> None:
    client.get("/language/zh_Hans")
    game = deal(READY, OTHER, "1")
    text = act(client, game, "win")
    assert 'lang="zh-Hans"' in text
    pairs = re.findall(r"<li><span><b>([^<]+)</b>(?:<small[^>]*>([^<]+)</small>)?", text)
    assert pairs
    assert all(label != own for label, own in pairs)


@pytest.mark.parametrize(("x", "said"), [(-10_000, "−10,000"), (0, "0"), (12_000.0, "12,000"), (-1.5, "−1.5")])
def test_points_are_written_alike_everywhere(x: float, said: str) -> None:
    assert present_game.number(x) == said
    assert present_game.change(x) == {"−": said, "0": "±0"}.get(said[0], f"+{said}")


def score_of(app: Flask, **fields: object) -> dict[str, Any]:
    rules = build.rules()
    answer = {"lines": [], "struck": [], "total": 0, "fu": 30, "limit": None, "yakuman": 0, "points": 0, **fields}
    e = ev.Win(0, parse_tile("1s"), "self_draw", None, answer)
    with app.test_request_context():
        win = present_ledger.recorded(rules, e.score)
        return present.score(rules, build_win(), win)


def build_win() -> Any:
    return Win(Hand(parse_tiles(READY + "s")), parse_tile("1s"), Circumstance(By.SELF_DRAW, dealer=True))


def test_a_recorded_score_reads_like_a_fresh_one(app: Flask) -> None:
    line = {"id": "chuuren", "name": "九莲宝灯", "count": 2, "value": 13}
    double = score_of(app, lines=[line], total=26, yakuman=2, limit="yakuman")
    assert [(x["label"], x["value"]) for x in double["lines"]] == [("Nine gates", "2 yakuman")]
    assert double["total"] == "2 yakuman"
    counted = score_of(app, total=13, limit=str(Limit.KAZOE_YAKUMAN))
    assert (counted["total"], counted["limit"]) == ("13 han", "counted yakuman")


def test_a_robbed_kong_is_named(app: Flask, client: FlaskClient, deal: Deal) -> None:
    game = deal(READY, OTHER, "1")
    act(client, game, "win")
    with app.test_request_context():
        db = app.extensions["site"].connect()
        try:
            (owner,) = [row["user"] for row in db.query("select user from games")]
            found = play.load(db, owner, game.rpartition("/")[2])
        finally:
            db.close()
        seen_ = play.table(found)
        (won,) = [e for e in found.events if isinstance(e, ev.Win)]
        robbed = ev.Win(won.seat, won.tile, "robbed_kong", 1, won.score)
        assert present_game.win(found, seen_.view, robbed)["title"] == "You win by robbing a kong"


def events_with_dealers(*dealers: int) -> list[ev.Event]:
    return [ev.Deal(i + 1, d, "", (0, 0), None, (None, None), None) for i, d in enumerate(dealers)]


@pytest.mark.parametrize(
    ("dealers", "label"),
    [
        ((0,), "东1局"),
        ((0, 0, 0), "东1局, repeat 2"),
        ((0, 0, 1), "东2局"),
        ((0, 1, 0), "南1局"),
        ((0, 1, 0, 1, 1), "南2局, repeat 1"),
    ],
)
def test_a_round_keeps_its_name_while_the_dealer_repeats(app: Flask, dealers: tuple[int, ...], label: str) -> None:
    turns = play.dealer_turns(events_with_dealers(*dealers))
    with app.test_request_context():
        assert present_game.deal_label(build.rules(roundLabel=True), len(dealers), turns) == label
        assert present_game.deal_label(build.rules(), len(dealers), turns) == f"Deal {len(dealers)}"


# ------------------------------------------------------------------ review and replay


def test_a_review_asks_the_analysis_as_the_game_was_played(client: FlaskClient, deal: Deal) -> None:
    game = deal(NOT_READY, OTHER, "9", kazoe="false", suit="s")
    throw_on(client, game)
    text = client.get(f"{game}/review").text.replace("&amp;", "&")
    links = re.findall(r'href="(/analysis\?[^"]+)"', text)
    assert links
    assert all("seat=dealer" in x and "o.kazoe=false" in x and "goal=win" in x for x in links)
    assert client.get(links[0], follow_redirects=True).status_code == 200
    hand = re.search(r'felt strip"><div class="tiles">(.*?)</div>', text, re.S)
    assert hand
    labels = re.findall(r'class="tile([^"]*)"[^>]*aria-label="(\d)', hand[1])
    ranks = [rank for _, rank in labels]
    assert len(ranks) == 14
    assert ranks[:-1] == sorted(ranks[:-1])
    assert "drawn" in labels[-1][0]


def test_a_review_grades_by_what_the_person_plays_for(client: FlaskClient, deal: Deal) -> None:
    game = deal(NOT_READY, OTHER, "9")
    throw_on(client, game)
    assert "chance to win" in client.get(f"{game}/review").text
    client.post("/settings", data={"goal": "value"})
    text = client.get(f"{game}/review").text
    assert "points expected" in text
    assert "goal=value" in text
    assert "points of win chance" not in text


def test_a_replay_says_what_happened_and_jumps_to_deals(client: FlaskClient, deal: Deal) -> None:
    game = deal(NOT_READY, OTHER, "9")
    throw_on(client, game)
    act(client, game, "deal")
    throw_on(client, game)
    first = client.get(f"{game}/at/0").text
    assert "The match has not begun" in first
    jumps = re.findall(r'class="chip" href="([^"]+)"', first)
    assert len(jumps) == 2
    for address in jumps:
        at = client.get(address).text
        assert re.search(r"<b>(You draw|Speed bot draws)</b>", at)
        assert 'aria-current="true"' in at
    assert "You discard, as drawn" in client.get(f"{game}/at/3").text
    assert "⏮" not in first


# ------------------------------------------------------------------ options of a new game


def fields_of(text: str) -> dict[str, str]:
    """What the form of a new game would send, untouched."""
    form = text[text.index('action="/play"') :]
    form = form[: form.index("</form>")]
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    sent |= dict(re.findall(r'<input type="number"[^>]* name="([^"]+)" value="([^"]*)"', form))
    for name, inner in re.findall(r'<select[^>]* name="([^"]+)">(.*?)</select>', form, re.S):
        (sent[name],) = re.findall(r'value="([^"]*)" selected', inner)
    return {**sent, "bot": "random"}


def header(client: FlaskClient, app: Flask, sent: dict[str, str]) -> dict[str, object]:
    answer = client.post("/play", data=sent)
    assert answer.status_code == 303
    id_ = str(answer.headers["Location"]).rpartition("/")[2]
    db = app.extensions["site"].connect()
    try:
        (row,) = db.query("select header from games where id = ?", [id_])
    finally:
        db.close()
    return dict(loads_header(row["header"]).options)


def test_the_form_untouched_is_the_game_as_it_is(client: FlaskClient, app: Flask) -> None:
    sent = fields_of(client.get("/play").text)
    assert len([x for x in sent if x.startswith("o.")]) == len(variants.get("bamboo").options)
    assert header(client, app, sent) == variants.get("bamboo").resolve()


@pytest.mark.parametrize(
    ("chosen", "implied"),
    [
        ({"o.preset": "training"}, {"assist": False, "chombo": "yakuman"}),
        ({"o.mode": "units"}, {"start": 12}),
        ({"o.preset": "training", "o.chombo": "baiman"}, {"assist": False, "chombo": "baiman"}),
    ],
)
def test_what_a_preset_implies_wins_over_fields_left_as_they_were(
    client: FlaskClient, app: Flask, chosen: dict[str, str], implied: dict[str, object]
) -> None:
    options = header(client, app, {**fields_of(client.get("/play").text), **chosen})
    assert {key: options[key] for key in implied} == implied


def test_a_form_shown_under_a_preset_shows_and_keeps_what_is_chosen_beside_it(client: FlaskClient, app: Flask) -> None:
    plain = fields_of(client.get("/play").text)
    shown = fields_of(client.get("/play", query_string={**plain, "o.preset": "training", "o.kazoe": "false"}).text)
    assert (shown["o.assist"], shown["o.chombo"], shown["o.kazoe"]) == ("false", "yakuman", "false")
    assert header(client, app, shown)["assist"] is False
    options = header(client, app, {**shown, "o.assist": "true"})
    assert (options["preset"], options["assist"], options["kazoe"]) == ("training", True, False)


# ------------------------------------------------------------------ kernels


class Held:
    """A preparation that never gets ready."""

    def __init__(self) -> None:
        self.reached, self.go = threading.Event(), threading.Event()

    def __call__(self, report: Report) -> None:
        report(0, 4)
        self.reached.set()
        self.go.wait(20)


def test_pages_of_play_that_ask_the_solver_say_that_it_is_being_prepared(
    app: Flask, client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = deal(NOT_READY, OTHER, "9")
    held = Held()
    warmup = Warmup(held)
    monkeypatch.setitem(app.extensions, "site", replace(app.extensions["site"], warmup=warmup))
    app.config["KERNEL_PATIENCE"] = 0
    thrown = next(a for a in buttons(client.get(game).text) if a.endswith(":drawn"))
    try:
        assert client.get(f"{game}/review").status_code == 503
        assert held.reached.wait(20), "a page that asks the solver begins to prepare it"
        assert client.get(game).status_code == 200
        answer = client.post(f"{game}/act", data={"action": thrown, "seen": seen(client, game)})
        assert answer.status_code == 503
        assert f'value="{thrown}"' in answer.text, "what was sent is kept in the page"
    finally:
        held.go.set()
    assert warmup.wait(20).ready
    act(client, game, thrown)
    assert client.get(f"{game}/review").status_code == 200
