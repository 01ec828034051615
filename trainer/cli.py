"""`python -m trainer …`: the commands, and one sentence for whatever a person got wrong.

The commands of a topic are in a module `cli_<topic>.py` beside this one, as its tuple COMMANDS; they are found by
looking. What a person got wrong ends with exit code 2 and one sentence on standard error.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

import trainer
from trainer import cliprint, paths
from trainer.text import Refusal

MISUSE = 2


class Program(click.Group):
    """A group of commands that never answers a wrong argument with more than a sentence."""

    def main(  # type: ignore[override]  # click types it as two overloads
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, standalone_mode=False, **extra)
        cliprint.forgiving()
        try:
            sys.exit(super().main(args, prog_name, standalone_mode=False, **extra))
        except click.exceptions.NoArgsIsHelpError as error:
            refuse(error.ctx.get_help() if error.ctx else error.format_message())
        except click.ClickException as error:
            refuse(error.format_message())
        except click.Abort:
            sys.exit(130)
        except paths.FolderError as error:
            refuse(str(error))
        except Refusal as error:
            refuse(str(error))
        except OSError as error:
            refuse(f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror or error}.")


def refuse(sentence: str) -> NoReturn:
    """Say what was wrong and leave."""
    click.echo(sentence, err=True)
    sys.exit(MISUSE)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(trainer.__version__, prog_name="trainer", message="%(prog)s %(version)s")
def main() -> None:
    """Train discards and waits of two-player mahjong: the site, its rules and its solver."""
    paths.use_kernel_cache()


def topics() -> Sequence[str]:
    """The modules that hold commands."""
    return [info.name for info in pkgutil.iter_modules(trainer.__path__) if info.name.startswith("cli_")]


for topic in topics():
    for command in importlib.import_module(f"trainer.{topic}").COMMANDS:
        main.add_command(command)
