"""The spans and metrics of model calls and statements, with their attributes.

Names follow OpenTelemetry's conventions for databases and generative models where they exist.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kgqa_neo4j.telemetry.spans import Span, measure, span

COMPILED, GUARDED = "compiled", "guarded"
"""Names for statements that are not files: those compiled from query plans, and those that passed the guard."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A call of the language model, to which `cost` adds its token counts."""

    span: Span
    model: str

    def cost(self, prompt_tokens: int, completion_tokens: int, *, cached: bool) -> None:
        """Record the numbers of tokens of prompt and reply, and whether the reply came from the cache."""
        self.span.set("gen_ai.usage.input_tokens", prompt_tokens)
        self.span.set("gen_ai.usage.output_tokens", completion_tokens)
        self.span.set("kgqa.cached", cached)
        for kind, count in (("input", prompt_tokens), ("output", completion_tokens)):
            measure("kgqa.model.tokens", count, model=self.model, type=kind, cached=cached)


@contextmanager
def model_call(model: str, prompt: str) -> Iterator[ModelCall]:
    """Observe a call of the language model; `prompt` is the name of its template."""
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.request.model": model, "kgqa.prompt": prompt}
    with span("kgqa.model", attributes) as opened:
        measure("kgqa.model.calls", 1, model=model, prompt=prompt)
        yield ModelCall(opened, model)


@dataclass(slots=True)
class StatementRun:
    """A running statement; the caller sets `rows`, the number of rows returned."""

    rows: int = 0


@contextmanager
def statement_run(name: str, text: str) -> Iterator[StatementRun]:
    """Observe a statement; `name` is its file's name, `COMPILED` or `GUARDED`."""
    run = StatementRun()
    started = time.perf_counter()
    with span("kgqa.statement", {"db.system.name": "neo4j", "db.query.summary": name}) as opened:
        opened.content("db.query.text", text)
        yield run
        opened.set("db.response.returned_rows", run.rows)
    measure("kgqa.statements", 1, statement=name)
    measure("kgqa.statement.duration", time.perf_counter() - started, statement=name)
    measure("kgqa.statement.rows", run.rows, statement=name)
