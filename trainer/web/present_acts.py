"""What the person may do at the table, as templates print it: buttons, the tiles of the hand, the task in words."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flask_babel import gettext

from trainer.game import event as ev
from trainer.game import kongs as ways
from trainer.game.action import Abort, Action, Chow, DeclareReady, Discard, Kong, Pung, SetAside, TakeWin
from trainer.game.phases.claims import CLAIMED_KONG_TILES
from trainer.game.state import Stage
from trainer.game.view import View
from trainer.hands import Form
from trainer.rules.variant import Ruleset
from trainer.text import N_
from trainer.tiles import Kind, Tile, alike, is_flower, kind, sort_key, sort_tiles
from trainer.usecases import play
from trainer.web import present
from trainer.web.present_seats import name


class Step(StrEnum):
    """A choice begun and not yet finished: which tile riichi or a ready hand is declared with, which kong is made,
    which tile set aside, which waits a win names."""

    NONE = ""
    RIICHI = "riichi"
    READY = "ready"
    KONG = "kong"
    ASIDE = "aside"
    WIN = "win"


def riichi_discards(view: View) -> tuple[Discard, ...]:
    return tuple(a for a in view.legal if isinstance(a, Discard) and a.riichi)


def ready_discards(view: View) -> tuple[Discard, ...]:
    """Those that declare a ready hand without riichi."""
    return tuple(a for a in view.legal if isinstance(a, Discard) and a.ready)


def _ready(rules: Ruleset, key: str, action: str, step: Step = Step.NONE) -> dict[str, object]:
    """To declare a ready hand, with what the game itself calls it beside that: the name of the line that it scores."""
    word = next((row.name for row in rules.scoring.table.rows if row.id == "declared_ready"), "")
    act = _act(N_("Ready"), word or "听牌", key, action, step)
    return {**act, "own": present.own_name(word, str(act["label"]))} if word else act


def is_asked_at_deal(view: View) -> bool:
    """Whether the person may declare the hand he was dealt."""
    return view.stage is Stage.READY and bool(view.legal)


def kongs(view: View) -> tuple[Kong, ...]:
    return tuple(a for a in view.legal if isinstance(a, Kong))


def asides(view: View) -> tuple[SetAside, ...]:
    return tuple(a for a in view.legal if isinstance(a, SetAside))


def possible(view: View, step: Step, asks: bool) -> bool:
    """Whether a step can be begun now; `asks` as in `play.Table.names_waits`."""
    own = view.offered is None
    return {
        Step.NONE: True,
        Step.RIICHI: bool(riichi_discards(view)),
        Step.READY: bool(ready_discards(view)),
        Step.KONG: own and bool(kongs(view)),
        Step.ASIDE: bool(asides(view)),
        Step.WIN: asks,
    }[step]


def own_hand(view: View, sort: bool, step: Step) -> present.Tiles:
    """The person's tiles, each with what pressing it does (nothing: it is locked while others may be pressed)."""
    allowed = {a.text for a in view.legal}
    hand = view.hand
    rest = sort_tiles(hand.concealed) if sort else hand.concealed
    turn = any(isinstance(a, Discard) for a in view.legal)
    if view.me.stock:  # the hand that was built stays; what is thrown comes from the stock
        allowed = set()
    out = []
    for t, drawn in [*((t, False) for t in rest), *([(hand.drawn, True)] if hand.drawn is not None else [])]:
        action, spoken = _press(step, t, drawn)
        pressed = action.text if action is not None and action.text in allowed else ""
        out.append(present.tile(t, drawn=drawn, action=pressed, spoken=spoken, locked=turn and not pressed))
    return out


