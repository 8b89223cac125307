"""What OpenTelemetry is told of a question, held against an exporter in memory."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from kgqa_neo4j import KnowledgeGraph, NoSuchTopic, ScriptedLLM
from kgqa_neo4j.telemetry.otel import METRICS

ON = {"otel.use": True}
QUESTION = "who leads Sales?"


@pytest.fixture(scope="module")
def reader() -> InMemoryMetricReader:
    reader = InMemoryMetricReader()
    metrics.set_meter_provider(MeterProvider([reader]))
    return reader


@pytest.fixture(scope="module")
def exporter() -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.fixture
def observed(
    office: KnowledgeGraph, exporter: InMemorySpanExporter, reader: InMemoryMetricReader
) -> Iterator[KnowledgeGraph]:
    script = ScriptedLLM(["Ada leads it."] * 2)
    with KnowledgeGraph.open(office.configuration.workspace, settings=ON, llm=script) as graph:
        # What is read of a graph once is not read again.
        graph.ask(QUESTION, method="plans", keep=False)
        exporter.clear()
        yield graph


def tree(spans: tuple[ReadableSpan, ...]) -> list[str]:
    """Return the spans as indented lines, statements by name."""
    children: dict[int | None, list[ReadableSpan]] = {}
    for one in sorted(spans, key=lambda one: one.start_time or 0):
        children.setdefault(one.parent.span_id if one.parent else None, []).append(one)

    def lines(parent: int | None, depth: int) -> Iterator[str]:
        for one in children.get(parent, []):
            said = (one.attributes or {}).get("db.query.summary", "")
            yield "  " * depth + f"{one.name} {said}".strip()
            yield from lines(one.context.span_id if one.context else None, depth + 1)

    return list(lines(None, 0))


def test_a_question_is_a_tree_of_linking_candidates_ranking_and_statements(
    observed: KnowledgeGraph, exporter: InMemorySpanExporter
) -> None:
    answer = observed.ask(QUESTION, method="plans", settings={"ask.trace": False})
    spans = exporter.get_finished_spans()
    assert tree(spans) == [
        "kgqa.ask",
        "  kgqa.statement exemplar_sets",
        "  kgqa.statement exemplar_sets",
        "  kgqa.linking",
        "    kgqa.statement linking_named",
        "  kgqa.exploration",
        "    kgqa.statement reading_named",
        "    kgqa.statement load_prefixes",
        "  kgqa.exploration",
        "    kgqa.candidates",
        "    kgqa.ranking",
        "  kgqa.exploration",
        "    kgqa.statement compiled",
    ]
    (asked,) = [one for one in spans if one.name == "kgqa.ask"]
    assert asked.attributes is not None
    assert (asked.attributes["kgqa.status"], asked.attributes["kgqa.entities"]) == ("answered", 1)
    assert asked.attributes["kgqa.ask_id"] == answer.ask_id
    (ran,) = [one for one in spans if (one.attributes or {}).get("db.query.summary") == "compiled"]
    assert ran.attributes is not None and ran.attributes["db.response.returned_rows"] == 1


def test_spans_hold_neither_questions_nor_values(
    observed: KnowledgeGraph, exporter: InMemorySpanExporter
) -> None:
    observed.ask(QUESTION, method="plans")
    observed.ask(QUESTION, method="llm")
    with pytest.raises(NoSuchTopic):
        observed.ask("who leads it?", topics=["Nowhere"])
    told = json.dumps(
        [
            [one.name, dict(one.attributes or {}), one.status.description, [e.name for e in one.events]]
            for one in exporter.get_finished_spans()
        ]
    )
    assert "kgqa.model" in told and "NoSuchTopic" in told
    for content in ("Ada", "Sales", "who leads", "Nowhere", "MATCH"):
        assert content not in told


def test_content_is_told_where_the_settings_allow_it(
    observed: KnowledgeGraph, exporter: InMemorySpanExporter
) -> None:
    observed.ask(QUESTION, method="plans", settings={"otel.content": True})
    attributes = [dict(one.attributes or {}) for one in exporter.get_finished_spans()]
    assert any(one.get("kgqa.question") == QUESTION and one.get("kgqa.answer") == "Ada" for one in attributes)
    assert any("MATCH" in str(one.get("db.query.text")) for one in attributes)


def test_calls_of_the_model_are_told_with_their_tokens(
    observed: KnowledgeGraph, exporter: InMemorySpanExporter, reader: InMemoryMetricReader
) -> None:
    observed.ask("who leads the world?", method="llm")
    (called,) = [one for one in exporter.get_finished_spans() if one.name == "kgqa.model"]
    assert called.attributes is not None
    assert called.attributes["gen_ai.request.model"] == "scripted"
    assert int(str(called.attributes["gen_ai.usage.output_tokens"])) > 0
    data = reader.get_metrics_data()
    assert data is not None
    measured = {
        one.name
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for one in scope.metrics
    }
    assert measured == set(METRICS)


def test_nothing_is_told_and_nothing_imported_without_the_setting(
    office: KnowledgeGraph, exporter: InMemorySpanExporter
) -> None:
    exporter.clear()
    office.ask(QUESTION, method="plans")
    assert exporter.get_finished_spans() == ()
    code = (
        "import sys\n"
        "from kgqa_neo4j import KnowledgeGraph\n"
        f"with KnowledgeGraph.open({str(office.configuration.workspace)!r}) as graph:\n"
        f"    graph.ask({QUESTION!r}, method='plans', keep=False)\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
