"""Wins of the Japanese family scored a second time by the public package `mahjong` (test-only), wherever its rules are
ours.

Settings of the package that hold in all games: open hands may be all simples, a human hand is a yakuman, red fives
count, any number of yakuman adds up. `kazoe` and `doubleYakuman` are asked both ways. What differs, and how it is met:

- One opponent pays a self-draw in full: what the package's three payers pay together. A counter is worth 300 in all (in
  sanma2 100), which the package knows for three payers only; counters are added here.
- Indicators: in sanma2 the one and the nine of a suit without other ranks are neighbors, which the package knows for
  characters alone. It is handed other indicators, those that point at the same kinds in a full deck.
- A tile set aside (only north, the one that the package knows) is one dora, and one more for each indicator that points
  at it; the package counts both as dora, ours has a line for the first.
- Robbing a kong cannot meet the last tile, and a replacement is never the last tile: the package refuses both together,
  ours drops the latter.
- seventeen: everybody is paid as a non-dealer although the first player's wind is east; 4 han 30 fu and 3 han 60 fu are
  a mangan (`kiriage`); a win must reach a mangan without luck, which the package does not know: worth is compared, then
  what our rules say about the least worth is held against that worth.
- A hand without yaku gets an error from the package, and a reason instead of points from ours.
- Left out: `renhou` as a mangan (the package adds five han to the others, ours counts it by itself), `paarenchan` (the
  package multiplies it by the number of wins), two han needed with many counters, one yakuman at most, honors without
  value in honglong, payments by share, units, two red fives of one suit, west set aside.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from trainer import variants
from trainer.hands import SEVEN_PAIRS, THIRTEEN_ORPHANS, Form, Hand, Meld, Source, readings
from trainer.rules import cases
from trainer.rules.score import check, score
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import Bonus, By, Circumstance, Facts, Win
from trainer.tiles import FIRST_HONOR, KINDS, RANKS, Kind, Tile, is_red, kind, red_of, sort_tiles, tiles_of

BAMBOO = variants.get("bamboo")
EAST, SOUTH, WHITE = 27, 28, 31
NORTH = Kind(30)

OURS = {
    "Riichi": "riichi", "Double Riichi": "double_riichi", "Ippatsu": "ippatsu", "Menzen Tsumo": "tsumo",
    "Pinfu": "pinfu", "Tanyao": "tanyao", "Iipeiko": "iipeikou", "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei", "Rinshan Kaihou": "rinshan", "Chankan": "chankan", "Ittsu": "ittsuu",
    "Chiitoitsu": "chiitoitsu", "Toitoi": "toitoi", "San Ankou": "sanankou", "San Kantsu": "sankantsu",
    "Ryanpeikou": "ryanpeikou", "Chantai": "chanta", "Junchan": "junchan", "Honitsu": "honitsu",
    "Chinitsu": "chinitsu", "Sanshoku Doujun": "sanshoku_doujun", "Sanshoku Doukou": "sanshoku_doukou",
    "Honroutou": "honroutou", "Shou Sangen": "shousangen", "Yakuhai (haku)": "yakuhai_white",
    "Yakuhai (hatsu)": "yakuhai_green", "Yakuhai (chun)": "yakuhai_red", "Dora": "dora", "Ura Dora": "ura_dora",
    "Aka Dora": "red_dora", "Tenhou": "tenhou", "Chiihou": "chiihou", "Renhou (yakuman)": "renhou",
    "Kokushi Musou": "kokushi", "Kokushi Musou Juusanmen Matchi": "kokushi", "Suu Kantsu": "suukantsu",
    "Suu Ankou": "suuankou", "Suu Ankou Tanki": "suuankou", "Dai Suushii": "daisuushi",
    "Shousuushii": "shousuushi", "Daisangen": "daisangen", "Tsuu Iisou": "tsuuiisou", "Ryuuiisou": "ryuuiisou",
    "Chinroutou": "chinroutou", "Chuuren Poutou": "chuuren", "Daburu Chuuren Poutou": "chuuren",
    **{f"Yakuhai (seat wind {wind})": "yakuhai_seat" for wind in ("east", "south", "west", "north")},
    **{f"Yakuhai (round wind {wind})": "yakuhai_round" for wind in ("east", "south", "west", "north")},
}  # fmt: skip
"""Their name of each pattern, by ours."""


@dataclass(frozen=True)
class Answer:
    """`lines` are (id, han of all of it); `points` without counters."""

    han: int
    fu: int | None
    lines: frozenset[tuple[str, int]]
    points: int


def pointing_at(k: Kind) -> int:
    """The kind before this one in a full deck: suits, winds and dragons each in a ring."""
    start, size = (k - k % RANKS, RANKS) if k < FIRST_HONOR else (EAST, 4) if k < WHITE else (WHITE, 3)
    return start + (k - start - 1) % size


def theirs(rules: Ruleset, win: Win) -> Answer | None:
    """What the package says; None without yaku."""
    c, flags = win.circumstance, win.circumstance.flags
    rinshan = Flag.KONG_REPLACEMENT in flags
    config = HandConfig(
        is_tsumo=c.self_draw,
        is_riichi=Flag.RIICHI in flags and Flag.DOUBLE_RIICHI not in flags,
        is_daburu_riichi=Flag.DOUBLE_RIICHI in flags,
        is_ippatsu=Flag.IPPATSU in flags,
        is_rinshan=rinshan,
        is_chankan=c.by is By.ROBBED_KONG,
        is_haitei=Flag.LAST_TILE in flags and c.self_draw and not rinshan,
        is_houtei=Flag.LAST_TILE in flags and not c.self_draw,
        is_tenhou=Flag.HEAVENLY in flags,
        is_chiihou=Flag.EARTHLY in flags,
        is_renhou=Flag.HUMAN in flags,
        player_wind=c.seat_wind if c.seat_wind is not None else EAST if c.dealer else SOUTH,
        round_wind=c.round_wind if rules.seat_winds[0] is not None else EAST,
        num_nuki_dora=len(c.bonus.nuki),
        options=OptionalRules(
            has_open_tanyao=True,
            has_aka_dora=sum(rules.tiles.reds) > 0,
            has_double_yakuman=rules.scoring.double,
            kazoe_limit=HandConfig.KAZOE_LIMITED if rules.scoring.kazoe else HandConfig.KAZOE_SANBAIMAN,
            kiriage=rules.scoring.kiriage,
            renhou_as_yakuman=True,
            limit_to_sextuple_yakuman=False,
        ),
    )
    config.is_dealer = c.dealer and not rules.stakes.flat
    copies = [[4 * k + i for i in range(4)] for k in range(KINDS)]  # the first copy of a five is their red one

    def take(tiles: tuple[Tile, ...]) -> list[int]:
        return [copies[kind(t)].pop(0 if is_red(t) else -1) for t in tiles]

    (winner,) = take((win.tile,))
    melds = [TheirMeld(THEIR_MELD[m.form], take(m.tiles), opened=not m.is_concealed) for m in win.hand.melds]
    tiles = [winner, *take(win.hand.concealed), *(t for m in melds for t in m.tiles)]
    found = HandCalculator.estimate_hand_value(
        sorted(tiles), winner, melds=melds, config=config,
        dora_indicators=[4 * pointing_at(k) for k in c.bonus.dora],
        ura_dora_indicators=[4 * pointing_at(k) for k in c.bonus.ura],
    )  # fmt: skip
    if found.error == HandCalculator.ERR_NO_YAKU:
        return None
    assert found.error is None, (found.error, win)
    yakuman = any(y.is_yakuman for y in found.yaku)
    is_open = not win.hand.is_concealed
    return Answer(
        found.han,
        None if yakuman else found.fu,
        frozenset((OURS[y.name], y.han_open if is_open and y.han_open else y.han_closed) for y in found.yaku),
        found.cost["main"] + (2 * found.cost["additional"] if c.self_draw else 0),
    )


THEIR_MELD = {Form.CHOW: TheirMeld.CHI, Form.PUNG: TheirMeld.PON, Form.KONG: TheirMeld.KAN}


def ours(rules: Ruleset, win: Win) -> list[Answer]:
    """What we say, the reading that pays most first, then every other one that is worth exactly as much.

    The scorer has to have found that one, unless another one reaches the least worth and it does not.
    """
    c = win.circumstance
    found = []
    for reading in readings(win.counts, win.hand.melds, kind(win.tile), rules.shapes):
        facts = Facts(kind(win.tile), c, reading, win.reds)
        worth = rules.scoring.tally(facts)
        numbers = (worth.base, worth.yakuman, worth.total, worth.fu or 0, worth.qualified, worth.enough)
        assert tuple(rules.scoring.weigh(facts)) == numbers, win
        points = rules.stakes.amount(worth.base, dealer=c.dealer, self_draw=c.self_draw)
        found.append(((points, worth.yakuman, worth.total, worth.fu or 0), worth))
    top = max(key for key, _ in found)
    best = [worth for key, worth in found if key == top]
    declared = score(rules, win)
    fits = any(worth.enough for _, worth in found)
    assert declared.legal == fits
    if best[0].enough == fits:
        assert (declared.worth.base, declared.worth.total, declared.worth.fu) == (best[0].base, top[2], best[0].fu), win
    if fits:
        counters = c.bonus.honba * rules.stakes.honba
        assert declared.points == counters + rules.stakes.amount(
            declared.worth.base, dealer=c.dealer, self_draw=c.self_draw
        )
    out = []
    for worth in best:
        han: Counter[str] = Counter()
        for line in worth.lines:
            han["dora" if line.id == "nuki_dora" else line.id] += line.value * line.count
        out.append(Answer(worth.total, worth.fu, frozenset(han.items()), int(top[0])))
    return out


def agree(rules: Ruleset, win: Win) -> None:
    other = theirs(rules, win)
    if other is None:
        found = score(rules, win)
        assert (found.legal, found.points) == (False, 0), win
        assert not {x.id for x in found.worth.lines} - BONUS, win
        return
    mine = ours(rules, win)
    assert (mine[0].han, mine[0].fu, mine[0].points) == (other.han, other.fu, other.points), win
    assert other.lines in [answer.lines for answer in mine], win


BONUS = {"dora", "ura_dora", "red_dora", "nuki_dora"}


# ------------------------------------------------------------------ one suit


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


# ------------------------------------------------------------------ more suits


Groups = list[tuple[int, ...]]


def sets_of(rules: Ruleset, fits: Callable[[int], bool] = lambda k: True) -> tuple[Groups, Groups]:
    """The chows and the pungs of the game's kinds of which every tile is of a certain sort."""
    kinds = {int(k) for k in rules.tiles.kinds if fits(int(k))}
    chows = [(k, k + 1, k + 2) for k in kinds if k % RANKS < RANKS - 2 and k < FIRST_HONOR and {k + 1, k + 2} <= kinds]
    return chows, [(k,) * 3 for k in kinds]


