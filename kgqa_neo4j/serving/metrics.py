"""The server's metrics for Prometheus."""

from __future__ import annotations

import time
from collections.abc import Callable

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.serving.work import Workers

_BUCKETS = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 30.0, 60.0)

router = APIRouter()


class Metrics:
    """Metrics of one server, without any question, answer or name."""

    def __init__(self, workers: Workers) -> None:
        self.registry = CollectorRegistry()
        self._questions = Counter(
            "kgqa_questions", "Questions by what came of them", ("method", "status"), registry=self.registry
        )
        self._errors = Counter(
            "kgqa_errors", "Questions that ended in an error, by its kind", ("kind",), registry=self.registry
        )
        self._seconds = Histogram(
            "kgqa_question_seconds", "How long questions took", buckets=_BUCKETS, registry=self.registry
        )
        for name, told, count in (
            ("kgqa_requests_running", "Requests at work", lambda: workers.busy),
            ("kgqa_requests_waiting", "Requests that wait for a thread", lambda: workers.waiting),
            ("kgqa_requests_refused", "Requests refused because too many waited", lambda: workers.refused),
        ):
            Gauge(name, told, registry=self.registry).set_function(count)

    def counted(self, answered: Callable[[], Answer]) -> Answer:
        """Answer a question and count its outcome.

        Raises:
            KgqaError: raised by answering the question; counted too.
        """
        started = time.perf_counter()
        try:
            answer = answered()
        except KgqaError as error:
            self._errors.labels(type(error).__name__).inc()
            raise
        finally:
            self._seconds.observe(time.perf_counter() - started)
        self._questions.labels(answer.method, str(answer.status)).inc()
        return answer


@router.get("/metrics", summary="What the server counts, for Prometheus", response_class=Response)
async def metrics(request: Request) -> Response:
    """Return all counts in Prometheus' text format."""
    counts: Metrics = request.app.state.metrics
    return Response(generate_latest(counts.registry), media_type=CONTENT_TYPE_LATEST)
