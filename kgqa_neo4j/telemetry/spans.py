"""Spans and metrics of the current context's observer; without an observer they cost next to nothing."""

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
    """One stage of a question. Only `content` may receive questions or values of the graph."""

    def set(self, name: str, value: Value | None) -> None:
        """Set an attribute; None sets nothing."""

    def content(self, name: str, value: str) -> None:
        """Set an attribute that contains a question, a value or a statement; ignored unless the settings allow it."""


class Observer(Protocol):
    """Receives spans and metrics; `kgqa_neo4j.telemetry.otel` passes them to OpenTelemetry."""

    def span(self, name: str, attributes: Mapping[str, Value]) -> AbstractContextManager[Span]:
        """Open a span until the end of the block."""

    def measure(self, name: str, value: float, attributes: Mapping[str, Value]) -> None:
        """Record a value of one of the metrics in `kgqa_neo4j.telemetry.otel.METRICS`."""


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
    """Open a span with this context's observer until the end of the block."""
    observer = _observer.get()
    return _NO_SPAN if observer is None else observer.span(name, attributes or {})


def spanned(name: str, values: Iterable[T]) -> Iterator[T]:
    """Yield the values, producing each within its own span."""
    iterator = iter(values)
    while True:
        with span(name):
            try:
                value = next(iterator)
            except StopIteration:
                return
        yield value


def measure(name: str, value: float, **attributes: Value) -> None:
    """Record a value of a metric with this context's observer, if any."""
    if (observer := _observer.get()) is not None:
        observer.measure(name, value, attributes)


@contextmanager
def observed(settings: OtelSettings) -> Iterator[None]:
    """Observe this context (thread or task) as configured, for the block.

    Raises:
        ConfigError: OpenTelemetry is enabled but not installed.
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
