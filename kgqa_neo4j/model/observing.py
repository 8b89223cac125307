"""Hearing of the steps of a question while it is answered, and not only when the answer is complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kgqa_neo4j.model.answer import Step

OnStep = Callable[[Step], None]

_observer: ContextVar[OnStep | None] = ContextVar("observer", default=None)


@contextmanager
def observing(on_step: OnStep) -> Iterator[None]:
    """Let `on_step` hear of each step that is made in this context (thread or task)."""
    token = _observer.set(on_step)
    try:
        yield
    finally:
        _observer.reset(token)


def observe(step: Step) -> None:
    """Tell whoever wants to hear it of a step."""
    if (on_step := _observer.get()) is not None:
        on_step(step)
