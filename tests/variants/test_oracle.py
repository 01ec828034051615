"""Wins of one suit scored a second time by the public package `mahjong` (test-only), wherever its rules are ours."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from trainer import variants
from trainer.hands import Form, Hand, Meld, Source, readings
from trainer.rules import cases
from trainer.rules.score import check, score
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import By, Circumstance, Facts, Win
from trainer.tiles import RANKS, Tile, kind, sort_tiles, tiles_of

BAMBOO = variants.get("bamboo")
EAST, SOUTH = 27, 28

OURS = {
    "Riichi": "riichi", "Double Riichi": "double_riichi", "Ippatsu": "ippatsu", "Menzen Tsumo": "tsumo",
    "Pinfu": "pinfu", "Tanyao": "tanyao", "Iipeiko": "iipeikou", "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei", "Rinshan Kaihou": "rinshan", "Ittsu": "ittsuu", "Chiitoitsu": "chiitoitsu",
    "Toitoi": "toitoi", "San Ankou": "sanankou", "San Kantsu": "sankantsu", "Ryanpeikou": "ryanpeikou",
    "Junchan": "junchan", "Chinitsu": "chinitsu", "Tenhou": "tenhou", "Chiihou": "chiihou",
    "Renhou (yakuman)": "renhou", "Suu Kantsu": "suukantsu", "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou", "Ryuuiisou": "ryuuiisou", "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "chuuren",
}  # fmt: skip
"""Their name of each pattern of one suit, by ours."""


@dataclass(frozen=True)
class Answer:
    han: int
    fu: int | None
    lines: frozenset[str]
    points: int


def theirs(rules: Ruleset, win: Win) -> Answer:
    """What the package says. What one opponent pays for a self-draw is what its three payers pay together."""
    c, flags = win.circumstance, win.circumstance.flags
    rinshan = Flag.KONG_REPLACEMENT in flags
    config = HandConfig(
        is_tsumo=c.self_draw,
        is_riichi=Flag.RIICHI in flags and Flag.DOUBLE_RIICHI not in flags,
        is_daburu_riichi=Flag.DOUBLE_RIICHI in flags,
        is_ippatsu=Flag.IPPATSU in flags,
        is_rinshan=rinshan,
        is_haitei=Flag.LAST_TILE in flags and c.self_draw and not rinshan,  # ours: never together
        is_houtei=Flag.LAST_TILE in flags and not c.self_draw,
        is_tenhou=Flag.HEAVENLY in flags,
        is_chiihou=Flag.EARTHLY in flags,
        is_renhou=Flag.HUMAN in flags,
        player_wind=EAST if c.dealer else SOUTH,
        round_wind=EAST,
        options=OptionalRules(
            has_open_tanyao=True,
            has_double_yakuman=rules.scoring.double,
            kazoe_limit=HandConfig.KAZOE_LIMITED if rules.scoring.kazoe else HandConfig.KAZOE_SANBAIMAN,
            kiriage=False,
            renhou_as_yakuman=True,
        ),
    )
    copies = [[4 * k + i for i in range(4)] for k in range(34)]

    def take(tiles: tuple[Tile, ...]) -> list[int]:
        return [copies[kind(t)].pop() for t in tiles]

    (winner,) = take((win.tile,))
    melds = [TheirMeld(TheirMeld.KAN, take(m.tiles), opened=False) for m in win.hand.melds]
    tiles = [winner, *take(win.hand.concealed), *(t for m in melds for t in m.tiles)]
    found = HandCalculator.estimate_hand_value(sorted(tiles), winner, melds=melds, config=config)
    assert found.error is None, found.error
    yakuman = any(y.is_yakuman for y in found.yaku)
    return Answer(
        found.han,
        None if yakuman else found.fu,
        frozenset(OURS[y.name] for y in found.yaku),
        found.cost["main"] + (2 * found.cost["additional"] if c.self_draw else 0),
    )


def ours(rules: Ruleset, win: Win) -> list[Answer]:
    """Our answer first, then every other reading that is worth exactly as much."""
    best = score(rules, win)
    out = [Answer(best.worth.total, best.worth.fu, frozenset(x.id for x in best.worth.lines), int(best.points))]
    for reading in readings(win.counts, win.hand.melds, kind(win.tile), rules.shapes):
        facts = Facts(kind(win.tile), win.circumstance, reading)
        worth = rules.scoring.tally(rules.scoring.table.match(facts), facts)
        if (worth.base, worth.yakuman, worth.total, worth.fu) == (
            best.worth.base, best.worth.yakuman, best.worth.total, best.worth.fu,
        ):  # fmt: skip
            out.append(Answer(worth.total, worth.fu, frozenset(x.id for x in worth.lines), int(best.points)))
    return out


def agree(rules: Ruleset, win: Win) -> None:
    mine, other = ours(rules, win), theirs(rules, win)
    assert (mine[0].han, mine[0].fu, mine[0].points) == (other.han, other.fu, other.points), win
    assert other.lines in [answer.lines for answer in mine], win


# ------------------------------------------------------------------ random wins


def random_groups(rng: random.Random, kongs: int) -> tuple[list[int], list[int]]:
    """Copies of each rank in the concealed part of a complete hand, and the ranks of its kongs.

    Seven pairs, nine gates and hands of terminals are rare among random groups, so they get a share of their own.
    """
    while True:
        own = rng.sample(range(RANKS), kongs)
        counted = [0] * RANKS
        special = rng.random() if kongs == 0 else 1.0
        if special < 0.1:
            for r in rng.sample(range(RANKS), 7):
                counted[r] = 2
            return counted, own
        if special < 0.15:
            counted = [3, 1, 1, 1, 1, 1, 1, 1, 3]
            counted[rng.randrange(RANKS)] += 1
            return counted, own
        outside = special < 0.25
        chow_share = rng.choice((0.0, 0.5, 0.8, 1.0))
        for _ in range(4 - kongs):
            if rng.random() < chow_share:
                r = rng.choice((0, RANKS - 3)) if outside else rng.randrange(RANKS - 2)
                for i in range(3):
                    counted[r + i] += 1
            else:
                counted[rng.choice((0, RANKS - 1)) if outside else rng.randrange(RANKS)] += 3
        counted[rng.choice((0, RANKS - 1)) if outside else rng.randrange(RANKS)] += 2
        if all(n <= (0 if r in own else 4) for r, n in enumerate(counted)):
            return counted, own


def random_win(rng: random.Random, rules: Ruleset) -> Win:
    """A win with whatever luck can go together."""
    counted, own = random_groups(rng, rng.choices(range(5), (12, 4, 3, 2, 1))[0])
    start = rules.tiles.kinds[0]
    melds = tuple(Meld(Form.KONG, (Tile(start + r),) * 4, Source.CONCEALED) for r in sorted(own))
    tiles = list(tiles_of((0,) * start + tuple(counted) + (0,) * (34 - RANKS - start)))
    winner = tiles.pop(rng.randrange(len(tiles)))
    by, dealer = rng.choice((By.DISCARD, By.SELF_DRAW)), rng.random() < 0.5
    self_draw = by is By.SELF_DRAW
    flags: set[Flag] = set()
    if not melds and dealer is self_draw and rng.random() < 0.15:
        flags.add(Flag.HEAVENLY if dealer else Flag.HUMAN)
    elif not melds and self_draw and not dealer and rng.random() < 0.15:
        flags.add(Flag.EARTHLY)
    else:
        if rng.random() < 0.5:
            flags.add(rng.choice((Flag.RIICHI, Flag.DOUBLE_RIICHI)))
        if self_draw and melds and rng.random() < 0.4:
            flags.add(Flag.KONG_REPLACEMENT)
        elif flags and rng.random() < 0.4:
            flags.add(Flag.IPPATSU)
        if rng.random() < 0.2:
            flags.add(Flag.LAST_TILE)
    hand = Hand(sort_tiles(tiles), melds)
    win = Win(hand, winner, Circumstance(by, dealer, flags=frozenset(flags)))
    check(rules, win)
    return win


def random_wins(seed: int, number: int) -> None:
    rng = random.Random(seed)
    rulesets = [
        BAMBOO.ruleset({"suit": suit, "kazoe": kazoe, "doubleYakuman": double})
        for suit in "mps"
        for kazoe in (True, False)
        for double in (True, False)
    ]
    for _ in range(number):
        rules = rng.choice(rulesets)
        agree(rules, random_win(rng, rules))


@pytest.mark.parametrize("seed", range(4))
def test_random_wins(seed: int) -> None:
    random_wins(seed, 500)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(100, 110))
def test_twenty_thousand_random_wins(seed: int) -> None:
    random_wins(seed, 2000)


def comparable(case: cases.WorkedCase) -> bool:
    """Whether the package can be asked: points, every yakuman paid, human hands as it knows them, a win at all."""
    o = dict(case.rules.options)
    return case.expected.complete and o["mode"] == "points" and o["stackYakuman"] and o["renhou"] == "yakuman"


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=c.key) for c in cases.load(BAMBOO, variants.folder("bamboo")) if comparable(c)]
)
def test_worked_cases(case: cases.WorkedCase) -> None:
    agree(case.rules, case.win)


def test_the_wins_are_of_every_sort() -> None:
    """The generator reaches every pattern of the table, and every number of kongs."""
    rng, rules = random.Random(7), BAMBOO.ruleset()
    wins = [random_win(rng, rules) for _ in range(3000)]
    lines = {x.id for w in wins for x in score(rules, w).worth.lines}
    assert lines == {row.id for row in rules.scoring.table.rows}
    assert {len(w.hand.melds) for w in wins} == set(range(5))