def is_outer(k: int) -> bool:
    return k >= FIRST_HONOR or k % RANKS in (0, RANKS - 1)


GREEN = {19, 20, 21, 23, 25, 32}


def some_groups(rng: random.Random, rules: Ruleset) -> tuple[Groups, int]:
    """Four sets and the kind of a pair, of one of many sorts, so that rare hands are met, too."""
    suits = sorted({k // RANKS for k in rules.tiles.kinds if k < FIRST_HONOR})
    suit, share = rng.choice(suits), rng.choice((0.0, 0.4, 0.8, 1.0))
    sorts: dict[str, Callable[[int], bool]] = {
        "any": lambda k: True,
        "half flush": lambda k: k // RANKS in (suit, 3),
        "flush": lambda k: k // RANKS == suit,
        "simples": lambda k: not is_outer(k),
        "outer": is_outer,
        "terminals": lambda k: is_outer(k) and k < FIRST_HONOR,
        "honors": lambda k: k >= FIRST_HONOR,
        "green": GREEN.__contains__,
        "edges": lambda k: is_outer(k),
        "like": lambda k: True,
        "dragons": lambda k: True,
        "winds": lambda k: True,
        "straight": lambda k: True,
        "twins": lambda k: True,
    }
    sort = rng.choice(list(sorts))
    chows, pungs = sets_of(rules, sorts[sort])
    every_chow, every_pung = sets_of(rules)
    if sort == "edges":
        chows = [c for c in every_chow if is_outer(c[0]) or is_outer(c[2])]
        pungs = pungs if rng.random() < 0.5 else [p for p in pungs if p[0] < FIRST_HONOR]
    if not pungs:
        chows, pungs = every_chow, every_pung
    groups: Groups = []
    if sort == "like":
        rank = rng.randrange(RANKS)
        alike = rng.choice((every_chow, every_pung))
        groups = [g for g in alike if g[0] % RANKS == rank and g[0] < FIRST_HONOR][:3]
    elif sort == "dragons":
        groups = [(k,) * 3 for k in rng.sample(range(WHITE, KINDS), rng.choice((2, 3)))]
    elif sort == "winds":
        groups = [(k,) * 3 for k in rng.sample(range(EAST, WHITE), rng.choice((2, 3, 4)))]
    elif sort == "straight":
        groups = [c for c in every_chow if c[0] // RANKS == suit and c[0] % RANKS % 3 == 0]
    elif sort == "twins":
        groups = [rng.choice(every_chow)] * 2
        groups += [rng.choice(every_chow)] * 2
    while len(groups) < 4:
        groups.append(rng.choice(chows if chows and rng.random() < share else pungs))
    pair = rng.choice(pungs)[0]
    if sort in ("dragons", "winds") and rng.random() < 0.7:
        pair = rng.choice(range(WHITE, KINDS) if sort == "dragons" else range(EAST, WHITE))
    return groups, pair


def possible(rules: Ruleset, counted: Counter[int], melds: list[tuple[Form, Source, int]]) -> bool:
    """Whether the tiles exist, and the kongs among them."""
    asked = counted.copy()
    for form, _, k in melds:
        asked.update({k: int(form is Form.KONG)})
    return all(n <= rules.tiles.supply[k] for k, n in asked.items())


def some_melds(rng: random.Random, rules: Ruleset, groups: Groups) -> list[tuple[Form, Source, int]]:
    """Which of the groups lie on the table, and as what."""
    much, claimed = rng.choice((0.0, 0.3, 0.6, 1.0)), rng.random() < 0.6
    kongs = rng.choice((0.3, 1.0))
    melds = []
    for g in groups:
        if rng.random() >= much:
            melds.append((Form.PAIR, Source.CONCEALED, g[0]))  # stays in the hand
        elif g[0] != g[1]:
            at_table = claimed and rules.claims.chow
            melds.append((Form.CHOW if at_table else Form.PAIR, Source.CLAIMED, g[0]))
        elif rng.random() < kongs and claimed and rules.claims.kong and g[0] not in rules.kongs.nuki:
            melds.append((Form.KONG, rng.choice((Source.CLAIMED, Source.ADDED, Source.CONCEALED)), g[0]))
        elif rng.random() < kongs and rules.kongs.concealed and g[0] not in rules.kongs.nuki:
            melds.append((Form.KONG, Source.CONCEALED, g[0]))
        elif claimed and rules.claims.pung and g[0] not in rules.kongs.nuki:
            melds.append((Form.PUNG, Source.CLAIMED, g[0]))
        else:
            melds.append((Form.PAIR, Source.CONCEALED, g[0]))
    return melds


def some_tiles(rng: random.Random, rules: Ruleset) -> tuple[list[Kind], list[tuple[Form, Source, tuple[Kind, ...]]]]:
    """The concealed kinds of a complete hand, and its melds."""
    special = rng.random()
    kinds = [int(k) for k in rules.tiles.kinds]
    if special < 0.06 and SEVEN_PAIRS in rules.shapes:
        fits = rng.choice((lambda k: True, is_outer, lambda k: k >= FIRST_HONOR, lambda k: not is_outer(k),
                           lambda k: k // RANKS in (kinds[0] // RANKS, 3)))  # fmt: skip
        found = [k for k in kinds if fits(k)]
        if len(found) >= 7:
            return [Kind(k) for k in rng.sample(found, 7) for _ in range(2)], []
    if special < 0.08 and THIRTEEN_ORPHANS in rules.shapes:
        outer = [Kind(k) for k in kinds if is_outer(k)]
        return [*outer, rng.choice(outer)], []
    if special < 0.10:
        whole = [s for s in range(3) if all(k in kinds for k in range(RANKS * s, RANKS * s + RANKS))]
        start = RANKS * rng.choice(whole)
        ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(RANKS)]
        return [Kind(start + r) for r in ranks], []
    while True:
        groups, pair = some_groups(rng, rules)
        counted = Counter(k for g in groups for k in g)
        counted[pair] += 2
        melds = some_melds(rng, rules, groups)
        if possible(rules, counted, melds):
            break
    concealed = [Kind(pair)] * 2
    out = []
    for g, (form, source, k) in zip(groups, melds, strict=True):
        if form is Form.PAIR:
            concealed += [Kind(x) for x in g]
        else:
            out.append((form, source, tuple(Kind(x) for x in g) + (Kind(k),) * (form is Form.KONG)))
    return concealed, out


def some_flags(rng: random.Random, rules: Ruleset, hand: Hand, by: By, dealer: bool, nuki: int) -> set[Flag]:
    """Luck that can go together."""
    self_draw = by is By.SELF_DRAW
    flags: set[Flag] = set()
    if not hand.melds and by is not By.ROBBED_KONG and rng.random() < 0.06:
        first = Flag.HEAVENLY if dealer and self_draw else Flag.EARTHLY if self_draw else Flag.HUMAN
        if first in rules.flags and (first is not Flag.HUMAN or not dealer):
            return {first}
    if hand.is_concealed and (rules.building is not None or rng.random() < 0.5):
        flags.add(rng.choice(sorted({Flag.RIICHI, Flag.DOUBLE_RIICHI} & rules.flags)))
    kong = any(m.form is Form.KONG for m in hand.melds)
    if self_draw and (kong or nuki) and rng.random() < 0.4:
        flags.add(Flag.KONG_REPLACEMENT)
    elif flags and rng.random() < 0.4:
        flags.add(Flag.IPPATSU)
    if by is not By.ROBBED_KONG and rng.random() < 0.15:
        flags.add(Flag.LAST_TILE)
    return flags


def game_win(rng: random.Random, rules: Ruleset) -> Win:
    """A win of a game of several suits, with whatever luck can go together."""
    concealed, melded = some_tiles(rng, rules)
    whole = Counter((*concealed, *(k for *_, kinds in melded for k in kinds)))
    faces: dict[Kind, list[Tile]] = {}
    for k, n in enumerate(rules.tiles.supply):
        red = red_of(Kind(k))
        reds = rules.tiles.reds[k // RANKS] if red is not None else 0
        faces[Kind(k)] = [red] * reds + [Tile(k)] * (n - reds) if red is not None else [Tile(k)] * n
        rng.shuffle(faces[Kind(k)])
    melds = tuple(
        Meld(form, sort_tiles(faces[k].pop() for k in kinds), source) for form, source, kinds in melded
    )
    tiles = [faces[k].pop() for k in concealed]
    winner = tiles.pop(rng.randrange(len(tiles)))
    hand = Hand(sort_tiles(tiles), melds)
    ways = [By.SELF_DRAW] if rules.wins.self_draw else []
    if rules.wins.discard:
        ways.append(By.DISCARD)
        if rules.kongs.added and whole[kind(winner)] == 1 and rng.random() < 0.3:
            ways = [By.ROBBED_KONG]
    by, dealer = rng.choice(ways), rng.random() < 0.5
    aside = NORTH in rules.kongs.nuki
    nuki = rng.randint(0, rules.tiles.supply[NORTH] - whole[NORTH]) if aside and rng.random() < 0.5 else 0
    flags = some_flags(rng, rules, hand, by, dealer, nuki)
    if Flag.HEAVENLY in flags or Flag.EARTHLY in flags or Flag.HUMAN in flags:
        nuki = 0
    kongs = sum(m.form is Form.KONG for m in melds)
    turned = 1 + rng.randint(kongs, 4) if kongs < 4 else 5
    dora, ura = (
        tuple(rules.tiles.after(Kind(rng.choice(rules.tiles.kinds))) for _ in range(n))
        for n in (turned, turned if hand.is_concealed else 0)
    )
    bonus = Bonus(dora, ura, (NORTH,) * nuki, rng.choice((0, 0, 1, 4)) if rules.match.counters else 0)
    rounds = rules.match.rounds or (rules.round_wind,)
    c = Circumstance(by, dealer, rules.seat_winds[not dealer], rng.choice(rounds), frozenset(flags), bonus)
    win = Win(hand, winner, c)
    check(rules, win)
    return win


SETTINGS: dict[str, dict[str, tuple[object, ...]]] = {
    "fulldeck": {"renhou": ("yakuman",), "red": (0, 3)},
    "honglong": {"suit": ("m", "p", "s"), "red": (0, 1)},
    "sanma2": {"renhou": ("yakuman",), "fullSuit": ("p", "s"), "nuki": ("none", "N"), "pon": (True, False),
               "red": (0, 1)},
    "tenhodori": {},
    "seventeen": {"red": (0, 3), "minimum": ("kiriage", "four-han", "full-mangan"), "roundWind": ("E", "none")},
}  # fmt: skip
"""What is asked in every combination, beside `kazoe` and `doubleYakuman`."""


def rulesets(game: str) -> list[Ruleset]:
    asked = {**SETTINGS[game], "kazoe": (True, False), "doubleYakuman": (True, False)}
    return [
        variants.get(game).ruleset(dict(zip(asked, chosen, strict=True))) for chosen in product(*asked.values())
    ]


def game_wins(game: str, seed: int, number: int) -> None:
    rng, chosen = random.Random(seed), rulesets(game)
    for _ in range(number):
        rules = rng.choice(chosen)
        agree(rules, game_win(rng, rules))


@pytest.mark.parametrize("game", SETTINGS)
def test_random_wins_of_a_game(game: str) -> None:
    game_wins(game, 1, 300)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", SETTINGS)
@pytest.mark.parametrize("seed", range(200, 204))
def test_twenty_thousand_random_wins_of_a_game(game: str, seed: int) -> None:
    game_wins(game, seed, 5_000)


FEW = 3


@pytest.mark.slow
@pytest.mark.parametrize("game", SETTINGS)
def test_the_wins_of_a_game_are_of_every_sort(game: str) -> None:
    """Each pattern of the table counts in some of the wins, closed and open hands have up to four melds and kongs."""
    rng, chosen = random.Random(9), rulesets(game)
    wins = [(rules, game_win(rng, rules)) for rules in (rng.choice(chosen) for _ in range(5_000))]
    met = Counter(x.id for rules, w in wins for x in score(rules, w).worth.lines)
    rows = {row.id for row in chosen[0].scoring.table.rows} - {"paarenchan"}
    assert {row: met[row] for row in rows if met[row] < FEW} == {}
    number = 4 if chosen[0].kongs.concealed else 0
    assert {len(w.hand.melds) for _, w in wins} == set(range(number + 1))
    assert {sum(m.form is Form.KONG for m in w.hand.melds) for _, w in wins} == set(range(number + 1))
