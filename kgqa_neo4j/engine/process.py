"""Tuning of the Python process for answering questions."""

from __future__ import annotations

import gc

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

# Number of new objects that triggers a collection of the youngest generation; Python's default is 700.
_YOUNG = 100_000


def tune_for_latency() -> None:
    """Tune the whole process for many questions of a few milliseconds each."""
    # By default, a question's many short-lived objects reach the oldest generation while it runs, so every few
    # questions a full collection traverses all objects, including those of the models, in 200 ms.
    _, older, oldest = gc.get_threshold()
    gc.set_threshold(_YOUNG, older, oldest)
    # A question's matrices are small, so threads would spend more time waiting for each other than working. The limit
    # applies only to libraries that are already loaded.
    import numpy  # noqa: F401

    threadpool_limits(1, user_api="blas")
