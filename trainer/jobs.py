"""Bulk work in parallel: the same results in the same order, whatever the number of workers."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from trainer.text import N_, Refusal

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


def keep_loaded() -> None:
    """Leave what there is by now, code and tables above all, out of the collector's rounds: they took a twentieth of
    the time of self-play, and a tenth of a second from a page now and then."""
    gc.collect()
    gc.freeze()


def map_chunks(
    fn: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    *,
    workers: int | None = None,
    scheduler: str | None = None,
) -> Iterator[Result]:
    """Yield `fn(chunk)` for every chunk, in the order of the chunks.

    `fn` must be importable, pure and free of global state; a chunk should last at least 50 ms. `workers` processes do
    it (default: one per core; with 1 it happens here), or, given the address of a Dask `scheduler`, its cluster.
    Raises Refusal when the cluster cannot be had.
    """
    if scheduler is not None:
        return _on_cluster(fn, list(chunks), scheduler)
    if workers == 1:
        return map(fn, chunks)
    return _in_processes(fn, list(chunks), workers)


def _in_processes(fn: Callable[[Chunk], Result], chunks: list[Chunk], workers: int | None) -> Iterator[Result]:
    # A forked child would inherit locks held by threads of the parent (progress bars, numba): start clean ones.
    clean = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=clean) as pool:
        try:
            yield from pool.map(fn, chunks)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _on_cluster(fn: Callable[[Chunk], Result], chunks: list[Chunk], scheduler: str) -> Iterator[Result]:
    try:
        from distributed import Client
    except ImportError:
        raise Refusal(N_("A scheduler needs the package “distributed”: see requirements-cluster.txt.")) from None
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise Refusal(
            N_("The scheduler %(address)s cannot be reached: %(reason)s"), address=scheduler, reason=error
        ) from None
    with client:
        for future in client.map(fn, chunks, pure=False):
            yield future.result()
