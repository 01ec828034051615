"""What every variant must hold when played at random: nothing lost, nothing leaked, everything repeatable."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice, product

import pytest

from tests.game.build import SALT, tables_wall
from trainer import bots, variants
from trainer.bots import phases
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.game.action import Action, Kong, order, parse
from trainer.game.record import Header, Record
from trainer.game.state import Seat, Stage, State
from trainer.game.view import View, observe
from trainer.rules.flowers import FlowersAt
from trainer.rules.variant import Ruleset, Variant
from trainer.tiles import Tile, is_flower

OPTIONS: dict[str, list[dict[str, object]]] = {
    "bamboo": [
        {},
        {"assist": False},
        {"mode": "units", "assist": False, "chombo": "baiman"},
        {"declareWaits": True, "noSorting": True},
        {"preset": "training", "declareWaits": True},
        {"suit": "m", "riichiKan": "waits", "renhou": "mangan"},
        {"start": 8000, "hands": 3, "bust": False, "roundLabel": True, "kazoe": False, "doubleYakuman": True,
         "stackYakuman": False},
    ],
    "fulldeck": [
        {},
        {"assist": False, "chombo": "baiman", "kokushiAnkan": True},
        {"preset": "famicom", "assist": False, "start": 9000},
        {"length": "east", "red": 0, "noten": 3000, "tsumoPayment": "share", "kazoe": False, "uma": 5000},
        {"doubleYakuman": True, "stackYakuman": False, "riichiKan": "waits", "kokushiAnkan": True, "kanUra": False},
        {"renhou": "mangan", "ryanhanShibari": 4, "paarenchan": True, "extraHands": 2, "bust": False, "noten": 0},
    ],
    "honglong": [
        {},
        {"assist": False, "chombo": "yakuman", "suit": "s", "red": 1},
        {"start": 8000, "length": "east", "bust": False, "yakuhai": "dragons", "noten": 1000, "tsumoPayment": "share"},
        {"yakuhai": "off", "kazoe": False, "doubleYakuman": True, "stackYakuman": False, "riichiKan": "waits"},
        {"kanUra": False, "renhou": "off", "uma": 10_000, "suit": "p", "noten": 3000},
    ],
    "sanma2": [
        {},
        {"assist": False, "chombo": "baiman", "nuki": "WN", "kokushiAnkan": True},
        {"fullSuit": "s", "nuki": "WN", "pon": False, "start": 9000, "length": "south", "bust": False},
        {"nuki": "none", "red": 2, "noten": 3000, "tsumoPayment": "share", "kazoe": False, "doubleYakuman": True},
        {"stackYakuman": False, "riichiKan": "waits", "kokushiAnkan": True, "kanUra": False, "renhou": "yakuman",
         "uma": 5000, "red": 0},
    ],
    "tenhodori": [
        {},
        {"assist": False, "chombo": "baiman", "hitAward": "1000"},
        {"start": 1000, "hands": 3, "hitAward": "returnStick", "riichiKan": "waits"},
        {"minutes": 10, "hitAward": "1500", "kazoe": False, "doubleYakuman": True, "stackYakuman": False,
         "kanUra": False},
    ],
    "seventeen": [
        {},
        {"assist": False, "chombo": "yakuman", "red": 3},
        {"mode": "units", "seats": 3, "minimum": "four-han", "assist": False},
        {"seats": 4, "hands": 2, "red": 3, "minimum": "full-mangan", "roundWind": "none"},
        {"seats": 3, "start": 8000, "carry": True, "buildSeconds": 180, "kazoe": False, "doubleYakuman": True,
         "stackYakuman": False},
        {"seats": 4, "assist": False},
    ],
    "jingdian": [
        {},
        {"suit": "s", "hands": 3, "dealer_rule": "lot", "zimo_stacks": False},
        {"suit": "p", "start": 100, "ting_kong": "never", "jia_fan": 0},
    ],
    "jisu": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "b_triplet": 0},
        {"b_dragons": 0, "b_ting": 0, "b_bonus": 0},
    ],
    "flower72": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "table": "D-ACH"},
        {"tian_ting": False, "seat2": "S"},
    ],
    "hk64": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "ting_kong": "never", "pinghu_pair": "number"},
    ],
    "hk128": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "ting_kong": "never", "pinghu_pair": "number"},
    ],
    "wenzhou": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "combine": "sum"},
        {"g_duanyao_honours": False, "discard_limit": 0, "claimSeconds": 10},
    ],
}  # fmt: skip
"""Options under which every game is played: each of them is another than usual in at least one list."""

GAMES = [
    pytest.param(v.key, options, id=f"{v.key}-{i}")
    for v in variants.all_variants()
    for i, options in enumerate(OPTIONS[v.key])
]

ALTERNATIVES = 40
"""Of more legal actions than these only so many are tried: naming two kinds has 561."""


def any_action(view: View, rng: random.Random) -> Action:
    """All legal actions alike, wins included, so that every corner is visited."""
    return rng.choice(view.legal)


def always(action: Action) -> driver.Choose:
    return lambda _view, _rng: action


def shuffled_unseen(state: State, seat: int, rng: random.Random) -> State:
    """The same state with everything dealt anew that this seat cannot see: the wall and the dead wall but for the
    turned indicators, other hands, what others may still discard, what they threw face down."""
    live = len(state.wall) - state.rules.deal.dead_wall
    turned = {live + state.rules.deal.replacements + 2 * i for i in range(state.shown)}
    hidden = [i for i in state.undrawn if i not in turned]
    others = [state.seats[other] for other in state.others(seat)]
    pool = [state.wall[i] for i in hidden]
    for s in others:
        pool += [*s.hand.tiles, *s.stock, *(t.tile for t in s.river if t.face_down)]
    plain = [t for t in pool if not is_flower(t)]
    rng.shuffle(plain)
    bare = {
        other: [plain.pop() for _ in s.hand.tiles]
        for other, s in zip(state.others(seat), others, strict=True)
        if shows_all(state, s)
    }
    pool = [*plain, *filter(is_flower, pool)]
    rng.shuffle(pool)
    wall, seats = list(state.wall), list(state.seats)
    for i in hidden:
        wall[i] = pool.pop()
    for other, s in zip(state.others(seat), others, strict=True):
        tiles = bare.get(other) or [pool.pop() for _ in s.hand.tiles]
        drawn = None if s.hand.drawn is None else tiles.pop()
        stock = tuple(pool.pop() for _ in s.stock)
        river = tuple(replace(t, tile=pool.pop()) if t.face_down else t for t in s.river)
        hand = replace(s.hand, concealed=tuple(tiles), drawn=drawn)
        seats[other] = replace(s, hand=hand, stock=stock, river=river)
    assert not pool
    return replace(state, seats=tuple(seats), wall=tuple(wall))


def shows_all(state: State, s: Seat) -> bool:
    """Whether everybody knows that a seat has no flower left to show."""
    late = state.rules.flowers is not None and state.rules.flowers.at is FlowersAt.TURN
    return not late or bool(s.river) or bool(s.hand.melds) or s.hand.drawn is not None


def watch(rules: Ruleset, seed: int, wall: tuple[Tile, ...] | None = None) -> tuple[ev.Event, ...]:
    """One deal at random, every invariant checked at every step; of this wall, or of the seed's."""
    rng = random.Random(seed)
    state = engine.begin(rules)
    shuffled, salt = driver.wall_of(rules, seed, 1)
    events = [*engine.deal(state, shuffled if wall is None else wall, salt)]
    state = engine.fold(state, events)
    while not state.results:
        assert record.check(state, rules.tiles) == []
        asked = engine.to_act(state)
        assert asked
        answers: dict[int, Action] = {}
        for seat in range(rules.seats):
            legal = engine.legal(state, seat)
            assert bool(legal) is (seat in asked)
            assert list(legal) == sorted(legal, key=order)
            assert len(set(legal)) == len(legal)
            hushed = state.stage is Stage.READY or (state.stage is Stage.CLAIM and rules.training.assist)
            if not hushed or seat in asked:
                # A seat that is not asked could learn from being passed over only with assistance, or before the first
                # turn, where a bot answers at once; what it is shown must not depend on what it cannot see.
                other = shuffled_unseen(state, seat, rng)
                assert record.check(other, rules.tiles) == []
                seen, again = observe(state, seat), observe(other, seat)
                assert replace(seen, waiting=False) == replace(again, waiting=False)
            if seat in asked:
                answers[seat] = driver.choice(state, seat, len(events), any_action)
                assert parse(answers[seat].text) == answers[seat]
        for seat in asked:
            legal = engine.legal(state, seat)
            for action in legal if len(legal) <= ALTERNATIVES else rng.sample(legal, ALTERNATIVES):
                instead = {**answers, seat: driver.choice(state, seat, 0, always(action))}
                follows = engine.decide(state, instead)
                assert follows
                assert record.check(engine.fold(state, follows), rules.tiles) == []
        made = engine.decide(state, answers)
        events += made
        state = engine.fold(state, made)
    assert record.check(state, rules.tiles) == []
    assert len(events) <= 4 * rules.tiles.size()  # no seat acts without end
    for settle in events:
        if isinstance(settle, ev.Settle):
            assert sum(settle.payments) + settle.table + settle.bank == 0
    return tuple(events)


