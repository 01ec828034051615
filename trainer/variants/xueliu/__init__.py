"""血流二麻: two suits and no chows; kongs are paid at once, and play goes on after a win (Chinese rules 5)."""

from __future__ import annotations

from dataclasses import replace

from trainer.rules.families import doubling, two_player
from trainer.rules.variant import Claims, DrawRules, Flag, Kongs, Names, Option, Options, ReadyBy, Ruleset, Variant
from trainer.text import N_
from trainer.tiles import TileSet

OPTIONS = (
    two_player.START,
    two_player.HANDS,
    Option("dealer_rule", "first_winner", N_("The dealer"), ("first_winner", "lot"),
           shown=(("first_winner", N_("the first winner deals next")), ("lot", N_("by dice, each deal")))),
    Option("gang_kai_total", 2, N_("Doublings of a win on a kong's replacement"), (2, 3),
           shown=((2, N_("two, the self-draw within them")), (3, N_("three, with the self-draw")))),
    Option("swap3", False, N_("Three tiles are exchanged after the deal"), two_player.YES_NO),
    Option("cap", 0, N_("Most fan of a win (0: no limit)")),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return two_player.ruleset(
        KEY,
        EDITION,
        o,
        TileSet.of("1-9p 1-9s", copies=4),
        doubling.xueliu(o),
        deal=replace(two_player.DEAL, exchange=bool(o["swap3"])),
        claims=Claims(pung=True, kong=True, swap=True),
        kongs=Kongs(added=True, open_income=2, concealed_income=4),
        draws=DrawRules(reckoning=True),
        ready_by=ReadyBy.LIVE,
        wins=replace(two_player.WINS, go_on=True),
        flags=frozenset((Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.AFTER_KONG, Flag.HEAVENLY)),
    )


KEY = "xueliu"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=22,
    names=Names(
        own="血流二麻", en="Endless wins",
        zh_Hans="血流二麻", zh_Hant="血流二麻",
        yue_Hant="血流二麻", ja="血流二麻",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
