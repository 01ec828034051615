"""Preparing the kernels: once, in the background, and told step by step."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from trainer.usecases.warmup import Report, Warmth, Warmup


def three_steps(report: Report) -> None:
    for done in range(4):
        report(done, 3)


def broken(report: Report) -> None:
    report(0, 3)
    report(1, 3)
    raise OSError("no room")


def test_nothing_is_ready_before_the_start() -> None:
    assert Warmup(three_steps).warmth == Warmth(0, 0, ready=False, failed=False)
    assert Warmup(three_steps).warmth.percent == 0


def test_every_step_is_reported_and_then_all_is_ready() -> None:
    warmup, told = Warmup(three_steps), []
    warmup.run(lambda done, total: told.append((done, total, warmup.warmth.percent, warmup.warmth.ready)))
    assert told == [(0, 3, 0, False), (1, 3, 33, False), (2, 3, 66, False), (3, 3, 100, False)]
    assert warmup.warmth == Warmth(3, 3, ready=True, failed=False)


def test_starting_twice_prepares_once() -> None:
    runs, go = [], threading.Event()

    def load(report: Report) -> None:
        runs.append(1)
        go.wait(10)

    warmup = Warmup(load)
    for _ in range(3):
        warmup.start()
    assert not warmup.wait(0).ready
    go.set()
    assert warmup.wait(10).ready
    assert len(runs) == 1
    assert warmup.warmth.percent == 100


def test_a_failure_is_told_and_ends_the_waiting(caplog: pytest.LogCaptureFixture) -> None:
    warmup = Warmup(broken)
    warmup.start()
    assert warmup.wait(10) == Warmth(1, 3, ready=False, failed=True)
    for thread in threading.enumerate():
        if thread.name == "kernels":
            thread.join(10)
    assert "no room" in caplog.text


def test_a_failure_in_the_foreground_is_the_callers() -> None:
    with pytest.raises(OSError, match="no room"):
        Warmup(broken).run(lambda done, total: None)


@pytest.mark.parametrize("load", [three_steps, broken])
def test_the_end_is_told_whether_it_went_well_or_not(load: Callable[[Report], None]) -> None:
    told: list[tuple[int, int]] = []
    over = threading.Event()
    Warmup(load).start(lambda done, total: told.append((done, total)), over.set)
    assert over.wait(10)
    assert told[:2] == [(0, 3), (1, 3)]
