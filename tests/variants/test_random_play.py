"""What every variant must hold when played at random: nothing lost, nothing leaked, everything repeatable."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice, product

import pytest

from tests.game.build import SALT, tables_wall
from tests.variants.options import OPTIONS
from trainer import bots, variants
from trainer.bots import phases
from trainer.game import driver, engine, record
from trainer.game import event as ev
from trainer.game.action import Action, Kong, order, parse
from trainer.game.record import Header, Record
from trainer.game.state import Seat, Stage, State
from trainer.game.view import View, observe
from trainer.rules.families.two_player import EAST
from trainer.rules.flowers import FlowersAt
from trainer.rules.variant import Ruleset
from trainer.tiles import Tile, is_flower

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
LARGE = ("tenhodori", "fulldeck", "honglong", "jingdian", "flower72", "hk128")
"""Games with long deals and smaller kin: what is seen in all their options is counted among the slow tests."""

TYPES = {
    "jintan": ALWAYS - {"false_win"} | {"draw", "kong", "pung", "chow", "flower"},
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
    "xueliu": PLAYED | {"draw", "kong", "pung", "swap"},
}
"""The types of events of each game's records: all of them, and no other."""

TWO = {"win by self_draw", "win by discard", "win paid", "draw_game wall_empty", "end length"}
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
    "xueliu": ROBBED | {"kong paid", "refund paid", "draw paid"},
    "jintan": ROBBED | {"draw_game eight_flowers", "flowers paid"},
}
"""Ways in which deals and matches of each game end that must be met, rare ones of the riichi games left out."""


def eager(view: View, rng: random.Random) -> Action:
    """Any kong there is, otherwise like the speed bot, or at random where hands are built: that takes it too long."""
    kongs = [a for a in view.legal if isinstance(a, Kong)]
    return kongs[0] if kongs else bots.get("random" if view.rules.building else "speed")(view, rng)


def robbery(rules: Ruleset) -> tuple[Tile, ...]:
    """A wall with which the dealer makes a pung of the fours and then a kong, which the next seat robs."""
    first, second, spare = ("m", "z", "3z1z") if EAST in rules.tiles.kinds else ("p", "s", "9s8s")
    robber = f"46{first}123{first}789{first}555{second}22{second}"
    others = "".join(f"{rank}s" for rank in range(6, 6 + rules.seats - 2))
    return tables_wall(rules, [f"44{first}", robber], f"{spare}5{first}{others}4{first}")


def robbing(view: View, rng: random.Random) -> Action:
    """What the dealer and the next seat do with that wall."""
    dealers = "pung:4", "kong:4", "pass"
    wanted = dealers if view.seat == view.dealer else ("win", "pass", "discard:4", "discard:1z", "discard:8s")
    return next((a for text in wanted for a in view.legal if a.text.startswith(text)), view.legal[-1])


READY_AS_DEALT = ["", "123456m22789m55z"]
ALL_FLOWERS = ["12345678f12345m"]
"""Hands from the dealer on: of what chance seldom brings about."""


def played(key: str) -> Iterator[tuple[Ruleset, tuple[ev.Event, ...]]]:
    """Four deals under every list of options and several seeds: at random for all that nobody would do, and eagerly
    for wins and kongs; and deals that are set up."""
    for options, seed in product(OPTIONS[key], range(4)):
        rules = variants.get(key).ruleset(options)
        for choose in (any_action, eager):
            yield rules, driver.play(rules, [choose] * rules.seats, driver.seeded_walls(rules, seed), deals=4)
    rules = variants.get(key).ruleset()
    if rules.kongs.added and not rules.wins.furiten:
        yield rules, driver.play(rules, [robbing] * rules.seats, iter([(robbery(rules), SALT)]), deals=1)
    if rules.ready is not None and rules.ready.at_deal:
        yield rules, driver.play(rules, [eager] * 2, iter([(tables_wall(rules, READY_AS_DEALT), SALT)]), deals=1)
    if rules.flowers is not None and rules.flowers.pays is not None:
        wall = tables_wall(rules, ALL_FLOWERS)
        yield rules, driver.play(rules, [eager] * rules.seats, iter([(wall, SALT)]), deals=1)


@pytest.mark.parametrize(
    "key", [pytest.param(v.key, marks=[pytest.mark.slow] * (v.key in LARGE)) for v in variants.all_variants()]
)
def test_every_type_of_event_every_ending_and_every_option_of_a_game_is_seen(key: str) -> None:
    """No other event than those, and whatever is paid somebody pays; with `-rP` it says how often."""
    types, endings, options = Counter[str](), Counter[str](), Counter[str]()
    usual = variants.get(key).resolve()
    for rules, events in played(key):
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
                    endings[f"{e.reason} paid"] += any(e.payments)
    for counted in (types, endings, options):
        print(", ".join(f"{what}: {number}" for what, number in sorted(counted.items())))
    assert types.keys() == TYPES[key]
    assert endings.keys() >= ENDINGS[key]
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
