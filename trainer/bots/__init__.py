"""Bots: each is `choose(view, rng) -> Action`. None sees what a player could not; none keeps anything between calls."""

from __future__ import annotations

from functools import partial

from trainer.bots import random_bot, speed, value
from trainer.game.driver import Choose
from trainer.text import N_, Refusal

THINK_MS = 5
"""Default thinking time of the value bot in self-play."""

LABELS = {
    "random": N_("random: any legal action"),
    "speed": N_("speed: fewest steps to ready, then most useful tiles"),
    "value": N_("value: expected points, computed"),
}


class UnknownBot(Refusal):
    """No such bot."""


def get(name: str, think_ms: float = THINK_MS) -> Choose:
    """The bot of this name; `think_ms` bounds the value bot's search."""
    bots: dict[str, Choose] = {
        "random": random_bot.choose,
        "speed": speed.choose,
        "value": partial(value.choose, think_ms=think_ms),
    }
    if name not in bots:
        raise UnknownBot(N_("There is no bot “%(name)s”; choose from %(names)s."), name=name, names=", ".join(bots))
    return bots[name]
