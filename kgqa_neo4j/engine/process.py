"""How the Python of this process runs while it answers questions."""

from __future__ import annotations

import gc

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

# New objects before the youngest are gone through for cycles; as it is, 700.
_YOUNG = 100_000


def tune_for_latency() -> None:
    """Set up this process, as a whole, for many questions of some milliseconds each."""
    # A question's many short-lived objects would be counted as old ones while it is at work, and every few
    # questions all objects that there are, those of the models too, gone through: 200 ms at a time.
    _, older, oldest = gc.get_threshold()
    gc.set_threshold(_YOUNG, older, oldest)
    # A question's matrices are small: threads would wait for one another far longer than they work. Only libraries
    # that are loaded by now can be told so.
    import numpy  # noqa: F401

    threadpool_limits(1, user_api="blas")
