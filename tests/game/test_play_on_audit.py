"""Every payment of deals that go on after wins, worked out a second way from their events (Chinese rules 5)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from trainer import bots, variants
from trainer.game import driver, record
from trainer.game import event as ev
from trainer.game.action import Action, Kong
from trainer.game.record import Header, Record
from trainer.game.state import State
from trainer.game.view import View
from trainer.hands import Hand
from trainer.rules.score import score
from trainer.rules.variant import Ruleset
from trainer.rules.win import By, Circumstance, Win
from trainer.tiles import Tile, counts

KONG = {"claimed": 2, "added": 2, "concealed": 4}


def anything(view: View, rng: random.Random) -> Action:
    """All legal actions alike, so that wins are let pass and kongs are robbed."""
    return rng.choice(view.legal)


def eager(view: View, rng: random.Random) -> Action:
    """Any kong there is, otherwise like the speed bot."""
    return next((a for a in view.legal if isinstance(a, Kong)), None) or bots.get("speed")(view, rng)


PLAYERS: dict[str, driver.Choose] = {"random": anything, "eager": eager, "speed": bots.get("speed")}


def expected(rules: Ruleset, events: Sequence[ev.Event], end: State) -> list[tuple[str, int, float]]:
    """What should be settled in this deal: the reason, who gets it, how much."""
    seen = [e for e in events if not isinstance(e, (ev.Pass, ev.Settle))]
    out: list[tuple[str, int, float]] = []
    earned: list[list[int]] = [[], []]
    for i, e in enumerate(seen):
        if isinstance(e, ev.Kong) and not isinstance(seen[i + 1], ev.Win):
            out.append(("kong", e.seat, KONG[e.form]))
            earned[e.seat].append(KONG[e.form])
        elif isinstance(e, ev.Win):
            out.append(("win", e.seat, e.score["total"]))
            before = seen[i - 2]
            if e.by == "discard" and isinstance(before, ev.Draw) and before.source == "replacement":
                out.append(("refund", e.seat, earned[before.seat].pop()))
    winners = {e.seat for e in seen if isinstance(e, ev.Win)}
    best = [most(rules, s.hand) for s in end.seats]
    short = [seat for seat in (0, 1) if seat not in winners and not best[seat]]
    owed = [seat for seat in short if best[1 - seat]]
    out.append(("draw", 1 - owed[0], best[1 - owed[0]]) if owed else ("draw", 0, 0))
    return out + [("refund", 1 - seat, sum(earned[seat])) for seat in short if earned[seat]]


def most(rules: Ruleset, hand: Hand) -> float:
    """The most that the hand is worth with any tile of which it lacks one; 0 when it is not ready."""
    own = counts((*hand.concealed, *(t for m in hand.melds for t in m.tiles)))
    lacking = [k for k in rules.tiles.kinds if own[k] < rules.tiles.supply[k]]
    return max(score(rules, Win(hand, Tile(k), Circumstance(By.DISCARD, dealer=False))).points for k in lacking)


ROBBED = 220
"""A seed under which play at random robs a kong: the first of 500."""


@lru_cache(maxsize=1)
def deals() -> list[tuple[Ruleset, tuple[ev.Event, ...]]]:
    """Deals of every player, with and without the exchange, and one with a robbed kong."""
    out = []
    for swap, (name, player) in product((False, True), PLAYERS.items()):
        rules = variants.get("xueliu").ruleset({"swap3": swap})
        for seed in (*range(20), *[ROBBED] * (name == "random" and not swap)):
            out.append((rules, driver.play(rules, [player] * 2, driver.seeded_walls(rules, seed), deals=1)))
    return out


def test_every_payment_of_a_deal_is_what_its_events_say() -> None:
    for rules, events in deals():
        paid = [(e.reason, e.payments) for e in events if isinstance(e, ev.Settle)]
        assert paid == [
            (reason, (amount, -amount) if seat == 0 else (-amount, amount))
            for reason, seat, amount in expected(rules, events, record.replay(rules, events))
        ]


def test_the_records_of_these_deals_hold_and_are_read_as_written() -> None:
    for rules, events in deals():
        assert record.verify(rules, events) == []
        written = Record(Header.of(rules, ["bot", "bot"]), events)
        assert record.loads(record.dumps(written)) == written


def test_the_audited_deals_show_every_sort_of_win_kong_and_payment() -> None:
    shown: Counter[str] = Counter()
    for _, events in deals():
        shown.update(e.by for e in events if isinstance(e, ev.Win))
        shown.update(e.form for e in events if isinstance(e, ev.Kong))
        over = next(i for i, e in enumerate(events) if isinstance(e, ev.DrawGame))
        for i, e in enumerate(events):
            if isinstance(e, ev.Settle) and any(e.payments):
                shown[e.reason + " at the end" * (i > over)] += 1
    ends = {"draw at the end", "refund at the end"}
    assert shown.keys() == {*KONG, *ends, "self_draw", "discard", "robbed_kong", "win", "kong", "refund"}