def _press(step: Step, t: Tile, drawn: bool) -> tuple[Action | None, str]:
    """What pressing a tile of the hand means in a step, and how that is spoken; a flower means nothing by itself."""
    said = present.tile_label(t)
    match step:
        case Step.NONE:
            return Discard(t, drawn), gettext("Discard %(tile)s", tile=said)
        case Step.RIICHI:
            return Discard(t, drawn, riichi=True), gettext("Declare riichi with %(tile)s", tile=said)
        case Step.READY:
            return Discard(t, drawn, ready=True), gettext("Declare ready with %(tile)s", tile=said)
        case Step.KONG if not is_flower(t):
            return Kong(kind(t)), gettext("Declare a kong of %(tile)s", tile=said)
        case Step.ASIDE:
            return SetAside(t), gettext("Set %(tile)s aside", tile=said)
    return None, ""


def acts(view: View, step: Step, asks: bool) -> list[dict[str, object]]:
    """All choices beside discards, pass last: in one's own turn always in the same places, those not possible now shown
    as such; to a tile offered only what can be answered, each different claim by itself.

    A button sends `action`, a link asks for `step`, `armed` is the step begun; with none of them it is not possible.
    """
    if view.offered is not None and step is Step.NONE:
        return _answers(view, view.offered, asks)
    if is_asked_at_deal(view):
        ready = _ready(view.rules, "r", DeclareReady().text)
        return [ready, {**_act(N_("Pass"), "过", "Escape", "pass"), "quiet": True}]
    if step is Step.KONG:
        return [*map(_kong_act(view), kongs(view)), _cancel()]
    rules, terms = view.rules, view.rules.terms
    win = any(isinstance(a, TakeWin) for a in view.legal) and not asks
    out = []
    if Abort() in view.legal:
        out.append(_act(N_("Nine kinds"), "", "d", Abort().text))
    konged = () if view.offered is not None else kongs(view)
    one = konged[0] if len(konged) == 1 else None
    kong = _act(terms.kong, "杠", "k", one.text if one else "", Step.KONG if konged else Step.NONE)
    kong["tiles"] = [present.kind_tile(one.kind)] if one else []
    if rules.kongs.concealed or rules.kongs.added:
        out.append(kong)
    if rules.riichi is not None and view.hand.is_concealed:
        out.append(_act(terms.ready, "立直", "r", "", Step.RIICHI if riichi_discards(view) else Step.NONE))
    if rules.ready is not None or rules.race is not None:
        key = "r" if rules.riichi is None else "t"
        begin = Step.READY if ready_discards(view) else Step.NONE
        out.append(_ready(rules, key, "", begin))
    if rules.kongs.nuki:
        laid = asides(view)
        only = laid[0] if len(laid) == 1 else None
        aside = _act(N_("Set aside"), "", "a", only.text if only else "", Step.ASIDE if laid else Step.NONE)
        aside["tiles"] = [present.tile(only.tile)] if only else []
        out.append(aside)
    out.append(_act(_win_label(view), "和", "w", "win" if win else "", Step.WIN if asks else Step.NONE))
    if step is Step.NONE:
        return [*out, {**_act(N_("Pass"), "过", "Escape", ""), "quiet": True}]
    begun = [{**a, "armed": a["step"] == step, "action": "", "step": "", "tiles": []} for a in out]
    return [*begun, _cancel()]


def _cancel() -> dict[str, object]:
    return {**_act(N_("Cancel"), "", "Escape", ""), "quiet": True, "back": True}


def _kong_act(view: View) -> Callable[[Kong], dict[str, object]]:
    """Several kongs of one's own turn: each is shown as it would lie on the table."""
    most = view.rules.kongs.tiles

    def button(a: Kong) -> dict[str, object]:
        at = ways.way(view.hand, a.kind, most, new=a.new)
        assert at is not None
        made = ways.made(view.hand, alike(view.hand.tiles, a.kind)[0], at)
        return {**_act(view.rules.terms.kong, "杠", "k", a.text), "tiles": present.meld(made.melds[at])["tiles"]}

    return button


