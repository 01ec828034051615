"""Long work of the site: questions answered by a few threads of their own, so that no request waits long for one.

A request asks, waits a moment, and is told either the answer or how far it is; asked again, it is the same work. Work
ends early when whoever asked takes the question back, or has not asked again for a while.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar, cast

from trainer.solver.pace import Pace
from trainer.store import Busy
from trainer.text import N_, Refusal

log = logging.getLogger(__name__)

T = TypeVar("T")


class Lane(StrEnum):
    """Whom a question stands in line behind: what most people ask does not wait for what takes long by its nature."""

    USUAL = "usual"
    DEEP = "deep"


THREADS = {Lane.USUAL: 2, Lane.DEEP: 1}
"""Questions worked on at once."""

ABANDONED = 30.0
"""Seconds after which a question that nobody has asked again is given up."""

KEPT = 64
"""Answers kept; the one that was asked for longest ago goes first."""

LIFE = 600.0
"""Seconds that an answer is kept after it was asked for last."""

MOST_EACH = 3
"""Questions that one visitor may have in work or in line."""

MOST = 12
"""Questions in work or in line, of all visitors."""


class Cancelled(Exception):
    """Ends the work from inside: nobody waits for it any more."""


class Unfinished(Exception):
    """The answer is not there yet: `share` of the work is done (0 to 1), and `ahead` questions come before this one,
    0 when it is being worked on. `id` is what `Work.cancel` takes."""

    def __init__(self, id: str, share: float, ahead: int) -> None:
        super().__init__(f"{share:.0%} done")
        self.id, self.share, self.ahead = id, share, ahead


class Failed(Refusal):
    """The question could not be answered, for a fault of ours."""


@dataclass(slots=True, eq=False)
class _Job:
    """A question; `asked` says when each visitor asked last. Either `answer` or `refused` holds once it is `done`."""

    key: Hashable
    lane: Lane
    question: Callable[[Pace], object]
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    asked: dict[str, float] = field(default_factory=dict)
    done: threading.Event = field(default_factory=threading.Event)
    share: float = 0.0
    answer: object = None
    refused: Exception | None = None


class Work:
    """The questions of one process; `clock` counts seconds. Its threads are there only while there is work."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._open: dict[Hashable, _Job] = {}
        self._kept: OrderedDict[Hashable, _Job] = OrderedDict()
        self._lines: dict[Lane, deque[_Job]] = {lane: deque() for lane in Lane}
        self._threads: dict[Lane, list[threading.Thread]] = {lane: [] for lane in Lane}
        self._stopping = False

    def ask(
        self,
        key: Hashable,
        user: str,
        question: Callable[[Pace], T] | None,
        *,
        patience: float,
        lane: Lane = Lane.USUAL,
    ) -> T:
        """The answer, if it is there within `patience` seconds; raises Unfinished otherwise.

        The same `key` is the same question, whoever asks. `question` is handed a pace to tell, and ends by what that
        raises; None asks only for what was asked before. Raises what the question refuses (Refusal, Busy), Failed when
        it raised anything else, and Refusal when there is too much to do already.
        """
        with self._lock:
            job = self._found(key, user, question, lane)
        if not job.done.wait(patience):
            with self._lock:
                line = self._lines[lane]
                raise Unfinished(job.id, job.share, len(self._threads[lane]) + line.index(job) if job in line else 0)
        if job.refused is not None:
            raise job.refused.with_traceback(None)
        return cast(T, job.answer)

    def cancel(self, id: str, user: str) -> None:
        """This visitor waits no more, and work that nobody waits for ends; nothing happens when there is none."""
        with self._lock:
            for job in self._open.values():
                if job.id == id:
                    job.asked.pop(user, None)
            self._sweep()

    def stop(self, seconds: float = 5.0) -> bool:
        """Give everything up, now and from now on, and wait for the threads; True when they have ended."""
        with self._lock:
            self._stopping = True
            self._sweep()
            threads = [thread for lane in Lane for thread in self._threads[lane]]
        for thread in threads:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in threads)

    def _found(self, key: Hashable, user: str, question: Callable[[Pace], object] | None, lane: Lane) -> _Job:
        """The job of this question, begun if need be. Like the methods below, for whoever holds the lock."""
        self._sweep()
        job = self._kept.get(key) or self._open.get(key)
        if job is None:
            if question is None:
                raise Refusal(N_("Nobody waited for this, so it was given up. Ask again."))
            if sum(user in other.asked for other in self._open.values()) >= MOST_EACH:
                raise Refusal(
                    N_("%(most)d questions of yours are being worked on: wait for one of them, or cancel it."),
                    most=MOST_EACH,
                )
            if len(self._open) >= MOST:
                raise Refusal(N_("Too many long questions are being worked on just now. Try again in a minute."))
            job = self._open[key] = _Job(key, lane, question)
            self._lines[lane].append(job)
            if len(self._threads[lane]) < THREADS[lane]:
                thread = threading.Thread(target=self._work, args=(lane,), name=f"work-{lane}", daemon=True)
                self._threads[lane].append(thread)
                thread.start()
        job.asked[user] = self._clock()
        if key in self._kept:
            self._kept.move_to_end(key)
        return job

    def _sweep(self) -> None:
        """Give up what nobody waits for, and forget answers that are too many or too old."""
        now = self._clock()
        for job in list(self._open.values()):
            job.asked = {user: at for user, at in job.asked.items() if now - at <= ABANDONED}
            if self._stopping or not job.asked:
                del self._open[job.key]
                if job in self._lines[job.lane]:
                    self._lines[job.lane].remove(job)
        while self._kept:
            oldest = next(iter(self._kept.values()))
            if len(self._kept) <= KEPT and now - max(oldest.asked.values()) <= LIFE:
                break
            del self._kept[oldest.key]

    def _work(self, lane: Lane) -> None:
        """What a thread does: answer questions until the line is empty."""
        while True:
            with self._lock:
                self._sweep()
                if not self._lines[lane]:
                    self._threads[lane].remove(threading.current_thread())
                    return
                job = self._lines[lane].popleft()
            self._answer(job)

    def _answer(self, job: _Job) -> None:
        def tell(share: float) -> None:
            with self._lock:
                self._sweep()
                if self._open.get(job.key) is not job:
                    raise Cancelled
                job.share = max(job.share, share)

        try:
            job.answer = job.question(Pace(tell))
        except Cancelled:
            return
        except (Refusal, Busy) as told:
            job.refused = told
        except Exception:
            log.exception("a question could not be answered")
            job.refused = Failed(N_("Something went wrong while this was worked out. Nothing you had stored is lost."))
        with self._lock:
            if self._open.get(job.key) is job:
                del self._open[job.key]
                self._kept[job.key] = job
        job.done.set()
