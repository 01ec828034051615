"""The table in phases that only some games have: a hand built by taps, kinds named, a stock to throw from."""

from __future__ import annotations

import re
from contextlib import closing
from typing import Any

from itsdangerous import URLSafeTimedSerializer

from trainer.game import event as ev
from trainer.game.view import visible
from trainer.tiles import parse_tiles, tile_text
from trainer.usecases import play
from trainer.web import identity


def started(client: Any, variant: str, **options: str) -> str:
    form = {"variant": variant, "bot": "speed", **{f"o.{k}": v for k, v in options.items()}}
    return str(client.post("/play", data=form).headers["Location"])


def answers(page: str) -> list[str]:
    return re.findall(r'name="action" value="([^"]+)"', page)


def act(client: Any, game: str, action: str, **more: Any) -> Any:
    seen = re.search(r'name="seen" value="(\d+)"', client.get(game).text)
    return client.post(game + "/act", data={"action": action, "seen": seen[1] if seen else "0", **more})


def test_a_hand_is_built_from_a_ready_one_that_is_offered(client: Any) -> None:
    game = started(client, "seventeen")
    offered = [a for a in answers(client.get(game).text) if a.startswith("build:")]
    assert offered
    assert act(client, game, offered[0]).status_code == 303
    page = client.get(game).text
    thrown = [a for a in answers(page) if a.startswith("discard:")]
    if thrown:
        assert len(thrown) == 21
        assert 'class="tiles t30 stock"' in page


def test_a_hand_is_built_by_taps_and_refused_in_a_sentence_when_it_is_not_ready(client: Any) -> None:
    game = started(client, "seventeen")
    page = client.get(game).text
    dealt = re.findall(r'name="tiles" value="([^"]+)"', page)
    assert len(dealt) == 34
    few = act(client, game, "build", tiles=dealt[:12])
    assert few.status_code == 422
    assert "thirteen" in few.text
    chosen = next(a for a in answers(page) if a.startswith("build:"))
    by_taps = [tile_text(t) for t in parse_tiles(chosen.removeprefix("build:"))]
    assert act(client, game, "build", tiles=by_taps).status_code == 303
    assert 'name="tiles"' not in client.get(game).text


def test_a_page_is_the_same_whatever_the_bot_has_built(client: Any) -> None:
    """The other hand and stock are exchanged behind the page; nothing of it changes."""
    game = started(client, "seventeen")
    act(client, game, next(a for a in answers(client.get(game).text) if a.startswith("build:")))
    loaded = _loaded(client, game)
    view = play.table(loaded).view
    (other,) = [s for s in view.seats if s.seat != view.seat]
    assert other.hand is None
    assert other.stock == ()
    built = next(e for e in loaded.events if isinstance(e, ev.Build) and e.seat == other.seat)
    assert built.hand is not None
    shown = visible(built, view.seat)
    assert isinstance(shown, ev.Build)
    assert shown.hand is None


def _loaded(client: Any, game: str) -> Any:
    """This client's game, as the use cases know it."""
    site = client.application.extensions["site"]
    signed = client.get_cookie(identity.COOKIE).value
    person = str(URLSafeTimedSerializer(site.secret_key(), salt="identity").loads(signed))
    with closing(site.connect()) as db:
        return play.load(db, person, game.rsplit("/", 1)[1])


def test_kinds_are_named_by_taps_once_the_other_hand_is_declared(client: Any) -> None:
    """Matches are played until a bot declares; two kinds are then ticked and sent."""
    for _ in range(6):
        game = started(client, "tenhodori")
        for _ in range(80):
            page = client.get(game).text
            offered = answers(page)
            if "name" in offered:
                assert page.count('name="tiles"') == 34
                one = act(client, game, "name", tiles=["1z"])
                assert one.status_code == 422
                assert "two different kinds" in one.text.lower() or "Name two" in one.text
                assert act(client, game, "name", tiles=["1z", "2z"]).status_code == 303
                return
            if not offered:
                break
            quiet = [a for a in offered if a in ("pass", "deal")] or [
                a for a in offered if a.startswith("discard") and "riichi" not in a and "ready" not in a
            ]
            act(client, game, (quiet or offered)[-1])
    raise AssertionError("no bot declared in six matches")


def test_the_time_for_building_is_shown_and_when_it_is_over_one_button_goes_on(client: Any, clock: Any) -> None:
    game = started(client, "seventeen", buildSeconds="180")
    clock.tick(seconds=61)
    page = client.get(game).text
    assert '<span class="clock" data-left="119000" data-send=".phase .main">1:59</span>' in page
    assert len(re.findall(r'name="tiles"', page)) == 34
    clock.tick(seconds=119)
    page = client.get(game).text
    assert "The time is over." in page
    assert 'name="tiles"' not in page
    assert answers(page) == ["build"]
    clock.tick(hours=1)
    assert act(client, game, "build").status_code == 303
    assert "The time is over." not in client.get(game).text


def test_without_the_option_no_clock_is_shown(client: Any) -> None:
    assert 'class="clock"' not in client.get(started(client, "seventeen")).text
