"""For `flask run`: the site's factory. As a script: serves the site, like `python -m trainer serve`."""

import sys

from trainer.web import create_app

__all__ = ["create_app"]

if __name__ == "__main__":
    from trainer.cli import main

    main(["serve", *sys.argv[1:]], prog_name="app.py")
