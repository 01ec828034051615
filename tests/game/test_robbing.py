"""Robbing a kong, and what passing one leaves behind (rules 0.3, 0.4, 0.6)."""

from __future__ import annotations

from tests.game.build import act, holding, kinds_of, lines, payments, result, table, texts
from trainer.game import event as ev
from trainer.game.state import Stage, State

DRAGONS = "345678p777z66m56s"
"""Waits on 4s and 7s, with a pung of value."""
NO_YAKU = "123345678p11z23s"
"""Waits on 1s and 4s without any yaku."""
SANSHOKU = "123m123p789p11z23s"
"""Waits on 1s, which gives several han, and on 4s, which gives none."""
ORPHANS = "119m19p19s123456z"
"""Waits on the red dragon."""


def pung_of_fours(other: str, at: dict[int, str] | None = None, replacements: str = "", **options: object) -> State:
    """The dealer has a pung of 4s; he draws the fourth at once, or what `at` says."""
    state = table(
        "fulldeck", ["", other], at={0: "4s", **(at or {})}, replacements=replacements, indicators="9m1s", **options
    )
    return holding(state, 0, "258m258p258s6z", "pung:444s")


def offered(state: State) -> bool:
    """Whether the other seat may win on the tile that lies open."""
    return state.stage is Stage.CLAIM and "win" in texts(state, 1)


# ------------------------------------------------------------------ added kongs


def test_an_added_kong_may_be_won_on_and_that_is_a_yaku() -> None:
    state, events = act(pung_of_fours(NO_YAKU), "0 kong:4s")
    assert kinds_of(events) == ["kong"]  # no replacement before the answer
    assert texts(state, 1) == ["win", "pass"]
    state, events = act(state, "1 win")
    assert lines(events) == ["chankan"]
    (win,) = [e for e in events if isinstance(e, ev.Win)]
    assert (win.by, win.of) == ("robbed_kong", 0)
    assert payments(events) == [(-1300, 1300)]  # 1 han 40 fu, paid by who konged


def test_the_same_tile_discarded_is_no_chankan() -> None:
    _, events = act(pung_of_fours(DRAGONS), "0 throw", "1 win")
    assert "chankan" not in lines(events)


def test_a_robbed_kong_turns_no_indicator() -> None:
    """The second one would make the pair of 2s dora."""
    state, events = act(pung_of_fours("345678p777z22s35s"), "0 kong:4s", "1 win")
    assert "chankan" in lines(events)
    assert "dora" not in lines(events)
    assert len(state.indicators) == 1


def test_a_kong_that_nobody_robs_draws_its_replacement() -> None:
    _, events = act(pung_of_fours(DRAGONS), "0 kong:4s", "1 pass")
    assert kinds_of(events) == ["kong", "pass", "draw"]


def test_who_does_not_wait_for_the_tile_is_not_asked() -> None:
    _, events = act(pung_of_fours(""), "0 kong:4s")
    assert kinds_of(events) == ["kong", "draw"]


# ------------------------------------------------------------------ a robbed kong did not happen


def in_riichi(replacements: str = "", at: dict[int, str] | None = None) -> State:
    """The other seat is in riichi, and the dealer has just drawn the fourth of his pung."""
    state = pung_of_fours(DRAGONS, {0: "9m", 1: "8m", 2: "4s", **(at or {})}, replacements)
    state, _ = act(state, "0 throw", "1 discard:8m:drawn:riichi")
    return state


def test_a_robbed_kong_leaves_ippatsu() -> None:
    _, events = act(in_riichi(), "0 kong:4s", "1 win")
    assert {"double_riichi", "ippatsu", "chankan"} <= set(lines(events))


def test_a_kong_that_was_not_robbed_ends_ippatsu() -> None:
    _, events = act(in_riichi("1m", {3: "7s"}), "0 kong:4s", "1 pass", "0 throw", "1 win")
    assert {"double_riichi", "tsumo"} <= set(lines(events))
    assert "ippatsu" not in lines(events)


# ------------------------------------------------------------------ furiten after a kong that was let go by