def _win_label(view: View) -> str:
    return view.rules.terms.win_discard if view.offered is not None else view.rules.terms.win_self_draw


def _answers(view: View, offered: Tile, asks: bool) -> list[dict[str, object]]:
    """What may be answered to a tile offered: chows, pungs, a kong, a win, and to let it pass."""
    terms = view.rules.terms
    words: dict[type[Action], tuple[str, str, str]] = {
        Chow: (terms.chow, "吃", "c"), Pung: (terms.pung, "碰", "p"), Kong: (terms.kong, "杠", "k")
    }  # fmt: skip
    out = []
    for form in words:
        for a in view.legal:
            if isinstance(a, form):
                out.append({**_act(*words[form], a.text), "tiles": _claimed(view, a, offered)})
    if any(isinstance(a, TakeWin) for a in view.legal):
        out.append(_act(_win_label(view), "和", "w", "" if asks else "win", Step.WIN if asks else Step.NONE))
    return [*out, {**_act(N_("Pass"), "过", "Escape", "pass"), "quiet": True}]


def _claimed(view: View, a: Action, offered: Tile) -> present.Tiles:
    """The meld that a claim would make, as it would lie on the table."""
    if isinstance(a, (Chow, Pung)):
        form, used = (Form.CHOW if isinstance(a, Chow) else Form.PUNG), a.tiles
    else:
        form, used = Form.KONG, alike(view.hand.concealed, kind(offered))[:CLAIMED_KONG_TILES]
    return present.laid(form, sorted(used, key=sort_key), offered)


def _act(label: str, own: str, key: str, action: str, step: Step = Step.NONE) -> dict[str, object]:
    said = gettext(label)
    return {
        "label": said,
        "own": own if said.isascii() else "",
        "action": action,
        "step": "" if action else str(step),
        "key": key,
        "cap": "Esc" if key == "Escape" else key,
    }


def task(game: play.Game, view: View, step: Step, last: ev.Event | None) -> str:
    """What the person is asked to do now; `last` is what has just happened."""
    begun = {
        Step.RIICHI: N_("Riichi: press the tile to declare it with."),
        Step.READY: N_("Ready: press the tile to declare it with."),
        Step.KONG: N_("Which kong?"),
        Step.ASIDE: N_("Set aside: press the tile."),
        Step.WIN: N_("Name all waits of the hand, then declare the win."),
    }
    if step is not Step.NONE:
        return gettext(begun[step])
    if view.offered is not None:
        who = name(game, view.turn)
        if isinstance(last, ev.Kong):
            return gettext("%(who)s declares a kong: win with its tile or pass?", who=who)
        if isinstance(last, ev.Nuki):
            return gettext("%(who)s sets a tile aside: win with it or pass?", who=who)
        if any(isinstance(a, (Chow, Pung, Kong)) for a in view.legal):
            return gettext("%(who)s discards: claim it or pass?", who=who)
        return gettext("%(who)s discards: win or pass?", who=who)
    if is_asked_at_deal(view):
        return gettext("Your hand is ready as dealt: declare it?")
    if view.me.declared is not None and view.legal:
        return gettext("Declared ready: only the drawn tile can be thrown.")
    if view.me.won and view.legal:
        return gettext("You have won: only the drawn tile can be thrown.")
    if view.me.riichi is not None:
        return gettext("In riichi: only the drawn tile can be thrown.")
    if view.legal and view.hand.drawn is None:
        return gettext("You claimed a tile: throw another.")
    return gettext("Your turn: throw a tile.") if view.legal else ""


def pad(kinds: tuple[Kind, ...]) -> present.Tiles:
    """Keys to name waits with; digits mark them where ranks alone say which they are."""
    ranks = [str(k % 9 + 1) for k in kinds]
    return [
        present.kind_tile(k, digit=digit if len(set(ranks)) == len(ranks) else "")
        for k, digit in zip(kinds, ranks, strict=True)
    ]
