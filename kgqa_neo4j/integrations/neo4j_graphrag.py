"""neo4j-graphrag: a retriever for its `GraphRAG`, also usable as a tool. Needs the extra ``graphrag``."""

from __future__ import annotations

from typing import Any

from kgqa_neo4j.model.extras import require

require("graphrag", "neo4j_graphrag")

import neo4j
from neo4j_graphrag.retrievers.base import Retriever
from neo4j_graphrag.types import RawSearchResult, RetrieverResultItem

from kgqa_neo4j.integrations.retrieval import DEFAULT_PASSAGES, Retrieval
from kgqa_neo4j.knowledge_graph import KnowledgeGraph


class KnowledgeGraphRetriever(Retriever):
    """Retrieves the graph's answer and the facts that prove it.

    Needs no vector index and no driver, since the graph has its own connection. The result's metadata has the statement
    (``cypher``) with its ``parameters``, the ``confidence`` and the ``status``.
    """

    VERIFY_NEO4J_VERSION = False

    def __init__(self, graph: KnowledgeGraph, *, method: str = "plans", min_confidence: float = 0.0) -> None:
        # Does not call the base class, which needs a driver to check the server's version; the graph does so itself.
        self.neo4j_database = graph.configuration.settings.neo4j.database
        self._retrieval = Retrieval(graph, method=method, min_confidence=min_confidence)

    def get_search_results(self, query_text: str, top_k: int = DEFAULT_PASSAGES) -> RawSearchResult:
        """Answer a question from the graph, and return the answer and the facts that prove it, `top_k` at most.

        Args:
            query_text: the question, in plain language.
            top_k: how many records there may be.

        Raises:
            KgqaError: see `KnowledgeGraph.ask`.
        """
        found, about = self._retrieval.retrieve(query_text, top_k)
        records = [_record({"text": one.text, "score": one.score, "metadata": one.metadata}) for one in found]
        return RawSearchResult(records=records, metadata=about)

    def default_record_formatter(self, record: neo4j.Record) -> RetrieverResultItem:
        """Return a record as text for a model, with its score."""
        return RetrieverResultItem(
            content=record["text"], metadata={**record["metadata"], "score": record["score"]}
        )


def _record(values: dict[str, Any]) -> neo4j.Record:
    return neo4j.Record(values)  # type: ignore[no-untyped-call]
