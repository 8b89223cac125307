import pytest

from kgqa_neo4j.embedding import Embedder, create
from kgqa_neo4j.plans.ranking import Ranker
from kgqa_neo4j.settings import EmbeddingSettings
from training.memory_graph import MemoryGraph

BOOKS = [
    ("The Silent River", "Anna Bell", "Harbour Press", "1987", "Lisbon"),
    ("A Winter in June", "Anna Bell", "North Street Books", "1994", "Oslo"),
    ("The Last Orchard", "Carl Denham", "Harbour Press", "2003", "Toronto"),
    ("Notes from the Attic", "Carl Denham", "Harbour Press", "2009", "Lisbon"),
    ("The Paper Garden", "Maria Lopez", "North Street Books", "1994", "Madrid"),
]
TRIPLES = [
    (title, relation, value)
    for title, *values in BOOKS
    for relation, value in zip(
        ("written_by", "publisher", "publication_year", "has_setting"), values, strict=True
    )
]


@pytest.fixture(scope="session")
def encoder() -> Embedder:
    return create(EmbeddingSettings())


@pytest.fixture(scope="session")
def library() -> MemoryGraph:
    return MemoryGraph(TRIPLES)


@pytest.fixture(scope="session")
def ranker(library: MemoryGraph, encoder: Embedder) -> Ranker:
    return Ranker(library, encoder)
