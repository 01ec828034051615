"""Labels and refusals that people read, before anybody has chosen a language.

The core marks what a person may see with `N_` so that the catalogues can hold it, and raises refusals that carry
their sentence apart from its parameters. Only the site's presenter translates; the command line prints English.
"""

from __future__ import annotations


def N_(label: str) -> str:
    """Mark an English label for extraction; returns it unchanged."""
    return label


class Refusal(ValueError):
    """A request that cannot be met: one clear sentence, with its parameters kept apart for translation.

    `template` is an English sentence with %(name)s places, `params` fill them; `str()` gives the English.
    """

    def __init__(self, template: str, **params: object) -> None:
        self.template = template
        self.params = params
        super().__init__(template % params if params else template)