@pytest.mark.parametrize(("key", "options"), GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_random_deal_holds_every_invariant(key: str, options: dict[str, object], seed: int) -> None:
    rules = variants.get(key).ruleset(options)
    events = watch(rules, seed)
    assert record.verify(rules, events) == []
    written = Record(Header.of(rules, ["random"] * rules.seats), events)
    assert record.loads(record.dumps(written)) == written
    assert record.replay(rules, record.loads(record.dumps(written)).events) == record.replay(rules, events)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("key", "options"), GAMES)
def test_many_random_deals_hold_every_invariant(key: str, options: dict[str, object]) -> None:
    """Every alternative of every step is tried: a deal of claims takes ten times as long as playing it."""
    rules = variants.get(key).ruleset(options)
    for seed in range(100, 200 if key == "bamboo" else 115):
        assert record.verify(rules, watch(rules, seed)) == []


PLAYED = {"deal", "discard", "pass", "win", "draw_game", "settle", "end"}
ALWAYS = PLAYED | {"false_win"}
OPEN = {"draw", "kong", "indicator", "pung"}
TABLE = PLAYED | {"draw", "kong", "pung", "chow"}
TYPES = {
    "bamboo": ALWAYS | {"draw", "kong"},
    "fulldeck": ALWAYS | OPEN | {"chow"},
    "honglong": ALWAYS | OPEN | {"chow"},
    "sanma2": ALWAYS | OPEN | {"nuki"},
    "tenhodori": ALWAYS | OPEN | {"chow", "name"},
    "seventeen": ALWAYS | {"build", "turn"},
    "jingdian": TABLE | {"declare"},
    "jisu": PLAYED | {"draw"},
    "flower72": TABLE | {"declare", "flower"},
    "hk64": TABLE,
    "hk128": TABLE,
    "wenzhou": TABLE,
}
"""The types of events of each game's records: all of them, and no other."""

