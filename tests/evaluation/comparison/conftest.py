"""The bundled sample, asked by a model whose replies are known."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kgqa_neo4j import methods
from kgqa_neo4j.evaluation.comparison.compare import Comparison, compare
from kgqa_neo4j.evaluation.comparison.protocol import Protocol, Source
from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.question_sets.questions import Question, read_questions
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.driver import Database


def questions_file(hops: int) -> Path:
    return Path(sample_path()) / f"qa_{hops}hop.txt"


@pytest.fixture
def configuration(sample: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configuration:
    monkeypatch.setitem(methods.METHODS._builtin, "second", "tests.evaluation.comparison.methods:Second")
    server = sample.endpoint
    values = {"uri": server.uri, "username": server.username, "password": server.password}
    return load_configuration(
        tmp_path / "workspace", {f"neo4j.{name}": value for name, value in values.items()}
    )


class Model(ScriptedLLM):
    """Knows the answers to every second line when asked by `llm`, to every line when asked by `second`."""

    identity = ""

    def __init__(self) -> None:
        super().__init__(self._reply)
        self._questions = [
            question for hops in (1, 2) for question in read_questions(questions_file(hops), "metaqa")
        ]
        self.before: Callable[[], None] = lambda: None
        self.seconds = 0.0
        self.parallel = False
        self._counting = threading.Lock()
        self.at_once = self.most_at_once = 0

    def complete(self, request: Request, on_text=None):  # type: ignore[no-untyped-def]
        with self._counting:
            self.at_once += 1
            self.most_at_once = max(self.at_once, self.most_at_once)
        try:
            self.before()
            time.sleep(self.seconds)
            return super().complete(request, on_text)
        finally:
            with self._counting:
                self.at_once -= 1

    def _reply(self, request: Request) -> str:
        asked = request.messages[-1]["content"]
        known = next(question for question in self._questions if question.question in asked)
        right = "second: " in asked or known.line % 2 == 0
        return "\n".join(known.answers) if right else "nobody knows"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    made = Model()
    monkeypatch.setattr("kgqa_neo4j.llm.create", lambda settings: made)
    return made


def protocol(**options: object) -> Protocol:
    """One hop and two hops, `llm` against `second`, three questions by two seeds."""
    values: dict[str, object] = {
        "sources": tuple(Source(f"{hops}-hop", questions_file(hops), "metaqa") for hops in (1, 2)),
        "methods": ("llm", "second"),
        "baseline": "llm",
        "sample": 3,
        "seeds": (0, 1),
    }
    return Protocol(**{**values, **options})  # type: ignore[arg-type]


def drawn(hops: int, seed: int, sample: int) -> list[Question]:
    from kgqa_neo4j.evaluation.task import EvaluationTask

    return EvaluationTask(questions_file(hops), "metaqa", "llm", sample, seed).questions()


__all__ = ["Comparison", "Model", "compare", "drawn", "protocol", "questions_file"]
