"""The command that keeps the translation catalogues in step with the source."""

from __future__ import annotations

import click

from trainer import catalogues


@click.command("translations")
@click.option("--new", "languages", multiple=True, metavar="CODE", help="Begin a catalogue, such as ja; repeatable.")
def translations_command(languages: tuple[str, ...]) -> None:
    """Merge the texts of the source into every catalogue and name those that are not translated yet."""
    for code in languages:
        try:
            catalogues.begin(code)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--new") from None
    fresh = catalogues.source()
    for path in catalogues.paths():
        missing = catalogues.update(path, fresh)
        click.echo(f"{path.parents[1].name}: {len(missing)} to translate")
        for text in missing:
            click.echo(f"  {text}")


COMMANDS = (translations_command,)
