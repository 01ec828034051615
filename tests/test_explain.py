"""What an explanation says of a discard: the definitions one by one, and against plain loops over draws and throws."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from trainer import variants
from trainer.analysis import Analysis, Choice, Goal, Question, TooFar, analyze, asker, shapes
from trainer.explain import NEAR, Explained, difference, explain, good
from trainer.hands import Hand, parse_meld
from trainer.rules.score import score
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Win
from trainer.solver import efficiency, reference
from trainer.tiles import KINDS, Counts, Kind, Tile, counts, kind, parse_tile, parse_tiles, sort_tiles, tiles_of

NOTHING_SEEN = (0,) * KINDS
Steps = Callable[[Counts], int]


def rules_of(key: str, **options: object) -> Ruleset:
    return variants.get(key).ruleset(options)  # type: ignore[arg-type]


def asked(
    rules: Ruleset, text: str, *melds: str, draws: int = 3, goal: Goal = Goal.WIN, seen: str = "", resting: bool = False
) -> Question:
    tiles = parse_tiles(text)
    held = tuple(parse_meld(m) for m in melds)
    hand = Hand(tiles, held) if resting else Hand(tiles[:-1], held, tiles[-1])
    return Question(hand, counts(parse_tiles(seen)), draws, goal, circumstance=asker(rules, 0, 0))


def explained(rules: Ruleset, q: Question, discard: str | None = None) -> Explained:
    """The named discard explained, the best one where none is named."""
    a = analyze(rules, q, curve=False)
    told = explain(rules, q, a)
    return told[0] if discard is None else next(x for x in told if x.choice.discard == parse_tile(discard))


def explain_all(rules: Ruleset, text: str) -> tuple[Explained, ...]:
    q = asked(rules, text)
    return explain(rules, q, analyze(rules, q, curve=False))


# ------------------------------------------------------------------ rules


@pytest.mark.parametrize(("key", "least"), [("fulldeck", 5), ("jingdian", 5), ("sanma2", 5), ("hk128", 9)])
def test_a_good_wait_has_more_copies_than_there_are_of_one_kind(key: str, least: int) -> None:
    assert good(rules_of(key)) == least


def test_the_good_share_counts_the_copies_that_lead_to_a_good_wait() -> None:
    """Three chows, 23p and 34s: a pair of what is there (3 copies of four kinds) leaves an open wait, a fourth chow (4
    copies of four kinds) leaves a single one."""
    told = explained(rules_of("fulldeck"), asked(rules_of("fulldeck"), "123789m23p34789s4z"), "4z")
    assert told.choice.shanten == 1
    assert told.good_share == 12 / 28
    assert told.good_wait is None


def test_a_ready_hand_has_a_good_wait_or_none_and_no_share() -> None:
    rules = rules_of("fulldeck")
    told = {t: explained(rules, asked(rules, "123456m789p11z346s"), t) for t in ("3s", "6s")}
    assert [(x.good_wait, x.good_share) for x in told.values()] == [(False, None), (True, None)]


def test_an_open_wait_of_which_copies_are_seen_is_not_good() -> None:
    rules = rules_of("fulldeck")
    assert explained(rules, asked(rules, "123456m789p11z346s", seen="2255s"), "6s").good_wait is False


def test_an_improvement_keeps_the_hand_ready_and_widens_its_wait() -> None:
    """13s waits on the four 2s; with 4s it waits on 2s and 5s, four of each."""
    rules = rules_of("fulldeck")
    told = explained(rules, asked(rules, "123456m789p11z13s4z"), "4z")
    assert told.choice.tiles == 4
    found = {tile: (x.copies, x.tiles) for x in told.improvements if (tile := x.kind) in (18, 20, 21)}
    assert found == {parse_tile("4s"): (4, 8)}


def test_a_hand_that_is_built_is_never_improved_and_wins_from_a_discard() -> None:
    rules = rules_of("seventeen")
    q = replace(asked(rules, "22334455m66778p9p", draws=17), built=True)
    told = explained(rules, q, "9p")
    assert told.improvements == ()
    assert told.typical is not None
    c = told.typical.win.circumstance
    assert (c.by, c.flags) == (By.DISCARD, {Flag.RIICHI})


def test_lost_and_gained_are_the_useful_tiles_that_only_one_discard_has() -> None:
    rules = rules_of("fulldeck")
    told = explained(rules, asked(rules, "123456m789p11z346s"), "3s")  # 6s waits on 2s and 5s, 3s on 5s
    assert (told.lost, told.gained) == (((Kind(19), 4),), ())
    best, other = (x for x in explain_all(rules, "123456m789p11z135s") if x.choice.shanten == 0)  # 1s or 5s
    assert (best.lost, best.gained) == ((), ())
    assert {other.lost, other.gained} == {((Kind(19), 4),), ((Kind(21), 4),)}
    assert (other.lost, other.gained) == (best.choice.ukeire, other.choice.ukeire)


def test_a_discard_that_leads_away_from_ready_is_followed_when_asked_for() -> None:
    rules = rules_of("fulldeck")
    q = asked(rules, "123456m789p11z346s")
    a = analyze(rules, q, curve=False)
    every, some = explain(rules, q, a), explain(rules, q, a, farther=False)
    away = [x.choice.shanten > a.choices[0].shanten for x in every]
    assert {True, False} == set(away)
    for full, brief, is_away in zip(every, some, away, strict=True):
        expected = replace(full, followed=False, improvements=(), typical=None) if is_away else full
        assert brief == expected
    assert any(x.improvements and x.typical for x, is_away in zip(every, away, strict=True) if is_away)
    assert explain(rules, q, a, [a.choices[-1]]) == every[-1:]


# ------------------------------------------------------------------ the typical win


def test_the_typical_win_is_priced_by_the_scorer_with_its_lines() -> None:
    rules = rules_of("fulldeck")
    told = explained(rules, asked(rules, "234567m234p34s88s1z"), "1z")
    assert told.typical is not None
    assert told.typical.breakdown == score(rules, told.typical.win)
    assert {"riichi", "tsumo", "tanyao"} <= {line.id for line in told.typical.breakdown.worth.lines}


def test_a_hand_that_may_not_be_declared_is_no_typical_win() -> None:
    """An open hand without yaku; with a pung of dragons it may win."""
    rules = rules_of("fulldeck")
    assert explained(rules, asked(rules, "456p789s11m34s4z", "chow:123m"), "4z").typical is None
    assert explained(rules, asked(rules, "456p789s11m34s4z", "pung:777z"), "4z").typical is not None


def test_a_hand_that_cannot_be_finished_in_time_has_no_typical_win() -> None:
    rules = rules_of("jingdian")
    one_away = "123456m78m1z2z33z5z7z"
    told = {n: explained(rules, asked(rules, one_away, draws=n)) for n in (1, 2, 3)}
    assert [x.typical is None for x in told.values()] == [x.choice.shanten >= n for n, x in told.items()]


def test_a_far_hand_has_no_typical_win() -> None:
    rules = rules_of("jingdian")
    told = explained(rules, asked(rules, "112447m1234567z1z", draws=6))
    assert told.choice.shanten == NEAR + 1
    assert told.typical is None


def test_a_red_five_counts_in_the_typical_win_while_it_is_kept() -> None:
    rules = rules_of("fulldeck")
    q = asked(rules, "234567m3405p348s8s", goal=Goal.VALUE)
    told = {x.choice.discard: x.typical for x in explain(rules, q, analyze(rules, q, curve=False))}
    plain, red = told[parse_tile("5p")], told[parse_tile("0p")]
    assert plain is not None
    assert red is not None
    assert (plain.win.reds, red.win.reds) == (1, 0)


def test_a_hand_already_ready_that_rests_is_won_without_riichi() -> None:
    rules = rules_of("fulldeck")
    told = explained(rules, asked(rules, "234567m234p34s88s", resting=True))
    assert told.typical is not None
    assert Flag.RIICHI not in told.typical.win.circumstance.flags


# ------------------------------------------------------------------ twins


class Plain:
    """The definitions word by word, over `steps` from any oracle of shanten."""

    def __init__(self, rules: Ruleset, q: Question, a: Analysis, steps: Steps) -> None:
        self.rules, self.q, self.a, self.steps = rules, q, a, cache(steps)
        self.held = q.hand.held

    def unseen(self, hand: Counts, seen: Counts) -> list[int]:
        return [s - h - m - v for s, h, m, v in zip(self.rules.tiles.supply, hand, self.held, seen, strict=True)]

    def useful(self, hand: Counts, seen: Counts) -> dict[int, int]:
        """Unseen copies of what brings a resting hand nearer."""
        now = self.steps(hand)
        unseen = self.unseen(hand, seen)
        return {k: n for k, n in enumerate(unseen) if n and self.steps(reference.add(hand, k)) < now}

    def throws(self, hand: Counts, seen: Counts) -> Iterator[tuple[int, Counts, Counts]]:
        for t, n in enumerate(hand):
            if n:
                yield t, reference.add(hand, t, -1), reference.add(seen, t)

    def start(self, c: Choice) -> tuple[Counts, Counts]:
        if c.discard is None:
            return self.q.hand.counts, self.q.seen
        k = kind(c.discard)
        return reference.add(self.q.hand.counts, k, -1), reference.add(self.q.seen, k)

    def most(self, hand: Counts, seen: Counts, shanten: int) -> int:
        """Most useful copies after a throw that leaves so many exchanges."""
        kept = [(rest, then) for _, rest, then in self.throws(hand, seen) if self.steps(rest) == shanten]
        return max((sum(self.useful(*at).values()) for at in kept), default=0)

    def good_share(self, c: Choice) -> float | None:
        hand, seen = self.start(c)
        useful = self.useful(hand, seen)
        if self.steps(hand) != 1 or not useful:
            return None
        least = max(self.rules.tiles.supply) + 1
        lead = sum(n for k, n in useful.items() if self.most(reference.add(hand, k), seen, 0) >= least)
        return lead / sum(useful.values())

    def improvements(self, c: Choice) -> dict[int, tuple[int, int]]:
        hand, seen = self.start(c)
        useful, shanten = self.useful(hand, seen), self.steps(hand)
        out = {}
        for k, n in enumerate(self.unseen(hand, seen)):
            if n and k not in useful:
                then = self.most(reference.add(hand, k), seen, shanten)
                if then > sum(useful.values()):
                    out[k] = n, then
        return out

    def win(self, hand: Counts, won: int, *, locked: bool) -> Win:
        by = By.SELF_DRAW if self.rules.wins.self_draw else By.DISCARD
        flags = frozenset({Flag.RIICHI}) if locked else frozenset[Flag]()
        melds = tuple(sorted(self.q.hand.melds, key=lambda m: m.kind))
        circumstance = replace(self.q.circumstance, by=by, flags=flags)
        return Win(Hand(tiles_of(reference.add(hand, won, -1)), melds), Tile(won), circumstance)

    def ends(self, c: Choice) -> dict[Counts, int]:
        """Products of copies of all shortest ways that end in a hand that may be declared; one way after the other."""
        locked = self.rules.riichi is not None and self.q.hand.is_concealed and (
            c.discard is not None or c.shanten > 0
        )
        order = [kind(x.discard) for x in self.a.choices if x.discard is not None]
        out: dict[Counts, int] = defaultdict(int)

        def points(hand: Counts, won: int) -> float:
            found = score(self.rules, self.win(hand, won, locked=locked))
            return float(found.points) if found.legal else 0.0

        def serves(rest: Counts, seen: Counts) -> float:
            useful = self.useful(rest, seen)
            if self.steps(rest):
                return sum(useful.values())
            worth = {k: points(reference.add(rest, k), k) for k in useful}
            if self.q.goal is Goal.VALUE:
                return sum(n * worth[k] for k, n in useful.items())
            return sum(n for k, n in useful.items() if worth[k] > 0)

        @cache
        def thrown(hand: Counts, seen: Counts, left: int) -> tuple[Counts, Counts]:
            kept = [(t, *at) for t, *at in self.throws(hand, seen) if self.steps(at[0]) == left]

            def value(x: tuple[int, Counts, Counts]) -> tuple[float, int, int]:
                return serves(x[1], x[2]), -order.index(Kind(x[0])) if x[0] in order else -KINDS, -x[0]

            best = max(kept, key=value)
            return best[1], best[2]

        def follow(hand: Counts, seen: Counts, ways: int) -> None:
            left = self.steps(hand)
            for k, n in self.useful(hand, seen).items():
                full = reference.add(hand, k)
                if left:
                    follow(*thrown(full, seen, left - 1), ways * n)
                elif points(full, k) > 0:
                    out[full] += ways * n

        follow(*self.start(c), 1)
        return out


def compare(rules: Ruleset, q: Question, steps: Steps) -> list[Explained]:
    a = analyze(rules, q, curve=False)
    told = list(explain(rules, q, a))
    plain = Plain(rules, q, a, steps)
    assert [x.choice for x in told] == list(a.choices)
    for x in told:
        c = x.choice
        assert x.good_share == plain.good_share(c)
        assert x.good_wait == (c.tiles > max(rules.tiles.supply) if c.shanten == 0 else None)
        assert {i.kind: (i.copies, i.tiles) for i in x.improvements} == plain.improvements(c)
        mine, best = set(c.ukeire), set(a.choices[0].ukeire)
        assert (set(x.lost), set(x.gained)) == (best - mine, mine - best)
        if c.shanten > NEAR or q.draws <= c.shanten:
            assert x.typical is None
            continue
        ends = plain.ends(c)
        if x.typical is None:
            assert not ends
            continue
        finished = x.typical.win.counts
        assert ends[finished] == max(ends.values())
        assert x.typical.share == ends[finished] / sum(ends.values())
        assert x.typical.breakdown.legal
        assert x.typical.breakdown == score(rules, x.typical.win)
    return told


def random_question(rules: Ruleset, rng: random.Random, goal: Goal, *, tries: int, resting: bool) -> Question:
    """The nearest to ready of some random hands, with a few tiles seen."""
    drawn = []
    for _ in range(tries):
        wall = list(tiles_of(rules.tiles.supply))
        rng.shuffle(wall)
        n = rules.deal.hand
        hand = Hand(sort_tiles(wall[:n]), (), None if resting else wall[n])
        seen = counts(wall[n + 1 : n + 1 + rng.randrange(9)])
        drawn.append(Question(hand, seen, rng.randrange(1, 4), goal, circumstance=asker(rules, 0, rng.randrange(2))))
    return min(drawn, key=lambda q: oracle(rules, q)(q.hand.counts))


def oracle(rules: Ruleset, q: Question) -> Steps:
    def steps(hand: Counts) -> int:
        return efficiency.shanten(rules.tiles.supply, hand, q.hand.held, len(q.hand.melds), shapes(rules))

    return steps


@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize("resting", [False, True])
def test_five_tiles_are_explained_as_by_trying_everything(goal: Goal, resting: bool) -> None:
    """Shanten too by trying all exchanges."""
    rules = rules_of("jisu")
    rng = random.Random(f"{goal} {resting}")
    for _ in range(6):
        q = random_question(rules, rng, goal, tries=1, resting=resting)

        def steps(hand: Counts) -> int:
            return reference.shanten(rules.tiles.supply, hand, NOTHING_SEEN, 0, shapes(rules))

        compare(rules, q, steps)


@pytest.mark.parametrize("key", ["jingdian", "xueliu", "flower72", "hk128", "wenzhou", "bamboo", "honglong", "sanma2"])
def test_random_hands_are_explained_as_by_plain_loops(key: str) -> None:
    rules = rules_of(key)
    rng = random.Random(key)
    met = set()
    for i in range(4):
        q = random_question(rules, rng, list(Goal)[i % 2], tries=8, resting=i == 3)
        try:
            told = compare(rules, q, oracle(rules, q))
        except TooFar:
            continue
        met |= {x.choice.shanten for x in told}
    assert met


@pytest.mark.parametrize(
    ("key", "hand", "melds"),
    [
        ("fulldeck", "22334455m6677p8p9p", ()),  # seven pairs and chows at once
        ("fulldeck", "19m19p19s1234567z1m", ()),  # thirteen orphans, complete
        ("fulldeck", "456p789s11m34s4z", ("chow:123m",)),  # open, without yaku
        ("hk128", "1111111122334m5m", ()),  # eight alike
        ("jingdian", "1122334m55z5z", ("pung:777z",)),
        ("jintan", "123456m78p11z4z", ("chow:123s",)),
        ("seventeen", "22334455m66778p9p", ()),
    ],
)
def test_awkward_hands_are_explained_as_by_plain_loops(key: str, hand: str, melds: tuple[str, ...]) -> None:
    rules = rules_of(key)
    for goal in Goal:
        q = asked(rules, hand, *melds, draws=2, goal=goal)
        compare(rules, q, oracle(rules, q))


def test_the_difference_of_a_choice_from_itself_is_nothing() -> None:
    rules = rules_of("fulldeck")
    q = asked(rules, "123456m789p11z346s")
    c = analyze(rules, q, curve=False).choices[0]
    assert difference(c, c) == ()
