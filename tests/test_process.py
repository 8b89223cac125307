"""How the process is set up for questions."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import numpy  # noqa: F401 - loads the BLAS library whose threads are asked about
import pytest
from threadpoolctl import threadpool_info, threadpool_limits  # type: ignore[import-untyped]

from kgqa_neo4j.engine.process import tune_for_latency


@pytest.fixture
def as_before() -> Iterator[None]:
    """Put back what the process was like."""
    threshold = gc.get_threshold()
    with threadpool_limits():
        yield
    gc.set_threshold(*threshold)


@pytest.mark.usefixtures("as_before")
def test_short_lived_objects_stay_young_and_small_matrices_take_one_thread() -> None:
    gc.set_threshold(700, 10, 10)
    tune_for_latency()
    # What earlier tests left to be counted is not of these objects.
    gc.collect()
    before = gc.get_stats()[2]["collections"]
    # As many as a question makes; with Python's own thresholds this goes through everything several times.
    kept = [[place] for place in range(60_000)]
    assert gc.get_stats()[2]["collections"] == before
    assert len(kept) == 60_000
    assert {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"} == {1}
