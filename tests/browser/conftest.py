"""A real Chromium against a real server. Without Chromium these tests skip with one line; in CI they must run."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
CHROME = os.environ.get("CHROME") or shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's program."""
    if CHROME is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI needs Chromium for the browser tests: install the package chromium.", pytrace=False)
        pytest.skip("browser tests need Chromium (package chromium, or CHROME=its path)")
    return CHROME


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium: str) -> dict[str, Any]:
    return {"executable_path": chromium, "args": FLAGS.split()}


@pytest.fixture(scope="session")
def base_url(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a site over an empty data folder, served as in production."""
    from waitress.server import create_server
    from waitress.wasyncore import close_all

    from trainer.web import create_app

    app = create_app({"DATA": tmp_path_factory.mktemp("site")})
    app.extensions["site"].warmup.run(lambda done, total: None)  # longer on a fresh machine than a page may load
    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, name="site")
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    # the loop ends for want of sockets; they belong to its thread, so it is asked to close them itself
    server.trigger.pull_trigger(lambda: close_all(server._map, ignore_all=True))
    thread.join(10)
    server.task_dispatcher.shutdown()
    assert not thread.is_alive()


@pytest.fixture(autouse=True)
def quiet_console(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Fails a test whose page wrote an error to the console or threw one; a test that expects one empties the list."""
    said: list[str] = []
    if "page" in request.fixturenames:
        page = request.getfixturevalue("page")
        page.on("console", lambda m: said.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: said.append(str(error)))
    yield said
    assert said == []


@pytest.fixture
def phone(page: Any) -> Any:
    """The page at the width of a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.fixture
def plain(browser: Any, base_url: str) -> Iterator[Any]:
    """A page in a browser without JavaScript."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    yield context.new_page()
    context.close()
