"""The operations behind the HTTP routes, independent of HTTP; each runs in a worker thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.plans.result_json import result_to_json
from kgqa_neo4j.reporting.answer_json import to_json
from kgqa_neo4j.reporting.found_by import found_by
from kgqa_neo4j.reporting.picture import picture
from kgqa_neo4j.reporting.plan_reasons import explained
from kgqa_neo4j.serving.graphs import Credentials, ServedGraphs
from kgqa_neo4j.serving.metrics import Metrics
from kgqa_neo4j.serving.problems import Problem
from kgqa_neo4j.serving.requests import AskRequest, LearnRequest, PlanRequest
from kgqa_neo4j.serving.work import tell_text
from kgqa_neo4j.telemetry.asking import asked_by


@dataclass(frozen=True, slots=True)
class Service:
    """The operations on a server's graphs, with the permission to learn and the metrics."""

    graphs: ServedGraphs
    allow_learn: bool
    learning: threading.Lock
    metrics: Metrics

    def ask(self, asked: AskRequest, credentials: Credentials | None) -> Answer:
        """Answer a question; one asked with its own credentials is not stored.

        Raises:
            Problem, KgqaError: see `KnowledgeGraph.ask`.
        """
        return self.answered(
            asked.graph,
            credentials,
            lambda graph: graph.ask(
                asked.question,
                topics=asked.topics,
                method=asked.method,
                settings=asked.settings(),
                on_text=tell_text,
                keep=asked.keep and credentials is None,
            ),
        )

    def answered(
        self, name: str, credentials: Credentials | None, ask: Callable[[KnowledgeGraph], Answer]
    ) -> Answer:
        """Answer from a graph, with the caller's identity and counted in the metrics; used by all answering routes.

        Raises:
            Problem, KgqaError: see `KnowledgeGraph.ask`.
        """
        who = f"serve:{credentials.username}" if credentials else "serve"
        with self.graphs.asked_by(name, credentials) as graph, asked_by(who):
            return self.metrics.counted(lambda: ask(graph))

    def plan(self, asked: PlanRequest, credentials: Credentials | None) -> dict[str, Any]:
        """Return the plans that a question may mean, or the result of a given plan.

        Raises:
            Problem, KgqaError: see `KnowledgeGraph.plan` and `KnowledgeGraph.run_plan`.
        """
        with self.graphs.asked_by(asked.graph, credentials) as graph:
            if asked.plan is not None:
                return {"result": result_to_json(graph.run_plan(asked.plan))}
            plans = graph.plan(asked.question or "", topics=asked.topics, most=asked.most)
            return {
                "plans": [{"text": one.text, "score": one.score, "features": one.features} for one in plans]
            }

    def list_graphs(self) -> dict[str, Any]:
        """Return the graphs with their names and locations."""
        listed = []
        for place, (name, named) in enumerate(self.graphs.named().items()):
            known = named.attachment
            where = (
                {"uri": known.uri, "database": known.database, "attached_at": known.attached_at}
                if known
                else {}
            )
            listed.append(
                {"name": name, "kind": "attached" if known else "loaded", "default": not place, **where}
            )
        return {"graphs": listed, "allow_learn": self.allow_learn}

    def schema(self, name: str) -> dict[str, Any]:
        """Return the schema of an attached graph, or the overview of a loaded one.

        Raises:
            Problem, KgqaError: the graph cannot be read.
        """
        graph = self.graphs.get(name)
        named = self.graphs.find(name)
        if named.attachment is not None:
            return {"graph": named.name, "kind": "attached", **msgspec.to_builtins(graph.schema())}
        return {"graph": named.name, "kind": "loaded", **asdict(graph.overview())}

    def complete(self, name: str, text: str, limit: int) -> dict[str, Any]:
        """Return names that complete a text being typed."""
        return {"names": [asdict(one) for one in self.graphs.get(name).complete(text, limit)]}

    def answer(self, ask_id: str) -> Answer:
        """Return a stored answer.

        Raises:
            Problem: there is no answer with that id.
        """
        try:
            return self.graphs.answer(ask_id)
        except KgqaError as error:
            if type(error) is not KgqaError:
                raise
            raise Problem(
                404, "no-such-answer", error.message, hint="see /v1/history for the answers"
            ) from error

    def answer_json(self, ask_id: str) -> dict[str, Any]:
        """Return a stored answer as JSON."""
        return to_json(self.answer(ask_id))

    def picture(self, ask_id: str) -> str:
        """Return a stored answer as an HTML page."""
        return picture(self.answer(ask_id))

    def explanation(self, ask_id: str, graph: str) -> dict[str, Any]:
        """Return how an answer was found: the plans considered, why the best won, the statement executed.

        `graph` names the graph that was asked, for the link that opens the statement in its Neo4j Browser.
        """
        answer = self.answer(ask_id)
        found = found_by(answer)
        statement = found.text if found else ""
        told = explained(answer)
        return {
            "considered": [
                {"text": one["text"], "score": one["score"], "features": one["features"]}
                for one in told.considered
            ],
            "executed": told.executed,
            "next": told.next["text"] if told.next else "",
            "because": told.because,
            "although": told.although,
            "statement": statement,
            "browser_url": self.graphs.get(graph).browser_link(statement) if statement else "",
        }

    def history(self, limit: int) -> dict[str, Any]:
        """Return the most recent questions, latest first."""
        return {
            "asked": [
                {**asdict(one), "asked_at": one.asked_at.isoformat(), "workspace": workspace}
                for workspace, one in self.graphs.asked(limit)
            ]
        }

    def learn(self, asked: LearnRequest) -> dict[str, Any]:
        """Learn from a request; requests are processed one at a time.

        Raises:
            Problem: this server does not accept learning.
            KgqaError: see `KnowledgeGraph.learn`.
        """
        if not self.allow_learn:
            raise Problem(
                403,
                "read-only",
                "learning is turned off on this server",
                hint="start it with `kgqa serve --allow-learn`",
            )
        graph = self.graphs.get(asked.graph)
        with self.learning:
            if asked.pairs is not None:
                pairs: Sequence[tuple[str, Sequence[str]]] = [
                    (one.question, one.answers) for one in asked.pairs
                ]
                report = graph.learn(pairs, name=asked.set)
            elif asked.confirm is not None:
                report = graph.confirm(asked.confirm, name=asked.set)
            else:
                report = graph.correct(asked.answers, asked.correct or "", name=asked.set)
        return {**report.as_json(), "sentence": report.sentence}