def test_passing_an_added_kong_is_temporary_furiten_on_every_wait() -> None:
    state, _ = act(pung_of_fours(DRAGONS, replacements="7s"), "0 kong:4s", "1 pass", "0 throw")
    assert not offered(state)


def test_without_a_kong_before_the_same_discard_wins() -> None:
    state, _ = act(pung_of_fours(DRAGONS, {0: "7s"}), "0 throw")
    assert offered(state)


def test_an_added_kong_below_the_minimum_is_not_offered_and_furiten_too() -> None:
    """From the fourth counter on two han are needed, and a robbed kong is one."""
    for honba, enough in ((3, True), (4, False)):
        state = pung_of_fours(SANSHOKU, replacements="1s", before={"honba": honba}, ryanhanShibari=4)
        state, _ = act(state, "0 kong:4s")
        assert offered(state) is enough
    state, _ = act(state, "0 throw")
    assert not offered(state)
    fresh = pung_of_fours(SANSHOKU, {0: "1s"}, before={"honba": 4}, ryanhanShibari=4)
    assert offered(act(fresh, "0 throw")[0])


def test_temporary_furiten_ends_with_the_own_draw() -> None:
    state = pung_of_fours(DRAGONS, {1: "9m", 2: "7s"}, "1m")
    state, _ = act(state, "0 kong:4s", "1 pass", "0 throw", "1 throw", "0 throw")
    assert offered(state)


def test_temporary_furiten_ends_with_the_own_claim() -> None:
    state = pung_of_fours(DRAGONS, {1: "7s"}, "9p")
    state, _ = act(state, "0 kong:4s", "1 pass", "0 throw", "1 chow:7p8p", "1 discard:3p", "0 throw")
    assert [m.text for m in state.seats[1].hand.melds] == ["chow:789p"], "and no draw"
    assert offered(state)


def test_in_riichi_passing_an_added_kong_is_furiten_to_the_end() -> None:
    """Only by self-draw may the hand still win."""
    state = in_riichi("1m", {3: "2m", 4: "7s", 5: "7s"})
    state, _ = act(state, "0 kong:4s", "1 pass", "0 throw", "1 throw", "0 throw")
    assert not offered(state)
    assert (state.turn, texts(state, 1)[0]) == (1, "win")


def test_furiten_by_the_own_discard_robs_no_kong() -> None:
    state = pung_of_fours(DRAGONS, {0: "9m", 1: "7s", 2: "4s"})
    _, events = act(state, "0 throw", "1 throw", "0 kong:4s")
    assert kinds_of(events)[-2:] == ["kong", "draw"]


# ------------------------------------------------------------------ concealed kongs


def test_a_concealed_kong_cannot_be_robbed() -> None:
    for options in ({}, {"kokushiAnkan": True}):
        state = table("fulldeck", ["444s258m258p2467z"], "4s", **options)
        state, events = act(holding(state, 1, DRAGONS), "0 kong:4s")
        assert kinds_of(events) == ["kong", "indicator", "draw"]


def kong_of_red_dragons(**options: object) -> State:
    state, _ = act(table("fulldeck", ["777z258m258p25s13z", ORPHANS], "7z", **options), "0 kong:7z")
    return state


def test_thirteen_orphans_rob_a_concealed_kong_only_with_the_option() -> None:
    assert not offered(kong_of_red_dragons())
    state = kong_of_red_dragons(kokushiAnkan=True)
    assert texts(state, 1) == ["win", "pass"]
    state, events = act(state, "1 win")
    assert lines(events) == ["kokushi"]
    assert len(state.indicators) == 1


def test_thirteen_orphans_rob_an_added_kong_without_any_option() -> None:
    state = holding(table("fulldeck", ["", ORPHANS], "7z"), 0, "258m258p258s2z", "pung:777z")
    _, events = act(state, "0 kong:7z", "1 win")
    assert lines(events) == ["kokushi"]


def test_without_assistance_another_hand_that_robs_a_concealed_kong_is_a_false_win() -> None:
    state = table("fulldeck", ["444s258m258p2467z"], "4s", kokushiAnkan=True, assist=False)
    _, events = act(holding(state, 1, DRAGONS), "0 kong:4s", "1 win")
    assert result(events) == ["false_win 1 not_complete"]
