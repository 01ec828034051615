"""Bulk work gives the same results in the same order, whoever does it."""

from __future__ import annotations

import math
import operator
import os
from functools import partial

import pytest

from trainer.jobs import map_chunks
from trainer.text import Refusal

CHUNKS = [9, 4, 25, 16, 1]


def test_one_worker_works_here() -> None:
    assert list(map_chunks(lambda _: os.getpid(), [1, 2], workers=1)) == [os.getpid()] * 2


def test_several_workers_are_other_processes_and_keep_the_order() -> None:
    assert list(map_chunks(math.isqrt, CHUNKS, workers=2)) == list(map_chunks(math.isqrt, CHUNKS, workers=1))
    pids = set(map_chunks(operator.call, [os.getpid], workers=2))
    assert os.getpid() not in pids


def test_an_error_in_a_worker_arrives_here() -> None:
    with pytest.raises(ValueError, match="nonnegative"):
        list(map_chunks(math.isqrt, [4, -1], workers=2))


def test_stopping_early_gives_the_workers_back() -> None:
    results = map_chunks(partial(pow, 2), range(50), workers=2)
    assert next(results) == 1
    results.close()  # type: ignore[attr-defined]
    assert list(map_chunks(math.isqrt, [4], workers=2)) == [2]


def test_a_cluster_that_cannot_be_had_is_refused_in_one_sentence() -> None:
    with pytest.raises(Refusal) as refused:
        list(map_chunks(math.isqrt, [4], scheduler="tcp://127.0.0.1:9"))
    assert "scheduler" in str(refused.value)
    assert "\n" not in str(refused.value)
