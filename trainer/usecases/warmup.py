"""Getting the site ready (puzzles, kernels, prices of hands, the atlas), in the background when need be; how far that
is."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

log = logging.getLogger(__name__)

Report = Callable[[int, int], None]
"""Told (steps done, steps in all), first with 0 done."""


def prepare(cache: Path | None, *, puzzles: bool = False) -> Callable[[Report], None]:
    """What loads or compiles every kernel and every price, kept in `cache`, and makes the atlas; before that it reads
    the `puzzles` that drills are picked from.

    numba is imported there, not before.
    """

    def load(report: Report) -> None:
        from trainer.solver import value
        from trainer.usecases import atlas, practice, pricing

        if puzzles:
            practice.library()
        kernels = 0

        def compiled(done: int, total: int) -> None:
            nonlocal kernels
            kernels = total
            report(done, total + 1)

        value.warm(compiled)
        pricing.load(cache, lambda done, total: report(kernels * total + done, (kernels + 1) * total))
        atlas.prepare()

    return load


@dataclass(frozen=True, slots=True)
class Warmth:
    """How far the kernels are: `done` of `total` steps (0 of 0 before the first report)."""

    done: int
    total: int
    ready: bool
    failed: bool

    @property
    def percent(self) -> int:
        return 100 if self.ready else 100 * self.done // self.total if self.total else 0


class Warmup:
    """One preparation of the kernels; `start` it once per process and ask `warmth` from any thread."""

    def __init__(self, load: Callable[[Report], None]) -> None:
        self._load = load
        self._started = threading.Lock()
        self._finished = threading.Event()
        self._warmth = Warmth(0, 0, ready=False, failed=False)

    @property
    def warmth(self) -> Warmth:
        return self._warmth

    def start(self, report: Report = lambda done, total: None, ended: Callable[[], None] = lambda: None) -> None:
        """Prepare in the background, unless that has begun already; each step is reported there, then the end."""
        if self._started.acquire(blocking=False):
            threading.Thread(target=self._quietly, args=(report, ended), name="kernels", daemon=True).start()

    def wait(self, seconds: float) -> Warmth:
        """As `warmth`, after waiting up to `seconds` for the end."""
        self._finished.wait(seconds)
        return self._warmth

    def run(self, report: Report) -> None:
        """Prepare here and now, reporting each step; raises what the preparation raises."""
        self._started.acquire(blocking=False)

        def told(done: int, total: int) -> None:
            self._warmth = Warmth(done, total, ready=False, failed=False)
            report(done, total)

        try:
            self._load(told)
            self._warmth = Warmth(self._warmth.total, self._warmth.total, ready=True, failed=False)
        except BaseException:
            self._warmth = Warmth(self._warmth.done, self._warmth.total, ready=False, failed=True)
            raise
        finally:
            self._finished.set()

    def _quietly(self, report: Report, ended: Callable[[], None]) -> None:
        try:
            self.run(report)
        except Exception:
            log.exception("the solver's kernels could not be prepared")
        finally:
            ended()