TWO = {"win by self_draw", "win by discard", "draw_game wall_empty", "end length"}
WRONG = {"false_win not_complete", "end bust"}
ROBBED = TWO | {"win by robbed_kong"}
ENDINGS = {
    "bamboo": TWO | WRONG,
    "fulldeck": TWO - {"draw_game wall_empty"} | WRONG | {"draw_game discard_limit"},
    "honglong": TWO | WRONG | {"end ahead"},
    "sanma2": TWO | WRONG | {"end ahead"},
    "tenhodori": {"win by self_draw", "draw_game wall_empty", "draw_game hit", "end length", "false_win not_complete"},
    "seventeen": {"win by discard", "draw_game discard_limit", "end length", "false_win not_complete"},
    "jingdian": ROBBED,
    "jisu": TWO,
    "flower72": ROBBED,
    "hk64": ROBBED,
    "hk128": ROBBED,
    "wenzhou": ROBBED,
}
"""Ways in which deals and matches of each game end that must be met, rare ones of the riichi games left out."""


def eager(view: View, rng: random.Random) -> Action:
    """Any kong there is, otherwise like the speed bot, or at random where hands are built: that takes it too long."""
    kongs = [a for a in view.legal if isinstance(a, Kong)]
    return kongs[0] if kongs else bots.get("random" if view.rules.building else "speed")(view, rng)


