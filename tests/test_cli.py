"""The commands around the site, run as a person runs them."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from trainer import paths, store
from trainer.cli import Program, main
from trainer.text import Refusal


def run(*args: str) -> Any:
    return CliRunner().invoke(main, list(args))


def refused(*args: str) -> str:
    """The one sentence that a wrong command ends with."""
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return str(result.stderr).strip()


def test_help_lists_the_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for command in ("serve", "warm", "backup", "db", "batch", "variants"):
        assert re.search(rf"^  {command}\s", result.stdout, re.MULTILINE), command


@pytest.mark.parametrize(
    "args",
    [
        ("nonsense",),
        ("serve", "--port", "http"),
        ("serve", "--port", "70000"),
        ("serve", "--nonsense"),
        ("serve", "extra"),
        ("backup",),
        ("db", "nonsense"),
    ],
)
def test_a_wrong_argument_is_one_sentence(args: tuple[str, ...]) -> None:
    assert refused(*args).endswith((".", ")"))


@pytest.mark.parametrize("group", [(), ("db",), ("packs",)])
def test_a_group_without_a_command_prints_its_help(group: tuple[str, ...]) -> None:
    result = run(*group)
    assert result.exit_code == 2
    assert result.stderr == run(*group, "--help").stdout


def test_a_data_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused("serve", "--data", str(tmp_path / "file" / "data"))


def test_a_site_with_a_damaged_signing_key_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    assert "secret is not a key" in refused("serve", "--port", "0", "--data", str(tmp_path))


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"127.0.0.1 port {port}" in refused("serve", "--port", str(port), "--data", str(tmp_path))


def test_a_host_that_is_not_here_is_one_sentence(tmp_path: Path) -> None:
    assert "Cannot serve on" in refused("serve", "--host", "no such host", "--port", "0", "--data", str(tmp_path))


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / store.FILE).write_text("this is no database, although it is long enough to be read as one " * 30)
    assert "cannot be used" in refused("db", "migrate", "--data", str(tmp_path))
    assert "cannot be used" in refused("serve", "--port", "0", "--data", str(tmp_path))
    assert "cannot be copied" in refused("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path))


def test_migrate_brings_a_database_up_to_date_and_may_be_repeated(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / store.FILE).close()
    for _ in range(2):
        assert "up to date" in run("db", "migrate", "--data", str(tmp_path)).stdout
    migrated = sqlite3.connect(tmp_path / store.FILE)
    assert migrated.execute("SELECT count(*) FROM attempts").fetchone() == (0,)
    migrated.close()


def test_migrate_makes_nothing_in_a_mistyped_folder(tmp_path: Path) -> None:
    assert "no database" in refused("db", "migrate", "--data", str(tmp_path / "mistyped"))
    assert list(tmp_path.iterdir()) == []


def test_backup_copies_the_database(tmp_path: Path) -> None:
    assert "no database" in refused("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path))
    store.prepare(tmp_path)
    assert run("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path)).exit_code == 0
    tables = sqlite3.connect(tmp_path / "copy.db")
    assert tables.execute("SELECT count(*) FROM attempts").fetchone() == (0,)
    tables.close()
    assert "another file" in refused("backup", str(tmp_path / store.FILE), "--data", str(tmp_path))
    absent = tmp_path / "absent" / "copy.db"
    assert refused("backup", str(absent), "--data", str(tmp_path)).startswith(f"{absent} cannot be written: No such")


def test_backup_leaves_alone_what_is_no_regular_file(tmp_path: Path) -> None:
    store.prepare(tmp_path)
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for target in (pipe, link):
        assert "no regular file" in refused("backup", str(target), "--data", str(tmp_path))
    assert pipe.is_fifo()
    assert link.is_symlink()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (Refusal("The hand has %(have)d tiles.", have=3), "The hand has 3 tiles."),
        (FileNotFoundError(2, "No such file or directory", "packs/x"), "packs/x: No such file or directory."),
        (paths.FolderError("The folder is full."), "The folder is full."),
    ],
)
def test_what_the_core_refuses_is_one_sentence(error: Exception, sentence: str) -> None:
    @click.group(cls=Program)
    def program() -> None:
        pass

    @program.command()
    def fail() -> None:
        raise error

    result = CliRunner().invoke(program, ["fail"])
    assert (result.exit_code, result.stderr) == (2, sentence + "\n")


# ------------------------------------------------------------------ the server as a process


@contextmanager
def served(data: Path, *program: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and its address."""
    process = subprocess.Popen(
        [sys.executable, *program, "--port", "0", "--data", str(data)],
        cwd=paths.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", line)
        assert found is not None, line + (process.communicate(timeout=10)[1] if process.poll() is not None else "")
        yield process, found[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.parametrize("program", [("-m", "trainer", "serve"), ("app.py",)])
def test_the_site_is_served_and_stops_politely(tmp_path: Path, program: tuple[str, ...]) -> None:
    with served(tmp_path, *program) as (process, address):
        with urllib.request.urlopen(f"{address}/", timeout=20) as page:
            assert page.status == 200
            assert "Server" not in page.headers or "waitress" not in page.headers["Server"]
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(f"{address}/nowhere", timeout=20)
        assert missing.value.code == 404
        missing.value.close()
        process.send_signal(signal.SIGTERM)
        errors = process.communicate(timeout=20)[1]
        assert (process.returncode, errors) == (0, "")


def test_a_request_that_is_running_is_finished_when_the_server_stops(tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import sys, time\n"
        f"sys.path.insert(0, {str(paths.ROOT)!r})\n"
        "import trainer.web as web\n"
        "make = web.create_app\n"
        "def create_app(config):\n"
        "    app = make(config)\n"
        "    app.add_url_rule('/slow', 'slow', lambda: (print('running', flush=True), time.sleep(1.5), 'done')[2])\n"
        "    return app\n"
        "web.create_app = create_app\n"
        "from trainer.cli import main\n"
        "main(['serve', *sys.argv[1:]])\n"
    )
    answers: list[str] = []
    with served(tmp_path / "data", str(slow)) as (process, address):

        def ask() -> None:
            with urllib.request.urlopen(f"{address}/slow", timeout=20) as page:
                answers.append(page.read().decode())

        thread = threading.Thread(target=ask)
        thread.start()
        assert process.stdout is not None
        assert process.stdout.readline() == "running\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        thread.join(20)
        assert answers == ["done"]
