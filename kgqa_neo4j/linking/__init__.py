"""From the words of a question to entities of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa_neo4j.embedding.base import Embedder
    from kgqa_neo4j.linking.base import Linker
    from kgqa_neo4j.settings import Settings
    from kgqa_neo4j.store.driver import Database


def create(settings: Settings, database: Database, embedder: Embedder) -> Linker:
    """Return the linker for the graph in `database`; the spaCy pipeline is loaded when first needed."""
    from kgqa_neo4j.linking.linker import GraphLinker

    return GraphLinker(settings.linking, database, embedder)
