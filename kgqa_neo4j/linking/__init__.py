"""Entity linking: from the words of a question to entities of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgqa_neo4j.embedding.base import Embedder
    from kgqa_neo4j.linking.base import Linker
    from kgqa_neo4j.settings import Settings
    from kgqa_neo4j.store.driver import Database


def create(
    settings: Settings,
    database: Database,
    embedder: Embedder,
    is_common: Callable[[str], bool] = lambda word: True,
) -> Linker:
    """Return the linker for the graph in `database`; the spaCy pipeline is loaded on first use.

    `is_common` returns whether a word is a common noun; other single words may name an entity.
    """
    from kgqa_neo4j.linking.linker import GraphLinker

    return GraphLinker(settings.linking, database, embedder, is_common)
