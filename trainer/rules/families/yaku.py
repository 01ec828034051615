"""The yaku of the riichi family as rows (rules 0.10): a game picks those it knows, in the order of its score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from trainer.hands import THIRTEEN_ORPHANS
from trainer.rules.patterns import bonus, circumstances, forms, honors, sets, suits, terminals, waits
from trainer.rules.patterns.honors import Values
from trainer.rules.table import PatternTable, Row, flagged, made_of
from trainer.rules.variant import Flag, Ruleset
from trainer.text import N_
from trainer.tiles import FIRST_HONOR, KINDS, Kind, is_terminal

CLAIMED = Values()
_ROWS = (
    Row("riichi", flagged(Flag.RIICHI), "立直", N_("Riichi"), 1),
    Row("double_riichi", flagged(Flag.DOUBLE_RIICHI), "双立直", N_("Double riichi"), 2, supersedes=("riichi",)),
    Row("ippatsu", flagged(Flag.IPPATSU), "一发", N_("Ippatsu"), 1),
    Row("tsumo", circumstances.self_draw, "自摸", N_("Self-draw"), 1),
    Row("pinfu", waits.all_chows_open_wait(CLAIMED), "平和", N_("Pinfu"), 1),
    Row("tanyao", terminals.all_simples, "断幺九", N_("All simples"), 1, 1),
    Row("iipeikou", sets.pure_double_chow, "一杯口", N_("Pure double chow"), 1),
    Row("yakuhai_white", honors.pung_of(honors.WHITE), "役牌 白", N_("White dragon"), 1, 1),
    Row("yakuhai_green", honors.pung_of(honors.GREEN), "役牌 发", N_("Green dragon"), 1, 1),
    Row("yakuhai_red", honors.pung_of(honors.RED), "役牌 中", N_("Red dragon"), 1, 1),
    Row("yakuhai_seat", honors.pung_of_seat_wind, "自风", N_("Seat wind"), 1, 1),
    Row("yakuhai_round", honors.pung_of_round_wind, "场风", N_("Round wind"), 1, 1),
    Row("haitei", circumstances.last_draw, "海底捞月", N_("Last tile draw"), 1, 1),
    Row("houtei", circumstances.last_discard, "河底捞鱼", N_("Last tile claim"), 1, 1),
    # a replacement tile is never the last tile (rules 0.7)
    Row("rinshan", flagged(Flag.KONG_REPLACEMENT), "岭上开花", N_("Replacement tile win"), 1, 1,
        supersedes=("haitei",)),
    Row("chankan", circumstances.robbed_kong, "抢杠", N_("Robbing a kong"), 1, 1),
    Row("ittsuu", sets.pure_straight, "一气通贯", N_("Pure straight"), 2, 1),
    Row("chiitoitsu", forms.seven_pairs, "七对子", N_("Seven pairs"), 2),
    Row("chanta", terminals.outside_hand, "混全带幺九", N_("Terminal or honor in each group"), 2, 1),
    Row("sanshoku_doujun", sets.mixed_triple_chow, "三色同顺", N_("Mixed triple chow"), 2, 1),
    Row("sanshoku_doukou", sets.triple_pung, "三色同刻", N_("Triple pung"), 2, 2),
    Row("toitoi", sets.all_pungs, "对对和", N_("All pungs"), 2, 2),
    Row("sanankou", sets.concealed_pungs(3), "三暗刻", N_("Three concealed pungs"), 2, 2),
    Row("sankantsu", sets.kongs(3), "三杠子", N_("Three kongs"), 2, 2),
    Row("honroutou", terminals.all_terminals_and_honors, "混老头", N_("All terminals and honors"), 2, 2),
    Row("shousangen", honors.little_three_dragons, "小三元", N_("Little three dragons"), 2, 2),
    Row("ryanpeikou", sets.two_pure_double_chows, "二杯口", N_("Two pure double chows"), 3, supersedes=("iipeikou",)),
    Row("junchan", terminals.pure_outside_hand, "纯全带幺九", N_("Terminal in each group"), 3, 2,
        supersedes=("chanta",)),
    Row("honitsu", suits.half_flush, "混一色", N_("Half flush"), 3, 2),
    Row("chinitsu", suits.full_flush, "清一色", N_("Full flush"), 6, 5),
    Row("dora", bonus.dora, "宝牌", N_("Dora"), 1, 1, qualifies=False),
    Row("ura_dora", bonus.ura_dora, "里宝牌", N_("Ura dora"), 1, 1, qualifies=False),
    Row("red_dora", bonus.red_fives, "赤宝牌", N_("Red five"), 1, 1, qualifies=False),
    Row("nuki_dora", bonus.set_aside, "拔宝牌", N_("Tile set aside"), 1, 1, qualifies=False),
    Row("tenhou", flagged(Flag.HEAVENLY), "天和", N_("Heavenly hand"), 1, limit=True),
    Row("chiihou", flagged(Flag.EARTHLY), "地和", N_("Earthly hand"), 1, limit=True),
    Row("renhou", flagged(Flag.HUMAN), "人和", N_("Human hand"), 1, limit=True),
    Row("kokushi", forms.thirteen_orphans, "国士无双", N_("Thirteen orphans"), 1, limit=True,
        double=forms.thirteen_sided),
    Row("suukantsu", sets.kongs(4), "四杠子", N_("Four kongs"), 1, 1, limit=True),
    Row("suuankou", sets.concealed_pungs(4), "四暗刻", N_("Four concealed pungs"), 1, limit=True,
        double=waits.single_wait),
    Row("daisangen", honors.big_three_dragons, "大三元", N_("Big three dragons"), 1, 1, limit=True),
    Row("shousuushi", honors.little_four_winds, "小四喜", N_("Little four winds"), 1, 1, limit=True),
    Row("daisuushi", honors.big_four_winds, "大四喜", N_("Big four winds"), 1, 1, limit=True,
        double=honors.big_four_winds),
    Row("tsuuiisou", honors.all_honors, "字一色", N_("All honors"), 1, 1, limit=True),
    Row("ryuuiisou", suits.all_green, "绿一色", N_("All green"), 1, 1, limit=True),
    Row("chinroutou", terminals.all_terminals, "清老头", N_("All terminals"), 1, 1, limit=True),
    Row("chuuren", suits.nine_gates, "九莲宝灯", N_("Nine gates"), 1, limit=True, double=waits.nine_sided),
    Row("paarenchan", flagged(Flag.EIGHTH_WIN), "八连庄", N_("Eighth win in a row"), 1, 1, limit=True,
        qualifies=False),
)  # fmt: skip
_WHEN = {
    "riichi": N_("Riichi was declared before the win."),
    "double_riichi": N_("Riichi with the very first discard, with no claim and no kong before."),
    "ippatsu": N_("A win up to and including the next draw after riichi, with no claim and no kong between."),
    "tsumo": N_("The winning tile was drawn, and no tile of the hand was claimed."),
    "pinfu": N_("Four runs and a pair without value, won on either end of a run that was open at both ends."),
    "tanyao": N_("No terminals and no honors."),
    "iipeikou": N_("Two runs that are the same."),
    "yakuhai_white": N_("A pung or kong of white dragons."),
    "yakuhai_green": N_("A pung or kong of green dragons."),
    "yakuhai_red": N_("A pung or kong of red dragons."),
    "yakuhai_seat": N_("A pung or kong of the wind of one's seat."),
    "yakuhai_round": N_("A pung or kong of the wind of the round."),
    "haitei": N_("Self-draw with the last tile of the wall."),
    "houtei": N_("Win from the discard after the last tile of the wall."),
    "rinshan": N_("Self-draw with the tile that replaces a kong or a tile set aside."),
    "chankan": N_("Win with the tile that another player adds to a pung."),
    "ittsuu": N_("The runs 123, 456 and 789 of one suit."),
    "chiitoitsu": N_("Seven different pairs."),
    "chanta": N_("A terminal or an honor in every group and in the pair, and at least one run."),
    "sanshoku_doujun": N_("The same run in all three suits."),
    "sanshoku_doukou": N_("Pungs of one rank in all three suits."),
    "toitoi": N_("Four pungs or kongs and a pair."),
    "sanankou": N_("Three pungs or kongs that no other player's tile helped to finish."),
    "sankantsu": N_("Three kongs."),
    "honroutou": N_("Only terminals and honors."),
    "shousangen": N_("Two pungs of dragons and a pair of the third."),
    "ryanpeikou": N_("Twice two runs that are the same."),
    "junchan": N_("A terminal in every group and in the pair, and at least one run."),
    "honitsu": N_("One suit and honors."),
    "chinitsu": N_("One suit and no honors."),
    "dora": N_("Each tile that an indicator points at."),
    "ura_dora": N_("Each tile that the indicator underneath points at; only in riichi."),
    "red_dora": N_("Each red five."),
    "nuki_dora": N_("Each tile set aside."),
    "tenhou": N_("The dealer's first fourteen tiles are complete."),
    "chiihou": N_("The non-dealer's first draw completes the hand, with no claim and no kong before."),
    "renhou": N_("The non-dealer wins from the dealer's first discard, with nothing claimed before."),
    "kokushi": N_("One of each terminal and honor, and one of them twice."),
    "suukantsu": N_("Four kongs."),
    "suuankou": N_("Four pungs or kongs that no other player's tile helped to finish."),
    "daisangen": N_("Pungs or kongs of all three dragons."),
    "shousuushi": N_("Three pungs of winds and a pair of the fourth."),
    "daisuushi": N_("Pungs or kongs of all four winds."),
    "tsuuiisou": N_("Only honors."),
    "ryuuiisou": N_("Only the green tiles: bamboo 2, 3, 4, 6, 8 and the green dragon."),
    "chinroutou": N_("Only terminals."),
    "chuuren": N_("1112345678999 and one more tile of the suit, concealed and without a kong."),
    "paarenchan": N_("The eighth win in a row of one player."),
}
"""When each fits, in a sentence."""


def _groups_of(kinds: Iterable[Kind]) -> Callable[[Ruleset], bool]:
    """As `made_of` for kinds that make no chows: there is one for each set, and one for the pair."""
    these = tuple(kinds)
    return lambda rules: sum(rules.tiles.supply[k] > 0 for k in these) > rules.deal.hand // 3


_NEEDS: dict[str, Callable[[Ruleset], bool]] = {
    "tsumo": lambda rules: rules.wins.self_draw,
    "yakuhai_seat": lambda rules: any(wind is not None for wind in rules.seat_winds),
    "yakuhai_round": lambda rules: rules.round_wind is not None,
    "houtei": lambda rules: rules.wins.discard,
    "chankan": lambda rules: rules.kongs.added and rules.wins.discard,
    "dora": lambda rules: rules.dora.shown,
    "ura_dora": lambda rules: rules.dora.ura,
    "red_dora": lambda rules: any(rules.tiles.reds),
    "nuki_dora": lambda rules: bool(rules.kongs.nuki),
    "kokushi": lambda rules: THIRTEEN_ORPHANS in rules.shapes,
    "tsuuiisou": _groups_of(Kind(k) for k in range(FIRST_HONOR, KINDS)),
    "ryuuiisou": made_of(suits.GREEN),
    "chinroutou": _groups_of(Kind(k) for k in range(KINDS) if is_terminal(Kind(k))),
}
"""What options can take away, or bring, by row; the others are always there."""

TABLE = PatternTable(
    tuple(replace(row, when=_WHEN[row.id], needs=_NEEDS.get(row.id, row.needs)) for row in _ROWS)
)
"""Everything the family knows."""

RENHOU_MANGAN = Row("renhou", flagged(Flag.HUMAN), "人和", N_("Human hand"), 5, alone=True, when=_WHEN["renhou"])
"""The human hand as a mangan: it counts only by itself."""


def only(*ids: str) -> PatternTable:
    """The family's table with these rows alone."""
    return TABLE.without(*(row.id for row in TABLE.rows if row.id not in ids))
