"""The machine form of a score: what `score` answers and what a record's `win` carries (contract 3 and 5)."""

from __future__ import annotations

from trainer.rules.breakdown import ScoreBreakdown, Unit


def score_answer(breakdown: ScoreBreakdown) -> dict[str, object]:
    """Plain JSON data. An incomplete hand has no lines and totals 0; `reason` says why a complete one is not legal;
    `stakes` stand beside the points in games that count by mangans; fu and limits in those that count han."""
    w = breakdown.worth
    han = {"fu": w.fu, "limit": None if w.limit is None else str(w.limit), "yakuman": w.yakuman}
    out: dict[str, object] = {
        "ok": True,
        "complete": breakdown.complete,
        "legal": breakdown.legal,
        "lines": [{"id": x.id, "name": x.name, "count": x.count, "value": x.value} for x in w.lines],
        "struck": [{"id": x.id, "name": x.name, "by": x.by} for x in w.struck],
        "total": w.total,
        "unit": str(breakdown.unit),
        **(han if breakdown.unit is Unit.HAN else dict(w.parts)),
        "points": breakdown.points,
    }
    if breakdown.stakes is not None:
        out["stakes"] = breakdown.stakes
    if breakdown.reason is not None:
        out["reason"] = breakdown.reason
    return out
