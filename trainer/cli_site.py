"""Commands that run the site and look after its data: serve, warm, backup, db migrate."""

from __future__ import annotations

import signal
import socket
import sqlite3
import threading
from pathlib import Path
from typing import NoReturn

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from trainer import paths, store
from trainer.jobs import keep_loaded
from trainer.usecases.warmup import Warmup, prepare

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DATA",
    help="Folder of the database, the signing key and the compiled kernels.  [default: $DATA, else instance]",
)


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; taken before anything slow, so that a wrong address is told at once."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a host name"
        raise click.ClickException(f"Cannot serve on {host} port {port}: {reason}.") from None


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=5000, show_default=True, help="0 takes any free port.")
@data_option
def serve_command(host: str, port: int, data: Path | None) -> None:
    """Serve the site until Ctrl-C or SIGTERM; requests that are running then are finished.

    The solver is prepared meanwhile, with a progress bar: a page that needs it says how far that is.
    """
    folder = paths.writable_folder(data)
    paths.use_kernel_cache(folder)
    with listen(host, port) as listening:
        from waitress.server import create_server

        from trainer.usecases.stock import Stock
        from trainer.web import THREADS, create_app

        try:
            app = create_app({"DATA": folder})
        except sqlite3.DatabaseError as error:
            raise click.ClickException(f"The database in {folder} cannot be used: {error}.") from None
        site = app.extensions["site"]
        stock = Stock(site)
        server = create_server(app, sockets=[listening], threads=THREADS, ident=None)
        signal.signal(signal.SIGTERM, _stop)
        shown, taken = listening.getsockname()[:2]
        shown = f"[{shown}]" if ":" in shown else shown
        click.echo(f"Serving on http://{shown}:{taken} with data in {folder}. Ctrl-C stops.")
        steps = Steps()

        def ended() -> None:
            steps.ended()
            keep_loaded()

        try:
            site.warmup.start(steps.told, ended)
            stock.start()
            server.run()
        finally:
            site.work.stop()
            stock.stop()
            steps.ended()


def _stop(signum: int, frame: object) -> NoReturn:
    """waitress answers a SystemExit in its loop by letting its threads finish what they are at."""
    raise SystemExit(0)


@click.command("warm")
@data_option
def warm_command(data: Path | None) -> None:
    """Compile the solver's kernels, price the hands and keep both, so that no page has to wait for it."""
    cache = paths.use_kernel_cache(data)
    if cache is None:
        click.echo(f"{paths.data_folder(data)} cannot be written: nothing is kept.", err=True)
    steps = Steps()
    try:
        Warmup(prepare(cache)).run(steps.told)
    finally:
        steps.ended()


class Steps:
    """A progress bar of the preparation, until it has `ended`."""

    def __init__(self) -> None:
        steps = TextColumn("{task.completed}/{task.total}")
        self._bar = Progress(TextColumn("Preparing the solver"), BarColumn(), steps, TimeElapsedColumn())
        self._task = self._bar.add_task("", total=None)
        self._ending = threading.Lock()
        self._bar.start()

    def told(self, done: int, total: int) -> None:
        self._bar.update(self._task, completed=done, total=total)

    def ended(self) -> None:
        """The preparation is over, or the program is; a second call does nothing."""
        if self._ending.acquire(blocking=False):
            self._bar.stop()


def existing_database(data: Path | None) -> Path:
    """The database in the data folder; a mistyped folder is refused, never filled."""
    path = paths.data_folder(data) / store.FILE
    if not path.is_file():
        raise click.ClickException(f"There is no database in {path.parent}.")
    return path


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup_command(file: Path, data: Path | None) -> None:
    """Copy the database into FILE, also while the site is running."""
    source = existing_database(data)
    if file.exists() and file.samefile(source):
        raise click.ClickException("A backup needs another file than the database itself.")
    if file.exists() and not file.is_file():  # replacing a device or a pipe would break what uses it
        raise click.ClickException(f"{file} is no regular file, so no backup can replace it.")
    try:
        store.backup(source, file)
    except OSError as error:  # it names the file that the copy is made in
        raise click.ClickException(f"{file} cannot be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise click.ClickException(f"The database {source} cannot be copied: {error}.") from None
    click.echo(f"{file}: {file.stat().st_size:,} bytes")


@click.group("db")
def db_group() -> None:
    """Look after the database."""


@db_group.command("migrate")
@data_option
def migrate_command(data: Path | None) -> None:
    """Bring the database to the form this version needs; `serve` does it by itself."""
    existing_database(data)
    folder = paths.writable_folder(data)
    try:
        path = store.prepare(folder)
    except sqlite3.DatabaseError as error:
        raise click.ClickException(f"The database in {folder} cannot be used: {error}.") from None
    click.echo(f"{path} is up to date.")


COMMANDS = (serve_command, warm_command, backup_command, db_group)