def robbing(view: View, rng: random.Random) -> Action:
    """With the wall below: the dealer makes a pung of the fours, and of that a kong, which the other one robs."""
    texts = {a.text: a for a in view.legal}
    dealers = "pung:4m4m", "kong:4m", "pass"
    wanted = dealers if view.seat == view.dealer else ("win", "pass", "discard:4m", "discard:1z")
    return next((texts[text] for text in wanted if text in texts), view.legal[-1])


ROBBERY = ["44m", "46m123m789m555z22z"], "3z1z5m4m"
READY_AS_DEALT = ["", "123456m22789m55z"], ""
"""Hands from the dealer on and the draws after them: of what chance seldom brings about."""


def played(key: str) -> Iterator[tuple[Ruleset, tuple[ev.Event, ...]]]:
    """Four deals under every list of options and several seeds: at random for all that nobody would do, and eagerly
    for wins and kongs; and deals that are set up."""
    for options, seed in product(OPTIONS[key], range(4)):
        rules = variants.get(key).ruleset(options)
        for choose in (any_action, eager):
            yield rules, driver.play(rules, [choose] * rules.seats, driver.seeded_walls(rules, seed), deals=4)
    rules = variants.get(key).ruleset()
    if rules.kongs.added and not rules.wins.furiten:
        yield rules, driver.play(rules, [robbing] * 2, iter([(tables_wall(rules, *ROBBERY), SALT)]), deals=1)
    if rules.ready is not None and rules.ready.at_deal:
        yield rules, driver.play(rules, [eager] * 2, iter([(tables_wall(rules, *READY_AS_DEALT), SALT)]), deals=1)


def test_every_type_of_event_every_ending_and_every_option_of_a_game_is_seen(every_variant: Variant) -> None:
    """No other event than those, and whatever is paid somebody pays; with `-rP` it says how often."""
    types, endings, options = Counter[str](), Counter[str](), Counter[str]()
    usual = every_variant.resolve()
    for rules, events in played(every_variant.key):
        options.update(f"{name} = {value}" for name, value in rules.options if value != usual[name])
        types.update(e.type for e in events)
        for e in events:
            match e:
                case ev.Win():
                    endings[f"win by {e.by}"] += 1
                case ev.FalseWin():
                    endings[f"false_win {e.wrong}"] += 1
                case ev.DrawGame() | ev.End():
                    endings[f"{e.type} {e.reason}"] += 1
                case ev.Settle():
                    assert sum(e.payments) + e.table + e.bank == 0
    for counted in (types, endings, options):
        print(", ".join(f"{what}: {number}" for what, number in sorted(counted.items())))
    assert types.keys() == TYPES[every_variant.key]
    assert endings.keys() >= ENDINGS[every_variant.key]
    assert {text.split(" = ")[0] for text in options} == usual.keys()


PAIRINGS = [
    pytest.param(v.key, pair, id=f"{v.key}-{'-'.join(pair)}")
    for v in variants.all_variants()
    for pair in product(bots.LABELS, repeat=2)
]


