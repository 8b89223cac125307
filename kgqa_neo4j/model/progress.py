"""Progress reports of long operations."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[str], None]


def no_progress(message: str) -> None:
    """Ignore a progress report."""
