"""Spans around what a question takes, for whoever observes it; without an observer they cost next to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from types import TracebackType
from typing import Protocol, TypeVar

from kgqa_neo4j.settings import OtelSettings

T = TypeVar("T")
Value = str | bool | int | float


class Span(Protocol):
    """One stage of a question. What is set is none of the graph's values, but for `content`."""

    def set(self, name: str, value: Value | None) -> None:
        """Set an attribute; None sets nothing."""

    def content(self, name: str, value: str) -> None:
        """Set an attribute that holds a question, a value or a statement; only where the settings allow it."""


class Observer(Protocol):
    """Takes spans and measurements; `kgqa_neo4j.telemetry.otel` hands them to OpenTelemetry."""

    def span(self, name: str, attributes: Mapping[str, Value]) -> AbstractContextManager[Span]:
        """Open a span until the end of the block."""

    def measure(self, name: str, value: float, attributes: Mapping[str, Value]) -> None:
        """Record a measurement: one of the names in `kgqa_neo4j.telemetry.otel.METRICS`."""


class _NoSpan:
    def set(self, name: str, value: Value | None) -> None:
        pass

    def content(self, name: str, value: str) -> None:
        pass

    def __enter__(self) -> Span:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


_NO_SPAN = _NoSpan()
_observer: ContextVar[Observer | None] = ContextVar("observer", default=None)


def span(name: str, attributes: Mapping[str, Value] | None = None) -> AbstractContextManager[Span]:
    """Open a span of this context's observer until the end of the block."""
    observer = _observer.get()
    return _NO_SPAN if observer is None else observer.span(name, attributes or {})


def spanned(name: str, values: Iterable[T]) -> Iterator[T]:
    """Yield values, each made within a span of its own."""
    iterator = iter(values)
    while True:
        with span(name):
            try:
                value = next(iterator)
            except StopIteration:
                return
        yield value


def measure(name: str, value: float, **attributes: Value) -> None:
    """Record a measurement with this context's observer, if there is one."""
    if (observer := _observer.get()) is not None:
        observer.measure(name, value, attributes)


@contextmanager
def observed(settings: OtelSettings) -> Iterator[None]:
    """Let what the settings name observe this context (thread or task).

    Raises:
        ConfigError: OpenTelemetry is wanted and not installed.
    """
    if not settings.use:
        yield
        return
    token = _observer.set(_of(settings))
    try:
        yield
    finally:
        _observer.reset(token)


@cache
def _of(settings: OtelSettings) -> Observer:
    from kgqa_neo4j.telemetry.otel import OtelObserver

    return OtelObserver(settings)
