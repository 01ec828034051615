"""温州二人麻将: one suit and the honors; the best row of a short table multiplies the stake (Chinese rules 9)."""

from __future__ import annotations

from trainer.rules.families import highest, two_player
from trainer.rules.variant import DrawRules, Flag, Names, Option, Options, ReadyBy, Ruleset, Variant
from trainer.text import N_
from trainer.tiles import TileSet

OPTIONS = (
    two_player.START,
    two_player.HANDS,
    two_player.dealer("lot"),
    Option("combine", "max", N_("Of several rows"), ("max", "sum"),
           shown=(("max", N_("the highest counts")), ("sum", N_("all are added that are not part of another")))),
    Option("g_duanyao_honours", True, N_("All simples may hold honors"), two_player.YES_NO),
    Option("discard_limit", 26, N_("Discards of each player in a deal"), (0, 26),
           shown=((0, N_("no limit")), (26, N_("at most 26")))),
    Option("claimSeconds", 0, N_("Time for an answer or a turn"), (0, 10),
           shown=((0, N_("no clock")), (10, N_("10 seconds")))),
)  # fmt: skip


def build(o: Options) -> Ruleset:
    """The game under these options (all of them present)."""
    return two_player.ruleset(
        KEY,
        EDITION,
        o,
        TileSet.of("1-9m 1-7z", copies=4),
        highest.wenzhou(o),
        draws=DrawRules(discards=int(o["discard_limit"])),
        ready_by=ReadyBy.LIVE,
        seat_winds=(two_player.EAST, two_player.WEST),
        seconds=int(o["claimSeconds"]),
        flags=frozenset((Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.AFTER_KONG)),
    )


KEY = "wenzhou"
EDITION = 1
VARIANT = Variant(
    key=KEY,
    edition=EDITION,
    order=26,
    names=Names(
        own="温州二人麻将", en="Wenzhou for two",
        zh_Hans="温州二人麻将", zh_Hant="溫州二人麻將",
        yue_Hant="溫州二人麻雀", ja="温州二人麻雀",
    ),
    seats=(2,),
    options=OPTIONS,
    implied=(),
    build=build,
)  # fmt: skip
