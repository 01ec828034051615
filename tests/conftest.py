"""What every part's tests share. Nothing here is slow to import: the site and the solver load when a test asks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from trainer import paths

os.environ.pop("DATA", None)
paths.use_kernel_cache()  # tests, site and command line share compiled kernels

START = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


class Clock:
    """A clock that tests move: call it for the time, `tick` it onwards."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def tick(self, **amount: float) -> None:
        self.now += timedelta(**amount)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def db() -> Iterator[Any]:
    """An empty, migrated database in memory, with the users `ann` and `bob`."""
    from trainer import store
    from trainer.store import users

    database = store.open_db(":memory:")
    for user in ("ann", "bob"):
        users.ensure(database, user, START.isoformat())
    yield database
    database.close()


@pytest.fixture(scope="session")
def templates() -> Any:
    """Compiled templates, kept in memory: a site compiles its own anew, which takes longer than most tests."""
    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket

    class Kept(BytecodeCache):
        def __init__(self) -> None:
            self.found: dict[str, bytes] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            if bucket.key in self.found:
                bucket.bytecode_from_string(self.found[bucket.key])

        def dump_bytecode(self, bucket: Bucket) -> None:
            self.found[bucket.key] = bucket.bytecode_to_string()

    return Kept()


@pytest.fixture(scope="session")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled catalogues that a site would make in its data folder when it starts."""
    from trainer.web import i18n

    return i18n.compile_catalogues(tmp_path_factory.mktemp("translations"))


@pytest.fixture
def app(tmp_path: Path, clock: Clock, templates: Any, catalogues: Path) -> Any:
    """The site over a data folder without users, its clock the fixture `clock`."""
    from flask.testing import FlaskClient

    from trainer.web import create_app

    class Browser(FlaskClient):
        """Says of its own requests what a browser says of a form of this site, unless a test says otherwise."""

        def open(self, *args: Any, **kwargs: Any) -> Any:
            headers = dict(kwargs.pop("headers", None) or {})
            kwargs.setdefault("buffered", True)  # read whole, so that files of static answers are closed
            return super().open(*args, headers={"Sec-Fetch-Site": "same-origin", **headers}, **kwargs)

    shutil.copytree(catalogues, tmp_path / "data" / "cache" / "translations")  # as new as they were
    application = create_app({"DATA": tmp_path / "data", "CLOCK": clock, "KERNEL_PATIENCE": 120, "PATIENCE": 120})
    application.jinja_env.bytecode_cache = templates
    application.test_client_class = Browser
    return application


@pytest.fixture
def client(app: Any) -> Any:
    """A browser of that site without JavaScript; add `headers=htmx` for the requests of htmx."""
    return app.test_client()


@pytest.fixture
def htmx() -> dict[str, str]:
    """Headers of a request that wants a fragment."""
    return {"HX-Request": "true"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `every_variant` runs once for each variant there is."""
    if "every_variant" in metafunc.fixturenames:
        from trainer import variants

        found = variants.all_variants()
        metafunc.parametrize("every_variant", found, ids=[v.key for v in found])
