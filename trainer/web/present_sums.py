"""How a total comes about that is not the sum of its lines, as templates print it: in signs and digits."""

from __future__ import annotations

from flask_babel import gettext

from trainer.rules.breakdown import ScoreBreakdown
from trainer.rules.families.doubling import Doubling
from trainer.rules.families.flowers import MOST, Flowers
from trainer.rules.variant import Ruleset

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def arithmetic(rules: Ruleset, b: ScoreBreakdown) -> str:
    """`(10 + 5 × 3) × 2`, `2 × 2³`: from the numbers that the family states beside the total; empty for a plain sum."""
    parts, family = dict(b.worth.parts), rules.scoring
    if isinstance(family, Flowers) and isinstance(fan := parts.get("fan"), int):
        times = min(1 << fan, MOST)
        said = f"({family.base} + {family.flower} × {parts['flower_count']}) × {times}"
        return said if times == 1 << fan else capped(said)
    if isinstance(family, Doubling) and isinstance(base := parts.get("base"), dict):
        doubled = _number(parts["roots"]) + _number(parts["extra"])
        value = _number(base["value"])
        said = f"{value} × 2{str(doubled).translate(RAISED)}" if doubled else ""
        return said if value << doubled == b.worth.total else capped(said)
    return ""


def capped(said: str) -> str:
    """Arithmetic whose result is cut off at the most that a hand may score."""
    return gettext("%(sum)s, the most there is", sum=said)


def _number(x: object) -> int:
    assert isinstance(x, int)
    return x
