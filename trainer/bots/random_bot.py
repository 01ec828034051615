"""Any legal action, all equally likely; a win is never passed up, or matches would hardly end."""

from __future__ import annotations

import random

from trainer.game.action import Action, TakeWin
from trainer.game.view import View


def choose(view: View, rng: random.Random) -> Action:
    offered = view.legal
    if view.rules.training.assist and isinstance(offered[0], TakeWin):
        return offered[0]
    return rng.choice(offered)
