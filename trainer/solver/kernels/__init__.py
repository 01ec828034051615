"""Compiled loops over integers and arrays; the only files that import numba.

Laws for every kernel: no recursion (a cached recursive kernel crashes the next process on numba 0.68, its issue 6061);
a kernel and the compiled helpers it calls live in one file, since the cache does not notice edits elsewhere; counts are
packed or arrays, never objects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numba import njit

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Int: TypeAlias = "int | np.signedinteger[Any]"

_P = ParamSpec("_P")
_R = TypeVar("_R")


def kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile on first use and keep the result on disk, or only in memory where no cache folder can be written."""
    compiler: Any = njit
    try:
        compiled: Callable[_P, _R] = compiler(cache=True)(function)
    except RuntimeError:  # numba found no folder it may write
        compiled = compiler(function)
    return compiled
