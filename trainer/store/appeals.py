"""Attempts whose grade was wrong: the one change that the log of attempts allows."""

from __future__ import annotations

from sqlite_utils import Database

from trainer.progress.attempt import Mark
from trainer.store import write


def uphold(db: Database, user: str, token: str) -> None:
    """The attempt with this token was among the best after all: it counts as best and lost nothing."""
    with write(db):
        db.execute(
            "UPDATE attempts SET mark = ?, loss = 0, share = 0 WHERE user = ? AND token = ?",
            [str(Mark.BEST), user, token],
        )
