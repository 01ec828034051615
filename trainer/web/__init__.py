"""The site: a thin shell of forms and pages over the use cases."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from flask import Flask
from htmx_flask import Htmx

from trainer.usecases import site
from trainer.web import errors, i18n, identity, respond, security, shell, waiting

ROOT = Path(__file__).resolve().parents[2]
THREADS = 4
"""Pages are all computing, so more threads only get in each other's way; a few keep a slow answer from blocking all."""

LARGEST_BODY = 8 * 1024 * 1024
"""Bytes of the largest form; an import of years of practice fits."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application. Config: DATA (folder; default $DATA, else `instance`), CLOCK (returns an aware UTC time),
    KERNEL_PATIENCE (seconds that a page waits for kernels before it shows their progress instead), PATIENCE (the same
    for an answer that takes long).

    Every module of this package that has a blueprint `bp` is part of the site; there is no list to edit.
    """
    app = Flask(
        "trainer", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"), root_path=str(ROOT)
    )
    app.config.update(DATA=None, CLOCK=utc_now, KERNEL_PATIENCE=0.5, PATIENCE=0.5, MAX_CONTENT_LENGTH=LARGEST_BODY)
    app.config.update(config or {})
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    opened = site.Site.open(cast("str | Path | None", app.config["DATA"]), clock=app.config["CLOCK"])
    app.extensions["site"] = opened
    Htmx(app)
    i18n.init(app, opened.data)
    security.init(app)
    identity.init(app, opened.secret_key())
    respond.init(app)
    shell.init(app)
    errors.init(app)
    waiting.init(app)
    for info in pkgutil.iter_modules(__path__):
        blueprint = getattr(importlib.import_module(f"{__name__}.{info.name}"), "bp", None)
        if blueprint is not None:
            app.register_blueprint(blueprint)
    return app
