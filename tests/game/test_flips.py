"""Tiles turned from the wall after a win, each hit ten fan; nobody sees or uses them before (Chinese rules 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.build import SALT, act, table, tables_wall, texts
from trainer import variants
from trainer.game import engine, record
from trainer.game import event as ev
from trainer.game.state import State
from trainer.game.view import observe
from trainer.game.winning import turned, winning
from trainer.tiles import kind, parse_tiles, tile_text

HAND = "123m5m"
"""Waits on 5m."""
OTHER = "47m56z"
"""Waits on nothing."""


def dealt(draws: str, flips: str, **options: object) -> State:
    """The dealer draws the first of `draws`; right after all of them stand the tiles that a win would turn."""
    return table("jisu", [HAND, OTHER], draws + flips, **options)


def line(events: tuple[ev.Event, ...], id_: str = "bonus_flip") -> dict[str, object] | None:
    (won,) = [e for e in events if isinstance(e, ev.Win)]
    return next((x for x in won.score["lines"] if x["id"] == id_), None)


def total(events: tuple[ev.Event, ...]) -> int:
    (won,) = [e for e in events if isinstance(e, ev.Win)]
    return int(won.score["total"])


def test_a_win_turns_the_next_tiles_of_the_wall_and_each_hit_is_ten_fan() -> None:
    state = dealt("5m", "5m7z2m9m3m4m")
    state, events = act(state, "0 win")
    assert line(events) == {"id": "bonus_flip", "name": "奖花", "count": 3, "value": 10}
    assert total(events) == 16 + 30  # worked example B7 (Chinese rules 4)
    assert state.points == (46, -46)
    assert turned(state) == parse_tiles("5m7z2m9m3m")


def test_a_win_from_a_discard_turns_what_would_have_been_drawn_next() -> None:
    state = dealt("9m5m", "1m1m7z7z6z")
    _, events = act(state, "0 throw", "1 throw", "0 win")
    assert line(events) == {"id": "bonus_flip", "name": "奖花", "count": 2, "value": 10}


def test_a_kind_that_is_not_in_the_hand_is_no_hit() -> None:
    _, events = act(dealt("5m", "7z7z6z6z9m"), "0 win")
    assert line(events) is None
    assert total(events) == 16


def test_near_the_end_of_the_wall_fewer_are_turned() -> None:
    state = dealt("5m", "")
    short = replace(state, next=len(state.wall) - 2)
    assert len(turned(short)) == 2
    last = replace(state, next=len(state.wall))
    assert turned(last) == ()
    assert total(act(last, "0 win")[1]) == 16


def test_without_the_option_nothing_is_turned() -> None:
    state = dealt("5m", "5m7z2m9m3m", b_bonus=0)
    after, events = act(state, "0 win")
    assert total(events) == 16
    assert observe(after, 0).turned == ()


def test_before_the_win_nothing_depends_on_the_tiles_that_it_would_turn() -> None:
    rules = variants.get("jisu").ruleset()
    wall = tables_wall(rules, [HAND, OTHER], "5m5m7z2m9m3m")
    begun = engine.begin(rules)
    seen = set()
    for rest in (wall[9:], tuple(reversed(wall[9:]))):
        state = engine.fold(begun, engine.deal(begun, (*wall[:9], *rest), SALT))
        win = winning(state, 0)
        assert win is not None
        assert win.circumstance.bonus.flip == ()
        view = observe(state, 0)
        seen.add((replace(view, commitment=""), win, tuple(texts(state, 0))))
        assert view.turned == ()
    assert len(seen) == 1


def test_the_end_of_a_deal_shows_the_tiles_turned_only_after_a_win() -> None:
    state, _ = act(dealt("5m", "5m7z2m9m3m"), "0 win")
    assert observe(state, 1).turned == parse_tiles("5m7z2m9m3m")
    drawn = replace(state, results=(ev.DrawGame("wall_empty", (False, False)),))
    assert observe(drawn, 1).turned == ()


@pytest.mark.parametrize("hits", [2, 4])
def test_a_record_with_other_hits_than_the_wall_gives_does_not_hold(hits: int) -> None:
    begun = engine.begin(variants.get("jisu").ruleset())
    wall = tables_wall(begun.rules, [HAND, OTHER], "5m5m7z2m9m3m")
    events = engine.deal(begun, wall, SALT)
    events += act(engine.fold(begun, events), "0 win")[1]
    assert record.verify(begun.rules, events) == []
    lied = tuple(_with_hits(e, hits) if isinstance(e, ev.Win) else e for e in events)
    assert "the rules give" in record.verify(begun.rules, lied)[0]


def _with_hits(won: ev.Win, hits: int) -> ev.Win:
    lines = [{**x, "count": hits} if x["id"] == "bonus_flip" else x for x in won.score["lines"]]
    return replace(won, score={**won.score, "lines": lines})


def test_hits_are_counted_by_hand() -> None:
    """Another way to the number: the wall's next five tiles against the five of the hand."""
    for number in range(12):
        flips = "".join(tile_text(t) for t in parse_tiles("5m1m2m3m7z6z9m8m4m7m5z6m"))
        rotated = flips[2 * number :] + flips[: 2 * number]
        _, events = act(dealt("5m", rotated), "0 win")
        won = {kind(t) for t in parse_tiles("123m55m")}
        hits = sum(kind(t) in won for t in parse_tiles(rotated)[:5])
        found = line(events)
        assert (0 if found is None else found["count"]) == hits
