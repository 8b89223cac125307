"""Spans and metrics for OpenTelemetry; imported only if the setting ``otel.use`` is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.extras import require
from kgqa_neo4j.settings import OtelSettings
from kgqa_neo4j.telemetry.spans import Span, Value
from kgqa_neo4j.version import __version__

require("otel", "opentelemetry")

from opentelemetry import metrics, trace
from opentelemetry.metrics import Counter, Histogram, MeterProvider
from opentelemetry.trace import Status, StatusCode, TracerProvider

_NAME = "kgqa_neo4j"
METRICS: Mapping[str, tuple[type[Counter | Histogram], str, str]] = {
    "kgqa.questions": (Counter, "{question}", "questions answered"),
    "kgqa.question.duration": (Histogram, "s", "how long an answer took"),
    "kgqa.statements": (Counter, "{statement}", "statements run in Neo4j"),
    "kgqa.statement.duration": (Histogram, "s", "how long a statement took"),
    "kgqa.statement.rows": (Histogram, "{row}", "rows that a statement returned"),
    "kgqa.model.calls": (Counter, "{call}", "calls of the language model, those answered by the cache too"),
    "kgqa.model.tokens": (Counter, "{token}", "tokens of prompts and replies, by `type`"),
}
"""The metrics: instrument, unit and description of each."""


class _OtelSpan:
    def __init__(self, span: trace.Span, content: bool) -> None:
        self._span = span
        self._content = content

    def set(self, name: str, value: Value | None) -> None:
        if value is not None:
            self._span.set_attribute(name, value)

    def content(self, name: str, value: str) -> None:
        if self._content:
            self._span.set_attribute(name, value)


class OtelObserver:
    """An `Observer` that passes spans and metrics to this process's providers, or to the configured endpoint."""

    def __init__(self, settings: OtelSettings) -> None:
        self._content = settings.content
        tracers, meters = _exporting(settings) if settings.endpoint else (None, None)
        self._tracer = trace.get_tracer(_NAME, __version__, tracer_provider=tracers)
        meter = metrics.get_meter(_NAME, __version__, meter_provider=meters)
        self._counters: dict[str, Counter] = {}
        self._histograms: dict[str, Histogram] = {}
        for name, (kind, unit, description) in METRICS.items():
            if kind is Counter:
                self._counters[name] = meter.create_counter(name, unit, description)
            else:
                self._histograms[name] = meter.create_histogram(name, unit, description)

    @contextmanager
    def span(self, name: str, attributes: Mapping[str, Value]) -> Iterator[Span]:
        """Open a span; an error is recorded by type, and by message if content is allowed."""
        with self._tracer.start_as_current_span(
            name, attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as opened:
            try:
                yield _OtelSpan(opened, self._content)
            except Exception as error:
                # Messages may quote the question or values of the graph.
                told = error.message if isinstance(error, KgqaError) and self._content else None
                opened.set_attribute("error.type", type(error).__name__)
                opened.set_status(Status(StatusCode.ERROR, told))
                raise

    def measure(self, name: str, value: float, attributes: Mapping[str, Value]) -> None:
        """Record a value of a metric."""
        if (counter := self._counters.get(name)) is not None:
            counter.add(value, attributes)
        else:
            self._histograms[name].record(value, attributes)


def _exporting(settings: OtelSettings) -> tuple[TracerProvider, MeterProvider]:
    """Return providers that export to the configured endpoint, by OTLP over HTTP."""
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics import MeterProvider as SdkMeterProvider
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider as SdkTracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    base = settings.endpoint.rstrip("/")
    resource = Resource.create({"service.name": settings.service, "service.version": __version__})
    tracers = SdkTracerProvider(resource=resource)
    tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{base}/v1/traces")))
    reader = PeriodicExportingMetricReader(OTLPMetricExporter(f"{base}/v1/metrics"))
    return tracers, SdkMeterProvider([reader], resource=resource)
