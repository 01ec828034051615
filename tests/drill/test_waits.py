"""Wait puzzles: answers against the definition, proofs that prove, trap classes in their shares."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from trainer import variants
from trainer.drill import curate, deal_waits, generate, similar
from trainer.drill.grade import BadAnswer, Verdict, grade_waits, parse_named
from trainer.drill.puzzle import Provenance
from trainer.drill.themes import Theme, Trap
from trainer.drill.waits import Lack, Standing, WaitPuzzle, build, nearest, sheet, trap_of, waits_from
from trainer.hands import SEVEN_PAIRS_WITH_QUADS, STANDARD, Form, Hand, is_complete, parse_meld
from trainer.rules.variant import Ruleset
from trainer.tiles import Kind, Tile, counts, format_tiles, kind, parse_tiles, tiles_of

RULES = variants.get("bamboo").ruleset()
MADE = Provenance("test", "1", "1")


def puzzle(hand: str, *melds: str, river: str = "", rules: Ruleset = RULES) -> WaitPuzzle:
    return build(rules, (), Hand(parse_tiles(hand), tuple(parse_meld(m) for m in melds)), parse_tiles(river), MADE)


def kinds(text: str) -> frozenset[Kind]:
    return frozenset(kind(t) for t in parse_tiles(text))


def shown(found: tuple[Kind, ...] | frozenset[Kind]) -> str:
    return format_tiles(Tile(k) for k in found)


@pytest.mark.parametrize(
    ("hand", "waits", "exhausted", "trap"),
    [
        ("1112345678999s", "123456789s", "", Trap.MANY),
        ("2344445678999s", "12356789s", "4s", Trap.EXHAUSTED),
        ("1122334455668s", "8s", "", Trap.SEVEN_PAIRS),
        ("1111222233339s", "9s", "", Trap.QUAD),
        ("1223345557789s", "67s", "", Trap.TWO),
        ("1122446688999s", "", "", Trap.NOT_READY),
        ("1114446669999s", "", "9s", Trap.EXHAUSTED_ONLY),
    ],
)
def test_known_hands(hand: str, waits: str, exhausted: str, trap: Trap) -> None:
    """The nine-sided wait and one eight-sided hand are in the rules (section 8); the rest can be read by eye."""
    found = puzzle(hand)
    assert (shown(found.waits), shown(found.exhausted), found.trap) == (waits, exhausted, trap)


def brute(hand: Hand) -> tuple[set[int], set[int]]:
    """Waits and exhausted kinds by completing the hand with every kind in turn."""
    own = counts(hand.concealed)
    held = [a + b for a, b in zip(own, hand.held, strict=True)]
    complete = {
        k for k in RULES.tiles.kinds
        if is_complete((*own[:k], own[k] + 1, *own[k + 1 :]), hand.melds, RULES.shapes)
    }  # fmt: skip
    return {k for k in complete if held[k] < RULES.tiles.supply[k]}, {
        k for k in complete if held[k] >= RULES.tiles.supply[k]
    }


def sample(n: int, seed: int = 5) -> list[WaitPuzzle]:
    return [next(generate.waits(RULES, (), seed, slot)) for slot in range(n)]


def test_answers_are_what_completes_the_hand() -> None:
    for p in sample(100):
        live, dead = brute(p.hand)
        assert (set(p.waits), set(p.exhausted)) == (live, dead)
        p.check(RULES)


def test_the_sheet_proves_every_wait_and_explains_every_other_kind() -> None:
    for p in sample(100):
        lines = sheet(RULES, p)
        assert [x.kind for x in lines] == list(RULES.tiles.kinds)
        for line in lines:
            grown = counts((*p.hand.concealed, Tile(line.kind)))
            completes = line.kind in p.waits or line.kind in p.exhausted
            assert bool(line.readings) == completes
            assert (line.miss is None) == completes
            for reading in line.readings:
                concealed = [k for g in reading.groups if g.meld is None for k in g.kinds]
                assert counts(Tile(k) for k in concealed) == grown
            if line.miss is not None:
                spread = [k for g in line.miss.groups if g.meld is None for k in g.kinds]
                assert counts(Tile(k) for k in (*spread, *line.miss.over)) == grown
        held = counts((*p.hand.concealed, *tiles_of(p.hand.held), *p.river))
        assert [x.left for x in lines] == [RULES.tiles.supply[k] - held[k] for k in RULES.tiles.kinds]


def test_reasons_for_kinds_that_are_no_wait() -> None:
    lines = {shown((x.kind,)): x for x in sheet(RULES, puzzle("1114467788s", "ckong:5555s"))}
    assert lines["6s"].standing is Standing.WAIT
    four, five, one = lines["4s"].miss, lines["5s"].miss, lines["1s"].miss
    assert four is not None
    assert five is not None
    assert one is not None
    assert (four.lack, shown(four.over)) == (Lack.NO_PAIR, "78s")
    assert five.lack is Lack.HELD
    assert one.lack is Lack.ONE_SHORT
    far = {x.miss.lack for x in sheet(RULES, puzzle("1133557799s", "ckong:2222s")) if x.miss is not None}
    assert Lack.FAR in far


def test_nearest_reading_groups_as_many_tiles_as_possible() -> None:
    """Against trying every way to take groups out, on random hands."""
    rng = random.Random(3)
    for _ in range(60):
        hand = counts(rng.sample(RULES.tiles.tiles(), 11))
        groups, over = nearest(hand, alike=0)
        assert sum(g.form is Form.PAIR for g in groups) <= 1
        assert len(over) == _least_over(hand)


def test_pairs_may_be_alike_where_the_game_says_so() -> None:
    hand = counts(parse_tiles("1111335577899s"))
    groups, over = nearest(hand, alike=7)
    assert ([g.form for g in groups], shown(over)) == ([Form.PAIR] * 6, "8s")
    assert [len(nearest(hand, alike=n)[1]) for n in (1, 0)] == [3, 5]
    chinese = replace(RULES, shapes=(STANDARD, SEVEN_PAIRS_WITH_QUADS))
    assert Trap.SEVEN_PAIRS in deal_waits.traps(chinese)
    assert Theme.SEVEN_PAIRS in curate.possible(chinese)
    found = puzzle("1111335577899s", rules=chinese)
    assert (shown(found.waits), found.trap) == ("8s", Trap.SEVEN_PAIRS)
    assert not puzzle("1111335577899s").waits
    miss = {shown((x.kind,)): x.miss for x in sheet(chinese, found)}["4s"]
    assert miss is not None
    assert (miss.lack, shown(miss.over)) == (Lack.ONE_SHORT, "48s")


def _least_over(hand: tuple[int, ...]) -> int:
    best, stack = sum(hand), [(hand, False)]
    seen = set(stack)
    while stack:
        left, paired = stack.pop()
        best = min(best, sum(left))
        for k in RULES.tiles.kinds:
            takes = [((k, k, k), paired), ((k, k + 1, k + 2), paired)] if k % 9 < 7 else [((k, k, k), paired)]
            for take, now in [*takes, *([] if paired else [((k, k), True)])]:
                rest = list(left)
                for x in take:
                    rest[x] -= 1
                state = (tuple(rest), now)
                if min(rest) >= 0 and state not in seen:
                    seen.add(state)
                    stack.append(state)
    return best


def test_every_slot_is_of_its_class_and_shares_are_kept() -> None:
    shares = dict(deal_waits.traps(RULES))
    assert sum(shares.values()) == 100
    planned = Counter(deal_waits.trap_at(RULES, slot) for slot in range(100))
    assert planned == shares
    for stretch in range(0, 100, 20):
        quiet = sum(
            deal_waits.trap_at(RULES, slot) in (Trap.NOT_READY, Trap.EXHAUSTED_ONLY)
            for slot in range(stretch, stretch + 20)
        )
        assert 1 <= quiet <= 4, "about one hand in eight is not ready, everywhere in a pack"
    for slot, p in enumerate(sample(60, seed=9)):
        assert p.trap is deal_waits.trap_at(RULES, slot)
        assert p.trap is trap_of(RULES, p.hand, p.place)


def test_a_furiten_hand_has_no_legal_wait() -> None:
    plain = puzzle("1112345678999s")
    furiten = puzzle("2223456s", "ckong:9999s", "ckong:8888s", river="57s")
    assert plain.answer(legal=True) == plain.answer() != frozenset()
    assert furiten.furiten
    assert furiten.answer(legal=True) == frozenset()
    assert furiten.answer() == kinds("13467s")
    standings = {x.standing for x in sheet(RULES, furiten, legal=True) if x.kind in furiten.waits}
    assert standings == {Standing.FURITEN}
    shares = sample(200, seed=2)
    ready = [p for p in shares if p.waits]
    assert 0.15 < sum(p.furiten for p in ready) / len(ready) < 0.35


def test_same_seed_same_puzzle_and_other_seed_another() -> None:
    assert sample(20, seed=1) == sample(20, seed=1)
    assert {p.id for p in sample(20, seed=1)}.isdisjoint({p.id for p in sample(20, seed=2)})


def test_text_form_round_trips() -> None:
    for p in sample(40):
        assert waits_from(p.to_json()) == p


def test_unsorted_order_is_always_the_same_and_hides_nothing() -> None:
    p = puzzle("1112345678999s")
    assert p.unsorted() == p.unsorted()
    assert sorted(p.unsorted()) == sorted(p.hand.concealed)
    assert p.unsorted() != p.hand.concealed


@pytest.mark.parametrize(
    ("named", "verdict", "hits", "misses", "false"),
    [
        ("12356789s", Verdict.RIGHT, "12356789s", "", ""),
        ("1235678s", Verdict.PARTIAL, "1235678s", "9s", ""),
        ("123456789s", Verdict.PARTIAL, "12356789s", "", "4s"),
        ("4s", Verdict.WRONG, "", "12356789s", "4s"),
        ("none", Verdict.WRONG, "", "12356789s", ""),
    ],
)
def test_misses_and_false_calls_are_counted_apart(
    named: str, verdict: Verdict, hits: str, misses: str, false: str
) -> None:
    found = grade_waits(puzzle("2344445678999s"), parse_named(named, RULES.tiles.kinds))
    assert (found.verdict, shown(found.hits), shown(found.misses), shown(found.false_calls)) == (
        verdict, hits, misses, false,
    )  # fmt: skip


def test_not_ready_is_an_answer_that_can_be_right() -> None:
    for hand in ("1122446688999s", "1114446669999s"):
        assert grade_waits(puzzle(hand), parse_named("none", RULES.tiles.kinds)).verdict is Verdict.RIGHT


@pytest.mark.parametrize("text", ["", "  ", "x", "1f", "7z", "1m"])
def test_what_names_no_wait_of_the_game_is_refused(text: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        parse_named(text, RULES.tiles.kinds)
    assert str(refused.value).endswith(".")


def test_another_picture_is_the_same_idea_answered_afresh() -> None:
    rng = random.Random(4)
    for p in sample(60):
        other = similar.other_waits(RULES, p, rng)
        if other is not None:
            other.check(RULES)
            assert other.hand != p.hand
            assert sorted(counts(other.hand.concealed)) == sorted(counts(p.hand.concealed))
            assert other.provenance.seed == p.id


def test_pictures_of_a_known_hand() -> None:
    """1112223334445s waits on 2 3 5 6; mirrored it is 5666777888999s, and there are shifts between."""
    p = puzzle("1112223334445s")
    rng = random.Random(1)
    pictures = [o for _ in range(60) if (o := similar.other_waits(RULES, p, rng)) is not None]
    found = {format_tiles(o.hand.concealed): shown(o.waits) for o in pictures}
    assert found["5666777888999s"] == format_tiles(Tile(26 - (k - 18)) for k in p.waits)
    assert "2223334445556s" in found


def test_a_kind_is_read_once() -> None:
    assert parse_named("2s 1s 1s", RULES.tiles.kinds) == kinds("12s")
