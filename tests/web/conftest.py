"""A table whose walls and bots the tests choose, for games of every sort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.game import build
from trainer import variants
from trainer.game import engine
from trainer.game.action import Action, Discard, Pass, parse
from trainer.game.record import Header
from trainer.game.state import State
from trainer.usecases import play
from trainer.usecases.warmup import Warmup

Deal = Callable[..., str]


def still(legal: tuple[Action, ...]) -> Action:
    """Pass, or throw what was drawn, or after a claim the last tile; where tiles are chosen, the first choice."""
    throws = [a for a in legal if isinstance(a, Discard) and not (a.riichi or a.ready)]
    if not throws:
        return next((a for a in legal if isinstance(a, Pass)), legal[0])
    return next((a for a in throws if a.drawn), throws[-1])


@pytest.fixture
def deal(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Opens a game: the person deals and gets the first hand; the bot does what `bot` lists, then nothing."""
    ready = replace(app.extensions["site"], warmup=Warmup(lambda report: None))
    monkeypatch.setitem(app.extensions, "site", ready)
    monkeypatch.setattr(play.secrets, "randbelow", lambda n: 0)

    def open_(
        variant: str, hands: tuple[str, ...], draws: str, bot: tuple[str, ...] = (), wall: Any = None, **options: str
    ) -> str:
        script = [parse(text) for text in bot]

        def scripted(header: Header, state: State, seat: int, number: int) -> Action:
            if script and script[0] in engine.legal(state, seat):
                return script.pop(0)
            return still(engine.legal(state, seat))

        monkeypatch.setattr(play, "_bot", scripted)
        fields = {f"o.{key}": value for key, value in options.items()}
        rules = variants.get(variant).ruleset(variants.get(variant).parse_options(options))
        tiles = build.tables_wall(rules, hands, draws, **(wall or {}))
        monkeypatch.setattr(play, "_shuffle", lambda rules: (tiles, build.SALT))
        answer = client.post("/play", data={"variant": variant, "bot": "speed", **fields})
        assert answer.status_code == 303
        return str(answer.headers["Location"])

    return open_
