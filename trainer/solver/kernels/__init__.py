"""Compiled loops over integers and arrays; the only files that import numba.

Laws for every kernel: no recursion (a cached recursive kernel crashes the next process on numba 0.68, its issue 6061);
counts are packed or arrays, never objects. Kernels may call kernels of other files: numba's cache, which notices edits
of a kernel's own file alone, is kept apart for each state of all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numba import config as numba_config
from numba import njit

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Int: TypeAlias = "int | np.signedinteger[Any]"

_P = ParamSpec("_P")
_R = TypeVar("_R")

config: Any = numba_config

_SOURCES = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
_CHOSEN = str(config.CACHE_DIR)
_CACHE = str(Path(_CHOSEN) / f"kernels-{hashlib.sha256(_SOURCES).hexdigest()[:12]}") if _CHOSEN else _CHOSEN


def kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile on first use and keep the result on disk, or only in memory where no cache folder can be written.

    Other threads run meanwhile; whoever calls a kernel that changes its arguments must keep others from them.
    """
    compiler: Any = njit
    before, config.CACHE_DIR = config.CACHE_DIR, _CACHE
    try:
        compiled: Callable[_P, _R] = compiler(cache=True, nogil=True)(function)
    except RuntimeError:  # numba found no folder it may write
        compiled = compiler(nogil=True)(function)
    finally:
        config.CACHE_DIR = before
    return compiled
