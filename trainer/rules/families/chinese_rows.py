"""What the additive tables of the Chinese family have in common: the pattern behind every line id, its English label,
when it fits, and what it needs to occur at all (rules 2.10). Names and values are the games' own.

Labels are the games' alone where Chinese players call a pattern otherwise than riichi players do, so that a translation
can say it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trainer.rules.patterns import (
    circumstances,
    claims,
    flowers,
    forms,
    honors,
    kinds,
    lone_waits,
    pairs,
    pungs,
    sets,
    suits,
    terminals,
    waits,
)
from trainer.rules.patterns.chows import Joint, together
from trainer.rules.patterns.honors import DRAGONS, WINDS
from trainer.rules.patterns.kinds import kinds_of_ranks, only
from trainer.rules.table import Pattern, Row, flagged, made_of
from trainer.rules.variant import Flag, Ruleset
from trainer.rules.win import Facts
from trainer.text import N_


def _always(rules: Ruleset) -> bool:
    return True


def _copies(number: int) -> Callable[[Ruleset], bool]:
    """Whether the set has so many copies of a kind."""
    return lambda rules: max(rules.tiles.supply) >= number


@dataclass(frozen=True, slots=True)
class Meaning:
    """A line without its worth."""

    pattern: Pattern
    label: str
    when: str
    needs: Callable[[Ruleset], bool] = _always

    def row(self, id_: str, name: str, value: int, supersedes: tuple[str, ...]) -> Row:
        """The line as a game values it, claimed melds or not."""
        return Row(
            id_, self.pattern, name, self.label, value, value,
            supersedes=supersedes, when=self.when, needs=self.needs,
        )  # fmt: skip


def pure_nine_gates(f: Facts) -> int:
    return int(suits.nine_gates.test(f.layout) and waits.nine_sided(f))


MEANINGS = {
    # ---------------------------------------------------------- winds and dragons
    "big_four_winds": Meaning(
        honors.big_four_winds, N_("Big four winds"), N_("Pungs or kongs of all four winds.")),
    "little_four_winds": Meaning(
        honors.little_four_winds, N_("Little four winds"), N_("Three pungs of winds and a pair of the fourth.")),
    "big_three_winds": Meaning(
        pungs.three_winds, N_("Big three winds"), N_("Three pungs or kongs of winds.")),
    "three_wind_pungs": Meaning(
        pungs.three_winds, N_("Three pungs of winds"), N_("Three pungs or kongs of winds.")),
    "little_three_winds": Meaning(
        pungs.two_winds_and_pair, N_("Little three winds"), N_("Two pungs or kongs of winds and a pair of winds.")),
    "wind_pung": Meaning(
        pungs.each_wind, N_("Pung of winds"), N_("Each pung or kong of a wind.")),
    "big_three_dragons": Meaning(
        honors.big_three_dragons, N_("Big three dragons"), N_("Pungs or kongs of all three dragons.")),
    "little_three_dragons": Meaning(
        honors.little_three_dragons, N_("Little three dragons"), N_("Two pungs of dragons and a pair of the third.")),
    "two_dragon_pungs": Meaning(
        pungs.two_dragons, N_("Two pungs of dragons"), N_("Two pungs or kongs of dragons.")),
    "dragon_pung": Meaning(
        pungs.each_dragon, N_("Pung of dragons"), N_("Each pung or kong of a dragon.")),
    "all_honors": Meaning(
        honors.all_honors, N_("All honors"), N_("Only honors.")),
    "four_honor_pungs": Meaning(
        pungs.four_honors, N_("Four pungs of honors"), N_("Four pungs or kongs of honors.")),
    # ---------------------------------------------------------- seven pairs
    "seven_pairs": Meaning(
        forms.seven_pairs, N_("Seven pairs"), N_("Seven pairs; four tiles alike may stand for two of them.")),
    "seven_shifted_pairs": Meaning(
        pairs.seven_shifted_pairs, N_("Seven shifted pairs"), N_("Seven pairs of consecutive ranks.")),
    "four_winds_seven_pairs": Meaning(
        pairs.with_four_winds, N_("Seven pairs with four winds"), N_("Seven pairs, all four winds among them.")),
    "three_dragons_seven_pairs": Meaning(
        pairs.with_three_dragons, N_("Seven pairs with three dragons"),
        N_("Seven pairs, all three dragons among them.")),
    "seven_stars": Meaning(
        pairs.seven_stars, N_("Seven stars"), N_("The seven honors, two of each.")),
    # ---------------------------------------------------------- chows
    "pure_terminal_chows": Meaning(
        together(Joint.PURE_TERMINAL_CHOWS), N_("Pure terminal chows"),
        N_("The runs 123 and 789 twice each, and a pair of fives.")),
    "quadruple_chow": Meaning(
        together(Joint.QUADRUPLE_CHOW), N_("Quadruple chow"), N_("Four runs that are the same.")),
    "four_shifted_chows": Meaning(
        together(Joint.FOUR_SHIFTED_CHOWS), N_("Four shifted chows"),
        N_("Four runs, each one rank above the one before, or each two.")),
    "pure_triple_chow": Meaning(
        together(Joint.PURE_TRIPLE_CHOW), N_("Pure triple chow"), N_("Three runs that are the same.")),
    "pure_straight": Meaning(
        together(Joint.PURE_STRAIGHT), N_("Straight from one to nine"), N_("The runs 123, 456 and 789.")),
    "pure_shifted_chows": Meaning(
        together(Joint.PURE_SHIFTED_CHOWS), N_("Three shifted chows"),
        N_("Three runs, each one rank above the one before, or each two.")),
    "two_pure_double_chows": Meaning(
        together(Joint.TWO_PURE_DOUBLE_CHOWS), N_("Two twin chows"), N_("Two different runs, each of them twice.")),
    "pure_double_chow": Meaning(
        together(Joint.PURE_DOUBLE_CHOW), N_("Twin chows"), N_("Two runs that are the same.")),
    "two_terminal_chows": Meaning(
        together(Joint.TWO_TERMINAL_CHOWS), N_("Two terminal chows"), N_("The runs 123 and 789.")),
    "short_straight": Meaning(
        together(Joint.SHORT_STRAIGHT), N_("Short straight"),
        N_("Two runs that follow each other, as 234 and 567 do.")),
    "all_chows": Meaning(
        pairs.all_chows_plain_pair, N_("All chows"), N_("Four runs, and a pair that is no honor.")),
    # ---------------------------------------------------------- pungs and kongs
    "four_shifted_pungs": Meaning(
        pungs.shifted_pungs(4), N_("Four shifted pungs"), N_("Four pungs or kongs of consecutive ranks.")),
    "pure_shifted_pungs": Meaning(
        pungs.shifted_pungs(3), N_("Three shifted pungs"), N_("Three pungs or kongs of consecutive ranks.")),
    "two_shifted_pungs": Meaning(
        pungs.two_shifted_pungs, N_("Two shifted pungs"),
        N_("Two pungs or kongs of consecutive ranks; none of them counts twice.")),
    "all_pungs": Meaning(
        sets.all_pungs, N_("All pungs"), N_("Four pungs or kongs and a pair.")),
    "four_concealed_pungs": Meaning(
        sets.concealed_pungs(4), N_("Four concealed pungs"),
        N_("Four pungs or kongs that no other player's tile helped to finish.")),
    "three_concealed_pungs": Meaning(
        sets.concealed_pungs(3), N_("Three concealed pungs"),
        N_("Three pungs or kongs that no other player's tile helped to finish.")),
    "two_concealed_pungs": Meaning(
        sets.concealed_pungs(2), N_("Two concealed pungs"),
        N_("Two pungs or kongs that no other player's tile helped to finish.")),
    "pung_of_terminals_or_honors": Meaning(
        pungs.each_terminal_or_wind, N_("Pung of terminals or winds"),
        N_("Each pung or kong of a one, a nine or a wind. Three pungs of winds are worth more by themselves.")),
    "four_kongs": Meaning(
        sets.kongs(4), N_("Four kongs"), N_("Four kongs.")),
    "three_kongs": Meaning(
        sets.kongs(3), N_("Three kongs"), N_("Three kongs.")),
    "two_concealed_kongs": Meaning(
        pungs.kongs_of(4, concealed=True, least=2), N_("Two concealed kongs"), N_("Two concealed kongs.")),
    "two_melded_kongs": Meaning(
        pungs.kongs_of(4, concealed=False, least=2), N_("Two open kongs"), N_("Two claimed or added kongs.")),
    "concealed_kong": Meaning(
        pungs.kongs_of(4, concealed=True, least=1), N_("Concealed kong"), N_("A concealed kong.")),
    "melded_kong": Meaning(
        pungs.kongs_of(4, concealed=False, least=1), N_("Open kong"), N_("A claimed or added kong.")),
    "tile_hog": Meaning(
        pungs.tile_hog(4), N_("Tile hog"), N_("Exactly four tiles of a kind that are no kong; each such kind.")),
    # ---------------------------------------------------------- which kinds
    "nine_gates": Meaning(
        pure_nine_gates, N_("Nine gates"), N_("1112345678999 before the win, and no meld: any rank completes it.")),
    "all_green": Meaning(
        suits.all_green, N_("All green"), N_("Only the green tiles: bamboo 2, 3, 4, 6, 8 and the green dragon."),
        made_of(suits.GREEN)),
    "all_terminals_and_honors": Meaning(
        kinds.terminals_and_honors, N_("Terminals and honors"), N_("Only ones, nines and honors, and some of both.")),
    "full_flush": Meaning(
        suits.full_flush, N_("Full flush"), N_("One suit and no honors.")),
    "half_flush": Meaning(
        suits.half_flush, N_("Half flush"), N_("One suit and honors.")),
    "upper_four": Meaning(
        only(kinds_of_ranks(range(6, 10))), N_("Upper four"), N_("Only tiles from six to nine.")),
    "lower_four": Meaning(
        only(kinds_of_ranks(range(1, 5))), N_("Lower four"), N_("Only tiles from one to four.")),
    "all_simples": Meaning(
        terminals.all_simples, N_("All simples"), N_("No ones, no nines and no honors.")),
    "outside_hand": Meaning(
        kinds.outside_everywhere, N_("Outside hand"), N_("A one, a nine or an honor in every set and every pair.")),
    "mixed_outside_hand": Meaning(
        kinds.mixed_outside_hand, N_("Mixed outside hand"),
        N_("A one, a nine or an honor in every set and the pair, with at least one run and one honor.")),
    "pure_outside_hand": Meaning(
        terminals.pure_outside_hand, N_("Pure outside hand"),
        N_("A one or a nine in every set and the pair, with at least one run.")),
    "two_five_eight_pair": Meaning(
        pairs.pair_of((2, 5, 8)), N_("Pair of two, five or eight"), N_("Four sets and a pair of 2, 5 or 8.")),
    "terminal_pair": Meaning(
        pairs.pair_of((1, 9)), N_("Pair of terminals"), N_("Four sets and a pair of 1 or 9.")),
    # ---------------------------------------------------------- how it was won
    "heavenly_hand": Meaning(
        flagged(Flag.HEAVENLY), N_("Heavenly hand"), N_("The dealer's first fourteen tiles are complete.")),
    "earthly_hand": Meaning(
        flagged(Flag.EARTHLY), N_("Earthly hand"), N_("The non-dealer's first draw completes the hand.")),
    "human_hand": Meaning(
        flagged(Flag.HUMAN), N_("Human hand"), N_("The non-dealer wins from the dealer's first discard.")),
    "ready_at_deal": Meaning(
        flagged(Flag.READY_AT_DEAL), N_("Ready at the deal"), N_("Ready was declared at the very start.")),
    "declared_ready": Meaning(
        flagged(Flag.READY), N_("Declared ready"), N_("Ready was declared before the win.")),
    "self_drawn": Meaning(
        circumstances.self_draw, N_("Self-draw"), N_("The winning tile was drawn.")),
    "fully_concealed_hand": Meaning(
        claims.fully_concealed, N_("Fully concealed hand"), N_("Self-draw, and nothing was claimed.")),
    "concealed_hand": Meaning(
        claims.concealed, N_("Concealed hand"), N_("Win with another player's tile, and nothing was claimed before.")),
    "melded_hand": Meaning(
        claims.all_claimed, N_("Melded hand"), N_("Four claimed sets, and a win with another player's tile.")),
    "last_tile_draw": Meaning(
        circumstances.last_draw, N_("Win with the last tile"), N_("Self-draw with the last tile of the wall.")),
    "last_tile_claim": Meaning(
        circumstances.last_discard, N_("Win from the last discard"),
        N_("Win from the discard after the last tile of the wall.")),
    "out_with_replacement": Meaning(
        flagged(Flag.KONG_REPLACEMENT), N_("Out with a replacement tile"),
        N_("Self-draw with the tile that replaces a kong.")),
    "robbing_the_kong": Meaning(
        circumstances.robbed_kong, N_("Robbing a kong"), N_("Win with the tile that the other player adds to a set.")),
    "last_of_kind": Meaning(
        flagged(Flag.LAST_OF_KIND), N_("Last of its kind"),
        N_("The other three tiles of the winning kind lie face up.")),
    "edge_wait": Meaning(
        lone_waits.edge_wait, N_("Edge wait"), N_("A wait for one kind: the 3 of 123 or the 7 of 789.")),
    "closed_wait": Meaning(
        lone_waits.closed_wait, N_("Closed wait"), N_("A wait for one kind: the middle of a run.")),
    "single_wait": Meaning(
        lone_waits.single_wait, N_("Single wait"), N_("A wait for one kind: the second tile of the pair.")),
    # ---------------------------------------------------------- flowers and luck
    "eight_flowers": Meaning(
        flowers.all_eight, N_("Eight flowers"), N_("The winner has shown all eight flowers.")),
    "four_seasons": Meaning(
        flowers.four_seasons, N_("Four seasons"), N_("The winner has shown spring, summer, autumn and winter.")),
    "four_plants": Meaning(
        flowers.four_plants, N_("Four plants"), N_("The winner has shown plum, orchid, bamboo and chrysanthemum.")),
    "flower_tiles": Meaning(
        flowers.each_flower, N_("Flower"), N_("Each flower that the winner has shown.")),
    "bonus_kind": Meaning(
        flowers.bonus_kind, N_("Bonus kind"), N_("Each tile of the kind drawn by lot before the deal.")),
    # ---------------------------------------------------------- only in the games of Hong Kong
    "dragons_only": Meaning(
        only(DRAGONS), N_("Dragons only"), N_("Only dragons."), made_of(DRAGONS)),
    "winds_only": Meaning(
        only(WINDS), N_("Winds only"), N_("Only winds."), made_of(WINDS)),
    "terminals_only": Meaning(
        only(pungs.TERMINALS), N_("Ones and nines only"), N_("Only ones and nines."), _copies(8)),
    "lower_tiles": Meaning(
        only(kinds_of_ranks((1, 2, 3))), N_("Lower tiles"), N_("Only 1, 2 and 3."), _copies(5)),
    "middle_tiles": Meaning(
        only(kinds_of_ranks((4, 5, 6))), N_("Middle tiles"), N_("Only 4, 5 and 6."), _copies(5)),
    "upper_tiles": Meaning(
        only(kinds_of_ranks((7, 8, 9))), N_("Upper tiles"), N_("Only 7, 8 and 9."), _copies(5)),
    "odd_tiles": Meaning(
        only(kinds_of_ranks((1, 3, 5, 7, 9))), N_("Odd tiles"), N_("Only 1, 3, 5, 7 and 9.")),
    "even_tiles": Meaning(
        only(kinds_of_ranks((2, 4, 6, 8))), N_("Even tiles"), N_("Only 2, 4, 6 and 8.")),
    "one_rank_everywhere": Meaning(
        kinds.one_rank_everywhere, N_("One rank everywhere"), N_("One rank is in every set, and is the pair."),
        _copies(6)),
    "tile_hog_5": Meaning(
        pungs.tile_hog(5), N_("Tile hog of five"), N_("Five tiles of a kind, not all in one kong."), _copies(5)),
    "tile_hog_6": Meaning(
        pungs.tile_hog(6), N_("Tile hog of six"), N_("Six tiles of a kind, not all in one kong."), _copies(6)),
    "tile_hog_7": Meaning(
        pungs.tile_hog(7), N_("Tile hog of seven"), N_("Seven tiles of a kind, not all in one kong."), _copies(7)),
    "tile_hog_8": Meaning(
        pungs.tile_hog(8), N_("Tile hog of eight"), N_("Eight tiles of a kind, not all in one kong."), _copies(8)),
    "melded_kong_5": Meaning(
        pungs.kongs_of(5, concealed=False), N_("Open kong of five"), N_("An open kong of five tiles."), _copies(5)),
    "melded_kong_6": Meaning(
        pungs.kongs_of(6, concealed=False), N_("Open kong of six"), N_("An open kong of six tiles."), _copies(6)),
    "melded_kong_7": Meaning(
        pungs.kongs_of(7, concealed=False), N_("Open kong of seven"), N_("An open kong of seven tiles."), _copies(7)),
    "melded_kong_8": Meaning(
        pungs.kongs_of(8, concealed=False), N_("Open kong of eight"), N_("An open kong of eight tiles."), _copies(8)),
    "concealed_kong_5": Meaning(
        pungs.kongs_of(5, concealed=True), N_("Concealed kong of five"), N_("A concealed kong of five tiles."),
        _copies(5)),
    "concealed_kong_6": Meaning(
        pungs.kongs_of(6, concealed=True), N_("Concealed kong of six"), N_("A concealed kong of six tiles."),
        _copies(6)),
    "concealed_kong_7": Meaning(
        pungs.kongs_of(7, concealed=True), N_("Concealed kong of seven"), N_("A concealed kong of seven tiles."),
        _copies(7)),
    "concealed_kong_8": Meaning(
        pungs.kongs_of(8, concealed=True), N_("Concealed kong of eight"), N_("A concealed kong of eight tiles."),
        _copies(8)),
}  # fmt: skip
"""By line id."""
