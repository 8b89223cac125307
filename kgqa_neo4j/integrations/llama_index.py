"""LlamaIndex: a retriever. Needs the extra ``llama-index``."""

from __future__ import annotations

import asyncio
from typing import Any

from kgqa_neo4j.model.extras import require

require("llama-index", "llama_index")

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from kgqa_neo4j.integrations.retrieval import DEFAULT_PASSAGES, Passage, Retrieval
from kgqa_neo4j.knowledge_graph import KnowledgeGraph


class KnowledgeGraphRetriever(BaseRetriever):
    """Retrieves the graph's answer and the facts that prove it, as text nodes.

    Their metadata has the statement (``cypher``), the confidence and, for a fact, the ids of its parts.
    """

    def __init__(
        self,
        graph: KnowledgeGraph,
        *,
        similarity_top_k: int = DEFAULT_PASSAGES,
        method: str = "plans",
        min_confidence: float = 0.0,
    ) -> None:
        super().__init__()
        self._retrieval = Retrieval(graph, similarity_top_k, method, min_confidence)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return _nodes(*self._retrieval.retrieve(query_bundle.query_str))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return _nodes(*await asyncio.to_thread(self._retrieval.retrieve, query_bundle.query_str))


def _nodes(found: list[Passage], about: dict[str, Any]) -> list[NodeWithScore]:
    """Return passages as nodes; their metadata is hidden from models."""
    nodes = []
    for one in found:
        metadata = {**about, **one.metadata}
        hidden = sorted(metadata)
        node = TextNode(
            text=one.text,
            metadata=metadata,
            excluded_llm_metadata_keys=hidden,
            excluded_embed_metadata_keys=hidden,
        )
        nodes.append(NodeWithScore(node=node, score=one.score))
    return nodes