def around(rules: Ruleset, pair: tuple[str, str], think: float = 1.0) -> list[driver.Choose]:
    """The two bots in turn around the table."""
    return [bots.get(name, think) for name in islice(cycle(pair), rules.seats)]


def deals(key: str, pair: tuple[str, str], seeds: range, think: float = 1.0, again: int = 25) -> None:
    """One deal a seed, the first few played a second time: equal seeds play equal games."""
    rules = variants.get(key).ruleset()
    chosen = around(rules, pair, think)
    for i, seed in enumerate(seeds):
        events = driver.play(rules, chosen, driver.seeded_walls(rules, seed), deals=1)
        assert record.verify(rules, events) == []
        if i < again:
            assert driver.play(rules, chosen, driver.seeded_walls(rules, seed), deals=1) == events


@pytest.mark.parametrize(("key", "pair"), PAIRINGS)
def test_a_few_deals_of_every_bot_pairing(key: str, pair: tuple[str, str]) -> None:
    deals(key, pair, range(3), again=1)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("key", "pair"), PAIRINGS)
def test_hundreds_of_deals_of_every_bot_pairing(
    key: str, pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """500 of one suit, which are short; 300 of the others. Bots think in 30 of those: with no time the value bot plays
    like the speed bot in large sets, and with it a deal takes ten times as long."""
    if key == "bamboo":
        deals(key, pair, range(1000, 1500))
    else:
        deals(key, pair, range(1000, 1030), think=20.0, again=5)
        hasten(monkeypatch)
        deals(key, pair, range(1030, 1300))


def hasten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the hands that can be built bots weigh a tenth."""
    monkeypatch.setattr(phases, "FOUND", phases.FOUND // 10)
    monkeypatch.setattr(phases, "LOOKED_AT", phases.LOOKED_AT // 10)


MATCHES = 20
"""Of every pairing."""


def that_ends(key: str, options: dict[str, object]) -> Ruleset | None:
    """Rules under which bots end a match; None for a match by the clock. Void deals are played again, so mistakes
    without end are left out where nobody is out at zero."""
    rules = variants.get(key).ruleset(options)
    if rules.match.minutes:
        return None
    lasting = not rules.training.assist and not rules.match.bust and not rules.match.hands
    return variants.get(key).ruleset({**options, "assist": True}) if lasting else rules


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("key", "pair"), PAIRINGS)
def test_whole_matches_of_every_bot_pairing(
    key: str, pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the end, under one list of options after the other: counters, sticks and dealership go from deal to deal."""
    hasten(monkeypatch)
    ending = [rules for options in OPTIONS[key] if (rules := that_ends(key, options)) is not None]
    assert len(ending) >= len(OPTIONS[key]) - 1
    for seed, rules in zip(range(MATCHES), cycle(ending), strict=False):
        events = driver.play(rules, around(rules, pair), driver.seeded_walls(rules, 7000 + seed))
        assert record.verify(rules, events) == []
        end = events[-1]
        assert isinstance(end, ev.End)
        laid = rules.match.start * rules.seats - sum(e.bank for e in events if isinstance(e, ev.Settle))
        assert sum(end.points) == laid  # nothing is left on the table


def test_a_changed_record_is_found_out() -> None:
    rules = variants.get("bamboo").ruleset()
    events = list(driver.play(rules, [any_action] * 2, driver.seeded_walls(rules, 4), deals=1))
    assert record.verify(rules, events) == []
    dealt = events[0]
    assert isinstance(dealt, ev.Deal)
    assert dealt.wall is not None
    swapped = replace(dealt, wall=(*dealt.wall[:30], *reversed(dealt.wall[30:])))
    assert "commitment" in record.verify(rules, [swapped, *events[1:]])[0]
    settle = events[-1]
    assert isinstance(settle, ev.Settle)
    richer = replace(settle, payments=(1000, -1000), points=(101_000, 99_000))
    assert record.verify(rules, [*events[:-1], richer])
    assert record.verify(rules, events[:-1])
