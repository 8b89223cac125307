"""Progress of what takes time, reported to whoever wants to hear it."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[str], None]


def no_progress(message: str) -> None:
    """Report no progress."""
