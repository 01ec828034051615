"""A game looked back at, as templates print it: every discard graded, every moment with open hands."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext, ngettext

from trainer.analysis import Choice, Goal, Grade
from trainer.game import event as ev
from trainer.game.state import State
from trainer.game.view import View
from trainer.usecases import play
from trainer.web import present, present_drill
from trainer.web import present_game as table
from trainer.web import present_seats as seats
from trainer.web.present_log import happened


def deals(numbers: Sequence[int], current: int) -> list[dict[str, object]]:
    """The deals that are over, to choose one of."""
    return [{"deal": n, "label": gettext("Deal %(n)d", n=n), "current": n == current} for n in numbers]


def decision(game: play.Game, d: play.Decision | play.Unjudged) -> dict[str, object]:
    """A discard of the review: the hand, what was thrown, what was best, the loss; or why it could not be judged."""
    hand = seats.shown_hand(d.view.hand)
    you = present.tile(d.action.tile)
    next(t for t in hand if t["text"] == you["text"] and bool(t.get("drawn")) == d.action.drawn)["you"] = True
    shown = {
        "at": d.at,
        "title": gettext("Deal %(deal)d, turn %(turn)d", deal=d.deal, turn=d.turn),
        "hand": hand,
        "melds": [present.meld(m) for m in d.view.hand.melds],
        "aside": present.tiles(d.view.me.aside),
        "flowers": present.tiles(d.view.me.flowers),
        "you": you,
    }
    if isinstance(d, play.Unjudged):
        return {**shown, "grade": "", "grade_label": gettext("not judged"), "why": present.refusal(d.why)}
    return {
        **shown,
        "grade": str(d.choice.grade),
        "grade_label": present.grade(d.choice.grade),
        "best": present.tile(d.best.discard) if d.best.discard is not None else None,
        "is_best": d.choice.grade is Grade.BEST,
        "loss": present.loss(d.analysis, game.rules, d.choice),
        "worth": worth(game, d, d.choice),
        "best_worth": worth(game, d, d.best),
        "mistake": d.choice.grade in (Grade.MISTAKE, Grade.BLUNDER, Grade.INACCURACY),
        "link": present_drill.position_query(game.rules, d.position, d.analysis.goal),
    }


def worth(game: play.Game, d: play.Decision, c: Choice) -> str:
    """What a discard is worth in the measure of the review."""
    if d.analysis.goal is Goal.VALUE:
        return present.points(game.rules, round(present.measure(d.analysis, c)))
    return f"{present.percent(c.win_prob)} %"


def summary(decisions: Sequence[play.Decision | play.Unjudged]) -> list[dict[str, object]]:
    """How many discards got each grade; nothing where none was judged."""
    grades = [d.choice.grade for d in decisions if isinstance(d, play.Decision)]
    return [{"grade": str(g), "label": present.grade(g), "number": grades.count(g)} for g in Grade] if grades else []


def nothing(game: play.Game) -> str:
    """Why a review has no discards."""
    if play.deals_over(game):
        return gettext(
            "No discard to judge: in the deals so far you threw nothing, or nothing that could still have been a win."
        )
    return gettext("No discards to judge yet: finish a deal first.")


def replay(game: play.Game, state: State, view: View, n: int, limit: int) -> dict[str, object]:
    """A past moment with open hands, and what has just happened."""
    shown = [
        {
            **seats.place(game.rules, i, state.dealer),
            "name": seats.name(game, i),
            "mine": i == game.seat,
            "hand": seats.shown_hand(s.hand),
            "melds": [present.meld(m) for m in s.hand.melds],
            "aside": present.tiles(s.aside),
            "flowers": present.tiles(s.flowers),
            "won": present.tiles(s.won),
            "river": seats.river(s.river),
            "points": present.points(game.rules, state.points[i]),
        }
        for i, s in ((i, state.seats[i]) for i in (table.mine_first(game) if state.seats else ()))
    ]
    shown = [*shown[1:], *shown[:1]]
    past = play.this_deal(game.events[:n])
    begun = next((e for e in reversed(game.events[:n]) if isinstance(e, ev.Deal)), None)
    label = seats.deal_label(game.rules, state.deal, play.dealer_turns(game.events[:n]))
    return {
        "id": game.stored.id,
        "seats": shown,
        "middle": seats.middle(state, begun) if state.wall else None,
        "n": n,
        "limit": limit,
        "back": max(0, n - 1),
        "onward": min(limit, n + 1),
        "deals": [
            {"label": gettext("Deal %(n)d", n=deal), "at": at, "current": deal == state.deal}
            for deal, at in play.deal_starts(game)
        ],
        "label": label if state.deal else "",
        "left": ngettext("%(num)d tile left", "%(num)d tiles left", state.left) if state.wall else "",
        "said": happened(game, game.events[n - 1]) if n else {"text": gettext("The match has not begun"), "tiles": []},
        "result": table.result(game, view, play.open_waits(view), past) if view.over else None,
    }
