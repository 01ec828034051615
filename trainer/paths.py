"""Where the program keeps what it writes: one folder (DATA, `instance` beside the source unless told otherwise).

Light on purpose and importing nothing of ours, because the kernel cache must be chosen before numba is first imported.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout: templates, static files, translations and puzzles are beside the package."""


class FolderError(OSError):
    """The data folder cannot be used; its text is one sentence for the person who started the program."""


def data_folder(chosen: str | Path | None = None) -> Path:
    """The data folder: `chosen`, else $DATA, else `instance` in the checkout. Absolute; not made, not checked."""
    return Path(chosen or os.environ.get("DATA") or ROOT / "instance").absolute()


def writable_folder(chosen: str | Path | None = None) -> Path:
    """The data folder, made if it was absent; raises FolderError when nothing can be written there."""
    folder = data_folder(chosen)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise FolderError(f"The data folder {folder} cannot be written: {error.strerror}.") from None
    return folder


def use_kernel_cache(chosen: str | Path | None = None) -> Path | None:
    """Tell numba to keep compiled kernels in the data folder; call it before anything imports numba.

    Returns the cache folder, which numba makes when it first writes. Where that is impossible the answer is None and
    kernels go to a folder that ends with the process, because numba refuses to import a cached function otherwise.
    """
    cache = data_folder(chosen) / "cache"
    nearest = next(p for p in (cache, *cache.parents) if p.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        os.environ["NUMBA_CACHE_DIR"] = str(cache)
        return cache
    passing = tempfile.mkdtemp(prefix="kernels-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = passing
    return None


LEAST_KEY = 32
"""Characters of the shortest key that is taken; an empty one would let anybody sign."""


def secret_key(folder: Path) -> str:
    """The key that signs identities: made once, readable by its owner alone. Raises FolderError when it is damaged.

    Written aside and linked into place, so that two processes starting together agree on one whole key.
    """
    path = folder / "secret"
    if not path.exists():
        handle, aside = tempfile.mkstemp(dir=folder, prefix="secret-")  # made with mode 600
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32))
            os.link(aside, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(aside)
    key = path.read_bytes().strip()
    if len(key) < LEAST_KEY or not key.isascii():
        raise FolderError(
            f"The file {path} is not a key of at least {LEAST_KEY} plain characters: restore it, or remove it and "
            "everybody is a new visitor."
        )
    return key.decode("ascii")
